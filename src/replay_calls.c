// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What each call of record_list.h does when it is replayed.

#include "replay.h"

#include <string.h>

typedef taut_result redo_fn(taut_replay* r, const taut_call* c);

static taut_result redo_none(taut_replay* r, const taut_call* c)
{
    (void)c;
    return taut_world_fail(r->world, TAUT_ERROR_BAD_DATA, "the recording has an unknown call");
}

// Steps and ends are for the loop.
static taut_result redo_step(taut_replay* r, const taut_call* c)
{
    return redo_none(r, c);
}

static taut_result redo_end(taut_replay* r, const taut_call* c)
{
    return redo_none(r, c);
}

static taut_result redo_clock(taut_replay* r, const taut_call* c)
{
    bool possible = c->d >= 0.0 && c->d <= 1.0;
    r->world->accumulator = possible ? c->d : 0.0;
    return taut_call_done(r->world, NULL, c);
}

static taut_result redo_gravity(taut_replay* r, const taut_call* c)
{
    return taut_world_set_gravity(r->world, taut_call_vec3(c, 0));
}

static taut_result redo_shift(taut_replay* r, const taut_call* c)
{
    return taut_world_shift_origin(r->world, taut_call_vec3(c, 0));
}

static taut_result redo_realm(taut_replay* r, const taut_call* c)
{
    r->realm = (uint32_t)c->i[0];
    return TAUT_OK;
}

// That of the call at hand.
static uint32_t take_realm(taut_replay* r)
{
    uint32_t realm = r->realm;
    r->realm = 0;
    return realm;
}

static taut_result redo_create(taut_replay* r, const taut_call* c)
{
    int number = c->i[0];
    const taut_blueprint* blueprint =
        number >= 0 && number < r->blueprint_count ? r->blueprints[number] : NULL;
    if (blueprint == NULL || blueprint->particle_count != c->i[1]) {
        return taut_world_fail(
            r->world, TAUT_ERROR_INVALID,
            "taut_replay_def.blueprints[%d] is not the blueprint of %d particles "
            "that the recording made a body of",
            number, c->i[1]);
    }
    taut_body_def def = taut_body_def_default();
    def.blueprint = blueprint;
    def.offset = taut_call_vec3(c, 0);
    def.velocity = taut_call_vec3(c, 3);
    def.gravity_scale = c->f[6];
    def.drag = c->f[7];
    def.precision = (taut_precision)c->i[2];
    def.collision = (taut_collision_def){
        .enabled = (c->i[3] & 1) != 0,
        .edges = (c->i[3] & 2) != 0,
        .faces = (c->i[3] & 4) != 0,
        .self = (c->i[3] & 8) != 0,
        .others = (c->i[3] & 16) != 0,
        .pair_room = c->i[7],
        .contact_room = c->i[4],
        .filter = {(uint32_t)c->i[5], (uint32_t)c->i[6]},
        .thickness = c->f[8],
        .surface = {c->f[9], c->f[10], c->f[11]},
        .leave_speed = c->f[12],
    };
    def.realm = take_realm(r);
    def.tear = (taut_tear_def){.spare_particles = c->i[8],
                               .most_breaks = c->i[9],
                               .strength = c->f[13],
                               .stretch = c->f[14]};
    taut_body_id id = {0};
    taut_result result = taut_body_create(r->world, &def, &id);
    bool same = id.index1 == c->body.index1 && id.generation == c->body.generation;
    if (result == TAUT_OK && !same) {
        (void)taut_body_destroy(r->world, id);
        return taut_world_fail(r->world, TAUT_ERROR_INVALID,
                               "a body got another id than in the recording: bodies were made or "
                               "destroyed between steps of the replay");
    }
    return result;
}

static taut_result redo_destroy(taut_replay* r, const taut_call* c)
{
    return taut_body_destroy(r->world, c->body);
}

static taut_result redo_gravity_scale(taut_replay* r, const taut_call* c)
{
    return taut_body_set_gravity_scale(r->world, c->body, c->f[0]);
}

static taut_result redo_drag(taut_replay* r, const taut_call* c)
{
    return taut_body_set_drag(r->world, c->body, c->f[0]);
}

static taut_result redo_frozen(taut_replay* r, const taut_call* c)
{
    return taut_body_set_frozen(r->world, c->body, c->i[0] != 0);
}

static taut_result redo_force(taut_replay* r, const taut_call* c)
{
    return taut_body_add_force(r->world, c->body, c->i[0], taut_call_vec3(c, 0));
}

static taut_result redo_impulse(taut_replay* r, const taut_call* c)
{
    return taut_body_add_impulse(r->world, c->body, c->i[0], taut_call_vec3(c, 0));
}

static taut_result redo_pin(taut_replay* r, const taut_call* c)
{
    return taut_body_pin(r->world, c->body, c->i[0]);
}

static taut_result redo_unpin(taut_replay* r, const taut_call* c)
{
    return taut_body_unpin(r->world, c->body, c->i[0]);
}

static taut_result redo_target(taut_replay* r, const taut_call* c)
{
    return taut_body_set_target(r->world, c->body, c->i[0], taut_call_vec3(c, 0));
}

static taut_result redo_grab(taut_replay* r, const taut_call* c)
{
    return taut_body_grab(r->world, c->body, c->i[0]);
}

static taut_result redo_release(taut_replay* r, const taut_call* c)
{
    return taut_body_release(r->world, c->body, c->i[0], (taut_release)c->i[1]);
}

static taut_result redo_wake(taut_replay* r, const taut_call* c)
{
    return taut_body_wake(r->world, c->body);
}

static taut_result redo_mass(taut_replay* r, const taut_call* c)
{
    return taut_body_set_mass(r->world, c->body, c->i[0], c->f[0]);
}

static taut_result redo_teleport(taut_replay* r, const taut_call* c)
{
    taut_teleport to = taut_teleport_default();
    to.move = taut_call_vec3(c, 0);
    to.about = taut_call_vec3(c, 3);
    to.turn = taut_call_quat(c, 6);
    to.motion = (taut_teleport_motion)c->i[0];
    return taut_body_teleport(r->world, c->body, &to);
}

static taut_result redo_settle(taut_replay* r, const taut_call* c)
{
    taut_settle_def def = taut_settle_def_default();
    def.most_steps = c->i[0];
    def.substeps = c->i[1];
    def.unrest = c->f[0];
    def.speed = c->f[1];
    return c->body.index1 != 0 ? taut_body_settle(r->world, c->body, &def, NULL)
                               : taut_world_settle(r->world, &def, NULL);
}

static taut_result redo_attach(taut_replay* r, const taut_call* c)
{
    taut_attachment_def def = taut_attachment_def_default();
    def.body = c->body;
    def.other = c->other;
    def.particle = c->i[0];
    def.target = (taut_attach_target)c->i[1];
    def.other_particle = c->i[2];
    def.triangle = def.link_particle = c->i[3];
    def.collider = (taut_collider_id){c->other.index1, c->other.generation};
    def.place = taut_call_vec3(c, 0);
    memcpy(def.weights, c->f + 3, sizeof def.weights);
    def.length = c->f[6];
    def.compliance = c->f[7];
    def.draw_speed = c->f[8];
    def.strength = c->f[9];
    def.draw_acceleration = c->f[10];
    return taut_attach(r->world, &def, NULL);
}

static taut_attachment_id attachment_of(const taut_call* c)
{
    return (taut_attachment_id){(uint32_t)c->i[0], (uint32_t)c->i[1]};
}

static taut_result redo_detach(taut_replay* r, const taut_call* c)
{
    return taut_detach(r->world, attachment_of(c));
}

static taut_result redo_attach_place(taut_replay* r, const taut_call* c)
{
    return taut_attachment_set_place(r->world, attachment_of(c), taut_call_vec3(c, 0));
}

static taut_result redo_attach_length(taut_replay* r, const taut_call* c)
{
    return taut_attachment_set_length(r->world, attachment_of(c), c->f[0]);
}

static taut_result redo_attach_draw(taut_replay* r, const taut_call* c)
{
    return taut_attachment_set_draw(r->world, attachment_of(c), c->f[0], c->f[1]);
}

static taut_result redo_collider_create(taut_replay* r, const taut_call* c)
{
    taut_collider_def def = taut_collider_def_default();
    def.shape = (taut_shape_kind)c->i[2];
    int number = c->i[3];
    bool baked = def.shape >= TAUT_SHAPE_HULL && def.shape < TAUT_SHAPE_KIND_COUNT;
    if (baked && (number < 0 || number >= r->shape_count)) {
        return taut_world_fail(r->world, TAUT_ERROR_INVALID,
                               "taut_replay_def.shapes has no [%d], which the recording made a "
                               "collider of",
                               number);
    }
    def.baked = baked ? r->shapes[number] : NULL;
    def.filter = (taut_filter){(uint32_t)c->i[4], (uint32_t)c->i[5]};
    def.realm = take_realm(r);
    def.radius = c->f[0];
    def.half_height = c->f[1];
    def.half_size = taut_call_vec3(c, 2);
    def.position = taut_call_vec3(c, 5);
    def.rotation = taut_call_quat(c, 8);
    def.surface = (taut_surface){c->f[12], c->f[13], c->f[14]};
    taut_collider_id id;
    return taut_collider_create(r->world, &def, &id);
}

static taut_collider_id collider_of(const taut_call* c)
{
    return (taut_collider_id){(uint32_t)c->i[0], (uint32_t)c->i[1]};
}

static taut_result redo_collider_destroy(taut_replay* r, const taut_call* c)
{
    return taut_collider_destroy(r->world, collider_of(c));
}

static taut_result redo_collider_move(taut_replay* r, const taut_call* c)
{
    return taut_collider_move(r->world, collider_of(c), taut_call_vec3(c, 0), taut_call_quat(c, 3));
}

static taut_result redo_collider_teleport(taut_replay* r, const taut_call* c)
{
    return taut_collider_teleport(r->world, collider_of(c), taut_call_vec3(c, 0),
                                  taut_call_quat(c, 3));
}

static taut_result redo_collider_surface(taut_replay* r, const taut_call* c)
{
    taut_surface surface = {c->f[0], c->f[1], c->f[2]};
    return taut_collider_set_surface(r->world, collider_of(c), surface);
}

static taut_result redo_collider_filter(taut_replay* r, const taut_call* c)
{
    taut_filter filter = {(uint32_t)c->i[2], (uint32_t)c->i[3]};
    return taut_collider_set_filter(r->world, collider_of(c), filter);
}

static taut_wind_def wind_of(const taut_call* c)
{
    taut_wind_def def = taut_wind_def_default((taut_wind_kind)c->i[1]);
    def.kind = (taut_wind_kind)c->i[1];
    def.seed = (uint32_t)c->i[2];
    def.velocity = taut_call_vec3(c, 0);
    def.strength = c->f[3];
    def.period = c->f[4];
    def.centre = taut_call_vec3(c, 5);
    def.axis = taut_call_vec3(c, 8);
    def.radius = c->f[11];
    def.speed = c->f[12];
    def.size = c->f[13];
    return def;
}

static taut_result redo_winds(taut_replay* r, const taut_call* c)
{
    (void)c;
    return taut_world_set_winds(r->world, NULL, 0);
}

static taut_result redo_add_wind(taut_replay* r, const taut_call* c)
{
    taut_wind_def def = wind_of(c);
    return taut_world_add_wind(r->world, &def, NULL);
}

static taut_result redo_set_wind(taut_replay* r, const taut_call* c)
{
    taut_wind_def def = wind_of(c);
    return taut_world_set_wind(r->world, c->i[0], &def);
}

static taut_result redo_air_density(taut_replay* r, const taut_call* c)
{
    return taut_world_set_air_density(r->world, c->f[0]);
}

static taut_result redo_air(taut_replay* r, const taut_call* c)
{
    taut_air_def def = taut_air_def_default();
    def.enabled = c->i[0] != 0;
    def.drag = c->f[0];
    def.lift = c->f[1];
    def.friction = c->f[2];
    def.rope_drag = c->f[3];
    def.rope_radius = c->f[4];
    return taut_body_set_air(r->world, c->body, &def);
}

static taut_result redo_pressure(taut_replay* r, const taut_call* c)
{
    return taut_body_set_pressure(r->world, c->body, c->i[0], c->f[0]);
}

static taut_result redo_inflate(taut_replay* r, const taut_call* c)
{
    return taut_body_inflate(r->world, c->body, c->i[0], c->f[0]);
}

static taut_result redo_ambient(taut_replay* r, const taut_call* c)
{
    return taut_body_set_ambient(r->world, c->body, c->i[0], c->f[0]);
}

static taut_result redo_leak(taut_replay* r, const taut_call* c)
{
    return taut_body_set_leak(r->world, c->body, c->i[0], c->f[0]);
}

static taut_result redo_rest(taut_replay* r, const taut_call* c)
{
    return taut_body_set_rest(r->world, c->body, c->i[0], c->f[0]);
}

static taut_result redo_compliance(taut_replay* r, const taut_call* c)
{
    return taut_body_set_compliance(r->world, c->body, c->i[0], c->f[0]);
}

static taut_result redo_limits(taut_replay* r, const taut_call* c)
{
    return taut_body_set_limits(r->world, c->body, c->i[0], c->f[0], c->f[1]);
}

static taut_result redo_break(taut_replay* r, const taut_call* c)
{
    return taut_body_break(r->world, c->body, c->i[0]);
}

static taut_result redo_cut(taut_replay* r, const taut_call* c)
{
    taut_blade blade = {taut_call_vec3(c, 0), taut_call_vec3(c, 3), taut_call_vec3(c, 6),
                        taut_call_vec3(c, 9)};
    return taut_world_cut(r->world, &blade, NULL);
}

static taut_result redo_realm_cut(taut_replay* r, const taut_call* c)
{
    taut_blade blade = {taut_call_vec3(c, 0), taut_call_vec3(c, 3), taut_call_vec3(c, 6),
                        taut_call_vec3(c, 9)};
    return taut_world_realm_cut(r->world, (uint32_t)c->i[0], &blade, NULL);
}

static taut_result redo_winch(taut_replay* r, const taut_call* c)
{
    taut_winch_def def = taut_winch_def_default();
    def.body = c->body;
    def.first_particle = c->i[0];
    def.particle_count = c->i[1];
    def.drum = taut_call_vec3(c, 0);
    def.taken = c->f[3];
    taut_winch winch;
    return taut_winch_create(r->world, &def, &winch);
}

taut_result taut_replay_redo(taut_replay* replay, const taut_call* call)
{
    static redo_fn* const table[TAUT_CALL_COUNT] = {[TAUT_CALL_NONE] = redo_none,
#define TAUT_CALL_REDO(name, lower, layout) [TAUT_CALL_##name] = redo_##lower,
                                                    TAUT_CALL_LIST(TAUT_CALL_REDO)
#undef TAUT_CALL_REDO
    };
    return table[call->op](replay, call);
}
