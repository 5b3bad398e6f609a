// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "profile.h"

#include "platform/clock.h"

static double now(const taut_profile* p)
{
    return p->clock != NULL ? p->clock(p->clock_context) : taut_system_seconds();
}

// A clock that stands still, falls or is no number tells nothing.
static void note(taut_profile* p)
{
    double at = now(p);
    double taken = at - p->since;
    if (taken > 0.0 && taken < 1e9) {
        p->times.seconds[p->stage] += taken;
        p->times.whole += taken;
    }
    p->since = at;
}

taut_profile* taut_profile_open(taut_profile* p)
{
    if (!p->on) {
        return NULL;
    }
    p->running = true;
    p->stage = TAUT_STAGE_OPEN;
    p->since = now(p);
    return p;
}

void taut_profile_close(taut_profile* p, bool done)
{
    if (p == NULL) {
        return;
    }
    if (done) {
        note(p);
        p->times.steps += 1;
    }
    p->running = false;
}

void taut_profile_turn(taut_profile* p, taut_stage stage)
{
    note(p);
    p->stage = stage;
}

const char* taut_stage_name(taut_stage stage)
{
    static const char* const names[TAUT_STAGE_COUNT] = {
        [TAUT_STAGE_OPEN] = "open",
        [TAUT_STAGE_COPY] = "copy",
        [TAUT_STAGE_PREDICT] = "predict",
        [TAUT_STAGE_AIR] = "air",
        [TAUT_STAGE_GAS] = "gas",
        [TAUT_STAGE_SWEEP] = "sweep",
        [TAUT_STAGE_LINES] = "lines",
        [TAUT_STAGE_DIRECT] = "direct",
        [TAUT_STAGE_USER] = "user",
        [TAUT_STAGE_CONTACT_FIND] = "contact-find",
        [TAUT_STAGE_CONTACT_SOLVE] = "contact-solve",
        [TAUT_STAGE_PAIR_FIND] = "pair-find",
        [TAUT_STAGE_PAIR_ORDER] = "pair-order",
        [TAUT_STAGE_PAIR_SOLVE] = "pair-solve",
        [TAUT_STAGE_JOIN] = "join",
        [TAUT_STAGE_VELOCITIES] = "velocities",
        [TAUT_STAGE_THREADS] = "threads",
        [TAUT_STAGE_TEAR] = "tear",
        [TAUT_STAGE_CLOSE] = "close",
        [TAUT_STAGE_REPORT] = "report",
    };
    bool known = (int)stage >= 0 && (int)stage < TAUT_STAGE_COUNT;
    return known ? names[stage] : NULL;
}
