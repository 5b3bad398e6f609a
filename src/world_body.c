// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies in a world: create, destroy, settings.

#include <math.h>
#include <string.h>

#include "pairs.h"
#include "record.h"
#include "tear.h"

taut_body_def taut_body_def_default(void)
{
    return (taut_body_def){.stamp = TAUT_STAMP(taut_body_def),
                           .gravity_scale = 1.0f,
                           .collision = taut_collision_default()};
}

// Creating ----------------------------------------------------------------------------------------

static taut_result check_scale(taut_world* world, const char* what, float value)
{
    if (!(fabsf(value) <= 1e6f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "%s is %g; it must lie in -1e6..1e6",
                               what, (double)value);
    }
    return TAUT_OK;
}

static taut_result check_drag(taut_world* world, const char* what, float drag)
{
    if (!isfinite(drag) || drag < 0.0f) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "%s is %g; it must be finite and >= 0",
                               what, (double)drag);
    }
    return TAUT_OK;
}

static taut_result check_plane(taut_world* world, const taut_blueprint* blueprint)
{
    bool solid = blueprint->sets[TAUT_CONSTRAINT_DIHEDRAL].count > 0 ||
                 blueprint->sets[TAUT_CONSTRAINT_VOLUME].count > 0;
    if (world->def.planar && solid) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "the blueprint has dihedral or volume constraints; they have no "
                               "place in a planar world");
    }
    for (int i = 0; world->def.planar && i < blueprint->particle_count; ++i) {
        if (blueprint->start[i].z != 0.0f) {
            return taut_world_fail(world, TAUT_ERROR_INVALID,
                                   "particle %d of the blueprint has z = %g; in a planar world it "
                                   "must be 0",
                                   i, (double)blueprint->start[i].z);
        }
    }
    return TAUT_OK;
}

static taut_result check_gases(taut_world* world, const taut_blueprint* blueprint)
{
    taut_solver_kind kind = world->def.solver.kind;
    bool able = kind == TAUT_SOLVER_XPBD || kind == TAUT_SOLVER_VERLET;
    if (blueprint->gas_count > 0 && !able) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "the blueprint has a gas; a world of solver %s knows none, only "
                               "xpbd and verlet do",
                               taut_solver_name(kind));
    }
    for (int i = 0; i < blueprint->gas_count; ++i) {
        if (blueprint->gases[i].loop != world->def.planar) {
            return taut_world_fail(world, TAUT_ERROR_INVALID,
                                   "gas %d of the blueprint is enclosed by %s", i,
                                   world->def.planar ? "a surface; in a planar world it must be a "
                                                       "loop"
                                                     : "a loop, which belongs in a planar world");
        }
    }
    return TAUT_OK;
}

static taut_result check_tear(taut_world* world, const taut_body_def* def)
{
    const taut_tear_def* tear = &def->tear;
    int room = TAUT_MAX_PARTICLES - def->blueprint->particle_count;
    if (tear->spare_particles < 0 || tear->spare_particles > room) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_body_def.tear.spare_particles is %d; it must lie in 0..%d",
                               tear->spare_particles, room);
    }
    if (tear->most_breaks < 0 || tear->most_breaks > TAUT_MOST_BREAKS) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_body_def.tear.most_breaks is %d; it must lie in 0..%d",
                               tear->most_breaks, TAUT_MOST_BREAKS);
    }
    if (check_drag(world, "taut_body_def.tear.strength", tear->strength) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    return check_drag(world, "taut_body_def.tear.stretch", tear->stretch);
}

static taut_result check_def(taut_world* world, const taut_body_def* def)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_body_def)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_body_def.stamp is wrong: start from taut_body_def_default()");
    }
    if (def->blueprint == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "taut_body_def.blueprint is NULL");
    }
    if (taut_world_check_place(world, "taut_body_def.offset", def->offset) != TAUT_OK ||
        taut_world_check_vector(world, "taut_body_def.velocity", def->velocity) != TAUT_OK ||
        check_scale(world, "taut_body_def.gravity_scale", def->gravity_scale) != TAUT_OK ||
        check_drag(world, "taut_body_def.drag", def->drag) != TAUT_OK ||
        taut_world_check_collision(world, &def->collision) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (def->realm == TAUT_REALM_ALL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_body_def.realm is TAUT_REALM_ALL; a body is in one realm");
    }
    if ((int)def->precision < 0 || def->precision >= TAUT_PRECISION_COUNT) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_body_def.precision is %d; it is no taut_precision",
                               (int)def->precision);
    }
    if (check_gases(world, def->blueprint) != TAUT_OK || check_tear(world, def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    return check_plane(world, def->blueprint);
}

// Small bodies stay in the nearest cache, where the finer form costs least and ropes are.
#define FINE_UP_TO 1024

static bool wants_fine(const taut_world* world, const taut_body_def* def)
{
    if (world->def.solver.kind != TAUT_SOLVER_XPBD) {
        return false;
    }
    bool small = def->blueprint->particle_count <= FINE_UP_TO;
    return def->precision == TAUT_PRECISION_FINE ||
           (def->precision == TAUT_PRECISION_AUTO && small);
}

// A free slot of the realm, its generation already the new body's; -1 when memory is short.
static int take_slot(taut_world* world, uint32_t realm)
{
    taut_realm_range mine = taut_realms_of(&world->realms, realm);
    for (int i = mine.first; i < mine.end; ++i) {
        if (world->slots[world->realms.items[i].number].body == NULL) {
            return world->realms.items[i].number;
        }
    }
    void* slots = world->slots;
    void* active = world->active;
    bool ok = taut_grow(&world->allocator, &slots, &world->slot_capacity, world->slot_count + 1,
                        sizeof *world->slots);
    world->slots = slots;
    ok = ok && taut_grow(&world->allocator, &active, &world->active_capacity, world->slot_count + 1,
                         sizeof(taut_body*));
    world->active = active;
    if (!ok || !taut_realms_reserve(&world->allocator, &world->realms, world->slot_count + 1)) {
        return -1;
    }
    world->slots[world->slot_count] = (taut_body_slot){.generation = 1, .realm = realm};
    taut_realms_add(&world->realms, realm, world->slot_count);
    return world->slot_count++;
}

static void place_body(taut_body* body, const taut_body_def* def)
{
    for (int i = 0; i < body->particle_count; ++i) {
        taut_float4* x = &body->x[i];
        x->x += def->offset.x;
        x->y += def->offset.y;
        x->z += def->offset.z;
        body->before_x[i] = body->p[i] = body->q[i] = *x;
        if (x->w > 0.0f) {
            body->v[i] = (taut_float4){def->velocity.x, def->velocity.y, def->velocity.z, 0.0f};
        }
        body->before_v[i] = body->v[i];
    }
    body->gravity_scale = def->gravity_scale;
    body->drag = def->drag;
}

static int32_t collision_bits(const taut_collision_def* k)
{
    return k->enabled | k->edges << 1 | k->faces << 2 | k->self << 3 | k->others << 4;
}

static taut_result note_created(taut_world* world, const taut_body_def* def, taut_body_id body)
{
    if (!taut_record_running(world)) {
        world->changes += 1;
        return TAUT_OK;
    }
    int number = taut_record_blueprint(world, def->blueprint);
    if (number < 0) {
        taut_record_lose(world, TAUT_RECORDING_UNKNOWN_PART);
        world->changes += 1;
        return TAUT_OK;
    }
    taut_record_realm(world, def->realm);
    taut_vec3 x = def->offset, v = def->velocity;
    const taut_collision_def* k = &def->collision;
    taut_call call = {
        .op = TAUT_CALL_CREATE,
        .body = body,
        .i = {number, def->blueprint->particle_count, (int32_t)def->precision, collision_bits(k),
              k->contact_room, (int32_t)k->filter.category, (int32_t)k->filter.mask, k->pair_room,
              def->tear.spare_particles, def->tear.most_breaks},
        .f = {x.x, x.y, x.z, v.x, v.y, v.z, def->gravity_scale, def->drag, k->thickness,
              k->surface.friction, k->surface.static_friction, k->surface.restitution,
              k->leave_speed, def->tear.strength, def->tear.stretch}};
    return taut_call_done(world, NULL, &call);
}

// A body with a blueprint of its own, where it can break.
static taut_body* make_own(taut_world* world, const taut_body_def* def, bool fine)
{
    taut_reserve reserve = taut_tear_reserve(def);
    taut_blueprint* own = taut_blueprint_copy(&world->allocator, def->blueprint, &reserve);
    taut_topology* t = own != NULL ? taut_topology_make(&world->allocator, own) : NULL;
    taut_body* made = t != NULL ? taut_body_make(&world->allocator, own, fine) : NULL;
    taut_blueprint_release(own);  // the body holds it, if there is one
    if (made == NULL) {
        taut_topology_free(&world->allocator, t);
        return NULL;
    }
    made->topology = t;
    taut_tear_set_up(&def->tear, own, t);
    return made;
}

static taut_body* make_body(taut_world* world, const taut_body_def* def, bool fine)
{
    if (taut_tear_wants_own(def)) {
        return make_own(world, def, fine);
    }
    // A reference count is the one thing about a blueprint that changes.
    union {
        const taut_blueprint* shared;
        taut_blueprint* counted;
    } blueprint = {def->blueprint};
    return taut_body_make(&world->allocator, blueprint.counted, fine);
}

taut_result taut_body_create(taut_world* world, const taut_body_def* def, taut_body_id* body)
{
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (body == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "body is NULL: nowhere to put its id");
    }
    if (check_def(world, def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    bool fine = wants_fine(world, def);
    taut_body* made = make_body(world, def, fine);
    if (made != NULL) {
        made->run = taut_world_stages(world, fine);
        made->collision = def->collision;
        made->realm = def->realm;
        taut_world_give_air(world, made);
    }
    bool ok =
        made != NULL && taut_world_give_contacts(world, made) && taut_world_reserve(world, made);
    ok = ok && (!taut_body_touches(made) || taut_pairs_reserve(world, made));
    ok = ok && taut_world_give_device(world, made);
    int slot = ok ? take_slot(world, def->realm) : -1;
    if (slot < 0) {
        taut_world_take_device(world, made);
        taut_body_unmake(&world->allocator, made);
        return taut_world_fail(world, TAUT_ERROR_OUT_OF_MEMORY,
                               "no memory for a body of %d particles%s",
                               def->blueprint->particle_count,
                               world->device != NULL ? ", on the host or on the device" : "");
    }
    made->serial = ++world->last_serial;
    place_body(made, def);
    if (made->topology != NULL) {
        taut_tear_name(world, made, taut_world_id(world, slot));
    }
    world->slots[slot].body = made;
    taut_world_count_body(world, made, 1);
    *body = taut_world_id(world, slot);
    return note_created(world, def, *body);
}

taut_result taut_body_destroy(taut_world* world, taut_body_id body)
{
    taut_body* found = taut_world_find_at(world, body, TAUT_STATE_NONE);
    if (found == NULL) {
        return TAUT_ERROR_INVALID;
    }
    taut_body_slot* slot = &world->slots[body.index1 - 1];
    taut_sleep_rouse_around(world, found);
    taut_attachments_drop_body(world, found);
    taut_world_count_body(world, found, -1);
    taut_world_take_device(world, found);
    taut_body_unmake(&world->allocator, found);
    slot->body = NULL;
    slot->generation += slot->generation == UINT32_MAX ? 2 : 1;  // never 0
    return taut_call_done(world, NULL, &(taut_call){.op = TAUT_CALL_DESTROY, .body = body});
}

// Settings ----------------------------------------------------------------------------------------

bool taut_body_valid(const taut_world* world, taut_body_id body)
{
    return taut_world_peek_at(world, body, TAUT_STATE_NONE) != NULL;
}

uint32_t taut_body_realm(const taut_world* world, taut_body_id body)
{
    const taut_body* found = taut_world_peek_at(world, body, TAUT_STATE_NONE);
    return found != NULL ? found->realm : 0;
}

const taut_blueprint* taut_body_blueprint(const taut_world* world, taut_body_id body)
{
    const taut_body* found = taut_world_peek_at(world, body, TAUT_STATE_NONE);
    return found != NULL ? found->blueprint : NULL;
}

taut_result taut_body_set_gravity_scale(taut_world* world, taut_body_id body, float scale)
{
    taut_body* found = taut_world_find_at(world, body, TAUT_STATE_NONE);
    if (found == NULL || check_scale(world, "scale", scale) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    found->gravity_scale = scale;
    taut_call call = {.op = TAUT_CALL_GRAVITY_SCALE, .body = body, .f = {scale}};
    return taut_call_done(world, found, &call);
}

taut_result taut_body_set_drag(taut_world* world, taut_body_id body, float drag)
{
    taut_body* found = taut_world_find_at(world, body, TAUT_STATE_NONE);
    if (found == NULL || check_drag(world, "drag", drag) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    found->drag = drag;
    taut_call call = {.op = TAUT_CALL_DRAG, .body = body, .f = {drag}};
    return taut_call_done(world, found, &call);
}

taut_result taut_body_set_frozen(taut_world* world, taut_body_id body, bool frozen)
{
    taut_body* found = taut_world_find(world, body);
    if (found == NULL) {
        return TAUT_ERROR_INVALID;
    }
    found->frozen = frozen;
    memcpy(found->before_x, found->x, (size_t)found->particle_count * sizeof *found->x);
    taut_call call = {.op = TAUT_CALL_FROZEN, .body = body, .i = {frozen}};
    return taut_call_done(world, found, &call);
}

bool taut_body_frozen(const taut_world* world, taut_body_id body)
{
    const taut_body* found = taut_world_peek_at(world, body, TAUT_STATE_NONE);
    return found != NULL && found->frozen;
}
