// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A soft body that fills a mesh: cubic cells whose middles lie inside (inside.c), as a lattice
// (lattice.c).

#include "make/inside.h"
#include "make/lattice.h"

#include <string.h>

#define DEFAULT_CELLS 12.0

taut_soft_mesh_def taut_soft_mesh_def_default(void)
{
    taut_soft_mesh_def def = {
        .stamp = TAUT_STAMP(taut_soft_mesh_def),
        .weld_distance = 1e-5f,
    };
    taut_soft_material_find("jelly", &def.material);
    return def;
}

static void check_def(taut_maker* m, const taut_soft_mesh_def* def)
{
    check_stamp(m, def->stamp, TAUT_STAMP(taut_soft_mesh_def));
    check_pointer(m, "vertices", def->vertices);
    check_int(m, "vertex_count", def->vertex_count, 4, 1 << 26);
    check_pointer(m, "triangles", def->triangles);
    check_int(m, "triangle_count", def->triangle_count, 4, 1 << 26);
    check_not_negative(m, "cell_size", def->cell_size);
    check_not_negative(m, "weld_distance", def->weld_distance);
    taut_lattice_check_material(m, &def->material);
}

// The lattice
// --------------------------------------------------------------------------------------

// As many cells as cover the bounds, which lie in the middle of them.
static void lay_lattice(taut_lattice* l, const taut_inside* in)
{
    double size[3] = {in->max.x - in->min.x, in->max.y - in->min.y, in->max.z - in->min.z};
    double longest = size[0] > size[1] ? size[0] : size[1];
    longest = longest > size[2] ? longest : size[2];
    float asked = in->def->cell_size;
    double cell = asked > 0.0f ? (double)asked : longest / DEFAULT_CELLS;
    double cells = 1.0;
    double count[3];
    for (int d = 0; d < 3; ++d) {
        // A hundredth of a cell is forgiven: bounds come rounded.
        count[d] = floor(size[d] / cell + 0.99);
        count[d] = count[d] < 1.0 ? 1.0 : count[d];
        cells *= count[d];
    }
    if (!(longest / cell <= TAUT_SOFT_MAX_SIDE && cells <= TAUT_SOFT_MAX_CELLS)) {
        l->m.result = taut_builder_fail(
            l->m.builder, TAUT_ERROR_INVALID,
            "taut_soft_mesh_def.cell_size is %g m, but the mesh measures %g x %g x %g m: at most "
            "%d cells along a side and %d in all",
            cell, size[0], size[1], size[2], TAUT_SOFT_MAX_SIDE, TAUT_SOFT_MAX_CELLS);
        return;
    }
    double middle[3] = {in->min.x + 0.5 * size[0], in->min.y + 0.5 * size[1],
                        in->min.z + 0.5 * size[2]};
    for (int d = 0; d < 3; ++d) {
        l->cells[d] = (int)count[d];
        l->side[d] = cell;
        middle[d] -= 0.5 * count[d] * cell;
    }
    l->origin = (taut_make_vec){middle[0], middle[1], middle[2]};
    l->axis[0] = (taut_make_vec){1.0, 0.0, 0.0};
    l->axis[1] = (taut_make_vec){0.0, 1.0, 0.0};
    l->axis[2] = (taut_make_vec){0.0, 0.0, 1.0};
}

static int cell_count(const taut_lattice* l)
{
    return l->cells[0] * l->cells[1] * l->cells[2];
}

static void take_cells(taut_lattice* l, taut_inside* in, uint8_t* taken)
{
    double a = l->side[0];
    int n = 0;
    for (int k = 0; k < l->cells[2]; ++k) {
        for (int j = 0; j < l->cells[1]; ++j) {
            for (int i = 0; i < l->cells[0]; ++i) {
                taut_make_vec x = {l->origin.x + (i + 0.5) * a, l->origin.y + (j + 0.5) * a,
                                   l->origin.z + (k + 0.5) * a};
                taken[n] = taut_inside_has(in, x) ? 1 : 0;
                in->report.cells += taken[n++];
            }
        }
    }
    in->report.cell_size = (float)a;
    in->report.volume = maker_float(&l->m, "volume", in->report.cells * a * a * a);
}

static void complain(taut_lattice* l, const taut_inside* in)
{
    if (in->triangle_count == 0) {
        l->m.result = taut_builder_fail(
            l->m.builder, TAUT_ERROR_BAD_DATA,
            "no triangle in taut_soft_mesh_def.triangles has an area: nothing lies inside");
        return;
    }
    l->m.result = taut_builder_fail(
        l->m.builder, TAUT_ERROR_BAD_DATA,
        "no cell of %g m has its middle inside the mesh, which measures %g x %g x %g m: "
        "taut_soft_mesh_def.cell_size is too coarse, or the mesh encloses nothing",
        l->side[0], in->max.x - in->min.x, in->max.y - in->min.y, in->max.z - in->min.z);
}

// Pieces ------------------------------------------------------------------------------------------

// Cells that share a side with cell `n` and are still marked 1 are marked 2 and put on the stack.
static void spread(const taut_lattice* l, uint8_t* mark, int n, int32_t* stack, int* top)
{
    int width[3] = {1, l->cells[0], l->cells[0] * l->cells[1]};
    for (int d = 0; d < 3; ++d) {
        int at = n / width[d] % l->cells[d];
        for (int way = -1; way <= 1; way += 2) {
            int next = n + way * width[d];
            bool within = at + way >= 0 && at + way < l->cells[d];
            if (within && mark[next] == 1) {
                mark[next] = 2;
                stack[(*top)++] = next;
            }
        }
    }
}

// Marks become 2 where there was 1.
static int count_pieces(const taut_lattice* l, uint8_t* mark, int32_t* stack)
{
    int pieces = 0;
    int count = cell_count(l);
    for (int first = 0; first < count; ++first) {
        if (mark[first] != 1) {
            continue;
        }
        int top = 0;
        mark[first] = 2;
        stack[top++] = first;
        while (top > 0) {
            spread(l, mark, stack[--top], stack, &top);
        }
        ++pieces;
    }
    return pieces;
}

// Filling -----------------------------------------------------------------------------------------

static void fill(taut_lattice* l, taut_inside* in)
{
    size_t count = (size_t)cell_count(l);
    size_t bytes = count * (sizeof(int32_t) + 1);
    int32_t* stack = taut_builder_scratch(l->m.builder, bytes);
    if (stack == NULL) {
        l->m.result = taut_builder_fail(l->m.builder, TAUT_ERROR_OUT_OF_MEMORY,
                                        "no memory for %zu cells", count);
        return;
    }
    uint8_t* taken = (uint8_t*)(stack + count);
    take_cells(l, in, taken);
    if (in->report.cells == 0) {
        complain(l, in);
    } else {
        in->report.pieces = count_pieces(l, taken, stack);
        l->taken = taken;
        taut_lattice_build(l);
    }
    taut_builder_scratch_free(l->m.builder, stack, bytes);
}

taut_result taut_make_soft_mesh(taut_builder* builder, const taut_soft_mesh_def* def,
                                taut_part* part)
{
    taut_lattice l = {.m = maker_open(builder, "taut_soft_mesh_def", def)};
    taut_inside in = {.m = &l.m, .def = def};
    if (maker_ok(&l.m)) {
        check_def(&l.m, def);
    }
    if (maker_ok(&l.m)) {
        l.material = def->material;
        taut_inside_open(&in);
    }
    if (maker_ok(&l.m) && in.triangle_count == 0) {
        complain(&l, &in);
    }
    if (maker_ok(&l.m)) {
        lay_lattice(&l, &in);
    }
    if (maker_ok(&l.m)) {
        fill(&l, &in);
    }
    taut_inside_close(&in);
    taut_result result = maker_close(&l.m, part);
    if (result == TAUT_OK && def->report != NULL) {
        *def->report = in.report;
    }
    return result;
}
