// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Compiled without the sanitizer, which shall see the kernels and nothing of what is here.

#include "cuda/threads.hpp"

#include <ucontext.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

extern "C" {
int taut_driver_host_team = 8;
unsigned taut_driver_host_order = 0;
int taut_driver_host_races = 0;
bool taut_driver_host_watched = false;

// Of the sanitizer, where a program has it.
__attribute__((weak)) void* __tsan_get_current_fiber(void);
__attribute__((weak)) void* __tsan_create_fiber(unsigned flags);
__attribute__((weak)) void __tsan_set_fiber_name(void* fiber, const char* name);
__attribute__((weak)) void __tsan_switch_to_fiber(void* fiber, unsigned flags);
__attribute__((weak)) void __tsan_acquire(void* at);
__attribute__((weak)) void __tsan_release(void* at);

// What it calls: tests look at the number of reports, and some expect one. A test that crashes is
// not to end with that code.
__attribute__((visibility("default"))) const char* __tsan_default_options(void);
const char* __tsan_default_options(void)
{
    return "exitcode=0:handle_segv=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0:"
           "handle_abort=0";
}

__attribute__((visibility("default"))) void __tsan_on_report(void* report);
void __tsan_on_report(void*)
{
    taut_driver_host_races += 1;
}
}

namespace
{

enum { STACK_BYTES = 256 * 1024, MOST_BLOCKS = 32 };

// What one turn of a barrier makes safe has nothing to do with what the next does: a thread that is
// slow to leave must not learn of what a quick one has done since. So turns have two of everything.
struct barrier {
    int expected, arrived;
    unsigned turn;
    bool all[2];
    char known[2];  // addresses that the sanitizer knows turns by
    const char* file;
    int line;  // where the first that is here waits
};

struct warp {
    barrier wait;
    uint32_t values[2][TAUT_THREADS_WARP];
};

struct block {
    unsigned char* memory;
    barrier wait;
    std::vector<warp> warps;
    int returned;
};

struct thread {
    ucontext_t context;
    std::unique_ptr<unsigned char[]> stack;
    void* fiber;
    int block, rank;
    const barrier* waits;
    unsigned turn;
    const uint32_t* listens;  // to a number that is to be this, or larger
    uint32_t number;
    const char* file;
    int line;
    bool returned;
};

struct launch {
    taut_threads_shape shape;
    const std::function<void()>* kernel;
    int first;  // block of those that run
    int count;
    std::vector<block> blocks;
    std::vector<barrier> bodies;
    std::map<const void*, barrier> gates;
};

launch run;
std::vector<std::unique_ptr<thread>> pool;
thread* now;
ucontext_t outside;
void* outside_fiber;
char begun, ended;  // addresses that the sanitizer knows the beginning and the end of a launch by
size_t variables;
unsigned random_state;

// Going from one thread to another makes nothing safe: these do, from the one that lets others know
// to the one that hears of it.
void let_know(void* at)
{
    if (__tsan_release != nullptr) {
        __tsan_release(at);
    }
}

void hear(void* at)
{
    if (__tsan_acquire != nullptr) {
        __tsan_acquire(at);
    }
}

void switch_to(void* fiber)
{
    enum { UNSEEN = 1 };
    if (__tsan_switch_to_fiber != nullptr) {
        __tsan_switch_to_fiber(fiber, UNSEEN);
    }
}

void leave(thread* t)
{
    switch_to(outside_fiber);
    swapcontext(&t->context, &outside);
}

void enter(thread* t)
{
    now = t;
    switch_to(t->fiber);
    swapcontext(&outside, &t->context);
    now = nullptr;
}

void live(void)
{
    for (;;) {
        thread* t = now;
        hear(&begun);
        (*run.kernel)();
        let_know(&ended);
        t->returned = true;
        run.blocks[(size_t)t->block].returned += 1;
        leave(t);
    }
}

void add_thread(void)
{
    auto t = std::make_unique<thread>();
    t->stack = std::make_unique<unsigned char[]>(STACK_BYTES);
    getcontext(&t->context);
    t->context.uc_stack.ss_sp = t->stack.get();
    t->context.uc_stack.ss_size = STACK_BYTES;
    t->context.uc_link = nullptr;
    makecontext(&t->context, live, 0);
    if (__tsan_create_fiber != nullptr) {
        t->fiber = __tsan_create_fiber(0);
    }
    pool.push_back(std::move(t));
}

bool may_go_on(const thread* t)
{
    return !t->returned && (t->waits == nullptr || t->waits->turn != t->turn) &&
           (t->listens == nullptr || *t->listens >= t->number);
}

thread* next_thread(size_t count)
{
    thread* found = nullptr;
    unsigned seen = 0;
    for (size_t k = 0; k < count; ++k) {
        thread* t = pool[taut_driver_host_order == 1 ? count - 1 - k : k].get();
        if (!may_go_on(t)) {
            continue;
        }
        if (taut_driver_host_order < 2) {
            return t;
        }
        random_state = random_state * 1664525u + 1013904223u;
        found = (random_state >> 8) % ++seen == 0 ? t : found;
    }
    return found;
}

// For tools/race.py: a barrier, "file:line", that nobody waits at.
bool is_left_out(const char* file, int line)
{
    static const char* const wanted = std::getenv("TAUT_LEAVE_OUT");
    if (wanted == nullptr) {
        return false;
    }
    char place[256];
    const char* name = std::strrchr(file, '/');
    std::snprintf(place, sizeof place, "%s:%d", name != nullptr ? name + 1 : file, line);
    return std::strcmp(place, wanted) == 0;
}

// Nobody can go on. Returns whether all threads are through.
bool all_returned(size_t count)
{
    const thread* stuck = nullptr;
    const thread* through = nullptr;
    for (size_t i = 0; i < count; ++i) {
        const thread* t = pool[i].get();
        (t->returned ? through : stuck) = t;
    }
    if (stuck != nullptr && through != nullptr) {
        taut_threads_fail("thread %d of block %d waits at %s:%d for ever: thread %d of block %d "
                          "has returned",
                          stuck->rank, stuck->block, stuck->file, stuck->line, through->rank,
                          through->block);
    }
    if (stuck != nullptr) {
        const thread* other = stuck;
        for (size_t i = 0; i < count; ++i) {
            other = pool[i]->waits != stuck->waits ? pool[i].get() : other;
        }
        taut_threads_fail("thread %d of block %d waits at %s:%d for ever, thread %d of block %d "
                          "at %s:%d",
                          stuck->rank, stuck->block, stuck->file, stuck->line, other->rank,
                          other->block, other->file, other->line);
    }
    return true;
}

void name_thread(const thread* t)
{
    char name[64];
    std::snprintf(name, sizeof name, "block %d thread %d", t->block, t->rank);
    if (__tsan_set_fiber_name != nullptr) {
        __tsan_set_fiber_name(t->fiber, name);
    }
}

// As many blocks as are to run at once, with shared memory that holds anything but zeros.
void run_blocks(void)
{
    size_t bytes = variables + run.shape.room;
    size_t count = (size_t)run.count * (size_t)run.shape.threads;
    run.blocks.assign((size_t)run.count, block{});
    run.gates.clear();
    run.bodies.assign((size_t)(run.count / run.shape.blocks_per_body), barrier{});
    for (barrier& b : run.bodies) {
        b.expected = run.shape.blocks_per_body * run.shape.threads;
    }
    for (block& b : run.blocks) {
        b.wait.expected = run.shape.threads;
        for (int left = run.shape.threads; left > 0; left -= TAUT_THREADS_WARP) {
            b.warps.push_back(warp{});
            b.warps.back().wait.expected = left < TAUT_THREADS_WARP ? left : TAUT_THREADS_WARP;
        }
        b.memory = static_cast<unsigned char*>(std::malloc(bytes));
        std::memset(b.memory, 0xfb, bytes);
    }
    while (pool.size() < count) {
        add_thread();
    }
    for (size_t i = 0; i < count; ++i) {
        thread* t = pool[i].get();
        t->block = (int)i / run.shape.threads;
        t->rank = (int)i % run.shape.threads;
        t->returned = false;
        t->waits = nullptr;
        t->listens = nullptr;
        name_thread(t);
    }
    let_know(&begun);
    for (thread* t = next_thread(count); t != nullptr; t = next_thread(count)) {
        enter(t);
    }
    (void)all_returned(count);
    hear(&ended);
    for (const block& b : run.blocks) {
        std::free(b.memory);
    }
}

}  // namespace

void taut_threads_launch(const taut_threads_shape* shape, const std::function<void()>& kernel)
{
    run.shape = *shape;
    run.kernel = &kernel;
    random_state = taut_driver_host_order;
    taut_driver_host_watched = __tsan_create_fiber != nullptr;
    outside_fiber = __tsan_get_current_fiber != nullptr ? __tsan_get_current_fiber() : nullptr;
    int per = shape->blocks_per_body;
    int most = per < MOST_BLOCKS ? MOST_BLOCKS / per * per : per;
    for (run.first = 0; run.first < shape->blocks; run.first += run.count) {
        int left = shape->blocks - run.first;
        run.count = left < most ? left : most;
        run_blocks();
    }
}

int taut_threads_rank(void)
{
    return now->rank;
}

int taut_threads_team(void)
{
    return run.shape.threads;
}

int taut_threads_block(void)
{
    return run.first + now->block;
}

int taut_threads_block_of_body(void)
{
    return now->block % run.shape.blocks_per_body;
}

// Returns the side of the turn, once all are here.
static unsigned wait_at(barrier* b, bool mine, const char* file, int line)
{
    thread* t = now;
    if (b->arrived > 0 && (b->line != line || std::strcmp(b->file, file) != 0)) {
        taut_threads_fail("thread %d of block %d waits at %s:%d, others at %s:%d", t->rank,
                          t->block, file, line, b->file, b->line);
    }
    unsigned side = b->turn % 2;
    b->all[side] = (b->arrived == 0 || b->all[side]) && mine;
    b->file = t->file = file;
    b->line = t->line = line;
    t->waits = b;
    t->turn = b->turn;
    if (++b->arrived == b->expected) {
        b->arrived = 0;
        b->turn += 1;
    }
    leave(t);
    return side;
}

// What a thread did before is safe for those that it waits with.
static bool meet_at(barrier* b, bool mine, const char* file, int line)
{
    let_know(&b->known[b->turn % 2]);
    unsigned side = wait_at(b, mine, file, line);
    hear(&b->known[side]);
    return b->all[side];
}

bool taut_threads_wait(bool body, bool mine, const char* file, int line)
{
    size_t block = (size_t)now->block;
    if (is_left_out(file, line)) {
        return mine;
    }
    barrier* b =
        body ? &run.bodies[block / (size_t)run.shape.blocks_per_body] : &run.blocks[block].wait;
    return meet_at(b, mine, file, line);
}

void taut_threads_pass(const void* gate, int blocks, const char* file, int line)
{
    if (is_left_out(file, line)) {
        return;
    }
    barrier* b = &run.gates[gate];
    b->expected = blocks * run.shape.threads;
    (void)meet_at(b, true, file, line);
}

void taut_threads_tell(uint32_t* at, uint32_t number)
{
    let_know(at);
    *at = number;
}

void taut_threads_hear(const uint32_t* at, uint32_t number, const char* file, int line)
{
    thread* t = now;
    t->file = file;
    t->line = line;
    t->listens = at;
    t->number = number;
    leave(t);
    t->listens = nullptr;
    hear(const_cast<uint32_t*>(at));
}

int taut_threads_exchange(uint32_t mine, const uint32_t** all, const char* file, int line)
{
    int rank = now->rank;
    warp* w = &run.blocks[(size_t)now->block].warps[(size_t)(rank / TAUT_THREADS_WARP)];
    w->values[w->wait.turn % 2][rank % TAUT_THREADS_WARP] = mine;
    *all = w->values[wait_at(&w->wait, true, file, line)];
    return w->wait.expected;
}

// A block that has ended has no memory any more.
unsigned char* taut_threads_memory(int block_of_body)
{
    int first = now->block / run.shape.blocks_per_body * run.shape.blocks_per_body;
    const block* b = &run.blocks[(size_t)(first + block_of_body)];
    if (b->returned > 0 && first + block_of_body != now->block) {
        taut_threads_fail("thread %d of block %d reaches into block %d, which has ended", now->rank,
                          now->block, first + block_of_body);
    }
    return b->memory;
}

size_t taut_threads_place(size_t bytes)
{
    size_t at = variables;
    variables += (bytes + 15) / 16 * 16;
    return at;
}

size_t taut_threads_variables(void)
{
    return variables;
}

void taut_threads_fail(const char* format, ...)
{
    std::fflush(stdout);
    std::fprintf(stderr, "%s: ", run.shape.name);
    va_list arguments;
    va_start(arguments, format);
    std::vfprintf(stderr, format, arguments);
    va_end(arguments);
    std::fprintf(stderr, "\n");
    std::_Exit(1);
}
