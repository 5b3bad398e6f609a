// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Between arrays and lanes. The only part of the backend that knows how particles are seated and
// how constraints stand in batches.

// A lane is filled in units no wider than a batch: its half at width 16, else the whole.
#if LANE_WIDTH == 16
#define UNIT_WIDTH 8
#define UNIT_COUNT 2
typedef lane_half unit;
#else
#define UNIT_WIDTH LANE_WIDTH
#define UNIT_COUNT 1
typedef lane unit;
#endif

#define ALL_LANES ((1u << LANE_WIDTH) - 1)

// Particles ---------------------------------------------------------------------------------------

LANE_FN lane3 load3(taut_rows a, int first)
{
    return (lane3){lane_load(a.x + first), lane_load(a.y + first), lane_load(a.z + first)};
}

LANE_FN void store3(taut_rows a, int first, lane3 v)
{
    lane_store(a.x + first, v.x);
    lane_store(a.y + first, v.y);
    lane_store(a.z + first, v.z);
}

// Constraints -------------------------------------------------------------------------------------

// Where a walker over the constraints of a kind reads and writes: everything it needs, in local
// variables, so that the compiler knows that no store changes it.
typedef struct walk {
    const taut_batch* batches;
    const uint16_t* near;
    const float *rest, *compliance, *damping, *damping_rate, *play, *friction, *ratio;
    const uint8_t* sides;
    float *lambda, *grip;
    taut_rows x, v, d, p, lo;
    float* w;
    float h, alpha_scale;
} walk;

LANE_FN walk walk_of(const taut_step* s, const taut_work* w, int kind)
{
    const taut_constraint_set* set = &w->body->blueprint->sets[kind];
    return (walk){.batches = set->batches,
                  .near = set->near,
                  .rest = set->rest,
                  .compliance = set->compliance,
                  .damping = set->damping,
                  .damping_rate = set->damping_rate,
                  .play = set->play,
                  .friction = set->friction,
                  .ratio = set->ratio,
                  .sides = set->sides,
                  .lambda = w->body->lambda[kind],
                  .grip = w->body->grip[kind],
                  .x = w->x,
                  .v = w->v,
                  .d = w->d,
                  .p = w->p,
                  .lo = w->lo,
                  .w = w->w,
                  .h = s->h,
                  .alpha_scale = s->alpha_scale};
}

// LANE_WIDTH constraints of a colour that are taken together.
typedef struct chunk {
    const taut_batch* batch[UNIT_COUNT];
    const uint16_t* near;
    int lane;        // of the batch, where the chunk begins
    size_t place;    // of the first constraint
    int unit_count;  // fewer than UNIT_COUNT at the end of a colour only
    unsigned live;   // bit k: lane k has a constraint
    taut_form form;  // a constant in each walker
} chunk;

LANE_FN chunk chunk_at(const walk* w, taut_form form, size_t place, size_t end)
{
    chunk c = {.near = w->near,
               .lane = LANE_WIDTH < TAUT_BATCH ? (int)(place % TAUT_BATCH) : 0,
               .place = place,
               .unit_count = UNIT_COUNT,
               .form = form};
    c.batch[0] = &w->batches[place / TAUT_BATCH];
    c.live = (unsigned)c.batch[0]->live >> c.lane;
#if UNIT_COUNT == 2
    bool more = place + UNIT_WIDTH < end;
    c.batch[1] = more ? c.batch[0] + 1 : c.batch[0];
    c.live |= more ? (unsigned)c.batch[1]->live << UNIT_WIDTH : 0;
    c.unit_count = more ? 2 : 1;
#else
    (void)end;
#endif
    return c;
}

LANE_FN unsigned live_lanes(const chunk* c)
{
    return c->live & ALL_LANES;
}

// Small numbers, one byte each.
LANE_FN lane_mask load_codes(const uint8_t* a, const chunk* c)
{
#if LANE_WIDTH == 1
    return a[c->place];
#else
    typedef uint8_t bytes __attribute__((vector_size(LANE_WIDTH)));
    bytes codes;
    memcpy(&codes, a + c->place, sizeof codes);
    return __builtin_convertvector(codes, lane_mask);
#endif
}

LANE_FN int seat_of(const chunk* c, int slot, int k)
{
    int at = c->lane + k;
    const taut_batch* b = c->batch[at / TAUT_BATCH % UNIT_COUNT];
    if (c->form == TAUT_FORM_LISTED) {
        return b->base[slot] + c->near[b->near + TAUT_BATCH * slot + at % TAUT_BATCH];
    }
    return b->base[slot] + (c->form == TAUT_FORM_FAN && slot > 0 ? 0 : at % TAUT_BATCH);
}

#if UNIT_COUNT == 2

typedef float unit_anywhere __attribute__((vector_size(4 * UNIT_WIDTH), aligned(4), may_alias));

LANE_FN unit unit_load(const float* from)
{
    return (unit) * (const unit_anywhere*)(const void*)from;
}

LANE_FN void unit_store(float* to, unit a)
{
    *(unit_anywhere*)(void*)to = (unit_anywhere)a;
}

#else

LANE_FN unit unit_load(const float* from)
{
    return lane_load(from);
}

LANE_FN void unit_store(float* to, unit a)
{
    lane_store(to, a);
}

#endif

LANE_FN unit unit_splat(float s)
{
#if UNIT_COUNT == 2
    return (unit){s, s, s, s, s, s, s, s};
#else
    return lane_splat(s);
#endif
}

LANE_FN unit unit_gather(const float* a, const uint16_t* near)
{
#if LANE_WIDTH == 1
    return a[*near];
#elif defined(SIMD_NATIVE)
    return simd_gather(a, near);
#else
    unit out;
    for (int k = 0; k < UNIT_WIDTH; ++k) {
        out[k] = a[near[k]];
    }
    return out;
#endif
}

LANE_FN unit unit_of(lane a, int part)
{
#if UNIT_COUNT == 2
    return simd_half(a, part);
#else
    (void)part;
    return a;
#endif
}

// Behind the end of a colour may stand what another thread is writing.
LANE_FN lane load_places(const float* a, const chunk* c)
{
#if UNIT_COUNT == 2
    if (c->unit_count == 1) {
        return simd_join(unit_load(a + c->place), unit_splat(0.0f));
    }
#endif
    return lane_load(a + c->place);
}

LANE_FN void store_places(float* a, const chunk* c, lane v)
{
    if (c->unit_count == UNIT_COUNT) {
        lane_store(a + c->place, v);
    } else {
        unit_store(a + c->place, unit_of(v, 0));
    }
}

LANE_FN lane lane_join(const unit* parts)
{
#if UNIT_COUNT == 2
    return simd_join(parts[0], parts[1]);
#else
    return parts[0];
#endif
}

// What an array has for one particle of each constraint.
LANE_FN lane load_slot(const float* a, const chunk* c, int slot)
{
    unit parts[UNIT_COUNT];
    TAUT_UNROLL
    for (int i = 0; i < UNIT_COUNT; ++i) {
        const taut_batch* b = c->batch[i];
        if (c->form == TAUT_FORM_LISTED) {
            const uint16_t* near = c->near + b->near + TAUT_BATCH * slot + c->lane;
            parts[i] = unit_gather(a + b->base[slot], near);
        } else if (c->form == TAUT_FORM_FAN && slot > 0) {
            parts[i] = unit_splat(a[b->base[slot]]);
        } else {
            parts[i] = unit_load(a + (b->base[slot] + c->lane));
        }
    }
    return lane_join(parts);
}

// The same of some lanes only, 0 in the others, which are not looked at.
LANE_FN lane load_slot_of(const float* a, const chunk* c, int slot, unsigned lanes)
{
    float out[LANE_WIDTH] = {0.0f};
    for (int k = 0; k < LANE_WIDTH; ++k) {
        if (lanes >> k & 1) {
            out[k] = a[seat_of(c, slot, k)];
        }
    }
    return lane_load(out);
}

LANE_FN void load_slots(taut_rows a, const chunk* c, int slots, lane3* out)
{
    TAUT_UNROLL
    for (int slot = 0; slot < slots; ++slot) {
        out[slot] =
            (lane3){load_slot(a.x, c, slot), load_slot(a.y, c, slot), load_slot(a.z, c, slot)};
    }
}

// One after another, those of `mask`.
LANE_FN void store_listed(taut_rows a, const chunk* c, int slot, lane3 v, unsigned mask)
{
    float x[LANE_WIDTH], y[LANE_WIDTH], z[LANE_WIDTH];
    lane_store(x, v.x);
    lane_store(y, v.y);
    lane_store(z, v.z);
    if (mask == ALL_LANES) {
        TAUT_UNROLL
        for (int k = 0; k < LANE_WIDTH; ++k) {
            int seat = seat_of(c, slot, k);
            a.x[seat] = x[k];
            a.y[seat] = y[k];
            a.z[seat] = z[k];
        }
        return;
    }
    TAUT_NO_UNROLL
    for (int k = 0; k < LANE_WIDTH; ++k) {
        if (mask >> k & 1) {
            int seat = seat_of(c, slot, k);
            a.x[seat] = x[k];
            a.y[seat] = y[k];
            a.z[seat] = z[k];
        }
    }
}

// Stores the lanes of `mask`. Rows are stored whole, the others as they were: those seats are
// nobody else's (batch.h). A fan's neighbours may be pins that others read meanwhile.
LANE_FN void store_slot(taut_rows a, const chunk* c, int slot, lane3 v, unsigned mask)
{
    if (c->form == TAUT_FORM_LISTED || (c->form == TAUT_FORM_FAN && mask != ALL_LANES)) {
        store_listed(a, c, slot, v, mask);
        return;
    }
    TAUT_UNROLL
    for (int i = 0; i < UNIT_COUNT; ++i) {
        if (mask >> (UNIT_WIDTH * i) & ((1u << UNIT_WIDTH) - 1)) {
            int seat = c->batch[i]->base[slot] + c->lane;
            unit_store(a.x + seat, unit_of(v.x, i));
            unit_store(a.y + seat, unit_of(v.y, i));
            unit_store(a.z + seat, unit_of(v.z, i));
        }
    }
}
