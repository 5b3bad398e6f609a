// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How much memory there is: of the machine, or of the control group that the program is in, as a
// container gives it. Linux tells in files.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

typedef struct look {
    const char* root;
    unsigned long long bytes;  // 0: nobody has told yet
} look;

static FILE* open_file(const look* l, const char* folder, const char* group, const char* name)
{
    char path[4096];
    int n = snprintf(path, sizeof path, "%s%s%s/%s", l->root, folder, group, name);
    return n > 0 && (size_t)n < sizeof path ? fopen(path, "r") : NULL;
}

static void note(look* l, unsigned long long bytes)
{
    l->bytes = bytes > 0 && (l->bytes == 0 || bytes < l->bytes) ? bytes : l->bytes;
}

static void note_machine(look* l)
{
    FILE* file = open_file(l, "/proc", "", "meminfo");
    char line[256];
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        unsigned long long kib;
        if (sscanf(line, "MemTotal : %llu", &kib) == 1) {
            note(l, kib * 1024);
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

// "max", or a number that nobody has as much of: no limit.
static void note_limit(look* l, const char* folder, const char* group, const char* name)
{
    FILE* file = open_file(l, folder, group, name);
    char text[64] = "";
    if (file != NULL) {
        if (fgets(text, sizeof text, file) != NULL) {
            note(l, strtoull(text, NULL, 10));
        }
        (void)fclose(file);
    }
}

// A group, and all that it is a part of. In a container the tree may begin at its own group, whose
// name is another outside.
static void note_group(look* l, char* group, const char* folder, const char* name)
{
    for (char* end = group + strlen(group); end != NULL; end = strrchr(group, '/')) {
        *end = '\0';
        note_limit(l, folder, group, name);
    }
}

static bool lists_memory(const char* controllers)
{
    const char* at = strstr(controllers, "memory");
    return at != NULL && (at == controllers || at[-1] == ',') && (at[6] == '\0' || at[6] == ',');
}

// "0::/group" of the second version of control groups, "4:cpu,memory:/group" of the first.
static void note_groups(look* l)
{
    FILE* file = open_file(l, "/proc/self", "", "cgroup");
    char line[4096];
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char* controllers = strchr(line, ':');
        char* group = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
        if (group == NULL) {
            continue;
        }
        *group++ = '\0';
        if (controllers[1] == '\0') {
            char again[sizeof line];
            memcpy(again, group, strlen(group) + 1);
            note_group(l, again, "/sys/fs/cgroup/unified", "memory.max");
            note_group(l, group, "/sys/fs/cgroup", "memory.max");
        } else if (lists_memory(controllers + 1)) {
            note_group(l, group, "/sys/fs/cgroup/memory", "memory.limit_in_bytes");
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

size_t taut_machine_memory_at(const char* root)
{
    look l = {.root = root};
    note_machine(&l);
    note_groups(&l);
    return l.bytes < SIZE_MAX ? (size_t)l.bytes : 0;
}

size_t taut_machine_memory(void)
{
    return taut_machine_memory_at("");
}
