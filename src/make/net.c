// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A net: knots in a grid, and between neighbouring knots a string of one or more links that only
// pull. A string is a rope without resistance to bending: a link of length l gives l / EA metres
// per newton and leaves half its mass at either end.

#include "make/make.h"

taut_net_def taut_net_def_default(void)
{
    taut_net_def def = {
        .stamp = TAUT_STAMP(taut_net_def),
        .u = {1.0f, 0.0f, 0.0f},
        .v = {0.0f, 0.0f, 1.0f},
        .columns = 10,
        .rows = 10,
        .mesh_size = 0.1f,
        .links_per_side = 1,
    };
    taut_rope_material_find("nylon-rope", &def.material);
    return def;
}

typedef struct taut_net {
    taut_maker m;
    const taut_net_def* def;
    taut_make_vec u, v;  // from one knot to the next
    double link_mass;
    taut_make_link link;
} taut_net;

// Strings along u: columns - 1 in each row. Strings along v: columns in each gap between rows.
static int64_t string_count(const taut_net_def* def)
{
    int64_t w = def->columns;
    int64_t h = def->rows;
    return (w - 1) * h + w * (h - 1);
}

static void check_def(taut_maker* m, const taut_net_def* def)
{
    check_stamp(m, def->stamp, TAUT_STAMP(taut_net_def));
    check_finite(m, "origin", def->origin);
    check_unit(m, "u", def->u);
    check_unit(m, "v", def->v);
    check_span(m, def->u, def->v);
    check_int(m, "columns", def->columns, 2, 8192);
    check_int(m, "rows", def->rows, 2, 8192);
    check_positive(m, "mesh_size", def->mesh_size);
    check_int(m, "links_per_side", def->links_per_side, 1, 64);
    check_rope_material(m, &def->material);
    if (maker_ok(m)) {
        check_room(m, "columns, rows and links_per_side",
                   (int64_t)def->columns * def->rows +
                       string_count(def) * (def->links_per_side - 1));
    }
}

static taut_make_vec place(const taut_net* net, double column, double row)
{
    taut_make_vec at = vec_add(vec_from(net->def->origin), net->u, column);
    return vec_add(at, net->v, row);
}

static void add_knots(taut_net* net)
{
    int w = net->def->columns;
    int h = net->def->rows;
    for (int row = 0; row < h; ++row) {
        for (int column = 0; column < w && maker_ok(&net->m); ++column) {
            int strings = (column > 0) + (column < w - 1) + (row > 0) + (row < h - 1);
            maker_particle(&net->m, place(net, column, row), 0.5 * strings * net->link_mass);
        }
    }
}

// Walks the strings, those along u row by row, then those along v row by row, and adds the
// particles between the knots or the links: the particles must all be there before the links.
typedef void taut_net_string_fn(taut_net* net, int column, int row, bool along_u, int between);

static void walk_strings(taut_net* net, taut_net_string_fn* add)
{
    int w = net->def->columns;
    int h = net->def->rows;
    int inner = net->def->links_per_side - 1;
    int between = net->m.first_particle + w * h;
    for (int pass = 0; pass < 2; ++pass) {
        bool along_u = pass == 0;
        for (int row = 0; row < (along_u ? h : h - 1); ++row) {
            for (int column = 0; column < (along_u ? w - 1 : w); ++column) {
                add(net, column, row, along_u, between);
                between += inner;
            }
        }
    }
}

static void add_string_particles(taut_net* net, int column, int row, bool along_u, int between)
{
    (void)between;  // numbers follow by themselves
    int links = net->def->links_per_side;
    for (int i = 1; i < links && maker_ok(&net->m); ++i) {
        double part = (double)i / links;
        maker_particle(&net->m,
                       along_u ? place(net, column + part, row) : place(net, column, row + part),
                       net->link_mass);
    }
}

static void add_string_links(taut_net* net, int column, int row, bool along_u, int between)
{
    int links = net->def->links_per_side;
    int knot = net->m.first_particle + row * net->def->columns + column;
    int far_knot = along_u ? knot + 1 : knot + net->def->columns;
    int last = knot;
    for (int i = 1; i <= links && maker_ok(&net->m); ++i) {
        int next = i == links ? far_knot : between + i - 1;
        maker_link(&net->m, last, next, &net->link);
        last = next;
    }
}

taut_result taut_make_net(taut_builder* builder, const taut_net_def* def, taut_part* part)
{
    taut_net net = {.m = maker_open(builder, "taut_net_def", def), .def = def};
    if (maker_ok(&net.m)) {
        check_def(&net.m, def);
    }
    if (maker_ok(&net.m)) {
        double size = (double)def->mesh_size;
        double rest = size / def->links_per_side;
        taut_make_vec zero = {0.0, 0.0, 0.0};
        net.u = vec_add(zero, vec_unit(vec_from(def->u)), size);
        net.v = vec_add(zero, vec_unit(vec_from(def->v)), size);
        net.link_mass = (double)def->material.mass_per_metre * rest;
        net.link = (taut_make_link){
            .rest = rest,
            .compliance = rest / (double)def->material.stretch_stiffness,
            .strength = (double)def->material.strength,
            .damping_rate = def->material.damping_rate,
            .sides = TAUT_SIDES_TENSION,
            .family = TAUT_FAMILY_STRUCTURAL,
        };
        add_knots(&net);
        walk_strings(&net, add_string_particles);
        walk_strings(&net, add_string_links);
    }
    return maker_close(&net.m, part);
}
