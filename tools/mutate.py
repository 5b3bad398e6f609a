#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Breaks the engine on purpose, one place at a time, and expects `taut verify` or a test to notice.

Each check of verify/list.h has at least one mutation below: a text that occurs exactly once in a
file of src/, and what to put in its place. What changes how a step is walked, not what it computes,
is the affair of a case of tests/, named as CTest does: topic.case. The working tree is copied to a
temporary folder, what is needed is built there once, each check must pass as it stands, and then,
for each mutation, the check it belongs to must fail: `taut verify` with exit code 1, a test with
any but 0.

    tools/mutate.py            all of them
    tools/mutate.py NAME...    those of these checks, cases or topics
    tools/mutate.py --list     what there is
    tools/mutate.py --texts    only whether every text is still there

Prints one line per mutation, `ok` or what went wrong, and exits 1 when one was not noticed.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Check, file, text, replacement, what it means.
MUTATIONS = [
    ("free-fall", "src/backend/integrate.inl",
     "*lo = lane3_sub(t, lane3_sub(sum, x));", "*lo = lane3_sub(t, t);",
     "the rounding of positions is thrown away"),
    ("free-fall", "src/frame.c",
     ".gravity = world->def.gravity,",
     ".gravity = taut_vec3_scale(world->def.gravity, 1.001f),",
     "gravity is a thousandth too strong"),
    ("tangles.tangles_agree_on_any_number_of_threads", "src/constraint/tether.inl",
     "lane_mask held = c->w[1] == zero;", "lane_mask held = c->w[1] >= zero;",
     "a tether goes on acting when its pin is let go"),
    ("unpinned", "src/constraint/distance.inl",
     "c->c = length - c->rest;", "c->c = length - lane_splat(1.0001f) * c->rest;",
     "links want to be longer than they are"),
    ("pendulum", "src/constraint/distance.inl",
     "c->c = length - c->rest;", "c->c = length - lane_splat(1.02f) * c->rest;",
     "a link is 2 % too long"),
    ("pendulum", "src/backend/integrate.inl",
     "return lane3_scale(corrected, keep);",
     "return lane3_scale(corrected, keep * lane_splat(0.99999f));",
     "every substep loses a hundred-thousandth of the velocity"),
    ("terminal-velocity", "src/backend/lane_air.inl",
     "s->h * 0.25f * s->air->density", "s->h * 0.24f * s->air->density",
     "air on triangles is 4 % too thin"),
    ("terminal-velocity", "src/backend/lane_air.inl",
     "s->h * 0.5f * s->air->density", "s->h * 0.48f * s->air->density",
     "air on ropes is 4 % too thin"),
    ("wind.still_air_never_adds_energy", "src/backend/seat_air.inl",
     "w->w[seat] * (float)elements", "w->w[seat] * (float)(elements > 0)",
     "every element takes the whole mass of its corners for itself"),
    ("cuda_race.bodies_of_all_kinds", "src/cuda/air.inl",
     "first + LANE_TEAM < count ? first + LANE_TEAM : count);\n    }\n    team_sync(t);",
     "first + LANE_TEAM < count ? first + LANE_TEAM : count);\n    }",
     "seats gather what the air does to elements that another block may still be at"),
    ("cuda_race.sheets_by_all_kernels", "src/cuda/sheet.inl",
     "    if ((now.two.of[0].ends & TAUT_CUDA_LAST) != 0) {\n        team_sync_block();\n    }\n", "",
     "the next level of links does not wait for this one"),
    ("wind.wind_gives_the_same_bits_on_any_threads_and_backend", "src/backend/lane_air.inl",
     "(i + (j < count ? j : count - 1))", "(i + (j < 3 || j > 3 ? j : 2))",
     "a lane has the element of its neighbour"),
    ("balloon", "src/backend/seat_gas.inl",
     "fresh ? volume + gas->others * hh : volume", "fresh ? volume : volume",
     "the gas expects nothing of the skin"),
    ("balloon", "src/backend/seat_gas.inl",
     "return hh * (gas->amount", "return 1.02 * hh * (gas->amount",
     "the gas presses 2 % too much"),
    ("spring", "src/frame.c",
     "bounded_inverse((double)h * (double)h)", "bounded_inverse((double)h)",
     "compliance over h instead of h^2"),
    ("spring", "src/backend/integrate.inl",
     "return lane3_scale(corrected, keep);",
     "return lane3_scale(corrected, keep * lane_splat(0.9999f));",
     "every substep loses a ten-thousandth of the velocity"),
    ("convergence", "src/backend/integrate.inl",
     "return lane3_madd(d, half_h_sum, acceleration);",
     "return lane3_madd(d, half_h_sum * lane_splat(1.01f), acceleration);",
     "Verlet's acceleration is 1 % too large"),
    ("convergence", "src/constraint/update.inl",
     "lane dl = lane_div(-error, stiffness);",
     "lane dl = lane_div(lane_splat(-0.99f) * error, stiffness);",
     "a projection goes only most of the way"),
    ("spring", "src/constraint/update.inl",
     "r->soft ? stiffness + r->alpha : stiffness;",
     "r->soft ? stiffness + lane_splat(0.98f) * r->alpha : stiffness;",
     "compliance is 2 % too small"),
    ("chain", "src/world_read.c",
     "float scale = -force_scale(b, TAUT_CONSTRAINT_DISTANCE) / (float)b->last_substeps;",
     "float scale = -force_scale(b, TAUT_CONSTRAINT_DISTANCE) / (float)(b->last_substeps + 1);",
     "a reaction is averaged over one substep too many"),
    ("chain-far", "src/world_body.c",
     "bool small = def->blueprint->particle_count <= FINE_UP_TO;", "bool small = false;",
     "small bodies round their positions in the sweep"),
    ("chain-far", "src/world_touch.c",
     "shift_body(world->slots[i].body, offset);", "(void)shift_body;",
     "a shift of the origin leaves positions behind"),
    ("chain-settling", "src/frame.c",
     "b->keep = (float)taut_exp(-(double)b->drag * (double)s->h);",
     "b->keep = (float)taut_exp(-(double)b->drag / 1440.0);",
     "drag per substep, whatever its length"),
    ("chain-shortfall", "src/world_read.c",
     "state->achieved = loaded ? state->force / beyond : NAN;",
     "state->achieved = loaded ? state->asked : NAN;",
     "a link claims to be as stiff as asked"),
    ("chain-shortfall", "src/measure.c",
     "double achieved = force / value * compliance;",
     "double achieved = 0.5 * (1.0 + force / value * compliance);",
     "the mean hides half of the shortfall"),
    ("rubber", "src/make/rope.c",
     ".compliance = rest / (double)def->material.stretch_stiffness,",
     ".compliance = 0.05 / (double)def->material.stretch_stiffness,",
     "a link's compliance does not depend on its length"),
    ("catenary", "src/make/rope.c",
     "        .rest = rest,", "        .rest = 1.01 * rest,",
     "links are 1 % too long"),
    ("catenary", "src/constraint/chain.inl",
     "c->n = lane3_scale(c->e, inverse);",
     "c->n = lane3_scale(c->e, inverse);\n    c->n.y = c->n.y * lane_splat(0.97f);",
     "links pull a little off their direction"),
    ("cantilever", "src/constraint/dihedral.inl",
     "c->g[1] = lane3_scale(na, -length * over_a);",
     "c->g[1] = lane3_scale(na, lane_splat(-1.2f) * length * over_a);",
     "the gradient of one far corner is too large"),
    ("cantilever", "src/make/cloth.c",
     "double width = g->b * g->sine * share(r, g->rows);",
     "double width = g->b * g->sine;",
     "border rows bend as if they stood for a whole cell"),
    ("soft-bar", "src/make/lattice.c",
     ".compliance = 4.0 / (k * around),", ".compliance = 1.0 / k,",
     "links on the border are as stiff as those inside"),
    ("soft-bar", "src/constraint/volume.inl",
     "lane sixth = lane_splat(1.0f / 6.0f);", "lane sixth = lane_splat(1.0f / 5.9f);",
     "the gradient of a volume is too large"),
    ("truss", "src/constraint/slide.inl",
     "c->c = height - c->rest;", "c->c = lane_splat(0.5f) * (height - c->rest) - lane_splat(0.01f);",
     "a roller stands a centimetre too high"),
    ("truss", "src/make/truss.c",
     "0.5 * (double)member->density", "0.6 * (double)member->density",
     "members weigh a fifth too much"),
    ("truss-failure", "src/make/truss.c",
     "(double)member->yield_stress * (double)member->area;",
     "0.9 * (double)member->yield_stress * (double)member->area;",
     "members break at nine tenths of their yield stress"),
    ("winch", "src/winch.c",
     "w->behind = -away;", "w->behind = -0.5f * away;",
     "what comes to the drum is pulled in at once"),
    ("momentum", "src/constraint/lanes.h",
     "    return sum;", "    return lane3_scale(sum, lane_splat(0.99999f));",
     "the gradients of a constraint do not add up to zero"),
    ("pin-impulse", "src/frame.c",
     "b->lo[i] = (taut_float4){0};  // reactions begin anew", "b->lo[i].x *= 1.0f;",
     "reactions pile up from step to step"),
    ("pin-impulse", "src/world_read.c",
     "reaction->force = taut_vec3_add(links, reaction->tether_force);",
     "reaction->force = links;",
     "what tethers carry is left out of the reaction"),
    ("energy", "src/backend/integrate.inl",
     "return lane3_scale(corrected, keep);",
     "return lane3_scale(corrected, keep * lane_splat(1.00001f));",
     "every substep adds to the velocity"),
    ("energy", "src/backend/integrate.inl",
     "return lane3_scale(corrected, keep);",
     "return lane3_scale(corrected, keep * lane_splat(0.99999f));",
     "every substep takes from the velocity"),
    ("slope", "src/contact/response.inl",
     "taut_vec3_scale(wanted, slide * lambda / size);",
     "taut_vec3_scale(wanted, 1.2f * slide * lambda / size);",
     "sliding friction is a fifth too strong"),
    ("capstan", "src/contact/response.inl",
     "taut_vec3_scale(wanted, slide * lambda / size);",
     "taut_vec3_scale(wanted, 0.8f * slide * lambda / size);",
     "sliding friction is a fifth short"),
    ("limit.friction_takes_the_energy_it_should", "src/constraint/update.inl",
     "lane most = slide + slide * slow;", "lane most = lane_splat(1.2f) * (slide + slide * slow);",
     "dry friction is a fifth too strong"),
    ("limit.friction_holds_what_stands", "src/constraint/update.inl",
     "lane most = slide + slide * slow;", "lane most = slide;",
     "what stands holds no more than what slides"),
    ("drape", "src/contacts_solve.c",
     "load->force[axis] -= (double)force[axis];", "load->force[axis] -= 1.05 * (double)force[axis];",
     "colliders report more than they carry"),

    # Seats and batches.
    ("batch.particles_are_dealt_to_as_many_hands_as_their_constraints_want", "src/seating.c",
     "place_in_hands(w.turn[i], w.size[part], w.hands[part]);",
     "place_in_hands(w.turn[i], w.size[part], w.hands[part] % MOST_HANDS + 1);",
     "particles are dealt to one hand too many"),
    ("batch.each_part_has_its_own_hands_and_room_behind_it", "src/seating.c",
     "int hand_size = (size + hands - 1) / hands;", "int hand_size = size / hands;",
     "hands overlap by a seat"),
    ("batch.each_part_has_its_own_hands_and_room_behind_it", "src/seating.c",
     "return round_up(particles + MOST_HANDS - 1 + TAUT_SEAT_ALIGN - 1);",
     "return round_up(particles + MOST_HANDS - 1);",
     "no room behind a part for lanes that run over its end"),
    ("batch.random_groups_stand_in_batches_that_share_no_seat", "src/batch.c",
     "inside = shared || (first >= g->low && last < g->high);", "inside = shared || last >= first;",
     "holes in seats of other parts, which would be stored"),
    ("batch.random_groups_stand_in_batches_that_share_no_seat", "src/batch.c",
     "    record.colour = take_colour(b, &set);", "    record.colour = free_colour(b, &set);",
     "batches of a colour share seats"),
    ("batch.random_groups_stand_in_batches_that_share_no_seat", "src/batch.c",
     "batch->base[slot] = seats[slot];", "batch->base[slot] = seats[slot] + (slot == 1);",
     "the second particles of a row are taken for their neighbours"),
    ("batch.random_groups_stand_in_batches_that_share_no_seat", "src/batch.h",
     "(row || slot == 0 ? lane : 0);", "(row || slot == 1 ? lane : 0);",
     "the pins of a fan are taken for a row"),
    ("batch.links_between_far_ends_of_a_large_body_find_them", "src/batch.c",
     "if (high[slot] - low[slot] > UINT16_MAX) {", "if (high[slot] - low[slot] > 2 * UINT16_MAX) {",
     "seats farther apart than 16 bits tell"),

    # Lanes.
    ("tangles.small_tangles_agree_on_every_backend", "src/backend/lane_memory.inl",
     "parts[i] = unit_load(a + (b->base[slot] + c->lane));",
     "parts[i] = unit_load(a + b->base[slot]);",
     "a row is read from its beginning where lanes are narrower than a batch"),
    ("tangles.odd_numbers_agree_on_every_backend", "src/backend/lane_constraints.inl",
     "if (hasty && (live_lanes(at) & ~lane_bits(in->c.live)) != 0) {", "if (false) {",
     "two particles in one place divide by their distance"),
    ("solver.tether_catches_a_falling_particle_at_its_length", "src/constraint/tether.inl",
     "lane_splat(0.9999f)", "lane_splat(1.01f)", "a tether that is just taut counts as slack"),
    ("tangles.small_tangles_agree_on_every_backend", "src/backend/lane_memory.inl",
     "if (mask >> k & 1) {", "if (ALL_LANES >> k & 1) {",
     "holes and pins of a list are stored with the others"),
    ("tangles.small_tangles_agree_on_every_backend", "src/backend/lane_constraints.inl",
     "return (live_lanes(at) & ~lane_bits(least > lane_splat(0.0f))) != 0;",
     "return (live_lanes(at) & ~lane_bits(least > lane_splat(0.0f)) & 1) != 0;",
     "only the pin of the first lane is seen"),

    # The loop.
    ("tangles.forces_are_those_of_a_body_that_stores_them_all", "src/step.c",
     ".kept = !last_visit || last_substep || r->damps || r->meets || looks};",
     ".kept = !last_visit || r->damps || r->meets || looks};",
     "multipliers are not stored in the last substep"),
    ("tangles.forces_are_those_of_a_body_that_stores_them_all", "src/step.c",
     "bool last_visit = last_sweep && (phase >= plan->last_first || phase < plan->repeat_first);",
     "bool last_visit = last_sweep;",
     "multipliers of repeated phases are not stored from pass to pass"),
    ("tangles.forces_are_those_of_a_body_that_stores_them_all", "src/step.c",
     "    if (r->late) {\n        taut_profile_mark(r->step.profile, TAUT_STAGE_VELOCITIES);\n        correct_velocities(r);\n    }", "",
     "the velocities of the last substep are left as predicted"),
    ("tangles.forces_are_those_of_a_body_that_stores_them_all", "src/step.c",
     ".finish = r->late && r->step.substep > 0,", ".finish = r->late && r->step.substep > 1,",
     "the velocities of the first substep are left as predicted"),

    # Threads.
    ("tangles.tangles_agree_on_any_number_of_threads", "src/platform/parallel.h",
     "run(host, count, taut_run_pinned, &pinned);",
     "run(host, count - (count > 3), taut_run_pinned, &pinned);",
     "the last cluster is left out in parallel"),
    ("crowd.crowds_give_the_same_bits_on_any_number_of_threads", "src/world_step.c",
     "(apart && goes_apart(s, s->bodies[i]))", "goes_apart(s, s->bodies[i])",
     "bodies too few to be shared out are left out"),
    ("crowd.callbacks_run_on_the_thread_that_steps", "src/world_step.c",
     "return taut_step_is_small(b) && b->blueprint->user_count == 0;",
     "return taut_step_is_small(b);",
     "callbacks run on any thread"),
    ("crowd.threads_of_the_host_may_round_as_they_like", "src/platform/parallel.h",
     "    pinned->task(pinned->context, index);",
     "    taut_float_env_restore(before);\n    pinned->task(pinned->context, index);",
     "the float environment of a task is not pinned"),
    ("crowd.threads_of_the_host_may_round_as_they_like", "src/world_step.c",
     "    taut_frame_open(world, dt, substep_count, &s);",
     "    taut_float_env_restore(before);\n    taut_frame_open(world, dt, substep_count, &s);",
     "the float environment of a step is not pinned"),
    ("crowd.a_body_that_found_no_memory_leaves_the_world_as_it_was", "src/world_step.c",
     "    void* memory = taut_allocate(&world->allocator, bytes);\n",
     "    taut_free(&world->allocator, room->memory, room->bytes);\n"
     "    *room = (taut_room){0};\n"
     "    void* memory = taut_allocate(&world->allocator, bytes);\n",
     "working memory is gone when there is none for more"),

    # Trees of links.
    ("trees.links_of_a_ring_stand_in_no_tree", "src/trees.c",
     "g->bridge[g->from[p]] = g->low[p] == g->number[p];",
     "g->bridge[g->from[p]] = g->low[p] <= g->number[p];",
     "links of rings are taken for links of trees"),
    ("trees.parallel_links_are_a_ring", "src/trees.c",
     "} else if (edge != g->from[p] && g->number[q] < g->low[p]) {",
     "} else if ((g->from[p] < 0 || q != other_end(g, g->from[p], p)) &&"
     " g->number[q] < g->low[p]) {",
     "two links between the same particles are taken for one"),
    ("trees.chains_of_a_size_go_side_by_side", "src/trees.c",
     "t->trees[i + count].count == t->trees[i].count) {",
     "t->trees[i + count].count >= t->trees[i].count) {",
     "chains of other sizes go along"),
    ("direct.links_of_a_hanging_rope_carry_what_is_below", "src/constraint/chain.inl",
     "    lane s = alpha + row->give;", "    lane s = lane_splat(0.98f) * alpha + row->give;",
     "compliance is 2 % too small in a chain"),
    ("direct.links_of_a_hanging_rope_carry_what_is_below", "src/backend/lane_chains.inl",
     "taut_vec3_add(taut_rows_get(r->pull, i), taut_vec3_sub(near, far));",
     "taut_vec3_add(taut_rows_get(r->pull, i), near);",
     "pins of a chain feel only what hangs on one side"),
    ("direct_guards.a_teleported_end_comes_back_slowly", "src/backend/direct.h",
     "#define TAUT_DIRECT_RECOVERY 2.0f", "#define TAUT_DIRECT_RECOVERY 200.0f",
     "what was too long is brought back at once"),
    ("direct_guards.heavy_ends_swing_within_their_energy", "src/backend/newton_touch.inl",
     "double tension = turning && -n->lambda > least ? -n->lambda : least;",
     "double tension = least;",
     "Newton's method knows nothing of turning links"),
    ("direct_guards.steps_of_any_length_are_numbers", "src/backend/newton.inl",
     "#define MOST_TURN 0.5", "#define MOST_TURN 0.005",
     "links may hardly turn in a step"),
    ("direct_motion.strings_go_slack_and_taut_again", "src/backend/newton.inl",
     "    was = (n->pulls && was < 0.0) || (n->pushes && was > 0.0) ? 0.0 : was;"
     "  // slack is no error\n", "",
     "slack strings pull on their way to what they are long"),
    ("direct.soft_attachments_keep_their_compliance_whatever_the_iterations",
     "src/backend/newton.inl", "taut_dvec_sub(n->pull, first_pull(n, parent))", "n->pull",
     "an attachment pulls again with what it pulled with in the sweep before"),
    ("direct_motion.struts_hold_nothing_back", "src/backend/newton.inl",
     "(n->pushes && asks >= 0.0);", "(n->pushes && asks >= 1.0);",
     "loose struts act as rods"),
    ("direct_bits.ropes_side_by_side_in_a_body_move_as_they_do_alone", "src/step_trees.c",
     "taut_chains_array(c, TAUT_CHAIN_LAMBDA) + k;", "taut_chains_array(c, TAUT_CHAIN_LAMBDA);",
     "a chain begins with the multipliers of its neighbour"),
    ("direct_bits.bodies_side_by_side_move_as_they_do_alone", "src/step.c",
     "    if (count > 1) {\n        taut_profile_mark(runs[0].step.profile, TAUT_STAGE_DIRECT);\n        ",
     "    if (count > 3) {\n        taut_profile_mark(runs[0].step.profile, TAUT_STAGE_DIRECT);\n        ",
     "the chains of three bodies side by side are left as they are"),
    ("tear_follow.corner_of_a_jelly_whose_links_break_falls_freely", "src/topology.c",
     "return 0x3f;", "return 0;", "volumes go on holding what no link joins"),
    ("realms.each_realm_goes_as_in_a_world_of_its_own", "src/base/realms.h",
     "taut_realm_meets met = {realms->items, taut_realms_of(realms, realm),",
     "taut_realm_meets met = {realms->items, taut_realms_of(realms, realm * 0 + 40),",
     "bodies meet the colliders of another realm"),
    ("realms.each_realm_goes_as_in_a_world_of_its_own", "src/world_body.c",
     "taut_realm_range mine = taut_realms_of(&world->realms, realm);",
     "taut_realm_range mine = {0, world->realms.count};",
     "slots of bodies go from realm to realm"),
    ("realms.each_realm_goes_as_in_a_world_of_its_own", "src/sleep.c",
     "if (realm == TAUT_REALM_ALL) {", "if (realm == TAUT_REALM_ALL || world != NULL) {",
     "a collider that comes or goes wakes other realms"),
    ("realms.realms_come_back_with_a_snapshot", "src/snapshot.c",
     "taut_realms_add(&world->realms, world->slots[i].realm, i);",
     "taut_realms_add(&world->realms, 0, i);", "a snapshot forgets realms"),
    ("tear_follow.rope_over_a_wheel_is_cut_on_either_side", "src/topology.c",
     "return 0x09;", "return 0x08;", "a blade misses one side of a pulley"),
    ("tear_follow.cloth_without_spare_particles_comes_apart_by_its_links", "src/topology.c",
     "return edge && !any;", "return edge;", "tethers hold on by triangles whose links broke"),
    ("tear_follow.limits_of_a_joint_end_with_it", "src/tear.c",
     "if (t->cut && t->piece != NULL) {", "if (!t->cut && t->piece != NULL) {",
     "limits of a joint outlive it"),
    ("tear_follow.gas_leaks_where_a_link_of_its_skin_breaks", "src/tear.c",
     "taut_tear_open_link(b, ends[0], ends[1]);", "(void)ends;",
     "gas stays where a link of its skin breaks in place"),
    ("tear_follow.what_came_apart_meets_again", "src/pairs_find.c",
     "return one != TAUT_PARTED_NEAR && other != TAUT_PARTED_NEAR;", "return false;",
     "what came apart never meets again"),
    ("tear_follow.what_came_apart_meets_again", "src/pairs_find.c",
     "return one != TAUT_PARTED_NEAR && other != TAUT_PARTED_NEAR;", "return true;",
     "what comes apart is pushed away at once"),
    ("tear_follow.what_hangs_on_a_triangle_goes_where_the_triangle_goes", "src/attachments.h",
     "bool surface = a->def.target == TAUT_ATTACH_SURFACE;", "bool surface = false;",
     "attachments stay with the corners that a triangle had"),
    ("tear_follow.what_hangs_on_a_link_that_is_cut_goes_with_the_nearer_end",
     "src/attachments_step.c", "a->weights[1] > a->weights[0] ? 1 : 0;",
     "a->weights[1] > a->weights[0] ? 0 : 1;", "what hung on a link goes with the farther end"),
    ("tear_follow.cut_counts_particles_that_held_for_want_of_room", "src/cut.c",
     "parted[particle] |= made < 0 ? TAUT_HELD : 0;", "cut->held += made < 0;",
     "what holds is counted once for every corner"),
    ("tear_surface.what_is_cut_off_falls_freely", "src/cut.c",
     "all &= taut_knife_beyond(blade, b->x[i]);", "all |= taut_knife_beyond(blade, b->x[i]);",
     "a blade passes by what is near it"),
    ("tear_random.random_tears_and_cuts_leave_bodies_sound", "src/split_solid.c",
     "taut_topology_move_tet(t, w->corner, f->owner[w->fan]);", "(void)t;",
     "tetrahedra stay with the particle that was split"),
    ("tear_random.random_tears_and_cuts_leave_bodies_sound", "src/split_solid.c",
     "taut_vec3_cross(u, v), in) > 0.0f", "taut_vec3_cross(u, v), in) < 0.0f",
     "faces that are laid bare are inside out"),
    ("tear_random.random_tears_and_cuts_leave_bodies_sound", "src/split.c",
     "int more = split_one(b, end, false, &unused);", "int more = 0 * end * (unused.count = 0);",
     "the rim of a tear does not follow"),
    ("tear_follow.cloth_without_spare_particles_comes_apart_by_its_links", "src/tear.c",
     "return end >= 0 && (at[0] == end || at[1] == end);", "return false;",
     "links against bending hold on over broken ones"),
    ("tear_solid.blade_through_a_block_makes_two_pieces_and_hardly_a_chip", "src/cut_solid.c",
     "b->topology->tet_torn[tet] ^= SIDE;", "(void)side;", "a blade makes chips"),
    ("tear_solid.skin_of_a_block_that_is_cut_goes_with_the_halves", "src/world_skin.c",
     "at = t->tets + 4 * tet_of(t, bond->element);", "at = bond->p;",
     "skins stay with the particles of the blueprint"),

    # Contacts.
    ("collide.what_is_at_rest_holds_on_better_than_what_slides", "src/contact/response.inl",
     "if (size > hold * lambda) {", "if (size > 0.9f * hold * lambda) {",
     "friction holds a tenth less than it should"),
    ("collide.what_is_at_rest_holds_on_better_than_what_slides", "src/contact/response.inl",
     "if (size > hold * lambda) {", "if (size > 1.1f * hold * lambda) {",
     "friction holds a tenth more than it may"),
    ("collide.bouncing_particle_rises_by_the_square_of_its_restitution", "src/contact/response.inl",
     "? -restitution * speed_before :", "? -0.95f * restitution * speed_before :",
     "what bounces loses a twentieth more than it may"),
    ("collide.body_found_inside_leaves_slowly_and_stays", "src/contact/response.inl",
     "float after = start + most;", "float after = start + 100.0f * most;",
     "what was put inside is flung out"),
    ("self.two_particles_never_pass_each_other_and_keep_their_momentum", "src/contact/pair.inl",
     "    if (g.start >= 0.0f) {\n", "    if (g.start >= 1e9f) {\n",
     "two that met are parted by where they are, not by where they met"),
    ("self.friction_takes_off_its_part_of_the_blow", "src/contact/response.inl",
     "taut_vec3_scale(wanted, slide * lambda / size);",
     "taut_vec3_scale(wanted, 0.8f * slide * lambda / size);",
     "sliding friction is a fifth short between particles"),
    ("attach.attachment_to_a_surface_shares_its_weight_out_by_where_it_is",
     "src/join.inl", "taut_vec3_scale(pull, -j->weights[k])",
     "taut_vec3_scale(pull, -1.0f / (float)j->count)",
     "the corners of a triangle share alike, wherever something hangs on it"),
    ("attach.attachment_draws_far_things_together_at_its_speed_and_keeps_momentum",
     "src/attachments_step.c", "most = most < a->def.draw_speed ? most : a->def.draw_speed;",
     "most = most < a->def.draw_speed ? most : 1.1f * a->def.draw_speed;",
     "an attachment draws in faster than it should"),
    ("attach_string.what_is_drawn_in_does_not_fly_past", "src/join.inl",
     "#define JOIN_HOLD_BACK 2.0f", "#define JOIN_HOLD_BACK 0.0f", "a string flings what it drew in past its end"),
    ("attach_string.reeling_costs_what_moving_the_place_costs", "src/join.inl",
     "j->reach_from + t * (j->reach_to - j->reach_from)", "j->reach_to",
     "the length of a string jumps in the first substep"),
    ("attach_string.single_call_draws_in_gently", "src/attachments_step.c",
     "float gain = a->def.draw_acceleration * dt;", "float gain = INFINITY * dt;",
     "a string is drawn in with a jerk"),
    ("attach_string.string_of_the_distance_of_a_hit_is_taut", "src/attachments_def.c",
     "def->length > 0.0f ? NULL :", "false ? NULL :", "a string ends off the surface that was hit"),

    # Tears, cuts.
    ("tear.the_link_that_bears_most_breaks_first", "src/tear.c",
     "while (at > 0 && (over > w->of[at - 1].over ||", "while (at > 0 && (over < w->of[at - 1].over ||",
     "the least overloaded link breaks first"),
    ("tear.limits_of_constraints_and_of_stretch", "src/tear.c",
     "tear_looks_at_length(set, kind, place) ? stretch_of(b, place) : 0.0f;",
     "tear_looks_at_length(set, kind, place) ? 0.9f * stretch_of(b, place) : 0.0f;",
     "links stretch a tenth beyond their limit"),
    ("tear_surface.what_is_cut_off_falls_freely", "src/tear.c",
     "        taut_topology_cut_tethers(t, b->blueprint, b->lambda[TAUT_CONSTRAINT_TETHER]);\n", "",
     "tethers hold what is cut off"),
    ("cut.nothing_holds_the_pieces_of_a_cut_cloth_together", "src/tear.c",
     "        drop_loose_links(b);\n", "        (void)drop_loose_links;\n",
     "links go on across a cut"),

    # Ragdolls, sleep, snapshots, recordings.
    ("ragdoll.dropped_ragdolls_keep_their_limits_and_come_to_rest", "src/backend/limits.inl",
     "#define LIMIT_MOST_SWEEPS 16", "#define LIMIT_MOST_SWEEPS 0",
     "joints give way where a blow drives into them"),
    ("sleep.a_turning_point_is_no_rest", "src/sleep.c",
     "b->due = b->still > 0.0f && b->still >= def->seconds;", "b->due = b->still > 0.0f;",
     "bodies fall asleep at a turning point"),
    ("sleep.a_body_that_has_come_to_rest_falls_asleep", "src/sleep.c",
     "if (!(taut_vec3_dot(v, v) < most)) {", "if (!(taut_vec3_dot(v, v) < 0.0f * most)) {",
     "nobody is ever slow enough to sleep"),
    ("sleep.what_comes_fast_wakes_a_body_before_it_hits", "src/sleep.c",
     "widen(b, x.x + dt * v.x, x.y + dt * v.y, x.z + dt * v.z);",
     "(void)v;\n        (void)x;\n        (void)dt;",
     "what is about to hit a sleeping body does not wake it"),
    ("sleep.attached_bodies_sleep_and_wake_as_one", "src/sleep.c",
     "                due->due = false;\n                again = true;\n", "                (void)due;\n",
     "a body falls asleep on a rope that swings"),
    ("snapshot.what_was_pending_is_pending_again", "src/snapshot_parts.c",
     "taut_stream_get(in, &world->accumulator, sizeof world->accumulator);",
     "double other;\n    taut_stream_get(in, &other, sizeof other);",
     "the time that waits is not put back"),
    ("snapshot.colliders_come_back_as_they_were", "src/snapshot_parts.c",
     "taut_stream_get(in, set->items, (size_t)set->count * sizeof *set->items);",
     "in->at += (size_t)set->count * sizeof *set->items;",
     "colliders stay where they are"),
    ("record.everything_that_was_done_is_done_again", "src/replay_calls.c",
     "return taut_body_add_impulse(r->world, c->body, c->i[0], taut_call_vec3(c, 0));",
     "return taut_body_add_force(r->world, c->body, c->i[0], taut_call_vec3(c, 0));",
     "impulses are replayed as forces"),
    ("record.a_bit_that_flipped_anywhere_is_bad_data", "src/replay.c",
     "l->sum = taut_sum_bytes(l->sum, bytes, size);",
     "l->sum = summed ? taut_sum_bytes(l->sum, bytes, size) : l->sum;",
     "only the bytes of steps are checked"),
]


def check_names():
    text = (ROOT / "verify" / "list.h").read_text(encoding="utf-8")
    return re.findall(r'^ +X\(\w+, "([^"]+)"', text, re.M)


def copy_tree(target):
    """Copies what git tracks or would track: no build folders."""
    listing = subprocess.run(["git", "ls-files", "-z", "--cached", "--others",
                              "--exclude-standard"], cwd=ROOT, check=True, capture_output=True)
    for name in listing.stdout.decode().split("\0"):
        source = ROOT / name
        if name and source.is_file():
            copy = target / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)


class Lab:
    """A copy of the tree with a build folder of its own."""

    def __init__(self, folder):
        self.tree = folder / "tree"
        self.build_folder = folder / "build"
        copy_tree(self.tree)
        self.must_run(["cmake", "-S", str(self.tree), "-B", str(self.build_folder),
                       "-DCMAKE_BUILD_TYPE=Release", "-DTAUT_TESTS=ON", "-DTAUT_CLI=ON"])

    def must_run(self, command):
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True)
        if result.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} failed:\n{result.stdout[-3000:]}")

    def build(self, check):
        target = f"test_{check.split('.')[0]}" if "." in check else "taut-cli"
        self.must_run(["cmake", "--build", str(self.build_folder), "--target", target,
                       "--parallel", str(os.cpu_count() or 1)])

    def verify(self, check):
        """The exit code of a check, 1 for any failure of a test; None when it took too long."""
        topic, _, case = check.partition(".")
        command = ([str(self.build_folder / "tests" / f"test_{topic}"), case] if case
                   else [str(self.build_folder / "taut"), "verify", check])
        try:
            code = subprocess.run(command, timeout=600, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL).returncode
        except subprocess.TimeoutExpired:
            return None
        return 1 if case and code not in (0, 2) else code

    def try_mutation(self, check, name, text, replacement):
        """None when the check notices, else what went wrong."""
        path = self.tree / name
        original = path.read_text(encoding="utf-8")
        count = original.count(text)
        if count != 1:
            return f"the text occurs {count} times"
        path.write_text(original.replace(text, replacement), encoding="utf-8")
        try:
            self.build(check)
            code = self.verify(check)
        except RuntimeError as error:
            return f"does not build: {error}"
        finally:
            path.write_text(original, encoding="utf-8")
        return None if code == 1 else f"SURVIVED, exit code {code}"


def report(problem, line):
    print(f"{'ok' if problem is None else 'FAIL':<5} {line}"
          + (f": {problem}" if problem else ""), flush=True)
    return problem is None


def run(chosen):
    results = []
    with tempfile.TemporaryDirectory(prefix="taut-mutate-") as folder:
        lab = Lab(pathlib.Path(folder))
        for check in chosen:
            lab.build(check)
            code = lab.verify(check)
            results.append(report(None if code == 0 else f"exit code {code}",
                                  f"{check}, nothing broken"))
        # By file: what one mutation made stale, the next would have to build anyway.
        for check, name, text, replacement, about in sorted(MUTATIONS, key=lambda m: m[1]):
            if check in chosen:
                problem = lab.try_mutation(check, name, text, replacement)
                results.append(report(problem, f"{check}, {name}: {about}"))
    return results


def check_texts():
    """Every text to be changed stands in its file exactly once; needs no build."""
    results = []
    for check, name, text, _, about in MUTATIONS:
        count = (ROOT / name).read_text(encoding="utf-8").count(text)
        problem = None if count == 1 else f"the text occurs {count} times"
        results.append(problem is None or report(problem, f"{check}, {name}: {about}"))
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


def main():
    verified = check_names()
    cases = sorted({m[0] for m in MUTATIONS if "." in m[0]})
    names = verified + cases
    words = sys.argv[1:]
    if words == ["--list"]:
        for check, name, _, _, about in MUTATIONS:
            print(f"{check:<16} {name:<32} {about}")
        return 0
    if words == ["--texts"]:
        return check_texts()
    chosen = [] if words else names
    for word in words:
        meant = [name for name in names if word in (name, name.split(".")[0])]
        if not meant:
            print(f"there is no check `{word}`: {', '.join(names)}", file=sys.stderr)
            return 2
        chosen += meant
    results = [report("has no mutation", check) for check in chosen
               if check not in {m[0] for m in MUTATIONS}]
    for stray in {m[0] for m in MUTATIONS} - set(names):
        results.append(report("is not in verify/list.h", stray))
    try:
        results += run(chosen)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
