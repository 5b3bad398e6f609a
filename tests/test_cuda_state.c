// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies whose state is on a device, the host in its place (or a GPU, `make test-cuda`): whatever
// calls come between steps, they see and leave behind what they would in a world without one.
// Meanwhile the host's copies of what the device has are spoilt, so that a call which looks at one
// without asking for it shows.

#include "cuda/device.h"
#include "cuda_prints.h"
#include "taut/taut_debug.h"
#include "test.h"

#include <inttypes.h>
#include <stdio.h>

#ifdef TEST_ON_GPU
static int taut_driver_host_held;
static bool taut_driver_host_spoils;  // which a GPU does not do
#else
// Of src/cuda/driver_host.cpp.
extern int taut_driver_host_held;
extern bool taut_driver_host_spoils;
#endif

#define DT (1.0f / 60.0f)

TEST(tangles_have_the_bits_of_the_cpu)
{
    taut_driver_host_spoils = true;
    for (int number = 0; number < 8 * TANGLE_WAYS; ++number) {
        bool large = number % 4 == 3;
        tangle t = tangle_of(number, large ? 40 : 9, large ? 42 : 8);
        taut_world_def def = tangle_world_def(&t);
        def.backend = TAUT_BACKEND_SCALAR;
        tangle_end host = tangle_run(&t, &def, 5);
        def.backend = TAUT_BACKEND_CUDA;
        tangle_end device = tangle_run(&t, &def, 5);
        CHECK_MSG(host.hash == device.hash && host.read == device.read && host.hash != 0,
                  "number %d", number);
        CHECK_EQ_INT((int)host.trouble, (int)device.trouble);
    }
    taut_driver_host_spoils = false;
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

// Walks -------------------------------------------------------------------------------------------

enum { BODIES = 8, BALLOON = 4, TORN = 7, TIES = 5 };

// One of two worlds that go the same way.
typedef struct side {
    taut_world* world;
    taut_blueprint* const* prints;  // by body
    taut_body_id ids[BODIES];
    taut_snapshot* kept;
    taut_collider_id ball;
    taut_attachment_id ties[TIES];
    uint64_t seen;  // digest of all that calls have said
    bool touches;   // bodies do
    int realms;     // that bodies are in, by turns; 0: in that of all
} side;

static void see_float(side* s, float a)
{
    digest_float(&s->seen, a);
}

static void see_int(side* s, int a)
{
    s->seen = (s->seen ^ (uint32_t)a) * UINT64_C(1099511628211);
}

static void see_view(side* s, taut_vec3_view view)
{
    see_int(s, view.count);
    for (int i = 0; i < view.count; ++i) {
        digest_vec3(&s->seen, taut_vec3_at(view, i));
    }
}

static taut_body_id some_body(const side* s, taut_test_random* r)
{
    return s->ids[random_below(r, BODIES)];
}

static int some_particle(const side* s, taut_body_id id, taut_test_random* r)
{
    int count = taut_blueprint_get_stats(taut_body_blueprint(s->world, id)).particles;
    return random_below(r, count > 0 ? count : 1);
}

static taut_vec3 some_vector(taut_test_random* r, float size)
{
    float x = random_between(r, -size, size), y = random_between(r, -size, size);
    return (taut_vec3){x, y, random_between(r, -size, size)};
}

static void make_body(side* s, int k)
{
    taut_body_def def = taut_body_def_default();
    def.blueprint = s->prints[k];
    def.offset = (taut_vec3){0.0f, 0.0f, (s->touches ? 0.15f : 3.0f) * (float)k};
    def.drag = 0.05f;
    def.collision.self = def.collision.others = s->touches;
    def.collision.thickness = 0.02f;
    def.realm = s->realms > 0 ? (uint32_t)(k % s->realms) : 0;
    if (k == TORN) {
        def.tear = (taut_tear_def){.spare_particles = 20, .strength = 5.0f, .most_breaks = 3};
    }
    see_int(s, (int)taut_body_create(s->world, &def, &s->ids[k]));
}

static void step_once(side* s, taut_test_random* r)
{
    taut_step_report report = {0};
    int substeps = s->world->def.sleep.enabled ? 2 : 1 + random_below(r, 4);  // some are all alike
    see_int(s, (int)taut_world_step(s->world, DT, substeps, &report));
    see_int(s, (int)report.trouble);
    see_int(s, (int)report.clamped_count);
    see_int(s, report.frozen_count);
    see_int(s, taut_world_events(s->world).count);
}

static void advance_some(side* s, taut_test_random* r)
{
    taut_step_report report = {0};
    see_int(s, (int)taut_world_advance(s->world, (double)random_between(r, 0.0f, 0.05f), &report));
    see_int(s, report.steps);
}

static void see_positions(side* s, taut_test_random* r)
{
    see_view(s, taut_body_positions(s->world, some_body(s, r)));
}

static void see_velocities(side* s, taut_test_random* r)
{
    see_view(s, taut_body_velocities(s->world, some_body(s, r)));
}

static void see_normals(side* s, taut_test_random* r)
{
    see_view(s, taut_body_normals(s->world, some_body(s, r)));
}

static void see_between(side* s, taut_test_random* r)
{
    static taut_vec3 out[4096];
    taut_body_id id = some_body(s, r);
    int count = taut_blueprint_get_stats(taut_body_blueprint(s->world, id)).particles;
    see_int(s, (int)taut_body_interpolate(s->world, id, random_between(r, 0.0f, 1.0f), out, 4096));
    for (int i = 0; i < count; ++i) {
        digest_vec3(&s->seen, out[i]);
    }
}

static void see_all(side* s, taut_test_random* r)
{
    digest_body(&s->seen, s->world, some_body(s, r));
}

static void see_forces(side* s, taut_test_random* r)
{
    float out[8] = {0};
    see_int(s, (int)taut_body_forces(s->world, some_body(s, r), random_below(r, 40), 8, out));
    for (int i = 0; i < 8; ++i) {
        see_float(s, out[i]);
    }
}

static void see_hash(side* s, taut_test_random* r)
{
    (void)r;
    s->seen ^= taut_world_hash(s->world);
}

static void see_pick(side* s, taut_test_random* r)
{
    taut_pick pick = {0};
    taut_vec3 from = some_vector(r, 3.0f);
    (void)taut_world_pick(s->world, from, some_vector(r, 1.0f), 0.3f, &pick);
    see_int(s, pick.particle);
    see_float(s, pick.distance);
}

static void see_hits(side* s, taut_test_random* r)
{
    taut_hit items[4];
    taut_hits hits = {.items = items, .capacity = 4};
    taut_query_def def = taut_query_def_default();
    def.kinds = UINT32_MAX >> (32 - TAUT_HIT_KIND_COUNT);
    (void)taut_world_overlap_sphere(s->world, &def, some_vector(r, 1.0f), 1.0f, &hits);
    see_int(s, hits.found);
    for (int i = 0; i < hits.count; ++i) {
        see_float(s, items[i].distance);
    }
}

static void hold(side* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    int particle = some_particle(s, id, r);
    int way = random_below(r, 4);
    taut_result result =
        way == 0   ? taut_body_pin(s->world, id, particle)
        : way == 1 ? taut_body_unpin(s->world, id, particle)
        : way == 2 ? taut_body_grab(s->world, id, particle)
                   : taut_body_release(s->world, id, particle, (taut_release)random_below(r, 2));
    see_int(s, (int)result);
    see_int(s, taut_body_pinned(s->world, id, particle));
}

// Where particle 0, or one near it, is held.
static void aim(side* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    int particle = random_below(r, 3);
    see_int(s, (int)taut_body_pin(s->world, id, particle));
    see_int(s, (int)taut_body_set_target(s->world, id, particle, some_vector(r, 1.0f)));
}

static void let_go(side* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    int particle = random_below(r, 3);
    (void)taut_body_grab(s->world, id, particle + 3);
    (void)taut_body_set_target(s->world, id, particle + 3, some_vector(r, 1.0f));
    see_int(s, (int)taut_body_release(s->world, id, particle + 3, TAUT_RELEASE_THROW));
    see_int(s, (int)taut_body_unpin(s->world, id, particle));
}

static void push(side* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    int particle = some_particle(s, id, r);
    see_int(s, (int)taut_body_add_force(s->world, id, particle, some_vector(r, 20.0f)));
    see_int(s, (int)taut_body_add_impulse(s->world, id, particle, some_vector(r, 0.1f)));
}

static void weigh(side* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    int particle = some_particle(s, id, r);
    see_int(s, (int)taut_body_set_mass(s->world, id, particle, random_between(r, 0.01f, 0.1f)));
    see_float(s, taut_body_mass(s->world, id, particle));
}

// More of them than are kept apart.
static void weigh_many(side* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    for (int i = 0; i < 80; ++i) {
        (void)taut_body_set_mass(s->world, id, some_particle(s, id, r), 0.05f);
    }
}

static void set_up(side* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    see_int(s, (int)taut_body_set_drag(s->world, id, random_between(r, 0.0f, 1.0f)));
    see_int(s, (int)taut_body_set_gravity_scale(s->world, id, random_between(r, 0.5f, 1.0f)));
    see_int(s, (int)taut_world_set_gravity(s->world, some_vector(r, 9.0f)));
}

static void freeze(side* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    see_int(s, (int)taut_body_set_frozen(s->world, id, random_below(r, 3) == 0));
    (void)taut_body_wake(s->world, id);
    see_int(s, taut_body_asleep(s->world, id));
}

static void move_body(side* s, taut_test_random* r)
{
    taut_teleport to = taut_teleport_default();
    to.move = some_vector(r, 0.5f);
    to.turn = (taut_quat){0.1f, 0.2f, -0.1f, 1.0f};
    to.motion = (taut_teleport_motion)random_below(r, TAUT_TELEPORT_MOTION_COUNT);
    see_int(s, (int)taut_body_teleport(s->world, some_body(s, r), &to));
}

static void shift(side* s, taut_test_random* r)
{
    see_int(s, (int)taut_world_shift_origin(s->world, some_vector(r, 2.0f)));
}

static void keep(side* s, taut_test_random* r)
{
    (void)r;
    taut_snapshot_release(s->kept);
    see_int(s, (int)taut_snapshot_take(s->world, &s->kept));
}

static void go_back(side* s, taut_test_random* r)
{
    (void)r;
    if (s->kept != NULL) {
        see_int(s, (int)taut_snapshot_restore(s->world, s->kept));
    }
}

static void make_anew(side* s, taut_test_random* r)
{
    int k = random_below(r, BODIES);
    see_int(s, (int)taut_body_destroy(s->world, s->ids[k]));
    make_body(s, k);
}

static void come_to_rest(side* s, taut_test_random* r)
{
    taut_settle_def def = taut_settle_def_default();
    def.most_steps = 1 + random_below(r, 3);
    taut_settled settled = {0};
    (void)(random_below(r, 2) == 0 ? taut_world_settle(s->world, &def, &settled)
                                   : taut_body_settle(s->world, some_body(s, r), &def, &settled));
    see_float(s, settled.unrest);
}

static void cut(side* s, taut_test_random* r)
{
    taut_vec3 a = some_vector(r, 0.5f), b = some_vector(r, 0.5f);
    taut_blade blade = {a, {a.x + 0.2f, a.y, a.z}, b, {b.x + 0.2f, b.y, b.z}};
    taut_cut done = {0};
    see_int(s, (int)taut_world_cut(s->world, &blade, &done));
    see_int(s, done.links);
}

static void change_rest(side* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    see_int(s, (int)taut_body_set_rest(s->world, id, random_below(r, 30), 0.03f));
    see_int(s, (int)taut_body_break(s->world, id, random_below(r, 30)));
}

static void limit(side* s, taut_test_random* r)
{
    taut_body_id id = random_below(r, 2) == 0 ? s->ids[TORN] : some_body(s, r);
    float strength = random_between(r, 0.5f, 20.0f);
    see_int(s, (int)taut_body_set_limits(s->world, id, random_below(r, 30), strength, 0.0f));
    see_int(s, (int)taut_body_set_compliance(s->world, id, random_below(r, 30), 1e-5f));
    see_int(s, taut_body_triangles(s->world, id).count);
}

static void put_ball(side* s, taut_test_random* r)
{
    if (taut_collider_valid(s->world, s->ball)) {
        see_int(s, (int)taut_collider_destroy(s->world, s->ball));
        return;
    }
    taut_collider_def def = taut_collider_def_default();
    def.position = some_vector(r, 1.0f);
    def.radius = 0.2f;
    see_int(s, (int)taut_collider_create(s->world, &def, &s->ball));
}

static void tie(side* s, taut_test_random* r)
{
    taut_attachment_id* id = &s->ties[random_below(r, TIES)];
    if (taut_attachment_valid(s->world, *id)) {
        see_int(s, (int)taut_detach(s->world, *id));
        return;
    }
    taut_attachment_def def = taut_attachment_def_default();
    def.body = some_body(s, r);
    def.particle = some_particle(s, def.body, r);
    def.target = (taut_attach_target)random_below(r, TAUT_ATTACH_COUNT);
    def.other = some_body(s, r);
    def.other_particle = some_particle(s, def.other, r);
    def.link_particle = (def.other_particle + 1) % 9;
    def.triangle = random_below(r, 20);
    def.collider = s->ball;
    def.place = some_vector(r, 0.5f);
    def.length = random_below(r, 3) == 0 ? 0.0f : random_between(r, 0.05f, 1.0f);
    def.strength = random_below(r, 3) == 0 ? 50.0f : INFINITY;
    see_int(s, (int)taut_attach(s->world, &def, id));
}

static void blow(side* s, taut_test_random* r)
{
    taut_wind_def winds[3];
    int count = random_below(r, 4);
    for (int i = 0; i < count; ++i) {
        winds[i] = taut_wind_def_default((taut_wind_kind)random_below(r, TAUT_WIND_KIND_COUNT));
        winds[i].velocity = some_vector(r, 3.0f);
    }
    see_int(s, (int)taut_world_set_winds(s->world, winds, count));
    see_int(s, (int)taut_world_set_air_density(s->world, random_between(r, 0.5f, 2.0f)));
}

static void feel(side* s, taut_test_random* r)
{
    taut_air_def def = taut_air_def_default();
    def.drag = random_between(r, 0.0f, 2.0f);
    def.rope_radius = random_below(r, 2) == 0 ? 0.0f : 0.01f;
    def.enabled = random_below(r, 4) != 0;
    see_int(s, (int)taut_body_set_air(s->world, some_body(s, r), &def));
    see_float(s, taut_world_wind_at(s->world, some_vector(r, 1.0f)).x);
}

static void pump(side* s, taut_test_random* r)
{
    taut_body_id id = s->ids[BALLOON];
    int way = random_below(r, 5);
    taut_result result =
        way == 0   ? taut_body_set_pressure(s->world, id, 0, random_between(r, 0.0f, 500.0f))
        : way == 1 ? taut_body_inflate(s->world, id, 0, random_between(r, -0.001f, 0.002f))
        : way == 2 ? taut_body_set_ambient(s->world, id, 0, random_between(r, 9e4f, 1e5f))
        : way == 3 ? taut_body_set_leak(s->world, id, 0, random_between(r, 0.0f, 1e-4f))
                   : TAUT_OK;
    see_int(s, (int)result);
    taut_gas_state state = {0};
    see_int(s, (int)taut_body_gas(s->world, id, way == 4 ? 1 : 0, &state));
    see_float(s, (float)state.applied);
    see_float(s, (float)state.gauge);
}

static void look_ahead(side* s, taut_test_random* r)
{
    taut_substeps_found found = {0};
    (void)r;
    see_int(s, (int)taut_world_find_substeps(s->world, 2, 0.02f, 8, &found));
    see_int(s, found.substeps);
}

static void hear_of(void* context, const taut_watched* what)
{
    side* s = context;
    see_int(s, what->constraint);
    see_float(s, what->value_after);
}

// A body that is watched goes on the host, for a step or some.
static void watch(side* s, taut_test_random* r)
{
    bool ends = random_below(r, 2) == 0;
    see_int(s,
            (int)taut_world_watch(s->world, s->ids[random_below(r, 2)], ends ? NULL : hear_of, s));
    see_int(s, taut_world_contact_points(s->world, NULL, 0));
}

// Does nothing in a world without a device.
static void fetch_early(side* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    see_int(s, (int)taut_body_prefetch(s->world, id));
    if (random_below(r, 2) == 0) {
        see_view(s, taut_body_positions(s->world, id));
    }
}

// Of any bodies, on the device or not, one of them twice maybe.
static void gather_some(side* s, taut_test_random* r)
{
    enum { SPANS = 5, MOST = 12 };
    taut_span spans[SPANS];
    taut_vec3 x[SPANS * MOST], v[SPANS * MOST];
    int total = 0;
    for (int i = 0; i < SPANS; ++i) {
        taut_body_id id = some_body(s, r);
        int first = some_particle(s, id, r);
        int last = some_particle(s, id, r);
        int count = last < first ? 0 : last - first < MOST ? last - first + 1 : MOST;
        spans[i] = (taut_span){id, first, count};
        total += count;
    }
    bool both = random_below(r, 2) == 0;
    see_int(s, (int)taut_world_gather(s->world, spans, SPANS, x, both ? v : NULL, SPANS * MOST));
    for (int i = 0; i < total; ++i) {
        digest_vec3(&s->seen, x[i]);
        digest_vec3(&s->seen, both ? v[i] : x[i]);
    }
}

typedef struct call {
    void (*make)(side* s, taut_test_random* r);
    int share;
} call;

static const call calls[] = {
    {step_once, 40},   {advance_some, 2}, {see_positions, 8}, {see_velocities, 4},
    {see_normals, 2},  {see_between, 4},  {see_all, 2},       {see_forces, 4},
    {see_hash, 4},     {see_pick, 3},     {see_hits, 3},      {hold, 8},
    {aim, 8},          {let_go, 4},       {push, 8},          {weigh, 4},
    {weigh_many, 1},   {set_up, 2},       {freeze, 3},        {move_body, 2},
    {shift, 1},        {keep, 2},         {go_back, 2},       {make_anew, 4},
    {come_to_rest, 1}, {cut, 1},          {change_rest, 1},   {put_ball, 2},
    {tie, 2},          {look_ahead, 1},   {fetch_early, 6},   {watch, 2},
    {blow, 3},         {feel, 4},         {pump, 6},          {limit, 1},
    {gather_some, 6},
};

static int some_call(taut_test_random* r)
{
    int all = 0;
    int count = (int)(sizeof calls / sizeof calls[0]);
    for (int i = 0; i < count; ++i) {
        all += calls[i].share;
    }
    int left = random_below(r, all);
    int i = 0;
    while (left >= calls[i].share) {
        left -= calls[i++].share;
    }
    return i;
}

static side open_side(taut_backend_kind backend, taut_solver_kind solver, bool sleeps, bool touches,
                      int realms, taut_blueprint* const* prints)
{
    side s = {.prints = prints, .seen = 1, .touches = touches, .realms = realms};
    taut_world_def def = taut_world_def_default();
    def.solver = taut_solver_def_default(solver);
    def.backend = backend;
    def.sleep.enabled = sleeps;
    def.sleep.seconds = 0.05f;
    def.sleep.speed = 0.5f;
    taut_error error;
    CHECK_MSG(taut_world_create(&def, &s.world, &error) == TAUT_OK, "%s", error.text);
    for (int k = 0; k < BODIES; ++k) {
        make_body(&s, k);
    }
    return s;
}

static void close_side(side* s)
{
    taut_snapshot_release(s->kept);
    taut_world_destroy(s->world);
}

// Returns how many times the device took a body.
static long walk(int number, taut_blueprint* const* prints)
{
    static const taut_solver_kind solvers[] = {TAUT_SOLVER_XPBD, TAUT_SOLVER_XPBD,
                                               TAUT_SOLVER_VERLET, TAUT_SOLVER_SPRINGS_SYMPLECTIC};
    taut_solver_kind solver = solvers[number % 4];
    bool sleeps = number % 3 == 0, touches = number / 8 % 2 == 1;
    int realms = number / 4 % 2 == 1 ? 2 + number / 12 % 2 : 0;
    side host = open_side(TAUT_BACKEND_SCALAR, solver, sleeps, touches, realms, prints);
    side device = open_side(TAUT_BACKEND_CUDA, solver, sleeps, touches, realms, prints);
    taut_test_random r = {(uint64_t)number * 7919u + 3u};
    for (int i = 0; i < 200 && host.seen == device.seen; ++i) {
        int what = some_call(&r);
        taut_test_random same = r, own = r;
        calls[what].make(&host, &same);
        calls[what].make(&device, &own);
        r.state = same.state + 1;
        CHECK_MSG(host.seen == device.seen, "walk %d, call %d is number %d of the list", number, i,
                  what);
    }
    CHECK(taut_world_hash(host.world) == taut_world_hash(device.world));
    long taken = device.world->device->taken;
    close_side(&host);
    close_side(&device);
    return taken;
}

TEST(whatever_calls_come_between_steps_nobody_can_tell)
{
    taut_blueprint* prints[BODIES] = {bake_cloth(6),       bake_tangle(11, 9), bake_cloth(40),
                                      bake_tangle(36, 30), bake_balloon(),     bake_ragdoll(),
                                      bake_ropes(),        bake_cloth(7)};
    long taken = 0, touching = 0;
    taut_driver_host_spoils = true;
    const char* asked = getenv("TAUT_TEST_WALKS");  // more of them, a second each
    int walks = asked != NULL ? atoi(asked) : 24;
    for (int number = 0; number < walks; ++number) {
        *(number / 8 % 2 == 0 ? &taken : &touching) += walk(number, prints);
    }
    taut_driver_host_spoils = false;
    CHECK_MSG(taken > 1500 && touching > 100, "it took %ld and %ld only", taken, touching);
    CHECK_EQ_INT(taut_driver_host_held, 0);
    for (int i = 0; i < BODIES; ++i) {
        taut_blueprint_release(prints[i]);
    }
}
