// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "record.h"

#include <string.h>

#include "base/hash.h"
#include "record_bytes.h"

struct taut_recorder {
    unsigned char* bytes;
    size_t size, capacity;
    unsigned char* own;  // `bytes`, when they are of the world's allocator
    taut_blueprint** blueprints;
    int blueprint_count;
    const taut_shape** shapes;
    int shape_count;
    int hash_every;
    bool running;
    taut_recording_loss loss;
    int64_t steps;
    int64_t drained;
    uint64_t sum;  // over all bytes so far
};

// The layout of calls -----------------------------------------------------------------------------

const char* taut_call_layout(int op)
{
    static const char* const layouts[TAUT_CALL_COUNT] = {[TAUT_CALL_NONE] = "",
#define TAUT_CALL_LAYOUT(name, lower, layout) [TAUT_CALL_##name] = (layout),
                                                         TAUT_CALL_LIST(TAUT_CALL_LAYOUT)
#undef TAUT_CALL_LAYOUT
    };
    return op > TAUT_CALL_NONE && op < TAUT_CALL_COUNT ? layouts[op] : "";
}

static size_t size_of(char item)
{
    return item == 'v' ? 12 : item == 'b' || item == 'd' || item == 'h' ? 8 : 4;
}

size_t taut_call_size(int op)
{
    size_t size = 1;
    for (const char* item = taut_call_layout(op); *item != '\0'; ++item) {
        size += size_of(*item);
    }
    return size;
}

// Longest of all; test_record.c has the sum.
#define MOST_CALL 128

static size_t pack(const taut_call* call, unsigned char* out)
{
    unsigned char* at = out;
    int b = 0, i = 0, f = 0;
    *at++ = (unsigned char)call->op;
    for (const char* item = taut_call_layout((int)call->op); *item != '\0'; ++item) {
        switch (*item) {
        case 'b':
            at = taut_put_u32(at, (b == 0 ? call->body : call->other).index1);
            at = taut_put_u32(at, (b++ == 0 ? call->body : call->other).generation);
            break;
        case 'i':
            at = taut_put_u32(at, (uint32_t)call->i[i++]);
            break;
        case 'd':
            at = taut_put_double(at, call->d);
            break;
        case 'h':
            at = taut_put_u64(at, call->h);
            break;
        default:
            for (int k = 0; k < (*item == 'v' ? 3 : 1); ++k) {
                at = taut_put_float(at, call->f[f++]);
            }
        }
    }
    return (size_t)(at - out);
}

taut_call taut_call_read(const unsigned char* data)
{
    taut_call call = {.op = (taut_call_op)data[0]};
    const unsigned char* at = data + 1;
    int b = 0, i = 0, f = 0;
    for (const char* item = taut_call_layout((int)call.op); *item != '\0'; ++item) {
        switch (*item) {
        case 'b':
            *(b++ == 0 ? &call.body : &call.other) =
                (taut_body_id){taut_get_u32(at), taut_get_u32(at + 4)};
            break;
        case 'i':
            call.i[i++] = taut_get_i32(at);
            break;
        case 'd':
            call.d = taut_get_double(at);
            break;
        case 'h':
            call.h = taut_get_u64(at);
            break;
        default:
            for (int k = 0; k < (*item == 'v' ? 3 : 1); ++k) {
                call.f[f++] = taut_get_float(at + 4 * k);
            }
        }
        at += size_of(*item);
    }
    return call;
}

// Writing -----------------------------------------------------------------------------------------

void taut_record_lose(taut_world* world, taut_recording_loss loss)
{
    struct taut_recorder* r = world->recorder;
    if (r != NULL && r->running) {
        r->running = false;
        r->loss = loss;
    }
}

static void append(taut_world* world, const unsigned char* bytes, size_t size)
{
    struct taut_recorder* r = world->recorder;
    if (size > r->capacity - r->size) {
        taut_record_lose(world, TAUT_RECORDING_FULL);
        return;
    }
    memcpy(r->bytes + r->size, bytes, size);
    r->size += size;
    r->sum = taut_sum_bytes(r->sum, bytes, size);
}

void taut_record_write(taut_world* world, const taut_call* call)
{
    if (world->recorder->running) {
        unsigned char bytes[MOST_CALL];
        append(world, bytes, pack(call, bytes));
    }
}

void taut_record_realm(taut_world* world, uint32_t realm)
{
    if (world->recorder != NULL && realm != 0) {
        taut_record_write(world, &(taut_call){.op = TAUT_CALL_REALM, .i = {(int32_t)realm}});
    }
}

// The check sum goes over all that was written before it, and the call itself up to it.
static void write_summed(taut_world* world, taut_call call)
{
    struct taut_recorder* r = world->recorder;
    unsigned char bytes[MOST_CALL];
    size_t size = pack(&call, bytes);
    (void)taut_put_u32(bytes + size - 4, (uint32_t)taut_sum_bytes(r->sum, bytes, size - 4));
    append(world, bytes, size);
}

void taut_record_step(taut_world* world, float dt, int substep_count, bool chosen,
                      taut_step_report* report)
{
    struct taut_recorder* r = world->recorder;
    if (r == NULL) {
        return;
    }
    if (r->running) {
        bool hashed = r->hash_every > 0 && (r->steps + 1) % r->hash_every == 0;
        write_summed(world, (taut_call){.op = TAUT_CALL_STEP,
                                        .f = {dt},
                                        .i = {substep_count, world->steps_to_come, chosen},
                                        .h = hashed ? taut_world_hash(world) : 0});
        r->steps += r->running;
    }
    report->trouble |= r->loss != TAUT_RECORDING_WHOLE ? TAUT_STEP_RECORDING_LOST : 0u;
}

bool taut_record_running(const taut_world* world)
{
    return world->recorder != NULL && world->recorder->running;
}

size_t taut_record_bytes(const taut_world* world)
{
    const struct taut_recorder* r = world->recorder;
    return r == NULL ? 0
                     : sizeof *r + (r->own != NULL ? r->capacity : 0) +
                           (size_t)r->blueprint_count * sizeof *r->blueprints +
                           (size_t)r->shape_count * sizeof *r->shapes;
}

int taut_record_blueprint(const taut_world* world, const taut_blueprint* blueprint)
{
    const struct taut_recorder* r = world->recorder;
    for (int i = 0; r != NULL && i < r->blueprint_count; ++i) {
        if (r->blueprints[i] == blueprint) {
            return i;
        }
    }
    return -1;
}

int taut_record_shape(const taut_world* world, const taut_shape* shape)
{
    const struct taut_recorder* r = world->recorder;
    for (int i = 0; r != NULL && i < r->shape_count; ++i) {
        if (r->shapes[i] == shape) {
            return i;
        }
    }
    return -1;
}

// Starting and stopping ---------------------------------------------------------------------------

taut_recording_def taut_recording_def_default(void)
{
    return (taut_recording_def){
        .stamp = TAUT_STAMP(taut_recording_def), .capacity = (size_t)1 << 20, .hash_every = 1};
}

// Worlds without realms keep the hash that they had before there were any.
static uint64_t hash_realm(uint64_t hash, uint32_t realm)
{
    return realm != 0 ? taut_hash_u32(hash, realm) : hash;
}

uint64_t taut_record_start_hash(const taut_world* world)
{
    const taut_solver_def* solver = &world->def.solver;
    taut_vec3 g = world->def.gravity;
    uint64_t hash = taut_world_hash(world);
    hash = taut_hash_u32(hash, (uint32_t)solver->kind);
    hash = taut_hash_u32(hash, (uint32_t)solver->iterations);
    hash = taut_hash_u32(hash, solver->direct);
    hash = taut_hash_u32(hash, world->def.planar);
    hash = taut_hash_float(taut_hash_float(taut_hash_float(hash, g.x), g.y), g.z);
    for (int i = 0; i < world->slot_count; ++i) {
        hash = taut_hash_u32(hash, world->slots[i].generation);
        hash = taut_hash_u32(hash, world->slots[i].body != NULL);
        hash = hash_realm(hash, world->slots[i].realm);
    }
    for (int i = 0; i < world->colliders.count; ++i) {
        const taut_collider* c = &world->colliders.items[i];
        hash = taut_hash_u32(hash, c->generation);
        hash = taut_hash_u32(hash, c->used ? (uint32_t)c->kind + 1 : 0);
        hash = taut_hash_float(taut_hash_float(taut_hash_float(hash, c->at.x), c->at.y), c->at.z);
        hash = hash_realm(hash, c->realm);
    }
    return hash;
}

static void write_head(taut_world* world)
{
    unsigned char head[TAUT_RECORD_HEAD] = {0};
    memcpy(head, TAUT_RECORD_MAGIC, 8);  // NOLINT(bugprone-not-null-terminated-result)
    unsigned char* at = taut_put_u32(head + 8, TAUT_RECORD_VERSION);
    at = taut_put_u32(at, (uint32_t)world->recorder->blueprint_count);
    at = taut_put_u32(at, (uint32_t)world->body_count);
    at = taut_put_u32(at, (uint32_t)world->recorder->hash_every);
    at = taut_put_u64(at, taut_record_start_hash(world));
    (void)taut_put_double(at, world->time);
    uint64_t sum = taut_sum_bytes(TAUT_HASH_START, head, TAUT_RECORD_HEAD - 4);
    (void)taut_put_u32(head + TAUT_RECORD_HEAD - 4, (uint32_t)sum);
    append(world, head, sizeof head);
}

static taut_result check_def(taut_world* world, const taut_recording_def* def)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_recording_def)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_recording_def.stamp is wrong: start from "
                               "taut_recording_def_default()");
    }
    if (def->capacity < 256) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_recording_def.capacity is %zu; it must be 256 bytes or more",
                               def->capacity);
    }
    if (def->hash_every < 0) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_recording_def.hash_every is %d; it must be >= 0",
                               def->hash_every);
    }
    if (def->blueprint_count < 0 || (def->blueprint_count > 0 && def->blueprints == NULL)) {
        return taut_world_fail(
            world, TAUT_ERROR_INVALID, "taut_recording_def.blueprint_count is %d and blueprints %s",
            def->blueprint_count, def->blueprints != NULL ? "is given" : "is NULL");
    }
    for (int i = 0; i < def->blueprint_count; ++i) {
        if (def->blueprints[i] == NULL) {
            return taut_world_fail(world, TAUT_ERROR_INVALID,
                                   "taut_recording_def.blueprints[%d] is NULL", i);
        }
    }
    if (def->shape_count < 0 || (def->shape_count > 0 && def->shapes == NULL)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_recording_def.shape_count is %d and shapes %s",
                               def->shape_count, def->shapes != NULL ? "is given" : "is NULL");
    }
    return taut_record_running(world)
               ? taut_world_fail(world, TAUT_ERROR_INVALID, "a recording is running already")
               : TAUT_OK;
}

static void free_recorder(taut_world* world, struct taut_recorder* r)
{
    if (r == NULL) {
        return;
    }
    for (int i = 0; r->blueprints != NULL && i < r->blueprint_count; ++i) {
        taut_blueprint_release(r->blueprints[i]);
    }
    taut_free(&world->allocator, r->blueprints, (size_t)r->blueprint_count * sizeof *r->blueprints);
    for (int i = 0; r->shapes != NULL && i < r->shape_count; ++i) {
        taut_shape_release(r->shapes[i]);
    }
    taut_free(&world->allocator, r->shapes, (size_t)r->shape_count * sizeof *r->shapes);
    taut_free(&world->allocator, r->own, r->capacity);
    taut_free(&world->allocator, r, sizeof *r);
}

static void fill_lists(struct taut_recorder* r, const taut_recording_def* def)
{
    for (int i = 0; r->blueprints != NULL && i < r->blueprint_count; ++i) {
        // A reference count is the one thing about a blueprint that changes.
        union {
            const taut_blueprint* shared;
            taut_blueprint* counted;
        } blueprint = {def->blueprints[i]};
        taut_blueprint_retain(blueprint.counted);
        r->blueprints[i] = blueprint.counted;
    }
    for (int i = 0; r->shapes != NULL && i < r->shape_count; ++i) {
        r->shapes[i] = def->shapes[i];
        if (def->shapes[i] != NULL) {
            taut_shape_retain(def->shapes[i]);
        }
    }
}

static struct taut_recorder* make_recorder(taut_world* world, const taut_recording_def* def)
{
    const taut_allocator* allocator = &world->allocator;
    struct taut_recorder* r = taut_allocate(allocator, sizeof *r);
    if (r == NULL) {
        return NULL;
    }
    *r = (struct taut_recorder){.capacity = def->capacity,
                                .blueprint_count = def->blueprint_count,
                                .shape_count = def->shape_count,
                                .hash_every = def->hash_every,
                                .running = true,
                                .sum = TAUT_HASH_START};
    r->own = def->memory == NULL ? taut_allocate(allocator, def->capacity) : NULL;
    r->bytes = def->memory != NULL ? def->memory : r->own;
    r->blueprints = taut_allocate(allocator, (size_t)r->blueprint_count * sizeof *r->blueprints);
    r->shapes = taut_allocate(allocator, (size_t)r->shape_count * sizeof *r->shapes);
    fill_lists(r, def);
    if (r->bytes == NULL || (r->blueprint_count > 0 && r->blueprints == NULL) ||
        (r->shape_count > 0 && r->shapes == NULL)) {
        free_recorder(world, r);
        return NULL;
    }
    return r;
}

taut_result taut_recording_start(taut_world* world, const taut_recording_def* def)
{
    if (world == NULL || check_def(world, def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    struct taut_recorder* r = make_recorder(world, def);
    if (r == NULL) {
        return taut_world_fail(world, TAUT_ERROR_OUT_OF_MEMORY,
                               "no memory for a recording of %zu bytes", def->capacity);
    }
    free_recorder(world, world->recorder);
    world->recorder = r;
    write_head(world);
    return TAUT_OK;
}

static taut_result tell_loss(taut_world* world, const struct taut_recorder* r)
{
    if (r->loss == TAUT_RECORDING_FULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "the recording ended by itself after %lld steps: its memory of %zu "
                               "bytes was full; give it more, or drain it as it runs",
                               (long long)r->steps, r->capacity);
    }
    return taut_world_fail(world, TAUT_ERROR_INVALID,
                           "the recording ended by itself after %lld steps: a body or collider was "
                           "made of a blueprint or shape that is not in its lists",
                           (long long)r->steps);
}

taut_result taut_recording_stop(taut_world* world)
{
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    const struct taut_recorder* r = world->recorder;
    if (r != NULL && r->loss != TAUT_RECORDING_WHOLE) {
        return tell_loss(world, r);
    }
    if (!taut_record_running(world)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "no recording is running");
    }
    write_summed(world, (taut_call){.op = TAUT_CALL_END});
    world->recorder->running = false;
    return TAUT_OK;
}

taut_bytes taut_recording_bytes(const taut_world* world)
{
    const struct taut_recorder* r = world != NULL ? world->recorder : NULL;
    return r != NULL ? (taut_bytes){r->bytes, r->size} : (taut_bytes){NULL, 0};
}

taut_result taut_recording_drain(taut_world* world)
{
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (world->recorder == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "there is no recording to drain");
    }
    world->recorder->drained += (int64_t)world->recorder->size;
    world->recorder->size = 0;
    return TAUT_OK;
}

taut_recording_state taut_recording_get_state(const taut_world* world)
{
    const struct taut_recorder* r = world != NULL ? world->recorder : NULL;
    return r != NULL ? (taut_recording_state){.running = r->running,
                                              .loss = r->loss,
                                              .steps = r->steps,
                                              .bytes = r->drained + (int64_t)r->size}
                     : (taut_recording_state){0};
}

void taut_recording_release(taut_world* world)
{
    if (world != NULL) {
        free_recorder(world, world->recorder);
        world->recorder = NULL;
    }
}
