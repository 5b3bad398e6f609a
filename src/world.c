// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "world.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "budget.h"
#include "pairs.h"
#include "platform/cpu.h"
#include "record.h"
#include "watch.h"

// Making one --------------------------------------------------------------------------------------

taut_world_def taut_world_def_default(void)
{
    return (taut_world_def){
        .stamp = TAUT_STAMP(taut_world_def),
        .solver = taut_solver_def_default(TAUT_SOLVER_XPBD),
        .gravity = {0.0f, -9.81f, 0.0f},
        .max_speed = 500.0f,
        .backend = TAUT_BACKEND_AUTO,
        .step_dt = 1.0f / 60.0f,
        .substeps = 20,
        .most_steps = 4,
        .event_capacity = 256,
        .budget = taut_budget_default(),
        .sleep = taut_sleep_default(),
        .thread_count = 1,
    };
}

static taut_result check_numbers(const taut_world_def* def, taut_error* error)
{
    if (!taut_vec3_finite(def->gravity)) {
        return taut_error_set(
            error, TAUT_ERROR_INVALID, "taut_world_def.gravity is (%g, %g, %g); it must be finite",
            (double)def->gravity.x, (double)def->gravity.y, (double)def->gravity.z);
    }
    if (def->planar && def->gravity.z != 0.0f) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.gravity.z is %g; in a planar world it must be 0",
                              (double)def->gravity.z);
    }
    if (!(def->max_speed > 0.0f)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.max_speed is %g; it must be > 0",
                              (double)def->max_speed);
    }
    if (!(def->step_dt > 0.0f && def->step_dt <= 1.0f)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.step_dt is %g; it must lie in (0, 1] s",
                              (double)def->step_dt);
    }
    if (def->substeps < 1 || def->substeps > 10000) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.substeps is %d; it must lie in 1..10000",
                              def->substeps);
    }
    if (def->most_steps < 1 || def->most_steps > 1000) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.most_steps is %d; it must lie in 1..1000",
                              def->most_steps);
    }
    if (def->event_capacity < 0 || def->event_capacity > 1000000) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.event_capacity is %d; it must lie in 0..1000000",
                              def->event_capacity);
    }
    if (def->thread_count < 0 || def->thread_count > TAUT_POOL_MOST_THREADS) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.thread_count is %d; it must lie in 0..%d, where 0 is "
                              "one per usable core",
                              def->thread_count, TAUT_POOL_MOST_THREADS);
    }
    return TAUT_OK;
}

static taut_result check_def(const taut_world_def* def, taut_error* error)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_world_def)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.stamp is wrong: start from taut_world_def_default()");
    }
    if (taut_backend_name(def->backend) == NULL) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.backend is %d; it is no taut_backend_kind",
                              (int)def->backend);
    }
    const char* why = "";
    bool device = def->backend == TAUT_BACKEND_CUDA;
    if (device && !taut_device_answers(&why)) {
        return taut_error_set(error, TAUT_ERROR_BACKEND_UNAVAILABLE,
                              "taut_world_def.backend is cuda: %s", why);
    }
    if (!device && !taut_backend_available(def->backend)) {
        return taut_error_set(error, TAUT_ERROR_BACKEND_UNAVAILABLE,
                              "taut_world_def.backend is %s, which this build or this machine does "
                              "not have; AUTO takes the best there is",
                              taut_backend_name(def->backend));
    }
    if (!taut_allocator_valid(&def->allocator)) {
        return taut_error_set(error, TAUT_ERROR_INVALID,
                              "taut_world_def.allocator has only one of alloc and free; give both "
                              "or neither");
    }
    taut_result result = taut_solver_check(&def->solver, error);
    result = result != TAUT_OK ? result : check_numbers(def, error);
    result = result != TAUT_OK ? result : taut_sleep_check(&def->sleep, error);
    return result != TAUT_OK ? result : taut_budget_check(def, error);
}

const taut_backend* taut_world_stages(const taut_world* world, bool fine)
{
    return world->stages(world->def.solver.kind, fine);
}

static int choose_thread_count(const taut_world_def* def)
{
    if (def->thread_count > 0) {
        return def->thread_count;
    }
    if (def->parallel_for == NULL && !taut_pool_supported()) {
        return 1;
    }
    int cores = taut_cpu_core_count();
    return cores < TAUT_POOL_MOST_THREADS ? cores : TAUT_POOL_MOST_THREADS;
}

// Fills in how the world runs sections of a step, and starts its threads if it has its own.
static taut_result set_up_threads(taut_world* w, taut_error* error)
{
    int count = choose_thread_count(&w->def);
    w->rooms = taut_allocate(&w->allocator, (size_t)count * sizeof *w->rooms);
    if (w->rooms == NULL) {
        return taut_error_set(error, TAUT_ERROR_OUT_OF_MEMORY, "no memory for %d threads", count);
    }
    w->thread_count = count;
    if (w->thread_count == 1) {
        return TAUT_OK;
    }
    if (w->def.parallel_for != NULL) {
        w->parallel_for = w->def.parallel_for;
        w->parallel_host = w->def.parallel_host;
        return TAUT_OK;
    }
    taut_result result = TAUT_OK;
    w->pool = taut_pool_create(&w->allocator, w->thread_count, &result);
    if (result == TAUT_ERROR_OUT_OF_MEMORY) {
        return taut_error_set(error, result, "no memory for %d threads", w->thread_count);
    }
    if (result != TAUT_OK) {
        return taut_error_set(error, result,
                              "taut_world_def.thread_count is %d; %s (1 works everywhere)",
                              w->def.thread_count,
                              taut_pool_supported() ? "the system does not give so many threads"
                                                    : "this build of the library knows no threads");
    }
    w->parallel_for = taut_pool_run;
    w->parallel_host = w->pool;
    return TAUT_OK;
}

static size_t event_bytes(const taut_world* w)
{
    return (size_t)w->events.capacity * sizeof *w->events.items;
}

taut_result taut_world_create(const taut_world_def* def, taut_world** world, taut_error* error)
{
    taut_error_clear(error);
    if (world == NULL) {
        return taut_error_set(error, TAUT_ERROR_INVALID, "world is NULL: nowhere to put it");
    }
    *world = NULL;
    taut_result result = check_def(def, error);
    if (result != TAUT_OK) {
        return result;
    }
    taut_allocator memory =
        def->allocator.alloc != NULL ? def->allocator : taut_allocator_default();
    taut_world* w = taut_allocate(&memory, sizeof *w);
    if (w == NULL) {
        return taut_error_set(error, TAUT_ERROR_OUT_OF_MEMORY, "no memory for a world");
    }
    w->def = *def;
    w->air.density = 1.225f;
    w->allocator = memory;
    w->backend = def->backend == TAUT_BACKEND_AUTO ? taut_backend_best() : def->backend;
    w->stages = taut_backend_find(w->backend);
    w->taken = taut_allocate(&memory, (size_t)def->most_steps * sizeof *w->taken);
    w->events.step = -1;
    w->group_at_hand = -1;
    w->events.capacity = def->event_capacity;
    w->events.items = taut_allocate(&memory, event_bytes(w));
    w->name = taut_allocate(&memory, sizeof *w->name);
    bool ok = w->taken != NULL && (w->events.items != NULL || event_bytes(w) == 0);
    ok = ok && w->name != NULL;
    if (w->name != NULL) {
        atomic_init(&w->name->holders, 1);
    }
    result = ok ? set_up_threads(w, error)
                : taut_error_set(error, TAUT_ERROR_OUT_OF_MEMORY, "no memory for a world");
    result = result == TAUT_OK ? taut_world_open_device(w, error) : result;
    if (result != TAUT_OK) {
        taut_world_destroy(w);
        return result;
    }
    *world = w;
    return TAUT_OK;
}

void taut_world_destroy(taut_world* world)
{
    if (world == NULL) {
        return;
    }
    taut_allocator memory = world->allocator;
    taut_recording_release(world);
    taut_pool_destroy(world->pool);
    for (int i = 0; i < world->thread_count; ++i) {
        taut_free(&memory, world->rooms[i].memory, world->rooms[i].bytes);
    }
    taut_free(&memory, world->rooms, (size_t)world->thread_count * sizeof *world->rooms);
    for (int i = 0; i < world->slot_count; ++i) {
        taut_world_take_device(world, world->slots[i].body);
        taut_body_unmake(&memory, world->slots[i].body);
    }
    taut_free(&memory, world->slots, (size_t)world->slot_capacity * sizeof *world->slots);
    taut_world_close_device(world);
    taut_world_free_colliders(world);
    taut_free(&memory, world->active, (size_t)world->active_capacity * sizeof(taut_body*));
    taut_attachments_free(world);
    taut_groups_free(world);
    taut_realms_free(&memory, &world->realms);
    taut_watcher_free(world);
    taut_free(&memory, world->events.items, event_bytes(world));
    taut_free(&memory, world->taken, (size_t)world->def.most_steps * sizeof *world->taken);
    taut_world_name_release(&memory, world->name);
    taut_free(&memory, world, sizeof *world);
}

// Errors ------------------------------------------------------------------------------------------

taut_result taut_world_fail(taut_world* world, taut_result result, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)taut_error_set_list(&world->error, result, format, arguments);
    va_end(arguments);
#ifdef TAUT_DEBUG
    if (world->def.on_assert != NULL &&
        world->def.on_assert(world->def.assert_context, world->error.text)) {
        TAUT_BREAK();
    }
#endif
    return result;
}

const char* taut_world_last_error(const taut_world* world)
{
    return world != NULL ? world->error.text : "world is NULL";
}

taut_result taut_world_check_vector(taut_world* world, const char* what, taut_vec3 v)
{
    if (!taut_vec3_finite(v)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "%s is (%g, %g, %g); it must be finite",
                               what, (double)v.x, (double)v.y, (double)v.z);
    }
    if (world->def.planar && v.z != 0.0f) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "%s.z is %g; in a planar world it must be 0", what, (double)v.z);
    }
    return TAUT_OK;
}

taut_result taut_world_check_place(taut_world* world, const char* what, taut_vec3 v)
{
    if (fabsf(v.x) > 1e9f || fabsf(v.y) > 1e9f || fabsf(v.z) > 1e9f) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "%s is (%g, %g, %g); it must lie within 1e9 m", what, (double)v.x,
                               (double)v.y, (double)v.z);
    }
    return taut_world_check_vector(world, what, v);
}

// Ids ---------------------------------------------------------------------------------------------

static taut_body* body_of(const taut_world* world, taut_body_id id)
{
    if (world == NULL || id.index1 == 0 || id.index1 > (uint32_t)world->slot_count) {
        return NULL;
    }
    const taut_body_slot* slot = &world->slots[id.index1 - 1];
    return slot->generation == id.generation ? slot->body : NULL;
}

taut_body* taut_world_peek_at(const taut_world* world, taut_body_id id, unsigned state)
{
    taut_body* body = body_of(world, id);
    if (body != NULL) {
        taut_state_read(body, state);
    }
    return body;
}

taut_body* taut_world_peek(const taut_world* world, taut_body_id id)
{
    taut_body* body = body_of(world, id);
    if (body != NULL) {
        taut_state_own(body);
    }
    return body;
}

static void note_stale(taut_world* world, taut_body_id id, const taut_body* found)
{
    if (found == NULL && world != NULL) {
        (void)taut_world_fail(world, TAUT_ERROR_INVALID,
                              "body {%u, %u} is not in this world (null, destroyed or foreign)",
                              (unsigned)id.index1, (unsigned)id.generation);
    }
}

taut_body* taut_world_find(taut_world* world, taut_body_id id)
{
    taut_body* body = taut_world_peek(world, id);
    note_stale(world, id, body);
    return body;
}

taut_body* taut_world_find_at(taut_world* world, taut_body_id id, unsigned state)
{
    taut_body* body = taut_world_peek_at(world, id, state);
    note_stale(world, id, body);
    return body;
}

taut_body* taut_world_find_particle_at(taut_world* world, taut_body_id id, int particle,
                                       unsigned state)
{
    taut_body* body = taut_world_find_at(world, id, state);
    if (body != NULL && (particle < 0 || particle >= body->particle_count)) {
        (void)taut_world_fail(world, TAUT_ERROR_INVALID,
                              "particle is %d; the body has particles 0..%d", particle,
                              body->particle_count - 1);
        return NULL;
    }
    return body;
}

taut_body* taut_world_find_particle(taut_world* world, taut_body_id id, int particle)
{
    taut_body* body = taut_world_find_particle_at(world, id, particle, TAUT_STATE_NONE);
    if (body != NULL) {
        taut_state_own(body);
    }
    return body;
}

taut_body* taut_world_find_one(taut_world* world, taut_body_id id, int particle)
{
    taut_body* body = taut_world_find_particle_at(world, id, particle, TAUT_STATE_NONE);
    if (body != NULL) {
        taut_state_own_particle(body, particle);
    }
    return body;
}

taut_body_id taut_world_id(const taut_world* world, int slot)
{
    return (taut_body_id){(uint32_t)slot + 1, world->slots[slot].generation};
}

// Settings and facts ------------------------------------------------------------------------------

taut_result taut_world_set_gravity(taut_world* world, taut_vec3 gravity)
{
    if (world == NULL || taut_world_check_vector(world, "gravity", gravity) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    world->def.gravity = gravity;
    taut_world_rouse(world);
    taut_call call = {.op = TAUT_CALL_GRAVITY, .f = {gravity.x, gravity.y, gravity.z}};
    return taut_call_done(world, NULL, &call);
}

taut_vec3 taut_world_gravity(const taut_world* world)
{
    return world != NULL ? world->def.gravity : (taut_vec3){0};
}

taut_backend_kind taut_world_backend(const taut_world* world)
{
    return world != NULL ? world->backend : TAUT_BACKEND_SCALAR;
}

int taut_world_thread_count(const taut_world* world)
{
    return world != NULL ? world->thread_count : 0;
}

double taut_world_time(const taut_world* world)
{
    return world != NULL ? world->time : 0.0;
}

int taut_world_body_count(const taut_world* world)
{
    return world != NULL ? world->body_count : 0;
}

taut_body_id taut_world_body(const taut_world* world, int i)
{
    for (int slot = 0; world != NULL && slot < world->slot_count; ++slot) {
        if (world->slots[slot].body != NULL && i-- == 0) {
            return taut_world_id(world, slot);
        }
    }
    return (taut_body_id){0};
}

taut_event_view taut_world_events(const taut_world* world)
{
    return world != NULL
               ? (taut_event_view){world->events.items, world->events.count, world->events.dropped}
               : (taut_event_view){0};
}

static uint64_t hash_vectors(uint64_t hash, const taut_float4* a, int count)
{
    for (int i = 0; i < count; ++i) {
        hash = taut_hash_float(hash, a[i].x);
        hash = taut_hash_float(hash, a[i].y);
        hash = taut_hash_float(hash, a[i].z);
    }
    return hash;
}

static uint64_t hash_body(uint64_t hash, const taut_body* body)
{
    if (body != NULL) {
        taut_state_read(body, TAUT_STATE_X | TAUT_STATE_V);
        hash = taut_hash_u32(hash, (uint32_t)body->particle_count);
        hash = hash_vectors(hash, body->x, body->particle_count);
        hash = hash_vectors(hash, body->v, body->particle_count);
    }
    return hash;
}

uint64_t taut_world_hash(const taut_world* world)
{
    uint64_t hash = TAUT_HASH_START;
    for (int i = 0; world != NULL && i < world->slot_count; ++i) {
        hash = hash_body(hash, world->slots[i].body);
    }
    return hash;
}

uint64_t taut_world_realm_hash(const taut_world* world, uint32_t realm)
{
    if (world == NULL || realm == TAUT_REALM_ALL) {
        return taut_world_hash(world);
    }
    uint64_t hash = TAUT_HASH_START;
    taut_realm_range its = taut_realms_of(&world->realms, realm);
    for (int i = its.first; i < its.end; ++i) {
        hash = hash_body(hash, world->slots[world->realms.items[i].number].body);
    }
    return hash;
}
