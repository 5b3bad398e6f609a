// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// No threads: WebAssembly, and systems that nobody has ported this to. A pool is the caller alone.

#include "platform/thread.h"

#include <stddef.h>

bool taut_thread_supported(void)
{
    return false;
}

bool taut_thread_create(taut_thread* thread, taut_thread_start* start)
{
    (void)start;
    *thread = NULL;
    return false;
}

void taut_thread_join(taut_thread thread)
{
    (void)thread;
}

void taut_thread_yield(void)
{
}

void taut_thread_sleep(uint32_t nanoseconds)
{
    (void)nanoseconds;
}

uint64_t taut_thread_now(void)
{
    return 0;
}

bool taut_mutex_init(taut_mutex* mutex)
{
    *mutex = 0;
    return true;
}

void taut_mutex_destroy(taut_mutex* mutex)
{
    (void)mutex;
}

void taut_mutex_lock(taut_mutex* mutex)
{
    (void)mutex;
}

void taut_mutex_unlock(taut_mutex* mutex)
{
    (void)mutex;
}

bool taut_signal_init(taut_signal* signal)
{
    *signal = 0;
    return true;
}

void taut_signal_destroy(taut_signal* signal)
{
    (void)signal;
}

void taut_signal_wait(taut_signal* signal, taut_mutex* mutex)
{
    (void)signal;
    (void)mutex;
}

void taut_signal_wake_one(taut_signal* signal)
{
    (void)signal;
}

void taut_signal_wake_all(taut_signal* signal)
{
    (void)signal;
}
