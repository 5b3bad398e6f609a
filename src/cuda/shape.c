// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "cuda/shape.h"

#include "cuda/plan_sheet.h"

// Bodies of up to this many seats get one block each.
#define SMALL_SEATS 1536

// x, w, v, lo, and q or d of such a one.
#define WHOLE_FLOATS 13

// Sheets ------------------------------------------------------------------------------------------

// Room of a part that stays (near_layout_of() of sheet_near.inl), or of the one at hand.
static size_t sheet_room(const taut_body* b, bool stays)
{
    const taut_cuda_sheet* sheet = &b->device->job->sheet;
    size_t seats = (size_t)sheet->seats, guests = (size_t)sheet->most_guests;
    size_t near = 13 * seats + 5 * guests;
    if (sheet->keeps_links) {
        near = (near + 3) / 4 * 4 + (size_t)taut_cuda_kept_floats(sheet);
    }
    size_t whole = b->fine ? 14 * TAUT_CUDA_FINE_SEATS : near;
    size_t floats = stays ? whole : (b->fine ? 8 : 4) * TAUT_CUDA_PART;
    return floats * sizeof(float);
}

// Constraints stay there, too, where they find room, and there may be one more block for those
// across parts.
static void keep_links(const taut_device* device, const taut_body* b)
{
    taut_cuda_sheet* sheet = &b->device->job->sheet;
    int blocks = b->blueprint->schedule.seating.part_count + 1;
    sheet->keeps_links = !b->fine && sheet->kept_rounds > 0 && blocks <= TAUT_CUDA_TOGETHER;
    taut_driver_shape shape = {TAUT_CUDA_SHEET, sheet->threads, sheet_room(b, true)};
    sheet->keeps_links = sheet->keeps_links &&
                         shape.room <= taut_driver_most_room(device->driver, shape.kernel) &&
                         taut_driver_clusters(device->driver, blocks, shape);
}

// Bytes of shared memory for a part that stays, with so many places that were predicted.
static size_t staying_room(const taut_cuda_sheet* sheet)
{
    size_t rows = sheet->keeps_v ? 6 * (size_t)sheet->seats : 0;
    size_t own = (size_t)sheet->seats, guests = (size_t)sheet->most_guests;
    size_t seats = sheet->guests_apart ? 4 * own + 5 * guests : 4 * (own > guests ? own : guests);
    return (seats + 3 * (size_t)sheet->kept_q + rows) * sizeof(float);
}

// As much of each part in shared memory as there may be, if all parts can be there at once.
static taut_driver_shape staying_shape(const taut_device* device, const taut_body* b)
{
    enum { SHARES = 16 };
    const taut_cuda_plan* plan = b->device->plan;
    taut_cuda_sheet* sheet = &b->device->job->sheet;
    taut_driver_shape shape = {TAUT_CUDA_STAYING_SHEET, plan->sheet_threads, 0};
    const taut_schedule* schedule = &b->blueprint->schedule;
    bool told = schedule->cluster_count <= b->device->done_room &&
                schedule->seating.seat_count <= b->device->kept_room;
    for (int i = SHARES + 1 + SHARES; i >= 0 && told; --i) {
        sheet->guests_apart = i > SHARES;
        int share = sheet->guests_apart ? i - SHARES : i;
        sheet->keeps_v = share > SHARES;
        sheet->kept_q = sheet->keeps_v ? sheet->seats : sheet->seats / SHARES / 4 * 4 * share;
        shape.room = staying_room(sheet);
        if (shape.room <= taut_driver_most_room(device->driver, shape.kernel) &&
            taut_driver_blocks(device->driver, shape) >=
                b->blueprint->schedule.seating.part_count) {
            return shape;
        }
    }
    return (taut_driver_shape){0};
}

// All parts in shared memory for the whole step, each in a block of a cluster, where the device has
// that; or one after the other. No threads: neither.
static taut_driver_shape sheet_shape(const taut_device* device, const taut_body* b)
{
    const taut_cuda_plan* plan = b->device->plan;
    taut_driver* driver = device->driver;
    int parts = b->blueprint->schedule.seating.part_count;
    keep_links(device, b);
    taut_driver_shape stays = {b->fine ? TAUT_CUDA_FINE_SHEET : TAUT_CUDA_SHEET,
                               plan->sheet_threads, sheet_room(b, true)};
    taut_driver_shape comes = {b->fine ? TAUT_CUDA_LARGE_FINE_SHEET : TAUT_CUDA_LARGE_SHEET,
                               plan->sheet_threads, sheet_room(b, false)};
    bool small = parts == 1 && plan->sheet.seats <= TAUT_CUDA_FINE_SEATS;
    if (parts <= TAUT_CUDA_TOGETHER && (small || !b->fine) &&
        stays.room <= taut_driver_most_room(driver, stays.kernel) &&
        (parts == 1 ||
         taut_driver_clusters(driver, parts + b->device->job->sheet.keeps_links, stays))) {
        return stays;
    }
    const taut_driver_shape none = {0};
    taut_driver_shape rests = b->fine ? none : staying_shape(device, b);
    if (rests.threads > 0) {
        return rests;
    }
    bool fits = comes.room <= taut_driver_most_room(driver, comes.kernel);
    return fits ? comes : none;
}

// Any body ----------------------------------------------------------------------------------------

bool taut_shape_small(const taut_body* b)
{
    return b->blueprint->schedule.seating.seat_count <= SMALL_SEATS;
}

// A small body stays in shared memory for the whole step, of a large one the part at hand.
size_t taut_shape_room(const taut_body* b)
{
    size_t floats = taut_shape_small(b) ? WHOLE_FLOATS : b->fine ? 2 * 3 + 1 : 3 + 1;
    int seats = taut_shape_small(b) ? b->blueprint->schedule.seating.seat_count : TAUT_CUDA_PART;
    size_t bytes = (size_t)seats * floats * sizeof(float);
    bool fits =
        bytes <= taut_driver_most_room(b->device->of->driver, TAUT_CUDA_MEETING) &&
        (taut_shape_small(b) || taut_seating_most(&b->blueprint->schedule.seating) <= seats);
    return fits ? bytes : 0;
}

// A thread for every other particle keeps most of them busy in most colours. Where there are more
// parts than processors, two blocks share one: while one waits for its threads, the other works.
static int threads_for(const taut_body* b)
{
    bool many = b->blueprint->schedule.seating.part_count > TAUT_CUDA_MANY_PARTS;
    int most = many ? TAUT_CUDA_MOST_THREADS / 2 : TAUT_CUDA_MOST_THREADS;
    most = b->device->run.meets ? TAUT_CUDA_MEETING_THREADS : most;
    int seats = taut_shape_small(b) ? b->blueprint->schedule.seating.seat_count
                                    : taut_seating_most(&b->blueprint->schedule.seating);
    int threads = (seats / 2 + 31) / 32 * 32;
    return threads < 32 ? 32 : threads > most ? most : threads;
}

static taut_driver_shape shape_for(const taut_device* device, const taut_body* b)
{
    taut_driver_shape sheet = {0};
    if (b->device->sheet) {
        sheet = sheet_shape(device, b);
    }
    taut_cuda_kernel kernel = b->device->run.meets ? TAUT_CUDA_MEETING : TAUT_CUDA_STEP;
    return sheet.threads > 0 ? sheet
                             : (taut_driver_shape){kernel, threads_for(b), taut_shape_room(b)};
}

static taut_shape_group group_of(const taut_body* b)
{
    taut_cuda_kernel kernel = b->device->shape.kernel;
    bool one = b->blueprint->schedule.seating.part_count == 1;
    if (kernel == TAUT_CUDA_STEP || kernel == TAUT_CUDA_MEETING) {
        bool meets = kernel == TAUT_CUDA_MEETING;
        return !taut_shape_small(b) ? TAUT_SHAPE_LARGE
               : meets              ? TAUT_SHAPE_SMALL_MEETING
                                    : TAUT_SHAPE_SMALL;
    }
    return one && kernel == TAUT_CUDA_SHEET        ? TAUT_SHAPE_SMALL_SHEET
           : one && kernel == TAUT_CUDA_FINE_SHEET ? TAUT_SHAPE_SMALL_FINE_SHEET
                                                   : TAUT_SHAPE_LARGE;
}

static int blocks_for(const taut_device* device, const taut_body* b)
{
    const taut_schedule* plan = &b->blueprint->schedule;
    int most = plan->seating.part_count;
    if (taut_driver_in_cluster(b->device->shape) ||
        b->device->shape.kernel == TAUT_CUDA_STAYING_SHEET) {
        return most + b->device->job->sheet.keeps_links;  // one to each part
    }
    for (int i = 0; i < plan->phase_count; ++i) {
        int clusters = plan->phase_first[i + 1] - plan->phase_first[i];
        most = clusters > most ? clusters : most;
    }
    int room = taut_driver_blocks(device->driver, b->device->shape);
    if (b->device->run.meets) {
        // Elements find their own pairs: there is work for all.
        int wanted =
            (plan->seating.seat_count + b->device->shape.threads - 1) / b->device->shape.threads;
        most = wanted > most ? wanted : most;
        room = room < TAUT_CUDA_MEETING_BLOCKS ? room : TAUT_CUDA_MEETING_BLOCKS;
    }
    return most < room ? most : room;
}

void taut_shape_take(const taut_device* device, taut_body* b, bool sheet)
{
    taut_device_body* d = b->device;
    d->sheet = sheet;
    d->shape = shape_for(device, b);
    d->group = (int)group_of(b);
    d->blocks = d->group == TAUT_SHAPE_LARGE ? blocks_for(device, b) : 1;
}
