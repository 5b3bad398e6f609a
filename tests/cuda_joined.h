// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Stories of bodies that attachments join: strings and knots, to everything that may hold.

#pragma once

#include "cuda_story.h"

// What is looked at in every frame: how attachments are doing, and what has given way.
static inline void see_ties(play* p)
{
    for (int i = 0; i < p->tie_count; ++i) {
        taut_attachment_state state = {0};
        bool valid = taut_attachment_valid(p->world, p->ties[i]);
        see(p, valid ? 1.0f : 0.0f);
        if (valid) {
            CHECK(taut_attachment_get_state(p->world, p->ties[i], &state) == TAUT_OK);
        }
        see(p, state.force.x);
        see(p, state.force.y);
        see(p, state.held.z);
        see(p, state.holder.x);
    }
    taut_event_view events = taut_world_events(p->world);
    for (int i = 0; i < events.count; ++i) {
        see(p, (float)events.data[i].kind);
        see(p, events.data[i].force);
        see(p, events.data[i].place.y);
    }
}

// Bodies stand where they are made.
static inline void add_here(play* p, taut_builder* builder, taut_precision precision)
{
    taut_body_def def = taut_body_def_default();
    def.precision = precision;
    def.realm = p->realm;
    p->ids[p->count++] = add_body_def(p->world, builder, def);
}

static inline void add_sheet_at(play* p, int size, float height, taut_precision precision)
{
    taut_body_def def = taut_body_def_default();
    def.precision = precision;
    def.realm = p->realm;
    def.offset.y = height;
    p->ids[p->count++] = add_body_def(p->world, flat_cloth_builder(size, false), def);
}

static inline void add_rope_between(play* p, taut_vec3 from, taut_vec3 to, int links)
{
    taut_rope_def rope = taut_rope_def_default();
    rope.start = from;
    rope.end = to;
    rope.link_count = links;
    taut_builder* builder = new_builder();
    CHECK(taut_make_rope(builder, &rope, NULL) == TAUT_OK);
    add_here(p, builder, TAUT_PRECISION_AUTO);
}

static inline void add_weight(play* p, taut_vec3 at, float mass)
{
    taut_builder* builder = new_builder();
    (void)add_particle(builder, at.x, at.y, at.z, mass);
    add_here(p, builder, TAUT_PRECISION_AUTO);
}

static inline taut_attachment_def held(const play* p, int body, int particle)
{
    taut_attachment_def def = taut_attachment_def_default();
    def.body = p->ids[body];
    def.particle = particle;
    def.draw_speed = 50.0f;
    def.draw_acceleration = 500.0f;
    return def;
}

static inline taut_attachment_def held_by(const play* p, int body, int particle, int other,
                                          int other_particle)
{
    taut_attachment_def def = held(p, body, particle);
    def.target = TAUT_ATTACH_PARTICLE;
    def.other = p->ids[other];
    def.other_particle = other_particle;
    return def;
}

static inline void attach(play* p, const taut_attachment_def* def)
{
    CHECK(p->tie_count < MOST_TIES);
    CHECK_MSG(taut_attach(p->world, def, &p->ties[p->tie_count++]) == TAUT_OK, "%s",
              taut_world_last_error(p->world));
}

static inline void attach_at(play* p, int body, int particle, taut_vec3 at)
{
    taut_attachment_def def = held(p, body, particle);
    def.place = at;
    attach(p, &def);
}

static inline void add_ball(play* p, taut_vec3 at, float radius)
{
    taut_collider_def ball = taut_collider_def_default();
    ball.position = at;
    ball.radius = radius;
    ball.surface.friction = 0.4f;
    CHECK(taut_collider_create(p->world, &ball, &p->ball) == TAUT_OK);
}

static inline void add_ground(play* p, float height, float friction)
{
    taut_collider_def ground = taut_collider_def_default();
    taut_collider_id id;
    ground.shape = TAUT_SHAPE_PLANE;
    ground.position.y = height;
    ground.surface.friction = friction;
    ground.surface.restitution = friction > 0.0f ? 0.3f : 0.0f;
    CHECK(taut_collider_create(p->world, &ground, &id) == TAUT_OK);
}

// Particles of which touch one another, and those of others.
static inline void add_touching(play* p, taut_builder* builder, float height, float thickness)
{
    taut_body_def def = taut_body_def_default();
    def.precision = TAUT_PRECISION_FAST;
    def.collision.self = def.collision.others = true;
    def.collision.thickness = thickness;
    def.offset.y = height;
    def.velocity.y = -0.5f;
    p->ids[p->count++] = add_body_def(p->world, builder, def);
}

// Strings -----------------------------------------------------------------------------------------

// A sheet, a rope, a weight and a ball that moves: each hangs on something, none in one place.
static inline void begin_strings_of_all_kinds(play* p)
{
    add_ball(p, (taut_vec3){0.2f, 2.0f, 0.2f}, 0.1f);
    add_sheet_at(p, 9, 1.0f, TAUT_PRECISION_FINE);
    add_rope_between(p, (taut_vec3){0.2f, 0.7f, 0.2f}, (taut_vec3){1.0f, 0.6f, 0.2f}, 12);
    add_weight(p, (taut_vec3){0.6f, 0.2f, 0.3f}, 0.5f);
    taut_attachment_def def = held(p, 1, 0);
    def.target = TAUT_ATTACH_SURFACE;
    def.other = p->ids[0];
    def.triangle = 37;
    def.length = 0.2f;
    def.compliance = 1e-4f;
    attach(p, &def);
    def = held(p, 2, 0);
    def.target = TAUT_ATTACH_LINK;
    def.other = p->ids[1];
    def.other_particle = 6;
    def.link_particle = 7;
    def.length = 0.3f;
    attach(p, &def);
    def = held(p, 0, 40);
    def.target = TAUT_ATTACH_COLLIDER;
    def.collider = p->ball;
    def.place = (taut_vec3){0.05f, -0.05f, 0.02f};
    def.length = 0.9f;
    attach(p, &def);
    def = held(p, 0, 72);
    def.place = (taut_vec3){0.0f, 1.3f, 0.4f};
    def.length = 0.25f;
    attach(p, &def);
    def = held_by(p, 1, 12, 0, 80);
    def.length = 0.5f;
    attach(p, &def);
    def = held_by(p, 0, 30, 0, 50);  // of one body
    def.length = 0.02f;
    attach(p, &def);
    def.other_particle = 31;  // and two more that hang on the same
    attach(p, &def);
    def = held_by(p, 2, 0, 0, 50);
    def.length = 0.4f;
    attach(p, &def);
}

// The ball goes and turns, a place moves, strings are drawn in and let out.
static inline void pull_strings(play* p, int frame)
{
    see_ties(p);
    float t = (float)frame;
    if (frame == 5) {  // one of them ends, and another takes its place
        CHECK(taut_detach(p->world, p->ties[1]) == TAUT_OK);
        taut_attachment_def def = held_by(p, 2, 0, 0, 44);
        def.length = 0.1f;
        def.strength = 40.0f;
        attach(p, &def);
    }
    if (frame < 7) {
        CHECK(taut_attachment_set_length(p->world, p->ties[4], 0.5f - 0.05f * t) == TAUT_OK);
        taut_vec3 to = {0.02f * t, 1.3f + 0.03f * t, 0.4f};
        CHECK(taut_attachment_set_place(p->world, p->ties[3], to) == TAUT_OK);
    }
    if (frame == 3) {
        CHECK(taut_attachment_set_draw(p->world, p->ties[2], 2.0f, 30.0f) == TAUT_OK);
        CHECK(taut_attachment_set_length(p->world, p->ties[2], 0.3f) == TAUT_OK);
    }
}

static inline void swing_ball(play* p, int frame)
{
    pull_strings(p, frame);
    taut_vec3 to = {0.2f + 0.03f * (float)frame, 2.0f, 0.2f};
    static const taut_quat turns[2] = {{0.0f, 0.6f, 0.0f, 0.8f}, {0.6f, 0.0f, 0.0f, 0.8f}};
    CHECK_MSG(taut_collider_move(p->world, p->ball, to, turns[frame % 2]) == TAUT_OK, "%s",
              taut_world_last_error(p->world));
}

// Knots -------------------------------------------------------------------------------------------

// Ropes between a sheet, a place, a weight and a particle that is pinned; one of them closes a
// ring.
static inline void begin_knots(play* p)
{
    taut_vec3 corner = {0.0f, 1.0f, 0.4f}, far = {0.4f, 1.0f, 0.4f}, low = {0.2f, 0.5f, 0.6f};
    add_sheet_at(p, 9, 1.0f, TAUT_PRECISION_AUTO);
    corner = position_of(p->world, p->ids[0], 72);
    far = position_of(p->world, p->ids[0], 80);
    add_rope_between(p, corner, low, 8);
    add_rope_between(p, low, far, 9);
    add_weight(p, low, 2.0f);
    add_rope_between(p, low, (taut_vec3){1.0f, 0.5f, 0.6f}, 7);
    add_weight(p, (taut_vec3){1.0f, 0.5f, 0.6f}, 1.0f);
    CHECK(taut_body_pin(p->world, p->ids[5], 0) == TAUT_OK);
    const taut_attachment_def ties[] = {held_by(p, 1, 0, 0, 72), held_by(p, 2, 9, 0, 80),
                                        held_by(p, 2, 0, 1, 8),  held_by(p, 3, 0, 1, 8),
                                        held_by(p, 4, 0, 3, 0),  held_by(p, 3, 0, 2, 0),
                                        held_by(p, 4, 7, 5, 0)};
    for (size_t i = 0; i < sizeof ties / sizeof ties[0]; ++i) {
        attach(p, &ties[i]);
    }
    attach_at(p, 1, 4, position_of(p->world, p->ids[1], 4));
    taut_attachment_def def = held_by(p, 3, 0, 0, 40);  // and a string among them
    def.length = 0.5f;
    attach(p, &def);
}

static inline void move_knots(play* p, int frame)
{
    see_ties(p);
    float t = (float)frame;
    taut_vec3 to = {0.01f * t, 0.75f + 0.01f * t, 0.5f};
    CHECK(taut_attachment_set_place(p->world, p->ties[7], to) == TAUT_OK);
    if (frame == 4) {
        CHECK(taut_detach(p->world, p->ties[3]) == TAUT_OK);
    }
    if (frame == 5) {
        attach_at(p, 4, 3, position_of(p->world, p->ids[4], 3));
        CHECK(taut_body_set_mass(p->world, p->ids[3], 0, 0.5f) == TAUT_OK);
    }
}

// On a ground with friction, and things on it.
static inline void begin_knots_on_ground(play* p)
{
    add_ground(p, 0.48f, 0.5f);
    add_ball(p, (taut_vec3){0.2f, 0.95f, 0.2f}, 0.06f);
    begin_knots(p);
}

// Sheets of several parts, one of them FINE, sewn together along a side, and crossed by strings.
static inline void begin_seam(play* p)
{
    add_sheet_at(p, 68, 1.0f, TAUT_PRECISION_FINE);
    add_sheet_at(p, 66, 1.0f, TAUT_PRECISION_FAST);
    for (int i = 0; i < 40; ++i) {
        taut_attachment_def def = held_by(p, 1, 65 * 66 + i, 0, 67 * 68 + i);
        def.length = i % 4 == 3 ? 0.15f : 0.0f;
        def.draw_speed = def.draw_acceleration = INFINITY;
        attach(p, &def);
    }
}

// The same on a ball and a ground, their particles touching one another: large bodies alone.
static inline void begin_seam_on_ground(play* p)
{
    add_ground(p, 0.98f, 0.0f);
    add_ball(p, (taut_vec3){1.6f, 0.95f, 1.6f}, 0.2f);
    for (int i = 0; i < 2; ++i) {
        add_touching(p, flat_cloth_builder(66, false), 1.0f + 0.03f * (float)i, 0.02f);
    }
    for (int i = 0; i < 20; ++i) {
        taut_attachment_def def = held_by(p, 1, 65 * 66 + i, 0, 65 * 66 + i);
        def.draw_speed = def.draw_acceleration = INFINITY;
        attach(p, &def);
    }
}

// A cape of several parts, swept by levels, on strings to a ball, a place, and across itself:
// nothing but its own stages keeps its blocks in step. Alone in the air, or on a ground and
// touching itself.
static inline void hang_cape(play* p, int size)
{
    int count = size * size;
    taut_attachment_def def = held(p, 0, count / 2);
    def.target = TAUT_ATTACH_COLLIDER;
    def.collider = p->ball;
    def.place = (taut_vec3){0.05f, -0.05f, 0.02f};
    def.length = 0.3f;
    attach(p, &def);
    def = held(p, 0, count / 3);
    def.place = (taut_vec3){1.0f, 1.6f, 1.0f};
    def.length = 0.3f;
    attach(p, &def);
    for (int i = 0; i < 6; ++i) {
        def = held_by(p, 0, 100 + 3 * i, 0, 2000 + 7 * i);
        def.length = 0.5f;
        attach(p, &def);
        def.other_particle = 3000 + 7 * i;  // two that share a particle
        def.length = 0.4f;
        attach(p, &def);
    }
}

static inline void begin_cape(play* p)
{
    add_ball(p, (taut_vec3){1.6f, 0.95f, 1.6f}, 0.2f);
    add_here(p, flat_cloth_builder(66, true), TAUT_PRECISION_FAST);
    hang_cape(p, 66);
}

static inline void begin_touching_cape(play* p)
{
    add_ground(p, 0.98f, 0.0f);
    add_ball(p, (taut_vec3){1.6f, 0.95f, 1.6f}, 0.2f);
    add_touching(p, flat_cloth_builder(66, true), 1.0f, 0.02f);
    hang_cape(p, 66);
}

// Two of them, and a weight below.
static inline void begin_two_capes(play* p)
{
    begin_touching_cape(p);
    add_touching(p, flat_cloth_builder(66, true), 1.03f, 0.02f);
    for (int i = 0; i < 8; ++i) {
        taut_attachment_def def = held_by(p, 1, 500 + i, 0, 600 + i);
        def.length = 0.05f;
        attach(p, &def);
    }
    add_weight(p, (taut_vec3){1.0f, 0.9f, 1.0f}, 0.3f);
    taut_attachment_def def = held_by(p, 2, 0, 1, 1500);
    def.length = 0.2f;
    attach(p, &def);
}

// Drawn in until they are knots, one after another.
static inline void begin_drawn_capes(play* p)
{
    begin_touching_cape(p);
    add_touching(p, flat_cloth_builder(40, true), 1.05f, 0.02f);
    for (int i = 0; i < 8; ++i) {
        taut_attachment_def def = held_by(p, 1, 500 + i, 0, 600 + i);
        def.draw_speed = 1.0f + 0.5f * (float)i;
        attach(p, &def);
    }
}

// Ropes that touch and are solved directly, tied until somebody lets go of all; they are caught
// again later.
static inline void begin_tied_ropes(play* p)
{
    add_ball(p, (taut_vec3){0.3f, 0.6f, 0.0f}, 0.1f);
    for (int i = 0; i < 3; ++i) {
        taut_rope_def rope = taut_rope_def_default();
        rope.start = (taut_vec3){0.0f, 1.0f, 0.02f * (float)i};
        rope.end = (taut_vec3){0.8f, 1.0f, 0.02f * (float)i};
        rope.link_count = 16;
        taut_builder* builder = new_builder();
        CHECK(taut_make_rope(builder, &rope, NULL) == TAUT_OK);
        add_touching(p, builder, 0.0f, 0.015f);
        attach_at(p, i, 0, position_of(p->world, p->ids[i], 0));
    }
}

static inline void let_go_and_catch(play* p, int frame)
{
    see_ties(p);
    for (int i = 0; i < 3; ++i) {
        if (frame == 4) {
            CHECK(taut_detach(p->world, p->ties[i]) == TAUT_OK);
        }
        if (frame == 8) {
            attach_at(p, i, 3, position_of(p->world, p->ids[i], 3));
        }
    }
}

static inline void watch_seam(play* p, int frame)
{
    (void)frame;
    see_ties(p);
}

// A dancer with limits, a balloon with gas, a block whose angles are damped, hung on one another.
static inline void begin_all_kinds_tied(play* p)
{
    taut_builder* builder = human_builder(taut_ragdoll_def_default().joint_friction);
    add_here(p, builder, TAUT_PRECISION_AUTO);
    builder = new_builder();
    taut_balloon_def balloon = taut_balloon_def_default();
    balloon.frequency = 3;
    CHECK(taut_make_balloon(builder, &balloon, NULL) == TAUT_OK);
    add_here(p, builder, TAUT_PRECISION_AUTO);
    add_rope_between(p, position_of(p->world, p->ids[0], 7), position_of(p->world, p->ids[1], 3),
                     9);
    taut_attachment_def tie = held_by(p, 2, 0, 0, 7);
    attach(p, &tie);
    tie = held_by(p, 2, 9, 1, 3);
    attach(p, &tie);
    attach_at(p, 0, 2, position_of(p->world, p->ids[0], 2));
}

static inline void jerk_tied(play* p, int frame)
{
    see_ties(p);
    float m = taut_body_mass(p->world, p->ids[0], 9 + frame);
    taut_vec3 push_by = {9.0f * m, -15.0f * m, m};
    CHECK(taut_body_add_impulse(p->world, p->ids[0], 9 + frame, push_by) == TAUT_OK);
}

// Realms: two that are joined, one whose particles touch, one whose particles do both.
static inline void begin_joined_realms(play* p)
{
    for (uint32_t realm = 1; realm <= 4; ++realm) {
        taut_body_def def = taut_body_def_default();
        def.realm = p->realm = realm;
        def.collision.self = def.collision.others = realm >= 3;
        def.collision.thickness = 0.03f;
        def.offset.y = 1.0f;
        int first = p->count;
        p->ids[p->count++] = add_body_def(p->world, flat_cloth_builder(7, false), def);
        def.offset = (taut_vec3){0.02f, 1.03f, 0.01f};
        def.velocity.y = -1.0f;
        p->ids[p->count++] = add_body_def(p->world, flat_cloth_builder(7, true), def);
        if (realm != 3) {
            taut_attachment_def tie = held_by(p, first, 24, first + 1, 24);
            tie.length = realm == 1 ? 0.1f : 0.0f;
            tie.draw_speed = tie.draw_acceleration = INFINITY;
            attach(p, &tie);
        }
    }
    p->realm = 0;
}
