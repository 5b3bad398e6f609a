// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A step on the device: what step.c does between loading and storing a body, by all threads at
// once. The order of stages, the walkers and every formula are the CPU's own; so are the bits.
//
// A cluster, a part or a batch of lines goes to one block, whose threads take its constraints or
// particles side by side. A body that is small has one block; a large one has the whole device, and
// blocks wait for one another between phases.
//
// nvcc makes three images of it, side by side: kernels for any bodies, for bodies that attachments
// join, and for sheets (cmake/cuda.cmake). What else there is in an image changes how a kernel is
// translated, and how fast it is (docs/decisions/0054-strays-and-what-cannot-change.md). Tests have
// all of them in one, and what gather.inl has.

#include "backend/direct.h"
#include "backend/surface.h"
#include "cuda/job.h"
#include "cuda/post.h"
#include "cuda/team.inl"

#define LANE_WIDTH 1
#define LANE_OWN_LINES
#include "constraint/list.h"

// clang-format off
#include "backend/integrate.inl"
#include "backend/lane_memory.inl"
#include "backend/seat.inl"
#include "backend/lane_constraints.inl"
#include "constraint/chain.inl"
#include "backend/lane_lines.inl"
#include "backend/lane_particles.inl"
#include "backend/lane_air.inl"
#include "backend/seat_air.inl"
#include "backend/seat_gas.inl"
#include "air/field.inl"
#include "cuda/near.inl"
#include "cuda/quick.inl"
#include "cuda/pair.inl"
#include "cuda/distance.inl"
#include "cuda/count.inl"
#include "cuda/state.inl"
#include "cuda/air.inl"
#include "cuda/gas.inl"
#include "cuda/trees.inl"
#include "backend/tear_limits.inl"
#include "cuda/tears.inl"
#include "collide/walk.inl"
#include "collide/distance_any.inl"
#include "collide/distance_baked.inl"
#include "collide/meet.inl"
#include "contacts_bend.inl"
#include "contacts_find.inl"
#include "contacts_meet.inl"
#include "contacts_push.inl"
#include "contacts_stray.inl"
#include "cuda/crowd_marks.inl"
#include "cuda/contacts_pairs.inl"
#include "cuda/contacts_long.inl"
#include "cuda/contacts_numbers.inl"
#include "cuda/contacts.inl"
// clang-format on

// Stages ------------------------------------------------------------------------------------------

#define PROJECT_CASE(NAME, name, particles, moved, unit, about)                                    \
    case TAUT_CONSTRAINT_##NAME:                                                                   \
        project_##name(s, w, colour, visit);                                                       \
        break;
#define FINE_CASE(NAME, name, particles, moved, unit, about)                                       \
    case TAUT_CONSTRAINT_##NAME:                                                                   \
        project_fine_##name(s, w, colour, visit);                                                  \
        break;
#define SPRING_CASE(NAME, name, particles, moved, unit, about)                                     \
    case TAUT_CONSTRAINT_##NAME:                                                                   \
        spring_##name(s, w, colour, visit);                                                        \
        break;
#define DAMP_CASE(NAME, name, particles, moved, unit, about)                                       \
    case TAUT_CONSTRAINT_##NAME:                                                                   \
        damp_##name(s, w, colour, visit);                                                          \
        break;

LANE_STAGE void project_colour(const taut_step* s, taut_work* w, const taut_colour* colour,
                               taut_visit visit)
{
    switch (colour->kind) {
        TAUT_CONSTRAINT_LIST(PROJECT_CASE)
    }
}

LANE_STAGE void project_fine_colour(const taut_step* s, taut_work* w, const taut_colour* colour,
                                    taut_visit visit)
{
    switch (colour->kind) {
        TAUT_CONSTRAINT_LIST(FINE_CASE)
    }
}

LANE_STAGE void spring_colour(const taut_step* s, taut_work* w, const taut_colour* colour,
                              taut_visit visit)
{
    switch (colour->kind) {
        TAUT_CONSTRAINT_LIST(SPRING_CASE)
    }
}

LANE_STAGE void damp_colour(const taut_step* s, taut_work* w, const taut_colour* colour,
                            taut_visit visit)
{
    switch (colour->kind) {
        TAUT_CONSTRAINT_LIST(DAMP_CASE)
    }
}

LANE_STAGE bool uses_springs(const taut_run* r)
{
    taut_solver_kind kind = r->step.solver->kind;
    return kind == TAUT_SOLVER_SPRINGS_EXPLICIT || kind == TAUT_SOLVER_SPRINGS_SYMPLECTIC;
}

LANE_STAGE void predict_seats(const taut_run* r, int first, int end)
{
    if (r->step.solver->kind == TAUT_SOLVER_VERLET) {
        verlet_predict(&r->step, r->work, first, end);
    } else if (uses_springs(r)) {
        spring_predict(&r->step, r->work, first, end);
    } else {
        predict(&r->step, r->work, first, end);
    }
}

LANE_STAGE void correct_seats(const taut_run* r, int first, int end)
{
    if (r->step.solver->kind == TAUT_SOLVER_VERLET) {
        verlet_correct(&r->step, r->work, first, end);
    } else if (uses_springs(r)) {
        spring_move(&r->step, r->work, first, end);
    } else if (r->work->body->fine) {
        correct_velocities_fine(&r->step, r->work, first, end);
    } else {
        correct_velocities(&r->step, r->work, first, end);
    }
}

LANE_STAGE void move_kinematics(const taut_cuda_job* job, const team* t)
{
    for (int i = LANE_RANK; t->block == 0 && i < job->move_count; i += LANE_TEAM) {
        const taut_cuda_move* move = &job->moves[i];
        taut_vec3 from = taut_vec3_of(job->body.before_x[move->particle]);
        taut_move_kinematic(&job->run.step, &job->work, move->seat, from, move->to);
    }
    if (job->move_count > 0) {
        team_sync(t);
    }
}

// clang-format off
#include "cuda/sheet.inl"
#include "cuda/sheet_far.inl"
#include "cuda/sheet_home.inl"
// clang-format on

// Sections ----------------------------------------------------------------------------------------
//
// As in step.c, which says why. A section ends with all blocks of the body in step, but for those
// in which blocks wait for some of the others alone (sheet_home.inl).

LANE_STAGE taut_visit visit_of(const taut_run* r, int phase, int i)
{
    const taut_schedule* plan = &r->work->body->blueprint->schedule;
    bool last_sweep = i + 1 == r->iterations;
    bool last_visit = last_sweep && (phase >= plan->last_first || phase < plan->repeat_first);
    bool last_substep = r->step.substep + 1 == r->step.substep_count;
    taut_visit visit;
    visit.fresh = i == 0 && phase < plan->once_count;
    visit.kept = !last_visit || last_substep || r->damps || r->meets || r->limits || r->rubs;
    return visit;
}

// All kinds ---------------------------------------------------------------------------------------

LANE_STAGE void sweep_colour(const taut_run* r, taut_work* w, const taut_colour* colour,
                             taut_visit visit)
{
    taut_visit tethers = {visit.fresh && r->step.substep == 0, true};
    taut_visit how = colour->kind == TAUT_CONSTRAINT_TETHER ? tethers : visit;
    if (uses_springs(r)) {
        spring_colour(&r->step, w, colour, how);
    } else if (w->body->fine) {
        project_fine_colour(&r->step, w, colour, how);
    } else {
        project_colour(&r->step, w, colour, how);
    }
}

LANE_STAGE void sweep_cluster(const taut_cuda_job* job, const sweep_place* at, int cluster,
                              taut_visit visit)
{
    const taut_schedule* plan = &job->blueprint.schedule;
    int end = plan->cluster_first[cluster + 1];
    for (int i = plan->cluster_first[cluster]; i < end;) {
        const taut_colour* colour = &plan->colours[i];
        if (colour->count == 0) {
            break;
        }
        if (job->plain && colour->kind == TAUT_CONSTRAINT_DISTANCE) {
            i = sweep_some_pairs(job, at, i, end, visit);
        } else {
            sweep_colour(&job->run, at->work, colour, visit);
            team_sync_block();
            ++i;
        }
    }
}

LANE_STAGE void damp_cluster(const taut_run* r, int cluster)
{
    const taut_schedule* plan = &r->work->body->blueprint->schedule;
    taut_visit none = {false, false};
    for (int i = plan->cluster_first[cluster]; i < plan->cluster_first[cluster + 1]; ++i) {
        if (plan->colours[i].count == 0) {
            break;
        }
        damp_colour(&r->step, r->work, &plan->colours[i], none);
        team_sync_block();
    }
}

// A thread solves a line from end to end.
LANE_STAGE void solve_line(const taut_run* r, int line, taut_visit visit)
{
    const taut_blueprint* p = r->work->body->blueprint;
    walk w = walk_of(&r->step, r->work, TAUT_CONSTRAINT_DISTANCE);
    size_t at = (size_t)line * ((size_t)p->lines.most_links + 1);
    line_row* rows = (line_row*)(void*)r->work->line_scratch + at;
    line_job job = {.rows = rows, .visit = visit};
    int batch = line / TAUT_LINE_LANES;
    if (r->work->body->fine) {
        job.fine = true;
        solve_from(&w, p, job, batch, line % TAUT_LINE_LANES);
    } else {
        job.fine = false;
        solve_from(&w, p, job, batch, line % TAUT_LINE_LANES);
    }
}

LANE_STAGE void solve_all_lines(const taut_run* r, const team* t, int i)
{
    const taut_lines* lines = &r->work->body->blueprint->lines;
    bool last = i + 1 == r->iterations && r->step.substep + 1 < r->step.substep_count;
    taut_visit visit = {i == 0, !last || r->damps || r->limits};
    for (int phase = 0; phase < lines->phase_count; ++phase) {
        int end = lines->phase_first[phase + 1] * TAUT_LINE_LANES;
        for (int line = lines->phase_first[phase] * TAUT_LINE_LANES + t->block +
                        t->block_count * LANE_RANK;
             line < end; line += t->block_count * LANE_TEAM) {
            solve_line(r, line, visit);
        }
        team_sync(t);
    }
}

LANE_STAGE void sweep_phase(taut_cuda_job* job, const team* t, int phase, taut_visit visit)
{
    const taut_schedule* plan = &job->blueprint.schedule;
    for (int cluster = plan->phase_first[phase] + t->block; cluster < plan->phase_first[phase + 1];
         cluster += t->block_count) {
        sweep_place everywhere = {&job->work, 0, job->whole ? job->work.seat_count : 0};
        sweep_cluster(job, &everywhere, cluster, visit);
    }
    team_sync(t);
}

LANE_STAGE void sweep(taut_cuda_job* job, const team* t, int first, int i)
{
    const taut_run* r = &job->run;
    const taut_schedule* plan = &job->blueprint.schedule;
    int end = r->lines ? plan->repeat_first : job->phase_end;
    for (int phase = first; phase < end; ++phase) {
        if (r->direct && plan->phase_tree[phase]) {
            continue;
        }
        sweep_phase(job, t, phase, visit_of(r, phase, i));
    }
    if (r->lines) {
        solve_all_lines(r, t, i);
    }
}

// The opening cluster of a part touches nothing else: what it moves goes to shared memory for as
// long.
LANE_STAGE void sweep_at_home(taut_cuda_job* job, int part, taut_visit visit)
{
    const taut_schedule* plan = &job->blueprint.schedule;
    int first = plan->seating.first[part], end = plan->seating.first[part + 1];
    taut_work* far = &job->work;
    if (!job->at_home) {
        sweep_place everywhere = {far, 0, job->whole ? far->seat_count : 0};
        sweep_cluster(job, &everywhere, plan->opening[part], visit);
        return;
    }
    taut_work* near = team_near_work();
    if (LANE_RANK == 0) {
        *near = *far;
        near_arrays(near, job->body.fine, first, TAUT_CUDA_PART);
    }
    team_sync_block();
    copy_rows(near->x, far->x, first, end);
    copy_row(near->w, far->w, first, end);
    if (job->body.fine) {
        copy_rows(near->d, far->d, first, end);
    }
    team_sync_block();
    sweep_place home = {near, first, TAUT_CUDA_PART};
    sweep_cluster(job, &home, plan->opening[part], visit);
    if (job->body.fine) {
        copy_rows(far->d, near->d, first, end);
    } else {
        copy_rows(far->x, near->x, first, end);
    }
    team_sync_block();
}

// What a block will read of the first constraints of the opening cluster of a part; by one thread.
LANE_STAGE void expect_opening(const taut_cuda_job* job, int part)
{
    const taut_schedule* plan = &job->blueprint.schedule;
    int cluster = plan->opening[part];
    if (job->plain && cluster >= 0) {
        int first = plan->cluster_first[cluster], end = plan->cluster_first[cluster + 1];
        expect_pairs(job, first, end);
        expect_pairs(job, first + 1, end);
    }
}

LANE_STAGE void predict_parts(taut_cuda_job* job, const team* t)
{
    const taut_run* r = &job->run;
    const taut_schedule* plan = &job->blueprint.schedule;
    taut_visit visit = visit_of(r, 0, 0);
    for (int part = t->block; part < plan->seating.part_count; part += t->block_count) {
        const int32_t* seats = plan->seating.first + part;
        bool ahead = job->opens && job->at_home && LANE_RANK == LANE_TEAM - 1;
        if (ahead) {
            expect_opening(job, part);
        }
        if (r->late && r->step.substep > 0) {
            correct_seats(r, seats[0], seats[1]);
        }
        predict_seats(r, seats[0], seats[1]);
        if (ahead && part + t->block_count < plan->seating.part_count) {
            expect_part(job, part + t->block_count);
        }
        if (job->opens && plan->opening[part] >= 0) {
            team_sync_block();
            sweep_at_home(job, part, visit);
        }
    }
    team_sync(t);
}

// Seats go to blocks as many at a time as a block has threads: parts would keep few of them busy.
LANE_STAGE void correct_all(const taut_run* r, const team* t)
{
    const taut_seating* seating = &r->work->body->blueprint->schedule.seating;
    int end = seating->first[seating->part_count];
    for (int from = t->block * LANE_TEAM; from < end; from += stride_of(t)) {
        correct_seats(r, from, from + LANE_TEAM < end ? from + LANE_TEAM : end);
    }
    team_sync(t);
}

LANE_STAGE void damp_velocities(const taut_run* r, const team* t)
{
    const taut_schedule* plan = &r->work->body->blueprint->schedule;
    for (int phase = 0; r->damps && phase < plan->once_count; ++phase) {
        for (int cluster = plan->phase_first[phase] + t->block;
             cluster < plan->phase_first[phase + 1]; cluster += t->block_count) {
            damp_cluster(r, cluster);
        }
        team_sync(t);
    }
}

// Whether knots move its particles between stages: nobody has anything of them ahead of its time.
// Such bodies have a kernel of their own, and the others need not ask.
LANE_FN bool is_tied(const taut_cuda_job* job)
{
#ifdef TAUT_CUDA_ONLY_BODIES
    (void)job;
    return false;
#else
    return job->tied;
#endif
}

// clang-format off
#include "cuda/contacts_loads.inl"
#include "cuda/contacts_stages.inl"
#include "cuda/contacts_trees.inl"
#include "cuda/limits.inl"
// clang-format on

// What taut_run_predict(), taut_run_project(), taut_run_meet() and taut_run_correct() do. Whatever
// waits for other blocks stands in as few functions within one another as may be: after a wait their
// text has to be fetched again, one after the other.
// `meets`: the kernel is for bodies that may meet colliders.
template <bool meets> LANE_FN void predict_body(taut_cuda_job* job, const team* t)
{
    if (job->run.limits) {
        forget_limits(job, t);
    }
    if (meets && job->run.meets) {
        contacts_begin(job, t);
    }
    if (job->body.blown) {
        blow(job, t);
    }
    if (job->move_count > 0) {
        move_kinematics(job, t);
    }
    if (meets && job->by_levels) {
        if (job->run.meets) {
            contacts_sum_aside(job, t);
        }
        sweep_home_parts(job, t);
    } else {
        predict_parts(job, t);
    }
}

template <bool meets = true> LANE_FN void project_body(taut_cuda_job* job, const team* t, int i)
{
    if (meets && job->by_levels) {
        sweep_home_phases(job, t);
        if (job->run.meets) {
            contacts_sum_across(job, t);
        }
        team_sync(t);
        return;
    }
    if (job->run.gas) {
        press_gases(job, t, i);
    }
    sweep(job, t, i == 0 && job->opens ? 1 : 0, i);
    if (job->run.direct) {
        solve_trees(job, t, i);
    }
}

template <bool meets> LANE_FN void meet_body(taut_cuda_job* job, const team* t, int i)
{
    if (meets && job->run.meets) {
        contacts_solve(job, t, i, job->run.iterations + job->run.limits);
        if (job->run.direct && i + 1 == job->run.iterations) {
            settle_trees(job, t);
        }
    }
}

// Whether that has been done with all particles, and nothing is left of it.
LANE_FN bool is_correct(taut_cuda_job* job)
{
    const taut_run* r = &job->run;
    return r->meets && !r->gas && r->step.substep + 1 < r->step.substep_count &&
           contacts_leave_at_once(job);
}

template <bool meets> LANE_STAGE void correct_body(taut_cuda_job* job, const team* t)
{
    bool done = meets && job->run.meets && contacts_leave_at_once(job);
    if (!done && !job->run.late) {
        correct_all(&job->run, t);
        damp_velocities(&job->run, t);
    }
    if (meets && job->run.meets) {
        contacts_bounce(job, t, done);
    }
    if (job->run.gas) {
        close_gases(job, t);
    }
}

template <bool meets> LANE_STAGE void take_substep(taut_cuda_job* job, const team* t)
{
    predict_body<meets>(job, t);
    for (int i = 0; i < job->run.iterations; ++i) {
        project_body<meets>(job, t, i);
        meet_body<meets>(job, t, i);
    }
    if (job->run.limits) {
        keep_limits<meets>(job, t);
    }
    correct_body<meets>(job, t);
}

// clang-format off
#include "cuda/sheet_near.inl"
#include "cuda/sheet_kept.inl"
#include "cuda/sheet_stay.inl"
// clang-format on

// Kernels -----------------------------------------------------------------------------------------

// clang-format off
#include "cuda/body_step.inl"
// clang-format on

#if !defined(TAUT_CUDA_ONLY_SHEETS) && !defined(TAUT_CUDA_ONLY_JOINED)

// So many blocks to each body, one of them or all that the device runs at once.
extern "C" __global__ void __launch_bounds__(TAUT_CUDA_MOST_THREADS)
    taut_cuda_take_step(const taut_cuda_turn* turns, int blocks_per_body)
{
    TEAM_SHARED(taut_cuda_job, job);
    team t = {(int)blockIdx.x % blocks_per_body, blocks_per_body, false, NULL};
    take_step<false>(&job, &t, &turns[(int)blockIdx.x / blocks_per_body]);
}

// The same for bodies that meet colliders.
extern "C" __global__ void __launch_bounds__(TAUT_CUDA_MEETING_THREADS)
    taut_cuda_take_meeting(const taut_cuda_turn* turns, int blocks_per_body)
{
    TEAM_SHARED(taut_cuda_job, job);
    team t = {(int)blockIdx.x % blocks_per_body, blocks_per_body, false, NULL};
    take_step<true>(&job, &t, &turns[(int)blockIdx.x / blocks_per_body]);
}

#endif
#ifndef TAUT_CUDA_ONLY_SHEETS
// clang-format off
#include "cuda/crowd.inl"
// clang-format on
#endif
#if !defined(TAUT_CUDA_ONLY_SHEETS) && !defined(TAUT_CUDA_ONLY_JOINED)

// The same for bodies that act on one another, with as many registers as contacts ask for.
extern "C" __global__ void __launch_bounds__(TAUT_CUDA_MEETING_THREADS)
    taut_cuda_take_crowd(const taut_cuda_turn* turns, int blocks)
{
    TEAM_SHARED(taut_cuda_job, job);
    TEAM_SHARED(crowd, c);
    take_crowd(&c, &job, open_crowd(&c, turns, blocks));
}

// Small copies that go together (post.h), a block to each.
extern "C" __global__ void __launch_bounds__(TAUT_CUDA_CARRIERS)
    taut_cuda_carry(const taut_cuda_parcel parcel)
{
    const taut_cuda_copy copy = parcel.of[blockIdx.x];
    bool wide = (((uintptr_t)copy.to | (uintptr_t)copy.from | copy.bytes) & 15) == 0;
    size_t each = wide ? sizeof(taut_float4) : sizeof(uint32_t);
    for (size_t i = (size_t)LANE_RANK * each; i < copy.bytes; i += (size_t)LANE_TEAM * each) {
        unsigned char* to = (unsigned char*)copy.to + i;
        const unsigned char* from = (const unsigned char*)copy.from + i;
        if (wide) {
            far_put((taut_float4*)(void*)to, far_get((const taut_float4*)(const void*)from));
        } else {
            *(uint32_t*)(void*)to = *(const uint32_t*)(const void*)from;
        }
    }
}

#endif
#if !defined(TAUT_CUDA_ONLY_SHEETS) && !defined(TAUT_CUDA_ONLY_BODIES)

// The same for those that attachments join as well.
// clang-format off
#include "cuda/crowd_joins.inl"
// clang-format on

#endif
#if !defined(TAUT_CUDA_ONLY_BODIES) && !defined(TAUT_CUDA_ONLY_JOINED)

// The same for sheets.
// clang-format off
#include "cuda/sheet_kernels.inl"
// clang-format on

#endif
