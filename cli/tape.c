// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "tape.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

#define MAGIC "TAUTRUN1"
#define HEAD 20  // magic, frames, worlds, length of the name

// Recording ---------------------------------------------------------------------------------------

bool taut_tape_record(taut_tape* tape, const taut_scene_run* run)
{
    *tape = (taut_tape){.world_count = run->world_count, .records = true};
    for (int i = 0; i < run->world_count; ++i) {
        taut_recording_def def = taut_recording_def_default();
        if (taut_recording_start(run->worlds[i].world, &def) != TAUT_OK) {
            taut_complain("cannot record: %s", taut_world_last_error(run->worlds[i].world));
            return false;
        }
    }
    return true;
}

static bool append(taut_tape_world* w, taut_bytes bytes)
{
    if (bytes.size > w->capacity - w->size) {
        size_t wanted = 2 * (w->size + bytes.size);
        unsigned char* grown = realloc(w->data, wanted);
        if (!grown) {
            taut_complain("out of memory for a recording of %zu bytes", wanted);
            return false;
        }
        w->data = grown;
        w->capacity = wanted;
    }
    if (bytes.size > 0) {
        memcpy(w->data + w->size, bytes.data, bytes.size);
    }
    w->size += bytes.size;
    return true;
}

static bool drain(taut_tape* tape, const taut_scene_run* run)
{
    for (int i = 0; i < tape->world_count; ++i) {
        taut_world* world = run->worlds[i].world;
        if (taut_recording_get_state(world).loss != TAUT_RECORDING_WHOLE) {
            taut_complain("the recording of world %d is lost: too much happens in a frame, or a "
                          "body is made in it",
                          i);
            return false;
        }
        if (!append(&tape->worlds[i], taut_recording_bytes(world))) {
            return false;
        }
        taut_recording_drain(world);
    }
    return true;
}

bool taut_tape_note(taut_tape* tape, const taut_scene_run* run, int frame)
{
    if (tape->records) {
        return drain(tape, run);
    }
    for (int i = 0; i < tape->world_count && tape->different_frame == 0; ++i) {
        if (tape->replays[i].first_different > 0) {
            tape->different_frame = frame;
            tape->different_world = i;
        }
    }
    return true;
}

// Files -------------------------------------------------------------------------------------------

static void put(unsigned char* at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i) {
        at[i] = (unsigned char)(value >> (8 * i) & 0xff);
    }
}

static uint64_t get(const unsigned char* at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) {
        value |= (uint64_t)at[i] << (8 * i);
    }
    return value;
}

static bool write_to(FILE* file, const taut_tape* tape, const taut_scene_run* run, int frames)
{
    const char* name = run->scene->name;
    unsigned char head[HEAD] = MAGIC;
    put(head + 8, (uint64_t)frames, 4);
    put(head + 12, (uint64_t)tape->world_count, 4);
    put(head + 16, strlen(name), 4);
    bool ok = fwrite(head, HEAD, 1, file) == 1 && fwrite(name, strlen(name), 1, file) == 1;
    for (int i = 0; i < tape->world_count && ok; ++i) {
        unsigned char size[8];
        put(size, tape->worlds[i].size, 8);
        ok = fwrite(size, 8, 1, file) == 1 &&
             fwrite(tape->worlds[i].data, tape->worlds[i].size, 1, file) == 1;
    }
    return ok;
}

bool taut_tape_write(taut_tape* tape, const taut_scene_run* run, int frames, const char* path)
{
    for (int i = 0; i < tape->world_count; ++i) {
        taut_recording_stop(run->worlds[i].world);
    }
    if (!drain(tape, run)) {
        return false;
    }
    FILE* file = fopen(path, "wb");
    bool ok = file && write_to(file, tape, run, frames);
    int error = errno;
    if (file && fclose(file) != 0 && ok) {
        error = errno;
        ok = false;
    }
    if (!ok) {
        taut_complain("cannot write %s: %s", path, strerror(error));
    }
    return ok;
}

static bool read_exactly(FILE* file, void* to, size_t size)
{
    return size == 0 || fread(to, size, 1, file) == 1;
}

// Sizes in the file are believed only as far as there are bytes.
static bool read_world(FILE* file, taut_tape_world* w)
{
    unsigned char bytes[8];
    if (!read_exactly(file, bytes, 8)) {
        return false;
    }
    uint64_t size = get(bytes, 8);
    unsigned char piece[4096];
    while (w->size < size) {
        uint64_t left = size - w->size;
        size_t some = left < sizeof piece ? (size_t)left : sizeof piece;
        if (!read_exactly(file, piece, some) || !append(w, (taut_bytes){piece, some})) {
            return false;
        }
    }
    return true;
}

static bool read_from(FILE* file, taut_tape* tape)
{
    unsigned char head[HEAD];
    if (!read_exactly(file, head, HEAD) || memcmp(head, MAGIC, 8) != 0) {
        return false;
    }
    uint64_t frames = get(head + 8, 4), worlds = get(head + 12, 4), name = get(head + 16, 4);
    if (frames < 1 || frames > TAUT_CLI_MOST_FRAMES || worlds < 1 ||
        worlds > TAUT_SCENE_MAX_WORLDS || name >= TAUT_TAPE_NAME ||
        !read_exactly(file, tape->scene, (size_t)name)) {
        return false;
    }
    tape->frames = (int)frames;
    tape->world_count = (int)worlds;
    for (int i = 0; i < tape->world_count; ++i) {
        if (!read_world(file, &tape->worlds[i])) {
            return false;
        }
    }
    return fgetc(file) == EOF;
}

bool taut_tape_read(taut_tape* tape, const char* path)
{
    *tape = (taut_tape){0};
    FILE* file = fopen(path, "rb");
    if (!file) {
        taut_complain("cannot read %s: %s", path, strerror(errno));
        return false;
    }
    bool ok = read_from(file, tape);
    fclose(file);
    if (!ok) {
        taut_complain("%s is no recording of `taut run`, or is damaged", path);
    }
    return ok;
}

// Replaying ---------------------------------------------------------------------------------------

bool taut_tape_replay(taut_tape* tape, taut_scene_run* run)
{
    if (strcmp(tape->scene, run->scene->name) != 0 || tape->world_count != run->world_count) {
        taut_complain("the recording is of scene `%s` with %d world%s", tape->scene,
                      tape->world_count, tape->world_count == 1 ? "" : "s");
        return false;
    }
    for (int i = 0; i < tape->world_count; ++i) {
        taut_replay_def def = taut_replay_def_default();
        def.data = tape->worlds[i].data;
        def.size = tape->worlds[i].size;
        if (taut_replay_open(&tape->replays[i], run->worlds[i].world, &def) != TAUT_OK) {
            taut_complain("cannot replay world %d: %s", i,
                          taut_world_last_error(run->worlds[i].world));
            return false;
        }
    }
    run->replays = tape->replays;
    return true;
}

void taut_tape_free(taut_tape* tape)
{
    for (int i = 0; i < TAUT_SCENE_MAX_WORLDS; ++i) {
        free(tape->worlds[i].data);
    }
    *tape = (taut_tape){0};
}
