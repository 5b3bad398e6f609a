// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the module of the npm package has beside the public functions: ways from C to functions of
// JavaScript, which cannot be pointed to. A context is the number of a function that JavaScript has
// registered. What such a function throws never comes here: it is kept, and thrown once C is done.

#include "taut/taut.h"
#include "taut/taut_debug.h"

#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(name) __attribute__((import_module("taut"), import_name(#name)))

IMPORT(field)
void taut_web_call_field(int function, const taut_body_id* body, double time,
                         const taut_vec3_view* positions, const taut_vec3_view* velocities,
                         taut_vec3* acceleration);
IMPORT(constraint)
int taut_web_call_constraint(int function, int count, const taut_vec3* x, float* value,
                             taut_vec3* gradient);
IMPORT(accept) int taut_web_call_accept(int function, const taut_hit* hit);
IMPORT(watch) void taut_web_call_watch(int function, const taut_watched* what);
IMPORT(clock) double taut_web_call_clock(void);

EXPORT(taut_web_field) taut_field_fn* taut_web_field(void);
EXPORT(taut_web_constraint) taut_user_constraint_fn* taut_web_constraint(void);
EXPORT(taut_web_accept) void* taut_web_accept(void);
EXPORT(taut_web_watch) taut_watch_fn* taut_web_watch(void);
EXPORT(taut_web_clock) void* taut_web_clock(void);

static void field(void* context, taut_body_id body, double time, taut_vec3_view positions,
                  taut_vec3_view velocities, taut_vec3* acceleration)
{
    int function = (int)(intptr_t)context;
    taut_web_call_field(function, &body, time, &positions, &velocities, acceleration);
}

static bool constraint(void* context, int count, const taut_vec3* x, float* value,
                       taut_vec3* gradient)
{
    return taut_web_call_constraint((int)(intptr_t)context, count, x, value, gradient) != 0;
}

static bool accept(void* context, const taut_hit* hit)
{
    return taut_web_call_accept((int)(intptr_t)context, hit) != 0;
}

static void watch(void* context, const taut_watched* what)
{
    taut_web_call_watch((int)(intptr_t)context, what);
}

// A module knows no clock of its own.
static double read_clock(void* context)
{
    (void)context;
    return taut_web_call_clock();
}

taut_field_fn* taut_web_field(void)
{
    return field;
}

taut_user_constraint_fn* taut_web_constraint(void)
{
    return constraint;
}

taut_watch_fn* taut_web_watch(void)
{
    return watch;
}

// A pointer to a function is a number here, and JavaScript only hands it back.
void* taut_web_accept(void)
{
    union {
        bool (*function)(void* context, const taut_hit* hit);
        void* number;
    } pointer = {accept};
    return pointer.number;
}

void* taut_web_clock(void)
{
    union {
        double (*function)(void* context);
        void* number;
    } pointer = {read_clock};
    return pointer.number;
}
