// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that come apart and touch, on a device, the host in its place: whatever calls come between
// steps, who came clear of what it hung together with is the same as on the host, and so are all
// bits. The walks of test_cuda_state.c are through everything there is; these have bodies in pieces
// on the device most of the time.

#include "cuda_tale.h"
#include "taut/taut_record.h"
#include "taut/taut_rest.h"
#include "taut/taut_soft.h"

enum { BODIES = 5, FRAMES = 150, MOST_SIDE = 9 };

// One of two worlds that go the same way.
typedef struct party {
    heap heap;
    taut_snapshot* kept;
    uint64_t said;  // what calls have answered
} party;

static void say(party* s, int answer)
{
    s->said = mix_in(s->said, &answer, sizeof answer);
}

static taut_body_id some_body(const party* s, taut_test_random* r)
{
    return s->heap.ids[random_below(r, BODIES)];
}

static int count_of(const party* s, taut_body_id id)
{
    return taut_world_peek(s->heap.world, id)->particle_count;
}

static taut_vec3 some_vector(taut_test_random* r, float size)
{
    float x = random_between(r, -size, size), y = random_between(r, -size, size);
    return (taut_vec3){x, y, random_between(r, -size, size)};
}

// Bodies ------------------------------------------------------------------------------------------

// Every so manieth particle of its first row is held; 0: none.
static taut_builder* curtain(int side, int holds)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = def.rows = side;
    def.v = (taut_vec3){0.0f, -1.0f, 0.0f};
    def.tethers.enabled = holds % 2 == 1;
    CHECK(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    for (int i = 0; holds > 0 && i < side; i += holds) {
        CHECK(taut_builder_pin(builder, i) == TAUT_OK);
    }
    return builder;
}

static taut_builder* some_builder(taut_test_random* r)
{
    int what = random_below(r, 5);
    if (what == 0) {
        return rope_builder(14, (taut_vec3){0.0f, 0.0f, 0.0f}, (taut_vec3){0.5f, -0.1f, 0.0f});
    }
    if (what > 1) {
        int side = MOST_SIDE - random_below(r, 3);
        return curtain(side, random_below(r, 4));
    }
    taut_builder* builder = new_builder();
    taut_jelly_def jelly = taut_jelly_def_default();
    CHECK(taut_make_jelly(builder, &jelly, NULL) == TAUT_OK);
    return builder;
}

static void add_some(party* s, taut_test_random* r, int k, int realms)
{
    float thickness = random_between(r, 0.012f, 0.03f);
    taut_body_def def = touching(thickness, random_below(r, 5) != 0);
    def.collision.others = !def.collision.self || random_below(r, 5) != 0;
    def.collision.surface.friction = random_below(r, 2) == 0 ? 0.0f : 0.3f;
    def.tear.spare_particles = random_below(r, 4) == 0 ? 0 : 20 + random_below(r, 80);
    def.tear.most_breaks = 6;
    if (random_below(r, 3) == 0) {
        def.tear.strength = random_between(r, 3.0f, 20.0f);
    }
    def.gravity_scale = random_below(r, 2) == 0 ? 0.0f : 0.4f;
    def.realm = (uint32_t)(k % realms);
    def.offset = (taut_vec3){0.02f * (float)k, 0.03f * (float)k, 0.03f * (float)k};
    add(&s->heap, some_builder(r), def);
}

// Calls -------------------------------------------------------------------------------------------

static void wait(party* s, taut_test_random* r)
{
    (void)s;
    (void)r;
}

// Through some particle, so that mostly something is severed.
static void cut(party* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    taut_vec3 at = position_of(s->heap.world, id, random_below(r, count_of(s, id)));
    taut_vec3 a = some_vector(r, 0.3f), b = some_vector(r, 1.5f);
    taut_vec3 low = taut_vec3_sub(at, a), high = taut_vec3_add(at, a);
    taut_blade blade = {taut_vec3_sub(low, b), taut_vec3_sub(high, b), taut_vec3_add(low, b),
                        taut_vec3_add(high, b)};
    taut_cut done = {0};
    say(s, (int)taut_world_cut(s->heap.world, &blade, &done));
    say(s, done.splits);
    say(s, done.links);
}

static void sever(party* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    say(s, (int)taut_body_break(s->heap.world, id, random_below(r, 60)));
}

static void freeze(party* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    say(s, (int)taut_body_set_frozen(s->heap.world, id, random_below(r, 2) == 0));
}

static void grab(party* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    int particle = random_below(r, count_of(s, id));
    say(s, (int)taut_body_grab(s->heap.world, id, particle));
    say(s, (int)taut_body_set_target(s->heap.world, id, particle, some_vector(r, 0.4f)));
}

static void let_go(party* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    int count = count_of(s, id);
    for (int i = 0; i < count; ++i) {
        say(s, (int)taut_body_release(s->heap.world, id, i, TAUT_RELEASE_THROW));
    }
}

static void hold_all(party* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    bool holds = random_below(r, 2) == 0;
    int count = count_of(s, id);
    for (int i = 0; i < count; ++i) {
        say(s, (int)(holds ? taut_body_pin(s->heap.world, id, i)
                           : taut_body_unpin(s->heap.world, id, i)));
    }
}

static void keep(party* s, taut_test_random* r)
{
    (void)r;
    taut_snapshot_release(s->kept);
    say(s, (int)taut_snapshot_take(s->heap.world, &s->kept));
}

static void go_back(party* s, taut_test_random* r)
{
    (void)r;
    if (s->kept != NULL) {
        say(s, (int)taut_snapshot_restore(s->heap.world, s->kept));
    }
}

// All bodies, or one, on the host for some steps.
static void settle(party* s, taut_test_random* r)
{
    taut_settle_def def = taut_settle_def_default();
    def.most_steps = 1 + random_below(r, 4);
    taut_settled settled = {0};
    bool all = random_below(r, 2) == 0;
    taut_body_id id = some_body(s, r);
    say(s, (int)(all ? taut_world_settle(s->heap.world, &def, &settled)
                     : taut_body_settle(s->heap.world, id, &def, &settled)));
    s->said = mix_in(s->said, &settled.unrest, sizeof settled.unrest);
}

// Steps that are tried and taken back.
static void look_ahead(party* s, taut_test_random* r)
{
    (void)r;
    taut_substeps_found found = {0};
    (void)taut_world_find_substeps(s->heap.world, 2, 0.02f, 8, &found);
    say(s, found.substeps);
}

static void push(party* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    int particle = random_below(r, count_of(s, id));
    say(s, (int)taut_body_add_impulse(s->heap.world, id, particle, some_vector(r, 0.02f)));
}

static void blow(party* s, taut_test_random* r)
{
    taut_wind_def wind = taut_wind_def_default(TAUT_WIND_GUST);
    wind.velocity = some_vector(r, 2.0f);
    say(s, (int)taut_world_set_winds(s->heap.world, &wind, random_below(r, 2)));
    taut_air_def air = taut_air_def_default();
    air.enabled = true;
    say(s, (int)taut_body_set_air(s->heap.world, some_body(s, r), &air));
}

static void move(party* s, taut_test_random* r)
{
    taut_teleport to = taut_teleport_default();
    to.move = some_vector(r, 0.05f);
    say(s, (int)taut_body_teleport(s->heap.world, some_body(s, r), &to));
}

static void hear_of(void* context, const taut_watched* what)
{
    (void)context;
    (void)what;
}

// On the host, with all of its realm, until nobody watches it any more.
static void watch(party* s, taut_test_random* r)
{
    taut_body_id id = some_body(s, r);
    bool ends = random_below(r, 3) > 0;
    say(s, (int)taut_world_watch(s->heap.world, id, ends ? NULL : hear_of, NULL));
}

typedef struct call {
    void (*make)(party* s, taut_test_random* r);
    int share;
} call;

static const call calls[] = {
    {wait, 30}, {cut, 4},    {sever, 1},      {freeze, 2}, {grab, 2}, {let_go, 2}, {hold_all, 2},
    {keep, 1},  {settle, 1}, {look_ahead, 1}, {push, 6},   {blow, 1}, {move, 2},   {watch, 2},
};

// Going back makes all blueprints anew, so that bodies stay at home: in some walks alone.
static const call back = {go_back, 1};

static call some_call(taut_test_random* r, bool goes_back)
{
    int count = (int)(sizeof calls / sizeof calls[0]), all = 0, i = 0;
    for (int k = 0; k < count; ++k) {
        all += calls[k].share;
    }
    int left = random_below(r, all + (goes_back ? back.share : 0));
    while (i < count && left >= calls[i].share) {
        left -= calls[i++].share;
    }
    return i < count ? calls[i] : back;
}

// Walks -------------------------------------------------------------------------------------------

static party open_party(taut_backend_kind backend, int number)
{
    party s = {.said = 1};
    taut_test_random r = {(uint64_t)number * 77u + 5u};
    taut_world_def def = taut_world_def_default();
    def.solver =
        taut_solver_def_default(number / 2 % 4 == 3 ? TAUT_SOLVER_VERLET : TAUT_SOLVER_XPBD);
    def.solver.iterations = number % 5 == 0 ? 2 : def.solver.iterations;
    def.sleep.enabled = number % 7 == 0;
    def.sleep.seconds = def.sleep.speed = 0.1f;
    def.backend = backend;
    taut_error error;
    CHECK_MSG(taut_world_create(&def, &s.heap.world, &error) == TAUT_OK, "%s", error.text);
    int realms = random_below(&r, 3) == 0 ? 2 : 1;
    for (int k = 0; k < BODIES; ++k) {
        add_some(&s, &r, k, realms);
    }
    return s;
}

static void close_party(party* s)
{
    taut_snapshot_release(s->kept);
    taut_world_destroy(s->heap.world);
}

// Bodies in pieces that are on the device.
static int apart_there(const heap* h)
{
    int count = 0;
    for (int i = 0; i < h->count; ++i) {
        const taut_body* b = taut_world_peek_at(h->world, h->ids[i], TAUT_STATE_NONE);
        count += b->device != NULL && b->away && b->topology != NULL && b->topology->any_parted;
    }
    return count;
}

static bool step_both(party* host, party* there, int number, bool looks)
{
    taut_step_report a = {0}, b = {0};
    int substeps = 3 + number % 9;
    CHECK(taut_world_step(host->heap.world, 1.0f / 60.0f, substeps, &a) == TAUT_OK);
    CHECK(taut_world_step(there->heap.world, 1.0f / 60.0f, substeps, &b) == TAUT_OK);
    bool same = host->said == there->said && a.trouble == b.trouble &&
                a.pair_count == b.pair_count && a.contacts_dropped == b.contacts_dropped;
    same = same && taut_world_hash(host->heap.world) == taut_world_hash(there->heap.world);
    return same && (!looks || hash_parted(&host->heap, 1) == hash_parted(&there->heap, 1));
}

// Returns how many times a body in pieces went through a step on the device.
static long walk(int number)
{
    party host = open_party(TAUT_BACKEND_SCALAR, number);
    party there = open_party(TAUT_BACKEND_CUDA, number);
    taut_test_random r = {(uint64_t)number * 7919u + 3u};
    bool same = true;
    long apart = 0;
    for (int frame = 0; frame < FRAMES && same; ++frame) {
        call what = some_call(&r, number % 4 == 3);
        taut_test_random a = r, b = r;
        what.make(&host, &a);
        what.make(&there, &b);
        r.state = a.state + 1;
        same = step_both(&host, &there, number, random_below(&r, 3) == 0);
        CHECK_MSG(same, "walk %d, frame %d", number, frame);
        apart += apart_there(&there.heap);
    }
    close_party(&host);
    close_party(&there);
    return apart;
}

TEST(whoever_comes_apart_comes_clear_as_on_the_host)
{
    const char* asked = getenv("TAUT_TEST_WALKS");  // more of them
    int walks = asked != NULL ? atoi(asked) : 8;
    long apart = 0;
    taut_driver_host_spoils = true;
    for (int number = 0; number < walks; ++number) {
        apart += walk(number);
    }
    taut_driver_host_spoils = false;
    CHECK_MSG(apart > 100L * walks, "bodies in pieces went there %ld times only", apart);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}
