// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Lines: which links they take, that they are solved as a whole, what that does for a cloth, and
// that it is the same on every backend and any number of threads.

#include "blueprint.h"
#include "platform/pool.h"
#include "support.h"
#include "test.h"

enum { MOST_THREADS = 3 };

static taut_cloth_def cloth_def(int size, float side)
{
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = def.rows = size;
    def.spacing_u = def.spacing_v = side / (float)(size - 1);
    def.rigid = true;
    def.particle_mass = 0.01f;
    def.material.damping_rate = 0.0f;
    return def;
}

// On two corner pins.
static taut_builder* cloth_builder(const taut_cloth_def* def)
{
    taut_builder* builder = new_builder();
    if (taut_make_cloth(builder, def, NULL) != TAUT_OK || taut_builder_pin(builder, 0) != TAUT_OK ||
        taut_builder_pin(builder, def->columns - 1) != TAUT_OK) {
        taut_builder_destroy(builder);
        return NULL;
    }
    return builder;
}

static taut_blueprint* bake_cloth(const taut_cloth_def* def)
{
    return bake_away(cloth_builder(def));
}

// Which links ------------------------------------------------------------------------------------

static int particle_at(const taut_blueprint* p, size_t entry)
{
    return p->schedule.seating.particle_of[p->lines.seats[entry]];
}

// Every link joins the particles of its row and the next, and says what its constraint says.
static void check_link(const taut_blueprint* p, size_t entry)
{
    const taut_lines* l = &p->lines;
    int place = l->places[entry];
    int32_t ends[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(p, (taut_slot){TAUT_CONSTRAINT_DISTANCE, place}, ends);
    int a = particle_at(p, entry), b = particle_at(p, entry + TAUT_LINE_LANES);
    CHECK((ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a));
    const taut_constraint_set* set = &p->sets[TAUT_CONSTRAINT_DISTANCE];
    CHECK_EQ_INT(set->family[place], TAUT_FAMILY_STRUCTURAL);
    CHECK(same_bits(set->rest[place], l->rest[entry]));
    CHECK(same_bits(set->compliance[place], l->compliance[entry]));
}

// A particle is met by one line of a phase at most, and once by it; past the end of a line there is
// an empty seat.
static int check_batch(const taut_blueprint* p, int batch, int phase, int* met)
{
    const taut_lines* l = &p->lines;
    int links = 0;
    for (int lane = 0; lane < TAUT_LINE_LANES; ++lane) {
        bool ended = false;
        for (int i = 0; i <= l->batches[batch].link_count; ++i) {
            size_t entry = TAUT_LINE_LANES * (size_t)(l->batches[batch].row + i) + (size_t)lane;
            int particle = particle_at(p, entry);
            CHECK((particle < 0) <= (i == 0 || ended));
            if (particle >= 0) {
                CHECK_MSG(met[particle] < phase, "particle %d twice in phase %d", particle, phase);
                met[particle] = phase;
            }
            ended = ended || l->places[entry] < 0;
            CHECK(ended == (l->rest[entry] < 0.0f));
            if (!ended) {
                check_link(p, entry);
                ++links;
            }
        }
        CHECK(ended);
    }
    return links;
}

static void check_lines(const taut_blueprint* p)
{
    const taut_lines* l = &p->lines;
    int* met = calloc((size_t)p->particle_count, sizeof *met);
    REQUIRE(met != NULL);
    int links = 0;
    for (int phase = 0; phase < l->phase_count; ++phase) {
        for (int batch = l->phase_first[phase]; batch < l->phase_first[phase + 1]; ++batch) {
            links += check_batch(p, batch, phase + 1, met);
        }
    }
    CHECK_EQ_INT(links, l->link_count);
    CHECK_EQ_INT(l->phase_first[l->phase_count], l->batch_count);
    free(met);
}

TEST(rows_and_columns_of_a_cloth_are_lines)
{
    for (int size = 2; size <= 70; size += 17) {
        taut_cloth_def def = cloth_def(size, 1.0f);
        def.rows = size + 3;
        taut_blueprint* p = bake_cloth(&def);
        REQUIRE(p != NULL);
        CHECK_EQ_INT(p->lines.phase_count, 2);
        CHECK_EQ_INT(p->lines.line_count, size + size + 3);
        CHECK_EQ_INT(p->lines.link_count, (size - 1) * (size + 3) + size * (size + 2));
        CHECK_EQ_INT(p->lines.most_links, size + 2);
        check_lines(p);
        taut_blueprint_release(p);
    }
}

TEST(a_tube_has_lines_that_do_not_meet_themselves)
{
    enum { AROUND = 24, ALONG = 9 };
    taut_builder* builder = new_builder();
    for (int i = 0; i < AROUND * ALONG; ++i) {
        double turn = 6.283185307179586 * (i % AROUND) / AROUND;
        (void)add_particle(builder, (float)cos(turn), -0.25f * (float)(i / AROUND),
                           (float)sin(turn), 0.1f);
    }
    for (int i = 0; i < AROUND * ALONG; ++i) {
        int row = i / AROUND;
        (void)add_link(builder, i, row * AROUND + (i + 1) % AROUND, 0.0f);
        if (row + 1 < ALONG) {
            (void)add_link(builder, i, i + AROUND, 0.0f);
        }
    }
    taut_tether_def tethers = taut_tether_def_default();
    REQUIRE(taut_builder_tether(builder, &tethers, 0, AROUND * ALONG) == TAUT_OK);
    REQUIRE(taut_builder_pin(builder, 0) == TAUT_OK);
    taut_blueprint* p = bake_away(builder);
    REQUIRE(p != NULL);
    CHECK_EQ_INT(p->lines.link_count, AROUND * ALONG + AROUND * (ALONG - 1));
    CHECK(p->lines.phase_count >= 2);
    check_lines(p);
    taut_blueprint_release(p);
}

static int phases_of_cloth(taut_cloth_def def)
{
    taut_blueprint* p = bake_cloth(&def);
    int phases = p != NULL ? p->lines.phase_count : -1;
    taut_blueprint_release(p);
    return phases;
}

TEST(lines_are_for_bodies_that_ask_for_them)
{
    taut_cloth_def def = cloth_def(12, 1.0f);
    CHECK_EQ_INT(phases_of_cloth(def), 2);
    def.rigid = false;
    CHECK_EQ_INT(phases_of_cloth(def), 2);
    def.tethers.passes = 3;
    CHECK_EQ_INT(phases_of_cloth(def), 0);
    def.tethers.passes = 0;
    def.tethers.enabled = false;
    CHECK_EQ_INT(phases_of_cloth(def), 0);
}

TEST(one_sided_and_damped_links_are_left_to_sweeps)
{
    for (int kind = 0; kind < 3; ++kind) {
        taut_cloth_def def = cloth_def(8, 1.0f);
        taut_builder* builder = cloth_builder(&def);
        REQUIRE(builder != NULL);
        taut_constraint_def link = taut_link(0, 63);
        link.sides = kind == 0 ? TAUT_SIDES_TENSION : TAUT_SIDES_BOTH;
        link.damping = kind == 1 ? 1.0f : 0.0f;
        link.family = kind == 2 ? TAUT_FAMILY_STRUCTURAL : link.family;
        REQUIRE(taut_builder_add_constraint(builder, &link, NULL) == TAUT_OK);
        taut_blueprint* p = bake_away(builder);
        REQUIRE(p != NULL);
        CHECK((p->lines.phase_count > 0) == (kind == 2));
        taut_blueprint_release(p);
    }
}

TEST(stats_count_each_link_of_a_line_once)
{
    taut_cloth_def def = cloth_def(20, 1.0f);
    taut_blueprint* p = bake_cloth(&def);
    REQUIRE(p != NULL);
    taut_blueprint_stats stats = taut_blueprint_get_stats(p);
    CHECK(stats.projections == stats.constraints + stats.tethers);
    taut_blueprint_release(p);
}

// Solved as a whole ------------------------------------------------------------------------------

enum { LADDER_LINKS = 12 };

// Two chains of weights of 1 kg side by side, with rungs, their ends held; tethers that are too
// long to act. A chain alone would be a tree (trees.h).
static taut_builder* ladder_builder(float compliance)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < 2 * (LADDER_LINKS + 1); ++i) {
        int p = add_particle(builder, 0.3f * (float)(i % 2), -0.2f * (float)(i / 2), 0.0f, 1.0f);
        if (i % 2 == 1) {
            (void)add_link(builder, p - 1, p, compliance);
        }
        if (i >= 2) {
            (void)add_link(builder, p - 2, p, compliance);
        }
    }
    taut_tether_def tethers = taut_tether_def_default();
    tethers.slack = 1000.0f;
    (void)taut_builder_tether(builder, &tethers, 0, 2 * (LADDER_LINKS + 1));
    (void)taut_builder_pin(builder, 0);
    (void)taut_builder_pin(builder, 1);
    return builder;
}

// A sweep leaves the top link sixteen times as long as this compliance asks for at 4 substeps.
static void check_ladder(taut_precision precision, int iterations)
{
    taut_world_def world_def = world_def_of(TAUT_SOLVER_XPBD, earth);
    world_def.solver.iterations = iterations;
    taut_world* world = new_world_from(&world_def);
    taut_body_def def = taut_body_def_default();
    def.drag = 4.0f;
    def.precision = precision;
    taut_body_id body = add_body_def(world, ladder_builder(1e-6f), def);
    for (int i = 0; i < 600; ++i) {
        REQUIRE(taut_world_step(world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
    }
    taut_constraint_state top;
    taut_reaction pin;
    REQUIRE(taut_body_constraint(world, body, 1, &top) == TAUT_OK);
    REQUIRE(taut_body_reaction(world, body, 0, &pin) == TAUT_OK);
    double weight = 9.81 * LADDER_LINKS;
    double tolerance = precision == TAUT_PRECISION_FINE ? 0.002 : 0.02;
    CHECK_NEAR((double)top.force, weight, tolerance * weight);
    CHECK_NEAR((double)pin.force.y, weight, tolerance * weight);
    if (precision == TAUT_PRECISION_FINE) {
        CHECK_NEAR((double)top.value, 1e-6 * weight, 0.1 * 1e-6 * weight);
    }
    taut_world_destroy(world);
}

TEST(a_hanging_ladder_stretches_by_what_its_compliance_says)
{
    check_ladder(TAUT_PRECISION_FINE, 1);
    check_ladder(TAUT_PRECISION_FINE, 3);
    check_ladder(TAUT_PRECISION_FAST, 1);
}

TEST(a_link_that_is_gone_couples_nothing)
{
    enum { GONE = 5 };
    taut_blueprint* p = bake_away(ladder_builder(0.0f));
    REQUIRE(p != NULL);
    for (int i = 0; i < TAUT_LINE_LANES * p->lines.row_count; ++i) {
        int32_t ends[TAUT_CONSTRAINT_MAX_PARTICLES] = {-1};
        if (p->lines.places[i] >= 0) {
            taut_slot slot = {TAUT_CONSTRAINT_DISTANCE, p->lines.places[i]};
            taut_blueprint_particles(p, slot, ends);
        }
        bool gone = ends[0] / 2 == GONE && ends[1] == ends[0] + 2;
        p->lines.rest[i] = gone ? -1.0f : p->lines.rest[i];
    }
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_def def = taut_body_def_default();
    def.blueprint = p;
    taut_body_id body = {0};
    REQUIRE(taut_body_create(world, &def, &body) == TAUT_OK);
    for (int i = 0; i < 60; ++i) {
        REQUIRE(taut_world_step(world, 1.0f / 60.0f, 20, NULL) == TAUT_OK);
    }
    double fallen = 0.5 * 9.81 * (1.0 + 1.0 / 1200.0);
    taut_vec3_view x = taut_body_positions(world, body);
    for (int i = 0; i < 2 * (LADDER_LINKS + 1); ++i) {
        double due = -0.2 * (i / 2) - (i / 2 > GONE ? fallen : 0.0);
        CHECK_NEAR((double)taut_vec3_at(x, i).y, due, 1e-3);
    }
    taut_world_destroy(world);
    taut_blueprint_release(p);
}

// Stairs of `count` columns, the shortest of one cell, from number `first` on; each flight from a
// pin of its own.
static taut_builder* stairs_builder(int first, int count)
{
    taut_builder* builder = new_builder();
    for (int flight = first; flight <= count; ++flight) {
        int start = taut_builder_particle_count(builder);
        for (int i = 0; i < 2 * (flight + 1); ++i) {
            int p = add_particle(builder, 0.1f * (float)(i / 2), 0.1f * (float)(i % 2),
                                 (float)flight, 0.1f);
            if (i % 2 == 1) {
                (void)add_link(builder, p - 1, p, 0.0f);
            }
            if (i >= 2) {
                (void)add_link(builder, p - 2, p, 0.0f);
            }
        }
        (void)taut_builder_pin(builder, start);
    }
    taut_tether_def tethers = taut_tether_def_default();
    (void)taut_builder_tether(builder, &tethers, 0, taut_builder_particle_count(builder));
    return builder;
}

TEST(lines_of_unequal_length_do_not_disturb_one_another)
{
    enum { FLIGHTS = 21 };
    taut_world* together = new_world(TAUT_SOLVER_XPBD, earth);
    taut_world* alone = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id all = add_body(together, stairs_builder(1, FLIGHTS));
    taut_body_id one[FLIGHTS + 1];
    for (int i = 1; i <= FLIGHTS; ++i) {
        one[i] = add_body(alone, stairs_builder(i, i));
    }
    for (int i = 0; i < 120; ++i) {
        REQUIRE(taut_world_step(together, 1.0f / 60.0f, 6, NULL) == TAUT_OK);
        REQUIRE(taut_world_step(alone, 1.0f / 60.0f, 6, NULL) == TAUT_OK);
    }
    taut_vec3_view x = taut_body_positions(together, all);
    int at = 0;
    for (int i = 1; i <= FLIGHTS; ++i) {
        taut_vec3_view y = taut_body_positions(alone, one[i]);
        for (int k = 0; k < 2 * (i + 1); ++k, ++at) {
            CHECK(finite_vec3(taut_vec3_at(x, at)));
            CHECK(same_vec3_bits(taut_vec3_at(x, at), taut_vec3_at(y, k)));
        }
    }
    taut_world_destroy(together);
    taut_world_destroy(alone);
}

TEST(links_on_no_ring_are_left_to_trees)
{
    taut_cloth_def def = cloth_def(8, 1.0f);
    taut_builder* builder = cloth_builder(&def);
    REQUIRE(builder != NULL);
    int last = 63;
    for (int i = 0; i < 5; ++i) {  // a string at a corner
        int p = add_particle(builder, 1.0f, -0.1f * (float)(i + 1), 1.0f, 0.01f);
        (void)add_link(builder, last, p, 0.0f);
        last = p;
    }
    taut_blueprint* p = bake_away(builder);
    REQUIRE(p != NULL);
    CHECK_EQ_INT(p->trees.node_count, 6);
    CHECK_EQ_INT(p->lines.link_count, 2 * 7 * 8);
    taut_blueprint_stats stats = taut_blueprint_get_stats(p);
    CHECK(stats.projections == stats.constraints + stats.tethers);
    check_lines(p);
    taut_blueprint_release(p);
}

TEST(pins_too_far_apart_throw_nothing_far)
{
    taut_cloth_def def = cloth_def(24, 1.0f);
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id body = add_body(world, cloth_builder(&def));
    for (int i = 0; i < 240; ++i) {
        float apart = i < 60 ? 0.01f * (float)i : 0.6f;
        taut_vec3 to = {1.0f + apart, 0.0f, 0.0f};
        REQUIRE(taut_body_set_target(world, body, 23, to) == TAUT_OK);
        taut_step_report report;
        REQUIRE(taut_world_step(world, 1.0f / 60.0f, 12, &report) == TAUT_OK);
        CHECK_EQ_INT((int)report.trouble, 0);
    }
    taut_vec3_view x = taut_body_positions(world, body);
    for (int i = 0; i < x.count; ++i) {
        CHECK(distance_between(taut_vec3_at(x, i), (taut_vec3){0}) < 3.0);
    }
    taut_world_destroy(world);
}

// What it does for a cloth -----------------------------------------------------------------------

typedef struct stretch {
    double worst, later, mean;
} stretch;

// Let go from flat, without drag; `later` is that of the last third.
static stretch stretch_of(int passes, int substeps, int frames)
{
    taut_cloth_def def = cloth_def(40, 2.0f);
    def.tethers.passes = passes;
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id body = add_body(world, cloth_builder(&def));
    stretch s = {0};
    for (int i = 0; i < frames; ++i) {
        taut_measure m = {0};
        (void)taut_world_step(world, 1.0f / 60.0f, substeps, NULL);
        (void)taut_body_measure(world, body, &m);
        double now = (double)m.max_stretch;
        s.worst = now > s.worst ? now : s.worst;
        s.later = 3 * i >= 2 * frames && now > s.later ? now : s.later;
        s.mean += (double)m.mean_stretch / frames;
    }
    taut_world_destroy(world);
    return s;
}

TEST(a_falling_cloth_hardly_stretches)
{
    stretch lines = stretch_of(0, 12, 360);
    CHECK_MSG(lines.worst < 0.02, "worst %g", lines.worst);
    CHECK_MSG(lines.later < 0.01, "later %g", lines.later);
    CHECK_MSG(lines.mean < 1e-4, "mean %g", lines.mean);
    stretch sweeps = stretch_of(3, 12, 360);
    CHECK_MSG(lines.mean < 0.2 * sweeps.mean, "%g and %g", lines.mean, sweeps.mean);
}

// A cloth of 1 m that hangs from two corners, tilted by 5 degrees and let go, swings about them.
typedef struct swing {
    double period;  // mean of three
    double loss;    // of its energy per second, from the amplitudes
} swing;

static double depth_of(const taut_world* world, taut_body_id body)
{
    taut_vec3_view x = taut_body_positions(world, body);
    double sum = 0.0;
    for (int i = 0; i < x.count; ++i) {
        sum += (double)taut_vec3_at(x, i).z;
    }
    return sum / x.count;
}

static swing swing_of(bool tethers, int substeps)
{
    taut_cloth_def def = cloth_def(24, 1.0f);
    def.v = (taut_vec3){0.0f, -0.99619470f, 0.08715574f};
    def.tethers.enabled = tethers;
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id body = add_body(world, cloth_builder(&def));
    double at[9] = {0}, peak[9] = {0}, last = 1.0;
    for (int i = 0, crossed = 0; i < 600 && crossed < 9; ++i) {
        (void)taut_world_step(world, 1.0f / 60.0f, substeps, NULL);
        double z = depth_of(world, body);
        peak[crossed] = fabs(z) > peak[crossed] ? fabs(z) : peak[crossed];
        if (z * last < 0.0) {
            at[crossed++] = (i - z / (z - last)) / 60.0;
        }
        last = z;
    }
    taut_world_destroy(world);
    double ratio = (peak[7] + peak[8]) / (peak[1] + peak[2]);
    double seconds = at[8] - at[2];
    return (swing){(at[8] - at[2]) / 3.0, (1.0 - ratio * ratio) / seconds};
}

TEST(a_hanging_cloth_swings_as_it_should)
{
    swing reference = swing_of(false, 200);
    swing lines = swing_of(true, 20);
    CHECK(reference.period > 1.5 && reference.period < 2.0);
    CHECK_NEAR(lines.period, reference.period, 0.02 * reference.period);
    CHECK_MSG(lines.loss < reference.loss + 0.02, "%g and %g", lines.loss, reference.loss);
}

// The same everywhere ----------------------------------------------------------------------------

static uint64_t hash_of(taut_backend_kind backend, int threads, taut_precision precision, bool soft)
{
    taut_cloth_def def = cloth_def(45, 2.0f);
    def.rows = 37;
    def.rigid = !soft;
    def.material.damping_rate = soft ? 2.0f : 0.0f;
    taut_world_def world_def = world_def_of(TAUT_SOLVER_XPBD, earth);
    world_def.backend = backend;
    world_def.thread_count = threads;
    world_def.solver.iterations = soft ? 2 : 1;
    taut_world* world = new_world_from(&world_def);
    taut_body_def body_def = taut_body_def_default();
    body_def.precision = precision;
    taut_body_id body = add_body_def(world, cloth_builder(&def), body_def);
    for (int i = 0; i < 40; ++i) {
        (void)taut_world_step(world, 1.0f / 60.0f, 5, NULL);
    }
    uint64_t hash = taut_world_hash(world);
    for (int pin = 0; pin < 45; pin += 44) {  // forces at pins, too
        taut_reaction r = {0};
        (void)taut_body_reaction(world, body, pin, &r);
        uint32_t bits[3];
        memcpy(bits, &r.force, sizeof bits);
        hash = (hash ^ bits[0] ^ ((uint64_t)bits[1] << 32)) * UINT64_C(0x100000001b3) + bits[2];
    }
    taut_world_destroy(world);
    return hash;
}

TEST(lines_give_the_same_bits_on_every_backend_and_thread_count)
{
    for (int i = 0; i < 4; ++i) {
        taut_precision precision = i % 2 == 0 ? TAUT_PRECISION_FAST : TAUT_PRECISION_FINE;
        uint64_t due = hash_of(TAUT_BACKEND_SCALAR, 1, precision, i >= 2);
        for (int backend = 0; backend < TAUT_BACKEND_KIND_COUNT; ++backend) {
            if (!taut_backend_available((taut_backend_kind)backend)) {
                continue;
            }
            int most = taut_pool_supported() ? MOST_THREADS : 1;
            for (int threads = 1; threads <= most; ++threads) {
                uint64_t hash = hash_of((taut_backend_kind)backend, threads, precision, i >= 2);
                CHECK_MSG(hash == due, "%s, %d threads",
                          taut_backend_name((taut_backend_kind)backend), threads);
            }
        }
    }
}

TEST(the_order_of_adding_makes_no_difference_to_lines)
{
    enum { SIDE = 15 };
    uint64_t hash[2] = {0};
    for (int turn = 0; turn < 2; ++turn) {
        taut_builder* builder = new_builder();
        for (int i = 0; i < SIDE * SIDE; ++i) {
            (void)add_particle(builder, 0.1f * (float)(i % SIDE), 0.0f, 0.1f * (float)(i / SIDE),
                               0.01f);
        }
        for (int n = 0; n < 2 * SIDE * SIDE; ++n) {
            int i = turn == 0 ? n : 2 * SIDE * SIDE - 1 - n;
            int a = i / 2;
            int b = i % 2 == 0 ? a + 1 : a + SIDE;
            bool there = i % 2 == 0 ? a % SIDE + 1 < SIDE : a / SIDE + 1 < SIDE;
            if (there) {
                (void)add_link(builder, turn == 0 ? a : b, turn == 0 ? b : a, 0.0f);
            }
        }
        taut_tether_def tethers = taut_tether_def_default();
        REQUIRE(taut_builder_tether(builder, &tethers, 0, SIDE * SIDE) == TAUT_OK);
        REQUIRE(taut_builder_pin(builder, 0) == TAUT_OK);
        taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
        (void)add_body(world, builder);
        for (int i = 0; i < 60; ++i) {
            REQUIRE(taut_world_step(world, 1.0f / 60.0f, 8, NULL) == TAUT_OK);
        }
        hash[turn] = taut_world_hash(world);
        taut_world_destroy(world);
    }
    CHECK(hash[0] == hash[1]);
}
