// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The same cases in Bullet's soft bodies: the same links in the same order, one position iteration
// per substep, no damping, no collision, links as stiff as they go.
//
//     bullet CASE FRAMES WARM_UP

#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include <vector>

#include "grid.h"

static void configure(btSoftBody* body)
{
    body->m_cfg.piterations = 1;  // sweeps over the links per substep
    body->m_cfg.viterations = 0;
    body->m_cfg.diterations = 0;
    body->m_cfg.citerations = 0;
    body->m_cfg.kDP = 0;         // damping
    body->m_cfg.collisions = 0;  // none
    body->setActivationState(DISABLE_DEACTIVATION);
}

static btSoftBody* make(btSoftBodyWorldInfo* info, const grid_body& g)
{
    std::vector<btVector3> x;
    std::vector<btScalar> mass(static_cast<size_t>(g.particle_count), btScalar(1));
    for (int i = 0; i < g.particle_count; ++i) {
        const float* p = g.position + 3 * i;
        x.emplace_back(p[0], p[1], p[2]);
    }
    auto* body = new btSoftBody(info, g.particle_count, x.data(), mass.data());
    body->m_materials[0]->m_kLST = 1;  // rigid
    body->m_links.reserve(g.link_count);
    for (int i = 0; i < g.link_count; ++i) {
        body->appendLink(g.links[i].a, g.links[i].b, body->m_materials[0], false);
    }
    for (int i = 0; i < g.pin_count; ++i) {
        body->setMass(g.pins[i], 0);
    }
    configure(body);
    return body;
}

static void position(const void* context, int i, float* out)
{
    const btVector3& x = static_cast<const btSoftBody*>(context)->m_nodes[i].m_x;
    out[0] = static_cast<float>(x.x());
    out[1] = static_cast<float>(x.y());
    out[2] = static_cast<float>(x.z());
}

int main(int argc, char** argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: bullet CASE FRAMES WARM_UP\n");
        return 2;
    }
    const grid_case* which = grid_find(argv[1]);
    grid_body g = grid_make(which);

    btSoftBodyRigidBodyCollisionConfiguration config;
    btCollisionDispatcher dispatcher(&config);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btSoftRigidDynamicsWorld world(&dispatcher, &broadphase, &solver, &config);
    world.setGravity(btVector3(0, btScalar(-9.81), 0));
    btSoftBodyWorldInfo& info = world.getWorldInfo();
    info.m_gravity = world.getGravity();
    info.m_dispatcher = &dispatcher;
    info.m_broadphase = &broadphase;
    info.air_density = 0;
    info.m_sparsesdf.Initialize();
    std::vector<btSoftBody*> bodies;
    for (int k = 0; k < which->copies; ++k) {
        bodies.push_back(make(&info, g));
        world.addSoftBody(bodies.back(), 1, 0);  // collides with nothing
    }

    grid_figures f;
    memset(&f, 0, sizeof f);
    f.frames = grid_count(argv[2]);
    f.ms = static_cast<double*>(grid_alloc(static_cast<size_t>(f.frames), sizeof *f.ms));
    const btScalar h = GRID_DT / GRID_SUBSTEPS;
    for (int i = -grid_count(argv[3]); i < f.frames; ++i) {
        double start = grid_clock();
        for (int k = 0; k < GRID_SUBSTEPS; ++k) {
            world.stepSimulation(h, 0);
        }
        if (i >= 0) {
            f.ms[i] = 1e3 * (grid_clock() - start);
        }
        for (size_t k = 0; k < bodies.size(); ++k) {
            grid_note_stretch(&f, &g, static_cast<int>(k), which->copies, position, bodies[k]);
        }
    }
    char name[64];
    snprintf(name, sizeof name, "Bullet %d.%02d soft body", BT_BULLET_VERSION / 100,
             BT_BULLET_VERSION % 100);
    grid_print(name, which, &g, &f);
    return 0;
}
