// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Room for pairs.

#include "pairs_zones.inl"

#include "world.h"

bool taut_body_touches(const taut_body* body)
{
    const taut_collision_def* def = &body->collision;
    return def->enabled && (def->self || def->others);
}

// Room --------------------------------------------------------------------------------------------

static void lay_out(taut_pairs* p, taut_layout* layout)
{
    size_t points = (size_t)p->point_room;
    size_t pairs = (size_t)p->pair_room;
    p->bodies = taut_layout_take(layout, (size_t)p->body_room, sizeof *p->bodies);
    p->built = taut_layout_take(layout, points, sizeof *p->built);
    p->points = taut_layout_take(layout, points, sizeof *p->points);
    p->keys = taut_layout_take(layout, points, sizeof *p->keys);
    p->key_scratch = taut_layout_take(layout, points, sizeof *p->key_scratch);
    p->others = taut_layout_take(layout, points * TAUT_PAIR_MOST, sizeof *p->others);
    p->other_count = taut_layout_take(layout, points, sizeof *p->other_count);
    p->before = taut_layout_take(layout, points, sizeof *p->before);
    p->found = taut_layout_take(layout, points, sizeof *p->found);
    p->places = taut_layout_take(layout, points, sizeof *p->places);
    p->marks = taut_layout_take(layout, points, sizeof *p->marks);
    p->seen = taut_layout_take(layout, points, sizeof *p->seen);
    size_t zones = (size_t)pair_most_zones(p->point_room);
    p->zones = taut_layout_take(layout, zones, sizeof *p->zones);
    p->margins = taut_layout_take(layout, zones, sizeof *p->margins);
    p->zone_ways = taut_layout_take(layout, zones, sizeof *p->zone_ways);
    p->held_zones = taut_layout_take(layout, zones, sizeof *p->held_zones);
    size_t swift = (size_t)pair_swift_room(p->point_room);
    p->swift_of = taut_layout_take(layout, zones, sizeof *p->swift_of);
    p->swift_zones = taut_layout_take(layout, swift, sizeof *p->swift_zones);
    p->swift_sizes = taut_layout_take(layout, swift, sizeof *p->swift_sizes);
    p->swift = taut_layout_take(layout, swift * PAIR_SWIFT_POINTS, sizeof *p->swift);
    p->zone_of = taut_layout_take(layout, points, sizeof *p->zone_of);
    p->way_of = taut_layout_take(layout, points, sizeof *p->way_of);
    p->listed = taut_layout_take(layout, pairs, sizeof *p->listed);
    p->pairs = taut_layout_take(layout, pairs, sizeof *p->pairs);
    p->left[0] = taut_layout_take(layout, pairs, sizeof *p->left[0]);
    p->left[1] = taut_layout_take(layout, pairs, sizeof *p->left[1]);
    p->colours = taut_layout_take(layout, pairs, sizeof *p->colours);
}

static bool make_room(taut_world* world, int points, int pairs, int bodies)
{
    taut_pairs* old = world->pairs;
    if (old != NULL && points <= old->point_room && pairs <= old->pair_room &&
        bodies <= old->body_room) {
        return true;
    }
    taut_pairs sized = {.point_room = points, .pair_room = pairs, .body_room = bodies};
    taut_layout layout = {0};
    (void)taut_layout_take(&layout, 1, sizeof sized);
    lay_out(&sized, &layout);
    size_t bytes = layout.used;
    layout = (taut_layout){taut_allocate(&world->allocator, bytes), 0};
    if (layout.base == NULL) {
        return false;
    }
    taut_pairs_free(world);
    world->pairs = taut_layout_take(&layout, 1, sizeof sized);
    *world->pairs = sized;
    lay_out(world->pairs, &layout);
    world->pairs->bytes = bytes;
    return true;
}

static int64_t room_of(const taut_body* b)
{
    int64_t room = b->collision.pair_room;
    return room > 0 ? room : 8 * (int64_t)b->blueprint->particle_capacity + 256;
}

// Rooms beyond these would not fit an int.
#define MOST_POINTS (1 << 27)
#define MOST_PAIRS (1 << 28)

int64_t taut_pairs_asked(const taut_world* world, uint32_t realm)
{
    int64_t pairs = 0;
    taut_realm_range its = taut_realms_of(&world->realms, realm);
    for (int i = its.first; i < its.end; ++i) {
        const taut_body* b = world->slots[world->realms.items[i].number].body;
        pairs += b != NULL && taut_body_touches(b) ? room_of(b) : 0;
    }
    return pairs;
}

bool taut_pairs_reserve(taut_world* world, taut_body* body)
{
    int64_t points = body->blueprint->particle_capacity;  // with those to come by tearing
    int64_t pairs = taut_pairs_asked(world, body->realm) + room_of(body);
    taut_realm_range its = taut_realms_of(&world->realms, body->realm);
    for (int i = its.first; i < its.end; ++i) {
        const taut_body* b = world->slots[world->realms.items[i].number].body;
        if (b != NULL && taut_body_touches(b)) {
            points += b->blueprint->particle_capacity;
        }
    }
    if (points > MOST_POINTS || pairs > MOST_PAIRS ||
        !taut_pair_links_make(&world->allocator, body->blueprint, &body->links)) {
        return false;
    }
    if (!taut_groups_enter(world, body->realm) ||
        !make_room(world, (int)points, (int)pairs, its.end - its.first + 1) ||
        !taut_world_couple(world, body)) {
        return false;  // links go with the body
    }
    return true;
}

void taut_pairs_free(taut_world* world)
{
    if (world->pairs != NULL) {
        taut_free(&world->allocator, world->pairs, world->pairs->bytes);
        world->pairs = NULL;
    }
}

size_t taut_pairs_bytes(const taut_world* world)
{
    return world->pairs != NULL ? world->pairs->bytes : 0;
}
