// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Stories that are told twice, on the host and on a device, for tests of what a device takes.

#pragma once

#include <stdlib.h>

#include "cuda/device.h"
#include "support.h"
#include "test.h"

// Of src/cuda/driver_host.cpp.
extern int taut_driver_host_held, taut_driver_host_memory;
extern bool taut_driver_host_spoils;

enum { FRAMES = 8, MOST_BODIES = 8, MOST_TIES = 64 };

typedef struct play {
    taut_world* world;
    taut_body_id ids[MOST_BODIES];
    int count;
    uint64_t seen;   // digest of what calls have said
    uint32_t realm;  // of what is made next
    taut_attachment_id ties[MOST_TIES];
    int tie_count;
    taut_collider_id ball;
} play;

// What happens in a world: bodies are made, and things done before each step.
typedef struct story {
    const char* name;
    void (*begin)(play* p);
    void (*go_on)(play* p, int frame);  // may be NULL
    taut_solver_kind solver;
    bool planar;
    int iterations;  // 0: as the solver has it; below 0: so many, and trees are swept as well
    int substeps;    // 0: 4
    int frames;      // 0: FRAMES
} story;

static inline void see(play* p, float a)
{
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    p->seen = (p->seen ^ bits) * UINT64_C(1099511628211);
}

static inline void add_to(play* p, taut_builder* builder, taut_body_def def)
{
    def.offset.x += 5.0f * (float)p->count;
    def.realm = p->realm;
    p->ids[p->count++] = add_body_def(p->world, builder, def);
}

// A human of 75 kg.
static inline taut_builder* human_builder(float joint_friction)
{
    taut_builder* builder = new_builder();
    taut_ragdoll_def def = taut_ragdoll_def_default();
    taut_ragdoll doll;
    taut_bone_def bones[TAUT_HUMANOID_BONES];
    CHECK(taut_humanoid_bones(1.75f, 75.0f, bones) == TAUT_OK);
    def.bones = bones;
    def.bone_count = TAUT_HUMANOID_BONES;
    def.joint_friction = joint_friction;
    CHECK(taut_make_ragdoll(builder, &def, &doll) == TAUT_OK);
    return builder;
}

static inline uint64_t tell(const story* s, taut_backend_kind backend, long* taken, long* stepped)
{
    taut_world_def def = taut_world_def_default();
    def.solver = taut_solver_def_default(s->solver);
    def.solver.iterations = s->iterations != 0 ? abs(s->iterations) : def.solver.iterations;
    def.solver.direct = def.solver.direct && s->iterations >= 0;
    def.planar = s->planar;
    def.backend = backend;
    play p = {.world = NULL, .seen = 1};
    taut_error error;
    CHECK_MSG(taut_world_create(&def, &p.world, &error) == TAUT_OK, "%s", error.text);
    s->begin(&p);
    int frames = s->frames > 0 ? s->frames : FRAMES;
    for (int frame = 0; frame < frames; ++frame) {
        if (s->go_on != NULL) {
            s->go_on(&p, frame);
        }
        taut_step_report report = {0};
        CHECK(taut_world_step(p.world, 1.0f / 60.0f, s->substeps > 0 ? s->substeps : 4, &report) ==
              TAUT_OK);
        uint32_t usual =
            TAUT_STEP_SPEED_CLAMPED | TAUT_STEP_SPLITS_DROPPED | TAUT_STEP_CONTACTS_DROPPED;
        CHECK_EQ_INT((int)(report.trouble & ~usual), 0);
        see(&p, (float)report.trouble);
        see(&p, (float)report.clamped_count);
        see(&p, (float)report.contact_count);
        see(&p, (float)report.contacts_dropped);
    }
    *taken = p.world->device != NULL ? p.world->device->taken : 0;
    *stepped = (long)frames * p.count;
    uint64_t hash = taut_world_hash(p.world) ^ p.seen;
    taut_world_destroy(p.world);
    return hash;
}

// All bodies in all steps on the device.
static inline void check_stories(const story* stories, size_t count)
{
    taut_driver_host_spoils = true;
    for (size_t i = 0; i < count; ++i) {
        long taken = 0, stepped = 0;
        uint64_t host = tell(&stories[i], TAUT_BACKEND_SCALAR, &taken, &stepped);
        uint64_t device = tell(&stories[i], TAUT_BACKEND_CUDA, &taken, &stepped);
        CHECK_MSG(host == device, "%s: other bits", stories[i].name);
        CHECK_MSG(taken == stepped && stepped > 0, "%s: %ld of %ld bodies taken", stories[i].name,
                  taken, stepped);
    }
    taut_driver_host_spoils = false;
    CHECK_EQ_INT(taut_driver_host_held, 0);
}
