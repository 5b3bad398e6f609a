// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A step on a device begins: which bodies it can take, and which of them go as they went before.

#include "crowd.h"
#include "cuda/crowd_host.h"
#include "cuda/shape.h"
#include "topology.h"

// Whether the device has the blueprint as it is: where it changed, once it did not for a while. A
// body that is again what it was before there was wind may have come without what air asks for.
taut_stay taut_device_learn(taut_body* b)
{
    taut_device_body* d = b->device;
    bool airless = b->blown && !d->refused && (d->more == NULL || !d->more->airy);
    if (d->stale && d->calm++ < TAUT_DEVICE_CALM) {
        return TAUT_STAY_CHANGED;
    }
    bool known = d->stale || airless ? taut_device_replan(b)
                                     : d->plan != NULL && d->plan->of == b->blueprint;
    return known ? TAUT_STAY_NONE : TAUT_STAY_MEMORY;
}

// Whether it meets no colliders, or there is what it takes to meet them.
static bool takes_contacts(const taut_step* s, const taut_body* b)
{
    bool meets = b->contacts != NULL && s->colliders->used > 0;
    const taut_device_body* d = b->device;
    return !meets || (d->contact_memory != NULL && d->of->colliders.known);
}

// What there is no kernel for.
static taut_stay unknown_there(const taut_step* s, const taut_body* b)
{
    return b->run->sweep_list != NULL      ? TAUT_STAY_SOLVER
           : b->blueprint->user_count > 0  ? TAUT_STAY_USER
           : taut_watcher_of(s, b) != NULL ? TAUT_STAY_WATCHED
                                           : TAUT_STAY_NONE;
}

// What has no kernel yet stays on the host, and so do a few long trees that are solved directly,
// and what was torn just now.
taut_stay taut_device_stay(const taut_world* world, const taut_step* s, taut_body* b)
{
    if (b->device == NULL || b->device->unwelcome) {
        return b->device == NULL ? TAUT_STAY_MEMORY : TAUT_STAY_REFUSED;
    }
    taut_stay unknown = unknown_there(s, b);
    bool airy = !b->blown || b->device->air_memory != NULL;
    bool direct = b->run->chains != NULL && s->solver->direct && b->blueprint->trees.count > 0;
    if (unknown != TAUT_STAY_NONE) {
        return unknown;
    }
    if (b->moving_count > b->device->move_room) {
        return TAUT_STAY_TARGETS;
    }
    if (!airy || !takes_contacts(s, b)) {
        return TAUT_STAY_MEMORY;
    }
    return direct && !taut_device_takes_trees(world, b) ? TAUT_STAY_LONG : taut_device_learn(b);
}

// Bodies of a realm that act on one another go all or none.
static bool takes(const taut_world* world, const taut_step* s, taut_body* b)
{
    taut_device_body* d = b->device;
    if (d == NULL) {
        return false;
    }
    d->whose = (taut_body_id){0};
    d->stay = taut_crowd_has(b) ? taut_device_crowd_stay(world->device, b->realm, &d->whose)
                                : taut_device_stay(world, s, b);
    return d->stay == TAUT_STAY_NONE;
}

bool taut_device_links_plain(const taut_body* b)
{
    const taut_constraint_set* links = &b->blueprint->sets[TAUT_CONSTRAINT_DISTANCE];
    return !links->any_damping && !links->any_sides && !links->any_play && !links->any_friction;
}

bool taut_device_tears(const taut_body* b)
{
    return b->topology != NULL && b->topology->any_limits;
}

static bool goes_as_sheet(const taut_body* b)
{
    const taut_run* r = &b->device->run;
    const taut_cuda_plan* plan = b->device->plan;
    bool plain =
        taut_device_links_plain(b) && !taut_device_tears(b) && !b->blown && !r->gas && !r->direct;
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
static void take_shape(taut_device* device, taut_body* b)
{
    taut_device_body* d = b->device;
    bool sheet = goes_as_sheet(b), crowd = taut_crowd_has(b);
    if (!d->there || !d->shaped || d->sheet != sheet || d->meets != d->run.meets ||
        (d->group == TAUT_SHAPE_CROWD) != crowd) {
        d->meets = d->run.meets;
        taut_shape_take(device, b, sheet);
        d->group = crowd ? (int)TAUT_SHAPE_CROWD : d->group;
        d->shaped = device->list.reshaped = true;
        d->told = false;  // how much of a sheet stays in shared memory is part of the job
        d->tied = d->tied && crowd;
    }
}

bool taut_device_open(const taut_world* world, const taut_step* s, taut_body* b)
{
    taut_device* device = world->device;
    b->away = device != NULL && !device->lost && takes(world, s, b);
    if (b->away) {
        taut_device_body* d = b->device;
        d->going = false;
        d->opened.body = b;  // all that is asked of it
        d->run = (taut_run){.step = *s, .in_step = taut_crowd_has(b)};
        taut_run_set_up(&d->run, &d->opened);
        d->move_count = d->rest_count = 0;
        d->pushed = b->has_user_forces || world->def.field != NULL;
        d->opens = world->def.field == NULL;  // which looks at the body once it is open
        take_shape(device, b);
        device->list.fresh[device->list.fresh_count++] = b;
    }
    bool there = b->away && b->device->opens;
    if (!there) {
        taut_state_own(b);
    }
    return there;
}

// Going on ----------------------------------------------------------------------------------------

// Whether the device has all of it as it is, it still meets colliders or none, and a long rope has
// not lost its company.
static bool is_there(const taut_world* world, const taut_step* s, const taut_body* b)
{
    const taut_device* device = world->device;
    const taut_device_body* d = b->device;
    bool meets = b->contacts != NULL && s->colliders->used > 0;
    bool known = d->there && d->told && d->shaped && !d->stale && d->plan->of == b->blueprint;
    return known && d->patch_count == 0 && !d->gas_patched && meets == d->meets &&
           (!meets || (d->edged && device->colliders.known)) &&
           (!d->run.direct || taut_device_takes_trees(world, b));
}

// Whether its turn says what it would say if it were written again. What the step says is the same
// for all, and goes to the device in every step; other numbers of the world stay as they are.
static bool turn_stands(const taut_step* s, const taut_body* b)
{
    const taut_device_body* d = b->device;
    bool alike = d->plain && d->stages == b->run && d->limits == taut_device_tears(b) &&
                 d->gravity_scale == b->gravity_scale;
    bool left_alone = b->moving_count == 0 && !b->has_forces && !b->has_user_forces && !b->blown &&
                      b->couplings == 0;
    bool as_fast = b->kept_drag == b->drag && b->kept_h == s->h && b->last_h == s->h &&
                   b->last_substeps == s->substep_count;
    return alike && left_alone && as_fast;
}

bool taut_device_goes_on(const taut_world* world, const taut_step* s, const taut_body* b)
{
    taut_device* device = world->device;
    if (device == NULL || b->device == NULL || !b->away || !b->device->launched || device->lost ||
        device->list.count == 0 || s->watcher != NULL) {
        return false;
    }
    bool goes = is_there(world, s, b) && turn_stands(s, b);
    b->device->going = goes;
    device->list.going += goes;
    return goes;
}

// Those that went on in the last step were asked then. Calls that change a body or the world are
// counted; calls that took anything of a body home, if only to find that they cannot be done, have
// said so (state.c). What tears is asked again: steps change it.
bool taut_device_all_go_on(const taut_world* world, taut_step* s)
{
    taut_device* device = world->device;
    bool tries = world->trying || world->settling;
    if (device == NULL || device->lost || tries || world->any_topology || s->watcher != NULL) {
        return false;
    }
    taut_device_list* list = &device->list;
    bool alike = list->h == s->h && list->substep_count == s->substep_count;
    bool goes = list->all_went_on && alike && list->changes == world->changes;
    if (goes) {
        list->going = s->body_count = list->count;
    }
    return goes;
}
