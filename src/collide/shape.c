// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "collide/shape.h"
#include "base/alloc.h"

void taut_shape_retain(const taut_shape* shape)
{
    // A reference count is the one thing about a shape that changes.
    union {
        const taut_shape* shared;
        taut_shape* counted;
    } s = {shape};
    (void)atomic_fetch_add(&s.counted->references, 1);
}

void taut_shape_release(const taut_shape* shape)
{
    union {
        const taut_shape* shared;
        taut_shape* counted;
    } s = {shape};
    if (shape != NULL && atomic_fetch_sub(&s.counted->references, 1) == 1) {
        taut_allocator allocator = shape->allocator;
        taut_free(&allocator, s.counted, shape->bytes);
    }
}
