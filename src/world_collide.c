// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Colliders in a world: create, destroy, move, settings, what they carry.

#include <math.h>
#include <string.h>

#include "contacts.h"
#include "record.h"

static const char* const shape_names[TAUT_SHAPE_KIND_COUNT] = {
    "plane", "sphere", "capsule", "box", "cylinder", "hull", "height-field", "mesh"};

const char* taut_shape_name(taut_shape_kind kind)
{
    bool known = (int)kind >= 0 && kind < TAUT_SHAPE_KIND_COUNT;
    return known ? shape_names[kind] : NULL;
}

static taut_surface surface_default(void)
{
    return (taut_surface){.friction = 0.4f};
}

static taut_filter filter_default(void)
{
    return (taut_filter){.category = 1u, .mask = UINT32_MAX};
}

taut_collider_def taut_collider_def_default(void)
{
    return (taut_collider_def){
        .stamp = TAUT_STAMP(taut_collider_def),
        .shape = TAUT_SHAPE_SPHERE,
        .radius = 0.5f,
        .half_height = 0.5f,
        .half_size = {0.5f, 0.5f, 0.5f},
        .rotation = {0.0f, 0.0f, 0.0f, 1.0f},
        .surface = surface_default(),
        .filter = filter_default(),
    };
}

taut_collision_def taut_collision_default(void)
{
    return (taut_collision_def){
        .enabled = true,
        .thickness = 0.005f,
        .surface = surface_default(),
        .filter = filter_default(),
        .leave_speed = 2.0f,
        .edges = true,
        .faces = true,
    };
}

// Checking ----------------------------------------------------------------------------------------

// Sizes from a tenth of a millimetre's hundredth to a million kilometres: their squares are floats.
static taut_result check_size(taut_world* world, const char* what, float size)
{
    if (!(size >= 1e-6f && size <= 1e9f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "%s is %g; it must lie in 1e-6..1e9 m",
                               what, (double)size);
    }
    return TAUT_OK;
}

static taut_result check_surface(taut_world* world, const char* what, const taut_surface* s)
{
    if (!(s->friction >= 0.0f) || !isfinite(s->friction)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "%s.friction is %g; it must be finite and >= 0", what,
                               (double)s->friction);
    }
    bool given = s->static_friction != 0.0f;
    if (given && (!(s->static_friction >= s->friction) || !isfinite(s->static_friction))) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "%s.static_friction is %g; it must be finite and at least friction, "
                               "which is %g, or 0 for 1.25 times that",
                               what, (double)s->static_friction, (double)s->friction);
    }
    if (!(s->restitution >= 0.0f && s->restitution <= 1.0f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "%s.restitution is %g; it must lie in 0..1", what,
                               (double)s->restitution);
    }
    return TAUT_OK;
}

static taut_result check_rotation(taut_world* world, const char* what, taut_quat q)
{
    float length = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(fabsf(length - 1.0f) <= 0.01f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "%s is (%g, %g, %g, %g); it must be of unit length", what,
                               (double)q.x, (double)q.y, (double)q.z, (double)q.w);
    }
    if (world->def.planar && (q.x != 0.0f || q.y != 0.0f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "%s is (%g, %g, %g, %g); in a planar world it turns about z alone",
                               what, (double)q.x, (double)q.y, (double)q.z, (double)q.w);
    }
    return TAUT_OK;
}

static taut_result check_baked(taut_world* world, const taut_collider_def* def)
{
    if (def->baked == NULL || def->baked->kind != def->shape) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_collider_def.baked is %s; a %s needs one of its kind",
                               def->baked == NULL ? "NULL" : taut_shape_name(def->baked->kind),
                               taut_shape_name(def->shape));
    }
    if (world->def.planar) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_collider_def.shape is %s; planar worlds have no baked shapes",
                               taut_shape_name(def->shape));
    }
    return TAUT_OK;
}

static taut_result check_shape(taut_world* world, const taut_collider_def* def)
{
    taut_shape_kind kind = def->shape;
    if (taut_shape_name(kind) == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_collider_def.shape is %d; it is no taut_shape_kind",
                               (int)kind);
    }
    bool tall = kind == TAUT_SHAPE_CAPSULE || kind == TAUT_SHAPE_CYLINDER;
    taut_result result = TAUT_OK;
    if (tall || kind == TAUT_SHAPE_SPHERE) {
        result = check_size(world, "taut_collider_def.radius", def->radius);
    }
    if (tall && result == TAUT_OK) {
        result = check_size(world, "taut_collider_def.half_height", def->half_height);
    }
    const float half[3] = {def->half_size.x, def->half_size.y, def->half_size.z};
    for (int i = 0; i < 3 && kind == TAUT_SHAPE_BOX && result == TAUT_OK; ++i) {
        char what[] = "taut_collider_def.half_size.x";
        what[sizeof what - 2] = (char)('x' + i);
        result = check_size(world, what, half[i]);
    }
    if (kind >= TAUT_SHAPE_HULL && result == TAUT_OK) {
        result = check_baked(world, def);
    }
    return result;
}

static taut_result check_def(taut_world* world, const taut_collider_def* def)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_collider_def)) {
        return taut_world_fail(
            world, TAUT_ERROR_INVALID,
            "taut_collider_def.stamp is wrong: start from taut_collider_def_default()");
    }
    if (check_shape(world, def) != TAUT_OK ||
        taut_world_check_place(world, "taut_collider_def.position", def->position) != TAUT_OK ||
        check_rotation(world, "taut_collider_def.rotation", def->rotation) != TAUT_OK ||
        check_surface(world, "taut_collider_def.surface", &def->surface) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    return TAUT_OK;
}

taut_result taut_world_check_collision(taut_world* world, const taut_collision_def* def)
{
    if (check_size(world, "taut_body_def.collision.thickness", def->thickness) != TAUT_OK ||
        check_surface(world, "taut_body_def.collision.surface", &def->surface) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (!(def->leave_speed > 0.0f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_body_def.collision.leave_speed is %g; it must be > 0",
                               (double)def->leave_speed);
    }
    if (def->contact_room < 0 || def->contact_room > 1 << 24) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_body_def.collision.contact_room is %d; it must lie in 0..2^24",
                               def->contact_room);
    }
    if (def->pair_room < 0 || def->pair_room > 1 << 24) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_body_def.collision.pair_room is %d; it must lie in 0..2^24",
                               def->pair_room);
    }
    return TAUT_OK;
}

// Creating ----------------------------------------------------------------------------------------

static bool knows_colliders(const taut_world* world)
{
    taut_solver_kind kind = world->def.solver.kind;
    return kind == TAUT_SOLVER_XPBD || kind == TAUT_SOLVER_VERLET;
}

// Whether there is, or was, a collider that bodies of a realm meet.
static bool has_colliders(const taut_world* world, uint32_t realm)
{
    taut_realm_meets met = taut_realms_met(&world->colliders.realms, realm);
    return taut_realms_met_count(&met) > 0;
}

bool taut_world_give_contacts(taut_world* world, taut_body* body)
{
    if (!has_colliders(world, body->realm) || body->contacts != NULL || !body->collision.enabled ||
        !knows_colliders(world)) {
        return true;
    }
    body->contacts = taut_contacts_make(&world->allocator, body->blueprint, &body->collision);
    body->contact_bytes = body->contacts != NULL ? body->contacts->bytes : 0;
    return body->contacts != NULL && taut_world_give_device_contacts(world, body);
}

// A free slot of the realm, its generation already the new collider's; -1 when memory is short.
static int take_slot(taut_world* world, uint32_t realm)
{
    taut_collider_set* set = &world->colliders;
    taut_realm_range mine = taut_realms_of(&set->realms, realm);
    for (int i = mine.first; i < mine.end; ++i) {
        if (!set->items[set->realms.items[i].number].used) {
            return set->realms.items[i].number;
        }
    }
    void* items = set->items;
    bool ok =
        taut_grow(&world->allocator, &items, &set->capacity, set->count + 1, sizeof *set->items);
    set->items = items;
    if (!ok || !taut_realms_reserve(&world->allocator, &set->realms, set->count + 1)) {
        return -1;
    }
    set->items[set->count] = (taut_collider){.generation = 1, .realm = realm};
    taut_realms_add(&set->realms, realm, set->count);
    return set->count++;
}

static bool give_contacts_to_all(taut_world* world, uint32_t realm)
{
    const taut_realms* realms = &world->realms;
    taut_realm_range its = realm == TAUT_REALM_ALL ? (taut_realm_range){0, realms->count}
                                                   : taut_realms_of(realms, realm);
    bool ok = true;
    for (int i = its.first; i < its.end && ok; ++i) {
        taut_body* b = world->slots[realms->items[i].number].body;
        ok = b == NULL || taut_world_give_contacts(world, b);
    }
    return ok;
}

static taut_result no_memory(taut_world* world)
{
    return taut_world_fail(world, TAUT_ERROR_OUT_OF_MEMORY, "no memory for a collider");
}

static taut_result note_created(taut_world* world, const taut_collider_def* d, taut_collider_id id)
{
    int shape = taut_record_shape(world, d->baked);
    if (d->shape >= TAUT_SHAPE_HULL && shape < 0) {
        taut_record_lose(world, TAUT_RECORDING_UNKNOWN_PART);
    }
    taut_record_realm(world, d->realm);
    taut_vec3 h = d->half_size, x = d->position;
    taut_quat q = d->rotation;
    taut_call call = {.op = TAUT_CALL_COLLIDER_CREATE,
                      .i = {(int32_t)id.index1, (int32_t)id.generation, (int32_t)d->shape, shape,
                            (int32_t)d->filter.category, (int32_t)d->filter.mask},
                      .f = {d->radius, d->half_height, h.x, h.y, h.z, x.x, x.y, x.z, q.x, q.y, q.z,
                            q.w, d->surface.friction, d->surface.static_friction,
                            d->surface.restitution}};
    return taut_call_done(world, NULL, &call);
}

// Of a collider that is there.
static taut_result done(taut_world* world, taut_call_op op, taut_collider_id id, taut_vec3 v,
                        taut_quat q)
{
    taut_call call = {.op = op,
                      .i = {(int32_t)id.index1, (int32_t)id.generation},
                      .f = {v.x, v.y, v.z, q.x, q.y, q.z, q.w}};
    return taut_call_done(world, NULL, &call);
}

taut_result taut_collider_create(taut_world* world, const taut_collider_def* def,
                                 taut_collider_id* collider)
{
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (collider == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "collider is NULL: nowhere to put its id");
    }
    if (check_def(world, def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    int slot = take_slot(world, def->realm);
    if (slot < 0) {
        return no_memory(world);
    }
    if (!give_contacts_to_all(world, def->realm)) {
        taut_world_learn_colliders(world);  // the list may have grown
        return no_memory(world);
    }
    bool baked = def->shape >= TAUT_SHAPE_HULL;
    taut_collider* c = &world->colliders.items[slot];
    *c = (taut_collider){
        .generation = c->generation,
        .used = true,
        .planar = world->def.planar,
        .kind = def->shape,
        .radius = def->radius,
        .half_height = def->half_height,
        .half_size = def->half_size,
        .shape = baked ? def->baked : NULL,
        .surface = def->surface,
        .filter = def->filter,
        .realm = def->realm,
        .at = def->position,
        .turn = taut_quat_unit(def->rotation),
    };
    if (baked) {
        taut_shape_retain(def->baked);
    }
    ++world->colliders.used;
    taut_world_learn_colliders(world);
    *collider = (taut_collider_id){(uint32_t)slot + 1, c->generation};
    taut_realm_rouse(world, c->realm);
    return note_created(world, def, *collider);
}

static taut_collider* peek(const taut_world* world, taut_collider_id id)
{
    if (world == NULL || id.index1 == 0 || id.index1 > (uint32_t)world->colliders.count) {
        return NULL;
    }
    taut_collider* c = &world->colliders.items[id.index1 - 1];
    return c->used && c->generation == id.generation ? c : NULL;
}

static taut_collider* find(taut_world* world, taut_collider_id id)
{
    taut_collider* c = peek(world, id);
    if (c == NULL && world != NULL) {
        (void)taut_world_fail(world, TAUT_ERROR_INVALID,
                              "collider {%u, %u} names no collider of this world", id.index1,
                              id.generation);
    }
    return c;
}

taut_result taut_collider_destroy(taut_world* world, taut_collider_id collider)
{
    taut_collider* c = find(world, collider);
    if (c == NULL) {
        return TAUT_ERROR_INVALID;
    }
    taut_attachments_drop_collider(world, collider);
    taut_shape_release(c->shape);
    c->shape = NULL;
    c->used = false;
    c->generation += c->generation == UINT32_MAX ? 2 : 1;  // never 0
    --world->colliders.used;
    taut_world_learn_colliders(world);
    taut_realm_rouse(world, c->realm);
    return done(world, TAUT_CALL_COLLIDER_DESTROY, collider, (taut_vec3){0}, (taut_quat){0});
}

void taut_world_free_colliders(taut_world* world)
{
    taut_collider_set* set = &world->colliders;
    for (int i = 0; i < set->count; ++i) {
        taut_shape_release(set->items[i].shape);
    }
    taut_free(&world->allocator, set->items, (size_t)set->capacity * sizeof *set->items);
    taut_realms_free(&world->allocator, &set->realms);
}

bool taut_collider_valid(const taut_world* world, taut_collider_id collider)
{
    return peek(world, collider) != NULL;
}

int taut_world_collider_count(const taut_world* world)
{
    return world != NULL ? world->colliders.used : 0;
}

taut_collider_id taut_world_collider(const taut_world* world, int i)
{
    for (int slot = 0; world != NULL && i >= 0 && slot < world->colliders.count; ++slot) {
        const taut_collider* c = &world->colliders.items[slot];
        if (c->used && i-- == 0) {
            return (taut_collider_id){(uint32_t)slot + 1, c->generation};
        }
    }
    return (taut_collider_id){0, 0};
}

// Moving ------------------------------------------------------------------------------------------

static taut_result check_pose(taut_world* world, taut_vec3 position, taut_quat rotation)
{
    taut_result result = taut_world_check_place(world, "position", position);
    return result != TAUT_OK ? result : check_rotation(world, "rotation", rotation);
}

taut_result taut_collider_move(taut_world* world, taut_collider_id collider, taut_vec3 position,
                               taut_quat rotation)
{
    taut_collider* c = find(world, collider);
    if (c == NULL || check_pose(world, position, rotation) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    c->moves = true;
    c->target_at = position;
    c->target_turn = taut_quat_unit(rotation);
    return done(world, TAUT_CALL_COLLIDER_MOVE, collider, position, rotation);
}

taut_result taut_collider_teleport(taut_world* world, taut_collider_id collider, taut_vec3 position,
                                   taut_quat rotation)
{
    taut_collider* c = find(world, collider);
    if (c == NULL || check_pose(world, position, rotation) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    c->moves = false;
    c->at = position;
    c->turn = taut_quat_unit(rotation);
    taut_attachments_loosen(world, collider);
    taut_realm_rouse(world, c->realm);
    return done(world, TAUT_CALL_COLLIDER_TELEPORT, collider, position, rotation);
}

taut_result taut_collider_set_surface(taut_world* world, taut_collider_id collider,
                                      taut_surface surface)
{
    taut_collider* c = find(world, collider);
    if (c == NULL || check_surface(world, "surface", &surface) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    c->surface = surface;
    taut_realm_rouse(world, c->realm);
    taut_vec3 v = {surface.friction, surface.static_friction, surface.restitution};
    return done(world, TAUT_CALL_COLLIDER_SURFACE, collider, v, (taut_quat){0});
}

taut_result taut_collider_set_filter(taut_world* world, taut_collider_id collider,
                                     taut_filter filter)
{
    taut_collider* c = find(world, collider);
    if (c == NULL) {
        return TAUT_ERROR_INVALID;
    }
    c->filter = filter;
    taut_realm_rouse(world, c->realm);
    taut_call call = {.op = TAUT_CALL_COLLIDER_FILTER,
                      .i = {(int32_t)collider.index1, (int32_t)collider.generation,
                            (int32_t)filter.category, (int32_t)filter.mask}};
    return taut_call_done(world, NULL, &call);
}

// Reading -----------------------------------------------------------------------------------------

taut_result taut_collider_get(taut_world* world, taut_collider_id collider, taut_collider_def* def)
{
    const taut_collider* c = find(world, collider);
    if (c == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (def == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "def is NULL: nowhere to put it");
    }
    *def = (taut_collider_def){
        .stamp = TAUT_STAMP(taut_collider_def),
        .shape = c->kind,
        .radius = c->radius,
        .half_height = c->half_height,
        .half_size = c->half_size,
        .baked = c->shape,
        .position = c->at,
        .rotation = c->turn,
        .surface = c->surface,
        .filter = c->filter,
        .realm = c->realm,
    };
    return TAUT_OK;
}

taut_result taut_collider_reaction(taut_world* world, taut_collider_id collider,
                                   taut_collider_load* load)
{
    const taut_collider* c = find(world, collider);
    if (c == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (load == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "load is NULL: nowhere to put it");
    }
    *load = c->load;
    return TAUT_OK;
}
