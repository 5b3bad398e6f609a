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
