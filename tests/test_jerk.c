// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Joints and angles under blows that few substeps cannot follow: hands that jump by metres within a
// step, colliders that come in as fast. Nothing gets far away, and what is let go comes back to its
// lengths.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support.h"
#include "taut/taut_rig.h"
#include "test.h"

#define DT (1.0f / 60.0f)

// As much as `make soak` asks for, or a part of it.
static int runs(int count)
{
    return getenv("TAUT_SOAK_FRAMES") != NULL ? 20 * count : count;
}

static taut_vec3 random_way(taut_test_random* r, float length)
{
    taut_vec3 a = {random_between(r, -1.0f, 1.0f), random_between(r, -1.0f, 1.0f),
                   random_between(r, -1.0f, 1.0f)};
    float scale = length / sqrtf(a.x * a.x + a.y * a.y + a.z * a.z + 1e-6f);
    return (taut_vec3){scale * a.x, scale * a.y, scale * a.z};
}

static taut_vec3 sum(taut_vec3 a, taut_vec3 b)
{
    return (taut_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static double farthest_from(taut_world* world, taut_body_id id, taut_vec3 from)
{
    double far = 0.0;
    taut_vec3_view x = taut_body_positions(world, id);
    for (int i = 0; i < x.count; ++i) {
        double d = distance_between(taut_vec3_at(x, i), from);
        far = d <= far ? far : d;  // not a number counts
    }
    return far;
}

// What a run came to.
typedef struct outcome {
    double far;      // as multiple of the way of the hand and the size of the body
    double stretch;  // at rest again
    bool finite;
} outcome;

static void note(outcome* all, outcome one, int run, double most_stretch)
{
    CHECK_MSG(one.finite && one.far < 3.0, "run %d: %g times as far as its hand", run, one.far);
    CHECK_MSG(one.stretch < most_stretch, "run %d: stretched by %g", run, one.stretch);
    all->far = fmax(all->far, one.far);
    all->stretch = fmax(all->stretch, one.stretch);
}

// Nothing pulls any more, and there is time and care.
static double stretch_at_rest(taut_world* world, taut_body_id id)
{
    CHECK_EQ_INT(taut_body_set_gravity_scale(world, id, 0.0f), TAUT_OK);
    CHECK_EQ_INT(taut_body_set_drag(world, id, 5.0f), TAUT_OK);
    (void)step_frames(world, 60, DT, 20);
    taut_measure m;
    CHECK_EQ_INT(taut_body_measure(world, id, &m), TAUT_OK);
    return (double)m.max_stretch;
}

// A hand takes hold of a particle, and jumps 1 to 3 times by 1 to 20 m, each within a step of 1 to
// 8 substeps.
static outcome jerk(taut_world* world, taut_body_id id, float size, taut_test_random* r)
{
    int particle = random_below(r, taut_body_positions(world, id).count);
    float way = random_between(r, 1.0f, 20.0f);
    int substeps = 1 + random_below(r, 8), jumps = 1 + random_below(r, 3);
    taut_vec3 from = position_of(world, id, particle);
    outcome all = {.finite = true};
    CHECK_EQ_INT(taut_body_grab(world, id, particle), TAUT_OK);
    for (int frame = 0; frame < 45; ++frame) {
        if (frame % 4 == 2 && frame < 4 * jumps) {
            taut_vec3 to = sum(from, random_way(r, way));
            CHECK_EQ_INT(taut_body_set_target(world, id, particle, to), TAUT_OK);
        }
        (void)step_frames(world, 1, DT, substeps);
        all.finite = all.finite && body_finite(world, id);
        all.far = fmax(all.far, farthest_from(world, id, from) / (double)(way + size));
    }
    CHECK_EQ_INT(taut_body_release(world, id, particle, TAUT_RELEASE_DROP), TAUT_OK);
    all.stretch = stretch_at_rest(world, id);
    return all;
}

static taut_blueprint* new_doll(taut_ragdoll* made, float friction)
{
    taut_bone_def bones[TAUT_HUMANOID_BONES];
    CHECK(taut_humanoid_bones(1.8f, 80.0f, bones) == TAUT_OK);
    taut_ragdoll_def def = taut_ragdoll_def_default();
    def.bones = bones;
    def.bone_count = TAUT_HUMANOID_BONES;
    def.joint_friction = friction < 0.0f ? def.joint_friction : friction;
    taut_builder* builder = new_builder();
    CHECK(taut_make_ragdoll(builder, &def, made) == TAUT_OK);
    return bake_away(builder);
}

// A bone that was turned inside out may stay so: some length is then wrong by up to 4.5 %.
#define MIRRORED 0.05

// With the friction of joints that they have by default, and without.
TEST(jerked_ragdolls_keep_together)
{
    taut_ragdoll made;
    taut_blueprint* dolls[2] = {new_doll(&made, -1.0f), new_doll(&made, 0.0f)};
    outcome all = {.finite = true};
    for (int i = 0; i < runs(60); ++i) {
        taut_test_random r = {.state = 7919u * (uint64_t)i + 13u};
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_def def = taut_body_def_default();
        def.blueprint = dolls[i % 2];
        taut_body_id id;
        REQUIRE(taut_body_create(world, &def, &id) == TAUT_OK);
        note(&all, jerk(world, id, 2.0f, &r), i, MIRRORED);
        taut_world_destroy(world);
    }
    printf("at most %.2f times as far as the hand; stretched by %.4f in the end\n", all.far,
           all.stretch);
    taut_blueprint_release(dolls[0]);
    taut_blueprint_release(dolls[1]);
}

// The one that told: 80 kg by a foot, 8 m in a step of 4 substeps.
TEST(a_ragdoll_jerked_by_any_particle_stays_by_the_hand)
{
    taut_ragdoll made;
    taut_blueprint* doll = new_doll(&made, -1.0f);
    for (int particle = 0; particle < made.part.particle_count; ++particle) {
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_def def = taut_body_def_default();
        def.blueprint = doll;
        taut_body_id id;
        REQUIRE(taut_body_create(world, &def, &id) == TAUT_OK);
        taut_vec3 from = position_of(world, id, particle), way = {4.8f, 3.2f, 5.52f};
        REQUIRE(taut_body_grab(world, id, particle) == TAUT_OK);
        (void)step_frames(world, 2, DT, 4);
        REQUIRE(taut_body_set_target(world, id, particle, sum(from, way)) == TAUT_OK);
        double far = 0.0;
        for (int i = 0; i < 12; ++i) {
            (void)step_frames(world, 1, DT, 4);
            far = fmax(far, farthest_from(world, id, from));
        }
        CHECK_MSG(body_finite(world, id) && far < 20.0, "particle %d: %g m away", particle, far);
        taut_world_destroy(world);
    }
    taut_blueprint_release(doll);
}

// A strip of triangles with every kind of angle in it, each rigid or soft, with play or friction or
// neither. Links have compliance 0: their lengths are what it comes back to.
static taut_builder* random_strip(taut_test_random* r, bool limited)
{
    static const taut_constraint_kind kinds[3] = {TAUT_CONSTRAINT_ANGLE, TAUT_CONSTRAINT_DIHEDRAL,
                                                  TAUT_CONSTRAINT_CONE};
    enum { COUNT = 12 };
    taut_builder* b = new_builder();
    for (int i = 0; i < COUNT; ++i) {
        (void)add_particle(b, 0.15f * (float)i, i % 2 ? 0.25f : 0.0f, 0.0f,
                           random_between(r, 0.2f, 2.0f));
        for (int back = 1; back <= 2 && back <= i; ++back) {
            (void)add_link(b, i - back, i, 0.0f);
        }
    }
    for (int i = 0; i + 3 < COUNT; ++i) {
        taut_constraint_def def = taut_constraint_def_default(kinds[random_below(r, 3)]);
        bool dihedral = def.kind == TAUT_CONSTRAINT_DIHEDRAL;
        int p[4] = {dihedral ? i + 1 : i, dihedral ? i + 2 : i + 1, dihedral ? i : i + 2, i + 3};
        for (int k = 0; k < 4; ++k) {
            def.particles[k] = p[k];
        }
        if (def.kind == TAUT_CONSTRAINT_ANGLE) {
            def.particles[3] = 0;
        }
        int how = random_below(r, 3);
        def.play = limited && how == 0 ? random_between(r, 0.1f, 1.5f) : 0.0f;
        def.friction = limited && how == 1 ? random_between(r, 0.1f, 20.0f) : 0.0f;
        def.compliance = how == 2 && random_below(r, 2) ? random_between(r, 1e-4f, 1e-1f) : 0.0f;
        int index = -1;
        CHECK_EQ_INT(taut_builder_add_constraint(b, &def, &index), TAUT_OK);
    }
    return b;
}

TEST(jerked_angles_keep_together)
{
    for (int limited = 0; limited < 2; ++limited) {
        outcome all = {.finite = true};
        for (int i = 0; i < runs(150); ++i) {
            taut_test_random r = {.state = 104729u * (uint64_t)i + 7u};
            taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
            taut_body_id id = add_body(world, random_strip(&r, limited));
            note(&all, jerk(world, id, 2.0f, &r), i, 0.02);
            taut_world_destroy(world);
        }
        printf("%s limits: %.2f times as far as the hand; stretched by %.4f in the end\n",
               limited ? "with" : "without", all.far, all.stretch);
    }
}

// A ball that comes in from 1 to 20 m away, through the ragdoll, within a step.
TEST(ragdolls_hit_by_fast_colliders_keep_together)
{
    taut_ragdoll made;
    taut_blueprint* doll = new_doll(&made, -1.0f);
    outcome all = {.finite = true};
    for (int i = 0; i < runs(40); ++i) {
        taut_test_random r = {.state = 6007u * (uint64_t)i + 3u};
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_def def = taut_body_def_default();
        def.blueprint = doll;
        def.collision.thickness = 0.04f;
        def.collision.self = i % 2 == 1;
        taut_body_id id;
        REQUIRE(taut_body_create(world, &def, &id) == TAUT_OK);
        taut_collider_def ground = taut_collider_def_default(), ball = ground;
        ground.shape = TAUT_SHAPE_PLANE;
        taut_collider_id floor, hammer;
        REQUIRE(taut_collider_create(world, &ground, &floor) == TAUT_OK);
        float way = random_between(&r, 1.0f, 20.0f);
        int substeps = 1 + random_below(&r, 8);
        taut_vec3 from = random_way(&r, way);
        from = (taut_vec3){from.x, 1.0f + fabsf(from.y), from.z};
        ball.position = from;
        ball.radius = random_between(&r, 0.1f, 0.6f);
        REQUIRE(taut_collider_create(world, &ball, &hammer) == TAUT_OK);
        outcome one = {.finite = true};
        for (int frame = 0; frame < 45; ++frame) {
            taut_vec3 to = {-0.2f * from.x, 1.0f, -0.2f * from.z};
            if (frame % 6 == 2) {
                REQUIRE(taut_collider_move(world, hammer, frame % 12 == 2 ? to : from,
                                           (taut_quat){0.0f, 0.0f, 0.0f, 1.0f}) == TAUT_OK);
            }
            (void)step_frames(world, 1, DT, substeps);
            one.finite = one.finite && body_finite(world, id);
            // What is hit flies as fast as the ball, for as long as there is.
            double gone = (double)way * (double)(frame + 1);
            one.far =
                fmax(one.far, farthest_from(world, id, from) / (gone + 2.0 * (double)way + 4.0));
        }
        REQUIRE(taut_collider_destroy(world, hammer) == TAUT_OK);
        one.stretch = stretch_at_rest(world, id);
        note(&all, one, i, MIRRORED);
        taut_world_destroy(world);
    }
    printf("%.2f times as far as it should; stretched by %.4f in the end\n", all.far, all.stretch);
    taut_blueprint_release(doll);
}
