// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

/// @file
/// The words every other header uses: results, errors, vectors, views, ids, the allocator.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TAUT_VERSION_MAJOR 0
#define TAUT_VERSION_MINOR 4
#define TAUT_VERSION_PATCH 0

// TAUT_API carries linkage and visibility. Define TAUT_STATIC when linking the static library on
// Windows; the CMake target does it for you.
#ifndef TAUT_API
#ifdef __cplusplus
#define TAUT_LINKAGE extern "C"
#else
#define TAUT_LINKAGE extern
#endif
#if defined(_WIN32) && !defined(TAUT_STATIC)
#ifdef TAUT_BUILDING
#define TAUT_API TAUT_LINKAGE __declspec(dllexport)
#else
#define TAUT_API TAUT_LINKAGE __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define TAUT_API TAUT_LINKAGE __attribute__((visibility("default")))
#else
#define TAUT_API TAUT_LINKAGE
#endif
#endif

/// What a call that can fail says. The sentence that goes with it is in taut_error,
/// taut_builder_last_error() or taut_world_last_error().
typedef enum taut_result {
    TAUT_OK = 0,
    TAUT_ERROR_INVALID,              ///< the caller's mistake: a bad value, index, id or stamp
    TAUT_ERROR_OUT_OF_MEMORY,        ///< the allocator gave nothing; everything is as it was
    TAUT_ERROR_BACKEND_UNAVAILABLE,  ///< this build or this machine lacks the backend asked for
    TAUT_ERROR_BAD_DATA,             ///< a malformed mesh
    TAUT_ERROR_THREADS_UNAVAILABLE,  ///< this build or this system has not so many threads
    TAUT_RESULT_COUNT
} taut_result;

/// The name of a result, "TAUT_OK" and so on. Never NULL.
TAUT_API const char* taut_result_name(taut_result result);

/// A result with the sentence that explains it: which field, which value, what was expected.
typedef struct taut_error {
    taut_result result;
    char text[252];  ///< ends with a zero; empty when result is TAUT_OK
} taut_error;

/// Major, minor and patch of the library that was linked, as major * 10000 + minor * 100 + patch.
TAUT_API int taut_version(void);

/// A point, direction or velocity. Metres, y up, right-handed.
typedef struct taut_vec3 {
    float x, y, z;
} taut_vec3;

/// Borrowed read-only vectors inside the library's own arrays: no copy was made. Vector i begins at
/// data[i * stride]; use taut_vec3_at(). The call that gives a view says how long it is valid.
typedef struct taut_vec3_view {
    const float* data;
    int count;
    int stride;  ///< in floats
} taut_vec3_view;

/// Vector i of a view. i must lie in [0, view.count).
static inline taut_vec3 taut_vec3_at(taut_vec3_view view, int i)
{
    const float* v = view.data + (size_t)i * (size_t)view.stride;
    taut_vec3 out = {v[0], v[1], v[2]};
    return out;
}

/// Borrowed read-only integers, for instance triangle corners.
typedef struct taut_int_view {
    const int32_t* data;
    int count;
} taut_int_view;

/// Bodies and all that acts on them. taut.h makes and steps it.
typedef struct taut_world taut_world;

/// Names one body of one world. Zero is no body. Copy freely; the fields are private. Worlds know
/// nothing of one another: where another one has a body of the same numbers, that is meant.
typedef struct taut_body_id {
    uint32_t index1;
    uint32_t generation;
} taut_body_id;

/// True where both name the same body.
static inline bool taut_body_same(taut_body_id a, taut_body_id b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

/// A world may hold many that know nothing of one another, in one place: thousands of copies of a
/// scene, each a little different, stepped by one call. Bodies and colliders belong to a realm, a
/// number that they are made with, 0 unless the caller says otherwise. What is of different realms
/// never meets: it does not touch, is not attached, wakes nobody. Gravity, air, clock and settings
/// of the world are those of all. Each realm moves bit for bit as it would in a world of its own,
/// made by the same calls in the same order (taut_world_realm_hash()); slots that become free in a
/// realm are used again in that one alone, so that numbers of realms should come again too.
///
/// TAUT_REALM_ALL is no realm but all of them: a collider that every body meets, a query that looks
/// everywhere, a cut through whatever is there. No body can be in it.
#define TAUT_REALM_ALL UINT32_MAX

/// Where memory comes from. Both functions or neither; with neither, malloc and free are used.
/// `alloc` returns NULL when there is none. `free` is told what `alloc` was asked for.
typedef struct taut_allocator {
    void* (*alloc)(void* context, size_t size, size_t alignment);
    void (*free)(void* context, void* memory, size_t size, size_t alignment);
    void* context;
} taut_allocator;
