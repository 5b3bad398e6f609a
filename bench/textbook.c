// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Position-based dynamics as one would write it in an afternoon, and well: separate arrays, rigid
// links, no compliance, no multipliers, no checks. The yardstick for what an engine adds or takes.
//
//     textbook list|coloured CASE FRAMES WARM_UP
//
// `list` goes through the links in the order they were made, all of a kind together; `coloured`
// through greedy colours within each kind, so that neighbours in the list do not wait for each
// other.

#include "grid.h"

typedef struct cloth {
    int particle_count, link_count;
    float *x, *y, *z;     // positions
    float *px, *py, *pz;  // before the substep
    float *vx, *vy, *vz;
    float *w, *fall;  // inverse mass; h g, 0 for pinned ones
    int *a, *b;
    float* rest;
} cloth;

static void predict(const cloth* c, float h)
{
    int n = c->particle_count;
    float* restrict x = c->x, * restrict y = c->y, * restrict z = c->z;
    float* restrict px = c->px, * restrict py = c->py, * restrict pz = c->pz;
    const float* restrict vx = c->vx, * restrict vy = c->vy, * restrict vz = c->vz;
    const float* restrict fall = c->fall;
    for (int i = 0; i < n; ++i) {
        px[i] = x[i];
        py[i] = y[i];
        pz[i] = z[i];
        x[i] += h * vx[i];
        y[i] += h * (vy[i] + fall[i]);
        z[i] += h * vz[i];
    }
}

static void project(const cloth* c)
{
    float* restrict x = c->x, * restrict y = c->y, * restrict z = c->z;
    const float* restrict w = c->w, * restrict rest = c->rest;
    const int* restrict first = c->a, * restrict second = c->b;
    int n = c->link_count;
    for (int k = 0; k < n; ++k) {
        int a = first[k];
        int b = second[k];
        float dx = x[a] - x[b];
        float dy = y[a] - y[b];
        float dz = z[a] - z[b];
        float length = sqrtf(dx * dx + dy * dy + dz * dz);
        float s = (rest[k] - length) / (length * (w[a] + w[b]));
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

static void find_velocities(const cloth* c, float h)
{
    int n = c->particle_count;
    const float* restrict x = c->x, * restrict y = c->y, * restrict z = c->z;
    const float* restrict px = c->px, * restrict py = c->py, * restrict pz = c->pz;
    float* restrict vx = c->vx, * restrict vy = c->vy, * restrict vz = c->vz;
    float rate = 1.0f / h;
    for (int i = 0; i < n; ++i) {
        vx[i] = (x[i] - px[i]) * rate;
        vy[i] = (y[i] - py[i]) * rate;
        vz[i] = (z[i] - pz[i]) * rate;
    }
}

static void step(const cloth* c)
{
    float h = GRID_DT / GRID_SUBSTEPS;
    for (int i = 0; i < GRID_SUBSTEPS; ++i) {
        predict(c, h);
        project(c);
        find_velocities(c, h);
    }
}

// Orders the links of [begin, end) by greedy colours: each takes the first colour that neither of
// its particles has in this kind.
static int colour_kind(const grid_body* g, int begin, int end, int* order, int at)
{
    unsigned* used = grid_alloc((size_t)g->particle_count, sizeof *used);
    unsigned char* colour = grid_alloc((size_t)g->link_count, 1);
    int most = 0;
    for (int i = begin; i < end; ++i) {
        unsigned taken = used[g->links[i].a] | used[g->links[i].b];
        int c = 0;
        while (taken >> c & 1u) {
            ++c;
        }
        used[g->links[i].a] |= 1u << c;
        used[g->links[i].b] |= 1u << c;
        colour[i] = (unsigned char)c;
        most = c > most ? c : most;
    }
    for (int c = 0; c <= most; ++c) {
        for (int i = begin; i < end; ++i) {
            if (colour[i] == c) {
                order[at++] = i;
            }
        }
    }
    free(used);
    free(colour);
    return at;
}

static int* make_order(const grid_body* g, int coloured)
{
    int* order = grid_alloc((size_t)g->link_count, sizeof *order);
    for (int i = 0; i < g->link_count; ++i) {
        order[i] = i;
    }
    int at = 0;
    for (int kind = 0; coloured && kind < 3; ++kind) {
        at = colour_kind(g, kind > 0 ? g->kind_end[kind - 1] : 0, g->kind_end[kind], order, at);
    }
    return order;
}

static void release(const cloth* c)
{
    void* arrays[] = {c->x,  c->y,  c->z, c->px,   c->py, c->pz, c->vx,
                      c->vy, c->vz, c->w, c->fall, c->a,  c->b,  c->rest};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; ++i) {
        free(arrays[i]);
    }
}

static float* floats(int count)
{
    return grid_alloc((size_t)count, sizeof(float));
}

static cloth make(const grid_body* g, const int* order)
{
    int n = g->particle_count;
    cloth c = {.particle_count = n, .link_count = g->link_count};
    float** arrays[] = {&c.x, &c.y, &c.z, &c.px, &c.py, &c.pz, &c.vx, &c.vy, &c.vz, &c.w, &c.fall};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; ++i) {
        *arrays[i] = floats(n);
    }
    for (int i = 0; i < n; ++i) {
        c.x[i] = g->position[3 * i];
        c.y[i] = g->position[3 * i + 1];
        c.z[i] = g->position[3 * i + 2];
        c.w[i] = 1.0f;
        c.fall[i] = -9.81f * (GRID_DT / GRID_SUBSTEPS);
    }
    for (int i = 0; i < g->pin_count; ++i) {
        c.w[g->pins[i]] = c.fall[g->pins[i]] = 0.0f;
    }
    c.a = grid_alloc((size_t)g->link_count, sizeof *c.a);
    c.b = grid_alloc((size_t)g->link_count, sizeof *c.b);
    c.rest = floats(g->link_count);
    for (int i = 0; i < g->link_count; ++i) {
        c.a[i] = g->links[order[i]].a;
        c.b[i] = g->links[order[i]].b;
        c.rest[i] = g->links[order[i]].rest;
    }
    return c;
}

static void position(const void* context, int i, float* out)
{
    const cloth* c = context;
    out[0] = c->x[i];
    out[1] = c->y[i];
    out[2] = c->z[i];
}

// A pointer that may change keeps step() a function of its own, whose instructions can be counted.
static void (*volatile const take_step)(const cloth*) = step;

static void run(const grid_case* which, const grid_body* g, const cloth* all, int warm_up,
                grid_figures* f)
{
    for (int i = -warm_up; i < f->frames; ++i) {
        double start = grid_clock();
        for (int k = 0; k < which->copies; ++k) {
            take_step(&all[k]);
        }
        if (i >= 0) {
            f->ms[i] = 1e3 * (grid_clock() - start);
        }
        for (int k = 0; k < which->copies; ++k) {
            grid_note_stretch(f, g, k, which->copies, position, &all[k]);
        }
    }
    f->bytes = (double)which->copies * (44.0 * g->particle_count + 12.0 * g->link_count);
}

int main(int argc, char** argv)
{
    int coloured = argc > 1 && strcmp(argv[1], "coloured") == 0;
    if (argc != 5 || (!coloured && strcmp(argv[1], "list") != 0) || grid_count(argv[3]) < 1) {
        fprintf(stderr, "usage: textbook list|coloured CASE FRAMES WARM_UP\n");
        return 2;
    }
    const grid_case* which = grid_find(argv[2]);
    grid_body g = grid_make(which);
    int* order = make_order(&g, coloured);
    cloth* all = grid_alloc((size_t)which->copies, sizeof *all);
    for (int k = 0; k < which->copies; ++k) {
        all[k] = make(&g, order);
    }
    grid_figures f = {.frames = grid_count(argv[3])};
    f.ms = grid_alloc((size_t)f.frames, sizeof *f.ms);
    run(which, &g, all, grid_count(argv[4]), &f);
    grid_print(coloured ? "textbook C, coloured order" : "textbook C, list order", which, &g, &f);
    for (int k = 0; k < which->copies; ++k) {
        release(&all[k]);
    }
    free(all);
    free(order);
    free(f.ms);
    grid_free(&g);
    return 0;
}
