// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What a world holds, in bytes. Of each block one side is counted and the other is what remains, so
// that the sum is what was asked of the allocator, whatever the alignment of arrays takes.

#include "pairs.h"
#include "record.h"
#include "topology.h"
#include "watch.h"

static void add_body(taut_memory* m, const taut_body* b)
{
    const taut_blueprint* p = b->blueprint;
    size_t multipliers = (size_t)p->user_count;
    for (int kind = 0; kind < TAUT_CONSTRAINT_KIND_COUNT; ++kind) {
        size_t places = (size_t)p->sets[kind].place_count + TAUT_BATCH;
        multipliers += p->sets[kind].any_friction ? 2 * places : places;
    }
    size_t constraints = multipliers * sizeof(float);
    m->particles += b->particle_count;
    m->constraints += (int64_t)p->slot_count + p->user_count;
    m->body_constraint_bytes += constraints;
    m->body_particle_bytes += b->bytes - sizeof *b - constraints;
    m->blueprint_constraint_bytes += taut_topology_bytes(b->topology);
    m->other_bytes += sizeof *b;
    m->working_bytes += b->room_bytes;
    m->body_constraint_bytes += b->links != NULL ? b->links->bytes : 0;
    m->working_bytes += b->contact_bytes;
}

static void add_blueprint(taut_memory* m, const taut_blueprint* p)
{
    const taut_seating* seats = &p->schedule.seating;
    size_t by_particle = sizeof *p->start + sizeof *p->pinned + sizeof *seats->seat_of;
    size_t by_triangle = 3 * sizeof *p->triangles;
    size_t by_part = sizeof *seats->first + sizeof *p->schedule.opening;
    size_t particles = by_particle * (size_t)p->particle_capacity +
                       by_triangle * (size_t)p->triangle_capacity +
                       by_part * (size_t)seats->part_count +
                       sizeof *seats->particle_of * (size_t)seats->seat_count;
    m->blueprint_particle_bytes += particles;
    m->blueprint_constraint_bytes +=
        p->bytes + p->schedule.bytes + p->trees.bytes + p->lines.bytes - sizeof *p - particles;
    m->other_bytes += sizeof *p;
}

// Bodies of one blueprint mostly stand next to each other, so this looks backwards.
static bool seen_before(const taut_world* world, int slot)
{
    const taut_blueprint* p = world->slots[slot].body->blueprint;
    for (int i = slot - 1; i >= 0; --i) {
        const taut_body* b = world->slots[i].body;
        if (b != NULL && b->blueprint == p) {
            return true;
        }
    }
    return false;
}

static void add_world(taut_memory* m, const taut_world* world)
{
    for (int i = 0; i < world->thread_count; ++i) {
        m->working_bytes += world->rooms[i].bytes;
    }
    m->other_bytes += sizeof *world + sizeof *world->name + taut_pool_bytes(world->pool);
    m->other_bytes += (size_t)world->slot_capacity * sizeof *world->slots;
    m->other_bytes += (size_t)world->active_capacity * sizeof *world->active;
    m->other_bytes += (size_t)world->thread_count * sizeof *world->rooms;
    m->other_bytes += (size_t)world->colliders.capacity * sizeof *world->colliders.items;
    m->other_bytes += (size_t)world->def.most_steps * sizeof *world->taken;
    m->other_bytes += (size_t)world->events.capacity * sizeof *world->events.items;
    m->other_bytes += taut_realms_bytes(&world->realms);
    m->other_bytes += taut_realms_bytes(&world->colliders.realms);
    m->other_bytes += taut_realms_bytes(&world->attachments.realms);
    m->other_bytes += taut_record_bytes(world);
    m->working_bytes += taut_watcher_bytes(world);
    taut_groups_add_bytes(world, m);
    m->other_bytes += taut_device_own_bytes(world);
    m->other_bytes += (size_t)world->attachments.capacity * sizeof *world->attachments.items;
}

taut_memory taut_world_memory(const taut_world* world)
{
    taut_memory m = {0};
    if (world == NULL) {
        return m;
    }
    add_world(&m, world);
    for (int i = 0; i < world->slot_count; ++i) {
        const taut_body* b = world->slots[i].body;
        if (b == NULL) {
            continue;
        }
        add_body(&m, b);
        if (!seen_before(world, i)) {
            add_blueprint(&m, b->blueprint);
        }
    }
    m.device_bytes = taut_device_bytes(world);
    m.device_host_bytes = taut_device_host_bytes(world);
    m.bytes = m.body_particle_bytes + m.body_constraint_bytes + m.blueprint_particle_bytes +
              m.blueprint_constraint_bytes + m.working_bytes + m.other_bytes;
    return m;
}
