// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Every call that a recording knows, one by one: it changes what comes after, it stands in the
// recording, and the recording gives the same without it. A call that is new in record_list.h wants
// its try_name() here; tools/check_calls.py finds one of the headers that is in neither.

#include "record.h"
#include "support.h"
#include "test.h"

#define DT (1.0f / 60.0f)

typedef struct stage {
    taut_world* world;
    taut_body_id rope, cloth, balloon, fold;
    taut_attachment_id place, tie;
    taut_collider_id ball;
    taut_blueprint* more;
} stage;

static taut_body_id add_balloon(taut_world* world)
{
    taut_balloon_def balloon = taut_balloon_def_default();
    balloon.frequency = 2;
    balloon.gauge = 50.0f;
    taut_builder* builder = new_builder();
    (void)taut_make_balloon(builder, &balloon, NULL);
    taut_body_def def = taut_body_def_default();
    def.offset = (taut_vec3){3.0f, 0.0f, 0.0f};
    return add_body_def(world, builder, def);
}

static taut_attachment_id add_attachments(const stage* s, taut_attachment_id* place)
{
    taut_attachment_def def = taut_attachment_def_default();
    def.body = s->rope;
    def.particle = 10;
    def.place = (taut_vec3){0.9f, 0.1f, 0.0f};
    (void)taut_attach(s->world, &def, place);
    def.body = s->cloth;
    def.particle = 24;
    def.target = TAUT_ATTACH_PARTICLE;
    def.other = s->rope;
    def.other_particle = 6;
    def.length = 0.5f;
    taut_attachment_id tie = {0};
    (void)taut_attach(s->world, &def, &tie);
    return tie;
}

static stage open_stage(void)
{
    stage s = {0};
    taut_world_def def = taut_world_def_default();
    def.sleep.enabled = true;
    s.world = new_world_from(&def);
    s.rope = add_body(s.world, held_rope_builder((taut_vec3){1.0f, 0.0f, 0.0f}, 10));
    taut_body_def tears = taut_body_def_default();
    tears.tear.spare_particles = 8;
    s.cloth = add_body_def(s.world, flat_cloth_builder(5, true), tears);
    s.balloon = add_balloon(s.world);
    taut_body_def touches = taut_body_def_default();
    touches.collision.self = touches.collision.others = true;
    touches.offset = (taut_vec3){0.0f, -0.1f, 0.0f};
    s.fold = add_body_def(s.world, flat_cloth_builder(5, false), touches);
    s.tie = add_attachments(&s, &s.place);
    taut_collider_def ball = taut_collider_def_default();
    ball.radius = 0.1f;
    ball.position = (taut_vec3){0.1f, -0.12f, 0.1f};
    (void)taut_collider_create(s.world, &ball, &s.ball);
    s.more = bake_away(held_rope_builder((taut_vec3){1.0f, 0.0f, 0.0f}, 10));
    taut_wind_def wind = taut_wind_def_default(TAUT_WIND_UNIFORM);
    wind.velocity = (taut_vec3){1.0f, 0.0f, 0.5f};
    (void)taut_world_set_winds(s.world, &wind, 1);
    (void)step_frames(s.world, 3, DT, 5);
    return s;
}

static void close_stage(stage* s)
{
    taut_world_destroy(s->world);
    taut_blueprint_release(s->more);
}

// The calls ---------------------------------------------------------------------------------------

static const taut_vec3 push = {0.1f, 0.5f, 0.2f};

static taut_result try_end(stage* s)
{
    (void)s;
    return TAUT_OK;
}

static taut_result try_step(stage* s)
{
    return taut_world_step(s->world, DT, 7, NULL);
}

static taut_result try_clock(stage* s)
{
    return taut_world_advance(s->world, 0.04, NULL);
}

static taut_result try_gravity(stage* s)
{
    return taut_world_set_gravity(s->world, push);
}

static taut_result try_shift(stage* s)
{
    return taut_world_shift_origin(s->world, push);
}

// With all that a def can say.
static taut_result try_create(stage* s)
{
    taut_body_def def = taut_body_def_default();
    def.blueprint = s->more;
    def.offset = (taut_vec3){0.0f, 0.012f, 0.03f};
    def.velocity = push;
    def.gravity_scale = 0.9f;
    def.drag = 0.2f;
    def.precision = TAUT_PRECISION_FAST;
    def.tear = (taut_tear_def){.spare_particles = 3, .strength = 0.4f, .most_breaks = 2};
    def.collision.thickness = 0.011f;
    def.collision.self = def.collision.others = true;
    def.collision.pair_room = 300;
    def.collision.contact_room = 100;
    def.collision.surface.restitution = 0.3f;
    taut_body_id made;
    return taut_body_create(s->world, &def, &made);
}

static taut_result try_destroy(stage* s)
{
    return taut_body_destroy(s->world, s->fold);
}

static taut_result try_gravity_scale(stage* s)
{
    return taut_body_set_gravity_scale(s->world, s->rope, 0.5f);
}

static taut_result try_drag(stage* s)
{
    return taut_body_set_drag(s->world, s->rope, 2.0f);
}

static taut_result try_frozen(stage* s)
{
    return taut_body_set_frozen(s->world, s->cloth, true);
}

static taut_result try_force(stage* s)
{
    const int path[] = {3, 4, 5, 6};
    taut_path_load load = {.particles = path, .count = 4, .position = 0.15f, .force = push};
    taut_result result = taut_body_load_path(s->world, s->rope, &load);
    return result == TAUT_OK ? taut_body_add_force(s->world, s->rope, 5, push) : result;
}

static taut_result try_impulse(stage* s)
{
    return taut_body_add_impulse(s->world, s->rope, 5, push);
}

static taut_result try_pin(stage* s)
{
    return taut_body_pin(s->world, s->rope, 5);
}

static taut_result try_unpin(stage* s)
{
    return taut_body_unpin(s->world, s->rope, 0);
}

static taut_result try_target(stage* s)
{
    return taut_body_set_target(s->world, s->rope, 0, push);
}

static taut_result try_grab(stage* s)
{
    return taut_body_grab(s->world, s->rope, 5);
}

static taut_result try_release(stage* s)
{
    (void)taut_body_grab(s->world, s->rope, 5);
    (void)taut_body_set_target(s->world, s->rope, 5, push);
    (void)taut_world_step(s->world, DT, 5, NULL);
    return taut_body_release(s->world, s->rope, 5, TAUT_RELEASE_THROW);
}

static taut_result try_wake(stage* s)
{
    return taut_body_wake(s->world, s->rope);
}

static taut_result try_mass(stage* s)
{
    return taut_body_set_mass(s->world, s->rope, 5, 3.0f);
}

static taut_result try_teleport(stage* s)
{
    taut_teleport to = taut_teleport_default();
    to.move = push;
    to.about = (taut_vec3){0.0f, 0.1f, 0.0f};
    to.turn = taut_quat_between((taut_vec3){1.0f, 0.0f, 0.0f}, push);
    to.motion = TAUT_TELEPORT_STOP;
    return taut_body_teleport(s->world, s->rope, &to);
}

static taut_result try_settle(stage* s)
{
    taut_settle_def def = taut_settle_def_default();
    def.most_steps = 5;
    (void)taut_body_settle(s->world, s->rope, &def, NULL);
    return taut_world_settle(s->world, &def, NULL);
}

static taut_result try_attach(stage* s)
{
    taut_attachment_def def = taut_attachment_def_default();
    def.body = s->rope;
    def.particle = 8;
    def.target = TAUT_ATTACH_SURFACE;
    def.other = s->cloth;
    def.triangle = 3;
    def.compliance = 1e-3f;
    taut_hit hit = {.kind = TAUT_HIT_COLLIDER,
                    .collider = s->ball,
                    .point = {0.1f, -0.02f, 0.1f},
                    .normal = {0.0f, 1.0f, 0.0f}};
    taut_result result = taut_attach_hit(s->world, &def, &hit, NULL);
    return result == TAUT_OK ? taut_attach(s->world, &def, NULL) : result;
}

static taut_result try_detach(stage* s)
{
    return taut_detach(s->world, s->place);
}

static taut_result try_attach_place(stage* s)
{
    return taut_attachment_set_place(s->world, s->place, push);
}

static taut_result try_attach_length(stage* s)
{
    return taut_attachment_set_length(s->world, s->tie, 0.1f);
}

static taut_result try_attach_draw(stage* s)
{
    return taut_attachment_set_draw(s->world, s->place, 0.5f, 0.25f);
}

static taut_result try_collider_create(stage* s)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = TAUT_SHAPE_BOX;
    def.half_size = (taut_vec3){0.2f, 0.1f, 0.2f};
    def.position = (taut_vec3){0.7f, -0.02f, 0.0f};
    taut_collider_id id;
    return taut_collider_create(s->world, &def, &id);
}

static taut_result try_collider_destroy(stage* s)
{
    return taut_collider_destroy(s->world, s->ball);
}

static taut_result try_collider_move(stage* s)
{
    return taut_collider_move(s->world, s->ball, (taut_vec3){0.1f, -0.05f, 0.12f},
                              taut_quat_identity());
}

static taut_result try_collider_teleport(stage* s)
{
    return taut_collider_teleport(s->world, s->ball, (taut_vec3){0.1f, -0.05f, 0.12f},
                                  taut_quat_identity());
}

static taut_result try_collider_surface(stage* s)
{
    return taut_collider_set_surface(s->world, s->ball, (taut_surface){3.0f, 4.0f, 0.9f});
}

static taut_result try_collider_filter(stage* s)
{
    return taut_collider_set_filter(s->world, s->ball, (taut_filter){0u, 0u});
}

static taut_result try_winds(stage* s)
{
    return taut_world_set_winds(s->world, NULL, 0);
}

static taut_result try_add_wind(stage* s)
{
    taut_wind_def wind = taut_wind_def_default(TAUT_WIND_VORTEX);
    wind.centre = push;
    return taut_world_add_wind(s->world, &wind, NULL);
}

static taut_result try_set_wind(stage* s)
{
    taut_wind_def wind = taut_wind_def_default(TAUT_WIND_TURBULENCE);
    wind.speed = 4.0f;
    return taut_world_set_wind(s->world, 0, &wind);
}

static taut_result try_air_density(stage* s)
{
    return taut_world_set_air_density(s->world, 3.0f);
}

static taut_result try_air(stage* s)
{
    taut_air_def def = taut_air_def_default();
    def.drag = 0.3f;
    def.rope_radius = 0.02f;
    return taut_body_set_air(s->world, s->cloth, &def);
}

static taut_result try_pressure(stage* s)
{
    return taut_body_set_pressure(s->world, s->balloon, 0, 200.0f);
}

static taut_result try_inflate(stage* s)
{
    return taut_body_inflate(s->world, s->balloon, 0, 0.01f);
}

static taut_result try_ambient(stage* s)
{
    return taut_body_set_ambient(s->world, s->balloon, 0, 9e4f);
}

static taut_result try_leak(stage* s)
{
    return taut_body_set_leak(s->world, s->balloon, 0, 1e-3f);
}

static taut_result try_rest(stage* s)
{
    return taut_body_set_rest(s->world, s->rope, 4, 0.15f);
}

static taut_result try_compliance(stage* s)
{
    return taut_body_set_compliance(s->world, s->rope, 4, 0.1f);
}

static taut_result try_limits(stage* s)
{
    return taut_body_set_limits(s->world, s->rope, 1, 1e-4f, 0.0f);
}

static taut_result try_break(stage* s)
{
    return taut_body_break(s->world, s->cloth, 12);
}

static taut_result try_cut(stage* s)
{
    taut_blade blade = {
        {0.07f, -1.0f, -1.0f}, {0.07f, -1.0f, 1.0f}, {0.07f, 1.0f, -1.0f}, {0.07f, 1.0f, 1.0f}};
    taut_cut cut;
    taut_result result = taut_world_cut(s->world, &blade, &cut);
    CHECK(cut.splits > 0 && cut.links > 0);
    return result;
}

// In a realm of its own it meets a ball there, and neither what is around it nor the other ball.
static taut_result try_realm(stage* s)
{
    taut_body_def def = taut_body_def_default();
    def.blueprint = s->more;
    def.offset = (taut_vec3){0.0f, 0.012f, 0.03f};
    def.velocity = push;
    def.realm = 7;
    def.collision.thickness = 0.011f;
    def.collision.self = def.collision.others = true;
    taut_body_id id;
    taut_result result = taut_body_create(s->world, &def, &id);
    taut_collider_def ball = taut_collider_def_default();
    ball.radius = 0.2f;
    ball.position = (taut_vec3){0.1f, -0.15f, 0.03f};
    ball.realm = 7;
    taut_collider_id made;
    result = result == TAUT_OK ? taut_collider_create(s->world, &ball, &made) : result;
    CHECK(taut_body_realm(s->world, id) == 7);
    return result;
}

static taut_result try_realm_cut(stage* s)
{
    taut_blade blade = {
        {0.07f, -1.0f, -1.0f}, {0.07f, -1.0f, 1.0f}, {0.07f, 1.0f, -1.0f}, {0.07f, 1.0f, 1.0f}};
    taut_cut cut;
    taut_result result = taut_world_realm_cut(s->world, 1, &blade, &cut);
    CHECK(result == TAUT_OK && cut.bodies == 0);  // nobody is there
    result = taut_world_realm_cut(s->world, 0, &blade, &cut);
    CHECK(cut.splits > 0 && cut.links > 0);
    return result;
}

// Turned and moved as well: it is what it does to the body that is recorded.
static taut_result try_winch(stage* s)
{
    taut_winch_def def = taut_winch_def_default();
    def.body = s->rope;
    def.particle_count = 11;
    def.taken = 0.15f;
    taut_winch winch;
    taut_result result = taut_winch_create(s->world, &def, &winch);
    for (int i = 0; i < 4 && result == TAUT_OK; ++i) {
        (void)taut_winch_move(s->world, &winch, (taut_vec3){0.0f, 0.01f * (float)i, 0.0f});
        result = taut_winch_turn(s->world, &winch, 2.0f, DT);
        (void)taut_world_step(s->world, DT, 5, NULL);
    }
    return result;
}

// Trying them -------------------------------------------------------------------------------------

typedef taut_result try_fn(stage* s);

typedef struct trial {
    const char* name;
    try_fn* call;
} trial;

// These alone change nothing that comes after.
static bool is_quiet(int op)
{
    return op == TAUT_CALL_END || op == TAUT_CALL_WAKE;
}

static const trial trials[TAUT_CALL_COUNT] = {[0] = {0},
#define TRIAL(upper, lower, layout) [TAUT_CALL_##upper] = {#lower, try_##lower},
                                              TAUT_CALL_LIST(TRIAL)
#undef TRIAL
};

static taut_recording_def recording_of(const stage* s, const taut_blueprint** list)
{
    *list = s->more;
    taut_recording_def def = taut_recording_def_default();
    def.blueprints = list;
    def.blueprint_count = 1;
    return def;
}

static int count_op(taut_bytes bytes, int op)
{
    const unsigned char* data = bytes.data;
    int count = 0;
    for (size_t at = TAUT_RECORD_HEAD; at < bytes.size; at += taut_call_size(data[at])) {
        count += data[at] == op;
    }
    return count;
}

static void check_replayed(taut_bytes bytes, uint64_t hash, const char* name)
{
    stage s = open_stage();
    const taut_blueprint* list[] = {s.more};
    taut_replay_def def = taut_replay_def_default();
    def.data = bytes.data;
    def.size = bytes.size;
    def.blueprints = list;
    def.blueprint_count = 1;
    taut_replay replay;
    taut_result result = taut_replay_open(&replay, s.world, &def);
    while (result == TAUT_OK && !replay.done) {
        result = taut_replay_step(&replay, NULL);
    }
    CHECK_MSG(result == TAUT_OK, "%s: %s", name, taut_world_last_error(s.world));
    CHECK_MSG(replay.first_different == 0, "%s: step %d is another", name,
              (int)replay.first_different);
    CHECK_MSG(taut_world_hash(s.world) == hash, "%s is another when replayed", name);
    close_stage(&s);
}

static void check_call(int op, uint64_t untouched)
{
    const trial* t = &trials[op];
    stage s = open_stage();
    const taut_blueprint* list = NULL;
    taut_recording_def def = recording_of(&s, &list);
    CHECK_EQ_INT(taut_recording_start(s.world, &def), TAUT_OK);
    CHECK_MSG(t->call(&s) == TAUT_OK, "%s: %s", t->name, taut_world_last_error(s.world));
    (void)step_frames(s.world, 4, DT, 5);
    uint64_t hash = taut_world_hash(s.world);
    CHECK_EQ_INT(taut_recording_stop(s.world), TAUT_OK);
    taut_bytes bytes = taut_recording_bytes(s.world);
    CHECK_MSG(count_op(bytes, op) > 0, "%s is not in the recording", t->name);
    CHECK_MSG(is_quiet(op) || hash != untouched, "%s changes nothing", t->name);
    check_replayed(bytes, hash, t->name);
    close_stage(&s);
}

TEST(every_call_is_recorded_and_done_again)
{
    stage s = open_stage();
    CHECK(taut_body_valid(s.world, s.rope) && taut_body_valid(s.world, s.balloon));
    CHECK(taut_body_valid(s.world, s.cloth) && taut_body_valid(s.world, s.fold));
    (void)step_frames(s.world, 4, DT, 5);
    uint64_t untouched = taut_world_hash(s.world);
    close_stage(&s);
    for (int op = 1; op < TAUT_CALL_COUNT; ++op) {
        check_call(op, untouched);
    }
}

// Without a recording, too: a device that has gone on with its bodies asks nothing but this
// (cuda/device_open.c).
TEST(every_call_that_changes_something_is_counted)
{
    for (int op = 1; op < TAUT_CALL_COUNT; ++op) {
        bool time = op == TAUT_CALL_STEP || op == TAUT_CALL_CLOCK || op == TAUT_CALL_END;
        stage s = open_stage();
        uint64_t before = s.world->changes;
        CHECK(trials[op].call(&s) == TAUT_OK);
        CHECK_MSG(time || s.world->changes > before, "%s is not counted", trials[op].name);
        close_stage(&s);
    }
}
