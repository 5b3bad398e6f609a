// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Brief pairs of a large cloth whose constraints press it together: they are listed by velocities,
// for up to twenty substeps, and constraints do not ask for these. And where there is no room.

#include "pairs.h"
#include "support.h"
#include "test.h"
#include "world.h"

static bool pair_again(const taut_pairs* p, const taut_point* a, const taut_point* b, bool near)
{
    (void)p, (void)a, (void)b, (void)near;
    return false;  // nothing came apart
}

#include "pairs_find.inl"

enum { SIDE = 66, FRAMES = 60 };

#define SPACING 0.02f
#define DISTANCE 0.015f

static taut_body_id add_sheet(taut_world* world)
{
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = SIDE;
    cloth.spacing_u = cloth.spacing_v = SPACING;
    cloth.tethers.enabled = false;
    taut_builder* builder = new_builder();
    (void)taut_make_cloth(builder, &cloth, NULL);
    for (int i = 0; i < SIDE; ++i) {
        (void)taut_builder_pin(builder, i);
    }
    taut_body_def def = taut_body_def_default();
    def.collision.self = true;
    def.collision.thickness = 0.5f * DISTANCE;
    return add_body_def(world, builder, def);
}

// Its last row is held by hands.
static taut_body_id add_led_sheet(taut_world* world)
{
    taut_body_id id = add_sheet(world);
    for (int i = 0; i < SIDE; ++i) {
        CHECK_EQ_INT(taut_body_grab(world, id, SIDE * (SIDE - 1) + i), TAUT_OK);
    }
    return id;
}

// Particles that are not neighbours in the cloth and nearer than a part of their distance; and how
// many touch.
static int count_near(const taut_world* world, taut_body_id id, float part, int* touching)
{
    taut_vec3_view x = taut_body_positions(world, id);
    int near = 0;
    *touching = 0;
    for (int i = 0; i < x.count; ++i) {
        for (int k = i + 1; k < x.count; ++k) {
            int across = k % SIDE - i % SIDE, down = k / SIDE - i / SIDE;
            bool neighbours = across >= -2 && across <= 2 && down >= -2 && down <= 2;
            double d = distance_between(taut_vec3_at(x, i), taut_vec3_at(x, k));
            near += !neighbours && d < (double)(part * DISTANCE);
            *touching += !neighbours && d < (double)(1.05f * DISTANCE);
        }
    }
    return near;
}

// The last row is led over the first and pulled down beyond it, fast.
static void lead(taut_world* world, taut_body_id id, int frame)
{
    float t = (float)frame / (float)FRAMES, reach = (float)(SIDE - 1) * SPACING;
    for (int i = 0; i < SIDE; ++i) {
        int particle = SIDE * (SIDE - 1) + i;
        taut_vec3 at = position_of(world, id, particle);
        float up = t < 0.5f ? 1.2f * t * reach : (0.6f - 2.4f * (t - 0.5f)) * reach;
        taut_vec3 to = {at.x, up, reach * (1.0f - 1.8f * t)};
        (void)taut_body_set_target(world, id, particle, to);
    }
}

// Pairs that a find would come to if every point looked at all others.
static int count_by_force(const taut_pairs* p)
{
    int count = 0;
    for (int i = 0; i < p->point_count; ++i) {
        taut_pair_sight own = pair_sight_of(p, i);
        taut_pair_finds f = {.count = 0};
        for (int k = i + 1; k < p->point_count; ++k) {
            taut_pair_sight other = pair_sight_of(p, k);
            pair_try_other(p, i, k, &own, &other, &f);
        }
        count += f.count;
    }
    return count;
}

// Rows and cells that are passed by have nobody who would be found, for many substeps or few.
TEST(a_large_cloth_finds_what_all_would_find)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_led_sheet(world);
    int brief = 0, shorter = 0, found = 0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        lead(world, id, frame);
        (void)step_frames(world, 1, 1.0f / 60.0f, 20);
        const taut_pairs* p = world->pairs;
        if (p->brief && frame % 3 == 0) {
            CHECK_MSG(count_by_force(p) == p->pair_count, "frame %d: %d, listed %d", frame,
                      count_by_force(p), p->pair_count);
            brief += 1;
            shorter += p->horizon < PAIR_BRIEF_SUBSTEPS;
            found += p->pair_count;
        }
    }
    CHECK_MSG(brief > 10 && shorter > 2 && brief - shorter > 2 && found > 1000, "%d, %d, %d", brief,
              shorter, found);
    taut_world_destroy(world);
}

TEST(a_large_cloth_that_is_pressed_together_keeps_its_distance)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_led_sheet(world);
    int lasting = 0, touched = 0, near = 0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        lead(world, id, frame);
        (void)step_frames(world, 1, 1.0f / 60.0f, 20);
        const taut_pairs* p = world->pairs;
        int touching;
        near += count_near(world, id, 0.5f, &touching);
        touched += touching;
        lasting += p->brief && p->horizon > PAIR_LEAST_SUBSTEPS && p->find_count < 4;
    }
    CHECK_MSG(lasting >= 6, "%d steps with long lists", lasting);
    CHECK_MSG(touched > 8000 && 1000 * near < touched, "%d of %d", near, touched);
    taut_world_destroy(world);
}

// What has no room is found for fewer substeps first, and then in a narrower margin.
TEST(less_is_found_where_there_is_no_room)
{
    taut_pairs p = {.reach = 0.01f, .brief = true, .least = 0.003f, .spread = 0.001f};
    p.most_horizon = PAIR_BRIEF_SUBSTEPS;
    p.point_count = PAIR_FEW_POINTS;
    p.zoning.across[0] = p.zoning.across[1] = p.zoning.across[2] = 1;
    pair_note_spread(&p);
    pair_note_margins(&p);
    float margin = pair_brief_margin(&p);
    CHECK(p.horizon == PAIR_BRIEF_SUBSTEPS && p.span == PAIR_BRIEF_SUBSTEPS && p.margin == margin);
    pair_find_less(&p);
    CHECK(p.horizon == 10 && p.span == 10 && p.margin == margin);
    pair_find_less(&p);
    CHECK(p.horizon == PAIR_LEAST_SUBSTEPS && p.span == 5 && p.margin == margin);
    pair_find_less(&p);
    CHECK(p.horizon == PAIR_LEAST_SUBSTEPS && p.margin == PAIR_SWIFT_MARGIN * p.reach);
    p.span = 2;  // which is not made longer
    p.horizon = PAIR_BRIEF_SUBSTEPS;
    pair_find_less(&p);
    CHECK(p.horizon == 10 && p.span == 2);
    p.brief = false;
    p.horizon = PAIR_BRIEF_SUBSTEPS;
    pair_find_less(&p);
    CHECK(p.horizon == PAIR_BRIEF_SUBSTEPS && p.margin == 0.5f * PAIR_SWIFT_MARGIN * p.reach);
}
