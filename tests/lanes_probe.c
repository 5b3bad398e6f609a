// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "lanes_probe.h"

#include "constraint/list.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

taut_probe_fn PASTE(taut_probe_lanes_, BACKEND);
taut_probe_math_fn PASTE(taut_probe_math_, BACKEND);

static void load_vectors(const taut_probe_in* in, int k, taut_constraint_lanes* c)
{
    for (int j = 1; j < TAUT_CONSTRAINT_MAX_PARTICLES; ++j) {
        lane_set(&c->e[j - 1].x, k, in->x[j][0] - in->x[0][0]);
        lane_set(&c->e[j - 1].y, k, in->x[j][1] - in->x[0][1]);
        lane_set(&c->e[j - 1].z, k, in->x[j][2] - in->x[0][2]);
    }
    for (int j = 0; j < TAUT_CONSTRAINT_MAX_PARTICLES; ++j) {
        lane_set(&c->w[j], k, in->w[j]);
    }
    lane_set(&c->rest, k, in->rest);
    lane_set(&c->ratio, k, 2.0f);
}

static void load_response(const taut_probe_in* in, int k, taut_response* r)
{
    lane_set(&r->alpha, k, in->alpha);
    lane_set(&r->gamma, k, in->gamma);
    lane_set(&r->moved, k, in->moved);
    lane_set(&r->lambda, k, in->lambda);
    lane_set(&r->lambda_min, k, in->lambda_min);
    lane_set(&r->lambda_max, k, in->lambda_max);
    r->soft = r->damped = r->bounded = true;
}

static void store_gradient(const lane3* g, int k, float* out)
{
    out[0] = lane_get(g->x, k);
    out[1] = lane_get(g->y, k);
    out[2] = lane_get(g->z, k);
}

static void store(const taut_constraint_lanes* c, int n, int valid, taut_probe_out* out)
{
    lane3 g0 = taut_gradient0(c, n);
    for (int k = 0; k < valid; ++k) {
        out[k].value = lane_get(c->c, k);
        out[k].weight = lane_get(c->weight, k);
        out[k].live = lane_test(c->live, k);
        store_gradient(&g0, k, out[k].gradient[0]);
        for (int j = 1; j < n; ++j) {
            store_gradient(&c->g[j - 1], k, out[k].gradient[j]);
        }
    }
}

// As many constraints as a lane is wide, the last ones padded with zeros like in the backend.
static void probe(taut_constraint_kind kind, const taut_probe_in* in, int valid,
                  taut_probe_out* out)
{
    static taut_constraint_eval_fn* const eval[TAUT_CONSTRAINT_KIND_COUNT] = {
#define EVAL(NAME, name, particles, moved, unit, about) taut_##name##_eval,
        TAUT_CONSTRAINT_LIST(EVAL)
#undef EVAL
    };
    taut_constraint_lanes c = {0};
    taut_response r = {0};
    lane rate = lane_splat(0.0f), portion = rate, stiffness = rate, resistance = rate;
    for (int k = 0; k < valid; ++k) {
        load_vectors(&in[k], k, &c);
        load_response(&in[k], k, &r);
        lane_set(&rate, k, in[k].rate);
        lane_set(&portion, k, in[k].portion);
        lane_set(&stiffness, k, in[k].stiffness);
        lane_set(&resistance, k, in[k].resistance);
    }
    eval[kind](&c);
    lane dl = taut_delta_lambda(&c, &r);
    lane impulse = taut_damping_impulse(&c, rate, portion);
    lane spring = taut_spring_force(&c, stiffness, resistance, rate, &r);
    store(&c, taut_constraint_kind_info(kind)->particle_count, valid, out);
    for (int k = 0; k < valid; ++k) {
        out[k].delta_lambda = lane_get(dl, k);
        out[k].impulse = lane_get(impulse, k);
        out[k].spring = lane_get(spring, k);
    }
}

void PASTE(taut_probe_lanes_, BACKEND)(taut_constraint_kind kind, const taut_probe_in* in,
                                       int count, taut_probe_out* out)
{
    for (int first = 0; first < count; first += LANE_WIDTH) {
        int valid = count - first < LANE_WIDTH ? count - first : LANE_WIDTH;
        probe(kind, in + first, valid, out + first);
    }
}

void PASTE(taut_probe_math_, BACKEND)(const float* a, const float* b, int count,
                                      taut_probe_math* out)
{
    for (int first = 0; first < count; first += LANE_WIDTH) {
        int valid = count - first < LANE_WIDTH ? count - first : LANE_WIDTH;
        lane la = lane_splat(0.0f), lb = la;
        for (int k = 0; k < valid; ++k) {
            lane_set(&la, k, a[first + k]);
            lane_set(&lb, k, b[first + k]);
        }
        lane zero = lane_splat(0.0f);
        lane_mask both = lane_and(la > zero, lb > zero);
        lane_mask either = lane_or(la > zero, lb > zero);
        lane_mask neither = lane_not(either);
        lane results[] = {lane_sqrt(la),
                          lane_abs(la),
                          lane_min(la, lb),
                          lane_max(la, lb),
                          lane_atan2(la, lb),
                          la / lb,
                          lane_select(la < lb, la + lb, la - lb)};
        for (int k = 0; k < valid; ++k) {
            out[first + k] = (taut_probe_math){lane_get(results[0], k), lane_get(results[1], k),
                                               lane_get(results[2], k), lane_get(results[3], k),
                                               lane_get(results[4], k), lane_get(results[5], k),
                                               lane_get(results[6], k), lane_test(both, k),
                                               lane_test(either, k),    lane_test(neither, k)};
        }
    }
}
