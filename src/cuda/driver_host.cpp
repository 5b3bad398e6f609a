// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A device that is none: the host runs the kernels, one thread of one block after another, with its
// own C++ compiler. For tests on machines without a GPU. What it cannot show is a race; for that,
// TAUT_CUDA_THREADS makes it run all blocks of several threads each (threads.hpp).

#include "cuda/driver.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>
#include <vector>

#ifdef TAUT_CUDA_THREADS
#include "cuda/threads.hpp"
#define MOST_AT_ONCE 4
#else
#define MOST_AT_ONCE 1
#endif
// clang-format off
#include "cuda/kernels.cu"
#include "cuda/gather.inl"
// clang-format on

// Copies and kernels are done when somebody waits for them, and not before: whatever they read or
// write that is changed meanwhile shows.
struct taut_driver {
    taut_post post = {};
    std::vector<std::function<void()>> under_way;
};

static void finish(taut_driver* d)
{
    std::vector<std::function<void()>> now;
    now.swap(d->under_way);
    for (const auto& work : now) {
        work();
    }
}

// For tests: blocks of memory that were not given back; how many more may be taken, and how many
// more launches go well, before the device has none or fails. Below 0: any number.
extern "C" {
int taut_driver_host_held = 0;
int taut_driver_host_memory = -1;
int taut_driver_host_launches = -1;
bool taut_driver_host_clusters = true;
int taut_driver_host_blocks = MOST_AT_ONCE;  // that the device says it runs at once
size_t taut_driver_host_room = 0;            // shared memory that it lacks
int taut_driver_host_staying = 0;            // bodies that stayed in it, larger than a cluster
int taut_driver_host_sends = -1;             // likewise
int taut_driver_host_ran[TAUT_CUDA_KERNEL_COUNT][2];  // launches of one block to a body, of several
int taut_driver_host_sheets = 0;                      // bodies that went as such
// How many more copies from the device go well; the host's copies are spoilt while the device has
// newer ones; bytes that went there and back.
int taut_driver_host_fetches = -1;
bool taut_driver_host_spoils = false;
size_t taut_driver_host_sent = 0;
size_t taut_driver_host_fetched = 0;
int taut_driver_host_copies = 0;
// How many launches go well before the device refuses one, and how many it refuses then.
int taut_driver_host_willing = 0;
int taut_driver_host_refusals = 0;
int taut_driver_host_refused = 0;   // so far
size_t taut_driver_host_bytes = 0;  // that are held
double taut_driver_host_ms = 0.0;   // what kernels are said to have taken
bool taut_driver_host_desk = true;  // there is memory for small copies to go together
}

// In front of a block, which is aligned as arrays in it are.
struct alignas(TAUT_ALIGNMENT) block_head {
    std::size_t bytes;
};

static void* take(size_t bytes)
{
    if (taut_driver_host_memory == 0) {
        return nullptr;
    }
    void* block = nullptr;
    if (posix_memalign(&block, alignof(block_head), sizeof(block_head) + bytes + 1) != 0) {
        return nullptr;
    }
    taut_driver_host_memory -= taut_driver_host_memory > 0;
    taut_driver_host_held += 1;
    taut_driver_host_bytes += bytes;
    auto* head = static_cast<block_head*>(block);
    head->bytes = bytes;
    return head + 1;
}

static void give(void* memory)
{
    if (memory != nullptr) {
        block_head* head = static_cast<block_head*>(memory) - 1;
        taut_driver_host_held -= 1;
        taut_driver_host_bytes -= head->bytes;
        std::free(head);
    }
}

bool taut_driver_answers(const char**)
{
    return true;
}

taut_driver* taut_driver_open(const taut_allocator* allocator, const char** why)
{
    *why = nullptr;
    void* memory = allocator->alloc(allocator->context, sizeof(taut_driver), TAUT_ALIGNMENT);
    if (memory == nullptr) {
        return nullptr;
    }
    auto* d = new (memory) taut_driver;
    d->post.desk =
        taut_driver_host_desk ? static_cast<unsigned char*>(take(TAUT_POST_ROOM)) : nullptr;
    return d;
}

void taut_driver_close(const taut_allocator* allocator, taut_driver* d)
{
    finish(d);
    give(d->post.desk);
    d->~taut_driver();
    allocator->free(allocator->context, d, sizeof *d, TAUT_ALIGNMENT);
}

const char* taut_driver_name(const taut_driver*)
{
    return "the host";
}

int taut_driver_blocks(taut_driver*, taut_driver_shape)
{
    return taut_driver_host_blocks;
}

size_t taut_driver_most_room(const taut_driver*, taut_cuda_kernel kernel)
{
    return kernel < TAUT_CUDA_SHEET ? TAUT_CUDA_ROOM : TAUT_CUDA_SHEET_ROOM - taut_driver_host_room;
}

bool taut_driver_clusters(taut_driver*, int, taut_driver_shape)
{
    return taut_driver_host_clusters;
}

void* taut_driver_take(taut_driver*, size_t bytes)
{
    return take(bytes);
}

// Small copies, which go as they do on a device.
static void run_parcel(const taut_cuda_parcel& parcel)
{
#ifdef TAUT_CUDA_THREADS
    taut_threads_shape shape = {"carry", parcel.count, 1, 2, 16};
    taut_threads_launch(&shape, [&] { taut_cuda_carry(parcel); });
#else
    for (blockIdx.x = 0; blockIdx.x < parcel.count; ++blockIdx.x) {
        taut_cuda_carry(parcel);
    }
    blockIdx.x = 0;
#endif
}

static void carry_parcel(taut_driver* d, taut_cuda_parcel* parcel)
{
    if (parcel->count > 0) {
        d->under_way.push_back([sent = *parcel] { run_parcel(sent); });
    }
    parcel->count = 0;
}

static void carry(taut_driver* d)
{
    carry_parcel(d, &d->post.out);
    carry_parcel(d, &d->post.in);
}

void taut_driver_give(taut_driver* d, void* memory)
{
    carry(d);
    finish(d);
    give(memory);
}

void* taut_driver_take_host(taut_driver*, size_t bytes)
{
    return take(bytes);
}

void taut_driver_give_host(taut_driver* d, void* memory)
{
    finish(d);
    give(memory);
}

bool taut_driver_pin(taut_driver*, void*, size_t)
{
    return false;
}

void taut_driver_unpin(taut_driver*, void*)
{
}

void* taut_driver_stream(const taut_driver*)
{
    return nullptr;
}

bool taut_driver_has(taut_driver*, taut_cuda_kernel)
{
    return true;
}

size_t taut_driver_desk(const taut_driver* d)
{
    return d->post.desk != nullptr ? TAUT_POST_ROOM : 0;
}

size_t taut_driver_own_bytes(const taut_driver* d)
{
    return sizeof *d;
}

bool taut_driver_spoils(const taut_driver*)
{
    return taut_driver_host_spoils;
}

// A device that fails has nothing more to bring.
static bool fails(taut_driver* d, int* left)
{
    bool failed = *left == 0;
    *left -= *left > 0;
    if (failed) {
        taut_post_forget(&d->post);
    }
    return failed;
}

bool taut_driver_send(taut_driver* d, void* to, const void* from, size_t bytes)
{
    if (fails(d, &taut_driver_host_sends)) {
        return false;
    }
    taut_driver_host_sent += bytes;
    taut_driver_host_copies += 1;
    if (!taut_post_send(&d->post, to, from, bytes)) {
        carry(d);
        if (!taut_post_send(&d->post, to, from, bytes)) {
            d->under_way.push_back([=] { std::memcpy(to, from, bytes); });
        }
    }
    return true;
}

bool taut_driver_fetch(taut_driver* d, void* to, const void* from, size_t bytes)
{
    if (fails(d, &taut_driver_host_fetches)) {
        return false;
    }
    taut_driver_host_fetched += bytes;
    taut_driver_host_copies += 1;
    carry(d);
    d->under_way.push_back([=] { std::memcpy(to, from, bytes); });
    return true;
}

bool taut_driver_ask(taut_driver* d, void* to, const void* from, size_t bytes)
{
    if (fails(d, &taut_driver_host_fetches)) {
        return false;
    }
    taut_driver_host_fetched += bytes;
    taut_driver_host_copies += 1;
    if (!taut_post_ask(&d->post, to, from, bytes)) {
        carry(d);
        if (!taut_post_ask(&d->post, to, from, bytes)) {
            d->under_way.push_back([=] { std::memcpy(to, from, bytes); });
        }
    }
    return true;
}

static void run_gather(const taut_cuda_row* rows, int count, taut_vec3* to)
{
#ifdef TAUT_CUDA_THREADS
    taut_threads_shape shape = {"gather", count, 1, 2, 16};
    taut_threads_launch(&shape, [&] { taut_cuda_gather(rows, to); });
#else
    for (blockIdx.x = 0; blockIdx.x < count; ++blockIdx.x) {
        taut_cuda_gather(rows, to);
    }
    blockIdx.x = 0;
#endif
}

// A device that fails brings nothing together either.
bool taut_driver_gather(taut_driver* d, const taut_cuda_row* rows, int count, taut_vec3* to)
{
    carry(d);
    if (fails(d, &taut_driver_host_launches)) {
        return false;
    }
    d->under_way.push_back([=] { run_gather(rows, count, to); });
    return true;
}

typedef void kernel(const taut_cuda_turn*, int);

#ifdef TAUT_CUDA_THREADS

static void run_kernel(kernel* k, const taut_cuda_turn* turns, int count, int blocks_per_body,
                       taut_driver_shape shape)
{
    static const char* const names[TAUT_CUDA_KERNEL_COUNT] = {
        "step",       "meeting",       "crowd",       "joined",          "sheet",
        "fine sheet", "staying sheet", "large sheet", "large fine sheet"};
    taut_threads_shape how = {names[shape.kernel], count * blocks_per_body, blocks_per_body,
                              shape.threads, shape.room};
    int most = shape.threads / 32 * TAUT_THREADS_WARP;  // no more warps than it was planned for
    how.threads = taut_driver_host_team < most ? taut_driver_host_team : most;
    taut_threads_launch(&how, [&] { k(turns, blocks_per_body); });
}

// For tests of what is noticed: each of two threads of two blocks writes a number and reads that of
// another, without waiting, having waited, or waiting where not all do.
static void read_of_another(int how, int* numbers)
{
    team t = {(int)blockIdx.x, 2, true, NULL};
    int own = t.block * LANE_TEAM + LANE_RANK;
    numbers[own] = own;
    if (how == 1) {
        team_sync_block();
    } else if (how == 2 || (how == 3 && own == 0)) {
        team_sync(&t);
    } else if (how == 4 && own % 2 == 0) {
        team_sync_block();
    } else if (how == 4) {
        team_sync_block();
    }
    volatile int other = numbers[3 - own];
    (void)other;
}

extern "C" int taut_driver_host_plant(int how)
{
    int numbers[4] = {0};
    int before = taut_driver_host_races;
    taut_threads_shape shape = {"planted", 2, 2, 2, 16};
    taut_threads_launch(&shape, [&] { read_of_another(how, numbers); });
    return taut_driver_host_races - before;
}

#else

// One block after another could not wait for one another: one has them all.
static void run_kernel(kernel* k, const taut_cuda_turn* turns, int count, int, taut_driver_shape)
{
    for (blockIdx.x = 0; blockIdx.x < count; ++blockIdx.x) {
        k(turns, 1);
    }
    blockIdx.x = 0;
}

#endif

taut_driver_answer taut_driver_launch(taut_driver* d, const taut_cuda_turn* turns, int count,
                                      int blocks_per_body, taut_driver_shape shape)
{
    carry(d);
    if (taut_driver_host_launches == 0) {
        return TAUT_DRIVER_LOST;
    }
    if (taut_driver_host_refusals > 0 && taut_driver_host_willing == 0) {
        taut_driver_host_refusals -= 1;
        taut_driver_host_refused += 1;
        return TAUT_DRIVER_REFUSED;
    }
    taut_driver_host_willing -= taut_driver_host_willing > 0;
    taut_driver_host_launches -= taut_driver_host_launches > 0;
    static kernel* const kernels[TAUT_CUDA_KERNEL_COUNT] = {
        taut_cuda_take_step,          taut_cuda_take_meeting,     taut_cuda_take_crowd,
        taut_cuda_take_joined,        taut_cuda_take_sheet,       taut_cuda_take_fine_sheet,
        taut_cuda_take_staying_sheet, taut_cuda_take_large_sheet, taut_cuda_take_large_fine_sheet};
    taut_driver_host_ran[shape.kernel][blocks_per_body > 1] += 1;
    taut_driver_host_sheets += shape.kernel >= TAUT_CUDA_SHEET ? count : 0;
    taut_driver_host_staying += shape.kernel == TAUT_CUDA_STAYING_SHEET ? count : 0;
    kernel* its = kernels[shape.kernel];
    d->under_way.push_back([=] { run_kernel(its, turns, count, blocks_per_body, shape); });
    return TAUT_DRIVER_LAUNCHED;
}

void taut_driver_time_from_here(taut_driver*)
{
}

void taut_driver_time_to_here(taut_driver*)
{
}

double taut_driver_ms(taut_driver*)
{
    return taut_driver_host_ms;
}

bool taut_driver_memory(taut_driver*, size_t* whole, size_t* unused)
{
    *whole = static_cast<size_t>(1) << 36;
    *unused = *whole - taut_driver_host_bytes;
    return true;
}

bool taut_driver_wait(taut_driver* d)
{
    carry(d);
    finish(d);
    taut_post_deliver(&d->post);
    return true;
}
