// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A human who hangs by one hand, and where his bones are.

#include "guide.h"

int main(void)
{
    taut_world_def world_def = taut_world_def_default();
    taut_world* world = guide_world(&world_def);

    taut_bone_def bones[TAUT_HUMANOID_BONES];
    taut_humanoid_bones(1.75f, 75.0f, bones);
    taut_ragdoll_def def = taut_ragdoll_def_default();
    def.bones = bones;
    def.bone_count = TAUT_HUMANOID_BONES;
    taut_builder* builder = guide_builder();
    taut_ragdoll doll;
    taut_make_ragdoll(builder, &def, &doll);
    taut_builder_pin(builder, doll.bones[TAUT_HUMANOID_LEFT_HAND].end_particle);

    taut_body_def body_def = taut_body_def_default();
    body_def.drag = 2.0f;
    taut_body_id body = guide_put(world, builder, body_def);
    guide_run(world, 600);

    taut_bone_pose pose[TAUT_HUMANOID_BONES];
    taut_ragdoll_pose(world, body, &doll, pose);
    for (int i = 0; i < doll.bone_count; ++i) {
        printf("%-16s at %5.2f m\n", bones[i].name, (double)pose[i].position.y);
    }
    taut_reaction grip;
    taut_body_reaction(world, body, doll.bones[TAUT_HUMANOID_LEFT_HAND].end_particle, &grip);
    printf("the hand holds %.0f N\n", (double)grip.force.y);
    int wrong = guide_expect(fabsf(grip.force.y - 75.0f * 9.81f) < 15.0f, "it holds the weight");
    wrong += guide_expect(pose[TAUT_HUMANOID_RIGHT_FOOT].position.y <
                              pose[TAUT_HUMANOID_HEAD].position.y,
                          "the feet hang below the head");
    taut_world_destroy(world);
    return wrong;
}
