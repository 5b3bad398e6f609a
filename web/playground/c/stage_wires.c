// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Lines in place of surfaces and ropes: the edges of triangles, or every constraint by its kind.

#include "stage.h"

#include <stdlib.h>
#include <string.h>

// More lines than this are neither told apart nor drawn in time: tethers are left out, then the
// rest from there on.
#define MOST_LINES 200000

typedef struct taut_stage_spool {
    taut_stage_wire* wires;
    int count, capacity;
    bool full;
} taut_stage_spool;

static void spool_add(taut_stage_spool* spool, taut_stage_wire wire)
{
    if (spool->count == spool->capacity && !spool->full) {
        int capacity = 2 * spool->capacity + 256;
        taut_stage_wire* wires = realloc(spool->wires, (size_t)capacity * sizeof *wires);
        spool->full = wires == NULL;
        spool->wires = wires ? wires : spool->wires;
        spool->capacity = wires ? capacity : spool->capacity;
    }
    if (!spool->full && spool->count < MOST_LINES) {
        spool->wires[spool->count++] = wire;
    }
}

// Edges -------------------------------------------------------------------------------------------

static taut_stage_wire wire_between(int a, int b, taut_stage_kind kind)
{
    taut_stage_wire out = {{a, a, a, a}, {b, b, b, b}, -1, -1, (int32_t)kind, true};
    return out;
}

// A set of pairs of particles, open addressing; size is a power of two.
typedef struct taut_stage_pairs {
    uint64_t* keys;
    size_t size;
} taut_stage_pairs;

// True where it was not there yet.
static bool pairs_add(taut_stage_pairs* pairs, int a, int b)
{
    uint64_t lo = (uint32_t)(a < b ? a : b);
    uint64_t hi = (uint32_t)(a < b ? b : a);
    uint64_t key = (hi << 32 | lo) + 1;
    size_t at = (size_t)((key * 0x9e3779b97f4a7c15u) >> 32) & (pairs->size - 1);
    while (pairs->keys[at] != 0 && pairs->keys[at] != key) {
        at = (at + 1) & (pairs->size - 1);
    }
    bool added = pairs->keys[at] == 0;
    pairs->keys[at] = key;
    return added;
}

// Bodies that are seen by their props alone, like ragdolls, show what holds them together.
static void add_bare_links(const taut_stage_world* s, taut_stage_spool* spool)
{
    for (int i = 0; i < s->part_count; ++i) {
        const taut_stage_part* part = &s->parts[i];
        bool bare = part->triangle_count == 0 && !(taut_stage_look(part)->radius > 0.0f);
        for (int k = 0; k < part->constraint_count && bare; ++k) {
            taut_constraint_state now;
            if (taut_body_constraint(s->world, part->body, k, &now) == TAUT_OK &&
                now.kind == TAUT_CONSTRAINT_DISTANCE) {
                taut_stage_wire wire =
                    wire_between(part->first + now.particles[0], part->first + now.particles[1],
                                 TAUT_STAGE_STRUCTURAL);
                wire.part = i;
                wire.constraint = k;
                spool_add(spool, wire);
            }
        }
    }
}

static bool add_edges(const taut_stage_world* s, taut_stage_spool* spool)
{
    taut_stage_pairs pairs = {.size = 64};
    while (pairs.size < 2 * (size_t)s->index_count) {
        pairs.size *= 2;
    }
    pairs.keys = calloc(pairs.size, sizeof *pairs.keys);
    if (pairs.keys == NULL) {
        return false;
    }
    for (int i = 0; i + 3 <= s->index_count; i += 3) {
        for (int k = 0; k < 3; ++k) {
            int a = s->indices[i + k];
            int b = s->indices[i + (k + 1) % 3];
            if (pairs_add(&pairs, a, b)) {
                spool_add(spool, wire_between(a, b, TAUT_STAGE_STRUCTURAL));
            }
        }
    }
    free(pairs.keys);
    for (int i = 0; i < s->link_count; ++i) {
        if (s->links[i].constraint >= 0) {
            taut_stage_wire wire =
                wire_between(s->links[i].a, s->links[i].b, TAUT_STAGE_STRUCTURAL);
            wire.part = s->links[i].part;
            wire.constraint = s->links[i].constraint;
            spool_add(spool, wire);
        }
    }
    add_bare_links(s, spool);
    return true;
}

// Constraints -------------------------------------------------------------------------------------

static taut_stage_kind kind_of(const taut_constraint_def* def)
{
    static const taut_stage_kind families[TAUT_FAMILY_COUNT] = {
        [TAUT_FAMILY_BEND] = TAUT_STAGE_BEND,
        [TAUT_FAMILY_SHEAR] = TAUT_STAGE_SHEAR,
        [TAUT_FAMILY_OTHER] = TAUT_STAGE_OTHER,
        [TAUT_FAMILY_STRUCTURAL] = TAUT_STAGE_STRUCTURAL,
    };
    static const taut_stage_kind kinds[TAUT_CONSTRAINT_KIND_COUNT] = {
        [TAUT_CONSTRAINT_VOLUME] = TAUT_STAGE_VOLUME, [TAUT_CONSTRAINT_AREA] = TAUT_STAGE_AREA,
        [TAUT_CONSTRAINT_DIHEDRAL] = TAUT_STAGE_FOLD, [TAUT_CONSTRAINT_ANGLE] = TAUT_STAGE_ANGLE,
        [TAUT_CONSTRAINT_CONE] = TAUT_STAGE_ANGLE,    [TAUT_CONSTRAINT_ATTACH] = TAUT_STAGE_JOINT,
        [TAUT_CONSTRAINT_PULLEY] = TAUT_STAGE_JOINT,  [TAUT_CONSTRAINT_SLIDE] = TAUT_STAGE_JOINT,
        [TAUT_CONSTRAINT_TETHER] = TAUT_STAGE_TETHER,
    };
    return def->kind == TAUT_CONSTRAINT_DISTANCE ? families[def->family] : kinds[def->kind];
}

// From the middle of all its particles to each: what keeps an area or a volume.
static void add_spokes(taut_stage_spool* spool, taut_stage_wire wire, const int32_t* p, int count)
{
    for (int i = 0; i < 4; ++i) {
        // Three corners in four places: the middle is a little off, and nobody sees it.
        wire.from[i] = p[i < count ? i : 0];
    }
    wire.single = false;
    for (int k = 0; k < count; ++k) {
        for (int i = 0; i < 4; ++i) {
            wire.to[i] = p[k];
        }
        spool_add(spool, wire);
    }
}

static void add_segment(taut_stage_spool* spool, taut_stage_wire wire, int a, int b)
{
    for (int i = 0; i < 4; ++i) {
        wire.from[i] = a;
        wire.to[i] = b;
    }
    wire.single = true;
    spool_add(spool, wire);
}

// Between the middles of two segments.
static void add_cone(taut_stage_spool* spool, taut_stage_wire wire, const int32_t* p)
{
    for (int i = 0; i < 4; ++i) {
        wire.from[i] = p[i % 2];
        wire.to[i] = p[2 + i % 2];
    }
    wire.single = false;
    spool_add(spool, wire);
}

static void add_constraint(taut_stage_spool* spool, taut_stage_wire wire, taut_constraint_kind kind,
                           const int32_t p[4])
{
    switch (kind) {
    case TAUT_CONSTRAINT_VOLUME:
        add_spokes(spool, wire, p, 4);
        break;
    case TAUT_CONSTRAINT_AREA:
        add_spokes(spool, wire, p, 3);
        break;
    case TAUT_CONSTRAINT_DIHEDRAL:
        add_segment(spool, wire, p[2], p[3]);
        break;
    case TAUT_CONSTRAINT_ANGLE:
        add_segment(spool, wire, p[0], p[2]);
        break;
    case TAUT_CONSTRAINT_CONE:
        add_cone(spool, wire, p);
        break;
    case TAUT_CONSTRAINT_PULLEY:
        add_segment(spool, wire, p[0], p[1]);
        add_segment(spool, wire, p[1], p[2]);
        break;
    case TAUT_CONSTRAINT_ATTACH:
    case TAUT_CONSTRAINT_SLIDE:
    case TAUT_CONSTRAINT_DISTANCE:
    case TAUT_CONSTRAINT_TETHER:
        add_segment(spool, wire, p[0], p[1]);
        break;
    case TAUT_CONSTRAINT_KIND_COUNT:
        break;
    }
}

// Constraints first, tethers after all others: they go first where there are too many.
static void add_part(const taut_stage_world* s, int number, bool tethers, taut_stage_spool* spool)
{
    const taut_stage_part* part = &s->parts[number];
    const taut_blueprint* blueprint = taut_body_blueprint(s->world, part->body);
    taut_blueprint_stats stats = taut_blueprint_get_stats(blueprint);
    int from = tethers ? stats.added : 0;
    int to = tethers ? stats.constraints + stats.tethers : stats.added;
    for (int i = from; i < to; ++i) {
        taut_constraint_def def;
        taut_constraint_state now;
        if (taut_blueprint_constraint(blueprint, i, &def) != TAUT_OK ||
            taut_body_constraint(s->world, part->body, i, &now) != TAUT_OK) {
            continue;
        }
        int32_t p[4] = {0};
        int count = taut_constraint_kind_info(def.kind)->particle_count;
        for (int k = 0; k < 4; ++k) {
            p[k] = part->first + now.particles[k < count ? k : 0];
        }
        taut_stage_wire wire = {.part = number, .constraint = i, .kind = (int32_t)kind_of(&def)};
        add_constraint(spool, wire, def.kind, p);
    }
}

bool taut_stage_build_wires(taut_stage_world* s, taut_stage_wires kind)
{
    taut_stage_spool spool = {0};
    bool ok = kind != TAUT_STAGE_EDGES || add_edges(s, &spool);
    for (int pass = 0; pass < 2 && kind == TAUT_STAGE_CONSTRAINTS; ++pass) {
        for (int i = 0; i < s->part_count; ++i) {
            add_part(s, i, pass == 1, &spool);
        }
    }
    free(s->wires);
    free(s->lines);
    s->wires = spool.wires;
    s->line_count = spool.count;
    s->lines = calloc((size_t)spool.count + 1, TAUT_STAGE_LINE * sizeof *s->lines);
    s->wires_kind = kind;
    return ok && !spool.full && s->lines;
}
