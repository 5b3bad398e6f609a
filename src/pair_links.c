// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "pair_links.h"

#include <string.h>

// Bending links go from one side of a fold to the other: what they join must not touch.
static bool joins(const taut_blueprint* blueprint, int number, int32_t ends[2])
{
    taut_slot slot = blueprint->slots[number];
    if (slot.kind != TAUT_CONSTRAINT_DISTANCE ||
        blueprint->sets[slot.kind].family[slot.place] == TAUT_FAMILY_BEND) {
        return false;
    }
    int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(blueprint, slot, particles);
    ends[0] = particles[0] < particles[1] ? particles[0] : particles[1];
    ends[1] = particles[0] < particles[1] ? particles[1] : particles[0];
    return true;
}

static void sort(int32_t* list, int count)
{
    for (int i = 1; i < count; ++i) {
        int32_t value = list[i];
        int at = i;
        for (; at > 0 && list[at - 1] > value; --at) {
            list[at] = list[at - 1];
        }
        list[at] = value;
    }
}

// Those of particle i are counted one entry further than they belong, so that filling them in moves
// every entry to where it does.
static void fill_links(const taut_blueprint* blueprint, taut_pair_links* links)
{
    int n = blueprint->particle_count;
    int32_t ends[2];
    for (int i = 0; i < blueprint->slot_count; ++i) {
        if (joins(blueprint, i, ends)) {
            links->first[ends[0] + 2] += 1;
        }
    }
    for (int i = 0; i < n; ++i) {
        links->first[i + 2] += links->first[i + 1];
    }
    for (int i = 0; i < blueprint->slot_count; ++i) {
        if (joins(blueprint, i, ends)) {
            links->other[links->first[ends[0] + 1]++] = ends[1];
        }
    }
    for (int i = 0; i < n; ++i) {
        sort(links->other + links->first[i], links->first[i + 1] - links->first[i]);
    }
}

bool taut_pair_links_make(const taut_allocator* allocator, const taut_blueprint* blueprint,
                          taut_pair_links** links)
{
    int count = 0;
    int32_t ends[2];
    for (int i = 0; i < blueprint->slot_count; ++i) {
        count += joins(blueprint, i, ends);
    }
    taut_layout layout = {0};
    for (int pass = 0; pass < 2; ++pass) {
        taut_pair_links sized = {0};
        taut_pair_links* made = taut_layout_take(&layout, 1, sizeof *made);
        sized.first =
            taut_layout_take(&layout, (size_t)blueprint->particle_count + 2, sizeof(int32_t));
        sized.other = taut_layout_take(&layout, (size_t)count, sizeof(int32_t));
        sized.bytes = layout.used;
        if (pass == 1) {
            *made = sized;
            fill_links(blueprint, made);
            *links = made;
            return true;
        }
        layout = (taut_layout){taut_allocate(allocator, sized.bytes), 0};
        if (layout.base == NULL) {
            return false;
        }
    }
    return false;
}

taut_pair_links* taut_pair_links_clone(const taut_allocator* allocator, const taut_pair_links* from)
{
    unsigned char* memory = taut_allocate(allocator, from->bytes);
    if (memory == NULL) {
        return NULL;
    }
    memcpy(memory, from, from->bytes);
    taut_pair_links* links = (void*)memory;
    links->first =
        (void*)(memory + ((const unsigned char*)from->first - (const unsigned char*)from));
    links->other =
        (void*)(memory + ((const unsigned char*)from->other - (const unsigned char*)from));
    return links;
}

void taut_pair_links_unmake(const taut_allocator* allocator, taut_pair_links* links)
{
    taut_free(allocator, links, links != NULL ? links->bytes : 0);
}
