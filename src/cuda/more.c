// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "cuda/more.h"

#include "backend/surface.h"
#include "cuda/linked.h"
#include "cuda/pack.h"
#include "topology.h"

static bool is_touchy(const taut_body* b)
{
    return b->links != NULL;
}

bool taut_cuda_more_wanted(const taut_body* b)
{
    bool any = false;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        const taut_constraint_set* set = &b->blueprint->sets[kind];
        any = any || set->friction != NULL || set->strength != NULL || set->stretch != NULL;
    }
    return b->air.reserved || b->blueprint->gas_count > 0 || any || b->blueprint->trees.count > 0 ||
           is_touchy(b);
}

// Surfaces ----------------------------------------------------------------------------------------

// The elements of a body as a step on the host finds them.
typedef struct found {
    taut_body body;  // in the wind, or in none
    taut_work work;
    void* memory;
    size_t bytes;
} found;

static bool find_elements(const taut_allocator* allocator, const taut_body* b, bool blown,
                          found* out)
{
    out->body = *b;
    out->body.blown = blown;
    out->body.air.rope_radius = 1.0f;
    out->work =
        (taut_work){.body = &out->body, .seat_count = b->blueprint->schedule.seating.seat_count};
    taut_layout layout = {0};
    taut_surface_lay_out(&out->work, &layout, &out->body);
    out->bytes = layout.used + TAUT_ALIGNMENT;
    out->memory = taut_allocate(allocator, out->bytes);
    if (out->memory == NULL) {
        return false;
    }
    layout = (taut_layout){out->memory, 0};
    taut_surface_lay_out(&out->work, &layout, &out->body);
    taut_surface_open(&out->work);
    return true;
}

static void pack_elements(taut_packer* p, const taut_work* w, taut_cuda_elements* to)
{
    const taut_elements* s = &w->surface;
    size_t seats = (size_t)w->seat_count;
    to->count = s->element_count;
    to->corner = taut_pack(p, s->corner, 3 * (size_t)s->element_count, sizeof *s->corner);
    to->first = taut_pack(p, s->first, seats + 1, sizeof *s->first);
    to->list = taut_pack(p, s->list, (size_t)s->first[seats], sizeof *s->list);
}

static void pack_surfaces(taut_packer* p, taut_cuda_more* more, const found here[2])
{
    pack_elements(p, &here[0].work, &more->elements[0]);
    more->elements[1] = more->elements[0];
    if (here[1].work.surface.element_count > more->elements[0].count) {
        pack_elements(p, &here[1].work, &more->elements[1]);
    }
}

// All ---------------------------------------------------------------------------------------------

static void pack_gases(taut_packer* p, taut_cuda_more* more)
{
    const taut_blueprint* b = more->of;
    size_t gases = (size_t)b->gas_count, loops = (size_t)b->loop_count;
    more->gases = taut_pack(p, b->gases, gases, sizeof *b->gases);
    if (loops > 0) {
        more->loop_particles = taut_pack(p, b->loop_particles, loops, sizeof *b->loop_particles);
    }
}

// Room for an array, in bytes from the beginning of the block.
static size_t pack_room(taut_packer* p, size_t count, size_t size)
{
    size_t at = taut_line_up(p->used);
    p->used = at + count * size;
    return at;
}

static void pack_linked(taut_packer* p, taut_cuda_more* more, const taut_linked* linked)
{
    size_t count = (size_t)more->of->particle_count;
    more->start = taut_pack(p, more->of->start, count, sizeof *more->of->start);
    size_t first = pack_room(p, count + 2, sizeof *more->links.first);
    size_t other = pack_room(p, linked->count, sizeof *more->links.other);
    if (p->host != NULL) {
        taut_linked_fill(linked, (int32_t*)(void*)(p->host + first),
                         (int32_t*)(void*)(p->host + other));
    }
    more->links.first = (int32_t*)(void*)(p->device + first);
    more->links.other = (int32_t*)(void*)(p->device + other);
}

static void pack_parted(taut_packer* p, taut_cuda_more* more, const taut_body* b)
{
    size_t count = (size_t)more->of->particle_count;
    more->parted = taut_pack(p, b->topology->parted, count, sizeof *more->parted);
    size_t seen = pack_room(p, count, sizeof *more->seen);
    more->seen = p->device + seen;
    if (p->host != NULL) {
        memset(p->host + seen, 0, count * sizeof *more->seen);
    }
}

static void pack_trees(taut_packer* p, const taut_trees* a, taut_trees* b)
{
    size_t nodes = (size_t)a->node_count;
    *b = *a;
    b->trees = taut_pack(p, a->trees, (size_t)a->count, sizeof *a->trees);
    b->seat = taut_pack(p, a->seat, nodes, sizeof *a->seat);
    b->parent = taut_pack(p, a->parent, nodes, sizeof *a->parent);
    b->link = taut_pack(p, a->link, nodes, sizeof *a->link);
    b->kind = taut_pack(p, a->kind, nodes, sizeof *a->kind);
    b->groups = taut_pack(p, a->groups, (size_t)a->group_count, sizeof *a->groups);
}

static void pack_set(taut_packer* p, taut_cuda_more* more, int kind)
{
    const taut_constraint_set* set = &more->of->sets[kind];
    size_t places = set->place_count > 0 ? (size_t)set->place_count + TAUT_BATCH : 0;
    more->friction[kind] = taut_pack(p, set->friction, places, sizeof *set->friction);
    more->strength[kind] = taut_pack(p, set->strength, places, sizeof *set->strength);
    more->stretch[kind] = taut_pack(p, set->stretch, places, sizeof *set->stretch);
}

static void pack_all(taut_packer* p, taut_cuda_more* more, const taut_body* b, const found here[2],
                     const taut_linked* linked)
{
    const int32_t* seat_of = more->of->schedule.seating.seat_of;
    if (more->touchy || more->of->loop_count > 0) {
        more->seat_of = taut_pack(p, seat_of, (size_t)more->of->particle_count, sizeof *seat_of);
    }
    if (more->touchy) {
        pack_linked(p, more, linked);
    }
    if (taut_linked_parted(b)) {
        pack_parted(p, more, b);
    }
    if (more->of->gas_count > 0) {
        pack_gases(p, more);
    }
    if (more->of->trees.count > 0) {
        pack_trees(p, &more->of->trees, &more->trees);
    }
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        pack_set(p, more, kind);
    }
    if (here[0].memory != NULL) {
        pack_surfaces(p, more, here);
    }
}

static bool upload(taut_driver* driver, taut_cuda_more* more, const taut_body* b,
                   const found here[2], const taut_linked* linked)
{
    taut_packer p = {0};
    pack_all(&p, more, b, here, linked);
    more->bytes = p.used;
    more->memory = taut_driver_take(driver, more->bytes);
    p = (taut_packer){taut_driver_take_host(driver, more->bytes), more->memory, 0};
    bool ok = more->memory != NULL && p.host != NULL;
    if (ok) {
        pack_all(&p, more, b, here, linked);
        ok =
            taut_driver_send(driver, more->memory, p.host, more->bytes) && taut_driver_wait(driver);
    }
    taut_driver_give_host(driver, p.host);
    return ok;
}

static bool fill(taut_driver* driver, taut_cuda_more* more, const taut_body* b)
{
    const taut_allocator* allocator = &more->of->allocator;
    found here[2] = {{.memory = NULL}, {.memory = NULL}};
    taut_linked linked = {.body = NULL};
    bool surface = more->airy || more->of->gas_count > 0;
    bool ok = !surface || (find_elements(allocator, b, false, &here[0]) &&
                           find_elements(allocator, b, more->airy, &here[1]));
    ok = ok && (!more->touchy || taut_linked_open(allocator, b, &linked));
    ok = ok && upload(driver, more, b, here, &linked);
    taut_linked_close(allocator, &linked);
    taut_free(allocator, here[0].memory, here[0].bytes);
    taut_free(allocator, here[1].memory, here[1].bytes);
    return ok;
}

static void unmake(taut_driver* driver, taut_cuda_more* more)
{
    taut_allocator allocator = more->of->allocator;
    taut_driver_give(driver, more->memory);
    taut_blueprint_release(more->of);
    taut_free(&allocator, more, sizeof *more);
}

taut_cuda_more* taut_cuda_more_hold(taut_driver* driver, taut_cuda_more** list, const taut_body* b)
{
    for (taut_cuda_more* more = *list; more != NULL; more = more->next) {
        if (more->of == b->blueprint && more->airy == b->air.reserved &&
            more->touchy == is_touchy(b) && more->parted == NULL && !taut_linked_parted(b)) {
            more->holders += 1;
            return more;
        }
    }
    taut_cuda_more* more = taut_allocate(&b->blueprint->allocator, sizeof *more);
    if (more == NULL) {
        return NULL;
    }
    taut_blueprint_retain(b->blueprint);
    more->of = b->blueprint;
    more->airy = b->air.reserved;
    more->touchy = is_touchy(b);
    if (!fill(driver, more, b)) {
        unmake(driver, more);
        return NULL;
    }
    more->holders = 1;
    more->next = *list;
    *list = more;
    return more;
}

void taut_cuda_more_into(const taut_cuda_more* more, taut_blueprint* there)
{
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        there->sets[kind].friction = more->friction[kind];
        there->sets[kind].strength = more->strength[kind];
        there->sets[kind].stretch = more->stretch[kind];
    }
    there->gases = more->gases;
    there->trees = more->trees;
    there->loop_particles = more->loop_particles;
    there->schedule.seating.seat_of = more->seat_of;
}

void taut_cuda_more_drop(taut_driver* driver, taut_cuda_more** list, taut_cuda_more* more)
{
    if (more == NULL || --more->holders > 0) {
        return;
    }
    while (*list != more) {
        list = &(*list)->next;
    }
    *list = more->next;
    unmake(driver, more);
}
