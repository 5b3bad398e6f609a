// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How many substeps the next step takes, where the world chooses.

#pragma once

#include "world.h"

taut_budget_def taut_budget_default(void);
taut_result taut_budget_check(const taut_world_def* def, taut_error* error);

// Whether steps of taut_world_advance() ask taut_budget_choose().
bool taut_budget_chooses(const taut_world* world);

// One step with everything around it: the choice, the meter, the note of what was taken. The report
// begins anew.
// @param substep_count may be TAUT_SUBSTEPS_CHOSEN
taut_result taut_budget_step(taut_world* world, float dt, int substep_count,
                             taut_step_report* report);
