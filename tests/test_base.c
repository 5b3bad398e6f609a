// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The bottom layer: sorting, hashing, compressed rows, growing arrays, layouts.

#include "base/alloc.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/incidence.h"
#include "base/sort.h"
#include "support.h"
#include "test.h"

// Sorting -----------------------------------------------------------------------------------------

static bool before_by_key(const void* context, int32_t a, int32_t b)
{
    const int* keys = context;
    return keys[a] < keys[b];
}

TEST(sort_orders_and_keeps_equals_in_place)
{
    enum { MOST = 1000 };
    taut_test_random r = {1};
    for (int count = 0; count < MOST; count = count < 20 ? count + 1 : count * 2 + 1) {
        int keys[MOST] = {0};
        int32_t items[MOST] = {0}, scratch[MOST];
        for (int i = 0; i < count; ++i) {
            keys[i] = random_below(&r, 10);
            items[i] = i;
        }
        taut_sort(items, scratch, count, before_by_key, keys);
        for (int i = 1; i < count; ++i) {
            bool ordered = keys[items[i - 1]] < keys[items[i]] ||
                           (keys[items[i - 1]] == keys[items[i]] && items[i - 1] < items[i]);
            CHECK_MSG(ordered, "%d of %d: items %d, %d", i, count, items[i - 1], items[i]);
        }
        long sum = 0;
        for (int i = 0; i < count; ++i) {
            sum += items[i];
        }
        CHECK_EQ_INT(sum, (long)count * (count - 1) / 2);
    }
}

// Hashing -----------------------------------------------------------------------------------------

TEST(hash_is_fnv_1a_of_bytes_from_the_lowest)
{
    // Published test vector of FNV-1a, 64 bits: "foob" is 66 6f 6f 62.
    CHECK_EQ_U64(taut_hash_u32(TAUT_HASH_START, 0x626f6f66u), UINT64_C(0xdd120e790c2512af));
}

static float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

TEST(hash_takes_every_nan_for_one_and_minus_zero_for_zero)
{
    uint64_t nan = taut_hash_float(TAUT_HASH_START, NAN);
    static const uint32_t patterns[] = {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xffffffffu,
                                        0x7fabcdefu};
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; ++i) {
        CHECK_EQ_U64(taut_hash_float(TAUT_HASH_START, float_of_bits(patterns[i])), nan);
    }
    CHECK_EQ_U64(taut_hash_float(TAUT_HASH_START, -0.0f), taut_hash_float(TAUT_HASH_START, 0.0f));
    CHECK(taut_hash_float(TAUT_HASH_START, 1e-45f) != taut_hash_float(TAUT_HASH_START, 0.0f));
    CHECK(taut_hash_float(TAUT_HASH_START, INFINITY) != nan);
    CHECK(taut_hash_float(TAUT_HASH_START, 1.0f) != taut_hash_float(TAUT_HASH_START, -1.0f));
}

// Incidence ---------------------------------------------------------------------------------------

TEST(incidence_lists_the_tuples_of_each_node_in_order)
{
    static const int32_t nodes[] = {0, 1, -1, 1, 2, 0, 3, 1, 0};
    taut_tuples tuples = {nodes, 3, NULL, 3, 5};
    int32_t first[6], list[9];
    taut_incidence_fill(&tuples, first, list);
    static const int32_t expected_first[] = {0, 3, 6, 7, 8, 8};
    static const int32_t expected_list[] = {0, 1, 2, 0, 1, 2, 1, 2};
    CHECK(memcmp(first, expected_first, sizeof expected_first) == 0);
    CHECK(memcmp(list, expected_list, sizeof expected_list) == 0);

    static const int32_t pick[] = {2, 0};
    tuples.pick = pick;
    tuples.count = 2;
    taut_incidence_fill(&tuples, first, list);
    static const int32_t picked_first[] = {0, 2, 4, 4, 5, 5};
    static const int32_t picked_list[] = {2, 0, 2, 0, 2};  // in the order of the pick
    CHECK(memcmp(first, picked_first, sizeof picked_first) == 0);
    CHECK(memcmp(list, picked_list, sizeof picked_list) == 0);
}

// Memory ------------------------------------------------------------------------------------------

TEST(allocate_zeroes_and_aligns)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_allocator allocator = counting_allocator(&memory);
    unsigned char* block = taut_allocate(&allocator, 1000);
    REQUIRE(block != NULL);
    CHECK((uintptr_t)block % TAUT_ALIGNMENT == 0);
    int sum = 0;
    for (int i = 0; i < 1000; ++i) {
        sum += block[i];
    }
    CHECK_EQ_INT(sum, 0);
    CHECK(taut_allocate(&allocator, 0) == NULL);
    CHECK_EQ_INT(memory.blocks, 1);
    taut_free(&allocator, block, 1000);
    taut_free(&allocator, NULL, 77);
    CHECK_EQ_INT(memory.blocks, 0);
    CHECK_EQ_INT(memory.wrong, 0);
}

TEST(grow_keeps_items_and_on_failure_changes_nothing)
{
    taut_test_memory memory = {.fail_at = -1};
    taut_allocator allocator = counting_allocator(&memory);
    void* items = NULL;
    int capacity = 0;
    for (int i = 0; i < 1000; ++i) {
        REQUIRE(taut_grow(&allocator, &items, &capacity, i + 1, sizeof(int)));
        ((int*)items)[i] = i;
    }
    CHECK(memory.requests < 10);  // doubles
    for (int i = 0; i < 1000; ++i) {
        CHECK_EQ_INT(((int*)items)[i], i);
    }
    memory.fail_at = memory.requests;
    void* before = items;
    int capacity_before = capacity;
    CHECK(!taut_grow(&allocator, &items, &capacity, capacity + 1, sizeof(int)));
    CHECK(items == before);
    CHECK_EQ_INT(capacity, capacity_before);
    taut_free(&allocator, items, (size_t)capacity * sizeof(int));
    CHECK_EQ_INT(memory.bytes, 0);
    CHECK_EQ_INT(memory.wrong, 0);
}

TEST(layout_measures_what_it_then_places)
{
    taut_layout measure = {0};
    CHECK(taut_layout_take(&measure, 3, 12) == NULL);
    CHECK(taut_layout_take(&measure, 0, 8) == NULL);
    CHECK(taut_layout_take(&measure, 65, 1) == NULL);
    CHECK_EQ_INT(measure.used, 64 + 128);
    static unsigned char room[64 + 128];
    taut_layout place = {room, 0};
    CHECK(taut_layout_take(&place, 3, 12) == room);
    (void)taut_layout_take(&place, 0, 8);
    CHECK(taut_layout_take(&place, 65, 1) == room + 64);
    CHECK_EQ_INT(place.used, measure.used);
}

// Words -------------------------------------------------------------------------------------------

TEST(every_result_has_its_name)
{
    CHECK_STR(taut_result_name(TAUT_OK), "TAUT_OK");
    CHECK_STR(taut_result_name(TAUT_ERROR_INVALID), "TAUT_ERROR_INVALID");
    CHECK_STR(taut_result_name(TAUT_ERROR_OUT_OF_MEMORY), "TAUT_ERROR_OUT_OF_MEMORY");
    CHECK_STR(taut_result_name(TAUT_ERROR_BACKEND_UNAVAILABLE), "TAUT_ERROR_BACKEND_UNAVAILABLE");
    CHECK_STR(taut_result_name(TAUT_ERROR_BAD_DATA), "TAUT_ERROR_BAD_DATA");
    CHECK(taut_result_name((taut_result)-1) != NULL);
    CHECK(taut_result_name(TAUT_RESULT_COUNT) != NULL);
}

TEST(errors_are_cut_to_their_room)
{
    taut_error error;
    char text[1000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    CHECK_EQ_INT(taut_error_set(&error, TAUT_ERROR_INVALID, "%s", text), TAUT_ERROR_INVALID);
    CHECK_EQ_INT(strlen(error.text), sizeof error.text - 1);
    CHECK_EQ_INT(error.result, TAUT_ERROR_INVALID);
    taut_error_clear(&error);
    CHECK_STR(error.text, "");
    CHECK_EQ_INT(taut_error_set(NULL, TAUT_ERROR_BAD_DATA, "nobody listens"), TAUT_ERROR_BAD_DATA);
}

TEST(version_is_that_of_the_header)
{
    CHECK_EQ_INT(taut_version(),
                 TAUT_VERSION_MAJOR * 10000 + TAUT_VERSION_MINOR * 100 + TAUT_VERSION_PATCH);
}
