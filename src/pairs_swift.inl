// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Swift zones: those in which particles may come nearer too fast for brief pairs to last as long as
// they might, by the boxes around what is done there. A corner of cloth that whips round is such a
// one, though none of its particles comes nearer to another. So the particles themselves are looked
// at there, each with all of its zone and of the swift ones beside it: on the host as in the
// kernels of a device.

// Particles of a zone that are looked at, at most; and zones, at most and one for so many points.
#define PAIR_SWIFT_POINTS 256
#define PAIR_SWIFT_ZONES 512
#define PAIR_SWIFT_EACH 128

TAUT_INLINE int pair_swift_room(int points)
{
    int room = pair_most_zones(points) > 1 ? points / PAIR_SWIFT_EACH : 0;
    return room < PAIR_SWIFT_ZONES ? room : PAIR_SWIFT_ZONES;
}

// Whether those of a zone, which come nearer by no more than `way`, might do so too fast.
TAUT_INLINE bool pair_is_swift(const taut_pairs* p, float way)
{
    return (float)p->span * PAIR_SLACK * way > pair_brief_margin(p);
}

// So many were swift before rings had been asked: if that is too many they are found for fewer
// substeps; and for no more than they may last.
TAUT_INLINE void pair_note_horizon(taut_pairs* p, int swift)
{
    if (swift > pair_swift_room(p->point_count)) {
        pair_find_fewer(p);
    }
    int most = p->span > PAIR_LEAST_SUBSTEPS ? p->span : PAIR_LEAST_SUBSTEPS;
    p->horizon = p->horizon < most ? p->horizon : most;
}

// Whether all of them are known by number.
TAUT_INLINE bool pair_knows_swift(const taut_pairs* p)
{
    return p->swift_count <= pair_swift_room(p->point_count);
}

// Looks that the particles of two zones take, where they are few enough; and whether so many are
// worth it, in all.
#define PAIR_SWIFT_LOOKS 64  // for each point

TAUT_INLINE uint64_t pair_swift_looks(int count, int others)
{
    bool few = count <= PAIR_SWIFT_POINTS && others <= PAIR_SWIFT_POINTS;
    return few ? (uint64_t)count * (uint64_t)others : UINT64_C(1) << 40;
}

TAUT_INLINE bool pair_few_looks(const taut_pairs* p, uint64_t looks)
{
    return looks <= (uint64_t)PAIR_SWIFT_LOOKS * (uint64_t)p->point_count;
}

// The number of the k-th zone around that of number a, if it is swift, and the two together are; or
// -1.
TAUT_INLINE int pair_swift_beside(const taut_pairs* p, const taut_pair_zone* zones, int a, int k)
{
    int zone = p->swift_zones[a], beside = pair_zone_beside(&p->zoning, zone, k);
    int b = beside >= 0 ? p->swift_of[beside] : -1;
    if (b < 0) {
        return -1;
    }
    taut_pair_box own = pair_zone_box(&zones[zone]);
    return pair_is_swift(p, pair_zone_way_to(&p->zoning, zones, zone, &own, k)) ? b : -1;
}

// The part of the way to touching that two go in a substep by their velocities, if they may be too
// far apart to be listed: whatever distance they keep, there is a margin between them.
TAUT_INLINE float pair_rate(const taut_pairs* p, const taut_pair_course* a,
                            const taut_pair_course* b)
{
    const float margin = pair_brief_margin(p);
    taut_vec3 r = taut_vec3_sub(taut_vec3_of(a->x), taut_vec3_of(b->x));
    taut_vec3 way = taut_vec3_sub(taut_vec3_of(a->way), taut_vec3_of(b->way));
    float along = -taut_vec3_dot(r, way), away2 = taut_vec3_dot(r, r);
    if (!(along > 0.0f && away2 >= margin * margin)) {
        return 0.0f;
    }
    float away = sqrtf(away2), gap = away - p->reach > margin ? away - p->reach : margin;
    return PAIR_SLACK * along / (away * gap);
}
