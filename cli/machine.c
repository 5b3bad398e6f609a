// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The build passes these; what the compiler says of itself serves without.
#ifndef TAUT_BUILD_COMPILER
#define TAUT_BUILD_COMPILER __VERSION__
#endif
#ifndef TAUT_BUILD_FLAGS
#define TAUT_BUILD_FLAGS "unknown"
#endif

static const char* const feature_names[TAUT_CPU_FEATURE_COUNT] = {
    [TAUT_CPU_SSE2] = "sse2",
    [TAUT_CPU_AVX2] = "avx2",
    [TAUT_CPU_AVX512F] = "avx512f",
    [TAUT_CPU_NEON] = "neon",
};

const char* taut_cpu_feature_name(taut_cpu_feature feature)
{
    return feature_names[feature];
}

// What follows the colon of "name   : value"; NULL when the line is about something else.
static const char* value_of(const char* line, const char* name)
{
    size_t length = strlen(name);
    if (strncmp(line, name, length) != 0) {
        return NULL;
    }
    const char* at = line + length;
    at += strspn(at, " \t");
    if (*at != ':') {
        return NULL;
    }
    return at + 1 + strspn(at + 1, " \t");
}

static bool has_word(const char* text, const char* word)
{
    size_t length = strlen(word);
    while (*text) {
        size_t n = strcspn(text, " \n");
        if (n == length && strncmp(text, word, length) == 0) {
            return true;
        }
        text += n;
        text += strspn(text, " \n");
    }
    return false;
}

static void note_features(taut_machine* m, const char* flags)
{
    m->features_known = true;
    for (int i = 0; i < TAUT_CPU_FEATURE_COUNT; ++i) {
        m->has[i] = has_word(flags, feature_names[i]);
    }
    // 64-bit ARM calls its vector unit by another name.
    m->has[TAUT_CPU_NEON] = m->has[TAUT_CPU_NEON] || has_word(flags, "asimd");
}

static void note_line(taut_machine* m, const char* line)
{
    const char* model = value_of(line, "model name");
    if (model && m->cpu[0] == '\0') {
        snprintf(m->cpu, sizeof m->cpu, "%.*s", (int)strcspn(model, "\n"), model);
    }
    const char* flags = value_of(line, "flags");         // x86
    flags = flags ? flags : value_of(line, "Features");  // ARM
    if (flags && !m->features_known) {
        note_features(m, flags);
    }
}

// Linux tells in a file; elsewhere the answer is "unknown".
taut_machine taut_machine_look(void)
{
    taut_machine m = {0};
    FILE* file = fopen("/proc/cpuinfo", "r");
    char line[8192];  // the list of flags is long
    while (file && fgets(line, sizeof line, file) && !(m.cpu[0] && m.features_known)) {
        note_line(&m, line);
    }
    if (file) {
        fclose(file);
    }
    if (m.cpu[0] == '\0') {
        snprintf(m.cpu, sizeof m.cpu, "unknown");
    }
    return m;
}

void taut_machine_features(const taut_machine* machine, char* text, size_t size)
{
    size_t used = 0;
    snprintf(text, size, machine->features_known ? "none of note" : "unknown");
    for (int i = 0; i < TAUT_CPU_FEATURE_COUNT && used < size; ++i) {
        if (machine->has[i]) {
            int n =
                snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", feature_names[i]);
            used += n > 0 ? (size_t)n : 0;
        }
    }
}

const char* taut_build_compiler(void)
{
    return TAUT_BUILD_COMPILER;
}

const char* taut_build_flags(void)
{
    return TAUT_BUILD_FLAGS;
}

void taut_version_text(char* text, size_t size)
{
    int v = taut_version();
    snprintf(text, size, "%d.%d.%d", v / 10000, v / 100 % 100, v % 100);
}

taut_backend_kind taut_auto_backend(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = NULL;
    taut_backend_kind kind = TAUT_BACKEND_AUTO;
    if (taut_world_create(&def, &world, NULL) == TAUT_OK) {
        kind = taut_world_backend(world);
    }
    taut_world_destroy(world);
    return kind;
}

// A job system that is never asked: with it, 0 threads means cores, whether there are threads or
// not.
static void run_nothing(void* host, int count, taut_task_fn* task, void* context)
{
    (void)host;
    (void)count;
    (void)task;
    (void)context;
}

int taut_core_count(void)
{
    taut_world_def def = taut_world_def_default();
    def.thread_count = 0;
    def.parallel_for = run_nothing;
    taut_world* world = NULL;
    (void)taut_world_create(&def, &world, NULL);
    int cores = taut_world_thread_count(world);
    taut_world_destroy(world);
    return cores;
}

bool taut_threads_are_built(void)
{
    taut_world_def def = taut_world_def_default();
    def.thread_count = 2;
    taut_world* world = NULL;
    taut_result result = taut_world_create(&def, &world, NULL);
    taut_world_destroy(world);
    return result == TAUT_OK;
}

void taut_machine_json(taut_json* json)
{
    taut_machine m = taut_machine_look();
    char version[32];
    taut_version_text(version, sizeof version);
    taut_json_put_string(json, "version", version);
    taut_json_put_string(json, "compiler", taut_build_compiler());
    taut_json_put_string(json, "flags", taut_build_flags());
    taut_json_put_string(json, "cpu", m.cpu);
    taut_json_put_integer(json, "cores", taut_core_count());
    taut_json_key(json, "features");
    taut_json_begin_object(json, true);
    for (int i = 0; i < TAUT_CPU_FEATURE_COUNT; ++i) {
        taut_json_key(json, feature_names[i]);
        if (m.features_known) {
            taut_json_bool(json, m.has[i]);
        } else {
            taut_json_null(json);
        }
    }
    taut_json_end_object(json);
}
