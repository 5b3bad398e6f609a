// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Reading recordings, and doing again what they say. Any bytes may come in: nothing is read before
// its size is known to be there, and nothing is done before the check sums have been gone through.

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "budget.h"
#include "record.h"
#include "record_bytes.h"
#include "replay.h"

// Looking through ---------------------------------------------------------------------------------

typedef struct look {
    const unsigned char* data;
    size_t size, at;
    uint64_t sum;  // over all bytes before `at`
    int64_t calls, calls_since;
    taut_recording_info info;
    taut_error* error;
} look;

static bool bad(const look* l, const char* what)
{
    (void)taut_error_set(l->error, TAUT_ERROR_BAD_DATA,
                         "the recording is damaged at byte %zu of %zu: %s; %lld steps before it "
                         "are whole",
                         l->at, l->size, what, (long long)l->info.steps);
    return false;
}

static bool look_at_head(look* l)
{
    if (l->size < 8 || memcmp(l->data, TAUT_RECORD_MAGIC, 8) != 0) {
        return bad(l, "it does not begin as recordings do");
    }
    if (l->size < TAUT_RECORD_HEAD) {
        return bad(l, "its head is cut off");
    }
    l->info.version = taut_get_i32(l->data + 8);
    if (l->info.version != TAUT_RECORD_VERSION) {
        return bad(l, "it has a version that this library does not know");
    }
    uint64_t sum = taut_sum_bytes(TAUT_HASH_START, l->data, TAUT_RECORD_HEAD - 4);
    if ((uint32_t)sum != taut_get_u32(l->data + TAUT_RECORD_HEAD - 4)) {
        return bad(l, "the check sum of its head is wrong");
    }
    l->sum = taut_sum_bytes(TAUT_HASH_START, l->data, TAUT_RECORD_HEAD);
    l->at = l->info.good_bytes = TAUT_RECORD_HEAD;
    return true;
}

// What is in a step that is to be taken.
static bool is_possible(const taut_call* step)
{
    return step->f[0] > 0.0f && step->f[0] <= 1.0f && step->i[0] >= 1 && step->i[0] <= 10000 &&
           step->i[1] >= 0 && step->i[1] < 1000 && (step->i[2] == 0 || step->i[2] == 1);
}

// One call; true while there is more to look at.
static bool look_at_call(look* l, bool* more)
{
    int op = l->data[l->at];
    const char* layout = taut_call_layout(op);
    size_t size = taut_call_size(op);
    if (layout[0] == '\0') {
        return bad(l, "there is no call of this number");
    }
    if (size > l->size - l->at) {
        return bad(l, "it is cut off in the middle of a call");
    }
    const unsigned char* bytes = l->data + l->at;
    bool summed = op == TAUT_CALL_STEP || op == TAUT_CALL_END;
    if (summed &&
        taut_get_u32(bytes + size - 4) != (uint32_t)taut_sum_bytes(l->sum, bytes, size - 4)) {
        return bad(l, "a check sum is wrong, here or since the step before");
    }
    taut_call call = taut_call_read(bytes);
    if (op == TAUT_CALL_STEP && !is_possible(&call)) {
        return bad(l, "a step is out of range");
    }
    l->sum = taut_sum_bytes(l->sum, bytes, size);
    l->at += size;
    l->calls_since += !summed;
    if (summed) {
        l->info.steps += op == TAUT_CALL_STEP;
        l->info.seconds += op == TAUT_CALL_STEP ? (double)call.f[0] : 0.0;
        l->info.calls += l->calls_since;
        l->calls_since = 0;
        l->info.good_bytes = l->at;
        l->info.whole = op == TAUT_CALL_END;
    }
    *more = op != TAUT_CALL_END;
    return true;
}

static bool look_through(look* l)
{
    if (!look_at_head(l)) {
        return false;
    }
    bool more = true;
    while (more) {
        if (l->at >= l->size) {
            return bad(l, "it has no end mark");
        }
        if (!look_at_call(l, &more)) {
            return false;
        }
    }
    return l->at == l->size || bad(l, "something follows its end mark");
}

taut_result taut_recording_check(const void* data, size_t size, taut_recording_info* info,
                                 taut_error* error)
{
    taut_error_clear(error);
    look l = {.data = data, .size = size, .error = error};
    bool ok = false;
    if (data == NULL) {
        (void)taut_error_set(error, TAUT_ERROR_INVALID, "data is NULL");
    } else {
        ok = look_through(&l);
    }
    if (info != NULL) {
        *info = l.info;
    }
    return ok ? TAUT_OK : data == NULL ? TAUT_ERROR_INVALID : TAUT_ERROR_BAD_DATA;
}

// Opening -----------------------------------------------------------------------------------------

taut_replay_def taut_replay_def_default(void)
{
    return (taut_replay_def){.stamp = TAUT_STAMP(taut_replay_def)};
}

static taut_result check_def(taut_world* world, const taut_replay_def* def)
{
    if (def == NULL || def->stamp != TAUT_STAMP(taut_replay_def)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_replay_def.stamp is wrong: start from "
                               "taut_replay_def_default()");
    }
    if (def->data == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "taut_replay_def.data is NULL");
    }
    if (def->blueprint_count < 0 || (def->blueprint_count > 0 && def->blueprints == NULL)) {
        return taut_world_fail(
            world, TAUT_ERROR_INVALID, "taut_replay_def.blueprint_count is %d and blueprints %s",
            def->blueprint_count, def->blueprints != NULL ? "is given" : "is NULL");
    }
    if (def->shape_count < 0 || (def->shape_count > 0 && def->shapes == NULL)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "taut_replay_def.shape_count is %d and shapes %s", def->shape_count,
                               def->shapes != NULL ? "is given" : "is NULL");
    }
    return TAUT_OK;
}

static taut_result check_start(taut_world* world, const taut_replay_def* def)
{
    const unsigned char* head = def->data;
    int blueprints = taut_get_i32(head + 12);
    int bodies = taut_get_i32(head + 16);
    if (blueprints != def->blueprint_count) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "the recording was made with %d blueprints in its list, "
                               "taut_replay_def.blueprint_count is %d",
                               blueprints, def->blueprint_count);
    }
    if (bodies != world->body_count) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "the recording began with %d bodies in the world, here are %d",
                               bodies, world->body_count);
    }
    if (taut_get_u64(head + 24) != taut_record_start_hash(world)) {
        return taut_world_fail(world, TAUT_ERROR_INVALID,
                               "the world is not as it was when the recording began: other state, "
                               "ids, gravity or solver");
    }
    return TAUT_OK;
}

taut_result taut_replay_open(taut_replay* replay, taut_world* world, const taut_replay_def* def)
{
    if (replay != NULL) {
        *replay = (taut_replay){.done = true};
    }
    if (world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    if (replay == NULL) {
        return taut_world_fail(world, TAUT_ERROR_INVALID, "replay is NULL");
    }
    if (check_def(world, def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    taut_recording_info info;
    taut_error error;
    taut_result result = taut_recording_check(def->data, def->size, &info, &error);
    bool usable = result == TAUT_OK || (def->partial && info.good_bytes > 0);
    if (!usable) {
        return taut_world_fail(world, result, "%s", error.text);
    }
    if (check_start(world, def) != TAUT_OK) {
        return TAUT_ERROR_INVALID;
    }
    *replay = (taut_replay){.steps_total = info.steps,
                            .world = world,
                            .data = def->data,
                            .size = info.good_bytes,
                            .at = TAUT_RECORD_HEAD,
                            .blueprints = def->blueprints,
                            .blueprint_count = def->blueprint_count,
                            .shapes = def->shapes,
                            .shape_count = def->shape_count};
    return TAUT_OK;
}

// Doing it again ---------------------------------------------------------------------------------

// Substeps that were chosen are handed to the choice as a list of one, so that it knows of them.
static taut_result take_step(taut_replay* r, const taut_call* c, taut_step_report* report)
{
    taut_world* world = r->world;
    int32_t substeps = c->i[0];
    taut_chooser* chooser = &world->chooser;
    if (c->i[2] != 0) {
        chooser->wish = chooser->substeps == 0 ? world->def.substeps : chooser->wish;
        chooser->replay = &substeps;
        chooser->replay_left = 1;
    }
    world->taken_count = 0;
    taut_events_clear(&world->events);
    world->steps_to_come = c->i[1];
    taut_result result =
        taut_budget_step(world, c->f[0], c->i[2] != 0 ? TAUT_SUBSTEPS_CHOSEN : substeps, report);
    world->steps_to_come = 0;
    if (c->i[2] != 0) {
        chooser->replay = NULL;
        chooser->replay_left = 0;
    }
    return result;
}

static void compare_hash(taut_replay* r, uint64_t recorded)
{
    if (recorded == 0 || r->first_different > 0) {
        return;
    }
    uint64_t found = taut_world_hash(r->world);
    if (found != recorded) {
        r->first_different = r->steps;
        r->hash_recorded = recorded;
        r->hash_found = found;
    }
}

// The next call; false when there is none.
static bool next_call(taut_replay* r, taut_call* call)
{
    if (r->at >= r->size) {
        return false;
    }
    size_t size = taut_call_size(r->data[r->at]);
    if (size == 1 || size > r->size - r->at) {  // the bytes were changed since they were looked at
        r->at = r->size;
        return false;
    }
    *call = taut_call_read(r->data + r->at);
    r->at += size;
    return call->op != TAUT_CALL_END;
}

taut_result taut_replay_step(taut_replay* replay, taut_step_report* report)
{
    taut_step_report unread;
    report = report != NULL ? report : &unread;
    *report = (taut_step_report){0};
    if (replay == NULL || replay->world == NULL) {
        return TAUT_ERROR_INVALID;
    }
    taut_call call;
    taut_result result = TAUT_OK;
    while (result == TAUT_OK && next_call(replay, &call)) {
        if (call.op == TAUT_CALL_STEP) {
            result = take_step(replay, &call, report);
            replay->steps += result == TAUT_OK;
            compare_hash(replay, result == TAUT_OK ? call.h : 0);
            replay->done = replay->at >= replay->size || replay->data[replay->at] == TAUT_CALL_END;
            return result;
        }
        result = taut_replay_redo(replay, &call);
    }
    replay->done = true;
    return result;
}
