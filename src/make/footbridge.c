// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A footbridge: planks on two ropes, which hang on two cables. Ropes only pull; planks are bars
// across. All starts as parabolas, which is how an even load hangs, and settles from there.

#include "make/make.h"
#include "taut/taut_truss.h"

taut_footbridge_def taut_footbridge_def_default(void)
{
    taut_footbridge_def def = {
        .stamp = TAUT_STAMP(taut_footbridge_def),
        .end = {12.0f, 0.0f, 0.0f},
        .width = 1.2f,
        .plank_count = 24,
        .plank_mass = 12.0f,
        .deck_sag = 0.4f,
        .cable_height = 2.5f,
        .cable_sag = 2.0f,
    };
    taut_rope_material_find("steel-cable", &def.material);
    return def;
}

typedef struct footbridge {
    taut_maker m;
    const taut_footbridge_def* def;
    taut_make_vec start, along, across;  // along: all of it; across: of length 1
    int n;                               // particles of a rope
} footbridge;

static void check_def(taut_maker* m, const taut_footbridge_def* def)
{
    check_stamp(m, def->stamp, TAUT_STAMP(taut_footbridge_def));
    check_finite(m, "start", def->start);
    check_finite(m, "end", def->end);
    check_positive(m, "width", def->width);
    check_int(m, "plank_count", def->plank_count, 3, 10000);
    check_positive(m, "plank_mass", def->plank_mass);
    check_not_negative(m, "deck_sag", def->deck_sag);
    check_positive(m, "cable_height", def->cable_height);
    check_positive(m, "cable_sag", def->cable_sag);
    check_rope_material(m, &def->material);
    check_not_negative(m, "hanger_strength", def->hanger_strength);
    check_room(m, "plank_count", 4 * ((int64_t)def->plank_count + 2));
    if (maker_ok(m)) {
        check_that(m, def->cable_sag < def->cable_height + def->deck_sag, "cable_sag",
                   def->cable_sag, "less than cable_height + deck_sag");
        taut_make_vec way = vec_add(vec_from(def->end), vec_from(def->start), -1.0);
        way.y = 0.0;
        check_that(m, def->start.y == def->end.y, "end.y", def->end.y, "that of start");
        check_that(m, vec_length(way) > 0.0, "end.x", def->end.x, "apart from start");
    }
}

// Rope 0 and 1: the deck, left and right; 2 and 3: the cables above them.
static taut_make_vec place(const footbridge* f, int rope, int i)
{
    double t = (double)i / (f->n - 1);
    bool cable = rope >= 2;
    double sag = cable ? (double)f->def->cable_sag : (double)f->def->deck_sag;
    double half = 0.5 * (double)f->def->width;
    taut_make_vec at = vec_add(f->start, f->along, t);
    at = vec_add(at, f->across, rope % 2 == 0 ? -half : half);
    at.y += (cable ? (double)f->def->cable_height : 0.0) - 4.0 * sag * t * (1.0 - t);
    return at;
}

static double length_between(const footbridge* f, int rope_a, int a, int rope_b, int b)
{
    return vec_length(vec_add(place(f, rope_a, a), place(f, rope_b, b), -1.0));
}

static void add_particles(footbridge* f)
{
    double per_metre = (double)f->def->material.mass_per_metre;
    for (int rope = 0; rope < 4; ++rope) {
        for (int i = 0; i < f->n && maker_ok(&f->m); ++i) {
            bool inner = i > 0 && i + 1 < f->n;
            int near = i > 0 ? i - 1 : i + 1;
            double mass = per_metre * length_between(f, rope, near, rope, i);
            if (inner) {
                mass += 0.5 * per_metre * length_between(f, rope % 2, i, 2 + rope % 2, i);
                mass += rope < 2 ? 0.5 * (double)f->def->plank_mass : 0.0;
            }
            maker_particle(&f->m, place(f, rope, i), mass);
            if (!inner) {
                maker_pin(&f->m, f->m.first_particle + rope * f->n + i);
            }
        }
    }
}

static double strength_of(const taut_footbridge_def* def, bool plank, bool hanger)
{
    if (plank) {
        return 0.0;
    }
    return (double)(hanger && def->hanger_strength > 0.0f ? def->hanger_strength
                                                          : def->material.strength);
}

static void add_link(footbridge* f, int rope_a, int a, int rope_b, int b)
{
    double length = length_between(f, rope_a, a, rope_b, b);
    bool plank = rope_a + rope_b == 1;
    taut_make_link link = {
        .rest = length,
        .strength = strength_of(f->def, plank, !plank && rope_a != rope_b),
        .compliance = plank ? 0.0 : length / (double)f->def->material.stretch_stiffness,
        .damping_rate = f->def->material.damping_rate,
        .sides = plank ? TAUT_SIDES_BOTH : TAUT_SIDES_TENSION,
        .family = TAUT_FAMILY_STRUCTURAL,
    };
    maker_link(&f->m, f->m.first_particle + rope_a * f->n + a,
               f->m.first_particle + rope_b * f->n + b, &link);
}

taut_result taut_make_footbridge(taut_builder* builder, const taut_footbridge_def* def,
                                 taut_part* part)
{
    footbridge f = {.m = maker_open(builder, "taut_footbridge_def", def), .def = def};
    if (maker_ok(&f.m)) {
        check_def(&f.m, def);
    }
    if (maker_ok(&f.m)) {
        f.n = def->plank_count + 2;
        f.start = vec_from(def->start);
        f.along = vec_add(vec_from(def->end), f.start, -1.0);
        f.across = vec_unit((taut_make_vec){-f.along.z, 0.0, f.along.x});
        add_particles(&f);
        for (int rope = 0; rope < 4; ++rope) {
            for (int i = 1; i < f.n && maker_ok(&f.m); ++i) {
                add_link(&f, rope, i - 1, rope, i);
            }
        }
        for (int i = 1; i + 1 < f.n && maker_ok(&f.m); ++i) {
            add_link(&f, 0, i, 1, i);
            add_link(&f, 0, i, 2, i);
            add_link(&f, 1, i, 3, i);
        }
    }
    return maker_close(&f.m, part);
}
