// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Adding listed constraints to a builder: defaults, rest values, checks.

#include <math.h>

#include "builder.h"
#include "constraint/evaluate.h"

static taut_family default_family(taut_constraint_kind kind)
{
    static const uint8_t family[TAUT_CONSTRAINT_KIND_COUNT] = {
        [TAUT_CONSTRAINT_VOLUME] = TAUT_FAMILY_OTHER,
        [TAUT_CONSTRAINT_AREA] = TAUT_FAMILY_OTHER,
        [TAUT_CONSTRAINT_DIHEDRAL] = TAUT_FAMILY_BEND,
        [TAUT_CONSTRAINT_ANGLE] = TAUT_FAMILY_BEND,
        [TAUT_CONSTRAINT_CONE] = TAUT_FAMILY_BEND,
        [TAUT_CONSTRAINT_ATTACH] = TAUT_FAMILY_OTHER,
        [TAUT_CONSTRAINT_PULLEY] = TAUT_FAMILY_OTHER,
        [TAUT_CONSTRAINT_SLIDE] = TAUT_FAMILY_OTHER,
        [TAUT_CONSTRAINT_DISTANCE] = TAUT_FAMILY_STRUCTURAL,
        [TAUT_CONSTRAINT_TETHER] = TAUT_FAMILY_OTHER,
    };
    bool known = taut_constraint_kind_info(kind) != NULL;
    return known ? (taut_family)family[kind] : TAUT_FAMILY_OTHER;
}

taut_constraint_def taut_constraint_def_default(taut_constraint_kind kind)
{
    return (taut_constraint_def){
        .stamp = TAUT_STAMP(taut_constraint_def),
        .kind = kind,
        .particles = {-1, -1, -1, -1},
        .rest_from_shape = kind != TAUT_CONSTRAINT_ATTACH,
        .ratio = 1.0f,
        .sides = TAUT_SIDES_BOTH,
        .family = default_family(kind),
    };
}

taut_constraint_def taut_link(int a, int b)
{
    taut_constraint_def def = taut_constraint_def_default(TAUT_CONSTRAINT_DISTANCE);
    def.particles[0] = a;
    def.particles[1] = b;
    return def;
}

// Values a rest may take, by kind. A length of zero has no direction.
bool taut_builder_rest_valid(taut_constraint_kind kind, float rest)
{
    static const struct {
        float low, high;
        bool open;  // low itself is out
    } range[TAUT_CONSTRAINT_KIND_COUNT] = {
        [TAUT_CONSTRAINT_VOLUME] = {-1e27f, 1e27f, false},
        [TAUT_CONSTRAINT_AREA] = {0.0f, 1e18f, true},
        [TAUT_CONSTRAINT_DIHEDRAL] = {-3.1415927f, 3.1415927f, false},
        [TAUT_CONSTRAINT_ANGLE] = {0.0f, 3.1415927f, false},
        [TAUT_CONSTRAINT_CONE] = {0.0f, 3.1415927f, false},
        [TAUT_CONSTRAINT_ATTACH] = {0.0f, 0.0f, false},
        [TAUT_CONSTRAINT_PULLEY] = {0.0f, 1e9f, true},
        [TAUT_CONSTRAINT_SLIDE] = {-1e9f, 1e9f, false},
        [TAUT_CONSTRAINT_DISTANCE] = {0.0f, 1e9f, true},
        [TAUT_CONSTRAINT_TETHER] = {0.0f, 1e9f, true},
    };
    bool low = range[kind].open ? rest > range[kind].low : rest >= range[kind].low;
    return low && rest <= range[kind].high;
}

static taut_result check_number(taut_builder* builder, const char* field, float value)
{
    if (!(value >= 0.0f && value <= 1e9f)) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_constraint_def.%s is %g; it must lie in 0..1e9", field,
                                 (double)value);
    }
    return TAUT_OK;
}

static taut_result check_particles(taut_builder* builder, const taut_constraint_def* def)
{
    int count = taut_constraint_kind_info(def->kind)->particle_count;
    for (int i = 0; i < count; ++i) {
        int particle = def->particles[i];
        if (particle < 0 || particle >= builder->particle_count) {
            return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                     "taut_constraint_def.particles[%d] is %d; the builder has %d "
                                     "particles, counted from 0",
                                     i, particle, builder->particle_count);
        }
        for (int k = 0; k < i; ++k) {
            if (def->particles[k] == particle) {
                return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                         "taut_constraint_def.particles[%d] and [%d] are both %d; "
                                         "they must differ",
                                         k, i, particle);
            }
        }
    }
    return TAUT_OK;
}

static bool may_be_one_sided(taut_constraint_kind kind)
{
    return kind == TAUT_CONSTRAINT_DISTANCE || kind == TAUT_CONSTRAINT_ATTACH ||
           kind == TAUT_CONSTRAINT_PULLEY || kind == TAUT_CONSTRAINT_SLIDE;
}

static taut_result check_play(taut_builder* builder, const taut_constraint_def* def)
{
    if (def->kind == TAUT_CONSTRAINT_TETHER && def->play != 0.0f) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_constraint_def.play is %g; a tether has none, make its rest "
                                 "length longer",
                                 (double)def->play);
    }
    bool pulley = def->kind == TAUT_CONSTRAINT_PULLEY;
    if (!(def->ratio >= 1e-3f && def->ratio <= 1e3f) || (!pulley && def->ratio != 1.0f)) {
        return taut_builder_fail(
            builder, TAUT_ERROR_INVALID,
            "taut_constraint_def.ratio is %g; it must lie in 0.001..1000 for a "
            "pulley and be 1 for all else",
            (double)def->ratio);
    }
    return TAUT_OK;
}

static taut_result check_friction(taut_builder* builder, const taut_constraint_def* def)
{
    bool alone = def->play == 0.0f && def->sides == TAUT_SIDES_BOTH && def->strength == 0.0f &&
                 def->stretch == 0.0f && def->kind != TAUT_CONSTRAINT_TETHER;
    if (def->friction != 0.0f && !alone) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_constraint_def.friction is %g; what has friction has no "
                                 "play, acts on both sides, does not break and is no tether",
                                 (double)def->friction);
    }
    return TAUT_OK;
}

static taut_result check_choices(taut_builder* builder, const taut_constraint_def* def)
{
    if ((int)def->sides < 0 || def->sides >= TAUT_SIDES_COUNT) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_constraint_def.sides is %d; it is no taut_sides",
                                 (int)def->sides);
    }
    if (def->sides != TAUT_SIDES_BOTH && !may_be_one_sided(def->kind)) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_constraint_def.sides is %d; only distance, attach, pulley "
                                 "and slide constraints can act on one side",
                                 (int)def->sides);
    }
    if ((int)def->family < 0 || def->family >= TAUT_FAMILY_COUNT) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_constraint_def.family is %d; it is no taut_family",
                                 (int)def->family);
    }
    if (def->kind == TAUT_CONSTRAINT_TETHER &&
        (def->compliance != 0.0f || def->damping_rate != 0.0f)) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_constraint_def.compliance is %g and damping_rate %g; a "
                                 "tether is rigid and undamped",
                                 (double)def->compliance, (double)def->damping_rate);
    }
    if (def->kind == TAUT_CONSTRAINT_TETHER && (def->strength != 0.0f || def->stretch != 0.0f)) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_constraint_def.strength is %g and stretch %g; a tether does "
                                 "not break",
                                 (double)def->strength, (double)def->stretch);
    }
    if (def->crushes && def->kind != TAUT_CONSTRAINT_DISTANCE) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_constraint_def.crushes is set; only distance constraints "
                                 "are told pull from push");
    }
    return TAUT_OK;
}

static taut_result check_def(taut_builder* builder, const taut_constraint_def* def)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_constraint_def)) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_constraint_def.stamp is wrong: start from "
                                 "taut_constraint_def_default()");
    }
    if (taut_constraint_kind_info(def->kind) == NULL) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_constraint_def.kind is %d; it is no constraint kind",
                                 (int)def->kind);
    }
    if (check_particles(builder, def) != TAUT_OK || check_choices(builder, def) != TAUT_OK ||
        check_number(builder, "compliance", def->compliance) != TAUT_OK ||
        check_number(builder, "damping", def->damping) != TAUT_OK ||
        check_number(builder, "damping_rate", def->damping_rate) != TAUT_OK ||
        check_number(builder, "strength", def->strength) != TAUT_OK ||
        check_number(builder, "stretch", def->stretch) != TAUT_OK ||
        check_number(builder, "play", def->play) != TAUT_OK ||
        check_number(builder, "friction", def->friction) != TAUT_OK ||
        check_play(builder, def) != TAUT_OK || check_friction(builder, def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    return TAUT_OK;
}

static float length_between(taut_float4 a, taut_float4 b)
{
    taut_vec3 d = taut_vec3_sub(taut_vec3_of(a), taut_vec3_of(b));
    return sqrtf(taut_vec3_dot(d, d));
}

// The value the constraint has where its particles are now; false when they lie so that the
// constraint would never have a direction to act in.
static bool measure_rest(const taut_builder* builder, const taut_constraint_def* def, float* rest)
{
    taut_float4 x[TAUT_CONSTRAINT_MAX_PARTICLES] = {{0}};
    int count = taut_constraint_kind_info(def->kind)->particle_count;
    for (int i = 0; i < count; ++i) {
        const taut_built_particle* p = &builder->particles[def->particles[i]];
        x[i] = (taut_float4){p->position.x, p->position.y, p->position.z, 1.0f / p->mass};
    }
    taut_evaluation now = taut_constraint_evaluate(def->kind, x, 0.0f, def->ratio);
    *rest = now.value;
    if (def->kind == TAUT_CONSTRAINT_ANGLE) {  // straight is fine, a segment without length is not
        return length_between(x[0], x[1]) > 0.0f && length_between(x[1], x[2]) > 0.0f;
    }
    if (def->kind == TAUT_CONSTRAINT_CONE) {
        return length_between(x[0], x[1]) > 0.0f && length_between(x[2], x[3]) > 0.0f;
    }
    if (def->kind == TAUT_CONSTRAINT_DIHEDRAL || def->kind == TAUT_CONSTRAINT_SLIDE) {
        return now.live;
    }
    return true;
}

static taut_result find_rest(taut_builder* builder, const taut_constraint_def* def, float* rest)
{
    *rest = def->rest;
    bool measurable = !def->rest_from_shape || measure_rest(builder, def, rest);
    if (!measurable || !taut_builder_rest_valid(def->kind, *rest)) {
        const int* p = def->particles;
        const char* reason = "they lie in one place or on one line";
        if (measurable) {
            reason = *rest == 0.0f ? "without size it has no direction; ATTACH holds particles "
                                     "together"
                                   : "that is out of its range (taut_build.h)";
        }
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "taut_constraint_def.rest %s %g for a %s constraint of particles "
                                 "%d, %d, ...; %s",
                                 def->rest_from_shape ? "measures" : "is", (double)*rest,
                                 taut_constraint_kind_info(def->kind)->name, p[0], p[1], reason);
    }
    return TAUT_OK;
}

taut_result taut_builder_measure(taut_builder* builder, const taut_constraint_def* def,
                                 float* value)
{
    if (builder == NULL || check_def(builder, def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    float now = 0.0f;
    if (value == NULL || !measure_rest(builder, def, &now)) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 value == NULL ? "value is NULL: nowhere to put it"
                                               : "the particles of the taut_constraint_def lie in "
                                                 "one place or on one line: they have no value");
    }
    *value = now;
    return TAUT_OK;
}

taut_result taut_builder_add_constraint(taut_builder* builder, const taut_constraint_def* def,
                                        int* index)
{
    float rest = 0.0f;
    if (builder == NULL || check_def(builder, def) != TAUT_OK ||
        find_rest(builder, def, &rest) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    if (builder->constraint_count >= TAUT_MAX_CONSTRAINTS) {
        return taut_builder_fail(builder, TAUT_ERROR_INVALID,
                                 "a blueprint has at most %d constraints", TAUT_MAX_CONSTRAINTS);
    }
    void* items = builder->constraints;
    if (!taut_grow(&builder->allocator, &items, &builder->constraint_capacity,
                   builder->constraint_count + 1, sizeof *builder->constraints)) {
        return taut_builder_fail(builder, TAUT_ERROR_OUT_OF_MEMORY, "no memory for constraint %d",
                                 builder->constraint_count);
    }
    builder->constraints = items;
    taut_built_constraint built = {
        .particles = {-1, -1, -1, -1},
        .rest = rest,
        .compliance = def->compliance,
        .damping = def->damping,
        .damping_rate = def->damping_rate,
        .strength = def->strength,
        .stretch = def->stretch,
        .play = def->play,
        .friction = def->friction,
        .ratio = def->ratio,
        .kind = (uint8_t)def->kind,
        .sides = (uint8_t)def->sides,
        .family = (uint8_t)def->family,
        .crushes = def->crushes,
    };
    for (int i = 0; i < taut_constraint_kind_info(def->kind)->particle_count; ++i) {
        built.particles[i] = def->particles[i];
    }
    if (index != NULL) {
        *index = builder->constraint_count;
    }
    builder->constraints[builder->constraint_count++] = built;
    return TAUT_OK;
}
