// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "frame.h"

#include <math.h>
#include <string.h>

#include "contacts.h"
#include "math/scalar.h"
#include "pairs.h"
#include "sleep.h"
#include "tear.h"

// Opening -----------------------------------------------------------------------------------------

// In the shortest of steps any way is too fast for a float.
static float bounded_speed(float way, float time)
{
    double speed = time > 0.0f ? (double)way / (double)time : 0.0;
    return (float)(speed > 1e30 ? 1e30 : speed < -1e30 ? -1e30 : speed);
}

// On a device this is done by its kernel, which is handed a list.
static void set_motion(taut_body* b, int particle, taut_float4 v, bool rests)
{
    bool noted = b->away && taut_device_note(b, particle, v, rests);
    if (rests) {
        b->p[particle] = b->x[particle];
    }
    if (!noted) {
        b->v[particle] = v;
    }
}

// Kinematic particles with a target get the velocity that takes them there; those that arrived in
// the last step and have no new one stand still.
static void open_kinematics(taut_body* b, float dt, int steps_to_come)
{
    int kept = 0;
    for (int i = 0; i < b->moving_count; ++i) {
        int particle = b->moving[i];
        uint8_t hold = b->hold[particle];
        bool kinematic = (hold & TAUT_HOLD_BITS) != 0;
        if (kinematic && (hold & TAUT_HOLD_TARGET) != 0) {
            taut_vec3 way =
                taut_vec3_sub(taut_vec3_of(b->q[particle]), taut_vec3_of(b->x[particle]));
            float time = dt * (float)(steps_to_come + 1);
            taut_float4 v = {bounded_speed(way.x, time), bounded_speed(way.y, time),
                             bounded_speed(way.z, time), 0.0f};
            set_motion(b, particle, v, false);
            bool arrives = steps_to_come == 0;
            b->hold[particle] = arrives ? hold & (uint8_t)~TAUT_HOLD_TARGET : hold;
            b->moving[kept++] = particle;
        } else {
            b->hold[particle] = hold & (uint8_t) ~(TAUT_HOLD_TARGET | TAUT_HOLD_LISTED);
            if (kinematic) {
                set_motion(b, particle, (taut_float4){0}, true);
            }
        }
    }
    b->moving_count = kept;
}

static void open_forces(const taut_world* world, taut_body* b, taut_body_id id)
{
    size_t count = (size_t)b->particle_count;
    b->has_forces = b->has_user_forces || world->def.field != NULL || b->blown;
    if (!b->has_forces) {
        return;
    }
    memset(b->acceleration, 0, count * sizeof *b->acceleration);
    if (world->def.field != NULL) {
        world->def.field(world->def.field_context, id, world->time, taut_body_positions(world, id),
                         taut_body_velocities(world, id), b->acceleration);
    }
    for (int i = 0; i < b->particle_count; ++i) {
        taut_vec3 pushed = taut_vec3_scale(b->force[i], b->x[i].w);
        b->acceleration[i] = taut_vec3_add(b->acceleration[i], pushed);
        if (world->def.planar) {
            b->acceleration[i].z = 0.0f;
        }
    }
    if (b->has_user_forces) {
        memset(b->force, 0, count * sizeof *b->force);
        b->has_user_forces = false;
    }
}

void taut_frame_keep(taut_body* b)
{
    size_t bytes = (size_t)b->particle_count * sizeof *b->x;
    memcpy(b->before_x, b->x, bytes);
    memcpy(b->before_v, b->v, bytes);
}

// Verlet keeps velocity as the difference to the previous position; before the first step it has to
// be put there.
void taut_frame_begin(taut_body* b, const taut_step* s)
{
    for (int i = 0; i < b->particle_count; ++i) {
        if (b->x[i].w <= 0.0f) {
            b->lo[i] = (taut_float4){0};  // reactions begin anew
        }
    }
    taut_solver_kind kind = s->solver->kind;
    bool verlet = kind == TAUT_SOLVER_VERLET || kind == TAUT_SOLVER_LEGACY;
    for (int i = 0; i < b->particle_count && verlet && b->last_h <= 0.0f; ++i) {
        b->p[i] = taut_past_of(b->x[i], b->v[i], s->h);
    }
}

// @param there a device does what changes the state
static void open_body(const taut_world* world, taut_body* b, taut_body_id id, const taut_step* s,
                      bool there)
{
    if (b->kept_drag != b->drag || b->kept_h != s->h) {
        b->keep = (float)taut_exp(-(double)b->drag * (double)s->h);
        b->kept_drag = b->drag;
        b->kept_h = s->h;
    }
    if (!there) {
        taut_frame_keep(b);
    }
    open_kinematics(b, s->dt, s->steps_to_come);
    if (!there) {
        taut_frame_begin(b, s);
    }
    open_forces(world, b, id);
}

// 1/h and 1/h^2 of the shortest substeps are more than a float can hold; a bound that no material
// comes near keeps them, and the products with compliance, finite.
static float bounded_inverse(double h)
{
    return h > 1e-28 ? (float)(1.0 / h) : 1e28f;
}

float taut_frame_force_scale(const taut_step* s)
{
    return bounded_inverse((double)s->h * (double)s->h);
}

static void open_colliders(taut_world* world)
{
    for (int i = 0; i < world->colliders.count; ++i) {
        if (world->colliders.items[i].used) {
            taut_collider_open(&world->colliders.items[i], world->steps_to_come + 1);
        }
    }
}

// Where no body that touches others takes part in the step, nobody else says that nothing touched.
static void open_pairs(const taut_world* world)
{
    for (int i = 0; i < world->group_count; ++i) {
        taut_pairs* p = taut_groups_get(world, i).pairs;
        if (p != NULL) {
            atomic_store(&p->dropped, 0);
            p->touching = 0;
        }
    }
}

static void feel_air(const taut_world* world, taut_body* b, bool acts)
{
    if (taut_world_steps_body(world, b)) {
        b->blown = acts && b->air.enabled && b->air.reserved;
    }
}

// What a frozen body was pushed by is of this step, and gone with it.
static void drop_forces(const taut_world* world, taut_body* b)
{
    if (b->frozen && b->has_user_forces && !world->settling) {
        memset(b->force, 0, (size_t)b->particle_count * sizeof *b->force);
        b->has_user_forces = false;
    }
}

static void enter_step(const taut_world* world, int slot, taut_step* s)
{
    taut_body* b = world->slots[slot].body;
    if (taut_device_goes_on(world, s, b)) {
        s->bodies[s->body_count++] = b;
        return;
    }
    bool there = taut_device_open(world, s, b);
    if (!b->frozen) {  // as it is when a device has lost it
        open_body(world, b, taut_world_id(world, slot), s, there);
        s->bodies[s->body_count++] = b;
    }
}

static void open_bodies(taut_world* world, taut_step* s)
{
    bool acts = taut_air_acts(&world->air);
    for (int i = 0; i < world->slot_count && world->group_count > 0; ++i) {
        feel_air(world, world->slots[i].body, acts);
    }
    if (taut_device_all_go_on(world, s)) {
        return;
    }
    taut_device_open_crowds(world, s);  // which there may be in groups alone
    world->any_contacts = world->any_topology = false;
    for (int i = 0; i < world->slot_count; ++i) {
        taut_body* b = world->slots[i].body;
        if (b == NULL) {
            continue;
        }
        world->any_contacts = world->any_contacts || b->contacts != NULL;
        world->any_topology = world->any_topology || b->topology != NULL;
        feel_air(world, b, acts);
        drop_forces(world, b);
        if (taut_world_steps_body(world, b)) {
            enter_step(world, i, s);
        } else {
            b->away = false;  // wherever its state is, it takes no part
            taut_device_rest(b);
        }
    }
}

void taut_frame_open(taut_world* world, float dt, int substep_count, taut_step* s)
{
    float h = dt / (float)substep_count;
    bool compliant = world->def.solver.kind == TAUT_SOLVER_XPBD;
    *s = (taut_step){
        .bodies = world->active,
        .solver = &world->def.solver,
        .colliders = &world->colliders,
        .gravity = world->def.gravity,
        .max_speed = world->def.max_speed,
        .planar = world->def.planar,
        .air = &world->air,
        .time = world->time,
        .dt = dt,
        .substep_count = substep_count,
        .h = h,
        .inverse_h = bounded_inverse((double)h),
        .steps_to_come = world->steps_to_come,
        .alpha_scale = compliant ? bounded_inverse((double)h * (double)h) : 0.0f,
        .clamped_count = s->clamped_count,
        .profile = s->profile,
        .watcher = s->watcher,
    };
    taut_attachments_open(world, dt);
    open_colliders(world);
    open_pairs(world);
    taut_sleep_open(world, dt);
    open_bodies(world, s);
}

// Closing -----------------------------------------------------------------------------------------

// Adding up a difference of each number with itself gives 0 for numbers and NaN for anything else:
// one test at the end instead of six per particle.
static bool all_finite(const taut_body* b)
{
    if (b->away) {
        return taut_device_finite(b);
    }
    float sum = 0.0f;
    for (int i = 0; i < b->particle_count; ++i) {
        taut_float4 x = b->x[i];
        taut_float4 v = b->v[i];
        sum += (x.x - x.x) + (x.y - x.y) + (x.z - x.z) + (v.x - v.x) + (v.y - v.y) + (v.z - v.z);
    }
    return sum == 0.0f;
}

void taut_frame_freeze(taut_body* b)
{
    size_t bytes = (size_t)b->particle_count * sizeof *b->x;
    memcpy(b->x, b->before_x, bytes);
    memcpy(b->v, b->before_v, bytes);
    memcpy(b->p, b->before_x, bytes);
    memcpy(b->q, b->before_x, bytes);
    memset(b->lo, 0, bytes);
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        memset(b->lambda[kind], 0, (size_t)b->blueprint->sets[kind].place_count * sizeof(float));
    }
    for (int i = 0; i < b->blueprint->gas_count; ++i) {
        b->gases[i].lambda = b->gases[i].others = 0.0;
    }
    for (int i = 0; i < b->moving_count; ++i) {
        b->hold[b->moving[i]] &= (uint8_t) ~(TAUT_HOLD_TARGET | TAUT_HOLD_LISTED);
        b->v[b->moving[i]] = (taut_float4){0};
    }
    b->moving_count = 0;
    b->last_h = 0.0f;
    b->last_scale = 0.0f;
    b->last_substeps = 0;
    b->frozen = true;
}

static void close_pairs(const taut_world* world, taut_step_report* report)
{
    report->pair_count = 0;
    for (int i = 0; i < world->group_count; ++i) {
        taut_pairs* p = taut_groups_get(world, i).pairs;
        int64_t dropped = p != NULL ? (int64_t)atomic_load(&p->dropped) : 0;
        report->contacts_dropped += dropped;
        report->trouble |= dropped > 0 ? TAUT_STEP_CONTACTS_DROPPED : 0u;
        report->pair_count += p != NULL ? p->touching : 0;
    }
}

// What a body put on the colliders near it, added up body by body.
static void close_contacts(taut_world* world, const taut_body* b, taut_step_report* report)
{
    const taut_contacts* k = b->contacts;
    for (int i = 0; i < k->near_count; ++i) {
        taut_collider* c = &world->colliders.items[k->near[i].collider];
        for (int axis = 0; axis < 3; ++axis) {
            c->force[axis] += k->near[i].force[axis];
            c->torque[axis] += k->near[i].torque[axis];
        }
    }
    report->contact_count += k->touching;
    report->contacts_dropped += k->dropped;
    report->trouble |= k->dropped > 0 ? TAUT_STEP_CONTACTS_DROPPED : 0u;
}

// Sums of multipliers become mean forces.
static void close_colliders(taut_world* world, const taut_step* s, taut_step_report* report)
{
    report->contact_count = 0;
    for (int i = 0; i < s->body_count && world->colliders.used > 0; ++i) {
        if (s->bodies[i]->contacts != NULL && !s->bodies[i]->frozen) {
            close_contacts(world, s->bodies[i], report);
        }
    }
    double scale = (double)s->inverse_h * (double)s->inverse_h / s->substep_count;
    for (int i = 0; i < world->colliders.count; ++i) {
        taut_collider* c = &world->colliders.items[i];
        const double *f = c->force, *t = c->torque;
        c->load.force =
            (taut_vec3){(float)(f[0] * scale), (float)(f[1] * scale), (float)(f[2] * scale)};
        c->load.torque =
            (taut_vec3){(float)(t[0] * scale), (float)(t[1] * scale), (float)(t[2] * scale)};
        taut_collider_close(c);
    }
}

static void note_frozen(taut_world* world, int slot, uint32_t why, taut_step_report* report)
{
    taut_body_id id = taut_world_id(world, slot);
    taut_events_add(&world->events, taut_event_of(TAUT_EVENT_FREEZE, id));
    report->trouble |= why;
    report->first_frozen = report->frozen_count == 0 ? id : report->first_frozen;
    report->frozen_count += 1;
}

void taut_frame_end(taut_body* b, const taut_step* s)
{
    b->last_h = s->h;
    b->last_scale = taut_frame_force_scale(s);
    b->last_substeps = s->substep_count;
}

static void close_bodies(taut_world* world, const taut_step* s, taut_step_report* report)
{
    for (int i = 0; i < world->slot_count; ++i) {
        taut_body* b = world->slots[i].body;
        if (taut_device_forsook(b)) {
            note_frozen(world, i, TAUT_STEP_DEVICE_LOST, report);
        }
        if (!taut_world_steps_body(world, b)) {
            continue;
        }
        taut_frame_end(b, s);
        if (!all_finite(b)) {
            taut_state_own(b);
            taut_frame_freeze(b);
            note_frozen(world, i, TAUT_STEP_NOT_FINITE, report);
        }
    }
}

void taut_frame_close(taut_world* world, taut_step* s, taut_step_report* report)
{
    taut_profile_mark(s->profile, TAUT_STAGE_CLOSE);
    report->steps += 1;
    report->substeps += s->substep_count;
    int64_t clamped = (int64_t)atomic_load(s->clamped_count);
    report->clamped_count += clamped;
    report->trouble |= clamped > 0 ? TAUT_STEP_SPEED_CLAMPED : 0u;
    close_pairs(world, report);
    if (!taut_device_calm(world)) {  // else they have these numbers, and are well
        close_bodies(world, s, report);
    }
    taut_profile_mark(s->profile, TAUT_STAGE_TEAR);
    if (world->any_topology) {
        taut_tear_check(world, report);
    }
    taut_profile_mark(s->profile, TAUT_STAGE_CLOSE);
    taut_attachments_close(world, taut_frame_force_scale(s) / (float)s->substep_count);
    close_colliders(world, s, report);
    if (world->any_contacts) {
        taut_touches_hold(world);
        taut_touches_close(world, (double)s->inverse_h * (double)s->inverse_h / s->substep_count);
    }
    taut_sleep_close(world, s->dt);
    world->time += (double)s->dt;
}
