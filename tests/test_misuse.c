// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bad input to calls on a world: stale ids, bad numbers, NULL. Each is answered with a result code
// and a sentence that names what was wrong, and the world is as it was.

#include "support.h"
#include "test.h"

#include <float.h>
#include <limits.h>

#define FRAME (1.0f / 60.0f)

// A world that has moved a little, with a body of three particles, the first one pinned.
typedef struct taut_test_scene {
    taut_world* world;
    taut_body_id id;
    uint64_t hash;
} taut_test_scene;

static taut_test_scene scene_make(void)
{
    taut_test_scene t = {new_world(TAUT_SOLVER_XPBD, earth), {0, 0}, 0};
    taut_builder* builder = new_builder();
    for (int i = 0; i < 3; ++i) {
        (void)add_particle(builder, 0.3f * (float)i, 0.0f, 0.0f, 1.0f);
        if (i > 0) {
            (void)add_link(builder, i - 1, i, 0.0f);
        }
    }
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_add_triangle(builder, 0, 1, 2);
    t.id = add_body(t.world, builder);
    (void)step_frames(t.world, 3, FRAME, 4);
    t.hash = taut_world_hash(t.world);
    return t;
}

// Refused, with `name` in the sentence, and nothing changed: not the state, not the clock, and the
// next step goes where it would have gone.
static void check_refused(const taut_test_scene* t, taut_result result, const char* name,
                          const char* call)
{
    const char* text = taut_world_last_error(t->world);
    CHECK_MSG(result == TAUT_ERROR_INVALID, "%s gives %s", call, taut_result_name(result));
    CHECK_MSG(strstr(text, name) != NULL, "%s says \"%s\"", call, text);
    CHECK_EQ_U64(taut_world_hash(t->world), t->hash);
}

#define REFUSED(t, call, name) check_refused(&(t), call, name, #call)

static void check_same_future(taut_test_scene* t)
{
    taut_test_scene fresh = scene_make();
    CHECK_EQ_U64(taut_world_hash(t->world), fresh.hash);
    CHECK(taut_world_time(t->world) == taut_world_time(fresh.world));
    CHECK(same_vec3_bits(taut_world_gravity(t->world), taut_world_gravity(fresh.world)));
    (void)step_frames(t->world, 5, FRAME, 4);
    (void)step_frames(fresh.world, 5, FRAME, 4);
    CHECK_EQ_U64(taut_world_hash(t->world), taut_world_hash(fresh.world));
    taut_world_destroy(t->world);
    taut_world_destroy(fresh.world);
}

// Ids ---------------------------------------------------------------------------------------------

static void check_stale(const taut_test_scene* t, taut_body_id id)
{
    taut_world* w = t->world;
    taut_vec3 out[3];
    float forces[2];
    taut_constraint_state state;
    taut_reaction reaction;
    taut_measure measure;
    REFUSED(*t, taut_body_destroy(w, id), "body {");
    REFUSED(*t, taut_body_set_gravity_scale(w, id, 2.0f), "body {");
    REFUSED(*t, taut_body_set_drag(w, id, 2.0f), "body {");
    REFUSED(*t, taut_body_set_frozen(w, id, true), "body {");
    REFUSED(*t, taut_body_add_force(w, id, 0, earth), "body {");
    REFUSED(*t, taut_body_add_impulse(w, id, 0, earth), "body {");
    REFUSED(*t, taut_body_pin(w, id, 0), "body {");
    REFUSED(*t, taut_body_unpin(w, id, 0), "body {");
    REFUSED(*t, taut_body_set_target(w, id, 0, earth), "body {");
    REFUSED(*t, taut_body_grab(w, id, 1), "body {");
    REFUSED(*t, taut_body_release(w, id, 1, TAUT_RELEASE_DROP), "body {");
    REFUSED(*t, taut_body_interpolate(w, id, 0.5f, out, 3), "body {");
    REFUSED(*t, taut_body_constraint(w, id, 0, &state), "body {");
    REFUSED(*t, taut_body_forces(w, id, 0, 1, forces), "body {");
    REFUSED(*t, taut_body_reaction(w, id, 0, &reaction), "body {");
    REFUSED(*t, taut_body_measure(w, id, &measure), "body {");
    CHECK(!taut_body_valid(w, id));
    CHECK(!taut_body_frozen(w, id));
    CHECK(!taut_body_pinned(w, id, 0));
    CHECK(taut_body_blueprint(w, id) == NULL);
    CHECK_EQ_INT(taut_body_positions(w, id).count, 0);
    CHECK_EQ_INT(taut_body_velocities(w, id).count, 0);
    CHECK_EQ_INT(taut_body_normals(w, id).count, 0);
    CHECK(taut_body_mass(w, id, 0) == 0.0f);
}

TEST(stale_null_and_foreign_ids_are_refused_everywhere)
{
    taut_test_scene t = scene_make();
    taut_body_id gone = add_single(t.world, taut_body_def_default());
    REQUIRE(taut_body_destroy(t.world, gone) == TAUT_OK);
    check_stale(&t, gone);
    check_stale(&t, (taut_body_id){0, 0});
    check_stale(&t, (taut_body_id){2, 0});
    check_stale(&t, (taut_body_id){UINT32_MAX, UINT32_MAX});
    check_stale(&t, (taut_body_id){t.id.index1, t.id.generation + 1});
    // The slot is used again: the old id stays stale.
    taut_body_id next = add_single(t.world, taut_body_def_default());
    t.hash = taut_world_hash(t.world);
    CHECK_EQ_INT(next.index1, gone.index1);
    check_stale(&t, gone);
    CHECK(taut_body_valid(t.world, next));
    REQUIRE(taut_body_destroy(t.world, next) == TAUT_OK);
    check_same_future(&t);
}

TEST(world_body_walks_the_bodies_and_gives_null_beyond)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id a = add_single(world, taut_body_def_default());
    taut_body_id b = add_single(world, taut_body_def_default());
    taut_body_id c = add_single(world, taut_body_def_default());
    REQUIRE(taut_body_destroy(world, b) == TAUT_OK);
    CHECK_EQ_INT(taut_world_body_count(world), 2);
    CHECK(taut_world_body(world, 0).index1 == a.index1);
    CHECK(taut_world_body(world, 1).index1 == c.index1);
    CHECK(taut_world_body(world, 2).index1 == 0);
    CHECK(taut_world_body(world, -1).index1 == 0);
    CHECK(taut_world_body(NULL, 0).index1 == 0);
    taut_world_destroy(world);
}

// Particles and constraints -----------------------------------------------------------------------

TEST(particle_numbers_out_of_range_are_refused_everywhere)
{
    taut_test_scene t = scene_make();
    static const int bad[] = {-1, 3, INT_MIN, INT_MAX};
    for (int i = 0; i < 4; ++i) {
        taut_reaction reaction;
        REFUSED(t, taut_body_add_force(t.world, t.id, bad[i], earth), "particle");
        REFUSED(t, taut_body_add_impulse(t.world, t.id, bad[i], earth), "particle");
        REFUSED(t, taut_body_pin(t.world, t.id, bad[i]), "particle");
        REFUSED(t, taut_body_unpin(t.world, t.id, bad[i]), "particle");
        REFUSED(t, taut_body_set_target(t.world, t.id, bad[i], earth), "particle");
        REFUSED(t, taut_body_grab(t.world, t.id, bad[i]), "particle");
        REFUSED(t, taut_body_release(t.world, t.id, bad[i], TAUT_RELEASE_DROP), "particle");
        REFUSED(t, taut_body_reaction(t.world, t.id, bad[i], &reaction), "particle");
        CHECK(!taut_body_pinned(t.world, t.id, bad[i]));
        CHECK(taut_body_mass(t.world, t.id, bad[i]) == 0.0f);
    }
    check_same_future(&t);
}

TEST(constraint_numbers_out_of_range_are_refused)
{
    taut_test_scene t = scene_make();
    taut_constraint_state state;
    float forces[4] = {9.0f, 9.0f, 9.0f, 9.0f};
    static const int bad[] = {-1, 2, INT_MIN, INT_MAX};
    for (int i = 0; i < 4; ++i) {
        REFUSED(t, taut_body_constraint(t.world, t.id, bad[i], &state), "index");
        REFUSED(t, taut_body_forces(t.world, t.id, bad[i], 1, forces), "first");
    }
    REFUSED(t, taut_body_constraint(t.world, t.id, 0, NULL), "state");
    REFUSED(t, taut_body_forces(t.world, t.id, 0, 3, forces), "count");
    REFUSED(t, taut_body_forces(t.world, t.id, 0, -1, forces), "count");
    REFUSED(t, taut_body_forces(t.world, t.id, 1, INT_MAX, forces), "count");
    REFUSED(t, taut_body_forces(t.world, t.id, 0, 2, NULL), "out");
    CHECK(forces[0] == 9.0f);
    CHECK_EQ_INT(taut_body_forces(t.world, t.id, 2, 0, forces), TAUT_OK);
    check_same_future(&t);
}

// Numbers -----------------------------------------------------------------------------------------

TEST(numbers_that_are_none_are_refused_everywhere)
{
    taut_test_scene t = scene_make();
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 9; ++i) {
        float n = bad[i / 3];
        taut_vec3 v = {i % 3 == 0 ? n : 0.0f, i % 3 == 1 ? n : 0.0f, i % 3 == 2 ? n : 1.0f};
        taut_pick pick;
        REFUSED(t, taut_world_set_gravity(t.world, v), "gravity");
        REFUSED(t, taut_world_shift_origin(t.world, v), "offset");
        REFUSED(t, taut_body_add_force(t.world, t.id, 1, v), "force");
        REFUSED(t, taut_body_add_impulse(t.world, t.id, 1, v), "impulse");
        REFUSED(t, taut_body_set_target(t.world, t.id, 0, v), "target");
        REFUSED(t, taut_world_pick(t.world, v, earth, 1.0f, &pick), "origin");
        REFUSED(t, taut_world_pick(t.world, earth, v, 1.0f, &pick), "direction");
        REFUSED(t, taut_world_pick(t.world, earth, earth, n, &pick), "radius");
        REFUSED(t, taut_body_set_gravity_scale(t.world, t.id, n), "scale");
        REFUSED(t, taut_body_set_drag(t.world, t.id, n), "drag");
    }
    taut_pick pick;
    REFUSED(t, taut_world_pick(t.world, earth, no_gravity, 1.0f, &pick), "direction");
    REFUSED(t, taut_world_pick(t.world, earth, earth, -1.0f, &pick), "radius");
    REFUSED(t, taut_world_pick(t.world, earth, earth, 1.0f, NULL), "pick");
    REFUSED(t, taut_body_set_drag(t.world, t.id, -1.0f), "drag");
    REFUSED(t, taut_body_set_gravity_scale(t.world, t.id, 3.4e38f), "scale is 3.4e+38");
    REFUSED(t, taut_body_set_gravity_scale(t.world, t.id, -1.1e6f), "-1e6..1e6");
    check_same_future(&t);
}

TEST(sums_that_would_overflow_are_refused)
{
    taut_test_scene t = scene_make();
    taut_vec3 huge = {FLT_MAX, 0.0f, 0.0f};
    REQUIRE(taut_body_add_impulse(t.world, t.id, 1, huge) == TAUT_OK);
    t.hash = taut_world_hash(t.world);
    REFUSED(t, taut_body_add_impulse(t.world, t.id, 1, huge), "impulse");
    taut_vec3 strong = {6e11f, 0.0f, 0.0f};
    REFUSED(t, taut_body_add_force(t.world, t.id, 2, huge), "force");
    REQUIRE(taut_body_add_force(t.world, t.id, 2, strong) == TAUT_OK);
    REFUSED(t, taut_body_add_force(t.world, t.id, 2, strong), "sum of forces");
    taut_world_destroy(t.world);
}

// However often the origin is moved and however far, positions stay numbers.
TEST(shifting_the_origin_beyond_all_numbers_is_refused)
{
    taut_test_scene t = scene_make();
    taut_vec3 far = {0.0f, FLT_MAX, 0.0f};
    for (int i = 0; i < 3; ++i) {
        uint64_t before = taut_world_hash(t.world);
        taut_result result = taut_world_shift_origin(t.world, far);
        CHECK(body_finite(t.world, t.id));
        CHECK(result == TAUT_OK || taut_world_hash(t.world) == before);
    }
    taut_world_destroy(t.world);
}

TEST(step_refuses_bad_dt_and_substeps)
{
    taut_test_scene t = scene_make();
    static const float bad[] = {0.0f, -0.0f, -1.0f, 1.0001f, NAN, INFINITY, -INFINITY, FLT_MAX};
    taut_step_report report;
    for (int i = 0; i < 8; ++i) {
        REFUSED(t, taut_world_step(t.world, bad[i], 4, &report), "dt");
        CHECK_EQ_INT(report.steps, 0);
    }
    static const int counts[] = {0, -1, 10001, INT_MIN, INT_MAX};
    for (int i = 0; i < 5; ++i) {
        REFUSED(t, taut_world_step(t.world, FRAME, counts[i], NULL), "substep");
    }
    static const double times[] = {-1.0, -1e-300, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 4; ++i) {
        REFUSED(t, taut_world_advance(t.world, times[i], &report), "elapsed");
        CHECK_EQ_INT(report.steps, 0);
    }
    check_same_future(&t);
}

TEST(interpolate_and_release_refuse_bad_arguments)
{
    taut_test_scene t = scene_make();
    taut_vec3 out[3] = {{9.0f, 9.0f, 9.0f}};
    REFUSED(t, taut_body_interpolate(t.world, t.id, NAN, out, 3), "blend");
    REFUSED(t, taut_body_interpolate(t.world, t.id, -0.01f, out, 3), "blend");
    REFUSED(t, taut_body_interpolate(t.world, t.id, 1.01f, out, 3), "blend");
    REFUSED(t, taut_body_interpolate(t.world, t.id, INFINITY, out, 3), "blend");
    REFUSED(t, taut_body_interpolate(t.world, t.id, 0.5f, out, 2), "capacity");
    REFUSED(t, taut_body_interpolate(t.world, t.id, 0.5f, out, -1), "capacity");
    REFUSED(t, taut_body_interpolate(t.world, t.id, 0.5f, NULL, 3), "out");
    CHECK(out[0].x == 9.0f);
    REFUSED(t, taut_body_release(t.world, t.id, 1, TAUT_RELEASE_DROP), "not grabbed");
    taut_measure measure;
    REFUSED(t, taut_body_reaction(t.world, t.id, 0, NULL), "reaction");
    REFUSED(t, taut_body_measure(t.world, t.id, NULL), "measure");
    CHECK_EQ_INT(taut_body_measure(t.world, t.id, &measure), TAUT_OK);
    check_same_future(&t);

    t = scene_make();
    REQUIRE(taut_body_grab(t.world, t.id, 1) == TAUT_OK);
    t.hash = taut_world_hash(t.world);
    REFUSED(t, taut_body_release(t.world, t.id, 1, (taut_release)-1), "how");
    REFUSED(t, taut_body_release(t.world, t.id, 1, TAUT_RELEASE_COUNT), "how");
    CHECK(taut_body_pinned(t.world, t.id, 1));
    taut_world_destroy(t.world);
}

// NULL --------------------------------------------------------------------------------------------

TEST(world_calls_bear_null)
{
    taut_body_id id = {1, 1};
    taut_pick pick;
    CHECK_EQ_INT(taut_world_step(NULL, FRAME, 4, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_advance(NULL, 1.0, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_set_gravity(NULL, earth), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_shift_origin(NULL, earth), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_world_pick(NULL, earth, earth, 1.0f, &pick), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_destroy(NULL, id), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_gravity_scale(NULL, id, 1.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_drag(NULL, id, 1.0f), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_frozen(NULL, id, true), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_add_force(NULL, id, 0, earth), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_add_impulse(NULL, id, 0, earth), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_pin(NULL, id, 0), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_unpin(NULL, id, 0), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_set_target(NULL, id, 0, earth), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_grab(NULL, id, 0), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_release(NULL, id, 0, TAUT_RELEASE_DROP), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_interpolate(NULL, id, 0.5f, NULL, 0), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_constraint(NULL, id, 0, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_forces(NULL, id, 0, 0, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_reaction(NULL, id, 0, NULL), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(taut_body_measure(NULL, id, NULL), TAUT_ERROR_INVALID);
    CHECK(!taut_body_valid(NULL, id));
    CHECK(!taut_body_frozen(NULL, id));
    CHECK(!taut_body_pinned(NULL, id, 0));
    CHECK(taut_body_blueprint(NULL, id) == NULL);
    CHECK(taut_body_mass(NULL, id, 0) == 0.0f);
    CHECK_EQ_INT(taut_body_positions(NULL, id).count, 0);
    CHECK_EQ_INT(taut_body_velocities(NULL, id).count, 0);
    CHECK_EQ_INT(taut_body_normals(NULL, id).count, 0);
    CHECK_EQ_INT(taut_world_body_count(NULL), 0);
    CHECK(taut_world_time(NULL) == 0.0);
    CHECK(same_vec3_bits(taut_world_gravity(NULL), no_gravity));
    CHECK(taut_world_last_error(NULL) != NULL);
}

// The assert handler ------------------------------------------------------------------------------

static bool note_assert(void* context, const char* sentence)
{
    char* last = context;
    size_t length = strlen(sentence);
    length = length < 255 ? length : 255;
    memcpy(last, sentence, length);
    last[length] = '\0';
    return false;
}

TEST(assert_handler_hears_the_sentence_in_debug_builds)
{
    char last[256] = "";
    taut_world_def def = taut_world_def_default();
    def.on_assert = note_assert;
    def.assert_context = last;
    taut_world* world = new_world_from(&def);
    CHECK_EQ_INT(taut_world_step(world, -1.0f, 4, NULL), TAUT_ERROR_INVALID);
#ifdef TAUT_DEBUG
    CHECK_STR(last, taut_world_last_error(world));
#else
    CHECK_STR(last, "");
#endif
    taut_world_destroy(world);
}
