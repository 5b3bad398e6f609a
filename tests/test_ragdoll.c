// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Ragdolls: what they are made of, how they hang, their limits, their poses, and bad input.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support.h"
#include "taut/taut_rig.h"
#include "test.h"

#define DT (1.0f / 60.0f)
#define DEGREES 57.29577951308232

static const taut_vec3 gravity = {0.0f, -9.81f, 0.0f};

typedef struct doll {
    taut_world* world;
    taut_body_id body;
    taut_blueprint* blueprint;
    taut_bone_def bones[TAUT_HUMANOID_BONES];
    taut_ragdoll_def def;
    taut_ragdoll made;
} doll;

// A human of 75 kg; `pinned` is a bone whose end is, or -1.
static void open_doll(doll* d, int pinned, float drag, taut_vec3 velocity)
{
    d->world = new_world(TAUT_SOLVER_XPBD, gravity);
    d->def = taut_ragdoll_def_default();
    REQUIRE(taut_humanoid_bones(1.75f, 75.0f, d->bones) == TAUT_OK);
    d->def.bones = d->bones;
    d->def.bone_count = TAUT_HUMANOID_BONES;
    taut_builder* builder = new_builder();
    REQUIRE(taut_make_ragdoll(builder, &d->def, &d->made) == TAUT_OK);
    if (pinned >= 0) {
        REQUIRE(taut_builder_pin(builder, d->made.bones[pinned].end_particle) == TAUT_OK);
    }
    d->blueprint = bake_away(builder);
    taut_body_def body = taut_body_def_default();
    body.blueprint = d->blueprint;
    body.drag = drag;
    body.velocity = velocity;
    REQUIRE(taut_body_create(d->world, &body, &d->body) == TAUT_OK);
}

static void close_doll(doll* d)
{
    taut_world_destroy(d->world);
    taut_blueprint_release(d->blueprint);
}

static double overshoot(const doll* d, int index)
{
    if (index < 0) {
        return 0.0;
    }
    taut_constraint_state state;
    taut_constraint_def def;
    CHECK_EQ_INT(taut_body_constraint(d->world, d->body, index, &state), TAUT_OK);
    CHECK_EQ_INT(taut_blueprint_constraint(d->blueprint, index, &def), TAUT_OK);
    return (fabs((double)state.value) - (double)def.play) * DEGREES;
}

static double worst_overshoot(const doll* d)
{
    double most = 0.0;
    for (int i = 0; i < d->made.bone_count; ++i) {
        most = fmax(most, overshoot(d, d->made.bones[i].limit));
        most = fmax(most, overshoot(d, d->made.bones[i].twist_limit));
    }
    return most;
}

TEST(a_humanoid_weighs_what_it_should_and_is_as_tall)
{
    doll d;
    open_doll(&d, -1, 0.0f, (taut_vec3){0});
    double mass = 0.0, top = 0.0, low = 1e9;
    for (int i = 0; i < d.made.part.particle_count; ++i) {
        mass += (double)taut_body_mass(d.world, d.body, i);
        top = fmax(top, (double)position_of(d.world, d.body, i).y);
        low = fmin(low, (double)position_of(d.world, d.body, i).y);
    }
    CHECK_NEAR(mass, 75.0, 0.01);
    CHECK_NEAR(top, 0.98 * 1.75, 0.01);
    CHECK_MSG(low > 0.0 && low < 0.08, "feet at %g", low);
    for (int i = 1; i < d.made.bone_count; ++i) {
        CHECK_MSG(d.made.bones[i].limit >= 0, "%s has no limit", d.bones[i].name);
    }
    CHECK_MSG(worst_overshoot(&d) < 0.01, "made %g degrees beyond a limit", worst_overshoot(&d));
    close_doll(&d);
}

// In air thick enough that a pendulum would be still after so long.
static void check_rest(int bone, float drag, float push, int seconds)
{
    doll d;
    open_doll(&d, bone, drag, (taut_vec3){push, 0.0f, 0.5f * push});
    double beyond = 0.0, moved = 0.0;
    for (int i = 0; i < 60 * seconds; ++i) {
        (void)step_frames(d.world, 1, DT, 20);
        beyond = fmax(beyond, worst_overshoot(&d));
    }
    taut_vec3 before[128];
    REQUIRE(d.made.part.particle_count <= 128);
    for (int i = 0; i < d.made.part.particle_count; ++i) {
        before[i] = position_of(d.world, d.body, i);
    }
    for (int frame = 0; frame < 60; ++frame) {
        (void)step_frames(d.world, 1, DT, 20);
        for (int i = 0; i < d.made.part.particle_count; ++i) {
            moved = fmax(moved, distance_between(position_of(d.world, d.body, i), before[i]));
        }
    }
    CHECK_MSG(moved <= 0.001, "by the %s: %.3g m in a second", d.bones[bone].name, moved);
    CHECK_MSG(beyond <= 2.0, "by the %s: %.3g degrees beyond", d.bones[bone].name, beyond);
    taut_measure m;
    REQUIRE(taut_body_measure(d.world, d.body, &m) == TAUT_OK);
    CHECK_MSG((double)m.max_stretch < 0.01, "stretch %g", (double)m.max_stretch);
    close_doll(&d);
}

TEST(a_ragdoll_that_hangs_comes_to_rest_within_its_limits)
{
    check_rest(TAUT_HUMANOID_HEAD, 4.0f, 3.0f, 5);  // by the head
    check_rest(TAUT_HUMANOID_LEFT_HAND, 3.0f, 0.0f,
               15);  // by a hand, a foot: what hangs crooked turns slowly
    check_rest(TAUT_HUMANOID_LEFT_FOOT, 3.0f, 0.0f, 15);
}

// Dropped on the ground, `pose` says how turned and from where: 1 to 2 m. How far a particle moved
// in the sixth second.
static double drop(int pose, bool self, double* beyond)
{
    doll d;
    open_doll(&d, -1, 0.0f, (taut_vec3){0});
    taut_body_id left = d.body;
    taut_body_def body = taut_body_def_default();
    body.blueprint = d.blueprint;
    body.collision.thickness = 0.04f;
    body.collision.self = self;
    body.collision.surface.friction = 0.6f;
    body.collision.surface.static_friction = 0.8f;
    CHECK(taut_body_destroy(d.world, left) == TAUT_OK);
    CHECK(taut_body_create(d.world, &body, &d.body) == TAUT_OK);
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    taut_collider_id id;
    CHECK(taut_collider_create(d.world, &ground, &id) == TAUT_OK);
    taut_test_random r = {.state = 1000u + 77u * (uint64_t)pose};
    for (int i = 0; i < 3; ++i) {
        (void)random_bits(&r);
    }
    taut_teleport to = taut_teleport_default();
    to.about = (taut_vec3){0.0f, 0.95f, 0.0f};
    to.turn.x = random_coarse(&r);
    to.turn.y = random_coarse(&r);
    to.turn.z = random_coarse(&r);
    to.turn.w = random_coarse(&r);
    CHECK(taut_body_teleport(d.world, d.body, &to) == TAUT_OK);
    float low = 1e9f;
    for (int i = 0; i < d.made.part.particle_count; ++i) {
        low = fminf(low, position_of(d.world, d.body, i).y);
    }
    to = taut_teleport_default();
    to.move.y = random_between(&r, 1.0f, 2.0f) - low;
    CHECK(taut_body_teleport(d.world, d.body, &to) == TAUT_OK);
    taut_vec3 before[128];
    double moved = 0.0;
    *beyond = 0.0;
    for (int frame = 0; frame < 360; ++frame) {
        (void)step_frames(d.world, 1, DT, 20);
        *beyond = fmax(*beyond, worst_overshoot(&d));
        for (int i = 0; i < d.made.part.particle_count; ++i) {
            taut_vec3 at = position_of(d.world, d.body, i);
            before[i] = frame <= 300 ? at : before[i];
            moved = fmax(moved, distance_between(at, before[i]));
        }
    }
    close_doll(&d);
    return moved;
}

// 10 poses here, every other with self-collision; `make soak` asks for 100 of either.
TEST(dropped_ragdolls_keep_their_limits_and_come_to_rest)
{
    bool all = getenv("TAUT_SOAK_FRAMES") != NULL;
    double worst = 0.0, farthest = 0.0;
    for (int i = 0; i < (all ? 200 : 10); ++i) {
        int pose = all ? i / 2 : i;
        double beyond = 0.0, moved = drop(pose, i % 2 == 1, &beyond);
        worst = fmax(worst, moved);
        farthest = fmax(farthest, beyond);
        CHECK_MSG(moved <= 0.001, "pose %d: %.3g m in a second", pose, moved);
        CHECK_MSG(beyond <= 2.0, "pose %d: %.3g degrees beyond", pose, beyond);
    }
    printf("the worst moved %.4f mm in the sixth second, and was %.2f degrees beyond a limit\n",
           1e3 * worst, farthest);
}

// Thrown about in the air it keeps its momentum, its bones and its limits.
TEST(a_thrown_ragdoll_keeps_together)
{
    doll d;
    open_doll(&d, -1, 0.0f, (taut_vec3){0});
    REQUIRE(taut_body_set_gravity_scale(d.world, d.body, 0.0f) == TAUT_OK);
    int hand = d.made.bones[TAUT_HUMANOID_LEFT_HAND].end_particle,
        foot = d.made.bones[TAUT_HUMANOID_RIGHT_FOOT].end_particle;
    REQUIRE(taut_body_add_impulse(d.world, d.body, hand, (taut_vec3){0, 0, 6.0f}) == TAUT_OK);
    REQUIRE(taut_body_add_impulse(d.world, d.body, foot, (taut_vec3){4.0f, 0, 9.0f}) == TAUT_OK);
    double beyond = 0.0;
    for (int i = 0; i < 180; ++i) {
        (void)step_frames(d.world, 1, DT, 20);
        beyond = fmax(beyond, worst_overshoot(&d));
    }
    taut_measure m;
    REQUIRE(taut_body_measure(d.world, d.body, &m) == TAUT_OK);
    CHECK_NEAR(m.momentum.x, 4.0, 0.01);
    CHECK_NEAR(m.momentum.z, 15.0, 0.03);
    CHECK_MSG(beyond <= 2.0, "%.3g degrees beyond", beyond);
    CHECK_MSG((double)m.max_stretch < 0.01, "stretch %g", (double)m.max_stretch);
    close_doll(&d);
}

// Bones are where their names say, left being +x.
TEST(bones_of_a_humanoid_have_their_numbers)
{
    taut_bone_def bones[TAUT_HUMANOID_BONES];
    REQUIRE(taut_humanoid_bones(1.75f, 75.0f, bones) == TAUT_OK);
    CHECK(strcmp(bones[TAUT_HUMANOID_PELVIS].name, "pelvis") == 0);
    CHECK(strcmp(bones[TAUT_HUMANOID_SPINE].name, "spine") == 0);
    CHECK(strcmp(bones[TAUT_HUMANOID_CHEST].name, "chest") == 0);
    CHECK(strcmp(bones[TAUT_HUMANOID_HEAD].name, "head") == 0);
    static const char* const pairs[6] = {"upper arm", "forearm", "hand", "thigh", "shin", "foot"};
    for (int i = 0; i < 12; ++i) {
        const taut_bone_def* bone = &bones[TAUT_HUMANOID_LEFT_UPPER_ARM + i];
        CHECK(strstr(bone->name, pairs[i / 2]) != NULL);
        CHECK(strstr(bone->name, i % 2 == 0 ? "left " : "right ") == bone->name);
        CHECK((bone->start.x > 0.0f) == (i % 2 == 0));
    }
    CHECK_EQ_INT(bones[TAUT_HUMANOID_RIGHT_SHIN].parent, TAUT_HUMANOID_RIGHT_THIGH);
}

// An arm that is lifted sideways stays there or falls, as the friction of its shoulder has it.
TEST(friction_holds_an_arm_or_lets_it_fall)
{
    for (int strong = 0; strong < 2; ++strong) {
        doll d;
        d.def = taut_ragdoll_def_default();
        REQUIRE(taut_humanoid_bones(1.75f, 75.0f, d.bones) == TAUT_OK);
        d.bones[TAUT_HUMANOID_LEFT_UPPER_ARM].friction = strong ? 30.0f : 2.0f;
        d.bones[TAUT_HUMANOID_LEFT_FOREARM].friction = 30.0f;
        d.def.bones = d.bones;
        d.def.bone_count = TAUT_HUMANOID_BONES;
        taut_builder* builder = new_builder();
        REQUIRE(taut_make_ragdoll(builder, &d.def, &d.made) == TAUT_OK);
        for (int i = 0; i < d.made.bones[TAUT_HUMANOID_CHEST].particle_count; ++i) {
            int particle = d.made.bones[TAUT_HUMANOID_CHEST].particles[i];
            REQUIRE(taut_builder_pin(builder, particle) == TAUT_OK);
        }
        d.world = new_world(TAUT_SOLVER_XPBD, (taut_vec3){9.81f, 0.0f, 0.0f});
        d.body = add_body(d.world, builder);
        int hand = d.made.bones[TAUT_HUMANOID_LEFT_HAND].particles[0];
        taut_vec3 before = position_of(d.world, d.body, hand);
        (void)step_frames(d.world, 120, DT, 20);
        double moved = distance_between(before, position_of(d.world, d.body, hand));
        CHECK_MSG(strong ? moved < 0.005 : moved > 0.3, "%g m", moved);
        taut_world_destroy(d.world);
    }
}

// Poses -------------------------------------------------------------------------------------------

static taut_vec3 turned(taut_quat q, taut_vec3 v)
{
    taut_vec3 u = {q.x, q.y, q.z};
    taut_vec3 t = {2.0f * (u.y * v.z - u.z * v.y), 2.0f * (u.z * v.x - u.x * v.z),
                   2.0f * (u.x * v.y - u.y * v.x)};
    return (taut_vec3){v.x + q.w * t.x + u.y * t.z - u.z * t.y,
                       v.y + q.w * t.y + u.z * t.x - u.x * t.z,
                       v.z + q.w * t.z + u.x * t.y - u.y * t.x};
}

// A pose takes every particle of its bone from where it was made to where it is.
TEST(poses_follow_the_particles)
{
    doll d;
    open_doll(&d, TAUT_HUMANOID_LEFT_HAND, 1.0f, (taut_vec3){2.0f, 0.0f, 1.0f});
    taut_vec3 made[128];
    for (int i = 0; i < d.made.part.particle_count; ++i) {
        made[i] = position_of(d.world, d.body, i);
    }
    taut_bone_pose pose[TAUT_HUMANOID_BONES];
    REQUIRE(taut_ragdoll_pose(d.world, d.body, &d.made, pose) == TAUT_OK);
    for (int i = 0; i < d.made.bone_count; ++i) {
        CHECK_NEAR(pose[i].rotation.w, 1.0, 1e-5);
        CHECK_NEAR(distance_between(pose[i].position, d.bones[i].start), 0.0, 1e-5);
    }
    (void)step_frames(d.world, 90, DT, 20);
    REQUIRE(taut_ragdoll_pose(d.world, d.body, &d.made, pose) == TAUT_OK);
    for (int i = 0; i < d.made.bone_count; ++i) {
        taut_quat q = pose[i].rotation;
        CHECK_NEAR(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0, 1e-5);
        for (int k = 0; k < d.made.bones[i].particle_count; ++k) {
            int particle = d.made.bones[i].particles[k];
            taut_vec3 off = {made[particle].x - d.bones[i].start.x,
                             made[particle].y - d.bones[i].start.y,
                             made[particle].z - d.bones[i].start.z};
            off = turned(q, off);
            taut_vec3 at = {pose[i].position.x + off.x, pose[i].position.y + off.y,
                            pose[i].position.z + off.z};
            double away = distance_between(at, position_of(d.world, d.body, particle));
            CHECK_MSG(away < 0.01, "%s particle %d: %.3g m off", d.bones[i].name, k, away);
        }
    }
    CHECK_EQ_INT(taut_ragdoll_pose(d.world, d.body, NULL, pose), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_ragdoll_pose(d.world, d.body, &d.made, NULL), TAUT_ERROR_INVALID);
    taut_ragdoll wrong = d.made;
    wrong.bones[3].frame[0] = 1000;
    CHECK_EQ_INT(taut_ragdoll_pose(d.world, d.body, &wrong, pose), TAUT_ERROR_INVALID);
    close_doll(&d);
}

TEST(bones_that_touch_where_they_are_made_do_not_collide)
{
    taut_bone_def bones[TAUT_HUMANOID_BONES];
    REQUIRE(taut_humanoid_bones(1.75f, 75.0f, bones) == TAUT_OK);
    taut_ragdoll_def def = taut_ragdoll_def_default();
    def.bones = bones;
    def.bone_count = TAUT_HUMANOID_BONES;
    int pairs = 0;
    for (int a = 0; a < def.bone_count; ++a) {
        CHECK(!taut_ragdoll_bones_collide(&def, a, a));
        for (int b = 0; b < def.bone_count; ++b) {
            CHECK(taut_ragdoll_bones_collide(&def, a, b) == taut_ragdoll_bones_collide(&def, b, a));
            pairs += taut_ragdoll_bones_collide(&def, a, b);
            if (bones[b].parent == a) {
                CHECK(!taut_ragdoll_bones_collide(&def, a, b));
            }
        }
    }
    CHECK(taut_ragdoll_bones_collide(&def, TAUT_HUMANOID_LEFT_HAND, TAUT_HUMANOID_RIGHT_HAND));
    CHECK(taut_ragdoll_bones_collide(&def, TAUT_HUMANOID_LEFT_SHIN, TAUT_HUMANOID_RIGHT_SHIN));
    CHECK(!taut_ragdoll_bones_collide(&def, 10, 11) || pairs > 0);
    CHECK(!taut_ragdoll_bones_collide(&def, 0, 99));
    CHECK(!taut_ragdoll_bones_collide(NULL, 0, 1));
}

// In a plane --------------------------------------------------------------------------------------

// Two sticks: the lower one turns right-handed about z, by -10 to 100 degrees.
TEST(a_planar_hinge_keeps_its_range)
{
    for (int way = -1; way <= 1; way += 2) {
        taut_world_def wd = world_def_of(TAUT_SOLVER_XPBD, (taut_vec3){0});
        wd.planar = true;
        taut_world* world = new_world_from(&wd);
        taut_bone_def bones[2] = {
            {.name = "upper", .parent = -1, .end = {0.0f, -1.0f, 0.0f}, .mass = 3, .radius = 0.1f},
            {.name = "lower",
             .parent = 0,
             .start = {0.0f, -1.0f, 0.0f},
             .end = {0.0f, -2.0f, 0.0f},
             .mass = 3,
             .radius = 0.1f,
             .joint = TAUT_JOINT_HINGE,
             .axis = {0.0f, 0.0f, 1.0f},
             .least = -0.17453f,
             .most = 1.74533f}};
        taut_ragdoll_def def = taut_ragdoll_def_default();
        def.bones = bones;
        def.bone_count = 2;
        def.planar = true;
        def.joint_damping = 0.0f;
        taut_builder* builder = new_builder();
        taut_ragdoll made;
        REQUIRE(taut_make_ragdoll(builder, &def, &made) == TAUT_OK);
        for (int i = 0; i < made.bones[0].particle_count; ++i) {
            REQUIRE(taut_builder_pin(builder, made.bones[0].particles[i]) == TAUT_OK);
        }
        taut_body_id id = add_body(world, builder);
        taut_vec3 push = {3.0f * (float)way, 0.0f, 0.0f};
        REQUIRE(taut_body_add_impulse(world, id, made.bones[1].end_particle, push) == TAUT_OK);
        double least = 0.0, most = 0.0;
        for (int i = 0; i < 120; ++i) {
            (void)step_frames(world, 1, DT, 20);
            taut_vec3 end = position_of(world, id, made.bones[1].end_particle);
            double angle = atan2((double)end.x, -(double)end.y - 1.0) * DEGREES;
            least = fmin(least, angle);
            most = fmax(most, angle);
            taut_bone_pose pose[2];
            REQUIRE(taut_ragdoll_pose(world, id, &made, pose) == TAUT_OK);
            CHECK_NEAR(2.0 * atan2((double)pose[1].rotation.z, (double)pose[1].rotation.w) *
                           DEGREES,
                       angle, 0.1);
        }
        CHECK_MSG(least > -11.0 && most < 101.0, "from %g to %g", least, most);
        CHECK_MSG(way > 0 ? most > 99.0 : least < -9.5, "from %g to %g", least, most);
        taut_world_destroy(world);
    }
}

// Bad input ---------------------------------------------------------------------------------------

static void check_refused(const taut_ragdoll_def* def, const char* said)
{
    taut_builder* builder = new_builder();
    taut_ragdoll made = {.bone_count = 77};
    CHECK_EQ_INT(taut_make_ragdoll(builder, def, &made), TAUT_ERROR_INVALID);
    CHECK_MSG(strstr(taut_builder_last_error(builder), said) != NULL, "%s",
              taut_builder_last_error(builder));
    CHECK_EQ_INT(made.bone_count, 77);
    CHECK_EQ_INT(taut_builder_particle_count(builder), 0);
    CHECK_EQ_INT(taut_builder_constraint_count(builder), 0);
    taut_builder_destroy(builder);
}

#define BAD(change, said)                                                                          \
    do {                                                                                           \
        taut_bone_def bones[TAUT_HUMANOID_BONES];                                                  \
        REQUIRE(taut_humanoid_bones(1.75f, 75.0f, bones) == TAUT_OK);                              \
        taut_ragdoll_def def = taut_ragdoll_def_default();                                         \
        def.bones = bones;                                                                         \
        def.bone_count = TAUT_HUMANOID_BONES;                                                      \
        change;                                                                                    \
        check_refused(&def, said);                                                                 \
    } while (0)

TEST(bad_ragdolls_are_refused_with_a_sentence)
{
    BAD(def.stamp = 0, "taut_ragdoll_def.stamp");
    BAD(def.bones = NULL, "taut_ragdoll_def.bones");
    BAD(def.bone_count = 0, "taut_ragdoll_def.bone_count");
    BAD(def.bone_count = 33, "taut_ragdoll_def.bone_count");
    BAD(def.offset.y = NAN, "taut_ragdoll_def.offset");
    BAD(def.joint_damping = -1.0f, "taut_ragdoll_def.joint_damping");
    BAD(def.joint_friction = -1.0f, "taut_ragdoll_def.joint_friction");
    BAD(def.joint_friction = NAN, "taut_ragdoll_def.joint_friction");
    BAD(bones[2].friction = -1.0f, "bones[2].friction");
    BAD(bones[2].friction = INFINITY, "bones[2].friction");
    BAD(bones[0].parent = 0, "bones[0].parent");
    BAD(bones[2].parent = 2, "bones[2].parent");
    BAD(bones[2].parent = -1, "bones[2].parent");
    BAD(bones[2].mass = 0.0f, "bones[2].mass");
    BAD(bones[2].radius = NAN, "bones[2].radius");
    BAD(bones[2].start.x = INFINITY, "bones[2].start");
    BAD(bones[2].end = bones[2].start, "bones[2].end");
    BAD(bones[2].joint = TAUT_JOINT_KIND_COUNT, "bones[2].joint");
    BAD(bones[2].swing = 0.0f, "bones[2].swing");
    BAD(bones[2].twist = NAN, "bones[2].twist");
    BAD(bones[2].axis.x = NAN, "bones[2].axis");
    BAD(bones[6].axis = (taut_vec3){0}, "bones[6].axis");
    BAD(bones[6].least = -4.0f, "bones[6].least");
    BAD(bones[6].most = bones[6].least, "bones[6].most");
    BAD(def.planar = true, "in a plane");
    check_refused(NULL, "NULL");
    taut_bone_def bones[TAUT_HUMANOID_BONES];
    CHECK_EQ_INT(taut_humanoid_bones(NAN, 75.0f, bones), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_humanoid_bones(1.75f, 0.0f, bones), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_humanoid_bones(1.75f, 75.0f, NULL), TAUT_ERROR_INVALID);
}

TEST(humanoids_of_any_size_can_be_made)
{
    static const float heights[] = {0.1f, 0.5f, 1.75f, 20.0f, 100.0f};
    for (int i = 0; i < 5; ++i) {
        taut_bone_def bones[TAUT_HUMANOID_BONES];
        REQUIRE(taut_humanoid_bones(heights[i], 75.0f, bones) == TAUT_OK);
        taut_ragdoll_def def = taut_ragdoll_def_default();
        def.bones = bones;
        def.bone_count = TAUT_HUMANOID_BONES;
        taut_builder* builder = new_builder();
        taut_ragdoll made;
        CHECK_EQ_INT(taut_make_ragdoll(builder, &def, &made), TAUT_OK);
        taut_builder_destroy(builder);
    }
}
