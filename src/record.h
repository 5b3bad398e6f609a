// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a world's calls have to do with recordings: each that has changed something ends in
// taut_call_done().

#pragma once

#include "record_list.h"
#include "sleep.h"
#include "world.h"

#define TAUT_RECORD_VERSION 1
#define TAUT_RECORD_HEAD 64  // bytes before the first call

typedef enum taut_call_op {
    TAUT_CALL_NONE,
#define TAUT_CALL_OP(name, lower, layout) TAUT_CALL_##name,
    TAUT_CALL_LIST(TAUT_CALL_OP)
#undef TAUT_CALL_OP
        TAUT_CALL_COUNT
} taut_call_op;

// A call with what it was given, each kind of number in its order.
typedef struct taut_call {
    taut_call_op op;
    taut_body_id body, other;
    int32_t i[10];
    float f[16];
    double d;
    uint64_t h;
} taut_call;

// "" for numbers that are none.
const char* taut_call_layout(int op);

// Bytes of a call, its number included.
size_t taut_call_size(int op);

// The call in `data`, which has as many bytes as it takes.
taut_call taut_call_read(const unsigned char* data);

void taut_record_write(taut_world* world, const taut_call* call);

// Before a call that makes something in a realm: notes which, where it is not 0.
void taut_record_realm(taut_world* world, uint32_t realm);

// Ends a recording that has lost something.
void taut_record_lose(taut_world* world, taut_recording_loss loss);
bool taut_record_running(const taut_world* world);

// What a recording holds of the world's memory.
size_t taut_record_bytes(const taut_world* world);

// The place of a blueprint or shape in the lists of the recording, -1 when it is not there.
int taut_record_blueprint(const taut_world* world, const taut_blueprint* blueprint);
int taut_record_shape(const taut_world* world, const taut_shape* shape);

// After a step that was taken.
void taut_record_step(taut_world* world, float dt, int substep_count, bool chosen,
                      taut_step_report* report);

// What a replay has to find: bodies, their ids and state, gravity, solver.
uint64_t taut_record_start_hash(const taut_world* world);

// Notes a call that has changed the world, wakes the body it went to, if any; TAUT_OK.
static inline taut_result taut_call_done(taut_world* world, taut_body* woken, const taut_call* call)
{
    taut_body_rouse(woken);
    world->changes += call->op != TAUT_CALL_CLOCK;
    if (world->recorder != NULL) {
        taut_record_write(world, call);
    }
    return TAUT_OK;
}

// Floats of a call.
static inline taut_vec3 taut_call_vec3(const taut_call* call, int first)
{
    return (taut_vec3){call->f[first], call->f[first + 1], call->f[first + 2]};
}

static inline taut_quat taut_call_quat(const taut_call* call, int first)
{
    const float* q = call->f + first;
    return (taut_quat){q[0], q[1], q[2], q[3]};
}
