// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A chain: equal weights, equal links, each with a compliance of its own rather than a material's.

#include "make/make.h"

taut_chain_def taut_chain_def_default(void)
{
    return (taut_chain_def){
        .stamp = TAUT_STAMP(taut_chain_def),
        .step = {0.2f, 0.0f, 0.0f},
        .particle_count = 12,
        .particle_mass = 1.0f,
        .pin_start = true,
    };
}

static void check_def(taut_maker* m, const taut_chain_def* def)
{
    check_stamp(m, def->stamp, TAUT_STAMP(taut_chain_def));
    check_finite(m, "start", def->start);
    check_direction(m, "step", def->step);
    check_int(m, "particle_count", def->particle_count, 2, 1000000);
    check_positive(m, "particle_mass", def->particle_mass);
    check_not_negative(m, "compliance", def->compliance);
    check_room(m, "particle_count", def->particle_count);
}

taut_result taut_make_chain(taut_builder* builder, const taut_chain_def* def, taut_part* part)
{
    taut_maker m = maker_open(builder, "taut_chain_def", def);
    if (maker_ok(&m)) {
        check_def(&m, def);
    }
    if (maker_ok(&m)) {
        taut_make_vec start = vec_from(def->start);
        taut_make_vec step = vec_from(def->step);
        taut_make_link link = {
            .rest = vec_length(step),
            .compliance = (double)def->compliance,
            .sides = TAUT_SIDES_BOTH,
            .family = TAUT_FAMILY_STRUCTURAL,
        };
        for (int i = 0; i < def->particle_count && maker_ok(&m); ++i) {
            maker_particle(&m, vec_add(start, step, i), (double)def->particle_mass);
        }
        if (def->pin_start) {
            maker_pin(&m, m.first_particle);
        }
        for (int i = 1; i < def->particle_count && maker_ok(&m); ++i) {
            maker_link(&m, m.first_particle + i - 1, m.first_particle + i, &link);
        }
    }
    return maker_close(&m, part);
}
