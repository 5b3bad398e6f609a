// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#pragma once

// Whether a particle meets those it hung together with when it was built, once it does no longer:
// what came apart lies in one place, and must first come clear (pairs_find.c).
typedef enum taut_parted {
    TAUT_PARTED_NEVER = 0,
    TAUT_PARTED_NEAR = 1,   // something came apart here, and has not come clear since
    TAUT_PARTED_CLEAR = 2,  // meets them
    TAUT_PARTED = 3,
} taut_parted;
