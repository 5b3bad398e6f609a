// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Walks what is read between steps: values of constraints, and normals. No formulas but that of a
// triangle's normal.

// Values ------------------------------------------------------------------------------------------

LANE_FN void evaluate_run(const walk* w, kind_job job, size_t place, size_t end, float* out)
{
    for (size_t first = place; place < end; place += LANE_WIDTH) {
        chunk at = chunk_at(w, job.form, place, end);
        loaded in = {0};
        load_constraints(w, job, &at, &in);
        at.place = place - first;
        store_places(out, &at, in.c.c);
    }
}

// Colours of a kind follow one another in its set, each with a form of its own.
LANE_SHARED void evaluate(const taut_work* work, int first, int count, float* out, kind_job job)
{
    const taut_step none = {0};
    walk w = walk_of(&none, work, job.kind);
    for (int next, i = first; i < first + count; i = next) {
        bool listed = w.batches[i].form == TAUT_FORM_LISTED;
        next = i + 1;
        while (next < first + count && (w.batches[next].form == TAUT_FORM_LISTED) == listed) {
            ++next;
        }
        size_t place = (size_t)TAUT_BATCH * (size_t)i;
        size_t end = (size_t)TAUT_BATCH * (size_t)next;
        float* to = out + TAUT_BATCH * (i - first);
        if (listed) {
            job.form = TAUT_FORM_LISTED;
            evaluate_run(&w, job, place, end, to);
        } else {
            job.form = job.moved == 1 ? TAUT_FORM_FAN : TAUT_FORM_ROW;
            evaluate_run(&w, job, place, end, to);
        }
    }
}

#define EVALUATOR(NAME, name, particles, moved, force_unit, about)                                 \
    static void evaluate_##name(const taut_work* w, int first, int count, float* out)              \
    {                                                                                              \
        kind_job job = KIND_JOB(NAME, name, particles, moved, false);                              \
        evaluate(w, first, count, out, job);                                                       \
    }
TAUT_CONSTRAINT_LIST(EVALUATOR)
#undef EVALUATOR

// Normals -----------------------------------------------------------------------------------------

// A particle's four numbers at once: as wide as the narrowest vectors, and narrower than none.
#if LANE_WIDTH == 1

typedef taut_float4 quad;

LANE_FN quad quad_add(quad a, quad b)
{
    return (quad){a.x + b.x, a.y + b.y, a.z + b.z, 0.0f};
}

LANE_FN quad quad_sub(quad a, quad b)
{
    return (quad){a.x - b.x, a.y - b.y, a.z - b.z, 0.0f};
}

LANE_FN quad quad_scale(quad a, float s)
{
    return (quad){a.x * s, a.y * s, a.z * s, 0.0f};
}

LANE_FN quad quad_cross(quad a, quad b)
{
    return (quad){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0.0f};
}

#else

typedef float quad __attribute__((vector_size(16)));

LANE_FN quad quad_add(quad a, quad b)
{
    return a + b;
}

LANE_FN quad quad_sub(quad a, quad b)
{
    return a - b;
}

LANE_FN quad quad_scale(quad a, float s)
{
    return a * (quad){s, s, s, s};
}

LANE_FN quad quad_cross(quad a, quad b)
{
    quad a_yzx = {a[1], a[2], a[0], a[3]};
    quad b_yzx = {b[1], b[2], b[0], b[3]};
    quad a_zxy = {a[2], a[0], a[1], a[3]};
    quad b_zxy = {b[2], b[0], b[1], b[3]};
    return a_yzx * b_zxy - a_zxy * b_yzx;
}

#endif

LANE_FN quad quad_load(const taut_float4* from)
{
    quad a;
    memcpy(&a, from, sizeof a);
    return a;
}

LANE_FN void quad_store(taut_float4* to, quad a)
{
    memcpy(to, &a, sizeof a);
}

// Twice the area times the normal: large triangles count for more, slivers for nothing. Triangles
// in their order, so that each particle's are added in theirs.
LANE_FN void add_triangles(const taut_body* b, taut_float4* sums)
{
    const taut_blueprint* p = b->blueprint;
    for (const int32_t* at = p->triangles; at < p->triangles + 3 * p->triangle_count; at += 3) {
        quad x0 = quad_load(&b->x[at[0]]);
        quad e1 = quad_sub(quad_load(&b->x[at[1]]), x0);
        quad e2 = quad_sub(quad_load(&b->x[at[2]]), x0);
        quad normal = quad_cross(e1, e2);
        for (int k = 0; k < 3; ++k) {
            quad_store(&sums[at[k]], quad_add(quad_load(&sums[at[k]]), normal));
        }
    }
}

// One over the length of each sum, and 1 where there is none.
LANE_FN lane inverse_lengths(const taut_float4* sums)
{
    lane3 n = lane3_splat(0.0f, 0.0f, 0.0f);
    TAUT_UNROLL
    for (int k = 0; k < LANE_WIDTH; ++k) {
        lane_set(&n.x, k, sums[k].x);
        lane_set(&n.y, k, sums[k].y);
        lane_set(&n.z, k, sums[k].z);
    }
    lane one = lane_splat(1.0f);
    lane length = lane_sqrt(lane3_dot(n, n));
    return lane_select(length > lane_splat(0.0f), one / length, one);
}

// Stored whole but for the last: the fourth number is the first of the next, which comes after it.
LANE_FN void store_normals(taut_vec3* to, const taut_float4* sums, int count, bool last)
{
    float scale[LANE_WIDTH];
    lane_store(scale, inverse_lengths(sums));
    TAUT_UNROLL
    for (int k = 0; k < count; ++k) {
        quad normal = quad_scale(quad_load(&sums[k]), scale[k]);
        memcpy(&to[k], &normal, last && k + 1 == count ? sizeof *to : sizeof normal);
    }
}

static void normals(taut_body* b, taut_float4* sums)
{
    memset(sums, 0, ((size_t)b->particle_count + LANE_WIDTH) * sizeof *sums);
    add_triangles(b, sums);
    int i = 0;
    for (; i + LANE_WIDTH < b->particle_count; i += LANE_WIDTH) {
        store_normals(&b->normal[i], &sums[i], LANE_WIDTH, false);
    }
    store_normals(&b->normal[i], &sums[i], b->particle_count - i, true);
}
