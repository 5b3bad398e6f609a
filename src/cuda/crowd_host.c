// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Crowds on their way through a step: which of them go, what they are told, and what they say.

#include "cuda/crowd_host.h"

#include "crowd.h"
#include "cuda/crowd_room.h"
#include "cuda/plan_sheet.h"
#include "topology.h"
#include "watch.h"

// Opening -----------------------------------------------------------------------------------------

static taut_stay stay_of(const taut_world* world, const taut_step* s, taut_body* b, int* bodies)
{
    bool steps = taut_world_steps_body(world, b);
    if (b == NULL || (!steps && !taut_body_touches(b)) || (steps && !taut_crowd_has(b))) {
        return TAUT_STAY_NONE;
    }
    *bodies += steps;
    if (b->device == NULL) {
        return TAUT_STAY_MEMORY;
    }
    return steps ? taut_device_stay(world, s, b) : taut_device_learn(b);
}

// Whether attachments join any bodies of a realm.
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
static taut_stay stay_of_all(const taut_world* world, const taut_step* s, taut_device_crowd* d)
{
    taut_stay stay = TAUT_STAY_NONE;
    int bodies = 0;
    taut_realm_range its = taut_realms_of(&world->realms, d->realm);
    for (int i = its.first; i < its.end; ++i) {  // all of them: so they calm down together
        int slot = world->realms.items[i].number;
        taut_stay its_own = stay_of(world, s, world->slots[slot].body, &bodies);
        d->whose = stay == TAUT_STAY_NONE && its_own != TAUT_STAY_NONE ? taut_world_id(world, slot)
                                                                       : d->whose;
        stay = stay == TAUT_STAY_NONE ? its_own : stay;
    }
    bool room = stay != TAUT_STAY_NONE ||
                (taut_device_crowd_all_seats(world, d->realm, NULL) <= d->seat_room &&
                 (!d->joined || taut_device_joins_fit(world, &d->joins, d->realm, bodies)));
    return room ? stay : TAUT_STAY_MEMORY;
}

static taut_stay stay_of_crowd(const taut_world* world, const taut_step* s, taut_device_crowd* d)
{
    d->whose = (taut_body_id){0};
    if (world->device->lost) {
        return TAUT_STAY_NO_DEVICE;
    }
    if (s->watcher != NULL) {  // wherever the body is that is watched
        d->whose = s->watcher->id;
        return TAUT_STAY_WATCHED;
    }
    return stay_of_all(world, s, d);
}

// Those that are joined go by themselves, and so have other places.
static void open_crowd(const taut_world* world, const taut_step* s, taut_device_crowd* d)
{
    bool joined = any_joined(world, d->realm);
    world->device->list.count = joined == d->joined ? world->device->list.count : 0;
    d->joined = joined;
    d->stay = stay_of_crowd(world, s, d);
    d->behind = false;  // of another step
    d->at = -1;
}

void taut_device_open_crowds(const taut_world* world, const taut_step* s)
{
    taut_device_crowds* all = world->device != NULL ? world->device->crowds : NULL;
    for (int i = 0; all != NULL && i < all->count; ++i) {
        open_crowd(world, s, &all->items[i]);
    }
}

taut_stay taut_device_crowd_stay(const taut_device* device, uint32_t realm, taut_body_id* whose)
{
    const taut_device_crowd* d = taut_device_crowd_of(device, realm);
    *whose = d != NULL ? d->whose : (taut_body_id){0};
    return d != NULL ? d->stay : TAUT_STAY_MEMORY;
}

// Places in the list ------------------------------------------------------------------------------

// By which of the launches it goes.
static int launch_of(const taut_device_crowd* d)
{
    return d->joined ? 1 : 0;
}

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
    for (int i = 0; all != NULL && i < TAUT_CROWD_LAUNCHES * all->count; ++i) {
        taut_device_crowd* d = &all->items[i % all->count];
        if (launch_of(d) == i / all->count) {
            d->first = first;
            first += d->count;
            d->count = 0;  // until they are placed
        }
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
    there.parted = here->self ? d->more->parted : NULL;
    there.seen = d->more->seen;
    return there;
}

// Numbers of the host's pairs, which taut_pairs_open() has set; none where no particles touch.
static void fill_pairs(const taut_pairs* from, taut_pairs* to)
{
    if (from == NULL) {
        return;
    }
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

// Threads of a block. Where a crowd asks for more blocks than the device has, these have as many
// threads as they may. Where several do, so many would mostly wait for one another: there are only
// as many as their bodies have work for, and more crowds go at once
// (docs/decisions/0063-few-threads-for-many-realms.md).
static int threads_for(const taut_device_crowds* all, int crowds, const crowds_ask* ask)
{
    bool short_of_blocks = (int64_t)ask->blocks * crowds >= all->widest;
    int least = !short_of_blocks ? TAUT_CROWD_THREADS
                : crowds > 1     ? TAUT_CROWD_FEW_THREADS
                                 : TAUT_CUDA_MEETING_THREADS;
    int threads = larger(ask->threads, least);
    return threads < TAUT_CUDA_MEETING_THREADS ? threads : TAUT_CUDA_MEETING_THREADS;
}

// As many blocks for each as the device has for all of them at once, one at least.
static void take_shape(const taut_device* device, taut_crowd_launch* go, const crowds_ask* ask)
{
    const taut_device_crowds* all = device->crowds;
    taut_driver_shape shape = taut_device_crowd_shape(threads_for(all, go->count, ask), ask->home);
    shape.kernel = go == &all->launches[0] ? TAUT_CUDA_CROWD : TAUT_CUDA_JOINED;
    if (go->most_blocks == 0 || shape.threads != go->shape.threads ||
        shape.room != go->shape.room) {
        go->most_blocks = taut_driver_blocks(device->driver, shape);
        go->shape = shape;
    }
    int blocks = go->most_blocks / go->count;
    blocks = ask->blocks < blocks ? ask->blocks : blocks;
    blocks = blocks < TAUT_CUDA_MEETING_BLOCKS ? blocks : TAUT_CUDA_MEETING_BLOCKS;
    go->blocks = blocks > 1 ? blocks : 1;
    for (int i = 0; i < all->count; ++i) {
        const taut_device_crowd* d = &all->items[i];
        if (d->at >= go->first && d->at < go->first + go->count) {
            all->jobs[d->at].blocks = d->block_room < go->blocks ? d->block_room : go->blocks;
        }
    }
}

// Those that stand still are felt where they are.
static bool send_still(const taut_pairs* p)
{
    bool ok = true;
    for (int k = 0; p != NULL && k < p->body_count && ok; ++k) {
        union {
            const taut_body* read;
            taut_body* sent;
        } b = {p->bodies[k].body};
        ok = b.read->away || taut_state_send_still(b.sent);
    }
    return ok;
}

// Its bodies whose particles touch, from number `bodies` on among those of all.
static bool fill_touching(const taut_device_crowds* all, taut_cuda_crowd* job, const taut_pairs* p,
                          int bodies)
{
    fill_pairs(p, &job->pairs);
    job->pairs.bodies = all->bodies_there + bodies;
    for (int k = 0; p != NULL && k < p->body_count; ++k) {
        all->bodies[bodies + k] = body_there(&p->bodies[k], job->seat_count);
        job->seat_count += (int)taut_device_crowd_seats(p->bodies[k].body);
        job->any_parted = job->any_parted || all->bodies[bodies + k].parted != NULL;
    }
    return send_still(p);
}

// A crowd that goes, as the next one of a launch.
static bool fill_job(const taut_world* world, const taut_step* s, taut_device_crowd* d,
                     const taut_crowd_launch* go, int bodies)
{
    const taut_device* device = world->device;
    taut_device_crowds* all = device->crowds;
    taut_world view = taut_groups_view(world, taut_groups_find(world, d->realm));
    taut_pairs_open(&view, s->h, NULL);
    taut_cuda_crowd* job = &all->jobs[d->at];
    *job = d->job;
    job->came = all->gates_there[d->at].came;
    job->report = all->reports_there + d->at;
    job->turn_first = d->first - go->turn;
    job->turn_count = d->count;
    for (int i = d->first; i < d->first + d->count; ++i) {
        job->any_limits = job->any_limits || device->turns[i].run.limits;
        job->any_meets = job->any_meets || device->turns[i].run.meets;
    }
    bool ok = fill_touching(all, job, view.pairs, bodies);
    job->clears = job->any_parted && !world->trying;
    taut_body* const* its = device->list.bodies + d->first;
    if (d->joined && ok) {
        ok = taut_device_joins_fill(&view, &all->joins, &d->joins, its, d->count, &all->hangs);
        job->joins = d->joins.job_there;
    } else {
        taut_device_joins_untie(its, d->count);
    }
    return ok;
}

static bool send_jobs(const taut_device* device, int bodies)
{
    const taut_device_crowds* all = device->crowds;
    size_t jobs = (size_t)all->going;
    taut_driver* driver = device->driver;
    bool alone = all->launches[0].blocks <= 1 && all->launches[1].blocks <= 1;
    return taut_device_joins_send(driver, &all->joins) &&
           taut_driver_send(driver, all->bodies_there, all->bodies,
                            (size_t)bodies * sizeof *all->bodies) &&
           taut_driver_send(driver, all->jobs_there, all->jobs, jobs * sizeof *all->jobs) &&
           (alone ||
            taut_driver_send(driver, all->gates_there, all->gates, jobs * sizeof *all->gates));
}

// The crowds of a launch, with turns from number `turn` on. Returns how many bodies touch, up to
// now; -1 when the device failed.
static int fill_launch(const taut_world* world, const taut_step* s, int number, int turn,
                       int bodies)
{
    const taut_device* device = world->device;
    taut_device_crowds* all = device->crowds;
    taut_crowd_launch* go = &all->launches[number];
    crowds_ask ask = {0};
    go->first = all->going;
    go->turn = turn;
    go->count = go->bodies = go->blocks = 0;
    for (int i = 0; i < all->count; ++i) {
        taut_device_crowd* d = &all->items[i];
        if (d->stay != TAUT_STAY_NONE || d->count == 0 || launch_of(d) != number) {
            continue;
        }
        d->at = all->going++;
        if (!fill_job(world, s, d, go, bodies)) {
            return -1;
        }
        ask_for(device, d, &ask);
        go->count += 1;
        go->bodies += d->count;
        bodies += all->jobs[d->at].pairs.body_count;
    }
    if (go->count > 0) {
        take_shape(device, go, &ask);
        device->turns[turn].crowd = all->jobs_there + go->first;
    }
    return bodies;
}

bool taut_device_crowds_send(const taut_world* world, const taut_step* s, int first)
{
    taut_device_crowds* all = world->device->crowds;
    int bodies = 0;
    all->going = 0;
    all->hangs = all->launches[0].gone = all->launches[1].gone = false;
    taut_device_joins_open(&all->joins);
    for (int k = 0; k < TAUT_CROWD_LAUNCHES && bodies >= 0; ++k) {
        bodies = fill_launch(world, s, k, first, bodies);
        first += all->launches[k].bodies;
    }
    return bodies >= 0 && all->going > 0 && send_jobs(world->device, bodies);
}

bool taut_device_crowds_hang(const taut_device* device)
{
    return device->crowds != NULL && device->crowds->hangs;
}

int taut_device_crowds_bodies(const taut_device* device, int launch)
{
    return device->crowds->launches[launch].bodies;
}

taut_driver_answer taut_device_crowds_launch(const taut_device* device, int launch)
{
    taut_crowd_launch* go = &device->crowds->launches[launch];
    taut_driver_answer answer = taut_driver_launch(device->driver, device->turns_there + go->turn,
                                                   go->count, go->blocks, go->shape);
    go->gone = answer == TAUT_DRIVER_LAUNCHED;
    return answer;
}

// Afterwards --------------------------------------------------------------------------------------

// Whether a crowd is on its way.
static bool has_gone(const taut_device_crowds* all, const taut_device_crowd* d)
{
    return d->at >= 0 && all->launches[launch_of(d)].gone;
}

bool taut_device_crowds_hear(const taut_device* device)
{
    const taut_device_crowds* all = device->crowds;
    bool any = all != NULL && (all->launches[0].gone || all->launches[1].gone);
    bool ok = !any || taut_driver_ask(device->driver, all->reports, all->reports_there,
                                      (size_t)all->going * sizeof *all->reports);
    return ok &&
           (!any || !all->launches[1].gone || taut_device_joins_ask(device->driver, &all->joins));
}

static void hear_pairs(taut_pairs* p, const taut_cuda_crowd_report* report)
{
    p->pair_count = report->pair_count;
    p->find_count = report->find_count;
    p->touching = (int)report->touching;
    atomic_store(&p->dropped, (size_t)report->dropped);
}

void taut_device_crowds_arrive(const taut_world* world)
{
    const taut_device_crowds* all = world->device->crowds;
    for (int i = 0; all != NULL && i < all->count; ++i) {
        taut_device_crowd* d = &all->items[i];
        if (!has_gone(all, d)) {
            continue;
        }
        const taut_cuda_crowd_report* report = &all->reports[d->at];
        taut_world view = taut_groups_view(world, taut_groups_find(world, d->realm));
        if (view.pairs != NULL) {
            hear_pairs(view.pairs, report);
            d->behind = true;
            d->listed = report->listed != 0;
        }
        if (d->joined) {
            taut_device_joins_arrive(&view, &d->joins);
        }
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
