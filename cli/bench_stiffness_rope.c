// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Ropes: light links under heavy ends, a thousand of them in a row, and ends too far apart.

#include "bench_stiffness.h"

static const taut_vec3 down = {0.0f, -1.0f, 0.0f};
static const taut_vec3 level = {1.0f, 0.0f, 0.0f};
static const taut_vec3 from_30_degrees = {0.5f, -0.8660254f, 0.0f};

static const taut_stiff_way plain_way = {false, false, 24};

// Ours and plain, each through the same frames.
static void run_both(taut_stiff* s, const taut_stiff_rope* rope, int substeps, int frames,
                     taut_stiff_figures f[2])
{
    taut_stiff_rig rigs[2];
    for (int i = 0; i < 2; ++i) {
        taut_stiff_way way = plain_way;
        way.direct = i == 0;
        way.substeps = substeps;
        rigs[i] = taut_stiff_open_rope(s, rope, way, 1);
    }
    taut_stiff_side_by_side(rigs, f, 2, frames);
    taut_stiff_close(&rigs[0]);
    taut_stiff_close(&rigs[1]);
}

// 32 links ----------------------------------------------------------------------------------------

static void put_stretch(taut_stiff* s, const taut_stiff_figures f[2], const char* about,
                        double limit, const char* what, int substeps, double ratio)
{
    taut_stiff_row row = taut_stiff_row_make(about, "%");
    row.limit = limit;
    row.ours = 100.0 * f[0].worst;
    row.plain = 100.0 * f[1].worst;
    taut_stiff_put(s, row, "%s-%d-%.0f", what, substeps, ratio);
}

// A particle's speed is bounded by the energy of the whole: where kinetic and potential energy
// never come above that of the start, no link can be faster than the fall of the weight allows,
// m v^2 / 2 <= M g L. Speeds alone say less: a light link next to a heavy mass may whip.
static void put_gain(taut_stiff* s, const taut_stiff_figures f[2], int substeps, double ratio)
{
    taut_stiff_row row =
        taut_stiff_row_make("swinging: most energy above the start's, of what the fall frees", "%");
    row.limit = 1.0;
    row.ours = 100.0 * f[0].gain;
    row.plain = 100.0 * f[1].gain;
    taut_stiff_put(s, row, "energy-%d-%.0f", substeps, ratio);
}

static void put_ratio(taut_stiff* s, int substeps, double ratio)
{
    int frames = taut_stiff_count(s, 600, 10);
    bool asked = substeps >= 24 && ratio <= 1e4;
    taut_stiff_rope rope = {.links = 32, .link = 0.05f, .ratio = ratio, .along = down};
    taut_stiff_figures f[2];
    run_both(s, &rope, substeps, frames, f);
    double hang_limit = asked ? 0.1 : substeps >= 24 && ratio == 1e6 ? 10.0 : (double)NAN;
    put_stretch(s, f, "hanging straight: worst stretch of a link", hang_limit, "hang", substeps,
                ratio);
    rope.along = level;
    run_both(s, &rope, substeps, frames, f);
    put_stretch(s, f, "swinging from level: worst stretch of a link", asked ? 1.0 : (double)NAN,
                "swing", substeps, ratio);
    put_gain(s, f, substeps, ratio);
}

void taut_stiff_rope_32(taut_stiff* s)
{
    static const int substeps[] = {24, 4};
    for (int i = 0; i < 2; ++i) {
        for (double ratio = 1.0; ratio <= 1e6; ratio *= 10.0) {
            put_ratio(s, substeps[i], ratio);
        }
    }
}

// 1,000 particles ---------------------------------------------------------------------------------

static taut_stiff_rope long_rope(const taut_stiff* s, taut_vec3 along)
{
    taut_stiff_rope rope = {
        .links = taut_stiff_count(s, 999, 49), .link = 0.05f, .ratio = 1.0, .along = along};
    return rope;
}

// Hung and swung: the larger of both stretches; the time is that of the swing.
static taut_stiff_figures try_long_rope(taut_stiff* s, int substeps)
{
    taut_stiff_way way = {true, false, substeps};
    int frames = taut_stiff_count(s, 600, 5);
    taut_stiff_rope rope = long_rope(s, down);
    taut_stiff_rig rig = taut_stiff_open_rope(s, &rope, way, 1);
    taut_stiff_figures hung = taut_stiff_frames(&rig, frames);
    taut_stiff_close(&rig);
    rope.along = from_30_degrees;
    rig = taut_stiff_open_rope(s, &rope, way, 1);
    taut_stiff_figures swung = taut_stiff_frames(&rig, frames);
    taut_stiff_close(&rig);
    swung.worst = hung.worst > swung.worst ? hung.worst : swung.worst;
    return swung;
}

// The textbook's loop on the same rope: median ms of a frame, and its worst stretch.
static double time_loop(taut_stiff* s, int substeps, double* worst)
{
    taut_stiff_way way = {false, false, 1};
    taut_stiff_rope rope = long_rope(s, from_30_degrees);
    taut_stiff_rig rig = taut_stiff_open_rope(s, &rope, way, 1);
    taut_loop* loop = rig.world ? taut_loop_open(rig.world, rig.body, true) : NULL;
    double ms[600];
    int frames = taut_stiff_count(s, 600, 5);
    *worst = loop ? 0.0 : (double)NAN;
    for (int i = 0; i < frames && loop; ++i) {
        ms[i] = taut_loop_step(loop, TAUT_STIFF_DT, substeps);
        double stretch = taut_loop_stretch(loop);
        *worst = stretch > *worst ? stretch : *worst;
    }
    taut_loop_close(loop);
    taut_stiff_close(&rig);
    return loop ? taut_stiff_median(ms, frames) : (double)NAN;
}

// The number of substeps that keeps one per cent at the least cost.
static void put_quality(taut_stiff* s)
{
    static const int tries[] = {1, 2, 4, 8, 10, 12, 16, 20};
    taut_stiff_row row = taut_stiff_row_make(
        "stretch at the cheapest number of substeps that keeps 1 %; plain and the yardstick of "
        "cost are a textbook's coloured loop at 120 substeps",
        "%");
    row.limit = 1.0;
    row.cost_limit = 0.25;
    int found = 0;
    double ms = (double)INFINITY;
    for (int i = 0; i < (int)(sizeof tries / sizeof tries[0]); ++i) {
        taut_stiff_figures f = try_long_rope(s, tries[i]);
        bool better = 100.0 * f.worst <= row.limit && f.ms < ms;
        found = better ? tries[i] : found;
        row.ours = better ? 100.0 * f.worst : row.ours;
        ms = better ? f.ms : ms;
    }
    double worst = 0.0;
    row.cost = ms / time_loop(s, 120, &worst);
    row.plain = 100.0 * worst;
    row.substeps = found;
    taut_stiff_put(s, row, "time");
}

void taut_stiff_rope_1000(taut_stiff* s)
{
    static const char* const abouts[] = {"hanging straight: worst stretch of a link",
                                         "swung from 30 degrees: worst stretch of a link"};
    for (int i = 0; i < 2; ++i) {
        taut_stiff_rope rope = long_rope(s, i == 0 ? down : from_30_degrees);
        taut_stiff_figures f[2];
        run_both(s, &rope, 8, taut_stiff_count(s, 600, 10), f);
        taut_stiff_row row = taut_stiff_row_make(abouts[i], "%");
        row.limit = 0.1;
        row.ours = 100.0 * f[0].worst;
        row.plain = 100.0 * f[1].worst;
        taut_stiff_put(s, row, "%s-8", i == 0 ? "hang" : "swing");
    }
    put_quality(s);
}

// Ends too far apart ------------------------------------------------------------------------------

#define APART 1.05  // of its length
#define PULL_FRAMES 60

typedef struct calm {
    double moved;  // mm, furthest from where it was a second before the end
    double sag;    // mm, furthest from the line between the ends
} calm;

static double distance_at(taut_vec3_view at, const taut_vec3* from, int i)
{
    taut_vec3 p = taut_vec3_at(at, i);
    double d[3] = {(double)p.x - (double)from->x, (double)p.y - (double)from->y,
                   (double)p.z - (double)from->z};
    return 1e3 * sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

// From straight, the ends are drawn apart within a second, evenly, and held.
static calm pull_apart(taut_stiff* s, bool direct)
{
    enum { LINKS = 999 };
    calm out = {0};
    taut_stiff_way way = {direct, false, 8};
    taut_stiff_rope rope = {.links = LINKS, .link = 0.006f, .ratio = 1.0, .along = level};
    rope.start.x = -0.5f * LINKS * rope.link;
    rope.pin_end = true;
    taut_stiff_rig rig = taut_stiff_open_rope(s, &rope, way, 1);
    if (!rig.world) {
        return out;
    }
    static taut_vec3 before[LINKS + 1];
    int frames = taut_stiff_count(s, 600, 130);
    for (int frame = 1; frame <= frames; ++frame) {
        double part = frame < PULL_FRAMES ? (double)frame / PULL_FRAMES : 1.0;
        float reach = (float)(0.5 * LINKS * (double)rope.link * (1.0 + (APART - 1.0) * part));
        taut_vec3 ends[2] = {{-reach, 0.0f, 0.0f}, {reach, 0.0f, 0.0f}};
        taut_body_set_target(rig.world, rig.body, 0, ends[0]);
        taut_body_set_target(rig.world, rig.body, LINKS, ends[1]);
        taut_stiff_step(&rig);
        taut_vec3_view at = taut_body_positions(rig.world, rig.body);
        for (int i = 0; i <= LINKS; ++i) {
            if (frame == frames - 60) {
                before[i] = taut_vec3_at(at, i);
            }
            taut_vec3 line = {taut_vec3_at(at, i).x, 0.0f, 0.0f};
            double moved = frame > frames - 60 ? distance_at(at, &before[i], i) : 0.0;
            out.moved = moved > out.moved ? moved : out.moved;
            double sag = frame == frames ? distance_at(at, &line, i) : 0.0;
            out.sag = sag > out.sag ? sag : out.sag;
        }
    }
    if (rig.trouble != 0) {
        out.moved = out.sag = (double)INFINITY;
    }
    taut_stiff_close(&rig);
    return out;
}

void taut_stiff_apart(taut_stiff* s)
{
    calm ours = pull_apart(s, true);
    calm plain = pull_apart(s, false);
    taut_stiff_row row = taut_stiff_row_make(
        "ends 5 % further apart than 6 m of rope: furthest way of a particle in the last second",
        "mm");
    row.limit = 1.0;
    row.ours = ours.moved;
    row.plain = plain.moved;
    taut_stiff_put(s, row, "moved-8");
    row = taut_stiff_row_make("the same: furthest from the line between the ends, taut", "mm");
    row.limit = 10.0;
    row.ours = ours.sag;
    row.plain = plain.sag;
    taut_stiff_put(s, row, "sag-8");
}
