// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What moves: written anew for every picture.

#include "stage.h"
#include "taut/taut_debug.h"

#include <math.h>
#include <string.h>

// Part of a force that the picture before still shows, so that colours do not flicker.
#define KEPT 0.6f

static const float* place_of(const taut_stage_world* s, int particle)
{
    return s->positions + 3 * (size_t)particle;
}

static void copy_view(taut_vec3_view view, float* to)
{
    for (int i = 0; i < view.count; ++i) {
        const float* from = view.data + (size_t)i * (size_t)view.stride;
        memcpy(to + 3 * (size_t)i, from, 3 * sizeof *to);
    }
}

static void fill_particles(taut_stage_world* s)
{
    for (int i = 0; i < s->part_count; ++i) {
        const taut_stage_part* part = &s->parts[i];
        copy_view(taut_body_positions(s->world, part->body), s->positions + 3 * part->first);
        if (part->triangle_count > 0) {
            copy_view(taut_body_normals(s->world, part->body), s->normals + 3 * part->first);
        }
    }
}

static void fill_pins(taut_stage_world* s)
{
    s->pin_count = 0;
    for (int i = 0; i < s->part_count; ++i) {
        const taut_stage_part* part = &s->parts[i];
        for (int k = 0; k < part->count; ++k) {
            if (s->pin_count < s->pin_room && taut_body_pinned(s->world, part->body, k) &&
                !taut_play_in_hand(s->number, part->body, k)) {
                float* pin = s->pins + TAUT_STAGE_PIN * s->pin_count++;
                memcpy(pin, place_of(s, part->first + k), 3 * sizeof *pin);
                pin[3] = part->bead;
            }
        }
    }
}

// Tubes -------------------------------------------------------------------------------------------

// The links of a chain end before their particles, but for a third of their length at most.
static void shorten(float* tube, float gap)
{
    float d[3] = {tube[3] - tube[0], tube[4] - tube[1], tube[5] - tube[2]};
    float length = sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    float part = length > 0.0f ? fminf(gap / length, 0.33f) : 0.0f;
    for (int c = 0; c < 3; ++c) {
        tube[c] += part * d[c];
        tube[3 + c] -= part * d[c];
    }
}

static void fill_links(taut_stage_world* s)
{
    for (int i = 0; i < s->link_count; ++i) {
        const taut_stage_link* link = &s->links[i];
        float* tube = s->tubes + TAUT_STAGE_TUBE * (size_t)i;
        memcpy(tube, place_of(s, link->a), 3 * sizeof *tube);
        memcpy(tube + 3, place_of(s, link->b), 3 * sizeof *tube);
        if (link->gap > 0.0f) {
            shorten(tube, link->gap);
        }
        bool broken = link->constraint >= 0 &&
                      taut_body_broken(s->world, s->parts[link->part].body, link->constraint);
        tube[6] = broken ? 0.0f : link->radius;
    }
}

static taut_vec3 unit_or(taut_vec3 v, taut_vec3 otherwise)
{
    float length = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
    if (!(length > 0.0f)) {
        return otherwise;
    }
    taut_vec3 out = {v.x / length, v.y / length, v.z / length};
    return out;
}

static taut_vec3 cross(taut_vec3 a, taut_vec3 b)
{
    taut_vec3 out = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return out;
}

// Where a prop stands and how it is turned: y goes to `above`, x lies level in the plane of y and
// the world's x.
typedef struct taut_stage_frame {
    taut_vec3 at, x, y, z;
} taut_stage_frame;

static taut_stage_frame frame_of(const taut_scene_prop* prop, taut_vec3_view view)
{
    taut_stage_frame out = {.y = {0.0f, 1.0f, 0.0f}};
    out.at = taut_vec3_at(view, prop->particle);
    if (prop->above >= 0 && prop->above < view.count) {
        taut_vec3 top = taut_vec3_at(view, prop->above);
        taut_vec3 up = {top.x - out.at.x, top.y - out.at.y, top.z - out.at.z};
        out.y = unit_or(up, out.y);
    }
    out.z = unit_or(cross((taut_vec3){1.0f, 0.0f, 0.0f}, out.y), (taut_vec3){0.0f, 0.0f, 1.0f});
    out.x = cross(out.y, out.z);
    return out;
}

static taut_vec3 frame_point(const taut_stage_frame* f, taut_vec3 p)
{
    taut_vec3 out = {f->at.x + p.x * f->x.x + p.y * f->y.x + p.z * f->z.x,
                     f->at.y + p.x * f->x.y + p.y * f->y.y + p.z * f->z.y,
                     f->at.z + p.x * f->x.z + p.y * f->y.z + p.z * f->z.z};
    return out;
}

static void put(float* to, taut_vec3 v, float scale)
{
    to[0] = scale * v.x;
    to[1] = scale * v.y;
    to[2] = scale * v.z;
}

static void put_box(float* box, const taut_stage_frame* frame, const taut_scene_prop* prop)
{
    taut_vec3 a = prop->a, b = prop->b;
    taut_vec3 middle = {0.5f * (a.x + b.x), 0.5f * (a.y + b.y), 0.5f * (a.z + b.z)};
    put(box, frame_point(frame, middle), 1.0f);
    put(box + 3, frame->x, 0.5f * fabsf(b.x - a.x));
    put(box + 6, frame->y, 0.5f * fabsf(b.y - a.y));
    put(box + 9, frame->z, 0.5f * fabsf(b.z - a.z));
}

static void fill_props(taut_stage_world* s)
{
    const taut_scene_run* run = taut_play_run();
    int tube = s->link_count, box = 0;
    for (int i = 0; i < run->prop_count; ++i) {
        const taut_scene_prop* prop = &run->props[i];
        const taut_scene_look* look = &run->looks[prop->look];
        if (look->world != s->number) {
            continue;
        }
        taut_vec3_view view = taut_body_positions(s->world, look->body);
        bool there = prop->particle < view.count;
        taut_stage_frame frame = {.at = {0.0f, 0.0f, 0.0f}};
        frame = there ? frame_of(prop, view) : frame;
        if (prop->radius > 0.0f) {
            float* t = s->tubes + TAUT_STAGE_TUBE * tube;
            put(t, frame_point(&frame, prop->a), 1.0f);
            put(t + 3, frame_point(&frame, prop->b), 1.0f);
            t[6] = there ? prop->radius : 0.0f;
            s->tube_colours[tube++] = prop->colour;
        } else {
            put_box(s->boxes + TAUT_STAGE_BOX * box, &frame, prop);
            s->box_colours[box++] = prop->colour;
        }
    }
}

// Forces ------------------------------------------------------------------------------------------

// Of all constraints of a part's body, into s->forces; without them, zeros.
static void read_forces(taut_stage_world* s, int part)
{
    taut_body_id body = s->parts[part].body;
    taut_blueprint_stats stats = taut_blueprint_get_stats(taut_body_blueprint(s->world, body));
    int count = stats.constraints + stats.tethers;
    if (taut_body_forces(s->world, body, 0, count, s->forces) != TAUT_OK) {
        memset(s->forces, 0, (size_t)count * sizeof *s->forces);
    }
}

static void blend(float* kept, float now)
{
    now = isfinite(now) ? now : 0.0f;
    *kept = KEPT * *kept + (1.0f - KEPT) * now;
}

// By particle of a surface, the mean pull of the threads that end there.
static void fill_tensions(taut_stage_world* s)
{
    float* sums = s->tensions;
    if (s->thread_count == 0) {
        return;
    }
    int part = -1;
    for (int i = 0; i < s->particle_count; ++i) {
        s->thread_counts[i] = 0;
        sums[i] *= KEPT;
    }
    for (int i = 0; i < s->thread_count; ++i) {
        s->thread_counts[s->threads[i].a] += 1;
        s->thread_counts[s->threads[i].b] += 1;
    }
    for (int i = 0; i < s->thread_count; ++i) {
        const taut_stage_link* t = &s->threads[i];
        if (t->part != part) {
            part = t->part;
            read_forces(s, part);
        }
        float force = s->forces[t->constraint];
        force = force > 0.0f && isfinite(force) ? (1.0f - KEPT) * force : 0.0f;
        sums[t->a] += force / (float)s->thread_counts[t->a];
        sums[t->b] += force / (float)s->thread_counts[t->b];
    }
}

static void fill_pulls(taut_stage_world* s)
{
    int part = -1;
    for (int i = 0; i < s->rope_count; ++i) {
        const taut_stage_link* link = &s->links[i];
        if (link->part != part) {
            part = link->part;
            read_forces(s, part);
        }
        blend(&s->tubes[TAUT_STAGE_TUBE * (size_t)i + 7], s->forces[link->constraint]);
    }
}

#define BINS 160

// Eight bins to a doubling, from a thousandth of a newton on.
static int bin_of(float force)
{
    int exponent = 0;
    float part = frexpf(fabsf(force) * 1000.0f, &exponent);
    int bin = 8 * exponent + (int)((part - 0.5f) * 16.0f);
    return bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin;
}

static float bin_end(int bin)
{
    return ldexpf(0.5f + (float)(bin % 8 + 1) / 16.0f, bin / 8) * 0.001f;
}

// What 99 of 100 stay below: a single link that jerks shall not make all others look slack.
static float most_force(taut_stage_world* s)
{
    int bins[BINS] = {0};
    int count = 0;
    s->most_push = 0.0f;
    for (int i = 0; i < s->rope_count; ++i) {
        float force = s->tubes[TAUT_STAGE_TUBE * (size_t)i + 7];
        bins[bin_of(force)] += 1;
        s->most_push = fmaxf(s->most_push, -force);
        ++count;
    }
    for (int i = 0; i < s->particle_count && s->thread_count > 0; ++i) {
        bins[bin_of(s->tensions[i])] += 1;
        ++count;
    }
    int above = 0;
    int bin = BINS - 1;
    while (bin > 0 && above + bins[bin] <= count / 100) {
        above += bins[bin--];
    }
    return bin > 0 ? bin_end(bin) : 0.0f;
}

// Lines -------------------------------------------------------------------------------------------

static void middle(const taut_stage_world* s, const int32_t* of, float* to)
{
    for (int c = 0; c < 3; ++c) {
        float sum = 0.0f;
        for (int i = 0; i < 4; ++i) {
            sum += place_of(s, of[i])[c];
        }
        to[c] = 0.25f * sum;
    }
}

static void fill_line(const taut_stage_world* s, const taut_stage_wire* wire, float* line)
{
    if (wire->single) {
        memcpy(line, place_of(s, wire->from[0]), 3 * sizeof *line);
        memcpy(line + 3, place_of(s, wire->to[0]), 3 * sizeof *line);
    } else {
        middle(s, wire->from, line);
        middle(s, wire->to, line + 3);
    }
    bool broken = wire->constraint >= 0 &&
                  taut_body_broken(s->world, s->parts[wire->part].body, wire->constraint);
    line[6] = broken ? -1.0f : (float)wire->kind;
}

static void fill_lines(taut_stage_world* s, bool forces)
{
    int part = -1;
    for (int i = 0; i < s->line_count; ++i) {
        const taut_stage_wire* wire = &s->wires[i];
        float* line = s->lines + TAUT_STAGE_LINE * (size_t)i;
        fill_line(s, wire, line);
        if (forces && wire->constraint >= 0) {
            if (wire->part != part) {
                part = wire->part;
                read_forces(s, part);
            }
            blend(&line[7], s->forces[wire->constraint]);
        }
    }
}

// Contacts ----------------------------------------------------------------------------------------

static void fill_contacts(taut_stage_world* s)
{
    static taut_contact_point points[TAUT_STAGE_CONTACTS];
    int count = taut_world_contact_points(s->world, points, TAUT_STAGE_CONTACTS);
    s->contact_count = count < TAUT_STAGE_CONTACTS ? count : TAUT_STAGE_CONTACTS;
    for (int i = 0; i < s->contact_count; ++i) {
        float* contact = s->contacts + TAUT_STAGE_CONTACT * (size_t)i;
        taut_vec3 f = points[i].force;
        put(contact, points[i].place, 1.0f);
        put(contact + 3, f, 1.0f);
        contact[6] = sqrtf(f.x * f.x + f.y * f.y + f.z * f.z);
        contact[7] = points[i].collider.index1 == 0 ? 1.0f : 0.0f;
    }
}

void taut_stage_fill(taut_stage_world* s, bool forces, bool contacts)
{
    fill_particles(s);
    fill_links(s);
    fill_props(s);
    fill_pins(s);
    fill_lines(s, forces);
    if (forces) {
        fill_tensions(s);
        fill_pulls(s);
        s->most_force = most_force(s);
    }
    s->contact_count = 0;
    if (contacts) {
        fill_contacts(s);
    }
}
