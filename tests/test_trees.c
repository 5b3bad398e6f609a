// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Trees of links: which links lie on no ring, in what order their particles stand, which chains go
// side by side, and that memory may run short anywhere.

#include "trees.h"

#include "support.h"
#include "test.h"

enum { MOST_EDGES = 128, MOST_PARTICLES = 96 };

// A graph, as links were added.
typedef struct links {
    taut_tree_edge edges[MOST_EDGES];
    int count;
    int particles;
} links;

static void link_two(links* g, int a, int b)
{
    g->edges[g->count] = (taut_tree_edge){
        .particles = {a, b}, .item = g->count, .kind = TAUT_CONSTRAINT_DISTANCE, .plain = true};
    g->count += 1;
    int most = a > b ? a : b;
    g->particles = most + 1 > g->particles ? most + 1 : g->particles;
}

// first - first + 1 - ... - first + count
static void link_chain(links* g, int first, int count)
{
    for (int i = first; i < first + count; ++i) {
        link_two(g, i, i + 1);
    }
}

static taut_trees find(const links* g)
{
    taut_allocator allocator = taut_allocator_default();
    taut_trees trees = {0};
    CHECK(taut_trees_find(&allocator, g->edges, g->count, g->particles, &trees));
    return trees;
}

static void drop(taut_trees* trees)
{
    taut_allocator allocator = taut_allocator_default();
    taut_trees_free(&allocator, trees);
}

// Whether a link stands in a tree.
static bool taken(const taut_trees* t, int item)
{
    for (int i = 0; i < t->node_count; ++i) {
        if (t->link[i] == item) {
            return true;
        }
    }
    return false;
}

static int taken_count(const taut_trees* t)
{
    return t->node_count - t->count;
}

// What holds of all trees: roots first, parents before children, each link once and between its
// particles, plain ones first and by size, sums right.
static void check_shape(const links* g, const taut_trees* t)
{
    int nodes = 0, plain = 0, most = 0;
    uint8_t seen[MOST_EDGES] = {0};
    for (int k = 0; k < t->count; ++k) {
        const taut_tree* tree = &t->trees[k];
        CHECK(tree->count >= 3);
        CHECK_EQ_INT(t->parent[tree->first], -1);
        CHECK_EQ_INT(t->link[tree->first], -1);
        bool chain = true;
        for (int i = 1; i < tree->count; ++i) {
            int node = tree->first + i;
            int parent = t->parent[node];
            REQUIRE(parent >= 0 && parent < i);
            REQUIRE(t->link[node] >= 0 && t->link[node] < g->count);
            const taut_tree_edge* edge = &g->edges[t->link[node]];
            CHECK_EQ_INT(seen[t->link[node]]++, 0);
            CHECK_EQ_INT(t->kind[node], edge->kind);
            int a = t->seat[node], b = t->seat[tree->first + parent];
            CHECK((edge->particles[0] == a && edge->particles[1] == b) ||
                  (edge->particles[0] == b && edge->particles[1] == a));
            chain = chain && parent == i - 1 && edge->plain;
        }
        CHECK_EQ_INT(tree->plain, chain);
        bool sorted =
            k == 0 || t->trees[k - 1].plain > tree->plain ||
            (t->trees[k - 1].plain == tree->plain && t->trees[k - 1].count <= tree->count);
        CHECK(sorted);
        nodes += tree->count;
        plain += tree->plain;
        most = tree->count > most ? tree->count : most;
    }
    CHECK_EQ_INT(nodes, t->node_count);
    CHECK_EQ_INT(plain, t->plain_count);
    CHECK_EQ_INT(most, t->most_nodes);
}

// Groups hold each plain chain once, in order, of one size, with room behind one another.
static void check_groups(const taut_trees* t)
{
    int chain = 0;
    size_t size = 0, wide = 0;
    for (int i = 0; i < t->group_count; ++i) {
        const taut_tree_group* g = &t->groups[i];
        CHECK_EQ_INT(g->first, chain);
        CHECK(g->count == 1 || (g->count >= TAUT_FEWEST_ACROSS && g->count <= TAUT_BATCH));
        CHECK_EQ_INT(g->stride, g->count == 1 ? 1 : TAUT_BATCH);
        for (int k = 0; k < g->count; ++k) {
            CHECK_EQ_INT(t->trees[g->first + k].count, g->rows);
        }
        // A lane may read a whole batch before the first number and behind the last.
        CHECK(g->size >= g->stride * g->rows + 2 * TAUT_BATCH && g->size % TAUT_BATCH == 0);
        CHECK(g->stride > 1 || g->wide_size >= TAUT_BATCH * g->rows + 2 * TAUT_BATCH);
        CHECK(g->offset == size && g->wide_offset == wide);
        chain += g->count;
        size += (size_t)g->size;
        wide += (size_t)g->wide_size;
    }
    CHECK_EQ_INT(chain, t->plain_count);
    CHECK(t->group_size == size && t->wide_size == wide);
}

// Bridges and rings -------------------------------------------------------------------------------

TEST(a_chain_is_a_tree_from_end_to_end)
{
    links g = {0};
    link_chain(&g, 0, 9);
    taut_trees t = find(&g);
    CHECK_EQ_INT(t.count, 1);
    CHECK_EQ_INT(t.node_count, 10);
    for (int i = 0; i < t.node_count; ++i) {
        CHECK_EQ_INT(t.seat[i], i);
        CHECK_EQ_INT(t.parent[i], i - 1);
    }
    check_shape(&g, &t);
    check_groups(&t);
    drop(&t);
}

TEST(links_of_a_ring_stand_in_no_tree)
{
    links g = {0};
    link_chain(&g, 0, 9);
    link_two(&g, 9, 0);
    taut_trees t = find(&g);
    CHECK_EQ_INT(t.count, 0);
    CHECK_EQ_INT(t.node_count, 0);
    CHECK(t.memory == NULL);
    drop(&t);
}

// A ring with a tail: the tail is a chain whose end belongs to the ring.
TEST(the_tail_of_a_tadpole_is_a_tree)
{
    links g = {0};
    link_chain(&g, 0, 5);
    link_two(&g, 5, 0);
    link_two(&g, 3, 6);
    link_chain(&g, 6, 3);
    taut_trees t = find(&g);
    CHECK_EQ_INT(t.count, 1);
    CHECK_EQ_INT(t.node_count, 5);
    for (int i = 0; i < g.count; ++i) {
        CHECK_EQ_INT(taken(&t, i), i >= 6);
    }
    CHECK_EQ_INT(t.seat[0], 3);
    check_shape(&g, &t);
    drop(&t);
}

// Two links between the same particles are a ring, and cut a chain in two.
TEST(parallel_links_are_a_ring)
{
    links g = {0};
    link_chain(&g, 0, 7);
    link_two(&g, 4, 3);
    taut_trees t = find(&g);
    CHECK_EQ_INT(t.count, 2);
    for (int i = 0; i < g.count; ++i) {
        CHECK_EQ_INT(taken(&t, i), i != 3 && i != 7);
    }
    CHECK_EQ_INT(t.trees[0].count, 4);
    CHECK_EQ_INT(t.trees[1].count, 4);
    check_shape(&g, &t);
    drop(&t);
}

TEST(a_star_is_one_tree_and_no_chain)
{
    links g = {0};
    for (int i = 1; i <= 6; ++i) {
        link_two(&g, 0, i);
    }
    taut_trees t = find(&g);
    CHECK_EQ_INT(t.count, 1);
    CHECK_EQ_INT(t.node_count, 7);
    CHECK_EQ_INT(t.plain_count, 0);
    CHECK_EQ_INT(t.group_count, 0);
    CHECK_EQ_INT(t.seat[0], 1);  // its lowest end
    CHECK_EQ_INT(t.seat[1], 0);
    check_shape(&g, &t);
    drop(&t);
}

TEST(chains_that_share_a_particle_are_one_tree)
{
    links g = {0};
    link_chain(&g, 0, 4);
    link_two(&g, 5, 6);
    link_two(&g, 6, 2);
    link_two(&g, 2, 7);
    link_two(&g, 7, 8);
    taut_trees t = find(&g);
    CHECK_EQ_INT(t.count, 1);
    CHECK_EQ_INT(t.node_count, 9);
    CHECK(!t.trees[0].plain);
    check_shape(&g, &t);
    drop(&t);
}

// Two rings that share a particle, or that a link joins: rings all the same, and the link alone.
TEST(rings_that_touch_stay_rings)
{
    links g = {0};
    link_chain(&g, 0, 3);
    link_two(&g, 3, 0);
    link_two(&g, 3, 4);
    link_chain(&g, 4, 2);
    link_two(&g, 6, 3);
    taut_trees t = find(&g);
    CHECK_EQ_INT(t.count, 0);
    drop(&t);
    links h = {0};
    link_chain(&h, 0, 2);
    link_two(&h, 2, 0);
    link_two(&h, 2, 3);
    link_chain(&h, 3, 2);
    link_two(&h, 5, 3);
    t = find(&h);
    CHECK_EQ_INT(t.count, 0);  // a bridge, but a single link needs no help
    drop(&t);
}

TEST(single_links_are_left_out)
{
    links g = {0};
    for (int i = 0; i < 10; ++i) {
        link_two(&g, 2 * i, 2 * i + 1);
    }
    link_chain(&g, 20, 2);
    taut_trees t = find(&g);
    CHECK_EQ_INT(t.count, 1);
    CHECK_EQ_INT(t.node_count, 3);
    CHECK_EQ_INT(t.seat[0], 20);
    drop(&t);
    links one = {0};
    link_two(&one, 0, 1);
    t = find(&one);
    CHECK_EQ_INT(t.count, 0);
    drop(&t);
    links none = {.particles = 3};
    t = find(&none);
    CHECK_EQ_INT(t.count, 0);
    drop(&t);
}

// One link that lanes cannot take, and its chain is not plain.
TEST(a_chain_with_a_link_that_is_not_plain_is_not_plain)
{
    links g = {0};
    link_chain(&g, 0, 6);
    g.edges[3].plain = false;
    g.edges[3].kind = TAUT_CONSTRAINT_ATTACH;
    taut_trees t = find(&g);
    CHECK_EQ_INT(t.count, 1);
    CHECK_EQ_INT(t.plain_count, 0);
    CHECK_EQ_INT(t.kind[4], TAUT_CONSTRAINT_ATTACH);
    check_shape(&g, &t);
    drop(&t);
}

// Groups ------------------------------------------------------------------------------------------

// 21 chains of three sizes in turn: those of a size follow one another, eight to a group, and where
// fewer than three are left each is alone.
TEST(chains_of_a_size_go_side_by_side)
{
    links g = {0};
    int next = 0;
    for (int i = 0; i < 21; ++i) {
        int count = i % 2 == 0 ? 2 : i == 1 ? 5 : 3;
        link_chain(&g, next, count);
        next += count + 1;
    }
    taut_trees t = find(&g);
    CHECK_EQ_INT(t.count, 21);
    static const int counts[] = {8, 3, 8, 1, 1};  // 11 of 3 nodes, 9 of 4, one of 6
    static const int rows[] = {3, 3, 4, 4, 6};
    CHECK_EQ_INT(t.group_count, 5);
    for (int i = 0; i < 5 && i < t.group_count; ++i) {
        CHECK_EQ_INT(t.groups[i].count, counts[i]);
        CHECK_EQ_INT(t.groups[i].rows, rows[i]);
    }
    check_shape(&g, &t);
    check_groups(&t);
    drop(&t);
}

TEST(branched_trees_stand_behind_chains)
{
    links g = {0};
    link_two(&g, 0, 1);
    link_two(&g, 0, 2);
    link_two(&g, 0, 3);
    link_chain(&g, 4, 8);
    link_chain(&g, 13, 3);
    taut_trees t = find(&g);
    CHECK_EQ_INT(t.count, 3);
    CHECK_EQ_INT(t.plain_count, 2);
    CHECK_EQ_INT(t.trees[0].count, 4);
    CHECK_EQ_INT(t.trees[1].count, 9);
    CHECK_EQ_INT(t.trees[2].count, 4);
    CHECK_EQ_INT(t.most_nodes, 9);
    check_shape(&g, &t);
    check_groups(&t);
    drop(&t);
}

// Random graphs -----------------------------------------------------------------------------------

static int root_of(int* up, int i)
{
    while (up[i] != i) {
        i = up[i] = up[up[i]];
    }
    return i;
}

// How many pieces the graph falls into without one of its links.
static int pieces_without(const links* g, int without)
{
    int up[MOST_PARTICLES];
    int count = g->particles;
    for (int i = 0; i < g->particles; ++i) {
        up[i] = i;
    }
    for (int i = 0; i < g->count; ++i) {
        int a = root_of(up, g->edges[i].particles[0]);
        int b = root_of(up, g->edges[i].particles[1]);
        if (i != without && a != b) {
            up[a] = b;
            count -= 1;
        }
    }
    return count;
}

// Links on no ring that touch another such: those whose loss splits the graph.
static void mark_by_force(const links* g, bool* marked)
{
    bool bridge[MOST_EDGES];
    int degree[MOST_PARTICLES] = {0};
    int whole = pieces_without(g, -1);
    for (int i = 0; i < g->count; ++i) {
        bridge[i] = pieces_without(g, i) > whole;
        degree[g->edges[i].particles[0]] += bridge[i];
        degree[g->edges[i].particles[1]] += bridge[i];
    }
    for (int i = 0; i < g->count; ++i) {
        const int32_t* p = g->edges[i].particles;
        marked[i] = bridge[i] && degree[p[0]] + degree[p[1]] > 2;
    }
}

static links random_links(taut_test_random* r)
{
    links g = {.particles = 2 + random_below(r, MOST_PARTICLES - 2)};
    int count =
        random_below(r, g.particles * 5 / 4 < MOST_EDGES ? g.particles * 5 / 4 : MOST_EDGES);
    int reach = 1 + random_below(r, g.particles);
    for (int i = 0; i < count; ++i) {
        int a = random_below(r, g.particles);
        int b = a + 1 + random_below(r, reach);
        if (b < g.particles) {
            link_two(&g, random_below(r, 2) ? a : b, 0);
            g.edges[g.count - 1].particles[1] = g.edges[g.count - 1].particles[0] == a ? b : a;
        }
    }
    return g;
}

TEST(random_graphs_have_the_trees_that_brute_force_finds)
{
    taut_test_random r = {17};
    int trees = 0;
    for (int k = 0; k < 600; ++k) {
        links g = random_links(&r);
        taut_trees t = find(&g);
        bool marked[MOST_EDGES];
        mark_by_force(&g, marked);
        int count = 0;
        for (int i = 0; i < g.count; ++i) {
            count += marked[i];
            CHECK_MSG(taken(&t, i) == marked[i], "graph %d, link %d", k, i);
        }
        CHECK_EQ_INT(taken_count(&t), count);
        check_shape(&g, &t);
        check_groups(&t);
        trees += t.count;
        drop(&t);
    }
    CHECK(trees > 1000);  // or the graphs are not worth much
}

static void shuffle(links* g, taut_test_random* r)
{
    for (int i = g->count - 1; i > 0; --i) {
        int k = random_below(r, i + 1);
        taut_tree_edge swap = g->edges[i];
        g->edges[i] = g->edges[k];
        g->edges[k] = swap;
    }
    for (int i = 0; i < g->count; ++i) {
        if (random_below(r, 2)) {
            int32_t swap = g->edges[i].particles[0];
            g->edges[i].particles[0] = g->edges[i].particles[1];
            g->edges[i].particles[1] = swap;
        }
    }
}

// Links keep their numbers, so that all arrays must be equal, but for parallel ones: these stand in
// no tree.
TEST(the_order_of_adding_does_not_matter)
{
    taut_test_random r = {23};
    for (int k = 0; k < 200; ++k) {
        links g = random_links(&r);
        taut_trees a = find(&g);
        shuffle(&g, &r);
        taut_trees b = find(&g);
        REQUIRE(a.count == b.count && a.node_count == b.node_count);
        size_t bytes = (size_t)a.node_count * sizeof *a.seat;
        bool same = a.count == 0 ||
                    (memcmp(a.seat, b.seat, bytes) == 0 && memcmp(a.parent, b.parent, bytes) == 0 &&
                     memcmp(a.link, b.link, bytes) == 0);
        for (int i = 0; i < a.count; ++i) {
            same = same && a.trees[i].first == b.trees[i].first &&
                   a.trees[i].count == b.trees[i].count;
        }
        CHECK_MSG(same, "graph %d", k);
        drop(&a);
        drop(&b);
    }
}

// Memory ------------------------------------------------------------------------------------------

TEST(trees_cope_with_running_out_of_memory_anywhere)
{
    links g = {0};
    link_chain(&g, 0, 20);
    link_chain(&g, 21, 20);
    bool made = false;
    int tries = 0;
    for (; !made && tries < 100; ++tries) {
        taut_test_memory memory = {.fail_at = tries};
        taut_allocator allocator = counting_allocator(&memory);
        taut_trees t;
        made = taut_trees_find(&allocator, g.edges, g.count, g.particles, &t);
        CHECK(made || (t.count == 0 && t.node_count == 0 && t.memory == NULL && t.bytes == 0));
        CHECK_EQ_INT(memory.blocks, made ? 1 : 0);  // what it worked in is given back
        CHECK_EQ_INT(memory.bytes, t.bytes);
        taut_trees_free(&allocator, &t);
        CHECK_EQ_INT(memory.bytes, 0);
        CHECK_EQ_INT(memory.wrong, 0);
    }
    CHECK(made);
    CHECK_EQ_INT(tries, 4);  // room for the graph, for sorting, and for what is found
}
