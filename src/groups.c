// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that act on one another, realm by realm. Attachments, knots and touching particles know
// nothing of realms: they find what they work on in the world, where there is one realm at a time.

#include "pairs.h"
#include "world.h"

int taut_groups_find(const taut_world* world, uint32_t realm)
{
    int low = 0;
    int high = world->group_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        bool before = world->groups[middle].realm < realm;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low < world->group_count && world->groups[low].realm == realm ? low : -1;
}

taut_group taut_groups_get(const taut_world* world, int number)
{
    taut_group g = world->groups[number];
    if (number == world->group_at_hand) {
        g.crowd = world->crowd;
        g.pairs = world->pairs;
        g.knots = world->knots;
    }
    return g;
}

taut_world taut_groups_view(const taut_world* world, int number)
{
    taut_group g = taut_groups_get(world, number);
    taut_world view = *world;
    view.crowd = g.crowd;
    view.pairs = g.pairs;
    view.knots = g.knots;
    return view;
}

void taut_groups_take(taut_world* world, int number)
{
    if (world->group_at_hand >= 0) {
        world->groups[world->group_at_hand] = taut_groups_get(world, world->group_at_hand);
    }
    const taut_group* g = &world->groups[number];
    world->group_at_hand = number;
    world->crowd = g->crowd;
    world->pairs = g->pairs;
    world->knots = g->knots;
}

// A group more, those of higher realms moving up.
static bool add(taut_world* world, uint32_t realm)
{
    void* groups = world->groups;
    bool ok = taut_grow(&world->allocator, &groups, &world->group_capacity, world->group_count + 1,
                        sizeof *world->groups);
    world->groups = groups;
    if (!ok) {
        return false;
    }
    int at = world->group_count++;
    for (; at > 0 && world->groups[at - 1].realm > realm; --at) {
        world->groups[at] = world->groups[at - 1];
    }
    world->groups[at] = (taut_group){.realm = realm};
    world->group_at_hand += at <= world->group_at_hand;
    return true;
}

bool taut_groups_enter(taut_world* world, uint32_t realm)
{
    if (taut_groups_find(world, realm) < 0 && !add(world, realm)) {
        return false;
    }
    taut_groups_take(world, taut_groups_find(world, realm));
    return true;
}

void taut_groups_free(taut_world* world)
{
    for (int i = 0; i < world->group_count; ++i) {
        taut_groups_take(world, i);
        taut_knots_free(world);
        taut_crowd_free(world);
        taut_pairs_free(world);
        world->knots = (taut_knots){0};
    }
    size_t bytes = (size_t)world->group_capacity * sizeof *world->groups;
    taut_free(&world->allocator, world->groups, bytes);
}

void taut_groups_add_bytes(const taut_world* world, taut_memory* m)
{
    m->other_bytes += (size_t)world->group_capacity * sizeof *world->groups;
    for (int i = 0; i < world->group_count; ++i) {
        taut_world view = taut_groups_view(world, i);
        m->other_bytes += taut_crowd_bytes(&view) + taut_knots_bytes(&view);
        m->working_bytes += taut_pairs_bytes(&view);
    }
}
