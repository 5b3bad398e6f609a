// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "cuda/crowd_joins.h"

#include <stddef.h>
#include <string.h>

#include "crowd.h"
#include "knots.h"

// Memory ------------------------------------------------------------------------------------------

// So many of each there are in a step, or may be.
typedef struct counts {
    size_t joins, members, knots, bodies;
} counts;

static counts most_of(int joins, int bodies)
{
    size_t n = (size_t)joins;
    return (counts){n, 2 * n, 2 * n, (size_t)bodies};
}

// What comes back, and what is only sent, with the job at its end.
static void lay_out_back(taut_cuda_joins* j, counts n, taut_layout* layout)
{
    j->knots.members = taut_layout_take(layout, n.members, sizeof *j->knots.members);
    j->knots.joins = taut_layout_take(layout, n.joins, sizeof *j->knots.joins);
}

static taut_cuda_joins* lay_out_rest(taut_cuda_joins* j, counts n, taut_layout* layout)
{
    j->knots.knots = taut_layout_take(layout, n.knots, sizeof *j->knots.knots);
    j->order = taut_layout_take(layout, n.joins, sizeof *j->order);
    j->level_first = taut_layout_take(layout, n.joins + 1, sizeof *j->level_first);
    j->turns = taut_layout_take(layout, n.bodies, sizeof *j->turns);
    j->turn_first = taut_layout_take(layout, n.bodies + 1, sizeof *j->turn_first);
    j->members = taut_layout_take(layout, n.members, sizeof *j->members);
    j->members_first = taut_layout_take(layout, n.bodies + 1, sizeof *j->members_first);
    return taut_layout_take(layout, 1, sizeof *j);
}

// Beside that, on the host, of one realm after another: the level after that of the last join that
// moved a particle, in a table of which no more than half is in use; after that of the last body of
// a knot; and whatever has one.
typedef struct seat_level {
    int32_t run, seat;  // run: -1, nobody is here
    int32_t level;
} seat_level;

typedef struct scratch {
    seat_level* seats;
    size_t seat_room;
    int32_t *of_knot, *of_one;
} scratch;

static scratch lay_out_scratch(counts n, taut_layout* layout)
{
    scratch s = {.seat_room = 1};
    while (s.seat_room < 2 * (1 + TAUT_ATTACH_MOST) * n.joins) {
        s.seat_room *= 2;
    }
    s.seats = taut_layout_take(layout, s.seat_room, sizeof *s.seats);
    s.of_knot = taut_layout_take(layout, n.knots, sizeof *s.of_knot);
    s.of_one = taut_layout_take(layout, n.joins > n.bodies ? n.joins : n.bodies, sizeof *s.of_one);
    return s;
}

void taut_device_joins_free(taut_driver* driver, taut_device_joins_room* room)
{
    taut_driver_give_host(driver, room->room);
    taut_driver_give(driver, room->room_there);
    *room = (taut_device_joins_room){0};
}

// Bytes of a realm with that much room: none with none.
typedef struct sizes {
    size_t back, rest, scratch;
} sizes;

static sizes sizes_of(int joins, int bodies)
{
    taut_cuda_joins j;
    taut_layout back = {0}, rest = {0}, beside = {0};
    counts n = most_of(joins, bodies);
    if (joins > 0) {
        lay_out_back(&j, n, &back);
        (void)lay_out_rest(&j, n, &rest);
        (void)lay_out_scratch(n, &beside);
    }
    return (sizes){back.used, rest.used, beside.used};
}

// Half as much again, as arrays are aligned: realms come one by one.
static size_t with_more(size_t bytes)
{
    return bytes + bytes / 2 / TAUT_ALIGNMENT * TAUT_ALIGNMENT;
}

// @param ahead  for more than there is to come
static bool make_room(taut_driver* driver, taut_device_joins_room* r, sizes most, bool ahead)
{
    if (most.back > r->back_room || most.rest > r->rest_room || most.scratch > r->most_scratch) {
        taut_device_joins_room made = {.back_room = ahead ? with_more(most.back) : most.back,
                                       .rest_room = ahead ? with_more(most.rest) : most.rest};
        made.there_bytes = made.back_room + made.rest_room;
        made.room_bytes = made.there_bytes + most.scratch + TAUT_ALIGNMENT;
        made.room = taut_driver_take_host(driver, made.room_bytes);
        made.room_there = made.room != NULL ? taut_driver_take(driver, made.there_bytes) : NULL;
        if (made.room_there == NULL) {
            taut_driver_give_host(driver, made.room);
            return false;
        }
        taut_device_joins_free(driver, r);
        *r = made;
    }
    r->most_back = most.back;
    r->most_rest = most.rest;
    r->most_scratch = most.scratch;
    return true;
}

void taut_device_joins_reserve(taut_driver* driver, taut_device_joins_room* room,
                               taut_device_joins* joins, int join_count, int body_count)
{
    if (join_count <= joins->join_room && body_count <= joins->body_room) {
        return;
    }
    int join_room = join_count > joins->join_room ? 2 * join_count : joins->join_room;
    int body_room = body_count > joins->body_room ? 2 * body_count : joins->body_room;
    sizes had = sizes_of(joins->join_room, joins->body_room), has = sizes_of(join_room, body_room);
    sizes most = {room->most_back - had.back + has.back, room->most_rest - had.rest + has.rest,
                  has.scratch > room->most_scratch ? has.scratch : room->most_scratch};
    if (make_room(driver, room, most, true) || make_room(driver, room, most, false)) {
        joins->join_room = join_room;
        joins->body_room = body_room;
    }
}

void taut_device_joins_forget(taut_device_joins_room* room, taut_device_joins* joins)
{
    sizes had = sizes_of(joins->join_room, joins->body_room);
    room->most_back -= had.back;
    room->most_rest -= had.rest;
    *joins = (taut_device_joins){0};
}

// Who goes ----------------------------------------------------------------------------------------

// One that takes no part in the step is felt where the device has it.
static bool can_hold(const taut_world* world, const taut_body* b)
{
    return b == NULL || b->device != NULL || taut_world_steps_body(world, b);
}

bool taut_device_joins_fit(const taut_world* world, const taut_device_joins* joins, uint32_t realm,
                           int body_count)
{
    const taut_attachments* all = &world->attachments;
    taut_realm_range its = taut_realms_of(&all->realms, realm);
    bool fit = its.end - its.first <= joins->join_room && body_count <= joins->body_room;
    for (int i = its.first; i < its.end && fit; ++i) {
        const taut_attachment* a = &all->items[all->realms.items[i].number];
        bool hangs = a->live && a->def.target == TAUT_ATTACH_COLLIDER;
        fit = !a->live || (can_hold(world, a->body) && can_hold(world, a->other) &&
                           (!hangs || world->device->colliders.known));
    }
    return fit;
}

// Levels ------------------------------------------------------------------------------------------

static int32_t* level_of_seat(const scratch* s, int32_t run, int32_t seat)
{
    uint32_t key = (uint32_t)run * 0x9e3779b1u ^ (uint32_t)seat * 0x85ebca6bu;
    size_t at = ((key ^ key >> 15) * 0x2c1b3c6du >> 8) & (s->seat_room - 1);
    while (s->seats[at].run >= 0 && (s->seats[at].run != run || s->seats[at].seat != seat)) {
        at = (at + 1) & (s->seat_room - 1);
    }
    if (s->seats[at].run < 0) {
        s->seats[at] = (seat_level){run, seat, 0};
    }
    return &s->seats[at].level;
}

// After all those before it that move, or press on, one of its particles.
static int32_t level_of_join(const scratch* s, const taut_join* j)
{
    int32_t level = 0;
    for (int k = 0; k <= j->count; ++k) {
        const taut_join_end* e = &j->ends[k];
        int32_t own = e->run >= 0 ? *level_of_seat(s, e->run, e->seat) : 0;
        level = own > level ? own : level;
    }
    for (int k = 0; k <= j->count; ++k) {
        if (j->ends[k].run >= 0) {
            *level_of_seat(s, j->ends[k].run, j->ends[k].seat) = level + 1;
        }
    }
    return level;
}

// Numbers [0, count) by their levels, which are below `count`; those of none, -1, are left out.
// Returns how many levels there are.
static int sort_by_level(const int32_t* level, int count, int32_t* order, int32_t* first)
{
    int levels = 0;
    memset(first, 0, ((size_t)count + 1) * sizeof *first);
    for (int i = 0; i < count; ++i) {
        levels = level[i] >= levels ? level[i] + 1 : levels;
        first[level[i] + 1] += level[i] >= 0;
    }
    for (int k = 0; k < levels; ++k) {
        first[k + 1] += first[k];
    }
    for (int i = 0; i < count; ++i) {
        if (level[i] >= 0) {
            order[first[level[i]]++] = i;
        }
    }
    for (int k = levels; k > 0; --k) {
        first[k] = first[k - 1];
    }
    first[0] = 0;
    return levels;
}

static void level_joins(taut_cuda_joins* j, scratch* s)
{
    const taut_knots* k = &j->knots;
    for (size_t i = 0; i < s->seat_room; ++i) {
        s->seats[i].run = -1;
    }
    for (int i = 0; i < k->join_count; ++i) {
        s->of_one[i] = k->joins[i].tied ? -1 : level_of_join(s, &k->joins[i]);
    }
    j->level_count = sort_by_level(s->of_one, k->join_count, j->order, j->level_first);
}

// A knot that is a pin is the same for whoever comes first.
static void level_bodies(taut_cuda_joins* j, scratch* s, int bodies)
{
    const taut_knots* k = &j->knots;
    memset(s->of_knot, 0, (size_t)k->knot_count * sizeof *s->of_knot);
    for (int n = 0; n < bodies; ++n) {
        int32_t level = 0;
        for (int i = j->members_first[n]; i < j->members_first[n + 1]; ++i) {
            int knot = k->members[j->members[i]].knot;
            level = s->of_knot[knot] > level ? s->of_knot[knot] : level;
        }
        for (int i = j->members_first[n]; i < j->members_first[n + 1]; ++i) {
            int knot = k->members[j->members[i]].knot;
            s->of_knot[knot] = k->knots[knot].kinematic ? 0 : level + 1;
        }
        s->of_one[n] = level;
    }
    j->turn_level_count = sort_by_level(s->of_one, bodies, j->turns, j->turn_first);
}

// Members by body, in their order.
static void list_members(const taut_cuda_joins* j, const taut_crowd* c)
{
    int count = 0;
    for (int n = 0; n < c->count; ++n) {
        j->members_first[n] = count;
        for (int i = c->runs[n].first_tied; i >= 0; i = j->knots.members[i].next_of_run) {
            j->members[count++] = i;
        }
    }
    j->members_first[c->count] = count;
}

// Handing over ------------------------------------------------------------------------------------

// As bodies of the host's crowd are tied, which so far know nothing of it.
static void tie(taut_crowd* c, taut_world* view, taut_body* const* bodies, int count)
{
    c->world = view;
    c->count = count;
    c->ties = taut_realms_of(&view->attachments.realms, c->realm);
    for (int n = 0; n < count; ++n) {
        bodies[n]->crowd_index = n;
    }
    taut_knots_tie(c);
    for (int n = 0; n < count; ++n) {
        bodies[n]->crowd_index = -1;
    }
}

// A body's working copy there, which knows the body that it is of (device.c).
static const taut_work* work_there(const taut_body* b)
{
    const unsigned char* job = b->device->memory;
    return (const void*)(job + offsetof(taut_cuda_job, work));
}

static bool move_end(taut_join_end* e, taut_body* const* bodies, taut_body* holder)
{
    if (e->run >= 0) {
        e->work = work_there(bodies[e->run]);
        return true;
    }
    e->still = holder->device->job->body.x + e->seat;
    return taut_state_send_still(holder);
}

// Copies all of it, with addresses of the device in place of the host's.
static bool copy(const taut_world* view, taut_cuda_joins* j, taut_body* const* bodies, bool* hangs)
{
    const taut_knots* from = &view->knots;
    memcpy(j->knots.joins, from->joins, (size_t)from->join_count * sizeof *from->joins);
    memcpy(j->knots.members, from->members, (size_t)from->member_count * sizeof *from->members);
    memcpy(j->knots.knots, from->knots, (size_t)from->knot_count * sizeof *from->knots);
    bool ok = true;
    for (int i = 0; i < from->join_count && ok; ++i) {
        taut_join* join = &j->knots.joins[i];
        const taut_attachment* a = &view->attachments.items[join->number];
        *hangs = *hangs || join->collider >= 0;
        for (int k = 0; k <= join->count && ok; ++k) {
            ok = move_end(&join->ends[k], bodies, k == 0 ? a->body : a->other);
        }
    }
    for (int i = 0; i < from->member_count; ++i) {
        j->knots.members[i].work = work_there(bodies[j->knots.members[i].run]);
    }
    return ok;
}

void taut_device_joins_open(taut_device_joins_room* room)
{
    void* rooms[2] = {room->room, room->room_there};
    for (int k = 0; k < 2; ++k) {
        room->back[k] = (taut_layout){rooms[k], 0};
        room->rest[k] = (taut_layout){rooms[k], room->back_room};
    }
}

// What there is of a realm in this step, after that of others.
static scratch lay_out_step(taut_device_joins_room* r, taut_device_joins* d, const taut_knots* k,
                            int bodies, taut_cuda_joins** job)
{
    counts n = {(size_t)k->join_count, (size_t)k->member_count, (size_t)k->knot_count,
                (size_t)bodies};
    lay_out_back(&d->here, n, &r->back[0]);
    lay_out_back(&d->there, n, &r->back[1]);
    *job = lay_out_rest(&d->here, n, &r->rest[0]);
    d->job_there = lay_out_rest(&d->there, n, &r->rest[1]);
    d->here.knots.join_count = d->there.knots.join_count = k->join_count;
    d->here.knots.member_count = d->there.knots.member_count = k->member_count;
    d->here.knots.knot_count = d->there.knots.knot_count = k->knot_count;
    taut_layout beside = {r->room, r->there_bytes};
    return lay_out_scratch(n, &beside);
}

// Between its stages knots move the particles of a body: nothing of them can be done together.
static void tell_tied(taut_body* const* bodies, int count, bool tied)
{
    for (int n = 0; n < count; ++n) {
        taut_device_body* d = bodies[n]->device;
        d->told = d->told && d->tied == tied;
        d->tied = tied;
    }
}

void taut_device_joins_untie(taut_body* const* bodies, int count)
{
    tell_tied(bodies, count, false);
}

bool taut_device_joins_fill(taut_world* view, taut_device_joins_room* room,
                            taut_device_joins* joins, taut_body* const* bodies, int count,
                            bool* hangs)
{
    taut_crowd* c = view->crowd;
    tie(c, view, bodies, count);
    joins->knots = view->knots;
    tell_tied(bodies, count, view->knots.knot_count > 0);
    taut_cuda_joins* job = NULL;
    scratch levels = lay_out_step(room, joins, &view->knots, count, &job);
    bool ok = copy(view, &joins->here, bodies, hangs);
    list_members(&joins->here, c);
    level_joins(&joins->here, &levels);
    level_bodies(&joins->here, &levels, count);
    c->world = NULL;  // the view is nobody else's
    joins->there.level_count = joins->here.level_count;
    joins->there.turn_level_count = joins->here.turn_level_count;
    *job = joins->there;
    return ok;
}

static bool send(taut_driver* driver, const taut_layout* from, const taut_layout* to, size_t first)
{
    size_t bytes = from->used - first;
    return bytes == 0 || taut_driver_send(driver, to->base + first, from->base + first, bytes);
}

bool taut_device_joins_send(taut_driver* driver, const taut_device_joins_room* room)
{
    return send(driver, &room->back[0], &room->back[1], 0) &&
           send(driver, &room->rest[0], &room->rest[1], room->back_room);
}

// Afterwards --------------------------------------------------------------------------------------

bool taut_device_joins_ask(taut_driver* driver, const taut_device_joins_room* room)
{
    size_t bytes = room->back[0].used;
    return bytes == 0 || taut_driver_ask(driver, room->back[0].base, room->back[1].base, bytes);
}

void taut_device_joins_arrive(taut_world* view, const taut_device_joins* joins)
{
    taut_crowd* c = view->crowd;
    view->knots = joins->knots;
    for (int i = 0; i < joins->knots.member_count; ++i) {
        joins->knots.members[i].sum = joins->here.knots.members[i].sum;
    }
    for (int i = 0; i < joins->knots.join_count; ++i) {
        joins->knots.joins[i].sum = joins->here.knots.joins[i].sum;
    }
    c->world = view;
    c->ties = taut_realms_of(&view->attachments.realms, c->realm);
    taut_joins_close(c);
    taut_knots_close(c);
    c->world = NULL;
}
