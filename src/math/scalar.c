// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "math/scalar.h"

#include <math.h>

// e^x = 2^n e^r with |r| <= ln 2 / 2, where fifteen terms of the series leave less than one unit in
// the last place. ln 2 is taken off in two parts, the first short enough for n times it to be
// exact.
double taut_exp(double x)
{
    if (x < -700.0) {
        return 0.0;
    }
    double n = floor(x * 1.4426950408889634 + 0.5);
    double r = x - n * 0.69314718036912382 - n * 1.9082149292705877e-10;
    double sum = 1.0;
    for (int term = 15; term >= 1; --term) {
        sum = 1.0 + r * sum / term;
    }
    for (int halvings = (int)-n; halvings > 0; --halvings) {
        sum *= 0.5;
    }
    return sum;
}

// ln x = n ln 2 + ln r with r in [0.7, 1.42], and ln r = 2 artanh((r - 1) / (r + 1)), whose
// argument is at most 0.18: eleven terms.
double taut_log(double x)
{
    double n = 0.0;
    for (; x > 1.4142135623730951; x *= 0.5) {
        n += 1.0;
    }
    for (; x < 0.70710678118654757; x *= 2.0) {
        n -= 1.0;
    }
    double z = (x - 1.0) / (x + 1.0);
    double sum = 0.0;
    for (int odd = 21; odd >= 1; odd -= 2) {
        sum = sum * z * z + 1.0 / odd;
    }
    return n * 0.69314718055994531 + 2.0 * z * sum;
}
