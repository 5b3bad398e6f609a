// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that were drawn: a rope along a stroke, a patch of cloth, a bridge.

#include <math.h>
#include <stdlib.h>

#include "parts.h"
#include "play_acts.h"

#define LINK 0.05  // m, about: of ropes and cloths
#define MOST_LINKS 240
#define MOST_CELLS 48  // along a side of a cloth
#define LEAST 0.05     // m: what is smaller was a click
#define MOST 100.0     // m
#define THICKNESS 0.01f

static double length_of(taut_vec3 v)
{
    return sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
}

static taut_vec3 between(taut_vec3 from, taut_vec3 to)
{
    return vec3(to.x - from.x, to.y - from.y, to.z - from.z);
}

static taut_vec3 unit(taut_vec3 v, double length)
{
    return vec3((float)((double)v.x / length), (float)((double)v.y / length),
                (float)((double)v.z / length));
}

static int clamp_count(double count, int least, int most)
{
    return count < least ? least : count > most ? most : (int)count;
}

static bool sized(taut_play* play, const char* what, double length)
{
    if (length >= LEAST && length <= MOST) {
        return true;
    }
    return taut_play_fail(play, "a %s of %.3g m is out of range: %g to %g m", what, length, LEAST,
                          MOST);
}

// A body that meets what it falls on.
static bool put(taut_play* play, int world, taut_builder* builder, bool ok, taut_vec3 offset,
                taut_scene_look look)
{
    taut_scene_run* run = play->run;
    taut_body_def def = taut_body_def_default();
    def.drag = 0.3f;
    def.offset = offset;
    def.collision.thickness = THICKNESS;
    run->error[0] = '\0';
    if (run->look_count == TAUT_SCENE_MAX_LOOKS) {
        taut_builder_destroy(builder);
        return taut_play_fail(play, "a scene has room for %d bodies", TAUT_SCENE_MAX_LOOKS);
    }
    if (!taut_scene_put(run, world, builder, ok, def, look)) {
        return taut_play_fail(play, "%s", run->error);
    }
    taut_body_id body = run->looks[run->look_count - 1].body;
    play->made = taut_world_body_count(run->worlds[world].world) - 1;
    return taut_play_settle_in(play, world, body);
}

static bool can_make(taut_play* play, int world)
{
    if (!taut_play_has_world(play, world)) {
        return false;
    }
    taut_solver_kind kind = play->run->worlds[world].solver.kind;
    return kind == TAUT_SOLVER_XPBD || kind == TAUT_SOLVER_VERLET ||
           taut_play_fail(play, "nothing can be drawn in a world that is solved this way");
}

// Ropes -------------------------------------------------------------------------------------------

typedef struct stroke {
    taut_vec3 points[TAUT_PLAY_POINTS];
    double at[TAUT_PLAY_POINTS];  // m along it
    int count;
} stroke;

static stroke stroke_of(const taut_play_act* act, bool planar)
{
    stroke s = {.count = act->point_count};
    for (int i = 0; i < s.count; ++i) {
        s.points[i] = taut_play_place(act->points[i]);
        s.points[i].z = planar ? 0.0f : s.points[i].z;
        s.at[i] = i > 0 ? s.at[i - 1] + length_of(between(s.points[i - 1], s.points[i])) : 0.0;
    }
    return s;
}

static taut_vec3 along(const stroke* s, double distance)
{
    int i = 1;
    while (i + 1 < s->count && s->at[i] < distance) {
        ++i;
    }
    double step = s->at[i] - s->at[i - 1];
    float t = step > 0.0 ? (float)((distance - s->at[i - 1]) / step) : 0.0f;
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    taut_vec3 a = s->points[i - 1], d = between(a, s->points[i]);
    return vec3(a.x + t * d.x, a.y + t * d.y, a.z + t * d.z);
}

static bool add_link(taut_builder* builder, int a, int b, const taut_rope_material* m, double rest)
{
    taut_constraint_def link = taut_link(a, b);
    link.rest_from_shape = false;
    link.rest = (float)rest;
    link.compliance = (float)(rest / (double)m->stretch_stiffness);
    link.damping_rate = m->damping_rate;
    return taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK;
}

static bool add_corner(taut_builder* builder, int a, const taut_rope_material* m, double rest)
{
    taut_constraint_def corner = taut_constraint_def_default(TAUT_CONSTRAINT_ANGLE);
    corner.particles[0] = a;
    corner.particles[1] = a + 1;
    corner.particles[2] = a + 2;
    corner.rest_from_shape = false;
    corner.compliance = (float)(rest / (double)m->bend_stiffness);
    return taut_builder_add_constraint(builder, &corner, NULL) == TAUT_OK;
}

static bool build_rope(taut_builder* builder, const stroke* s, const taut_rope_material* m,
                       int pins)
{
    double length = s->at[s->count - 1];
    int links = clamp_count(length / LINK + 0.5, 2, MOST_LINKS);
    double rest = length / links;
    float mass = (float)(rest * (double)m->mass_per_metre);
    bool ok = true;
    for (int i = 0; i <= links && ok; ++i) {
        float share = i == 0 || i == links ? 0.5f * mass : mass;
        ok = taut_builder_add_particle(builder, along(s, rest * i), share, NULL) == TAUT_OK;
    }
    for (int i = 0; i < links && ok; ++i) {
        ok = add_link(builder, i, i + 1, m, rest);
    }
    for (int i = 0; i + 1 < links && ok && m->bend_stiffness > 0.0f; ++i) {
        ok = add_corner(builder, i, m, rest);
    }
    ok = ok && ((pins & TAUT_PLAY_PIN_FIRST) == 0 || taut_builder_pin(builder, 0) == TAUT_OK);
    return ok && ((pins & TAUT_PLAY_PIN_LAST) == 0 || taut_builder_pin(builder, links) == TAUT_OK);
}

bool taut_play_make_rope(taut_play* play, const taut_play_act* act)
{
    int world = act->ints[0];
    taut_rope_material material;
    if (!can_make(play, world)) {
        return false;
    }
    if (!taut_play_rope_material(act->ints[1], &material)) {
        return taut_play_fail(play, "material %d is none of a rope", act->ints[1]);
    }
    stroke s = stroke_of(act, play->run->worlds[world].planar);
    if (!sized(play, "rope", s.at[s.count - 1])) {
        return false;
    }
    taut_builder* builder = taut_scene_builder(play->run);
    bool ok = builder && build_rope(builder, &s, &material, act->ints[2]);
    taut_scene_look look = {.front = 0xc98b3c, .back = 0xc98b3c, .radius = 0.015f};
    return put(play, world, builder, ok, vec3(0.0f, 0.0f, 0.0f), look);
}

// Cloths ------------------------------------------------------------------------------------------

// From a corner and its two neighbours; the second side is made square to the first.
static bool lay_out_cloth(taut_play* play, const taut_play_act* act, taut_cloth_def* cloth)
{
    taut_vec3 corner = taut_play_place(act->points[0]);
    taut_vec3 u = between(corner, taut_play_place(act->points[1]));
    taut_vec3 v = between(corner, taut_play_place(act->points[2]));
    double wide = length_of(u);
    if (!sized(play, "side", wide)) {
        return false;
    }
    double lean =
        ((double)u.x * (double)v.x + (double)u.y * (double)v.y + (double)u.z * (double)v.z) /
        (wide * wide);
    taut_vec3 up = vec3(v.x - (float)lean * u.x, v.y - (float)lean * u.y, v.z - (float)lean * u.z);
    double high = length_of(up);
    if (!sized(play, "side", high)) {
        return false;
    }
    cloth->origin = corner;
    cloth->u = unit(u, wide);
    cloth->v = unit(up, high);
    int columns = clamp_count(wide / LINK + 0.5, 2, MOST_CELLS);
    int rows = clamp_count(high / LINK + 0.5, 2, MOST_CELLS);
    cloth->columns = columns + 1;
    cloth->rows = rows + 1;
    cloth->spacing_u = (float)(wide / columns);
    cloth->spacing_v = (float)(high / rows);
    return true;
}

bool taut_play_make_cloth(taut_play* play, const taut_play_act* act)
{
    int world = act->ints[0];
    taut_cloth_def cloth = taut_cloth_def_default();
    if (!can_make(play, world)) {
        return false;
    }
    if (!taut_play_cloth_material(act->ints[1], &cloth.material)) {
        return taut_play_fail(play, "material %d is none of a cloth", act->ints[1]);
    }
    if (!lay_out_cloth(play, act, &cloth)) {
        return false;
    }
    cloth.diagonals = TAUT_DIAGONALS_ALTERNATING;
    bool planar = play->run->worlds[world].planar;
    cloth.bend = planar ? TAUT_BEND_NONE : TAUT_BEND_DIHEDRAL;
    cloth.origin.z = planar ? 0.0f : cloth.origin.z;
    taut_builder* builder = taut_scene_builder(play->run);
    bool ok = builder && taut_make_cloth(builder, &cloth, NULL) == TAUT_OK;
    int pins = act->ints[2];
    ok = ok && ((pins & TAUT_PLAY_PIN_FIRST) == 0 || taut_builder_pin(builder, 0) == TAUT_OK);
    ok = ok && ((pins & TAUT_PLAY_PIN_LAST) == 0 ||
                taut_builder_pin(builder, cloth.columns - 1) == TAUT_OK);
    taut_scene_look look = {.front = 0x4f8f6f, .back = 0x3c6e57, .checker = 2};
    return put(play, world, builder, ok, vec3(0.0f, 0.0f, 0.0f), look);
}

// Bridges -----------------------------------------------------------------------------------------

// In the plane: a flat Pratt truss. Its parts go with its size, so that it carries itself and some.
static bool build_truss(taut_builder* builder, double length)
{
    taut_pratt_def pratt = taut_pratt_def_default();
    pratt.panels = 2 * clamp_count(length / 2.0 + 0.5, 2, 12);
    pratt.panel_length = (float)(length / pratt.panels);
    pratt.height = 1.1f * pratt.panel_length;
    pratt.chord_area = 5e-4f * pratt.panel_length;
    pratt.web_area = 0.5f * pratt.chord_area;
    pratt.deck_mass = 50.0f * pratt.panel_length;
    taut_truss_def truss = taut_truss_def_default();
    taut_pratt_count(&pratt, &truss.node_count, &truss.member_count);
    taut_truss_node* nodes = calloc((size_t)truss.node_count, sizeof *nodes);
    taut_truss_member* members = calloc((size_t)truss.member_count, sizeof *members);
    truss.nodes = nodes;
    truss.members = members;
    bool ok = nodes && members && taut_pratt_lay_out(&pratt, nodes, members) == TAUT_OK &&
              taut_make_truss(builder, &truss, NULL) == TAUT_OK;
    free(nodes);
    free(members);
    return ok;
}

// In space: ropes and planks.
static bool build_footbridge(taut_builder* builder, taut_vec3 from, taut_vec3 to, double length)
{
    taut_footbridge_def def = taut_footbridge_def_default();
    float part = length < 12.0 ? (float)(length / 12.0) : 1.0f;
    def.start = from;
    def.end = to;
    def.width *= part;
    def.plank_count = clamp_count(2.0 * length + 6.0, 6, 60);
    def.plank_mass *= part;
    def.deck_sag *= part;
    def.cable_height *= part;
    def.cable_sag *= part;
    return taut_make_footbridge(builder, &def, NULL) == TAUT_OK;
}

bool taut_play_make_bridge(taut_play* play, const taut_play_act* act)
{
    int world = act->ints[0];
    if (!can_make(play, world)) {
        return false;
    }
    bool planar = play->run->worlds[world].planar;
    taut_vec3 from = taut_play_place(act->points[0]), to = taut_play_place(act->points[1]);
    bool swap = planar && to.x < from.x;
    taut_vec3 left = swap ? to : from, right = swap ? from : to;
    right.y = left.y;  // both ends on one level
    left.z = planar ? 0.0f : left.z;
    right.z = planar ? 0.0f : right.z;
    double length = length_of(between(left, right));
    if (!sized(play, "bridge", length)) {
        return false;
    }
    taut_builder* builder = taut_scene_builder(play->run);
    bool ok = builder && (planar ? build_truss(builder, length)
                                 : build_footbridge(builder, left, right, length));
    taut_scene_look look = {.front = 0x7d8790, .back = 0x7d8790, .radius = 0.012f};
    taut_vec3 offset = planar ? left : vec3(0.0f, 0.0f, 0.0f);
    return put(play, world, builder, ok, offset, look);
}
