// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The threads of a launch on the host, for tests that look for races. Each has a stack of its own
// and runs until it waits for others; then another one is let go on, which of them is the order's
// choice. The thread sanitizer knows each of them, and that of all the ways from one to the other
// only barriers make it safe to read what somebody else wrote: it sees a race whether or not it
// came to anything this time. And a barrier that not all threads reach is noticed at once. The
// whole of it is in tests/cuda_threads.cpp.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

// For tests: threads of a block, at most; and who goes on where several could: the first (0), the
// last (1), or a random one, a different one for every other number.
extern "C" {
extern int taut_driver_host_team;
extern unsigned taut_driver_host_order;
extern int taut_driver_host_races;     // that were reported
extern bool taut_driver_host_watched;  // a sanitizer is there to do so
}

typedef struct taut_threads_shape {
    const char* name;  // of the kernel
    int blocks;        // of all bodies
    int blocks_per_body;
    int threads;  // of a block
    size_t room;  // bytes of shared memory
} taut_threads_shape;

// Runs `kernel` by all threads of all blocks.
void taut_threads_launch(const taut_threads_shape* shape, const std::function<void()>& kernel);

// Of the thread at hand: its number, how many its block has, and the number of that.
int taut_threads_rank(void);
int taut_threads_team(void);
int taut_threads_block(void);

// Waits until all threads of the block, or of all blocks of the body, are here. Returns whether all
// of them say so.
bool taut_threads_wait(bool body, bool mine, const char* file, int line);

// Waits at a gate until all threads of so many blocks of the body are there.
void taut_threads_pass(const void* gate, int blocks, const char* file, int line);

// What each of the threads of a warp has, for all of them: they know of one another at every such
// call, but what else they wrote is as unsafe to read as before. Returns how many there are.
int taut_threads_exchange(uint32_t mine, const uint32_t** all, const char* file, int line);

// A number that threads of blocks tell one another, and waiting for it or a larger one: what was
// written before it was told is safe to read once it is heard.
void taut_threads_tell(uint32_t* at, uint32_t number);
void taut_threads_hear(const uint32_t* at, uint32_t number, const char* file, int line);

enum { TAUT_THREADS_WARP = 4 };

// Shared memory of a block of the body: what is taken for variables when the program starts, then
// the room of the launch.
unsigned char* taut_threads_memory(int block);
size_t taut_threads_place(size_t bytes);
size_t taut_threads_variables(void);

// The block at hand, counted from the first of its body.
int taut_threads_block_of_body(void);

// Says what is wrong and ends the program.
[[noreturn]] void taut_threads_fail(const char* format, ...);

#define LANE_RANK taut_threads_rank()
#define LANE_TEAM taut_threads_team()
#define LANE_ONE_LOOP 1
#define LANE_OWN_COPY(type, of, name) const type* const name = of
