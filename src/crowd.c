// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "crowd.h"

#include "knots.h"
#include "platform/parallel.h"

// Room --------------------------------------------------------------------------------------------

static void give_back(const taut_world* world, taut_crowd* c)
{
    size_t count = (size_t)c->capacity;
    taut_free(&world->allocator, c->runs, count * sizeof *c->runs);
    taut_free(&world->allocator, c->works, count * sizeof *c->works);
    taut_free(&world->allocator, c->bodies, count * sizeof(taut_body*));
}

static bool grow(taut_world* world, taut_crowd* c, int needed)
{
    taut_crowd made = *c;
    made.capacity = needed > 2 * c->capacity ? needed : 2 * c->capacity;
    if (needed <= c->capacity) {
        return true;
    }
    size_t count = (size_t)made.capacity;
    made.runs = taut_allocate(&world->allocator, count * sizeof *made.runs);
    made.works = taut_allocate(&world->allocator, count * sizeof *made.works);
    made.bodies = taut_allocate(&world->allocator, count * sizeof(taut_body*));
    if (made.runs == NULL || made.works == NULL || made.bodies == NULL) {
        give_back(world, &made);
        return false;
    }
    give_back(world, c);
    *c = made;
    return true;
}

static bool make_room(taut_world* world, taut_body* body)
{
    if (!taut_groups_enter(world, body->realm)) {
        return false;
    }
    if (world->crowd == NULL) {
        world->crowd = taut_allocate(&world->allocator, sizeof *world->crowd);
    }
    taut_realm_range its = taut_realms_of(&world->realms, body->realm);
    if (world->crowd == NULL || !grow(world, world->crowd, its.end - its.first + 1)) {
        return false;
    }
    world->crowd->realm = body->realm;
    size_t bytes = taut_work_bytes(body);
    if (bytes <= body->room_bytes) {
        return true;
    }
    void* room = taut_allocate(&world->allocator, bytes);
    if (room == NULL) {
        return false;
    }
    taut_free(&world->allocator, body->room, body->room_bytes);
    body->room = room;
    body->room_bytes = bytes;
    return true;
}

bool taut_world_couple(taut_world* world, taut_body* body)
{
    if (!make_room(world, body)) {
        return false;
    }
    body->couplings += 1;
    return true;
}

void taut_world_uncouple(taut_body* body)
{
    body->couplings -= 1;
}

size_t taut_crowd_bytes(const taut_world* world)
{
    const taut_crowd* c = world->crowd;
    size_t each = sizeof(taut_run) + sizeof(taut_work) + sizeof(taut_body*);
    return c != NULL ? sizeof *c + (size_t)c->capacity * each : 0;
}

void taut_crowd_free(taut_world* world)
{
    taut_crowd* c = world->crowd;
    if (c != NULL) {
        give_back(world, c);
        taut_free(&world->allocator, c, sizeof *c);
        world->crowd = NULL;
    }
}

// Stepping ----------------------------------------------------------------------------------------

// The clock is looked at only for what there is.
static void mark_join(const taut_crowd* c)
{
    if (c->world->attachments.count > 0) {
        taut_profile_mark(c->profile, TAUT_STAGE_JOIN);
    }
}

static void mark_pairs(const taut_crowd* c, taut_stage stage)
{
    if (c->world->pairs != NULL) {
        taut_profile_mark(c->profile, stage);
    }
}

typedef void run_fn(taut_run* r, int i);

typedef struct section {
    taut_run* runs;
    run_fn* part;
    int i;
} section;

static void run_task(void* context, int k)
{
    const section* c = context;
    c->part(&c->runs[k], c->i);
}

// One part of the step of every body.
static void each(const taut_crowd* c, run_fn* part, int i)
{
    if (c->abreast) {
        taut_profile_mark(c->profile, TAUT_STAGE_THREADS);
    }
    section of = {c->runs, part, i};
    const taut_world* world = c->world;
    taut_parallel(c->abreast ? world->parallel_for : NULL, world->parallel_host, c->count, run_task,
                  &of);
}

static void open_one(taut_run* r, int i)
{
    (void)i;
    taut_body* b = r->work->body;
    taut_run_open(r, b, r->work, b->room);
}

static void open_trees(taut_run* r, int i)
{
    (void)i;
    if (r->direct) {
        taut_profile_mark(r->step.profile, TAUT_STAGE_DIRECT);
        taut_run_open_trees(r);
    }
}

static void predict_one(taut_run* r, int substep)
{
    r->step.substep = substep;
    taut_run_predict(r);
}

static void meet_one(taut_run* r, int i)
{
    taut_run_meet(r, i);
}

static void keep_limits_of_one(taut_run* r, int i)
{
    (void)i;
    taut_run_keep_limits(r);
}

static void correct_one(taut_run* r, int i)
{
    (void)i;
    taut_run_correct(r);
}

static void close_one(taut_run* r, int i)
{
    (void)i;
    taut_run_close(r);
    r->work->body->crowd_index = -1;
}

// One thread a body where there are enough of them for all threads; else the clusters of each are
// shared out. Callbacks of the user run on the thread that steps the world.
static void gather(taut_crowd* c, const taut_step* s)
{
    const taut_world* world = c->world;
    c->count = 0;
    c->abreast = world->parallel_for != NULL;
    for (int i = 0; i < s->body_count; ++i) {
        taut_body* b = s->bodies[i];
        if (taut_crowd_has(b) && !b->away) {
            b->crowd_index = c->count;
            c->works[c->count] = (taut_work){.body = b};
            c->abreast = c->abreast && taut_step_is_small(b) && b->blueprint->user_count == 0;
            c->count += 1;
        }
    }
    c->abreast = c->abreast && c->count >= world->thread_count && s->watcher == NULL;
    for (int k = 0; k < c->count; ++k) {
        c->runs[k] = (taut_run){.step = *s,
                                .work = &c->works[k],
                                .in_step = true,
                                .parallel_for = c->abreast ? NULL : world->parallel_for,
                                .parallel_host = world->parallel_host};
        c->runs[k].step.profile = c->abreast ? NULL : s->profile;
    }
}

// Those who watch one of them hear what others did to it.
static void tell(const taut_crowd* c, taut_stage stage)
{
    for (int k = 0; c->watched && k < c->count; ++k) {
        taut_watch_tell(c->runs[k].watch, &c->runs[k].step, c->runs[k].work, stage);
    }
}

// Bodies that are tied take turns, so that each begins where the one before left the knots.
static void project_all(taut_crowd* c, int substep, int i)
{
    if (c->world->knots.knot_count == 0) {
        each(c, taut_run_project, i);
    }
    for (int k = 0; c->world->knots.knot_count > 0 && k < c->count; ++k) {
        mark_join(c);
        taut_knots_lead(c, k);
        taut_run_project(&c->runs[k], i);
        mark_join(c);
        taut_knots_follow(c, k);
    }
    mark_join(c);
    taut_joins_project(c, substep, i);  // what joins bodies otherwise
    if (c->world->attachments.count > 0) {
        tell(c, TAUT_STAGE_JOIN);
    }
    mark_pairs(c, TAUT_STAGE_PAIR_SOLVE);
    taut_pairs_project(c, substep, i);  // what touches
    if (c->world->pairs != NULL) {
        tell(c, TAUT_STAGE_PAIR_SOLVE);
    }
    each(c, meet_one, i);
    mark_join(c);
    taut_knots_settle(c);
}

// The bodies of one realm.
static void step_realm(taut_world* world, const taut_step* s)
{
    taut_crowd* c = world->crowd;
    c->world = world;
    c->profile = s->profile;
    c->watched = s->watcher != NULL;
    c->ties = taut_realms_of(&world->attachments.realms, c->realm);
    gather(c, s);
    if (c->count == 0) {
        return;
    }
    each(c, open_one, 0);
    mark_join(c);
    taut_knots_open(c);
    each(c, open_trees, 0);
    mark_pairs(c, TAUT_STAGE_PAIR_FIND);
    taut_pairs_open(world, s->h, c->works);
    for (int substep = 0; substep < s->substep_count; ++substep) {
        mark_pairs(c, TAUT_STAGE_PAIR_FIND);
        taut_pairs_begin(c, substep);
        mark_join(c);
        taut_knots_loosen(c);
        each(c, predict_one, substep);
        mark_join(c);
        taut_knots_merge(c, substep);
        for (int i = 0; i < c->runs[0].iterations; ++i) {
            project_all(c, substep, i);
        }
        if (world->knots.knot_count == 0) {  // what is tied moves with others
            each(c, keep_limits_of_one, 0);
        }
        each(c, correct_one, 0);
        mark_join(c);
        taut_knots_note(c);
    }
    taut_joins_close(c);
    taut_knots_close(c);
    each(c, close_one, 0);
}

// Realms ------------------------------------------------------------------------------------------

static bool has_bodies(const taut_crowd* c)
{
    return c != NULL && c->body_count > 0;
}

// Hands out the bodies of the step to their realms. Returns how many realms have any that can go on
// any thread.
static int part_by_realm(taut_world* world, const taut_step* s)
{
    for (int i = 0; i < world->group_count; ++i) {
        taut_crowd* c = taut_groups_get(world, i).crowd;
        if (c != NULL) {  // it is NULL where memory was short
            c->body_count = 0;
            c->alone = false;
        }
    }
    int apart = 0;
    for (int i = 0; i < s->body_count; ++i) {
        taut_body* b = s->bodies[i];
        if (taut_crowd_has(b)) {
            taut_crowd* c = taut_groups_get(world, taut_groups_find(world, b->realm)).crowd;
            c->bodies[c->body_count++] = b;
            c->alone = c->alone || b->blueprint->user_count > 0;
        }
    }
    for (int i = 0; i < world->group_count; ++i) {
        const taut_crowd* c = taut_groups_get(world, i).crowd;
        apart += has_bodies(c) && !c->alone;
    }
    return apart;
}

typedef struct realms_share {
    const taut_world* world;
    const taut_step* step;
    atomic_int next;
} realms_share;

static taut_step step_of(const taut_crowd* c, const taut_step* s)
{
    taut_step mine = *s;
    mine.bodies = c->bodies;
    mine.body_count = c->body_count;
    return mine;
}

// Takes realms through the step until none is left, each on one thread. The world is only looked
// at; what changes belongs to the realm.
static void realms_task(void* context, int thread)
{
    (void)thread;
    realms_share* share = context;
    const taut_world* world = share->world;
    for (int i = atomic_fetch_add(&share->next, 1); i < world->group_count;
         i = atomic_fetch_add(&share->next, 1)) {
        taut_world view = taut_groups_view(world, i);
        if (has_bodies(view.crowd) && !view.crowd->alone) {
            view.parallel_for = NULL;
            view.profile.running = false;
            taut_step mine = step_of(view.crowd, share->step);
            mine.profile = NULL;
            step_realm(&view, &mine);
        }
    }
}

static bool any_here(const taut_step* s, uint32_t realm)
{
    bool any = false;
    for (int i = 0; i < s->body_count && !any; ++i) {
        const taut_body* b = s->bodies[i];
        any = taut_crowd_has(b) && !b->away && (realm == TAUT_REALM_ALL || b->realm == realm);
    }
    return any;
}

// What stands still is felt where the host has it. A device may have taken it there, when others of
// its realm still went along.
static void read_still(const taut_world* world, const taut_step* s)
{
    bool any = world->device != NULL && any_here(s, TAUT_REALM_ALL);
    for (int i = 0; any && i < world->slot_count; ++i) {
        const taut_body* b = world->slots[i].body;
        bool still = b != NULL && !taut_world_steps_body(world, b);
        if (still && taut_crowd_has(b) && any_here(s, b->realm)) {
            taut_state_read(b, TAUT_STATE_X);
        }
    }
}

void taut_crowd_step(taut_world* world, const taut_step* s)
{
    read_still(world, s);
    if (world->group_count == 1 && world->crowd != NULL) {
        step_realm(world, s);
    }
    if (world->group_count <= 1) {
        return;
    }
    int count = part_by_realm(world, s);
    bool apart = world->parallel_for != NULL && count >= world->thread_count && s->watcher == NULL;
    if (apart) {
        taut_profile_mark(s->profile, TAUT_STAGE_THREADS);
        realms_share share = {.world = world, .step = s, .next = 0};
        taut_parallel(world->parallel_for, world->parallel_host, world->thread_count, realms_task,
                      &share);
    }
    for (int i = 0; i < world->group_count; ++i) {
        const taut_crowd* c = taut_groups_get(world, i).crowd;
        if (has_bodies(c) && (c->alone || !apart)) {
            taut_groups_take(world, i);
            taut_step mine = step_of(c, s);
            step_realm(world, &mine);
        }
    }
}
