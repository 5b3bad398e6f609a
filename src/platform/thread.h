// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the pool needs of the operating system. The build picks one of thread_posix.c, thread_win.c
// and thread_none.c and defines TAUT_THREADS_POSIX, TAUT_THREADS_WIN or nothing to match.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#if defined(TAUT_THREADS_POSIX)

#include <pthread.h>

typedef pthread_t taut_thread;
typedef pthread_mutex_t taut_mutex;
typedef pthread_cond_t taut_signal;

#elif defined(TAUT_THREADS_WIN)

// As large as an SRWLOCK and a CONDITION_VARIABLE; <windows.h> stays out of the pool.
typedef void* taut_thread;
typedef struct taut_mutex {
    void* lock;
} taut_mutex;
typedef struct taut_signal {
    void* variable;
} taut_signal;

#else

typedef void* taut_thread;
typedef int taut_mutex;
typedef int taut_signal;

#endif

typedef void taut_thread_fn(void* context);

// What a new thread is told; must stay where it is until the thread has been joined.
typedef struct taut_thread_start {
    taut_thread_fn* run;
    void* context;
} taut_thread_start;

// Whether threads can be started at all.
bool taut_thread_supported(void);

// False when the system gives no more threads; then `thread` means nothing.
bool taut_thread_create(taut_thread* thread, taut_thread_start* start);
void taut_thread_join(taut_thread thread);

// Lets another thread have the core.
void taut_thread_yield(void);
void taut_thread_sleep(uint32_t nanoseconds);

// Nanoseconds of a clock that never goes back.
uint64_t taut_thread_now(void);

bool taut_mutex_init(taut_mutex* mutex);
void taut_mutex_destroy(taut_mutex* mutex);
void taut_mutex_lock(taut_mutex* mutex);
void taut_mutex_unlock(taut_mutex* mutex);

// Waiting gives the mutex back meanwhile, and may end for no reason.
bool taut_signal_init(taut_signal* signal);
void taut_signal_destroy(taut_signal* signal);
void taut_signal_wait(taut_signal* signal, taut_mutex* mutex);
void taut_signal_wake_one(taut_signal* signal);
void taut_signal_wake_all(taut_signal* signal);
