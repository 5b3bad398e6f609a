// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Every scene, one line each: X(name) stands for `const taut_scene taut_scene_name` in
// scenes/name.c. Included with X defined, as often as needed: no guard. The order is that of
// `taut scenes`.

X(showcase)

X(chain_12)
X(cloth_25x18)
X(cloth_100)

X(rope)
X(grapple)
X(grapple_swing)
X(web_line)
X(weight_2d)
X(puzzle_2d)
X(cables)
X(net)
X(flag)
X(banner)
X(tablecloth)
X(hammock)
X(trampoline)
X(sail)
X(paraglider)
X(balloon)
X(tear_curtain)
X(tear_flag)
X(cut_ropes)
X(cut_cloth)
X(cut_jelly)

X(jelly_stack)
X(blob_2d)

X(cloth_fold)
X(tablecloth_drop)
X(cloth_on_sphere)
X(cape)
X(rope_around_post)
X(chain_curtain)

X(truck_on_a_rope)
X(tug_of_war)
X(wrecking_ball)
X(chandelier)
X(truss_bridge)
X(suspension_bridge)
X(crane)
X(ragdoll)
X(ragdoll_stairs)
X(ragdoll_net)
X(rope_1000)
X(heavy_curtain)
X(cloth_256)

X(stiffness_meter)
X(frame_rate)
X(stiffness_vs_rate)
X(substeps_vs_iterations)
X(propagation)
X(half_correction)
X(structural_only)
X(damping_energy)
X(springs_vs_constraints)
X(explosions)
