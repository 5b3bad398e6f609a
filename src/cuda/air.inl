// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What step_air.c does of wind, by all threads at once: seats of a part by its block, elements in
// turn by all blocks.

// As often as a step: what blows at the seats.
LANE_STAGE void sample_air(const taut_cuda_job* job, const team* t)
{
    const taut_step* s = &job->run.step;
    const taut_work* w = &job->work;
    const taut_seating* seating = &job->blueprint.schedule.seating;
    for (int part = t->block; part < seating->part_count; part += t->block_count) {
        int end = seating->first[part + 1];
        for (int seat = seating->first[part] + LANE_RANK; seat < end; seat += LANE_TEAM) {
            taut_vec3 u = {0.0f, 0.0f, 0.0f};
            if (seat_meets_air(w, seat)) {
                u = air_at(s->air, taut_rows_get(w->x, seat), s->time);
            }
            seat_set_wind(s, w, seat, u);
        }
    }
}

// A thread keeps to its seats, here and in the prediction that follows.
LANE_STAGE void blow(taut_cuda_job* job, const team* t)
{
    const taut_step* s = &job->run.step;
    taut_work* w = &job->work;
    const taut_seating* seating = &job->blueprint.schedule.seating;
    for (int part = t->block; part < seating->part_count; part += t->block_count) {
        int end = seating->first[part + 1];
        for (int seat = seating->first[part] + LANE_RANK; seat < end; seat += LANE_TEAM) {
            seat_meet_air(w, seat);
        }
    }
    team_sync(t);
    int count = w->surface.element_count;
    for (int first = t->block * LANE_TEAM; first < count; first += t->block_count * LANE_TEAM) {
        push_air(s, w, first, first + LANE_TEAM < count ? first + LANE_TEAM : count);
    }
    team_sync(t);
    for (int part = t->block; part < seating->part_count; part += t->block_count) {
        int end = seating->first[part + 1];
        for (int seat = seating->first[part] + LANE_RANK; seat < end; seat += LANE_TEAM) {
            seat_gather_air(s, w, seat, seating->particle_of[seat]);
        }
    }
}
