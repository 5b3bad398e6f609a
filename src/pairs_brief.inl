// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Brief pairs: where margins of zones do not last for two substeps, pairs are found for a few at a
// time, and nobody asks zones meanwhile. Of two points, as much of the margin counts as their own
// velocities use up in these substeps. How many substeps these are is known before pairs are
// listed, as far as zones tell: by those that are some zones apart here, by those side by side in
// pairs_swift.inl. On the host as in the kernels of a device.

// Substeps that such pairs are found for, at most; and their margin, in distances: more than any
// zone asks for.
#define PAIR_BRIEF_SUBSTEPS 5
#define PAIR_BRIEF_MARGIN 2.5f

// Pairs are expected to last, unless those before did not.
TAUT_INLINE void pair_note_find(taut_pairs* p, int substep)
{
    p->brief = substep > 0 && (p->brief || substep == p->found_in + 1);
    p->found_in = substep;
}

// So many of them, whole.
TAUT_INLINE int pair_whole_substeps(float substeps, int most)
{
    return substeps >= (float)most ? most : substeps > 1.0f ? (int)substeps : 1;
}

// The margins of all zones are known. Brief pairs have one for all; none comes nearer by more than
// `least` in a substep, and that is less.
TAUT_INLINE void pair_note_margins(taut_pairs* p)
{
    p->brief = p->brief || 2.0f * p->least > PAIR_MOST_MARGIN * p->reach;
    if (p->brief) {
        p->margin = PAIR_BRIEF_MARGIN * p->reach;
    }
}

// Zones apart -------------------------------------------------------------------------------------
//
// Two particles of zones that are not side by side have at least the width of a zone between them.
// Of those that are no more than so many zones apart it is asked what is done in each; for others
// what is done anywhere will do.

#define PAIR_RINGS 3
#define PAIR_RING_SIDE (2 * PAIR_RINGS + 1)
#define PAIR_RING_ZONES (PAIR_RING_SIDE * PAIR_RING_SIDE * PAIR_RING_SIDE)

// Whether there are zones with so many or more between them.
TAUT_INLINE bool pair_zones_between(const taut_pair_zones* z, int count)
{
    return z->across[0] > count + 1 || z->across[1] > count + 1 || z->across[2] > count + 1;
}

// Substeps until two with so many zones between them, or more, could have come near.
TAUT_INLINE int pair_substeps_between(const taut_pairs* p, int count)
{
    float substeps = ((float)count * p->zoning.side - p->reach) / (PAIR_SLACK * p->spread);
    return pair_zones_between(&p->zoning, count)
               ? pair_whole_substeps(substeps, PAIR_BRIEF_SUBSTEPS)
               : PAIR_BRIEF_SUBSTEPS;
}

// What all do and how wide zones are is known: pairs may last until two could have come nearer from
// beyond all rings. Rings need not be asked where that would do for those within them, too.
TAUT_INLINE void pair_note_spread(taut_pairs* p)
{
    p->span = pair_substeps_between(p, PAIR_RINGS);
    p->asks_rings = pair_substeps_between(p, 1) < p->span;
}

TAUT_INLINE int pair_ring_of(int step)
{
    return step < 0 ? -step : step;
}

// A zone of the rings around another.
typedef struct taut_pair_ring {
    int zone;     // -1: none, or one side by side with it
    int between;  // zones between the two
} taut_pair_ring;

// The k-th one.
TAUT_INLINE taut_pair_ring pair_ring_at(const taut_pair_zones* z, int i, int k)
{
    int across = z->across[0], layer = z->across[0] * z->across[1];
    int dx = k % PAIR_RING_SIDE - PAIR_RINGS, dy = k / PAIR_RING_SIDE % PAIR_RING_SIDE - PAIR_RINGS;
    int on = k / (PAIR_RING_SIDE * PAIR_RING_SIDE) - PAIR_RINGS;
    int x = i % across + dx, y = i / across % z->across[1] + dy, far = i / layer + on;
    int ring = pair_ring_of(dx) > pair_ring_of(dy) ? pair_ring_of(dx) : pair_ring_of(dy);
    ring = pair_ring_of(on) > ring ? pair_ring_of(on) : ring;
    bool outside =
        x < 0 || y < 0 || far < 0 || x >= across || y >= z->across[1] || far >= z->across[2];
    taut_pair_ring made = {ring < 2 || outside ? -1 : far * layer + y * across + x, ring - 1};
    return made;
}

// The part of the way to touching that particles of two zones go in a substep, at most, which do
// what `own` and `other` are around.
TAUT_INLINE float pair_ring_rate(const taut_pairs* p, taut_pair_ring ring, const taut_pair_box* own,
                                 taut_pair_box other)
{
    if (!pair_any_in(&other)) {
        return 0.0f;
    }
    pair_widen(&other, own->low);
    pair_widen(&other, own->high);
    float gap = (float)ring.between * p->zoning.side - p->reach;
    return PAIR_SLACK * pair_box_size(&other) / gap;
}

// The largest of these rates is known.
TAUT_INLINE void pair_note_rings(taut_pairs* p, float rate)
{
    p->span = rate > 0.0f ? pair_whole_substeps(1.0f / rate, p->span) : p->span;
}

// How long they last ------------------------------------------------------------------------------

// Until two that were too far apart to be listed, in zones side by side, could touch: by what is
// known of zones, or of the particles of those that are swift.
TAUT_INLINE float pair_others_last(const taut_pairs* p)
{
    float by_zones = p->margin / p->least;
    bool known = p->rate < INFINITY && p->margin == PAIR_BRIEF_MARGIN * p->reach;
    float by_points = p->rate > 0.0f ? 1.0f / p->rate : (float)PAIR_BRIEF_SUBSTEPS;
    return known && by_points > by_zones ? by_points : by_zones;
}

// How long brief pairs last: for their span, or until the two of them that come nearer the fastest
// have used up the margin, or until two that were too far apart to be listed could have.
TAUT_INLINE int pair_brief_substeps(const taut_pairs* p)
{
    float closing = PAIR_SLACK * taut_float_in_order(taut_atomic_get(&p->closing));
    float seen = p->margin / closing, others = pair_others_last(p);
    return pair_whole_substeps(seen < others ? seen : others, p->span);
}

// Whether brief pairs will do for a substep.
TAUT_INLINE bool pair_brief_do(const taut_pairs* p, int substep)
{
    return substep < p->found_in + p->lasts;
}
