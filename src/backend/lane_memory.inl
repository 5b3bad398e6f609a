// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Between arrays and lanes: plain loads and stores, one lane after another. The only part of the
// backend that knows how a body lies in memory.

// How many lanes are in use from `first` on. At width 1 a constant, which lets loops over lanes go.
LANE_FN int lanes_from(int first, int end)
{
    bool full = LANE_WIDTH == 1 || end - first >= LANE_WIDTH;
    return full ? LANE_WIDTH : end - first;
}

LANE_FN void set3(lane3* a, int k, float x, float y, float z)
{
    lane_set(&a->x, k, x);
    lane_set(&a->y, k, y);
    lane_set(&a->z, k, z);
}

LANE_FN lane3 load3(const taut_float4* a, int first, int valid)
{
    lane3 out = {0};
    for (int k = 0; k < valid; ++k) {
        set3(&out, k, a[first + k].x, a[first + k].y, a[first + k].z);
    }
    return out;
}

LANE_FN void store3(taut_float4* a, int i, lane3 v, int k)
{
    a[i].x = lane_get(v.x, k);
    a[i].y = lane_get(v.y, k);
    a[i].z = lane_get(v.z, k);
}

LANE_FN lane load1(const float* a, int first, int valid)
{
    lane out = lane_splat(0.0f);
    for (int k = 0; k < valid; ++k) {
        lane_set(&out, k, a[first + k]);
    }
    return out;
}

// Differences a_k - a_0 of the particles of `valid` constraints.
LANE_FN void gather(const taut_float4* a, const int32_t* particles, int n, int valid, lane3* e)
{
    for (int k = 0; k < valid; ++k) {
        taut_float4 a0 = a[particles[n * k]];
        for (int j = 1; j < n; ++j) {
            taut_float4 aj = a[particles[n * k + j]];
            set3(&e[j - 1], k, aj.x - a0.x, aj.y - a0.y, aj.z - a0.z);
        }
    }
}

LANE_FN void gather_weights(const taut_float4* x, const int32_t* particles, int n, int valid,
                            lane* w)
{
    for (int k = 0; k < valid; ++k) {
        for (int j = 0; j < n; ++j) {
            lane_set(&w[j], k, x[particles[n * k + j]].w);
        }
    }
}

// How far a particle of a FINE body has come in this substep: by prediction and by the sweep.
LANE_FN taut_vec3 move_of(const taut_body* b, int i, float h)
{
    taut_vec3 move = taut_vec3_scale(taut_vec3_of(b->v[i]), h);
    if (b->x[i].w > 0.0f) {
        taut_vec3 swept = taut_vec3_sub(taut_vec3_of(b->d[i]), taut_vec3_of(b->lo[i]));
        move = taut_vec3_add(move, swept);
    }
    return move;
}

// Differences of these, as in gather().
LANE_FN void gather_moves(const taut_body* b, const int32_t* particles, int n, int valid, float h,
                          lane3* e)
{
    for (int k = 0; k < valid; ++k) {
        taut_vec3 m0 = move_of(b, particles[n * k], h);
        for (int j = 1; j < n; ++j) {
            taut_vec3 m = taut_vec3_sub(move_of(b, particles[n * k + j], h), m0);
            set3(&e[j - 1], k, m.x, m.y, m.z);
        }
    }
}

// Adds s w g to each moved particle's vector in `a`; what a kinematic particle would have received,
// times `share`, is noted in lo, where reactions are read from.
typedef struct scatter_job {
    taut_float4* a;
    taut_float4* lo;
    const int32_t* particles;
    int n, moved, valid;
    float share;
} scatter_job;

LANE_FN void scatter_one(const scatter_job* job, int particle, taut_vec3 g, float s, float w)
{
    bool free = w > 0.0f;
    taut_float4* target = free ? &job->a[particle] : &job->lo[particle];
    float scale = free ? s * w : s * job->share;
    target->x += scale * g.x;
    target->y += scale * g.y;
    target->z += scale * g.z;
}

LANE_FN void scatter(const scatter_job* job, const taut_constraint_lanes* c, lane s)
{
    for (int j = 0; j < job->moved; ++j) {
        lane3 g = j == 0 ? taut_gradient0(c, job->n) : c->g[j - 1];
        for (int k = 0; k < job->valid; ++k) {
            taut_vec3 gk = {lane_get(g.x, k), lane_get(g.y, k), lane_get(g.z, k)};
            scatter_one(job, job->particles[job->n * k + j], gk, lane_get(s, k),
                        lane_get(c->w[j], k));
        }
    }
}
