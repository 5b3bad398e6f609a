// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Which particles of a body no distance is kept between, as a device asks for it: a particle's list
// says all, so that nobody has to look in another's, and particles that were split off have lists
// of their own.

#pragma once

#include "cuda/crowd_job.h"

typedef struct taut_linked {
    const taut_body* body;
    size_t count;                    // entries
    int32_t *copies_first, *copies;  // particles by the one that they come from; NULL: itself
    size_t bytes;
} taut_linked;

// Whether anything of a body came apart whose particles may touch.
bool taut_linked_parted(const taut_body* body);

// False when memory is short.
bool taut_linked_open(const taut_allocator* allocator, const taut_body* body, taut_linked* linked);
void taut_linked_close(const taut_allocator* allocator, taut_linked* linked);

// Entries of particle i: first[i] .. first[i + 1]. There is room for two more particles.
void taut_linked_fill(const taut_linked* linked, int32_t* first, int32_t* other);
