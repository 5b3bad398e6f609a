// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "attachments.h"

#include <math.h>

#include "record.h"

// Making and ending -------------------------------------------------------------------------------

static taut_vec3 particle_at(const taut_body* b, int particle)
{
    taut_state_read(b, TAUT_STATE_X);
    return taut_vec3_of(b->x[particle]);
}

taut_vec3 taut_attachment_held_at(const taut_attachment* a)
{
    return particle_at(a->body, a->def.particle);
}

static taut_vec3 holder_at(const taut_world* world, const taut_attachment* a)
{
    if (a->def.target == TAUT_ATTACH_COLLIDER) {
        const taut_collider* c = &world->colliders.items[a->def.collider.index1 - 1];
        taut_pose pose = taut_pose_make(c->at, c->turn);
        return taut_pose_out(&pose, a->def.place);
    }
    taut_vec3 at = a->count > 0 ? (taut_vec3){0.0f, 0.0f, 0.0f} : a->place;
    for (int k = 0; k < a->count; ++k) {
        taut_vec3 x = particle_at(a->other, taut_attachment_holder(a, k));
        at = taut_vec3_add(at, taut_vec3_scale(x, a->weights[k]));
    }
    return at;
}

static float distance_now(const taut_world* world, const taut_attachment* a)
{
    taut_vec3 d = taut_vec3_sub(holder_at(world, a), taut_attachment_held_at(a));
    return sqrtf(taut_vec3_dot(d, d));
}

// A free slot of the realm, -1 when memory is short.
static int take_slot(taut_world* world, uint32_t realm)
{
    taut_attachments* all = &world->attachments;
    taut_realm_range mine = taut_realms_of(&all->realms, realm);
    for (int i = mine.first; i < mine.end; ++i) {
        if (!all->items[all->realms.items[i].number].live) {
            return all->realms.items[i].number;
        }
    }
    void* items = all->items;
    bool ok =
        taut_grow(&world->allocator, &items, &all->capacity, all->count + 1, sizeof *all->items);
    all->items = items;
    if (!ok || !taut_realms_reserve(&world->allocator, &all->realms, all->count + 1) ||
        !taut_groups_enter(world, realm) || !taut_knots_reserve(world, mine.end - mine.first + 1)) {
        return -1;
    }
    all->items[all->count] = (taut_attachment){.generation = 1, .realm = realm};
    taut_realms_add(&all->realms, realm, all->count);
    return all->count++;
}

static bool couple_both(taut_world* world, const taut_attachment* a)
{
    if (!taut_world_couple(world, a->body)) {
        return false;
    }
    if (a->other != NULL && !taut_world_couple(world, a->other)) {
        taut_world_uncouple(a->body);
        return false;
    }
    return true;
}

// In a recording, what holds is the other body or the collider, and where is the triangle or the
// far particle of the link.
static taut_result note_attached(taut_world* world, const taut_attachment* made, int slot)
{
    const taut_attachment_def* def = &made->def;
    bool collider = def->target == TAUT_ATTACH_COLLIDER;
    taut_body_id holder = {def->collider.index1, def->collider.generation};
    int where = def->target == TAUT_ATTACH_LINK ? def->link_particle : def->triangle;
    taut_vec3 at = def->place;
    const float* w = def->weights;
    taut_call call = {.op = TAUT_CALL_ATTACH,
                      .body = def->body,
                      .other = collider ? holder : def->other,
                      .i = {def->particle, (int32_t)def->target, def->other_particle, where,
                            slot + 1, (int32_t)made->generation},
                      .f = {at.x, at.y, at.z, w[0], w[1], w[2], def->length, def->compliance,
                            def->draw_speed, def->strength, def->draw_acceleration}};
    return taut_call_done(world, made->body, &call);
}

taut_result taut_attach(taut_world* world, const taut_attachment_def* def, taut_attachment_id* id)
{
    taut_attachment made;
    if (world == NULL || taut_attachment_check(world, def, &made) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    int slot = take_slot(world, made.realm);
    if (slot < 0 || !couple_both(world, &made)) {
        return taut_world_fail(world, TAUT_ERROR_OUT_OF_MEMORY, "no memory for an attachment");
    }
    taut_world_give_device_joins(world, made.body);
    float apart = distance_now(world, &made);
    made.reach = apart > def->length ? apart : def->length;
    made.asked = def->length;
    made.generation = world->attachments.items[slot].generation;
    world->attachments.items[slot] = made;
    if (id != NULL) {
        *id = (taut_attachment_id){(uint32_t)slot + 1, made.generation};
    }
    taut_body_rouse(made.other);
    return note_attached(world, &made, slot);
}

void taut_attachment_end(taut_attachment* a)
{
    a->live = false;
    a->generation += a->generation == UINT32_MAX ? 2 : 1;  // never 0
    taut_world_uncouple(a->body);
    if (a->other != NULL) {
        taut_world_uncouple(a->other);
    }
    a->body = a->other = NULL;  // they may go, and the slot stays
}

static taut_attachment* peek(const taut_world* world, taut_attachment_id id)
{
    if (world == NULL || id.index1 == 0 || id.index1 > (uint32_t)world->attachments.count) {
        return NULL;
    }
    taut_attachment* a = &world->attachments.items[id.index1 - 1];
    return a->live && a->generation == id.generation ? a : NULL;
}

static taut_attachment* find(taut_world* world, taut_attachment_id id)
{
    taut_attachment* a = peek(world, id);
    if (a == NULL && world != NULL) {
        (void)taut_world_fail(world, TAUT_ERROR_INVALID,
                              "attachment {%u, %u} is not in this world (null, ended or foreign)",
                              (unsigned)id.index1, (unsigned)id.generation);
    }
    return a;
}

// Wakes both ends of an attachment and notes the call that it was.
static taut_result done(taut_world* world, const taut_attachment* a, taut_call_op op,
                        taut_attachment_id id, taut_vec3 v)
{
    taut_body_rouse(a->other);
    taut_call call = {
        .op = op, .i = {(int32_t)id.index1, (int32_t)id.generation}, .f = {v.x, v.y, v.z}};
    return taut_call_done(world, a->body, &call);
}

taut_result taut_detach(taut_world* world, taut_attachment_id id)
{
    taut_attachment* a = find(world, id);
    if (a == NULL) {
        return TAUT_ERROR_INVALID;
    }
    const taut_attachment was = *a;
    taut_attachment_end(a);
    return done(world, &was, TAUT_CALL_DETACH, id, (taut_vec3){0.0f, 0.0f, 0.0f});
}

void taut_attachments_drop_body(taut_world* world, const taut_body* body)
{
    for (int i = 0; i < world->attachments.count; ++i) {
        taut_attachment* a = &world->attachments.items[i];
        if (a->live && (a->body == body || a->other == body)) {
            taut_body_rouse(a->body);
            taut_body_rouse(a->other);
            taut_attachment_end(a);
        }
    }
}

static bool hangs_on(const taut_attachment* a, taut_collider_id collider)
{
    return a->live && a->def.target == TAUT_ATTACH_COLLIDER &&
           a->def.collider.index1 == collider.index1;
}

void taut_attachments_drop_collider(taut_world* world, taut_collider_id collider)
{
    for (int i = 0; i < world->attachments.count; ++i) {
        taut_attachment* a = &world->attachments.items[i];
        if (hangs_on(a, collider)) {
            taut_attachment_end(a);
        }
    }
}

void taut_attachments_loosen(taut_world* world, taut_collider_id collider)
{
    for (int i = 0; i < world->attachments.count; ++i) {
        taut_attachment* a = &world->attachments.items[i];
        float apart = hangs_on(a, collider) ? distance_now(world, a) : 0.0f;
        a->reach = apart > a->reach ? apart : a->reach;
    }
}

void taut_attachments_shift(taut_world* world, taut_vec3 offset)
{
    for (int i = 0; i < world->attachments.count; ++i) {
        taut_attachment* a = &world->attachments.items[i];
        a->from = taut_vec3_sub(a->from, offset);
        a->place = taut_vec3_sub(a->place, offset);
    }
}

void taut_attachments_free(taut_world* world)
{
    taut_attachments* all = &world->attachments;
    taut_free(&world->allocator, all->items, (size_t)all->capacity * sizeof *all->items);
    taut_realms_free(&world->allocator, &all->realms);
}

// Settings and facts ------------------------------------------------------------------------------

bool taut_attachment_valid(const taut_world* world, taut_attachment_id id)
{
    return peek(world, id) != NULL;
}

taut_result taut_attachment_set_place(taut_world* world, taut_attachment_id id, taut_vec3 place)
{
    taut_attachment* a = find(world, id);
    if (a == NULL || taut_world_check_place(world, "place", place) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (a->def.target != TAUT_ATTACH_POINT) {
        return taut_world_fail(
            world, TAUT_ERROR_INVALID, "attachment {%u, %u} is held by a %s, not by a place",
            (unsigned)id.index1, (unsigned)id.generation, a->other != NULL ? "body" : "collider");
    }
    a->place = place;
    return done(world, a, TAUT_CALL_ATTACH_PLACE, id, place);
}

taut_result taut_attachment_set_length(taut_world* world, taut_attachment_id id, float length)
{
    taut_attachment* a = find(world, id);
    if (a == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (!(length >= 0.0f && length <= 1e9f)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "length is %g; it must lie in 0..1e9 m",
                               (double)length);
    }
    a->def.length = length;
    if (length < a->reach && !(a->draw > 0.0f)) {  // slack weighs nothing: it is taken in at once
        float apart = distance_now(world, a);
        float taut = apart < a->reach ? apart : a->reach;
        a->reach = taut > length ? taut : length;
    }
    return done(world, a, TAUT_CALL_ATTACH_LENGTH, id, (taut_vec3){length, 0.0f, 0.0f});
}

taut_result taut_attachment_set_draw(taut_world* world, taut_attachment_id id, float speed,
                                     float acceleration)
{
    taut_attachment* a = find(world, id);
    if (a == NULL || taut_attachment_check_draw(world, "", speed, acceleration) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    a->def.draw_speed = speed;
    a->def.draw_acceleration = acceleration;
    return done(world, a, TAUT_CALL_ATTACH_DRAW, id, (taut_vec3){speed, acceleration, 0.0f});
}

taut_result taut_attachment_get_state(taut_world* world, taut_attachment_id id,
                                      taut_attachment_state* state)
{
    const taut_attachment* a = find(world, id);
    if (a == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (state == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "state is NULL: nowhere to put it");
    }
    *state = (taut_attachment_state){
        .force = a->force, .held = taut_attachment_held_at(a), .holder = holder_at(world, a)};
    return TAUT_OK;
}

// Room for knots ----------------------------------------------------------------------------------

static size_t table_bytes(const taut_knots* k)
{
    return 2 * (size_t)k->table_size * sizeof *k->by_seat;
}

static void give_back(const taut_allocator* allocator, const taut_knots* k)
{
    size_t n = 2 * (size_t)k->capacity;
    taut_free(allocator, k->members, n * sizeof *k->members);
    taut_free(allocator, k->knots, n * sizeof *k->knots);
    taut_free(allocator, k->joins, (size_t)k->capacity * sizeof *k->joins);
    taut_free(allocator, k->by_seat, table_bytes(k));
}

bool taut_knots_reserve(taut_world* world, int count)
{
    const taut_allocator* allocator = &world->allocator;
    const taut_knots* old = &world->knots;
    if (count <= old->capacity) {
        return true;
    }
    taut_knots made = {.capacity = count > 2 * old->capacity ? count : 2 * old->capacity};
    size_t n = 2 * (size_t)made.capacity;
    for (made.table_size = 4; (size_t)made.table_size < n;) {
        made.table_size *= 2;
    }
    made.members = taut_allocate(allocator, n * sizeof *made.members);
    made.knots = taut_allocate(allocator, n * sizeof *made.knots);
    made.joins = taut_allocate(allocator, (size_t)made.capacity * sizeof *made.joins);
    made.by_seat = taut_allocate(allocator, table_bytes(&made));
    if (made.members == NULL || made.knots == NULL || made.joins == NULL || made.by_seat == NULL) {
        give_back(allocator, &made);
        return false;
    }
    made.by_run = made.by_seat + made.table_size;
    taut_knots_free(world);
    world->knots = made;
    return true;
}

void taut_knots_free(taut_world* world)
{
    give_back(&world->allocator, &world->knots);
}

size_t taut_knots_bytes(const taut_world* world)
{
    const taut_knots* k = &world->knots;
    size_t each = 2 * (sizeof *k->members + sizeof *k->knots) + sizeof *k->joins;
    return (size_t)k->capacity * each + table_bytes(k);
}
