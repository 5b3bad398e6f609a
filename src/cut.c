// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Cutting. A blade breaks the links it crosses, and the shapes that it goes through. A surface
// opens along edges of its triangles: each triangle that the blade passes goes to the side where
// its middle lies, and edges between the two sides are torn.

#include <math.h>
#include <string.h>

#include "cut.h"
#include "platform/float_env.h"
#include "record.h"

// On the way, `torn` of a triangle holds these beside its three bits.
enum {
    TORN_EDGES = 7,
    CROSSED_FIRST = 3,  // bits 3 to 5: the blade crosses that edge
    CROSSED_EDGES = 7 << CROSSED_FIRST,
    SIDE = 1 << 6,  // the side of the triangle's middle
};

// Geometry ----------------------------------------------------------------------------------------

static taut_dvec cross(taut_dvec a, taut_dvec b)
{
    return (taut_dvec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static float least(float a, float b)
{
    return a < b ? a : b;
}

static float most(float a, float b)
{
    return a > b ? a : b;
}

static taut_knife open_blade(const taut_blade* from)
{
    taut_vec3 c[4] = {from->from0, from->from1, from->to0, from->to1};
    static const int order[2][3] = {{0, 1, 2}, {1, 3, 2}};
    taut_knife b = {.low = c[0], .high = c[0]};
    for (int i = 1; i < 4; ++i) {
        b.low = (taut_vec3){least(b.low.x, c[i].x), least(b.low.y, c[i].y), least(b.low.z, c[i].z)};
        b.high =
            (taut_vec3){most(b.high.x, c[i].x), most(b.high.y, c[i].y), most(b.high.z, c[i].z)};
    }
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < 3; ++k) {
            b.corner[i][k] = taut_dvec_of(c[order[i][k]]);
        }
        b.normal[i] = cross(taut_dvec_sub(b.corner[i][1], b.corner[i][0]),
                            taut_dvec_sub(b.corner[i][2], b.corner[i][0]));
    }
    // Where one end of the blade stays in its place, as an eye does, one triangle is all there is.
    for (int i = 0; i < 2; ++i) {
        if (taut_dvec_dot(b.normal[i], b.normal[i]) == 0.0) {
            memcpy(b.corner[i], b.corner[1 - i], sizeof b.corner[i]);
            b.normal[i] = b.normal[1 - i];
        }
    }
    return b;
}

double taut_knife_height(const taut_knife* b, int i, taut_dvec p)
{
    return taut_dvec_dot(b->normal[i], taut_dvec_sub(p, b->corner[i][0]));
}

// On which side the line from p to q passes an edge: 6 times the volume between them. Of an edge
// turned round it is the exact opposite, so that nothing slips through where two triangles meet.
static double side_of(taut_dvec p, taut_dvec q, taut_dvec from, taut_dvec to)
{
    taut_dvec area = cross(taut_dvec_sub(from, p), taut_dvec_sub(to, p));
    return taut_dvec_dot(area, taut_dvec_sub(q, p));
}

// Whether a segment goes through one of the two triangles, which it may touch: its ends lie on
// either side, and the three edges all pass it on the same.
static bool goes_through(const taut_knife* b, int i, taut_dvec p, taut_dvec q)
{
    double hp = taut_knife_height(b, i, p), hq = taut_knife_height(b, i, q);
    if ((hp > 0.0 && hq > 0.0) || (hp < 0.0 && hq < 0.0) || hp == hq) {
        return false;
    }
    bool left = true, right = true;
    for (int k = 0; k < 3; ++k) {
        double side = side_of(p, q, b->corner[i][k], b->corner[i][(k + 1) % 3]);
        left = left && side >= 0.0;
        right = right && side <= 0.0;
    }
    return left || right;
}

int taut_knife_crossing(const taut_knife* b, const taut_body* body, int one, int other)
{
    if ((taut_knife_beyond(b, body->x[one]) & taut_knife_beyond(b, body->x[other])) != 0) {
        return -1;
    }
    int first = one < other ? one : other;  // the same seen from both ends
    taut_dvec u = taut_dvec_of(taut_vec3_of(body->x[first]));
    taut_dvec v = taut_dvec_of(taut_vec3_of(body->x[first == one ? other : one]));
    return goes_through(b, 0, u, v) ? 0 : goes_through(b, 1, u, v) ? 1 : -1;
}

// Links and shapes --------------------------------------------------------------------------------

static bool is_link(int kind)
{
    return kind == TAUT_CONSTRAINT_DISTANCE || kind == TAUT_CONSTRAINT_ATTACH;
}

// Links against bending and diagonals of a surface that opens follow its triangles.
static bool follows_surface(const taut_body* b, int number, const int32_t* ends)
{
    const taut_topology* t = b->topology;
    return t != NULL && t->splits &&
           (t->over[2 * number] >= 0 || taut_topology_edge(t, b->blueprint, ends[0], ends[1]) ||
            taut_topology_in_tet(t, ends[0], ends[1]));
}

static bool link_is_crossed(const taut_knife* blade, const taut_body* b, int number)
{
    const taut_blueprint* p = b->blueprint;
    if (b->topology != NULL && b->topology->splits && b->topology->over[2 * number] >= 0) {
        return false;
    }
    taut_slot slot = p->slots[number];
    const taut_batch_set* set = &p->schedule.sets[slot.kind];
    int32_t ends[2];
    for (int i = 0; i < 2; ++i) {
        int32_t seat = taut_batch_seat(&set->batches[slot.place / TAUT_BATCH], set->near, i,
                                       slot.place % TAUT_BATCH);
        ends[i] = p->schedule.seating.particle_of[seat];
    }
    return taut_knife_crossing(blade, b, ends[0], ends[1]) >= 0 &&
           !follows_surface(b, number, ends);
}

// Of a surface or solid that opens, areas, turns and volumes follow it.
static bool is_cut_as_shape(const taut_body* b, int kind)
{
    bool splits = b->topology != NULL && b->topology->splits;
    return taut_topology_limbs(kind) != 0 && !(splits && taut_split_follows(kind));
}

static bool has_shapes(const taut_body* b)
{
    bool any = false;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        any = any || (b->blueprint->sets[kind].count > 0 && is_cut_as_shape(b, kind));
    }
    return any;
}

static bool shape_is_crossed(const taut_knife* blade, const taut_body* b, int number)
{
    taut_slot slot = b->blueprint->slots[number];
    unsigned limbs = taut_topology_limbs(slot.kind);
    if (!is_cut_as_shape(b, slot.kind)) {
        return false;
    }
    int32_t p[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(b->blueprint, slot, p);
    bool crossed = false;
    for (int i = 0; i < TAUT_LIMB_MOST && !crossed; ++i) {
        const uint8_t* ends = taut_limb_ends[i];
        crossed =
            (limbs >> i & 1) != 0 && taut_knife_crossing(blade, b, p[ends[0]], p[ends[1]]) >= 0;
    }
    return crossed;
}

static bool is_crossed(const taut_knife* blade, const taut_body* b, int number)
{
    bool link = is_link(b->blueprint->slots[number].kind);
    return taut_blueprint_has(b->blueprint, number) &&
           (link ? link_is_crossed(blade, b, number) : shape_is_crossed(blade, b, number));
}

// Links that take others along: all but those against bending.
static bool leads(const taut_blueprint* p, int number)
{
    taut_slot slot = p->slots[number];
    return slot.kind == TAUT_CONSTRAINT_ATTACH ||
           (slot.kind == TAUT_CONSTRAINT_DISTANCE &&
            p->sets[slot.kind].family[slot.place] != TAUT_FAMILY_BEND);
}

// Shapes, ropes over wheels and links against bending first, then the links that would take them
// along: what counts does not depend on the order of numbers. Shapes do not count.
static bool cut_links(const taut_knife* blade, taut_body* b, taut_cut* cut)
{
    const taut_blueprint* p = b->blueprint;
    bool any = false;
    bool once = b->topology->splits && !has_shapes(b);  // bends follow the surface
    for (int last = once ? 1 : 0; last < 2; ++last) {
        for (int i = 0; i < p->slot_count; ++i) {
            if ((leads(p, i) != (last == 1) && !once) || !is_crossed(blade, b, i)) {
                continue;
            }
            any = true;
            if (is_link(p->slots[i].kind) || p->slots[i].kind == TAUT_CONSTRAINT_PULLEY) {
                taut_tear_note(b, TAUT_EVENT_CUT, i);
                cut->links += 1;
            }
            taut_tear_switch_off_link(b, i);
        }
    }
    return any;
}

// Surfaces ----------------------------------------------------------------------------------------

static taut_dvec middle(const taut_body* b, const int32_t* corners)
{
    taut_dvec sum = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; ++k) {
        sum = taut_dvec_madd(sum, 1.0 / 3.0, taut_dvec_of(taut_vec3_of(b->x[corners[k]])));
    }
    return sum;
}

// Notes which edges of a triangle are crossed, and its side.
static bool mark_triangle(const taut_knife* blade, taut_body* b, int triangle)
{
    const int32_t* corners = b->blueprint->triangles + 3 * triangle;
    uint8_t* torn = &b->topology->torn[triangle];
    const taut_float4* x = b->x;
    if (taut_solid_at(b, corners[0]) ||
        (taut_knife_beyond(blade, x[corners[0]]) & taut_knife_beyond(blade, x[corners[1]]) &
         taut_knife_beyond(blade, x[corners[2]])) != 0) {
        return false;
    }
    int by = -1;
    for (int k = 0; k < 3; ++k) {
        int one = taut_knife_crossing(blade, b, corners[k], corners[(k + 1) % 3]);
        if (one >= 0) {
            *torn |= (uint8_t)(1u << (CROSSED_FIRST + k));
            by = by < 0 ? one : by;
        }
    }
    if (by >= 0 && taut_knife_height(blade, by, middle(b, corners)) > 0.0) {
        *torn |= SIDE;
    }
    return by >= 0;
}

// The other triangle that has the edge from corner `c` on; -1 for none.
static int beyond_edge(const taut_body* b, int32_t c)
{
    const taut_topology* t = b->topology;
    const int32_t* triangles = b->blueprint->triangles;
    int32_t end = triangles[c - c % 3 + (c + 1) % 3];
    for (int32_t k = t->corner_first[triangles[c]]; k >= 0; k = t->corner_next[k]) {
        const int32_t* corners = triangles + (k - k % 3);
        if (k / 3 != c / 3 && (corners[(k + 1) % 3] == end || corners[(k + 2) % 3] == end)) {
            return k / 3;
        }
    }
    return -1;
}

// An edge that is not crossed lies on one side, but where the blade ends within the triangle.
static bool lies_beyond(const taut_knife* blade, const taut_body* b, int32_t c, bool side)
{
    const int32_t* corners = b->blueprint->triangles + (c - c % 3);
    double one = taut_knife_height(blade, 0, taut_dvec_of(taut_vec3_of(b->x[corners[c % 3]])));
    double other =
        taut_knife_height(blade, 0, taut_dvec_of(taut_vec3_of(b->x[corners[(c + 1) % 3]])));
    return side ? one < 0.0 && other < 0.0 : one > 0.0 && other > 0.0;
}

static void tear_edges(const taut_knife* blade, taut_body* b, int triangle)
{
    uint8_t* torn = b->topology->torn;
    bool side = (torn[triangle] & SIDE) != 0;
    for (int k = 0; k < 3; ++k) {
        int32_t c = 3 * triangle + k;
        int other = beyond_edge(b, c);
        if (other < 0) {
            continue;
        }
        bool both = (torn[other] & CROSSED_EDGES) != 0;
        bool apart = both ? ((torn[other] & SIDE) != 0) != side : lies_beyond(blade, b, c, side);
        torn[triangle] |= (uint8_t)(apart ? 1u << k : 0u);
    }
}

void taut_cut_split(taut_body* b, int particle, taut_cut* cut)
{
    uint8_t* parted = b->topology->parted;
    int made = taut_split_particle(b, particle);
    cut->splits += made > 0 ? made : 0;
    if (made != 0) {
        parted[particle] &= (uint8_t)~TAUT_HELD;
        parted[particle] |= made < 0 ? TAUT_HELD : 0;
    }
}

static void open_edges(taut_body* b, int triangle, taut_cut* cut)
{
    for (int i = 0; i < 6; ++i) {
        if ((b->topology->torn[triangle] >> i / 2 & 1) != 0) {
            int32_t corner = 3 * triangle + (i / 2 + i % 2) % 3;
            taut_cut_split(b, b->blueprint->triangles[corner], cut);
        }
    }
}

static int count_held(taut_body* b)
{
    int count = 0;
    for (int i = 0; i < b->particle_count; ++i) {
        count += (b->topology->parted[i] & TAUT_HELD) != 0;
        b->topology->parted[i] &= TAUT_PARTED;
    }
    return count;
}

static void cut_surface(const taut_knife* blade, taut_body* b, taut_cut* cut)
{
    int count = b->blueprint->triangle_count;
    uint8_t* torn = b->topology->torn;
    bool any = false;
    for (int i = 0; i < count; ++i) {
        any = mark_triangle(blade, b, i) || any;
    }
    for (int i = 0; any && i < count; ++i) {
        if (torn[i] & CROSSED_EDGES) {
            tear_edges(blade, b, i);
        }
    }
    for (int i = 0; any && i < count; ++i) {
        if (torn[i] & CROSSED_EDGES) {
            torn[i] &= TORN_EDGES;
            open_edges(b, i, cut);
        }
    }
}

// Bodies ------------------------------------------------------------------------------------------

// Whether the box around a body meets that around the blade.
static bool boxes_meet(const taut_knife* blade, const taut_body* b)
{
    unsigned all = ~0u;
    for (int i = 0; i < b->particle_count && all != 0; ++i) {
        all &= taut_knife_beyond(blade, b->x[i]);
    }
    return all == 0;
}

static bool is_near(const taut_knife* blade, const taut_body* b)
{
    if (!boxes_meet(blade, b)) {
        return false;
    }
    bool near = b->topology != NULL;
    for (int i = 0; i < b->blueprint->slot_count && !near; ++i) {
        near = is_crossed(blade, b, i);
    }
    return near;
}

// A place, but for planar worlds: what cuts them stands across their plane.
static taut_result check_corner(taut_world* world, const char* what, taut_vec3 v)
{
    float most = 1e9f;
    if (!(fabsf(v.x) <= most && fabsf(v.y) <= most && fabsf(v.z) <= most)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "%s is (%g, %g, %g); it must lie within 1e9 m of the origin", what,
                               (double)v.x, (double)v.y, (double)v.z);
    }
    return TAUT_OK;
}

static taut_result check_blade(taut_world* world, const taut_blade* blade)
{
    if (blade == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "blade is NULL");
    }
    if (check_corner(world, "blade.from0", blade->from0) != TAUT_OK ||
        check_corner(world, "blade.from1", blade->from1) != TAUT_OK ||
        check_corner(world, "blade.to0", blade->to0) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    return check_corner(world, "blade.to1", blade->to1);
}

// Memory for all that will be cut, before anything is.
static bool own_bodies(taut_world* world, const taut_knife* blade, uint32_t realm)
{
    bool ok = true;
    for (int i = 0; i < world->slot_count && ok; ++i) {
        taut_body* b = world->slots[i].body;
        if (b == NULL || !taut_realm_same(realm, b->realm)) {
            continue;
        }
        taut_state_read(b, TAUT_STATE_X);
        ok = !is_near(blade, b) || taut_body_own_blueprint(world, b, taut_world_id(world, i));
    }
    return ok;
}

static void cut_body(const taut_knife* blade, taut_body* b, taut_cut* cut)
{
    int before = cut->splits + cut->held;
    bool any = cut_links(blade, b, cut);
    if (b->topology->splits) {
        taut_cut_solid(blade, b, cut);
        cut_surface(blade, b, cut);
        cut->held += count_held(b);
    }
    cut->bodies += any || cut->splits + cut->held > before;
    taut_tear_settle(b);
}

static taut_result note_cut(taut_world* world, uint32_t realm, const taut_blade* b)
{
    taut_call call = {.op = realm == TAUT_REALM_ALL ? TAUT_CALL_CUT : TAUT_CALL_REALM_CUT,
                      .i = {(int32_t)realm},
                      .f = {b->from0.x, b->from0.y, b->from0.z, b->from1.x, b->from1.y, b->from1.z,
                            b->to0.x, b->to0.y, b->to0.z, b->to1.x, b->to1.y, b->to1.z}};
    return taut_call_done(world, NULL, &call);
}

taut_result taut_world_realm_cut(taut_world* world, uint32_t realm, const taut_blade* blade,
                                 taut_cut* cut)
{
    taut_cut sum = {0};
    if (world == NULL || check_blade(world, blade) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    taut_float_env before = taut_float_env_pin();
    taut_knife knife = open_blade(blade);
    bool ok = own_bodies(world, &knife, realm);
    for (int i = 0; i < world->slot_count && ok; ++i) {
        taut_body* b = world->slots[i].body;
        if (b != NULL && taut_realm_same(realm, b->realm) && is_near(&knife, b)) {
            cut_body(&knife, b, &sum);
        }
    }
    taut_float_env_restore(before);
    if (cut != NULL) {
        *cut = sum;
    }
    return ok ? note_cut(world, realm, blade) : TAUT_ERROR_OUT_OF_MEMORY;
}

taut_result taut_world_cut(taut_world* world, const taut_blade* blade, taut_cut* cut)
{
    return taut_world_realm_cut(world, TAUT_REALM_ALL, blade, cut);
}
