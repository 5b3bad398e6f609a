// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Crowds on their way through a step: which of them go, what they are told, and what they say.

#include "cuda/crowd_host.h"

#include "crowd.h"
#include "cuda/crowd_room.h"
#include "cuda/plan_sheet.h"
#include "topology.h"

// Opening -----------------------------------------------------------------------------------------

// What the kernel asks of a body that touches others, whether it goes through the step or not.
static bool has_links(const taut_body* b)
{
    return b->device->more != NULL && b->device->more->touchy;
}

static bool is_fit(const taut_world* world, const taut_step* s, taut_body* b)
{
    bool steps = taut_world_steps_body(world, b);
    if (b == NULL || (!steps && !taut_body_touches(b)) || (steps && !taut_crowd_has(b))) {
        return true;
    }
    if (b->device == NULL) {
        return false;
    }
    bool fit = steps ? taut_device_fits(s, b) : taut_device_knows(b);
    return fit && (!taut_body_touches(b) || has_links(b));
}

// What joins bodies otherwise has no kernel yet.
static bool any_joined(const taut_world* world, uint32_t realm)
{
    const taut_attachments* all = &world->attachments;
    taut_realm_range its = taut_realms_of(&all->realms, realm);
    bool any = false;
    for (int i = its.first; i < its.end; ++i) {
        any = any || all->items[all->realms.items[i].number].live;
    }
    return any;
}

// All bodies of a realm, or none.
static bool may_go(const taut_world* world, const taut_step* s, const taut_device_crowd* d)
{
    bool goes = !world->device->lost && s->watcher == NULL && !any_joined(world, d->realm) &&
                taut_device_crowd_all_seats(world, d->realm, NULL) <= d->seat_room;
    taut_realm_range its = taut_realms_of(&world->realms, d->realm);
    for (int i = its.first; goes && i < its.end; ++i) {
        goes = is_fit(world, s, world->slots[world->realms.items[i].number].body);
    }
    return goes;
}

void taut_device_open_crowds(const taut_world* world, const taut_step* s)
{
    taut_device_crowds* all = world->device != NULL ? world->device->crowds : NULL;
    for (int i = 0; all != NULL && i < all->count; ++i) {
        all->items[i].goes = may_go(world, s, &all->items[i]);
        all->items[i].behind = false;  // of another step
        all->items[i].at = -1;
    }
}

bool taut_device_crowd_goes(const taut_device* device, uint32_t realm)
{
    const taut_device_crowd* d = taut_device_crowd_of(device, realm);
    return d != NULL && d->goes;
}

// Places in the list ------------------------------------------------------------------------------

void taut_device_crowds_count(const taut_device* device, const taut_step* s, int first)
{
    taut_device_crowds* all = device->crowds;
    for (int i = 0; all != NULL && i < all->count; ++i) {
        all->items[i].count = 0;
    }
    for (int i = 0; all != NULL && i < s->body_count; ++i) {
        const taut_body* b = s->bodies[i];
        if (b->away && taut_crowd_has(b)) {
            taut_device_crowd_of(device, b->realm)->count += 1;
        }
    }
    for (int i = 0; all != NULL && i < all->count; ++i) {
        taut_device_crowd* d = &all->items[i];
        d->first = first;
        first += d->count;
        d->count = 0;  // until they are placed
    }
}

int taut_device_crowd_place(const taut_device* device, uint32_t realm)
{
    taut_device_crowd* d = taut_device_crowd_of(device, realm);
    return d->first + d->count++;
}

// Handing over ------------------------------------------------------------------------------------

static taut_pair_body body_there(const taut_pair_body* here, int seat_first)
{
    const taut_device_body* d = here->body->device;
    const taut_work* w = &d->job->work;
    taut_pair_body there = *here;
    there.body = NULL;
    there.seat_first = seat_first;
    there.still = !here->body->away;
    there.x = w->x;
    there.v = w->v;
    there.d = w->d;
    there.lo = w->lo;
    there.w = w->w;
    there.at = d->job->body.x;
    there.seat_of = d->more->seat_of;
    there.start = d->more->start;
    there.origin = NULL;
    there.links = d->more->links;
    return there;
}

// Numbers of the host's pairs, which taut_pairs_open() has set.
static void fill_pairs(const taut_pairs* from, taut_pairs* to)
{
    to->body_count = from->body_count;
    to->point_count = from->point_count;
    to->most_pairs = from->most_pairs;
    to->reach = from->reach;
    to->planar = from->planar;
    to->h = from->h;
    to->dropped = atomic_load(&from->dropped);
    to->pair_count = to->find_count = to->touching = 0;
    to->brief = from->brief;
}

size_t taut_device_crowd_home(const taut_body* b)
{
    size_t floats = b->fine ? 2 * 3 + 1 : 3 + 1;
    size_t bytes = TAUT_CUDA_PART * floats * sizeof(float);
    bool fits = bytes <= taut_driver_most_room(b->device->of->driver, TAUT_CUDA_CROWD) &&
                taut_seating_most(&b->blueprint->schedule.seating) <= TAUT_CUDA_PART;
    return fits ? bytes : 0;
}

// What crowds that go side by side ask for: the most of any of them.
typedef struct crowds_ask {
    int blocks, threads;
    size_t home;
} crowds_ask;

static int larger(int a, int b)
{
    return a > b ? a : b;
}

// Bodies that one block takes are numbered.
static void ask_for(const taut_device* device, const taut_device_crowd* d, crowds_ask* ask)
{
    taut_crowd_blocks blocks = {0};
    for (int i = d->first; i < d->first + d->count; ++i) {
        const taut_body* b = device->list.bodies[i];
        bool small = b->blueprint->schedule.seating.part_count <= 1;
        size_t home = taut_device_crowd_home(b);
        device->turns[i].small = small ? blocks.small : -1;
        taut_crowd_blocks_add(&blocks, b);
        ask->threads = larger(b->device->shape.threads, ask->threads);
        ask->home = home > ask->home ? home : ask->home;
    }
    int points = device->crowds->jobs[d->at].pairs.point_count;
    ask->blocks = larger(taut_crowd_blocks_wanted(blocks, points), ask->blocks);
    device->crowds->jobs[d->at].any_small = blocks.small > 0;
}

// As many blocks for each as the device has for all of them at once, one at least. Where it has
// fewer than they ask for, these have as many threads as they may.
static void take_shape(const taut_device* device, const crowds_ask* ask)
{
    taut_device_crowds* all = device->crowds;
    bool wide = (int64_t)ask->blocks * all->launched >= all->widest ||
                ask->threads > TAUT_CUDA_MEETING_THREADS;
    taut_driver_shape shape =
        taut_device_crowd_shape(wide ? TAUT_CUDA_MEETING_THREADS : ask->threads, ask->home);
    if (all->most_blocks == 0 || shape.threads != all->shape.threads ||
        shape.room != all->shape.room) {
        all->most_blocks = taut_driver_blocks(device->driver, shape);
        all->shape = shape;
    }
    int blocks = all->most_blocks / all->launched;
    blocks = ask->blocks < blocks ? ask->blocks : blocks;
    blocks = blocks < TAUT_CUDA_MEETING_BLOCKS ? blocks : TAUT_CUDA_MEETING_BLOCKS;
    all->blocks = blocks > 1 ? blocks : 1;
    for (int i = 0; i < all->count; ++i) {
        const taut_device_crowd* d = &all->items[i];
        if (d->at >= 0) {
            all->jobs[d->at].blocks = d->block_room < all->blocks ? d->block_room : all->blocks;
        }
    }
}

// Those that stand still are felt where they are.
static bool send_still(const taut_pairs* p)
{
    bool ok = true;
    for (int k = 0; k < p->body_count && ok; ++k) {
        union {
            const taut_body* read;
            taut_body* sent;
        } b = {p->bodies[k].body};
        ok = b.read->away || taut_state_send_still(b.sent);
    }
    return ok;
}

// A crowd that goes, with its bodies from number `bodies` on among those of all.
// @param turns  the first turn of all crowds
static bool fill_job(const taut_world* world, const taut_step* s, taut_device_crowd* d, int turns,
                     int bodies)
{
    const taut_device* device = world->device;
    const taut_device_crowds* all = device->crowds;
    taut_world view = taut_groups_view(world, taut_groups_find(world, d->realm));
    const taut_pairs* p = view.pairs;
    taut_pairs_open(&view, s->h, NULL);
    taut_cuda_crowd* job = &all->jobs[d->at];
    *job = d->job;
    fill_pairs(p, &job->pairs);
    job->pairs.bodies = all->bodies_there + bodies;
    job->came = all->gates_there[d->at].came;
    job->report = all->reports_there + d->at;
    job->turn_first = d->first - turns;
    job->turn_count = d->count;
    for (int i = d->first; i < d->first + d->count; ++i) {
        job->any_limits = job->any_limits || device->turns[i].run.limits;
        job->any_meets = job->any_meets || device->turns[i].run.meets;
    }
    for (int k = 0; k < p->body_count; ++k) {
        all->bodies[bodies + k] = body_there(&p->bodies[k], job->seat_count);
        job->seat_count += (int)taut_device_crowd_seats(p->bodies[k].body);
    }
    return send_still(p);
}

static bool send_jobs(const taut_device* device, int bodies)
{
    const taut_device_crowds* all = device->crowds;
    size_t jobs = (size_t)all->launched;
    taut_driver* driver = device->driver;
    return taut_driver_send(driver, all->bodies_there, all->bodies,
                            (size_t)bodies * sizeof *all->bodies) &&
           taut_driver_send(driver, all->jobs_there, all->jobs, jobs * sizeof *all->jobs) &&
           (all->blocks == 1 ||
            taut_driver_send(driver, all->gates_there, all->gates, jobs * sizeof *all->gates));
}

bool taut_device_crowds_send(const taut_world* world, const taut_step* s, int first)
{
    const taut_device* device = world->device;
    taut_device_crowds* all = device->crowds;
    crowds_ask ask = {0};
    int bodies = 0;
    bool ok = true;
    all->launched = 0;
    for (int i = 0; i < all->count && ok; ++i) {
        taut_device_crowd* d = &all->items[i];
        if (d->goes && d->count > 0) {
            d->at = all->launched++;
            ok = fill_job(world, s, d, first, bodies);
            ask_for(device, d, &ask);
            bodies += all->jobs[d->at].pairs.body_count;
        }
    }
    if (!ok || all->launched == 0) {
        return false;
    }
    take_shape(device, &ask);
    device->turns[first].crowd = all->jobs_there;
    return send_jobs(device, bodies);
}

taut_driver_answer taut_device_crowds_launch(const taut_device* device, int first)
{
    const taut_device_crowds* all = device->crowds;
    return taut_driver_launch(device->driver, device->turns_there + first, all->launched,
                              all->blocks, all->shape);
}

// Afterwards --------------------------------------------------------------------------------------

bool taut_device_crowds_hear(const taut_device* device)
{
    const taut_device_crowds* all = device->crowds;
    return taut_driver_ask(device->driver, all->reports, all->reports_there,
                           (size_t)all->launched * sizeof *all->reports);
}

void taut_device_crowds_arrive(const taut_world* world)
{
    const taut_device_crowds* all = world->device->crowds;
    for (int i = 0; i < all->count; ++i) {
        taut_device_crowd* d = &all->items[i];
        if (d->at < 0) {
            continue;
        }
        const taut_cuda_crowd_report* report = &all->reports[d->at];
        taut_pairs* p = taut_groups_get(world, taut_groups_find(world, d->realm)).pairs;
        p->pair_count = report->pair_count;
        p->find_count = report->find_count;
        p->touching = (int)report->touching;
        atomic_store(&p->dropped, (size_t)report->dropped);
        d->behind = true;
        d->listed = report->listed != 0;
    }
}

// A device that fails has no more to say: nothing touched then.
void taut_device_read_pairs(const taut_world* world, uint32_t realm, taut_pairs* p)
{
    const taut_device* device = world->device;
    taut_device_crowd* d = device != NULL ? taut_device_crowd_of(device, realm) : NULL;
    if (d == NULL || !d->behind) {
        return;
    }
    size_t points = (size_t)p->point_count * sizeof *p->points;
    size_t pairs = (size_t)p->pair_count * sizeof *p->pairs;
    size_t colours = d->listed ? (size_t)p->pair_count * sizeof *p->colours : 0;
    bool ok = taut_driver_fetch(device->driver, p->points, d->job.pairs.points, points) &&
              taut_driver_fetch(device->driver, p->pairs, d->job.pairs.pairs, pairs) &&
              taut_driver_fetch(device->driver, p->colours, d->job.pairs.colours, colours) &&
              taut_driver_wait(device->driver);
    p->touching = ok ? p->touching : 0;
    if (ok && d->listed) {
        taut_pairs_order(p);
    }
    d->behind = false;
}
