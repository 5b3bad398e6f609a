// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What came apart and touches, on a device, the host in its place: it comes home to be torn and
// goes there again, and what hung together meets as soon as it came clear.

#include "cuda_tale.h"
#include "taut/taut_rest.h"
#include "taut/taut_soft.h"

enum { SIDE = 12 };

// What has become of the bodies of a world.
typedef struct state {
    int particles, near, clear;
} state;

static state state_of(const heap* h)
{
    state s = {0};
    for (int i = 0; i < h->count; ++i) {
        const taut_body* b = taut_world_peek_at(h->world, h->ids[i], TAUT_STATE_PARTED);
        for (int k = 0; b->topology != NULL && k < b->particle_count; ++k) {
            s.near += b->topology->parted[k] == TAUT_PARTED_NEAR;
            s.clear += b->topology->parted[k] == TAUT_PARTED_CLEAR;
        }
        s.particles += b->particle_count;
    }
    return s;
}

// Whether the device took the first body through the last step.
static bool was_there(const heap* h)
{
    taut_stay stay = TAUT_STAY_COUNT;
    taut_body_id whose;
    CHECK(taut_body_stay(h->world, h->ids[0], &stay, &whose) == TAUT_OK);
    return stay == TAUT_STAY_NONE;
}

// Frames in which something came clear, on the device and at home.
typedef struct comings {
    int there, here;
} comings;

// As on the host; and the first body is there in all steps but so many, with something that came
// apart.
static comings check_there(const tale* t, int at_home)
{
    check_tale(t);
    heap h = open_heap(t, TAUT_BACKEND_CUDA);
    comings came_clear = {0};
    int here = 0;
    state s = {0};
    for (int frame = 0; frame < t->frames; ++frame) {
        int clear = s.clear;
        (void)take_frame(t, &h, frame);
        bool there = was_there(&h);
        s = state_of(&h);
        here += !there;
        *(there ? &came_clear.there : &came_clear.here) += s.clear > clear;
    }
    CHECK_MSG(here > 0 && here <= at_home, "%s: %d of %d frames at home", t->name, here, t->frames);
    CHECK_MSG(s.clear > 0, "%s: %d near, %d clear", t->name, s.near, s.clear);
    taut_world_destroy(h.world);
    CHECK_EQ_INT(taut_driver_host_held, 0);
    return came_clear;
}

// Bodies ------------------------------------------------------------------------------------------

static taut_body_def torn(float thickness, int spare)
{
    taut_body_def def = touching(thickness, true);
    def.tear.spare_particles = spare;
    def.tear.most_breaks = 8;
    return def;
}

static taut_builder* curtain(int side)
{
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = def.rows = side;
    def.v = (taut_vec3){0.0f, -1.0f, 0.0f};
    def.tethers.enabled = false;
    CHECK(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    for (int i = 0; i < side; ++i) {
        CHECK(taut_builder_pin(builder, i) == TAUT_OK);
    }
    return builder;
}

// A level blade between two rows of the first body.
static void cut_level(const heap* h, int row)
{
    float y = 0.5f * (position_of(h->world, h->ids[0], row * SIDE).y +
                      position_of(h->world, h->ids[0], (row + 1) * SIDE).y);
    taut_blade blade = {{-9.0f, y, -9.0f}, {9.0f, y, -9.0f}, {-9.0f, y, 9.0f}, {9.0f, y, 9.0f}};
    taut_cut cut = {0};
    CHECK(taut_world_cut(h->world, &blade, &cut) == TAUT_OK && cut.splits > 0);
}

// The halves of a cloth --------------------------------------------------------------------------

static void begin_halves(heap* h)
{
    taut_body_def def = torn(0.02f, 100);
    def.gravity_scale = 0.0f;
    add(h, curtain(SIDE), def);
}

// Cut at frame 2; the lower half goes down 15 cm, and up by more.
static void part_and_meet(heap* h, int frame)
{
    int last = SIDE * (SIDE - 1);
    if (frame == 2) {
        cut_level(h, 5);
    }
    for (int i = 0; i < SIDE && frame >= 3; ++i) {
        taut_vec3 at = position_of(h->world, h->ids[0], last + i);
        at.y += frame < 33 ? -0.005f : 0.004f;
        CHECK(frame > 3 || taut_body_grab(h->world, h->ids[0], last + i) == TAUT_OK);
        CHECK(taut_body_set_target(h->world, h->ids[0], last + i, at) == TAUT_OK);
    }
}

TEST(halves_of_a_cut_cloth_meet_again)
{
    const tale t = {.name = "halves",
                    .begin = begin_halves,
                    .go_on = part_and_meet,
                    .frames = 90,
                    .substeps = 8,
                    .stays = true};
    CHECK(check_there(&t, 4).there > 0);
}

// They rest where they were cut, beside something that moves, come clear, and meet; at home as far
// as that may be, so that what is known of them on the device is older.
static void begin_beside(heap* h)
{
    begin_halves(h);
    taut_body_def def = touching(0.02f, false);
    for (int k = 0; k < 2; ++k) {
        def.offset.z = 1.0f + 0.03f * (float)k;
        def.velocity.z = 0.2f - 0.4f * (float)k;
        add(h, held_rope_builder((taut_vec3){0.4f, 0.1f, 0.0f}, 12), def);
    }
}

static void hear_of(void* context, const taut_watched* what)
{
    (void)context;
    (void)what;
}

static int watched_until;  // a frame

static void come_clear_at_home(heap* h, int frame)
{
    taut_body_id id = h->ids[0];
    if (frame == 2) {
        cut_level(h, 5);
    }
    if (frame == 8 || frame == 12) {
        CHECK(taut_body_set_frozen(h->world, id, frame == 8) == TAUT_OK);
    }
    if (frame == 12 || frame == watched_until) {
        CHECK(taut_world_watch(h->world, id, frame == 12 ? hear_of : NULL, NULL) == TAUT_OK);
    }
    for (int i = SIDE * (SIDE - 1); i < SIDE * SIDE && frame >= 12; ++i) {
        taut_vec3 at = position_of(h->world, id, i);
        at.y += frame < 23 ? -0.005f : 0.005f;
        CHECK(frame > 12 || taut_body_grab(h->world, id, i) == TAUT_OK);
        CHECK(taut_body_set_target(h->world, id, i, at) == TAUT_OK);
    }
}

TEST(what_comes_clear_at_home_is_known_there)
{
    tale t = {.name = "clear at home",
              .begin = begin_beside,
              .go_on = come_clear_at_home,
              .frames = 42,
              .substeps = 6,
              .stays = true};
    int at_home = 0;
    for (watched_until = 16; watched_until < 30; ++watched_until) {
        // Frozen for four frames, and four after the cut.
        at_home += check_there(&t, watched_until - 4).here;
    }
    CHECK(at_home > 0);
}

// In steps that nobody hears of nobody comes clear, though they go apart, and together again.
static int settled_at;  // a frame

static void begin_hanging(heap* h)
{
    begin_beside(h);
    CHECK(taut_body_set_gravity_scale(h->world, h->ids[0], 1.0f) == TAUT_OK);
}

static void settle_some(const heap* h)
{
    int clear = state_of(h).clear;
    taut_settle_def def = taut_settle_def_default();
    def.most_steps = 3;
    taut_settled settled = {0};
    CHECK(taut_world_settle(h->world, &def, &settled) != TAUT_ERROR_INVALID);
    CHECK_EQ_INT(state_of(h).clear, clear);
}

static void settle_meanwhile(heap* h, int frame)
{
    if (frame == 2) {
        cut_level(h, 5);
    }
    if (frame == settled_at) {
        settle_some(h);
    }
    for (int i = SIDE * (SIDE - 1); i < SIDE * SIDE && frame >= 3; ++i) {
        taut_vec3 at = position_of(h->world, h->ids[0], i);
        at.y += frame % 4 < 2 ? -0.03f : 0.03f;
        CHECK(frame > 3 || taut_body_grab(h->world, h->ids[0], i) == TAUT_OK);
        CHECK(taut_body_set_target(h->world, h->ids[0], i, at) == TAUT_OK);
    }
}

TEST(nobody_comes_clear_while_all_settles)
{
    tale t = {.name = "settled",
              .begin = begin_hanging,
              .go_on = settle_meanwhile,
              .frames = 24,
              .substeps = 6,
              .stays = true};
    for (settled_at = 6; settled_at < 18; ++settled_at) {
        (void)check_there(&t, 8);
    }
}

// What else there is beside them, some of it apart by itself.
static void begin_company(heap* h)
{
    begin_halves(h);
    taut_body_def def = torn(0.02f, 0);
    def.offset = (taut_vec3){0.1f, -0.1f, 0.06f};
    add(h, rope_builder(20, (taut_vec3){0.0f, 0.0f, 0.0f}, (taut_vec3){0.6f, 0.0f, 0.0f}), def);
    def = touching(0.02f, false);
    def.offset = (taut_vec3){0.1f, 0.1f, 0.05f};
    add(h, rope_builder(12, (taut_vec3){0.0f, 0.0f, 0.0f}, (taut_vec3){0.4f, 0.1f, 0.0f}), def);
    for (int k = 0; k < 2; ++k) {
        def = torn(0.02f, 40);
        def.gravity_scale = 0.0f;
        def.offset.z = 1.0f;
        def.realm = k == 0 ? 0 : 3;
        add(h, curtain(SIDE), def);
    }
}

// The rope is broken, and broken again; what has just come apart rests for a while; a cut in all
// realms.
static void keep_company(heap* h, int frame)
{
    part_and_meet(h, frame);
    if (frame == 10 || frame == 14) {
        CHECK(taut_body_break(h->world, h->ids[1], frame - 5) == TAUT_OK);
    }
    if (frame == 24 || frame == 32) {
        CHECK(taut_body_set_frozen(h->world, h->ids[1], frame == 24) == TAUT_OK);
    }
    if (frame == 3 || frame == 32) {
        CHECK(taut_body_set_frozen(h->world, h->ids[3], frame == 3) == TAUT_OK);
    }
}

// Comes up while they are there, and asks for more of their blueprints.
static void blow_later(heap* h, int frame)
{
    keep_company(h, frame);
    if (frame == 30) {
        taut_wind_def wind = taut_wind_def_default(TAUT_WIND_GUST);
        wind.velocity = (taut_vec3){1.0f, 0.0f, 2.0f};
        CHECK(taut_world_add_wind(h->world, &wind, NULL) == TAUT_OK);
    }
}

TEST(what_is_apart_has_company)
{
    tale t = {.name = "company",
              .begin = begin_company,
              .go_on = keep_company,
              .frames = 60,
              .substeps = 6,
              .stays = true};
    CHECK(check_there(&t, 12).there > 0);
    t.name = "company in the wind";
    t.go_on = blow_later;
    CHECK(check_there(&t, 12).there > 0);
}

// It hangs still, and sleeps with both sides of the cut in one place, beside others that swing.
static void begin_asleep(heap* h)
{
    begin_halves(h);
    taut_body_def def = touching(0.02f, false);
    for (int k = 0; k < 2; ++k) {
        def.offset.z = 2.0f + 0.03f * (float)k;
        def.velocity.z = 0.2f - 0.3f * (float)k;
        add(h, held_rope_builder((taut_vec3){0.4f, 0.1f, 0.0f}, 12), def);
    }
}

static void wake_later(heap* h, int frame)
{
    if (frame == 2) {
        cut_level(h, 5);
    }
    if (frame == 110) {
        taut_vec3 push = {0.0f, 0.0f, 0.0005f};
        CHECK(taut_body_asleep(h->world, h->ids[0]));
        CHECK(taut_body_add_impulse(h->world, h->ids[0], SIDE * SIDE - 1, push) == TAUT_OK);
    }
}

TEST(what_is_apart_and_sleeps_has_not_come_clear)
{
    const tale t = {.name = "asleep",
                    .begin = begin_asleep,
                    .go_on = wake_later,
                    .frames = 130,
                    .substeps = 4,
                    .sleeps = true};
    check_tale(&t);
}

// Several parts, and pairs that are found for some substeps: others fly at both sides of the cut.
static void begin_large(heap* h)
{
    taut_body_def def = torn(0.024f, 200);
    def.gravity_scale = 0.0f;
    add(h, sheet_builder(72, 0.05f, 71), def);
    def = touching(0.024f, true);
    for (int k = 0; k < 6; ++k) {
        def.offset = (taut_vec3){0.4f + 0.45f * (float)k, 0.3f + 0.05f * (float)k, 1.7f};
        def.velocity = (taut_vec3){0.0f, -6.0f - 4.0f * (float)k, 0.3f};
        add(h, rope_builder(12, (taut_vec3){0.0f, 0.0f, 0.0f}, (taut_vec3){0.3f, 0.0f, 0.2f}), def);
    }
}

static void cut_large(heap* h, int frame)
{
    if (frame == 1) {
        float z = 35.5f * 0.05f;
        taut_blade blade = {
            {0.3f, -1.0f, z}, {0.3f, 1.0f, z}, {3.2f, -1.0f, z + 0.1f}, {3.2f, 1.0f, z + 0.1f}};
        taut_cut cut = {0};
        CHECK(taut_world_cut(h->world, &blade, &cut) == TAUT_OK && cut.splits > 20);
    }
}

TEST(a_large_one_is_cut_under_fire)
{
    const tale t = {.name = "under fire",
                    .begin = begin_large,
                    .go_on = cut_large,
                    .frames = 24,
                    .substeps = 20,
                    .stays = true};
    CHECK(check_there(&t, 4).there > 0);
}

// Both sides of the cut are held for a while, and let go.
static void hold_it(heap* h, int frame)
{
    if (frame == 2) {
        cut_level(h, 5);
    }
    int count = taut_world_peek(h->world, h->ids[0])->particle_count;
    for (int i = SIDE; i < count && (frame == 2 || frame == 14); ++i) {  // the first row is pinned
        CHECK(frame == 2 ? taut_body_grab(h->world, h->ids[0], i) == TAUT_OK
                         : taut_body_release(h->world, h->ids[0], i, TAUT_RELEASE_DROP) == TAUT_OK);
    }
    if (frame == 20) {
        taut_vec3 push = {0.0f, 0.0f, 0.01f};
        CHECK(taut_body_add_impulse(h->world, h->ids[0], SIDE * SIDE - 1, push) == TAUT_OK);
    }
}

TEST(what_is_held_on_both_sides_of_a_cut_has_not_come_clear)
{
    const tale t = {.name = "held",
                    .begin = begin_halves,
                    .go_on = hold_it,
                    .frames = 40,
                    .substeps = 6,
                    .stays = true};
    (void)check_there(&t, 8);
}

// What tears by itself ----------------------------------------------------------------------------

static void begin_torn(heap* h)
{
    taut_body_def def = torn(0.03f, 120);
    def.tear.strength = 6.0f;
    add(h, curtain(SIDE), def);
}

// Pulled for a while, so that it tears again and again.
static void pull_it(heap* h, int frame)
{
    int last = SIDE * SIDE - 1;
    for (int i = 0; frame >= 2 && frame < 12 && i < 3; ++i) {
        taut_vec3 force = {2.0f, -12.0f, 4.0f};
        CHECK(taut_body_add_force(h->world, h->ids[0], last - i * SIDE / 2, force) == TAUT_OK);
    }
}

TEST(what_tears_goes_there_again)
{
    tale t = {.name = "a curtain that is pulled",
              .begin = begin_torn,
              .go_on = pull_it,
              .frames = 80,
              .substeps = 8,
              .stays = true};
    (void)check_there(&t, 60);
    t.name = "with two sweeps";
    t.iterations = 2;
    (void)check_there(&t, 60);
}

static void begin_solid(heap* h)
{
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    ground.position.y = -0.02f;
    taut_collider_id id;
    CHECK(taut_collider_create(h->world, &ground, &id) == TAUT_OK);
    taut_builder* builder = new_builder();
    taut_jelly_def jelly = taut_jelly_def_default();
    CHECK(taut_make_jelly(builder, &jelly, NULL) == TAUT_OK);
    add(h, builder, torn(0.02f, 300));
}

static void cut_solid(heap* h, int frame)
{
    if (frame == 2 || frame == 20) {
        float x = position_of(h->world, h->ids[0], 0).x + (frame == 2 ? 0.07f : 0.13f);
        taut_blade blade = {
            {x, -9.0f, -9.0f}, {x, 9.0f, -9.0f}, {x, -9.0f, 9.0f}, {x + 0.02f, 9.0f, 9.0f}};
        CHECK(taut_world_cut(h->world, &blade, NULL) == TAUT_OK);
    }
}

TEST(a_solid_is_cut_to_pieces)
{
    const tale t = {.name = "a block",
                    .begin = begin_solid,
                    .go_on = cut_solid,
                    .frames = 70,
                    .substeps = 6,
                    .stays = true};
    CHECK(check_there(&t, 8).there > 0);
}
