// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "watch.h"

#include <string.h>

#include "constraint/evaluate.h"
#include "world.h"

// Watching begins and ends ------------------------------------------------------------------------

static taut_watcher* make(const taut_allocator* allocator, int room)
{
    taut_watcher* watcher = NULL;
    taut_layout layout = {0};
    (void)taut_layout_take(&layout, 1, sizeof *watcher);
    (void)taut_layout_take(&layout, (size_t)room, 2 * sizeof *watcher->places);
    size_t bytes = layout.used;
    layout = (taut_layout){taut_allocate(allocator, bytes), 0};
    if (layout.base == NULL) {
        return NULL;
    }
    watcher = taut_layout_take(&layout, 1, sizeof *watcher);
    watcher->places = taut_layout_take(&layout, (size_t)room, 2 * sizeof *watcher->places);
    watcher->velocities = watcher->places + room;
    watcher->room = room;
    watcher->bytes = bytes;
    return watcher;
}

void taut_watcher_free(taut_world* world)
{
    if (world->watcher != NULL) {
        taut_free(&world->allocator, world->watcher, world->watcher->bytes);
        world->watcher = NULL;
    }
}

size_t taut_watcher_bytes(const taut_world* world)
{
    return world->watcher != NULL ? world->watcher->bytes : 0;
}

taut_result taut_world_watch(taut_world* world, taut_body_id body, taut_watch_fn* watch,
                             void* context)
{
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (watch == NULL) {
        taut_watcher_free(world);
        return TAUT_OK;
    }
    const taut_body* b = taut_world_find(world, body);
    if (b == NULL) {
        return TAUT_ERROR_INVALID;
    }
    int room = b->blueprint->particle_capacity;
    taut_watcher* watcher = make(&world->allocator, room);
    if (watcher == NULL) {
        return taut_world_fail(world, TAUT_ERROR_OUT_OF_MEMORY,
                               "no memory to watch a body of %d particles", room);
    }
    taut_watcher_free(world);
    watcher->call = watch;
    watcher->context = context;
    watcher->id = body;
    world->watcher = watcher;
    return TAUT_OK;
}

taut_watcher* taut_watcher_open(taut_world* world)
{
    taut_watcher* watcher = world->watcher;
    if (watcher == NULL || world->trying || world->settling) {
        return NULL;
    }
    watcher->watched = taut_world_peek(world, watcher->id);
    watcher->swept = false;
    watcher->iteration = -1;
    return watcher;
}

// Telling -----------------------------------------------------------------------------------------

// Held particles have no way in d, but what pressed on them.
static taut_vec3 place_of(const taut_watcher* watcher, const taut_work* w, int seat)
{
    bool apart = watcher->swept && w->body->fine && w->w[seat] > 0.0f;
    taut_vec3 x = taut_rows_get(w->x, seat);
    return apart ? taut_vec3_add(x, taut_rows_get(w->d, seat)) : x;
}

static void look_at(taut_watcher* watcher, const taut_work* w, int particle)
{
    if (particle < watcher->room) {
        int seat = w->body->blueprint->schedule.seating.seat_of[particle];
        watcher->places[particle] = place_of(watcher, w, seat);
        watcher->velocities[particle] = taut_rows_get(w->v, seat);
    }
}

static taut_watched begin(const taut_watcher* watcher, const taut_step* s, taut_stage stage)
{
    taut_watched what = {.stage = stage,
                         .substep = s->substep,
                         .substep_count = s->substep_count,
                         .iteration = watcher->iteration,
                         .h = s->h,
                         .constraint = -1};
    for (int i = 0; i < TAUT_CONSTRAINT_MAX_PARTICLES; ++i) {
        what.particles[i] = -1;
    }
    return what;
}

static void tell(const taut_watcher* watcher, const taut_body* b, taut_watched* what)
{
    int count = b->particle_count < watcher->room ? b->particle_count : watcher->room;
    what->places = (taut_vec3_view){&watcher->places->x, count, 3};
    what->velocities = (taut_vec3_view){&watcher->velocities->x, count, 3};
    watcher->call(watcher->context, what);
}

void taut_watch_tell(taut_watcher* watcher, const taut_step* s, const taut_work* w,
                     taut_stage stage)
{
    if (watcher == NULL) {
        return;
    }
    for (int i = 0; i < w->body->particle_count; ++i) {
        look_at(watcher, w, i);
    }
    taut_watched what = begin(watcher, s, stage);
    tell(watcher, w->body, &what);
}

// One constraint ----------------------------------------------------------------------------------

// By the value that friction holds, where it does.
static float value_of(const taut_work* w, const taut_watched* what, int place, const taut_vec3* at)
{
    const taut_constraint_set* set = &w->body->blueprint->sets[what->kind];
    taut_float4 x[TAUT_CONSTRAINT_MAX_PARTICLES] = {{0}};
    for (int i = 0; i < what->particle_count; ++i) {
        x[i] = (taut_float4){at[i].x, at[i].y, at[i].z, what->inverse_mass[i]};
    }
    bool rubs = set->any_friction && set->friction[place] > 0.0f;
    float rest = rubs ? w->body->grip[what->kind][place] : set->rest[place];
    float ratio = set->ratio != NULL ? set->ratio[place] : 1.0f;
    float value = taut_constraint_evaluate(what->kind, x, rest, ratio).value;
    return set->any_play ? taut_beyond_play(value, set->play[place]) : value;
}

static int seat_of(const taut_work* w, const taut_watched* what, int place, int i)
{
    const taut_constraint_set* set = &w->body->blueprint->sets[what->kind];
    return taut_batch_seat(&set->batches[place / TAUT_BATCH], set->near, i, place % TAUT_BATCH);
}

static void look_before(const taut_watcher* watcher, const taut_work* w, int place,
                        taut_watched* what)
{
    const taut_schedule* plan = &w->body->blueprint->schedule;
    what->constraint = plan->sets[what->kind].items[place];
    what->particle_count = taut_constraint_kind_info(what->kind)->particle_count;
    for (int i = 0; i < what->particle_count; ++i) {
        int seat = seat_of(w, what, place, i);
        what->particles[i] = plan->seating.particle_of[seat];
        what->inverse_mass[i] = w->w[seat];
        what->before[i] = place_of(watcher, w, seat);
    }
    what->value_before = value_of(w, what, place, what->before);
}

static void look_after(taut_watcher* watcher, const taut_work* w, int place, taut_watched* what)
{
    for (int i = 0; i < what->particle_count; ++i) {
        what->after[i] = place_of(watcher, w, seat_of(w, what, place, i));
        look_at(watcher, w, what->particles[i]);
    }
    what->value_after = value_of(w, what, place, what->after);
}

// A body that differs from the watched one in this: of the batches of the kind it has one, of whose
// lanes one is live.
static taut_work* stand_in(taut_watcher* watcher, const taut_work* w, int kind, int place)
{
    watcher->work = *w;
    watcher->body = *w->body;
    watcher->work.body = &watcher->body;
    watcher->body.blueprint = &watcher->blueprint;
    taut_constraint_set* set = &watcher->blueprint.sets[kind];
    *set = w->body->blueprint->sets[kind];  // walkers look at nothing else of it
    watcher->batch = set->batches[place / TAUT_BATCH];
    watcher->batch.live &= (uint8_t)(1u << (place % TAUT_BATCH));
    set->batches = &watcher->batch;
    size_t first = (size_t)(place - place % TAUT_BATCH);
    float** by_place[] = {&set->rest,
                          &set->compliance,
                          &set->damping,
                          &set->damping_rate,
                          &set->play,
                          &set->ratio,
                          &set->friction,
                          &watcher->body.lambda[kind],
                          &watcher->body.grip[kind]};
    for (size_t i = 0; i < sizeof by_place / sizeof by_place[0]; ++i) {
        *by_place[i] = *by_place[i] != NULL ? *by_place[i] + first : NULL;
    }
    set->sides += first;
    return &watcher->work;
}

// Walkers store what they had of lanes that are not live, but for multipliers and grips, of which
// they store whatever came out.
typedef struct lanes_kept {
    float lambda[TAUT_BATCH], grip[TAUT_BATCH];
} lanes_kept;

static void keep_lanes(const taut_body* one, int kind, lanes_kept* kept)
{
    memcpy(kept->lambda, one->lambda[kind], sizeof kept->lambda);
    if (one->grip[kind] != NULL) {
        memcpy(kept->grip, one->grip[kind], sizeof kept->grip);
    }
}

static void restore_lanes(const taut_body* one, int kind, int lane, const lanes_kept* kept)
{
    for (int k = 0; k < TAUT_BATCH; ++k) {
        if (k != lane) {
            one->lambda[kind][k] = kept->lambda[k];
        }
        if (k != lane && one->grip[kind] != NULL) {
            one->grip[kind][k] = kept->grip[k];
        }
    }
}

static void project_one(taut_watcher* watcher, const taut_step* s, taut_work* w, int place,
                        taut_watched* what, taut_visit visit)
{
    const taut_backend* stages = w->body->run;
    bool damps = what->stage == TAUT_STAGE_VELOCITIES;
    taut_project_fn* project = damps ? stages->damp[what->kind] : stages->project[what->kind];
    taut_work* one = stand_in(watcher, w, (int)what->kind, place);
    taut_colour colour = {.kind = (int32_t)what->kind, .count = 1, .form = watcher->batch.form};
    lanes_kept kept;
    visit.kept = true;  // to be told of
    keep_lanes(one->body, (int)what->kind, &kept);
    project(s, one, &colour, visit);
    restore_lanes(one->body, (int)what->kind, place % TAUT_BATCH, &kept);
}

static void watch_place(taut_watcher* watcher, const taut_step* s, taut_work* w, int place,
                        taut_watched what, taut_visit visit)
{
    const float* lambda = &w->body->lambda[what.kind][place];
    bool damps = what.stage == TAUT_STAGE_VELOCITIES;
    float before = visit.fresh && !damps ? 0.0f : *lambda;
    look_before(watcher, w, place, &what);
    project_one(watcher, s, w, place, &what, visit);
    look_after(watcher, w, place, &what);
    what.multiplier = *lambda;
    what.change = what.multiplier - before;
    what.force = -what.multiplier * s->inverse_h * s->inverse_h;
    const taut_constraint_set* set = &w->body->blueprint->sets[what.kind];
    if (!damps || set->damping_rate[place] > 0.0f) {
        tell(watcher, w->body, &what);
    }
}

void taut_watch_colour(taut_watcher* watcher, const taut_step* s, taut_work* w,
                       const taut_colour* colour, taut_visit visit, taut_stage stage)
{
    const taut_constraint_set* set = &w->body->blueprint->sets[colour->kind];
    if (stage == TAUT_STAGE_VELOCITIES && !set->any_rate) {
        return;
    }
    taut_watched what = begin(watcher, s, stage);
    what.kind = (taut_constraint_kind)colour->kind;
    int end = TAUT_BATCH * (colour->first + colour->count);
    for (int place = TAUT_BATCH * colour->first; place < end; ++place) {
        if (taut_set_has(set, place)) {
            watch_place(watcher, s, w, place, what, visit);
        }
    }
}

void taut_watch_legacy(taut_watcher* watcher, const taut_step* s, taut_work* w)
{
    const taut_blueprint* p = w->body->blueprint;
    for (int number = 0; number < p->slot_count; ++number) {
        if (p->slots[number].kind != TAUT_CONSTRAINT_DISTANCE || !taut_blueprint_has(p, number)) {
            continue;
        }
        int place = p->slots[number].place;
        taut_watched what = begin(watcher, s, TAUT_STAGE_SWEEP);
        what.kind = TAUT_CONSTRAINT_DISTANCE;
        look_before(watcher, w, place, &what);
        taut_legacy_relax(w, place);
        look_after(watcher, w, place, &what);
        tell(watcher, w->body, &what);
    }
    taut_legacy_bound(s, w);
}
