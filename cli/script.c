// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "script.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

#define MOST_BYTES (64 << 20)
#define TAPE "TAUTRUN"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '\n' || c == '\r';
}

// Names of files have a dot or are short.
static bool looks_like_script(const char* text)
{
    if (strstr(text, "run=")) {
        return true;
    }
    size_t length = 0;
    while (is_letter(text[length])) {
        ++length;
    }
    return text[length] == '\0' && length >= 32 && strncmp(text, TAPE, strlen(TAPE)) != 0;
}

static char* read_text(const char* path)
{
    FILE* file = fopen(path, "rb");
    size_t size = 0, capacity = 0;
    char* text = NULL;
    while (file && size < MOST_BYTES) {
        if (size + 1 >= capacity) {
            capacity = capacity > 0 ? 2 * capacity : 4096;
            char* grown = realloc(text, capacity);
            if (!grown) {
                break;
            }
            text = grown;
        }
        size_t got = fread(text + size, 1, capacity - size - 1, file);
        if (got == 0) {
            break;
        }
        size += got;
    }
    if (file) {
        fclose(file);
    }
    if (text) {
        text[size] = '\0';
    }
    return text;
}

char* taut_script_text(const char* given)
{
    char* text = read_text(given);
    if (!text && looks_like_script(given)) {
        size_t size = strlen(given) + 1;
        text = malloc(size);
        if (text) {
            memcpy(text, given, size);
        }
    }
    if (text && !looks_like_script(text)) {
        free(text);
        text = NULL;
    }
    return text;
}

void taut_script_complain(const char* given)
{
    FILE* file = fopen(given, "rb");
    taut_complain("%.60s: %s; a recording by --record goes with the name of its scene", given,
                  file ? "no recording of the playground" : "no such file, and no link");
    if (file) {
        fclose(file);
    }
}

bool taut_script_open(const char* text, const char* named, const taut_scene** scene,
                      taut_scene_options* options)
{
    char error[256] = "";
    taut_scene_options wanted;
    if (!taut_play_read(text, scene, &wanted, error, sizeof error)) {
        taut_complain("%s", error);
        return false;
    }
    if (named && strcmp(named, (*scene)->name) != 0) {
        taut_complain("the recording is of the scene `%s`, not of `%s`", (*scene)->name, named);
        return false;
    }
    wanted.backend = options->backend;
    wanted.thread_count = options->thread_count;
    *options = wanted;
    return true;
}

bool taut_script_replay(taut_play* play, taut_scene_run* run, const char* text)
{
    taut_play_open(play, run);
    if (!taut_play_replay(play, text)) {
        taut_complain("%s", play->error);
        return false;
    }
    if (play->replay_frames == 0) {
        taut_complain("the recording has no frames");
        return false;
    }
    return true;
}

bool taut_script_matches(const taut_play* play)
{
    if (!play->replay_ended) {
        taut_complain("the run ended before its recording, after %d of %d frames", play->run->frame,
                      play->replay_frames);
        return false;
    }
    if (play->hash_found != play->hash_written) {
        taut_complain("the hash is %016" PRIx64 ", recorded was %016" PRIx64, play->hash_found,
                      play->hash_written);
        return false;
    }
    return true;
}

void taut_script_tell_same(bool asked, const taut_scene_run* run)
{
    if (asked) {
        fprintf(stderr, "taut: %s: %d frames, the same hash as recorded: %016" PRIx64 "\n",
                run->scene->name, run->frame, taut_scene_hash(run));
    }
}
