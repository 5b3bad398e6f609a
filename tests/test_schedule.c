// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The order of solving: what may run side by side shares nothing, every constraint is there once,
// and the order in which constraints were added makes no difference.

#include "blueprint.h"
#include "partition.h"
#include "schedule.h"
#include "support.h"
#include "test.h"

// Invariants --------------------------------------------------------------------------------------

// A schedule with what it was made from.
typedef struct taut_test_plan {
    const taut_schedule* schedule;
    const taut_schedule_item* items;
    int item_count;
    int particle_count;
    int* times;          // by item: how often it was met
    int* colour_stamp;   // by particle: last colour that moved it + 1
    int* cluster_stamp;  // likewise
    int* phase_stamp;
    int* seat_stamp;  // by seat: last colour that stored it + 1
} taut_test_plan;

static int moved_count(const taut_schedule_item* item)
{
    return taut_constraint_kind_info((taut_constraint_kind)item->kind)->moved_count;
}

// Every item stands in one lane of one batch, and its particles sit where the batch says.
static void check_places(taut_test_plan* t)
{
    const taut_schedule* s = t->schedule;
    REQUIRE(s->item_count == t->item_count);
    int total = 0;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        const taut_batch_set* set = &s->sets[kind];
        for (int place = 0; place < TAUT_BATCH * set->count; ++place) {
            const taut_batch* batch = &set->batches[place / TAUT_BATCH];
            int item = set->items[place];
            CHECK_EQ_INT(item >= 0, batch->live >> (place % TAUT_BATCH) & 1);
            if (item < 0) {
                continue;
            }
            REQUIRE(item < t->item_count);
            CHECK_MSG(t->times[item]++ == 0, "constraint %d stands twice in the order", item);
            CHECK_EQ_INT(t->items[item].kind, kind);
            int n = taut_constraint_kind_info((taut_constraint_kind)kind)->particle_count;
            for (int slot = 0; slot < n; ++slot) {
                int seat = taut_batch_seat(batch, set->near, slot, place % TAUT_BATCH);
                REQUIRE(seat >= 0 && seat < s->seating.seat_count);
                CHECK_EQ_INT(s->seating.particle_of[seat], t->items[item].particles[slot]);
            }
            ++total;
        }
    }
    CHECK_EQ_INT(total, t->item_count);
    memset(t->times, 0, (size_t)t->item_count * sizeof *t->times);
}

// Every particle has a seat of its own in one part; parts begin where a cache line does, and have
// room behind them.
static void check_seats(const taut_test_plan* t)
{
    const taut_seating* s = &t->schedule->seating;
    int taken = 0;
    CHECK_EQ_INT(s->first[0], 0);
    CHECK_EQ_INT(s->first[s->part_count], s->seat_count);
    for (int part = 0; part < s->part_count; ++part) {
        CHECK_EQ_INT(s->first[part] % TAUT_SEAT_ALIGN, 0);
        int last = -1;
        for (int seat = s->first[part]; seat < s->first[part + 1]; ++seat) {
            last = s->particle_of[seat] >= 0 ? seat : last;
            taken += s->particle_of[seat] >= 0;
        }
        CHECK(last >= 0 && s->first[part + 1] - last >= TAUT_SEAT_ALIGN);
    }
    CHECK_EQ_INT(taken, t->particle_count);
    for (int i = 0; i < t->particle_count; ++i) {
        REQUIRE(s->seat_of[i] >= 0 && s->seat_of[i] < s->seat_count);
        CHECK_EQ_INT(s->particle_of[s->seat_of[i]], i);
    }
}

// What empty lanes of a row are stored back to lies in the part that the cluster is, and in no
// other batch of the colour.
static void check_empty_lanes(taut_test_plan* t, int cluster, int colour, const taut_batch* batch)
{
    const taut_schedule* s = t->schedule;
    const taut_colour* c = &s->colours[colour];
    int part = s->cluster_part[cluster];
    int moved = taut_constraint_kind_info((taut_constraint_kind)c->kind)->moved_count;
    for (int k = 0; k < TAUT_BATCH * moved && batch->form == TAUT_FORM_ROW; ++k) {
        int lane = k % TAUT_BATCH;
        int seat = taut_batch_row_seat(batch, k / TAUT_BATCH, lane);
        bool empty = (batch->live >> lane & 1) == 0;
        CHECK(!empty ||
              (part >= 0 && seat >= s->seating.first[part] && seat < s->seating.first[part + 1]));
        CHECK_MSG(t->seat_stamp[seat] != colour + 1, "colour %d stores seat %d twice", colour,
                  seat);
        t->seat_stamp[seat] = colour + 1;
    }
}

static void check_item(taut_test_plan* t, int number, int phase, int cluster, int colour)
{
    const taut_schedule_item* item = &t->items[number];
    t->times[number] += 1;
    for (int k = 0; k < moved_count(item); ++k) {
        int particle = item->particles[k];
        CHECK_MSG(t->colour_stamp[particle] != colour + 1, "colour %d moves particle %d twice",
                  colour, particle);
        bool stranger =
            t->phase_stamp[particle] == phase + 1 && t->cluster_stamp[particle] != cluster + 1;
        CHECK_MSG(!stranger, "two clusters of phase %d move particle %d", phase, particle);
        t->colour_stamp[particle] = colour + 1;
        t->cluster_stamp[particle] = cluster + 1;
        t->phase_stamp[particle] = phase + 1;
    }
}

// The family of a colour, which all its constraints have.
static int check_colour(taut_test_plan* t, int phase, int cluster, int colour)
{
    const taut_colour* c = &t->schedule->colours[colour];
    const taut_batch_set* set = &t->schedule->sets[c->kind];
    CHECK(c->count > 0 && c->first >= 0 && c->first + c->count <= set->count);
    int family = -1;
    for (int i = c->first; i < c->first + c->count; ++i) {
        CHECK_EQ_INT(set->batches[i].form, c->form);
        CHECK(set->batches[i].live != 0);
        check_empty_lanes(t, cluster, colour, &set->batches[i]);
        for (int lane = 0; lane < TAUT_BATCH; ++lane) {
            int number = set->items[TAUT_BATCH * i + lane];
            if (number >= 0) {
                family = family < 0 ? t->items[number].family : family;
                CHECK_EQ_INT(t->items[number].family, family);
                check_item(t, number, phase, cluster, colour);
            }
        }
    }
    return family;
}

static void check_cluster(taut_test_plan* t, int phase, int cluster)
{
    const taut_schedule* s = t->schedule;
    int last = -1;
    for (int c = s->cluster_first[cluster]; c < s->cluster_first[cluster + 1]; ++c) {
        // Kinds in the order of the list, and families in their order within a kind.
        int kind = s->colours[c].kind;
        int family = check_colour(t, phase, cluster, c);
        CHECK(kind * TAUT_FAMILY_COUNT + family >= last);
        last = kind * TAUT_FAMILY_COUNT + family;
    }
    int size = 0;
    for (int i = 0; i < t->particle_count; ++i) {
        size += t->phase_stamp[i] == phase + 1 && t->cluster_stamp[i] == cluster + 1;
    }
    CHECK_MSG(size <= TAUT_CLUSTER_PARTICLES, "phase %d cluster %d moves %d particles", phase,
              cluster, size);
}

static void check_phases(taut_test_plan* t)
{
    const taut_schedule* s = t->schedule;
    CHECK_EQ_INT(s->phase_first[0], 0);
    CHECK_EQ_INT(s->phase_first[s->phase_count], s->cluster_count);
    CHECK_EQ_INT(s->cluster_first[s->cluster_count], s->colour_count);
    for (int phase = 0; phase < s->phase_count; ++phase) {
        for (int c = s->phase_first[phase]; c < s->phase_first[phase + 1]; ++c) {
            check_cluster(t, phase, c);
        }
        for (int i = 0; phase + 1 == s->once_count && i < t->item_count; ++i) {
            CHECK_MSG(t->times[i] == 1, "constraint %d met %d times", i, t->times[i]);
        }
    }
}

static void check_plan(taut_test_plan* t)
{
    size_t items = (size_t)t->item_count;
    size_t n = (size_t)t->particle_count;
    size_t seats = (size_t)t->schedule->seating.seat_count;
    int* memory = calloc(items + 3 * n + seats, sizeof *memory);
    REQUIRE(memory != NULL);
    t->times = memory;
    t->colour_stamp = memory + items;
    t->cluster_stamp = t->colour_stamp + n;
    t->phase_stamp = t->cluster_stamp + n;
    t->seat_stamp = t->phase_stamp + n;
    check_places(t);
    check_seats(t);
    check_phases(t);
    free(memory);
}

// The items of a blueprint, by builder's number; malloc'ed.
static taut_schedule_item* items_of(const taut_blueprint* p)
{
    taut_schedule_item* items = calloc((size_t)p->slot_count + 1, sizeof *items);
    for (int i = 0; items != NULL && i < p->slot_count; ++i) {
        taut_constraint_def def;
        (void)taut_blueprint_constraint(p, i, &def);
        items[i].kind = (uint8_t)def.kind;
        items[i].family = (uint8_t)def.family;
        memcpy(items[i].particles, def.particles, sizeof items[i].particles);
    }
    return items;
}

static void check_blueprint(const taut_blueprint* p)
{
    taut_schedule_item* items = items_of(p);
    REQUIRE(items != NULL);
    taut_test_plan t = {&p->schedule, items, p->slot_count, p->particle_count, .times = NULL};
    check_plan(&t);
    free(items);
}

TEST(cloth_of_one_cluster_keeps_the_invariants)
{
    taut_blueprint* p = bake_away(cornered_cloth_builder(32, 32, TAUT_BEND_SKIP_LINKS));
    REQUIRE(p != NULL);
    check_blueprint(p);
    CHECK_EQ_INT(p->schedule.once_count, 3);  // shear and bend, tethers, structural links
    CHECK_EQ_INT(p->schedule.cluster_count, p->schedule.phase_count);
    taut_blueprint_release(p);
}

TEST(cloth_of_many_clusters_keeps_the_invariants)
{
    taut_blueprint* p = bake_away(cornered_cloth_builder(150, 150, TAUT_BEND_DIHEDRAL));
    REQUIRE(p != NULL);
    check_blueprint(p);
    CHECK(p->schedule.cluster_count > 10);
    // Few phases: most links lie within a cluster, and those that cross a border soon do.
    CHECK_MSG(p->schedule.once_count <= 16, "%d phases", p->schedule.once_count);
    taut_blueprint_release(p);
}

TEST(rope_of_many_clusters_keeps_the_invariants)
{
    taut_builder* builder = new_builder();
    taut_rope_def def = taut_rope_def_default();
    def.link_count = 15000;
    def.end = (taut_vec3){300.0f, 0.0f, 0.0f};
    def.material.bend_stiffness = 0.1f;
    REQUIRE(taut_make_rope(builder, &def, NULL) == TAUT_OK);
    taut_blueprint* p = bake_away(builder);
    REQUIRE(p != NULL);
    check_blueprint(p);
    taut_blueprint_release(p);
}

// Constraints of all kinds between random particles: nothing like a mesh.
static void fill_random(taut_test_random* r, taut_schedule_item* items, int count, int particles)
{
    for (int i = 0; i < count; ++i) {
        items[i] = (taut_schedule_item){.particles = {-1, -1, -1, -1}};
        items[i].kind = (uint8_t)random_below(r, TAUT_CONSTRAINT_KIND_COUNT);
        items[i].family = (uint8_t)random_below(r, TAUT_FAMILY_COUNT);
        int n = taut_constraint_kind_info((taut_constraint_kind)items[i].kind)->particle_count;
        for (int k = 0; k < n; ++k) {
            items[i].particles[k] = (random_below(r, particles - 3) + k) % particles;
        }
        for (int k = 1; k < n; ++k) {  // all different
            if (items[i].particles[k] <= items[i].particles[k - 1]) {
                items[i].particles[k] = (items[i].particles[k - 1] + 1) % particles;
            }
        }
    }
}

static void fill_positions(taut_test_random* r, taut_float4* x, int count)
{
    for (int i = 0; i < count; ++i) {
        x[i] = (taut_float4){random_coarse(r), random_coarse(r), random_coarse(r), 1.0f};
    }
}

TEST(random_tangle_keeps_the_invariants)
{
    enum { PARTICLES = 9000, ITEMS = 27000 };
    static taut_float4 x[PARTICLES];
    static taut_schedule_item items[ITEMS];
    taut_test_random r = {5};
    fill_positions(&r, x, PARTICLES);
    fill_random(&r, items, ITEMS, PARTICLES);
    taut_allocator allocator = taut_allocator_default();
    taut_schedule schedule;
    for (int passes = 1; passes <= 3; ++passes) {
        taut_schedule_input input = {items, ITEMS, x, PARTICLES, passes};
        REQUIRE(taut_schedule_make(&allocator, &input, &schedule));
        taut_test_plan t = {&schedule, items, ITEMS, PARTICLES, .times = NULL};
        check_plan(&t);
        taut_schedule_free(&allocator, &schedule);
    }
}

TEST(star_of_1000_links_gives_each_its_own_colour)
{
    taut_builder* builder = new_builder();
    int centre = add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    taut_test_random r = {6};
    for (int i = 0; i < 1000; ++i) {
        int tip = add_particle(builder, random_coarse(&r) + 2.0f, random_coarse(&r),
                               random_coarse(&r), 0.01f);
        REQUIRE(add_link(builder, centre, tip, 0.0f) >= 0);
    }
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_body(world, builder);
    const taut_blueprint* p = taut_body_blueprint(world, id);
    REQUIRE(p != NULL);
    check_blueprint(p);
    CHECK_EQ_INT(p->schedule.colour_count, 1000);
    CHECK_EQ_INT(step_frames(world, 10, 1.0f / 60.0f, 4), 0);
    CHECK(body_finite(world, id));
    taut_world_destroy(world);
}

TEST(two_links_on_one_pair_take_two_colours)
{
    taut_builder* builder = new_builder();
    int a = add_particle(builder, 0.0f, 0.0f, 0.0f, 1.0f);
    int b = add_particle(builder, 1.0f, 0.0f, 0.0f, 1.0f);
    CHECK_EQ_INT(add_link(builder, a, b, 0.0f), 0);
    CHECK_EQ_INT(add_link(builder, b, a, 0.0f), 1);
    CHECK_EQ_INT(add_link(builder, a, b, 0.1f), 2);
    taut_blueprint* p = bake_away(builder);
    REQUIRE(p != NULL);
    check_blueprint(p);
    CHECK_EQ_INT(p->schedule.colour_count, 3);
    taut_blueprint_release(p);
}

TEST(body_without_constraints_has_an_empty_schedule_and_falls)
{
    taut_world* world = new_world(TAUT_SOLVER_XPBD, earth);
    taut_body_id id = add_single(world, taut_body_def_default());
    const taut_blueprint* p = taut_body_blueprint(world, id);
    REQUIRE(p != NULL);
    CHECK_EQ_INT(p->schedule.phase_count, 0);
    CHECK_EQ_INT(p->schedule.colour_count, 0);
    CHECK_EQ_INT(step_frames(world, 60, 1.0f / 60.0f, 2), 0);
    CHECK(position_of(world, id, 0).y < -4.0f);
    taut_world_destroy(world);
}

static int family_of(const taut_blueprint* p, const taut_colour* colour)
{
    int place = TAUT_BATCH * colour->first;
    while (!taut_set_has(&p->sets[colour->kind], place)) {
        ++place;
    }
    return p->sets[colour->kind].family[place];
}

// The phases that hold constraints of one kind and family, as the first and the last of them.
static void phases_of(const taut_blueprint* p, taut_constraint_kind kind, taut_family family,
                      int* first, int* last)
{
    const taut_schedule* s = &p->schedule;
    *first = *last = -1;
    for (int phase = 0; phase < s->phase_count; ++phase) {
        int end = s->cluster_first[s->phase_first[phase + 1]];
        for (int c = s->cluster_first[s->phase_first[phase]]; c < end; ++c) {
            const taut_colour* colour = &s->colours[c];
            if (colour->kind == (int)kind && family_of(p, colour) == (int)family) {
                *first = *first < 0 ? phase : *first;
                *last = phase;
            }
        }
    }
}

TEST(tethers_come_after_shear_and_bend_and_before_structural_links)
{
    taut_blueprint* p = bake_away(cornered_cloth_builder(50, 50, TAUT_BEND_SKIP_LINKS));
    REQUIRE(p != NULL);
    int tether[2], bend[2], shear[2], links[2];
    phases_of(p, TAUT_CONSTRAINT_TETHER, TAUT_FAMILY_OTHER, &tether[0], &tether[1]);
    phases_of(p, TAUT_CONSTRAINT_DISTANCE, TAUT_FAMILY_BEND, &bend[0], &bend[1]);
    phases_of(p, TAUT_CONSTRAINT_DISTANCE, TAUT_FAMILY_SHEAR, &shear[0], &shear[1]);
    phases_of(p, TAUT_CONSTRAINT_DISTANCE, TAUT_FAMILY_STRUCTURAL, &links[0], &links[1]);
    REQUIRE(tether[0] >= 0 && bend[0] >= 0 && shear[0] >= 0 && links[0] >= 0);
    CHECK_EQ_INT(tether[0], tether[1]);
    CHECK(bend[1] < tether[0]);
    CHECK(shear[1] < tether[0]);
    CHECK(links[0] > tether[0]);
    taut_blueprint_release(p);
}

TEST(structural_links_are_swept_as_often_as_the_tethers_ask)
{
    int phases[9] = {0};
    for (int passes = 1; passes <= 8; ++passes) {
        taut_builder* builder = new_builder();
        taut_cloth_def def = taut_cloth_def_default();
        def.tethers.passes = passes;
        REQUIRE(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
        REQUIRE(taut_builder_pin(builder, 0) == TAUT_OK);
        taut_blueprint* p = bake_away(builder);
        REQUIRE(p != NULL);
        check_blueprint(p);
        phases[passes] = p->schedule.phase_count;
        CHECK_EQ_INT(p->schedule.once_count, phases[1]);
        taut_blueprint_release(p);
    }
    // 20x20 is one cluster: one phase of shape, one of tethers, one of links per pass.
    for (int passes = 1; passes <= 8; ++passes) {
        CHECK_EQ_INT(phases[passes], 2 + passes);
    }
}

// Partition ---------------------------------------------------------------------------------------

static void check_partition(const int32_t* cluster, int count, int clusters, int most)
{
    int* size = calloc((size_t)clusters + 1, sizeof *size);
    REQUIRE(size != NULL);
    for (int i = 0; i < count; ++i) {
        bool known = cluster[i] >= 0 && cluster[i] < clusters;
        CHECK(known);
        size[known ? cluster[i] : clusters] += 1;
    }
    for (int c = 0; c < clusters; ++c) {
        CHECK_MSG(size[c] > 0 && size[c] <= most, "cluster %d of %d has %d particles", c, clusters,
                  size[c]);
    }
    free(size);
}

TEST(partition_cuts_20000_particles_into_equal_parts)
{
    enum { COUNT = 20000 };
    static taut_float4 x[COUNT];
    static int32_t cluster[COUNT];
    taut_allocator allocator = taut_allocator_default();
    taut_test_random r = {7};
    fill_positions(&r, x, COUNT);
    // 20,000 is halved four times: 1250 each.
    CHECK_EQ_INT(taut_partition_by_position(&allocator, x, COUNT, cluster), 16);
    check_partition(cluster, COUNT, 16, 1250);
}

TEST(partition_cuts_particles_that_all_lie_in_one_place)
{
    enum { COUNT = 20000 };
    static taut_float4 x[COUNT];  // all zero
    static int32_t cluster[COUNT];
    taut_allocator allocator = taut_allocator_default();
    CHECK_EQ_INT(taut_partition_by_position(&allocator, x, COUNT, cluster), 16);
    check_partition(cluster, COUNT, 16, 1250);
    CHECK_EQ_INT(taut_partition_by_position(&allocator, x, 1, cluster), 1);
    CHECK_EQ_INT(taut_partition_by_position(&allocator, x, TAUT_WHOLE_PARTICLES, cluster), 1);
    CHECK_EQ_INT(taut_partition_by_position(&allocator, x, TAUT_WHOLE_PARTICLES + 1, cluster), 4);
}

// docs/decisions/0034: what a body is cut into, by its size alone.
TEST(parts_and_clusters_across_them_have_sizes_that_follow_from_the_body)
{
    static const int cases[][3] = {
        {1, 4096, 4096},     {4096, 4096, 4096},  {4097, 1280, 4096},   {10000, 1280, 4096},
        {12100, 1280, 4096}, {20480, 1280, 4096}, {20481, 1280, 512},   {65536, 1280, 512},
        {131072, 2048, 512}, {262144, 4096, 512}, {1048576, 4096, 512}, {16777216, 4096, 512}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        CHECK_EQ_INT(taut_partition_part(cases[i][0]), cases[i][1]);
        CHECK_EQ_INT(taut_partition_across(cases[i][0]), cases[i][2]);
    }
}

TEST(partition_by_links_fills_clusters_and_keeps_its_first_link_whole)
{
    enum { COUNT = 20000, LINKS = COUNT - 1 };
    static int32_t particles[4 * LINKS], pick[LINKS], cluster[COUNT];
    for (int i = 0; i < LINKS; ++i) {
        pick[i] = i;
        int32_t link[4] = {i, i + 1, -1, -1};
        memcpy(&particles[(ptrdiff_t)4 * i], link, sizeof link);
    }
    taut_allocator allocator = taut_allocator_default();
    taut_incidence all = {particles, LINKS, COUNT};
    int clusters = taut_partition_by_links(&allocator, &all, pick, LINKS,
                                           taut_partition_across(all.particle_count), cluster);
    CHECK(clusters >= 5);
    CHECK_EQ_INT(cluster[0], cluster[1]);
    int left_over = 0;  // a last particle whose neighbours are all taken belongs nowhere
    static int size[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        left_over += cluster[i] < 0;
        size[cluster[i] < 0 ? COUNT - 1 : cluster[i]] += 1;
    }
    CHECK(left_over <= 1);
    for (int c = 0; c < clusters; ++c) {
        CHECK(size[c] > 0 && size[c] <= TAUT_CLUSTER_PARTICLES);
    }
}

// Bands -------------------------------------------------------------------------------------------

static taut_blueprint* cloth_of(int columns, int rows)
{
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = columns;
    def.rows = rows;
    def.spacing_u = def.spacing_v = 0.01f;
    def.tethers.enabled = false;
    taut_builder* builder = new_builder();
    CHECK(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    taut_blueprint* p = NULL;
    CHECK(taut_builder_bake(builder, &p) == TAUT_OK);
    taut_builder_destroy(builder);
    return p;
}

// docs/decisions/0050: borders between bands have no particle in common, and no phase follows them.
TEST(cloths_of_some_ten_thousand_particles_are_cut_into_bands)
{
    static const int cases[][4] = {{256, 256, 64, 2},  // four rows each
                                   {150, 140, 32, 2},  // in the midst of rows
                                   {320, 80, 32, 2},   // across its length
                                   {300, 300, 64, 3},  // too large: halved along both sides
                                   {100, 100, 8, 2}};  // as before: one cluster across eight parts
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        taut_blueprint* p = cloth_of(cases[i][0], cases[i][1]);
        const taut_schedule* s = &p->schedule;
        CHECK_EQ_INT(s->seating.part_count, cases[i][2]);
        CHECK_EQ_INT(s->phase_count, cases[i][3]);
        check_blueprint(p);
        taut_blueprint_release(p);
    }
}

// Whether parts are those that halving makes along whatever side is longest.
static bool is_halved(const taut_blueprint* p)
{
    int count = p->particle_count;
    int32_t* cluster = calloc((size_t)count, sizeof *cluster);
    taut_allocator allocator = taut_allocator_default();
    const taut_seating* seating = &p->schedule.seating;
    bool same =
        taut_partition_by_position(&allocator, p->start, count, cluster) == seating->part_count;
    for (int i = 0; i < count && same; ++i) {
        int32_t seat = seating->seat_of[i];
        same = seat >= seating->first[cluster[i]] && seat < seating->first[cluster[i] + 1];
    }
    free(cluster);
    return same;
}

TEST(bodies_whose_bands_would_share_particles_are_cut_as_before)
{
    static const int sides[][2] = {{203, false}, {240, false}, {202, true}, {256, true}};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; ++i) {
        CHECK(taut_partition_tries_bands(sides[i][0] * sides[i][0]));
        taut_blueprint* p = cloth_of(sides[i][0], sides[i][0]);
        CHECK_MSG(is_halved(p) != (bool)sides[i][1], "%d a side", sides[i][0]);
        CHECK_EQ_INT(p->schedule.phase_count, sides[i][1] ? 2 : 3);
        taut_blueprint_release(p);
    }
}

// One link that reaches across a band, between particles that nothing else joins to others.
TEST(a_link_across_two_bands_is_enough_for_that)
{
    enum { SIDE = 150, COUNT = SIDE * SIDE };
    for (int reach = 0; reach < 2; ++reach) {
        taut_builder* builder = new_builder();
        for (int i = 0; i < COUNT; ++i) {
            (void)add_particle(builder, 0.1f * (float)(i % SIDE), 0.0f, 0.1f * (float)(i / SIDE),
                               0.01f);
        }
        for (int i = 1; i < COUNT; ++i) {
            (void)add_link(builder, i - 1, i, 0.0f);
        }
        if (reach > 0) {
            (void)add_link(builder, SIDE / 2, COUNT - SIDE / 2, 0.0f);
        }
        taut_blueprint* p = NULL;
        CHECK(taut_builder_bake(builder, &p) == TAUT_OK);
        taut_builder_destroy(builder);
        CHECK_EQ_INT(is_halved(p), reach > 0);
        check_blueprint(p);
        taut_blueprint_release(p);
    }
}
