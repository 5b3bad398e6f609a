// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Reading particles of many bodies at once: the device puts them together, and they come in one
// piece.

#include "cuda/device.h"

void taut_device_forget_gather(taut_device* device)
{
    taut_driver_give_host(device->driver, device->gather.room);
    taut_driver_give(device->driver, device->gather.there);
    device->gather = (taut_device_gather_room){0};
}

static bool make_room(taut_device* device, size_t bytes)
{
    taut_device_gather_room* g = &device->gather;
    if (bytes <= g->bytes) {
        return true;
    }
    taut_device_forget_gather(device);
    bytes = bytes > SIZE_MAX / 2 ? bytes : 2 * bytes;
    g->room = taut_driver_take_host(device->driver, bytes);
    g->there = g->room != NULL ? taut_driver_take(device->driver, bytes) : NULL;
    if (g->there == NULL) {
        taut_device_forget_gather(device);
        return false;
    }
    g->bytes = bytes;
    return true;
}

// What is asked for, of one kind.
typedef struct asked {
    unsigned state;
    taut_vec3* out;
} asked;

static const taut_body* body_of(const taut_world* world, const taut_span* span)
{
    return taut_world_peek_at(world, span->body, TAUT_STATE_NONE);
}

// A row for each span; one of no body where the host has a good copy. They go to places from `at`
// on. Returns the next place, -1 where the device failed.
static int list_rows(const taut_world* world, const taut_span* spans, int count, unsigned state,
                     taut_cuda_row* rows, int at)
{
    for (int i = 0; i < count; ++i) {
        const taut_float4* there = NULL;
        if (!taut_state_there(body_of(world, &spans[i]), state, &there)) {
            return -1;
        }
        rows[i] = (taut_cuda_row){.at = at};
        if (there != NULL) {
            rows[i].from = there + spans[i].first;
            rows[i].count = spans[i].count;
            at += spans[i].count;
        }
    }
    return at;
}

static void hand_out(const taut_world* world, const taut_span* spans, int count, asked what,
                     const taut_cuda_row* rows, const taut_vec3* came)
{
    for (int i = 0; i < count; ++i) {
        const taut_body* b = body_of(world, &spans[i]);
        const taut_float4* here = (what.state == TAUT_STATE_X ? b->x : b->v) + spans[i].first;
        for (int k = 0; k < spans[i].count; ++k) {
            bool there = rows[i].from != NULL;
            *what.out++ = there ? came[rows[i].at + k] : taut_vec3_of(here[k]);
        }
    }
}

static bool bring(const taut_device* device, const taut_cuda_row* rows, int count, taut_vec3* came,
                  int particles)
{
    const taut_device_gather_room* g = &device->gather;
    size_t offset = (size_t)((unsigned char*)came - (unsigned char*)g->room);
    taut_vec3* to = (void*)((unsigned char*)g->there + offset);
    taut_driver* driver = device->driver;
    return taut_driver_send(driver, g->there, rows, (size_t)count * sizeof *rows) &&
           taut_driver_gather(driver, g->there, count, to) &&
           taut_driver_fetch(driver, came, to, (size_t)particles * sizeof *came) &&
           taut_driver_wait(driver);
}

// Particles that are asked for; 0 where no device has a newer copy of any.
static size_t count_asked(const taut_world* world, const taut_span* spans, int count,
                          unsigned states)
{
    size_t sum = 0;
    bool any = false;
    for (int i = 0; i < count; ++i) {
        const taut_device_body* d = body_of(world, &spans[i])->device;
        any = any || (d != NULL && d->there && (~d->home & states) != 0);
        sum += (size_t)spans[i].count;
    }
    return any ? sum : 0;
}

// One kind after another: two at most.
static bool gather(const taut_world* world, const taut_span* spans, int count, const asked* kinds,
                   int kind_count)
{
    taut_device* device = world->device;
    unsigned states = kinds[0].state | kinds[kind_count - 1].state;
    size_t particles = (size_t)kind_count * count_asked(world, spans, count, states);
    size_t most_rows = (size_t)kind_count * (size_t)count;
    taut_layout layout = {0};
    (void)taut_layout_take(&layout, most_rows, sizeof(taut_cuda_row));
    (void)taut_layout_take(&layout, particles, sizeof(taut_vec3));
    bool fits = particles <= INT32_MAX && most_rows <= INT32_MAX;
    if (particles == 0 || !fits || !make_room(device, layout.used)) {
        return false;
    }
    layout = (taut_layout){device->gather.room, 0};
    taut_cuda_row* rows = taut_layout_take(&layout, most_rows, sizeof *rows);
    taut_vec3* came = taut_layout_take(&layout, particles, sizeof *came);
    int end = 0;
    for (int k = 0; k < kind_count && end >= 0; ++k) {
        end = list_rows(world, spans, count, kinds[k].state, rows + (size_t)k * (size_t)count, end);
    }
    if (end <= 0 || !bring(device, rows, (int)most_rows, came, end)) {
        return false;
    }
    for (int k = 0; k < kind_count; ++k) {
        hand_out(world, spans, count, kinds[k], rows + (size_t)k * (size_t)count, came);
    }
    return true;
}

bool taut_state_gather(taut_world* world, const taut_span* spans, int count, taut_vec3* positions,
                       taut_vec3* velocities)
{
    asked kinds[2];
    int kind_count = 0;
    if (positions != NULL) {
        kinds[kind_count++] = (asked){TAUT_STATE_X, positions};
    }
    if (velocities != NULL) {
        kinds[kind_count++] = (asked){TAUT_STATE_V, velocities};
    }
    bool any = world->device != NULL && !world->device->lost && count > 0 && kind_count > 0;
    return any && gather(world, spans, count, kinds, kind_count);
}
