# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

# Every source file of the project, by hand: a file that is not listed here is not built, and
# tools/check_layers.py says so. Paths are relative to the root.

set(TAUT_SOURCES
    src/base/alloc.c
    src/base/error.c
    src/base/hash.c
    src/base/incidence.c
    src/base/radix.c
    src/base/sort.c
    src/platform/clock.c
    src/platform/cpu.c
    src/platform/float_env.c
    src/platform/memory.c
    src/platform/pool.c
    src/math/scalar.c
    src/collide/bvh.c
    src/collide/collider.c
    src/collide/distance.c
    src/collide/distance_baked.c
    src/collide/hull.c
    src/collide/meet.c
    src/collide/pose.c
    src/collide/shape.c
    src/air/field.c
    src/constraint/evaluate.c
    src/constraint/kinds.c
    src/batch.c
    src/seating.c
    src/trees.c
    src/schedule.c
    src/schedule_result.c
    src/lines.c
    src/partition.c
    src/geodesic.c
    src/nearest.c
    src/builder.c
    src/builder_same.c
    src/builder_constraint.c
    src/cook.c
    src/gas.c
    src/blueprint.c
    src/own.c
    src/topology.c
    src/pair_links.c
    src/skin.c
    src/profile.c
    src/base/realms.c
    src/body.c
    src/backend/choose.c
    src/backend/legacy.c
    src/backend/stages.c
    src/backend/work.c
    src/backend/surface.c
    src/backend/air.c
    src/backend/gas.c
    src/backend/direct.c
    src/backend/newton.c
    src/candidates.c
    src/contacts.c
    src/contacts_order.c
    src/contacts_solve.c
    src/touching.c
    src/solver.c
    src/world.c
    src/world_air.c
    src/world_gas.c
    src/world_skin.c
    src/world_body.c
    src/world_collide.c
    src/world_read.c
    src/world_gather.c
    src/world_touch.c
    src/world_change.c
    src/world_debug.c
    src/world_device.c
    src/watch.c
    src/contact_points.c
    src/tear.c
    src/tear_gas.c
    src/split.c
    src/split_solid.c
    src/contacts_torn.c
    src/cut.c
    src/cut_solid.c
    src/query_shapes.c
    src/query.c
    src/query_colliders.c
    src/sleep.c
    src/teleport.c
    src/record.c
    src/snapshot.c
    src/snapshot_body.c
    src/touches.c
    src/snapshot_parts.c
    src/measure.c
    src/truss.c
    src/rig.c
    src/winch.c
    src/meter.c
    src/trial.c
    src/budget.c
    src/memory_use.c
    src/events.c
    src/attachments.c
    src/attachments_def.c
    src/attachments_step.c
    src/groups.c
    src/pairs.c
    src/pairs_find.c
    src/pairs_colour.c
    src/pairs_step.c
    src/pairs_zones.c
    src/crowd.c
    src/knots.c
    src/knots_tie.c
    src/joins.c
    src/frame.c
    src/step.c
    src/step_air.c
    src/step_limits.c
    src/step_trees.c
    src/world_step.c
    src/advance.c
    src/replay.c
    src/replay_calls.c
    src/settle.c
    src/make/material.c
    src/make/mesh.c
    src/make/rope.c
    src/make/chain.c
    src/make/cloth.c
    src/make/mesh_cloth.c
    src/make/net.c
    src/make/soft_material.c
    src/make/lattice.c
    src/make/jelly.c
    src/make/inside.c
    src/make/soft_mesh.c
    src/make/blob.c
    src/make/balloon.c
    src/make/truss.c
    src/make/ragdoll.c
    src/make/ragdoll_check.c
    src/make/ragdoll_joints.c
    src/make/humanoid.c
    src/make/pratt.c
    src/make/footbridge.c
)

# One of these is added to TAUT_SOURCES: see cmake/threads.cmake.
set(TAUT_THREAD_SOURCES_POSIX src/platform/thread_posix.c)
set(TAUT_THREAD_SOURCES_WIN src/platform/thread_win.c)
set(TAUT_THREAD_SOURCES_NONE src/platform/thread_none.c)

# The part that knows of devices: see cmake/cuda.cmake. Tests run the kernels on the host.
set(TAUT_DEVICE_SOURCES_NONE src/cuda/none.c)
set(TAUT_DEVICE_SOURCES_SHARED src/cuda/device.c src/cuda/device_list.c
    src/cuda/device_open.c src/cuda/device_step.c src/cuda/info.c
    src/cuda/crowd_host.c src/cuda/crowd_joins.c src/cuda/crowd_room.c
    src/cuda/gather.c src/cuda/state.c
    src/cuda/colliders.c src/cuda/contacts.c src/cuda/linked.c src/cuda/more.c src/cuda/plan.c
    src/cuda/plan_sheet.c src/cuda/plan_kept.c src/cuda/plan_rows.c src/cuda/post.c
    src/cuda/shape.c)
set(TAUT_DEVICE_SOURCES_CUDA ${TAUT_DEVICE_SOURCES_SHARED}
    src/cuda/driver_cuda.c src/cuda/driver_open.c src/cuda/image.c)
set(TAUT_DEVICE_SOURCES_HOST src/cuda/driver_host.cpp)

# Compiled once per entry of TAUT_BACKENDS, with BACKEND and LANE_WIDTH defined.
set(TAUT_LANE_SOURCES src/backend/lanes.c src/backend/chains.c)

set(TAUT_SCENE_SOURCES
    scenes/balloon.c
    scenes/banner.c
    scenes/blob_2d.c
    scenes/cables.c
    scenes/cape.c
    scenes/chain_12.c
    scenes/chain_curtain.c
    scenes/chandelier.c
    scenes/cloth_100.c
    scenes/cloth_256.c
    scenes/cloth_25x18.c
    scenes/cut_cloth.c
    scenes/cut_jelly.c
    scenes/cut_ropes.c
    scenes/crane.c
    scenes/cloth_fold.c
    scenes/cloth_on_sphere.c
    scenes/damping_energy.c
    scenes/explosions.c
    scenes/fair.c
    scenes/flag.c
    scenes/frame_rate.c
    scenes/suspension_bridge.c
    scenes/ghost.c
    scenes/grapple.c
    scenes/grapple_swing.c
    scenes/half_correction.c
    scenes/hammock.c
    scenes/heavy_curtain.c
    scenes/jelly_stack.c
    scenes/net.c
    scenes/paraglider.c
    scenes/parts.c
    scenes/play.c
    scenes/play_acts.c
    scenes/play_hands.c
    scenes/play_make.c
    scenes/play_material.c
    scenes/play_script.c
    scenes/propagation.c
    scenes/puzzle_2d.c
    scenes/doll.c
    scenes/ragdoll.c
    scenes/ragdoll_net.c
    scenes/ragdoll_stairs.c
    scenes/rope.c
    scenes/rope_1000.c
    scenes/rope_around_post.c
    scenes/runner.c
    scenes/batch.c
    scenes/vary.c
    scenes/sail.c
    scenes/showcase.c
    scenes/solids.c
    scenes/springs_vs_constraints.c
    scenes/stiffness_vs_rate.c
    scenes/stiffness_meter.c
    scenes/structural_only.c
    scenes/substeps_vs_iterations.c
    scenes/tablecloth.c
    scenes/tablecloth_drop.c
    scenes/tear_curtain.c
    scenes/tear_flag.c
    scenes/trampoline.c
    scenes/truck_on_a_rope.c
    scenes/truss_bridge.c
    scenes/tug_of_war.c
    scenes/web_line.c
    scenes/weight_2d.c
    scenes/wrecking_ball.c
)

set(TAUT_VERIFY_SOURCES
    verify/verify.c
    verify/air.c
    verify/bridge.c
    verify/cantilever.c
    verify/chain.c
    verify/conserve.c
    verify/contact.c
    verify/converge.c
    verify/fall.c
    verify/rope.c
    verify/soft.c
    verify/swing.c
)

# cli/main.c apart: the tests link the rest.
set(TAUT_CLI_MAIN cli/main.c)
set(TAUT_CLI_SOURCES
    cli/options.c
    cli/bench_case.c
    cli/bench_show.c
    cli/bench_stand.c
    cli/bench_stages.c
    cli/bench_cuda.c
    cli/bench_cuda_memory.c
    cli/bench_stiffness.c
    cli/bench_stiffness_chain.c
    cli/bench_stiffness_cloth.c
    cli/bench_stiffness_cost.c
    cli/bench_stiffness_loop.c
    cli/bench_stiffness_rig.c
    cli/bench_stiffness_rope.c
    cli/bench_stiffness_swing.c
    cli/bench_stiffness_needed.c
    cli/bench_tear.c
    cli/choices.c
    cli/copies.c
    cli/interrupt.c
    cli/params.c
    cli/cmd_bench.c
    cli/cmd_demo.c
    cli/cmd_doctor.c
    cli/cmd_run.c
    cli/cmd_scenes.c
    cli/cmd_verify.c
    cli/draw.c
    cli/draw_film.c
    cli/draw_raster.c
    cli/draw_ray.c
    cli/draw_shade.c
    cli/draw_tree.c
    cli/json.c
    cli/machine.c
    cli/machine_memory.c
    cli/picture.c
    cli/picture_layout.c
    cli/picture_colliders.c
    cli/picture_props.c
    cli/plot.c
    cli/plot_axis.c
    cli/png.c
    cli/progress.c
    cli/report.c
    cli/script.c
    cli/simulate.c
    cli/summary.c
    cli/tape.c
)

set(TAUT_BITS_SOURCES
    tools/bits/bits.c
    tools/bits/env.c
    tools/bits/quiet.c
    tools/bits/rags.c
)

set(TAUT_WASM_SOURCES
    tools/wasm/cloths.c
    tools/wasm/exports.c
)

set(TAUT_PLAYGROUND_SOURCES
    web/playground/c/figures_exports.c
    web/playground/c/hands_exports.c
    web/playground/c/play_exports.c
    web/playground/c/stage_build.c
    web/playground/c/stage_exports.c
    web/playground/c/stage_fill.c
    web/playground/c/stage_wires.c
    web/playground/c/watch_exports.c
    web/playground/c/watch_specimen.c
)

set(TAUT_WEB_SOURCES
    web/c/exports.c
)

set(TAUT_WEB_THREAD_SOURCES
    web/c/threads.c
)

# tests/test_<topic>.c, one program each.
set(TAUT_TEST_TOPICS
    cuda
    cuda_bench
    cuda_cover
    cuda_copies
    cuda_robust
    cuda_going
    cuda_gather
    cuda_stay
    cuda_parted
    cuda_apart
    cuda_joins
    cuda_post
    cuda_pairs
    cuda_race
    cuda_realms
    cuda_sheets
    cuda_state
    cuda_strays
    cuda_bends
    cuda_contacts
    cuda_tear
    hand
    play
    harness
    attach
    attach_collider
    attach_string
    cut
    soak
    base
    batch
    budget
    cli
    cli_machine
    copies
    collide
    collide_fast
    collide_inside
    bend
    corners
    crowd
    damping
    direct
    direct_bits
    direct_guards
    direct_motion
    geodesic
    golden
    gradient
    hull
    input
    jerk
    limit
    lines
    make
    make_cloth
    make_input
    make_mesh
    math
    measure
    memory
    meter
    misuse
    motion
    order
    platform
    query
    pressure
    ragdoll
    read
    robust
    record
    record_calls
    record_scenes
    realms
    scenes
    shapes
    schedule
    self
    pairs_colour
    pairs_brief
    pairs_zones
    skin
    soft
    soft_mesh
    settle
    sleep
    sleep_touch
    snapshot
    snapshot_again
    snapshot_tears
    solver
    stages
    tangles
    tear
    tear_follow
    tear_random
    tear_solid
    tear_surface
    threads
    touch
    touch_events
    touch_points
    trees
    truss
    verlet
    watch
    wind
    wind_field
    winch
    footbridge
    world
)

# docs/guide/<program>.c, one program each.
set(TAUT_GUIDE_PROGRAMS
    air
    first_rope
    hang_rope
    reach
    cloth
    clock
    stiffness
    plane
    by_hand
    mistakes
)

list(TRANSFORM TAUT_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM TAUT_THREAD_SOURCES_POSIX PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM TAUT_THREAD_SOURCES_WIN PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM TAUT_THREAD_SOURCES_NONE PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM TAUT_LANE_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM TAUT_SCENE_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM TAUT_VERIFY_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM TAUT_CLI_MAIN PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM TAUT_CLI_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM TAUT_BITS_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM TAUT_WASM_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM TAUT_PLAYGROUND_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/")
