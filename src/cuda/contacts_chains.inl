// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Chains that press on colliders, solved with their contacts as newton_touching.inl does. Most of
// that is done for each node, link or contact by itself: all nodes of all chains side by side. What
// goes on from link to link has a thread for each chain, which finds all else ready. A sum has the
// terms that it has on a host, in the same order.
//
// Chains are in step: each of them takes its next Newton step while others take theirs, or has its
// answer and waits.

namespace touching
{

// Steps of a chain, at most: first as if all contacts were smooth, then with friction.
#define CHAINS_ROUNDS (2 * TOUCHING_STEPS)

static_assert(1 + CHAINS_ROUNDS <= TAUT_CUDA_VOTES, "a vote for each round");

// Loops that only read: what they read next is asked for before it is needed.
#ifdef __CUDACC__
#define CHAINS_UNROLL _Pragma("unroll 8")
#else
#define CHAINS_UNROLL
#endif

LANE_FN tree chains_tree(const taut_cuda_job* job, int number)
{
    const taut_tree* from = &job->blueprint.trees.trees[number];
    const taut_cuda_chain* c = &job->meeting->chains[number];
    double* room = job->work.newton + (size_t)TAUT_NEWTON_ARRAYS * (size_t)from->first;
    tree t = {};
    t.nodes = (node*)(void*)room;
    t.count = from->count;
    t.scale = c->scale;
    t.bounded = true;  // contacts are
    t.touches = bend_touches(&job->meeting->contacts, from, c->rubs != 0);
    return t;
}

// Which of them.
typedef uint32_t taut_cuda_chain::*chains_which;
static constexpr chains_which chains_going = &taut_cuda_chain::goes;
static constexpr chains_which chains_solved = &taut_cuda_chain::solved;

// All nodes of chains side by side. Those of plain trees come first.
template <chains_which which = chains_going, class take_fn>
LANE_FN void chains_each_node(const taut_cuda_job* job, const team* t, take_fn take)
{
    const taut_trees* trees = &job->blueprint.trees;
    int plain = trees->plain_count;
    int end = plain < trees->count ? trees->trees[plain].first : trees->node_count;
    for (int i = first_of(t); i < end; i += stride_of(t)) {
        int number = bend_tree_of(trees, i);
        taut_cuda_chain* c = &job->meeting->chains[number];
        if (c->*which != 0) {
            take(c, number, i - trees->trees[number].first);
        }
    }
}

// A thread for each chain, and where there are few of them a warp: its threads would wait for one
// another.
template <chains_which which = chains_going, class take_fn>
LANE_FN void chains_each(const taut_cuda_job* job, const team* t, take_fn take)
{
    const int warp = 32;
    int count = job->blueprint.trees.plain_count;
    int apart = count * warp <= stride_of(t) ? warp : 1;
    for (int i = first_of(t); i < count * apart; i += stride_of(t)) {
        taut_cuda_chain* c = &job->meeting->chains[i / apart];
        if (i % apart == 0 && c->*which != 0) {
            take(c, i / apart);
        }
    }
}

// Contacts of a chain follow one another, those of its first node first.
LANE_FN const int32_t* chains_number(const taut_cuda_job* job, int number)
{
    return job->meeting->bend_number + job->blueprint.trees.trees[number].first;
}

// Opening -----------------------------------------------------------------------------------------

// What does not change during a step: the mean length of links, as load() of newton.inl has it.
LANE_STAGE void chains_open(const taut_cuda_job* job, const team* t)
{
    const taut_trees* trees = &job->blueprint.trees;
    const float* rest = job->blueprint.sets[TAUT_CONSTRAINT_DISTANCE].rest;
    for (int i = first_of(t); i < trees->plain_count; i += stride_of(t)) {
        const taut_tree* from = &trees->trees[i];
        double scale = 0.0;
        for (int j = from->first + 1; j < from->first + from->count; ++j) {
            scale += (double)rest[trees->link[j]] / (double)(from->count - 1);
        }
        taut_cuda_chain none = {};
        job->meeting->chains[i] = none;
        job->meeting->chains[i].scale = scale > 0.0 ? scale : 1.0;
    }
}

// Which chains press, and are off: as bend_solve_tree() has it.
LANE_STAGE bool chains_choose(const taut_cuda_job* job, const team* t)
{
    const taut_contacts* k = &job->meeting->contacts;
    const taut_trees* trees = &job->blueprint.trees;
    double good = bend_good(&job->run.step, &job->work);
    for (int i = first_of(t); i < trees->plain_count; i += stride_of(t)) {
        taut_cuda_chain none = {};
        none.scale = job->meeting->chains[i].scale;
        none.goes = 1;
        job->meeting->chains[i] = none;
    }
    team_sync(t);
    chains_each_node(job, t, [=](taut_cuda_chain* c, int number, int i) {
        const taut_tree* from = &trees->trees[number];
        int at = from->first + i;
        if (bend_presses(k, at)) {
            team_flag(&c->presses);
        }
        if (i > 0 && newton_link_error(&job->run.step, &job->work, from, at) > good) {
            team_flag(&c->off);
        }
        if (bend_is_known(k, at)) {
            team_flag(&c->known);
        }
        if (!(job->work.w[trees->seat[at]] > 0.0f)) {
            team_flag(&c->held);
        }
    });
    team_sync(t);
    chains_each(job, t, [=](taut_cuda_chain* c, int) {
        c->goes = c->presses & c->off;
        c->rubs = c->known;
        if (c->goes != 0) {
            team_flag(job->meeting->votes);
        }
    });
    team_sync(t);
    return job->meeting->votes[0] != 0;
}

// Evaluating --------------------------------------------------------------------------------------

// What the worst of a chain is found from: of a node that has no part in it, -1.
LANE_FN void chains_evaluate(const taut_cuda_job* job, taut_cuda_chain* c, const tree* t,
                             int number, int i)
{
    double error = -1.0;
    if (i > 0) {
        double its = evaluate_link(t, i);
        error = t->nodes[i].active ? its : error;
        if (t->nodes[i].changed) {
            team_flag(&c->changed);
        }
    }
    const int32_t* first = chains_number(job, number) + i;
    job->meeting->chain_errors[job->blueprint.trees.trees[number].first + i] = error;
    for (int j = first[0]; j < first[1]; ++j) {
        taut_newton_touch* touch = &job->meeting->contacts.bends[j];
        taut_cuda_chain_term* term = &job->meeting->chain_terms[j];
        term->gap = evaluate_touch(t, i, touch);
        term->bound = touch_bound(touch);
        term->change = touch->change;
    }
}

// The largest of a chain, as evaluate() and substitute() find it.
LANE_FN double chains_worst(const taut_cuda_job* job, int number)
{
    const taut_tree* from = &job->blueprint.trees.trees[number];
    const double* errors = job->meeting->chain_errors + from->first;
    double worst = 0.0;
    CHAINS_UNROLL
    for (int i = 1; i < from->count; ++i) {
        double error = errors[i];
        worst = !(error < 0.0) && !(error <= worst) ? error : worst;
    }
    return worst;
}

// What evaluate() returns; `settled`: what rubs_are_settled() does.
LANE_FN double chains_error(const taut_cuda_job* job, double scale, int number, bool* settled)
{
    const int32_t* first = chains_number(job, number);
    int end = first[job->blueprint.trees.trees[number].count];
    double worst = 0.0, most = 0.0, change = 0.0;
    CHAINS_UNROLL
    for (int j = first[0]; j < end; ++j) {
        taut_cuda_chain_term term = job->meeting->chain_terms[j];
        worst = !(term.gap <= worst) ? term.gap : worst;
        most = term.bound > most ? term.bound : most;
        change = term.change > change ? term.change : change;
    }
    *settled = change <= RUB_TOLERANCE * most;
    double error = chains_worst(job, number), gap = worst / scale;
    return gap > error ? gap : error;
}

LANE_STAGE void chains_load(const taut_cuda_job* job, const team* t)
{
    const taut_trees* trees = &job->blueprint.trees;
    const taut_step* s = &job->run.step;
    const taut_work* w = &job->work;
    chains_each_node(job, t, [=](taut_cuda_chain*, int number, int i) {
        tree chain = chains_tree(job, number);
        load_node(s, w, trees->trees[number].first + i, &chain.nodes[i]);
    });
    team_sync(t);
    chains_each_node(job, t, [=](taut_cuda_chain* c, int number, int i) {
        tree chain = chains_tree(job, number);
        if (i > 0) {
            hang_node(s, w, &trees->trees[number], false, TOUCHING_FLOOR, chain.nodes, i);
            set_target(s, &chain.nodes[i], &chain.nodes[i - 1], chain.scale);
        }
        open_touches(&chain, i);
        chains_evaluate(job, c, &chain, number, i);
        if (i > 0) {
            take_guess(&chain, i);
        }
    });
    team_sync(t);
    chains_each(job, t, [=](taut_cuda_chain* c, int number) {
        bool settled;
        c->first = chains_error(job, c->scale, number, &settled);
        c->changed = 0;
    });
}

// One Newton step ---------------------------------------------------------------------------------

// What elimination asks for of a node, its link and its contacts, by themselves. Where the results
// of elimination will be there is room for it: the stiffness of the link and what it pulls with in
// `give` and `shift`, what couples it in `stiff`; or, of a link alone, how that gives way.
LANE_FN void chains_prepare(const taut_cuda_job* job, const tree* t, int number, int i)
{
    node* n = &t->nodes[i];
    const int32_t* first = chains_number(job, number) + i;
    n->coupled = false;
    for (int j = first[0]; j < first[1]; ++j) {
        const taut_newton_touch* c = &job->meeting->contacts.bends[j];
        taut_cuda_chain_term* term = &job->meeting->chain_terms[j];
        term->a = taut_sym3_scale(touch_stiffness(c), c->own * c->own);
        term->b = taut_dvec_scale(touch_asks(c), c->own);
        n->coupled = n->coupled || (c->up != 0.0 && c->active);
    }
    if (i > 0 && n->coupled) {
        coupling k = couple(t, i, true);
        n->give = k.link;
        n->stiff = k.off;
        n->shift = k.pull;
    } else if (i > 0 && n->active) {
        n->stiff = link_give(n, n - 1, true);
        n->row = row_of(n, n - 1);
    }
}

// What contacts of node i push it with, or its parent.
LANE_FN taut_dvec chains_pushed(const tree* t, int i, bool up, taut_dvec b)
{
    for (int j = first_touch(t, i); j >= 0; j = next_touch(t, j)) {
        taut_newton_touch* c = &t->touches.items[j];
        b = taut_dvec_madd(b, up ? c->up : c->own, touch_push(c));
    }
    return b;
}

// The matrix of a node and its right-hand side, with what its child adds before it is eliminated.
LANE_FN void chains_gather(const tree* t, int i)
{
    node* n = &t->nodes[i];
    const node* child = n + 1;
    open_node(n);
    if (i > 0) {
        n->b = taut_dvec_add(n->b, pull_of(n, n - 1));
    }
    n->b = chains_pushed(t, i, false, n->b);
    if (i + 1 < t->count) {
        n->b = taut_dvec_sub(n->b, pull_of(child, n));
        n->b = chains_pushed(t, i + 1, true, n->b);
    }
    if (i + 1 < t->count && child->coupled) {
        add_coupling(t, i + 1, child->give, child->shift);
    }
}

// What is read of a node that is two links away.
LANE_FN void chains_expect(const taut_cuda_job* job, const int32_t* first, const node* n)
{
    team_expect(&n->w);
    team_expect(&n->give);
    team_expect(&n->a);
    team_expect(&n->shift);
    team_expect(&n->row);
    if (first != NULL) {
        team_expect(&job->meeting->chain_terms[*first]);
    }
}

// A node with what came from its child, if anything did, and what it hands on. Returns whether it
// does.
LANE_FN bool chains_eliminate(const tree* t, node* n, taut_sym3 a, taut_dvec b, handed* on)
{
    if (n->coupled) {
        taut_sym3 link = n->give, off = n->stiff;
        n->b = taut_dvec_add(b, n->shift);
        *on = hand_on_coupled(n, a, link, off);
        return true;
    }
    taut_sym3 yields = n->stiff, none = {};
    n->b = b;
    n->give = n->w > 0.0 ? inverse_of(t, a) : none;
    n->stiff = none;
    if (n->active) {
        *on = hand_on(n, yields, n->row);
    }
    return n->active;
}

// From the far end to the root, and back: one link after another.
LANE_STAGE void chains_walk(const taut_cuda_job* job, int number)
{
    tree t = chains_tree(job, number);
    const int32_t* first = chains_number(job, number);
    const taut_cuda_chain_term* terms = job->meeting->chain_terms;
    handed on = {};
    bool any = false;
    for (int i = t.count - 1; i >= 0; --i) {
        node* n = &t.nodes[i];
        if (i > 1) {
            chains_expect(job, first + i - 2, n - 2);
        }
        taut_sym3 a = any ? taut_sym3_add(n->a, on.a) : n->a;
        taut_dvec b = any ? taut_dvec_sub(n->b, on.b) : n->b;
        for (int j = first[i]; j < first[i + 1]; ++j) {
            a = taut_sym3_add(a, terms[j].a);
            b = taut_dvec_add(b, terms[j].b);
        }
        if (i == 0) {
            n->dx = move_root(&t, n, a, b);
        } else {
            any = chains_eliminate(&t, n, a, b, &on);
        }
    }
    taut_dvec dx = t.nodes[0].dx;
    for (int i = 1; i < t.count; ++i) {
        if (i + 2 < t.count) {
            chains_expect(job, NULL, &t.nodes[i + 2]);
        }
        follow(&t.nodes[i], dx);
        dx = t.nodes[i].dx;
    }
}

LANE_STAGE void chains_take_step(const taut_cuda_job* job, const team* t)
{
    chains_each_node(job, t, [=](taut_cuda_chain* c, int number, int i) {
        tree chain = chains_tree(job, number);
        if (c->again != 0) {
            chains_evaluate(job, c, &chain, number, i);
        }
        chains_prepare(job, &chain, number, i);
    });
    team_sync(t);
    chains_each_node(job, t, [=](taut_cuda_chain*, int number, int i) {
        tree chain = chains_tree(job, number);
        chains_gather(&chain, i);
    });
    team_sync(t);
    chains_each(job, t, [=](taut_cuda_chain* c, int number) {
        c->again = c->changed = 0;
        chains_walk(job, number);
    });
    team_sync(t);
}

// How far each goes, and there.
LANE_STAGE void chains_move(const taut_cuda_job* job, const team* t)
{
    chains_each_node(job, t, [=](taut_cuda_chain*, int number, int i) {
        node* n = &chains_tree(job, number).nodes[i];
        if (i > 0) {
            n->dl = multiplier_change(n);
            job->meeting->chain_errors[job->blueprint.trees.trees[number].first + i] =
                turn_of(n, n - 1).turn;
        }
    });
    team_sync(t);
    chains_each(job, t, [=](taut_cuda_chain* c, int number) {
        c->part = part_of(chains_worst(job, number));
    });
    team_sync(t);
    chains_each_node(job, t, [=](taut_cuda_chain* c, int number, int i) {
        tree chain = chains_tree(job, number);
        node* n = &chain.nodes[i];
        if (i > 0) {
            gather_multiplier(&chain, i, c->part);
        }
        move_touches(&chain, i, c->part);
        n->d = taut_dvec_madd(n->d, c->part, n->dx);
    });
    team_sync(t);
    chains_each_node(job, t, [=](taut_cuda_chain* c, int number, int i) {
        tree chain = chains_tree(job, number);
        chains_evaluate(job, c, &chain, number, i);
    });
    team_sync(t);
}

// As solve_with_touches() goes on. Whether the chain is to take another step.
LANE_FN bool chains_go_on(const taut_cuda_job* job, taut_cuda_chain* c, int number)
{
    bool settled;
    double error = chains_error(job, c->scale, number, &settled);
    c->error = settled && c->changed == 0 ? error : (double)INFINITY;
    ++c->step;
    bool more = c->step < TOUCHING_STEPS && !(c->error <= TOUCHING_TOLERANCE);
    if (!more && c->rubs == 0) {
        c->rubs = c->again = 1;
        c->step = 0;
        more = true;
    }
    return more;
}

// Afterwards --------------------------------------------------------------------------------------

// What held particles get, one after another: neighbours may add to the same.
LANE_FN void chains_react(const taut_cuda_job* job, const tree* t, int number)
{
    const int32_t* first = chains_number(job, number);
    const int32_t* seats = job->blueprint.trees.seat + job->blueprint.trees.trees[number].first;
    for (int i = 1; i < t->count; ++i) {
        store_load(&job->work, seats, t, i);
    }
    for (int j = first[0]; j < first[t->count]; ++j) {
        bend_react(&job->work, &job->meeting->contacts.bends[j]);
    }
}

LANE_STAGE void chains_store(const taut_cuda_job* job, const team* t)
{
    const taut_trees* trees = &job->blueprint.trees;
    const taut_work* w = &job->work;
    chains_each_node<chains_solved>(job, t, [=](taut_cuda_chain*, int number, int i) {
        tree chain = chains_tree(job, number);
        const taut_tree* from = &trees->trees[number];
        const int32_t* first = chains_number(job, number) + i;
        note_moved(w, from, &chain, i);
        store_node(w, trees->seat[from->first + i], &chain.nodes[i]);
        if (i > 0) {
            store_multiplier(w, &chain.nodes[i]);
        }
        for (int j = first[0]; j < first[1]; ++j) {
            bend_take_back(w, &job->meeting->contacts.bends[j]);
        }
        bend_keep_guess(w, from->first + i);
    });
    chains_each<chains_solved>(job, t, [=](taut_cuda_chain* c, int number) {
        if (c->held != 0) {
            tree chain = chains_tree(job, number);
            chains_react(job, &chain, number);
        }
    });
}

// All chains. Flags `vote` where one has no answer.
LANE_STAGE void chains_solve(const taut_cuda_job* job, const team* t, uint32_t* vote)
{
    if (job->blueprint.trees.plain_count == 0 || !chains_choose(job, t)) {
        return;
    }
    chains_load(job, t);
    bool more = true;
    for (int round = 1; more; ++round) {
        uint32_t* goes = job->meeting->votes + round;
        chains_take_step(job, t);
        chains_move(job, t);
        chains_each(job, t, [=](taut_cuda_chain* c, int number) {
            if (chains_go_on(job, c, number)) {
                team_flag(goes);
                return;
            }
            tree chain = chains_tree(job, number);
            c->goes = 0;
            c->solved = is_solved(&chain, c->first, c->error);
            if (c->solved == 0) {
                team_flag(vote);
            }
        });
        team_sync(t);
        more = *goes != 0;
    }
    chains_store(job, t);
}

}  // namespace touching
