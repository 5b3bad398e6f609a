// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Splitting a particle of a solid. What the triangles are to a surface, the tetrahedra of volume
// constraints are here: they hang together by faces that are not torn. The surface is at all times
// the faces that one tetrahedron has alone; faces between two copies of a particle join it.

#include <math.h>

#include "split.h"

static taut_vec3 built(const taut_blueprint* p, int particle)
{
    return taut_vec3_of(p->start[particle]);
}

static taut_wing wing_of(const taut_body* b, int32_t corner, bool torn)
{
    const taut_topology* t = b->topology;
    const int32_t* tet = t->tets + (corner - corner % 4);
    taut_wing w = {.corner = corner};
    taut_vec3 edge[3];
    for (int i = 0; i < 3; ++i) {
        int k = (corner + 1 + i) % 4;
        w.ends[i] = tet[k];
        w.torn[i] = torn && (t->tet_torn[corner / 4] >> k & 1) != 0;
        edge[i] = taut_vec3_sub(built(b->blueprint, tet[k]), built(b->blueprint, t->tets[corner]));
        w.way = taut_vec3_add(w.way, edge[i]);
    }
    w.size = fabs((double)taut_vec3_dot(edge[0], taut_vec3_cross(edge[1], edge[2]))) / 6.0;
    return w;
}

static bool has_end(const taut_wing* w, int particle)
{
    return w->ends[0] == particle || w->ends[1] == particle || w->ends[2] == particle;
}

// The end of `a` opposite the face at the particle that it shares with `b`; -1 for none.
static int opposite(const taut_wing* a, const taut_wing* b)
{
    for (int i = 0; i < 3; ++i) {
        if (has_end(b, a->ends[(i + 1) % 3]) && has_end(b, a->ends[(i + 2) % 3])) {
            return i;
        }
    }
    return -1;
}

static bool share_face(const taut_fans* f, int a, int b)
{
    int one = opposite(&f->wings[a], &f->wings[b]), other = opposite(&f->wings[b], &f->wings[a]);
    return one >= 0 && other >= 0 && !f->wings[a].torn[one] && !f->wings[b].torn[other];
}

static void gather(const taut_body* b, int particle, bool torn, taut_fans* f)
{
    const taut_topology* t = b->topology;
    f->particle = particle;
    f->solid = true;
    f->end_count = 3;
    f->wing_count = f->count = 0;
    for (int32_t c = t->tet_first[particle]; c >= 0 && f->wing_count <= TAUT_MOST_FAN;
         c = t->tet_next[c]) {
        if (f->wing_count == TAUT_MOST_FAN) {
            f->wing_count = TAUT_MOST_FAN + 1;  // too many
            return;
        }
        f->wings[f->wing_count++] = wing_of(b, c, torn);
    }
}

static bool meet(const taut_fans* f, int a, int b, const void* host)
{
    (void)host;
    return share_face(f, a, b);
}

bool taut_solid_find(const taut_body* b, int particle, bool torn, taut_fans* f)
{
    gather(b, particle, torn, f);
    if (f->wing_count > TAUT_MOST_FAN) {
        return false;
    }
    taut_fans_join(f, meet, NULL);
    return true;
}

void taut_solid_mark(taut_body* b, const taut_fans* f, const bool* above)
{
    for (int i = 0; i < f->wing_count; ++i) {
        for (int k = 0; k < f->wing_count; ++k) {
            int end = above[i] != above[k] ? opposite(&f->wings[i], &f->wings[k]) : -1;
            if (end >= 0) {
                int32_t c = f->wings[i].corner;
                b->topology->tet_torn[c / 4] |= (uint8_t)(1u << (c + 1 + end) % 4);
            }
        }
    }
}

// Room --------------------------------------------------------------------------------------------

int taut_solid_count_faces(const taut_fans* f)
{
    int count = 0;
    for (int i = 0; i < f->wing_count; ++i) {
        for (int k = 0; k < f->wing_count; ++k) {
            count +=
                f->wings[i].fan != f->wings[k].fan && opposite(&f->wings[i], &f->wings[k]) >= 0;
        }
    }
    return count;
}

// The fan that a tetrahedron is part of, -1 for none.
static int fan_of(const taut_fans* f, int tet)
{
    for (int i = 0; i < f->wing_count; ++i) {
        if (f->wings[i].corner / 4 == tet) {
            return f->wings[i].fan;
        }
    }
    return -1;
}

// Whether two still meet when what holds particle `host->particle` has been split.
static bool meet_after(const taut_fans* f, int a, int b, const void* host)
{
    const taut_fans* split = host;
    const taut_wing *one = &f->wings[a], *other = &f->wings[b];
    if (!share_face(f, a, b)) {
        return false;
    }
    bool across = has_end(one, split->particle) && has_end(other, split->particle) &&
                  one->ends[opposite(one, other)] != split->particle;
    return !across || fan_of(split, one->corner / 4) == fan_of(split, other->corner / 4);
}

// Whether a particle is an end of wings in several fans, and first met at this one.
static bool is_between(const taut_fans* f, int wing, int end)
{
    int particle = f->wings[wing].ends[end];
    bool between = false;
    for (int i = 0; i < f->wing_count; ++i) {
        if (has_end(&f->wings[i], particle)) {
            if (i < wing) {
                return false;
            }
            between = between || f->wings[i].fan != f->wings[wing].fan;
        }
    }
    return between;
}

int taut_solid_count_followers(const taut_body* b, const taut_fans* f)
{
    int count = 0;
    for (int i = 0; i < 3 * f->wing_count; ++i) {
        if (is_between(f, i / 3, i % 3)) {
            taut_fans g;
            gather(b, f->wings[i / 3].ends[i % 3], false, &g);
            if (g.wing_count > TAUT_MOST_FAN) {
                return TAUT_MAX_PARTICLES;
            }
            taut_fans_join(&g, meet_after, f);
            count += g.count - 1;
        }
    }
    return count;
}

// Moving ------------------------------------------------------------------------------------------

static void move_triangles(taut_body* b, const taut_fans* f)
{
    taut_topology* t = b->topology;
    for (int32_t next, c = t->corner_first[f->particle]; c >= 0; c = next) {
        next = t->corner_next[c];
        const int32_t* corners = b->blueprint->triangles + (c - c % 3);
        for (int i = 0; i < f->wing_count; ++i) {
            const taut_wing* w = &f->wings[i];
            if (has_end(w, corners[(c + 1) % 3]) && has_end(w, corners[(c + 2) % 3])) {
                if (w->fan > 0) {
                    taut_topology_move_corner(t, b->blueprint, c, f->owner[w->fan]);
                }
                break;
            }
        }
    }
}

// The face of a wing opposite an end, seen from outside.
static void add_face(taut_body* b, const taut_fans* f, const taut_wing* w, int end)
{
    const taut_blueprint* p = b->blueprint;
    int32_t at[3] = {f->owner[w->fan], w->ends[(end + 1) % 3], w->ends[(end + 2) % 3]};
    taut_vec3 u = taut_vec3_sub(built(p, at[1]), built(p, at[0]));
    taut_vec3 v = taut_vec3_sub(built(p, at[2]), built(p, at[0]));
    taut_vec3 in = taut_vec3_sub(built(p, w->ends[end]), built(p, at[0]));
    if (taut_vec3_dot(taut_vec3_cross(u, v), in) > 0.0f) {
        int32_t second = at[1];
        at[1] = at[2];
        at[2] = second;
    }
    taut_topology_add_triangle(b->topology, b->blueprint, at);
}

void taut_solid_move(taut_body* b, const taut_fans* f)
{
    taut_topology* t = b->topology;
    move_triangles(b, f);
    for (int i = 0; i < f->wing_count; ++i) {
        const taut_wing* w = &f->wings[i];
        for (int k = 0; k < f->wing_count; ++k) {
            int end = f->wings[k].fan != w->fan ? opposite(w, &f->wings[k]) : -1;
            if (end >= 0) {
                add_face(b, f, w, end);
            }
        }
        if (w->fan > 0) {
            taut_topology_move_tet(t, w->corner, f->owner[w->fan]);
        }
    }
}
