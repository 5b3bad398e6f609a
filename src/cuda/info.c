// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a device has to say of itself, and what a world has of it.

#include <stdio.h>

#include "cuda/crowd_host.h"

size_t taut_device_bytes(const taut_world* world)
{
    const taut_device* d = world->device;
    if (d == NULL) {
        return 0;
    }
    size_t bytes = (size_t)d->capacity * (sizeof *d->turns + sizeof *d->reports + sizeof *d->met);
    bytes += sizeof *d->step + sizeof *d->reports + sizeof *d->air_there +
             taut_device_collider_bytes(d) + taut_device_crowd_bytes(d) + d->gather.bytes;
    for (const taut_cuda_plan* plan = d->plans; plan != NULL; plan = plan->next) {
        bytes += plan->bytes;
    }
    for (const taut_cuda_more* more = d->mores; more != NULL; more = more->next) {
        bytes += more->bytes;
    }
    for (int i = 0; i < world->slot_count; ++i) {
        const taut_body* b = world->slots[i].body;
        const taut_device_body* own = b != NULL ? b->device : NULL;
        bytes += own != NULL ? own->bytes + own->air_bytes + own->contact_bytes : 0;
    }
    return bytes;
}

size_t taut_device_host_bytes(const taut_world* world)
{
    const taut_device* d = world->device;
    if (d == NULL) {
        return 0;
    }
    size_t each =
        sizeof *d->turns + sizeof *d->reports + 2 * sizeof *d->list.bodies + sizeof *d->met;
    size_t bytes = (size_t)d->capacity * each + sizeof *d->step + sizeof *d->reports;
    bytes += taut_driver_desk(d->driver);
    bytes += (size_t)d->near_room * sizeof *d->nears;
    bytes += taut_device_collider_host_bytes(d) + taut_device_crowd_host_bytes(d);
    bytes += d->gather.bytes;
    for (int i = 0; i < world->slot_count; ++i) {
        const taut_body* b = world->slots[i].body;
        bytes += b != NULL && b->device != NULL ? b->device->room_bytes : 0;
    }
    return bytes;
}

size_t taut_device_own_bytes(const taut_world* world)
{
    const taut_device* d = world->device;
    if (d == NULL) {
        return 0;
    }
    size_t bytes = sizeof *d + taut_driver_own_bytes(d->driver) + taut_device_crowd_own_bytes(d) +
                   taut_device_collider_own_bytes(d);
    for (const taut_cuda_plan* plan = d->plans; plan != NULL; plan = plan->next) {
        bytes += sizeof *plan;
    }
    for (const taut_cuda_more* more = d->mores; more != NULL; more = more->next) {
        bytes += sizeof *more;
    }
    for (int i = 0; i < world->slot_count; ++i) {
        const taut_body* b = world->slots[i].body;
        bytes += b != NULL && b->device != NULL ? sizeof *b->device : 0;
    }
    return bytes;
}

int taut_device_lost_bodies(const taut_world* world)
{
    return world->device != NULL ? world->device->lost_bodies : 0;
}

bool taut_device_tell(const taut_world* world, taut_device_info* info)
{
    const taut_device* d = world->device;
    if (d == NULL) {
        return false;
    }
    size_t whole = 0, unused = 0;
    (void)taut_driver_memory(d->driver, &whole, &unused);
    (void)snprintf(info->name, sizeof info->name, "%s", taut_driver_name(d->driver));
    info->bytes = whole;
    info->free_bytes = unused;
    info->bodies = d->aboard;
    info->step_ms = d->ms;
    info->lost = d->lost;
    info->lost_bodies = d->lost_bodies;
    for (int i = 0; i < world->slot_count; ++i) {
        const taut_body* b = world->slots[i].body;
        taut_body_id whose;
        info->stays[b != NULL ? taut_device_stay_of(world, b, &whose) : TAUT_STAY_NONE] +=
            b != NULL;
    }
    return true;
}

taut_stay taut_device_stay_of(const taut_world* world, const taut_body* b, taut_body_id* whose)
{
    const taut_device_body* d = b->device;
    bool well = world->device != NULL && !world->device->lost;
    *whose = well && d != NULL ? d->whose : (taut_body_id){0};
    return !well ? TAUT_STAY_NO_DEVICE : d != NULL ? d->stay : TAUT_STAY_MEMORY;
}

void taut_device_rest(taut_body* b)
{
    if (b->device != NULL) {
        b->device->stay = TAUT_STAY_RESTS;
        b->device->whose = (taut_body_id){0};
    }
}
