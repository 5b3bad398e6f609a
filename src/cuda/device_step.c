// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A step on a device: which bodies it can take, what it is handed, and what becomes of them.

#include <string.h>

#include "crowd.h"
#include "cuda/crowd_host.h"
#include "cuda/shape.h"
#include "frame.h"
#include "topology.h"

// Opening -----------------------------------------------------------------------------------------

// Whether the device has the blueprint as it is: where it changed, once it did not for a while. A
// body that is again what it was before there was wind may have come without what air asks for.
bool taut_device_knows(taut_body* b)
{
    taut_device_body* d = b->device;
    bool airless = b->blown && !d->refused && (d->more == NULL || !d->more->airy);
    if (d->stale && d->calm++ < TAUT_DEVICE_CALM) {
        return false;
    }
    return d->stale || airless ? taut_device_replan(b)
                               : d->plan != NULL && d->plan->of == b->blueprint;
}

// Whether it meets no colliders, or there is what it takes to meet them.
static bool takes_contacts(const taut_step* s, const taut_body* b)
{
    bool meets = b->contacts != NULL && s->colliders->used > 0;
    const taut_device_body* d = b->device;
    return !meets || (d->contact_memory != NULL && d->of->colliders.known);
}

// What has no kernel yet stays on the host: trees of many links that are solved directly, and what
// was torn just now.
bool taut_device_fits(const taut_step* s, taut_body* b)
{
    const taut_blueprint* p = b->blueprint;
    if (b->device == NULL || b->device->unwelcome) {
        return false;
    }
    bool known = b->run->sweep_list == NULL;
    bool airy = !b->blown || b->device->air_memory != NULL;
    bool plain = airy && p->user_count == 0;
    bool direct = b->run->chains != NULL && s->solver->direct && p->trees.count > 0;
    bool watched = taut_watcher_of(s, b) != NULL;
    return known && b->moving_count <= b->device->move_room && takes_contacts(s, b) && plain &&
           (!direct || b->device->direct) && !watched && taut_device_knows(b);
}

// Bodies that act on one another go all or none.
static bool takes(const taut_device* device, const taut_step* s, taut_body* b)
{
    return taut_crowd_has(b) ? taut_device_crowd_goes(device) : taut_device_fits(s, b);
}

static bool are_plain(const taut_constraint_set* links)
{
    return !links->any_damping && !links->any_sides && !links->any_play && !links->any_friction;
}

static bool tears(const taut_body* b)
{
    return b->topology != NULL && b->topology->any_limits;
}

static bool goes_as_sheet(const taut_body* b)
{
    const taut_run* r = &b->device->run;
    const taut_cuda_plan* plan = b->device->plan;
    const taut_constraint_set* links = &b->blueprint->sets[TAUT_CONSTRAINT_DISTANCE];
    bool plain = are_plain(links) && !tears(b) && !b->blown && !r->gas && !r->direct;
    bool swept = r->step.solver->kind == TAUT_SOLVER_XPBD && r->iterations == 1 && !r->lines &&
                 !r->direct && r->late && taut_run_opens_with_prediction(r);
    return plan->sheet_threads > 0 && plain && swept && !b->device->too_much;
}

bool taut_device_note(taut_body* b, int particle, taut_float4 v, bool rests)
{
    taut_device_body* d = b->device;
    // Those that move from the front, those that rest from the back: close_up() joins them.
    int at = rests ? d->move_room - ++d->rest_count : d->move_count++;
    d->moves[at] = (taut_cuda_move){.particle = particle,
                                    .seat = b->blueprint->schedule.seating.seat_of[particle],
                                    .v = taut_vec3_of(v),
                                    .to = taut_vec3_of(b->q[particle])};
    return d->opens;
}

// It stays as it is from step to step, unless something out of the ordinary happens.
static void take_shape(const taut_device* device, taut_body* b)
{
    taut_device_body* d = b->device;
    bool sheet = goes_as_sheet(b), crowd = taut_crowd_has(b);
    if (!d->there || !d->shaped || d->sheet != sheet || d->meets != d->run.meets ||
        (d->group == TAUT_SHAPE_CROWD) != crowd) {
        d->meets = d->run.meets;
        taut_shape_take(device, b, sheet);
        d->group = crowd ? (int)TAUT_SHAPE_CROWD : d->group;
        d->shaped = true;
        d->told = false;  // how much of a sheet stays in shared memory is part of the job
    }
}

bool taut_device_open(const taut_world* world, const taut_step* s, taut_body* b)
{
    const taut_device* device = world->device;
    b->away = device != NULL && !device->lost && takes(device, s, b);
    if (b->away) {
        taut_device_body* d = b->device;
        d->opened = (taut_work){.body = b};
        d->run = (taut_run){.step = *s, .in_step = taut_crowd_has(b)};
        taut_run_set_up(&d->run, &d->opened);
        d->move_count = d->rest_count = 0;
        d->pushed = b->has_user_forces || world->def.field != NULL;
        d->opens = world->def.field == NULL;  // which looks at the body once it is open
        take_shape(device, b);
    }
    bool there = b->away && b->device->opens;
    if (!there) {
        taut_state_own(b);
    }
    return there;
}

// Handing over ------------------------------------------------------------------------------------

// What does not change from step to step.
static void fill_job(const taut_body* b, taut_cuda_job* job)
{
    const taut_run* run = &b->device->run;
    const taut_schedule* plan = &b->blueprint->schedule;
    const taut_constraint_set* links = &b->blueprint->sets[TAUT_CONSTRAINT_DISTANCE];
    bool forces = run->stages->forces;
    job->body.particle_count = b->particle_count;
    job->solver = *run->step.solver;
    job->plain = !forces && are_plain(links);
    job->phase_end = forces ? plan->once_count : plan->phase_count;
    bool crowd = b->device->group == TAUT_SHAPE_CROWD;
    taut_run alone = *run;
    alone.in_step = false;  // nothing comes between: what is tied stays on the host
    job->opens = taut_run_opens_with_prediction(&alone);
    job->whole = !crowd && taut_shape_small(b) && taut_shape_room(b) > 0;
    job->at_home =
        crowd ? taut_device_crowd_home(b) > 0 : !taut_shape_small(b) && taut_shape_room(b) > 0;
}

static void close_up(taut_device_body* d)
{
    for (int i = 0; i < d->rest_count; ++i) {
        d->moves[d->move_count + i] = d->moves[d->move_room - d->rest_count + i];
    }
}

static taut_cuda_turn turn_of(const taut_world* world, const taut_body* b, int i)
{
    const taut_device* device = world->device;
    const taut_device_body* d = b->device;
    float speed = world->def.sleep.speed;
    taut_cuda_turn turn = {.job = d->memory,
                           .report = device->reports_there + 1 + i,
                           .met = device->met_there + i,
                           .run = d->run,
                           .keep = b->keep,
                           .gravity_scale = b->gravity_scale,
                           .last_h = b->last_h,
                           .fast = speed * speed,
                           .move_count = d->move_count,
                           .rest_count = d->rest_count,
                           .air = b->air,
                           .force_scale = taut_frame_force_scale(&d->run.step),
                           .limits = tears(b),
                           .blown = b->blown,
                           .has_forces = b->has_forces,
                           .opened = !d->opens,
                           .small = -1};
    turn.run.step.clamped_count = (void*)device->reports_there;
    turn.run.step.air = device->air_there;
    turn.run.step.colliders = device->colliders.set_there;
    return turn;
}

// In the wind there are accelerations in every step, and mostly the same: none but the wind's.
static bool send_forces(const taut_device* device, const taut_body* b)
{
    taut_device_body* d = b->device;
    size_t bytes = (size_t)b->particle_count * sizeof *b->acceleration;
    if (!b->has_forces || (!d->pushed && d->level)) {
        return true;
    }
    d->level = !d->pushed;
    return taut_driver_send(device->driver, d->job->body.acceleration, b->acceleration, bytes);
}

static bool send(const taut_device* device, taut_body* b)
{
    taut_device_body* d = b->device;
    size_t moves = (size_t)(d->move_count + d->rest_count) * sizeof *d->moves;
    if (!d->there || !d->told) {
        fill_job(b, d->job);
    }
    union {
        const taut_cuda_move* read;
        taut_cuda_move* written;
    } to = {d->job->moves};
    return taut_state_send(b) && (!d->run.meets || taut_device_send_edges(b)) &&
           (moves == 0 || taut_driver_send(device->driver, to.written, d->moves, moves)) &&
           send_forces(device, b);
}

// By groups. `ends` receives where each of them ends.
static void gather(const taut_world* world, const taut_step* s, int ends[TAUT_SHAPE_CROWD + 1])
{
    taut_device* device = world->device;
    int sizes[TAUT_SHAPE_CROWD + 1] = {0};
    for (int i = 0; i < s->body_count; ++i) {
        const taut_body* b = s->bodies[i];
        sizes[b->away ? b->device->group : 0] += b->away;
    }
    int end = 0;
    for (int k = 0; k <= TAUT_SHAPE_CROWD; ++k) {
        ends[k] = end;  // where it begins, yet
        end += sizes[k];
    }
    for (int i = 0; i < s->body_count; ++i) {
        taut_body* b = s->bodies[i];
        if (b->away) {
            int at = ends[b->device->group]++;
            b->device->launched = false;
            close_up(b->device);
            device->bodies[at] = b;
            device->turns[at] = turn_of(world, b, at);
        }
    }
}

static bool send_all(taut_device* device, const taut_step* s, int count)
{
    bool ok = true, blown = false, meets = false;
    for (int i = 0; i < count && ok; ++i) {
        ok = send(device, device->bodies[i]);
        blown = blown || device->bodies[i]->blown;
        meets = meets || device->bodies[i]->device->run.meets;
    }
    if (meets && ok) {
        ok = taut_device_send_colliders(device, s);
    }
    if (blown && ok) {
        ok = taut_driver_send(device->driver, device->air_there, s->air, sizeof *s->air);
    }
    device->reports[0] = (taut_cuda_report){0};
    return ok &&
           taut_driver_send(device->driver, device->turns_there, device->turns,
                            (size_t)count * sizeof *device->turns) &&
           taut_driver_send(device->driver, device->reports_there, device->reports,
                            sizeof *device->reports);
}

// Bodies [first, end) are on their way, or not. Of a launch that was refused the host takes them
// through this step; the next time they ask for less, or stay there.
static bool note_answer(const taut_device* device, int first, int end, taut_driver_answer answer)
{
    for (int i = first; i < end; ++i) {
        taut_device_body* d = device->bodies[i]->device;
        bool refused = answer == TAUT_DRIVER_REFUSED;
        d->launched = answer == TAUT_DRIVER_LAUNCHED;
        d->unwelcome = d->unwelcome || (refused && d->too_much);
        d->too_much = d->too_much || refused;
    }
    return answer != TAUT_DRIVER_LOST;
}

// Those of a group all at once, in blocks that suit the largest of them.
static bool launch_group(const taut_device* device, int first, int end)
{
    taut_driver_shape shape = {0};
    for (int i = first; i < end; ++i) {
        taut_driver_shape own = device->bodies[i]->device->shape;
        shape.threads = own.threads > shape.threads ? own.threads : shape.threads;
        shape.room = own.room > shape.room ? own.room : shape.room;
        shape.kernel = own.kernel;
    }
    return first == end ||
           note_answer(device, first, end,
                       taut_driver_launch(device->driver, device->turns_there + first, end - first,
                                          1, shape));
}

// Where the large bodies end that go with number `first`: those like it that follow it, where
// blocks of a body wait for one another alone. All others wait for the whole device.
static int end_of_like(const taut_device* device, int first, int end)
{
    const taut_device_body* a = device->bodies[first]->device;
    int next = first + 1;
    for (; next < end && taut_driver_in_cluster(a->shape); ++next) {
        const taut_device_body* b = device->bodies[next]->device;
        if (b->blocks != a->blocks || b->shape.kernel != a->shape.kernel ||
            b->shape.threads != a->shape.threads || b->shape.room != a->shape.room) {
            break;
        }
    }
    return next;
}

// Each body then knows whether it is on its way. False when the device fails.
static bool launch(const taut_device* device, const int ends[TAUT_SHAPE_CROWD + 1])
{
    int next = 0;
    bool ok = true;
    for (int k = TAUT_SHAPE_SMALL; k < TAUT_SHAPE_LARGE && ok; ++k) {
        ok = launch_group(device, next, ends[k]);
        next = ends[k];
    }
    while (next < ends[TAUT_SHAPE_LARGE] && ok) {
        const taut_device_body* d = device->bodies[next]->device;
        int end = end_of_like(device, next, ends[TAUT_SHAPE_LARGE]);
        ok = note_answer(device, next, end,
                         taut_driver_launch(device->driver, device->turns_there + next, end - next,
                                            d->blocks, d->shape));
        next = end;
    }
    if (next < ends[TAUT_SHAPE_CROWD] && ok) {
        ok = note_answer(device, next, ends[TAUT_SHAPE_CROWD],
                         taut_device_crowd_launch(device, next));
    }
    return ok;
}

// By the device's own clock, where somebody asks for times.
static bool launch_timed(const taut_device* device, const taut_step* s,
                         const int ends[TAUT_SHAPE_CROWD + 1])
{
    if (s->profile != NULL) {
        taut_driver_time_from_here(device->driver);
    }
    bool ok = launch(device, ends);
    if (s->profile != NULL) {
        taut_driver_time_to_here(device->driver);
    }
    return ok;
}

// Afterwards --------------------------------------------------------------------------------------

// Where the host always knows them.
static void move_held(taut_body* b, const taut_step* s)
{
    taut_step end = *s;
    end.substep = s->substep_count - 1;
    for (int i = 0; i < b->moving_count; ++i) {
        taut_float4* x = &b->x[b->moving[i]];
        taut_vec3 to = taut_vec3_of(b->q[b->moving[i]]);
        taut_vec3 at = taut_kinematic_place(&end, taut_vec3_of(*x), to);
        *x = (taut_float4){at.x, at.y, at.z, x->w};
    }
}

static void arrive(taut_device* device, const taut_step* s, int i)
{
    taut_body* b = device->bodies[i];
    b->device->report = device->reports[1 + i];
    taut_state_leave(b);
    move_held(b, s);
    device->taken += 1;
    device->aboard += 1;
}

// The device did not begin with it: the host opens the body and goes on.
static void stay(taut_body* b, const taut_step* s)
{
    const taut_device_body* d = b->device;
    taut_state_own(b);
    b->away = b->frozen;
    if (b->frozen || !d->opens) {
        return;
    }
    taut_frame_keep(b);
    for (int i = 0; i < d->move_count + d->rest_count; ++i) {
        const taut_cuda_move* move = &d->moves[i];
        b->v[move->particle] = (taut_float4){move->v.x, move->v.y, move->v.z, 0.0f};
        if (i >= d->move_count) {
            b->p[move->particle] = b->x[move->particle];
        }
    }
    taut_frame_begin(b, s);
}

// What was on its way when the device failed is lost, unless it can still tell how it went.
static bool hear(taut_device* device, const taut_step* s, int count, bool crowd)
{
    size_t bytes = (size_t)(count + 1) * sizeof *device->reports;
    bool any = false;
    for (int i = 0; i < count; ++i) {
        any = any || device->bodies[i]->device->launched;
    }
    bool heard = any && (!crowd || taut_device_crowd_hear(device)) &&
                 taut_driver_fetch(device->driver, device->reports, device->reports_there, bytes) &&
                 taut_device_hear_contacts(device, count);
    if (heard) {
        size_t clamped;
        memcpy(&clamped, device->reports, sizeof clamped);
        atomic_fetch_add(s->clamped_count, clamped);
    }
    device->ms = heard && s->profile != NULL ? taut_driver_ms(device->driver) : 0.0;
    return heard || !any;
}

void taut_device_step(taut_world* world, const taut_step* s)
{
    taut_device* device = world->device;
    int ends[TAUT_SHAPE_CROWD + 1];
    taut_profile_mark(s->profile, TAUT_STAGE_COPY);
    gather(world, s, ends);
    int count = ends[TAUT_SHAPE_CROWD], alone = ends[TAUT_SHAPE_LARGE];
    device->aboard = 0;
    device->ms = 0.0;
    if (count == 0) {
        return;
    }
    bool sent = alone == count || taut_device_crowd_send(world, s, alone, count);
    sent = sent && send_all(device, s, count);
    taut_profile_mark(s->profile, TAUT_STAGE_SWEEP);  // and all the rest of a substep
    bool well = sent && launch_timed(device, s, ends);
    bool crowd = alone < count && device->bodies[alone]->device->launched;
    bool heard = hear(device, s, count, crowd);
    taut_profile_mark(s->profile, TAUT_STAGE_COPY);
    device->lost = !well || !heard;
    for (int i = 0; i < count; ++i) {
        if (!device->bodies[i]->device->launched) {
            stay(device->bodies[i], s);
        } else if (heard) {
            arrive(device, s, i);
        } else {
            taut_state_lose(device->bodies[i]);
        }
    }
    if (crowd && heard) {
        taut_device_crowd_arrive(world);
    }
}

bool taut_device_finite(const taut_body* b)
{
    return b->device->report.infinite == 0;
}

bool taut_device_fast(const taut_body* b)
{
    return b->device->report.fast != 0;
}

bool taut_device_overloaded(const taut_body* b)
{
    const taut_device_body* d = b->device;
    return d == NULL || !d->there || d->report.torn != 0;
}

bool taut_device_forsook(taut_body* b)
{
    bool lost = b != NULL && b->device != NULL && b->device->forsaken;
    if (lost) {
        b->device->forsaken = false;
    }
    return lost;
}
