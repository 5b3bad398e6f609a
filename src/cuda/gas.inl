// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What step_air.c does of gases. All threads work out what is to be added up; the sums themselves
// have an order that decides their last bits, so that each is one thread's: a block of triangles, a
// part, a loop.

// Triangles of all gases but loops come in blocks; a loop is one.
LANE_FN int gas_blocks(const taut_gas* gas)
{
    return gas->loop ? 1 : (gas->count + TAUT_SURFACE_BLOCK - 1) / TAUT_SURFACE_BLOCK;
}

LANE_FN double gas_sum(const double* terms, int first, int end)
{
    double sum = 0.0;
    for (int i = first; i < end; ++i) {
        sum += terms[i];
    }
    return sum;
}

LANE_STAGE void gas_find_volume_terms(const taut_cuda_job* job, const team* t, const taut_gas* gas)
{
    const taut_work* w = &job->work;
    gas_place origin = {0.0, 0.0, 0.0};
    if (!gas->loop && gas->count > 0) {
        origin = gas_origin(w, gas);
    }
    for (int i = first_of(t); i < gas->count; i += stride_of(t)) {
        job->volume_terms[i] =
            gas->loop ? gas_loop_piece(w, gas, i) : gas_triangle(w, gas, origin, i);
    }
}

// Of a body that may tear there are more.
LANE_FN int seats_taken(const taut_cuda_job* job)
{
    const taut_seating* seating = &job->blueprint.schedule.seating;
    return seating->first[seating->part_count];
}

// Seats of parts, or particles of a loop.
LANE_STAGE void gas_find_weight_terms(const taut_cuda_job* job, const team* t, const taut_gas* gas)
{
    int count = gas->loop ? gas->count : seats_taken(job);
    for (int i = first_of(t); i < count; i += stride_of(t)) {
        job->weight_terms[i] =
            gas->loop ? gas_loop_particle(&job->work, gas, i) : gas_seat(&job->work, gas, i);
    }
}

// By the threads of one block: block by block, and where weights are asked for, part by part.
LANE_STAGE void gas_find_sums(const taut_cuda_job* job, const taut_gas* gas, bool weights)
{
    const taut_seating* seating = &job->blueprint.schedule.seating;
    double* sums = job->work.surface.sums;
    int blocks = gas_blocks(gas);
    int parts = !weights ? 0 : gas->loop ? 1 : seating->part_count;
    for (int i = LANE_RANK; i < blocks + parts; i += LANE_TEAM) {
        int first = i * TAUT_SURFACE_BLOCK, end = first + TAUT_SURFACE_BLOCK;
        const double* terms = job->volume_terms;
        if (gas->loop) {
            terms = i == 0 ? terms : job->weight_terms;
            first = 0;
            end = gas->count;
        } else if (i >= blocks) {
            terms = job->weight_terms;
            first = seating->first[i - blocks];
            end = seating->first[i - blocks + 1];
        } else {
            end = end < gas->count ? end : gas->count;
        }
        double sum = gas_sum(terms, first, end);
        sums[i] = gas->loop || i >= blocks ? sum : sum / 6.0;
    }
}

LANE_FN double gas_volume_found(const taut_cuda_job* job, const taut_gas* gas)
{
    const double* sums = job->work.surface.sums;
    return gas->loop ? 0.5 * sums[0] : gas_sum(sums, 0, gas_blocks(gas));
}

LANE_FN double gas_weight_found(const taut_cuda_job* job, const taut_gas* gas)
{
    const double* sums = job->work.surface.sums;
    int blocks = gas_blocks(gas);
    int parts = job->blueprint.schedule.seating.part_count;
    return gas->loop ? sums[1] : gas_sum(sums, blocks, blocks + parts);
}

LANE_STAGE void gas_move_all(const taut_cuda_job* job, const team* t, const taut_gas* gas)
{
    double dl = *job->gas_change;
    int count = gas->loop ? gas->count : seats_taken(job);
    for (int i = first_of(t); i < count; i += stride_of(t)) {
        if (gas->loop) {
            gas_move_loop(&job->work, gas, i, dl);
        } else {
            gas_move_seat(&job->work, i, dl);
        }
    }
}

// In the midst of a sweep places of FINE bodies are x + d. All blocks are in step before and after.
LANE_FN void gas_set_swept(taut_cuda_job* job, bool swept)
{
    if (LANE_RANK == 0) {
        job->work.surface.swept = swept;
    }
    team_sync_block();
}

LANE_STAGE void press_gas(taut_cuda_job* job, const team* t, int number, int sweep)
{
    const taut_gas* gas = &job->blueprint.gases[number];
    taut_body_gas_run* run = &job->body.gases[number];
    gas_find_volume_terms(job, t, gas);
    team_sync(t);
    gas_find_weight_terms(job, t, gas);
    team_sync(t);
    if (t->block == 0) {
        gas_find_sums(job, gas, true);
        team_sync_block();
        if (LANE_RANK == 0) {
            double volume = gas_volume_found(job, gas), weight = gas_weight_found(job, gas);
            *job->gas_change = gas_press(run, volume, weight, (double)job->run.step.h, sweep);
        }
    }
    team_sync(t);
    if (run->weight > 0.0) {
        gas_move_all(job, t, gas);
    }
    team_sync(t);
}

LANE_STAGE void press_gases(taut_cuda_job* job, const team* t, int sweep)
{
    gas_set_swept(job, true);
    for (int i = 0; i < job->blueprint.gas_count; ++i) {
        taut_body_gas_run* run = &job->body.gases[i];
        if (!taut_gas_open(run)) {
            press_gas(job, t, i, sweep);
        } else if (t->block == 0 && LANE_RANK == 0) {
            run->lambda = 0.0;
        }
    }
}

LANE_STAGE void close_gases(taut_cuda_job* job, const team* t)
{
    double h = (double)job->run.step.h, inverse_h = (double)job->run.step.inverse_h;
    gas_set_swept(job, false);
    for (int i = 0; i < job->blueprint.gas_count; ++i) {
        const taut_gas* gas = &job->blueprint.gases[i];
        gas_find_volume_terms(job, t, gas);
        team_sync(t);
        if (t->block == 0) {
            gas_find_sums(job, gas, false);
            team_sync_block();
            if (LANE_RANK == 0) {
                gas_close(&job->body.gases[i], gas_volume_found(job, gas), h, inverse_h);
            }
        }
        team_sync(t);
    }
}
