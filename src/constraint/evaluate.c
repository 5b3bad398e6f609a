// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "constraint/evaluate.h"

#include "constraint/list.h"

static taut_vec3 to_vec3(lane3 a)
{
    return (taut_vec3){a.x, a.y, a.z};
}

taut_evaluation taut_constraint_evaluate(taut_constraint_kind kind, const taut_float4* x,
                                         float rest, float ratio)
{
    static taut_constraint_eval_fn* const eval[TAUT_CONSTRAINT_KIND_COUNT] = {
#define EVAL(NAME, name, particles, moved, unit, about) taut_##name##_eval,
        TAUT_CONSTRAINT_LIST(EVAL)
#undef EVAL
    };
    int count = taut_constraint_kind_info(kind)->particle_count;
    taut_constraint_lanes c = {.rest = rest, .ratio = ratio};
    for (int k = 0; k < count; ++k) {
        c.w[k] = x[k].w;
    }
    for (int k = 1; k < count; ++k) {
        c.e[k - 1] = (lane3){x[k].x - x[0].x, x[k].y - x[0].y, x[k].z - x[0].z};
    }
    eval[kind](&c);

    taut_evaluation out = {.value = c.c, .live = c.live != 0};
    if (out.live) {
        out.gradient[0] = to_vec3(taut_gradient0(&c, count));
        for (int k = 1; k < count; ++k) {
            out.gradient[k] = to_vec3(c.g[k - 1]);
        }
    }
    return out;
}
