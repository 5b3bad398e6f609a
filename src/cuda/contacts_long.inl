// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Before pairs of a body and of colliders are found: one block lists the colliders near by, while
// the others pick edges and faces that are long enough to have pairs with any. There are many of
// them, and few are.

// Edges and faces ---------------------------------------------------------------------------------

// Those that are not too short to have pairs, as the threads of a block come across them; and how
// many particles warps of the block have taken, in rows as long as a warp. There is room for fewer
// on a host, so that tests see more than that.
#ifdef __CUDACC__
#define CONTACTS_LONG 512
#else
#define CONTACTS_LONG 8
#endif

typedef struct contacts_long {
    uint32_t count, taken;
    uint32_t longest2;  // side of any that were looked at (base/order.h)
    int32_t of[CONTACTS_LONG];
} contacts_long;

LANE_FN contacts_long* contacts_long_ones(void)
{
    TEAM_SHARED(contacts_long, found);
    return &found;
}

// Who looks for them while the first block lists colliders near by.
LANE_FN team contacts_pickers(const team* t)
{
    return t->block_count > 1 ? blocks_from(t, 1) : *t;
}

// The shortest side of any that may have pairs with a collider near by: as contacts_have_bits()
// will find it, once these are listed.
LANE_FN void contacts_least_sink(const taut_cuda_job* job, const team* t)
{
    const taut_contacts* k = &job->meeting->contacts;
    const taut_collider_set* set = job->run.step.colliders;
    taut_box box = contacts_whole_box(job, t);
    taut_realm_meets met = taut_realms_met(&set->realms, job->body.realm);
    int count = taut_realms_met_count(&met);
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        int collider = taut_realms_met_at(&met, i);
        const taut_collider* c = &set->items[collider];
        if (contact_comes_near(k, c, box) || contact_has_place(k, k->near_count, collider)) {
            team_lower(&contacts_nearby_all()->sinks, taut_order_of_float(contact_sink2(k, c)));
        }
    }
    team_sync_block();
}

// Elements that a thread asks for at once.
enum { CONTACTS_SIDES = 4 };

// Returns the longest side of them, squared, or `longest2`.
LANE_FN float contacts_pick_some(const taut_cuda_job* job, int begin, int end, int stride,
                                 float longest2)
{
    contacts_long* found = contacts_long_ones();
    float side2[CONTACTS_SIDES];
    TEAM_UNROLL
    for (int j = 0; j < CONTACTS_SIDES; ++j) {
        int e = begin + j * stride;
        side2[j] = e < end ? contacts_side2(job, e) : 0.0f;
    }
    TEAM_UNROLL
    for (int j = 0; j < CONTACTS_SIDES; ++j) {
        int e = begin + j * stride;
        bool reaches = e < end && !contacts_too_short(side2[j]);
        if (e < end) {
            job->meeting->first[e] = 0;
        }
        uint32_t at = reaches ? team_add(&found->count, 1) : 0;
        if (reaches && at < CONTACTS_LONG) {
            found->of[at] = e;
        }
        longest2 = side2[j] > longest2 ? side2[j] : longest2;
    }
    return longest2;
}

// Most are too short, which is found out side by side. All others are picked, to be looked at one
// by one.
LANE_STAGE void contacts_pick_long(const taut_cuda_job* job, const team* t)
{
    team own = contacts_pickers(t);
    int first = seats_taken(job), end = contacts_elements(job);
    contacts_long* found = contacts_long_ones();
    if (LANE_RANK == 0) {
        contacts_nearby_all()->sinks = taut_order_of_float(INFINITY);
        found->count = found->taken = 0;
        found->longest2 = taut_order_of_float(0.0f);
    }
    team_sync_block();
    if (own.block < 0 || first == end) {
        return;
    }
    contacts_least_sink(job, t);
    float longest2 = 0.0f;
    for (int e = first + first_of(&own); e < end; e += CONTACTS_SIDES * stride_of(&own)) {
        longest2 = contacts_pick_some(job, e, end, stride_of(&own), longest2);
    }
    team_raise(&found->longest2, taut_order_of_float(longest2));
    team_sync_block();
    if (LANE_RANK == 0) {
        team_raise(&job->meeting->counts->longest2, found->longest2);
    }
}

// Before pairs are found --------------------------------------------------------------------------

LANE_STAGE void contacts_find_near(taut_cuda_job* job, const team* t, float time)
{
    const taut_contacts* k = &job->meeting->contacts;
    const int32_t* particle_of = job->blueprint.schedule.seating.particle_of;
    float fall = contact_fall(&job->run.step, &job->work, time);
    taut_box box = taut_box_empty();
    if (t->block == 0 && LANE_RANK == 0) {
        job->meeting->counts->longest2 = taut_order_of_float(0.0f);
    }
    for (int32_t seat = first_of(t); seat < seats_taken(job); seat += stride_of(t)) {
        contact_widen_reach(k, seat, fall);
        if (particle_of[seat] >= 0) {
            contact_element e = contact_element_of(k, &seat, 1);
            taut_box_add(&box, e.box.low);
            taut_box_add(&box, e.box.high);
        }
    }
    contacts_note_box(job, t, box);
    int spans = contacts_elements(job) / TAUT_CUDA_SPAN + 2;
    for (int i = first_of(t); i < spans; i += stride_of(t)) {
        job->meeting->spans[i] = 0;
    }
    team_sync(t);
    contacts_pick_long(job, t);
    if (t->block == 0) {
        contacts_add_near(job, t);
    }
    team_sync(t);
    contacts_recall(job);
}
