// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "taut/taut_constraints.h"

const taut_constraint_info* taut_constraint_kind_info(taut_constraint_kind kind)
{
    static const taut_constraint_info table[TAUT_CONSTRAINT_KIND_COUNT] = {
#define INFO(NAME, name, particles, moved, unit, about) {#name, about, unit, particles, moved},
        TAUT_CONSTRAINT_LIST(INFO)
#undef INFO
    };
    bool known = (int)kind >= 0 && kind < TAUT_CONSTRAINT_KIND_COUNT;
    return known ? &table[kind] : NULL;
}
