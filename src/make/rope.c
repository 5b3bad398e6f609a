// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A rope as a row of links. What the rope is made of is given per metre, so that more links make a
// finer rope and not a softer one: a link of length l gives l / EA metres per newton, and n of them
// in a row give L / EA; a corner where two links meet stands for a piece of length l bent with
// curvature angle / l, whose energy 1/2 EI (angle / l)^2 l makes the corner's compliance l / EI.

#include "make/make.h"

taut_rope_def taut_rope_def_default(void)
{
    taut_rope_def def = {
        .stamp = TAUT_STAMP(taut_rope_def),
        .end = {1.0f, 0.0f, 0.0f},
        .sag_direction = {0.0f, -1.0f, 0.0f},
        .link_count = 32,
        .tethers = taut_tether_def_default(),
    };
    def.tethers.enabled = false;
    taut_rope_material_find("nylon-rope", &def.material);
    return def;
}

// Where the particles lie. With length to spare the links zigzag: particle i stands i steps along
// the chord, and every other one `rise` aside, so that each link spans step^2 + rise^2 = link^2.
typedef struct taut_rope_path {
    taut_make_vec start, end;
    taut_make_vec along, aside;  // unit vectors
    double length;               // of the rope
    double step, rise;
    int link_count;
} taut_rope_path;

// Some unit vector at right angles to v: across the axis v leans to the least.
static taut_make_vec perpendicular(taut_make_vec v)
{
    taut_make_vec axis = {1.0, 0.0, 0.0};
    double least = fabs(v.x);
    if (fabs(v.y) < least) {
        axis = (taut_make_vec){0.0, 1.0, 0.0};
        least = fabs(v.y);
    }
    if (fabs(v.z) < least) {
        axis = (taut_make_vec){0.0, 0.0, 1.0};
    }
    return vec_unit(vec_cross(vec_cross(v, axis), v));
}

// An even number of links comes back to the chord by itself. Of an odd number the last one lies
// along the chord and the others zigzag over what is left of it (backwards, if that link is longer
// than the chord). Every link starts at its rest length, but for a lone link with length to spare:
// its ends are given, so it starts shorter.
static void fold(taut_rope_path* path, double distance)
{
    int count = path->link_count;
    double link = path->length / count;
    if (count == 1) {
        return;
    }
    if (count % 2 != 0) {
        path->step = (distance - link) / (count - 1);
    }
    double square = link * link - path->step * path->step;
    path->rise = square > 0.0 ? sqrt(square) : 0.0;
}

static void set_directions(taut_rope_path* path, const taut_rope_def* def, double distance)
{
    taut_make_vec sag = vec_unit(vec_from(def->sag_direction));
    path->along =
        distance > 0.0 ? vec_unit(vec_add(path->end, path->start, -1.0)) : perpendicular(sag);
    taut_make_vec aside = vec_add(sag, path->along, -vec_dot(sag, path->along));
    // Closer to the chord than a thousandth, the direction says nothing: any other will do.
    path->aside = vec_length(aside) > 1e-3 ? vec_unit(aside) : perpendicular(path->along);
}

// A length within a millionth of the distance is the distance, rounded by whoever computed it.
static taut_rope_path path_open(taut_maker* m, const taut_rope_def* def)
{
    taut_rope_path path = {
        .start = vec_from(def->start), .end = vec_from(def->end), .link_count = def->link_count};
    double distance = vec_length(vec_add(path.end, path.start, -1.0));
    path.length = def->length > 0.0f ? (double)def->length : distance;
    path.step = distance / def->link_count;
    if (path.length <= 0.0) {
        m->result = taut_builder_fail(m->builder, TAUT_ERROR_INVALID,
                                      "taut_rope_def.length is 0 and taut_rope_def.end lies at "
                                      "taut_rope_def.start: the rope has no length");
    } else if (path.length < distance * (1.0 - 1e-6)) {
        m->result = taut_builder_fail(m->builder, TAUT_ERROR_INVALID,
                                      "taut_rope_def.length is %.9g, less than the distance from "
                                      "start to end, %.9g",
                                      path.length, distance);
    } else {
        set_directions(&path, def, distance);
        if (path.length > distance * (1.0 + 1e-6)) {
            fold(&path, distance);
        }
    }
    return path;
}

static taut_make_vec path_point(const taut_rope_path* path, int i)
{
    if (i == path->link_count) {
        return path->end;
    }
    taut_make_vec point = vec_add(path->start, path->along, i * path->step);
    return i % 2 != 0 ? vec_add(point, path->aside, path->rise) : point;
}

// Half of each link's mass goes to either end: the rope's ends carry half as much as the rest.
static void add_particles(taut_maker* m, const taut_rope_def* def, const taut_rope_path* path)
{
    int count = path->link_count;
    double link_mass = (double)def->material.mass_per_metre * path->length / count;
    for (int i = 0; i <= count && maker_ok(m); ++i) {
        double mass = i == 0 || i == count ? 0.5 * link_mass : link_mass;
        if (i == count) {
            mass += (double)def->end_mass;
        }
        maker_particle(m, path_point(path, i), mass);
    }
    if (def->pin_start) {
        maker_pin(m, m->first_particle);
    }
    if (def->pin_end) {
        maker_pin(m, m->first_particle + count);
    }
}

static void add_links(taut_maker* m, const taut_rope_def* def, const taut_rope_path* path)
{
    double rest = path->length / path->link_count;
    taut_make_link link = {
        .rest = rest,
        .compliance = rest / (double)def->material.stretch_stiffness,
        .strength = (double)def->material.strength,
        .damping_rate = def->material.damping_rate,
        .sides = def->tension_only ? TAUT_SIDES_TENSION : TAUT_SIDES_BOTH,
        .family = TAUT_FAMILY_STRUCTURAL,
    };
    for (int i = 0; i < path->link_count && maker_ok(m); ++i) {
        maker_link(m, m->first_particle + i, m->first_particle + i + 1, &link);
    }
}

// A rope is straight when nothing bends it, however it was laid out.
static void add_corners(taut_maker* m, const taut_rope_def* def, const taut_rope_path* path)
{
    if (!(def->material.bend_stiffness > 0.0f)) {
        return;
    }
    taut_constraint_def corner = taut_constraint_def_default(TAUT_CONSTRAINT_ANGLE);
    double rest = path->length / path->link_count;
    corner.rest_from_shape = false;
    corner.rest = 0.0f;
    corner.compliance = maker_float(m, "compliance", rest / (double)def->material.bend_stiffness);
    for (int i = 1; i < path->link_count && maker_ok(m); ++i) {
        for (int k = 0; k < 3; ++k) {
            corner.particles[k] = m->first_particle + i - 1 + k;
        }
        m->result = taut_builder_add_constraint(m->builder, &corner, NULL);
    }
}

static void check_def(taut_maker* m, const taut_rope_def* def)
{
    check_stamp(m, def->stamp, TAUT_STAMP(taut_rope_def));
    check_finite(m, "start", def->start);
    check_finite(m, "end", def->end);
    check_not_negative(m, "length", def->length);
    check_direction(m, "sag_direction", def->sag_direction);
    check_int(m, "link_count", def->link_count, 1, 1000000);
    check_rope_material(m, &def->material);
    check_not_negative(m, "end_mass", def->end_mass);
    check_room(m, "link_count", (int64_t)def->link_count + 1);
}

taut_result taut_make_rope(taut_builder* builder, const taut_rope_def* def, taut_part* part)
{
    taut_maker m = maker_open(builder, "taut_rope_def", def);
    if (maker_ok(&m)) {
        check_def(&m, def);
    }
    if (maker_ok(&m)) {
        taut_rope_path path = path_open(&m, def);
        add_particles(&m, def, &path);
        add_links(&m, def, &path);
        add_corners(&m, def, &path);
        maker_tether(&m, def->tethers, false);
    }
    return maker_close(&m, part);
}
