// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// When and where something that moves first comes as near to a collider as its thickness: by
// conservative advancement. No point of the mover goes farther than its fastest particle, so it may
// go on by the part of its way that the gap is of that particle's, and is never past a meeting
// (Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, section 2.3).

#include "collide/distance.inl"

// Rounds of advancement. Where the last one ends short of the surface, its features stand for the
// meeting: on the safe side, since a convex shape lies behind any plane that touches it.
#define MEET_ROUNDS 48

// A mover at one time.
typedef struct nearness {
    float d;
    taut_vec3 n, at;
    float weights[3];
    bool ghost;
    bool inexact;  // d is a lower bound, and nothing else is known
} nearness;

LANE_FN nearness point_nearness(const taut_meeting_input* in, taut_vec3 x)
{
    taut_distance f = taut_distance_here(in->collider, in->feature, x);
    return (nearness){f.d, f.n, taut_vec3_madd(x, -f.d, f.n), {1.0f, 0.0f, 0.0f}, f.ghost, false};
}

// Of a place on a segment, whatever the segment does elsewhere. What is solid below is looked at
// from above only: the rest is for under_nearness().
LANE_FN taut_distance place_distance(const taut_meeting_input* in, taut_vec3 x)
{
    const taut_collider* c = in->collider;
    return c->kind == TAUT_SHAPE_HEIGHT_FIELD ? taut_facet_apart(c->shape, in->feature, x)
                                              : taut_distance_here(c, in->feature, x);
}

// Part of the segment a + s way, s in 0..1, that is nearest to the axis of a capsule or the centre
// of a sphere. Ericson, "Real-Time Collision Detection" (2005), section 5.1.9.
LANE_CALL float nearest_to_axis(const taut_collider* c, taut_vec3 a, taut_vec3 way)
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

// A segment and the slope of the distance along it, which rises through 0 once.
typedef struct descent {
    const taut_meeting_input* in;
    taut_vec3 a, way;
} descent;

// Places on a segment are counted in parts of 2^-16: exact as floats, and fine enough.
#define MEET_PARTS 65536

LANE_CALL bool rises_at(const descent* e, int part)
{
    float s = (float)part * (1.0f / (float)MEET_PARTS);
    taut_distance f = place_distance(e->in, taut_vec3_madd(e->a, s, e->way));
    return taut_vec3_dot(f.n, e->way) > 0.0f;
}

// Where the distance from a box is least, as nearly as Newton's method on its square gets in a few
// rounds: the slope of the square is made of straight pieces, sum over axes of over_i way_i.
LANE_CALL float guess_box(const taut_collider* c, const descent* e)
{
    const float x[3] = {e->a.x, e->a.y, e->a.z}, way[3] = {e->way.x, e->way.y, e->way.z};
    const float half[3] = {c->half_size.x, c->half_size.y, c->planar ? INFINITY : c->half_size.z};
    float s = 0.5f, low = 0.0f, high = 1.0f;
    for (int round = 0; round < 8; ++round) {
        float slope = 0.0f, bend = 0.0f;
        for (int i = 0; i < 3; ++i) {
            float at = x[i] + s * way[i];
            float over = fabsf(at) - half[i];
            bool out = over > 0.0f;
            slope += out ? (at < 0.0f ? -over : over) * way[i] : 0.0f;
            bend += out ? way[i] * way[i] : 0.0f;
        }
        float next = bend > 0.0f ? s - slope / bend : s;
        high = slope > 0.0f ? s : high;
        low = slope > 0.0f ? low : s;
        next = next >= low && next <= high ? next : 0.5f * (low + high);
        if (fabsf(next - s) < 1e-6f) {
            break;
        }
        s = next;
    }
    return s;
}

// The part in which the slope changes its sign: the one that halving finds. A good guess is closed
// in from near by, by steps that double until there is a sign on either side.
LANE_CALL float nearest_by_slope(const taut_meeting_input* in, taut_vec3 a, taut_vec3 way)
{
    descent e = {in, a, way};
    int low = 0, high = MEET_PARTS;
    if (in->collider->kind == TAUT_SHAPE_BOX) {
        float guess = guess_box(in->collider, &e);
        int part = (int)(guess * (float)MEET_PARTS);
        for (int step = 1; part > low && part < high; step *= 2) {
            bool rising = rises_at(&e, part);
            high = rising ? part : high;
            low = rising ? low : part;
            part = rising ? part - step : part + step;
        }
    }
    while (high - low > 1) {
        int part = (low + high) / 2;
        bool rising = rises_at(&e, part);
        high = rising ? part : high;
        low = rising ? low : part;
    }
    return ((float)low + 0.5f) * (1.0f / (float)MEET_PARTS);
}

LANE_CALL nearness nearness_on(taut_vec3 x, taut_distance f, float s)
{
    taut_vec3 at = taut_vec3_madd(x, -f.d, f.n);
    return (nearness){f.d, f.n, at, {1.0f - s, s, 0.0f}, f.ghost, false};
}

LANE_CALL bool under_nearness(const taut_meeting_input* in, const taut_vec3 x[2], nearness* out)
{
    const taut_shape* shape = in->collider->shape;
    taut_distance f;
    float s;
    if (shape == NULL || !shape->solid || !taut_facet_under(shape, in->feature, x, &f, &s)) {
        return false;
    }
    *out = nearness_on(taut_vec3_madd(x[0], s, taut_vec3_sub(x[1], x[0])), f, s);
    return true;
}

// A segment that sticks in a triangle with two sides has none that it could be pushed to.
LANE_CALL bool goes_through(const taut_meeting_input* in, const taut_vec3 x[2], float d)
{
    const taut_collider* c = in->collider;
    return c->kind == TAUT_SHAPE_MESH && d < 0.1f * in->thickness &&
           taut_facet_pierced(c->shape, in->feature, x);
}

// The distance from a convex shape is a convex function, inside too, so along a segment its slope
// n . (b - a) changes sign once, and it lies above its tangents at both ends. Where they meet
// beyond `enough`, that will do. Where the sign changes at an end, a particle is nearest, and has a
// contact of its own.
LANE_CALL void segment_nearness(const taut_meeting_input* in, const taut_vec3 x[2], float enough,
                                nearness* out)
{
    if (under_nearness(in, x, out)) {
        return;
    }
    taut_vec3 a = x[0], b = x[1];
    taut_vec3 way = taut_vec3_sub(b, a);
    float flat = 1e-3f * taut_vec3_length(way);
    taut_distance left = place_distance(in, a);
    float falls = -taut_vec3_dot(left.n, way);
    if (falls <= flat) {
        *out = (nearness){.d = left.d, .ghost = true};
        return;
    }
    taut_distance right = place_distance(in, b);
    float rises = taut_vec3_dot(right.n, way);
    if (rises <= flat) {
        *out = (nearness){.d = right.d, .ghost = true};
        return;
    }
    float least = left.d - falls * (left.d - right.d + rises) / (falls + rises);
    if (least > enough) {
        *out = (nearness){.d = least, .ghost = true, .inexact = true};
        return;
    }
    bool round =
        in->collider->kind == TAUT_SHAPE_CAPSULE || in->collider->kind == TAUT_SHAPE_SPHERE;
    float s = round ? nearest_to_axis(in->collider, a, way) : nearest_by_slope(in, a, way);
    taut_vec3 y = taut_vec3_madd(a, s, way);
    *out = nearness_on(y, place_distance(in, y), s);
    out->ghost = out->ghost || goes_through(in, x, out->d);
}

// Of a tip and a triangle: away from the tip.
LANE_CALL nearness face_nearness(const taut_meeting_input* in, const taut_vec3 x[3])
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
LANE_FN bool inside(const nearness* p, int count)
{
    bool in = true;
    for (int i = 0; i < count && count > 1; ++i) {
        in = in && p->weights[i] > 1e-3f;
    }
    return in;
}

// @param enough how far off is all one
LANE_FN void nearness_at(const taut_meeting_input* in, const taut_mover* m, int count, float t,
                         float enough, nearness* out)
{
    taut_vec3 x[3];
    x[0] = t > 0.0f ? taut_vec3_blend(m->from[0], m->to[0], t) : m->from[0];
    if (count == 1) {
        *out = point_nearness(in, x[0]);
        return;
    }
    for (int i = 1; i < count; ++i) {
        x[i] = t > 0.0f ? taut_vec3_blend(m->from[i], m->to[i], t) : m->from[i];
    }
    if (count == 2) {
        segment_nearness(in, x, enough, out);
    } else {
        *out = face_nearness(in, x);
    }
}

LANE_FN float farthest(const taut_mover* m, int count)
{
    float most = taut_vec3_length(taut_vec3_sub(m->to[0], m->from[0]));
    most = most > 0.0f ? most : 0.0f;
    for (int i = 1; count > 1 && i < count; ++i) {
        float way = taut_vec3_length(taut_vec3_sub(m->to[i], m->from[i]));
        most = way > most ? way : most;
    }
    return most;
}

LANE_FN void take_nearness(const nearness* p, taut_meeting* out)
{
    out->n = p->n;
    out->at = p->at;
    out->weights[0] = p->weights[0];
    out->weights[1] = p->weights[1];
    out->weights[2] = p->weights[2];
}

LANE_FN bool meets_at_once(const taut_meeting_input* in, const taut_mover* m, int count,
                           taut_meeting* out)
{
    nearness p;
    nearness_at(in, m, count, 0.0f, in->thickness + TAUT_TOUCHING * in->thickness, &p);
    if (!taut_meets_at(in, p.d)) {
        return false;
    }
    out->start = p.d - in->thickness;
    out->left = -INFINITY;
    out->live = !p.ghost && inside(&p, count);
    if (out->live) {
        take_nearness(&p, out);
    }
    return true;
}

// How near is enough does not matter here: what tangents say then is farther than touching.
TAUT_SHARED bool taut_collider_meet_at_once(const taut_meeting_input* in, const taut_mover* m,
                                            taut_meeting* out)
{
    return m->count == 2 ? meets_at_once(in, m, 2, out) : meets_at_once(in, m, 3, out);
}

LANE_FN void advance(const taut_meeting_input* in, const taut_mover* m, int count,
                     taut_meeting* out)
{
    float touching = TAUT_TOUCHING * in->thickness;
    float way = farthest(m, count);
    // Tangents will do where they take it on by a quarter of the way that is left.
    float enough = in->thickness + (touching > 0.25f * way ? touching : 0.25f * way);
    float t = 0.0f;
    nearness p;
    nearness_at(in, m, count, 0.0f, enough, &p);
    out->start = p.d - in->thickness;
    float left = -INFINITY;
    int round = 0;
    while (!taut_meets_at(in, p.d) && t < 1.0f && round < MEET_ROUNDS) {
        float gap = p.d - in->thickness;
        left = gap - way * (1.0f - t);
        t = left < 0.0f ? t + gap / way : 1.0f;
        if (t < 1.0f) {
            nearness_at(in, m, count, t, enough, &p);
        }
        ++round;
    }
    bool met = t < 1.0f;
    // Met deep inside: a surface that is solid below begins at once where its columns do.
    float gap = p.d - in->thickness;
    out->start = met && gap < out->start ? gap : out->start;
    if ((met && p.inexact) || (!met && in->ahead)) {
        nearness_at(in, m, count, t, INFINITY, &p);
    }
    out->live = !p.ghost && (met || in->ahead) && inside(&p, count);
    out->left = met ? -INFINITY : left;
    if (out->live) {
        take_nearness(&p, out);
    }
}

// advance() of a point and a sphere or a capsule, with its bits: on the way only distances are
// asked for.
// @param d  how far off it is where it begins
LANE_FN void advance_round(const taut_meeting_input* in, const taut_mover* m, float d,
                           taut_meeting* out)
{
    float way = farthest(m, 1), t = 0.0f, left = -INFINITY;
    taut_vec3 x = m->from[0];
    out->start = d - in->thickness;
    for (int round = 0; !taut_meets_at(in, d) && t < 1.0f && round < MEET_ROUNDS; ++round) {
        float gap = d - in->thickness;
        left = gap - way * (1.0f - t);
        t = left < 0.0f ? t + gap / way : 1.0f;
        if (t < 1.0f) {
            x = t > 0.0f ? taut_vec3_blend(m->from[0], m->to[0], t) : m->from[0];
            d = taut_distance_round(in->collider, x).d;
        }
    }
    bool met = t < 1.0f;
    float gap = d - in->thickness;
    out->start = met && gap < out->start ? gap : out->start;
    out->live = met;
    out->left = met ? -INFINITY : left;
    if (met) {
        taut_distance f = taut_distance_round(in->collider, x);
        out->n = f.n;
        out->at = taut_vec3_madd(x, -f.d, f.n);
    }
}

// Each number of particles has code of its own.
TAUT_SHARED void taut_collider_meet(const taut_meeting_input* in, const taut_mover* m,
                                    taut_meeting* out)
{
    if (m->count == 1) {
        advance(in, m, 1, out);
    } else if (m->count == 2) {
        advance(in, m, 2, out);
    } else {
        advance(in, m, 3, out);
    }
}
