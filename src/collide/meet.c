// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// When and where something that moves first comes as near to a collider as its thickness: by
// conservative advancement. No point of the mover goes farther than its fastest particle, so it may
// go on by the part of its way that the gap is of that particle's, and is never past a meeting
// (Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, section 2.3).

#include "collide/distance.h"

// Rounds of advancement. Where the last one ends short of the surface, its features stand for the
// meeting: on the safe side, since a convex shape lies behind any plane that touches it.
#define MOST_ROUNDS 48

// Halvings of a segment in search of its nearest point: to a part in 10^5.
#define HALVINGS 16

// A mover at one time.
typedef struct nearness {
    float d;
    taut_vec3 n, at;
    float weights[3];
    bool ghost;
    bool inexact;  // d is a lower bound, and nothing else is known
} nearness;

static nearness point_nearness(const taut_meeting_input* in, taut_vec3 x)
{
    taut_distance f = taut_collider_distance(in->collider, in->feature, x);
    return (nearness){f.d, f.n, taut_vec3_madd(x, -f.d, f.n), {1.0f, 0.0f, 0.0f}, f.ghost, false};
}

// Part of the segment a + s way, s in 0..1, that is nearest to the axis of a capsule or the centre
// of a sphere. Ericson, "Real-Time Collision Detection" (2005), section 5.1.9.
static float nearest_to_axis(const taut_collider* c, taut_vec3 a, taut_vec3 way)
{
    float half = c->kind == TAUT_SHAPE_CAPSULE ? c->half_height : 0.0f;
    float square = taut_vec3_dot(way, way);
    float across = square - way.y * way.y;
    float s = across > 1e-6f * square ? -(a.x * way.x + a.z * way.z) / across : 0.5f;
    s = s < 0.0f ? 0.0f : s > 1.0f ? 1.0f : s;
    float y = a.y + s * way.y;
    y = y < -half ? -half : y > half ? half : y;
    s = -(taut_vec3_dot(a, way) - y * way.y) / square;
    return s < 0.0f ? 0.0f : s > 1.0f ? 1.0f : s;
}

static float nearest_by_halving(const taut_meeting_input* in, taut_vec3 a, taut_vec3 way)
{
    float low = 0.0f, high = 1.0f;
    for (int i = 0; i < HALVINGS; ++i) {
        float s = 0.5f * (low + high);
        taut_distance f =
            taut_collider_distance(in->collider, in->feature, taut_vec3_madd(a, s, way));
        bool rising = taut_vec3_dot(f.n, way) > 0.0f;
        high = rising ? s : high;
        low = rising ? low : s;
    }
    return 0.5f * (low + high);
}

// The distance from a convex shape is a convex function, inside too, so along a segment its slope
// n . (b - a) changes sign once, and it lies above its tangents at both ends. Where they meet
// beyond `enough`, that will do. Where the sign changes at an end, a particle is nearest, and has a
// contact of its own.
static nearness segment_nearness(const taut_meeting_input* in, taut_vec3 a, taut_vec3 b,
                                 float enough)
{
    taut_vec3 way = taut_vec3_sub(b, a);
    float flat = 1e-3f * taut_vec3_length(way);
    nearness left = point_nearness(in, a);
    float falls = -taut_vec3_dot(left.n, way);
    if (falls <= flat) {
        left.ghost = true;
        return left;
    }
    nearness right = point_nearness(in, b);
    float rises = taut_vec3_dot(right.n, way);
    if (rises <= flat) {
        right.ghost = true;
        return right;
    }
    float least = left.d - falls * (left.d - right.d + rises) / (falls + rises);
    if (least > enough) {
        return (nearness){.d = least, .ghost = true, .inexact = true};
    }
    bool round =
        in->collider->kind == TAUT_SHAPE_CAPSULE || in->collider->kind == TAUT_SHAPE_SPHERE;
    float s = round ? nearest_to_axis(in->collider, a, way) : nearest_by_halving(in, a, way);
    nearness out = point_nearness(in, taut_vec3_madd(a, s, way));
    out.weights[0] = 1.0f - s;
    out.weights[1] = s;
    return out;
}

// Of a tip and a triangle: away from the tip.
static nearness face_nearness(const taut_meeting_input* in, const taut_vec3 x[3])
{
    taut_tip tip = taut_collider_tip(in->collider, in->feature);
    nearness out = {0};
    taut_triangle_nearest(x, tip.at, out.weights);
    taut_vec3 y = taut_vec3_scale(x[0], out.weights[0]);
    y = taut_vec3_madd(y, out.weights[1], x[1]);
    y = taut_vec3_madd(y, out.weights[2], x[2]);
    taut_vec3 away = taut_vec3_sub(y, tip.at);
    float length = taut_vec3_length(away);
    out.ghost = !(length > 0.0f);
    out.n = out.ghost ? away : taut_vec3_scale(away, 1.0f / length);
    out.d = length - tip.radius;
    out.at = taut_vec3_madd(tip.at, tip.radius, out.n);
    return out;
}

// Faces leave to edges and particles what is nearest to those.
static bool inside(const nearness* p, int count)
{
    bool in = true;
    for (int i = 0; i < count && count > 1; ++i) {
        in = in && p->weights[i] > 1e-3f;
    }
    return in;
}

// @param enough how far off is all one
static nearness nearness_at(const taut_meeting_input* in, const taut_mover* m, float t,
                            float enough)
{
    taut_vec3 x[3];
    for (int i = 0; i < m->count; ++i) {
        x[i] = taut_vec3_blend(m->from[i], m->to[i], t);
    }
    return m->count == 1   ? point_nearness(in, x[0])
           : m->count == 2 ? segment_nearness(in, x[0], x[1], enough)
                           : face_nearness(in, x);
}

static float farthest(const taut_mover* m)
{
    float most = 0.0f;
    for (int i = 0; i < m->count; ++i) {
        float way = taut_vec3_length(taut_vec3_sub(m->to[i], m->from[i]));
        most = way > most ? way : most;
    }
    return most;
}

static taut_meeting meeting_of(const nearness* p, const taut_mover* m, float start)
{
    return (taut_meeting){.live = !p->ghost && inside(p, m->count),
                          .weights = {p->weights[0], p->weights[1], p->weights[2]},
                          .n = p->n,
                          .at = p->at,
                          .start = start};
}

taut_meeting taut_collider_meet(const taut_meeting_input* in, const taut_mover* m)
{
    float touching = 0.02f * in->thickness;
    float way = farthest(m);
    // Tangents will do where they take it on by a quarter of the way that is left.
    float enough = in->thickness + (touching > 0.25f * way ? touching : 0.25f * way);
    float t = 0.0f;
    nearness p = nearness_at(in, m, 0.0f, enough);
    float start = p.d - in->thickness;
    float left = -INFINITY;
    int round = 0;
    while (p.d > in->thickness + touching && t < 1.0f && round < MOST_ROUNDS) {
        float gap = p.d - in->thickness;
        left = gap - way * (1.0f - t);
        t = left < 0.0f ? t + gap / way : 1.0f;
        if (t < 1.0f) {
            p = nearness_at(in, m, t, enough);
        }
        ++round;
    }
    bool met = t < 1.0f;
    if ((met && p.inexact) || (!met && in->ahead)) {
        p = nearness_at(in, m, t, INFINITY);
    }
    p.ghost = p.ghost || (!met && !in->ahead);
    taut_meeting out = meeting_of(&p, m, start);
    out.left = met ? -INFINITY : left;
    return out;
}
