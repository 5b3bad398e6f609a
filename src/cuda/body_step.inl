// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A body through a step: its job is opened, its state loaded, its substeps taken, its state stored.

static_assert(sizeof(taut_cuda_job) % 4 == 0, "copied by fours");

LANE_FN void open_surface(taut_cuda_job* job, const taut_cuda_turn* turn)
{
    const taut_cuda_elements* from =
        &job->elements[turn->blown && turn->air.rope_radius > 0.0f ? 1 : 0];
    job->body.air = turn->air;
    job->body.blown = turn->blown;
    job->work.surface.triangle_count = job->blueprint.triangle_count;
    job->work.surface.element_count = from->count;
    job->work.surface.corner = from->corner;
    job->work.surface.first = from->first;
    job->work.surface.list = from->list;
}

// All threads of a block share one copy of the job: what it points to within itself is set here.
LANE_STAGE void open_job(taut_cuda_job* job, const taut_cuda_turn* turn)
{
    const taut_cuda_job* from = turn->job;
    for (size_t i = (size_t)LANE_RANK * 4; i < sizeof *job; i += (size_t)LANE_TEAM * 4) {
        memcpy((unsigned char*)job + i, (const unsigned char*)from + i, 4);
    }
    team_sync_block();
    if (LANE_RANK == 0) {
        job->run = turn->run;
        job->run.step = *turn->step;
        job->run.work = &job->work;
        job->pushed = NULL;
        job->placed = NULL;
        job->apart = job->ends_late = false;
        job->owed = NULL;
        job->run.step.solver = &job->solver;
        job->work.body = &job->body;
        job->work.a.x = turn->has_forces ? job->work.a.x : NULL;
        job->body.blueprint = &job->blueprint;
        job->body.keep = turn->keep;
        job->body.gravity_scale = turn->gravity_scale;
        job->body.last_h = turn->last_h;
        job->body.has_forces = turn->has_forces;
        open_surface(job, turn);
        job->move_count = turn->move_count;
        job->rest_count = turn->rest_count;
    }
    team_sync_block();
}

template <bool meets> LANE_FN void hold_contacts(taut_cuda_job* job)
{
    if (meets && job->run.meets) {
        contacts_come_near(job);
    }
    if (meets && LANE_RANK == 0) {
        forget_plans();
    }
}

// @param later  contacts are opened by those that will sweep (crowd.inl)
template <bool meets>
LANE_STAGE void open_body(taut_cuda_job* job, const team* t, const taut_cuda_turn* turn,
                          bool later = false)
{
    if (meets && job->by_levels) {
        forget_done(job, t);
    }
    open_state(job, t, turn);
    if (meets && job->run.meets && !later) {
        contacts_open(job, t);
        if (job->run.direct) {
            bends_open(job, t);
        }
    }
    if (job->run.direct && !is_tied(job)) {
        open_trees(job, t);  // or else when what is tied has the mass of all
    }
    if (job->body.blown) {
        sample_air(job, t);
    }
}

template <bool meets>
LANE_STAGE void close_body(taut_cuda_job* job, const team* t, const taut_cuda_turn* turn)
{
    if (meets && job->run.meets) {
        contacts_close(job, t, turn->met);
    }
    if (turn->limits) {
        look_for_tears(job, t, turn);
    }
    store_state(job, t, turn);
}

template <bool meets> LANE_STAGE void take_substeps(taut_cuda_job* job, const team* t)
{
    for (int i = 0; i < job->run.step.substep_count; ++i) {
        team_sync_block();
        if (LANE_RANK == 0) {
            job->run.step.substep = i;
        }
        team_sync_block();
        take_substep<meets>(job, t);
    }
    if (job->run.late) {
        correct_all(&job->run, t);
    }
}

template <bool meets>
LANE_FN void take_step(taut_cuda_job* job, const team* t, const taut_cuda_turn* turn)
{
    open_job(job, turn);
    if (job->whole) {
        come_near(job);
    }
    hold_contacts<meets>(job);
    open_body<meets>(job, t, turn);
    take_substeps<meets>(job, t);
    close_body<meets>(job, t, turn);
}
