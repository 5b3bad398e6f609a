// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The kernels for sheets: in a cluster of blocks, in shared memory of the whole device, or part by
// part.

LANE_FN team team_of(int blocks_per_body, bool cluster)
{
    return {(int)blockIdx.x % blocks_per_body, blocks_per_body, cluster && blocks_per_body > 1};
}

template <bool fine>
LANE_FN void take_together(taut_cuda_job* job, const taut_cuda_turn* turns, int blocks_per_body)
{
    const taut_cuda_turn* turn = &turns[(int)blockIdx.x / blocks_per_body];
    team t = team_of(blocks_per_body, true);
    open_job(job, turn);
    open_home(job, &t);
    if (t.block == 0 && LANE_RANK == 0) {
        clear_report(turn->report);
    }
    if (!fine && job->sheet.keeps_links) {
        take_sheet_kept(job, &t, turn);
    } else {
        take_sheet_together<fine>(job, &t, turn);
    }
}

LANE_FN void take_staying(taut_cuda_job* job, const taut_cuda_turn* turns, int blocks_per_body)
{
    const taut_cuda_turn* turn = &turns[(int)blockIdx.x / blocks_per_body];
    team t = team_of(blocks_per_body, false);
    open_job(job, turn);
    take_sheet_staying(job, &t, turn);
}

template <bool fine>
LANE_FN void take_apart(taut_cuda_job* job, const taut_cuda_turn* turns, int blocks_per_body)
{
    const taut_cuda_turn* turn = &turns[(int)blockIdx.x / blocks_per_body];
    team t = team_of(blocks_per_body, false);
    open_job(job, turn);
    open_state(job, &t, turn);
    take_sheet_apart<fine>(job, &t);
    team_sync(&t);
    store_state(job, &t, turn);
}

extern "C" __global__ void __launch_bounds__(TAUT_CUDA_SHEET_THREADS)
    taut_cuda_take_sheet(const taut_cuda_turn* turns, int blocks_per_body)
{
    TEAM_SHARED(taut_cuda_job, job);
    take_together<false>(&job, turns, blocks_per_body);
}

// Bodies that are FINE are small and come in thousands: three blocks to a processor.
extern "C" __global__ void __launch_bounds__(TAUT_CUDA_FINE_THREADS, 3)
    taut_cuda_take_fine_sheet(const taut_cuda_turn* turns, int blocks_per_body)
{
    TEAM_SHARED(taut_cuda_job, job);
    take_together<true>(&job, turns, blocks_per_body);
}

extern "C" __global__ void __launch_bounds__(TAUT_CUDA_SHEET_THREADS)
    taut_cuda_take_staying_sheet(const taut_cuda_turn* turns, int blocks_per_body)
{
    TEAM_SHARED(taut_cuda_job, job);
    take_staying(&job, turns, blocks_per_body);
}

extern "C" __global__ void __launch_bounds__(TAUT_CUDA_SHEET_THREADS)
    taut_cuda_take_large_sheet(const taut_cuda_turn* turns, int blocks_per_body)
{
    TEAM_SHARED(taut_cuda_job, job);
    take_apart<false>(&job, turns, blocks_per_body);
}

extern "C" __global__ void __launch_bounds__(TAUT_CUDA_SHEET_THREADS)
    taut_cuda_take_large_fine_sheet(const taut_cuda_turn* turns, int blocks_per_body)
{
    TEAM_SHARED(taut_cuda_job, job);
    take_apart<true>(&job, turns, blocks_per_body);
}
