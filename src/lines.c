// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "lines.h"

#include <math.h>
#include <string.h>

#include "base/incidence.h"
#include "base/sort.h"

#define MOST_PHASES 4

// A link goes on into another where the two turn by no more than 60 degrees.
#define LEAST_STRAIGHT 0.5

// Links of a particle that may go on into one another; more than a cloth has.
#define MOST_MEETING 16

// A line in the making: part of the list of steps.
typedef struct found_line {
    int32_t first, count;  // links
    int32_t phase;
} found_line;

// Links go by their number in the canonical order: the order of adding plays no part.
typedef struct search {
    const taut_lines_input* in;
    int link_count;
    int32_t* item;      // by link
    int32_t* ends;      // two per link, the lower particle first
    int32_t* place_of;  // by item of the schedule, of those that are links
    int32_t* first;     // by particle: of its links, in `meeting`
    int32_t* meeting;
    int32_t* onward;   // two per link: the link that continues it beyond that end, or -1
    uint8_t* taken;    // by link
    int32_t* steps;    // links of lines, one line after another
    int32_t* nodes;    // one more per line: the particles they lead to
    int32_t* visited;  // by particle: the line that came by last, from 1
    uint32_t* phases;  // by particle: bits of those that lines through it have
    found_line* lines;
    int32_t* order;  // of lines, as they are packed
    int32_t* scratch;
    int line_count;
    int step_count;
} search;

// Links -------------------------------------------------------------------------------------------

// Those of trees are solved with these.
static bool is_structural(const taut_schedule_item* item)
{
    return !item->tree && item->kind == TAUT_CONSTRAINT_DISTANCE &&
           item->family == TAUT_FAMILY_STRUCTURAL;
}

static bool before_canonical(const void* context, int32_t a, int32_t b)
{
    const taut_schedule_item* items = context;
    const int32_t* p = items[a].particles;
    const int32_t* q = items[b].particles;
    int32_t p_low = p[0] < p[1] ? p[0] : p[1], p_high = p[0] < p[1] ? p[1] : p[0];
    int32_t q_low = q[0] < q[1] ? q[0] : q[1], q_high = q[0] < q[1] ? q[1] : q[0];
    if (p_low != q_low) {
        return p_low < q_low;
    }
    return p_high != q_high ? p_high < q_high : a < b;
}

static void list_links(search* s)
{
    const taut_schedule* plan = s->in->schedule;
    int count = 0;
    for (int i = 0; i < plan->item_count; ++i) {
        if (is_structural(&s->in->items[i])) {
            s->item[count++] = i;
        }
    }
    taut_sort(s->item, s->scratch, count, before_canonical, s->in->items);
    for (int i = 0; i < count; ++i) {
        const int32_t* p = s->in->items[s->item[i]].particles;
        s->ends[2 * i] = p[0] < p[1] ? p[0] : p[1];
        s->ends[2 * i + 1] = p[0] < p[1] ? p[1] : p[0];
    }
    const taut_batch_set* set = &plan->sets[TAUT_CONSTRAINT_DISTANCE];
    for (int place = 0; place < TAUT_BATCH * set->count; ++place) {
        if (set->items[place] >= 0) {
            s->place_of[set->items[place]] = place;
        }
    }
    taut_tuples pairs = {s->ends, 2, NULL, count, s->in->particle_count};
    taut_incidence_fill(&pairs, s->first, s->meeting);
}

// Which link goes on into which -------------------------------------------------------------------

static int end_at(const search* s, int link, int particle)
{
    return s->ends[2 * link] == particle ? 0 : 1;
}

// How straight the way is from one link into the other: 1 for a straight line.
static double straightness(const search* s, int particle, int a, int b)
{
    const taut_float4* x = s->in->x;
    taut_float4 at = x[particle];
    taut_float4 p = x[s->ends[2 * a + 1 - end_at(s, a, particle)]];
    taut_float4 q = x[s->ends[2 * b + 1 - end_at(s, b, particle)]];
    double ax = (double)p.x - (double)at.x, bx = (double)q.x - (double)at.x;
    double ay = (double)p.y - (double)at.y, by = (double)q.y - (double)at.y;
    double az = (double)p.z - (double)at.z, bz = (double)q.z - (double)at.z;
    double square = (ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz);
    return square > 0.0 ? -(ax * bx + ay * by + az * bz) / sqrt(square) : 0.0;
}

// The straightest pair of those that are left; false when none is straight enough.
static bool join_best(search* s, int particle, const int32_t* links, int count)
{
    double best = LEAST_STRAIGHT;
    int a = -1, b = -1;
    for (int i = 0; i < count; ++i) {
        if (s->onward[2 * links[i] + end_at(s, links[i], particle)] >= 0) {
            continue;
        }
        for (int k = i + 1; k < count; ++k) {
            bool free = s->onward[2 * links[k] + end_at(s, links[k], particle)] < 0;
            double straight = free ? straightness(s, particle, links[i], links[k]) : 0.0;
            if (straight > best) {
                best = straight;
                a = links[i];
                b = links[k];
            }
        }
    }
    if (a >= 0) {
        s->onward[2 * a + end_at(s, a, particle)] = b;
        s->onward[2 * b + end_at(s, b, particle)] = a;
    }
    return a >= 0;
}

static void join_links(search* s)
{
    memset(s->onward, 0xff, 2 * (size_t)s->link_count * sizeof *s->onward);
    for (int i = 0; i < s->in->particle_count; ++i) {
        int count = s->first[i + 1] - s->first[i];
        count = count < MOST_MEETING ? count : MOST_MEETING;
        while (join_best(s, i, s->meeting + s->first[i], count)) {
        }
    }
}

// Lines -------------------------------------------------------------------------------------------

// Goes back from a link over its lower end as far as the line is free. Returns the particle that
// the line begins at, and its first link.
static int32_t go_back(const search* s, int32_t* link)
{
    int32_t start = *link;
    int32_t particle = s->ends[2 * start];
    for (;;) {
        int32_t last = s->onward[2 * *link + end_at(s, *link, particle)];
        if (last < 0 || last == start || s->taken[last]) {
            return particle;
        }
        *link = last;
        particle = s->ends[2 * last + 1 - end_at(s, last, particle)];
    }
}

// Takes a line from its first link on. It ends before it meets itself: what would lead there is
// left for another.
static void take_line(search* s, int32_t link)
{
    int32_t particle = go_back(s, &link);
    found_line* line = &s->lines[s->line_count++];
    *line = (found_line){.first = s->step_count};
    s->nodes[s->step_count + s->line_count - 1] = particle;
    s->visited[particle] = s->line_count;
    while (link >= 0 && !s->taken[link]) {
        particle = s->ends[2 * link + 1 - end_at(s, link, particle)];
        if (s->visited[particle] == s->line_count) {
            break;
        }
        s->visited[particle] = s->line_count;
        s->taken[link] = 1;
        s->steps[s->step_count++] = link;
        s->nodes[s->step_count + s->line_count - 1] = particle;
        line->count += 1;
        link = s->onward[2 * link + end_at(s, link, particle)];
    }
}

static const int32_t* nodes_of(const search* s, int line)
{
    return s->nodes + s->lines[line].first + line;
}

// The first phase that none of its particles has; false when all are in use.
static bool find_phase(search* s, int number)
{
    found_line* line = &s->lines[number];
    const int32_t* nodes = nodes_of(s, number);
    uint32_t used = 0;
    for (int i = 0; i <= line->count; ++i) {
        used |= s->phases[nodes[i]];
    }
    while (used >> line->phase & 1) {
        line->phase += 1;
    }
    if (line->phase >= MOST_PHASES) {
        return false;
    }
    for (int i = 0; i <= line->count; ++i) {
        s->phases[nodes[i]] |= UINT32_C(1) << line->phase;
    }
    return true;
}

// Long lines first, so that those of a batch are of a length.
static bool before_packed(const void* context, int32_t a, int32_t b)
{
    const found_line* lines = context;
    if (lines[a].phase != lines[b].phase) {
        return lines[a].phase < lines[b].phase;
    }
    return lines[a].count != lines[b].count ? lines[a].count > lines[b].count : a < b;
}

static bool find_lines(search* s)
{
    list_links(s);
    join_links(s);
    for (int i = 0; i < s->link_count; ++i) {
        while (!s->taken[i]) {
            take_line(s, i);
            if (!find_phase(s, s->line_count - 1)) {
                return false;
            }
        }
    }
    for (int i = 0; i < s->line_count; ++i) {
        s->order[i] = i;
    }
    taut_sort(s->order, s->scratch, s->line_count, before_packed, s->lines);
    return true;
}

// Packing -----------------------------------------------------------------------------------------

static bool begins_batch(const search* s, int i, int lane)
{
    return i == 0 || lane == TAUT_LINE_LANES ||
           s->lines[s->order[i]].phase != s->lines[s->order[i - 1]].phase;
}

static void count_batches(const search* s, taut_lines* l)
{
    int lane = 0;
    for (int i = 0; i < s->line_count; ++i) {
        const found_line* line = &s->lines[s->order[i]];
        if (begins_batch(s, i, lane)) {
            l->batch_count += 1;
            l->row_count += line->count + 1;
            lane = 0;
        }
        ++lane;
        l->phase_count = line->phase + 1;
        l->most_links = line->count > l->most_links ? line->count : l->most_links;
    }
    l->line_count = s->line_count;
    l->link_count = s->link_count;
}

static void lay_out(taut_lines* l, taut_layout* layout)
{
    size_t entries = TAUT_LINE_LANES * (size_t)l->row_count;
    l->phase_first = taut_layout_take(layout, (size_t)l->phase_count + 1, sizeof(int32_t));
    l->batches = taut_layout_take(layout, (size_t)l->batch_count, sizeof *l->batches);
    l->seats = taut_layout_take(layout, entries, sizeof *l->seats);
    l->places = taut_layout_take(layout, entries, sizeof *l->places);
    l->rest = taut_layout_take(layout, entries, sizeof *l->rest);
    l->compliance = taut_layout_take(layout, entries, sizeof *l->compliance);
}

static void pack_line(const search* s, taut_lines* l, int number, size_t at)
{
    const found_line* line = &s->lines[number];
    const int32_t* nodes = nodes_of(s, number);
    for (int i = 0; i <= line->count; ++i, at += TAUT_LINE_LANES) {
        l->seats[at] = s->in->schedule->seating.seat_of[nodes[i]];
        if (i < line->count) {
            int32_t item = s->item[s->steps[line->first + i]];
            l->places[at] = s->place_of[item];
            l->rest[at] = s->in->links[item].rest;
            l->compliance[at] = s->in->links[item].compliance;
        }
    }
}

static void fill(const search* s, taut_lines* l)
{
    int32_t empty = s->in->schedule->seating.first[1] - 1;  // each part ends with such seats
    for (size_t i = 0; i < TAUT_LINE_LANES * (size_t)l->row_count; ++i) {
        l->seats[i] = empty;
        l->places[i] = -1;
        l->rest[i] = -1.0f;
    }
    int batch = -1, lane = 0, row = 0;
    for (int i = 0; i < s->line_count; ++i) {
        const found_line* line = &s->lines[s->order[i]];
        if (begins_batch(s, i, lane)) {
            l->batches[++batch] = (taut_line_batch){row, line->count};
            row += line->count + 1;
            lane = 0;
        }
        pack_line(s, l, s->order[i],
                  TAUT_LINE_LANES * (size_t)l->batches[batch].row + (size_t)lane);
        ++lane;
        l->phase_first[line->phase + 1] = batch + 1;
    }
}

static bool pack(const taut_allocator* allocator, const search* s, taut_lines* l)
{
    count_batches(s, l);
    taut_layout measure = {0};
    lay_out(l, &measure);
    l->bytes = measure.used;
    l->memory = taut_allocate(allocator, l->bytes);
    if (l->memory == NULL) {
        *l = (taut_lines){0};
        return false;
    }
    lay_out(l, &(taut_layout){l->memory, 0});
    fill(s, l);
    return true;
}

// Memory ------------------------------------------------------------------------------------------

static void lay_out_search(search* s, taut_layout* layout)
{
    size_t links = (size_t)s->link_count;
    size_t particles = (size_t)s->in->particle_count;
    size_t items = (size_t)s->in->schedule->item_count;
    s->item = taut_layout_take(layout, links, sizeof *s->item);
    s->ends = taut_layout_take(layout, 2 * links, sizeof *s->ends);
    s->place_of = taut_layout_take(layout, items, sizeof *s->place_of);
    s->first = taut_layout_take(layout, particles + 1, sizeof *s->first);
    s->meeting = taut_layout_take(layout, 2 * links, sizeof *s->meeting);
    s->onward = taut_layout_take(layout, 2 * links, sizeof *s->onward);
    s->taken = taut_layout_take(layout, links, sizeof *s->taken);
    s->steps = taut_layout_take(layout, links, sizeof *s->steps);
    s->nodes = taut_layout_take(layout, 2 * links, sizeof *s->nodes);
    s->visited = taut_layout_take(layout, particles, sizeof *s->visited);
    s->phases = taut_layout_take(layout, particles, sizeof *s->phases);
    s->lines = taut_layout_take(layout, links, sizeof *s->lines);
    s->order = taut_layout_take(layout, links, sizeof *s->order);
    s->scratch = taut_layout_take(layout, links, sizeof *s->scratch);
}

bool taut_lines_make(const taut_allocator* allocator, const taut_lines_input* input,
                     taut_lines* lines)
{
    *lines = (taut_lines){0};
    search s = {.in = input};
    for (int i = 0; i < input->schedule->item_count; ++i) {
        s.link_count += is_structural(&input->items[i]);
    }
    if (s.link_count == 0) {
        return true;
    }
    taut_layout measure = {0};
    lay_out_search(&s, &measure);
    taut_layout place = {taut_allocate(allocator, measure.used), 0};
    void* memory = place.base;
    if (memory == NULL) {
        return false;
    }
    lay_out_search(&s, &place);
    bool ok = !find_lines(&s) || pack(allocator, &s, lines);
    taut_free(allocator, memory, measure.used);
    return ok;
}

void taut_lines_free(const taut_allocator* allocator, taut_lines* lines)
{
    taut_free(allocator, lines->memory, lines->bytes);
    *lines = (taut_lines){0};
}
