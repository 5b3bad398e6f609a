// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Where and with what this program was built and runs: for `bench` and `doctor`.

#pragma once

#include <stdbool.h>

#include "json.h"
#include "taut/taut.h"

// Features of the processor that decide which backends make sense on it.
typedef enum taut_cpu_feature {
    TAUT_CPU_SSE2,
    TAUT_CPU_AVX2,
    TAUT_CPU_AVX512F,
    TAUT_CPU_NEON,
    TAUT_CPU_FEATURE_COUNT
} taut_cpu_feature;

typedef struct taut_machine {
    char cpu[128];  // "unknown" where the system does not tell
    bool features_known;
    bool has[TAUT_CPU_FEATURE_COUNT];
} taut_machine;

taut_machine taut_machine_look(void);
const char* taut_cpu_feature_name(taut_cpu_feature feature);

// "sse2, avx2"
void taut_machine_features(const taut_machine* machine, char* text, size_t size);

const char* taut_build_compiler(void);
const char* taut_build_flags(void);

// "0.4.0", of the library that is linked.
void taut_version_text(char* text, size_t size);

// The backend that TAUT_BACKEND_AUTO stands for; AUTO when no world can be made.
taut_backend_kind taut_auto_backend(void);

// Cores this process may use, as the library counts them; 0 when no world can be made.
int taut_core_count(void);

// Bytes of memory that this machine has, or the container that the program is in; 0 where the
// system does not tell. And the same with other files below `root`, for tests.
size_t taut_machine_memory(void);
size_t taut_machine_memory_at(const char* root);

// Whether the library can start threads of its own.
bool taut_threads_are_built(void);

// "version", "compiler", "flags", "cpu", "cores" and "features" of an object that is open.
void taut_machine_json(taut_json* json);
