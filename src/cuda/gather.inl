// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Particles of many bodies, a row to a block, close together (gather.c).

extern "C" __global__ void __launch_bounds__(TAUT_CUDA_CARRIERS)
    taut_cuda_gather(const taut_cuda_row* rows, taut_vec3* to)
{
    const taut_cuda_row row = rows[blockIdx.x];
    for (int i = LANE_RANK; i < row.count; i += LANE_TEAM) {
        to[row.at + i] = taut_vec3_of(far_get(&row.from[i]));
    }
}
