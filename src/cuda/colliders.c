// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The colliders of a world on its device. A step sends those that have changed; baked shapes are
// sent once, when a collider is made that has one.

#include "cuda/device.h"
#include "cuda/pack.h"

// Shapes ------------------------------------------------------------------------------------------

typedef struct taut_cuda_shape {
    const taut_shape* of;  // held, so that no other comes to lie where it is
    taut_shape* there;
    void* memory;
    size_t bytes;
    bool used;  // while those that nobody has are looked for
    struct taut_cuda_shape* next;
} taut_cuda_shape;

static taut_shape* pack_shape(taut_packer* p, const taut_shape* s)
{
    taut_shape image = *s;
    image.vertices = taut_pack(p, s->vertices, (size_t)s->vertex_count, sizeof *s->vertices);
    image.faces = taut_pack(p, s->faces, (size_t)s->face_count, sizeof *s->faces);
    image.corners = taut_pack(p, s->corners, (size_t)s->corner_count, sizeof *s->corners);
    image.triangles =
        taut_pack(p, s->triangles, 3 * (size_t)s->triangle_count, sizeof *s->triangles);
    image.edges = taut_pack(p, s->edges, (size_t)s->triangle_count, sizeof *s->edges);
    image.tips = taut_pack(p, s->tips, (size_t)s->vertex_count, sizeof *s->tips);
    image.nodes = taut_pack(p, s->nodes, (size_t)s->node_count, sizeof *s->nodes);
    image.items = taut_pack(p, s->items, (size_t)s->triangle_count, sizeof *s->items);
    return taut_pack(p, &image, 1, sizeof image);
}

static bool upload(taut_driver* driver, taut_cuda_shape* shape)
{
    taut_packer p = {0};
    (void)pack_shape(&p, shape->of);
    shape->bytes = p.used;
    shape->memory = taut_driver_take(driver, shape->bytes);
    p = (taut_packer){taut_driver_take_host(driver, shape->bytes), shape->memory, 0};
    bool ok = shape->memory != NULL && p.host != NULL;
    if (ok) {
        shape->there = pack_shape(&p, shape->of);
        ok = taut_driver_send(driver, shape->memory, p.host, shape->bytes) &&
             taut_driver_wait(driver);
    }
    taut_driver_give_host(driver, p.host);
    return ok;
}

static void unmake(taut_driver* driver, taut_cuda_shape* shape)
{
    taut_allocator allocator = shape->of->allocator;
    taut_driver_give(driver, shape->memory);
    taut_shape_release(shape->of);
    taut_free(&allocator, shape, sizeof *shape);
}

// NULL when memory is short.
static taut_cuda_shape* find_shape(taut_device* device, const taut_shape* of)
{
    taut_device_colliders* c = &device->colliders;
    for (taut_cuda_shape* shape = c->list; shape != NULL; shape = shape->next) {
        if (shape->of == of) {
            return shape;
        }
    }
    taut_cuda_shape* shape = taut_allocate(&of->allocator, sizeof *shape);
    if (shape == NULL) {
        return NULL;
    }
    taut_shape_retain(of);
    shape->of = of;
    if (!upload(device->driver, shape)) {
        unmake(device->driver, shape);
        return NULL;
    }
    shape->next = c->list;
    c->list = shape;
    return shape;
}

static void drop_unused(taut_device* device)
{
    taut_cuda_shape** at = &device->colliders.list;
    while (*at != NULL) {
        taut_cuda_shape* shape = *at;
        if (shape->used) {
            shape->used = false;
            at = &shape->next;
        } else {
            *at = shape->next;
            unmake(device->driver, shape);
        }
    }
}

// The world's -------------------------------------------------------------------------------------

static size_t block_bytes(int capacity)
{
    return TAUT_ALIGNMENT + (size_t)capacity * (sizeof(taut_collider) + sizeof(taut_realm_entry));
}

static void give_block(taut_device* device)
{
    taut_device_colliders* c = &device->colliders;
    taut_driver_give_host(device->driver, c->set);
    taut_driver_give(device->driver, c->set_there);
    taut_driver_give_host(device->driver, (void*)c->shapes);
    c->set = c->set_there = NULL;
    c->shapes = NULL;
    c->capacity = c->sent = 0;
}

static bool grow(taut_device* device, int capacity)
{
    taut_device_colliders* c = &device->colliders;
    if (capacity <= c->capacity) {
        return true;
    }
    give_block(device);
    size_t bytes = block_bytes(capacity);
    c->set = taut_driver_take_host(device->driver, bytes);
    c->set_there = taut_driver_take(device->driver, bytes);
    c->shapes = taut_driver_take_host(device->driver, (size_t)capacity * sizeof *c->shapes);
    if (c->set == NULL || c->set_there == NULL || c->shapes == NULL) {
        give_block(device);
        return false;
    }
    memset(c->set, 0, bytes);
    c->capacity = capacity;
    c->items = (void*)((unsigned char*)c->set + TAUT_ALIGNMENT);
    c->items_there = (void*)((unsigned char*)c->set_there + TAUT_ALIGNMENT);
    c->realms = (void*)(c->items + capacity);
    c->realms_there = (void*)(c->items_there + capacity);
    return true;
}

_Static_assert(sizeof(taut_collider_set) <= TAUT_ALIGNMENT, "items come after it");

// Where the device has the shapes is noted in the host's copy of the items.
void taut_world_learn_colliders(taut_world* world)
{
    taut_device* device = world->device;
    const taut_collider_set* set = &world->colliders;
    if (device == NULL || device->lost) {
        return;
    }
    taut_device_colliders* c = &device->colliders;
    bool ok = grow(device, set->capacity);
    for (int i = 0; i < set->count && ok; ++i) {
        const taut_shape* of = set->items[i].used ? set->items[i].shape : NULL;
        taut_cuda_shape* shape = of != NULL ? find_shape(device, of) : NULL;
        ok = of == NULL || shape != NULL;
        c->shapes[i] = shape != NULL ? shape->there : NULL;
        if (shape != NULL) {
            shape->used = true;
        }
    }
    drop_unused(device);
    c->known = ok;
}

// Loads are the host's.
static void image_of(const taut_device_colliders* c, const taut_collider_set* set, int i,
                     taut_collider* image)
{
    memcpy(image, &set->items[i], sizeof *image);
    memset(image->force, 0, sizeof image->force);
    memset(image->torque, 0, sizeof image->torque);
    memset(&image->load, 0, sizeof image->load);
    image->shape = c->shapes[i];
}

// Which colliders are of which realm, where that is another than it was.
static bool send_realms(taut_device* device, const taut_realms* realms)
{
    taut_device_colliders* c = &device->colliders;
    size_t bytes = (size_t)realms->count * sizeof *realms->items;
    if (c->sent == realms->count && (bytes == 0 || memcmp(c->realms, realms->items, bytes) == 0)) {
        return true;
    }
    memcpy(c->realms, realms->items, bytes);
    return taut_driver_send(device->driver, c->realms_there, c->realms, bytes);
}

bool taut_device_send_colliders(taut_device* device, const taut_step* s)
{
    taut_device_colliders* c = &device->colliders;
    const taut_collider_set* set = s->colliders;
    int first = set->count, end = 0;
    for (int i = 0; i < set->count; ++i) {
        taut_collider image;
        image_of(c, set, i, &image);
        if (i >= c->sent || memcmp(&image, &c->items[i], sizeof image) != 0) {
            memcpy(&c->items[i], &image, sizeof image);
            first = i < first ? i : first;
            end = i + 1;
        }
    }
    taut_collider_set head;
    memset(&head, 0, sizeof head);  // compared by its bytes
    head.items = c->items_there;
    head.count = set->count;
    head.capacity = c->capacity;
    head.used = set->used;
    head.realms = (taut_realms){c->realms_there, set->realms.count, c->capacity};
    bool ok = send_realms(device, &set->realms);
    if (ok && (c->sent == 0 || memcmp(c->set, &head, sizeof head) != 0)) {
        memcpy(c->set, &head, sizeof head);
        ok = taut_driver_send(device->driver, c->set_there, c->set, sizeof head);
    }
    if (first < end && ok) {
        ok = taut_driver_send(device->driver, c->items_there + first, c->items + first,
                              (size_t)(end - first) * sizeof *c->items);
    }
    c->sent = ok ? set->count : 0;
    return ok;
}

size_t taut_device_collider_bytes(const taut_device* device)
{
    const taut_device_colliders* c = &device->colliders;
    size_t bytes = c->set_there != NULL ? block_bytes(c->capacity) : 0;
    for (const taut_cuda_shape* shape = c->list; shape != NULL; shape = shape->next) {
        bytes += shape->bytes;
    }
    return bytes;
}

size_t taut_device_collider_own_bytes(const taut_device* device)
{
    size_t bytes = 0;
    for (const taut_cuda_shape* s = device->colliders.list; s != NULL; s = s->next) {
        bytes += sizeof *s;
    }
    return bytes;
}

size_t taut_device_collider_host_bytes(const taut_device* device)
{
    const taut_device_colliders* c = &device->colliders;
    size_t shapes = (size_t)c->capacity * sizeof *c->shapes;
    return c->set_there != NULL ? block_bytes(c->capacity) + shapes : 0;
}

void taut_device_forget_colliders(taut_device* device)
{
    drop_unused(device);
    give_block(device);
}
