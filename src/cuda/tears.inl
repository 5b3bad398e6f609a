// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Whether anything is beyond its limits after a step: what the host would look for itself (tear.c),
// and will if so.

LANE_FN bool is_torn(const taut_cuda_job* job, int kind, int place, float scale)
{
    const taut_work* w = &job->work;
    const taut_constraint_set* set = &job->blueprint.sets[kind];
    if (!tear_limited(set, place)) {
        return false;
    }
    float force = tear_force(set, kind, place, job->body.lambda[kind][place], scale);
    float by_stretch = 0.0f;
    if (tear_looks_at_length(set, kind, place)) {
        const taut_batch* batch = &set->batches[place / TAUT_BATCH];
        int a = taut_batch_seat(batch, set->near, 0, place % TAUT_BATCH);
        int b = taut_batch_seat(batch, set->near, 1, place % TAUT_BATCH);
        by_stretch = tear_stretch(set, place, taut_rows_get(w->x, a), taut_rows_get(w->x, b));
    }
    return tear_breaks(tear_over(set, place, force, by_stretch));
}

LANE_STAGE void look_for_tears(const taut_cuda_job* job, const team* t, const taut_cuda_turn* turn)
{
    for (int kind = 0; kind < TAUT_CONSTRAINT_TETHER; ++kind) {
        int count = job->blueprint.sets[kind].place_count;
        for (int place = first_of(t); place < count; place += stride_of(t)) {
            if (is_torn(job, kind, place, turn->force_scale)) {
                team_flag(&turn->report->torn);
            }
        }
    }
}
