// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Looks a body over that may have been torn: is the surface still one that can be drawn, is all of
// its mass there, does the schedule hold every constraint that is not broken exactly once, and does
// the book-keeping agree with all that. Knows nothing of how tearing is done.

#pragma once

#include "split.h"
#include "support.h"
#include "tear.h"
#include "test.h"

static inline double body_mass(const taut_body* b)
{
    double sum = 0.0;
    for (int i = 0; i < b->particle_count; ++i) {
        sum += 1.0 / (double)b->inverse_mass[i];
    }
    return sum;
}

// Surface -----------------------------------------------------------------------------------------

static inline bool share_edge_at(const int32_t* a, const int32_t* b, int particle)
{
    for (int i = 0; i < 9; ++i) {
        if (a[i / 3] == b[i % 3] && a[i / 3] != particle) {
            return true;
        }
    }
    return false;
}

// Whether the triangles at a particle hang together by edges there.
static inline bool one_fan(const int32_t* triangles, const int* at, int count, int particle)
{
    enum { MOST = 64 };
    bool reached[MOST] = {false};
    int reached_count = 0;
    for (int grown = 1; grown > 0;) {
        grown = 0;
        for (int i = 0; i < count && i < MOST; ++i) {
            bool joins = reached_count == 0;
            for (int k = 0; k < count && k < MOST && !joins; ++k) {
                joins = reached[k] &&
                        share_edge_at(triangles + 3 * at[i], triangles + 3 * at[k], particle);
            }
            if (!reached[i] && joins) {
                reached[i] = true;
                reached_count += 1;
                grown += 1;
            }
        }
    }
    return reached_count == count;
}

static inline void check_surface(const taut_body* b)
{
    const taut_blueprint* p = b->blueprint;
    int* first = calloc((size_t)b->particle_count + 1, sizeof(int));
    int* list = calloc(3 * (size_t)p->triangle_count + 1, sizeof(int));
    int* fill = calloc((size_t)b->particle_count + 1, sizeof(int));
    bool sound = first != NULL && list != NULL && fill != NULL;
    for (int i = 0; i < 3 * p->triangle_count && sound; ++i) {
        int corner = p->triangles[i];
        int next = p->triangles[i - i % 3 + (i + 1) % 3];
        sound = corner >= 0 && corner < b->particle_count && corner != next;
        first[sound ? corner + 1 : 0] += 1;
    }
    CHECK_MSG(sound, "a triangle has a corner twice, or one that is not there");
    if (sound) {
        for (int i = 0; i < b->particle_count; ++i) {
            first[i + 1] += first[i];
        }
        for (int i = 0; i < 3 * p->triangle_count; ++i) {
            int corner = p->triangles[i];
            list[first[corner] + fill[corner]++] = i / 3;
        }
        for (int i = 0; i < b->particle_count; ++i) {
            int count = first[i + 1] - first[i];
            bool solid = b->topology != NULL && taut_solid_at(b, i);
            CHECK_MSG(count == 0 || solid || one_fan(p->triangles, list + first[i], count, i),
                      "particle %d holds fans together that share nothing else", i);
        }
    }
    free(first);
    free(list);
    free(fill);
}

// Solids ------------------------------------------------------------------------------------------

// A face of a tetrahedron, or a triangle: its corners in order, and whose it is (-1 of a triangle).
typedef struct solid_face {
    int32_t at[3];
    int tet;
} solid_face;

static inline int compare_faces(const void* one, const void* other)
{
    const solid_face *a = one, *b = other;
    for (int k = 0; k < 3; ++k) {
        if (a->at[k] != b->at[k]) {
            return a->at[k] < b->at[k] ? -1 : 1;
        }
    }
    return (a->tet > b->tet) - (a->tet < b->tet);
}

static inline solid_face face_of(int32_t a, int32_t b, int32_t c, int tet)
{
    int32_t least = a < b ? (a < c ? a : c) : (b < c ? b : c);
    int32_t most = a > b ? (a > c ? a : c) : (b > c ? b : c);
    return (solid_face){{least, a + b + c - least - most, most}, tet};
}

// Whether the tetrahedra at a particle hang together by faces there.
static inline bool one_star(const taut_topology* t, const int* at, int count, int particle)
{
    enum { MOST = 64 };
    bool reached[MOST] = {true};
    int reached_count = 1;
    for (int grown = 1; grown > 0;) {
        grown = 0;
        for (int i = 0; i < count * count && count <= MOST; ++i) {
            const int32_t *a = t->tets + 4 * at[i / count], *b = t->tets + 4 * at[i % count];
            int shared = 0;
            for (int k = 0; k < 16; ++k) {
                shared += a[k / 4] == b[k % 4] && a[k / 4] != particle;
            }
            if (reached[i / count] && !reached[i % count] && shared >= 2) {
                reached[i % count] = true;
                reached_count += 1;
                grown += 1;
            }
        }
    }
    return reached_count == count;
}

// The surface is what tetrahedra have alone, each face once; volumes stand where their tetrahedra
// are; nothing holds two parts of the solid together by a corner alone.
static inline void check_solid(const taut_body* b)
{
    const taut_topology* t = b->topology;
    const taut_blueprint* p = b->blueprint;
    int count = 4 * t->tet_count + p->triangle_count;
    solid_face* faces = calloc((size_t)count, sizeof *faces);
    int* first = calloc((size_t)b->particle_count + 2, sizeof(int));
    int* list = calloc(4 * (size_t)t->tet_count, sizeof(int));
    for (int i = 0; i < t->tet_count; ++i) {
        const int32_t* at = t->tets + 4 * i;
        int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES];
        taut_blueprint_particles(p, p->slots[t->tet_slot[i]], particles);
        for (int k = 0; k < 4; ++k) {
            faces[4 * i + k] = face_of(at[(k + 1) % 4], at[(k + 2) % 4], at[(k + 3) % 4], i);
            CHECK(at[k] >= 0 && at[k] < b->particle_count);
            CHECK_MSG(!taut_blueprint_has(p, t->tet_slot[i]) || particles[k] == at[k],
                      "volume %d is not where its tetrahedron is", i);
            first[at[k] + 2] += 1;
        }
    }
    for (int i = 0; i < p->triangle_count; ++i) {
        const int32_t* at = p->triangles + 3 * i;
        faces[4 * t->tet_count + i] = face_of(at[0], at[1], at[2], -1);
    }
    qsort(faces, (size_t)count, sizeof *faces, compare_faces);
    for (int i = 0, end; i < count; i = end) {
        int triangles = 0;
        for (end = i; end < count && memcmp(faces[i].at, faces[end].at, sizeof faces[i].at) == 0;
             ++end) {
            triangles += faces[end].tet < 0;
        }
        int tets = end - i - triangles;
        CHECK_MSG((tets == 1 && triangles == 1) || (tets == 2 && triangles == 0),
                  "face %d %d %d: %d tetrahedra, %d triangles", faces[i].at[0], faces[i].at[1],
                  faces[i].at[2], tets, triangles);
    }
    for (int i = 0; i < b->particle_count; ++i) {
        first[i + 1] += first[i];
    }
    for (int i = 0; i < 4 * t->tet_count; ++i) {
        list[first[t->tets[i] + 1]++] = i / 4;
    }
    for (int i = 0; i < b->particle_count; ++i) {
        int at = first[i], stars = first[i + 1] - at;
        CHECK_MSG(stars == 0 || one_star(t, list + at, stars, i),
                  "particle %d holds parts of a solid together", i);
    }
    free(faces);
    free(first);
    free(list);
}

// Every edge of a closed surface is walked as often one way as the other.
static inline void check_closed(const taut_blueprint* p)
{
    int sum = 0;
    for (int i = 0; i < 3 * p->triangle_count; ++i) {
        int from = p->triangles[i], to = p->triangles[i - i % 3 + (i + 1) % 3];
        for (int k = 0; k < 3 * p->triangle_count; ++k) {
            int other = p->triangles[k - k % 3 + (k + 1) % 3];
            sum += p->triangles[k] == from && other == to;
            sum -= p->triangles[k] == to && other == from;
        }
        CHECK_MSG(sum == 0, "edge from %d to %d is open", from, to);
        if (sum != 0) {
            return;
        }
    }
}

// Schedule ----------------------------------------------------------------------------------------

// Counts the constraints of a colour, none of which moves a particle that another does.
static inline void check_colour(const taut_blueprint* p, const taut_colour* colour, int stamp,
                                int* seen, int* moved_by)
{
    const taut_batch_set* set = &p->schedule.sets[colour->kind];
    int moved = taut_constraint_kind_info((taut_constraint_kind)colour->kind)->moved_count;
    for (int i = TAUT_BATCH * colour->first; i < TAUT_BATCH * (colour->first + colour->count);
         ++i) {
        if (!taut_set_has(&p->sets[colour->kind], i)) {
            continue;
        }
        int number = set->items[i];
        CHECK_MSG(number >= 0 && number < p->slot_count && p->slots[number].place == i &&
                      p->slots[number].kind == colour->kind,
                  "place %d of kind %d holds %d", i, (int)colour->kind, number);
        seen[number] += 1;
        int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES];
        taut_blueprint_particles(p, (taut_slot){colour->kind, i}, particles);
        for (int k = 0; k < moved; ++k) {
            CHECK_MSG(particles[k] >= 0 && particles[k] < p->particle_count &&
                          moved_by[particles[k]] != stamp,
                      "constraint %d, particle %d", number, particles[k]);
            moved_by[particles[k]] = stamp;
        }
    }
}

static inline void check_schedule(const taut_blueprint* p)
{
    const taut_schedule* s = &p->schedule;
    int* seen = calloc((size_t)p->slot_count + 1, sizeof(int));
    int* moved_by = calloc((size_t)p->particle_count, sizeof(int));
    int stamp = 0;
    for (int phase = 0; seen != NULL && moved_by != NULL && phase < s->once_count; ++phase) {
        for (int c = s->phase_first[phase]; c < s->phase_first[phase + 1]; ++c) {
            for (int i = s->cluster_first[c]; i < s->cluster_first[c + 1]; ++i) {
                check_colour(p, &s->colours[i], ++stamp, seen, moved_by);
            }
        }
    }
    for (int i = 0; seen != NULL && i < p->slot_count; ++i) {
        CHECK_MSG(seen[i] == (taut_blueprint_has(p, i) ? 1 : 0), "constraint %d stands %d times", i,
                  seen[i]);
    }
    free(seen);
    free(moved_by);
}

// A link in a line is one that is not broken, between the particles of that line.
static inline void check_lines(const taut_blueprint* p)
{
    const taut_lines* l = &p->lines;
    for (int i = 0; i < TAUT_LINE_LANES * (l->row_count - 1); ++i) {
        if (l->places[i] < 0 || !(l->rest[i] > 0.0f)) {
            continue;
        }
        taut_slot slot = {TAUT_CONSTRAINT_DISTANCE, l->places[i]};
        int32_t ends[TAUT_CONSTRAINT_MAX_PARTICLES];
        taut_blueprint_particles(p, slot, ends);
        int a = p->schedule.seating.particle_of[l->seats[i]];
        int b = p->schedule.seating.particle_of[l->seats[i + TAUT_LINE_LANES]];
        CHECK_MSG(taut_set_has(&p->sets[slot.kind], slot.place) &&
                      ((ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a)),
                  "entry %d of the lines joins %d and %d, its constraint %d and %d", i, a, b,
                  (int)ends[0], (int)ends[1]);
    }
}

// Every particle knows all that holds it.
static inline void check_references(const taut_body* b)
{
    const taut_topology* t = b->topology;
    const taut_blueprint* p = b->blueprint;
    for (int number = 0; number < p->slot_count; ++number) {
        bool tether = p->slots[number].kind == TAUT_CONSTRAINT_TETHER;
        for (int which = 0; which < (tether ? 1 : 4); ++which) {
            int particle = taut_topology_particle(t, p, 4 * number + which);
            bool found = particle < 0;
            for (int32_t r = found ? -1 : t->first[particle]; r >= 0; r = t->next[r]) {
                found = found || r == 4 * number + which;
            }
            CHECK_MSG(found, "particle %d does not know constraint %d", particle, number);
        }
    }
    for (int i = 0; i < b->particle_count; ++i) {
        int seat = p->schedule.seating.seat_of[i];
        CHECK(p->schedule.seating.particle_of[seat] == i && t->origin[i] <= i);
    }
}

// Pieces ------------------------------------------------------------------------------------------

static inline int piece_of(const int* parent, int i)
{
    while (parent[i] != i) {
        i = parent[i];
    }
    return i;
}

static inline void join_pieces(int* parent, int a, int b)
{
    parent[piece_of(parent, a)] = piece_of(parent, b);
}

// Pieces are what hangs together by links that are not broken, those against bending left out, and
// by the triangles of a surface that is torn with its particles. Whatever else is not broken must
// lie within one of them: nothing invisible holds two together.
static inline void check_pieces(const taut_body* b)
{
    const taut_blueprint* p = b->blueprint;
    int* parent = calloc((size_t)b->particle_count, sizeof(int));
    if (parent == NULL || b->topology == NULL) {
        free(parent);
        return;
    }
    for (int i = 0; i < b->particle_count; ++i) {
        parent[i] = i;
    }
    for (int i = 0; b->topology->splits && i < 3 * p->triangle_count; ++i) {
        join_pieces(parent, p->triangles[i], p->triangles[i - i % 3]);
    }
    int32_t at[TAUT_CONSTRAINT_MAX_PARTICLES];
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < p->slot_count; ++i) {
            int kind = p->slots[i].kind;
            bool bend = p->sets[kind].family[p->slots[i].place] == TAUT_FAMILY_BEND;
            bool holds = kind == TAUT_CONSTRAINT_ATTACH || kind == TAUT_CONSTRAINT_PULLEY ||
                         (kind == TAUT_CONSTRAINT_DISTANCE && !bend);
            taut_blueprint_particles(p, p->slots[i], at);
            for (int k = 1; k < TAUT_CONSTRAINT_MAX_PARTICLES && at[k] >= 0; ++k) {
                if (!taut_blueprint_has(p, i) || kind == TAUT_CONSTRAINT_SLIDE) {
                    continue;
                }
                if (pass == 0 && holds) {
                    join_pieces(parent, at[0], at[k]);
                }
                CHECK_MSG(pass == 0 || piece_of(parent, at[0]) == piece_of(parent, at[k]),
                          "constraint %d, a %s, holds two pieces together", i,
                          taut_constraint_kind_info((taut_constraint_kind)kind)->name);
            }
        }
    }
    free(parent);
}

static inline void check_topology(const taut_world* world, taut_body_id id, double mass)
{
    const taut_body* b = taut_world_peek(world, id);
    CHECK(b != NULL);
    if (b == NULL) {
        return;
    }
    check_surface(b);
    CHECK_NEAR(body_mass(b), mass, 1e-5 * mass);
    CHECK(body_finite(world, id));
    check_schedule(b->blueprint);
    check_lines(b->blueprint);
    if (b->topology != NULL) {
        check_references(b);
    }
    if (b->topology != NULL && b->topology->tet_count > 0) {
        check_solid(b);
        check_closed(b->blueprint);
    }
}
