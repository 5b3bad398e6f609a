// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "own.h"

#include <string.h>

// Copying -----------------------------------------------------------------------------------------

// Where the copy of a block has what the block has at `p`.
static void* moved(const void* p, const void* from, void* to)
{
    return p == NULL ? NULL
                     : (unsigned char*)to + ((const unsigned char*)p - (const unsigned char*)from);
}

// What a copy of trees or lines has, in memory of as many bytes.
static void place_trees(const taut_trees* from, void* memory, taut_trees* to)
{
    *to = *from;
    to->memory = memory;
    if (memory == NULL) {
        return;
    }
    memcpy(memory, from->memory, from->bytes);
    to->trees = moved(from->trees, from->memory, memory);
    to->seat = moved(from->seat, from->memory, memory);
    to->parent = moved(from->parent, from->memory, memory);
    to->link = moved(from->link, from->memory, memory);
    to->kind = moved(from->kind, from->memory, memory);
    to->groups = moved(from->groups, from->memory, memory);
}

static void place_lines(const taut_lines* from, void* memory, taut_lines* to)
{
    *to = *from;
    to->memory = memory;
    if (memory == NULL) {
        return;
    }
    memcpy(memory, from->memory, from->bytes);
    to->phase_first = moved(from->phase_first, from->memory, memory);
    to->batches = moved(from->batches, from->memory, memory);
    to->seats = moved(from->seats, from->memory, memory);
    to->places = moved(from->places, from->memory, memory);
    to->rest = moved(from->rest, from->memory, memory);
    to->compliance = moved(from->compliance, from->memory, memory);
}

static bool copy_trees_and_lines(const taut_blueprint* from, taut_blueprint* to)
{
    void* trees = taut_allocate(&to->allocator, from->trees.bytes);
    void* lines = taut_allocate(&to->allocator, from->lines.bytes);
    bool ok = (trees != NULL || from->trees.memory == NULL) &&
              (lines != NULL || from->lines.memory == NULL);
    if (!ok) {
        taut_free(&to->allocator, trees, from->trees.bytes);
        taut_free(&to->allocator, lines, from->lines.bytes);
        return false;
    }
    place_trees(&from->trees, trees, &to->trees);
    place_lines(&from->lines, lines, &to->lines);
    return true;
}

static int slots_of(int kind)
{
    return taut_constraint_kind_info((taut_constraint_kind)kind)->particle_count;
}

static int round_up(int n)
{
    return (n + TAUT_SEAT_ALIGN - 1) / TAUT_SEAT_ALIGN * TAUT_SEAT_ALIGN;
}

// How large the copy of a schedule is.
static void size_schedule(taut_schedule* to, const taut_reserve* r)
{
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        int batches = r->batches[kind];
        to->phase_count += batches > 0;
        to->cluster_count += batches > 0;
        to->colour_count += batches;
        to->sets[kind].count += batches;
        to->sets[kind].near_count += TAUT_BATCH * slots_of(kind) * batches;
    }
    if (r->particles > 0) {
        to->seating.part_count += 1;
        to->seating.seat_count += round_up(r->particles);
    }
}

static void lay_out_schedule(taut_schedule* s, taut_layout* layout, int particles)
{
    size_t clusters = (size_t)s->cluster_count;
    size_t parts = (size_t)s->seating.part_count;
    s->phase_first = taut_layout_take(layout, (size_t)s->phase_count + 1, sizeof(int32_t));
    s->phase_tree = taut_layout_take(layout, (size_t)s->phase_count, sizeof(uint8_t));
    s->cluster_first = taut_layout_take(layout, clusters + 1, sizeof(int32_t));
    s->cluster_part = taut_layout_take(layout, clusters, sizeof(int32_t));
    s->opening = taut_layout_take(layout, parts, sizeof(int32_t));
    s->colours = taut_layout_take(layout, (size_t)s->colour_count, sizeof(taut_colour));
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        taut_batch_set* set = &s->sets[kind];
        size_t count = (size_t)set->count;
        set->batches = taut_layout_take(layout, count, sizeof(taut_batch));
        set->near = taut_layout_take(layout, (size_t)set->near_count, sizeof(uint16_t));
        set->items = taut_layout_take(layout, TAUT_BATCH * count, sizeof(int32_t));
    }
    s->seating.first = taut_layout_take(layout, parts + 1, sizeof(int32_t));
    s->seating.seat_of = taut_layout_take(layout, (size_t)particles, sizeof(int32_t));
    s->seating.particle_of =
        taut_layout_take(layout, (size_t)s->seating.seat_count, sizeof(int32_t));
}

static void copy_sets(const taut_schedule* from, const taut_reserve* r, taut_schedule* to)
{
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        const taut_batch_set* a = &from->sets[kind];
        taut_batch_set* b = &to->sets[kind];
        size_t count = (size_t)a->count;
        if (a->count > 0) {
            memcpy(b->batches, a->batches, count * sizeof *a->batches);
            memcpy(b->items, a->items, TAUT_BATCH * count * sizeof *a->items);
        }
        if (a->near_count > 0) {
            memcpy(b->near, a->near, (size_t)a->near_count * sizeof *a->near);
        }
        for (int i = 0; i < r->batches[kind]; ++i) {
            b->batches[a->count + i] = (taut_batch){
                .form = TAUT_FORM_LISTED, .near = a->near_count + TAUT_BATCH * slots_of(kind) * i};
            memset(b->items + TAUT_BATCH * (a->count + i), 0xff, TAUT_BATCH * sizeof *b->items);
        }
    }
}

// Phase after phase, with those set aside before the phases that close a sweep.
static void copy_phases(const taut_schedule* from, const taut_reserve* r, taut_schedule* to)
{
    int phase = 0, cluster = 0, colour = 0;
    for (int i = 0; i <= from->phase_count; ++i) {
        for (int kind = 0; i == from->repeat_first && kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
            if (r->batches[kind] == 0) {
                continue;
            }
            to->phase_first[phase++] = cluster;
            to->cluster_part[cluster] = -1;
            to->cluster_first[cluster++] = colour;
            to->aside_colour[kind] = colour;
            to->aside_count[kind] = r->batches[kind];
            for (int k = 0; k < r->batches[kind]; ++k) {
                to->colours[colour++] =
                    (taut_colour){kind, from->sets[kind].count + k, 0, TAUT_FORM_LISTED};
            }
        }
        if (i == from->phase_count) {
            break;
        }
        to->phase_tree[phase] = from->phase_tree[i];
        to->phase_first[phase++] = cluster;
        for (int c = from->phase_first[i]; c < from->phase_first[i + 1]; ++c) {
            int end = from->cluster_first[c + 1];
            to->cluster_part[cluster] = from->cluster_part[c];
            to->cluster_first[cluster++] = colour;
            for (int k = from->cluster_first[c]; k < end; ++k) {
                to->colours[colour++] = from->colours[k];
            }
        }
    }
    to->phase_first[phase] = cluster;
    to->cluster_first[cluster] = colour;
    int more = to->phase_count - from->phase_count;
    to->repeat_first += more;
    to->last_first += more;
    to->once_count += more;
}

// New particles sit in a part of their own.
static void copy_seating(const taut_schedule* from, const taut_reserve* r, int particles,
                         taut_schedule* to)
{
    const taut_seating* a = &from->seating;
    taut_seating* b = &to->seating;
    memcpy(b->first, a->first, ((size_t)a->part_count + 1) * sizeof *a->first);
    memcpy(b->seat_of, a->seat_of, (size_t)particles * sizeof *a->seat_of);
    memset(b->particle_of, 0xff, (size_t)b->seat_count * sizeof *b->particle_of);
    memcpy(b->particle_of, a->particle_of, (size_t)a->seat_count * sizeof *a->particle_of);
    memcpy(to->opening, from->opening, (size_t)a->part_count * sizeof *from->opening);
    if (r->particles > 0) {
        b->first[b->part_count] = b->first[a->part_count];  // grows as seats are taken
        to->opening[a->part_count] = -1;
    }
    for (int i = 0; from->repeat_first == 0 && i < b->part_count; ++i) {
        to->opening[i] = -1;
    }
}

static bool copy_schedule(const taut_allocator* allocator, const taut_blueprint* p,
                          const taut_reserve* r, taut_schedule* to)
{
    const taut_schedule* from = &p->schedule;
    *to = *from;
    size_schedule(to, r);
    taut_layout measure = {0};
    int particles = p->particle_count + r->particles;
    lay_out_schedule(to, &measure, particles);
    taut_layout place = {taut_allocate(allocator, measure.used), 0};
    to->memory = place.base;
    to->bytes = measure.used;
    if (place.base == NULL) {
        *to = (taut_schedule){0};
        return false;
    }
    lay_out_schedule(to, &place, particles);
    copy_sets(from, r, to);
    copy_phases(from, r, to);
    copy_seating(from, r, p->particle_count, to);
    return true;
}

static void copy_floats(float* to, const float* from, int count)
{
    if (to != NULL && from != NULL) {
        memcpy(to, from, (size_t)count * sizeof *from);
    }
}

static void copy_set(const taut_constraint_set* from, taut_constraint_set* to)
{
    int n = from->place_count;
    copy_floats(to->rest, from->rest, n);
    copy_floats(to->compliance, from->compliance, n);
    copy_floats(to->damping, from->damping, n);
    copy_floats(to->damping_rate, from->damping_rate, n);
    copy_floats(to->play, from->play, n);
    copy_floats(to->friction, from->friction, n);
    copy_floats(to->ratio, from->ratio, n);
    copy_floats(to->strength, from->strength, n);
    copy_floats(to->stretch, from->stretch, n);
    if (n > 0) {
        memcpy(to->sides, from->sides, (size_t)n);
        memcpy(to->family, from->family, (size_t)n);
    }
}

static void copy_arrays(const taut_blueprint* from, taut_blueprint* to)
{
    memcpy(to->start, from->start, (size_t)from->particle_count * sizeof *from->start);
    memcpy(to->pinned, from->pinned, (size_t)from->particle_count * sizeof *from->pinned);
    if (from->slot_count > 0) {
        memcpy(to->slots, from->slots, (size_t)from->slot_count * sizeof *from->slots);
    }
    if (from->user_count > 0) {
        memcpy(to->users, from->users, (size_t)from->user_count * sizeof *from->users);
    }
    if (from->triangle_count > 0) {
        memcpy(to->triangles, from->triangles,
               3 * (size_t)from->triangle_count * sizeof *from->triangles);
    }
    if (from->gas_count > 0) {
        memcpy(to->gases, from->gases, (size_t)from->gas_count * sizeof *from->gases);
    }
    if (from->loop_count > 0) {
        memcpy(to->loop_particles, from->loop_particles,
               (size_t)from->loop_count * sizeof *from->loop_particles);
    }
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        copy_set(&from->sets[kind], &to->sets[kind]);
    }
}

static taut_blueprint* copy_head(const taut_allocator* allocator, const taut_blueprint* from,
                                 const taut_reserve* r)
{
    taut_blueprint sized = {.allocator = *allocator,
                            .particle_count = from->particle_count,
                            .particle_capacity = from->particle_count + r->particles,
                            .slot_count = from->slot_count,
                            .slot_capacity = from->slot_count + r->slots,
                            .added_count = from->added_count,
                            .user_count = from->user_count,
                            .triangle_count = from->triangle_count,
                            .triangle_capacity = from->triangle_count + r->triangles,
                            .gas_count = from->gas_count,
                            .loop_count = from->loop_count};
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        const taut_constraint_set* a = &from->sets[kind];
        sized.sets[kind] =
            (taut_constraint_set){.count = a->count,
                                  .place_count = a->place_count + TAUT_BATCH * r->batches[kind],
                                  .any_limits = a->any_limits || r->limits,
                                  .any_soft = a->any_soft,
                                  .any_damping = a->any_damping,
                                  .any_rate = a->any_rate,
                                  .any_sides = a->any_sides,
                                  .any_play = a->any_play,
                                  .any_friction = a->any_friction};
    }
    taut_layout measure = {0};
    (void)taut_layout_take(&measure, 1, sizeof sized);
    taut_blueprint_lay_out(&sized, &measure);
    taut_layout place = {taut_allocate(allocator, measure.used), 0};
    if (place.base == NULL) {
        return NULL;
    }
    taut_blueprint* p = taut_layout_take(&place, 1, sizeof *p);
    memcpy(p, &sized, sizeof sized);
    p->bytes = measure.used;
    taut_blueprint_lay_out(p, &place);
    atomic_init(&p->references, 1);
    return p;
}

taut_blueprint* taut_blueprint_copy(const taut_allocator* allocator, const taut_blueprint* from,
                                    const taut_reserve* r)
{
    taut_blueprint* p = copy_head(allocator, from, r);
    if (p == NULL) {
        return NULL;
    }
    if (!copy_schedule(allocator, from, r, &p->schedule) || !copy_trees_and_lines(from, p)) {
        taut_blueprint_release(p);
        return NULL;
    }
    copy_arrays(from, p);
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        p->sets[kind].batches = p->schedule.sets[kind].batches;
        p->sets[kind].near = p->schedule.sets[kind].near;
    }
    return p;
}

bool taut_blueprint_fits(const taut_blueprint* to, const taut_blueprint* from)
{
    return to->bytes == from->bytes && to->schedule.bytes == from->schedule.bytes &&
           to->trees.bytes == from->trees.bytes && to->lines.bytes == from->lines.bytes;
}

void taut_blueprint_overwrite(taut_blueprint* to, const taut_blueprint* from)
{
    taut_allocator allocator = to->allocator;
    int references = atomic_load(&to->references);
    void *trees = to->trees.memory, *lines = to->lines.memory;
    taut_layout schedule = {to->schedule.memory, 0};
    taut_layout place = {(unsigned char*)to, 0};
    memcpy(to, from, from->bytes);
    (void)taut_layout_take(&place, 1, sizeof *to);
    to->allocator = allocator;
    atomic_init(&to->references, references);
    taut_blueprint_lay_out(to, &place);
    place_trees(&from->trees, trees, &to->trees);
    place_lines(&from->lines, lines, &to->lines);
    to->schedule.memory = schedule.base;
    memcpy(schedule.base, from->schedule.memory, from->schedule.bytes);
    lay_out_schedule(&to->schedule, &schedule, to->particle_capacity);
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        to->sets[kind].batches = to->schedule.sets[kind].batches;
        to->sets[kind].near = to->schedule.sets[kind].near;
    }
}

taut_blueprint* taut_blueprint_clone(const taut_allocator* allocator, const taut_blueprint* from)
{
    taut_blueprint* p = taut_allocate(allocator, from->bytes);
    if (p == NULL) {
        return NULL;
    }
    p->allocator = *allocator;
    p->bytes = from->bytes;
    atomic_init(&p->references, 1);
    p->schedule.bytes = from->schedule.bytes;
    p->schedule.memory = taut_allocate(allocator, from->schedule.bytes);
    if (p->schedule.memory == NULL || !copy_trees_and_lines(from, p)) {
        taut_blueprint_release(p);
        return NULL;
    }
    taut_blueprint_overwrite(p, from);
    return p;
}

// Changing ----------------------------------------------------------------------------------------

void taut_own_switch_off(taut_blueprint* p, taut_slot slot)
{
    taut_batch* batch = &p->schedule.sets[slot.kind].batches[slot.place / TAUT_BATCH];
    batch->live &= (uint8_t) ~(1u << slot.place % TAUT_BATCH);
}

// Whether some lane of a batch moves the particle at a seat.
static bool moves_seat(const taut_batch_set* set, const taut_batch* b, int32_t seat,
                       int moved_count)
{
    bool moves = false;
    for (int i = 0; i < TAUT_BATCH * moved_count; ++i) {
        int slot = i / TAUT_BATCH, lane = i % TAUT_BATCH;
        bool live = (b->live >> lane & 1) != 0;
        moves = moves || (live && taut_batch_seat(b, set->near, slot, lane) == seat);
    }
    return moves;
}

// Whether some other lane than this one is somebody's, broken or not.
static bool is_others(const taut_batch_set* set, int batch, int k, int lane)
{
    return k != lane && set->items[TAUT_BATCH * batch + k] >= 0;
}

// A batch tells the seats of a slot apart by 16 bits: whether `seat` at `lane` fits the others.
static bool seat_fits(const taut_batch_set* set, int batch, int slot, int lane, int32_t seat)
{
    const int32_t most = UINT16_MAX / 2;
    bool fits = true;
    for (int k = 0; k < TAUT_BATCH; ++k) {
        int32_t apart = taut_batch_seat(&set->batches[batch], set->near, slot, k) - seat;
        bool near = apart <= most && apart >= -most;
        fits = fits && (near || !is_others(set, batch, k, lane));
    }
    return fits;
}

static void set_seat(taut_batch_set* set, int batch, int slot, int lane, int32_t seat)
{
    taut_batch* b = &set->batches[batch];
    int32_t seats[TAUT_BATCH];
    int32_t low = seat;
    for (int k = 0; k < TAUT_BATCH; ++k) {  // empty lanes look where this one does
        bool others = is_others(set, batch, k, lane);
        seats[k] = others ? taut_batch_seat(b, set->near, slot, k) : seat;
        low = seats[k] < low ? seats[k] : low;
    }
    b->base[slot] = low;
    for (int k = 0; k < TAUT_BATCH; ++k) {
        set->near[b->near + TAUT_BATCH * slot + k] = (uint16_t)(seats[k] - low);
    }
}

static bool is_aside(const taut_blueprint* p, taut_slot slot)
{
    const taut_schedule* s = &p->schedule;
    return slot.place / TAUT_BATCH >= s->sets[slot.kind].count - s->aside_count[slot.kind];
}

// A lane of a batch that nobody has; -1 for none.
static int free_lane(const taut_batch_set* set, int batch)
{
    for (int lane = 0; lane < TAUT_BATCH; ++lane) {
        if (set->items[TAUT_BATCH * batch + lane] < 0) {
            return lane;
        }
    }
    return -1;
}

// The first free place among batches set aside whose constraints move none of these seats.
static int find_place(const taut_blueprint* p, int kind, const int32_t* seats)
{
    const taut_batch_set* set = &p->schedule.sets[kind];
    const taut_constraint_info* facts = taut_constraint_kind_info((taut_constraint_kind)kind);
    for (int i = set->count - p->schedule.aside_count[kind]; i < set->count; ++i) {
        int lane = free_lane(set, i);
        const taut_batch* b = &set->batches[i];
        bool fits = lane >= 0;
        for (int slot = 0; slot < facts->moved_count && fits; ++slot) {
            fits = !moves_seat(set, b, seats[slot], facts->moved_count);
        }
        for (int slot = 0; slot < facts->particle_count && fits; ++slot) {
            fits = seat_fits(set, i, slot, lane, seats[slot]);
        }
        if (fits) {
            return TAUT_BATCH * i + lane;
        }
    }
    return -1;
}

static void copy_parameters(taut_constraint_set* set, int to, int from)
{
    set->rest[to] = set->rest[from];
    set->compliance[to] = set->compliance[from];
    set->sides[to] = set->sides[from];
    set->family[to] = set->family[from];
    if (set->any_damping) {
        set->damping[to] = set->damping[from];
    }
    if (set->any_rate) {
        set->damping_rate[to] = set->damping_rate[from];
    }
    if (set->any_play) {
        set->play[to] = set->play[from];
    }
    if (set->any_friction) {
        set->friction[to] = set->friction[from];
    }
    if (set->ratio != NULL) {
        set->ratio[to] = set->ratio[from];
    }
    if (set->any_limits) {
        set->strength[to] = set->strength[from];
        set->stretch[to] = set->stretch[from];
    }
}

int taut_own_place(taut_blueprint* p, int number, const int32_t* particles, taut_slot like)
{
    taut_schedule* s = &p->schedule;
    taut_batch_set* set = &s->sets[like.kind];
    int32_t seats[TAUT_CONSTRAINT_MAX_PARTICLES] = {0};
    for (int i = 0; i < slots_of(like.kind); ++i) {
        seats[i] = s->seating.seat_of[particles[i]];
    }
    int place = find_place(p, like.kind, seats);
    if (place < 0) {
        return -1;
    }
    int i = place / TAUT_BATCH;
    for (int slot = 0; slot < slots_of(like.kind); ++slot) {
        set_seat(set, i, slot, place % TAUT_BATCH, seats[slot]);
    }
    set->batches[i].live |= (uint8_t)(1u << place % TAUT_BATCH);
    set->items[place] = number;
    int aside = i - (set->count - s->aside_count[like.kind]);
    s->colours[s->aside_colour[like.kind] + aside].count = 1;
    copy_parameters(&p->sets[like.kind], place, like.place);
    p->slots[number] = (taut_slot){like.kind, place};
    return place;
}

// In place, where the batch can tell the new seat and moves it nowhere else.
static bool repoint(taut_blueprint* p, taut_slot slot, int which, int particle)
{
    taut_batch_set* set = &p->schedule.sets[slot.kind];
    int batch = slot.place / TAUT_BATCH, lane = slot.place % TAUT_BATCH;
    int moved_count = taut_constraint_kind_info((taut_constraint_kind)slot.kind)->moved_count;
    int32_t seat = p->schedule.seating.seat_of[particle];
    if (!is_aside(p, slot) || !seat_fits(set, batch, which, lane, seat) ||
        moves_seat(set, &set->batches[batch], seat, moved_count)) {
        return false;
    }
    set_seat(set, batch, which, lane, seat);
    return true;
}

bool taut_own_move(taut_blueprint* p, int number, int which, int particle)
{
    taut_slot old = p->slots[number];
    if (repoint(p, old, which, particle)) {
        return true;
    }
    int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(p, old, particles);
    particles[which] = particle;
    taut_own_switch_off(p, old);
    if (taut_own_place(p, number, particles, old) < 0) {
        return false;
    }
    p->schedule.sets[old.kind].items[old.place] = -1;
    return true;
}

int taut_own_add_particle(taut_blueprint* p, int particle)
{
    taut_seating* seating = &p->schedule.seating;
    if (p->particle_count == p->particle_capacity) {
        return -1;
    }
    int added = p->particle_count++;
    int32_t* end = &seating->first[seating->part_count];
    int seat = seating->first[seating->part_count - 1];
    while (seat < *end && seating->particle_of[seat] >= 0) {
        seat += 1;
    }
    *end = seat < *end ? *end : *end + TAUT_SEAT_ALIGN;
    seating->seat_of[added] = seat;
    seating->particle_of[seat] = added;
    p->start[added] = p->start[particle];
    p->pinned[added] = p->pinned[particle];
    return added;
}
