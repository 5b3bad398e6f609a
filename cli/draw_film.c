// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// From light to bytes: shadows are smoothed over neighbours on the same surface, bright light is
// rolled off as film does, the corners darken a little, and the result is encoded for a screen.

#include "draw_parts.h"

// `height` runs from 0 at the bottom of the picture to 1 at the top.
taut_vec3 taut_draw_backdrop(float height)
{
    static const taut_vec3 low = {0.80f, 0.81f, 0.82f};
    static const taut_vec3 high = {0.45f, 0.53f, 0.62f};
    return mix(low, high, smoothstep(0.35f, 1.15f, height));
}

taut_vec3 taut_draw_linear(uint32_t colour)
{
    float part[3];
    for (int i = 0; i < 3; ++i) {
        float s = (float)((colour >> (16 - 8 * i)) & 255u) / 255.0f;
        part[i] = s <= 0.04045f ? s / 12.92f : powf((s + 0.055f) / 1.055f, 2.4f);
    }
    return vec(part[0], part[1], part[2]);
}

// The sRGB curve (IEC 61966-2-1).
static uint8_t encode(float light)
{
    float s = light <= 0.0031308f ? 12.92f * light : 1.055f * powf(light, 1.0f / 2.4f) - 0.055f;
    return (uint8_t)(clamp01(s) * 255.0f + 0.5f);
}

// Straight up to `knee`, then bending towards 1, so that colours keep what the scene gave them.
static float shoulder(float light)
{
    const float knee = 0.70f;
    if (light <= knee) {
        return light;
    }
    float over = (light - knee) / (1.0f - knee);
    return knee + (1.0f - knee) * (1.0f - expf(-over));
}

// Rolls off the brightest part and lets what lies far above it turn towards white.
static taut_vec3 roll_off(taut_vec3 light)
{
    float peak = most(most(light.x, light.y), most(light.z, 1e-6f));
    float mapped = shoulder(peak);
    taut_vec3 out = scale(light, mapped / peak);
    float bleach = 0.6f * (1.0f - mapped / peak);
    return mix(out, vec(mapped, mapped, mapped), bleach);
}

static bool same_surface(const taut_draw_pixel* a, const taut_draw_pixel* b)
{
    return b->smooth && dot(a->normal, b->normal) > 0.85f &&
           fabsf(a->inverse_depth - b->inverse_depth) < 0.03f * a->inverse_depth;
}

// The mean of shadow and occlusion over 5 x 5 pixels of one surface. The outer ring counts half (a
// corner a quarter), which makes the window exactly as wide as the 4 x 4 ray patterns repeat: they
// cancel.
static taut_vec3 smoothed(const taut_draw_frame* frame, int x, int y)
{
    const taut_draw_view* view = &frame->view;
    const taut_draw_pixel* centre = &frame->pixels[(size_t)y * (size_t)view->width + (size_t)x];
    float shadow = 0.0f;
    float open = 0.0f;
    float total = 0.0f;
    for (int j = -2; j <= 2; ++j) {
        for (int i = -2; i <= 2; ++i) {
            if (x + i < 0 || x + i >= view->width || y + j < 0 || y + j >= view->height) {
                continue;
            }
            const taut_draw_pixel* other = centre + (ptrdiff_t)j * view->width + i;
            if (!same_surface(centre, other)) {
                continue;
            }
            float weight = (i == -2 || i == 2 ? 0.5f : 1.0f) * (j == -2 || j == 2 ? 0.5f : 1.0f);
            shadow += weight * other->shadow;
            open += weight * other->open;
            total += weight;
        }
    }
    taut_vec3 light = along(centre->rest, centre->key, shadow / total);
    return along(light, centre->ambient, open / total);
}

static float vignette(const taut_draw_view* view, int x, int y)
{
    float dx = ((float)x + 0.5f - view->cx) / view->cx;
    float dy = ((float)y + 0.5f - view->cy) / view->cy;
    float r2 = 0.5f * (dx * dx + dy * dy);
    return 1.0f - 0.16f * r2 * r2;
}

void taut_draw_develop(const taut_draw_frame* frame, uint8_t* rgb)
{
    const taut_draw_view* view = &frame->view;
    for (int y = 0; y < view->height; ++y) {
        for (int x = 0; x < view->width; ++x) {
            size_t at = (size_t)y * (size_t)view->width + (size_t)x;
            const taut_draw_pixel* pixel = &frame->pixels[at];
            taut_vec3 light = pixel->smooth ? smoothed(frame, x, y) : pixel->rest;
            light = roll_off(scale(light, vignette(view, x, y)));
            rgb[at * 3] = encode(light.x);
            rgb[at * 3 + 1] = encode(light.y);
            rgb[at * 3 + 2] = encode(light.z);
        }
    }
}
