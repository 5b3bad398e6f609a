// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The state of a body that a device has: who has the newer copy, and how it gets to the other side.

#include <string.h>

#include "cuda/device.h"
#include "frame.h"
#include "topology.h"

// An array of the state, on both sides.
typedef struct array {
    unsigned state;
    unsigned char *home, *there;
    size_t bytes;
} array;

#define MOST_ARRAYS 11

static array by_particle(const taut_body* b, unsigned state, taut_float4* home, taut_float4* there)
{
    return (array){state, (void*)home, (void*)there, (size_t)b->particle_count * sizeof *home};
}

static size_t lambda_bytes(const taut_body* b)
{
    return taut_device_lambdas(b) * sizeof(float);
}

// Returns how many.
static int list_by_particle(const taut_body* b, array* list)
{
    const taut_body* there = &b->device->job->body;
    int count = 0;
    list[count++] = by_particle(b, TAUT_STATE_X, b->x, there->x);
    list[count++] = by_particle(b, TAUT_STATE_V, b->v, there->v);
    list[count++] = by_particle(b, TAUT_STATE_LO, b->lo, there->lo);
    list[count++] = by_particle(b, TAUT_STATE_BEFORE, b->before_x, there->before_x);
    list[count++] = by_particle(b, TAUT_STATE_BEFORE, b->before_v, there->before_v);
    if (there->p != NULL) {
        list[count++] = by_particle(b, TAUT_STATE_P, b->p, there->p);
    }
    return count;
}

static array list_gases(const taut_body* b)
{
    size_t bytes = (size_t)b->blueprint->gas_count * sizeof *b->gases;
    return (array){TAUT_STATE_GAS, (void*)b->gases, (void*)b->device->job->body.gases, bytes};
}

static bool has_parted(const taut_body* b)
{
    return b->device->more != NULL && b->device->more->parted != NULL;
}

static array list_parted(const taut_body* b)
{
    return (array){TAUT_STATE_PARTED, b->topology->parted, b->device->more->parted,
                   (size_t)b->particle_count * sizeof *b->topology->parted};
}

// Pairs, and which of them are live: nothing that a step begins with.
static int list_contacts(const taut_body* b, array* list)
{
    const taut_contacts *k = b->contacts, *there = &b->device->meeting->contacts;
    if (k == NULL || k->pair_count == 0) {
        return 0;
    }
    size_t pairs = (size_t)k->pair_count;
    list[0] = (array){TAUT_STATE_CONTACTS, (void*)k->pairs, (void*)there->pairs,
                      pairs * sizeof *k->pairs};
    list[1] = (array){TAUT_STATE_CONTACTS, k->live, there->live, pairs * sizeof *k->live};
    return 2;
}

static int list_arrays(const taut_body* b, array* list)
{
    const taut_body* there = &b->device->job->body;
    int count = list_by_particle(b, list);
    list[count++] =
        (array){TAUT_STATE_LAMBDA, (void*)b->lambda[0], (void*)there->lambda[0], lambda_bytes(b)};
    if (b->blueprint->gas_count > 0) {
        list[count++] = list_gases(b);
    }
    if (has_parted(b)) {
        list[count++] = list_parted(b);
    }
    return count + list_contacts(b, list + count);
}

// Arrays of these parts, to the device or home.
static bool copy(const taut_body* b, unsigned state, bool home)
{
    taut_driver* driver = b->device->of->driver;
    array list[MOST_ARRAYS];
    int count = list_arrays(b, list);
    bool ok = true;
    for (int i = 0; i < count && ok; ++i) {
        const array* a = &list[i];
        if ((a->state & state) != 0) {
            ok = home ? taut_driver_fetch(driver, a->home, a->there, a->bytes)
                      : taut_driver_send(driver, a->there, a->home, a->bytes);
        }
    }
    return ok;
}

static bool fetch(const taut_body* b, unsigned state)
{
    return copy(b, state, true);
}

static bool send(const taut_body* b, unsigned state)
{
    return copy(b, state, false);
}

// Single particles --------------------------------------------------------------------------------

// Arrays of which the host has no good copy.
static bool fetch_particle(const taut_body* b, int particle)
{
    array list[MOST_ARRAYS];
    int count = list_by_particle(b, list);
    size_t at = (size_t)particle * sizeof(taut_float4);
    bool ok = true;
    for (int i = 0; i < count && ok; ++i) {
        const array* a = &list[i];
        ok = (a->state & b->device->home) != 0 ||
             taut_driver_fetch(b->device->of->driver, a->home + at, a->there + at,
                               sizeof(taut_float4));
    }
    return ok && taut_driver_wait(b->device->of->driver);
}

static bool send_patches(const taut_body* b)
{
    taut_device_body* d = b->device;
    array list[MOST_ARRAYS];
    int count = list_by_particle(b, list);
    bool ok = !d->gas_patched || send(b, TAUT_STATE_GAS);
    for (int k = 0; k < d->patch_count * count && ok; ++k) {
        size_t at = (size_t)d->patches[k / count] * sizeof(taut_float4);
        const array* a = &list[k % count];
        ok = taut_driver_send(d->of->driver, a->there + at, a->home + at, sizeof(taut_float4));
    }
    d->patch_count = ok ? 0 : d->patch_count;
    d->gas_patched = d->gas_patched && !ok;
    return ok;
}

static bool is_patched(const taut_device_body* d, int particle)
{
    bool any = false;
    for (int i = 0; i < d->patch_count; ++i) {
        any = any || d->patches[i] == particle;
    }
    return any;
}

// Going home --------------------------------------------------------------------------------------

// What calls took home, or will have to send, is asked for before the next step.
static void look_again(taut_device_body* d)
{
    d->of->list.all_went_on = false;
}

static void forget(taut_device_body* d)
{
    look_again(d);
    d->there = d->told = d->fetching = false;
    d->home = TAUT_STATE_ALL;
    d->patch_count = 0;
    d->gas_patched = false;
}

void taut_state_lose(taut_body* b)
{
    size_t bytes = (size_t)b->particle_count * sizeof *b->x;
    forget(b->device);
    b->device->of->lost = true;
    b->device->of->lost_bodies += !b->device->forsaken;  // by a call during the step as well
    b->device->forsaken = b->device->of->forsook = true;
    memcpy(b->before_x, b->x, bytes);
    memset(b->before_v, 0, bytes);
    taut_frame_freeze(b);
}

void taut_state_read(const taut_body* b, unsigned state)
{
    taut_device_body* d = b->device;
    unsigned missing = d != NULL && d->there ? state & ~d->home : 0;
    if (missing == 0) {
        return;
    }
    unsigned coming = d->fetching ? (unsigned)TAUT_STATE_X : 0;
    bool ok = send_patches(b) && fetch(b, missing & ~coming) && taut_driver_wait(d->of->driver);
    if (ok) {
        d->home |= missing | coming;
        d->fetching = false;
    } else {
        taut_state_lose(d->body);
    }
}

void taut_state_own(taut_body* b)
{
    if (b->device != NULL && b->device->there) {
        taut_state_read(b, TAUT_STATE_ALL);
        forget(b->device);
    }
}

void taut_state_own_particle(taut_body* b, int particle)
{
    taut_device_body* d = b->device;
    if (d == NULL || !d->there || is_patched(d, particle)) {
        return;
    }
    if (d->patch_count == TAUT_DEVICE_PATCHES) {
        taut_state_own(b);
        return;
    }
    taut_state_read(b, d->fetching ? (unsigned)TAUT_STATE_X : 0);
    if (d->there && fetch_particle(b, particle)) {
        d->patches[d->patch_count++] = particle;
        look_again(d);
    } else if (d->there) {
        taut_state_lose(b);
    }
}

void taut_state_rebuilt(taut_body* b)
{
    taut_state_own(b);
    if (b->device != NULL) {
        look_again(b->device);
        b->device->stale = true;
        b->device->edged = false;
        b->device->calm = 0;
    }
}

void taut_state_own_gas(taut_body* b)
{
    taut_state_read(b, TAUT_STATE_GAS);
    if (b->device != NULL && b->device->there) {
        look_again(b->device);
        b->device->gas_patched = true;
    }
}

void taut_state_replace(taut_body* b)
{
    if (b->device != NULL) {
        if (b->device->fetching) {
            (void)taut_driver_wait(b->device->of->driver);
        }
        forget(b->device);
    }
}

// Going there -------------------------------------------------------------------------------------

bool taut_state_send(taut_body* b)
{
    taut_device_body* d = b->device;
    if (!d->told) {
        d->told = taut_driver_send(d->of->driver, d->memory, d->job, sizeof *d->job);
    }
    if (d->there || !d->told) {
        return d->told && send_patches(b);
    }
    unsigned before = d->opens ? (unsigned)TAUT_STATE_BEFORE : 0;  // which the device will write
    d->there = send(b, TAUT_STATE_ALL & ~before & ~(unsigned)TAUT_STATE_CONTACTS);
    return d->there;
}

bool taut_state_send_still(taut_body* b)
{
    taut_device_body* d = b->device;
    d->there = d->there ? send_patches(b) : send(b, TAUT_STATE_ALL & ~TAUT_STATE_CONTACTS);
    return d->there;
}

void taut_state_spoil(const taut_body* b)
{
    array list[MOST_ARRAYS];
    int count = list_arrays(b, list);
    for (int i = 1; i < count; ++i) {
        if ((list[i].state & b->device->home) == 0) {
            memset(list[i].home, 0xff, list[i].bytes);
        }
    }
    for (int i = 0; i < b->particle_count; ++i) {
        if (b->x[i].w > 0.0f) {
            memset(&b->x[i], 0xff, sizeof(taut_vec3));
        }
    }
}

void taut_state_leave(taut_body* b)
{
    b->device->home = (b->run->verlet ? 0u : (unsigned)TAUT_STATE_P) |
                      (b->device->meets ? 0u : (unsigned)TAUT_STATE_CONTACTS) |
                      (has_parted(b) ? 0u : (unsigned)TAUT_STATE_PARTED);
    b->device->fetching = false;
}

// For calls ---------------------------------------------------------------------------------------

void taut_state_prefetch(const taut_body* b)
{
    taut_device_body* d = b->device;
    bool old = d != NULL && d->there && (d->home & TAUT_STATE_X) == 0;
    if (old && !d->fetching) {
        d->fetching = true;
        if (!send_patches(b) || !fetch(b, TAUT_STATE_X)) {
            taut_state_lose(d->body);
        }
    }
}

bool taut_state_there(const taut_body* b, unsigned state, const taut_float4** there)
{
    const taut_device_body* d = b->device;
    bool newer = d != NULL && d->there && (d->home & state) == 0;
    if (newer) {
        *there = state == TAUT_STATE_X ? d->job->body.x : d->job->body.v;
    }
    return !newer || send_patches(b);
}

bool taut_state_known(const taut_body* b, unsigned state, const taut_float4** there)
{
    *there = state == TAUT_STATE_X ? b->device->job->body.x : b->device->job->body.v;
    return send_patches(b);
}

bool taut_state_view(const taut_body* b, taut_device_view* view)
{
    const taut_device_body* d = b->device;
    bool there = d != NULL && d->there;
    if (there && !(send_patches(b) && taut_driver_wait(d->of->driver))) {
        taut_state_lose(d->body);
        there = false;
    }
    if (there) {
        *view = (taut_device_view){.positions = d->job->body.x,
                                   .count = b->particle_count,
                                   .stride_bytes = (int)sizeof(taut_float4),
                                   .stream = taut_driver_stream(d->of->driver)};
    }
    return there;
}
