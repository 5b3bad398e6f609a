// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Splitting a particle of a surface. Its triangles are a fan, or several once edges between them
// are torn; each fan but one gets a particle of its own, with what belongs to that side: its
// triangles, its share of mass, and the constraints whose other particles lie there. What lies on
// both sides breaks; a link along the tear stays on one side and is doubled on the other, each with
// half of what it was. After Mueller et al., "Position based dynamics" (2007), where
// the plane through a particle and across an overstretched link says which triangles go where.

#include <limits.h>
#include <math.h>

#include "split.h"

// Fans --------------------------------------------------------------------------------------------

static taut_vec3 built(const taut_blueprint* p, int particle)
{
    return taut_vec3_of(p->start[particle]);
}

static taut_wing wing_of(const taut_body* b, int32_t corner)
{
    const taut_blueprint* p = b->blueprint;
    int32_t base = corner - corner % 3, k = corner % 3;
    uint8_t torn = b->topology->torn[corner / 3];
    taut_wing w = {.corner = corner,
                   .ends = {p->triangles[base + (k + 1) % 3], p->triangles[base + (k + 2) % 3]},
                   .torn = {(torn >> k & 1) != 0, (torn >> (k + 2) % 3 & 1) != 0}};
    taut_vec3 at = built(p, p->triangles[corner]);
    taut_vec3 u = taut_vec3_sub(built(p, w.ends[0]), at);
    taut_vec3 v = taut_vec3_sub(built(p, w.ends[1]), at);
    taut_vec3 n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    w.size = 0.5 * sqrt((double)taut_vec3_dot(n, n));
    w.way = taut_vec3_add(u, v);
    return w;
}

// Whether two triangles meet along an edge that is not torn.
static bool meet(const taut_fans* f, int one, int other, const void* host)
{
    (void)host;
    const taut_wing *a = &f->wings[one], *b = &f->wings[other];
    for (int i = 0; i < 4; ++i) {
        if (a->ends[i / 2] == b->ends[i % 2] && !a->torn[i / 2] && !b->torn[i % 2]) {
            return true;
        }
    }
    return false;
}

static void join(taut_fans* f, int from, int to)
{
    for (int i = 0; i < f->wing_count; ++i) {
        f->wings[i].fan = f->wings[i].fan == from ? to : f->wings[i].fan;
    }
}

// Numbers fans from 0, the largest first: it keeps the particle.
static void number_fans(taut_fans* f)
{
    double area[TAUT_MOST_FAN] = {0};
    for (int i = 0; i < f->wing_count; ++i) {
        area[f->wings[i].fan] += f->wings[i].size;
    }
    int32_t rank[TAUT_MOST_FAN];
    for (int i = 0; i < f->wing_count; ++i) {
        rank[i] = -1;
    }
    for (;;) {
        int best = -1;
        for (int i = 0; i < f->wing_count; ++i) {
            bool left = f->wings[i].fan == i && rank[i] < 0;
            best = left && (best < 0 || area[i] > area[best]) ? i : best;
        }
        if (best < 0) {
            break;
        }
        f->size[f->count] = area[best];
        rank[best] = f->count++;
    }
    for (int i = 0; i < f->wing_count; ++i) {
        f->wings[i].fan = rank[f->wings[i].fan];
    }
}

void taut_fans_join(taut_fans* f, bool (*meets)(const taut_fans* f, int a, int b, const void* host),
                    const void* host)
{
    for (int i = 0; i < f->wing_count; ++i) {
        f->wings[i].fan = i;
    }
    for (int i = 0; i < f->wing_count; ++i) {
        for (int k = 0; k < i; ++k) {
            if (f->wings[i].fan != f->wings[k].fan && meets(f, i, k, host)) {
                int from = f->wings[i].fan, to = f->wings[k].fan;
                join(f, from > to ? from : to, from > to ? to : from);
            }
        }
    }
    number_fans(f);
}

bool taut_fans_find(const taut_body* b, int particle, bool torn, taut_fans* f)
{
    const taut_topology* t = b->topology;
    if (taut_solid_at(b, particle)) {
        return taut_solid_find(b, particle, torn, f);
    }
    f->particle = particle;
    f->solid = false;
    f->end_count = 2;
    f->wing_count = f->count = 0;
    for (int32_t c = t->corner_first[particle]; c >= 0; c = t->corner_next[c]) {
        if (f->wing_count == TAUT_MOST_FAN) {
            return false;
        }
        taut_wing* w = &f->wings[f->wing_count++];
        *w = wing_of(b, c);
        w->torn[0] = w->torn[0] && torn;
        w->torn[1] = w->torn[1] && torn;
    }
    taut_fans_join(f, meet, NULL);
    return true;
}

static void mark_edges(taut_body* b, const taut_fans* f, const bool* above)
{
    for (int i = 0; i < f->wing_count; ++i) {
        for (int k = 0; k < f->wing_count; ++k) {
            for (int e = 0; above[i] != above[k] && e < 4; ++e) {
                if (f->wings[i].ends[e / 2] == f->wings[k].ends[e % 2]) {
                    int32_t c = f->wings[i].corner;
                    int edge = e / 2 == 0 ? c % 3 : (c + 2) % 3;
                    b->topology->torn[c / 3] |= (uint8_t)(1u << edge);
                }
            }
        }
    }
}

void taut_split_mark(taut_body* b, int particle, taut_vec3 normal)
{
    taut_fans f;
    if (!taut_fans_find(b, particle, true, &f)) {
        return;
    }
    bool above[TAUT_MOST_FAN];
    taut_vec3 at = taut_vec3_of(b->x[particle]);
    for (int i = 0; i < f.wing_count; ++i) {
        taut_vec3 sum = {0};
        for (int k = 0; k < f.end_count; ++k) {
            sum = taut_vec3_add(sum, taut_vec3_sub(taut_vec3_of(b->x[f.wings[i].ends[k]]), at));
        }
        above[i] = taut_vec3_dot(sum, normal) > 0.0f;
    }
    if (f.solid) {
        taut_solid_mark(b, &f, above);
    } else {
        mark_edges(b, &f, above);
    }
}

// Sides -------------------------------------------------------------------------------------------

// The fans, as bits, that a particle is seen from: those that it is a corner of, or the one it lies
// in the direction of.
static unsigned fans_of(const taut_fans* f, const taut_body* b, int particle)
{
    unsigned bits = 0;
    for (int i = 0; i < f->wing_count; ++i) {
        const taut_wing* w = &f->wings[i];
        for (int k = 0; k < f->end_count; ++k) {
            bits |= w->ends[k] == particle ? 1u << w->fan : 0;
        }
    }
    if (bits != 0) {
        return bits;
    }
    if (f->solid ? !taut_solid_at(b, particle) : b->topology->corner_first[particle] < 0) {
        return 1;  // not of the surface or solid: goes on holding what it held
    }
    taut_vec3 to = taut_vec3_sub(built(b->blueprint, particle), built(b->blueprint, f->particle));
    double best = -(double)INFINITY;
    for (int i = 0; i < f->wing_count; ++i) {
        taut_vec3 way = f->wings[i].way;
        double length = sqrt((double)taut_vec3_dot(way, way));
        double along = length > 0.0 ? (double)taut_vec3_dot(way, to) / length : -(double)INFINITY;
        if (along > best) {
            best = along;
            bits = 1u << f->wings[i].fan;
        }
    }
    return bits;
}

// The fans that a constraint can belong to: none where its particles lie on both sides.
static unsigned fans_of_constraint(const taut_fans* f, const taut_body* b, int32_t reference)
{
    int number = reference / 4;
    for (int i = 0; f->solid && i < f->wing_count; ++i) {
        if (b->topology->tet_slot[f->wings[i].corner / 4] == number) {
            return 1u << f->wings[i].fan;
        }
    }
    unsigned bits = UINT_MAX >> (TAUT_MOST_FAN - f->count);  // as many as a word has
    int count = taut_constraint_kind_info((taut_constraint_kind)b->blueprint->slots[number].kind)
                    ->particle_count;
    for (int which = 0; which < count; ++which) {
        if (which != reference % 4) {
            int other = taut_topology_particle(b->topology, b->blueprint, 4 * number + which);
            bits &= fans_of(f, b, other);
        }
    }
    return bits;
}

static int lowest_fan(unsigned bits)
{
    int fan = 0;
    while ((bits >> fan & 1) == 0) {
        ++fan;
    }
    return fan;
}

// Constraints -------------------------------------------------------------------------------------

// What was gathered at a place, and the line it stood in, are left behind.
static void leave_place(taut_body* b, taut_slot old, taut_slot now)
{
    float* lambda = b->lambda[old.kind];
    float gathered = lambda[old.place];
    lambda[old.place] = 0.0f;
    lambda[now.place] = gathered;
    float* grip = b->grip[old.kind];
    if (grip != NULL) {
        grip[now.place] = grip[old.place];
    }
    if (old.kind == TAUT_CONSTRAINT_DISTANCE && b->topology->line_of[old.place] >= 0) {
        b->blueprint->lines.rest[b->topology->line_of[old.place]] = -1.0f;
    }
}

// False where it broke for want of a lane.
static bool move_constraint(taut_body* b, int32_t reference, int from, int to)
{
    taut_topology* t = b->topology;
    taut_blueprint* p = b->blueprint;
    int number = reference / 4, which = reference % 4;
    taut_slot old = p->slots[number];
    int count = taut_constraint_kind_info((taut_constraint_kind)old.kind)->particle_count;
    if (which < count && !taut_own_move(p, number, which, to)) {
        taut_tear_switch_off(b, number);
        return false;
    }
    if (which < count) {
        if (p->slots[number].place != old.place) {
            leave_place(b, old, p->slots[number]);
        }
    } else {
        t->over[2 * number + which - 2] = to;
    }
    taut_topology_remove(t, from, reference);
    taut_topology_add(t, to, reference);
    return true;
}

// Each of two links side by side has half the cloth to hold that one had.
static void halve(taut_constraint_set* set, int place)
{
    set->compliance[place] *= 2.0f;
    set->strength[place] *= 0.5f;
}

// A link like `number`, with `to` in place of the particle that is split.
static bool double_link(taut_body* b, int32_t reference, int to)
{
    taut_topology* t = b->topology;
    taut_blueprint* p = b->blueprint;
    int like = reference / 4, number = p->slot_count;
    int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(p, p->slots[like], particles);
    particles[reference % 4] = to;
    if (number == p->slot_capacity || taut_own_place(p, number, particles, p->slots[like]) < 0) {
        return false;
    }
    p->slot_count += 1;
    b->lambda[TAUT_CONSTRAINT_DISTANCE][p->slots[number].place] = 0.0f;
    taut_topology_add(t, particles[0], 4 * number);
    taut_topology_add(t, particles[1], 4 * number + 1);
    return true;
}

static bool share_link(taut_body* b, const taut_fans* f, int32_t reference, unsigned bits)
{
    taut_slot slot = b->blueprint->slots[reference / 4];
    taut_constraint_set* set = &b->blueprint->sets[TAUT_CONSTRAINT_DISTANCE];
    bool ok = true;
    if (slot.kind != TAUT_CONSTRAINT_DISTANCE || reference % 4 > 1) {
        return true;
    }
    halve(set, slot.place);
    int32_t line = b->topology->line_of[slot.place];
    if (line >= 0) {
        b->blueprint->lines.compliance[line] = set->compliance[slot.place];
    }
    int keeper = lowest_fan(bits);
    for (int fan = keeper + 1; fan < f->count; ++fan) {
        if (bits >> fan & 1) {
            ok = double_link(b, reference, f->owner[fan]) && ok;
        }
    }
    return ok;
}

bool taut_split_follows(int kind)
{
    return kind == TAUT_CONSTRAINT_DISTANCE || kind == TAUT_CONSTRAINT_DIHEDRAL ||
           kind == TAUT_CONSTRAINT_AREA || kind == TAUT_CONSTRAINT_VOLUME;
}

static bool share_out(taut_body* b, const taut_fans* f)
{
    taut_topology* t = b->topology;
    bool ok = true;
    for (int32_t next, r = t->first[f->particle]; r >= 0; r = next) {
        next = t->next[r];
        if (!taut_blueprint_has(b->blueprint, r / 4) ||
            !taut_split_follows(b->blueprint->slots[r / 4].kind)) {
            continue;
        }
        unsigned bits = fans_of_constraint(f, b, r);
        if (bits == 0) {
            taut_tear_switch_off(b, r / 4);
            continue;
        }
        int fan = lowest_fan(bits);
        if ((bits & (bits - 1)) != 0) {
            ok = share_link(b, f, r, bits) && ok;
        }
        if (fan > 0) {
            ok = move_constraint(b, r, f->particle, f->owner[fan]) && ok;
        }
    }
    return ok;
}

// Particles ---------------------------------------------------------------------------------------

static void copy_particle(taut_body* b, int from, int to)
{
    b->x[to] = b->x[from];
    b->v[to] = b->v[from];
    b->p[to] = b->p[from];
    b->q[to] = b->x[from];
    b->lo[to] = b->lo[from];
    b->force[to] = (taut_vec3){0};
    b->acceleration[to] = b->acceleration[from];
    b->before_x[to] = b->before_x[from];
    b->before_v[to] = b->before_v[from];
    b->hold[to] = b->hold[from] & TAUT_HOLD_PINNED;
    if (b->normal != NULL) {
        b->normal[to] = b->normal[from];
    }
    b->topology->origin[to] = b->topology->origin[from];
}

static void set_mass(taut_body* b, int particle, double mass)
{
    float w = (float)(1.0 / mass);
    b->blueprint->start[particle].w = w;
    b->inverse_mass[particle] = w;
    b->x[particle].w = (b->hold[particle] & TAUT_HOLD_BITS) != 0 ? 0.0f : w;
}

// By area, but none gets less than a hundredth.
static void share_mass(taut_body* b, const taut_fans* f)
{
    double mass = 1.0 / (double)b->inverse_mass[f->particle];
    double whole = 0.0, left = mass;
    for (int i = 0; i < f->count; ++i) {
        whole += f->size[i];
    }
    for (int i = 1; i < f->count; ++i) {
        double part = whole > 0.0 ? f->size[i] / whole : 1.0 / f->count;
        part = part > 0.01 ? part : 0.01;
        set_mass(b, f->owner[i], mass * part);
        left -= mass * part;
    }
    set_mass(b, f->particle, left);
}

static void note_split(const taut_body* b, int particle, int added)
{
    taut_event event = taut_event_of(TAUT_EVENT_SPLIT, b->topology->id);
    event.particle = particle;
    event.other_particle = added;
    event.place = taut_vec3_of(b->x[particle]);
    taut_events_add(b->topology->events, event);
}

static void make_particles(taut_body* b, taut_fans* f)
{
    f->owner[0] = f->particle;
    for (int i = 1; i < f->count; ++i) {
        f->owner[i] = taut_own_add_particle(b->blueprint, f->particle);
        b->particle_count = b->blueprint->particle_count;
        copy_particle(b, f->particle, f->owner[i]);
        note_split(b, f->particle, f->owner[i]);
    }
    share_mass(b, f);
    taut_tear_open_particle(b, f->particle);
    taut_topology* t = b->topology;
    for (int i = 0; i < f->wing_count; ++i) {
        const taut_wing* w = &f->wings[i];
        for (int k = 0; k < f->end_count; ++k) {
            t->touched[w->ends[k]] = 1;
        }
        t->touched[f->owner[w->fan]] = 1;
        if (w->fan > 0 && !f->solid) {
            taut_tear_open_triangle(b, w->corner / 3);
            taut_topology_move_corner(t, b->blueprint, w->corner, f->owner[w->fan]);
        }
    }
    if (f->solid) {
        taut_solid_move(b, f);
    }
    t->cut = true;
}

// Particles at the other ends of torn edges: a border runs through them then, and those that were
// at the border before fall apart.
static int count_followers(const taut_fans* f)
{
    int count = 0;
    for (int i = 0; i < f->wing_count; ++i) {
        for (int k = 0; k < 2; ++k) {
            for (int j = 0; j < i; ++j) {
                const taut_wing* w = &f->wings[j];
                bool both = w->ends[0] == f->wings[i].ends[k] || w->ends[1] == f->wings[i].ends[k];
                count += both && w->fan != f->wings[i].fan;
            }
        }
    }
    return count;
}

static bool is_room(const taut_body* b, const taut_fans* f, bool torn)
{
    const taut_blueprint* p = b->blueprint;
    int followers = 0;
    if (f->solid && taut_solid_count_faces(f) > p->triangle_capacity - p->triangle_count) {
        return false;
    }
    if (torn) {
        followers = f->solid ? taut_solid_count_followers(b, f) : count_followers(f);
    }
    return f->count - 1 + followers <= p->particle_capacity - p->particle_count;
}

// 0 where there is nothing to split, -1 where there is no room for it and what must follow.
static int split_one(taut_body* b, int particle, bool torn, taut_fans* f)
{
    if (!taut_fans_find(b, particle, torn, f)) {
        return -1;
    }
    if (f->count < 2) {
        return 0;
    }
    if (!is_room(b, f, torn)) {
        return -1;
    }
    make_particles(b, f);
    b->topology->dropped = !share_out(b, f) || b->topology->dropped;
    return f->count - 1;
}

int taut_split_particle(taut_body* b, int particle)
{
    taut_fans f;
    int made = split_one(b, particle, true, &f);
    for (int i = 0; made > 0 && i < f.end_count * f.wing_count; ++i) {
        taut_fans unused;
        int end = f.wings[i / f.end_count].ends[i % f.end_count];
        int more = split_one(b, end, false, &unused);
        made += more > 0 ? more : 0;
    }
    return made;
}
