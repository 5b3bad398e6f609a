// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The system's monotonic clock.

#pragma once

#include <stdbool.h>

// Whether this build knows one: WebAssembly and bare machines do not.
bool taut_system_clock_supported(void);

// Seconds since some moment, never falling; 0 where there is no clock.
double taut_system_seconds(void);
