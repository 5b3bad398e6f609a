// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Every constraint kind of the list: its value, its gradients, what must not change them, what must
// not move, and the same bits at every lane width. The cases walk TAUT_CONSTRAINT_LIST, so a kind
// that is added there is tested here, and does not compile before gradient_reference.h has its
// value.

#include "gradient_reference.h"
#include "lanes_probe.h"
#include "support.h"
#include "test.h"

#define SHAPES 200
#define MOST 3.4e38f

typedef double taut_reference_fn(const taut_double3* x);

static taut_reference_fn* const references[TAUT_CONSTRAINT_KIND_COUNT] = {
#define REFERENCE(NAME, name, particles, moved, unit, about) reference_##name,
    TAUT_CONSTRAINT_LIST(REFERENCE)
#undef REFERENCE
};

#define FOR_EACH_KIND(kind)                                                                        \
    for (taut_constraint_kind kind = (taut_constraint_kind)0; kind < TAUT_CONSTRAINT_KIND_COUNT;   \
         kind = (taut_constraint_kind)((int)kind + 1))

static const char* name_of(taut_constraint_kind kind)
{
    return taut_constraint_kind_info(kind)->name;
}

static int count_of(taut_constraint_kind kind)
{
    return taut_constraint_kind_info(kind)->particle_count;
}

// Shapes ------------------------------------------------------------------------------------------

static taut_double3 corner(const taut_probe_in* in, int k)
{
    return (taut_double3){(double)in->x[k][0], (double)in->x[k][1], (double)in->x[k][2]};
}

static double reference_value(taut_constraint_kind kind, const taut_probe_in* in)
{
    taut_double3 x[TAUT_CONSTRAINT_MAX_PARTICLES];
    for (int k = 0; k < TAUT_CONSTRAINT_MAX_PARTICLES; ++k) {
        x[k] = corner(in, k);
    }
    return references[kind](x) - (double)in->rest;
}

// No two corners near each other, no three near one line, no crease near a full fold, no
// segments of a cone near parallel: there
// formulas are ill conditioned and comparing them says nothing.
static bool is_roomy(taut_constraint_kind kind, const taut_probe_in* in)
{
    int n = count_of(kind);
    for (int a = 0; a < n; ++a) {
        for (int b = 0; b < a; ++b) {
            taut_double3 ab = sub3(corner(in, b), corner(in, a));
            if (length3(ab) < 0.25) {
                return false;
            }
            for (int c = 0; c < b; ++c) {
                taut_double3 ac = sub3(corner(in, c), corner(in, a));
                if (length3(cross3(ab, ac)) < 0.2) {
                    return false;
                }
            }
        }
    }
    double value = fabs(reference_value(kind, in));
    bool parallel = kind == TAUT_CONSTRAINT_CONE && !(value > 0.3 && value < 2.8);
    return !parallel && (kind != TAUT_CONSTRAINT_DIHEDRAL || value < 3.0);
}

// Corners in a box of 2 m, masses from 0.25 to 4 kg, the pin of a tether pinned, rest 0.
static taut_probe_in random_shape(taut_constraint_kind kind, taut_test_random* r)
{
    taut_probe_in in = {.lambda_min = -MOST, .lambda_max = MOST};
    do {
        for (int k = 0; k < TAUT_CONSTRAINT_MAX_PARTICLES; ++k) {
            for (int axis = 0; axis < 3; ++axis) {
                in.x[k][axis] = random_coarse(r);
            }
            in.w[k] = random_between(r, 0.25f, 4.0f);
        }
    } while (!is_roomy(kind, &in));
    if (kind == TAUT_CONSTRAINT_TETHER) {
        in.w[1] = 0.0f;
    }
    return in;
}

static taut_probe_out evaluate(taut_constraint_kind kind, const taut_probe_in* in)
{
    taut_probe_out out = {0};
    taut_probe_at(0)->lanes(kind, in, 1, &out);
    return out;
}

static taut_double3 gradient_of(const taut_probe_out* out, int k)
{
    const float* g = out->gradient[k];
    return (taut_double3){(double)g[0], (double)g[1], (double)g[2]};
}

static double gradient_size(const taut_probe_out* out, int n)
{
    double sum = 0.0;
    for (int k = 0; k < n; ++k) {
        sum += dot3(gradient_of(out, k), gradient_of(out, k));
    }
    return sqrt(sum);
}

// Value and gradient ------------------------------------------------------------------------------

// Rounding of a float formula on roomy shapes: some 30 operations at 6e-8 each, made larger by at
// most 1/0.2 (the smallest sine of is_roomy) where lines meet at sharp angles.
#define ROUNDING 1e-5

TEST(value_is_that_of_an_independent_formula)
{
    FOR_EACH_KIND(kind)
    {
        taut_test_random r = {1};
        for (int i = 0; i < SHAPES; ++i) {
            taut_probe_in in = random_shape(kind, &r);
            in.rest = random_between(&r, 0.0f, 0.2f);
            taut_probe_out out = evaluate(kind, &in);
            double expected = reference_value(kind, &in);
            CHECK_MSG(fabs((double)out.value - expected) <= ROUNDING * (1.0 + fabs(expected)),
                      "%s shape %d: %.9g, reference %.9g", name_of(kind), i, (double)out.value,
                      expected);
        }
    }
}

// Central difference of the reference. With a step of 1e-5 its own error is about 1e-10 times the
// third derivative, far below ROUNDING.
static double difference(taut_constraint_kind kind, const taut_probe_in* in, int k, int axis)
{
    taut_double3 low[TAUT_CONSTRAINT_MAX_PARTICLES], high[TAUT_CONSTRAINT_MAX_PARTICLES];
    for (int j = 0; j < TAUT_CONSTRAINT_MAX_PARTICLES; ++j) {
        low[j] = high[j] = corner(in, j);
    }
    double step = 1e-5;
    double* at[2] = {axis == 0   ? &low[k].x
                     : axis == 1 ? &low[k].y
                                 : &low[k].z,
                     axis == 0   ? &high[k].x
                     : axis == 1 ? &high[k].y
                                 : &high[k].z};
    *at[0] -= step;
    *at[1] += step;
    double change = references[kind](high) - references[kind](low);
    if (kind == TAUT_CONSTRAINT_DIHEDRAL) {
        change = wrap_angle(change);
    }
    return change / (2.0 * step);
}

TEST(gradient_is_the_finite_difference_of_the_value)
{
    FOR_EACH_KIND(kind)
    {
        taut_test_random r = {2};
        int n = count_of(kind);
        for (int i = 0; i < SHAPES; ++i) {
            taut_probe_in in = random_shape(kind, &r);
            taut_probe_out out = evaluate(kind, &in);
            double size = gradient_size(&out, n);
            CHECK_MSG(out.live, "%s shape %d has no direction", name_of(kind), i);
            for (int k = 0; k < 3 * n; ++k) {
                double expected = difference(kind, &in, k / 3, k % 3);
                double found = (double)out.gradient[k / 3][k % 3];
                CHECK_MSG(fabs(found - expected) <= ROUNDING * (1.0 + size),
                          "%s shape %d particle %d axis %d: %.9g, difference %.9g", name_of(kind),
                          i, k / 3, k % 3, found, expected);
            }
        }
    }
}

TEST(weight_is_the_sum_of_inverse_mass_times_squared_gradient)
{
    FOR_EACH_KIND(kind)
    {
        taut_test_random r = {3};
        for (int i = 0; i < SHAPES; ++i) {
            taut_probe_in in = random_shape(kind, &r);
            taut_probe_out out = evaluate(kind, &in);
            double expected = 0.0;
            for (int k = 0; k < count_of(kind); ++k) {
                taut_double3 g = gradient_of(&out, k);
                expected += (double)in.w[k] * dot3(g, g);
            }
            CHECK_MSG(fabs((double)out.weight - expected) <= ROUNDING * expected,
                      "%s shape %d: %.9g, sum %.9g", name_of(kind), i, (double)out.weight,
                      expected);
        }
    }
}

// Invariance --------------------------------------------------------------------------------------

TEST(translation_changes_no_bit)
{
    FOR_EACH_KIND(kind)
    {
        taut_test_random r = {4};
        for (int i = 0; i < SHAPES; ++i) {
            taut_probe_in in = random_shape(kind, &r);
            taut_probe_out here = evaluate(kind, &in);
            // Coordinates are multiples of 2^-12 and the way is whole: the sums are exact.
            for (int k = 0; k < TAUT_CONSTRAINT_MAX_PARTICLES; ++k) {
                in.x[k][0] += 500.0f;
                in.x[k][1] -= 17.0f;
                in.x[k][2] += 1023.0f;
            }
            taut_probe_out there = evaluate(kind, &in);
            CHECK_MSG(memcmp(&here, &there, sizeof here) == 0, "%s shape %d: %.9g and %.9g",
                      name_of(kind), i, (double)here.value, (double)there.value);
        }
    }
}

// A turn about a slanted axis (Rodrigues' formula).
static taut_double3 turn(taut_double3 a)
{
    const taut_double3 axis = {2.0 / 7.0, 3.0 / 7.0, 6.0 / 7.0};
    double c = 0.28, s = 0.96;
    taut_double3 out = scale3(a, c);
    out = add3(out, scale3(cross3(axis, a), s));
    return add3(out, scale3(axis, dot3(axis, a) * (1.0 - c)));
}

TEST(rotation_keeps_the_value_and_turns_the_gradient)
{
    FOR_EACH_KIND(kind)
    {
        taut_test_random r = {5};
        for (int i = 0; i < SHAPES; ++i) {
            taut_probe_in in = random_shape(kind, &r);
            taut_probe_in turned = in;
            for (int k = 0; k < TAUT_CONSTRAINT_MAX_PARTICLES; ++k) {
                taut_double3 x = turn(corner(&in, k));
                turned.x[k][0] = (float)x.x;
                turned.x[k][1] = (float)x.y;
                turned.x[k][2] = (float)x.z;
            }
            taut_probe_out a = evaluate(kind, &in);
            taut_probe_out b = evaluate(kind, &turned);
            double allowed = 2.0 * ROUNDING * (1.0 + gradient_size(&a, count_of(kind)));
            CHECK_MSG(fabs((double)a.value - (double)b.value) <= allowed,
                      "%s shape %d: %.9g turned %.9g", name_of(kind), i, (double)a.value,
                      (double)b.value);
            for (int k = 0; k < count_of(kind); ++k) {
                taut_double3 off = sub3(turn(gradient_of(&a, k)), gradient_of(&b, k));
                CHECK_MSG(length3(off) <= allowed, "%s shape %d particle %d: off by %.3g",
                          name_of(kind), i, k, length3(off));
            }
        }
    }
}

TEST(gradients_keep_linear_and_angular_momentum)
{
    FOR_EACH_KIND(kind)
    {
        taut_test_random r = {6};
        int n = count_of(kind);
        for (int i = 0; i < SHAPES; ++i) {
            taut_probe_in in = random_shape(kind, &r);
            taut_probe_out out = evaluate(kind, &in);
            taut_double3 sum = {0}, torque = {0};
            for (int k = 0; k < n; ++k) {
                sum = add3(sum, gradient_of(&out, k));
                torque = add3(torque, cross3(corner(&in, k), gradient_of(&out, k)));
            }
            double size = gradient_size(&out, n);
            // The first gradient is minus the float sum of the others: three roundings.
            CHECK_MSG(length3(sum) <= 4.0 * 6e-8 * size, "%s shape %d: sum %.3g of %.3g",
                      name_of(kind), i, length3(sum), size);
            CHECK_MSG(length3(torque) <= ROUNDING * size, "%s shape %d: torque %.3g of %.3g",
                      name_of(kind), i, length3(torque), size);
        }
    }
}

// What a projection does --------------------------------------------------------------------------

TEST(nothing_is_corrected_at_rest)
{
    FOR_EACH_KIND(kind)
    {
        taut_test_random r = {7};
        for (int i = 0; i < SHAPES; ++i) {
            taut_probe_in in = random_shape(kind, &r);
            in.rest = evaluate(kind, &in).value;
            in.alpha = i % 2 == 0 ? 0.0f : 10.0f;
            taut_probe_out out = evaluate(kind, &in);
            CHECK_MSG(out.value == 0.0f && out.delta_lambda == 0.0f, "%s shape %d: C %g, change %g",
                      name_of(kind), i, (double)out.value, (double)out.delta_lambda);
        }
    }
}

TEST(a_rigid_projection_takes_the_error_away)
{
    FOR_EACH_KIND(kind)
    {
        taut_test_random r = {8};
        for (int i = 0; i < SHAPES; ++i) {
            taut_probe_in in = random_shape(kind, &r);
            in.rest = (float)reference_value(kind, &in) - 0.002f;
            taut_probe_out out = evaluate(kind, &in);
            taut_probe_in after = in;
            for (int k = 0; k < count_of(kind); ++k) {
                for (int axis = 0; axis < 3; ++axis) {
                    after.x[k][axis] += out.delta_lambda * in.w[k] * out.gradient[k][axis];
                }
            }
            // One Newton step: what is left is of second order in the 2 mm (or mrad), and the
            // second derivatives of roomy shapes stay below 50.
            CHECK_MSG(fabs(reference_value(kind, &after)) < 50.0 * 0.002 * 0.002,
                      "%s shape %d: C was %g, is %g", name_of(kind), i, (double)out.value,
                      reference_value(kind, &after));
        }
    }
}

// What a link between two particles of 1 kg answers when it is `error` too long, having given
// `lambda` already.
static float answer(float error, float lambda, float low, float high)
{
    taut_probe_in in = {.x = {{0.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f}},
                        .w = {1.0f, 1.0f},
                        .rest = 4.0f - error,
                        .lambda = lambda,
                        .lambda_min = low,
                        .lambda_max = high};
    return evaluate(TAUT_CONSTRAINT_DISTANCE, &in).delta_lambda;
}

TEST(bounds_hold_for_the_multiplier_as_a_whole)
{
    CHECK(answer(2.0f, 0.0f, -MOST, 0.0f) == -1.0f);   // a string pulls
    CHECK(answer(-2.0f, 0.0f, -MOST, 0.0f) == 0.0f);   // and does not push
    CHECK(answer(-2.0f, -3.0f, -MOST, 0.0f) == 1.0f);  // but it may let go of what it pulled
    CHECK(answer(-2.0f, -0.5f, -MOST, 0.0f) == 0.5f);  // down to nothing
    CHECK(answer(-2.0f, 0.0f, 0.0f, MOST) == 1.0f);    // and a strut the other way round
    CHECK(answer(2.0f, 0.0f, 0.0f, MOST) == 0.0f);
    CHECK(answer(2.0f, 3.0f, 0.0f, MOST) == -1.0f);
    CHECK(answer(2.0f, 0.5f, 0.0f, MOST) == -0.5f);
}

static bool all_finite(const taut_probe_out* out, int n)
{
    bool finite = isfinite(out->value) && isfinite(out->delta_lambda) && isfinite(out->impulse);
    for (int k = 0; k < 3 * n && out->live; ++k) {
        finite = finite && isfinite(out->gradient[k / 3][k % 3]);
    }
    return finite;
}

// The corrections of a projection, which is what reaches the particles.
static double largest_move(const taut_probe_in* in, const taut_probe_out* out, int n)
{
    double most = 0.0;
    for (int k = 0; k < 3 * n; ++k) {
        float move = out->delta_lambda * in->w[k / 3] * out->gradient[k / 3][k % 3];
        double size = isnan(move) ? (double)INFINITY : fabs((double)move);
        most = size > most ? size : most;
    }
    return most;
}

static void put_on_line(taut_probe_in* in, const int* steps)
{
    for (int k = 0; k < TAUT_CONSTRAINT_MAX_PARTICLES; ++k) {
        in->x[k][0] = 0.25f * (float)steps[k];
        in->x[k][1] = -0.5f * (float)steps[k];
        in->x[k][2] = 1.0f + (float)steps[k];
    }
}

static void expect_stillness(taut_constraint_kind kind, const taut_probe_in* in, const char* shape)
{
    taut_probe_out out = evaluate(kind, in);
    CHECK_MSG(all_finite(&out, count_of(kind)), "%s, %s: value %g, change %g", name_of(kind), shape,
              (double)out.value, (double)out.delta_lambda);
    CHECK_MSG(largest_move(in, &out, count_of(kind)) == 0.0, "%s, %s: moved %g", name_of(kind),
              shape, largest_move(in, &out, count_of(kind)));
}

TEST(shapes_without_a_direction_stay_still)
{
    static const int together[] = {0, 0, 0, 0};
    static const int in_line[] = {0, 1, 2, 3};
    static const int folded[] = {0, 2, 1, 1};
    FOR_EACH_KIND(kind)
    {
        taut_test_random r = {9};
        taut_probe_in in = random_shape(kind, &r);
        in.rest = -0.125f;  // so that there is an error to correct
        in.portion = 1.0f;
        in.rate = 1.0f;
        put_on_line(&in, together);
        expect_stillness(kind, &in, "all in one place");
        in.alpha = 1.0f;
        expect_stillness(kind, &in, "all in one place, soft");
        in.alpha = 0.0f;
        bool on_lines = kind == TAUT_CONSTRAINT_PULLEY || kind == TAUT_CONSTRAINT_SLIDE;
        if (count_of(kind) > 2 && !on_lines) {
            put_on_line(&in, in_line);
            expect_stillness(kind, &in, "on a line");
            put_on_line(&in, folded);
            expect_stillness(kind, &in, "folded on a line");
        }
    }
}

// Lengths have a direction on a line; a plane without a normal has none.
TEST(a_plane_without_a_normal_holds_nothing)
{
    taut_test_random r = {9};
    taut_probe_in in = random_shape(TAUT_CONSTRAINT_SLIDE, &r);
    in.rest = -0.125f;
    memcpy(in.x[2], in.x[1], sizeof in.x[1]);
    expect_stillness(TAUT_CONSTRAINT_SLIDE, &in, "without a normal");
}

TEST(two_corners_in_one_place_give_finite_results)
{
    FOR_EACH_KIND(kind)
    {
        taut_test_random r = {10};
        int n = count_of(kind);
        for (int pair = 0; pair < n * n; ++pair) {
            taut_probe_in in = random_shape(kind, &r);
            in.rest = 0.125f;
            memcpy(in.x[pair / n], in.x[pair % n], sizeof in.x[0]);
            taut_probe_out out = evaluate(kind, &in);
            CHECK_MSG(all_finite(&out, n) && isfinite(largest_move(&in, &out, n)),
                      "%s, %d upon %d: value %g, move %g", name_of(kind), pair / n, pair % n,
                      (double)out.value, largest_move(&in, &out, n));
        }
    }
}

TEST(flat_shapes_give_finite_results)
{
    FOR_EACH_KIND(kind)
    {
        taut_test_random r = {11};
        for (int i = 0; i < SHAPES; ++i) {
            taut_probe_in in = random_shape(kind, &r);
            for (int k = 0; k < TAUT_CONSTRAINT_MAX_PARTICLES; ++k) {
                in.x[k][2] = 0.5f;
            }
            in.rest = 0.125f;
            taut_probe_out out = evaluate(kind, &in);
            CHECK_MSG(all_finite(&out, count_of(kind)) &&
                          isfinite(largest_move(&in, &out, count_of(kind))),
                      "%s shape %d: value %g", name_of(kind), i, (double)out.value);
        }
    }
}

TEST(pinned_particles_stay_still)
{
    FOR_EACH_KIND(kind)
    {
        taut_test_random r = {12};
        for (int i = 0; i < SHAPES; ++i) {
            taut_probe_in in = random_shape(kind, &r);
            in.rest = -0.125f;
            in.alpha = i % 2 == 0 ? 0.0f : 0.5f;
            memset(in.w, 0, sizeof in.w);
            expect_stillness(kind, &in, "all pinned");
        }
    }
}

// From shapes of the size of an atom's nucleus to the builder's limit of 10^9 m, one corner at a
// time near another or all of them small: nothing but numbers may reach a particle.
TEST(shapes_of_any_size_give_finite_moves)
{
    FOR_EACH_KIND(kind)
    {
        taut_test_random r = {13};
        int n = count_of(kind);
        for (int power = -44; power <= 9; ++power) {
            float size = (float)pow(10.0, power);
            for (int i = 0; i < 20; ++i) {
                taut_probe_in in = random_shape(kind, &r);
                int shrunk = random_below(&r, n + 1);  // n: all of them
                for (int k = 0; k < 3 * TAUT_CONSTRAINT_MAX_PARTICLES; ++k) {
                    in.x[k / 3][k % 3] *= shrunk == n || k / 3 == shrunk ? size : 1.0f;
                }
                if (shrunk < n) {
                    memset(in.x[(shrunk + 1) % n], 0, sizeof in.x[0]);
                }
                taut_probe_out out = evaluate(kind, &in);
                CHECK_MSG(isfinite(largest_move(&in, &out, n)),
                          "%s of size 1e%d (corner %d): value %g, change %g, weight %g",
                          name_of(kind), power, shrunk, (double)out.value, (double)out.delta_lambda,
                          (double)out.weight);
            }
        }
    }
}

// Lanes -------------------------------------------------------------------------------------------

static bool same_out(const taut_probe_out* a, const taut_probe_out* b, int n)
{
    bool same = same_bits(a->value, b->value) && same_bits(a->weight, b->weight) &&
                same_bits(a->delta_lambda, b->delta_lambda) && same_bits(a->impulse, b->impulse) &&
                same_bits(a->spring, b->spring) && a->live == b->live;
    for (int k = 0; k < 3 * n; ++k) {
        same = same && same_bits(a->gradient[k / 3][k % 3], b->gradient[k / 3][k % 3]);
    }
    return same;
}

// Good shapes, degenerate ones and every response, an odd number of them.
static void fill_mixed(taut_constraint_kind kind, taut_probe_in* in, int count)
{
    taut_test_random r = {14};
    for (int i = 0; i < count; ++i) {
        in[i] = random_shape(kind, &r);
        in[i].rest = random_between(&r, -0.5f, 0.5f);
        in[i].alpha = i % 3 == 0 ? 0.0f : random_between(&r, 0.0f, 2.0f);
        in[i].gamma = i % 4 == 0 ? 0.0f : random_between(&r, 0.0f, 2.0f);
        in[i].moved = random_coarse(&r);
        in[i].lambda = random_coarse(&r);
        in[i].lambda_min = i % 5 == 0 ? 0.0f : -MOST;
        in[i].lambda_max = i % 7 == 0 ? 0.0f : MOST;
        in[i].rate = random_coarse(&r);
        in[i].portion = random_between(&r, 0.0f, 1.0f);
        in[i].stiffness = random_between(&r, 0.0f, 100.0f);
        in[i].resistance = random_between(&r, 0.0f, 1.0f);
        if (i % 6 == 0) {
            memcpy(in[i].x[1], in[i].x[0], sizeof in[i].x[0]);
        }
        if (i % 11 == 0) {
            memset(in[i].w, 0, sizeof in[i].w);
        }
    }
}

TEST(every_backend_gives_the_bits_of_scalar)
{
    enum { COUNT = SHAPES + 3 };
    FOR_EACH_KIND(kind)
    {
        taut_probe_in in[COUNT];
        taut_probe_out one[COUNT], wide[COUNT];
        fill_mixed(kind, in, COUNT);
        taut_probe_at(0)->lanes(kind, in, COUNT, one);
        // Scalar once more: some builds have nothing else.
        for (int p = 0; taut_probe_at(p) != NULL; ++p) {
            memset(wide, 0xff, sizeof wide);
            taut_probe_at(p)->lanes(kind, in, COUNT, wide);
            for (int i = 0; i < COUNT; ++i) {
                CHECK_MSG(same_out(&one[i], &wide[i], count_of(kind)),
                          "%s shape %d on %s: C %.9g and %.9g", name_of(kind), i,
                          taut_backend_name(taut_probe_at(p)->backend), (double)one[i].value,
                          (double)wide[i].value);
            }
        }
    }
}
