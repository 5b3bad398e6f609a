// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A block of jelly: a lattice all of whose cells are taken (lattice.c).

#include "make/lattice.h"

taut_jelly_def taut_jelly_def_default(void)
{
    taut_jelly_def def = {
        .stamp = TAUT_STAMP(taut_jelly_def),
        .u = {1.0f, 0.0f, 0.0f},
        .v = {0.0f, 1.0f, 0.0f},
        .size = {0.2f, 0.2f, 0.2f},
        .cells_x = 4,
        .cells_y = 4,
        .cells_z = 4,
    };
    taut_soft_material_find("jelly", &def.material);
    return def;
}

static void check_def(taut_maker* m, const taut_jelly_def* def)
{
    check_stamp(m, def->stamp, TAUT_STAMP(taut_jelly_def));
    check_finite(m, "origin", def->origin);
    check_unit(m, "u", def->u);
    check_unit(m, "v", def->v);
    if (maker_ok(m) && fabs(vec_dot(vec_from(def->u), vec_from(def->v))) > 1e-3) {
        fail_vector(m, "v", def->v, "be at right angles to u (within 0.001)");
    }
    check_positive(m, "size.x", def->size.x);
    check_positive(m, "size.y", def->size.y);
    check_positive(m, "size.z", def->size.z);
    check_int(m, "cells_x", def->cells_x, 1, TAUT_SOFT_MAX_SIDE);
    check_int(m, "cells_y", def->cells_y, 1, TAUT_SOFT_MAX_SIDE);
    check_int(m, "cells_z", def->cells_z, 1, TAUT_SOFT_MAX_SIDE);
    taut_lattice_check_material(m, &def->material);
}

static void check_cells(taut_lattice* l)
{
    const int* n = l->cells;
    int64_t cells = (int64_t)n[0] * n[1] * n[2];
    if (cells > TAUT_SOFT_MAX_CELLS) {
        l->m.result = taut_builder_fail(
            l->m.builder, TAUT_ERROR_INVALID,
            "taut_jelly_def.cells_x, cells_y and cells_z ask for %lld cells; %d are the most",
            (long long)cells, TAUT_SOFT_MAX_CELLS);
    } else if (!taut_lattice_sound(l->side)) {
        l->m.result = taut_builder_fail(
            l->m.builder, TAUT_ERROR_INVALID,
            "taut_jelly_def.size over cells_x, cells_y and cells_z gives cells of %g x %g x %g m; "
            "they must be near to cubes, no side longer than about 1.2 times the others",
            l->side[0], l->side[1], l->side[2]);
    }
    check_room(&l->m, "cells_x, cells_y and cells_z",
               (int64_t)(n[0] + 1) * (n[1] + 1) * (n[2] + 1));
}

taut_result taut_make_jelly(taut_builder* builder, const taut_jelly_def* def, taut_part* part)
{
    taut_lattice l = {.m = maker_open(builder, "taut_jelly_def", def)};
    if (maker_ok(&l.m)) {
        check_def(&l.m, def);
    }
    if (maker_ok(&l.m)) {
        l.origin = vec_from(def->origin);
        l.axis[0] = vec_unit(vec_from(def->u));
        l.axis[2] = vec_unit(vec_cross(l.axis[0], vec_from(def->v)));
        l.axis[1] = vec_cross(l.axis[2], l.axis[0]);
        l.cells[0] = def->cells_x;
        l.cells[1] = def->cells_y;
        l.cells[2] = def->cells_z;
        l.side[0] = (double)def->size.x / def->cells_x;
        l.side[1] = (double)def->size.y / def->cells_y;
        l.side[2] = (double)def->size.z / def->cells_z;
        l.material = def->material;
        check_cells(&l);
    }
    if (maker_ok(&l.m)) {
        taut_lattice_build(&l);
    }
    return maker_close(&l.m, part);
}
