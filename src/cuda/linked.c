// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "cuda/linked.h"

#include <string.h>

#include "pair_links.h"
#include "topology.h"

bool taut_linked_parted(const taut_body* b)
{
    return b->links != NULL && b->topology != NULL && b->topology->any_parted;
}

// Particles ---------------------------------------------------------------------------------------

// Those that come from one that was there from the beginning.
typedef struct range {
    const int32_t* list;
    int32_t count;
} range;

static range copies_of(const taut_linked* l, const int32_t* self)
{
    if (l->copies == NULL) {
        return (range){self, 1};
    }
    const int32_t* first = l->copies_first + *self;
    return (range){l->copies + first[0], first[1] - first[0]};
}

// How many were there from the beginning: those that are split off follow them.
static int32_t count_first(const taut_body* b)
{
    int32_t count = 0;
    while (count < b->particle_count &&
           (!taut_linked_parted(b) || b->topology->origin[count] == count)) {
        count += 1;
    }
    return count;
}

// As in pair_links.c, `first` is one entry ahead until all are filled in.
static void list_copies(taut_linked* l, int32_t first_count)
{
    const int32_t* origin = l->body->topology->origin;
    for (int i = 0; i < l->body->particle_count; ++i) {
        l->copies_first[origin[i] + 2] += 1;
    }
    for (int i = 0; i < first_count; ++i) {
        l->copies_first[i + 2] += l->copies_first[i + 1];
    }
    for (int i = 0; i < l->body->particle_count; ++i) {
        l->copies[l->copies_first[origin[i] + 1]++] = i;
    }
}

// Entries -----------------------------------------------------------------------------------------

// Where they go: with `other` NULL they are counted, `first` being two entries ahead.
typedef struct entries {
    const taut_linked* of;
    int32_t *first, *other;
    size_t count;
} entries;

// As pair_again() of pairs_find.c has it, whoever is near.
static bool is_loose(const taut_body* b, int i, int k)
{
    const taut_topology* t = b->topology;
    bool never = t->parted[i] == TAUT_PARTED_NEVER && t->parted[k] == TAUT_PARTED_NEVER;
    return !never && !taut_topology_joined(t, b->blueprint, i, k);
}

static void add(entries* e, int32_t i, int32_t k)
{
    e->count += 1;
    if (e->other == NULL) {
        if (e->first != NULL) {
            e->first[i + 2] += 1;
        }
        return;
    }
    bool loose = e->of->copies != NULL && is_loose(e->of->body, i, k);
    e->other[e->first[i + 1]++] = loose ? k | TAUT_CUDA_LOOSE : k;
}

static void add_all(entries* e, int32_t first_count)
{
    const taut_pair_links* links = e->of->body->links;
    for (int32_t i = 0; i < first_count; ++i) {
        range own = copies_of(e->of, &i);
        for (int32_t a = 0; a < own.count * own.count; ++a) {
            if (a / own.count != a % own.count) {
                add(e, own.list[a / own.count], own.list[a % own.count]);
            }
        }
        for (int32_t k = links->first[i]; k < links->first[i + 1]; ++k) {
            range its = copies_of(e->of, &links->other[k]);
            for (int32_t a = 0; a < own.count * its.count; ++a) {
                add(e, own.list[a / its.count], its.list[a % its.count]);
                add(e, its.list[a % its.count], own.list[a / its.count]);
            }
        }
    }
}

void taut_linked_fill(const taut_linked* l, int32_t* first, int32_t* other)
{
    int32_t count = l->body->particle_count, first_count = count_first(l->body);
    memset(first, 0, ((size_t)count + 2) * sizeof *first);
    entries e = {l, first, NULL, 0};
    add_all(&e, first_count);
    for (int32_t i = 0; i < count; ++i) {
        first[i + 2] += first[i + 1];
    }
    e.other = other;
    add_all(&e, first_count);
}

// Making ------------------------------------------------------------------------------------------

static void lay_out(taut_linked* l, taut_layout* layout, size_t count, size_t first_count)
{
    l->copies_first = taut_layout_take(layout, first_count + 2, sizeof *l->copies_first);
    l->copies = taut_layout_take(layout, count, sizeof *l->copies);
}

bool taut_linked_open(const taut_allocator* allocator, const taut_body* b, taut_linked* l)
{
    int32_t first_count = count_first(b);
    *l = (taut_linked){.body = b};
    if (taut_linked_parted(b)) {
        taut_layout layout = {0};
        lay_out(l, &layout, (size_t)b->particle_count, (size_t)first_count);
        l->bytes = layout.used;
        void* memory = taut_allocate(allocator, l->bytes);
        if (memory == NULL) {
            *l = (taut_linked){.body = NULL};
            return false;
        }
        layout = (taut_layout){memory, 0};
        lay_out(l, &layout, (size_t)b->particle_count, (size_t)first_count);
        list_copies(l, first_count);
    }
    entries e = {l, NULL, NULL, 0};
    add_all(&e, first_count);
    l->count = e.count;
    return true;
}

void taut_linked_close(const taut_allocator* allocator, taut_linked* l)
{
    taut_free(allocator, l->copies_first, l->bytes);
    *l = (taut_linked){.body = NULL};
}
