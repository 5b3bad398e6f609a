// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#if defined(__unix__) || defined(__APPLE__)
#define _POSIX_C_SOURCE 200809L  // clock_gettime()
#endif

#include "platform/clock.h"

#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

bool taut_system_clock_supported(void)
{
    return true;
}

double taut_system_seconds(void)
{
    LARGE_INTEGER rate, now;
    (void)QueryPerformanceFrequency(&rate);
    (void)QueryPerformanceCounter(&now);
    return (double)now.QuadPart / (double)rate.QuadPart;
}

#elif (defined(__unix__) || defined(__APPLE__)) && !defined(__wasm__)

#include <time.h>

bool taut_system_clock_supported(void)
{
    return true;
}

double taut_system_seconds(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) {
        return 0.0;
    }
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#else

bool taut_system_clock_supported(void)
{
    return false;
}

double taut_system_seconds(void)
{
    return 0.0;
}

#endif
