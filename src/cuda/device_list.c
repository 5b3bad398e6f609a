// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The list of bodies that a device takes through a step, and their turns.

#include <string.h>

#include "crowd.h"
#include "cuda/crowd_host.h"
#include "cuda/shape.h"
#include "frame.h"

_Static_assert((int)TAUT_DEVICE_GROUPS == (int)TAUT_SHAPE_CROWD + 1, "one is for the crowd");

// Turns -------------------------------------------------------------------------------------------

static void close_up(taut_device_body* d)
{
    for (int i = 0; i < d->rest_count; ++i) {
        d->moves[d->move_count + i] = d->moves[d->move_room - d->rest_count + i];
    }
}

static void write_turn(const taut_world* world, const taut_body* b, int i)
{
    const taut_device* device = world->device;
    const taut_device_body* d = b->device;
    float speed = world->def.sleep.speed;
    device->turns[i] = (taut_cuda_turn){.job = d->memory,
                                        .report = device->reports_there + 1 + i,
                                        .met = device->met_there + i,
                                        .step = device->step_there,
                                        .run = d->run,
                                        .keep = b->keep,
                                        .gravity_scale = b->gravity_scale,
                                        .last_h = b->last_h,
                                        .fast = speed * speed,
                                        .move_count = d->move_count,
                                        .rest_count = d->rest_count,
                                        .air = b->air,
                                        .force_scale = taut_frame_force_scale(&d->run.step),
                                        .limits = taut_device_tears(b),
                                        .blown = b->blown,
                                        .has_forces = b->has_forces,
                                        .opened = !d->opens,
                                        .small = -1};
}

// What its turn says that a call, or the next step, may change (device_open.c).
static void note_turn(taut_device_body* d, const taut_body* b, const taut_step* s)
{
    d->stages = b->run;
    d->gravity_scale = b->gravity_scale;
    d->limits = taut_device_tears(b);
    d->plain = d->move_count + d->rest_count == 0 && d->opens && !b->blown && !b->has_forces &&
               !taut_crowd_has(b) && b->last_h == s->h;
}

static void set_turn(const taut_world* world, const taut_step* s, const taut_body* b, int at)
{
    taut_device_list* list = &world->device->list;
    write_turn(world, b, at);
    note_turn(b->device, b, s);
    list->first_new = at < list->first_new ? at : list->first_new;
    list->end_new = at + 1 > list->end_new ? at + 1 : list->end_new;
}

// The list ----------------------------------------------------------------------------------------

static void count_in(taut_device_list* list, taut_device_body* d, bool blown)
{
    list->blown += (int)blown - (int)d->listed_blown;
    list->meets += (int)d->meets - (int)d->listed_meets;
    d->listed_blown = blown;
    d->listed_meets = d->meets;
}

// Where each group ends.
static void count_groups(taut_device_list* list, const taut_step* s)
{
    int sizes[TAUT_DEVICE_GROUPS] = {0};
    for (int i = 0; i < s->body_count; ++i) {
        const taut_body* b = s->bodies[i];
        sizes[b->away ? b->device->group : 0] += b->away;
    }
    list->count = 0;
    for (int k = 0; k < TAUT_DEVICE_GROUPS; ++k) {
        list->count += sizes[k];
        list->ends[k] = list->count;
    }
}

// Gives all of them places anew, by groups. A turn says which place it has.
static void list_all(const taut_world* world, const taut_step* s)
{
    taut_device_list* list = &world->device->list;
    count_groups(list, s);
    list->blown = list->meets = list->fresh_count = 0;
    list->first_new = list->count;
    list->reshaped = true;
    int next[TAUT_DEVICE_GROUPS] = {0};
    memcpy(next + 1, list->ends, (TAUT_DEVICE_GROUPS - 1) * sizeof *next);
    taut_device_crowds_count(world->device, s, next[TAUT_SHAPE_CROWD]);
    for (int i = 0; i < s->body_count; ++i) {
        taut_body* b = s->bodies[i];
        taut_device_body* d = b->device;
        if (!b->away) {
            continue;
        }
        int at = d->group == TAUT_SHAPE_CROWD ? taut_device_crowd_place(world->device, b->realm)
                                              : next[d->group]++;
        d->listed_blown = d->listed_meets = false;
        count_in(list, d, b->blown);
        if (!d->going) {
            list->fresh[list->fresh_count++] = b;
        }
        if (!d->going || d->at != at) {
            d->at = at;
            list->bodies[at] = b;
            set_turn(world, s, b, at);
        }
    }
}

static bool has_its_place(const taut_device_list* list, const taut_body* b)
{
    const taut_device_body* d = b->device;
    return d->at >= 0 && d->at < list->count && list->bodies[d->at] == b &&
           d->at < list->ends[d->group] && (d->group == 0 || d->at >= list->ends[d->group - 1]);
}

// Whether the bodies of the step are those of the last one, and of the same groups: each of them
// has a place of its own, and there is no other.
static bool list_stands(const taut_device* device, const taut_step* s)
{
    const taut_device_list* list = &device->list;
    int kept = list->going + list->fresh_count;
    bool stands = kept == s->body_count && kept == list->count && !device->lost;
    for (int i = 0; i < list->fresh_count && stands; ++i) {
        stands = has_its_place(list, list->fresh[i]);
    }
    return stands;
}

void taut_device_gather(const taut_world* world, const taut_step* s)
{
    taut_device_list* list = &world->device->list;
    list->launched = 0;
    list->calm = false;
    list->first_new = list->count;
    list->end_new = 0;
    if (!list_stands(world->device, s)) {
        list_all(world, s);
    } else {
        for (int i = 0; i < list->fresh_count; ++i) {
            const taut_body* b = list->fresh[i];
            count_in(list, b->device, b->blown);
            set_turn(world, s, b, b->device->at);
        }
    }
    for (int i = 0; i < list->fresh_count; ++i) {
        list->fresh[i]->device->launched = false;
        close_up(list->fresh[i]->device);
    }
}
