// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Insertion order and stability: links added in an order that makes a sweep over the list explode
// stay stable here, and any order of adding gives the same bits.

#include "blueprint.h"
#include "support.h"
#include "test.h"

typedef struct taut_test_pair {
    int a, b;
    taut_family family;
} taut_test_pair;

// A grid whose links are listed particle by particle: right, down, both diagonals, both bends.
typedef struct taut_test_grid {
    int side;
    int count;
    taut_test_pair* pairs;  // room for 6 per particle
} taut_test_grid;

static void grid_add(taut_test_grid* g, int a, int column, int row, taut_family family)
{
    if (column >= 0 && column < g->side && row < g->side) {
        g->pairs[g->count++] = (taut_test_pair){a, row * g->side + column, family};
    }
}

static taut_test_grid grid_make(int side)
{
    size_t room = (size_t)(6 * side * side);
    taut_test_grid g = {side, 0, calloc(room, sizeof(taut_test_pair))};
    for (int i = 0; g.pairs != NULL && i < side * side; ++i) {
        int column = i % side, row = i / side;
        grid_add(&g, i, column + 1, row, TAUT_FAMILY_STRUCTURAL);
        grid_add(&g, i, column, row + 1, TAUT_FAMILY_STRUCTURAL);
        grid_add(&g, i, column + 1, row + 1, TAUT_FAMILY_SHEAR);
        if (column + 1 < side) {
            grid_add(&g, i + 1, column, row + 1, TAUT_FAMILY_SHEAR);
        }
        grid_add(&g, i, column + 2, row, TAUT_FAMILY_BEND);
        grid_add(&g, i, column, row + 2, TAUT_FAMILY_BEND);
    }
    return g;
}

#define SPACING 0.05f

static taut_vec3 grid_position(const taut_test_grid* g, int i)
{
    return (taut_vec3){SPACING * (float)(i % g->side), 0.0f, SPACING * (float)(i / g->side)};
}

static void shuffle(taut_test_grid* g)
{
    taut_test_random r = {11};
    for (int i = g->count - 1; i > 0; --i) {
        int k = random_below(&r, i + 1);
        taut_test_pair swap = g->pairs[i];
        g->pairs[i] = g->pairs[k];
        g->pairs[k] = swap;
    }
}

static taut_builder* grid_builder(const taut_test_grid* g, bool tethered)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < g->side * g->side; ++i) {
        (void)taut_builder_add_particle(builder, grid_position(g, i), 0.01f, NULL);
    }
    for (int i = 0; i < g->count; ++i) {
        taut_constraint_def def = taut_link(g->pairs[i].a, g->pairs[i].b);
        def.family = g->pairs[i].family;
        (void)taut_builder_add_constraint(builder, &def, NULL);
    }
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, g->side - 1);
    if (tethered) {
        taut_tether_def def = taut_tether_def_default();
        (void)taut_builder_tether(builder, &def, 0, g->side * g->side);
    }
    return builder;
}

static double farthest(const taut_world* world, taut_body_id id)
{
    taut_vec3_view x = taut_body_positions(world, id);
    double most = 0.0;
    for (int i = 0; i < x.count; ++i) {
        double far = distance_between(taut_vec3_at(x, i), no_gravity);
        most = !(far <= most) ? far : most;
    }
    return most;
}

// The naive sweep ---------------------------------------------------------------------------------

// Position-based dynamics as a textbook has it: predict, one sweep over the list, v = (x - p) / h.
static void naive_substep(const taut_test_grid* g, taut_vec3* x, taut_vec3* p, float h)
{
    int pins[] = {0, g->side - 1};
    for (int i = 0; i < g->side * g->side; ++i) {
        bool pinned = i == pins[0] || i == pins[1];
        taut_vec3 now = x[i];
        if (!pinned) {
            x[i].x += now.x - p[i].x;
            x[i].y += now.y - p[i].y - 9.81f * h * h;
            x[i].z += now.z - p[i].z;
        }
        p[i] = now;
    }
    for (int i = 0; i < g->count; ++i) {
        int a = g->pairs[i].a, b = g->pairs[i].b;
        float wa = a == pins[0] || a == pins[1] ? 0.0f : 1.0f;
        float wb = b == pins[0] || b == pins[1] ? 0.0f : 1.0f;
        float rest = (float)distance_between(grid_position(g, a), grid_position(g, b));
        taut_vec3 d = {x[b].x - x[a].x, x[b].y - x[a].y, x[b].z - x[a].z};
        float length = sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
        float s = wa + wb > 0.0f ? (length - rest) / (length * (wa + wb)) : 0.0f;
        x[a] = (taut_vec3){x[a].x + s * wa * d.x, x[a].y + s * wa * d.y, x[a].z + s * wa * d.z};
        x[b] = (taut_vec3){x[b].x - s * wb * d.x, x[b].y - s * wb * d.y, x[b].z - s * wb * d.z};
    }
}

static bool naive_explodes(const taut_test_grid* g, int frames)
{
    size_t n = (size_t)(g->side * g->side);
    taut_vec3* x = calloc(2 * n, sizeof *x);
    bool far = false;
    for (size_t i = 0; x != NULL && i < n; ++i) {
        x[i] = x[n + i] = grid_position(g, (int)i);
    }
    for (int substep = 0; x != NULL && substep < 20 * frames && !far; ++substep) {
        naive_substep(g, x, x + n, 1.0f / 1200.0f);
        far = !(fabsf(x[n - 1].y) < 1000.0f);  // NaN included
    }
    free(x);
    return far;
}

// How far the farthest particle is after so many frames of 20 substeps; negative for trouble.
static double farthest_after(const taut_test_grid* g, bool tethered, int frames, float* stretch)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body(world, grid_builder(g, tethered));
    uint32_t trouble = step_frames(world, frames, 1.0f / 60.0f, 20);
    taut_measure m = {0};
    (void)taut_body_measure(world, id, &m);
    double far = trouble == 0 ? farthest(world, id) : -1.0;
    *stretch = m.max_stretch;
    taut_world_destroy(world);
    return far;
}

TEST(row_by_row_order_explodes_in_a_sweep_over_the_list_and_not_here)
{
    taut_test_grid g = grid_make(100);
    REQUIRE(g.pairs != NULL);
    CHECK(naive_explodes(&g, 10));  // in frame 5 when it was measured
    float stretch;
    double far = farthest_after(&g, false, 12, &stretch);
    // Flat, two corners 4.95 m apart, and 0.2 s of falling: its own diagonal, no more.
    CHECK_MSG(far > 0.0 && far < 7.5, "%g m away", far);
    free(g.pairs);
}

TEST(row_by_row_order_stays_stable_for_60_frames)
{
    taut_test_grid g = grid_make(48);
    REQUIRE(g.pairs != NULL);
    float stretch;
    double far = farthest_after(&g, false, 60, &stretch);
    // Without tethers the links beside the pins stretch, by half in the trial; several times its
    // diagonal of 3.3 m is where an explosion begins.
    CHECK_MSG(far > 0.0 && far < 10.0, "%g m away", far);
    free(g.pairs);
}

TEST(row_by_row_order_with_tethers_hardly_stretches)
{
    taut_test_grid g = grid_make(36);  // two clusters
    REQUIRE(g.pairs != NULL);
    float stretch;
    double far = farthest_after(&g, true, 60, &stretch);
    // 0.2 is several times what was measured at this moment of the fall.
    CHECK_MSG(far > 0.0 && far < 2.7, "%g m away", far);  // diagonal 2.5 m
    CHECK_MSG(stretch < 0.2f, "stretched by %g", (double)stretch);
    free(g.pairs);
}

// Shuffling ---------------------------------------------------------------------------------------

TEST(order_of_adding_changes_neither_the_order_of_solving_nor_a_bit)
{
    taut_test_grid g = grid_make(70);  // two clusters
    REQUIRE(g.pairs != NULL);
    taut_blueprint* listed = bake_away(grid_builder(&g, true));
    shuffle(&g);
    taut_blueprint* shuffled = bake_away(grid_builder(&g, true));
    REQUIRE(listed != NULL && shuffled != NULL);
    CHECK_EQ_INT(listed->schedule.colour_count, shuffled->schedule.colour_count);
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        const taut_constraint_set* a = &listed->sets[kind];
        const taut_constraint_set* b = &shuffled->sets[kind];
        REQUIRE(a->count == b->count && a->place_count == b->place_count);
        for (int i = 0; i < a->place_count; ++i) {
            int32_t pa[TAUT_CONSTRAINT_MAX_PARTICLES], pb[TAUT_CONSTRAINT_MAX_PARTICLES];
            CHECK_EQ_INT(taut_set_has(a, i), taut_set_has(b, i));
            taut_blueprint_particles(listed, (taut_slot){kind, i}, pa);
            taut_blueprint_particles(shuffled, (taut_slot){kind, i}, pb);
            CHECK(memcmp(pa, pb, sizeof pa) == 0);
        }
        CHECK(memcmp(a->rest, b->rest, (size_t)a->place_count * sizeof *a->rest) == 0);
    }

    taut_world* worlds[2];
    taut_blueprint* blueprints[2] = {listed, shuffled};
    for (int i = 0; i < 2; ++i) {
        worlds[i] = new_world(TAUT_SOLVER_XPBD, earth);
        taut_body_def def = taut_body_def_default();
        def.blueprint = blueprints[i];
        taut_body_id id;
        REQUIRE(taut_body_create(worlds[i], &def, &id) == TAUT_OK);
        CHECK_EQ_INT(step_frames(worlds[i], 30, 1.0f / 60.0f, 10), 0);
        taut_blueprint_release(blueprints[i]);
    }
    CHECK_EQ_U64(taut_world_hash(worlds[0]), taut_world_hash(worlds[1]));
    taut_world_destroy(worlds[0]);
    taut_world_destroy(worlds[1]);
    free(g.pairs);
}

TEST(shuffled_links_keep_their_own_numbers)
{
    taut_test_grid g = grid_make(20);
    REQUIRE(g.pairs != NULL);
    shuffle(&g);
    taut_blueprint* p = bake_away(grid_builder(&g, false));
    REQUIRE(p != NULL);
    for (int i = 0; i < g.count; ++i) {
        taut_constraint_def def;
        REQUIRE(taut_blueprint_constraint(p, i, &def) == TAUT_OK);
        CHECK_EQ_INT(def.particles[0], g.pairs[i].a);
        CHECK_EQ_INT(def.particles[1], g.pairs[i].b);
        CHECK_EQ_INT(def.family, g.pairs[i].family);
    }
    taut_blueprint_release(p);
    free(g.pairs);
}
