// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Contacts with colliders against what is known of friction and weight.

#include <math.h>

#include "verify/verify.h"

#define GRAVITY 9.81
#define PI 3.14159265358979

// Slope -------------------------------------------------------------------------------------------

// A cube of eight particles, every two of them linked, on a slope of so many degrees: the way it
// slides in half a second after another half to settle.
static double slide(taut_verify* v, double degrees, float friction)
{
    double angle = degrees * PI / 180.0;
    float c = (float)cos(angle), s = (float)sin(angle);
    taut_rig rig = taut_rig_open(v, NULL, 20);
    taut_collider_def plane = taut_collider_def_default();
    plane.shape = TAUT_SHAPE_PLANE;
    plane.rotation = taut_quat_between((taut_vec3){0.0f, 1.0f, 0.0f}, (taut_vec3){-s, c, 0.0f});
    plane.surface.friction = plane.surface.static_friction = friction;
    taut_collider_id id;
    taut_rig_check(&rig, taut_collider_create(rig.world, &plane, &id));
    for (int i = 0; i < 8 && !rig.failed; ++i) {
        float x = i & 1 ? 0.2f : 0.0f, y = i & 2 ? 0.205f : 0.005f, z = i & 4 ? 0.2f : 0.0f;
        taut_vec3 at = {c * x - s * y, s * x + c * y, z};
        taut_rig_check(&rig, taut_builder_add_particle(rig.builder, at, 0.1f, NULL));
        for (int j = 0; j < i; ++j) {
            taut_constraint_def link = taut_link(j, i);
            taut_rig_check(&rig, taut_builder_add_constraint(rig.builder, &link, NULL));
        }
    }
    taut_body_def body = taut_body_def_default();
    body.collision.surface.friction = body.collision.surface.static_friction = friction;
    taut_rig_bake(&rig, body);
    taut_rig_run(&rig, 0.5);
    taut_vec3 a = taut_rig_position(&rig, 0);
    taut_rig_run(&rig, 0.5);
    taut_vec3 b = taut_rig_position(&rig, 0);
    taut_rig_close(&rig);
    double x = (double)(b.x - a.x), y = (double)(b.y - a.y);
    return sqrt(x * x + y * y);
}

// The steepest slope on which it stays, between 5 and 60 degrees, to a hundredth of one. Where it
// goes, 0.1 degrees too steep, it slides 2 mm.
void taut_verify_slope(taut_verify* v)
{
    const float frictions[3] = {0.2f, 0.5f, 1.0f};
    for (int i = 0; i < 3; ++i) {
        double low = 5.0, high = 60.0;
        for (int halving = 0; halving < 12; ++halving) {
            double middle = 0.5 * (low + high);
            bool stays = slide(v, middle, frictions[i]) < 1e-3;
            low = stays ? middle : low;
            high = stays ? high : middle;
        }
        taut_verify_row row = {.about = "angle at which a block begins to slide: atan(friction)",
                               .unit = "deg",
                               .expected = atan((double)frictions[i]) * 180.0 / PI,
                               .measured = 0.5 * (low + high),
                               .tolerance = 1.0};
        taut_verify_put(v, row, "friction-%g", (double)frictions[i]);
    }
}

// Capstan -----------------------------------------------------------------------------------------

#define POST 0.1f
#define LINK 0.02
#define HANGS 0.4
#define LEADS 0.1

// A rope with a weight at one end goes up, around a post lying on its side by `angle`, and on to a
// hand.
static int add_rope(taut_rig* rig, double angle, float weight)
{
    double r = (double)POST + 0.005, total = HANGS + r * angle + LEADS;
    int links = (int)(total / LINK);
    for (int i = 0; i <= links && !rig->failed; ++i) {
        double s = total * i / links;
        double turned = (s - HANGS) / r;
        turned = turned < 0.0 ? 0.0 : turned > angle ? angle : turned;
        double before = s < HANGS ? s - HANGS : 0.0;
        double after = s > HANGS + r * angle ? s - HANGS - r * angle : 0.0;
        double x = -r * cos(turned) + after * sin(angle);
        double y = r * sin(turned) + after * cos(angle) + before;
        float mass = i == 0 ? weight : 0.0005f;
        taut_vec3 at = {(float)x, (float)y, 0.0f};
        taut_rig_check(rig, taut_builder_add_particle(rig->builder, at, mass, NULL));
        taut_constraint_def link = taut_link(i - 1, i);
        if (i > 0) {
            taut_rig_check(rig, taut_builder_add_constraint(rig->builder, &link, NULL));
        }
    }
    taut_rig_check(rig, taut_builder_pin(rig->builder, links));
    return links;
}

// The hand pulls at 2 cm/s; mean pull of the last two of six seconds.
static double pull(taut_verify* v, double angle, float friction, float weight)
{
    taut_rig rig = taut_rig_open(v, NULL, 20);
    taut_collider_def post = taut_collider_def_default();
    post.shape = TAUT_SHAPE_CYLINDER;
    post.radius = POST;
    post.rotation = taut_quat_between((taut_vec3){0.0f, 1.0f, 0.0f}, (taut_vec3){0.0f, 0.0f, 1.0f});
    post.surface.friction = post.surface.static_friction = friction;
    taut_collider_id id;
    taut_rig_check(&rig, taut_collider_create(rig.world, &post, &id));
    int hand = add_rope(&rig, angle, weight);
    taut_body_def body = taut_body_def_default();
    body.collision.surface.friction = body.collision.surface.static_friction = friction;
    taut_rig_bake(&rig, body);
    taut_vec3 start = taut_rig_position(&rig, hand);
    double sum = 0.0;
    for (int frame = 1; frame <= 360 && !rig.failed; ++frame) {
        float way = 0.02f * (float)frame / 60.0f;
        taut_vec3 to = {start.x + way * (float)sin(angle), start.y + way * (float)cos(angle), 0.0f};
        taut_rig_check(&rig, taut_body_set_target(rig.world, rig.body, hand, to));
        taut_rig_step(&rig);
        taut_vec3 f = taut_rig_reaction(&rig, hand);
        double force = sqrt((double)(f.x * f.x + f.y * f.y + f.z * f.z));
        sum += frame > 240 ? force : 0.0;
    }
    taut_rig_close(&rig);
    return sum / 120.0;
}

// Euler (1769): the tension grows by e^(friction x angle). The rope bends by 11 degrees at each
// particle, and weighs 10 g where 200 g hang on it, most of that on their side.
void taut_verify_capstan(taut_verify* v)
{
    const double angles[3] = {PI / 2.0, PI, 1.5 * PI};
    for (int i = 0; i < 3; ++i) {
        taut_verify_row row = {.about = "pull over weight, a rope drawn over a post: e^(0.3 angle)",
                               .unit = "",
                               .expected = exp(0.3 * angles[i]),
                               .measured = pull(v, angles[i], 0.3f, 0.2f) / (0.2 * GRAVITY),
                               .tolerance = 0.1,
                               .relative = true};
        taut_verify_put(v, row, "angle-%.0f", angles[i] * 180.0 / PI);
    }
}

// Drape -------------------------------------------------------------------------------------------

#define SIDE 21

// Mean weight of the last second of five on what a cloth of 1 m was dropped on.
static double press(taut_verify* v, taut_shape_kind shape, double* weight)
{
    taut_rig rig = taut_rig_open(v, NULL, 20);
    taut_collider_def support = taut_collider_def_default();
    support.shape = shape;
    support.radius = 0.3f;
    support.half_height = 0.2f;
    support.half_size = (taut_vec3){0.3f, 0.2f, 0.3f};
    taut_collider_id id = {0, 0};
    taut_rig_check(&rig, taut_collider_create(rig.world, &support, &id));
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = SIDE;
    cloth.origin = (taut_vec3){-0.5f, 0.55f, -0.5f};
    taut_rig_check(&rig, taut_make_cloth(rig.builder, &cloth, NULL));
    taut_body_def body = taut_body_def_default();
    body.drag = 1.0f;
    taut_rig_bake(&rig, body);
    taut_rig_run(&rig, 4.0);
    double sum = 0.0;
    *weight = 0.0;
    for (int i = 0; i < SIDE * SIDE && !rig.failed; ++i) {
        *weight += GRAVITY * (double)taut_body_mass(rig.world, rig.body, i);
    }
    for (int frame = 0; frame < 60 && !rig.failed; ++frame) {
        taut_collider_load load = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
        taut_rig_step(&rig);
        taut_rig_check(&rig, taut_collider_reaction(rig.world, id, &load));
        sum -= (double)load.force.y;
    }
    taut_rig_close(&rig);
    return sum / 60.0;
}

void taut_verify_drape(taut_verify* v)
{
    const taut_shape_kind shapes[2] = {TAUT_SHAPE_SPHERE, TAUT_SHAPE_BOX};
    for (int i = 0; i < 2; ++i) {
        double weight = 0.0;
        double measured = press(v, shapes[i], &weight);
        taut_verify_row row = {.about = "what a draped cloth presses its support with: its weight",
                               .unit = "N",
                               .expected = weight,
                               .measured = measured,
                               .tolerance = 0.02,
                               .relative = true};
        taut_verify_put(v, row, "on-a-%s", taut_shape_name(shapes[i]));
    }
}
