// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Contacts with colliders through a step, as contacts.c and contacts_solve.c have them, by all
// threads at once. Pairs of a particle go to one thread, one after another; so do those of an edge
// or a face, while elements of a colour go side by side (contacts_order.h).

// clang-format off
#include "cuda/contacts_points.inl"
// clang-format on

// Whether a seat has no pairs.
LANE_FN bool contacts_has_none(const taut_cuda_job* job, int seat)
{
    const int32_t* first = job->meeting->first;
    return seat >= seats_taken(job) || first[seat] == first[seat + 1];
}

// Meeting -----------------------------------------------------------------------------------------

// Of pushes: contacts_begin() resets those on trees.
LANE_FN void contacts_forget_votes(const taut_cuda_job* job, const team* t)
{
    for (int i = first_of(t); i < TAUT_CUDA_VOTES; i += stride_of(t)) {
        job->meeting->votes[i] = 0;
    }
}

// As it is read, with what x could not hold: added up once all that is read at once is there.
typedef struct contacts_sight {
    contact_sight of;
    taut_vec3 d;
    taut_float4 moved;  // by pairs of the crowd
} contacts_sight;

// A particle goes where pairs pushed it. One that is held is only pressed.
LANE_FN void contacts_bring(const taut_cuda_job* job, int seat, contacts_sight* read)
{
    taut_rows to = job->work.w[seat] > 0.0f ? job->work.x : job->work.lo;
    taut_vec3 at = taut_vec3_add(taut_rows_get(to, seat), taut_vec3_of(read->moved));
    taut_rows_set(to, seat, at);
    read->of.at = taut_rows_get(job->work.x, seat);
}

// One that went farther than pairs were looked for: its reach is another from now on, and all will
// hear of it.
LANE_STAGE void contacts_note_stray(const taut_cuda_job* job, int seat)
{
    taut_cuda_counts* counts = job->meeting->counts;
    contact_open_stray(&job->run.step, &job->work, &job->meeting->contacts, seat);
    uint32_t at = team_append(&counts->stray_count);
    if (at < TAUT_CONTACT_STRAYS) {
        counts->strays[at] = seat;
    }
}

LANE_FN void contacts_look_at(const taut_cuda_job* job, const taut_contacts* k, int seat,
                              contacts_sight read)
{
    if (has_pushed(read.moved.w)) {
        contacts_bring(job, seat, &read);
    }
    if (bits_of_mark(read.moved.w) != 0) {
        forget_moved(&job->pushed[seat]);
    }
    k->moved[seat] = 0;
    if (contact_look_round(k, seat, read.of)) {
        contacts_note_stray(job, seat);
    }
}

// Notes particles that went farther than pairs were looked for.
LANE_STAGE void contacts_look_at_seats(const taut_cuda_job* job, const team* t)
{
    const taut_contacts k = job->meeting->contacts;  // a copy, which no store can change
    const taut_rows x = job->work.x, d = job->work.d;
    bool fine = job->body.fine;
    taut_pair_place* pushed = job->pushed;
    const uint32_t* owed = job->owed;
    auto get = [=](int seat) {
        contacts_sight read = {};
        read.of = contact_sight_of(&k, seat, taut_rows_get(x, seat));
        if (fine) {
            read.d = taut_rows_get(d, seat);
        }
        if (pushed != NULL) {
            read.moved =
                owed == NULL ? far_get(&pushed[seat].moved) : hear_moved(&pushed[seat], owed[seat]);
        }
        return read;
    };
    auto put = [=](int seat, contacts_sight read) {
        read.of.at = fine ? taut_vec3_add(read.of.at, read.d) : read.of.at;
        contacts_look_at(job, &k, seat, read);
    };
    contacts_forget_votes(job, t);
    if (seats_taken(job) <= stride_of(t)) {
        each_seat<1>(first_of(t), seats_taken(job), stride_of(t), get, put);  // in half the text
    } else {
        each_seat<FEW_SEATS>(first_of(t), seats_taken(job), stride_of(t), get, put);
    }
}

// The same of those that have no contacts, each when its pairs have been solved. What can be read
// before that is asked for at once; of others nothing is, which may be on their way.
LANE_STAGE void contacts_look_at_free(const taut_cuda_job* job, const team* t)
{
    const taut_contacts k = job->meeting->contacts;
    const taut_rows x = job->work.x;
    taut_pair_place* pushed = job->pushed;
    const uint32_t* owed = job->owed;
    int end = seats_taken(job), stride = stride_of(t);
    contacts_forget_votes(job, t);
    for (int seat = first_of(t); seat < end; seat += FEW_SEATS * stride) {
        bool none[FEW_SEATS];
        uint32_t pairs[FEW_SEATS];
        contacts_sight read[FEW_SEATS] = {};
        TEAM_UNROLL
        for (int j = 0; j < FEW_SEATS; ++j) {
            int at = seat + j * stride;
            none[j] = at < end && contacts_has_none(job, at);
            pairs[j] = none[j] && pushed != NULL ? owed[at] : 0;
        }
        TEAM_UNROLL
        for (int j = 0; j < FEW_SEATS; ++j) {
            int at = seat + j * stride;
            if (none[j]) {
                read[j].of = contact_sight_of(&k, at, taut_rows_get(x, at));
            }
        }
        TEAM_UNROLL
        for (int j = 0; j < FEW_SEATS; ++j) {
            if (pushed != NULL) {
                read[j].moved = hear_moved(&pushed[seat + j * stride], pairs[j]);
            }
        }
        TEAM_UNROLL
        for (int j = 0; j < FEW_SEATS; ++j) {
            if (none[j]) {
                contacts_look_at(job, &k, seat + j * stride, read[j]);
            }
        }
    }
}

LANE_STAGE void contacts_find_again(taut_cuda_job* job, const team* t)
{
    const taut_step* s = &job->run.step;
    float left = s->h * (float)(s->substep_count - s->substep);
    for (int seat = first_of(t); seat < seats_taken(job); seat += stride_of(t)) {
        contact_open_again(s, &job->work, &job->meeting->contacts, seat, left);
    }
    contacts_find(job, t, left);
}

// Whether strays have no collider near, so that pairs hold: each block asks for itself, and all
// find the same. Nobody moves colliders before all have.
LANE_STAGE bool contacts_let_stray(const taut_cuda_job* job, const team* t, int strays)
{
    const taut_step* s = &job->run.step;
    taut_realm_meets met = taut_realms_met(&s->colliders->realms, job->body.realm);
    int count = strays <= TAUT_CONTACT_STRAYS ? strays * taut_realms_met_count(&met) : 0;
    bool clear = strays <= TAUT_CONTACT_STRAYS;
    for (int i = LANE_RANK; i < count; i += LANE_TEAM) {
        int32_t seat = job->meeting->counts->strays[i % strays];
        int collider = taut_realms_met_at(&met, i / strays);
        clear =
            clear && !contact_stray_meets(s, &job->work, &job->meeting->contacts, seat, collider);
    }
    clear = team_sync_all(clear);
    team_sync(t);
    if (t->block == 0 && LANE_RANK == 0) {
        job->meeting->counts->stray_count = 0;
    }
    return clear;
}

// Waits until all have looked round. Returns whether pairs are to be looked for again.
LANE_FN bool contacts_hear_strays(const taut_cuda_job* job, const team* t)
{
    team_sync(t);
    int strays = (int)job->meeting->counts->stray_count;
    return strays > 0 && !contacts_let_stray(job, t, strays);
}

// Nobody is pushed yet.
LANE_FN void contacts_look_round(taut_cuda_job* job, const team* t)
{
    contacts_look_at_seats(job, t);
    if (contacts_hear_strays(job, t)) {
        contacts_find_again(job, t);
    }
}

// What particles stand on, which edges and faces ask for.
LANE_STAGE void contacts_stand(const taut_cuda_job* job, const team* t)
{
    const taut_contacts* k = &job->meeting->contacts;
    const int32_t* first = job->meeting->first;
    for (int seat = first_of(t); seat < seats_taken(job); seat += stride_of(t)) {
        k->on[seat].near = -1;
        int last = first[seat + 1] - 1;
        while (last >= first[seat] && !k->live[last]) {
            --last;
        }
        if (last >= first[seat]) {
            contact_stand(k, last);
        }
    }
}

LANE_STAGE void contacts_meet_all(const taut_cuda_job* job, const team* t, bool ahead)
{
    const taut_step* s = &job->run.step;
    const taut_contacts* k = &job->meeting->contacts;
    contacts_meet_points(job, t, ahead);
    if (k->point_count < k->pair_count) {
        team_sync(t);
        contacts_stand(job, t);
        team_sync(t);
    }
    for (int i = k->point_count + first_of(t); i < k->pair_count; i += stride_of(t)) {
        k->live[i] = 0;
        contact_meet_first(s, &job->work, i, ahead);
    }
}

LANE_STAGE void contacts_meet_again(const taut_cuda_job* job, const team* t, uint8_t look)
{
    for (int i = first_of(t); i < job->meeting->contacts.pair_count; i += stride_of(t)) {
        contact_meet_again(&job->run.step, &job->work, i, look);
    }
    team_sync(t);
}

// In their order ----------------------------------------------------------------------------------

// Whether it pushed hard.
LANE_FN bool contacts_take(const taut_cuda_job* job, int i, contacts_task task)
{
    const taut_step* s = &job->run.step;
    const taut_work* w = &job->work;
    const taut_contacts* k = &job->meeting->contacts;
    taut_contact* c = &k->pairs[i];
    if (task.bounces) {
        (void)contact_bounce(s, w, k, c, seats_of(c), task.limit);
        return false;
    }
    float way = w->body->fine ? contact_solve(s, w, k, c, seats_of(c), true, task.look)
                              : contact_solve(s, w, k, c, seats_of(c), false, task.look);
    return way > task.limit;
}

// Those of elements of several particles: from `begin` to `end`, each `stride`-th.
LANE_STAGE bool contacts_take_some(const taut_cuda_job* job, int begin, int end, int stride,
                                   contacts_task task)
{
    const int32_t* first = job->meeting->first;
    bool hard = false;
    for (int e = begin; e < end; e += stride) {
        for (int i = first[e + 1] - 1; i >= first[e]; --i) {
            if (job->meeting->contacts.live[i]) {
                hard = contacts_take(job, i, task) || hard;
            }
        }
    }
    return hard;
}

// One after another, the last one first.
LANE_STAGE bool contacts_take_rest(const taut_cuda_job* job, int begin, int end, contacts_task task)
{
    bool hard = false;
    for (int e = end - 1; e >= begin; --e) {
        hard = contacts_take_some(job, e, e + 1, 1, task) || hard;
    }
    return hard;
}

LANE_STAGE bool contacts_take_colours(const taut_cuda_job* job, const team* t,
                                      const taut_contact_colours* colours, int base,
                                      contacts_task task)
{
    const int32_t* first = job->meeting->first;
    bool hard = false;
    for (int colour = TAUT_CONTACT_COLOURS; colour >= 0; --colour) {
        int begin = base + colours->first[colour], end = base + colours->first[colour + 1];
        if (first[begin] == first[end]) {
            continue;
        }
        if (colour < TAUT_CONTACT_COLOURS) {
            hard = contacts_take_some(job, begin + first_of(t), end, stride_of(t), task) || hard;
        } else if (first_of(t) == 0) {
            hard = contacts_take_rest(job, begin, end, task) || hard;
        }
        team_sync(t);
    }
    return hard;
}

// Edges and faces first, the last ones first. Whether any that this thread took pushed hard.
LANE_STAGE bool contacts_take_all(const taut_cuda_job* job, const team* t, contacts_task task)
{
    const taut_contacts* k = &job->meeting->contacts;
    int edges = seats_taken(job);
    bool hard = false;
    if (k->pair_count > k->point_count) {
        hard = contacts_take_colours(job, t, &k->face_colours, edges + k->edge_count, task);
        hard = contacts_take_colours(job, t, &k->edge_colours, edges, task) || hard;
    }
    if (k->point_count > 0) {
        hard = contacts_take_points(job, t, task) || hard;
    }
    return hard;
}

// Pushing -----------------------------------------------------------------------------------------

// Whether anybody's push was hard.
LANE_STAGE bool contacts_push_round(const taut_cuda_job* job, const team* t, uint8_t look,
                                    int number)
{
    contacts_task task = {false, look, contact_hard(&job->meeting->contacts)};
    uint32_t* vote = job->meeting->votes + number;
    if (contacts_take_all(job, t, task)) {
        team_flag(vote);
    }
    team_sync(t);
    return *vote != 0;
}

// The rounds of a look. Whether the first one was hard.
LANE_STAGE bool contacts_push(const taut_cuda_job* job, const team* t, uint8_t look)
{
    int number = (look - 1) * CONTACT_ROUNDS;
    bool first = contacts_push_round(job, t, look, number);
    bool hard = first;
    for (int i = 1; i < CONTACT_ROUNDS && hard; ++i) {
        hard = contacts_push_round(job, t, look, number + i);
    }
    return first;
}

static_assert(CONTACT_ROUNDS * CONTACT_LOOKS <= TAUT_CUDA_VOTES, "a vote for each round");

// Pushes of the sweep before.
LANE_STAGE void contacts_forget_pushes(const taut_cuda_job* job, const team* t)
{
    uint8_t* moved = job->meeting->contacts.moved;
    int end = seats_taken(job);
    for (int seat = first_of(t); seat < end; seat += stride_of(t)) {
        moved[seat] = 0;
    }
    contacts_forget_votes(job, t);
    team_sync(t);
}
