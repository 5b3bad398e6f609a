// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// How much memory a program may have, by files as Linux writes them.

#define _POSIX_C_SOURCE 200809L

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/machine.h"
#include "test.h"

#define GIB ((size_t)1 << 30)

typedef struct place {
    char root[64];
    char paths[16][256];  // in the order of making
    int count;
} place;

static place open_place(void)
{
    place p = {.root = "/tmp/taut-machine-XXXXXX"};
    CHECK(mkdtemp(p.root) != NULL);
    return p;
}

static void keep(place* p, const char* path)
{
    CHECK(p->count < 16);
    snprintf(p->paths[p->count++], sizeof p->paths[0], "%s", path);
}

// With the folders on the way to it.
static void put(place* p, const char* name, const char* text)
{
    char path[256];
    snprintf(path, sizeof path, "%s%s", p->root, name);
    for (char* at = path + strlen(p->root) + 1; (at = strchr(at, '/')) != NULL; ++at) {
        *at = '\0';
        if (mkdir(path, 0700) == 0) {
            keep(p, path);
        }
        *at = '/';
    }
    FILE* file = fopen(path, "w");
    CHECK(file != NULL);
    if (file != NULL) {
        fputs(text, file);
        fclose(file);
        keep(p, path);
    }
}

static void check_and_close(place* p, size_t expected)
{
    size_t bytes = taut_machine_memory_at(p->root);
    CHECK_MSG(bytes == expected, "%zu bytes, not %zu", bytes, expected);
    while (p->count > 0) {
        CHECK(remove(p->paths[--p->count]) == 0);
    }
    CHECK(rmdir(p->root) == 0);
}

static const char* const sixteen =
    "MemFree:   1 kB\nMemTotal:       16777216 kB\nSwapTotal: 9 kB\n";

TEST(a_machine_says_what_it_has)
{
    place p = open_place();
    put(&p, "/proc/meminfo", sixteen);
    check_and_close(&p, 16 * GIB);
}

TEST(where_nobody_tells_nothing_is_known)
{
    place p = open_place();
    check_and_close(&p, 0);
    p = open_place();
    put(&p, "/proc/meminfo", "nonsense\n\n");
    put(&p, "/proc/self/cgroup", "\n:\n0\n0:\n::\n");
    check_and_close(&p, 0);
}

// A service in a slice: the least of all that it is a part of.
TEST(a_group_has_what_it_is_given)
{
    static const char* const limits[3] = {"max", "2147483648", "4294967296"};
    for (int i = 0; i < 9; ++i) {
        int own = i % 3, above = i / 3;
        place p = open_place();
        put(&p, "/proc/meminfo", sixteen);
        put(&p, "/proc/self/cgroup", "0::/work.slice/one.service\n");
        put(&p, "/sys/fs/cgroup/work.slice/one.service/memory.max", limits[own]);
        put(&p, "/sys/fs/cgroup/work.slice/memory.max", limits[above]);
        size_t least = own == 1 || above == 1 ? 2 * GIB : own + above > 0 ? 4 * GIB : 16 * GIB;
        check_and_close(&p, least);
    }
}

// Its group is the root of the tree that it sees.
TEST(a_container_has_what_it_is_given)
{
    place p = open_place();
    put(&p, "/proc/meminfo", sixteen);
    put(&p, "/proc/self/cgroup", "0::/\n");
    put(&p, "/sys/fs/cgroup/memory.max", "3221225472\n");
    check_and_close(&p, 3 * GIB);
}

// With the name that its group has outside, and the first version of control groups.
TEST(an_old_container_has_what_it_is_given)
{
    place p = open_place();
    put(&p, "/proc/meminfo", sixteen);
    put(&p, "/proc/self/cgroup", "5:cpu,memory:/docker/1234\n1:name=memory2:/x\n0::/\n");
    put(&p, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "1073741824\n");
    check_and_close(&p, GIB);
    p = open_place();
    put(&p, "/proc/meminfo", sixteen);
    put(&p, "/proc/self/cgroup", "5:memory:/\n");
    put(&p, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    check_and_close(&p, 16 * GIB);  // a number that stands for none
}

TEST(this_machine_has_some)
{
    CHECK(taut_machine_memory() > GIB / 64);
}
