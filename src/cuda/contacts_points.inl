// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Pairs of single particles, which most are: they need nothing of others. Their contact is read
// once, stays in registers, and is written once.

// What is done to pairs: a push, or a rebound.
typedef struct contacts_task {
    bool bounces;
    uint8_t look;
    float limit;  // a push that is hard; or the speed of what rests
} contacts_task;

// In registers ------------------------------------------------------------------------------------

// What a contact has in memory, but for what the particle says.
LANE_FN void contacts_get_at(const taut_contact* from, taut_contact* c)
{
    c->n = from->n;
    c->lambda = from->lambda;
    c->pushed = from->pushed;
    c->speed = from->speed;
    c->at = from->at;
    c->bias = from->bias;
    c->from = from->from;
    c->most = from->most;
    c->rub = from->rub;
    c->start = from->start;
}

LANE_FN void contacts_get(const taut_cuda_job* job, int i, taut_contact* c)
{
    c->weight = job->work.w[c->seats[0]];
    contacts_get_at(&job->meeting->contacts.pairs[i], c);
}

// What a push changes of it, in whole fours.
LANE_FN void contacts_put_push(const taut_cuda_job* job, int i, const taut_contact* c)
{
    taut_contact* to = &job->meeting->contacts.pairs[i];
    to->n = c->n;
    to->lambda = c->lambda;
    to->pushed = c->pushed;
    to->speed = c->speed;
    to->rub = c->rub;
    to->start = c->start;
}

// Only trees ask for weights (contacts_bend.inl).
LANE_FN void contacts_put(const taut_cuda_job* job, int i, const taut_contact* c)
{
    taut_contact* to = &job->meeting->contacts.pairs[i];
    contacts_put_push(job, i, c);
    to->at = c->at;
    to->bias = c->bias;
    to->from = c->from;
    to->most = c->most;
    if (job->run.direct) {
        to->weights[0] = 1.0f;
        to->weight = c->weight;
    }
}

LANE_FN taut_contact contacts_of(const taut_watch* watch)
{
    taut_contact c = {};
    c.near = watch->near;
    c.seats[0] = watch->seats[0];
    c.seats[1] = c.seats[2] = -1;
    return c;
}

// One after another -------------------------------------------------------------------------------

// What is read of a pair well before it is taken.
typedef struct contacts_glance {
    int32_t seat;
    int32_t next_seat;  // of the pair after it; -1 after the last one
    int32_t near;
    bool live;
} contacts_glance;

// @param asks  whether it is live, which nobody changes meanwhile
LANE_FN contacts_glance contacts_glance_at(const taut_contacts* k, int i, bool asks)
{
    contacts_glance glance = {-1, -1, -1, false};
    if (i < k->point_count) {
        glance.seat = k->watches[i].seats[0];
        glance.near = k->watches[i].near;
        glance.next_seat = i + 1 < k->point_count ? k->watches[i + 1].seats[0] : -1;
        glance.live = asks && k->live[i] != 0;
    }
    return glance;
}

LANE_FN void contacts_expect_rows(taut_rows rows, int seat)
{
    team_expect(rows.x + seat);
    team_expect(rows.y + seat);
    team_expect(rows.z + seat);
}

// All pairs of this thread, each with a glance at it. While one is taken, what the next one needs
// is on its way (`expect`), and the one after that is glanced at.
template <class expect_fn, class take_fn>
LANE_FN void contacts_each_point(const taut_cuda_job* job, const team* t, bool asks,
                                 expect_fn expect, take_fn take)
{
    const taut_contacts* k = &job->meeting->contacts;
    int stride = stride_of(t), first = first_of_few(t);
    contacts_glance next = contacts_glance_at(k, first, asks);
    contacts_glance later = contacts_glance_at(k, first + stride, asks);
    if (next.seat >= 0) {
        expect(first, next);
    }
    for (int i = first; i < k->point_count; i += stride) {
        contacts_glance now = next;
        next = later;
        later = contacts_glance_at(k, i + 2 * stride, asks);
        if (next.seat >= 0) {
            expect(i + stride, next);
        }
        take(i, now);
    }
}

// Meeting -----------------------------------------------------------------------------------------

// After which look a pair meets: 0 for the first time in a substep, when none is live yet.
typedef struct contacts_look {
    uint8_t after;
    bool ahead;
} contacts_look;

// Pair number i after that look: the contact in `c`, which has yet to be put into memory where it
// is live.
LANE_FN bool contacts_meet_pair(const taut_cuda_job* job, int i, contacts_look look,
                                taut_contact* c)
{
    const taut_step* s = &job->run.step;
    const taut_contacts* k = &job->meeting->contacts;
    const taut_watch watch = k->watches[i];
    const taut_near* near = &k->near[watch.near];
    float travelled = near->travel + k->travel[watch.seats[0]];
    float before = k->until[i];
    bool live = look.after > 0 && k->live[i] != 0;
    bool met = live;
    *c = contacts_of(&watch);
    if (live) {
        contacts_get(job, i, c);
    }
    if (look.after > 0 ? k->moved[watch.seats[0]] == look.after
                       : contact_may_meet(travelled, before)) {
        float until;
        if (contact_has_facets(&s->colliders->items[near->collider])) {
            c->feature = k->pairs[i].feature;
        }
        met = contact_meet_alone(s, &job->work, k, c, live, look.ahead, travelled, &until);
        until = look.after > 0 ? -INFINITY : until;
        if (until != before) {
            k->until[i] = until;
        }
    }
    k->live[i] = met;
    return met;
}

LANE_STAGE void contacts_meet_points(const taut_cuda_job* job, const team* t, bool ahead)
{
    const taut_contacts* k = &job->meeting->contacts;
    contacts_look look = {0, ahead};
    auto expect = [=](int, contacts_glance glance) {
        contacts_expect_rows(k->before, glance.seat);
    };
    auto take = [=](int i, contacts_glance) {
        taut_contact c;
        if (contacts_meet_pair(job, i, look, &c)) {
            contacts_put(job, i, &c);
        }
    };
    contacts_each_point(job, t, false, expect, take);
}

// Pushing -----------------------------------------------------------------------------------------

LANE_FN bool contacts_push_pair(const taut_cuda_job* job, taut_contact* c, contacts_task task)
{
    const taut_step* s = &job->run.step;
    const taut_work* w = &job->work;
    const taut_contacts* k = &job->meeting->contacts;
    float way = w->body->fine ? contact_solve(s, w, k, c, 1, true, task.look)
                              : contact_solve(s, w, k, c, 1, false, task.look);
    return way > task.limit;
}

// A rebound asks for less than a push.
LANE_FN void contacts_bounce_pair(const taut_cuda_job* job, int i, taut_contact* c, float rest)
{
    const taut_contacts* k = &job->meeting->contacts;
    taut_contact* in_memory = &k->pairs[i];
    c->weight = job->work.w[c->seats[0]];
    c->n = in_memory->n;
    c->lambda = in_memory->lambda;
    c->pushed = in_memory->pushed;
    c->speed = in_memory->speed;
    if (k->near[c->near].going) {
        c->from = in_memory->from;
    }
    (void)contact_bounce(&job->run.step, &job->work, k, c, 1, rest);
    in_memory->pushed = c->pushed;
    in_memory->speed = c->speed;
}

// Whether it pushed hard.
LANE_FN bool contacts_take_pair(const taut_cuda_job* job, int i, contacts_task task)
{
    const taut_watch watch = job->meeting->contacts.watches[i];
    taut_contact c = contacts_of(&watch);
    if (task.bounces) {
        contacts_bounce_pair(job, i, &c, task.limit);
        return false;
    }
    contacts_get(job, i, &c);
    bool hard = contacts_push_pair(job, &c, task);
    contacts_put_push(job, i, &c);
    return hard;
}

// Pair number i and those before it, if it is the last one of its particle that may touch.
LANE_FN bool contacts_take_particle(const taut_cuda_job* job, int i, contacts_glance glance,
                                    contacts_task task)
{
    const taut_contacts* k = &job->meeting->contacts;
    int seat = glance.seat;
    if (!glance.live) {
        return false;
    }
    for (int next = i + 1;
         glance.next_seat == seat && next < k->point_count && k->watches[next].seats[0] == seat;
         ++next) {
        if (k->live[next]) {
            return false;
        }
    }
    bool hard = false;
    for (; i >= 0 && k->watches[i].seats[0] == seat; --i) {
        if (k->live[i]) {
            hard = contacts_take_pair(job, i, task) || hard;
        }
    }
    return hard;
}

LANE_STAGE bool contacts_take_points(const taut_cuda_job* job, const team* t, contacts_task task)
{
    const taut_work* w = &job->work;
    const taut_contacts* k = &job->meeting->contacts;
    bool hard = false;
    auto expect = [=](int i, contacts_glance glance) {
        if (glance.live) {
            team_expect(&k->pairs[i].n);
            team_expect(w->w + glance.seat);
            contacts_expect_rows(task.bounces ? w->v : w->x, glance.seat);
        }
        if (glance.live && !task.bounces) {
            team_expect(&k->pairs[i].at);
            team_expect(&k->pairs[i].rub);
        }
    };
    auto take = [=, &hard](int i, contacts_glance glance) {
        hard = contacts_take_particle(job, i, glance, task) || hard;
    };
    contacts_each_point(job, t, true, expect, take);
    return hard;
}

// Where there are no others --------------------------------------------------------------------

// Pairs of one particle while a thread goes through them.
typedef struct contacts_own {
    int first, last;
    int held;        // the one that `c` is of; or -1
    taut_contact c;  // which is as in memory, or newer
} contacts_own;

// They meet after look number `after`. The last one has yet to be put into memory.
LANE_FN void contacts_meet_own(const taut_cuda_job* job, contacts_own* own, contacts_look after)
{
    own->held = -1;
    for (int j = own->first; j <= own->last; ++j) {
        bool live = contacts_meet_pair(job, j, after, &own->c);
        if (live && j < own->last) {
            contacts_put(job, j, &own->c);
        }
        own->held = live ? j : -1;
    }
}

// They push, the last one first. Whether any of them did so hard.
LANE_FN bool contacts_push_own(const taut_cuda_job* job, contacts_own* own, contacts_task task)
{
    const taut_contacts* k = &job->meeting->contacts;
    bool hard = false;
    for (int j = own->last; j >= own->first; --j) {
        bool held = own->held == j;
        if (!held && k->live[j]) {
            own->c = contacts_of(&k->watches[j]);
            contacts_get(job, j, &own->c);
            own->held = j;
            held = true;
        }
        if (held) {
            hard = contacts_push_pair(job, &own->c, task) || hard;
            contacts_put(job, j, &own->c);
        }
    }
    return hard;
}

// solve_particle() of contacts_solve.c, for the particle whose last pair is number i; where they
// are `fresh` they meet for the first time in the substep.
LANE_FN void contacts_solve_particle(const taut_cuda_job* job, int i, int seat, bool fresh,
                                     bool ahead)
{
    const taut_contacts* k = &job->meeting->contacts;
    contacts_own own;
    own.first = own.last = i;
    own.held = -1;
    while (own.first > 0 && k->watches[own.first - 1].seats[0] == seat) {
        --own.first;
    }
    if (!fresh) {
        k->moved[seat] = 0;
    }
    bool goes_on = true;
    TAUT_NO_UNROLL
    for (uint8_t look = 1; look <= CONTACT_LOOKS && goes_on; ++look) {
        contacts_task task = {false, look, contact_hard(k)};
        contacts_look after = {(uint8_t)(look - 1), ahead && look == 1};
        if (fresh || look > 1) {
            contacts_meet_own(job, &own, after);
        }
        bool hard = true;
        TAUT_NO_UNROLL
        for (int round = 0; round < CONTACT_ROUNDS && hard; ++round) {
            hard = contacts_push_own(job, &own, task);
            goes_on = round > 0 ? goes_on : hard;
        }
    }
}
