// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A particle by itself, from the first look of a substep to its velocity: it is read once, goes
// through all of it in registers or in memory that is as near, and is written once. The formulas
// are those of everybody else. They ask for rows by seat and for colliders by number; here these
// are rows of one particle and a collider at a time, which the compiler takes apart. Who is near
// another shape than a sphere or a capsule, or has very many pairs, goes another way
// (contacts_go_through()).

typedef struct contacts_lone {
    taut_vec3 x, v, before, predicted;
    float w, travel;
    uint8_t moved;
    int first, last;   // its pairs, 32 at most
    int last_near;     // the collider of the last one
    uint32_t live;     // those that may touch
    uint32_t settled;  // those that no push can change: they touched when the substep began
    uint32_t passed;   // those that were looked at and are not met,
    float clear;       // nor will be by pushes of less than so far
    taut_vec3 begun;   // from where it is before it is pushed (contacts_begun())
    int held;          // the pair that `c` is of, and memory is behind; or -1
    taut_contact c;
    bool going;  // what pushes and rebounds ask of its collider
    float hold, slide, bounce;
    bool staged;  // v, before, predicted and begun are in shared memory until they are asked for
} contacts_lone;

LANE_FN bool contacts_pair_is_staged(const contacts_lone* p, int i)
{
    return p->staged && i - p->first < STAGED_PAIRS;
}

LANE_FN taut_vec3 contacts_begun(const contacts_lone* p)
{
    return p->staged ? contacts_staged(STAGED_X) : p->begun;
}

// Those that do not change before contacts are through, asked for anew by whoever needs them.
LANE_FN void contacts_take_staged(contacts_lone* p)
{
    if (p->staged) {
        p->v = contacts_staged(STAGED_V);
        p->before = contacts_staged(STAGED_BEFORE);
    }
}

// Colliders ---------------------------------------------------------------------------------------

// What particles by themselves ask of a collider near by.
typedef struct contacts_by {
    taut_shape_kind kind;
    float radius, half_height;
    bool going, thin;
    taut_pose before, after;
    float travel, hold, slide, bounce;
} contacts_by;

LANE_FN contacts_by contacts_read_by(const taut_cuda_job* job, int number)
{
    const taut_near* near = &job->meeting->contacts.near[number];
    const taut_collider* collider = &job->run.step.colliders->items[near->collider];
    contacts_by by = {};
    by.kind = collider->kind;
    by.radius = collider->radius;
    by.half_height = collider->half_height;
    by.going = near->going;
    by.thin = near->thin;
    by.before = near->before;
    by.after = near->after;
    by.travel = near->travel;
    by.hold = near->hold;
    by.slide = near->slide;
    by.bounce = near->bounce;
    return by;
}

// A block has those of the substep in shared memory, if there are not more: many ask for a few.
enum { CONTACTS_BY = 32 };

typedef struct contacts_all_by {
    contacts_by of[CONTACTS_BY];
} contacts_all_by;

LANE_FN contacts_by* contacts_close_by(int number)
{
    TEAM_SHARED(contacts_all_by, all);
    return &all.of[number];
}

LANE_STAGE void contacts_come_close(const taut_cuda_job* job)
{
    int count = job->meeting->contacts.near_count;
    team_sync_block();
    for (int i = LANE_RANK; count <= CONTACTS_BY && i < count; i += LANE_TEAM) {
        *contacts_close_by(i) = contacts_read_by(job, i);
    }
    team_sync_block();
}

LANE_FN contacts_by contacts_by_of(const taut_cuda_job* job, int number)
{
    bool close = job->meeting->contacts.near_count <= CONTACTS_BY;
    return close ? *contacts_close_by(number) : contacts_read_by(job, number);
}

// Views -------------------------------------------------------------------------------------------

// What formulas are given of a particle and a collider near it. Each view is a variable of its own
// where it is used, and none points to another but work to body: so the compiler sees through.
LANE_FN taut_step contacts_view_step(const taut_cuda_job* job, const taut_solver_def* solver)
{
    const taut_step* s = &job->run.step;
    taut_step view = {};
    view.solver = solver;
    view.colliders = s->colliders;
    view.gravity = s->gravity;
    view.planar = s->planar;
    view.h = s->h;
    view.inverse_h = s->inverse_h;
    return view;
}

LANE_FN taut_contacts contacts_view_contacts(const taut_cuda_job* job, contacts_lone* p,
                                             taut_near* near)
{
    taut_contacts view = {};
    view.def.thickness = job->meeting->contacts.def.thickness;
    view.def.leave_speed = job->meeting->contacts.def.leave_speed;
    view.near = near;
    view.before = taut_rows{&p->before.x, &p->before.y, &p->before.z};
    view.moved = &p->moved;
    return view;
}

LANE_FN taut_body contacts_view_body(const taut_cuda_job* job)
{
    taut_body view = {};
    view.fine = false;
    view.gravity_scale = job->body.gravity_scale;
    return view;
}

LANE_FN taut_work contacts_view_work(contacts_lone* p, taut_body* body)
{
    taut_work view = {};
    view.body = body;
    view.x = taut_rows{&p->x.x, &p->x.y, &p->x.z};
    view.v = taut_rows{&p->v.x, &p->v.y, &p->v.z};
    view.w = &p->w;
    return view;
}

// A solver that keeps velocities.
LANE_FN taut_solver_def contacts_view_solver(void)
{
    taut_solver_def view = {};
    view.kind = TAUT_SOLVER_XPBD;
    return view;
}

// Those of particle p and collider `near` by their names.
#define CONTACTS_VIEWS(job, p, near)                                                               \
    taut_solver_def solver = contacts_view_solver();                                               \
    taut_step step = contacts_view_step(job, &solver);                                             \
    taut_contacts contacts = contacts_view_contacts(job, p, near);                                 \
    taut_body body = contacts_view_body(job);                                                      \
    taut_work work = contacts_view_work(p, &body)

// Pairs -------------------------------------------------------------------------------------------

// A contact as formulas are to have it: of the one particle and the one collider that views know.
LANE_FN taut_contact contacts_of_lone(const taut_contact* from)
{
    taut_contact c = *from;
    c.near = 0;
    c.seats[0] = 0;
    c.seats[1] = c.seats[2] = -1;
    return c;
}

LANE_FN bool contacts_is_live(const contacts_lone* p, int i)
{
    return (p->live >> (i - p->first) & 1u) != 0;
}

LANE_FN void contacts_set_live(const taut_cuda_job* job, contacts_lone* p, int i, bool live)
{
    uint32_t bit = 1u << (i - p->first);
    p->live = live ? p->live | bit : p->live & ~bit;
    job->meeting->contacts.live[i] = live;
}

// The collider of one of its pairs, and how long that need not be looked at.
LANE_FN contacts_by contacts_by_lone(const taut_cuda_job* job, const contacts_lone* p, int i)
{
    int near = p->last_near;
    if (i != p->last) {
        bool staged = contacts_pair_is_staged(p, i);
        near = staged ? *contacts_near_at(i - p->first) : job->meeting->contacts.watches[i].near;
    }
    return contacts_by_of(job, near);
}

LANE_FN float contacts_until_lone(const taut_cuda_job* job, const contacts_lone* p, int i)
{
    return contacts_pair_is_staged(p, i) ? *contacts_stage_at(STAGED_UNTIL + i - p->first)
                                         : job->meeting->contacts.until[i];
}

// Of a collider, what looks ask for.
LANE_FN taut_near contacts_near_by(const contacts_by* by)
{
    taut_near near = {};
    near.going = by->going;
    near.thin = by->thin;
    near.before = by->before;
    near.after = by->after;
    near.travel = by->travel;
    return near;
}

LANE_FN taut_near contacts_rub_of(const contacts_lone* p)
{
    taut_near near = {};
    near.going = p->going;
    near.hold = p->hold;
    near.slide = p->slide;
    near.bounce = p->bounce;
    return near;
}

// A pair out of memory, and back.
LANE_FN void contacts_fetch(const taut_cuda_job* job, const contacts_lone* p, int i,
                            taut_contact* c)
{
    contacts_get_at(&job->meeting->contacts.pairs[i], c);
    c->weight = p->w;
}

LANE_FN void contacts_drop(const taut_cuda_job* job, contacts_lone* p)
{
    if (p->held >= 0) {
        contacts_put(job, p->held, &p->c);
    }
}

LANE_FN void contacts_take_rub(const taut_cuda_job* job, contacts_lone* p, int i)
{
    contacts_by by = contacts_by_lone(job, p, i);
    p->going = by.going;
    p->hold = by.hold;
    p->slide = by.slide;
    p->bounce = by.bounce;
    p->held = i;
}

LANE_FN void contacts_hold(const taut_cuda_job* job, contacts_lone* p, int i)
{
    if (p->held != i) {
        contacts_drop(job, p);
        contacts_fetch(job, p, i, &p->c);
        contacts_take_rub(job, p, i);
    }
}

// What is met now is held, unless another is that touches as well.
LANE_FN void contacts_keep(const taut_cuda_job* job, contacts_lone* p, int i, const taut_contact* c)
{
    if (p->held >= 0 && p->held != i) {
        contacts_put(job, i, c);
        return;
    }
    p->c = *c;
    if (p->held < 0) {
        contacts_take_rub(job, p, i);
    }
}

// Looks and pushes --------------------------------------------------------------------------------

LANE_FN float contacts_size(taut_vec3 a)
{
    return fabsf(a.x) + fabsf(a.y) + fabsf(a.z);
}

// Of pair number i, which is not met, contact_gap_left() has so much left: any push takes off no
// more than it is long, and rounding less than is taken off here for numbers of that size. What is
// no number is never clear.
LANE_FN void contacts_note_passed(contacts_lone* p, int i, const contacts_by* by, float left)
{
    float size = contacts_size(contacts_begun(p)) + contacts_size(p->before) +
                 contacts_size(by->before.at) + contacts_size(by->after.at);
    float sure = left - 1e-5f * size;
    if (!(sure >= p->clear)) {
        p->clear = sure < p->clear ? sure : -INFINITY;
    }
    p->passed |= 1u << (i - p->first);
}

// What a look says of pair number i does not change with where the particle goes, if it touches
// from the beginning: it is the same contact, unless its direction is none.
LANE_FN void contacts_note_settled(contacts_lone* p, int i, bool live, const taut_contact* c)
{
    bool same = !live || taut_vec3_dot(c->n, c->n) > 0.9f;
    p->settled |= (uint32_t)same << (i - p->first);
}

// contact_meet_alone() of pair number i, after look number `after`, of which 0 is before the first.
// Returns whether it is live.
LANE_FN bool contacts_meet_round(const taut_cuda_job* job, contacts_lone* p, int i, uint8_t after,
                                 const contacts_by* by, taut_near* near, taut_contact* c)
{
    contacts_take_staged(p);
    CONTACTS_VIEWS(job, p, near);
    taut_collider round = contacts_view_round(by->kind, by->radius, by->half_height);
    taut_meeting_input in = {&round, 0, contacts.def.thickness, false};
    taut_mover m = {};
    m.count = 1;
    m.from[0] = contact_start_of(&contacts, near, 0);
    taut_meeting met;
    float until = -INFINITY, travelled = near->travel + p->travel;
    float left = INFINITY;
    bool live = after > 0 && contacts_is_live(p, i);
    taut_distance f = taut_distance_round(&round, m.from[0]);
    bool at_once = contact_touches_at_once(&in, m.from[0], f, &met);
    if (!at_once) {
        left = contact_gap_left(&work, near, 0, m.from[0], met.start, &m.to[0]);
        met.live = false;
        met.left = left;
        if (!(left >= 0.0f)) {
            advance_round(&in, &m, f.d, &met);
        }
        until = met.left + travelled;
    }
    job->meeting->contacts.until[i] = after > 0 ? -INFINITY : until;
    if (met.live) {
        live = contact_take_meeting(&step, &work, &contacts, c, live, &m, 1, &met);
    }
    if (at_once) {
        contacts_note_settled(p, i, live, c);
    } else if (after == 0 && !live) {
        contacts_note_passed(p, i, by, left);
    }
    return live;
}

LANE_FN void contacts_meet_lone(const taut_cuda_job* job, contacts_lone* p, int i, uint8_t after)
{
    contacts_by by = contacts_by_lone(job, p, i);
    taut_near near = contacts_near_by(&by);
    taut_contact c = contacts_of_lone(&p->c);
    if (after > 0 && p->held != i && contacts_is_live(p, i)) {
        contacts_fetch(job, p, i, &c);
    }
    bool live = contacts_meet_round(job, p, i, after, &by, &near, &c);
    contacts_set_live(job, p, i, live);
    if (live) {
        contacts_keep(job, p, i, &c);
    }
}

// Whether a look has to ask again about pair number i of a particle that was pushed: so it is with
// those that were not looked at before.
LANE_FN bool contacts_may_change(const contacts_lone* p, int i, bool clear)
{
    uint32_t known = clear ? p->settled | (p->passed & ~p->live) : p->settled;
    return (known >> (i - p->first) & 1u) == 0;
}

// How far pushes have moved it, or more.
LANE_FN float contacts_way(const contacts_lone* p)
{
    return 1.001f * taut_vec3_length(taut_vec3_sub(p->x, contacts_begun(p)));
}

// Those that may meet; and after look number `after`, once it was pushed, those that pushes can
// change anything about. All of these are looked at in the next substep.
LANE_FN void contacts_meet_pairs(const taut_cuda_job* job, contacts_lone* p, uint8_t after)
{
    const taut_contacts* k = &job->meeting->contacts;
    bool first = after == 0, clear = !first && contacts_way(p) < p->clear;
    int end = first || p->moved == after ? p->last : p->first - 1;
    TAUT_NO_UNROLL
    for (int i = p->first; i <= end; ++i) {
        float travelled = contacts_by_lone(job, p, i).travel + p->travel;
        if (first ? contact_may_meet(travelled, contacts_until_lone(job, p, i))
                  : contacts_may_change(p, i, clear)) {
            contacts_meet_lone(job, p, i, after);
        } else if (first) {
            contacts_set_live(job, p, i, false);
        } else {
            k->until[i] = -INFINITY;
        }
    }
}

// The last one first. Whether any of them pushed hard.
LANE_FN bool contacts_push_pairs(const taut_cuda_job* job, contacts_lone* p, uint8_t look,
                                 float limit)
{
    bool hard = false;
    TAUT_NO_UNROLL
    for (int i = p->last; i >= p->first; --i) {
        if (contacts_is_live(p, i)) {
            contacts_hold(job, p, i);
            taut_near near = contacts_rub_of(p);
            taut_contact c = contacts_of_lone(&p->c);
            CONTACTS_VIEWS(job, p, &near);
            hard = contact_solve(&step, &work, &contacts, &c, 1, false, look) > limit || hard;
            p->c = c;
        }
    }
    return hard;
}

LANE_FN void contacts_bounce_pairs(const taut_cuda_job* job, contacts_lone* p, float rest)
{
    TAUT_NO_UNROLL
    for (int i = p->last; i >= p->first; --i) {
        if (contacts_is_live(p, i)) {
            contacts_hold(job, p, i);
            taut_near near = contacts_rub_of(p);
            taut_contact c = contacts_of_lone(&p->c);
            CONTACTS_VIEWS(job, p, &near);
            (void)contact_bounce(&step, &work, &contacts, &c, 1, rest);
            p->c = c;
        }
    }
}

// A particle --------------------------------------------------------------------------------------

// What correct_velocities() makes of a velocity.
LANE_FN taut_vec3 contacts_corrected(const taut_cuda_job* job, taut_vec3 v, taut_vec3 x,
                                     taut_vec3 predicted)
{
    lane3 d = lane3_sub(lane3{x.x, x.y, x.z}, lane3{predicted.x, predicted.y, predicted.z});
    lane3 out =
        taut_correct_velocity(lane3{v.x, v.y, v.z}, d, job->run.step.inverse_h, job->body.keep);
    return taut_vec3{out.x, out.y, out.z};
}

// Whose pairs they are, from number `first` to `last`.
LANE_FN contacts_lone contacts_lone_of(contacts_glance glance, int first, int last)
{
    contacts_lone p = {};
    p.first = first;
    p.last = last;
    p.last_near = glance.near;
    p.held = -1;
    return p;
}

LANE_FN contacts_lone contacts_name_lone(const taut_cuda_job* job, contacts_glance glance, int last)
{
    return contacts_lone_of(glance, job->meeting->first[glance.seat], last);
}

LANE_FN void contacts_open_lone(const taut_cuda_job* job, contacts_lone* p, int seat)
{
    const taut_work* w = &job->work;
    const taut_contacts* k = &job->meeting->contacts;
    p->predicted = taut_rows_get(w->q, seat);
    p->x = taut_rows_get(w->x, seat);
    p->v = taut_rows_get(w->v, seat);
    p->before = taut_rows_get(k->before, seat);
    p->w = w->w[seat];
    p->travel = k->travel[seat];
}

// It has its place and its velocity.
LANE_FN void contacts_close_lone(const taut_cuda_job* job, contacts_lone* p, int seat, float rest)
{
    const taut_work* w = &job->work;
    contacts_take_staged(p);
    p->predicted = p->staged ? contacts_staged(STAGED_PREDICTED) : p->predicted;
    if (p->w > 0.0f) {
        p->v = contacts_corrected(job, p->v, p->x, p->predicted);
    }
    contacts_bounce_pairs(job, p, rest);
    contacts_drop(job, p);
    taut_rows_set(w->x, seat, p->x);
    taut_rows_set(w->v, seat, p->v);
}

// Whether a particle may be taken so, by its pairs.
LANE_FN bool contacts_are_round(const taut_cuda_job* job, const contacts_lone* p)
{
    bool round = p->last - p->first < 32;
    for (int i = p->first; i <= p->last && round; ++i) {
        round = contacts_kind_is_round(contacts_by_lone(job, p, i).kind);
    }
    return round;
}

// A particle as solve_particle() of contacts_solve.c has it.
LANE_FN void contacts_take_lone(const taut_cuda_job* job, contacts_lone* p, int seat, float rest)
{
    float limit = contact_hard(&job->meeting->contacts);
    bool goes_on = true;
    p->begun = p->x;
    p->clear = INFINITY;
    TAUT_NO_UNROLL
    for (uint8_t look = 1; look <= CONTACT_LOOKS && goes_on; ++look) {
        contacts_meet_pairs(job, p, (uint8_t)(look - 1));
        bool hard = true;
        TAUT_NO_UNROLL
        for (int round = 0; round < CONTACT_ROUNDS && hard; ++round) {
            hard = contacts_push_pairs(job, p, look, limit);
            goes_on = round > 0 ? goes_on : hard;
        }
    }
    contacts_close_lone(job, p, seat, rest);
}

// Whether those of a body may.
LANE_FN bool contacts_go_alone(const taut_cuda_job* job)
{
    return job->solver.kind == TAUT_SOLVER_XPBD && !job->body.fine;
}

// What the velocity of a particle asks for.
typedef struct contacts_motion {
    bool free;  // it has no contacts, and is not held
    taut_vec3 predicted, x, v;
} contacts_motion;

// Velocities of all others: from number `begin` to `end`, each `stride`-th.
LANE_STAGE void contacts_correct_some(const taut_cuda_job* job, int begin, int end, int stride)
{
    const taut_work* w = &job->work;
    auto get = [=](int seat) {
        contacts_motion m = {w->w[seat] > 0.0f && contacts_has_none(job, seat)};
        if (m.free) {  // others may be on their way
            m.predicted = taut_rows_get(w->q, seat);
            m.x = taut_rows_get(w->x, seat);
            m.v = taut_rows_get(w->v, seat);
        }
        return m;
    };
    auto put = [=](int seat, contacts_motion m) {
        if (m.free) {
            taut_rows_set(w->v, seat, contacts_corrected(job, m.v, m.x, m.predicted));
        }
    };
    each_seat<FEW_SEATS>(begin, end, stride, get, put);
}

LANE_FN void contacts_correct_others(const taut_cuda_job* job, const team* t)
{
    const taut_seating* seating = &job->blueprint.schedule.seating;
    contacts_correct_some(job, first_of(t), seating->first[seating->part_count], stride_of(t));
}

// Each seat is that of the thread that will store it.
LANE_FN void contacts_correct_parts(const taut_cuda_job* job, const team* t)
{
    const taut_seating* seating = &job->blueprint.schedule.seating;
    for (int part = t->block; part < seating->part_count; part += t->block_count) {
        contacts_correct_some(job, seating->first[part] + LANE_RANK, seating->first[part + 1],
                              LANE_TEAM);
    }
}

LANE_STAGE void contacts_take_alone(const taut_cuda_job* job, const team* t)
{
    const taut_contacts* k = &job->meeting->contacts;
    float rest = contact_rest_speed(&job->run.step, &job->work);
    contacts_come_close(job);
    for (int i = first_of_few(t); i < k->point_count; i += stride_of(t)) {
        contacts_glance glance = contacts_glance_at(k, i, false);
        if (glance.next_seat != glance.seat) {
            contacts_lone p = contacts_name_lone(job, glance, i);
            if (contacts_are_round(job, &p)) {
                contacts_open_lone(job, &p, glance.seat);
                contacts_take_lone(job, &p, glance.seat, rest);
            } else {
                contacts_go_through(job, i, glance.seat, true, false, true, rest);
            }
        }
    }
}
