// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Two hundred environments in one world: a rope with a weight that swings against a ball, each with
// a weight and a ball of its own, on the ground of all. One call steps them.

#include "guide.h"

#define ENVIRONMENTS 200
#define LINKS 24

typedef struct environment {
    taut_body_id rope;
    taut_collider_id ball;
} environment;

// What is different from one to the next.
static float weight_of(uint32_t number)
{
    return 0.2f + 0.01f * (float)number;
}

static taut_blueprint* make_rope(void)
{
    taut_builder* builder = guide_builder();
    taut_rope_def rope = taut_rope_def_default();
    rope.start = (taut_vec3){0.0f, 2.0f, 0.0f};
    rope.end = (taut_vec3){1.2f, 2.0f, 0.0f};
    rope.link_count = LINKS;
    rope.pin_start = true;
    taut_make_rope(builder, &rope, NULL);
    taut_blueprint* blueprint = NULL;
    taut_builder_bake(builder, &blueprint);
    taut_builder_destroy(builder);
    return blueprint;
}

static void add_ground(taut_world* world)
{
    taut_collider_def ground = taut_collider_def_default();
    ground.shape = TAUT_SHAPE_PLANE;
    ground.realm = TAUT_REALM_ALL;  // one for everybody
    taut_collider_id id;
    taut_collider_create(world, &ground, &id);
}

static environment add_environment(taut_world* world, taut_blueprint* rope, uint32_t realm,
                                   uint32_t number)
{
    environment made;
    taut_body_def body = taut_body_def_default();
    body.blueprint = rope;  // shared: they go through steps side by side
    body.realm = realm;
    taut_body_create(world, &body, &made.rope);
    taut_body_set_mass(world, made.rope, LINKS, weight_of(number));

    taut_collider_def ball = taut_collider_def_default();
    ball.radius = 0.1f;
    ball.position = (taut_vec3){-0.3f, 1.0f, 0.0f};
    ball.realm = realm;
    taut_collider_create(world, &ball, &made.ball);
    return made;
}

// What an agent would do: it pulls at the weight and moves the ball.
static void act(taut_world* world, const environment* e, uint32_t number, int step)
{
    float pull = 0.02f * (float)(number % 7);
    taut_body_add_force(world, e->rope, LINKS, (taut_vec3){0.0f, 0.0f, pull});
    float way = 0.001f * (float)step;
    taut_collider_move(world, e->ball, (taut_vec3){way - 0.3f, 1.0f, 0.0f}, taut_quat_identity());
}

// What it would see: where all weights are, and how fast they go.
static void observe(taut_world* world, const environment* all, taut_vec3* places, taut_vec3* speeds)
{
    taut_span weights[ENVIRONMENTS];
    for (int i = 0; i < ENVIRONMENTS; ++i) {
        weights[i] = (taut_span){all[i].rope, LINKS, 1};  // body, first particle, how many
    }
    taut_world_gather(world, weights, ENVIRONMENTS, places, speeds, ENVIRONMENTS);
}

// One of them in a world of its own.
static uint64_t run_alone(taut_blueprint* rope, uint32_t number, int steps)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    add_ground(world);
    environment e = add_environment(world, rope, 0, number);
    for (int i = 0; i < steps; ++i) {
        act(world, &e, number, i);
        taut_world_step(world, 1.0f / 60.0f, 20, NULL);
    }
    uint64_t hash = taut_world_hash(world);
    taut_world_destroy(world);
    return hash;
}

// Back to the beginning: what it had goes, and comes again.
static void reset(taut_world* world, taut_blueprint* rope, environment* e, uint32_t number)
{
    taut_body_destroy(world, e->rope);
    taut_collider_destroy(world, e->ball);
    *e = add_environment(world, rope, number, number);
}

int main(void)
{
    static environment environments[ENVIRONMENTS];
    taut_world_def def = taut_world_def_default();
    def.thread_count = 2;  // or def.backend = TAUT_BACKEND_CUDA
    taut_world* world = guide_world(&def);
    taut_blueprint* rope = make_rope();
    add_ground(world);
    for (uint32_t i = 0; i < ENVIRONMENTS; ++i) {
        environments[i] = add_environment(world, rope, i, i);
    }
    for (int step = 0; step < 60; ++step) {
        if (step == 40) {
            reset(world, rope, &environments[5], 5);
        }
        for (uint32_t i = 0; i < ENVIRONMENTS; ++i) {
            act(world, &environments[i], i, i == 5 && step >= 40 ? step - 40 : step);
        }
        taut_world_step(world, 1.0f / 60.0f, 20, NULL);
    }
    static taut_vec3 places[ENVIRONMENTS], speeds[ENVIRONMENTS];
    observe(world, environments, places, speeds);
    taut_vec3 first = places[0], last = places[ENVIRONMENTS - 1];
    printf("the lightest weight is at %.3f, %.3f, the heaviest at %.3f, %.3f\n", (double)first.x,
           (double)first.y, (double)last.x, (double)last.y);

    // A ray that sees one of them alone.
    taut_query_def query = taut_query_def_default();
    query.kinds = 1u << TAUT_HIT_COLLIDER;
    query.realm = taut_body_realm(world, environments[7].rope);
    taut_hit items[4];
    taut_hits hits = {.items = items, .capacity = 4};
    taut_world_cast_ray(world, &query, (taut_vec3){-0.24f, 3.0f, 0.0f},
                        (taut_vec3){0.0f, -1.0f, 0.0f}, INFINITY, &hits);

    // A blade likewise.
    taut_blade blade = {
        {-3.0f, 1.9f, -1.0f}, {-3.0f, 1.9f, 1.0f}, {3.0f, 1.9f, -1.0f}, {3.0f, 1.9f, 1.0f}};
    taut_cut cut;
    uint64_t seventh = taut_world_realm_hash(world, 7);
    taut_world_realm_cut(world, 8, &blade, &cut);
    printf("environment 7 is %016llx\n", (unsigned long long)seventh);

    int wrong = guide_expect(seventh == run_alone(rope, 7, 60), "each is as in its own world") +
                guide_expect(taut_world_realm_hash(world, 5) == run_alone(rope, 5, 20),
                             "one that was reset begins anew") +
                guide_expect(hits.found == 2, "the ray met its ball and the ground") +
                guide_expect(cut.bodies == 1, "the blade cut one rope");
    taut_blueprint_release(rope);
    taut_world_destroy(world);
    return wrong;
}
