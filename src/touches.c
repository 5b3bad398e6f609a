// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Events of bodies that come to touch colliders and leave them. A body touches one when something
// of it was pushed in some substep of the step; what it touched in the last step it took part in is
// kept with its contacts. Bodies in the order of their slots, of each what it leaves first.

#include "contacts.h"
#include "frame.h"

#include <math.h>

static bool same_touch(taut_touch a, taut_touch b)
{
    return a.collider == b.collider && a.generation == b.generation;
}

static taut_vec3 scaled(const double v[3], double scale)
{
    return (taut_vec3){(float)(v[0] * scale), (float)(v[1] * scale), (float)(v[2] * scale)};
}

static taut_touch touch_of(const taut_world* world, const taut_near* near, double scale)
{
    return (taut_touch){
        .collider = near->collider,
        .generation = world->colliders.items[near->collider].generation,
        .load = {scaled(near->force, scale), scaled(near->torque, scale)},
    };
}

// Whether it is touched in this step, too; brings its load up to date.
static bool touches_now(const taut_world* world, const taut_contacts* k, int near_count,
                        double scale, taut_touch* touch)
{
    bool found = false;
    for (int i = 0; i < near_count && !found; ++i) {
        taut_touch now = touch_of(world, &k->near[i], scale);
        found = k->near[i].hardest > 0.0f && same_touch(now, *touch);
        *touch = found ? now : *touch;
    }
    return found;
}

static bool touched_before(const taut_contacts* k, int count, taut_touch touch)
{
    bool found = false;
    for (int i = 0; i < count && !found; ++i) {
        found = same_touch(k->touches[i], touch);
    }
    return found;
}

static taut_collider_id collider_of(taut_touch touch)
{
    return (taut_collider_id){(uint32_t)touch.collider + 1, touch.generation};
}

static taut_event touch_event(const taut_body* b, taut_body_id id, const taut_near* near,
                              taut_touch touch, double scale)
{
    const double* f = near->force;
    taut_event event = taut_event_of(TAUT_EVENT_TOUCH, id);
    event.collider = collider_of(touch);
    event.particle = b->blueprint->schedule.seating.particle_of[near->hit];
    event.place = near->hit_at;
    event.force = (float)(sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]) * scale);
    return event;
}

// The list is written anew in place: what is left goes first, and there is room for all near.
static void close_body(taut_world* world, const taut_body* b, taut_body_id id, double scale)
{
    taut_contacts* k = b->contacts;
    int near_count = world->colliders.used > 0 ? k->near_count : 0;  // else of an older step
    int kept = 0;
    for (int i = 0; i < k->touch_count; ++i) {
        if (touches_now(world, k, near_count, scale, &k->touches[i])) {
            k->touches[kept++] = k->touches[i];
            continue;
        }
        taut_event event = taut_event_of(TAUT_EVENT_LEAVE, id);
        event.collider = collider_of(k->touches[i]);
        taut_events_add(&world->events, event);
    }
    k->touch_count = kept;
    for (int i = 0; i < near_count; ++i) {
        taut_touch touch = touch_of(world, &k->near[i], scale);
        if (k->near[i].hardest > 0.0f && !touched_before(k, kept, touch)) {
            taut_events_add(&world->events, touch_event(b, id, &k->near[i], touch, scale));
            k->touches[k->touch_count++] = touch;
        }
    }
}

// What sleeps goes on pressing as it did when it fell asleep: whatever would change that wakes it.
static void press_on(taut_world* world, const taut_contacts* k)
{
    for (int i = 0; i < k->touch_count; ++i) {
        const taut_collider_load* load = &k->touches[i].load;
        taut_collider_load* sum = &world->colliders.items[k->touches[i].collider].load;
        sum->force = taut_vec3_add(sum->force, load->force);
        sum->torque = taut_vec3_add(sum->torque, load->torque);
    }
}

void taut_touches_hold(taut_world* world)
{
    for (int i = 0; i < world->slot_count; ++i) {
        const taut_body* b = world->slots[i].body;
        if (b != NULL && b->asleep && !b->frozen && b->contacts != NULL) {
            press_on(world, b->contacts);
        }
    }
}

void taut_touches_close(taut_world* world, double scale)
{
    if (world->settling || world->trying) {
        return;  // the first step that is the host's tells of it
    }
    for (int i = 0; i < world->slot_count; ++i) {
        const taut_body* b = world->slots[i].body;
        if (taut_world_steps_body(world, b) && b->contacts != NULL) {
            close_body(world, b, taut_world_id(world, i), scale);
        }
    }
}
