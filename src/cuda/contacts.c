// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a body needs on the device to meet colliders, and what the host hears of that.

#include <string.h>

#include "cuda/device.h"
#include "cuda/pack.h"

// Memory ------------------------------------------------------------------------------------------

static void lay_out(const taut_body* b, taut_cuda_meeting* to, taut_layout* layout)
{
    taut_contacts* k = &to->contacts;
    size_t seats = (size_t)k->seat_count;
    size_t elements = seats + (size_t)k->edge_room + (size_t)k->face_room;
    size_t group = (size_t)TAUT_CONTACT_CHUNK * TAUT_CONTACT_GROUP;
    size_t groups = ((size_t)k->room + group - 1) / group;
    (void)taut_layout_take(layout, 1, sizeof *to);
    taut_layout_line_up(layout);
    taut_contacts_lay_out(k, b->blueprint, layout);
    to->counts = taut_layout_take(layout, 1, sizeof *to->counts);
    to->first = taut_layout_take(layout, elements + 1, sizeof *to->first);
    size_t spans = elements / TAUT_CUDA_SPAN + 2;  // of particles, and of edges and faces
    to->spans = taut_layout_take(layout, spans, sizeof *to->spans);
    to->starts = taut_layout_take(layout, spans, sizeof *to->starts);
    to->sums = taut_layout_take(layout, TAUT_CUDA_MEETING_BLOCKS, sizeof *to->sums);
    to->boxes = taut_layout_take(layout, (size_t)6 * TAUT_CUDA_MEETING_BLOCKS, sizeof *to->boxes);
    to->votes = taut_layout_take(layout, TAUT_CUDA_VOTES + 2, sizeof *to->votes);
    to->loads = taut_layout_take(layout, groups * TAUT_CONTACT_COLUMNS, sizeof *to->loads);
    size_t chains = (size_t)b->blueprint->trees.plain_count;
    size_t nodes = (size_t)b->blueprint->trees.node_count;
    to->edge_of = taut_layout_take(layout, nodes, sizeof *to->edge_of);
    to->bend_number = taut_layout_take(layout, nodes + 1, sizeof *to->bend_number);
    to->chains = taut_layout_take(layout, chains, sizeof *to->chains);
    to->chain_errors = taut_layout_take(layout, nodes, sizeof *to->chain_errors);
    to->chain_terms = taut_layout_take(layout, (size_t)k->bend_room, sizeof *to->chain_terms);
}

bool taut_world_give_device_contacts(taut_world* world, taut_body* b)
{
    taut_device_body* d = b->device;
    if (d == NULL) {
        return true;
    }
    taut_driver* driver = world->device->driver;
    taut_layout layout = {0};
    if (b->contacts != NULL) {
        d->meeting->contacts = *b->contacts;
        lay_out(b, d->meeting, &layout);
    }
    d->edged = d->told = false;
    if (layout.used != d->contact_bytes) {
        taut_driver_give(driver, d->contact_memory);
        d->contact_memory = layout.used > 0 ? taut_driver_take(driver, layout.used) : NULL;
        d->contact_bytes = d->contact_memory != NULL ? layout.used : 0;
        d->job->meeting = d->contact_memory;
    }
    return layout.used == 0 || d->contact_memory != NULL;
}

bool taut_device_send_edges(taut_body* b)
{
    taut_device_body* d = b->device;
    if (d->edged) {
        return true;
    }
    const taut_contacts *k = b->contacts, *there = &d->meeting->contacts;
    size_t edges = (size_t)k->edge_count * 2 * sizeof *k->edges;
    size_t faces = (size_t)k->face_count * 3 * sizeof *k->faces;
    taut_driver* driver = d->of->driver;
    taut_layout layout = {d->contact_memory, 0};
    d->meeting->contacts = *k;
    lay_out(b, d->meeting, &layout);
    d->edged = taut_driver_send(driver, d->contact_memory, d->meeting, sizeof *d->meeting) &&
               (edges == 0 || taut_driver_send(driver, there->edges, k->edges, edges)) &&
               (faces == 0 || taut_driver_send(driver, there->faces, k->faces, faces));
    return d->edged;
}

// Afterwards --------------------------------------------------------------------------------------

static void hear_near(const taut_cuda_near* from, taut_near* to)
{
    *to = (taut_near){.collider = from->collider,
                      .hardest = from->hardest,
                      .hit = from->hit,
                      .hit_at = from->hit_at};
    for (int axis = 0; axis < 3; ++axis) {
        to->force[axis] = from->force[axis];
        to->torque[axis] = from->torque[axis];
    }
}

static bool fetch_nears(const taut_device* device, const taut_body* b, taut_near* to)
{
    return taut_driver_ask(device->driver, to, b->device->meeting->contacts.near,
                           (size_t)b->contacts->near_count * sizeof *to);
}

static bool is_back(const taut_body* b)
{
    return b->device->meets && b->device->launched;
}

// Of more colliders than a report has room for, as many are asked for along with the rest as were
// near in the last step, so that there is nothing more to wait for in most.
static int near_asked(const taut_body* b)
{
    return is_back(b) && b->contacts->near_count > TAUT_CUDA_NEARS ? b->contacts->near_count : 0;
}

// They come by way of memory that the device reaches by itself, as far as there is room: else all
// that comes after them would wait for the end of the step. NULL: there is none for these.
static taut_near* near_on_way(const taut_device* device, int count, int* used)
{
    if (count == 0 || count > device->near_room - *used) {
        return NULL;
    }
    *used += count;
    return device->nears + *used - count;
}

static bool ask_for_nears(const taut_device* device, int first, int end)
{
    int used = 0;
    bool ok = true;
    for (int i = first; i < end && ok; ++i) {
        const taut_body* b = device->list.bodies[i];
        int count = near_asked(b);
        taut_near* to = near_on_way(device, count, &used);
        ok = count == 0 || fetch_nears(device, b, to != NULL ? to : b->contacts->near);
    }
    return ok;
}

// Before anything else is heard of the bodies.
static void take_nears(const taut_device* device, int first, int end)
{
    int used = 0;
    for (int i = first; i < end; ++i) {
        const taut_body* b = device->list.bodies[i];
        int count = near_asked(b);
        const taut_near* from = near_on_way(device, count, &used);
        if (from != NULL) {
            memcpy(b->contacts->near, from, (size_t)count * sizeof *from);
        }
    }
}

// Returns whether there are more than were asked for.
static bool hear_body(const taut_body* b, const taut_cuda_met* met)
{
    taut_contacts* k = b->contacts;
    int asked = k->near_count > TAUT_CUDA_NEARS ? k->near_count : TAUT_CUDA_NEARS;
    k->near_count = met->near_count;
    k->pair_count = met->pair_count;
    k->point_count = met->point_count;
    k->touching = met->touching;
    k->dropped = met->dropped;
    for (int i = 0; i < k->near_count && k->near_count <= TAUT_CUDA_NEARS; ++i) {
        hear_near(&met->near[i], &k->near[i]);
    }
    return k->near_count > asked;
}

bool taut_device_hear_contacts(const taut_device* device, int count)
{
    int first = count, end = 0;
    for (int i = 0; i < count; ++i) {
        bool meets = is_back(device->list.bodies[i]);
        first = meets && i < first ? i : first;
        end = meets ? i + 1 : end;
    }
    bool ok = first >= end ||
              taut_driver_ask(device->driver, device->met + first, device->met_there + first,
                              (size_t)(end - first) * sizeof *device->met);
    ok = ok && ask_for_nears(device, first, end) && taut_driver_wait(device->driver);
    bool more = false;
    if (ok) {
        take_nears(device, first, end);
    }
    for (int i = first; i < end && ok; ++i) {
        const taut_body* b = device->list.bodies[i];
        if (is_back(b) && hear_body(b, &device->met[i])) {
            ok = fetch_nears(device, b, b->contacts->near);
            more = true;
        }
    }
    return ok && (!more || taut_driver_wait(device->driver));
}
