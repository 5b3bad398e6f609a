// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Blades: where they meet what they cut.

#include "support.h"
#include "test.h"

static taut_body_id stick_at(taut_world* world, taut_vec3 a, taut_vec3 b)
{
    taut_builder* builder = new_builder();
    (void)taut_builder_add_particle(builder, a, 1.0f, NULL);
    (void)taut_builder_add_particle(builder, b, 1.0f, NULL);
    taut_constraint_def link = taut_link(0, 1);
    (void)taut_builder_add_constraint(builder, &link, NULL);
    return add_body(world, builder);
}

// Through the diagonal at which the two triangles of the blade meet, wherever that is.
TEST(link_through_the_middle_of_a_blade_is_cut)
{
    taut_world_def def = taut_world_def_default();
    for (int i = 0; i < 200; ++i) {
        taut_world* world = new_world_from(&def);
        float s = 0.0137f * (float)i, t = 1.0f - 0.031f * (float)i;
        taut_vec3 at = {s, t, 0.3f * s};
        taut_vec3 along = {0.1f, 0.07f * t, 0.02f}, up = {0.0f, 0.03f, 0.2f};
        taut_vec3 across = {-0.2f, 0.1f + s, 0.0f};
        taut_body_id stick =
            stick_at(world, (taut_vec3){at.x - along.x, at.y - along.y, at.z - along.z},
                     (taut_vec3){at.x + along.x, at.y + along.y, at.z + along.z});
        taut_vec3 corner[4];
        for (int k = 0; k < 4; ++k) {
            float a = k < 2 ? -1.0f : 1.0f, b = k % 2 == 0 ? -1.0f : 1.0f;
            corner[k] = (taut_vec3){at.x + a * across.x + b * up.x, at.y + a * across.y + b * up.y,
                                    at.z + a * across.z + b * up.z};
        }
        taut_blade blade = {corner[0], corner[1], corner[2], corner[3]};
        taut_cut cut = {0};
        REQUIRE(taut_world_cut(world, &blade, &cut) == TAUT_OK);
        CHECK_MSG(cut.links == 1 && taut_body_broken(world, stick, 0), "number %d", i);
        taut_world_destroy(world);
    }
}

TEST(blade_across_the_plane_cuts_in_a_planar_world)
{
    taut_world_def def = taut_world_def_default();
    def.planar = true;
    taut_world* world = new_world_from(&def);
    taut_body_id stick =
        stick_at(world, (taut_vec3){0.0f, 0.0f, 0.0f}, (taut_vec3){1.0f, 0.0f, 0.0f});
    taut_body_id beside =
        stick_at(world, (taut_vec3){0.0f, -2.0f, 0.0f}, (taut_vec3){1.0f, -2.0f, 0.0f});
    taut_blade blade = {
        {0.4f, 1.0f, -0.5f}, {0.4f, 1.0f, 0.5f}, {0.6f, -1.0f, -0.5f}, {0.6f, -1.0f, 0.5f}};
    taut_cut cut = {0};
    REQUIRE(taut_world_cut(world, &blade, &cut) == TAUT_OK);
    CHECK_EQ_INT(cut.links, 1);
    CHECK(taut_body_broken(world, stick, 0) && !taut_body_broken(world, beside, 0));
    blade.to1.z = NAN;
    CHECK(taut_world_cut(world, &blade, &cut) == TAUT_ERROR_INVALID);
    CHECK(taut_world_last_error(world)[0] != 0);
    taut_world_destroy(world);
}
