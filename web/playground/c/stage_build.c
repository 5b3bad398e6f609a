// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/cells.h"

#define WEIGHT_COLOUR 0x4c5666u
// Radii that the links of a chain end before their particles: their round ends just meet there.
#define GAP 0.8f
// Particles this much heavier than the median of their body are drawn as weights.
#define HEAVY 4.0f

// Parts -------------------------------------------------------------------------------------------

static uint32_t sum_triangles(taut_int_view triangles)
{
    uint32_t sum = 2166136261u;  // FNV-1a over words
    for (int i = 0; i < triangles.count; ++i) {
        sum = (sum ^ (uint32_t)triangles.data[i]) * 16777619u;
    }
    return sum;
}

bool taut_stage_current(const taut_stage_world* s)
{
    const taut_scene_run* run = taut_play_run();
    if (s->version == 0 || s->look_count != run->look_count || s->prop_count != run->prop_count) {
        return false;
    }
    for (int i = 0; i < s->part_count; ++i) {
        const taut_stage_part* part = &s->parts[i];
        taut_int_view triangles = taut_body_triangles(s->world, part->body);
        if (taut_body_positions(s->world, part->body).count != part->count ||
            triangles.count != part->triangle_count ||
            sum_triangles(triangles) != part->triangle_sum) {
            return false;
        }
    }
    return true;
}

static void add_part(taut_stage_world* s, int look)
{
    const taut_scene_look* l = &taut_play_run()->looks[look];
    int count = taut_body_positions(s->world, l->body).count;
    if (l->world != s->number || count == 0) {
        return;
    }
    taut_int_view triangles = taut_body_triangles(s->world, l->body);
    taut_blueprint_stats stats = taut_blueprint_get_stats(taut_body_blueprint(s->world, l->body));
    taut_stage_part* part = &s->parts[s->part_count++];
    *part = (taut_stage_part){.body = l->body,
                              .look = look,
                              .first = s->particle_count,
                              .count = count,
                              .constraint_count = stats.added,
                              .triangle_count = triangles.count,
                              .triangle_sum = sum_triangles(triangles)};
    s->particle_count += count;
    s->index_count += triangles.count;
}

// Surfaces ----------------------------------------------------------------------------------------

// Grid cloths come as two triangles per cell, row by row. A cell's four corners are then a, a + 1,
// a + columns, a + columns + 1, which says how many columns there are; where that fails (cloth of a
// mesh) there are no cells, and the surface is plain.
typedef struct taut_stage_grid {
    int first;    // corner a of the first cell of this grid
    int last;     // corner a of the latest cell
    int columns;  // 0 before the first grid
} taut_stage_grid;

// Along a row cells follow one another; from row to row the last column is skipped. Anything else
// is the start of another cloth in the same body.
static void follow_grid(taut_stage_grid* grid, int columns, int lowest)
{
    int step = lowest - grid->last;
    if (columns != grid->columns || (step != 1 && step != 2)) {
        grid->first = lowest;
        grid->columns = columns;
    }
    grid->last = lowest;
}

// A torn cloth keeps the pattern it had: particles go by what they come from.
static void paint_cells(taut_stage_world* s, const taut_stage_part* part, const int32_t* triangles)
{
    taut_stage_grid grid = {.last = -2};
    float squares = (float)taut_stage_look(part)->checker;
    for (int i = 0; i + 6 <= part->triangle_count; i += 6) {
        int32_t corners[6];
        int lowest = 0;
        for (int k = 0; k < 6; ++k) {
            corners[k] = taut_body_particle_origin(s->world, part->body, triangles[i + k]);
        }
        int columns = taut_scene_find_cell(corners, &lowest);
        if (columns < 2) {
            grid.columns = 0;
            continue;
        }
        follow_grid(&grid, columns, lowest);
        for (int k = 0; k < 6; ++k) {
            float* paint = s->paints + 4 * (part->first + triangles[i + k]);
            paint[0] = (float)((corners[k] - grid.first) % columns);
            paint[1] = (float)((corners[k] - grid.first) / columns);
            paint[2] = squares;
        }
    }
}

static void add_surface(taut_stage_world* s, const taut_stage_part* part, int32_t** next)
{
    const taut_scene_look* look = taut_stage_look(part);
    taut_int_view triangles = taut_body_triangles(s->world, part->body);
    for (int i = 0; i < triangles.count; ++i) {
        *(*next)++ = part->first + triangles.data[i];
    }
    for (int i = part->first; i < part->first + part->count; ++i) {
        s->colours[2 * i] = look->front;
        s->colours[2 * i + 1] = look->back;
        s->paints[4 * i + 3] = look->skin;
    }
    if (look->checker > 0) {
        paint_cells(s, part, triangles.data);
    }
}

// Links -------------------------------------------------------------------------------------------

// Which of a part's constraints become tubes, which are threads of a surface; counts, and writes
// where there is room.
typedef struct taut_stage_sort {
    taut_stage_link *links, *threads;
    int link_count, rope_count, thread_count;
    const uint8_t* on_surface;  // by particle of the world
} taut_stage_sort;

static void sort_add(taut_stage_sort* sort, bool thread, taut_stage_link link)
{
    taut_stage_link* to = thread ? sort->threads : sort->links;
    int* count = thread ? &sort->thread_count : &sort->link_count;
    if (to != NULL) {
        to[*count] = link;
    }
    *count += 1;
}

static void sort_part(const taut_stage_world* s, int number, taut_stage_sort* sort)
{
    const taut_stage_part* part = &s->parts[number];
    float radius = taut_stage_look(part)->radius;
    const taut_blueprint* blueprint = taut_body_blueprint(s->world, part->body);
    for (int i = 0; i < part->constraint_count; ++i) {
        taut_constraint_def def;
        taut_constraint_state now;
        if (taut_blueprint_constraint(blueprint, i, &def) != TAUT_OK ||
            (def.kind != TAUT_CONSTRAINT_DISTANCE && def.kind != TAUT_CONSTRAINT_PULLEY) ||
            (def.kind == TAUT_CONSTRAINT_DISTANCE && def.family != TAUT_FAMILY_STRUCTURAL) ||
            taut_body_constraint(s->world, part->body, i, &now) != TAUT_OK) {
            continue;
        }
        taut_stage_link link = {.a = part->first + now.particles[0],
                                .b = part->first + now.particles[1],
                                .part = number,
                                .constraint = i,
                                .radius = radius,
                                .gap = taut_stage_look(part)->chain ? GAP * radius : 0.0f};
        bool thread = sort->on_surface[link.a] && sort->on_surface[link.b];
        if (!thread && !(radius > 0.0f)) {
            continue;
        }
        sort_add(sort, thread, link);
        if (def.kind == TAUT_CONSTRAINT_PULLEY) {
            link.a = part->first + now.particles[2];
            sort_add(sort, thread, link);
        }
    }
}

// Weights -----------------------------------------------------------------------------------------

static int compare_floats(const void* a, const void* b)
{
    float x = *(const float*)a;
    float y = *(const float*)b;
    return (x > y) - (x < y);
}

static bool has_prop(const taut_stage_part* part, int particle)
{
    const taut_scene_run* run = taut_play_run();
    for (int i = 0; i < run->prop_count; ++i) {
        if (run->props[i].look == part->look && run->props[i].particle == particle) {
            return true;
        }
    }
    return false;
}

// Half the width of what the scene's camera sees at its target.
static float reach_of(const taut_scene_run* run)
{
    taut_vec3 e = run->camera.eye, t = run->camera.target;
    float x = t.x - e.x, y = t.y - e.y, z = t.z - e.z;
    return 16.0f / 9.0f * sqrtf(x * x + y * y + z * z) * tanf(run->camera.fov * 0.00872664626f);
}

// @param masses room for those of the part
static void sort_weights(const taut_stage_world* s, int number, taut_stage_sort* sort,
                         float* masses)
{
    const taut_stage_part* part = &s->parts[number];
    for (int i = 0; i < part->count; ++i) {
        masses[i] = taut_body_mass(s->world, part->body, i);
    }
    qsort(masses, (size_t)part->count, sizeof *masses, compare_floats);
    float median = masses[part->count / 2];
    for (int i = 0; i < part->count && !taut_stage_look(part)->no_weights; ++i) {
        float mass = taut_body_mass(s->world, part->body, i);
        if (median > 0.0f && mass > HEAVY * median && !has_prop(part, i) &&
            !taut_body_pinned(s->world, part->body, i)) {
            // Beyond a tenth of the picture a weight would hide what hangs from it.
            float most = 0.1f * reach_of(taut_play_run());
            float radius = fminf(part->bead * cbrtf(mass / median), most);
            taut_stage_link ball = {part->first + i, part->first + i, number, -1, radius, 0.0f};
            sort_add(sort, false, ball);
        }
    }
}

// Half again as thick as the rope; on cloth alone, in proportion to the picture.
static float bead_radius(const taut_stage_part* part)
{
    float rope = 1.5f * taut_stage_look(part)->radius;
    float cloth = part->triangle_count > 0 ? 0.0065f * reach_of(taut_play_run()) : 0.0f;
    return fmaxf(rope, cloth);
}

// All together ------------------------------------------------------------------------------------

static int most_constraints(const taut_stage_world* s)
{
    int most = 1;
    for (int i = 0; i < s->part_count; ++i) {
        const taut_blueprint* b = taut_body_blueprint(s->world, s->parts[i].body);
        taut_blueprint_stats stats = taut_blueprint_get_stats(b);
        int count = stats.constraints + stats.tethers;
        most = count > most ? count : most;
    }
    return most;
}

static void sort_all(const taut_stage_world* s, taut_stage_sort* sort, float* masses)
{
    sort->link_count = 0;
    sort->thread_count = 0;
    for (int i = 0; i < s->part_count; ++i) {
        sort_part(s, i, sort);
    }
    sort->rope_count = sort->link_count;
    for (int i = 0; i < s->part_count; ++i) {
        sort_weights(s, i, sort, masses);
    }
}

static bool add_links(taut_stage_world* s)
{
    uint8_t* on_surface = calloc((size_t)s->particle_count + 1, 1);
    float* masses = calloc((size_t)s->particle_count + 1, sizeof *masses);
    taut_stage_sort sort = {.on_surface = on_surface};
    bool ok = on_surface && masses;
    for (int i = 0; i < s->index_count && ok; ++i) {
        on_surface[s->indices[i]] = 1;
    }
    if (ok) {
        sort_all(s, &sort, masses);
        s->links = calloc((size_t)sort.link_count + 1, sizeof *s->links);
        s->threads = calloc((size_t)sort.thread_count + 1, sizeof *s->threads);
        ok = s->links && s->threads;
    }
    if (ok) {
        sort.links = s->links;
        sort.threads = s->threads;
        sort_all(s, &sort, masses);
        s->link_count = sort.link_count;
        s->rope_count = sort.rope_count;
        s->thread_count = sort.thread_count;
    }
    free(on_surface);
    free(masses);
    return ok;
}

static void count_props(taut_stage_world* s)
{
    const taut_scene_run* run = taut_play_run();
    s->tube_count = s->link_count;
    for (int i = 0; i < run->prop_count; ++i) {
        if (run->looks[run->props[i].look].world == s->number) {
            s->tube_count += run->props[i].radius > 0.0f ? 1 : 0;
            s->box_count += run->props[i].radius > 0.0f ? 0 : 1;
        }
    }
}

// Every other link of a chain.
static uint32_t darker(uint32_t colour)
{
    return ((colour & 0xfefefe) >> 1) + ((colour & 0xfcfcfc) >> 2);
}

static bool add_tubes(taut_stage_world* s)
{
    count_props(s);
    s->tubes = calloc((size_t)s->tube_count + 1, TAUT_STAGE_TUBE * sizeof *s->tubes);
    s->tube_colours = calloc((size_t)s->tube_count + 1, sizeof *s->tube_colours);
    s->boxes = calloc((size_t)s->box_count + 1, TAUT_STAGE_BOX * sizeof *s->boxes);
    s->box_colours = calloc((size_t)s->box_count + 1, sizeof *s->box_colours);
    s->pins = calloc((size_t)s->pin_room + 1, TAUT_STAGE_PIN * sizeof *s->pins);
    s->contacts = calloc(TAUT_STAGE_CONTACTS, TAUT_STAGE_CONTACT * sizeof *s->contacts);
    if (!s->tubes || !s->tube_colours || !s->boxes || !s->box_colours || !s->pins || !s->contacts) {
        return false;
    }
    for (int i = 0; i < s->link_count; ++i) {
        const taut_stage_link* link = &s->links[i];
        uint32_t own = taut_stage_look(&s->parts[link->part])->front;
        own = link->gap > 0.0f && link->constraint % 2 == 1 ? darker(own) : own;
        s->tube_colours[i] = link->constraint < 0 ? WEIGHT_COLOUR : own;
    }
    return true;
}

static bool add_particles(taut_stage_world* s)
{
    size_t count = (size_t)s->particle_count + 1;
    s->positions = calloc(count, 3 * sizeof *s->positions);
    s->normals = calloc(count, 3 * sizeof *s->normals);
    s->tensions = calloc(count, sizeof *s->tensions);
    s->thread_counts = calloc(count, sizeof *s->thread_counts);
    s->paints = calloc(count, 4 * sizeof *s->paints);
    s->colours = calloc(count, 2 * sizeof *s->colours);
    s->indices = calloc((size_t)s->index_count + 1, sizeof *s->indices);
    s->forces = calloc((size_t)most_constraints(s), sizeof *s->forces);
    if (!s->positions || !s->normals || !s->tensions || !s->thread_counts || !s->paints ||
        !s->colours || !s->indices || !s->forces) {
        return false;
    }
    int32_t* next = s->indices;
    for (int i = 0; i < s->part_count; ++i) {
        s->parts[i].bead = bead_radius(&s->parts[i]);
        add_surface(s, &s->parts[i], &next);
    }
    return true;
}

static int count_pins(const taut_stage_world* s)
{
    int count = 0;
    for (int i = 0; i < s->part_count; ++i) {
        for (int k = 0; k < s->parts[i].count; ++k) {
            count += taut_body_pinned(s->world, s->parts[i].body, k) ? 1 : 0;
        }
    }
    return count;
}

bool taut_stage_build(taut_stage_world* s)
{
    taut_stage_world made = {.version = s->version + 1,
                             .flipped = s->flipped,
                             .planar = s->planar,
                             .world = s->world,
                             .number = s->number};
    taut_stage_wires wires = s->wires_kind;
    taut_stage_free(s);
    *s = made;
    const taut_scene_run* run = taut_play_run();
    s->look_count = run->look_count;
    s->prop_count = run->prop_count;
    s->parts = calloc((size_t)run->look_count + 1, sizeof *s->parts);
    for (int i = 0; i < run->look_count && s->parts; ++i) {
        add_part(s, i);
    }
    s->pin_room = 2 * count_pins(s) + 32;
    bool ok = s->parts && add_particles(s) && add_links(s) && add_tubes(s) &&
              taut_stage_build_wires(s, wires);
    if (!ok) {
        taut_stage_free(s);
        *s = made;
    }
    return ok;
}

void taut_stage_free(taut_stage_world* s)
{
    void* all[] = {s->positions,   s->normals,      s->tensions,      s->paints,  s->colours,
                   s->indices,     s->tubes,        s->boxes,         s->pins,    s->lines,
                   s->box_colours, s->tube_colours, s->parts,         s->links,   s->wires,
                   s->threads,     s->forces,       s->thread_counts, s->contacts};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        free(all[i]);
    }
    *s = (taut_stage_world){.version = s->version};
}
