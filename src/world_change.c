// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that change at run time: blueprints of their own, parameters, breaking by hand.

#include <math.h>

#include "builder.h"
#include "platform/float_env.h"
#include "record.h"
#include "tear.h"

// Own blueprints ----------------------------------------------------------------------------------

bool taut_body_own_blueprint(taut_world* world, taut_body* body, taut_body_id id)
{
    taut_state_rebuilt(body);
    if (body->topology != NULL) {
        return true;
    }
    taut_reserve none = {.limits = true};
    taut_blueprint* own = taut_blueprint_copy(&world->allocator, body->blueprint, &none);
    taut_topology* t = own != NULL ? taut_topology_make(&world->allocator, own) : NULL;
    if (t == NULL) {
        taut_blueprint_release(own);
        (void)taut_world_fail(world, TAUT_ERROR_OUT_OF_MEMORY,
                              "no memory for a blueprint of the body's own: %d particles and %d "
                              "constraints",
                              body->particle_count, body->blueprint->slot_count);
        return false;
    }
    taut_tear_def plain = {0};
    taut_tear_set_up(&plain, own, t);
    taut_blueprint_release(body->blueprint);
    body->blueprint = own;
    body->topology = t;
    taut_tear_name(world, body, id);
    return true;
}

void taut_tear_name(taut_world* world, taut_body* body, taut_body_id id)
{
    body->topology->id = id;
    body->topology->events = &world->events;
}

// A kind, and its constraints per particle.
static double share_of(const taut_blueprint* p, int kind)
{
    double ends = taut_constraint_kind_info((taut_constraint_kind)kind)->particle_count;
    return ends * p->sets[kind].count / p->particle_count;
}

static bool may_split(const taut_body_def* def)
{
    return def->tear.spare_particles > 0 && def->blueprint->triangle_count > 0;
}

bool taut_tear_wants_own(const taut_body_def* def)
{
    bool limits = def->tear.strength > 0.0f || def->tear.stretch > 0.0f || may_split(def);
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        limits = limits || def->blueprint->sets[kind].any_limits;
    }
    return limits;
}

// A particle that is split keeps about half of its constraints; the others move, and links along
// the tear are doubled. Lanes fill up as long as no two of a batch share a particle.
taut_reserve taut_tear_reserve(const taut_body_def* def)
{
    taut_reserve r = {.limits = true};
    if (!may_split(def)) {
        return r;
    }
    int spare = def->tear.spare_particles;
    r.particles = spare;
    bool solid = def->blueprint->sets[TAUT_CONSTRAINT_VOLUME].count > 0;
    int doubled = solid ? 6 : 2;  // links that lie in the faces of a tear, and along its edges
    r.triangles = solid ? 8 * spare : 0;
    r.slots = doubled * spare;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        if (taut_split_follows(kind) && def->blueprint->sets[kind].count > 0) {
            double moves = 0.75 * share_of(def->blueprint, kind);
            moves += kind == TAUT_CONSTRAINT_DISTANCE ? (double)doubled : 0.0;
            r.batches[kind] = (int)ceil(moves * spare / TAUT_BATCH) + 2 * TAUT_BATCH;
        }
    }
    return r;
}

static void set_body_limits(const taut_tear_def* def, taut_constraint_set* set)
{
    for (int i = 0; i < set->place_count; ++i) {
        bool structural = set->family[i] == TAUT_FAMILY_STRUCTURAL;
        set->strength[i] =
            structural && set->strength[i] == 0.0f ? def->strength : set->strength[i];
        set->stretch[i] = structural && set->stretch[i] <= 0.0f ? def->stretch : set->stretch[i];
    }
}

void taut_tear_set_up(const taut_tear_def* def, taut_blueprint* own, taut_topology* t)
{
    t->splits = own->particle_capacity > own->particle_count;
    int most = t->splits ? 4 : 1;
    t->most_breaks = def->most_breaks > 0 ? def->most_breaks : most;
    if (def->strength > 0.0f || def->stretch > 0.0f) {
        set_body_limits(def, &own->sets[TAUT_CONSTRAINT_DISTANCE]);
    }
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        const taut_constraint_set* set = &own->sets[kind];
        for (int i = 0; i < set->place_count; ++i) {
            t->any_limits = t->any_limits || set->strength[i] != 0.0f || set->stretch[i] > 0.0f;
        }
    }
}

// Parameters --------------------------------------------------------------------------------------

// The body, where it has such a constraint; NULL with the error noted otherwise.
static taut_body* find_constraint(taut_world* world, taut_body_id id, int constraint)
{
    taut_body* b = taut_world_find(world, id);
    if (b != NULL && (constraint < 0 || constraint >= b->blueprint->slot_count)) {
        (void)taut_world_fail(world, TAUT_ERROR_INVALID,
                              "constraint is %d; the body has %d constraints, counted from 0",
                              constraint, b->blueprint->slot_count);
        return NULL;
    }
    return b;
}

static taut_result own_or_fail(taut_world* world, taut_body* b, taut_body_id id)
{
    return taut_body_own_blueprint(world, b, id) ? TAUT_OK : TAUT_ERROR_OUT_OF_MEMORY;
}

taut_result taut_body_set_rest(taut_world* world, taut_body_id body, int constraint, float rest)
{
    taut_body* b = find_constraint(world, body, constraint);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    taut_slot slot = b->blueprint->slots[constraint];
    if (!taut_builder_rest_valid((taut_constraint_kind)slot.kind, rest)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "rest is %g; that is out of the range of a %s constraint "
                               "(taut_build.h)",
                               (double)rest,
                               taut_constraint_kind_info((taut_constraint_kind)slot.kind)->name);
    }
    if (own_or_fail(world, b, body) != TAUT_OK) {
        return TAUT_ERROR_OUT_OF_MEMORY;
    }
    taut_blueprint* own = b->blueprint;
    own->sets[slot.kind].rest[slot.place] = rest;
    bool link = slot.kind == TAUT_CONSTRAINT_DISTANCE;
    int32_t line = link ? b->topology->line_of[slot.place] : -1;
    if (line >= 0 && taut_blueprint_has(own, constraint)) {
        own->lines.rest[line] = rest;
    }
    taut_call call = {.op = TAUT_CALL_REST, .body = body, .i = {constraint}, .f = {rest}};
    return taut_call_done(world, b, &call);
}

static taut_result refuse_tether(taut_world* world, const taut_body* b, int constraint)
{
    if (b->blueprint->slots[constraint].kind == TAUT_CONSTRAINT_TETHER) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "constraint %d is a tether, which is rigid and does not break",
                               constraint);
    }
    return TAUT_OK;
}

static taut_result check_amount(taut_world* world, const char* what, float value)
{
    if (!(value >= 0.0f && value <= 1e9f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "%s is %g; it must lie in 0..1e9", what,
                               (double)value);
    }
    return TAUT_OK;
}

taut_result taut_body_set_compliance(taut_world* world, taut_body_id body, int constraint,
                                     float compliance)
{
    taut_body* b = find_constraint(world, body, constraint);
    if (b == NULL || check_amount(world, "compliance", compliance) != TAUT_OK ||
        refuse_tether(world, b, constraint) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (own_or_fail(world, b, body) != TAUT_OK) {
        return TAUT_ERROR_OUT_OF_MEMORY;
    }
    taut_slot slot = b->blueprint->slots[constraint];
    taut_constraint_set* set = &b->blueprint->sets[slot.kind];
    set->compliance[slot.place] = compliance;
    set->any_soft = set->any_soft || compliance > 0.0f;
    bool link = slot.kind == TAUT_CONSTRAINT_DISTANCE;
    int32_t line = link ? b->topology->line_of[slot.place] : -1;
    if (line >= 0) {
        b->blueprint->lines.compliance[line] = compliance;
    }
    taut_call call = {
        .op = TAUT_CALL_COMPLIANCE, .body = body, .i = {constraint}, .f = {compliance}};
    return taut_call_done(world, b, &call);
}

taut_result taut_body_set_limits(taut_world* world, taut_body_id body, int constraint,
                                 float strength, float stretch)
{
    taut_body* b = find_constraint(world, body, constraint);
    if (b == NULL || check_amount(world, "strength", strength) != TAUT_OK ||
        check_amount(world, "stretch", stretch) != TAUT_OK ||
        refuse_tether(world, b, constraint) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (own_or_fail(world, b, body) != TAUT_OK) {
        return TAUT_ERROR_OUT_OF_MEMORY;
    }
    taut_slot slot = b->blueprint->slots[constraint];
    float* limit = &b->blueprint->sets[slot.kind].strength[slot.place];
    *limit = *limit < 0.0f ? -strength : strength;  // a bar stays one
    b->blueprint->sets[slot.kind].stretch[slot.place] = stretch;
    b->topology->any_limits = b->topology->any_limits || strength > 0.0f || stretch > 0.0f;
    taut_call call = {
        .op = TAUT_CALL_LIMITS, .body = body, .i = {constraint}, .f = {strength, stretch}};
    return taut_call_done(world, b, &call);
}

// Breaking ----------------------------------------------------------------------------------------

taut_result taut_body_break(taut_world* world, taut_body_id body, int constraint)
{
    taut_body* b = find_constraint(world, body, constraint);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (own_or_fail(world, b, body) != TAUT_OK) {
        return TAUT_ERROR_OUT_OF_MEMORY;
    }
    if (taut_blueprint_has(b->blueprint, constraint)) {
        taut_float_env before = taut_float_env_pin();
        (void)taut_tear_break(b, constraint);
        taut_tear_settle(b);
        taut_float_env_restore(before);
    }
    taut_call call = {.op = TAUT_CALL_BREAK, .body = body, .i = {constraint}};
    return taut_call_done(world, b, &call);
}

bool taut_body_broken(const taut_world* world, taut_body_id body, int constraint)
{
    const taut_body* b = taut_world_peek_at(world, body, TAUT_STATE_NONE);
    return b != NULL && constraint >= 0 && constraint < b->blueprint->slot_count &&
           !taut_blueprint_has(b->blueprint, constraint);
}

// Reading -----------------------------------------------------------------------------------------

taut_int_view taut_body_triangles(const taut_world* world, taut_body_id body)
{
    const taut_body* b = taut_world_peek_at(world, body, TAUT_STATE_NONE);
    return b != NULL ? taut_blueprint_triangles(b->blueprint) : (taut_int_view){0};
}

int taut_body_particle_origin(const taut_world* world, taut_body_id body, int particle)
{
    const taut_body* b = taut_world_peek_at(world, body, TAUT_STATE_NONE);
    if (b == NULL || particle < 0 || particle >= b->particle_count) {
        return -1;
    }
    return b->topology != NULL ? b->topology->origin[particle] : particle;
}

// Roots are the least of their piece, and ways to them are halved in passing.
static int root_of(int* piece, int i)
{
    while (piece[i] != i) {
        piece[i] = piece[piece[i]];
        i = piece[i];
    }
    return i;
}

static void join_pieces(const taut_blueprint* p, int number, int* piece)
{
    int32_t at[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(p, p->slots[number], at);
    for (int k = 1; k < TAUT_CONSTRAINT_MAX_PARTICLES && at[k] >= 0; ++k) {
        int a = root_of(piece, at[0]), b = root_of(piece, at[k]);
        piece[a > b ? a : b] = a > b ? b : a;
    }
}

int taut_body_pieces(const taut_world* world, taut_body_id body, int* piece_of, int capacity)
{
    const taut_body* b = taut_world_peek_at(world, body, TAUT_STATE_NONE);
    if (b == NULL || piece_of == NULL || capacity < b->particle_count) {
        return -1;
    }
    const taut_blueprint* p = b->blueprint;
    for (int i = 0; i < b->particle_count; ++i) {
        piece_of[i] = i;
    }
    for (int number = 0; number < p->slot_count; ++number) {
        if (p->slots[number].kind != TAUT_CONSTRAINT_TETHER && taut_blueprint_has(p, number)) {
            join_pieces(p, number, piece_of);
        }
    }
    // Roots come before those that they lead: first all are led straight to theirs, then numbered.
    for (int i = 0; i < b->particle_count; ++i) {
        piece_of[i] = piece_of[piece_of[i]];
    }
    int count = 0;
    for (int i = 0; i < b->particle_count; ++i) {
        piece_of[i] = piece_of[i] == i ? count++ : piece_of[piece_of[i]];
    }
    return count;
}

int taut_body_find_link(const taut_world* world, taut_body_id body, int a, int b)
{
    const taut_body* found = taut_world_peek_at(world, body, TAUT_STATE_NONE);
    int broken = -1;
    for (int number = 0; found != NULL && number < found->blueprint->slot_count; ++number) {
        const taut_blueprint* p = found->blueprint;
        int32_t at[TAUT_CONSTRAINT_MAX_PARTICLES];
        if (p->slots[number].kind != TAUT_CONSTRAINT_DISTANCE) {
            continue;
        }
        taut_blueprint_particles(p, p->slots[number], at);
        if ((at[0] == a && at[1] == b) || (at[0] == b && at[1] == a)) {
            if (taut_blueprint_has(p, number)) {
                return number;
            }
            broken = broken < 0 ? number : broken;
        }
    }
    return broken;
}
