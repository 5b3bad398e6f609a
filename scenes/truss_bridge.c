// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A truck rolls over a Pratt truss bridge, in its lane. What the members carry is read in every
// frame, and from that at how many times the truck's mass the bridge would fail, and where. Then
// the truck comes again, stops at that place and is loaded until the bridge breaks.

#include <math.h>
#include <stdio.h>

#include "parts.h"

#define PANELS 8
#define NODES (4 * PANELS)
#define MEMBERS (2 * (4 * PANELS - 3) + 4 * PANELS)
#define PANEL 4.0f
#define LENGTH (PANEL * PANELS)
#define HEIGHT 4.5f
#define WIDTH 5.0f
#define GROUND -5.0f

#define WHEELBASE 4.0f
#define LANE 0.6f     // part of the truck on the near side
#define REAR 0.6f     // and on the rear axle
#define SPEED 10.0f   // m/s
#define START 2.0f    // m before the bridge
#define CROSSING 4.4  // s
#define RETURN 2.3    // s, to the place where it stops
#define LOADING 1.8   // s
#define BEYOND 1.25   // times what should be too much, in the end

enum { BRIDGE, TRUCK };  // bodies

enum {
    MULTIPLE,  // of the truck at which the bridge fails, as foretold
    WORST,     // its member
    PLACE,     // of the front axle
    CHORD,
    CHORD_FRAMES,
    LIVE,    // the worst member of the frame before
    FACTOR,  // its load factor
    BROKEN,  // member, -1
    AT,      // multiple at which it broke
    EARLY,   // breaks before the truck was loaded
    DEAD     // forces without the truck, one for each member
};           // memory

typedef struct bridge {
    taut_truss_node nodes[NODES];
    taut_truss_member members[MEMBERS];
    taut_truss_def def;
} bridge;

// Worked out anew where it is needed: a run keeps numbers only.
static void lay_out(bridge* b)
{
    b->def = taut_truss_def_default();
    taut_pratt_def pratt = taut_pratt_def_default();
    pratt.panels = PANELS;
    pratt.panel_length = PANEL;
    pratt.height = HEIGHT;
    pratt.width = WIDTH;
    pratt.chord_area = 0.004f;
    pratt.web_area = 0.002f;
    taut_pratt_count(&pratt, &b->def.node_count, &b->def.member_count);
    (void)taut_pratt_lay_out(&pratt, b->nodes, b->members);
    b->def.nodes = b->nodes;
    b->def.members = b->members;
}

static int deck(int side, int i)
{
    return side * (PANELS + 1) + i;
}

// Making ------------------------------------------------------------------------------------------

// Wound so that its upper face is the back one.
static bool add_deck(taut_builder* builder)
{
    bool ok = true;
    for (int i = 0; i < PANELS; ++i) {
        int a = deck(0, i), b = deck(0, i + 1), c = deck(1, i + 1), d = deck(1, i);
        ok = ok && taut_builder_add_triangle(builder, a, b, c) == TAUT_OK &&
             taut_builder_add_triangle(builder, a, c, d) == TAUT_OK;
    }
    return ok;
}

static bool add_ground(taut_scene_run* run, int world)
{
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    ground.position = vec3(0.0f, GROUND, 0.0f);
    return taut_scene_add_collider(run, world, &ground);
}

static bool settle(taut_scene_run* run)
{
    taut_world* world = run->worlds[0].world;
    taut_settle_def def = taut_settle_def_default();
    def.substeps = run->substeps;
    return taut_body_settle(world, run->looks[BRIDGE].body, &def, NULL) == TAUT_OK ||
           taut_scene_fail(run, "settling: %s", taut_world_last_error(world));
}

static bool make(taut_scene_run* run)
{
    taut_world_def world_def = taut_scene_world_def(run);
    int world = taut_scene_add_world(run, &world_def, "truss bridge");
    taut_builder* builder = taut_scene_builder(run);
    if (builder == NULL || world < 0) {
        taut_builder_destroy(builder);
        return false;
    }
    bridge b;
    lay_out(&b);
    bool ok = taut_make_truss(builder, &b.def, NULL) == TAUT_OK && add_deck(builder);
    taut_body_def body = taut_body_def_default();
    body.drag = (float)taut_scene_get(run, "drag");
    body.collision.thickness = 0.1f;
    taut_scene_look look = {.front = 0x7b8794, .back = 0x8d8778, .radius = 0.09f};
    taut_scene_look axle = {.front = 0x22252a, .radius = 0.05f};
    if (!taut_scene_put(run, world, builder, ok, body, look) || !settle(run) ||
        !taut_scene_add_post(run, world, vec3(-START, 0.5f, 2.5f), vec3(-START, 1.5f, 2.5f),
                             axle) ||
        !add_ground(run, world)) {
        return false;
    }
    run->memory[MULTIPLE] = (double)INFINITY;
    run->memory[WORST] = run->memory[LIVE] = run->memory[BROKEN] = -1.0;
    return true;
}

// The truck ---------------------------------------------------------------------------------------

static double time_of(const taut_scene_run* run)
{
    return run->frame * (double)run->dt;
}

static bool comes_again(const taut_scene_run* run)
{
    return time_of(run) >= CROSSING;
}

// Where the front axle is.
static double front(const taut_scene_run* run)
{
    double t = time_of(run);
    if (!comes_again(run)) {
        return (double)SPEED * t - (double)START;
    }
    double way = run->memory[PLACE] + (double)START;
    return way * taut_scene_ease((t - CROSSING) / RETURN) - (double)START;
}

// What it weighs, times what it weighs empty.
static double multiple(const taut_scene_run* run)
{
    double part = (time_of(run) - CROSSING - RETURN) / LOADING;
    part = part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
    double most = BEYOND * run->memory[MULTIPLE];
    return 1.0 + (most > 1.0 && isfinite(most) ? part * (most - 1.0) : 0.0);
}

static double share(int side, int axle)
{
    return (double)(side == 0 ? LANE : 1.0f - LANE) * (double)(axle == 0 ? 1.0f - REAR : REAR);
}

static taut_path_load load_of(const taut_scene_run* run, int side, int axle, int* path)
{
    for (int i = 0; i <= PANELS; ++i) {
        path[i] = deck(side, i);
    }
    double weight = 9.81 * taut_scene_get(run, "truck") * multiple(run) * share(side, axle);
    return (taut_path_load){.particles = path,
                            .count = PANELS + 1,
                            .position = (float)front(run) - WHEELBASE * (float)axle,
                            .force = {0.0f, (float)-weight, 0.0f}};
}

// On the roads before and behind the bridge nothing is loaded.
static void place_axles(const taut_scene_run* run, bool press, taut_vec3* at)
{
    for (int axle = 0; axle < 2; ++axle) {
        at[axle] = vec3((float)front(run) - WHEELBASE * (float)axle, 0.0f, 0.5f * WIDTH);
        for (int side = 0; side < 2; ++side) {
            int path[PANELS + 1];
            taut_path_load load = load_of(run, side, axle, path);
            load.force = press ? load.force : vec3(0.0f, 0.0f, 0.0f);
            (void)taut_body_load_path(run->worlds[0].world, run->looks[BRIDGE].body, &load);
            float part = side == 0 ? LANE : 1.0f - LANE;
            at[axle].x = load.on_path && side == 0 ? load.place.x : at[axle].x;
            at[axle].y += load.on_path ? part * load.place.y : 0.0f;
        }
    }
}

// The truck falls with the bridge: what it weighed is mass of the nodes beside its wheels from now
// on, which falls no faster than anything.
static void let_go(taut_scene_run* run)
{
    taut_world* world = run->worlds[0].world;
    taut_body_id body = run->looks[BRIDGE].body;
    for (int k = 0; k < 4; ++k) {
        double x = front(run) - (double)WHEELBASE * (k / 2);
        int i = (int)fmin(fmax(floor(x / (double)PANEL), 0.0), PANELS - 1.0);
        double part = fmin(fmax(x / (double)PANEL - i, 0.0), 1.0);
        double mass = taut_scene_get(run, "truck") * multiple(run) * share(k % 2, k / 2);
        for (int end = 0; end < 2; ++end) {
            int node = deck(k % 2, i + end);
            double more = mass * (end == 0 ? 1.0 - part : part);
            float all = (float)((double)taut_body_mass(world, body, node) + more);
            (void)taut_body_set_mass(world, body, node, all);
        }
    }
}

// Drawing -----------------------------------------------------------------------------------------

static void draw_truck(taut_scene_run* run, const taut_vec3* at)
{
    taut_world* world = run->worlds[0].world;
    taut_body_id truck = run->looks[TRUCK].body;
    double x = (double)at[0].x - (double)at[1].x, y = (double)at[0].y - (double)at[1].y;
    double length = sqrt(x * x + y * y);
    taut_vec3 up = vec3((float)(-y / length), (float)(x / length), 0.0f);
    taut_vec3 rear = vec3(at[1].x + 0.5f * up.x, at[1].y + 0.5f * up.y, 0.42f * WIDTH);
    taut_body_set_target(world, truck, 0, rear);
    taut_body_set_target(world, truck, 1, vec3(rear.x + up.x, rear.y + up.y, rear.z));
    float cargo = 0.9f + 0.7f * (float)(multiple(run) - 1.0);
    const float w = WHEELBASE;
    const taut_scene_prop parts[] = {
        {0, 0, 1, vec3(-1.2f, 0.3f, -1.1f), vec3(w - 0.8f, 0.6f, 1.1f), 0.0f, 0x4a4f57},
        {0, 0, 1, vec3(-1.1f, 0.6f, -1.0f), vec3(w - 1.0f, 0.6f + cargo, 1.0f), 0.0f, 0xd9822b},
        {0, 0, 1, vec3(w - 0.7f, 0.3f, -1.0f), vec3(w + 1.1f, 2.0f, 1.0f), 0.0f, 0x2e5f8a},
        {0, 0, 1, vec3(0.0f, 0.0f, -1.2f), vec3(0.0f, 0.0f, 1.2f), 0.5f, 0x22252a},
        {0, 0, 1, vec3(w, 0.0f, -1.2f), vec3(w, 0.0f, 1.2f), 0.5f, 0x22252a},
    };
    taut_scene_add_props(run, TRUCK, parts, 5);
}

static void draw_place(taut_scene_run* run)
{
    for (int i = 0; i < 8; ++i) {  // what says how rollers roll is not to be seen
        const taut_scene_prop anchor = {0,     NODES + i, -1, vec3(0, 0, 0), vec3(0, 0, 0),
                                        1e-3f, 0x7b8794};
        taut_scene_add_props(run, BRIDGE, &anchor, 1);
    }
    const taut_scene_prop land[] = {
        {0, 0, -1, vec3(-9.0f, GROUND, -0.6f), vec3(-0.3f, -0.1f, WIDTH + 0.6f), 0.0f, 0x9a948a},
        {0, 0, -1, vec3(LENGTH + 0.3f, GROUND, -0.6f), vec3(LENGTH + 9.0f, -0.1f, WIDTH + 0.6f),
         0.0f, 0x9a948a},
    };
    taut_scene_add_props(run, BRIDGE, land, 2);
}

// The member that would go first is red.
static void draw_worst(taut_scene_run* run, const bridge* b)
{
    int worst = (int)run->memory[LIVE];
    if (worst < 0 || run->memory[BROKEN] >= 0.0) {
        return;
    }
    const taut_truss_member* m = &b->members[worst];
    float length = (float)taut_scene_distance(b->nodes[m->a].position, b->nodes[m->b].position);
    const taut_scene_prop bar = {0, m->a, m->b, vec3(0, 0, 0), vec3(0, length, 0), 0.12f, 0xc8322b};
    taut_scene_add_props(run, BRIDGE, &bar, 1);
}

// Reading -----------------------------------------------------------------------------------------

// At how many times the truck each member would reach its limit, all else staying; the least.
static void foretell(taut_scene_run* run, const bridge* b, const taut_member_state* members)
{
    for (int i = 0; i < MEMBERS; ++i) {
        double dead = run->memory[DEAD + i], live = (double)members[i].force - dead;
        double limit = (double)b->members[i].area * (double)b->members[i].yield_stress;
        double times = ((live > 0.0 ? limit : -limit) - dead) / live;
        if (live != 0.0 && times < run->memory[MULTIPLE]) {
            run->memory[MULTIPLE] = times;
            run->memory[WORST] = i;
            run->memory[PLACE] = front(run) - (double)SPEED * (double)run->dt;
        }
    }
}

static void read_members(taut_scene_run* run, const bridge* b)
{
    taut_part part = {0};
    taut_truss_state state;
    taut_member_state members[MEMBERS];
    if (run->memory[BROKEN] >= 0.0 || taut_truss_read(run->worlds[0].world, run->looks[BRIDGE].body,
                                                      &b->def, &part, members, &state) != TAUT_OK) {
        return;
    }
    run->memory[LIVE] = state.worst_member;
    run->memory[FACTOR] = (double)state.load_factor;
    double x = front(run);
    for (int i = 0; i < MEMBERS && x <= 0.0 && !comes_again(run); ++i) {
        run->memory[DEAD + i] = (double)members[i].force;
    }
    if (x > 0.0 && !comes_again(run)) {
        foretell(run, b, members);
    }
    // The truck's middle within a metre of the bridge's.
    if (fabs(x - 0.5 * (double)(WHEELBASE + LENGTH)) < 1.0 && !comes_again(run)) {
        run->memory[CHORD] += (double)members[PANELS + PANELS / 2 - 1].force;
        run->memory[CHORD_FRAMES] += 1.0;
    }
}

static void note_breaks(taut_scene_run* run)
{
    taut_event_view events = taut_world_events(run->worlds[0].world);
    for (int i = 0; i < events.count; ++i) {
        bool broke =
            events.data[i].kind == TAUT_EVENT_BREAK && taut_scene_owns(run, 0, &events.data[i]);
        if (broke && run->memory[BROKEN] < 0.0) {
            run->memory[BROKEN] = events.data[i].constraint;
            run->frame -= 1;  // it broke under what lay on it then
            run->memory[AT] = multiple(run);
            run->memory[EARLY] = time_of(run) < CROSSING + RETURN;
            let_go(run);
            run->frame += 1;
        }
    }
}

static void drive(taut_scene_run* run)
{
    bridge b;
    lay_out(&b);
    if (run->frame > 0) {
        note_breaks(run);
    }
    read_members(run, &b);
    run->prop_count = 0;
    taut_vec3 axles[2];
    place_axles(run, run->memory[BROKEN] < 0.0, axles);
    draw_truck(run, axles);
    draw_place(run);
    draw_worst(run, &b);
}

// Checking ----------------------------------------------------------------------------------------

// By sections at the middle of the near side: the reaction less what stands on the way there.
static double expected_chord(const taut_scene_run* run)
{
    double truck = 9.81 * taut_scene_get(run, "truck") * (double)LANE;
    bridge b;
    lay_out(&b);
    double node = 2000.0 * 9.81, moment = 0.0;
    double mass = 0.0;  // of the members of a panel of one side, bracing as far as it hangs on it
    for (int i = 0; i < MEMBERS; ++i) {
        taut_vec3 p = b.nodes[b.members[i].a].position, q = b.nodes[b.members[i].b].position;
        mass += (double)b.members[i].area * (double)b.members[i].density *
                taut_scene_distance(p, q) / (2.0 * PANELS);
    }
    node += 9.81 * mass;
    for (int i = 1; i <= PANELS / 2; ++i) {  // n/2 weights to either side of the middle one
        moment += node * (double)PANEL * (i < PANELS / 2 ? i : 0.5 * i);
    }
    double way = 0.5 * (double)LENGTH - 0.5 * (double)WHEELBASE;
    return -(moment + 0.5 * truck * way) / (double)HEIGHT;
}

static bool check(const taut_scene_run* run, char* text, size_t size)
{
    const double* m = run->memory;
    double chord = m[CHORD] / m[CHORD_FRAMES], expected = expected_chord(run);
    double low = (double)taut_scene_point(run, BRIDGE, deck(0, PANELS / 2)).y;
    snprintf(text, size,
             "upper chord %.0f kN (expected %.0f within 10 %%); member %d broke first, at %.3f "
             "times the truck%s (foretold: member %d at %.3f, within 5 %%; the last report: "
             "member %d, load factor %.3f); the middle is at %.1f m (below -2)",
             1e-3 * chord, 1e-3 * expected, (int)m[BROKEN], m[AT],
             m[EARLY] > 0.0 ? ", NOT YET LOADED" : "", (int)m[WORST], m[MULTIPLE], (int)m[LIVE],
             m[FACTOR], low);
    return fabs(chord - expected) <= 0.1 * fabs(expected) && m[BROKEN] >= 0.0 && m[EARLY] == 0.0 &&
           m[BROKEN] == m[WORST] && m[BROKEN] == m[LIVE] &&
           fabs(m[AT] / m[MULTIPLE] - 1.0) <= 0.05 && low < -2.0;
}

const taut_scene taut_scene_truss_bridge = {
    .name = "truss-bridge",
    .about = "A truck rolls over a steel bridge, then is loaded until the worst member breaks.",
    .tags = "bridge heavy tear",
    .params = {{"truck", "kg", 40000.0, 1000.0, 1e6}, {"drag", "1/s", 2.0, 0.0, 100.0}},
    .dt = 1.0f / 60.0f,
    .substeps = 20,
    .frames = 600,
    .solver = TAUT_SOLVER_XPBD,
    .camera = {{6.0f, 9.0f, 34.0f}, {16.0f, -0.4f, 2.5f}, 38.0f},
    .make = make,
    .drive = drive,
    .check = check,
};
