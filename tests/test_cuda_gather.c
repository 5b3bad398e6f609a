// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Reading particles of many bodies with one call, on the host and from a device, the host in its
// place.

#include "cuda_story.h"
#include "taut/taut_device.h"

// Of src/cuda/driver_host.cpp.
extern int taut_driver_host_launches, taut_driver_host_fetches, taut_driver_host_sends;
extern size_t taut_driver_host_fetched;

enum { BODIES = 6, MOST = 64 };

static play ropes_on(taut_backend_kind backend)
{
    taut_world_def def = taut_world_def_default();
    def.backend = backend;
    play p = {.world = new_world_from(&def), .seen = 1};
    for (int i = 0; i < BODIES; ++i) {
        add_to(&p, held_rope_builder((taut_vec3){0.6f, 0.1f * (float)i, 0.0f}, 4 + i),
               taut_body_def_default());
    }
    return p;
}

// In another order than that of the bodies, one twice, one empty, one to its end.
static int some_spans(const play* p, taut_span* spans)
{
    static const int list[7][3] = {{3, 2, 4}, {0, 0, 5}, {5, 9, 1}, {3, 0, 3},
                                   {2, 4, 0}, {4, 8, 1}, {1, 1, 5}};
    int total = 0;
    for (int i = 0; i < 7; ++i) {
        spans[i] = (taut_span){p->ids[list[i][0]], list[i][1], list[i][2]};
        total += list[i][2];
    }
    return total;
}

static void check_gathered(const play* p, const taut_span* spans, int count, const taut_vec3* x,
                           const taut_vec3* v)
{
    for (int i = 0; i < count; ++i) {
        for (int k = spans[i].first; k < spans[i].first + spans[i].count; ++k) {
            CHECK(same_vec3_bits(*x++, position_of(p->world, spans[i].body, k)));
            CHECK(same_vec3_bits(*v++, velocity_of(p->world, spans[i].body, k)));
        }
    }
}

TEST(what_is_gathered_is_what_bodies_say)
{
    static const taut_backend_kind backends[2] = {TAUT_BACKEND_AUTO, TAUT_BACKEND_CUDA};
    for (int b = 0; b < 2; ++b) {
        taut_driver_host_spoils = b == 1;
        play p = ropes_on(backends[b]);
        taut_span spans[7];
        int total = some_spans(&p, spans);
        for (int frame = 0; frame < 4; ++frame) {
            taut_vec3 x[MOST], v[MOST];
            memset(x, 0xff, sizeof x);
            if (frame > 0) {
                CHECK(taut_world_step(p.world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
            }
            if (frame == 2) {  // some at home, one with a change that the device has not got yet
                (void)position_of(p.world, p.ids[0], 0);
                taut_vec3 push = {0.1f, 0.2f, 0.3f};
                CHECK(taut_body_add_impulse(p.world, p.ids[3], 2, push) == TAUT_OK);
            }
            CHECK(taut_world_gather(p.world, spans, 7, x, v, MOST) == TAUT_OK);
            CHECK(isnan(x[total].x));  // and nothing beyond
            check_gathered(&p, spans, 7, x, v);
        }
        taut_world_destroy(p.world);
    }
    taut_driver_host_spoils = false;
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

// Either alone; none at all; nobody.
TEST(what_is_not_asked_for_is_not_written)
{
    play p = ropes_on(TAUT_BACKEND_CUDA);
    taut_span spans[7];
    int total = some_spans(&p, spans);
    CHECK(taut_world_step(p.world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
    taut_vec3 x[MOST], v[MOST], only[MOST];
    size_t before = taut_driver_host_fetched;
    CHECK(taut_world_gather(p.world, spans, 7, NULL, only, MOST) == TAUT_OK);
    CHECK_EQ_INT((int)(taut_driver_host_fetched - before), total * (int)sizeof(taut_vec3));
    CHECK(taut_world_gather(p.world, spans, 7, x, v, MOST) == TAUT_OK);
    CHECK(memcmp(only, v, (size_t)total * sizeof *v) == 0);
    CHECK(taut_world_gather(p.world, spans, 7, only, NULL, MOST) == TAUT_OK);
    CHECK(memcmp(only, x, (size_t)total * sizeof *x) == 0);
    CHECK(taut_world_gather(p.world, spans, 7, NULL, NULL, MOST) == TAUT_OK);
    CHECK(taut_world_gather(p.world, NULL, 0, x, v, 0) == TAUT_OK);
    CHECK(taut_world_gather(p.world, &spans[4], 1, x, v, 0) == TAUT_OK);
    taut_world_destroy(p.world);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

static void check_refused(const play* p, taut_span wrong, const char* sentence)
{
    taut_vec3 x[MOST] = {{7.0f, 7.0f, 7.0f}};
    taut_span spans[2] = {{p->ids[0], 0, 3}, wrong};
    CHECK(taut_world_gather(p->world, spans, 2, x, NULL, MOST) == TAUT_ERROR_INVALID);
    CHECK_STR(taut_world_last_error(p->world), sentence);
    CHECK(x[0].x == 7.0f);
}

TEST(spans_that_cannot_be_are_refused_and_nothing_is_written)
{
    play p = ropes_on(TAUT_BACKEND_AUTO);
    check_refused(&p, (taut_span){{0, 0}, 0, 1},
                  "spans[1].body {0, 0} names no body of this world");
    check_refused(&p, (taut_span){p.ids[1], -1, 2},
                  "spans[1].first is -1 and its count 2; the body has 6 particles");
    check_refused(&p, (taut_span){p.ids[1], 0, -2}, "spans[1].count is -2; it must be >= 0");
    check_refused(&p, (taut_span){p.ids[1], 5, 2},
                  "spans[1].first is 5 and its count 2; the body has 6 particles");
    check_refused(
        &p, (taut_span){p.ids[1], 2147483647, 2147483647},
        "spans[1].first is 2147483647 and its count 2147483647; the body has 6 particles");
    taut_body_destroy(p.world, p.ids[2]);
    taut_span gone = {p.ids[2], 0, 1};
    taut_vec3 x;
    CHECK(taut_world_gather(p.world, &gone, 1, &x, NULL, 1) == TAUT_ERROR_INVALID);
    CHECK(taut_world_gather(p.world, NULL, 1, &x, NULL, 1) == TAUT_ERROR_INVALID);
    CHECK_STR(taut_world_last_error(p.world), "spans is NULL");
    CHECK(taut_world_gather(p.world, &gone, -1, &x, NULL, 1) == TAUT_ERROR_INVALID);
    CHECK_STR(taut_world_last_error(p.world), "span_count is -1; it must be >= 0");
    taut_span fine = {p.ids[0], 0, 1};
    CHECK(taut_world_gather(p.world, &fine, 1, &x, NULL, 0) == TAUT_ERROR_INVALID);
    CHECK_STR(taut_world_last_error(p.world), "capacity is 0; spans ask for 1 particles");
    CHECK(taut_world_gather(p.world, &fine, 0, &x, NULL, -1) == TAUT_ERROR_INVALID);
    CHECK_STR(taut_world_last_error(p.world), "capacity is -1; spans ask for 0 particles");
    CHECK(taut_world_gather(NULL, &gone, 1, &x, NULL, 1) == TAUT_ERROR_INVALID);
    taut_world_destroy(p.world);
}

// Spans are looked at while particles are written.
TEST(arrays_that_overlap_are_refused)
{
    play p = ropes_on(TAUT_BACKEND_AUTO);
    union {
        taut_span spans[2];
        taut_vec3 x[8];
    } both = {.spans = {{p.ids[0], 0, 2}, {p.ids[1], 0, 2}}};
    taut_vec3 x[8];
    CHECK(taut_world_gather(p.world, both.spans, 2, both.x, NULL, 8) == TAUT_ERROR_INVALID);
    CHECK_STR(taut_world_last_error(p.world), "spans and positions overlap");
    CHECK(taut_world_gather(p.world, both.spans, 2, NULL, both.x + 2, 6) == TAUT_ERROR_INVALID);
    CHECK_STR(taut_world_last_error(p.world), "spans and velocities overlap");
    CHECK(taut_world_gather(p.world, both.spans, 2, x + 3, x, 4) == TAUT_ERROR_INVALID);
    CHECK_STR(taut_world_last_error(p.world), "positions and velocities overlap");
    CHECK(taut_world_gather(p.world, both.spans, 2, x + 4, x, 4) == TAUT_OK);
    taut_world_destroy(p.world);
}

static taut_body_id add_many(play* p, int count)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < count; ++i) {
        (void)add_particle(builder, 0.01f * (float)i, 0.0f, 0.0f, 1.0f);
    }
    add_to(p, builder, taut_body_def_default());
    return p->ids[p->count - 1];
}

// More particles in all than there are numbers for; one fewer would be more memory than there is.
TEST(more_particles_than_numbers_are_refused)
{
    enum { EACH = 4096, SPANS = 1 << 19 };  // 2^31
    play p = {.world = new_world(TAUT_SOLVER_XPBD, no_gravity), .seen = 1};
    taut_body_id many = add_many(&p, EACH);
    taut_span* spans = malloc(SPANS * sizeof *spans);
    for (int i = 0; i < SPANS; ++i) {
        spans[i] = (taut_span){many, 0, EACH};
    }
    taut_vec3 x = {7.0f, 7.0f, 7.0f};
    CHECK(taut_world_gather(p.world, spans, SPANS, &x, NULL, INT32_MAX) == TAUT_ERROR_INVALID);
    CHECK_STR(taut_world_last_error(p.world),
              "capacity is 2147483647; spans ask for 2147483648 particles");
    CHECK(x.x == 7.0f);
    free(spans);
    taut_world_destroy(p.world);
}

// Spans that several blocks of the device read, and lists that do not go with other small copies;
// more in each call than in the one before, and then fewer.
TEST(what_is_gathered_may_be_long)
{
    enum { LONG = 9000, SHORT = 700 };
    play p = ropes_on(TAUT_BACKEND_CUDA);
    taut_body_id many = add_many(&p, LONG);
    taut_span spans[SHORT + 2];
    for (int i = 0; i < SHORT; ++i) {
        spans[i + 1] = (taut_span){p.ids[i % BODIES], i % 4, 1};
    }
    spans[0] = (taut_span){many, 1, LONG - 1};
    spans[SHORT + 1] = (taut_span){many, 4000, 4096};
    size_t room = SHORT + LONG + 4096;
    taut_vec3* x = malloc(room * sizeof *x);
    taut_vec3* v = malloc(room * sizeof *v);
    taut_driver_host_spoils = true;
    static const int counts[4][2] = {{1, 5}, {0, SHORT}, {0, SHORT + 2}, {1, 3}};
    for (int k = 0; k < 4; ++k) {
        CHECK(taut_world_step(p.world, 1.0f / 60.0f, 2, NULL) == TAUT_OK);
        const taut_span* from = spans + counts[k][0];
        size_t before = taut_world_memory(p.world).device_bytes;
        CHECK(taut_world_gather(p.world, from, counts[k][1], x, v, (int)room) == TAUT_OK);
        CHECK((taut_world_memory(p.world).device_bytes > before) == (k < 3));
        check_gathered(&p, from, counts[k][1], x, v);
    }
    taut_driver_host_spoils = false;
    free(x);
    free(v);
    taut_world_destroy(p.world);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

// A call that asks for more than there is leaves the room of those before.
TEST(room_that_cannot_grow_stays)
{
    play p = ropes_on(TAUT_BACKEND_CUDA);
    taut_body_id many = add_many(&p, 2000);
    taut_span some = {p.ids[1], 0, 3}, all = {many, 0, 2000};
    taut_vec3 x[3], v[3], xs[2000], vs[2000];
    CHECK(taut_world_step(p.world, 1.0f / 60.0f, 2, NULL) == TAUT_OK);
    CHECK(taut_world_gather(p.world, &some, 1, x, v, 3) == TAUT_OK);
    size_t held = taut_world_memory(p.world).device_bytes;
    taut_driver_host_memory = 0;
    CHECK(taut_world_gather(p.world, &all, 1, xs, vs, 2000) == TAUT_OK);
    CHECK_EQ_INT((int)taut_world_memory(p.world).device_bytes, (int)held);
    check_gathered(&p, &all, 1, xs, vs);
    CHECK(taut_world_step(p.world, 1.0f / 60.0f, 2, NULL) == TAUT_OK);
    size_t before = taut_driver_host_fetched;
    CHECK(taut_world_gather(p.world, &some, 1, x, v, 3) == TAUT_OK);
    CHECK_EQ_INT((int)(taut_driver_host_fetched - before), 6 * (int)sizeof *x);
    taut_driver_host_memory = -1;
    check_gathered(&p, &some, 1, x, v);
    taut_world_destroy(p.world);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

// Without memory for it bodies are asked one after another; its memory is counted.
TEST(a_device_without_memory_gathers_all_the_same)
{
    for (int room = 0; room < 3; ++room) {
        taut_driver_host_spoils = true;
        play p = ropes_on(TAUT_BACKEND_CUDA);
        taut_span spans[7];
        (void)some_spans(&p, spans);
        CHECK(taut_world_step(p.world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
        size_t before = taut_world_memory(p.world).device_bytes;
        taut_vec3 x[MOST], v[MOST];
        taut_driver_host_memory = room;
        CHECK(taut_world_gather(p.world, spans, 7, x, v, MOST) == TAUT_OK);
        taut_driver_host_memory = -1;
        CHECK((taut_world_memory(p.world).device_bytes > before) == (room == 2));
        check_gathered(&p, spans, 7, x, v);
        taut_world_destroy(p.world);
        CHECK_EQ_INT(taut_driver_host_held, 0);
    }
    taut_driver_host_spoils = false;
}

// One that fails has lost the bodies, which stay where the host last saw them.
TEST(a_device_that_fails_gathers_what_the_host_last_saw)
{
    int* const left[3] = {&taut_driver_host_fetches, &taut_driver_host_sends,
                          &taut_driver_host_launches};
    for (int k = 0; k < 3; ++k) {
        play p = ropes_on(TAUT_BACKEND_CUDA);
        taut_span spans[7];
        (void)some_spans(&p, spans);
        CHECK(taut_world_step(p.world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
        taut_vec3 x[MOST], v[MOST];
        *left[k] = 0;
        taut_result result = taut_world_gather(p.world, spans, 7, x, v, MOST);
        CHECK(result == (k == 0 ? TAUT_ERROR_BACKEND_UNAVAILABLE : TAUT_OK));
        CHECK(k != 0 ||
              strncmp(taut_world_last_error(p.world), "the device failed with ", 23) == 0);
        *left[k] = -1;
        check_gathered(&p, spans, 7, x, v);
        CHECK(taut_body_frozen(p.world, p.ids[0]) == (k == 0));
        taut_world_destroy(p.world);
        CHECK_EQ_INT(taut_driver_host_held, 0);
    }
}

// To arrays of the device -------------------------------------------------------------------------

// The host's memory is that of its stand-in.
static void check_delivered(const play* p, const taut_span* spans, int count, int total)
{
    taut_vec3 x[MOST], v[MOST];
    memset(x, 0xff, sizeof x);
    memset(v, 0xff, sizeof v);
    CHECK(taut_world_device_gather(p->world, spans, count, x, v, MOST) == TAUT_OK);
    CHECK(isnan(x[total].x) && isnan(v[total].x));
    check_gathered(p, spans, count, x, v);
    memset(x, 0xff, sizeof x);
    CHECK(taut_world_device_gather(p->world, spans, count, NULL, x, MOST) == TAUT_OK);
    CHECK(memcmp(x, v, (size_t)total * sizeof *x) == 0 && isnan(x[total].x));
}

// Before the first step, of bodies that the device has, with changes that it has not got yet, and
// of one that stays on the host.
TEST(what_is_delivered_is_what_bodies_say)
{
    taut_driver_host_spoils = true;
    play p = ropes_on(TAUT_BACKEND_CUDA);
    taut_span spans[7];
    int total = some_spans(&p, spans);
    for (int frame = 0; frame < 6; ++frame) {
        if (frame > 0) {
            CHECK(taut_world_step(p.world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
        }
        if (frame == 2) {
            taut_vec3 push = {0.1f, 0.2f, 0.3f};
            CHECK(taut_body_add_impulse(p.world, p.ids[3], 2, push) == TAUT_OK);
        }
        if (frame == 4) {
            taut_teleport to = taut_teleport_default();
            to.move.x = 1.0f;
            CHECK(taut_body_teleport(p.world, p.ids[5], &to) == TAUT_OK);
        }
        size_t before = taut_driver_host_fetched;
        taut_vec3 x[MOST];
        CHECK(taut_world_device_gather(p.world, spans, 7, x, NULL, MOST) == TAUT_OK);
        CHECK(taut_driver_host_fetched == before);  // nothing comes home
        check_delivered(&p, spans, 7, total);
    }
    taut_world_destroy(p.world);
    taut_driver_host_spoils = false;
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

TEST(what_cannot_be_delivered_is_said)
{
    play host = ropes_on(TAUT_BACKEND_AUTO), p = ropes_on(TAUT_BACKEND_CUDA);
    taut_span spans[7], gone = {{0, 0}, 0, 1};
    int total = some_spans(&p, spans);
    taut_vec3 x[MOST];
    CHECK(taut_world_device_gather(NULL, spans, 7, x, NULL, MOST) == TAUT_ERROR_INVALID);
    CHECK(taut_world_device_gather(p.world, &gone, 1, x, NULL, 1) == TAUT_ERROR_INVALID);
    CHECK(taut_world_device_gather(p.world, spans, 7, x, NULL, total - 1) == TAUT_ERROR_INVALID);
    CHECK(taut_world_device_gather(p.world, spans, 0, x, NULL, 0) == TAUT_OK);
    CHECK(taut_world_device_gather(p.world, spans, 7, NULL, NULL, MOST) == TAUT_OK);
    CHECK(taut_world_device_gather(host.world, spans, 7, x, NULL, MOST) ==
          TAUT_ERROR_BACKEND_UNAVAILABLE);
    CHECK_STR(taut_world_last_error(host.world), "this world has no device");
    for (int room = 0; room < 3; ++room) {
        taut_driver_host_memory = room;
        taut_result result = taut_world_device_gather(p.world, spans, 7, x, NULL, MOST);
        taut_driver_host_memory = -1;
        CHECK(result == (room < 2 ? TAUT_ERROR_OUT_OF_MEMORY : TAUT_OK));
    }
    unsigned char* odd = (unsigned char*)x + 2;
    CHECK(taut_world_device_gather(p.world, spans, 7, NULL, odd, MOST) == TAUT_ERROR_INVALID);
    CHECK_STR(taut_world_last_error(p.world), "velocities is an address that is no multiple of 4");
    taut_driver_host_launches = 0;
    CHECK(taut_world_device_gather(p.world, spans, 7, x, NULL, MOST) ==
          TAUT_ERROR_BACKEND_UNAVAILABLE);
    taut_driver_host_launches = -1;
    CHECK_STR(taut_world_last_error(p.world), "the device has failed");
    check_delivered(&p, spans, 7, total);
    taut_world_destroy(host.world);
    taut_world_destroy(p.world);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

// Of two kinds the second fails: nothing is under way to the arrays any more when it is said.
TEST(a_delivery_that_fails_leaves_nothing_under_way)
{
    enum { SPANS = 1000, EACH = 5 };
    play p = ropes_on(TAUT_BACKEND_CUDA);
    static taut_span few[SPANS], more[SPANS];
    static taut_vec3 x[EACH * SPANS], v[EACH * SPANS], others[EACH * SPANS];
    for (int i = 0; i < SPANS; ++i) {
        few[i] = (taut_span){p.ids[5], 0, 1};
        more[i] = (taut_span){p.ids[5], 0, EACH};
    }
    CHECK(taut_world_step(p.world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
    CHECK(taut_world_device_gather(p.world, more, SPANS, others, v, EACH * SPANS) == TAUT_OK);
    memset(x, 0xff, sizeof x);
    taut_driver_host_launches = 1;
    CHECK(taut_world_device_gather(p.world, few, SPANS, x, v, SPANS) ==
          TAUT_ERROR_BACKEND_UNAVAILABLE);
    taut_driver_host_launches = -1;
    CHECK(taut_world_device_gather(p.world, more, SPANS, others, NULL, EACH * SPANS) == TAUT_OK);
    CHECK(isnan(x[SPANS].x));
    taut_world_destroy(p.world);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}
