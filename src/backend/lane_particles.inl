// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Walks the particles of a body, LANE_WIDTH seats at a time, for every solver. No formulas. Each
// stage works with a local copy of the pointers, which no store can change. Ranges
// begin and end at multiples of TAUT_SEAT_ALIGN. Particles that are not free keep what they have;
// nor does anything happen to empty seats, whose inverse mass is 0.

LANE_FN lane_mask load_free(const taut_work* w, int i)
{
    return lane_load(w->w + i) > lane_splat(0.0f);
}

LANE_FN void store_free(taut_rows a, int i, lane_mask free, lane3 v)
{
    if (lane_bits(free) != ALL_LANES) {
        v = lane3_select(free, v, load3(a, i));
    }
    store3(a, i, v);
}

LANE_FN lane3 load_acceleration(const taut_step* s, const taut_work* w, int i)
{
    const taut_body* b = w->body;
    lane3 a = lane3_splat(s->gravity.x * b->gravity_scale, s->gravity.y * b->gravity_scale,
                          s->gravity.z * b->gravity_scale);
    return b->has_forces ? lane3_add(a, load3(w->a, i)) : a;
}

LANE_STAGE void count_clamped(const taut_step* s, unsigned bits)
{
    size_t count = 0;
    for (; bits != 0; bits &= bits - 1) {
        ++count;
    }
    taut_atomic_add(s->clamped_count, count);
}

LANE_FN void note_clamped(const taut_step* s, lane_mask clamped, lane_mask free)
{
    unsigned bits = lane_bits(lane_and(clamped, free));
    if (bits != 0) {
        count_clamped(s, bits);
    }
}

// v += h a, x += h v. A body that is FINE begins its sweep with what x could not hold.
LANE_STAGE void predict(const taut_step* s, taut_work* work, int first, int end)
{
    LANE_OWN_COPY(taut_work, work, w);
    lane h = lane_splat(s->h);
    for (int i = first + LANE_RANK * LANE_WIDTH; i < end; i += LANE_TEAM * LANE_WIDTH) {
        lane_mask free = load_free(w, i);
        lane3 x = load3(w->x, i);
        lane3 lo = load3(w->lo, i);
        lane3 v = lane3_madd(load3(w->v, i), h, load_acceleration(s, w, i));
        lane_mask clamped;
        v = taut_limit_speed(v, lane_splat(s->max_speed), &clamped);
        note_clamped(s, clamped, free);
        lane3 q = taut_add_carried(x, lane3_scale(v, h), &lo);
        if (w->p.x != NULL) {
            store_free(w->p, i, free, x);
        }
        store_free(w->x, i, free, q);
        store_free(w->v, i, free, v);
        store_free(w->lo, i, free, lo);
        if (w->body->fine) {
            store_free(w->d, i, free, lo);
        } else {
            store_free(w->q, i, free, q);
        }
    }
}

LANE_STAGE void correct_velocities(const taut_step* s, taut_work* work, int first, int end)
{
    LANE_OWN_COPY(taut_work, work, w);
    for (int i = first + LANE_RANK * LANE_WIDTH; i < end; i += LANE_TEAM * LANE_WIDTH) {
        lane3 d = lane3_sub(load3(w->x, i), load3(w->q, i));
        lane3 v = taut_correct_velocity(load3(w->v, i), d, lane_splat(s->inverse_h),
                                        lane_splat(w->body->keep));
        store_free(w->v, i, load_free(w, i), v);
    }
}

// The same where corrections were gathered in d, which began as what x could not hold: the velocity
// takes them exactly, and x the sum, carrying again what it cannot hold.
LANE_STAGE void correct_velocities_fine(const taut_step* s, taut_work* work, int first, int end)
{
    LANE_OWN_COPY(taut_work, work, w);
    for (int i = first + LANE_RANK * LANE_WIDTH; i < end; i += LANE_TEAM * LANE_WIDTH) {
        lane_mask free = load_free(w, i);
        lane3 d = load3(w->d, i);
        lane3 moved = lane3_sub(d, load3(w->lo, i));
        lane3 v = taut_correct_velocity(load3(w->v, i), moved, lane_splat(s->inverse_h),
                                        lane_splat(w->body->keep));
        lane3 lo = {0};
        lane3 x = taut_add_carried(load3(w->x, i), d, &lo);
        store_free(w->x, i, free, x);
        store_free(w->v, i, free, v);
        store_free(w->lo, i, free, lo);
    }
}

LANE_STAGE void verlet_predict(const taut_step* s, taut_work* work, int first, int end)
{
    LANE_OWN_COPY(taut_work, work, w);
    const taut_body* b = w->body;
    bool first_step = b->last_h <= 0.0f;
    float h_last = s->substep > 0 || first_step ? s->h : b->last_h;
    // A step a million times as long as the last, or more, is none that Verlet could scale to.
    float ratio = h_last > 1e-6f * s->h ? s->h / h_last : 1.0f;
    lane kept_ratio = lane_splat(b->keep * ratio);
    lane half_h_sum = lane_splat(0.5f * s->h * (s->h + h_last));
    lane most = lane_splat(s->max_speed * s->h);
    for (int i = first + LANE_RANK * LANE_WIDTH; i < end; i += LANE_TEAM * LANE_WIDTH) {
        lane_mask free = load_free(w, i);
        lane3 x = load3(w->x, i);
        lane3 d =
            taut_verlet_move(x, load3(w->p, i), kept_ratio, load_acceleration(s, w, i), half_h_sum);
        lane_mask clamped;
        d = taut_limit_speed(d, most, &clamped);
        note_clamped(s, clamped, free);
        store_free(w->p, i, free, x);
        store_free(w->x, i, free, lane3_add(x, d));
    }
}

// The implicit velocity, for reading: the solver itself keeps positions only.
LANE_STAGE void verlet_correct(const taut_step* s, taut_work* work, int first, int end)
{
    LANE_OWN_COPY(taut_work, work, w);
    for (int i = first + LANE_RANK * LANE_WIDTH; i < end; i += LANE_TEAM * LANE_WIDTH) {
        lane3 d = lane3_sub(load3(w->x, i), load3(w->p, i));
        store_free(w->v, i, load_free(w, i), lane3_scale(d, lane_splat(s->inverse_h)));
    }
}

// Explicit Euler moves by the velocity from before the forces: q keeps where to.
LANE_STAGE void spring_predict(const taut_step* s, taut_work* work, int first, int end)
{
    LANE_OWN_COPY(taut_work, work, w);
    lane h = lane_splat(s->h);
    for (int i = first + LANE_RANK * LANE_WIDTH; i < end; i += LANE_TEAM * LANE_WIDTH) {
        lane_mask free = load_free(w, i);
        lane3 v = load3(w->v, i);
        store_free(w->q, i, free, lane3_madd(load3(w->x, i), h, v));
        store_free(w->v, i, free, lane3_madd(v, h, load_acceleration(s, w, i)));
    }
}

// Symplectic Euler moves by the velocity from after the forces.
LANE_STAGE void spring_move(const taut_step* s, taut_work* work, int first, int end)
{
    LANE_OWN_COPY(taut_work, work, w);
    bool explicit_euler = s->solver->kind == TAUT_SOLVER_SPRINGS_EXPLICIT;
    for (int i = first + LANE_RANK * LANE_WIDTH; i < end; i += LANE_TEAM * LANE_WIDTH) {
        lane_mask free = load_free(w, i);
        lane3 v = load3(w->v, i);
        lane3 x = explicit_euler ? load3(w->q, i) : lane3_madd(load3(w->x, i), lane_splat(s->h), v);
        store_free(w->x, i, free, x);
        store_free(w->v, i, free, lane3_scale(v, lane_splat(w->body->keep)));
    }
}
