// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What stiffness must not cost: the motion. A rope and a cloth hang, are let go at 5 degrees, and
// swing five times; the period and what they lose are compared with plain sweeps at 400 substeps.

#include <stdio.h>

#include "bench_stiffness.h"

#define SWINGS 5
#define REFERENCE_SUBSTEPS 400

static const taut_vec3 tilted_rope = {-0.08715574f, -0.9961947f, 0.0f};
static const taut_vec3 tilted_cloth = {0.0f, -0.9961947f, -0.08715574f};

// Crossings of the middle by the centre of mass, on the way up, and how fast it passes.
typedef struct swinging {
    double last_time, last;
    double first_time, first_speed;
    double time, speed;  // latest
    int count;
} swinging;

// Along x and z together: a rope swings in one, a cloth in the other.
static double centre(const taut_stiff_rig* rig)
{
    taut_vec3_view at = taut_body_positions(rig->world, rig->body);
    double sum = 0.0;
    double mass = 0.0;
    for (int i = 0; i < at.count; ++i) {
        double m = (double)taut_body_mass(rig->world, rig->body, i);
        taut_vec3 p = taut_vec3_at(at, i);
        sum += m * ((double)p.x + (double)p.z);
        mass += m;
    }
    return sum / mass;
}

static void watch(swinging* w, double time, double value)
{
    if (w->last < 0.0 && value >= 0.0) {
        double speed = (value - w->last) / (time - w->last_time);
        w->time = time - value / speed;
        w->speed = speed;
        w->first_time = w->count == 0 ? w->time : w->first_time;
        w->first_speed = w->count == 0 ? w->speed : w->first_speed;
        w->count += 1;
    }
    w->last_time = time;
    w->last = value;
}

// What a run came to: seconds, and the part of its energy that it loses per second. The speed at
// the lowest point tells the energy; its height would not, as a little stretch outweighs the swing.
typedef struct swing {
    double period, loss;
} swing;

static swing run(const taut_stiff* s, taut_stiff_rig* rig)
{
    swing out = {(double)NAN, (double)NAN};
    int swings = taut_stiff_count(s, SWINGS, 1);
    int most = taut_stiff_count(s, 3000, 200);
    if (!rig->world) {
        return out;
    }
    swinging w = {.last = centre(rig)};
    for (int frame = 1; frame < most && w.count <= swings; ++frame) {
        taut_stiff_step(rig);
        watch(&w, frame * (double)TAUT_STIFF_DT, centre(rig));
    }
    if (w.count > swings && rig->trouble == 0) {
        double passed = w.time - w.first_time;
        out.period = passed / swings;
        out.loss = 2.0 * log(w.first_speed / w.speed) / passed;
    }
    return out;
}

static swing swing_rope(taut_stiff* s, taut_stiff_way way)
{
    taut_stiff_rope rope = {.links = 32, .link = 0.05f, .ratio = 1.0, .along = tilted_rope};
    taut_stiff_rig rig = taut_stiff_open_rope(s, &rope, way, 1);
    swing out = run(s, &rig);
    taut_stiff_close(&rig);
    return out;
}

static swing swing_cloth(taut_stiff* s, taut_stiff_way way)
{
    int size = taut_stiff_count(s, 50, 6);
    taut_stiff_rig rig = taut_stiff_open_cloth(s, size, tilted_cloth, true, way);
    swing out = run(s, &rig);
    taut_stiff_close(&rig);
    return out;
}

static void put_swing(taut_stiff* s, const char* name, swing (*let_go)(taut_stiff*, taut_stiff_way),
                      int substeps)
{
    taut_stiff_way ours = {true, true, substeps};
    taut_stiff_way plain = {false, false, substeps};
    taut_stiff_way reference = {false, false, taut_stiff_count(s, REFERENCE_SUBSTEPS, 40)};
    swing due = let_go(s, reference);
    swing found[2] = {let_go(s, ours), let_go(s, plain)};
    taut_stiff_row row = taut_stiff_row_make(
        "let go at 5 degrees: period over five swings against 400 substeps", "%");
    row.limit = 2.0;
    row.ours = 100.0 * fabs(found[0].period / due.period - 1.0);
    row.plain = 100.0 * fabs(found[1].period / due.period - 1.0);
    taut_stiff_put(s, row, "%s-period-%d", name, substeps);
    row = taut_stiff_row_make(
        "let go at 5 degrees: energy lost per second beyond what 400 substeps lose", "%/s");
    row.limit = 2.0;
    row.ours = 100.0 * (found[0].loss - due.loss);
    row.plain = 100.0 * (found[1].loss - due.loss);
    taut_stiff_put(s, row, "%s-loss-%d", name, substeps);
}

void taut_stiff_swing(taut_stiff* s)
{
    put_swing(s, "rope", swing_rope, 24);
    put_swing(s, "cloth", swing_cloth, 20);
}
