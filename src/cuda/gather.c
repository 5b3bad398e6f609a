// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Reading particles of many bodies at once: the device puts them together, and they come in one
// piece.

#include <string.h>

#include "cuda/device.h"

// Particles of a row, which a block reads: long spans are several rows.
enum { ROW_MOST = 4096 };

void taut_device_forget_gather(taut_device* device)
{
    taut_driver_give_host(device->driver, device->gather.room);
    taut_driver_give(device->driver, device->gather.there);
    device->gather = (taut_device_gather_room){0};
}

// On both sides, or not at all: what there was is kept until there is more.
static bool take_room(taut_device* device, size_t bytes)
{
    taut_device_gather_room made = {.bytes = bytes};
    made.room = taut_driver_take_host(device->driver, bytes);
    made.there = made.room != NULL ? taut_driver_take(device->driver, bytes) : NULL;
    if (made.there == NULL) {
        taut_driver_give_host(device->driver, made.room);
        return false;
    }
    taut_device_forget_gather(device);
    device->gather = made;
    return true;
}

// What is looked at is mostly the same in every frame: no more is taken than that. Whoever asks for
// more and more gets room ahead.
static bool make_room(taut_device* device, size_t bytes)
{
    size_t had = device->gather.bytes, ahead = had + had / 2;
    return bytes <= had || (ahead > bytes && take_room(device, ahead)) || take_room(device, bytes);
}

// What is asked for, of one kind.
typedef struct asked {
    unsigned state;
    taut_vec3* out;
} asked;

// All that is asked for, and the room for it: rows for the device, then where each span of each
// kind begins among what came, -1 where the host has a good copy, then what came.
typedef struct request {
    const taut_world* world;
    const taut_span* spans;
    int count;
    asked kinds[2];
    int kind_count;

    size_t most_particles, most_rows;
    taut_cuda_row* rows;
    int32_t* starts;
    taut_vec3* came;
    int row_count, came_count;

    size_t staged_room;  // particles that go along with the rows
    taut_float4 *staged, *staged_there;
} request;

static const taut_body* body_of(const request* r, int i)
{
    return taut_world_peek_at(r->world, r->spans[i].body, TAUT_STATE_NONE);
}

// How much of it there may be. False where no device has a newer copy of anything.
static bool count_asked(request* r)
{
    unsigned states = r->kinds[0].state | r->kinds[r->kind_count - 1].state;
    bool any = false;
    for (int i = 0; i < r->count; ++i) {
        const taut_device_body* d = body_of(r, i)->device;
        any = any || (d != NULL && d->there && (~d->home & states) != 0);
        r->most_particles += (size_t)r->kind_count * (size_t)r->spans[i].count;
    }
    r->most_rows = (size_t)r->kind_count * (size_t)r->count + r->most_particles / ROW_MOST;
    return any && r->most_particles <= INT32_MAX && r->most_rows <= INT32_MAX;
}

static size_t lay_out(request* r, void* room)
{
    taut_layout layout = {room, 0};
    r->rows = taut_layout_take(&layout, r->most_rows, sizeof *r->rows);
    r->starts =
        taut_layout_take(&layout, (size_t)r->kind_count * (size_t)r->count, sizeof(int32_t));
    r->came = taut_layout_take(&layout, r->most_particles, sizeof *r->came);
    return layout.used;
}

static void add_rows(request* r, const taut_float4* from, int count)
{
    for (int done = 0; done < count; done += ROW_MOST) {
        int left = count - done;
        int some = left < ROW_MOST ? left : ROW_MOST;
        r->rows[r->row_count++] = (taut_cuda_row){from + done, some, r->came_count};
        r->came_count += some;
    }
}

// False where the device failed.
static bool list_rows(request* r, int kind)
{
    int32_t* starts = r->starts + (size_t)kind * (size_t)r->count;
    for (int i = 0; i < r->count; ++i) {
        const taut_float4* there = NULL;
        if (!taut_state_there(body_of(r, i), r->kinds[kind].state, &there)) {
            return false;
        }
        starts[i] = there != NULL ? r->came_count : -1;
        if (there != NULL) {
            add_rows(r, there + r->spans[i].first, r->spans[i].count);
        }
    }
    return true;
}

static void hand_out(const request* r, int kind)
{
    const int32_t* starts = r->starts + (size_t)kind * (size_t)r->count;
    taut_vec3* out = r->kinds[kind].out;
    for (int i = 0; i < r->count; ++i) {
        const taut_body* b = body_of(r, i);
        const taut_float4* here = r->kinds[kind].state == TAUT_STATE_X ? b->x : b->v;
        for (int k = 0; k < r->spans[i].count; ++k) {
            *out++ =
                starts[i] >= 0 ? r->came[starts[i] + k] : taut_vec3_of(here[r->spans[i].first + k]);
        }
    }
}

static bool bring(const taut_device* device, const request* r)
{
    const taut_device_gather_room* g = &device->gather;
    size_t offset = (size_t)((unsigned char*)r->came - (unsigned char*)g->room);
    taut_vec3* to = (void*)((unsigned char*)g->there + offset);
    taut_driver* driver = device->driver;
    return taut_driver_send(driver, g->there, r->rows, (size_t)r->row_count * sizeof *r->rows) &&
           taut_driver_gather(driver, g->there, r->row_count, to) &&
           taut_driver_fetch(driver, r->came, to, (size_t)r->came_count * sizeof *r->came) &&
           taut_driver_wait(driver);
}

// One kind after another: two at most.
static bool gather(request* r)
{
    taut_device* device = r->world->device;
    if (!count_asked(r) || !make_room(device, lay_out(r, NULL))) {
        return false;
    }
    (void)lay_out(r, device->gather.room);
    bool ok = true;
    for (int k = 0; k < r->kind_count && ok; ++k) {
        ok = list_rows(r, k);
    }
    if (!ok || r->row_count == 0 || !bring(device, r)) {
        return false;
    }
    for (int k = 0; k < r->kind_count; ++k) {
        hand_out(r, k);
    }
    return true;
}

static request request_of(const taut_world* world, const taut_span* spans, int count,
                          taut_vec3* positions, taut_vec3* velocities)
{
    request r = {.world = world, .spans = spans, .count = count};
    if (positions != NULL) {
        r.kinds[r.kind_count++] = (asked){TAUT_STATE_X, positions};
    }
    if (velocities != NULL) {
        r.kinds[r.kind_count++] = (asked){TAUT_STATE_V, velocities};
    }
    return r;
}

bool taut_state_gather(taut_world* world, const taut_span* spans, int count, taut_vec3* positions,
                       taut_vec3* velocities)
{
    request r = request_of(world, spans, count, positions, velocities);
    bool any = world->device != NULL && !world->device->lost && count > 0 && r.kind_count > 0;
    return any && gather(&r);
}

// To arrays of the device -------------------------------------------------------------------------

static bool is_there(const taut_body* b)
{
    return b->device != NULL && b->device->there;
}

// What the device has no good copy of goes along.
static bool count_delivered(request* r)
{
    for (int i = 0; i < r->count; ++i) {
        size_t each = (size_t)r->kind_count * (size_t)r->spans[i].count;
        r->most_particles += each;
        r->staged_room += is_there(body_of(r, i)) ? 0 : each;
    }
    r->most_rows = (size_t)r->kind_count * (size_t)r->count + r->most_particles / ROW_MOST;
    return r->most_rows <= INT32_MAX;
}

static size_t lay_out_delivery(request* r, const taut_device_gather_room* room)
{
    taut_layout here = {room->room, 0}, there = {room->there, 0};
    r->rows = taut_layout_take(&here, r->most_rows, sizeof *r->rows);
    r->staged = taut_layout_take(&here, r->staged_room, sizeof *r->staged);
    (void)taut_layout_take(&there, r->most_rows, sizeof *r->rows);
    r->staged_there = taut_layout_take(&there, r->staged_room, sizeof *r->staged);
    return here.used;
}

// False where the device failed.
static bool list_delivery(request* r, unsigned state)
{
    r->came_count = 0;
    for (int i = 0; i < r->count; ++i) {
        const taut_body* b = body_of(r, i);
        const taut_span* span = &r->spans[i];
        const taut_float4* from = state == TAUT_STATE_X ? b->x : b->v;
        if (is_there(b)) {
            if (!taut_state_known(b, state, &from)) {
                return false;
            }
            add_rows(r, from + span->first, span->count);
            continue;
        }
        memcpy(r->staged, from + span->first, (size_t)span->count * sizeof *from);
        add_rows(r, r->staged_there, span->count);
        r->staged += span->count;
        r->staged_there += span->count;
    }
    return true;
}

static bool deliver(request* r, const taut_device_gather_room* g, size_t bytes)
{
    taut_driver* driver = r->world->device->driver;
    int first[3] = {0};
    bool ok = true;
    for (int k = 0; k < r->kind_count && ok; ++k) {
        ok = list_delivery(r, r->kinds[k].state);
        first[k + 1] = r->row_count;
    }
    ok = ok && (r->row_count == 0 || taut_driver_send(driver, g->there, g->room, bytes));
    for (int k = 0; k < r->kind_count && ok; ++k) {
        const taut_cuda_row* rows = (const taut_cuda_row*)g->there + first[k];
        int count = first[k + 1] - first[k];
        ok = count == 0 || taut_driver_gather(driver, rows, count, r->kinds[k].out);
    }
    bool done = taut_driver_wait(driver);  // of what was asked for before something failed, too
    return ok && done;
}

taut_result taut_state_deliver(const taut_world* world, const taut_span* spans, int count,
                               taut_vec3* positions, taut_vec3* velocities)
{
    request r = request_of(world, spans, count, positions, velocities);
    if (world->device == NULL || world->device->lost) {
        return TAUT_ERROR_BACKEND_UNAVAILABLE;
    }
    if (r.kind_count == 0 || count == 0) {
        return TAUT_OK;
    }
    const taut_device_gather_room none = {0}, *room = &world->device->gather;
    if (!count_delivered(&r) || !make_room(world->device, lay_out_delivery(&r, &none))) {
        return TAUT_ERROR_OUT_OF_MEMORY;
    }
    size_t bytes = lay_out_delivery(&r, room);
    return deliver(&r, room, bytes) ? TAUT_OK : TAUT_ERROR_BACKEND_UNAVAILABLE;
}
