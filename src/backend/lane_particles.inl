// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Walks the particles of a body, LANE_WIDTH at a time, for every solver. No formulas.

LANE_FN lane3 load_acceleration(const taut_step* s, const taut_body* b, int first, int valid)
{
    lane3 a = lane3_splat(s->gravity.x * b->gravity_scale, s->gravity.y * b->gravity_scale,
                          s->gravity.z * b->gravity_scale);
    if (b->has_forces) {
        lane3 extra = {0};
        for (int k = 0; k < valid; ++k) {
            taut_vec3 f = b->acceleration[first + k];
            set3(&extra, k, f.x, f.y, f.z);
        }
        a = lane3_add(a, extra);
    }
    return a;
}

static bool is_free(const taut_body* b, int particle)
{
    return b->x[particle].w > 0.0f;
}

static void count_clamped(taut_step* s, const taut_body* b, int first, int valid, lane_mask clamped)
{
    for (int k = 0; k < valid; ++k) {
        s->clamped_count += lane_test(clamped, k) && is_free(b, first + k);
    }
}

// A body that is FINE begins its sweep with what x could not hold.
LANE_FN void store_prediction(taut_body* b, int i, int k, lane3 q, lane3 v, lane3 lo)
{
    b->p[i] = b->x[i];
    store3(b->x, i, q, k);
    store3(b->q, i, q, k);
    store3(b->v, i, v, k);
    store3(b->lo, i, lo, k);
    if (b->d != NULL) {
        store3(b->d, i, lo, k);
    }
}

// v += h a, x += h v.
static void predict(taut_step* s, taut_body* b)
{
    lane h = lane_splat(s->h);
    for (int first = 0; first < b->particle_count; first += LANE_WIDTH) {
        int valid = lanes_from(first, b->particle_count);
        lane3 x = load3(b->x, first, valid);
        lane3 lo = load3(b->lo, first, valid);
        lane3 v = lane3_madd(load3(b->v, first, valid), h, load_acceleration(s, b, first, valid));
        lane_mask clamped;
        v = taut_limit_speed(v, lane_splat(s->max_speed), &clamped);
        count_clamped(s, b, first, valid, clamped);
        lane3 q = taut_add_carried(x, lane3_scale(v, h), &lo);
        for (int k = 0; k < valid; ++k) {
            if (is_free(b, first + k)) {
                store_prediction(b, first + k, k, q, v, lo);
            }
        }
    }
}

static void correct_velocities(taut_step* s, taut_body* b)
{
    for (int first = 0; first < b->particle_count; first += LANE_WIDTH) {
        int valid = lanes_from(first, b->particle_count);
        lane3 d = lane3_sub(load3(b->x, first, valid), load3(b->q, first, valid));
        lane3 v = taut_correct_velocity(load3(b->v, first, valid), d, lane_splat(s->inverse_h),
                                        lane_splat(b->keep));
        for (int k = 0; k < valid; ++k) {
            if (is_free(b, first + k)) {
                store3(b->v, first + k, v, k);
            }
        }
    }
}

// The same where corrections were gathered in d, which began as what x could not hold: the velocity
// takes them exactly, and x the sum, carrying again what it cannot hold.
static void correct_velocities_fine(taut_step* s, taut_body* b)
{
    for (int first = 0; first < b->particle_count; first += LANE_WIDTH) {
        int valid = lanes_from(first, b->particle_count);
        lane3 d = load3(b->d, first, valid);
        lane3 moved = lane3_sub(d, load3(b->lo, first, valid));
        lane3 v = taut_correct_velocity(load3(b->v, first, valid), moved, lane_splat(s->inverse_h),
                                        lane_splat(b->keep));
        lane3 lo = {0};
        lane3 x = taut_add_carried(load3(b->x, first, valid), d, &lo);
        for (int k = 0; k < valid; ++k) {
            if (is_free(b, first + k)) {
                store3(b->x, first + k, x, k);
                store3(b->v, first + k, v, k);
                store3(b->lo, first + k, lo, k);
            }
        }
    }
}

static void verlet_predict(taut_step* s, taut_body* b)
{
    bool first_step = b->last_h <= 0.0f;
    float h_last = s->substep > 0 || first_step ? s->h : b->last_h;
    // A step a million times as long as the last, or more, is none that Verlet could scale to.
    float ratio = h_last > 1e-6f * s->h ? s->h / h_last : 1.0f;
    lane kept_ratio = lane_splat(b->keep * ratio);
    lane half_h_sum = lane_splat(0.5f * s->h * (s->h + h_last));
    lane most = lane_splat(s->max_speed * s->h);
    for (int first = 0; first < b->particle_count; first += LANE_WIDTH) {
        int valid = lanes_from(first, b->particle_count);
        lane3 x = load3(b->x, first, valid);
        lane3 d = taut_verlet_move(x, load3(b->p, first, valid), kept_ratio,
                                   load_acceleration(s, b, first, valid), half_h_sum);
        lane_mask clamped;
        d = taut_limit_speed(d, most, &clamped);
        count_clamped(s, b, first, valid, clamped);
        lane3 moved = lane3_add(x, d);
        for (int k = 0; k < valid; ++k) {
            if (is_free(b, first + k)) {
                b->p[first + k] = b->x[first + k];
                store3(b->x, first + k, moved, k);
            }
        }
    }
}

// The implicit velocity, for reading: the solver itself keeps positions only.
static void verlet_correct(taut_step* s, taut_body* b)
{
    for (int first = 0; first < b->particle_count; first += LANE_WIDTH) {
        int valid = lanes_from(first, b->particle_count);
        lane3 d = lane3_sub(load3(b->x, first, valid), load3(b->p, first, valid));
        lane3 v = lane3_scale(d, lane_splat(s->inverse_h));
        for (int k = 0; k < valid; ++k) {
            if (is_free(b, first + k)) {
                store3(b->v, first + k, v, k);
            }
        }
    }
}

// Explicit Euler moves by the velocity from before the forces: q keeps where to.
static void spring_predict(taut_step* s, taut_body* b)
{
    lane h = lane_splat(s->h);
    for (int first = 0; first < b->particle_count; first += LANE_WIDTH) {
        int valid = lanes_from(first, b->particle_count);
        lane3 v = load3(b->v, first, valid);
        lane3 q = lane3_madd(load3(b->x, first, valid), h, v);
        v = lane3_madd(v, h, load_acceleration(s, b, first, valid));
        for (int k = 0; k < valid; ++k) {
            if (is_free(b, first + k)) {
                b->p[first + k] = b->x[first + k];
                store3(b->q, first + k, q, k);
                store3(b->v, first + k, v, k);
            }
        }
    }
}

// Symplectic Euler moves by the velocity from after the forces.
static void spring_move(taut_step* s, taut_body* b)
{
    bool explicit_euler = s->solver->kind == TAUT_SOLVER_SPRINGS_EXPLICIT;
    for (int first = 0; first < b->particle_count; first += LANE_WIDTH) {
        int valid = lanes_from(first, b->particle_count);
        lane3 v = load3(b->v, first, valid);
        lane3 x = explicit_euler ? load3(b->q, first, valid)
                                 : lane3_madd(load3(b->x, first, valid), lane_splat(s->h), v);
        v = lane3_scale(v, lane_splat(b->keep));
        for (int k = 0; k < valid; ++k) {
            if (is_free(b, first + k)) {
                store3(b->x, first + k, x, k);
                store3(b->v, first + k, v, k);
            }
        }
    }
}
