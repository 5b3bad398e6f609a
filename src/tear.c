// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What breaks, and when.

#include "tear.h"

#include <math.h>
#include <string.h>

#include "math/lane.h"
#include "sleep.h"
#include "split.h"

// clang-format off
#include "backend/tear_limits.inl"
// clang-format on

// Breaking ----------------------------------------------------------------------------------------

void taut_tear_switch_off(taut_body* b, int number)
{
    taut_topology* t = b->topology;
    taut_slot slot = b->blueprint->slots[number];
    taut_own_switch_off(b->blueprint, slot);
    b->lambda[slot.kind][slot.place] = 0.0f;
    int32_t line = slot.kind == TAUT_CONSTRAINT_DISTANCE ? t->line_of[slot.place] : -1;
    if (line >= 0) {
        b->blueprint->lines.rest[line] = -1.0f;  // couples nothing (lines.h)
    }
    int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(b->blueprint, slot, particles);
    for (int i = 0; i < TAUT_CONSTRAINT_MAX_PARTICLES; ++i) {
        if (particles[i] >= 0) {
            t->touched[particles[i]] = 1;
        }
    }
    t->cut = true;
}

// A link against bending goes along those it passes over, from either end to the particle between.
static bool bends_over(const taut_topology* t, const taut_blueprint* p, int number,
                       const int32_t* ends)
{
    taut_slot slot = p->slots[number];
    int32_t between = t->over[2 * number], at[TAUT_CONSTRAINT_MAX_PARTICLES];
    if (slot.kind != TAUT_CONSTRAINT_DISTANCE || between < 0 ||
        p->sets[slot.kind].family[slot.place] != TAUT_FAMILY_BEND) {
        return false;
    }
    taut_blueprint_particles(p, slot, at);
    int32_t end = between == ends[0] ? ends[1] : between == ends[1] ? ends[0] : -1;
    return end >= 0 && (at[0] == end || at[1] == end);
}

static bool goes_along(const taut_topology* t, const taut_blueprint* p, int number,
                       const int32_t* ends)
{
    if (bends_over(t, p, number, ends)) {
        return true;
    }
    int32_t at[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(p, p->slots[number], at);
    unsigned limbs = taut_topology_limbs(p->slots[number].kind);
    for (int i = 0; i < TAUT_LIMB_MOST; ++i) {
        int32_t a = at[taut_limb_ends[i][0]], b = at[taut_limb_ends[i][1]];
        bool same = (a == ends[0] && b == ends[1]) || (a == ends[1] && b == ends[0]);
        if ((limbs >> i & 1) != 0 && same) {
            return true;
        }
    }
    return false;
}

// Links against bending join what need not hang together otherwise.
static bool holds_shapes(const taut_blueprint* p, taut_slot slot)
{
    return slot.kind == TAUT_CONSTRAINT_DISTANCE &&
           p->sets[slot.kind].family[slot.place] != TAUT_FAMILY_BEND;
}

void taut_tear_switch_off_link(taut_body* b, int number)
{
    taut_blueprint* p = b->blueprint;
    taut_tear_switch_off(b, number);
    if (!holds_shapes(p, p->slots[number])) {
        return;
    }
    int32_t ends[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(p, p->slots[number], ends);
    for (int32_t r = b->topology->first[ends[0]]; r >= 0; r = b->topology->next[r]) {
        if (taut_blueprint_has(p, r / 4) && goes_along(b->topology, p, r / 4, ends)) {
            taut_tear_switch_off(b, r / 4);
        }
    }
    taut_tear_open_link(b, ends[0], ends[1]);
}

// A particle is split by what lies around it, one after another: a diagonal or a link against
// bending whose ends went to different sides by way of several splits is found at the end.
static void drop_loose_links(taut_body* b)
{
    const taut_topology* t = b->topology;
    for (int i = 0; i < b->particle_count; ++i) {
        for (int32_t next, r = t->touched[i] ? t->first[i] : -1; r >= 0; r = next) {
            next = t->next[r];
            if (taut_blueprint_has(b->blueprint, r / 4) &&
                !taut_topology_spans(t, b->blueprint, r / 4)) {
                taut_tear_switch_off(b, r / 4);
            }
        }
    }
}

// Limits between bones that no longer hang together.
static void drop_loose_turns(taut_body* b)
{
    const taut_blueprint* p = b->blueprint;
    taut_topology_find_pieces(b->topology, p);
    for (int i = 0; i < p->slot_count; ++i) {
        int kind = p->slots[i].kind;
        bool turn = kind == TAUT_CONSTRAINT_CONE || kind == TAUT_CONSTRAINT_DIHEDRAL ||
                    kind == TAUT_CONSTRAINT_ANGLE;
        if (turn && taut_blueprint_has(p, i) && !taut_topology_in_one_piece(b->topology, p, i)) {
            taut_tear_switch_off(b, i);
        }
    }
}

void taut_tear_settle(taut_body* b)
{
    taut_topology* t = b->topology;
    if (t->cut && t->splits) {
        drop_loose_links(b);
    }
    if (t->cut && t->piece != NULL) {
        drop_loose_turns(b);
    }
    if (t->cut) {
        taut_body_rouse(b);
        taut_topology_cut_tethers(t, b->blueprint, b->lambda[TAUT_CONSTRAINT_TETHER]);
        taut_contacts_follow_tears(b);
        t->any_parted = b->links != NULL;
        for (int i = 0; t->any_parted && i < b->particle_count; ++i) {
            t->parted[i] = t->touched[i] ? TAUT_PARTED_NEAR : t->parted[i];
        }
        memset(t->touched, 0, (size_t)b->particle_count);
        t->cut = false;
    }
}

// Whether triangles go all the way round a particle, or the solid does.
static bool is_inside(const taut_body* b, int particle)
{
    const taut_topology* t = b->topology;
    if (taut_solid_at(b, particle)) {
        return t->corner_first[particle] < 0;
    }
    int ends = 0;
    for (int32_t c = t->corner_first[particle]; c >= 0; c = t->corner_next[c]) {
        const int32_t* corners = b->blueprint->triangles + (c - c % 3);
        int32_t sides[2] = {corners[(c + 1) % 3], corners[(c + 2) % 3]};
        for (int k = 0; k < 2; ++k) {
            int count = 0;
            for (int32_t d = t->corner_first[particle]; d >= 0; d = t->corner_next[d]) {
                const int32_t* other = b->blueprint->triangles + (d - d % 3);
                count += other[(d + 1) % 3] == sides[k] || other[(d + 2) % 3] == sides[k];
            }
            ends += count == 1;
        }
    }
    return ends == 0;
}

// The end of a link that gives: a free one, and of two free ones that at the border or at the tip
// of a tear, which then goes on.
static int freer_end(const taut_body* b, const int32_t* ends)
{
    bool free[2] = {b->x[ends[0]].w > 0.0f, b->x[ends[1]].w > 0.0f};
    if (free[0] != free[1]) {
        return free[0] ? 0 : 1;
    }
    return is_inside(b, ends[0]) && !is_inside(b, ends[1]) ? 1 : 0;
}

// Tears the surface open across a link. Returns the particle that was split, -1 where there was no
// room, -2 where it cannot be split.
static int tear_across(taut_body* b, int number)
{
    int32_t ends[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(b->blueprint, b->blueprint->slots[number], ends);
    int first = freer_end(b, ends);
    taut_vec3 along =
        taut_vec3_sub(taut_vec3_of(b->x[ends[1 - first]]), taut_vec3_of(b->x[ends[first]]));
    for (int i = 0; i < 2; ++i) {
        int particle = ends[i == 0 ? first : 1 - first];
        if (!(b->x[particle].w > 0.0f)) {
            continue;
        }
        taut_split_mark(b, particle, along);
        int made = taut_split_particle(b, particle);
        if (made != 0) {
            return made > 0 ? particle : -1;
        }
    }
    return -2;
}

static bool tears(const taut_body* b, int number)
{
    taut_slot slot = b->blueprint->slots[number];
    int32_t ends[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(b->blueprint, slot, ends);
    return b->topology->splits && slot.kind == TAUT_CONSTRAINT_DISTANCE &&
           (taut_topology_edge(b->topology, b->blueprint, ends[0], ends[1]) ||
            taut_topology_in_tet(b->topology, ends[0], ends[1]));
}

void taut_tear_note(const taut_body* b, taut_event_kind kind, int number)
{
    taut_slot slot = b->blueprint->slots[number];
    taut_event event = taut_event_of(kind, b->topology->id);
    int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(b->blueprint, slot, particles);
    taut_vec3 sum = {0};
    int count = 0;
    for (; count < TAUT_CONSTRAINT_MAX_PARTICLES && particles[count] >= 0; ++count) {
        sum = taut_vec3_add(sum, taut_vec3_of(b->x[particles[count]]));
    }
    event.constraint = number;
    event.place = taut_vec3_scale(sum, 1.0f / (float)count);
    event.force = -b->lambda[slot.kind][slot.place] * b->last_scale;
    taut_events_add(b->topology->events, event);
}

bool taut_tear_break(taut_body* b, int number)
{
    taut_tear_note(b, TAUT_EVENT_BREAK, number);
    int torn = tears(b, number) ? tear_across(b, number) : -2;
    if (torn < 0) {
        taut_tear_switch_off_link(b, number);
    }
    return torn != -1;
}

// Limits ------------------------------------------------------------------------------------------

// Constraints beyond their limits, the worst first.
typedef struct worst {
    struct {
        int number;
        float over;  // how many times its limit
    } of[TAUT_MOST_BREAKS];
    int count, most;
} worst;

static void enter(worst* w, int number, float over)
{
    int at = w->count;
    while (at > 0 && (over > w->of[at - 1].over ||
                      (over == w->of[at - 1].over && number < w->of[at - 1].number))) {
        --at;
    }
    if (at == w->most) {
        return;
    }
    w->count += w->count < w->most;
    for (int i = w->count - 1; i > at; --i) {
        w->of[i] = w->of[i - 1];
    }
    w->of[at].number = number;
    w->of[at].over = over;
}

static float stretch_of(const taut_body* b, int place)
{
    taut_slot slot = {TAUT_CONSTRAINT_DISTANCE, place};
    int32_t ends[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(b->blueprint, slot, ends);
    return tear_stretch(&b->blueprint->sets[TAUT_CONSTRAINT_DISTANCE], place,
                        taut_vec3_of(b->x[ends[0]]), taut_vec3_of(b->x[ends[1]]));
}

static void look_at(const taut_body* b, int kind, int place, worst* w)
{
    const taut_constraint_set* set = &b->blueprint->sets[kind];
    float force = tear_force(set, kind, place, b->lambda[kind][place], b->last_scale);
    float by_stretch = tear_looks_at_length(set, kind, place) ? stretch_of(b, place) : 0.0f;
    float over = tear_over(set, place, force, by_stretch);
    if (tear_breaks(over)) {
        enter(w, b->blueprint->schedule.sets[kind].items[place], over);
    }
}

static void find_worst(const taut_body* b, worst* w)
{
    for (int kind = 0; kind < TAUT_CONSTRAINT_TETHER; ++kind) {
        const taut_constraint_set* set = &b->blueprint->sets[kind];
        for (int place = 0; place < set->place_count; ++place) {
            if (tear_limited(set, place)) {
                look_at(b, kind, place, w);
            }
        }
    }
}

// Where something broke already in this step, the others wait for what comes of it.
static bool is_touched(const taut_body* b, int number)
{
    int32_t particles[TAUT_CONSTRAINT_MAX_PARTICLES];
    taut_blueprint_particles(b->blueprint, b->blueprint->slots[number], particles);
    bool touched = false;
    for (int i = 0; i < TAUT_CONSTRAINT_MAX_PARTICLES; ++i) {
        touched = touched || (particles[i] >= 0 && b->topology->touched[particles[i]]);
    }
    return touched;
}

static void check_body(taut_body* b, taut_step_report* report)
{
    taut_topology* t = b->topology;
    worst w = {.most = t->most_breaks};
    bool looked = b->away && !taut_device_overloaded(b) && !t->cut;  // a device has
    if (!looked) {
        taut_state_read(b, TAUT_STATE_X | TAUT_STATE_LAMBDA);
        find_worst(b, &w);
    }
    if (w.count > 0 || t->cut) {
        taut_state_rebuilt(b);
    }
    for (int i = 0; i < w.count; ++i) {
        if (is_touched(b, w.of[i].number)) {
            continue;
        }
        if (!taut_tear_break(b, w.of[i].number)) {
            report->trouble |= TAUT_STEP_SPLITS_DROPPED;
        }
    }
    report->trouble |= t->dropped ? TAUT_STEP_SPLITS_DROPPED : 0u;
    t->dropped = false;
    taut_tear_settle(b);
}

void taut_tear_check(taut_world* world, taut_step_report* report)
{
    for (int i = 0; i < world->slot_count; ++i) {
        taut_body* b = world->slots[i].body;
        if (b != NULL && b->topology != NULL && b->topology->any_limits && !b->frozen &&
            !world->trying) {
            check_body(b, report);
        }
    }
}
