// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Plain distance constraints, of which there are most: not damped, not one-sided, without play. The
// formulas are those of every backend; where particles lie is what the templates are about.

// In the arrays of the body.
template <bool fine> struct far_memory {
    taut_rows x_, d_, lo_;
    const float* w_;

    LANE_METHOD float w(int i) const
    {
        return w_[i];
    }
    LANE_METHOD lane3 x(int i) const
    {
        return load3(x_, i);
    }
    LANE_METHOD lane3 d(int i) const
    {
        return load3(d_, i);
    }
    LANE_METHOD void move(int i, lane3 v) const
    {
        store3(fine ? d_ : x_, i, v);
    }
    LANE_METHOD void note(int i, float dl, lane3 g) const
    {
        store3(lo_, i, lane3_madd(load3(lo_, i), dl, g));
    }
};

// Rows of shared memory, `stride` floats each.
enum {
    NEAR_X = 0,
    NEAR_W = 3,
    NEAR_D = 4,
    NEAR_Q = NEAR_D,
    NEAR_V = 7,
    NEAR_LO = 10,
    NEAR_ROWS = 13
};

LANE_FN lane3 near_load(const float* at, int stride)
{
    return (lane3){at[0], at[stride], at[2 * stride]};
}

LANE_FN void near_store(float* at, int stride, lane3 v)
{
    at[0] = v.x;
    at[stride] = v.y;
    at[2 * stride] = v.z;
}

// In shared memory all of it, by seats of the part; stride -1: as `stride_` says. A pointer would
// hide from the compiler which memory it is.
template <bool fine, int stride> struct near_memory {
    int slot;  // floats before it
    int stride_;

    LANE_METHOD float* at(int row, int i) const
    {
        return team_room() + slot + row * step() + i;
    }
    LANE_METHOD int step() const
    {
        return stride > 0 ? stride : stride_;
    }
    LANE_METHOD float w(int i) const
    {
        return *at(NEAR_W, i);
    }
    LANE_METHOD lane3 x(int i) const
    {
        return near_load(at(NEAR_X, i), step());
    }
    LANE_METHOD lane3 d(int i) const
    {
        return near_load(at(NEAR_D, i), step());
    }
    LANE_METHOD void move(int i, lane3 v) const
    {
        near_store(at(fine ? NEAR_D : NEAR_X, i), step(), v);
    }
    LANE_METHOD void note(int i, float dl, lane3 g) const
    {
        lane3 lo = near_load(at(NEAR_LO, i), step());
        near_store(at(NEAR_LO, i), step(), lane3_madd(lo, dl, g));
    }
};

// What sweeps move in shared memory, what pinned particles note in the arrays of the body, whose
// seats begin `first` before.
template <bool fine, int stride> struct home_memory : near_memory<fine, stride> {
    taut_rows lo_;
    int first;

    LANE_METHOD void note(int i, float dl, lane3 g) const
    {
        store3(lo_, i + first, lane3_madd(load3(lo_, i + first), dl, g));
    }
};

// Everything else that the threads of a block have in common.
typedef struct pair_sweep {
    float* lambda;
    float alpha_scale;
    bool soft;
    taut_visit visit;
} pair_sweep;

// A free particle moves; a kinematic one notes what it would have received.
template <class memory>
LANE_FN void move_end(const memory* m, int seat, float w, lane3 target, lane3 g, float dl)
{
    if (w > 0.0f) {
        m->move(seat, lane3_madd(target, dl * w, g));
    } else {
        m->note(seat, dl, g);
    }
}

// A constraint on its way to a thread; a < 0: none.
typedef struct pair_ahead {
    int a, b;
    float rest, compliance;
} pair_ahead;

// What is done with numbers out of the ordinary: called, so that it takes no registers where it is
// not, and by value, so that nothing has to lie in memory.
typedef struct pair_answer {
    lane3 g;
    float dl;
} pair_answer;

LANE_STAGE pair_answer solve_exactly(lane3 e, float rest, float wa, float wb, bool soft,
                                     float alpha, float lambda)
{
    taut_constraint_lanes c;
    c.e[0] = e;
    c.rest = rest;
    c.w[0] = wa;
    c.w[1] = wb;
    taut_distance_eval(&c);
    taut_response r = {0};
    r.soft = soft;
    r.alpha = alpha;
    r.lambda = lambda;
    pair_answer answer;
    answer.dl = taut_delta_lambda(&c, &r);
    answer.g = c.g[0];
    return answer;
}

// The quick way, and the other where that might not be right to the last bit.
LANE_FN float solve_pair(taut_constraint_lanes* c, bool soft, float alpha, float lambda)
{
    quick::taut_response r = {0};
    r.soft = soft;
    r.alpha = alpha;
    r.lambda = lambda;
    quick::taut_distance_eval(c);
    float dl = quick::taut_delta_lambda(c, &r);
    float divisor = soft ? c->weight + alpha : c->weight;
    float divided = soft ? c->c + alpha * lambda : c->c;
    if (!quick_sure(lane3_dot(c->e[0], c->e[0]), divisor, divided)) {
        pair_answer exact = solve_exactly(c->e[0], c->rest, c->w[0], c->w[1], soft, alpha, lambda);
        c->g[0] = exact.g;
        dl = exact.dl;
    }
    return dl;
}

// Light: rigid, and nobody looks at the multipliers.
template <bool fine, bool light, class memory>
LANE_FN void project_pair(const pair_sweep* k, const memory* m, int place, pair_ahead pair)
{
    taut_constraint_lanes c;
    c.w[0] = m->w(pair.a);
    c.w[1] = m->w(pair.b);
    lane3 xa = m->x(pair.a), xb = m->x(pair.b);
    c.e[0] = lane3_sub(xb, xa);
    if (fine) {
        xa = m->d(pair.a);
        xb = m->d(pair.b);
        c.e[0] = lane3_add(c.e[0], lane3_sub(xb, xa));
    }
    c.rest = pair.rest;
    bool soft = !light && k->soft;
    bool kept = !light && k->visit.kept;
    float alpha = soft ? pair.compliance * k->alpha_scale : 0.0f;
    float lambda = !k->visit.fresh && (soft || kept) ? k->lambda[place] : 0.0f;
    float dl = solve_pair(&c, soft, alpha, lambda);
    if (kept) {
        k->lambda[place] = lambda + dl;
    }
    move_end(m, pair.a, c.w[0], xa, taut_gradient0(&c, 2), dl);
    move_end(m, pair.b, c.w[1], xb, c.g[0], dl);
}
