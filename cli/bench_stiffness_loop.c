// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The yardstick of times: rigid links as one would write them in an afternoon, and well.

#include <stdlib.h>

#include "bench_stiffness.h"
#include "progress.h"

struct taut_loop {
    int particle_count, link_count;
    float *x, *y, *z;     // positions
    float *px, *py, *pz;  // before the substep
    float *vx, *vy, *vz;
    float* w;  // inverse mass
    int *a, *b;
    float* rest;
    unsigned char* structural;
};

static void predict(const taut_loop* c, float h)
{
    float fall = h * (float)TAUT_STIFF_GRAVITY;
    for (int i = 0; i < c->particle_count; ++i) {
        c->px[i] = c->x[i];
        c->py[i] = c->y[i];
        c->pz[i] = c->z[i];
        c->x[i] += h * c->vx[i];
        c->y[i] += c->w[i] > 0.0f ? h * (c->vy[i] - fall) : 0.0f;
        c->z[i] += h * c->vz[i];
    }
}

static void project(const taut_loop* c)
{
    float* restrict x = c->x;
    float* restrict y = c->y;
    float* restrict z = c->z;
    const float* restrict w = c->w;
    for (int k = 0; k < c->link_count; ++k) {
        int a = c->a[k];
        int b = c->b[k];
        float dx = x[a] - x[b];
        float dy = y[a] - y[b];
        float dz = z[a] - z[b];
        float length = sqrtf(dx * dx + dy * dy + dz * dz);
        float s = (c->rest[k] - length) / (length * (w[a] + w[b]));
        float sa = s * w[a];
        float sb = s * w[b];
        x[a] += sa * dx;
        y[a] += sa * dy;
        z[a] += sa * dz;
        x[b] -= sb * dx;
        y[b] -= sb * dy;
        z[b] -= sb * dz;
    }
}

static void find_velocities(const taut_loop* c, float h)
{
    float rate = 1.0f / h;
    for (int i = 0; i < c->particle_count; ++i) {
        c->vx[i] = (c->x[i] - c->px[i]) * rate;
        c->vy[i] = (c->y[i] - c->py[i]) * rate;
        c->vz[i] = (c->z[i] - c->pz[i]) * rate;
    }
}

double taut_loop_step(taut_loop* loop, float dt, int substeps)
{
    double start = taut_clock();
    float h = dt / (float)substeps;
    for (int i = 0; i < substeps; ++i) {
        predict(loop, h);
        project(loop);
        find_velocities(loop, h);
    }
    return 1e3 * (taut_clock() - start);
}

double taut_loop_stretch(const taut_loop* loop)
{
    double most = 0.0;
    for (int k = 0; k < loop->link_count; ++k) {
        int a = loop->a[k];
        int b = loop->b[k];
        double dx = (double)loop->x[a] - (double)loop->x[b];
        double dy = (double)loop->y[a] - (double)loop->y[b];
        double dz = (double)loop->z[a] - (double)loop->z[b];
        double stretch = sqrt(dx * dx + dy * dy + dz * dz) / (double)loop->rest[k] - 1.0;
        // Written so that NaN counts.
        most = loop->structural[k] && !(stretch <= most) ? stretch : most;
    }
    return most;
}

// Making ------------------------------------------------------------------------------------------

void taut_loop_close(taut_loop* loop)
{
    if (!loop) {
        return;
    }
    void* arrays[] = {loop->x,  loop->y,  loop->z,          loop->px,  loop->py,
                      loop->pz, loop->vx, loop->vy,         loop->vz,  loop->w,
                      loop->a,  loop->b,  loop->structural, loop->rest};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; ++i) {
        free(arrays[i]);
    }
    free(loop);
}

static bool allocate(taut_loop* c)
{
    size_t n = (size_t)c->particle_count;
    size_t m = (size_t)c->link_count + 1;
    float** of_particles[] = {&c->x,  &c->y,  &c->z,  &c->px, &c->py,
                              &c->pz, &c->vx, &c->vy, &c->vz, &c->w};
    bool ok = true;
    for (size_t i = 0; i < sizeof of_particles / sizeof of_particles[0]; ++i) {
        *of_particles[i] = calloc(n, sizeof(float));
        ok = ok && *of_particles[i];
    }
    c->a = calloc(m, sizeof *c->a);
    c->b = calloc(m, sizeof *c->b);
    c->rest = calloc(m, sizeof *c->rest);
    c->structural = calloc(m, 1);
    return ok && c->a && c->b && c->rest && c->structural;
}

static void take_particles(taut_loop* c, const taut_world* world, taut_body_id body)
{
    taut_vec3_view at = taut_body_positions(world, body);
    for (int i = 0; i < c->particle_count; ++i) {
        taut_vec3 p = taut_vec3_at(at, i);
        c->x[i] = p.x;
        c->y[i] = p.y;
        c->z[i] = p.z;
        c->w[i] = taut_body_pinned(world, body, i) ? 0.0f : 1.0f / taut_body_mass(world, body, i);
    }
}

// The links of one family and, with colours, of one colour: each link takes the first that neither
// of its particles has in this family. Returns how many links there are after it.
static int take_links(taut_loop* c, const taut_constraint_def* links, const int* colours,
                      int family, int colour, int at)
{
    for (int i = 0; i < c->link_count; ++i) {
        if ((int)links[i].family == family && (colour < 0 || colours[i] == colour)) {
            c->a[at] = links[i].particles[0];
            c->b[at] = links[i].particles[1];
            c->rest[at] = links[i].rest;
            c->structural[at++] = family == TAUT_FAMILY_STRUCTURAL;
        }
    }
    return at;
}

static int colour_family(const taut_loop* c, const taut_constraint_def* links, int* colours,
                         unsigned* used, int family)
{
    int most = 0;
    for (int i = 0; i < c->particle_count; ++i) {
        used[i] = 0;
    }
    for (int i = 0; i < c->link_count; ++i) {
        if ((int)links[i].family == family) {
            const int* p = links[i].particles;
            unsigned taken = used[p[0]] | used[p[1]];
            int k = 0;
            while (taken >> k & 1u) {
                ++k;
            }
            used[p[0]] |= 1u << k;
            used[p[1]] |= 1u << k;
            colours[i] = k;
            most = k > most ? k : most;
        }
    }
    return most;
}

static bool order_links(taut_loop* c, const taut_constraint_def* links, bool coloured)
{
    int* colours = calloc((size_t)c->link_count + 1, sizeof *colours);
    unsigned* used = calloc((size_t)c->particle_count, sizeof *used);
    int at = 0;
    for (int family = TAUT_FAMILY_COUNT - 1; family >= 0 && colours && used; --family) {
        int most = coloured ? colour_family(c, links, colours, used, family) : 0;
        for (int k = 0; k <= most; ++k) {
            at = take_links(c, links, colours, family, coloured ? k : -1, at);
        }
    }
    bool ok = colours && used;
    free(colours);
    free(used);
    return ok;
}

// Links that are distances; a body of anything else is none for this loop.
static taut_constraint_def* list_links(const taut_blueprint* blueprint, int* count)
{
    int all = taut_blueprint_get_stats(blueprint).constraints;
    taut_constraint_def* links = calloc((size_t)all + 1, sizeof *links);
    *count = 0;
    for (int i = 0; i < all && links; ++i) {
        bool found = taut_blueprint_constraint(blueprint, i, &links[*count]) == TAUT_OK;
        *count += found && links[*count].kind == TAUT_CONSTRAINT_DISTANCE ? 1 : 0;
    }
    return links;
}

taut_loop* taut_loop_open(taut_world* world, taut_body_id body, bool coloured)
{
    taut_loop* loop = calloc(1, sizeof *loop);
    if (!loop) {
        return NULL;
    }
    loop->particle_count = taut_body_positions(world, body).count;
    taut_constraint_def* links = list_links(taut_body_blueprint(world, body), &loop->link_count);
    bool ok = links && allocate(loop) && order_links(loop, links, coloured);
    free(links);
    if (!ok) {
        taut_loop_close(loop);
        return NULL;
    }
    take_particles(loop, world, body);
    return loop;
}
