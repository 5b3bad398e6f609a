// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The same cloth on one thread, on threads of the world, and on the host's job system.

#include "guide.h"

// The host's job system. This one has only the thread that asks; a real one hands the tasks to its
// workers, takes some itself, and returns when all of them are done.
static void run_jobs(void* host, int count, taut_task_fn* task, void* context)
{
    int* sections = host;
    *sections += 1;
    for (int i = 0; i < count; ++i) {
        task(context, i);
    }
}

static taut_body_id make_cloth(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = 80;
    cloth.rows = 80;  // 6,400 particles: more than one cluster
    taut_make_cloth(builder, &cloth, NULL);
    taut_builder_pin(builder, 0);
    return guide_put(world, builder, taut_body_def_default());
}

// Steps the cloth in a world made from `def`; the hash of where it came to.
static uint64_t run(const char* what, const taut_world_def* def)
{
    taut_world* world = guide_world(def);
    taut_body_id body = make_cloth(world);
    guide_run(world, 10);
    taut_vec3 corner = taut_vec3_at(taut_body_positions(world, body), 80 * 80 - 1);
    printf("%s: backend %s, %d thread%s, y = %.6f\n", what,
           taut_backend_name(taut_world_backend(world)), taut_world_thread_count(world),
           taut_world_thread_count(world) == 1 ? "" : "s", (double)corner.y);
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

int main(void)
{
    taut_world_def alone = taut_world_def_default();
    alone.backend = TAUT_BACKEND_SCALAR;  // the reference; AUTO is the default and faster
    uint64_t expected = run("alone", &alone);

    taut_world_def def = taut_world_def_default();
    def.thread_count = 0;  // one per core; 1 is the default
    uint64_t own = run("own threads", &def);

    int sections = 0;
    taut_world_def hosted = taut_world_def_default();
    hosted.thread_count = 4;  // that the host has; with 1 it would not be asked
    hosted.parallel_for = run_jobs;
    hosted.parallel_host = &sections;
    uint64_t host = run("the host's", &hosted);
    printf("the host was asked %d times\n", sections);

    return guide_expect(own == expected, "threads give the same bits") +
           guide_expect(host == expected, "and so does the host") +
           guide_expect(sections > 0, "the host was asked");
}
