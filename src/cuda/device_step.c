// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A step on a device: what it is handed, and what becomes of the bodies that it takes.

#include <string.h>

#include "crowd.h"
#include "cuda/crowd_host.h"
#include "cuda/shape.h"
#include "frame.h"

// Handing over ------------------------------------------------------------------------------------

// Whether a body that meets or touches others is swept as a sheet is: nobody but who looks after
// the step asks for its multipliers, and nothing but its links for its particles.
static bool goes_by_levels(const taut_body* b, const taut_cuda_job* job)
{
    const taut_run* r = &b->device->run;
    bool once = r->step.solver->kind == TAUT_SOLVER_XPBD && r->iterations == 1;
    bool looks = r->lines || r->direct || r->damps || r->limits || r->rubs || r->gas;
    bool room = b->blueprint->schedule.cluster_count <= b->device->done_room &&
                5 * job->sheet.most_guests <= 4 * TAUT_CUDA_PART;
    return b->device->plan->sheet_threads > 0 && job->plain && job->opens && job->at_home && once &&
           !looks && !r->late && !b->fine && !taut_step_asks_for_past(b) && room;
}

// What does not change from step to step.
static void fill_job(const taut_body* b, taut_cuda_job* job)
{
    const taut_run* run = &b->device->run;
    const taut_schedule* plan = &b->blueprint->schedule;
    bool forces = run->stages->forces;
    job->body.particle_count = b->particle_count;
    job->solver = *run->step.solver;
    job->plain = !forces && taut_device_links_plain(b);
    job->phase_end = forces ? plan->once_count : plan->phase_count;
    bool crowd = b->device->group == TAUT_SHAPE_CROWD;
    taut_run alone = *run;
    alone.in_step = b->device->tied;  // else nothing comes between prediction and the first phase
    job->tied = b->device->tied;
    job->opens = taut_run_opens_with_prediction(&alone);
    job->whole = !crowd && taut_shape_small(b) && taut_shape_room(b) > 0;
    job->at_home =
        crowd ? taut_device_crowd_home(b) > 0 : !taut_shape_small(b) && taut_shape_room(b) > 0;
    job->by_levels = goes_by_levels(b, job);
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

static bool send_turns(const taut_device* device)
{
    const taut_device_list* list = &device->list;
    size_t count = (size_t)(list->end_new - list->first_new);
    return list->first_new >= list->end_new ||
           taut_driver_send(device->driver, device->turns_there + list->first_new,
                            device->turns + list->first_new, count * sizeof *device->turns);
}

// The step as all bodies see it; the count that follows it begins at 0.
static bool send_step(const taut_device* device, const taut_step* s)
{
    *device->step = *s;
    device->step->clamped_count = (void*)device->reports_there;
    device->step->air = device->air_there;
    device->step->colliders = device->colliders.set_there;
    device->reports[0] = (taut_cuda_report){0};
    return taut_driver_send(device->driver, device->step_there, device->step,
                            sizeof *device->step + sizeof *device->reports);
}

static bool send_all(taut_device* device, const taut_step* s, bool crowds)
{
    const taut_device_list* list = &device->list;
    bool ok = true;
    for (int i = 0; i < list->fresh_count && ok; ++i) {
        ok = send(device, list->fresh[i]);
    }
    if (ok && (list->meets > 0 || (crowds && taut_device_crowds_hang(device)))) {
        ok = taut_device_send_colliders(device, s);
    }
    if (list->blown > 0 && ok) {
        ok = taut_driver_send(device->driver, device->air_there, s->air, sizeof *s->air);
    }
    return ok && send_turns(device) && send_step(device, s);
}

// Bodies [first, end) are on their way, as those that go on were in the last step. Or of a launch
// that was refused the host takes them through this one; the next time they ask for less, or stay
// there.
static bool note_answer(taut_device* device, int first, int end, taut_driver_answer answer)
{
    taut_device_list* list = &device->list;
    bool launched = answer == TAUT_DRIVER_LAUNCHED, refused = answer == TAUT_DRIVER_REFUSED;
    list->launched += launched ? end - first : 0;
    if (launched && list->fresh_count < end - first) {
        for (int i = 0; i < list->fresh_count; ++i) {
            taut_device_body* d = list->fresh[i]->device;
            d->launched = d->launched || (d->at >= first && d->at < end);
        }
        return true;
    }
    for (int i = first; i < end; ++i) {
        taut_device_body* d = list->bodies[i]->device;
        d->launched = launched;
        d->unwelcome = d->unwelcome || (refused && d->too_much);
        d->too_much = d->too_much || refused;
    }
    return answer != TAUT_DRIVER_LOST;
}

// In blocks that suit the largest of them.
static taut_driver_shape shape_of(const taut_device* device, int first, int end)
{
    taut_driver_shape shape = {0};
    for (int i = first; i < end; ++i) {
        taut_driver_shape own = device->list.bodies[i]->device->shape;
        shape.threads = own.threads > shape.threads ? own.threads : shape.threads;
        shape.room = own.room > shape.room ? own.room : shape.room;
        shape.kernel = own.kernel;
    }
    return shape;
}

// Those of a group all at once.
static bool launch_group(taut_device* device, int group, int first)
{
    taut_device_list* list = &device->list;
    int end = list->ends[group];
    if (list->reshaped) {
        list->shapes[group] = shape_of(device, first, end);
    }
    return first == end ||
           note_answer(device, first, end,
                       taut_driver_launch(device->driver, device->turns_there + first, end - first,
                                          1, list->shapes[group]));
}

// Where the large bodies end that go with number `first`: those like it that follow it, where
// blocks of a body wait for one another alone. All others wait for the whole device.
static int end_of_like(const taut_device* device, int first, int end)
{
    const taut_device_body* a = device->list.bodies[first]->device;
    int next = first + 1;
    for (; next < end && taut_driver_in_cluster(a->shape); ++next) {
        const taut_device_body* b = device->list.bodies[next]->device;
        if (b->blocks != a->blocks || b->shape.kernel != a->shape.kernel ||
            b->shape.threads != a->shape.threads || b->shape.room != a->shape.room) {
            break;
        }
    }
    return next;
}

// Bodies from number `first` on that nobody asked the device to take.
static void leave_behind(const taut_device* device, int first)
{
    for (int i = first; i < device->list.count; ++i) {
        device->list.bodies[i]->device->launched = false;
    }
}

// Each body then knows whether it is on its way. False when the device fails.
static bool launch(taut_device* device)
{
    const int* ends = device->list.ends;
    int next = 0;
    bool ok = true;
    for (int k = TAUT_SHAPE_SMALL; k < TAUT_SHAPE_LARGE && ok; ++k) {
        ok = launch_group(device, k, next);
        next = ends[k];
    }
    while (next < ends[TAUT_SHAPE_LARGE] && ok) {
        const taut_device_body* d = device->list.bodies[next]->device;
        int end = end_of_like(device, next, ends[TAUT_SHAPE_LARGE]);
        ok = note_answer(device, next, end,
                         taut_driver_launch(device->driver, device->turns_there + next, end - next,
                                            d->blocks, d->shape));
        next = end;
    }
    for (int k = 0; next < ends[TAUT_SHAPE_CROWD] && k < TAUT_CROWD_LAUNCHES && ok; ++k) {
        int end = next + taut_device_crowds_bodies(device, k);
        if (next < end) {
            ok = note_answer(device, next, end, taut_device_crowds_launch(device, k));
        }
        next = end;
    }
    leave_behind(device, next);
    return ok;
}

// By the device's own clock, where somebody asks for times.
static bool launch_timed(taut_device* device, const taut_step* s)
{
    if (s->profile != NULL) {
        taut_driver_time_from_here(device->driver);
    }
    bool ok = launch(device);
    if (s->profile != NULL) {
        taut_driver_time_to_here(device->driver);
    }
    return ok;
}

// Afterwards --------------------------------------------------------------------------------------

// While the device is at work.
static void leave(const taut_device* device)
{
    for (int i = 0; i < device->list.count; ++i) {
        if (device->list.bodies[i]->device->launched) {
            taut_state_leave(device->list.bodies[i]);
        }
    }
}

// Where the host always knows them.
static void move_held(taut_body* b, const taut_step* s)
{
    if (b->moving_count == 0) {
        return;
    }
    taut_step end = *s;
    end.substep = s->substep_count - 1;
    for (int i = 0; i < b->moving_count; ++i) {
        taut_float4* x = &b->x[b->moving[i]];
        taut_vec3 to = taut_vec3_of(b->q[b->moving[i]]);
        taut_vec3 at = taut_kinematic_place(&end, taut_vec3_of(*x), to);
        *x = (taut_float4){at.x, at.y, at.z, x->w};
    }
}

// The device did not begin with it: the host opens the body and goes on.
static void stay(taut_body* b, const taut_step* s)
{
    taut_device_body* d = b->device;
    d->stay = TAUT_STAY_REFUSED;
    d->whose = (taut_body_id){0};
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
static bool hear(taut_device* device, const taut_step* s, bool crowds)
{
    int count = device->list.count;
    size_t bytes = (size_t)(count + 1) * sizeof *device->reports;
    bool any = device->list.launched > 0;
    bool heard = any && (!crowds || taut_device_crowds_hear(device)) &&
                 taut_driver_ask(device->driver, device->reports, device->reports_there, bytes) &&
                 (device->list.meets > 0 ? taut_device_hear_contacts(device, count)
                                         : taut_driver_wait(device->driver));
    if (heard) {
        size_t clamped;
        memcpy(&clamped, device->reports, sizeof clamped);
        atomic_fetch_add(s->clamped_count, clamped);
    }
    device->ms = heard && s->profile != NULL ? taut_driver_ms(device->driver) : 0.0;
    return heard || !any;
}

static bool all_finite(const taut_device* device)
{
    unsigned any = 0;
    for (int i = 1; i <= device->list.count; ++i) {
        any |= device->reports[i].infinite;
    }
    return any == 0;
}

// The host takes those through the step that the device did not.
static void arrive(const taut_device* device, const taut_step* s, bool heard)
{
    const taut_device_list* list = &device->list;
    bool spoils = taut_driver_spoils(device->driver);
    bool all = heard && list->launched == list->count && !spoils;
    for (int i = 0; i < list->count && !all; ++i) {
        taut_body* b = list->bodies[i];
        if (!b->device->launched) {
            stay(b, s);
        } else if (!heard) {
            taut_state_lose(b);
        } else if (spoils) {
            taut_state_spoil(b);
        }
    }
    for (int i = 0; i < list->fresh_count && heard; ++i) {
        if (list->fresh[i]->device->launched) {
            move_held(list->fresh[i], s);
        }
    }
}

// Where all bodies of the step are well, none of them is looked at again: what went on has the
// numbers of this step already.
static void close_calm(taut_device* device, const taut_step* s)
{
    taut_device_list* list = &device->list;
    list->calm = device->aboard == s->body_count && !device->forsook && all_finite(device);
    for (int i = 0; i < list->fresh_count && list->calm; ++i) {
        taut_frame_end(list->fresh[i], s);
    }
    device->forsook = false;  // whoever closes the step hears of it
}

// The next step begins with nobody in it.
static void close_list(taut_device_list* list, const taut_world* world, const taut_step* s)
{
    list->all_went_on = list->calm && list->going == s->body_count && list->count == list->going;
    list->changes = world->changes;
    list->h = s->h;
    list->substep_count = s->substep_count;
    list->going = list->fresh_count = 0;
    list->reshaped = false;
}

// What came of the bodies that are on their way, if any, and of those that are not.
static void come_back(taut_world* world, const taut_step* s, bool well)
{
    taut_device* device = world->device;
    taut_device_list* list = &device->list;
    bool crowds = list->ends[TAUT_SHAPE_LARGE] < list->count;
    taut_profile_mark(s->profile, TAUT_STAGE_SWEEP);  // and all the rest of a substep
    bool heard = hear(device, s, crowds);
    taut_profile_mark(s->profile, TAUT_STAGE_COPY);
    device->lost = device->lost || !well || !heard;
    device->aboard = heard ? list->launched : 0;
    device->taken += device->aboard;
    arrive(device, s, heard);
    if (crowds && heard) {
        taut_device_crowds_arrive(world);
    }
    close_calm(device, s);
}

// Off they go. What the device does not take is known by then, so that the host can.
static void set_out(taut_world* world, const taut_step* s)
{
    taut_device* device = world->device;
    taut_device_list* list = &device->list;
    int alone = list->ends[TAUT_SHAPE_LARGE];
    bool crowds = alone < list->count;
    bool sent = !crowds || taut_device_crowds_send(world, s, alone);
    sent = sent && send_all(device, s, crowds);
    bool well = sent && launch_timed(device, s);
    if (!sent) {
        leave_behind(device, 0);
    }
    leave(device);
    list->under_way = well && list->launched == list->count;
    if (!list->under_way) {
        come_back(world, s, well);
    }
}

bool taut_device_begin(taut_world* world, const taut_step* s)
{
    taut_device* device = world->device;
    taut_profile_mark(s->profile, TAUT_STAGE_COPY);
    taut_device_gather(world, s);
    device->aboard = 0;
    device->ms = 0.0;
    device->list.under_way = false;
    if (device->list.count > 0) {
        set_out(world, s);
    }
    return (device->list.under_way ? device->list.launched : device->aboard) == s->body_count;
}

void taut_device_end(taut_world* world, const taut_step* s)
{
    if (world->device->list.under_way) {
        come_back(world, s, true);
    }
    world->device->list.under_way = false;
    close_list(&world->device->list, world, s);
}

bool taut_device_calm(const taut_world* world)
{
    return world->device != NULL && world->device->list.calm;
}

static const taut_cuda_report* report_of(const taut_body* b)
{
    return &b->device->of->reports[1 + b->device->at];
}

bool taut_device_finite(const taut_body* b)
{
    return report_of(b)->infinite == 0;
}

bool taut_device_fast(const taut_body* b)
{
    return report_of(b)->fast != 0;
}

bool taut_device_overloaded(const taut_body* b)
{
    return b->device == NULL || !b->device->there || report_of(b)->torn != 0;
}

bool taut_device_forsook(taut_body* b)
{
    bool lost = b != NULL && b->device != NULL && b->device->forsaken;
    if (lost) {
        b->device->forsaken = false;
    }
    return lost;
}
