// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "base/incidence.h"

#include <string.h>

void taut_incidence_fill(const taut_tuples* tuples, int32_t* first, int32_t* list)
{
    memset(first, 0, ((size_t)tuples->node_count + 1) * sizeof *first);
    for (int i = 0; i < tuples->count; ++i) {
        int tuple = tuples->pick != NULL ? tuples->pick[i] : i;
        for (int k = 0; k < tuples->arity; ++k) {
            int32_t node = tuples->nodes[tuples->arity * tuple + k];
            if (node >= 0) {
                first[node] += 1;
            }
        }
    }
    // first[i] becomes the end of row i; filling from the back brings it to the beginning.
    for (int i = 1; i <= tuples->node_count; ++i) {
        first[i] += first[i - 1];
    }
    for (int i = tuples->count - 1; i >= 0; --i) {
        int tuple = tuples->pick != NULL ? tuples->pick[i] : i;
        for (int k = 0; k < tuples->arity; ++k) {
            int32_t node = tuples->nodes[tuples->arity * tuple + k];
            if (node >= 0) {
                list[--first[node]] = tuple;
            }
        }
    }
}
