// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Bodies that meet colliders on a device, the host in its place: that it takes them, and with the
// bits of the CPU in everything that calls say of it. The host's copies of what the device has are
// spoilt meanwhile.

#include "cuda_contacts.h"

// Shapes ------------------------------------------------------------------------------------------

static void begin_shapes(play* p, int first)
{
    for (int i = 0; i < 4; ++i) {
        taut_body_def def = moving_def(2.0f);
        def.precision = i % 2 == 0 ? TAUT_PRECISION_FAST : TAUT_PRECISION_FINE;
        add_shape(p, (taut_shape_kind)(first + i), (taut_vec3){5.0f * (float)i, 0.0f, 0.0f});
        add_to(p, loose_cloth(9 + i, i % 2 == 0), def);
    }
}

static void begin_plain_shapes(play* p)
{
    begin_shapes(p, TAUT_SHAPE_PLANE);
}

static void begin_other_shapes(play* p)
{
    begin_shapes(p, TAUT_SHAPE_CYLINDER);
}

// All move and turn; one is put elsewhere.
static void move_shapes(play* p, int frame)
{
    look_on(p, frame);
    for (int i = 0; i < taut_world_collider_count(p->world) && frame % 4 != 3; ++i) {
        taut_collider_id id = taut_world_collider(p->world, i);
        taut_collider_def def;
        CHECK(taut_collider_get(p->world, id, &def) == TAUT_OK);
        def.position.y += frame < 20 ? 0.01f : -0.02f;
        def.position.x += 0.004f;
        CHECK(taut_collider_move(p->world, id, def.position,
                                 turn_about_z(0.2 + 0.03 * (double)(frame + i))) == TAUT_OK);
    }
    if (frame == 30) {
        CHECK(taut_collider_teleport(p->world, taut_world_collider(p->world, 2),
                                     (taut_vec3){10.0f, -0.1f, 0.1f},
                                     taut_quat_identity()) == TAUT_OK);
    }
}

TEST(bodies_on_shapes_of_all_kinds)
{
    static const story stories[] = {
        {"plane, sphere, capsule, box", begin_plain_shapes, look_on, TAUT_SOLVER_XPBD, false, 0, 0,
         60},
        {"cylinder, hull, field, mesh", begin_other_shapes, look_on, TAUT_SOLVER_XPBD, false, 0, 0,
         60},
        {"four that move", begin_plain_shapes, move_shapes, TAUT_SOLVER_XPBD, false, 0, 5, 45},
        {"four others", begin_other_shapes, move_shapes, TAUT_SOLVER_XPBD, false, 0, 5, 45},
        {"swept more", begin_other_shapes, move_shapes, TAUT_SOLVER_XPBD, false, 3, 0, 30},
        {"of Verlet", begin_plain_shapes, move_shapes, TAUT_SOLVER_VERLET, false, 4, 0, 30},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}

// Single particles --------------------------------------------------------------------------------

static void add_ball(play* p, taut_vec3 at, float radius)
{
    taut_collider_def ball = taut_collider_def_default();
    ball.shape = TAUT_SHAPE_SPHERE;
    ball.radius = radius;
    ball.position = at;
    taut_collider_id id;
    CHECK(taut_collider_create(p->world, &ball, &id) == TAUT_OK);
}

// A layer of grains just above the ground, which they creep towards.
static void add_grains(play* p, int count)
{
    taut_builder* builder = new_builder();
    for (int i = 0; i < count; ++i) {
        float x = 0.01f * (float)(i % 20 - 10), z = 0.01f * (float)(i / 20 - 10);
        float gap = 0.02f + 0.03f * (float)(i * 7 % 40) / 40.0f;
        (void)add_particle(builder, x, 0.01f * (1.0f + gap), z, 0.1f);
    }
    taut_body_def def = taut_body_def_default();
    def.precision = TAUT_PRECISION_FAST;
    def.collision.edges = def.collision.faces = false;
    def.collision.thickness = 0.01f;
    def.gravity_scale = 0.0f;
    def.velocity = (taut_vec3){0.0f, -0.012f, 0.0f};
    add_to(p, builder, def);
}

static void begin_under_a_ball(play* p)
{
    add_ball(p, (taut_vec3){0.0f, 0.33f, 0.0f}, 0.3f);
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    taut_collider_id id;
    CHECK(taut_collider_create(p->world, &ground, &id) == TAUT_OK);
    add_grains(p, 400);
}

static void begin_between_balls(play* p)
{
    add_ball(p, (taut_vec3){0.0f, 0.33f, 0.0f}, 0.3f);
    add_ball(p, (taut_vec3){0.0f, -30.0f, 0.0f}, 30.0f);
    add_grains(p, 400);
}

// As many pairs as are counted by bits, with the ground among them or not, and more.
static void begin_among_balls(play* p, int balls, bool ground)
{
    for (int i = 0; i < balls; ++i) {
        add_ball(p, (taut_vec3){0.01f * (float)(i % 6), 0.31f, 0.01f * (float)(i / 6)}, 0.3f);
    }
    taut_collider_def plane = taut_collider_def_default();
    plane.shape = TAUT_SHAPE_PLANE;
    taut_collider_id id;
    CHECK(!ground || taut_collider_create(p->world, &plane, &id) == TAUT_OK);
    add_grains(p, 60);
}

// Pressed between balls that rock, a tenth of the thickness and more at a time, with others just
// out of reach: pushes are hard and not hard in turn.
static void begin_rocked(play* p)
{
    add_ball(p, (taut_vec3){0.0f, -0.3f, 0.0f}, 0.3f);
    for (int i = 0; i < 5; ++i) {
        float gap = 0.018f + 0.001f * (float)i;
        add_ball(p, (taut_vec3){0.03f * (float)(i - 2), 0.3f + gap, 0.02f * (float)(i % 2)}, 0.3f);
    }
    add_grains(p, 100);
}

static void rock(play* p, int frame)
{
    look_on(p, frame);
    for (int i = 0; i < taut_world_collider_count(p->world); ++i) {
        taut_collider_id id = taut_world_collider(p->world, i);
        taut_collider_def def;
        CHECK(taut_collider_get(p->world, id, &def) == TAUT_OK);
        float way = 0.0015f * (float)(frame * 5 % 7 - 3);
        def.position.y += i % 2 == 0 ? way : -0.7f * way;
        def.position.x += frame % 3 == 0 ? way : -0.5f * way;
        CHECK(taut_collider_move(p->world, id, def.position, def.rotation) == TAUT_OK);
    }
}

static void begin_among_many(play* p)
{
    begin_among_balls(p, 31, true);
}

static void begin_among_round(play* p)
{
    begin_among_balls(p, 32, false);
}

static void begin_among_more(play* p)
{
    begin_among_balls(p, 33, false);
}

static void press_down(play* p, int frame)
{
    taut_vec3 to = {0.0f, 0.33f - 0.012f * (float)(frame + 1), 0.0f};
    taut_collider_id ball = taut_world_collider(p->world, 0);
    CHECK(taut_collider_move(p->world, ball, to, taut_quat_identity()) == TAUT_OK);
}

// They are looked at again in the midst of a substep, by one that meets several colliders.
TEST(single_particles_between_colliders)
{
    static const story stories[] = {
        {"under a ball", begin_under_a_ball, press_down, TAUT_SOLVER_XPBD, false, 0, 8, 4},
        {"between balls", begin_between_balls, press_down, TAUT_SOLVER_XPBD, false, 0, 8, 4},
        {"32 pairs", begin_among_many, press_down, TAUT_SOLVER_XPBD, false, 0, 8, 3},
        {"rocked", begin_rocked, rock, TAUT_SOLVER_XPBD, false, 0, 8, 60},
        {"32 round ones", begin_among_round, press_down, TAUT_SOLVER_XPBD, false, 0, 8, 3},
        {"33 round ones", begin_among_more, press_down, TAUT_SOLVER_XPBD, false, 0, 8, 3},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}

// Bodies ------------------------------------------------------------------------------------------

// More seats than a block has threads, in several parts.
static void begin_large(play* p)
{
    taut_body_def def = moving_def(3.0f);
    for (int i = 0; i < 2; ++i) {
        def.precision = i == 0 ? TAUT_PRECISION_FAST : TAUT_PRECISION_FINE;
        add_to(p, loose_cloth(48, false), def);
        add_shape(p, i == 0 ? TAUT_SHAPE_BOX : TAUT_SHAPE_MESH,
                  (taut_vec3){5.0f * (float)i, 0.2f, 0.0f});
    }
}

// Edges of a tangle without triangles, faces of a solid, and points alone.
static void begin_several(play* p)
{
    add_shape(p, TAUT_SHAPE_BOX, (taut_vec3){0.0f, -0.4f, 0.0f});
    add_shape(p, TAUT_SHAPE_BOX, (taut_vec3){5.0f, -0.4f, 0.0f});
    add_shape(p, TAUT_SHAPE_HULL, (taut_vec3){10.0f, -0.5f, 0.0f});
    taut_builder* builder = new_builder();
    taut_net_def net = taut_net_def_default();
    CHECK(taut_make_net(builder, &net, NULL) == TAUT_OK);
    add_to(p, builder, moving_def(1.0f));
    builder = new_builder();
    taut_jelly_def jelly = taut_jelly_def_default();
    CHECK(taut_make_jelly(builder, &jelly, NULL) == TAUT_OK);
    add_to(p, builder, moving_def(1.0f));
    taut_body_def def = moving_def(1.0f);
    def.collision.edges = def.collision.faces = false;
    add_to(p, loose_cloth(8, true), def);
}

// A particle with more edges and faces than there are colours; others that nothing holds.
static void begin_hub(play* p)
{
    enum { RIM = 44 };
    add_shape(p, TAUT_SHAPE_BOX, (taut_vec3){0.0f, -0.2f, 0.0f});
    add_shape(p, TAUT_SHAPE_CAPSULE, (taut_vec3){0.2f, 0.0f, 0.1f});
    taut_builder* builder = new_builder();
    int hub = add_particle(builder, 0.0f, 0.15f, 0.0f, 0.1f);
    taut_vec3 at = {0.5f, 0.3f, 0.0f};
    int rim[RIM];
    for (int i = 0; i < RIM; ++i) {
        rim[i] = add_particle(builder, at.x, at.y, at.z, 0.02f);
        at = taut_quat_rotate(
            taut_quat_between((taut_vec3){1.0f, 0.0f, 0.0f}, (taut_vec3){0.99f, 0.0f, 0.14f}), at);
        (void)add_link(builder, hub, rim[i], 0.0f);
    }
    for (int i = 0; i < RIM; ++i) {
        int next = rim[(i + 1) % RIM];
        (void)add_link(builder, rim[i], next, 1e-6f);
        CHECK(taut_builder_add_triangle(builder, hub, rim[i], next) == TAUT_OK);
    }
    add_to(p, builder, moving_def(2.0f));
    builder = new_builder();
    (void)add_particle(builder, -5.0f, 0.4f, 0.0f, 0.1f);
    (void)add_particle(builder, -4.9f, 0.5f, 0.0f, 0.1f);
    add_to(p, builder, moving_def(1.0f));
}

TEST(bodies_of_all_sorts_on_colliders)
{
    static const story stories[] = {
        {"large", begin_large, look_on, TAUT_SOLVER_XPBD, false, 0, 0, 24},
        {"large, moved under", begin_large, move_shapes, TAUT_SOLVER_XPBD, false, 0, 0, 12},
        {"net, jelly, points", begin_several, look_on, TAUT_SOLVER_XPBD, false, 0, 0, 60},
        {"a hub", begin_hub, look_on, TAUT_SOLVER_XPBD, false, 0, 0, 60},
        {"limbs", begin_limbs, look_on, TAUT_SOLVER_XPBD, false, -1, 0, 90},
        {"limbs, swept more", begin_limbs, look_on, TAUT_SOLVER_XPBD, false, -3, 0, 40},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}

// Loads -------------------------------------------------------------------------------------------

// A cloth on a plane with balls in it, so many contacts that they are added up in several groups
// (TAUT_CONTACT_GROUP), most of which have several colliders, as do their chunks.
static void begin_load(play* p)
{
    (void)add_collider(p->world, plane_def());
    for (int i = 0; i < 6; ++i) {
        taut_collider_def ball = taut_collider_def_default();
        ball.radius = 0.1f;
        ball.position = (taut_vec3){0.15f * (float)i, -0.09f, 0.1f + 0.11f * (float)i};
        ball.surface.friction = 0.1f * (float)i;
        (void)add_collider(p->world, ball);
    }
    taut_builder* builder = new_builder();
    taut_cloth_def def = taut_cloth_def_default();
    def.columns = def.rows = 60;
    def.spacing_u = def.spacing_v = 0.015f;
    def.origin = (taut_vec3){0.0f, 0.03f, 0.0f};
    def.u = (taut_vec3){1.0f, 0.0f, 0.0f};
    def.v = (taut_vec3){0.0f, 0.0f, 1.0f};
    CHECK(taut_make_cloth(builder, &def, NULL) == TAUT_OK);
    add_to(p, builder, moving_def(0.5f));
}

// The sums themselves: what calls say of them is rounded, and hides in which order they were made.
static void look_at_sums(play* p)
{
    const taut_contacts* k = taut_world_peek(p->world, p->ids[0])->contacts;
    see(p, (float)k->near_count);
    for (int i = 0; i < k->near_count; ++i) {
        float halves[12];
        memcpy(halves, k->near[i].force, 6 * sizeof *halves);
        memcpy(halves + 6, k->near[i].torque, 6 * sizeof *halves);
        for (int j = 0; j < 12; ++j) {
            see(p, halves[j]);
        }
    }
}

static void look_at_load(play* p, int frame)
{
    look(p);
    look_at_sums(p);
    if (frame == 15) {
        int loaded = 0;
        for (int i = 0; i < taut_world_collider_count(p->world); ++i) {
            taut_collider_load load;
            taut_collider_id id = taut_world_collider(p->world, i);
            CHECK(taut_collider_reaction(p->world, id, &load) == TAUT_OK);
            loaded += load.force.y < 0.0f;
        }
        CHECK_EQ_INT(loaded, 7);
        int count = taut_world_contact_points(p->world, NULL, 0);
        int group = TAUT_CONTACT_CHUNK * TAUT_CONTACT_GROUP;
        CHECK_MSG(count > 2 * group, "%d contacts", count);
    }
}

TEST(many_contacts_with_several_colliders)
{
    static const story stories[] = {
        {"a load", begin_load, look_at_load, TAUT_SOLVER_XPBD, false, 0, 0, 16},
        {"a load, swept more", begin_load, look_at_load, TAUT_SOLVER_XPBD, false, 2, 2, 16},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}

// In a plane --------------------------------------------------------------------------------------

static void begin_flat(play* p)
{
    taut_collider_def box = box_def(0.6f, 0.2f, 1.0f);
    box.rotation = turn_about_z(0.3);
    (void)add_collider(p->world, box);
    (void)add_collider(p->world, plane_def());
    taut_builder* builder = new_builder();
    enum { ROUND = 14 };
    int all[ROUND];
    for (int i = 0; i < ROUND; ++i) {
        double angle = 6.283185 * i / ROUND;
        all[i] = add_particle(builder, 0.3f * (float)cos(angle), 1.0f + 0.3f * (float)sin(angle),
                              0.0f, 0.1f);
    }
    for (int i = 0; i < ROUND; ++i) {
        (void)add_link(builder, all[i], all[(i + 1) % ROUND], 0.0f);
        (void)add_link(builder, all[i], all[(i + ROUND / 2) % ROUND], 1e-5f);
    }
    taut_body_def def = taut_body_def_default();
    def.velocity = (taut_vec3){0.5f, -6.0f, 0.0f};
    def.collision.surface.restitution = 0.4f;
    add_to(p, builder, def);
}

TEST(bodies_in_a_plane)
{
    static const story stories[] = {
        {"flat", begin_flat, look_on, TAUT_SOLVER_XPBD, true, 0, 0, 60},
        {"flat, of Verlet", begin_flat, look_on, TAUT_SOLVER_VERLET, true, 6, 0, 60},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}

// Fast, and too many ------------------------------------------------------------------------------

// Thrown at what is thin, and pulled away: pairs are looked for again within a step.
static void begin_fast(play* p)
{
    taut_collider_def wall = box_def(2.0f, 0.02f, 2.0f);
    (void)add_collider(p->world, wall);
    wall.position.x = 5.0f;
    (void)add_collider(p->world, wall);
    add_shape(p, TAUT_SHAPE_MESH, (taut_vec3){10.0f, 0.0f, 0.0f});
    for (int i = 0; i < 3; ++i) {
        add_to(p, loose_cloth(8, true), moving_def(60.0f));
    }
}

static void tug(play* p, int frame)
{
    look_on(p, frame);
    if (frame % 4 == 2) {
        taut_vec3 blow = {3.0f, frame % 8 == 2 ? 9.0f : -9.0f, 1.0f};
        for (int i = 0; i < p->count; ++i) {
            CHECK(taut_body_add_impulse(p->world, p->ids[i], 9 + frame, blow) == TAUT_OK);
        }
    }
}

// Less room than there are pairs, and than there are colliders.
static void begin_crowded(play* p)
{
    for (int i = 0; i < 90; ++i) {
        taut_collider_def ball = taut_collider_def_default();
        ball.radius = 0.05f;
        ball.position = (taut_vec3){0.1f * (float)(i % 10) - 0.45f, 0.3f - 0.01f * (float)(i % 7),
                                    0.1f * (float)(i / 10) - 0.45f};
        (void)add_collider(p->world, ball);
        ball.position.x += 5.0f;
        (void)add_collider(p->world, ball);
    }
    taut_body_def def = moving_def(2.0f);
    def.collision.contact_room = 24;
    add_to(p, loose_cloth(9, true), def);
    def.collision.contact_room = 600;
    def.collision.thickness = 0.02f;
    add_to(p, loose_cloth(14, false), def);
    add_to(p, loose_cloth(5, false), def);  // near none
}

TEST(pairs_that_are_looked_for_again_and_pairs_without_room)
{
    static const story stories[] = {
        {"fast", begin_fast, tug, TAUT_SOLVER_XPBD, false, 0, 0, 30},
        {"fast, few substeps", begin_fast, tug, TAUT_SOLVER_XPBD, false, 0, 1, 30},
        {"crowded", begin_crowded, look_on, TAUT_SOLVER_XPBD, false, 0, 0, 30},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}

// Changes -----------------------------------------------------------------------------------------

// Colliders that come after bodies, change and go; bodies that come later.
static void change_colliders(play* p, int frame)
{
    look_on(p, frame);
    taut_collider_id first = taut_world_collider(p->world, 0);
    if (frame == 2 || frame == 14) {
        add_shape(p, frame == 2 ? TAUT_SHAPE_HULL : TAUT_SHAPE_MESH, (taut_vec3){0.0f, 0.2f, 0.0f});
        add_shape(p, TAUT_SHAPE_HEIGHT_FIELD, (taut_vec3){5.0f, 0.1f, 0.0f});
    } else if (frame == 8) {
        taut_surface surface = {.friction = 1.0f, .restitution = 0.2f};
        CHECK(taut_collider_set_surface(p->world, first, surface) == TAUT_OK);
    } else if (frame == 12 || frame == 24) {
        CHECK(taut_collider_destroy(p->world, first) == TAUT_OK);
    } else if (frame == 18) {
        CHECK(taut_collider_set_filter(p->world, first, (taut_filter){1, 0}) == TAUT_OK);
    } else if (frame == 28) {
        while (taut_world_collider_count(p->world) > 0) {
            CHECK(taut_collider_destroy(p->world, taut_world_collider(p->world, 0)) == TAUT_OK);
        }
    } else if (frame == 31) {
        add_shape(p, TAUT_SHAPE_HULL, (taut_vec3){0.0f, -0.5f, 0.0f});
    }
}

static void begin_changes(play* p)
{
    add_to(p, loose_cloth(9, true), moving_def(1.0f));
    add_to(p, loose_cloth(46, false), moving_def(1.0f));
}

// Back to before there were colliders, and to when there were.
static void go_back(play* p, int frame)
{
    static taut_snapshot* kept[2];
    look_on(p, frame);
    if (frame == 0 || frame == 10) {
        CHECK(taut_snapshot_take(p->world, &kept[frame / 10]) == TAUT_OK);
    }
    if (frame == 4) {
        add_shape(p, TAUT_SHAPE_HULL, (taut_vec3){0.0f, 0.2f, 0.0f});
        add_shape(p, TAUT_SHAPE_MESH, (taut_vec3){5.0f, 0.2f, 0.0f});
    }
    if (frame == 16 || frame == 20) {
        CHECK(taut_snapshot_restore(p->world, kept[frame == 16 ? 0 : 1]) == TAUT_OK);
    }
    if (frame == 21) {
        taut_snapshot_release(kept[0]);
        taut_snapshot_release(kept[1]);
    }
}

TEST(colliders_that_come_and_go)
{
    static const story stories[] = {
        {"changes", begin_changes, change_colliders, TAUT_SOLVER_XPBD, false, 0, 0, 36},
    };
    check_stories(stories, sizeof stories / sizeof stories[0]);
}

// After a change of the blueprint a device waits for some steps.
static void check_partly(const story* s)
{
    long taken = 0, stepped = 0;
    taut_driver_host_spoils = true;
    uint64_t host = tell(s, TAUT_BACKEND_SCALAR, &taken, &stepped);
    uint64_t device = tell(s, TAUT_BACKEND_CUDA, &taken, &stepped);
    taut_driver_host_spoils = false;
    CHECK_MSG(host == device, "%s: other bits", s->name);
    CHECK_MSG(taken > 0 && taken < stepped, "%s: %ld of %ld bodies taken", s->name, taken, stepped);
    CHECK_EQ_INT(taut_driver_host_held, 0);
}

static void begin_torn(play* p)
{
    add_shape(p, TAUT_SHAPE_BOX, (taut_vec3){0.0f, 0.2f, 0.0f});
    taut_body_def def = moving_def(2.0f);
    def.tear = (taut_tear_def){.spare_particles = 60, .most_breaks = 8};
    add_to(p, loose_cloth(11, true), def);
}

static void cut_on_it(play* p, int frame)
{
    look_on(p, frame);
    if (frame == 6 || frame == 20) {
        float x = frame == 6 ? 0.13f : -0.21f;
        taut_blade blade = {{x, -2.0f, -2.0f}, {x, -2.0f, 2.0f}, {x, 2.0f, -2.0f}, {x, 2.0f, 2.0f}};
        CHECK(taut_world_cut(p->world, &blade, NULL) == TAUT_OK);
    }
}

TEST(bodies_that_are_cut_on_colliders_and_snapshots)
{
    static const story torn = {"torn", begin_torn, cut_on_it, TAUT_SOLVER_XPBD, false, 0, 0, 40};
    static const story back = {"back", begin_changes, go_back, TAUT_SOLVER_XPBD, false, 0, 0, 26};
    check_partly(&torn);
    check_partly(&back);
}

// Memory ------------------------------------------------------------------------------------------

// A collider is refused where the device has no room for what bodies need to meet it; where it has
// none for shapes, bodies meet them on the host.
TEST(a_device_that_has_no_room_for_contacts)
{
    int refused = 0, stayed = 0;
    for (int room = 0; room < 14; ++room) {
        taut_world_def def = taut_world_def_default();
        def.backend = TAUT_BACKEND_CUDA;
        play p = {.world = new_world_from(&def), .seen = 1};
        add_to(&p, loose_cloth(9, true), moving_def(1.0f));
        taut_collider_def hull = shape_def(TAUT_SHAPE_HULL);
        taut_collider_id id;
        taut_driver_host_memory = room;
        taut_result result = taut_collider_create(p.world, &hull, &id);
        taut_driver_host_memory = -1;
        CHECK(result == TAUT_OK || result == TAUT_ERROR_OUT_OF_MEMORY);
        refused += result != TAUT_OK;
        for (int frame = 0; frame < 20; ++frame) {
            CHECK(taut_world_step(p.world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
        }
        stayed += p.world->device->taken == 0;
        taut_shape_release(hull.baked);
        taut_world_destroy(p.world);
        CHECK_EQ_INT(taut_driver_host_held, 0);
    }
    CHECK_MSG(refused > 0 && stayed > 0 && refused + stayed < 14, "%d refused, %d stayed", refused,
              stayed);
}

// What rests on something that stands sends and asks for little.
TEST(a_step_on_a_collider_sends_little)
{
    extern size_t taut_driver_host_sent, taut_driver_host_fetched;
    taut_world_def def = taut_world_def_default();
    def.backend = TAUT_BACKEND_CUDA;
    play p = {.world = new_world_from(&def), .seen = 1};
    add_shape(&p, TAUT_SHAPE_MESH, (taut_vec3){0.0f, 0.0f, 0.0f});
    add_to(&p, loose_cloth(40, true), moving_def(1.0f));
    for (int frame = 0; frame < 40; ++frame) {
        taut_driver_host_sent = taut_driver_host_fetched = 0;
        CHECK(taut_world_step(p.world, 1.0f / 60.0f, 4, NULL) == TAUT_OK);
        CHECK_MSG(frame == 0 || taut_driver_host_sent < 4096, "%zu bytes", taut_driver_host_sent);
        CHECK_MSG(taut_driver_host_fetched < 4096, "%zu bytes", taut_driver_host_fetched);
    }
    CHECK_EQ_INT((int)p.world->device->taken, 40);
    taut_world_destroy(p.world);
}
