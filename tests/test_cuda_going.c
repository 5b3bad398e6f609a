// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that go on as they went on a device, the host in its place: nothing is written or sent for
// them. Whatever changes, of one of them or of the world, is felt in the very next step.

#include "cuda/device.h"
#include "support.h"
#include "taut/taut_debug.h"
#include "test.h"

// Of src/cuda/driver_host.cpp.
extern int taut_driver_host_held, taut_driver_host_sends, taut_driver_host_fetches;
extern int taut_driver_host_launches, taut_driver_host_refusals, taut_driver_host_willing;
extern bool taut_driver_host_spoils;
extern size_t taut_driver_host_sent;

#define DT (1.0f / 60.0f)
enum { KINDS = 3, BODIES = 7 };

// A sheet, one of several parts, and a cloth that is damped.
static taut_blueprint* bake(int kind)
{
    static const int sizes[KINDS] = {7, 72, 9};
    taut_builder* builder = NULL;
    taut_blueprint* blueprint = NULL;
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = sizes[kind];
    cloth.tethers.enabled = false;
    cloth.rigid = kind != 2;
    cloth.material.damping_rate = kind == 2 ? 0.5f : 0.0f;
    CHECK(taut_builder_create(NULL, &builder, NULL) == TAUT_OK);
    CHECK(taut_make_cloth(builder, &cloth, NULL) == TAUT_OK);
    CHECK(taut_builder_pin(builder, 0) == TAUT_OK);
    CHECK(taut_builder_bake(builder, &blueprint) == TAUT_OK);
    taut_builder_destroy(builder);
    return blueprint;
}

// One of two worlds that go the same way.
typedef struct side {
    taut_world* world;
    taut_blueprint* prints[KINDS];
    taut_body_id ids[BODIES];
    taut_body_id more;
    taut_collider_id ball;
    taut_snapshot* kept;
    taut_body_id kept_ids[BODIES];
    int substeps;
    float dt;
} side;

static taut_body_id make_body(const side* s, int number)
{
    taut_body_id id = {0};
    taut_body_def def = taut_body_def_default();
    def.blueprint = s->prints[number % KINDS];
    def.offset = (taut_vec3){0.0f, 0.0f, 3.0f * (float)number};
    CHECK(taut_body_create(s->world, &def, &id) == TAUT_OK);
    return id;
}

static side open_side(taut_backend_kind backend)
{
    side s = {.substeps = 3, .dt = DT};
    taut_world_def def = taut_world_def_default();
    def.backend = backend;
    def.solver.direct = false;
    def.max_speed = 1.5f;  // so that there is something to count
    CHECK(taut_world_create(&def, &s.world, NULL) == TAUT_OK);
    for (int k = 0; k < KINDS; ++k) {
        s.prints[k] = bake(k);
    }
    for (int i = 0; i < BODIES; ++i) {
        s.ids[i] = make_body(&s, i);
    }
    return s;
}

static void close_side(side* s)
{
    taut_snapshot_release(s->kept);
    taut_world_destroy(s->world);
    for (int k = 0; k < KINDS; ++k) {
        taut_blueprint_release(s->prints[k]);
    }
}

static taut_step_report step(const side* s)
{
    taut_step_report report = {0};
    CHECK(taut_world_step(s->world, s->dt, s->substeps, &report) == TAUT_OK);
    return report;
}

// Bodies that went on in the last step.
static int going(const side* s)
{
    int count = 0;
    for (int i = 0; i < s->world->slot_count; ++i) {
        const taut_body* b = s->world->slots[i].body;
        count += b != NULL && b->device != NULL && b->away && b->device->going;
    }
    return count;
}

// Changes -----------------------------------------------------------------------------------------

static void aim(side* s)
{
    CHECK(taut_body_set_target(s->world, s->ids[0], 0, (taut_vec3){0.1f, 0.1f, 0.0f}) == TAUT_OK);
}

static void push(side* s)
{
    CHECK(taut_body_add_force(s->world, s->ids[1], 9, (taut_vec3){1.0f, 0.0f, 2.0f}) == TAUT_OK);
}

static void lighten(side* s)
{
    CHECK(taut_body_set_gravity_scale(s->world, s->ids[2], 0.25f) == TAUT_OK);
}

static void slow_down(side* s)
{
    CHECK(taut_body_set_drag(s->world, s->ids[3], 2.0f) == TAUT_OK);
}

static void weigh(side* s)
{
    CHECK(taut_body_set_mass(s->world, s->ids[4], 11, 0.5f) == TAUT_OK);
}

static void let_go(side* s)
{
    CHECK(taut_body_unpin(s->world, s->ids[5], 0) == TAUT_OK);
}

static void freeze(side* s)
{
    CHECK(taut_body_set_frozen(s->world, s->ids[6], true) == TAUT_OK);
}

static void thaw(side* s)
{
    CHECK(taut_body_set_frozen(s->world, s->ids[6], false) == TAUT_OK);
}

static void carry(side* s)
{
    taut_teleport to = taut_teleport_default();
    to.move = (taut_vec3){0.0f, 1.0f, 0.0f};
    CHECK(taut_body_teleport(s->world, s->ids[0], &to) == TAUT_OK);
}

static void swap(side* s)
{
    CHECK(taut_body_destroy(s->world, s->ids[1]) == TAUT_OK);
    CHECK(taut_body_destroy(s->world, s->ids[3]) == TAUT_OK);
    s->ids[3] = make_body(s, 2);
    s->ids[1] = make_body(s, 0);
}

static void add(side* s)
{
    s->more = make_body(s, 8);
}

static void take_away(side* s)
{
    CHECK(taut_body_destroy(s->world, s->more) == TAUT_OK);
}

static void put_ball(side* s)
{
    taut_collider_def def = taut_collider_def_default();
    def.position = (taut_vec3){0.1f, -0.3f, 0.1f};
    def.radius = 0.2f;
    CHECK(taut_collider_create(s->world, &def, &s->ball) == TAUT_OK);
}

static void roll(side* s)
{
    taut_quat turn = {0.0f, 0.0f, 0.0f, 1.0f};
    taut_vec3 to = {0.15f, -0.25f, 0.1f};
    CHECK(taut_collider_move(s->world, s->ball, to, turn) == TAUT_OK);
}

static void drop_ball(side* s)
{
    CHECK(taut_collider_destroy(s->world, s->ball) == TAUT_OK);
}

static void blow(side* s)
{
    taut_wind_def wind = taut_wind_def_default((taut_wind_kind)0);
    wind.velocity = (taut_vec3){2.0f, 0.0f, 1.0f};
    CHECK(taut_world_set_winds(s->world, &wind, 1) == TAUT_OK);
}

static void calm(side* s)
{
    CHECK(taut_world_set_winds(s->world, NULL, 0) == TAUT_OK);
}

static void tilt(side* s)
{
    CHECK(taut_world_set_gravity(s->world, (taut_vec3){1.0f, -7.0f, 2.0f}) == TAUT_OK);
}

static void shift(side* s)
{
    CHECK(taut_world_shift_origin(s->world, (taut_vec3){1.0f, 0.0f, 0.5f}) == TAUT_OK);
}

static void keep(side* s)
{
    CHECK(taut_snapshot_take(s->world, &s->kept) == TAUT_OK);
    memcpy(s->kept_ids, s->ids, sizeof s->ids);
}

static void go_back(side* s)
{
    CHECK(taut_snapshot_restore(s->world, s->kept) == TAUT_OK);
    memcpy(s->ids, s->kept_ids, sizeof s->ids);
}

static void step_finer(side* s)
{
    s->substeps = 5;
}

static void step_shorter(side* s)
{
    s->dt = 0.5f * DT;
}

static void break_link(side* s)
{
    (void)taut_body_break(s->world, s->ids[2], 5);
}

static void hear(void* context, const taut_watched* what)
{
    (void)what;
    *(int*)context += 1;
}

static int heard;

static void watch(side* s)
{
    CHECK(taut_world_watch(s->world, s->ids[4], hear, &heard) == TAUT_OK);
}

static void look_away(side* s)
{
    CHECK(taut_world_watch(s->world, s->ids[4], NULL, NULL) == TAUT_OK);
}

static void read(side* s)
{
    CHECK(taut_body_prefetch(s->world, s->ids[0]) == TAUT_OK);
    CHECK(finite_vec3(taut_vec3_at(taut_body_positions(s->world, s->ids[0]), 5)));
    CHECK(finite_vec3(taut_vec3_at(taut_body_velocities(s->world, s->ids[1]), 5)));
}

// What is done before a step, and how many bodies still go on in it: -1 where the host may have to
// look at them all.
static const struct {
    void (*make)(side* s);
    int going;
} changes[] = {
    {read, BODIES},    {aim, BODIES - 1},   {push, BODIES - 1},  {lighten, BODIES - 1},
    {slow_down, -1},   {weigh, BODIES - 1}, {let_go, -1},        {keep, -1},
    {freeze, -1},      {thaw, BODIES - 1},  {carry, BODIES - 1}, {swap, -1},
    {add, -1},         {take_away, BODIES}, {put_ball, -1},      {roll, BODIES},
    {drop_ball, 0},    {blow, 0},           {calm, 0},           {tilt, BODIES},
    {blow, 0},         {calm, 0},           {shift, -1},         {step_finer, 0},
    {step_shorter, 0}, {go_back, -1},       {break_link, -1},    {watch, 0},
    {look_away, -1},   {read, -1},
};
enum { CHANGES = sizeof changes / sizeof changes[0] };

static void check_alike(const side* host, const side* device, int change, int frame)
{
    taut_step_report a = step(host), b = step(device);
    CHECK_MSG(a.trouble == b.trouble && a.clamped_count == b.clamped_count &&
                  a.contact_count == b.contact_count && a.frozen_count == b.frozen_count,
              "change %d, frame %d", change, frame);
}

// All of them in turn, with so many steps after each.
static void go_through(int steps, bool spoils)
{
    side host = open_side(TAUT_BACKEND_SCALAR), device = open_side(TAUT_BACKEND_CUDA);
    taut_driver_host_spoils = spoils;
    for (int i = 0; i < CHANGES; ++i) {
        for (int frame = 0; frame < steps; ++frame) {
            check_alike(&host, &device, i, frame);
        }
        bool windy = changes[i].make == calm;
        CHECK_MSG(steps < 4 || i > 25 || windy || going(&device) >= BODIES - 1, "before change %d",
                  i);
        changes[i].make(&host);
        changes[i].make(&device);
        check_alike(&host, &device, i, steps);
        CHECK_MSG(steps < 4 || changes[i].going < 0 || going(&device) == changes[i].going,
                  "after change %d %d bodies go on", i, going(&device));
        CHECK_MSG(taut_world_hash(host.world) == taut_world_hash(device.world), "change %d", i);
    }
    taut_driver_host_spoils = false;
    close_side(&host);
    close_side(&device);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

TEST(whatever_changes_is_felt_in_the_next_step)
{
    go_through(4, false);
    go_through(4, true);
    go_through(1, true);
    go_through(2, false);
}

// Calls that are turned down, or done and undone: nobody counts them, but they may have taken
// something of a body home.

static void release_nothing(side* s)
{
    CHECK(taut_body_release(s->world, s->ids[1], 5, TAUT_RELEASE_DROP) != TAUT_OK);
}

static void carry_nowhere(side* s)
{
    taut_teleport to = taut_teleport_default();
    to.move.x = NAN;
    CHECK(taut_body_teleport(s->world, s->ids[1], &to) != TAUT_OK);
}

static void watch_and_stop(side* s)
{
    CHECK(taut_world_watch(s->world, s->ids[1], hear, &heard) == TAUT_OK);
    CHECK(taut_world_watch(s->world, s->ids[1], NULL, NULL) == TAUT_OK);
}

static void push_by_nan(side* s)
{
    taut_vec3 nan = {NAN, 0.0f, 0.0f};
    CHECK(taut_body_add_impulse(s->world, s->ids[1], 9, nan) != TAUT_OK);
}

static void attach_to_nothing(side* s)
{
    taut_attachment_def def = taut_attachment_def_default();
    def.body = s->ids[1];
    def.particle = 3;
    def.target = TAUT_ATTACH_COLLIDER;
    taut_attachment_id id;
    CHECK(taut_attach(s->world, &def, &id) != TAUT_OK);
}

static void weigh_nothing(side* s)
{
    CHECK(taut_body_set_mass(s->world, s->ids[1], 9, -1.0f) != TAUT_OK);
}

TEST(a_call_that_is_turned_down_changes_no_bit)
{
    static void (*const calls[])(side*) = {release_nothing, carry_nowhere,     watch_and_stop,
                                           push_by_nan,     attach_to_nothing, weigh_nothing};
    for (int i = 0; i < (int)(sizeof calls / sizeof calls[0]); ++i) {
        side host = open_side(TAUT_BACKEND_SCALAR), device = open_side(TAUT_BACKEND_CUDA);
        for (int frame = 0; frame < 10; ++frame) {
            if (frame == 5) {
                calls[i](&host);
                calls[i](&device);
            }
            check_alike(&host, &device, i, frame);
            CHECK_MSG(frame < 5 || taut_world_hash(host.world) == taut_world_hash(device.world),
                      "call %d, frame %d", i, frame);
        }
        close_side(&host);
        close_side(&device);
    }
}

// Cost --------------------------------------------------------------------------------------------

TEST(a_step_of_bodies_that_go_on_sends_no_more_than_of_one)
{
    side device = open_side(TAUT_BACKEND_CUDA);
    for (int i = 0; i < 3; ++i) {
        (void)step(&device);
    }
    size_t before = taut_driver_host_sent;
    (void)step(&device);
    CHECK_EQ_INT(going(&device), BODIES);
    CHECK(taut_driver_host_sent - before < sizeof(taut_cuda_turn));
    aim(&device);
    before = taut_driver_host_sent;
    (void)step(&device);
    CHECK(taut_driver_host_sent - before < 2 * sizeof(taut_cuda_turn));
    close_side(&device);
}

// Failures ----------------------------------------------------------------------------------------

// In a step that all would have gone on in.
typedef struct failure {
    int sends, launches, willing, refusals;
} failure;

static uint64_t fail_in_fifth(taut_backend_kind backend, failure f, bool aims)
{
    side s = open_side(backend);
    for (int i = 0; i < 9; ++i) {
        bool fails = i == 5 && backend == TAUT_BACKEND_CUDA;
        taut_driver_host_spoils = true;
        if (i == 5 && aims) {
            aim(&s);
        }
        taut_driver_host_sends = fails ? f.sends : taut_driver_host_sends;
        taut_driver_host_launches = fails ? f.launches : taut_driver_host_launches;
        taut_driver_host_willing = fails ? f.willing : 0;
        taut_driver_host_refusals = fails ? f.refusals : 0;
        CHECK_EQ_INT((int)(step(&s).trouble & ~(uint32_t)TAUT_STEP_SPEED_CLAMPED), 0);
        CHECK(backend != TAUT_BACKEND_CUDA || i != 4 || going(&s) == BODIES);
    }
    uint64_t hash = taut_world_hash(s.world);
    bool lost = backend == TAUT_BACKEND_CUDA && s.world->device->lost;
    CHECK(lost == (backend == TAUT_BACKEND_CUDA && (f.sends >= 0 || f.launches >= 0)));
    taut_driver_host_sends = taut_driver_host_launches = -1;
    taut_driver_host_spoils = false;
    close_side(&s);
    return hash;
}

TEST(a_device_that_fails_while_bodies_go_on_changes_no_bit)
{
    static const failure failures[] = {
        {0, -1, 0, 0}, {-1, 0, 0, 0}, {-1, -1, 0, 1}, {-1, -1, 1, 1}, {-1, -1, 0, 2},
    };
    for (int aims = 0; aims < 2; ++aims) {
        uint64_t host = fail_in_fifth(TAUT_BACKEND_SCALAR, failures[0], aims != 0);
        for (size_t i = 0; i < sizeof failures / sizeof failures[0]; ++i) {
            CHECK_MSG(fail_in_fifth(TAUT_BACKEND_CUDA, failures[i], aims != 0) == host,
                      "failure %zu", i);
        }
    }
}

TEST(bodies_that_went_on_and_are_lost_are_all_reported)
{
    side s = open_side(TAUT_BACKEND_CUDA);
    for (int i = 0; i < 5; ++i) {
        (void)step(&s);
    }
    CHECK_EQ_INT(going(&s), BODIES);
    taut_driver_host_fetches = 0;
    taut_step_report report = step(&s);
    taut_driver_host_fetches = -1;
    CHECK((report.trouble & TAUT_STEP_DEVICE_LOST) != 0);
    CHECK_EQ_INT(report.frozen_count, BODIES);
    CHECK_EQ_INT(step(&s).frozen_count, 0);
    close_side(&s);
}

// One that is lost between steps is reported in the next, though the others went on.
TEST(a_body_that_is_lost_between_steps_is_reported)
{
    side s = open_side(TAUT_BACKEND_CUDA);
    for (int i = 0; i < 5; ++i) {
        (void)step(&s);
    }
    taut_driver_host_fetches = 0;
    (void)taut_body_positions(s.world, s.ids[2]);
    taut_driver_host_fetches = -1;
    taut_step_report report = step(&s);
    CHECK((report.trouble & TAUT_STEP_DEVICE_LOST) != 0);
    CHECK(report.frozen_count >= 1);
    CHECK(taut_body_frozen(s.world, s.ids[2]));
    close_side(&s);
}

// Gravity is the world's: no turn is written for it.
TEST(bodies_that_blow_up_while_they_go_on_go_back)
{
    uint64_t hash[2];
    int frozen[2];
    for (int i = 0; i < 2; ++i) {
        side s = open_side(i == 0 ? TAUT_BACKEND_SCALAR : TAUT_BACKEND_CUDA);
        CHECK(taut_world_set_gravity(s.world, (taut_vec3){0.0f, -1e-6f, 0.0f}) == TAUT_OK);
        for (int k = 0; k < BODIES; ++k) {
            CHECK(taut_body_set_gravity_scale(s.world, s.ids[k], 1e6f) == TAUT_OK);
        }
        for (int frame = 0; frame < 5; ++frame) {
            (void)step(&s);
        }
        CHECK(taut_world_set_gravity(s.world, (taut_vec3){0.0f, -3e38f, 0.0f}) == TAUT_OK);
        taut_step_report report = step(&s);
        frozen[i] = report.frozen_count;
        CHECK(i == 0 || going(&s) == BODIES);
        hash[i] = taut_world_hash(s.world);
        close_side(&s);
    }
    CHECK_EQ_INT(frozen[0], BODIES);
    CHECK_EQ_INT(frozen[1], BODIES);
    CHECK(hash[0] == hash[1]);
}
