// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Reading particles of many bodies at once.

#include "world.h"

static const taut_body* body_of(const taut_world* world, const taut_span* span)
{
    return taut_world_peek_at(world, span->body, TAUT_STATE_NONE);
}

static taut_result check_span(taut_world* world, const taut_span* spans, int i)
{
    const taut_span* span = &spans[i];
    const taut_body* b = body_of(world, span);
    if (b == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "spans[%d].body {%u, %u} names no body of this world", i,
                               (unsigned)span->body.index1, (unsigned)span->body.generation);
    }
    if (span->count < 0) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "spans[%d].count is %d; it must be >= 0",
                               i, span->count);
    }
    if (span->first < 0 || span->first > b->particle_count - span->count) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "spans[%d].first is %d and its count %d; the body has %d particles",
                               i, span->first, span->count, b->particle_count);
    }
    return TAUT_OK;
}

// @param total  receives the particles of all spans
static taut_result check_spans(taut_world* world, const taut_span* spans, int count, int64_t* total)
{
    if (count < 0 || (count > 0 && spans == NULL)) {
        return count < 0 ? taut_world_fail(world, TAUT_ERROR_INVALID,
                                           "span_count is %d; it must be >= 0", count)
                         : taut_world_fail(world, TAUT_ERROR_INVALID, "spans is NULL");
    }
    *total = 0;
    for (int i = 0; i < count; ++i) {
        if (check_span(world, spans, i) != TAUT_OK) {
            return TAUT_ERROR_INVALID;
        }
        *total += spans[i].count;
    }
    return TAUT_OK;
}

static bool overlap(const void* a, size_t a_bytes, const void* b, size_t b_bytes)
{
    uintptr_t at = (uintptr_t)a, other = (uintptr_t)b;
    bool both = a != NULL && b != NULL && a_bytes > 0 && b_bytes > 0;
    return both && at < other + b_bytes && other < at + a_bytes;
}

// Spans are looked at while results are written.
static taut_result check_apart(taut_world* world, const taut_span* spans, int count, size_t total,
                               const taut_vec3* x, const taut_vec3* v)
{
    size_t asked = (size_t)count * sizeof *spans, answer = total * sizeof *x;
    const char* both = overlap(x, answer, spans, asked)   ? "spans and positions"
                       : overlap(v, answer, spans, asked) ? "spans and velocities"
                       : overlap(x, answer, v, answer)    ? "positions and velocities"
                                                          : NULL;
    return both == NULL ? TAUT_OK : taut_world_fail(world, TAUT_ERROR_INVALID, "%s overlap", both);
}

static taut_result check(taut_world* world, const taut_span* spans, int count, const taut_vec3* x,
                         const taut_vec3* v, int capacity)
{
    int64_t total = 0;
    if (check_spans(world, spans, count, &total) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (capacity < 0 || total > capacity) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "capacity is %d; spans ask for %lld particles", capacity,
                               (long long)total);
    }
    return check_apart(world, spans, count, (size_t)total, x, v);
}

// One body after another.
static void read_all(const taut_world* world, const taut_span* spans, int count, unsigned state,
                     taut_vec3* out)
{
    for (int i = 0; i < count && out != NULL; ++i) {
        const taut_body* b = body_of(world, &spans[i]);
        taut_state_read(b, spans[i].count > 0 ? state : (unsigned)TAUT_STATE_NONE);
        const taut_float4* from = state == TAUT_STATE_X ? b->x : b->v;
        for (int k = 0; k < spans[i].count; ++k) {
            *out++ = taut_vec3_of(from[spans[i].first + k]);
        }
    }
}

taut_result taut_world_gather(taut_world* world, const taut_span* spans, int span_count,
                              taut_vec3* positions, taut_vec3* velocities, int capacity)
{
    if (world == NULL ||
        check(world, spans, span_count, positions, velocities, capacity) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    int lost = taut_device_lost_bodies(world);
    if (!taut_state_gather(world, spans, span_count, positions, velocities)) {
        read_all(world, spans, span_count, TAUT_STATE_X, positions);
        read_all(world, spans, span_count, TAUT_STATE_V, velocities);
    }
    lost = taut_device_lost_bodies(world) - lost;
    return lost == 0 ? TAUT_OK
                     : taut_world_fail(world, TAUT_ERROR_BACKEND_UNAVAILABLE,
                                       "the device failed with %d bodies on it: they are frozen, "
                                       "and were read, where the host last had a copy of them",
                                       lost);
}

static const char* delivery_trouble(const taut_world* world, taut_result result)
{
    bool none = !taut_device_tell(world, &(taut_device_info){.bodies = 0});
    return result == TAUT_ERROR_OUT_OF_MEMORY ? "no memory to put particles together in"
           : none                             ? "this world has no device"
                                              : "the device has failed";
}

taut_result taut_world_device_gather(taut_world* world, const taut_span* spans, int span_count,
                                     void* positions, void* velocities, int capacity)
{
    if (world == NULL ||
        check(world, spans, span_count, positions, velocities, capacity) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (((uintptr_t)positions | (uintptr_t)velocities) % sizeof(float) != 0) {
        return taut_world_fail(
            world, TAUT_ERROR_INVALID, "%s is an address that is no multiple of 4",
            (uintptr_t)positions % sizeof(float) != 0 ? "positions" : "velocities");
    }
    taut_result result = taut_state_deliver(world, spans, span_count, positions, velocities);
    return result == TAUT_OK
               ? TAUT_OK
               : taut_world_fail(world, result, "%s", delivery_trouble(world, result));
}
