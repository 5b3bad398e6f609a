// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What air does to a body in a substep. docs/algorithm.md (22) to (24).
//
// The velocity r of the air relative to the middle of an element, as the substep begins, is taken
// to where it is as the substep ends, implicitly: shortened by drag, turned by lift, so that it
// never points the other way across the element, and never is longer. The impulse that this takes
// is shared by the corners.
//
// A particle belongs to several elements, none of which knows of the others. Each of them is given
// a share of its mass, the same to all, and works with that; together they do to the particle the
// mean of what each does to its share. As each takes energy from its share in still air, and the
// mean has no more than the shares together, the air as a whole does (the splitting of Tonge,
// Benevolenski and Voroshilov, "Mass splitting for jitter-free parallel rigid body simulation",
// SIGGRAPH 2012).

#include <math.h>

#include "backend/surface.h"

// Beyond this the square of a speed is no float.
#define MOST_SPEED2 1e30f

static taut_vec3 scaled(taut_vec3 v, float s)
{
    return taut_vec3_scale(v, s);
}

// Sum over the corners of their inverse masses as shared.
static float inverse_share(const taut_work* w, const int32_t* seats, int count)
{
    const int32_t* first = w->surface.first;
    float sum = 0.0f;
    for (int k = 0; k < count; ++k) {
        sum += w->w[seats[k]] * (float)(first[seats[k] + 1] - first[seats[k]]);
    }
    return sum;
}

// Air less corners, at their middle.
static taut_vec3 relative_velocity(const taut_work* w, const int32_t* seats, int count)
{
    taut_vec3 sum = {0};
    for (int k = 0; k < count; ++k) {
        taut_vec3 u = taut_rows_get(w->surface.wind, seats[k]);
        sum = taut_vec3_add(sum, taut_vec3_sub(u, taut_rows_get(w->v, seats[k])));
    }
    return scaled(sum, 1.0f / (float)count);
}

// What is taken off r by a surface of unit normal n in time h; k is 1/2 density area / mass. With s
// across and t along it, lift turns r: s falls by the rate k lift t^2 / |r|, and |r| stays. Drag
// shortens it by the rate k drag s^2 / |r|, friction t by k friction t.
static taut_vec3 taken_by_surface(const taut_body_air* air, taut_vec3 r, taut_vec3 n, float hk)
{
    float across = taut_vec3_dot(r, n);
    float speed2 = taut_vec3_dot(r, r);
    float speed = sqrtf(speed2);
    taut_vec3 along = taut_vec3_sub(r, scaled(n, across));
    float along2 = taut_vec3_dot(along, along);
    float along_speed = sqrtf(along2);
    float turned = across / (1.0f + hk * air->lift * along2 / speed);
    float kept = 1.0f / (1.0f + hk * air->drag * fabsf(across * turned) / speed);
    float rest2 = speed2 - turned * turned;
    float gain = along_speed > 0.0f && rest2 > along2 ? sqrtf(rest2) / along_speed : 1.0f;
    float slid = gain / (1.0f + hk * air->friction * along_speed * gain);
    taut_vec3 after = taut_vec3_add(scaled(n, kept * turned), scaled(along, kept * slid));
    return taut_vec3_sub(r, after);
}

static taut_vec3 push_triangle(const taut_step* s, const taut_work* w, const int32_t* seats)
{
    taut_vec3 none = {0};
    taut_vec3 x0 = taut_rows_get(w->x, seats[0]);
    taut_vec3 e1 = taut_vec3_sub(taut_rows_get(w->x, seats[1]), x0);
    taut_vec3 e2 = taut_vec3_sub(taut_rows_get(w->x, seats[2]), x0);
    taut_vec3 cross = taut_vec3_cross(e1, e2);
    float length = sqrtf(taut_vec3_dot(cross, cross));
    taut_vec3 r = relative_velocity(w, seats, 3);
    float share = inverse_share(w, seats, 3);
    float speed2 = taut_vec3_dot(r, r);
    if (!(length > 0.0f && share > 0.0f && speed2 > 0.0f && speed2 < MOST_SPEED2)) {
        return none;
    }
    // An impulse shared by three corners moves their middle by a ninth of the sum.
    float hk = s->h * 0.25f * s->air->density * length * share * (1.0f / 9.0f);
    taut_vec3 taken = taken_by_surface(&w->body->air, r, scaled(cross, 1.0f / length), hk);
    return scaled(taken, 3.0f / share);
}

// Flow across a rope presses as if there were none along it (the independence principle: Hoerner,
// "Fluid-dynamic drag", 1965, section 3-4).
static taut_vec3 taken_by_rope(const taut_body_air* air, taut_vec3 r, taut_vec3 e, float hk)
{
    float length2 = taut_vec3_dot(e, e);
    taut_vec3 along = scaled(e, taut_vec3_dot(r, e) / length2);
    taut_vec3 across = taut_vec3_sub(r, along);
    float across_speed = sqrtf(taut_vec3_dot(across, across));
    float along_speed = sqrtf(taut_vec3_dot(along, along));
    const float pi = 3.14159265f;
    float kept = 1.0f / (1.0f + hk * air->rope_drag * across_speed);
    float slid = 1.0f / (1.0f + hk * pi * air->friction * along_speed);
    return taut_vec3_add(scaled(across, 1.0f - kept), scaled(along, 1.0f - slid));
}

static taut_vec3 push_rope(const taut_step* s, const taut_work* w, const int32_t* seats)
{
    taut_vec3 none = {0};
    taut_vec3 e = taut_vec3_sub(taut_rows_get(w->x, seats[1]), taut_rows_get(w->x, seats[0]));
    float length = sqrtf(taut_vec3_dot(e, e));
    taut_vec3 r = relative_velocity(w, seats, 2);
    float share = inverse_share(w, seats, 2);
    float speed2 = taut_vec3_dot(r, r);
    if (!(length > 0.0f && share > 0.0f && speed2 > 0.0f && speed2 < MOST_SPEED2)) {
        return none;
    }
    float width = 2.0f * w->body->air.rope_radius;
    float hk = s->h * 0.5f * s->air->density * width * length * share * 0.25f;
    return scaled(taken_by_rope(&w->body->air, r, e, hk), 2.0f / share);
}

void taut_air_sample(const taut_step* s, taut_work* w, int part)
{
    const taut_seating* seating = &w->body->blueprint->schedule.seating;
    for (int seat = seating->first[part]; seat < seating->first[part + 1]; ++seat) {
        bool used = w->surface.first[seat + 1] > w->surface.first[seat];
        taut_vec3 u = {0};
        if (used) {
            u = taut_air_at(s->air, taut_rows_get(w->x, seat), s->time);
        }
        u.z = s->planar ? 0.0f : u.z;
        taut_rows_set(w->surface.wind, seat, u);
    }
}

void taut_air_push(const taut_step* s, taut_work* w, int block)
{
    taut_elements* surface = &w->surface;
    int first = block * TAUT_SURFACE_BLOCK;
    int end = first + TAUT_SURFACE_BLOCK;
    end = end < surface->element_count ? end : surface->element_count;
    for (int i = first; i < end; ++i) {
        const int32_t* seats = surface->corner + 3 * i;
        surface->push[i] = seats[2] >= 0 ? push_triangle(s, w, seats) : push_rope(s, w, seats);
    }
}

void taut_air_gather(const taut_step* s, taut_work* w, int part)
{
    const taut_elements* surface = &w->surface;
    const taut_seating* seating = &w->body->blueprint->schedule.seating;
    for (int seat = seating->first[part]; seat < seating->first[part + 1]; ++seat) {
        int particle = seating->particle_of[seat];
        if (particle < 0) {
            continue;
        }
        taut_vec3 sum = {0};
        for (int i = surface->first[seat]; i < surface->first[seat + 1]; ++i) {
            sum = taut_vec3_add(sum, surface->push[surface->list[i]]);
        }
        taut_vec3 a = scaled(sum, w->w[seat] * s->inverse_h);
        taut_rows_set(w->a, seat, taut_vec3_add(w->body->acceleration[particle], a));
    }
}
