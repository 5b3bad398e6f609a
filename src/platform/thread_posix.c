// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Threads by pthreads.

#define _POSIX_C_SOURCE 200809L

#include "platform/thread.h"

#include <sched.h>
#include <signal.h>
#include <time.h>

bool taut_thread_supported(void)
{
    return true;
}

static void* enter(void* argument)
{
    const taut_thread_start* start = argument;
    start->run(start->context);
    return NULL;
}

// Workers inherit a mask that blocks what comes from outside: handlers of the host run on the
// host's threads. What a thread brings on itself (a fault, a trap) and profiling reach them like
// any other.
static void fill_mask(sigset_t* blocked)
{
    static const int open[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGPROF};
    (void)sigfillset(blocked);
    for (size_t i = 0; i < sizeof open / sizeof open[0]; ++i) {
        (void)sigdelset(blocked, open[i]);
    }
}

bool taut_thread_create(taut_thread* thread, taut_thread_start* start)
{
    sigset_t blocked;
    sigset_t before;
    fill_mask(&blocked);
    if (pthread_sigmask(SIG_SETMASK, &blocked, &before) != 0) {
        return false;
    }
    bool made = pthread_create(thread, NULL, enter, start) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return made;
}

void taut_thread_join(taut_thread thread)
{
    (void)pthread_join(thread, NULL);
}

void taut_thread_yield(void)
{
    (void)sched_yield();
}

void taut_thread_sleep(uint32_t nanoseconds)
{
    struct timespec time = {.tv_sec = (time_t)(nanoseconds / 1000000000u),
                            .tv_nsec = (long)(nanoseconds % 1000000000u)};
    (void)nanosleep(&time, NULL);
}

uint64_t taut_thread_now(void)
{
    struct timespec time = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

bool taut_mutex_init(taut_mutex* mutex)
{
    return pthread_mutex_init(mutex, NULL) == 0;
}

void taut_mutex_destroy(taut_mutex* mutex)
{
    (void)pthread_mutex_destroy(mutex);
}

void taut_mutex_lock(taut_mutex* mutex)
{
    (void)pthread_mutex_lock(mutex);
}

void taut_mutex_unlock(taut_mutex* mutex)
{
    (void)pthread_mutex_unlock(mutex);
}

bool taut_signal_init(taut_signal* signal)
{
    return pthread_cond_init(signal, NULL) == 0;
}

void taut_signal_destroy(taut_signal* signal)
{
    (void)pthread_cond_destroy(signal);
}

void taut_signal_wait(taut_signal* signal, taut_mutex* mutex)
{
    (void)pthread_cond_wait(signal, mutex);
}

void taut_signal_wake_one(taut_signal* signal)
{
    (void)pthread_cond_signal(signal);
}

void taut_signal_wake_all(taut_signal* signal)
{
    (void)pthread_cond_broadcast(signal);
}
