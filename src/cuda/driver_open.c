// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The device by way of its driver, which is looked for when a world asks for it: programs run alike
// on machines that have none. From finding it to letting go of it, and what it can do.

#include <dlfcn.h>
#include <string.h>

#include "cuda/driver_calls.h"

// The kernels, as nvcc made them (image.c).
extern const unsigned char taut_cuda_bodies[], taut_cuda_joined[];
extern const unsigned char taut_cuda_sheets[], taut_cuda_gather[];
static const unsigned char* const images[TAUT_CUDA_IMAGE_COUNT] = {
    taut_cuda_bodies, taut_cuda_joined, taut_cuda_sheets, taut_cuda_gather};

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

// ISO C has no way to make a function of what dlsym() gives.
static bool find(void* handle, const char* name, void* to)
{
    void* found = dlsym(handle, name);
    memcpy(to, &found, sizeof found);
    return found != NULL;
}

static bool find_calls(taut_driver* d)
{
    d->handle = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    bool ok = d->handle != NULL;
#define FIND(name) ok = ok && find(d->handle, TEXT(name), &d->cu.p_##name);
    TAUT_CUDA_CALLS(FIND)
#undef FIND
    return ok;
}

static CUresult find_device(taut_driver* d)
{
    CUresult r = d->cu.p_cuInit(0);
    r = r == CUDA_SUCCESS ? d->cu.p_cuDeviceGet(&d->device, 0) : r;
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuDeviceGetName(d->name, (int)sizeof d->name, d->device);
    }
    return r == CUDA_SUCCESS ? d->cu.p_cuDevicePrimaryCtxRetain(&d->context, d->device) : r;
}

// A kernel, and as much shared memory for it as there is, up to what it has use for.
static CUresult open_kernel(taut_driver* d, const char* name, int number)
{
    bool sheet = number >= TAUT_CUDA_SHEET;
    CUfunction* kernel = &d->kernels[number];
    int *room = &d->rooms[number], wanted = sheet ? TAUT_CUDA_SHEET_ROOM : TAUT_CUDA_ROOM;
    int most = 0, taken = 0;
    int image = sheet                        ? TAUT_CUDA_SHEETS
                : number == TAUT_CUDA_JOINED ? TAUT_CUDA_JOINED_BODIES
                                             : TAUT_CUDA_BODIES;
    CUresult r = d->cu.p_cuModuleGetFunction(kernel, d->images[image], name);
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuDeviceGetAttribute(
            &most, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, d->device);
    }
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuFuncGetAttribute(&taken, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, *kernel);
    }
    *room = most - taken < wanted ? most - taken : wanted;
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuFuncSetAttribute(*kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                       *room);
    }
    return r;
}

// Code that was made for older devices and is translated for this one has no clusters, whatever the
// device knows.
static CUresult ask_for_clusters(taut_driver* d)
{
    int device = 0, code = 0;
    CUresult r =
        d->cu.p_cuDeviceGetAttribute(&device, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, d->device);
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuFuncGetAttribute(&code, CU_FUNC_ATTRIBUTE_PTX_VERSION,
                                       d->kernels[TAUT_CUDA_SHEET]);
    }
    d->clusters = device != 0 && code >= 90;
    // Of more than 8 blocks: whether so many fit is asked before each launch of another shape.
    for (int i = TAUT_CUDA_SHEET; i <= TAUT_CUDA_FINE_SHEET && d->clusters; ++i) {
        (void)d->cu.p_cuFuncSetAttribute(d->kernels[i],
                                         CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
    }
    return r;
}

static const char* const names[TAUT_CUDA_KERNEL_COUNT] = {"taut_cuda_take_step",
                                                          "taut_cuda_take_meeting",
                                                          "taut_cuda_take_crowd",
                                                          "taut_cuda_take_joined",
                                                          "taut_cuda_take_sheet",
                                                          "taut_cuda_take_fine_sheet",
                                                          "taut_cuda_take_staying_sheet",
                                                          "taut_cuda_take_large_sheet",
                                                          "taut_cuda_take_large_fine_sheet"};

// All but those for joined bodies.
static CUresult load_kernels(taut_driver* d)
{
    CUresult r = CUDA_SUCCESS;
    for (int i = 0; i < TAUT_CUDA_IMAGE_COUNT && r == CUDA_SUCCESS; ++i) {
        r = i == TAUT_CUDA_JOINED_BODIES ? r : d->cu.p_cuModuleLoadData(&d->images[i], images[i]);
    }
    for (int i = 0; i < TAUT_CUDA_KERNEL_COUNT && r == CUDA_SUCCESS; ++i) {
        r = i == TAUT_CUDA_JOINED ? r : open_kernel(d, names[i], i);
    }
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuModuleGetFunction(&d->carrier, d->images[TAUT_CUDA_BODIES],
                                        "taut_cuda_carry");
    }
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuModuleGetFunction(&d->gatherer, d->images[TAUT_CUDA_GATHER],
                                        "taut_cuda_gather");
    }
    r = r == CUDA_SUCCESS ? ask_for_clusters(d) : r;
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuDeviceGetAttribute(&d->processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
                                         d->device);
    }
    return r == CUDA_SUCCESS ? d->cu.p_cuStreamCreate(&d->stream, CU_STREAM_NON_BLOCKING) : r;
}

// Those that are not to be had now may be later, where it is memory that is short.
bool taut_driver_has(taut_driver* d, taut_cuda_kernel kernel)
{
    CUmodule* image = &d->images[TAUT_CUDA_JOINED_BODIES];
    if (d->kernels[kernel] == NULL && !d->unjoined && taut_driver_enter(d)) {
        CUresult r = d->cu.p_cuModuleLoadData(image, images[TAUT_CUDA_JOINED_BODIES]);
        r = r == CUDA_SUCCESS ? open_kernel(d, names[TAUT_CUDA_JOINED], TAUT_CUDA_JOINED) : r;
        if (r != CUDA_SUCCESS) {
            d->unjoined = r != CUDA_ERROR_OUT_OF_MEMORY;
            d->kernels[kernel] = NULL;
            (void)(*image != NULL && d->cu.p_cuModuleUnload(*image));
            *image = NULL;
        }
        (void)taut_driver_leave(d, r);
    }
    return d->kernels[kernel] != NULL;
}

static const char* reason_of(CUresult r)
{
    switch (r) {
    case CUDA_ERROR_NO_DEVICE:
        return "there is no CUDA device";
    case CUDA_ERROR_SYSTEM_NOT_READY:
        return "the CUDA device is not ready yet";
    case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
        return "the CUDA driver and its library (libcuda.so.1) are of different versions: restart "
               "the machine";
    default:
        return "no CUDA device answers";
    }
}

static const char* no_driver(const taut_driver* d)
{
    return d->handle == NULL ? "there is no CUDA driver (libcuda.so.1)"
                             : "the CUDA driver (libcuda.so.1) is older than this build asks for";
}

bool taut_driver_answers(const char** why)
{
    taut_driver d = {0};
    bool found = find_calls(&d);
    CUresult r = found ? d.cu.p_cuInit(0) : CUDA_ERROR_NOT_FOUND;
    r = r == CUDA_SUCCESS ? d.cu.p_cuDeviceGet(&d.device, 0) : r;
    *why = found ? reason_of(r) : no_driver(&d);
    if (d.handle != NULL) {
        dlclose(d.handle);
    }
    return r == CUDA_SUCCESS;
}

taut_driver* taut_driver_open(const taut_allocator* allocator, const char** why)
{
    taut_driver* d = taut_allocate(allocator, sizeof *d);
    if (d == NULL) {
        *why = NULL;
        return NULL;
    }
    CUresult r = CUDA_ERROR_NOT_FOUND;
    if (find_calls(d)) {
        r = find_device(d);
        *why = reason_of(r);
    } else {
        *why = no_driver(d);
    }
    if (r == CUDA_SUCCESS) {
        *why = "the CUDA device cannot run the kernels of this build";
        r = taut_driver_enter(d) ? load_kernels(d) : CUDA_ERROR_INVALID_CONTEXT;
        (void)taut_driver_leave(d, r);
    }
    if (r != CUDA_SUCCESS) {
        *why = r == CUDA_ERROR_OUT_OF_MEMORY ? NULL : *why;
        taut_driver_close(allocator, d);
        return NULL;
    }
    d->post.desk = taut_driver_take_host(d, TAUT_POST_ROOM);  // or do without
    return d;
}

void taut_driver_close(const taut_allocator* allocator, taut_driver* d)
{
    if (d == NULL) {
        return;
    }
    if (d->context != NULL) {
        taut_driver_give_host(d, d->post.desk);
        taut_driver_enter(d);
        if (d->from != NULL) {
            (void)d->cu.p_cuEventDestroy(d->from);
        }
        if (d->to != NULL) {
            (void)d->cu.p_cuEventDestroy(d->to);
        }
        if (d->stream != NULL) {
            (void)d->cu.p_cuStreamDestroy(d->stream);
        }
        for (int i = 0; i < TAUT_CUDA_IMAGE_COUNT; ++i) {
            if (d->images[i] != NULL) {
                (void)d->cu.p_cuModuleUnload(d->images[i]);
            }
        }
        (void)taut_driver_leave(d, CUDA_SUCCESS);
        (void)d->cu.p_cuDevicePrimaryCtxRelease(d->device);
    }
    if (d->handle != NULL) {
        dlclose(d->handle);
    }
    taut_free(allocator, d, sizeof *d);
}

const char* taut_driver_name(const taut_driver* d)
{
    return d->name;
}

int taut_driver_blocks(taut_driver* d, taut_driver_shape shape)
{
    int each = 0;
    taut_driver_enter(d);
    bool ok = taut_driver_leave(d, d->cu.p_cuOccupancyMaxActiveBlocksPerMultiprocessor(
                                       &each, d->kernels[shape.kernel], shape.threads, shape.room));
    return ok && each > 0 ? each * d->processors : 1;
}

size_t taut_driver_most_room(const taut_driver* d, taut_cuda_kernel kernel)
{
    return (size_t)d->rooms[kernel];
}

CUlaunchConfig taut_driver_config(const taut_driver* driver, int blocks, taut_driver_shape shape,
                                  CUlaunchAttribute* cluster, int blocks_per_body)
{
    *cluster = (CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
    cluster->value.clusterDim.x = (unsigned)blocks_per_body;
    cluster->value.clusterDim.y = 1;
    cluster->value.clusterDim.z = 1;
    return (CUlaunchConfig){.gridDimX = (unsigned)blocks,
                            .gridDimY = 1,
                            .gridDimZ = 1,
                            .blockDimX = (unsigned)shape.threads,
                            .blockDimY = 1,
                            .blockDimZ = 1,
                            .sharedMemBytes = (unsigned)shape.room,
                            .hStream = driver->stream,
                            .attrs = cluster,
                            .numAttrs = 1};
}

bool taut_driver_clusters(taut_driver* d, int blocks, taut_driver_shape shape)
{
    if (!d->clusters || shape.room > (size_t)d->rooms[shape.kernel]) {
        return false;
    }
    CUlaunchAttribute cluster;
    CUlaunchConfig how = taut_driver_config(d, blocks, shape, &cluster, blocks);
    int fit = 0;
    taut_driver_enter(d);
    return taut_driver_leave(
               d, d->cu.p_cuOccupancyMaxActiveClusters(&fit, d->kernels[shape.kernel], &how)) &&
           fit > 0;
}
