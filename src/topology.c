// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "topology.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"

static void lay_out(taut_topology* t, const taut_blueprint* p, taut_layout* layout)
{
    size_t particles = (size_t)p->particle_capacity;
    size_t slots = (size_t)p->slot_capacity;
    size_t triangles = (size_t)p->triangle_capacity;
    size_t tethers = (size_t)t->tether_count;
    size_t places = (size_t)p->sets[TAUT_CONSTRAINT_DISTANCE].place_count;
    t->line_of = taut_layout_take(layout, places, sizeof(int32_t));
    t->first = taut_layout_take(layout, particles, sizeof(int32_t));
    t->next = taut_layout_take(layout, 4 * slots, sizeof(int32_t));
    t->over = taut_layout_take(layout, 2 * slots, sizeof(int32_t));
    t->corner_first = taut_layout_take(layout, particles, sizeof(int32_t));
    t->corner_next = taut_layout_take(layout, 3 * triangles, sizeof(int32_t));
    t->torn = taut_layout_take(layout, triangles, sizeof(uint8_t));
    t->origin = taut_layout_take(layout, particles, sizeof(int32_t));
    t->touched = taut_layout_take(layout, particles, sizeof(uint8_t));
    t->parted = taut_layout_take(layout, particles, sizeof(uint8_t));
    size_t tets = (size_t)t->tet_count;
    t->tets = taut_layout_take(layout, 4 * tets, sizeof(int32_t));
    t->tet_slot = taut_layout_take(layout, tets, sizeof(int32_t));
    t->tet_first = taut_layout_take(layout, tets > 0 ? particles : 0, sizeof(int32_t));
    t->tet_next = taut_layout_take(layout, 4 * tets, sizeof(int32_t));
    t->tet_torn = taut_layout_take(layout, tets, sizeof(uint8_t));
    bool cones = p->sets[TAUT_CONSTRAINT_CONE].count > 0;
    t->piece = cones ? taut_layout_take(layout, particles, sizeof(int32_t)) : NULL;
    t->tethers = taut_layout_take(layout, tethers, sizeof(int32_t));
    t->tied = taut_layout_take(layout, tethers, sizeof(int32_t));
    t->toward = taut_layout_take(layout, tethers, sizeof(int32_t));
    t->before = taut_layout_take(layout, tethers, sizeof(int32_t));
    t->gone = taut_layout_take(layout, tethers, sizeof(uint8_t));
}

// Shapes ------------------------------------------------------------------------------------------

const uint8_t taut_limb_ends[TAUT_LIMB_MOST][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

unsigned taut_topology_limbs(int kind)
{
    switch (kind) {
    case TAUT_CONSTRAINT_VOLUME:
        return 0x3f;
    case TAUT_CONSTRAINT_AREA:
        return 0x0b;
    case TAUT_CONSTRAINT_DIHEDRAL:
        return 0x1f;  // all but the way from far corner to far corner
    case TAUT_CONSTRAINT_ANGLE:
    case TAUT_CONSTRAINT_PULLEY:
        return 0x09;
    case TAUT_CONSTRAINT_CONE:
        return 0x21;
    default:
        return 0;
    }
}

// References --------------------------------------------------------------------------------------

// In ascending order, so that what is found does not depend on what happened before.
static void add_to(int32_t* first, int32_t* next, int32_t entry)
{
    int32_t* at = first;
    while (*at >= 0 && *at < entry) {
        at = &next[*at];
    }
    next[entry] = *at;
    *at = entry;
}

static void remove_from(int32_t* first, int32_t* next, int32_t entry)
{
    int32_t* at = first;
    while (*at >= 0 && *at != entry) {
        at = &next[*at];
    }
    if (*at == entry) {
        *at = next[entry];
    }
}

void taut_topology_add(taut_topology* t, int particle, int32_t reference)
{
    add_to(&t->first[particle], t->next, reference);
}

void taut_topology_remove(taut_topology* t, int particle, int32_t reference)
{
    remove_from(&t->first[particle], t->next, reference);
}

void taut_topology_move_corner(taut_topology* t, taut_blueprint* p, int32_t corner, int particle)
{
    remove_from(&t->corner_first[p->triangles[corner]], t->corner_next, corner);
    add_to(&t->corner_first[particle], t->corner_next, corner);
    p->triangles[corner] = particle;
}

void taut_topology_add_triangle(taut_topology* t, taut_blueprint* p, const int32_t corners[3])
{
    for (int k = 0; k < 3; ++k) {
        int32_t corner = 3 * p->triangle_count + k;
        p->triangles[corner] = corners[k];
        add_to(&t->corner_first[corners[k]], t->corner_next, corner);
    }
    p->triangle_count += 1;
}

void taut_topology_move_tet(taut_topology* t, int32_t corner, int particle)
{
    remove_from(&t->tet_first[t->tets[corner]], t->tet_next, corner);
    add_to(&t->tet_first[particle], t->tet_next, corner);
    t->tets[corner] = particle;
}

bool taut_topology_in_tet(const taut_topology* t, int a, int b)
{
    for (int32_t c = t->tet_count > 0 ? t->tet_first[a] : -1; c >= 0; c = t->tet_next[c]) {
        const int32_t* tet = t->tets + (c - c % 4);
        if (tet[0] == b || tet[1] == b || tet[2] == b || tet[3] == b) {
            return true;
        }
    }
    return false;
}

int taut_topology_particle(const taut_topology* t, const taut_blueprint* p, int32_t reference)
{
    int number = reference / 4, which = reference % 4;
    taut_slot slot = p->slots[number];
    int count = taut_constraint_kind_info((taut_constraint_kind)slot.kind)->particle_count;
    if (which >= count) {
        return slot.kind == TAUT_CONSTRAINT_DISTANCE ? t->over[2 * number + which - 2] : -1;
    }
    int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(p, slot, particles);
    return particles[which];
}

static bool is_link(const taut_blueprint* p, int number)
{
    taut_slot slot = p->slots[number];
    const taut_constraint_set* set = &p->sets[slot.kind];
    return slot.kind == TAUT_CONSTRAINT_ATTACH ||
           (slot.kind == TAUT_CONSTRAINT_DISTANCE && set->family[slot.place] != TAUT_FAMILY_BEND);
}

bool taut_topology_edge(const taut_topology* t, const taut_blueprint* p, int a, int b)
{
    for (int32_t c = t->corner_first[a]; c >= 0; c = t->corner_next[c]) {
        int32_t base = c - c % 3;
        if (p->triangles[base + (c + 1) % 3] == b || p->triangles[base + (c + 2) % 3] == b) {
            return true;
        }
    }
    return false;
}

bool taut_topology_joined(const taut_topology* t, const taut_blueprint* p, int a, int b)
{
    bool edge = taut_topology_edge(t, p, a, b);
    if (edge && t->splits) {
        return true;
    }
    bool any = false;
    for (int32_t r = t->first[a]; r >= 0; r = t->next[r]) {
        if (r % 4 < 2 && is_link(p, r / 4) && taut_topology_particle(t, p, r ^ 1) == b) {
            if (taut_blueprint_has(p, r / 4)) {
                return true;
            }
            any = true;
        }
    }
    return edge && !any;
}

// What links pass over ----------------------------------------------------------------------------

// The corner opposite the edge from corner `c` on in the other triangle that has it; -1 for none.
static int32_t across(const taut_topology* t, const taut_blueprint* p, int32_t c)
{
    int32_t base = c - c % 3;
    int32_t a = p->triangles[c], b = p->triangles[base + (c + 1) % 3];
    for (int32_t k = t->corner_first[a]; k >= 0; k = t->corner_next[k]) {
        int32_t other = k - k % 3;
        if (other == base) {
            continue;
        }
        if (p->triangles[other + (k + 1) % 3] == b) {
            return other + (k + 2) % 3;
        }
        if (p->triangles[other + (k + 2) % 3] == b) {
            return other + (k + 1) % 3;
        }
    }
    return -1;
}

static double straightness(const taut_blueprint* p, int a, int at, int b)
{
    taut_vec3 u = taut_vec3_sub(taut_vec3_of(p->start[a]), taut_vec3_of(p->start[at]));
    taut_vec3 v = taut_vec3_sub(taut_vec3_of(p->start[b]), taut_vec3_of(p->start[at]));
    double square = (double)taut_vec3_dot(u, u) * (double)taut_vec3_dot(v, v);
    return square > 0.0 ? -(double)taut_vec3_dot(u, v) / sqrt(square) : -1.0;
}

// A diagonal of a cell passes over the ends of the other, a bend link over the straightest way.
static void find_over(taut_topology* t, const taut_blueprint* p, int number)
{
    int32_t ends[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(p, p->slots[number], ends);
    int32_t* over = &t->over[2 * number];
    if (taut_topology_edge(t, p, ends[0], ends[1]) || taut_topology_in_tet(t, ends[0], ends[1])) {
        return;
    }
    double best = -1.0;
    for (int32_t c = t->corner_first[ends[0]]; c >= 0; c = t->corner_next[c]) {
        int32_t base = c - c % 3;
        int32_t b = base + (c + 1) % 3, d = base + (c + 2) % 3;
        int32_t far = across(t, p, b);
        if (far >= 0 && p->triangles[far] == ends[1]) {
            over[0] = p->triangles[b];
            over[1] = p->triangles[d];
            return;
        }
        int32_t ways[2] = {p->triangles[b], p->triangles[d]};
        for (int k = 0; k < 2; ++k) {
            double straight = straightness(p, ends[0], ways[k], ends[1]);
            if (straight > best && taut_topology_edge(t, p, ways[k], ends[1])) {
                best = straight;
                over[0] = ways[k];
            }
        }
    }
}

bool taut_topology_spans(const taut_topology* t, const taut_blueprint* p, int number)
{
    const int32_t* over = &t->over[2 * number];
    if (p->slots[number].kind != TAUT_CONSTRAINT_DISTANCE || over[0] < 0) {
        return true;
    }
    int32_t ends[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(p, p->slots[number], ends);
    bool spans = over[1] < 0 || taut_topology_edge(t, p, over[0], over[1]);
    for (int k = 0; k < 2; ++k) {
        spans = spans && taut_topology_edge(t, p, ends[k], over[0]);
        spans = spans && (over[1] < 0 || taut_topology_edge(t, p, ends[k], over[1]));
    }
    return spans;
}

// Pieces ------------------------------------------------------------------------------------------

static int32_t root_of(const int32_t* piece, int32_t i)
{
    while (piece[i] != i) {
        i = piece[i];
    }
    return i;
}

// Roots are the least of their piece, and every particle is led to its own in the end.
void taut_topology_find_pieces(taut_topology* t, const taut_blueprint* p)
{
    for (int i = 0; i < p->particle_count; ++i) {
        t->piece[i] = i;
    }
    for (int number = 0; number < p->slot_count; ++number) {
        bool holds = is_link(p, number) || p->slots[number].kind == TAUT_CONSTRAINT_PULLEY;
        if (!holds || !taut_blueprint_has(p, number)) {
            continue;
        }
        int32_t at[TAUT_CONSTRAINT_MAX_PARTICLES];
        taut_blueprint_particles(p, p->slots[number], at);
        for (int k = 1; k < TAUT_CONSTRAINT_MAX_PARTICLES && at[k] >= 0; ++k) {
            int32_t a = root_of(t->piece, at[0]), b = root_of(t->piece, at[k]);
            t->piece[a > b ? a : b] = a > b ? b : a;
        }
    }
    for (int i = 0; i < p->particle_count; ++i) {
        t->piece[i] = root_of(t->piece, i);
    }
}

bool taut_topology_in_one_piece(const taut_topology* t, const taut_blueprint* p, int number)
{
    int32_t at[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(p, p->slots[number], at);
    bool one = true;
    for (int k = 1; k < TAUT_CONSTRAINT_MAX_PARTICLES && at[k] >= 0; ++k) {
        one = one && t->piece[at[k]] == t->piece[at[0]];
    }
    return one;
}

// Tethers -----------------------------------------------------------------------------------------

static bool before_by_length(const void* context, int32_t a, int32_t b)
{
    const taut_blueprint* p = context;
    float x = p->sets[TAUT_CONSTRAINT_TETHER].rest[p->slots[a].place];
    float y = p->sets[TAUT_CONSTRAINT_TETHER].rest[p->slots[b].place];
    return x < y || (x == y && a < b);
}

// The tether from a particle to a pin, -1 for none.
static int tether_of(const taut_topology* t, const taut_blueprint* p, int particle, int pin)
{
    for (int32_t r = t->first[particle]; r >= 0; r = t->next[r]) {
        if (p->slots[r / 4].kind == TAUT_CONSTRAINT_TETHER &&
            taut_topology_particle(t, p, r + 1) == pin) {
            return r / 4;
        }
    }
    return -1;
}

// A tether in search of the neighbour that leads to its pin.
typedef struct way {
    int particle, pin;
    float length;
    float best;
    int toward, before;
} way;

static void try_way(const taut_topology* t, const taut_blueprint* p, int neighbour, way* w)
{
    int tether = neighbour == w->pin ? -1 : tether_of(t, p, neighbour, w->pin);
    if (neighbour < 0 || (neighbour != w->pin && tether < 0)) {
        return;
    }
    float rest = tether >= 0 ? p->sets[TAUT_CONSTRAINT_TETHER].rest[p->slots[tether].place] : 0.0f;
    taut_vec3 d =
        taut_vec3_sub(taut_vec3_of(p->start[neighbour]), taut_vec3_of(p->start[w->particle]));
    float length = rest + sqrtf(taut_vec3_dot(d, d));
    if (rest < w->length && (w->toward < 0 || length < w->best)) {
        w->best = length;
        w->toward = neighbour;
        w->before = tether;
    }
}

// Where a tether stands in the list.
static int index_of(const taut_topology* t, const taut_blueprint* p, int number)
{
    int low = 0, high = t->tether_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (before_by_length(p, t->tethers[middle], number)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void find_way(taut_topology* t, const taut_blueprint* p, int i)
{
    taut_slot slot = p->slots[t->tethers[i]];
    int32_t ends[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(p, slot, ends);
    way w = {.particle = ends[0],
             .pin = ends[1],
             .length = p->sets[TAUT_CONSTRAINT_TETHER].rest[slot.place],
             .toward = -1,
             .before = -1};
    for (int32_t c = t->corner_first[ends[0]]; c >= 0; c = t->corner_next[c]) {
        int32_t base = c - c % 3;
        try_way(t, p, p->triangles[base + (c + 1) % 3], &w);
        try_way(t, p, p->triangles[base + (c + 2) % 3], &w);
    }
    for (int32_t r = t->first[ends[0]]; r >= 0; r = t->next[r]) {
        if (r % 4 < 2 && is_link(p, r / 4)) {
            try_way(t, p, taut_topology_particle(t, p, r ^ 1), &w);
        }
    }
    t->tied[i] = ends[0];
    t->toward[i] = w.toward;
    t->before[i] = w.before >= 0 ? index_of(t, p, w.before) : -1;
}

static bool way_is_cut(const taut_topology* t, const taut_blueprint* p, int i)
{
    int toward = t->toward[i], before = t->before[i];
    if (toward < 0) {
        return false;
    }
    if (before >= 0 && t->gone[before]) {
        return true;
    }
    bool look = t->touched[t->tied[i]] || t->touched[toward];
    return look && !taut_topology_joined(t, p, t->tied[i], toward);
}

void taut_topology_cut_tethers(taut_topology* t, taut_blueprint* p, float* lambda)
{
    for (int i = 0; i < t->tether_count; ++i) {
        if (t->gone[i] || !way_is_cut(t, p, i)) {
            continue;
        }
        taut_slot slot = p->slots[t->tethers[i]];
        taut_own_switch_off(p, slot);
        lambda[slot.place] = 0.0f;
        t->gone[i] = 1;
    }
}

// Making ------------------------------------------------------------------------------------------

static void list_references(taut_topology* t, const taut_blueprint* p)
{
    for (int number = p->slot_count - 1; number >= 0; --number) {  // each goes to the front
        bool tether = p->slots[number].kind == TAUT_CONSTRAINT_TETHER;
        for (int which = tether ? 0 : 3; which >= 0; --which) {
            int particle = taut_topology_particle(t, p, 4 * number + which);
            if (particle >= 0) {
                taut_topology_add(t, particle, 4 * number + which);
            }
        }
    }
}

static void fill_tets(taut_topology* t, const taut_blueprint* p)
{
    memset(t->tet_first, 0xff, (size_t)p->particle_capacity * sizeof(int32_t));
    int count = 0;
    for (int i = 0; i < p->slot_count; ++i) {
        if (p->slots[i].kind == TAUT_CONSTRAINT_VOLUME) {
            taut_blueprint_particles(p, p->slots[i], t->tets + 4 * count);
            t->tet_slot[count++] = i;
        }
    }
    for (int32_t c = 4 * count - 1; c >= 0; --c) {
        add_to(&t->tet_first[t->tets[c]], t->tet_next, c);
    }
}

static void fill(taut_topology* t, const taut_blueprint* p)
{
    size_t particles = (size_t)p->particle_capacity;
    const taut_constraint_set* links = &p->sets[TAUT_CONSTRAINT_DISTANCE];
    memset(t->line_of, 0xff, (size_t)links->place_count * sizeof(int32_t));
    for (int i = 0; i < TAUT_LINE_LANES * p->lines.row_count; ++i) {
        if (p->lines.places[i] >= 0) {
            t->line_of[p->lines.places[i]] = i;
        }
    }
    memset(t->first, 0xff, particles * sizeof(int32_t));
    memset(t->corner_first, 0xff, particles * sizeof(int32_t));
    memset(t->over, 0xff, 2 * (size_t)p->slot_capacity * sizeof(int32_t));
    for (int c = 3 * p->triangle_count - 1; c >= 0; --c) {
        add_to(&t->corner_first[p->triangles[c]], t->corner_next, c);
    }
    if (t->tet_count > 0) {
        fill_tets(t, p);
    }
    for (int i = 0; p->triangle_count > 0 && i < p->slot_count; ++i) {
        if (p->slots[i].kind == TAUT_CONSTRAINT_DISTANCE) {
            find_over(t, p, i);
        }
    }
    list_references(t, p);
    for (int i = 0; i < p->particle_capacity; ++i) {
        t->origin[i] = i;
    }
}

static void fill_tethers(taut_topology* t, const taut_blueprint* p, int32_t* scratch)
{
    int count = 0;
    for (int i = 0; i < p->slot_count; ++i) {
        if (p->slots[i].kind == TAUT_CONSTRAINT_TETHER) {
            t->tethers[count++] = i;
        }
    }
    taut_sort(t->tethers, scratch, count, before_by_length, p);
    for (int i = 0; i < count; ++i) {
        find_way(t, p, i);
    }
}

taut_topology* taut_topology_make(const taut_allocator* allocator, const taut_blueprint* p)
{
    bool splits = p->particle_capacity > p->particle_count;
    taut_topology sized = {.tet_count = splits ? p->sets[TAUT_CONSTRAINT_VOLUME].count : 0,
                           .tether_count = p->sets[TAUT_CONSTRAINT_TETHER].count};
    taut_layout measure = {0};
    (void)taut_layout_take(&measure, 1, sizeof sized);
    lay_out(&sized, p, &measure);
    taut_layout place = {taut_allocate(allocator, measure.used), 0};
    if (place.base == NULL) {
        return NULL;
    }
    taut_topology* t = taut_layout_take(&place, 1, sizeof *t);
    *t = sized;
    t->bytes = measure.used;
    lay_out(t, p, &place);
    fill(t, p);
    fill_tethers(t, p, t->before);  // which is filled after it
    return t;
}

void taut_topology_overwrite(taut_topology* t, const taut_topology* from, const taut_blueprint* p)
{
    taut_layout place = {(unsigned char*)t, 0};
    memcpy(t, from, from->bytes);
    (void)taut_layout_take(&place, 1, sizeof *t);
    lay_out(t, p, &place);
}

taut_topology* taut_topology_clone(const taut_allocator* allocator, const taut_topology* from,
                                   const taut_blueprint* p)
{
    taut_topology* t = taut_allocate(allocator, from->bytes);
    if (t != NULL) {
        taut_topology_overwrite(t, from, p);
    }
    return t;
}

void taut_topology_free(const taut_allocator* allocator, taut_topology* t)
{
    if (t != NULL) {
        taut_free(allocator, t, t->bytes);
    }
}

size_t taut_topology_bytes(const taut_topology* t)
{
    return t != NULL ? t->bytes : 0;
}
