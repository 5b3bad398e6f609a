// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Ropes and other trees that press on colliders, on a device: the host in its place.

#include "cuda_contacts.h"

static void add_rope(play* p, int links, float end_mass, taut_body_def def)
{
    taut_builder* builder = new_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.start = (taut_vec3){-0.9f, 0.3f, 0.0f};
    rope.end = (taut_vec3){0.9f, 0.4f, 0.05f};
    rope.link_count = links;
    taut_part part;
    CHECK(taut_make_rope(builder, &rope, &part) == TAUT_OK);
    CHECK(taut_builder_set_mass(builder, part.first_particle, end_mass) == TAUT_OK);
    add_to(p, builder, def);
}

// Over a post with heavy ends, over a mesh, and held at one end.
static void begin_ropes(play* p)
{
    taut_collider_def post = capsule_def(0.1f, 0.5f);
    post.rotation = taut_quat_between((taut_vec3){0.0f, 1.0f, 0.0f}, (taut_vec3){0.0f, 0.0f, 1.0f});
    (void)add_collider(p->world, post);
    add_rope(p, 40, 5.0f, taut_body_def_default());
    add_shape(p, TAUT_SHAPE_MESH, (taut_vec3){5.0f, 0.0f, 0.0f});
    add_rope(p, 25, 0.1f, moving_def(1.0f));
    post.position.x = 10.0f;
    post.surface.friction = 0.9f;
    (void)add_collider(p->world, post);
    taut_body_def def = taut_body_def_default();
    def.precision = TAUT_PRECISION_FINE;
    add_rope(p, 30, 2.0f, def);
    CHECK(taut_body_pin(p->world, p->ids[2], 30) == TAUT_OK);
}

// Several of them in one body, with branches.
static void begin_chains(play* p)
{
    add_shape(p, TAUT_SHAPE_BOX, (taut_vec3){0.0f, -0.2f, 0.0f});
    add_shape(p, TAUT_SHAPE_MESH, (taut_vec3){0.1f, -0.1f, 0.1f});
    add_shape(p, TAUT_SHAPE_HEIGHT_FIELD, (taut_vec3){0.0f, -0.15f, 0.0f});
    taut_builder* builder = new_builder();
    for (int chain = 0; chain < 9; ++chain) {
        int last = -1;
        for (int i = 0; i < 8; ++i) {
            int next = add_particle(builder, 0.08f * (float)i - 0.3f, 0.25f,
                                    0.1f * (float)chain - 0.4f, i == 7 ? 1.0f : 0.02f);
            if (last >= 0) {
                (void)add_link(builder, last, next, 0.0f);
            }
            if (i == 4) {
                int twig = add_particle(builder, 0.0f, 0.35f, 0.1f * (float)chain - 0.37f, 0.1f);
                (void)add_link(builder, next, twig, chain % 2 == 0 ? 0.0f : 1e-6f);
            }
            last = next;
        }
    }
    taut_body_def def = moving_def(2.0f);
    def.collision.thickness = 0.03f;
    add_to(p, builder, def);
}

// More contacts than there is room for: of eight floors each, with friction between nothing and a
// lot, in one another.
static void begin_piled(play* p)
{
    for (int i = 0; i < 8; ++i) {
        taut_collider_def floor = plane_def();
        floor.surface.friction = 0.15f * (float)i;
        (void)add_collider(p->world, floor);
    }
    add_rope(p, 12, 0.3f, moving_def(1.0f));
    CHECK(taut_body_pin(p->world, p->ids[0], 0) == TAUT_OK);
}

static void move_ropes(play* p, int frame)
{
    look_on(p, frame);
    taut_collider_id id = taut_world_collider(p->world, 0);
    taut_collider_def def;
    CHECK(taut_collider_get(p->world, id, &def) == TAUT_OK);
    def.position.y += frame < 15 ? 0.02f : -0.02f;
    CHECK(taut_collider_move(p->world, id, def.position, def.rotation) == TAUT_OK);
}

TEST(trees_that_press_on_colliders)
{
    static const story stories[] = {
        {"ropes", begin_ropes, look_on, TAUT_SOLVER_XPBD, false, 0, 0, 90},
        {"ropes, lifted", begin_ropes, move_ropes, TAUT_SOLVER_XPBD, false, 0, 8, 40},
        {"ropes, swept more", begin_ropes, look_on, TAUT_SOLVER_XPBD, false, 2, 0, 40},
        {"chains", begin_chains, look_on, TAUT_SOLVER_XPBD, false, 0, 0, 60},
        {"eight floors", begin_piled, look_on, TAUT_SOLVER_XPBD, false, 0, 0, 60},
        {"chains, moved", begin_chains, move_ropes, TAUT_SOLVER_XPBD, false, 0, 2, 40},
        {"limbs", begin_limbs, look_on, TAUT_SOLVER_XPBD, false, 0, 0, 60},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}
