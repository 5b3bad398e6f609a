// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Threads by the Windows API, Vista and later.

#include "platform/thread.h"

#define WIN32_LEAN_AND_MEAN
#include <process.h>
#include <windows.h>

_Static_assert(sizeof(taut_mutex) == sizeof(SRWLOCK), "a taut_mutex is an SRWLOCK");
_Static_assert(sizeof(taut_signal) == sizeof(CONDITION_VARIABLE), "a taut_signal is one of those");

bool taut_thread_supported(void)
{
    return true;
}

static unsigned __stdcall enter(void* argument)
{
    const taut_thread_start* start = argument;
    start->run(start->context);
    return 0;
}

// _beginthreadex rather than CreateThread: it sets up the C library of the new thread.
bool taut_thread_create(taut_thread* thread, taut_thread_start* start)
{
    uintptr_t handle = _beginthreadex(NULL, 0, enter, start, 0, NULL);
    *thread = (void*)handle;
    return handle != 0;
}

void taut_thread_join(taut_thread thread)
{
    (void)WaitForSingleObject(thread, INFINITE);
    (void)CloseHandle(thread);
}

void taut_thread_yield(void)
{
    (void)SwitchToThread();
}

// In whole milliseconds, upwards.
void taut_thread_sleep(uint32_t nanoseconds)
{
    Sleep((DWORD)((nanoseconds + 999999u) / 1000000u));
}

// Divided in two parts: the product of a counter and 10^9 would overflow within hours.
uint64_t taut_thread_now(void)
{
    LARGE_INTEGER count;
    LARGE_INTEGER rate;
    (void)QueryPerformanceCounter(&count);
    (void)QueryPerformanceFrequency(&rate);
    uint64_t ticks = (uint64_t)count.QuadPart;
    uint64_t per_second = (uint64_t)rate.QuadPart;
    return ticks / per_second * 1000000000u + ticks % per_second * 1000000000u / per_second;
}

bool taut_mutex_init(taut_mutex* mutex)
{
    InitializeSRWLock((SRWLOCK*)mutex);
    return true;
}

void taut_mutex_destroy(taut_mutex* mutex)
{
    (void)mutex;
}

void taut_mutex_lock(taut_mutex* mutex)
{
    AcquireSRWLockExclusive((SRWLOCK*)mutex);
}

void taut_mutex_unlock(taut_mutex* mutex)
{
    ReleaseSRWLockExclusive((SRWLOCK*)mutex);
}

bool taut_signal_init(taut_signal* signal)
{
    InitializeConditionVariable((CONDITION_VARIABLE*)signal);
    return true;
}

void taut_signal_destroy(taut_signal* signal)
{
    (void)signal;
}

void taut_signal_wait(taut_signal* signal, taut_mutex* mutex)
{
    (void)SleepConditionVariableSRW((CONDITION_VARIABLE*)signal, (SRWLOCK*)mutex, INFINITE, 0);
}

void taut_signal_wake_one(taut_signal* signal)
{
    WakeConditionVariable((CONDITION_VARIABLE*)signal);
}

void taut_signal_wake_all(taut_signal* signal)
{
    WakeAllConditionVariable((CONDITION_VARIABLE*)signal);
}
