// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Small copies that go to a device and back together.

#include <string.h>

#include "cuda/post.h"
#include "test.h"

typedef struct desk_room {
    _Alignas(16) unsigned char bytes[TAUT_POST_ROOM];
} desk_room;

// What a device does with a parcel.
static void carry(taut_cuda_parcel* parcel)
{
    for (int i = 0; i < parcel->count; ++i) {
        memcpy(parcel->of[i].to, parcel->of[i].from, parcel->of[i].bytes);
    }
    parcel->count = 0;
}

TEST(what_is_sent_is_what_it_was_then)
{
    static desk_room room;
    taut_post post = {.desk = room.bytes};
    uint32_t here[3] = {1, 2, 3}, there[3] = {0};
    CHECK(taut_post_send(&post, there, here, sizeof here));
    here[1] = 7;
    CHECK(there[1] == 0);
    carry(&post.out);
    CHECK(there[0] == 1 && there[1] == 2 && there[2] == 3);
}

TEST(what_is_asked_for_comes_when_it_is_delivered)
{
    static desk_room room;
    taut_post post = {.desk = room.bytes};
    uint32_t here[2] = {0}, more[2] = {0}, there[4] = {4, 5, 6, 7};
    CHECK(taut_post_ask(&post, here, there, sizeof here));
    CHECK(taut_post_ask(&post, more, there + 2, sizeof more));
    carry(&post.in);
    there[0] = 9;  // by whatever comes next
    CHECK(here[0] == 0 && more[1] == 0);
    taut_post_deliver(&post);
    CHECK(here[0] == 4 && here[1] == 5 && more[0] == 6 && more[1] == 7);
    CHECK(post.used == 0 && post.awaited_count == 0);
}

TEST(a_device_that_fails_delivers_nothing)
{
    static desk_room room;
    taut_post post = {.desk = room.bytes};
    uint32_t here = 3, there = 4;
    CHECK(taut_post_ask(&post, &here, &there, sizeof here));
    carry(&post.in);
    taut_post_forget(&post);
    taut_post_deliver(&post);  // of what came since
    CHECK(here == 3);
}

TEST(what_comes_first_is_carried_first)
{
    static desk_room room;
    taut_post post = {.desk = room.bytes};
    uint32_t here = 1, there = 2;
    CHECK(taut_post_send(&post, &there, &here, sizeof here));
    CHECK(!taut_post_ask(&post, &here, &there, sizeof here));
    carry(&post.out);
    CHECK(taut_post_ask(&post, &here, &there, sizeof here));
    CHECK(!taut_post_send(&post, &there, &here, sizeof here));
    carry(&post.in);
    CHECK(taut_post_send(&post, &there, &here, sizeof here));
}

TEST(nothing_is_written_twice_by_one_parcel)
{
    static desk_room room;
    taut_post post = {.desk = room.bytes};
    uint32_t here[4] = {1, 2, 3, 4}, there[4] = {0};
    CHECK(taut_post_send(&post, there, here, 8));
    CHECK(taut_post_send(&post, there + 2, here + 2, 8));  // beside it
    CHECK(!taut_post_send(&post, there + 1, here, 4));
    CHECK(!taut_post_send(&post, there, here, 16));
    carry(&post.out);
    CHECK(taut_post_send(&post, there + 1, here, 4));
    carry(&post.out);
    CHECK(there[0] == 1 && there[1] == 1 && there[3] == 4);
}

TEST(what_does_not_fit_goes_by_itself)
{
    static desk_room room;
    static unsigned char here[TAUT_POST_ROOM], there[TAUT_POST_ROOM];
    taut_post post = {.desk = room.bytes};
    CHECK(!taut_post_send(&post, there, here, TAUT_POST_MOST + 4));
    CHECK(!taut_post_ask(&post, there, here, TAUT_POST_MOST + 4));
    CHECK(!taut_post_send(&post, there, here, 6));
    CHECK(!taut_post_send(&post, there + 2, here, 4));
    CHECK(!taut_post_ask(&post, there, here + 1, 4));
    CHECK(post.used == 0 && post.out.count == 0 && post.in.count == 0);
    post.desk = NULL;
    CHECK(!taut_post_send(&post, there, here, 4));
    CHECK(!taut_post_ask(&post, there, here, 4));
}

// As long as the desk has room, and no more than a parcel holds.
TEST(a_desk_that_is_full_takes_nothing_more)
{
    static desk_room room;
    static unsigned char here[TAUT_POST_ROOM], there[TAUT_POST_ROOM];
    taut_post post = {.desk = room.bytes};
    int taken = 0;
    while (taken < 100 && taut_post_send(&post, there + 4 * taken, here, 4)) {
        ++taken;
    }
    CHECK(taken == TAUT_CUDA_COPIES);
    carry(&post.out);
    CHECK(taut_post_send(&post, there, here, 4));
    carry(&post.out);
    taut_post_deliver(&post);
    for (taken = 0; taken < 100 && taut_post_send(&post, there, here, TAUT_POST_MOST); ++taken) {
        carry(&post.out);
    }
    CHECK(taken == TAUT_POST_ROOM / TAUT_POST_MOST);
    CHECK(post.used <= TAUT_POST_ROOM);
    for (taken = 0, taut_post_deliver(&post); taken < 100; ++taken) {
        if (!taut_post_ask(&post, there, here, 4)) {
            break;
        }
        carry(&post.in);
    }
    CHECK(taken == TAUT_CUDA_COPIES);  // that may be awaited
}
