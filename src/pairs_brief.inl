// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Brief pairs: where margins of zones do not last for two substeps (or three in large crowds, whose
// brief pairs may last for all of a step), pairs are found for some at a time, and nobody asks
// zones meanwhile. Of two points, as much of the margin counts as their own velocities use up in
// these substeps. How many substeps these are is known before pairs are listed, as far as zones
// tell: by those that are some zones apart here, by those side by side in pairs_swift.inl. On the
// host as in the kernels of a device.

// Substeps that such pairs are found for, at most: no more than they may last by what zones say;
// half as many, or half of that, where more of these are swift than are looked at, or where there
// is no room; and the least where points are few.
#define PAIR_BRIEF_SUBSTEPS 20
#define PAIR_LEAST_SUBSTEPS 5

// Their margin, in distances: more than any zone asks for, and with the distance itself less than a
// zone is wide, so that no two that are listed have a zone between them. The less is for few
// points.
#define PAIR_BRIEF_MARGIN 6.75f
#define PAIR_LESS_MARGIN 2.5f

TAUT_INLINE bool pair_are_few(const taut_pairs* p)
{
    return pair_most_zones(p->point_count) == 1;
}

TAUT_INLINE float pair_brief_margin(const taut_pairs* p)
{
    return (pair_are_few(p) ? PAIR_LESS_MARGIN : PAIR_BRIEF_MARGIN) * p->reach;
}

// Those that are so near are listed in any case, in parts of their distance: constraints bring them
// nearer than velocities say, the more so the longer pairs last.
#define PAIR_NEAR_MARGIN 0.25f
#define PAIR_LONG_MARGIN 0.3f

// Whether they are found for many substeps.
TAUT_INLINE bool pair_last_long(const taut_pairs* p)
{
    return 2 * p->horizon > PAIR_BRIEF_SUBSTEPS;
}

TAUT_INLINE float pair_near_margin(const taut_pairs* p)
{
    return (pair_last_long(p) ? PAIR_LONG_MARGIN : PAIR_NEAR_MARGIN) * p->reach;
}

// Pairs are expected to last, unless those before did not.
TAUT_INLINE void pair_note_find(taut_pairs* p, int substep)
{
    p->brief = substep > 0 && (p->brief || substep == p->found_in + 1);
    p->most_horizon = substep > 0 ? p->most_horizon : PAIR_BRIEF_SUBSTEPS;
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
    float substeps = pair_are_few(p) ? 2.0f : 3.0f;
    p->brief = p->brief || substeps * p->least > PAIR_MOST_MARGIN * p->reach;
    if (p->brief) {
        p->margin = pair_brief_margin(p);
    }
}

// Zones apart -------------------------------------------------------------------------------------
//
// Two particles of zones that are not side by side have at least the width of a zone between them.
// Of those that are no more than so many zones apart it is asked what is done in each; for others
// what is done anywhere will do.

#define PAIR_RINGS 2
#if PAIR_RINGS != 2
#error "pair_rate_along() knows of one zone between two"
#endif
#define PAIR_RING_SIDE (2 * PAIR_RINGS + 1)
#define PAIR_RING_ZONES (PAIR_RING_SIDE * PAIR_RING_SIDE * PAIR_RING_SIDE)

// Whether there are zones with so many or more between them.
TAUT_INLINE bool pair_zones_between(const taut_pair_zones* z, int count)
{
    return z->across[0] > count + 1 || z->across[1] > count + 1 || z->across[2] > count + 1;
}

// Substeps until two with so many zones between them, or more, could have come near. Nothing is
// added for constraints, as below.
TAUT_INLINE int pair_substeps_between(const taut_pairs* p, int count)
{
    float substeps = ((float)count * p->zoning.side - p->reach) / p->spread;
    return pair_zones_between(&p->zoning, count) ? pair_whole_substeps(substeps, p->horizon)
                                                 : p->horizon;
}

// What all do and how wide zones are is known: pairs may last until two could have come nearer from
// beyond all rings. Rings need not be asked where that would do for those within them, too.
TAUT_INLINE void pair_note_spread(taut_pairs* p)
{
    p->horizon = pair_are_few(p) ? PAIR_LEAST_SUBSTEPS : p->most_horizon;
    p->span = pair_substeps_between(p, PAIR_RINGS);
    p->asks_rings = pair_substeps_between(p, 1) < p->span;
}

// How many zones the k-th one of the rings is away, along each axis.
typedef struct taut_pair_steps {
    int x, y, on;
} taut_pair_steps;

TAUT_INLINE taut_pair_steps pair_ring_steps(int k)
{
    const int side = PAIR_RING_SIDE;
    return (taut_pair_steps){k % side - PAIR_RINGS, k / side % side - PAIR_RINGS,
                             k / (side * side) - PAIR_RINGS};
}

// Whether there is another zone between two that are so far apart.
TAUT_INLINE bool pair_is_apart(int step)
{
    return step < -1 || step > 1;
}

// The k-th zone of the rings around zone i; -1: none, or one side by side with it.
TAUT_INLINE int pair_ring_at(const taut_pair_zones* z, int i, int k)
{
    int across = z->across[0], layer = z->across[0] * z->across[1];
    taut_pair_steps to = pair_ring_steps(k);
    int x = i % across + to.x, y = i / across % z->across[1] + to.y, on = i / layer + to.on;
    bool apart = pair_is_apart(to.x) || pair_is_apart(to.y) || pair_is_apart(to.on);
    bool outside =
        x < 0 || y < 0 || on < 0 || x >= across || y >= z->across[1] || on >= z->across[2];
    return apart && !outside ? on * layer + y * across + x : -1;
}

// The part of the way to touching, along an axis, that particles of two zones go in a substep, at
// most: those of the zone that comes first go as far as `first`, those of the other go at least as
// far as `second`. There is one zone between the two; others say nothing. That nothing is added for
// constraints (PAIR_SLACK) is for the sake of steps that find pairs once: the two that go so far
// are hardly the two that are nearest.
TAUT_INLINE float pair_rate_along(const taut_pairs* p, int step, float first, float second)
{
    float rate = (first - second) * (1.0f / (p->zoning.side - p->reach));
    return !pair_is_apart(step) ? INFINITY : rate <= 0.0f ? 0.0f : rate < 1e18f ? rate : 1e18f;
}

// The same of the whole way, for the k-th zone of the rings around one: particles do what `other`
// and `own` are around, and touch no sooner than along any axis.
TAUT_INLINE float pair_ring_rate(const taut_pairs* p, int k, const taut_pair_box* own,
                                 const taut_pair_box* other)
{
    if (!pair_any_in(other)) {
        return 0.0f;
    }
    taut_pair_steps to = pair_ring_steps(k);
    float x = to.x > 0 ? pair_rate_along(p, to.x, own->high.x, other->low.x)
                       : pair_rate_along(p, to.x, other->high.x, own->low.x);
    float y = to.y > 0 ? pair_rate_along(p, to.y, own->high.y, other->low.y)
                       : pair_rate_along(p, to.y, other->high.y, own->low.y);
    float z = to.on > 0 ? pair_rate_along(p, to.on, own->high.z, other->low.z)
                        : pair_rate_along(p, to.on, other->high.z, own->low.z);
    float least = x < y ? x : y;
    return z < least ? z : least;
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
    bool known = p->rate < INFINITY && p->margin == pair_brief_margin(p);
    float by_points = p->rate > 0.0f ? 1.0f / p->rate : (float)p->horizon;
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

// They are found for half as many substeps, if these are not the least.
TAUT_INLINE void pair_find_fewer(taut_pairs* p)
{
    int half = p->horizon / 2;
    p->horizon = half > PAIR_LEAST_SUBSTEPS ? half : PAIR_LEAST_SUBSTEPS;
    p->span = p->span < p->horizon ? p->span : p->horizon;
}

// There was no room for all that was found: of brief pairs there are less where they are found for
// fewer substeps, and of any in a narrower margin.
TAUT_INLINE void pair_find_less(taut_pairs* p)
{
    if (p->brief && p->horizon > PAIR_LEAST_SUBSTEPS) {
        pair_find_fewer(p);
        p->most_horizon = p->horizon;
    } else {
        p->margin = pair_less_margin(p->reach, p->margin, p->least);
    }
}

// Whether brief pairs will do for a substep.
TAUT_INLINE bool pair_brief_do(const taut_pairs* p, int substep)
{
    return substep < p->found_in + p->lasts;
}
