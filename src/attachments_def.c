// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What attachments are made from: defs, checked, and hits of queries.

#include <math.h>
#include <string.h>

#include "attachments.h"
#include "world.h"

taut_attachment_def taut_attachment_def_default(void)
{
    return (taut_attachment_def){.stamp = TAUT_STAMP(taut_attachment_def),
                                 .weights = {1.0f / 3.0f, 1.0f / 3.0f, 1.0f / 3.0f},
                                 .link_particle = 1,
                                 .draw_speed = 5.0f,
                                 .draw_acceleration = 5.0f,
                                 .strength = INFINITY};
}

// What a def says --------------------------------------------------------------------------------

taut_result taut_attachment_check_draw(taut_world* world, const char* of, float speed,
                                       float acceleration)
{
    if (!(speed > 0.0f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "%sdraw_speed is %g; it must be > 0 m/s",
                               of, (double)speed);
    }
    if (!(acceleration > 0.0f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "%sdraw_acceleration is %g; it must be > 0 m/s^2", of,
                               (double)acceleration);
    }
    return TAUT_OK;
}

static taut_result check_numbers(taut_world* world, const taut_attachment_def* def)
{
    if (!(def->length >= 0.0f && def->length <= 1e9f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_attachment_def.length is %g; it must lie in 0..1e9 m",
                               (double)def->length);
    }
    if (!(def->compliance >= 0.0f && def->compliance <= 1e9f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_attachment_def.compliance is %g; it must lie in 0..1e9 m/N",
                               (double)def->compliance);
    }
    if (taut_attachment_check_draw(world, "taut_attachment_def.", def->draw_speed,
                                   def->draw_acceleration) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (!(def->strength > 0.0f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_attachment_def.strength is %g; it must be > 0",
                               (double)def->strength);
    }
    return TAUT_OK;
}

static taut_result check_weights(taut_world* world, const float w[3])
{
    float sum = w[0] + w[1] + w[2];
    if (!(w[0] >= 0.0f && w[1] >= 0.0f && w[2] >= 0.0f && fabsf(sum - 1.0f) <= 1e-3f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_attachment_def.weights are %g, %g, %g; they must be >= 0 and "
                               "add up to 1",
                               (double)w[0], (double)w[1], (double)w[2]);
    }
    return TAUT_OK;
}

static taut_result find_surface(taut_world* world, taut_attachment* a)
{
    const taut_blueprint* blueprint = a->other->blueprint;
    int t = a->def.triangle;
    if (t < 0 || t >= blueprint->triangle_count) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_attachment_def.triangle is %d; the body has %d triangles", t,
                               blueprint->triangle_count);
    }
    a->count = 3;
    for (int k = 0; k < 3; ++k) {
        a->particles[k] = blueprint->triangles[3 * t + k];
        a->weights[k] = a->def.weights[k];
    }
    return check_weights(world, a->def.weights);
}

static taut_result find_link(taut_world* world, taut_attachment* a)
{
    const taut_attachment_def* def = &a->def;
    if (taut_world_find_particle(world, def->other, def->link_particle) == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (def->link_particle == def->other_particle) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_attachment_def.link_particle is %d, and so is other_particle: "
                               "that is no link",
                               def->link_particle);
    }
    float w0 = def->weights[0], w1 = def->weights[1];
    if (!(w0 >= 0.0f && w1 >= 0.0f && w0 + w1 > 0.0f) || !isfinite(w0 + w1)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_attachment_def.weights are %g and %g; of a link they must be "
                               ">= 0 and one of them > 0",
                               (double)w0, (double)w1);
    }
    a->count = 2;
    a->particles[1] = def->link_particle;
    a->weights[0] = w0 / (w0 + w1);
    a->weights[1] = w1 / (w0 + w1);
    return TAUT_OK;
}

static taut_result other_realm(taut_world* world, const taut_attachment* a, const char* field,
                               uint32_t realm)
{
    return taut_world_fail(world, TAUT_ERROR_INVALID,
                           "taut_attachment_def.%s is of realm %u, body of realm %u: what is of "
                           "different realms cannot be attached",
                           field, (unsigned)realm, (unsigned)a->body->realm);
}

static taut_result find_place(taut_world* world, taut_attachment* a)
{
    const taut_attachment_def* def = &a->def;
    a->from = a->place = def->place;
    if (def->target == TAUT_ATTACH_COLLIDER && !taut_collider_valid(world, def->collider)) {
        return taut_world_fail(
            world, TAUT_ERROR_INVALID,
            "taut_attachment_def.collider {%u, %u} names no collider of this world",
            (unsigned)def->collider.index1, (unsigned)def->collider.generation);
    }
    uint32_t realm = def->target == TAUT_ATTACH_COLLIDER
                         ? world->colliders.items[def->collider.index1 - 1].realm
                         : TAUT_REALM_ALL;
    if (!taut_realm_same(realm, a->body->realm)) {
        return other_realm(world, a, "collider", realm);
    }
    return taut_world_check_place(world, "taut_attachment_def.place", def->place);
}

// Fills in what holds the particle.
static taut_result find_holder(taut_world* world, taut_attachment* a)
{
    const taut_attachment_def* def = &a->def;
    if (taut_attachment_stands(a)) {
        return find_place(world, a);
    }
    bool surface = def->target == TAUT_ATTACH_SURFACE;
    a->other = !surface ? taut_world_find_particle(world, def->other, def->other_particle)
                        : taut_world_find(world, def->other);
    if (a->other == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (a->other->realm != a->body->realm) {
        return other_realm(world, a, "other", a->other->realm);
    }
    a->count = 1;
    a->particles[0] = def->other_particle;
    a->weights[0] = 1.0f;
    if ((surface && find_surface(world, a) != TAUT_OK) ||
        (def->target == TAUT_ATTACH_LINK && find_link(world, a) != TAUT_OK)) {
        return TAUT_ERROR_INVALID;
    }
    for (int k = 0; k < a->count; ++k) {
        if (a->other == a->body && a->particles[k] == def->particle) {
            return taut_world_fail(world, TAUT_ERROR_INVALID,
                                   "particle %d cannot be attached to itself", def->particle);
        }
    }
    return TAUT_OK;
}

taut_result taut_attachment_check(taut_world* world, const taut_attachment_def* def,
                                  taut_attachment* a)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_attachment_def)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_attachment_def.stamp is wrong: start from "
                               "taut_attachment_def_default()");
    }
    taut_solver_kind kind = world->def.solver.kind;
    if (kind != TAUT_SOLVER_XPBD && kind != TAUT_SOLVER_VERLET) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "a %s world knows no attachments",
                               taut_solver_name(kind));
    }
    if ((int)def->target < 0 || def->target >= TAUT_ATTACH_COUNT) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_attachment_def.target is %d; it is no taut_attach_target",
                               (int)def->target);
    }
    *a = (taut_attachment){.live = true, .def = *def};
    a->body = taut_world_find_particle(world, def->body, def->particle);
    if (a->body == NULL || check_numbers(world, def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    a->realm = a->body->realm;
    return find_holder(world, a);
}

// Hits --------------------------------------------------------------------------------------------

// What a hit says of what holds.
static taut_result fill_from_hit(taut_world* world, const taut_hit* hit, taut_attachment_def* def)
{
    static const taut_attach_target targets[TAUT_HIT_KIND_COUNT] = {
        [TAUT_HIT_TRIANGLE] = TAUT_ATTACH_SURFACE,
        [TAUT_HIT_LINK] = TAUT_ATTACH_LINK,
        [TAUT_HIT_PARTICLE] = TAUT_ATTACH_PARTICLE,
        [TAUT_HIT_COLLIDER] = TAUT_ATTACH_COLLIDER,
    };
    if ((int)hit->kind < 0 || hit->kind >= TAUT_HIT_KIND_COUNT) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_hit.kind is %d; it is no taut_hit_kind", (int)hit->kind);
    }
    def->target = targets[hit->kind];
    def->other = hit->body;
    def->other_particle = hit->particles[0];
    def->link_particle = hit->particles[1];
    def->triangle = hit->element;
    memcpy(def->weights, hit->weights, sizeof def->weights);
    def->collider = hit->collider;
    return TAUT_OK;
}

// Where on a collider a particle lies that a hit brings to it, or where a string ends, in its
// frame.
static taut_vec3 place_on(taut_world* world, const taut_hit* hit, const taut_attachment_def* def)
{
    const taut_body* body = def->length > 0.0f ? NULL : taut_world_peek(world, def->body);
    const taut_collider* c = &world->colliders.items[hit->collider.index1 - 1];
    float off = body != NULL ? body->collision.thickness : 0.0f;
    taut_pose pose = taut_pose_make(c->at, c->turn);
    return taut_pose_in(&pose, taut_vec3_madd(hit->point, off, hit->normal));
}

taut_result taut_attach_hit(taut_world* world, const taut_attachment_def* def, const taut_hit* hit,
                            taut_attachment_id* id)
{
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (def == NULL || def->stamp != TAUT_STAMP(taut_attachment_def)) {
        return taut_attach(world, def, id);  // says why not
    }
    if (hit == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "hit is NULL: nothing to attach to");
    }
    taut_attachment_def filled = *def;
    if (fill_from_hit(world, hit, &filled) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (hit->kind == TAUT_HIT_COLLIDER && taut_collider_valid(world, hit->collider)) {
        filled.place = place_on(world, hit, def);
    }
    return taut_attach(world, &filled, id);
}
