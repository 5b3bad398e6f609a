// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The main loop. If you read one file, read this one.
//
// A backend (src/backend/) is a table of the stages named below. Solvers and sets of instructions
// differ in what stands in the table; the maths of every stage is written once, in
// src/constraint/*.inl and src/backend/integrate.inl.
//
// The order of the stages is Algorithm 1 of docs/algorithm.md, after Macklin, Mueller and
// Chentanez, "XPBD: Position-Based Simulation of Compliant Constrained Dynamics" (MIG 2016), and
// Macklin et al., "Small Steps in Physics Simulation" (SCA 2019): many substeps, and one sweep over
// the constraints in each.
//
// Clusters of a phase share no particle, nor do the constraints of a colour, so both may be taken
// in any order, on any number of threads or lanes, and arrive at the same bits. Phases, and the
// colours of a cluster, keep their order.

#include "step.h"

#include "contacts.h"
#include "platform/parallel.h"

// What the tasks of one parallel section have in common.
typedef struct section {
    const taut_run* run;
    taut_project_fn* const* project;
    int first_cluster;
    taut_visit visit;
    bool finish;                // velocities of the substep before come first
    bool open;                  // prediction goes on into the first phase
    int line_end, line_stride;  // batches of lines: each task takes every so manyth
} section;

static bool shares_out(const taut_run* r)
{
    return r->parallel_for != NULL && r->watch == NULL;
}

void taut_run_each(const taut_run* r, int count, taut_task_fn* task, void* context)
{
    if (shares_out(r) && count > 1) {
        taut_parallel(r->parallel_for, r->parallel_host, count, task, context);
        return;
    }
    for (int i = 0; i < count; ++i) {
        task(context, i);
    }
}

// Tethers are rigid and never look at their multiplier, so theirs gathers over the whole step: the
// mean force is read from it.
static void sweep_cluster(const section* c, int cluster)
{
    const taut_run* r = c->run;
    const taut_schedule* plan = &r->work->body->blueprint->schedule;
    taut_visit tethers = {.fresh = c->visit.fresh && r->step.substep == 0, .kept = true};
    for (int i = plan->cluster_first[cluster]; i < plan->cluster_first[cluster + 1]; ++i) {
        const taut_colour* colour = &plan->colours[i];
        if (colour->count == 0) {
            break;  // set aside (own.h), and so are all that follow
        }
        taut_visit visit = colour->kind == TAUT_CONSTRAINT_TETHER ? tethers : c->visit;
        if (r->watch != NULL) {
            bool damps = c->project == r->stages->damp;
            taut_watch_colour(r->watch, &r->step, r->work, colour, visit,
                              damps ? TAUT_STAGE_VELOCITIES : TAUT_STAGE_SWEEP);
        } else {
            c->project[colour->kind](&r->step, r->work, colour, visit);
        }
    }
}

static void cluster_task(void* context, int i)
{
    const section* c = context;
    sweep_cluster(c, c->first_cluster + i);
}

// How the constraints of a phase are visited by sweep number i. Multipliers are stored where
// someone will look: on a later visit, at the damping of one-sided constraints, or after the step.
static taut_visit visit_of(const taut_run* r, int phase, int i)
{
    const taut_schedule* plan = &r->work->body->blueprint->schedule;
    bool last_sweep = i + 1 == r->iterations;
    bool last_visit = last_sweep && (phase >= plan->last_first || phase < plan->repeat_first);
    bool last_substep = r->step.substep + 1 == r->step.substep_count;
    bool looks = r->limits || r->rubs;
    return (taut_visit){.fresh = i == 0 && phase < plan->once_count,
                        .kept = !last_visit || last_substep || r->damps || r->meets || looks};
}

static void line_task(void* context, int i)
{
    const section* c = context;
    const taut_run* r = c->run;
    void* scratch = r->work->line_scratch + (size_t)i * taut_line_scratch(r->work->body);
    for (int batch = c->first_cluster + i; batch < c->line_end; batch += c->line_stride) {
        r->stages->lines(&r->step, r->work, batch, scratch, c->visit);
    }
}

// The structural links, whole lines at a time.
static void solve_lines(const taut_run* r, int i)
{
    const taut_lines* lines = &r->work->body->blueprint->lines;
    bool last = i + 1 == r->iterations && r->step.substep + 1 < r->step.substep_count;
    for (int phase = 0; phase < lines->phase_count; ++phase) {
        section c = {.run = r,
                     .first_cluster = lines->phase_first[phase],
                     .line_end = lines->phase_first[phase + 1],
                     .visit = {.fresh = i == 0, .kept = !last || r->damps || r->limits}};
        int batches = c.line_end - c.first_cluster;
        c.line_stride = batches < TAUT_LINE_TASKS ? batches : TAUT_LINE_TASKS;
        c.line_stride = shares_out(r) ? c.line_stride : 1;
        taut_run_each(r, c.line_stride, line_task, &c);
        taut_watch_tell(r->watch, &r->step, r->work, TAUT_STAGE_LINES);
    }
}

// Phases from `first` on, one after another.
static void sweep(const taut_run* r, int first, int i)
{
    const taut_schedule* plan = &r->work->body->blueprint->schedule;
    int end = r->stages->forces ? plan->once_count : plan->phase_count;
    end = r->lines ? plan->repeat_first : end;
    for (int phase = first; phase < end; ++phase) {
        if (r->direct && plan->phase_tree[phase]) {
            continue;
        }
        section c = {.run = r,
                     .project = r->stages->project,
                     .first_cluster = plan->phase_first[phase],
                     .visit = visit_of(r, phase, i)};
        taut_profile_mark(r->step.profile, TAUT_STAGE_SWEEP);
        taut_run_each(r, plan->phase_first[phase + 1] - c.first_cluster, cluster_task, &c);
    }
    if (r->lines) {
        taut_profile_mark(r->step.profile, TAUT_STAGE_LINES);
        solve_lines(r, i);
    }
}

// The particles of a part move on to where they would go alone. What the last substep left to be
// done to them goes before, and where the first phase has a cluster of them, it follows, while they
// are in the cache.
static void predict_task(void* context, int part)
{
    const section* c = context;
    const taut_run* r = c->run;
    const taut_schedule* plan = &r->work->body->blueprint->schedule;
    const int32_t* seats = plan->seating.first + part;
    taut_profile* profile = r->parallel_for == NULL ? r->step.profile : NULL;
    taut_profile_mark(profile, TAUT_STAGE_PREDICT);
    if (c->finish) {
        r->stages->correct_velocities(&r->step, r->work, seats[0], seats[1]);
    }
    r->stages->predict(&r->step, r->work, seats[0], seats[1]);
    if (c->open && plan->opening[part] >= 0) {
        taut_profile_mark(profile, TAUT_STAGE_SWEEP);
        sweep_cluster(c, plan->opening[part]);
    }
}

static void correct_task(void* context, int part)
{
    const taut_run* r = ((const section*)context)->run;
    const int32_t* seats = r->work->body->blueprint->schedule.seating.first + part;
    r->stages->correct_velocities(&r->step, r->work, seats[0], seats[1]);
}

// Whether the clusters of the first phase are parts, and touch nothing of the others: tethers look
// at pins, which may sit anywhere.
static bool opens_at_home(const taut_run* r)
{
    const taut_schedule* plan = &r->work->body->blueprint->schedule;
    return plan->phase_count > 0 && !(r->direct && plan->phase_tree[0]) &&
           plan->cluster_part[0] >= 0 && plan->colours[0].kind != TAUT_CONSTRAINT_TETHER;
}

static bool goes_by_schedule(const taut_run* r)
{
    return r->stages->sweep_list == NULL;
}

// Between bodies that act on one another something may come between prediction and the first phase.
bool taut_run_opens_with_prediction(const taut_run* r)
{
    bool alone = !r->in_step && r->watch == NULL;
    return goes_by_schedule(r) && alone && !r->gas && opens_at_home(r);
}

void taut_run_predict(taut_run* r)
{
    if (r->meets) {
        taut_profile_mark(r->step.profile, TAUT_STAGE_CONTACT_FIND);
        taut_contacts_begin(&r->step, r->work);  // colliders move on
    }
    if (r->work->body->blown) {
        taut_profile_mark(r->step.profile, TAUT_STAGE_AIR);
        taut_run_blow(r);  // a += what the air does
        taut_watch_tell(r->watch, &r->step, r->work, TAUT_STAGE_AIR);
    }
    taut_profile_mark(r->step.profile, TAUT_STAGE_PREDICT);
    taut_stage_move_kinematics(&r->step, r->work);  // pins follow their targets
    section opening = {.run = r,
                       .project = r->stages->project,
                       .finish = r->late && r->step.substep > 0,
                       .open = taut_run_opens_with_prediction(r)};
    opening.visit = visit_of(r, 0, 0);
    if (opening.open && r->parallel_for != NULL) {
        taut_profile_mark(r->step.profile, TAUT_STAGE_SWEEP);
    }
    taut_run_each(r, r->work->body->blueprint->schedule.seating.part_count, predict_task, &opening);
    if (r->watch != NULL) {
        r->watch->swept = true;
        taut_watch_tell(r->watch, &r->step, r->work, TAUT_STAGE_PREDICT);
    }
}

static void sweep_list(const taut_run* r)
{
    taut_profile_mark(r->step.profile, TAUT_STAGE_SWEEP);
    if (r->watch != NULL) {
        taut_watch_legacy(r->watch, &r->step, r->work);
    } else {
        r->stages->sweep_list(&r->step, r->work);
    }
}

void taut_run_project(taut_run* r, int i)
{
    if (r->watch != NULL) {
        r->watch->iteration = i;
    }
    if (r->gas) {
        taut_profile_mark(r->step.profile, TAUT_STAGE_GAS);
        taut_run_press(r, i);  // by the volume there is
        taut_watch_tell(r->watch, &r->step, r->work, TAUT_STAGE_GAS);
    }
    if (goes_by_schedule(r)) {
        sweep(r, i == 0 && taut_run_opens_with_prediction(r) ? 1 : 0, i);
    } else {
        sweep_list(r);
    }
    if (goes_by_schedule(r) && !r->stages->forces && r->work->body->blueprint->user_count > 0) {
        taut_profile_mark(r->step.profile, TAUT_STAGE_USER);
        taut_stage_project_user(&r->step, r->work, i == 0);
        taut_watch_tell(r->watch, &r->step, r->work, TAUT_STAGE_USER);
    }
    if (r->direct && !r->together) {
        taut_profile_mark(r->step.profile, TAUT_STAGE_DIRECT);
        taut_run_solve_trees(r, i);  // what hangs together in chains and trees, exactly
        taut_watch_tell(r->watch, &r->step, r->work, TAUT_STAGE_DIRECT);
    }
}

// Colliders push back.
static void push_back(taut_run* r, int i, int sweeps)
{
    taut_contacts_solve(&r->step, r->work, i, sweeps);
    taut_watch_tell(r->watch, &r->step, r->work, TAUT_STAGE_CONTACT_SOLVE);
}

// Trees were solved as if nothing stood in their way. Those that press and are not right yet are
// solved again, with what they press on. Where that finds no answer, plain sweeps in turn with the
// contacts take the load to where it is carried.
static void settle(taut_run* r)
{
    taut_profile_mark(r->step.profile, TAUT_STAGE_DIRECT);
    bool all = taut_contacts_bend(&r->step, r->work);
    taut_watch_tell(r->watch, &r->step, r->work, TAUT_STAGE_DIRECT);
    push_back(r, 1, r->iterations);
    if (all) {
        return;
    }
    const taut_schedule* plan = &r->work->body->blueprint->schedule;
    for (int round = 0; round < TAUT_SETTLING; ++round) {
        for (int phase = 0; phase < plan->phase_count; ++phase) {
            section c = {.run = r,
                         .project = r->stages->project,
                         .first_cluster = plan->phase_first[phase],
                         .visit = {.fresh = false, .kept = true}};
            if (plan->phase_tree[phase]) {
                taut_profile_mark(r->step.profile, TAUT_STAGE_SWEEP);
                taut_run_each(r, plan->phase_first[phase + 1] - c.first_cluster, cluster_task, &c);
            }
        }
        push_back(r, 1, r->iterations);
    }
}

void taut_run_meet(taut_run* r, int i)
{
    if (!r->meets) {
        return;
    }
    push_back(r, i, r->iterations + r->limits);  // sweeps that there may be
    if (r->direct && i + 1 == r->iterations && taut_contacts_press(r->work)) {
        settle(r);
    }
}

static void correct_velocities(const taut_run* r)
{
    section c = {.run = r};
    taut_run_each(r, r->work->body->blueprint->schedule.seating.part_count, correct_task, &c);
}

static void damp_velocities(const taut_run* r)
{
    const taut_schedule* plan = &r->work->body->blueprint->schedule;
    for (int phase = 0; r->damps && phase < plan->once_count; ++phase) {
        section c = {
            .run = r, .project = r->stages->damp, .first_cluster = plan->phase_first[phase]};
        taut_run_each(r, plan->phase_first[phase + 1] - c.first_cluster, cluster_task, &c);
    }
}

void taut_run_correct(taut_run* r)
{
    if (!r->late) {
        taut_profile_mark(r->step.profile, TAUT_STAGE_VELOCITIES);
        correct_velocities(r);  // v += (x - x predicted) / h;  drag
        if (r->watch != NULL) {
            r->watch->swept = false;
            r->watch->iteration = -1;
            taut_watch_tell(r->watch, &r->step, r->work, TAUT_STAGE_VELOCITIES);
        }
        damp_velocities(r);  // dC/dt falls by the rate of each constraint
    }
    if (r->meets) {
        taut_profile_mark(r->step.profile, TAUT_STAGE_CONTACT_SOLVE);
        taut_contacts_bounce(&r->step, r->work);  // what met stays, or is thrown back
        taut_watch_tell(r->watch, &r->step, r->work, TAUT_STAGE_CONTACT_SOLVE);
    }
    if (r->gas) {
        taut_profile_mark(r->step.profile, TAUT_STAGE_GAS);
        taut_run_close_gas(r);
    }
}

// Of bodies side by side, or of one: v += h a;  x += h v;  then constraints have their say: lambda
// = 0, and for each of them dl = -(C + alpha lambda) / (sum w |grad C|^2 + alpha).
static void substep(taut_run* runs, int count, float* shared)
{
    for (int k = 0; k < count; ++k) {
        taut_run_predict(&runs[k]);
        for (int i = 0; i < runs[k].iterations; ++i) {
            taut_run_project(&runs[k], i);
            if (count == 1) {
                taut_run_meet(&runs[k], i);
            }
        }
        taut_run_keep_limits(&runs[k]);
    }
    if (count > 1) {
        taut_profile_mark(runs[0].step.profile, TAUT_STAGE_DIRECT);
        taut_runs_solve_trees(runs, count, shared);
    }
    for (int k = 0; k < count; ++k) {
        if (count > 1) {
            taut_run_meet(&runs[k], 0);
        }
        taut_run_correct(&runs[k]);
    }
}

static void load_task(void* context, int part)
{
    taut_work_load(((const section*)context)->run->work, part);
}

static void store_task(void* context, int part)
{
    const taut_run* r = ((const section*)context)->run;
    taut_work_store(r->work, part, r->stages->verlet);
}

static bool damps_velocities(const taut_backend* stages, const taut_body* b)
{
    bool any = false;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        any = any || (stages->damp[kind] != NULL && b->blueprint->sets[kind].any_rate);
    }
    return any;
}

bool taut_step_asks_for_past(const taut_body* b)
{
    bool damped = false;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        damped = damped || b->blueprint->sets[kind].any_damping;
    }
    return b->run->verlet || (damped && !b->fine);
}

static bool has_friction(const taut_body* b)
{
    bool any = false;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        any = any || b->blueprint->sets[kind].any_friction;
    }
    return any;
}

void taut_run_set_up(taut_run* r, taut_work* work)
{
    const taut_body* b = work->body;
    r->work = work;
    r->stages = b->run;
    r->damps = damps_velocities(b->run, b);
    r->meets = b->contacts != NULL && r->step.colliders->used > 0;
    r->gas = b->blueprint->gas_count > 0;
    r->watch = taut_watcher_of(&r->step, b);
    r->late = !r->damps && !r->in_step && !r->meets && !r->gas && !b->blown && r->watch == NULL;
    r->iterations = b->run->forces ? 1 : r->step.solver->iterations;
    r->direct = b->run->chains != NULL && r->step.solver->direct && b->blueprint->trees.count > 0;
    r->lines =
        b->run->lines != NULL && r->step.solver->direct && b->blueprint->lines.batch_count > 0;
    r->limits = taut_run_has_limits(r);
    r->rubs = has_friction(b);
}

void taut_run_open(taut_run* r, taut_body* b, taut_work* work, void* memory)
{
    taut_profile_mark(r->step.profile, TAUT_STAGE_COPY);
    r->step.substep = 0;  // the same run may have taken another body through the step
    taut_work_open(work, b, taut_step_asks_for_past(b), memory);
    taut_run_set_up(r, work);
    section c = {.run = r};
    taut_run_each(r, b->blueprint->schedule.seating.part_count, load_task, &c);
    if (r->meets) {
        taut_profile_mark(r->step.profile, TAUT_STAGE_CONTACT_FIND);
        taut_contacts_open(&r->step, work);
    }
    if (r->direct && !r->together && !r->in_step) {
        taut_profile_mark(r->step.profile, TAUT_STAGE_DIRECT);
        taut_run_open_trees(r);
    }
    if (r->gas || b->blown) {
        taut_profile_mark(r->step.profile, b->blown ? TAUT_STAGE_AIR : TAUT_STAGE_GAS);
        taut_run_open_air(r);
    }
    taut_watch_tell(r->watch, &r->step, r->work, TAUT_STAGE_OPEN);
}

static void take_substeps(taut_run* runs, int count, float* shared)
{
    for (int i = 0; i < runs[0].step.substep_count; ++i) {
        for (int k = 0; k < count; ++k) {
            runs[k].step.substep = i;
        }
        substep(runs, count, shared);
    }
}

void taut_run_close(taut_run* r)
{
    if (r->late) {
        taut_profile_mark(r->step.profile, TAUT_STAGE_VELOCITIES);
        correct_velocities(r);
    }
    taut_profile_mark(r->step.profile, TAUT_STAGE_COPY);
    section c = {.run = r};
    taut_run_each(r, r->work->body->blueprint->schedule.seating.part_count, store_task, &c);
}

void taut_step_body(taut_run* r, taut_body* b, void* memory)
{
    taut_work work;
    taut_run_open(r, b, &work, memory);
    take_substeps(r, 1, NULL);
    taut_run_close(r);
}

bool taut_step_goes_along(const taut_step* step, const taut_body* b)
{
    return b->run->chains != NULL && step->solver->direct && step->solver->iterations == 1 &&
           b->blueprint->trees.wide_size > 0;
}

bool taut_step_side_by_side(const taut_body* a, const taut_body* b)
{
    return a->blueprint == b->blueprint && a->run == b->run && b->couplings == 0 && !b->away;
}

void taut_step_bodies(const taut_step* step, taut_body* const* bodies, int count, void* memory)
{
    taut_run runs[TAUT_BATCH];
    taut_work works[TAUT_BATCH];
    for (int k = 0; k < count; ++k) {
        runs[k] = (taut_run){.step = *step, .together = true};
        taut_run_open(&runs[k], bodies[k], &works[k], taut_work_place(bodies[0], memory, k));
    }
    float* shared = taut_work_place(bodies[0], memory, count);
    taut_profile_mark(step->profile, TAUT_STAGE_DIRECT);
    taut_runs_open_trees(runs, count, shared);
    take_substeps(runs, count, shared);
    for (int k = 0; k < count; ++k) {
        taut_run_close(&runs[k]);
    }
}
