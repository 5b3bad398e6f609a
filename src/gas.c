// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "gas.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "builder.h"
#include "taut/taut_pressure.h"

// Volume ------------------------------------------------------------------------------------------

typedef struct dvec {
    double x, y, z;
} dvec;

static dvec apart(taut_float4 a, taut_float4 b)
{
    return (dvec){(double)a.x - (double)b.x, (double)a.y - (double)b.y, (double)a.z - (double)b.z};
}

// Six times what lies between a triangle and o.
static double six_volumes(taut_float4 o, taut_float4 a, taut_float4 b, taut_float4 c)
{
    dvec p = apart(a, o), q = apart(b, o), r = apart(c, o);
    return p.x * (q.y * r.z - q.z * r.y) + p.y * (q.z * r.x - q.x * r.z) +
           p.z * (q.x * r.y - q.y * r.x);
}

static double loop_area(const int32_t* loop, int count, const taut_float4* x)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        dvec a = apart(x[loop[i]], x[loop[0]]);
        dvec b = apart(x[loop[(i + 1) % count]], x[loop[0]]);
        sum += a.x * b.y - a.y * b.x;
    }
    return 0.5 * sum;
}

double taut_gas_volume(const taut_blueprint* blueprint, const taut_gas* gas, const taut_float4* x)
{
    if (gas->loop) {
        return loop_area(blueprint->loop_particles + gas->first, gas->count, x);
    }
    const int32_t* corner = blueprint->triangles + 3 * (size_t)gas->first;
    double sum = 0.0;
    for (int i = 0; i < gas->count; ++i, corner += 3) {
        sum += six_volumes(x[blueprint->triangles[3 * gas->first]], x[corner[0]], x[corner[1]],
                           x[corner[2]]);
    }
    return sum / 6.0;
}

double taut_gas_surface(const taut_blueprint* blueprint, int gas)
{
    const taut_gas* g = &blueprint->gases[gas];
    double sum = 0.0;
    for (int i = 0; i < g->count; ++i) {
        const int32_t* t = blueprint->triangles + 3 * (g->first + i);
        dvec p = apart(blueprint->start[t[1]], blueprint->start[t[0]]);
        dvec q = apart(blueprint->start[t[2]], blueprint->start[t[0]]);
        double x = p.y * q.z - p.z * q.y, y = p.z * q.x - p.x * q.z, z = p.x * q.y - p.y * q.x;
        sum += 0.5 * sqrt(x * x + y * y + z * z);
    }
    return sum;
}

int taut_gas_of_triangle(const taut_blueprint* blueprint, int triangle)
{
    for (int i = 0; i < blueprint->gas_count; ++i) {
        const taut_gas* gas = &blueprint->gases[i];
        if (!gas->loop && triangle >= gas->first && triangle - gas->first < gas->count) {
            return i;
        }
    }
    return -1;
}

void taut_gas_pack(const taut_builder* b, taut_blueprint* p)
{
    if (p->loop_count > 0) {
        memcpy(p->loop_particles, b->loops, (size_t)p->loop_count * sizeof *p->loop_particles);
    }
    for (int i = 0; i < p->gas_count; ++i) {
        const taut_built_gas* from = &b->gases[i];
        taut_gas* gas = &p->gases[i];
        *gas = (taut_gas){.first = from->first,
                          .count = from->count,
                          .loop = from->loop,
                          .ambient = (double)from->ambient};
        double volume = taut_gas_volume(p, gas, p->start);
        gas->amount = ((double)from->ambient + (double)from->gauge) * volume;
    }
}

// Building ----------------------------------------------------------------------------------------

taut_gas_def taut_gas_def_default(void)
{
    return (taut_gas_def){.stamp = TAUT_STAMP(taut_gas_def), .ambient = 101325.0f};
}

int taut_builder_triangle_count(const taut_builder* builder)
{
    return builder != NULL ? builder->triangle_count : 0;
}

static taut_result check_pressures(taut_builder* b, const taut_gas_def* def)
{
    if (!(def->ambient >= 0.0f && def->ambient <= 1e9f)) {
        return taut_builder_fail(b, TAUT_ERROR_INVALID,
                                 "taut_gas_def.ambient is %g Pa; it must lie in 0..1e9",
                                 (double)def->ambient);
    }
    if (!(def->gauge >= -def->ambient && def->gauge <= 1e9f)) {
        return taut_builder_fail(b, TAUT_ERROR_INVALID,
                                 "taut_gas_def.gauge is %g Pa; it must lie in %g (no gas at all) "
                                 "..1e9",
                                 (double)def->gauge, -(double)def->ambient);
    }
    return TAUT_OK;
}

static taut_result check_def(taut_builder* b, const taut_gas_def* def)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_gas_def)) {
        return taut_builder_fail(b, TAUT_ERROR_INVALID,
                                 "taut_gas_def.stamp is wrong: start from taut_gas_def_default()");
    }
    if (check_pressures(b, def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (def->loop != NULL && def->triangle_count != 0) {
        return taut_builder_fail(b, TAUT_ERROR_INVALID,
                                 "taut_gas_def has both a loop and %d triangles; give one",
                                 def->triangle_count);
    }
    if (def->first_triangle < 0 || def->triangle_count < 0 ||
        def->triangle_count > b->triangle_count - def->first_triangle) {
        return taut_builder_fail(b, TAUT_ERROR_INVALID,
                                 "taut_gas_def.first_triangle is %d, triangle_count %d; the "
                                 "builder has %d triangles",
                                 def->first_triangle, def->triangle_count, b->triangle_count);
    }
    return TAUT_OK;
}

// Closed? -----------------------------------------------------------------------------------------

// Side s runs from corner s of the triangles to the next corner of the same one.
typedef struct sides {
    const taut_built_triangle* triangles;
    int32_t *order, *scratch;
} sides;

static int32_t side_start(const sides* c, int32_t s)
{
    return c->triangles[s / 3].corner[s % 3];
}

static int32_t side_end(const sides* c, int32_t s)
{
    return c->triangles[s / 3].corner[(s + 1) % 3];
}

static int32_t side_low(const sides* c, int32_t s)
{
    int32_t a = side_start(c, s), b = side_end(c, s);
    return a < b ? a : b;
}

static int32_t side_high(const sides* c, int32_t s)
{
    int32_t a = side_start(c, s), b = side_end(c, s);
    return a < b ? b : a;
}

static bool side_before(const void* context, int32_t s, int32_t t)
{
    const sides* c = context;
    int32_t low = side_low(c, s), low_t = side_low(c, t);
    int32_t high = side_high(c, s), high_t = side_high(c, t);
    return low != low_t ? low < low_t : high != high_t ? high < high_t : s < t;
}

static bool same_side(const sides* c, int32_t s, int32_t t)
{
    return side_low(c, s) == side_low(c, t) && side_high(c, s) == side_high(c, t);
}

// Each side has one other, which runs the other way.
static taut_result check_pairs(taut_builder* b, const sides* c, int first, int count)
{
    for (int i = 0; i < count;) {
        int end = i + 1;
        while (end < count && same_side(c, c->order[i], c->order[end])) {
            ++end;
        }
        int32_t s = c->order[i];
        int from = side_start(c, s), to = side_end(c, s);
        if (end - i != 2) {
            return taut_builder_fail(b, TAUT_ERROR_BAD_DATA,
                                     "triangle %d: its side from particle %d to %d belongs to %d "
                                     "triangles of the surface; a gas needs a closed one, where it "
                                     "is 2",
                                     first + s / 3, from, to, end - i);
        }
        if (side_start(c, c->order[i + 1]) == from) {
            return taut_builder_fail(b, TAUT_ERROR_BAD_DATA,
                                     "triangles %d and %d are wound against each other along the "
                                     "side from particle %d to %d",
                                     first + s / 3, first + c->order[i + 1] / 3, from, to);
        }
        i = end;
    }
    return TAUT_OK;
}

static taut_result check_closed(taut_builder* b, int first, int count)
{
    size_t bytes = 6 * (size_t)count * sizeof(int32_t);
    int32_t* memory = taut_builder_scratch(b, bytes);
    if (memory == NULL) {
        return taut_builder_fail(b, TAUT_ERROR_OUT_OF_MEMORY, "no memory to look at %d triangles",
                                 count);
    }
    sides c = {.triangles = b->triangles + first, .order = memory, .scratch = memory + 3 * count};
    for (int s = 0; s < 3 * count; ++s) {
        c.order[s] = s;
    }
    taut_sort(c.order, c.scratch, 3 * count, side_before, &c);
    taut_result result = check_pairs(b, &c, first, 3 * count);
    taut_builder_scratch_free(b, memory, bytes);
    return result;
}

static taut_float4 built_at(const taut_builder* b, int32_t particle)
{
    taut_vec3 x = b->particles[particle].position;
    return (taut_float4){x.x, x.y, x.z, 0.0f};
}

static double built_volume(const taut_builder* b, const taut_built_triangle* t, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        sum += six_volumes(built_at(b, t[0].corner[0]), built_at(b, t[i].corner[0]),
                           built_at(b, t[i].corner[1]), built_at(b, t[i].corner[2]));
    }
    return sum / 6.0;
}

static double built_area(const taut_builder* b, const int* loop, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        dvec p = apart(built_at(b, loop[i]), built_at(b, loop[0]));
        dvec q = apart(built_at(b, loop[(i + 1) % count]), built_at(b, loop[0]));
        sum += p.x * q.y - p.y * q.x;
    }
    return 0.5 * sum;
}

// Adding ------------------------------------------------------------------------------------------

static taut_result check_outside(taut_builder* b, const char* what, double size)
{
    if (size > 0.0) {
        return TAUT_OK;
    }
    return taut_builder_fail(b, TAUT_ERROR_BAD_DATA,
                             "the %s encloses %g; it must be > 0 (wind it counter-clockwise seen "
                             "from outside)",
                             what, size);
}

static taut_result check_loop(taut_builder* b, const taut_gas_def* def)
{
    if (def->loop_count < 3 || def->loop_count > b->particle_count) {
        return taut_builder_fail(b, TAUT_ERROR_INVALID,
                                 "taut_gas_def.loop_count is %d; it must lie in 3..%d, the "
                                 "particles there are",
                                 def->loop_count, b->particle_count);
    }
    size_t bytes = (size_t)b->particle_count;
    uint8_t* seen = taut_builder_scratch(b, bytes);
    if (seen == NULL) {
        return taut_builder_fail(b, TAUT_ERROR_OUT_OF_MEMORY, "no memory to look at a loop");
    }
    taut_result result = TAUT_OK;
    for (int i = 0; i < def->loop_count && result == TAUT_OK; ++i) {
        int particle = def->loop[i];
        bool known = particle >= 0 && particle < b->particle_count;
        if (!known || seen[particle]) {
            result = taut_builder_fail(
                b, TAUT_ERROR_INVALID, "taut_gas_def.loop[%d] is %d; %s", i, particle,
                known ? "the loop has that particle already" : "the builder has no such particle");
            break;
        }
        seen[particle] = 1;
    }
    taut_builder_scratch_free(b, seen, bytes);
    if (result != TAUT_OK) {
        return result;
    }
    return check_outside(b, "loop", built_area(b, def->loop, def->loop_count));
}

static taut_result check_surface(taut_builder* b, int first, int count)
{
    if (count == 0) {
        return taut_builder_fail(b, TAUT_ERROR_INVALID,
                                 "there are no triangles to enclose a gas from number %d on",
                                 first);
    }
    taut_result result = check_closed(b, first, count);
    if (result != TAUT_OK) {
        return result;
    }
    return check_outside(b, "surface", built_volume(b, b->triangles + first, count));
}

static bool make_room(taut_builder* b, int loop_count)
{
    void* gases = b->gases;
    bool ok =
        taut_grow(&b->allocator, &gases, &b->gas_capacity, b->gas_count + 1, sizeof *b->gases);
    b->gases = gases;
    void* loops = b->loops;
    ok = ok && (loop_count == 0 || taut_grow(&b->allocator, &loops, &b->loop_capacity,
                                             b->loop_count + loop_count, sizeof *b->loops));
    b->loops = loops;
    return ok;
}

taut_result taut_builder_add_gas(taut_builder* builder, const taut_gas_def* def, int* index)
{
    if (builder == NULL || check_def(builder, def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    taut_built_gas gas = {.first = def->first_triangle,
                          .count = def->triangle_count,
                          .gauge = def->gauge,
                          .ambient = def->ambient,
                          .loop = def->loop != NULL};
    if (gas.loop) {
        gas.first = builder->loop_count;
        gas.count = def->loop_count;
    } else if (gas.count == 0) {
        gas.count = builder->triangle_count - gas.first;
    }
    taut_result result =
        gas.loop ? check_loop(builder, def) : check_surface(builder, gas.first, gas.count);
    if (result != TAUT_OK) {
        return result;
    }
    if (!make_room(builder, gas.loop ? gas.count : 0)) {
        return taut_builder_fail(builder, TAUT_ERROR_OUT_OF_MEMORY, "no memory for gas %d",
                                 builder->gas_count);
    }
    for (int i = 0; gas.loop && i < gas.count; ++i) {
        builder->loops[builder->loop_count++] = def->loop[i];
    }
    if (index != NULL) {
        *index = builder->gas_count;
    }
    builder->gases[builder->gas_count++] = gas;
    return TAUT_OK;
}
