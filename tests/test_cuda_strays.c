// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Particles that go farther than pairs with colliders were looked for. Where no collider is near
// them all pairs stay as they are; where one is, or they are many, pairs are found again.

#include "contacts_stray.inl"
#include "cuda_contacts.h"
#include "test.h"
#include "world.h"

#define FRAME (1.0f / 60.0f)

// Whether pairs are found again -------------------------------------------------------------------

enum { GRAINS = 5 };

// Grains that fall on the ground, and links far off that are `stretch` times as long as they should
// be, so that their ends are soon far from where they were.
typedef struct scattered {
    taut_world* world;
    taut_body_id body;
    taut_vec3 from[GRAINS];
} scattered;

static scattered scatter(int links, float height, float stretch)
{
    scattered s = {.world = new_world(TAUT_SOLVER_XPBD, earth)};
    (void)add_collider(s.world, plane_def());
    taut_builder* builder = new_builder();
    for (int i = 0; i < GRAINS; ++i) {
        (void)add_particle(builder, 0.1f * (float)i, 0.02f, 0.0f, 1.0f);
    }
    for (int i = 0; i < links; ++i) {
        int a = add_particle(builder, (float)i, height, 5.0f, 1.0f);
        int b = add_particle(builder, (float)i, height + 0.1f * stretch, 5.0f, 1.0f);
        taut_constraint_def link = taut_link(a, b);
        link.rest_from_shape = false;
        link.rest = 0.1f;
        link.compliance = 1e-4f;
        (void)taut_builder_add_constraint(builder, &link, NULL);
    }
    taut_body_def def = taut_body_def_default();
    def.velocity = (taut_vec3){0.1f, -0.5f, 0.0f};
    def.collision.edges = def.collision.faces = false;
    s.body = add_body_def(s.world, builder, def);
    for (int i = 0; i < GRAINS; ++i) {
        s.from[i] = position_of(s.world, s.body, i);
    }
    return s;
}

// How many of the particles from `first` on have pairs that were looked for from elsewhere than
// where they began the step.
static int looked_again(const scattered* s, int first, int end, const taut_vec3* from)
{
    const taut_body* b = taut_world_peek(s->world, s->body);
    const int32_t* seat_of = b->blueprint->schedule.seating.seat_of;
    int count = 0;
    for (int i = first; i < end; ++i) {
        taut_vec3 base = taut_rows_get(b->contacts->base, seat_of[i]);
        count += !same_vec3_bits(base, from[i - first]);
    }
    return count;
}

static void check_found_again(int links, float height, float stretch, int grains, int ends)
{
    scattered s = scatter(links, height, stretch);
    enum { MOST = 64 };
    taut_vec3 from[MOST];
    for (int i = 0; i < 2 * links; ++i) {
        from[i] = position_of(s.world, s.body, GRAINS + i);
    }
    REQUIRE(taut_world_step(s.world, FRAME, 10, NULL) == TAUT_OK);
    CHECK_EQ_INT(looked_again(&s, 0, GRAINS, s.from), grains);
    CHECK_EQ_INT(looked_again(&s, GRAINS, GRAINS + 2 * links, from), ends);
    for (int i = 0; i < GRAINS + 2 * links; ++i) {
        CHECK(position_of(s.world, s.body, i).y > 0.0f);
    }
    taut_world_destroy(s.world);
}

TEST(strays_far_off_leave_pairs_as_they_are)
{
    check_found_again(1, 50.0f, 10.0f, 0, 2);
    check_found_again(8, 50.0f, 10.0f, 0, 16);
    check_found_again(8, 50.0f, 1.0f, 0, 0);
}

TEST(strays_near_the_ground_have_pairs_found_again)
{
    check_found_again(1, 0.02f, 10.0f, GRAINS, 2);
}

TEST(many_strays_at_once_have_pairs_found_again)
{
    check_found_again(20, 50.0f, 10.0f, GRAINS, 40);
}

// Pairs that a stray might have -------------------------------------------------------------------

enum { COLLIDERS = 4, SIDE = 6 };

// A cloth among colliders of four kinds, which has taken a step: pairs were looked for.
typedef struct among {
    play p;
    taut_contacts* k;
    taut_step step;
    taut_work work;
    taut_near all[COLLIDERS];  // as if each were near by
    float masses[4 * SIDE * SIDE];
} among;

static void put_among(among* a, taut_test_random* r, int first)
{
    a->p.world = new_world(TAUT_SOLVER_XPBD, earth);
    for (int i = 0; i < COLLIDERS; ++i) {
        add_shape(&a->p, (taut_shape_kind)(first + i),
                  taut_vec3_scale(random_direction(r), random_between(r, 1.0f, 3.0f)));
    }
    taut_body_def def = taut_body_def_default();
    def.collision.thickness = random_between(r, 0.005f, 0.1f);
    add_to(&a->p, loose_cloth(SIDE, true), def);
    REQUIRE(taut_world_step(a->p.world, FRAME, 2, NULL) == TAUT_OK);
    taut_body* body = taut_world_peek(a->p.world, a->p.ids[0]);
    a->k = body->contacts;
    a->step = (taut_step){.colliders = &a->p.world->colliders,
                          .gravity = earth,
                          .dt = FRAME,
                          .h = 0.5f * FRAME,
                          .inverse_h = 2.0f / FRAME,
                          .substep_count = 2};
    a->work = (taut_work){.body = body, .w = a->masses};
    for (int i = 0; i < 4 * SIDE * SIDE; ++i) {
        a->masses[i] = 1.0f;
    }
    for (int i = 0; i < COLLIDERS; ++i) {
        a->all[i] = contact_near_of(&a->step, a->k, i);
    }
}

static float longest_side2_of(const taut_contacts* k)
{
    float longest2 = 0.0f;
    for (int i = 0; i < k->edge_count; ++i) {
        contact_element e = contact_element_of(k, k->edges + 2 * (ptrdiff_t)i, 2);
        longest2 = fmaxf(longest2, contact_side2(k, &e));
    }
    for (int i = 0; i < k->face_count; ++i) {
        contact_element e = contact_element_of(k, k->faces + 3 * (ptrdiff_t)i, 3);
        longest2 = fmaxf(longest2, contact_side2(k, &e));
    }
    return longest2;
}

// How many pairs all elements with that seat have with all colliders, were pairs looked for now.
// Edges and faces are no longer than they may be by then.
static int64_t pairs_around(among* a, int32_t seat)
{
    taut_contacts k = *a->k;
    float most = 0.999f * CONTACT_STRAY_SIDES * sqrtf(k.longest2), most2 = most * most;
    k.near = a->all;
    k.near_count = COLLIDERS;
    contact_list list = {&k, 0, true};
    contact_pair_seats(&a->step, &a->work, &list, &seat, 1);
    for (int i = 0; i < k.edge_count; ++i) {
        const int32_t* e = k.edges + 2 * (ptrdiff_t)i;
        contact_element of = contact_element_of(&k, e, 2);
        if ((e[0] == seat || e[1] == seat) && contact_side2(&k, &of) <= most2) {
            contact_pair_seats(&a->step, &a->work, &list, e, 2);
        }
    }
    for (int i = 0; i < k.face_count; ++i) {
        const int32_t* f = k.faces + 3 * (ptrdiff_t)i;
        contact_element of = contact_element_of(&k, f, 3);
        if ((f[0] == seat || f[1] == seat || f[2] == seat) && contact_side2(&k, &of) <= most2) {
            contact_pair_seats(&a->step, &a->work, &list, f, 3);
        }
    }
    return list.next;
}

// Some particle goes some way, and all reach as far.
static int32_t let_one_go(among* a, taut_test_random* r)
{
    const taut_body* body = a->work.body;
    const taut_seating* seating = &body->blueprint->schedule.seating;
    int32_t seat = seating->seat_of[random_below(r, body->blueprint->particle_count)];
    float reach = random_between(r, 0.0f, 0.3f);
    for (int i = 0; i < seating->seat_count; ++i) {
        a->k->reach[i] = reach;
    }
    float far = random_between(r, 0.0f, sqrtf(a->k->longest2));
    taut_vec3 way = taut_vec3_scale(random_direction(r), far);
    taut_rows_set(a->k->base, seat, taut_vec3_add(taut_rows_get(a->k->base, seat), way));
    return seat;
}

static bool is_clear(const among* a, int32_t seat)
{
    bool clear = true;
    for (int i = 0; i < COLLIDERS; ++i) {
        clear = clear && !contact_stray_meets(&a->step, &a->work, a->k, seat, i);
    }
    return clear;
}

TEST(strays_that_are_clear_have_no_pairs)
{
    taut_test_random r = {97};
    int clear = 0, met = 0, tried = 0;
    for (int trial = 0; trial < 400; ++trial) {
        among a = {0};
        put_among(&a, &r, trial % 2 == 0 ? TAUT_SHAPE_PLANE : TAUT_SHAPE_CYLINDER);
        a.k->longest2 = longest_side2_of(a.k);
        for (int i = 0; i < 20; ++i) {
            int32_t seat = let_one_go(&a, &r);
            int64_t pairs = pairs_around(&a, seat);
            bool free = is_clear(&a, seat);
            CHECK(!free || pairs == 0);
            clear += free;
            met += pairs > 0;
            ++tried;
            a.k->longest2 = longest_side2_of(a.k);  // as if pairs had been looked for
        }
        taut_world_destroy(a.p.world);
    }
    CHECK_MSG(clear > tried / 20 && met > tried / 20, "%d clear, %d met of %d", clear, met, tried);
}

// On a device -------------------------------------------------------------------------------------

// A cloth over some shapes, of which single particles are jerked: up and away, or down.
static void begin_jerked(play* p)
{
    add_shape(p, TAUT_SHAPE_SPHERE, (taut_vec3){0.0f, 0.0f, 0.0f});
    add_shape(p, TAUT_SHAPE_PLANE, (taut_vec3){0.0f, -0.6f, 0.0f});
    add_to(p, loose_cloth(12, false), moving_def(1.0f));
    taut_body_def def = moving_def(1.0f);
    def.precision = TAUT_PRECISION_FAST;
    def.collision.edges = def.collision.faces = false;
    add_shape(p, TAUT_SHAPE_CAPSULE, (taut_vec3){5.0f, 0.0f, 0.0f});
    add_to(p, loose_cloth(20, false), def);
}

static void jerk(play* p, int frame)
{
    look_on(p, frame);
    for (int i = 0; i < p->count; ++i) {
        taut_vec3 way = {0.0f, frame % 3 == 0 ? 900.0f : -900.0f, frame % 2 == 0 ? 400.0f : 0.0f};
        for (int j = 0; j < 1 + frame % 4 * 8; ++j) {
            CHECK(taut_body_add_force(p->world, p->ids[i], (frame * 7 + 11 * j) % 144,
                                      taut_vec3_scale(way, frame % 4 == 3 ? 1.0f : 3.0f)) ==
                  TAUT_OK);
        }
    }
}

TEST(bodies_with_strays)
{
    static const story stories[] = {
        {"jerked", begin_jerked, jerk, TAUT_SOLVER_XPBD, false, 0, 8, 40},
        {"jerked, swept more", begin_jerked, jerk, TAUT_SOLVER_XPBD, false, 3, 5, 24},
        {"jerked, of Verlet", begin_jerked, jerk, TAUT_SOLVER_VERLET, false, 4, 4, 24},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}
