// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The world itself: other solvers, settings that change while it runs, walking over what is in it,
// and what it takes of memory and time.

#include "guide.h"
#include <taut/taut_debug.h>

#define LINKS 20

static taut_body_id add_rope(taut_world* world, float x)
{
    taut_builder* builder = guide_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.link_count = LINKS;
    rope.pin_start = true;
    taut_make_rope(builder, &rope, NULL);
    taut_body_def def = taut_body_def_default();
    def.offset.x = x;
    return guide_put(world, builder, def);
}

static int list_presets(void)
{
    taut_solver_preset preset;
    int count = 0;
    for (; taut_solver_preset_get(count, &preset); ++count) {
        printf("%-16s %-18s %3d iterations, %3d substeps\n", preset.name,
               taut_solver_name(preset.solver.kind), preset.solver.iterations, preset.substeps);
    }
    return guide_expect(count > 3, "there are some");
}

// The same rope in another solver: Jakobsen's, whose stiffness is the number of its iterations.
static int try_verlet(void)
{
    taut_world_def def = taut_world_def_default();
    def.solver = taut_solver_def_default(TAUT_SOLVER_VERLET);
    def.solver.iterations = 30;
    taut_world* world = guide_world(&def);
    taut_body_id rope = add_rope(world, 0.0f);
    guide_run(world, 120);
    taut_measure m;
    taut_body_measure(world, rope, &m);
    printf("%s: %.2f %% of stretch\n", taut_solver_name(def.solver.kind),
           100.0 * (double)m.max_stretch);
    taut_world_destroy(world);
    return guide_expect(m.max_stretch < 0.05f, "it holds");
}

static int change_settings(taut_world* world, taut_body_id rope)
{
    taut_world_set_gravity(world, (taut_vec3){0.0f, -1.62f, 0.0f});  // the Moon
    taut_body_set_gravity_scale(world, rope, -1.0f);                 // but this one rises
    taut_body_set_drag(world, rope, 2.0f);                           // 1/s
    taut_body_set_mass(world, rope, LINKS, 0.5f);                    // kg, of its last particle
    guide_run(world, 300);
    float end = taut_vec3_at(taut_body_positions(world, rope), LINKS).y;
    printf("the end has risen to %.2f m\n", (double)end);
    return guide_expect(end > 0.5f, "it hangs upwards");
}

static int walk(taut_world* world)
{
    int particles = 0;
    for (int i = 0; i < taut_world_body_count(world); ++i) {
        taut_body_id body = taut_world_body(world, i);
        taut_blueprint_stats stats = taut_blueprint_get_stats(taut_body_blueprint(world, body));
        printf("body %d: %d particles, %d constraints, %zu bytes of blueprint\n", i,
               stats.particles, stats.constraints, stats.bytes);
        particles += taut_body_positions(world, body).count;
    }
    taut_memory memory = taut_world_memory(world);
    printf("%zu bytes in all, %zu of them to work in\n", memory.bytes, memory.working_bytes);
    return guide_expect(particles == memory.particles, "all of them were found");
}

static int time_stages(taut_world* world)
{
    taut_world_time_stages(world, true);
    guide_run(world, 30);
    taut_stage_times times = taut_world_stage_times(world);
    taut_world_time_stages(world, false);
    for (int i = 0; i < TAUT_STAGE_COUNT; ++i) {
        if (times.seconds[i] > 0.05 * times.whole) {
            printf("%-12s %2.0f %%\n", taut_stage_name((taut_stage)i),
                   100.0 * times.seconds[i] / times.whole);
        }
    }
    return guide_expect(times.steps == 30 && times.whole > 0.0, "steps were timed");
}

static void listen(void* context, const taut_watched* what)
{
    float* pull = context;
    if (what->stage == TAUT_STAGE_SWEEP && what->force > *pull) {
        *pull = what->force;
    }
}

// A rope that is swept, so that its links can be watched one by one.
static int watch(void)
{
    taut_world_def def = taut_world_def_default();
    def.solver.direct = false;
    taut_world* world = guide_world(&def);
    taut_body_id body = add_rope(world, 0.0f);
    guide_run(world, 60);
    float pull = 0.0f;
    taut_world_watch(world, body, listen, &pull);
    taut_world_step(world, 1.0f / 60.0f, 10, NULL);
    taut_world_watch(world, body, NULL, NULL);
    taut_contact_point points[64];
    int count = taut_world_contact_points(world, points, 64);
    printf("the hardest pull on a link was %.2f N; it touches %d things\n", (double)pull, count);
    taut_world_destroy(world);
    return guide_expect(pull > 0.1f && count == 0, "links pull, and nothing is touched");
}

// Far from the origin floats are coarse: move the origin to where the action is.
static int shift(taut_world* world, taut_body_id rope)
{
    float before = taut_vec3_at(taut_body_positions(world, rope), LINKS).x;
    taut_world_shift_origin(world, (taut_vec3){1000.0f, 0.0f, 0.0f});
    float after = taut_vec3_at(taut_body_positions(world, rope), LINKS).x;
    return guide_expect(fabsf(before - 1000.0f - after) < 1e-3f, "everything has moved");
}

int main(void)
{
    printf("Taut %d.%d.%d\n", taut_version() / 10000, taut_version() / 100 % 100,
           taut_version() % 100);
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    taut_body_id near = add_rope(world, 0.0f), far = add_rope(world, 1000.0f);
    int wrong = list_presets() + try_verlet() + change_settings(world, near) + walk(world);
    wrong += time_stages(world) + watch() + shift(world, far);
    taut_world_destroy(world);
    return wrong;
}
