// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What blows where, on the host and in kernels.

typedef struct air_dvec {
    double x, y, z;
} air_dvec;

TAUT_INLINE air_dvec air_of(taut_vec3 v)
{
    return (air_dvec){(double)v.x, (double)v.y, (double)v.z};
}

TAUT_INLINE double air_dot(air_dvec a, air_dvec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

TAUT_INLINE taut_vec3 air_scaled(air_dvec v, double s)
{
    return (taut_vec3){(float)(v.x * s), (float)(v.y * s), (float)(v.z * s)};
}

// Noise -------------------------------------------------------------------------------------------

// Beyond this a double does not tell cells apart, and an integer might not hold their number.
#define MOST_CELLS 1e15

// A cell, and how far into it, 0 to 1.
typedef struct air_cell {
    int64_t number;
    double into;
} air_cell;

TAUT_INLINE bool find_cell(double at, air_cell* out)
{
    if (!(fabs(at) <= MOST_CELLS)) {
        return false;
    }
    double low = floor(at);
    *out = (air_cell){(int64_t)low, at - low};
    return true;
}

// The finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
// generators", OOPSLA 2014): every bit of the key stirs every bit of the result.
TAUT_INLINE uint64_t air_stir(uint64_t key)
{
    key = (key ^ (key >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    key = (key ^ (key >> 27)) * UINT64_C(0x94d049bb133111eb);
    return key ^ (key >> 31);
}

TAUT_INLINE uint64_t air_fold(uint64_t hash, int64_t number)
{
    return air_stir(hash + (uint64_t)number * UINT64_C(0x9e3779b97f4a7c15) + 1u);
}

// 21 bits as a number in -1 .. 1, exactly.
TAUT_INLINE double signed_unit(uint64_t bits)
{
    return ((double)(bits & 0x1fffffu) - 1048575.5) / 1048575.5;
}

// From 0 to 1, its first and second derivatives 0 at both ends (Perlin, "Improving noise",
// SIGGRAPH 2002), and its first derivative.
TAUT_INLINE double air_fade(double t)
{
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

TAUT_INLINE double fade_slope(double t)
{
    double u = t * (t - 1.0);
    return 30.0 * u * u;
}

// Gusts -------------------------------------------------------------------------------------------

// Smooth, -1 to 1, other numbers at each whole t.
TAUT_INLINE double air_wave(uint64_t hash, double t)
{
    air_cell c;
    if (!find_cell(t, &c)) {
        return 0.0;
    }
    double a = signed_unit(air_fold(hash, c.number));
    double b = signed_unit(air_fold(hash, c.number + 1));
    return a + (b - a) * air_fade(c.into);
}

TAUT_INLINE taut_vec3 gust_at(const taut_wind_def* wind, air_dvec place, double time)
{
    air_dvec v = air_of(wind->velocity);
    double speed2 = air_dot(v, v);
    if (!(speed2 > 0.0)) {
        return (taut_vec3){0};
    }
    double age = (time - air_dot(place, v) / speed2) / (double)wind->period;
    uint64_t hash = air_fold(TAUT_WIND_GUST, (int64_t)wind->seed);
    double swell = (air_wave(hash, age) + 0.5 * air_wave(hash + 1, 2.0 * age)) / 1.5;
    return air_scaled(v, 1.0 + (double)wind->strength * swell);
}

// Vortices ----------------------------------------------------------------------------------------

// 2 speed (r / R) / (1 + (r / R)^2) round the axis.
TAUT_INLINE taut_vec3 vortex_at(const taut_wind_def* wind, const double centre[3], air_dvec place)
{
    air_dvec axis = air_of(wind->axis);
    air_dvec from = {place.x - centre[0], place.y - centre[1], place.z - centre[2]};
    air_dvec round = {axis.y * from.z - axis.z * from.y, axis.z * from.x - axis.x * from.z,
                      axis.x * from.y - axis.y * from.x};
    double length2 = air_dot(axis, axis);
    double length = sqrt(length2);
    double radius = (double)wind->radius;
    double part2 = air_dot(round, round) / (length2 * radius * radius);
    return air_scaled(round, 2.0 * (double)wind->speed / (length * radius * (1.0 + part2)));
}

// Turbulence --------------------------------------------------------------------------------------

// Every corner c of a grid has a random velocity a. With weights s that are 1 at their corner and 0
// at all others,
//
//     u = curl of  sum of s(x - c) a x (x - c) / 2  =  sum of s a + grad s x (a x (x - c)) / 2
//
// has no divergence, being a curl (Bridson, Hourihan and Nordenstam, "Curl-noise for procedural
// fluid flow", SIGGRAPH 2007), and is a at each corner. docs/algorithm.md (29).
TAUT_INLINE void air_add_corner(air_dvec* u, air_dvec a, air_dvec from, air_dvec s, air_dvec slope)
{
    double weight = s.x * s.y * s.z;
    air_dvec grad = {slope.x * s.y * s.z, s.x * slope.y * s.z, s.x * s.y * slope.z};
    double along = weight + 0.5 * air_dot(grad, from);
    double back = 0.5 * air_dot(grad, a);
    u->x += along * a.x - back * from.x;
    u->y += along * a.y - back * from.y;
    u->z += along * a.z - back * from.z;
}

// Weight and its derivative of the lower (k = 0) or upper corner of a cell along one axis.
TAUT_INLINE double air_side(double into, int k, double* slope)
{
    double s = air_fade(into);
    double d = fade_slope(into);
    *slope = k ? d : -d;
    return k ? s : 1.0 - s;
}

TAUT_INLINE air_dvec eddies(uint64_t hash, const air_cell c[3])
{
    air_dvec u = {0};
    for (int corner = 0; corner < 8; ++corner) {
        int i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
        uint64_t bits =
            air_fold(air_fold(air_fold(hash, c[0].number + i), c[1].number + j), c[2].number + k);
        air_dvec a = {signed_unit(bits), signed_unit(bits >> 21), signed_unit(bits >> 42)};
        air_dvec from = {c[0].into - i, c[1].into - j, c[2].into - k};
        air_dvec s, slope;
        s.x = air_side(c[0].into, i, &slope.x);
        s.y = air_side(c[1].into, j, &slope.y);
        s.z = air_side(c[2].into, k, &slope.z);
        air_add_corner(&u, a, from, s, slope);
    }
    return u;
}

// The root of the mean square of |u| above, over four million places. With all corners of a cell at
// their worst it comes to 3.13, so with two sets to less than 8 times the mean.
#define EDDY_SPEED 0.6049

// Two sets of eddies, one coming while the other goes. Their squares add up, as they have nothing
// to do with one another; the root keeps the mean.
TAUT_INLINE taut_vec3 turbulence_at(const taut_wind_def* wind, air_dvec place, double time)
{
    double size = (double)wind->size;
    air_cell c[3], age;
    bool ok = find_cell((place.x - time * (double)wind->velocity.x) / size, &c[0]) &&
              find_cell((place.y - time * (double)wind->velocity.y) / size, &c[1]) &&
              find_cell((place.z - time * (double)wind->velocity.z) / size, &c[2]) &&
              find_cell(time / (double)wind->period, &age);
    if (!ok) {
        return (taut_vec3){0};
    }
    uint64_t hash = air_fold(TAUT_WIND_TURBULENCE, (int64_t)wind->seed);
    air_dvec going = eddies(air_fold(hash, age.number), c);
    air_dvec coming = eddies(air_fold(hash, age.number + 1), c);
    double b = air_fade(age.into);
    double a = 1.0 - b;
    air_dvec u = {a * going.x + b * coming.x, a * going.y + b * coming.y,
                  a * going.z + b * coming.z};
    return air_scaled(u, (double)wind->speed / (EDDY_SPEED * sqrt(a * a + b * b)));
}

// All -----------------------------------------------------------------------------------------

TAUT_INLINE taut_vec3 wind_at(const taut_wind* wind, const double place[3], double time)
{
    air_dvec at = {place[0], place[1], place[2]};
    const taut_wind_def* def = &wind->def;
    if (def->kind == TAUT_WIND_GUST) {
        return gust_at(def, at, time);
    }
    if (def->kind == TAUT_WIND_VORTEX) {
        return vortex_at(def, wind->centre, at);
    }
    if (def->kind == TAUT_WIND_TURBULENCE) {
        return turbulence_at(def, at, time);
    }
    return def->velocity;
}

TAUT_INLINE taut_vec3 air_at(const taut_air* air, taut_vec3 place, double time)
{
    double at[3] = {(double)place.x + air->origin[0], (double)place.y + air->origin[1],
                    (double)place.z + air->origin[2]};
    taut_vec3 sum = {0};
    for (int i = 0; i < air->count; ++i) {
        taut_vec3 u = wind_at(&air->winds[i], at, time);
        sum = (taut_vec3){sum.x + u.x, sum.y + u.y, sum.z + u.z};
    }
    return sum;
}
