// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How much light the surfaces of a pixel send to the eye: a key light as wide as a window, light
// from sky and ground, and what stands in their way. Rays are few: at most eight per surface and
// pixel to each, from patterns that change over 4 x 4 pixels and that the film averages out.

#include "draw_parts.h"

// Half the angle under which the key light is seen, as a tangent: the softness of shadows.
#define KEY_WIDTH 0.055f
#define BOUNCED 0.12f
#define FEW_RAYS 8
#define MORE_RAYS 16

// Light in linear units; a white surface that faces the key light comes out a little above 1.
static const taut_vec3 key_light = {1.48f, 1.40f, 1.27f};
static const taut_vec3 sky_light = {0.50f, 0.56f, 0.66f};
static const taut_vec3 ground_light = {0.34f, 0.32f, 0.30f};

// One surface's part of a pixel.
typedef struct taut_draw_piece {
    int surface;
    int samples;
    float x, y;  // the middle of its samples on the screen
    taut_vec3 point, normal, albedo;
    taut_vec3 key_origin, sky_origin;  // of rays, off the surface on the side they leave from
    float inverse_depth;
    float sheen, gloss, shine;
    bool cloth;
} taut_draw_piece;

static float bits_reversed(uint32_t i)
{
    uint32_t out = 0;
    for (uint32_t bit = 0x80000000u; i != 0; i >>= 1, bit >>= 1) {
        out ^= (i & 1u) != 0 ? bit : 0u;
    }
    return (float)(out >> 8) / 16777216.0f;
}

// The second dimension of Sobol's sequence: any aligned four (or sixteen ...) points of the pair
// fall one into each cell of a grid.
static float sobol(uint32_t i)
{
    uint32_t out = 0;
    for (uint32_t column = 0x80000000u; i != 0; i >>= 1, column ^= column >> 1) {
        out ^= (i & 1u) != 0 ? column : 0u;
    }
    return (float)(out >> 8) / 16777216.0f;
}

// Point `ray` of a pixel's own pattern in the unit square.
static void pattern(int x, int y, int ray, float* u, float* v)
{
    static const uint8_t order[16] = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};
    int cell = order[(y & 3) * 4 + (x & 3)];
    int index =
        ray < FEW_RAYS ? cell * FEW_RAYS + ray : 16 * FEW_RAYS + cell * MORE_RAYS + ray - FEW_RAYS;
    *u = bits_reversed((uint32_t)index) + 1.0f / 512.0f;
    *v = sobol((uint32_t)index) + 1.0f / 512.0f;
}

// The unit square onto the unit disc, equal areas to equal areas.
static void to_disc(float u, float v, float* x, float* y)
{
    float radius = sqrtf(u);
    float angle = 6.28318531f * v;
    *x = radius * cosf(angle);
    *y = radius * sinf(angle);
}

// The smooth surface that the normals describe bulges over the flat triangle. Rays start from there
// where it bulges outwards, or coarse triangles would show as teeth along the edge of the light
// (Hanika, "Hacking the shadow terminator", Ray Tracing Gems II, 2021).
static taut_vec3 bulge(const taut_draw_facet* facet, const float weight[3], taut_vec3 p, float side)
{
    taut_vec3 out = p;
    for (int i = 0; i < 3; ++i) {
        taut_vec3 n = scale(facet->normal[i], side);
        float below = dot(sub(p, facet->corner[i]), n);
        if (below < 0.0f) {
            out = along(out, n, -below * weight[i]);
        }
    }
    return out;
}

static void look_at_facet(const taut_draw_frame* frame, taut_draw_piece* piece)
{
    const taut_draw_facet* facet = &frame->draw->facets[piece->surface];
    taut_vec3 ray = taut_draw_view_ray(&frame->view, piece->x, piece->y);
    taut_vec3 e1 = sub(facet->corner[1], facet->corner[0]);
    taut_vec3 e2 = sub(facet->corner[2], facet->corner[0]);
    taut_vec3 normal = cross(e1, e2);
    float facing = dot(normal, ray);
    float square = dot(normal, normal);
    float depth = 1.0f / most(piece->inverse_depth, 1e-12f);
    if (facing != 0.0f) {
        float exact = dot(normal, sub(facet->corner[0], frame->view.eye)) / facing;
        // Edge on, the division is worthless; the depth buffer's answer bounds it.
        depth = fabsf(exact - depth) < 0.1f * depth ? exact : depth;
    }
    taut_vec3 p = along(frame->view.eye, ray, depth);
    float weight[3];
    taut_vec3 from = sub(p, facet->corner[0]);
    weight[1] = square > 0.0f ? clamp01(dot(cross(from, e2), normal) / square) : 0.0f;
    weight[2] = square > 0.0f ? clamp01(dot(cross(e1, from), normal) / square) : 0.0f;
    weight[0] = clamp01(1.0f - weight[1] - weight[2]);
    float side = facing > 0.0f ? -1.0f : 1.0f;
    taut_vec3 smooth = scale(facet->normal[0], weight[0]);
    smooth = along(smooth, facet->normal[1], weight[1]);
    smooth = along(smooth, facet->normal[2], weight[2]);
    piece->normal = unit(scale(smooth, side));
    piece->point = p;
    float key_side = dot(piece->normal, frame->key) > 0.0f ? 1.0f : -1.0f;
    piece->key_origin =
        along(bulge(facet, weight, p, side * key_side), piece->normal, key_side * frame->lift);
    piece->sky_origin = along(bulge(facet, weight, p, side), piece->normal, frame->lift);
    piece->albedo = taut_draw_linear(side > 0.0f ? facet->front : facet->back);
    piece->cloth = true;
    piece->sheen = 0.10f;
    piece->gloss = 0.05f;
    piece->shine = 18.0f;
}

static void look_at_capsule(const taut_draw_frame* frame, taut_draw_piece* piece)
{
    const taut_draw* draw = frame->draw;
    const taut_draw_capsule* capsule = &draw->capsules[piece->surface - draw->facet_count];
    taut_vec3 ray = taut_draw_view_ray(&frame->view, piece->x, piece->y);
    float depth = taut_draw_capsule_hit(capsule, frame->view.eye, ray);
    if (depth <= 0.0f) {
        depth = 1.0f / most(piece->inverse_depth, 1e-12f);
    }
    piece->point = along(frame->view.eye, ray, depth);
    taut_vec3 axis = sub(capsule->b, capsule->a);
    float length2 = dot(axis, axis);
    float t = length2 > 0.0f ? clamp01(dot(sub(piece->point, capsule->a), axis) / length2) : 0.0f;
    piece->normal = unit(sub(piece->point, along(capsule->a, axis, t)));
    piece->key_origin = along(piece->point, piece->normal, frame->lift);
    piece->sky_origin = piece->key_origin;
    piece->albedo = taut_draw_linear(capsule->colour);
    piece->sheen = capsule->glossy ? 0.10f : 0.06f;
    piece->gloss = capsule->glossy ? 0.45f : 0.10f;
    piece->shine = capsule->glossy ? 90.0f : 24.0f;
}

static void look_at_floor(const taut_draw_frame* frame, taut_draw_piece* piece)
{
    taut_vec3 ray = taut_draw_view_ray(&frame->view, piece->x, piece->y);
    float drop = frame->draw->floor_y - frame->view.eye.y;
    float depth = ray.y < 0.0f ? drop / ray.y : 1.0f / most(piece->inverse_depth, 1e-12f);
    piece->point = along(frame->view.eye, ray, depth);
    piece->normal = vec(0.0f, 1.0f, 0.0f);
    piece->key_origin = along(piece->point, piece->normal, frame->lift);
    piece->sky_origin = piece->key_origin;
}

static float key_rays(const taut_draw_frame* frame, taut_vec3 origin, const int pixel[2], int first,
                      int count)
{
    int open = 0;
    for (int i = 0; i < count; ++i) {
        float u = 0.0f;
        float v = 0.0f;
        pattern(pixel[0], pixel[1], first + i, &u, &v);
        float x = 0.0f;
        float y = 0.0f;
        to_disc(u, v, &x, &y);
        taut_vec3 way =
            along(along(frame->key, frame->key_u, KEY_WIDTH * x), frame->key_v, KEY_WIDTH * y);
        open += taut_draw_tree_blocks(&frame->tree, origin, way, INFINITY) ? 0 : 1;
    }
    return (float)open;
}

// The part of the key light that arrives. Rays that disagree stand in a half shadow: ask more.
static float key_open(const taut_draw_frame* frame, const taut_draw_piece* piece,
                      const int pixel[2])
{
    if (dot(piece->normal, frame->key) <= 0.0f && !piece->cloth) {
        return 0.0f;
    }
    float open = key_rays(frame, piece->key_origin, pixel, 0, FEW_RAYS);
    if (open == 0.0f || open == (float)FEW_RAYS) {
        return open / (float)FEW_RAYS;
    }
    open += key_rays(frame, piece->key_origin, pixel, FEW_RAYS, MORE_RAYS);
    return open / (float)(FEW_RAYS + MORE_RAYS);
}

// The part of the light from all around that arrives.
static float sky_open(const taut_draw_frame* frame, const taut_draw_piece* piece,
                      const int pixel[2])
{
    taut_vec3 n = piece->normal;
    taut_vec3 helper = fabsf(n.y) < 0.9f ? vec(0.0f, 1.0f, 0.0f) : vec(1.0f, 0.0f, 0.0f);
    taut_vec3 s = unit(cross(n, helper));
    taut_vec3 t = cross(n, s);
    // The floor is one even surface, on which the eye finds every blotch.
    int rays = piece->surface == TAUT_DRAW_FLOOR ? FEW_RAYS : FEW_RAYS / 2;
    int open = 0;
    for (int i = 0; i < rays; ++i) {
        float u = 0.0f;
        float v = 0.0f;
        pattern(pixel[0] + 2, pixel[1] + 1, i, &u, &v);
        float x = 0.0f;
        float y = 0.0f;
        to_disc(u, v, &x, &y);
        taut_vec3 way = along(along(scale(n, sqrtf(most(1.0f - u, 0.0f))), s, x), t, y);
        open += taut_draw_tree_blocks(&frame->tree, piece->sky_origin, way, frame->reach) ? 0 : 1;
    }
    // Even in the deepest fold some light arrives by way of other surfaces.
    return BOUNCED + (1.0f - BOUNCED) * (float)open / (float)rays;
}

// The floor is the backdrop seen through shadow: where nothing stands in the light its colour is
// that of the backdrop, so that it needs no horizon.
static void light_floor(const taut_draw_frame* frame, const taut_draw_piece* piece,
                        taut_draw_pixel* out)
{
    float distance =
        sqrtf(dot(sub(frame->target, frame->view.eye), sub(frame->target, frame->view.eye)));
    float away = sqrtf(dot(sub(piece->point, frame->target), sub(piece->point, frame->target)));
    float fade = smoothstep(0.5f * distance, 3.5f * distance, away);
    taut_vec3 backdrop = taut_draw_backdrop(1.0f - piece->y / (float)frame->view.height);
    taut_vec3 near = vec(0.74f, 0.745f, 0.75f);
    taut_vec3 base = mix(near, backdrop, fade);
    taut_vec3 sky_part = vec(0.30f, 0.33f, 0.37f);
    out->key = tint(scale(base, 1.0f - fade), sub(vec(1.0f, 1.0f, 1.0f), sky_part));
    out->ambient = tint(scale(base, 1.0f - fade), sky_part);
    out->rest = scale(base, fade);
}

static void light_surface(const taut_draw_frame* frame, const taut_draw_piece* piece,
                          taut_draw_pixel* out)
{
    taut_vec3 n = piece->normal;
    taut_vec3 eye = unit(sub(frame->view.eye, piece->point));
    float facing = most(dot(n, eye), 0.0f);
    float to_key = dot(n, frame->key);
    taut_vec3 lit = scale(piece->albedo, most(to_key, 0.0f));
    if (piece->cloth) {
        // Light that falls on the far side of a cloth shines through it a little.
        lit = along(lit, piece->albedo, 0.25f * most(-to_key, 0.0f));
    }
    taut_vec3 half = unit(add(frame->key, eye));
    float glint =
        to_key > 0.0f ? piece->gloss * powf(most(dot(n, half), 0.0f), piece->shine) : 0.0f;
    out->key = tint(add(lit, vec(glint, glint, glint)), key_light);

    taut_vec3 around = mix(ground_light, sky_light, 0.5f + 0.5f * n.y);
    // A weak light from the side opposite the key keeps folds readable where it does not reach.
    taut_vec3 fill = unit(vec(-frame->key.x, 0.25f, -frame->key.z));
    around = along(around, vec(0.20f, 0.20f, 0.21f), most(dot(n, fill), 0.0f));
    float rim = 1.0f - facing;
    float sheen = piece->sheen * rim * rim * rim;
    out->ambient = tint(add(piece->albedo, vec(sheen, sheen, sheen)), around);
    out->rest = vec(0.0f, 0.0f, 0.0f);
}

static void shade_piece(const taut_draw_frame* frame, taut_draw_piece* piece, const int pixel[2],
                        taut_draw_pixel* out)
{
    *out = (taut_draw_pixel){.shadow = 1.0f, .open = 1.0f};
    if (piece->surface == TAUT_DRAW_NOTHING) {
        out->rest = taut_draw_backdrop(1.0f - piece->y / (float)frame->view.height);
        return;
    }
    if (piece->surface == TAUT_DRAW_FLOOR) {
        look_at_floor(frame, piece);
        light_floor(frame, piece, out);
    } else {
        if (piece->surface < frame->draw->facet_count) {
            look_at_facet(frame, piece);
        } else {
            look_at_capsule(frame, piece);
        }
        light_surface(frame, piece, out);
    }
    out->normal = piece->normal;
    out->inverse_depth = piece->inverse_depth;
    out->shadow = key_open(frame, piece, pixel);
    out->open = sky_open(frame, piece, pixel);
}

// Groups the samples of a pixel by surface.
static int gather(const taut_draw_frame* frame, size_t at, const int pixel[2],
                  taut_draw_piece pieces[TAUT_DRAW_SAMPLES])
{
    int count = 1;
    pieces[0] = (taut_draw_piece){.surface = frame->surface[at]};
    for (int i = 0; i < TAUT_DRAW_SAMPLES; ++i) {
        int surface = frame->surface[at + (size_t)i];
        int k = 0;
        while (k < count && pieces[k].surface != surface) {
            ++k;
        }
        if (k == count) {
            pieces[count++] = (taut_draw_piece){.surface = surface};
        }
        taut_vec3 offset = sample_offset(i);
        pieces[k].samples += 1;
        pieces[k].x += offset.x;
        pieces[k].y += offset.y;
        pieces[k].inverse_depth += frame->depth[at + (size_t)i];
    }
    for (int k = 0; k < count; ++k) {
        float part = 1.0f / (float)pieces[k].samples;
        pieces[k].x = pieces[k].x * part + (float)pixel[0];
        pieces[k].y = pieces[k].y * part + (float)pixel[1];
        pieces[k].inverse_depth *= part;
    }
    return count;
}

// True when two parts of a pixel may be smoothed as one surface.
static bool alike(const taut_draw_pixel* a, const taut_draw_pixel* b)
{
    return dot(a->normal, b->normal) > 0.9f &&
           fabsf(a->inverse_depth - b->inverse_depth) < 0.02f * a->inverse_depth;
}

static void shade_pixel(taut_draw_frame* frame, size_t at, const int pixel[2])
{
    taut_draw_piece pieces[TAUT_DRAW_SAMPLES];
    int count = gather(frame, at, pixel, pieces);
    taut_draw_pixel sum = {.smooth = true};
    taut_draw_pixel first = {.smooth = false};
    taut_vec3 finished = vec(0.0f, 0.0f, 0.0f);
    for (int k = 0; k < count; ++k) {
        taut_draw_pixel part;
        shade_piece(frame, &pieces[k], pixel, &part);
        if (k == 0) {
            first = part;
        }
        float weight = (float)pieces[k].samples / (float)TAUT_DRAW_SAMPLES;
        sum.smooth = sum.smooth && part.inverse_depth > 0.0f && alike(&first, &part);
        sum.key = along(sum.key, part.key, weight);
        sum.ambient = along(sum.ambient, part.ambient, weight);
        sum.rest = along(sum.rest, part.rest, weight);
        sum.shadow += weight * part.shadow;
        sum.open += weight * part.open;
        taut_vec3 colour = along(along(part.rest, part.key, part.shadow), part.ambient, part.open);
        finished = along(finished, colour, weight);
    }
    sum.normal = first.normal;
    sum.inverse_depth = first.inverse_depth;
    if (!sum.smooth) {
        sum.rest = finished;
    }
    frame->pixels[(size_t)pixel[1] * (size_t)frame->view.width + (size_t)pixel[0]] = sum;
}

void taut_draw_shade_band(taut_draw_frame* frame, int first_row, int row_count)
{
    size_t at = 0;
    for (int row = first_row; row < first_row + row_count; ++row) {
        for (int column = 0; column < frame->view.width; ++column) {
            int pixel[2] = {column, row};
            shade_pixel(frame, at, pixel);
            at += TAUT_DRAW_SAMPLES;
        }
    }
}
