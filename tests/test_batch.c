// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Seats and batches: where particles sit, how constraints stand side by side, and that the empty
// lanes between them touch nothing that is not theirs.

#include "batch.h"

#include "blueprint.h"
#include "seating.h"
#include "support.h"
#include "test.h"

// Seating -----------------------------------------------------------------------------------------

enum { MOST_SEATED = 4096, MOST_PARTS = 4 };

typedef struct hall {
    int32_t part[MOST_SEATED];
    int32_t particles[4 * 3 * MOST_SEATED];
    int32_t first[MOST_PARTS + 1];
    int32_t seat_of[MOST_SEATED];
    int32_t particle_of[2 * MOST_SEATED];
    taut_seating_input input;
    taut_seating seating;
} hall;

static void hall_add(hall* h, int a, int b, int c, int d)
{
    int32_t one[4] = {a, b, c, d};
    memcpy(&h->particles[4 * h->input.constraint_count++], one, sizeof one);
}

static bool hall_seat(hall* h, int particles, int parts)
{
    h->input.particle_count = particles;
    h->input.part_count = parts;
    h->input.part = h->part;
    h->input.particles = h->particles;
    h->seating =
        (taut_seating){.first = h->first, .seat_of = h->seat_of, .particle_of = h->particle_of};
    taut_allocator allocator = taut_allocator_default();
    return taut_seating_size(&h->input) <= 2 * MOST_SEATED &&
           taut_seating_fill(&allocator, &h->input, &h->seating) &&
           h->seating.seat_count <= taut_seating_size(&h->input);
}

// Constraints whose particles sit at least a batch apart, pair by pair.
static int hall_apart(const hall* h)
{
    int count = 0;
    for (int i = 0; i < h->input.constraint_count; ++i) {
        bool apart = true;
        for (int k = 0; k < 4 && h->particles[4 * i + k] >= 0; ++k) {
            for (int j = 0; j < k; ++j) {
                int a = h->seat_of[h->particles[4 * i + j]];
                int b = h->seat_of[h->particles[4 * i + k]];
                apart = apart && abs(a - b) >= TAUT_BATCH;
            }
        }
        count += apart;
    }
    return count;
}

// The hands that n particles in order were dealt to, from where the first of them sit.
static int hall_hands(const hall* h, int n)
{
    for (int hands = 1; hands <= 8; ++hands) {
        int size = (n + hands - 1) / hands;
        bool all = true;
        for (int i = 0; i < n; ++i) {
            all = all && h->seat_of[i] == i % hands * size + i / hands;
        }
        if (all) {
            return hands;
        }
    }
    return 0;
}

TEST(particles_are_dealt_to_as_many_hands_as_their_constraints_want)
{
    static hall h;
    enum { COUNT = 1000 };
    for (int reach = 1; reach <= 7; ++reach) {  // links, then angles, over that many neighbours
        h.input.constraint_count = 0;
        for (int i = 0; i + reach < COUNT; ++i) {
            hall_add(&h, i, i + reach, -1, -1);
        }
        REQUIRE(hall_seat(&h, COUNT, 1));
        // Neighbours go to different hands unless the hands divide the reach; the fewest win, but
        // for an odd number where an even one does.
        int fewest = 2;
        while (reach % fewest == 0) {
            ++fewest;
        }
        int even = 2 * ((fewest + 1) / 2);
        while (reach % even == 0) {
            even += 2;
        }
        CHECK_EQ_INT(hall_hands(&h, COUNT), even);
        CHECK_EQ_INT(hall_apart(&h), h.input.constraint_count);
    }
    h.input.constraint_count = 0;
    for (int i = 0; i + 2 < COUNT; ++i) {
        hall_add(&h, i, i + 1, i + 2, -1);
    }
    REQUIRE(hall_seat(&h, COUNT, 1));
    CHECK_EQ_INT(hall_hands(&h, COUNT), 4);
    CHECK_EQ_INT(hall_apart(&h), h.input.constraint_count);
    h.input.constraint_count = 0;
    for (int i = 0; i + 8 < COUNT; ++i) {  // far enough as they are
        hall_add(&h, i, i + 8, -1, -1);
    }
    REQUIRE(hall_seat(&h, COUNT, 1));
    CHECK_EQ_INT(hall_hands(&h, COUNT), 1);
    h.input.constraint_count = 0;
    REQUIRE(hall_seat(&h, COUNT, 1));
    CHECK_EQ_INT(hall_hands(&h, COUNT), 1);
}

TEST(each_part_has_its_own_hands_and_room_behind_it)
{
    static hall h;
    taut_test_random r = {3};
    for (int round = 0; round < 200; ++round) {
        int count = 1 + random_below(&r, 300);
        int parts = 1 + random_below(&r, MOST_PARTS);
        parts = parts < count ? parts : count;
        h.input.constraint_count = 0;
        for (int i = 0; i < count; ++i) {
            h.part[i] = i < parts ? i : random_below(&r, parts);
            int reach = 1 + h.part[i];
            if (i + reach < count && random_below(&r, 5) > 0) {
                hall_add(&h, i, i + reach, -1, -1);
            }
        }
        REQUIRE(hall_seat(&h, count, parts));
        int seated = 0;
        for (int part = 0; part < parts; ++part) {
            CHECK_EQ_INT(h.first[part] % TAUT_SEAT_ALIGN, 0);
            int last = h.first[part];
            for (int seat = h.first[part]; seat < h.first[part + 1]; ++seat) {
                int particle = h.particle_of[seat];
                if (particle >= 0) {
                    CHECK_EQ_INT(h.part[particle], part);
                    CHECK_EQ_INT(h.seat_of[particle], seat);
                    last = seat;
                    ++seated;
                }
            }
            CHECK(h.first[part + 1] - last >= TAUT_SEAT_ALIGN);
        }
        CHECK_EQ_INT(seated, count);
    }
    memset(h.part, 0, sizeof h.part);
}

// Batches -----------------------------------------------------------------------------------------

enum { ITEMS = 600, SEATS = 2048 };

typedef struct bench {
    int32_t seats[4 * ITEMS], rank[ITEMS], order[ITEMS], scratch[3 * ITEMS], colour[ITEMS];
    uint8_t taken[ITEMS];
    uint64_t used[SEATS];
    int32_t next[SEATS];
    taut_allocator allocator;
    taut_batcher batcher;
    int count;
} bench;

static void bench_open(bench* b, int count)
{
    b->allocator = taut_allocator_default();
    b->batcher = (taut_batcher){.allocator = &b->allocator,
                                .seats = b->seats,
                                .rank = b->rank,
                                .taken = b->taken,
                                .used = b->used,
                                .next = b->next,
                                .scratch = b->scratch,
                                .colour = b->colour};
    b->count = count;
    for (int i = 0; i < count; ++i) {
        b->rank[i] = b->order[i] = i;
    }
}

// In rows with gaps, with some anywhere; no item has two particles in one seat.
static void bench_fill(bench* b, taut_test_random* r, int slots, int moved)
{
    for (int i = 0; i < b->count; ++i) {
        int first = random_below(r, SEATS / 4 - 110);
        for (int slot = 0; slot < 4; ++slot) {
            bool shared = slot > 0 && moved == 1;
            int along = random_below(r, 8) == 0 ? random_below(r, 100) : slot;
            int seat = shared ? SEATS - 1 - random_below(r, 3) : SEATS / 4 * slot + first + along;
            b->seats[4 * i + slot] = slot < slots ? seat : -1;
        }
    }
}

// Of lanes that have a constraint; of those that have none, and are stored with the others.
static void check_lanes(const bench* b, const taut_batch_group* g, const taut_batch_record* record,
                        int* met)
{
    const taut_batch* batch = &record->batch;
    for (int lane = 0; lane < TAUT_BATCH; ++lane) {
        int item = record->items[lane];
        CHECK_EQ_INT(item >= 0, batch->live >> lane & 1);
        for (int slot = 0; slot < g->slots && batch->form != TAUT_FORM_LISTED; ++slot) {
            int seat = taut_batch_row_seat(batch, slot, lane);
            bool shared = batch->form == TAUT_FORM_FAN && slot > 0;
            CHECK(item < 0 || b->seats[4 * item + slot] == seat);
            CHECK_MSG(item >= 0 || shared || (seat >= g->low && seat < g->high),
                      "an empty lane in seat %d of %d..%d", seat, g->low, g->high);
        }
        if (item >= 0) {
            met[item] += 1;
        }
    }
}

static void check_colours(const bench* b, const taut_batch_group* g)
{
    static int stamp[SEATS];
    memset(stamp, 0, sizeof stamp);
    for (int i = 0; i < b->batcher.done.count; ++i) {
        const taut_batch_record* record = &b->batcher.done.records[i];
        CHECK(i == 0 || record->colour >= b->batcher.done.records[i - 1].colour);
        for (int k = 0; k < TAUT_BATCH * g->moved; ++k) {
            int lane = k % TAUT_BATCH, slot = k / TAUT_BATCH;
            bool listed = record->batch.form == TAUT_FORM_LISTED;
            if (listed && record->items[lane] < 0) {
                continue;
            }
            int seat = listed ? b->seats[4 * record->items[lane] + slot]
                              : taut_batch_row_seat(&record->batch, slot, lane);
            CHECK_MSG(stamp[seat] != record->colour + 1, "colour %d has seat %d twice",
                      record->colour, seat);
            stamp[seat] = record->colour + 1;
        }
    }
}

static void check_batches(bench* b, const taut_batch_group* g)
{
    static int met[ITEMS];
    memset(met, 0, sizeof met);
    REQUIRE(taut_batch_make(&b->batcher, g));
    for (int i = 0; i < b->batcher.done.count; ++i) {
        check_lanes(b, g, &b->batcher.done.records[i], met);
    }
    check_colours(b, g);
    bool once = true, clean = true;
    for (int i = 0; i < b->count; ++i) {
        once = once && met[i] == 1;
        clean = clean && b->taken[i] == 0;
    }
    for (int i = 0; i < SEATS; ++i) {
        clean = clean && b->used[i] == 0 && b->next[i] == 0;
    }
    CHECK(once);
    CHECK(clean);
    taut_batcher_free(&b->batcher);
}

TEST(random_groups_stand_in_batches_that_share_no_seat)
{
    static bench b;
    static const struct {
        int slots, moved;
    } shapes[] = {{2, 2}, {3, 3}, {4, 4}, {2, 1}};
    taut_test_random r = {8};
    for (int round = 0; round < 120; ++round) {
        int slots = shapes[round % 4].slots, moved = shapes[round % 4].moved;
        bench_open(&b, 1 + random_below(&r, ITEMS));
        bench_fill(&b, &r, slots, moved);
        int low = random_below(&r, 2) == 0 ? 0 : random_below(&r, SEATS);
        int high = random_below(&r, 2) == 0 ? SEATS : low + random_below(&r, SEATS - low);
        taut_batch_group group = {b.order, b.count, slots, moved, low, high};
        check_batches(&b, &group);
    }
}

// 16 links in two rows, some of them left out.
static int batches_of_row(uint32_t left_out, int low, int high, int* rows)
{
    static bench b;
    int count = 0;
    for (int i = 0; i < 16; ++i) {
        if ((left_out >> i & 1) == 0) {
            int32_t link[4] = {100 + i, 300 + i, -1, -1};
            memcpy(&b.seats[4 * count++], link, sizeof link);
        }
    }
    bench_open(&b, count);
    taut_batch_group group = {b.order, count, 2, 2, low, high};
    bool ok = taut_batch_make(&b.batcher, &group);
    *rows = 0;
    for (int i = 0; i < b.batcher.done.count; ++i) {
        *rows += b.batcher.done.records[i].batch.form == TAUT_FORM_ROW;
    }
    count = ok ? b.batcher.done.count : -1;
    taut_batcher_free(&b.batcher);
    return count;
}

TEST(holes_are_made_only_where_the_seats_are_the_parts_own)
{
    int rows;
    CHECK_EQ_INT(batches_of_row(0, 0, 0, &rows), 2);
    CHECK_EQ_INT(rows, 2);  // full ones need no leave
    CHECK_EQ_INT(batches_of_row(1u << 3, 0, 1000, &rows), 2);
    CHECK_EQ_INT(rows, 2);
    // The first window of eight has a hole, the second is full or would leave the part.
    CHECK_EQ_INT(batches_of_row(1u << 3, 0, 0, &rows), 2);
    CHECK_EQ_INT(rows, 1);
    CHECK_EQ_INT(batches_of_row(1u << 15, 100, 316, &rows), 2);
    CHECK_EQ_INT(rows, 2);
    CHECK_EQ_INT(batches_of_row(1u << 15, 100, 315, &rows), 2);
    CHECK_EQ_INT(rows, 1);
    CHECK_EQ_INT(batches_of_row(1u << 3, 101, 1000, &rows), 3);  // the first stays alone
    CHECK_EQ_INT(rows, 2);
}

// Whole blueprints --------------------------------------------------------------------------------

// Lanes in use, by form.
typedef struct census {
    int lanes[3];
    int all;
} census;

static census count_forms(const taut_blueprint* p, taut_constraint_kind kind)
{
    census c = {{0}, 0};
    const taut_constraint_set* set = &p->sets[kind];
    for (int place = 0; place < set->place_count; ++place) {
        bool has = taut_set_has(set, place);
        c.lanes[set->batches[place / TAUT_BATCH].form] += has;
        c.all += has;
    }
    return c;
}

static void check_share(const taut_blueprint* p, taut_constraint_kind kind, taut_form form,
                        double least)
{
    census c = count_forms(p, kind);
    CHECK_EQ_INT(c.all, p->sets[kind].count);
    CHECK_MSG(c.all > 0 && c.lanes[form] >= least * c.all, "%s: %d of %d lanes",
              taut_constraint_kind_info(kind)->name, c.lanes[form], c.all);
}

TEST(cloth_and_rope_stand_in_rows_and_their_tethers_in_fans)
{
    taut_blueprint* p = bake_away(cornered_cloth_builder(100, 100, TAUT_BEND_SKIP_LINKS));
    REQUIRE(p != NULL);
    check_share(p, TAUT_CONSTRAINT_DISTANCE, TAUT_FORM_ROW, 0.95);
    check_share(p, TAUT_CONSTRAINT_TETHER, TAUT_FORM_FAN, 0.95);
    taut_blueprint_release(p);
    p = bake_away(cornered_cloth_builder(60, 60, TAUT_BEND_DIHEDRAL));
    REQUIRE(p != NULL);
    check_share(p, TAUT_CONSTRAINT_DISTANCE, TAUT_FORM_ROW, 0.9);
    check_share(p, TAUT_CONSTRAINT_DIHEDRAL, TAUT_FORM_ROW, 0.9);
    taut_blueprint_release(p);
    taut_builder* builder = new_builder();
    taut_rope_def def = taut_rope_def_default();
    def.link_count = 1000;
    def.length = 10.0f;
    def.material.bend_stiffness = 0.01f;
    def.pin_start = true;
    def.tethers.enabled = true;
    REQUIRE(taut_make_rope(builder, &def, NULL) == TAUT_OK);
    p = bake_away(builder);
    REQUIRE(p != NULL);
    check_share(p, TAUT_CONSTRAINT_DISTANCE, TAUT_FORM_ROW, 0.95);
    check_share(p, TAUT_CONSTRAINT_ANGLE, TAUT_FORM_ROW, 0.95);
    check_share(p, TAUT_CONSTRAINT_TETHER, TAUT_FORM_FAN, 0.95);
    taut_blueprint_release(p);
}

// Far ends ----------------------------------------------------------------------------------------

enum { FAR_COUNT = 200000, FAR_LINKS = 4000 };

// Link i of a path that goes to and fro between two regions 100,000 particles apart, in the second
// of them by leaps: so that it is one cluster, whose seats lie farther apart than 16 bits tell.
static void far_link(int i, int* a, int* b)
{
    *a = 20 * ((i + 1) / 2);
    *b = FAR_COUNT / 2 + 40 * (i / 2 * 809 % (FAR_LINKS / 2));
}

static taut_builder* far_builder(void)
{
    taut_builder* builder = new_builder();
    taut_test_random r = {12};
    for (int i = 0; i < FAR_COUNT; ++i) {
        (void)add_particle(builder, 0.1f * (float)i, 0.05f * random_coarse(&r), 0.0f, 1.0f);
    }
    for (int i = 0; i < FAR_LINKS; ++i) {
        int a, b;
        far_link(i, &a, &b);
        (void)add_link(builder, a, b, i % 2 == 0 ? 0.0f : 1e-3f);
    }
    return builder;
}

// A link of the builder is where its place says, however far apart its ends sit.
static void check_far_links(const taut_blueprint* p)
{
    int listed = 0, farthest = 0;
    const taut_constraint_set* set = &p->sets[TAUT_CONSTRAINT_DISTANCE];
    for (int i = 0; i < FAR_LINKS; ++i) {
        int a, b;
        far_link(i, &a, &b);
        int32_t ends[TAUT_CONSTRAINT_MAX_PARTICLES];
        taut_blueprint_particles(p, p->slots[i], ends);
        CHECK(ends[0] == a && ends[1] == b);
        const taut_batch* batch = &set->batches[p->slots[i].place / TAUT_BATCH];
        for (int slot = 0; slot < 2 && batch->form == TAUT_FORM_LISTED; ++slot) {
            int near = set->near[batch->near + TAUT_BATCH * slot + p->slots[i].place % TAUT_BATCH];
            farthest = near > farthest ? near : farthest;
            listed += 1;
        }
    }
    CHECK(listed > FAR_LINKS);
    CHECK_MSG(farthest > 32768, "%d seats at most: 16 bits with a sign would do", farthest);
}

TEST(links_between_far_ends_of_a_large_body_find_them)
{
    uint64_t hashes[2];
    static const taut_backend_kind backends[2] = {TAUT_BACKEND_SCALAR, TAUT_BACKEND_AUTO};
    for (int i = 0; i < 2; ++i) {
        taut_world_def def = world_def_of(TAUT_SOLVER_XPBD, earth);
        def.backend = backends[i];
        taut_world* world = new_world_from(&def);
        taut_body_id id = add_body(world, far_builder());
        REQUIRE(taut_body_valid(world, id));
        if (i == 0) {
            check_far_links(taut_body_blueprint(world, id));
        }
        CHECK_EQ_INT(step_frames(world, 2, 1.0f / 60.0f, 2), 0);
        hashes[i] = taut_world_hash(world);
        taut_world_destroy(world);
    }
    CHECK_EQ_U64(hashes[1], hashes[0]);
}
