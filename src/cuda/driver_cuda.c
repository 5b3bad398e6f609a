// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The device by way of its driver, which is looked for when a world asks for it: programs run alike
// on machines that have none.

#include "cuda/driver.h"

#include <cuda.h>
#include <dlfcn.h>
#include <string.h>

#include "cuda/post.h"

// The kernels, as nvcc made them: those for any body, for joined ones, for sheets, and the one that
// gathers.
extern const unsigned char taut_cuda_bodies[], taut_cuda_joined[];
extern const unsigned char taut_cuda_sheets[], taut_cuda_gather[];
enum { BODIES, JOINED, SHEETS, GATHER, IMAGES };
static const unsigned char* const images[IMAGES] = {taut_cuda_bodies, taut_cuda_joined,
                                                    taut_cuda_sheets, taut_cuda_gather};

// The calls of the driver that are used, each by the name the toolkit's header gives it.
#define CALLS(X)                                                                                   \
    X(cuInit)                                                                                      \
    X(cuDeviceGet)                                                                                 \
    X(cuDeviceGetName)                                                                             \
    X(cuDeviceGetAttribute)                                                                        \
    X(cuDevicePrimaryCtxRetain)                                                                    \
    X(cuDevicePrimaryCtxRelease)                                                                   \
    X(cuCtxPushCurrent)                                                                            \
    X(cuCtxPopCurrent)                                                                             \
    X(cuModuleLoadData)                                                                            \
    X(cuModuleUnload)                                                                              \
    X(cuModuleGetFunction)                                                                         \
    X(cuFuncSetAttribute)                                                                          \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor)                                                 \
    X(cuStreamCreate)                                                                              \
    X(cuStreamDestroy)                                                                             \
    X(cuStreamSynchronize)                                                                         \
    X(cuStreamQuery)                                                                               \
    X(cuEventCreate)                                                                               \
    X(cuEventDestroy)                                                                              \
    X(cuEventRecord)                                                                               \
    X(cuEventElapsedTime)                                                                          \
    X(cuMemGetInfo)                                                                                \
    X(cuMemAlloc)                                                                                  \
    X(cuMemFree)                                                                                   \
    X(cuMemHostAlloc)                                                                              \
    X(cuMemFreeHost)                                                                               \
    X(cuMemHostRegister)                                                                           \
    X(cuMemHostUnregister)                                                                         \
    X(cuMemcpyHtoDAsync)                                                                           \
    X(cuMemcpyDtoHAsync)                                                                           \
    X(cuLaunchKernel)                                                                              \
    X(cuLaunchCooperativeKernel)                                                                   \
    X(cuLaunchKernelEx)                                                                            \
    X(cuFuncGetAttribute)                                                                          \
    X(cuOccupancyMaxActiveClusters)

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

typedef struct calls {
#define FIELD(name) __typeof__(&name) p_##name;
    CALLS(FIELD)
#undef FIELD
} calls;

struct taut_driver {
    void* handle;
    calls cu;
    CUdevice device;
    CUcontext context;
    CUmodule images[IMAGES];
    bool unjoined;  // the device cannot run those for joined bodies
    CUfunction kernels[TAUT_CUDA_KERNEL_COUNT], carrier, gatherer;
    int rooms[TAUT_CUDA_KERNEL_COUNT];  // shared memory that a block of each may ask for
    bool clusters, inside;
    CUstream stream;
    taut_post post;    // small copies on their way
    CUresult trouble;  // of one that could not be carried: whoever asks next is told
    CUevent from, to;  // NULL before somebody asks for times
    int processors;
    char name[128];
};

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
    CALLS(FIND)
#undef FIND
    return ok;
}

// The context is the one the host program may use as well; it is current only during our calls.
static void enter(taut_driver* d)
{
    d->inside = d->cu.p_cuCtxPushCurrent(d->context) == CUDA_SUCCESS;
}

static bool leave(const taut_driver* d, CUresult result)
{
    CUcontext unused;
    if (d->inside) {  // else it would be another's that is not current any more
        (void)d->cu.p_cuCtxPopCurrent(&unused);
    }
    return d->inside && result == CUDA_SUCCESS;
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
    int image = sheet ? SHEETS : number == TAUT_CUDA_JOINED ? JOINED : BODIES;
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
    for (int i = 0; i < IMAGES && r == CUDA_SUCCESS; ++i) {
        r = i == JOINED ? r : d->cu.p_cuModuleLoadData(&d->images[i], images[i]);
    }
    for (int i = 0; i < TAUT_CUDA_KERNEL_COUNT && r == CUDA_SUCCESS; ++i) {
        r = i == TAUT_CUDA_JOINED ? r : open_kernel(d, names[i], i);
    }
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuModuleGetFunction(&d->carrier, d->images[BODIES], "taut_cuda_carry");
    }
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuModuleGetFunction(&d->gatherer, d->images[GATHER], "taut_cuda_gather");
    }
    r = r == CUDA_SUCCESS ? ask_for_clusters(d) : r;
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuDeviceGetAttribute(&d->processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
                                         d->device);
    }
    return r == CUDA_SUCCESS ? d->cu.p_cuStreamCreate(&d->stream, CU_STREAM_NON_BLOCKING) : r;
}

bool taut_driver_has(taut_driver* d, taut_cuda_kernel kernel)
{
    if (d->kernels[kernel] == NULL && !d->unjoined) {
        enter(d);
        CUresult r = d->cu.p_cuModuleLoadData(&d->images[JOINED], images[JOINED]);
        r = r == CUDA_SUCCESS ? open_kernel(d, names[TAUT_CUDA_JOINED], TAUT_CUDA_JOINED) : r;
        d->unjoined = !leave(d, r);
    }
    return d->kernels[kernel] != NULL && !(kernel == TAUT_CUDA_JOINED && d->unjoined);
}

static const char no_driver[] = "there is no CUDA driver (libcuda.so.1) of 11.8 or newer";
static const char no_device[] = "no CUDA device answers";

bool taut_driver_answers(const char** why)
{
    taut_driver d = {0};
    bool found = find_calls(&d);
    bool ok = found && d.cu.p_cuInit(0) == CUDA_SUCCESS &&
              d.cu.p_cuDeviceGet(&d.device, 0) == CUDA_SUCCESS;
    *why = found ? no_device : no_driver;
    if (d.handle != NULL) {
        dlclose(d.handle);
    }
    return ok;
}

taut_driver* taut_driver_open(const taut_allocator* allocator, const char** why)
{
    taut_driver* d = taut_allocate(allocator, sizeof *d);
    if (d == NULL) {
        *why = NULL;
        return NULL;
    }
    *why = no_driver;
    CUresult r = CUDA_ERROR_NOT_FOUND;
    if (find_calls(d)) {
        *why = no_device;
        r = find_device(d);
    }
    if (r == CUDA_SUCCESS) {
        *why = "the CUDA device cannot run the kernels of this build";
        enter(d);
        r = load_kernels(d);
        (void)leave(d, r);
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
        enter(d);
        if (d->from != NULL) {
            (void)d->cu.p_cuEventDestroy(d->from);
        }
        if (d->to != NULL) {
            (void)d->cu.p_cuEventDestroy(d->to);
        }
        if (d->stream != NULL) {
            (void)d->cu.p_cuStreamDestroy(d->stream);
        }
        for (int i = 0; i < IMAGES; ++i) {
            if (d->images[i] != NULL) {
                (void)d->cu.p_cuModuleUnload(d->images[i]);
            }
        }
        (void)leave(d, CUDA_SUCCESS);
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
    enter(d);
    bool ok = leave(d, d->cu.p_cuOccupancyMaxActiveBlocksPerMultiprocessor(
                           &each, d->kernels[shape.kernel], shape.threads, shape.room));
    return ok && each > 0 ? each * d->processors : 1;
}

size_t taut_driver_most_room(const taut_driver* d, taut_cuda_kernel kernel)
{
    return (size_t)d->rooms[kernel];
}

static CUlaunchConfig cluster_config(const taut_driver* d, int blocks, taut_driver_shape shape,
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
                            .hStream = d->stream,
                            .attrs = cluster,
                            .numAttrs = 1};
}

bool taut_driver_clusters(taut_driver* d, int blocks, taut_driver_shape shape)
{
    if (!d->clusters || shape.room > (size_t)d->rooms[shape.kernel]) {
        return false;
    }
    CUlaunchAttribute cluster;
    CUlaunchConfig how = cluster_config(d, blocks, shape, &cluster, blocks);
    int fit = 0;
    enter(d);
    return leave(d, d->cu.p_cuOccupancyMaxActiveClusters(&fit, d->kernels[shape.kernel], &how)) &&
           fit > 0;
}

static void* pointer_of(CUdeviceptr at)
{
    return (void*)(uintptr_t)at;
}

static CUdeviceptr address_of(const void* at)
{
    return (CUdeviceptr)(uintptr_t)at;
}

void* taut_driver_take(taut_driver* d, size_t bytes)
{
    CUdeviceptr at = 0;
    enter(d);
    bool ok = leave(d, d->cu.p_cuMemAlloc(&at, bytes > 0 ? bytes : 1));
    return ok ? pointer_of(at) : NULL;
}

// What has yet to be carried. One alone goes without the kernel.
static CUresult carry_parcel(taut_driver* d, taut_cuda_parcel* parcel, bool out)
{
    const taut_cuda_copy* first = &parcel->of[0];
    void* arguments[] = {parcel};
    CUresult r = CUDA_SUCCESS;
    if (parcel->count > 1) {
        r = d->cu.p_cuLaunchKernel(d->carrier, (unsigned)parcel->count, 1, 1, TAUT_CUDA_CARRIERS, 1,
                                   1, 0, d->stream, arguments, NULL);
    } else if (parcel->count == 1 && out) {
        r = d->cu.p_cuMemcpyHtoDAsync(address_of(first->to), first->from, first->bytes, d->stream);
    } else if (parcel->count == 1) {
        r = d->cu.p_cuMemcpyDtoHAsync(first->to, address_of(first->from), first->bytes, d->stream);
    }
    parcel->count = 0;
    return r;
}

static CUresult carry(taut_driver* d)
{
    CUresult r = d->trouble == CUDA_SUCCESS ? carry_parcel(d, &d->post.out, true) : d->trouble;
    r = r == CUDA_SUCCESS ? carry_parcel(d, &d->post.in, false) : r;
    d->trouble = r;
    return r;
}

// What is on its way when the device fails does not arrive.
static bool leave_post(taut_driver* d, CUresult r)
{
    if (r != CUDA_SUCCESS) {
        taut_post_forget(&d->post);
    }
    return leave(d, r);
}

// Nothing is under way to memory that is given back.
void taut_driver_give(taut_driver* d, void* memory)
{
    if (memory != NULL) {
        enter(d);
        (void)carry(d);
        (void)leave(d, d->cu.p_cuMemFree(address_of(memory)));
    }
}

void* taut_driver_take_host(taut_driver* d, size_t bytes)
{
    void* at = NULL;
    enter(d);
    bool ok = leave(d, d->cu.p_cuMemHostAlloc(&at, bytes > 0 ? bytes : 1, 0));
    return ok ? at : NULL;
}

void taut_driver_give_host(taut_driver* d, void* memory)
{
    if (memory != NULL) {
        enter(d);
        (void)leave(d, d->cu.p_cuMemFreeHost(memory));
    }
}

bool taut_driver_pin(taut_driver* d, void* memory, size_t bytes)
{
    enter(d);
    return leave(d, d->cu.p_cuMemHostRegister(memory, bytes, 0));
}

void taut_driver_unpin(taut_driver* d, void* memory)
{
    enter(d);
    (void)leave(d, d->cu.p_cuMemHostUnregister(memory));
}

void* taut_driver_stream(const taut_driver* d)
{
    return d->stream;
}

size_t taut_driver_desk(const taut_driver* d)
{
    return d->post.desk != NULL ? TAUT_POST_ROOM : 0;
}

size_t taut_driver_own_bytes(const taut_driver* d)
{
    return sizeof *d;
}

bool taut_driver_spoils(const taut_driver* d)
{
    (void)d;
    return false;
}

bool taut_driver_send(taut_driver* d, void* to, const void* from, size_t bytes)
{
    if (taut_post_send(&d->post, to, from, bytes)) {
        return true;
    }
    enter(d);
    CUresult r = carry(d);
    if (r == CUDA_SUCCESS && !taut_post_send(&d->post, to, from, bytes)) {
        r = d->cu.p_cuMemcpyHtoDAsync(address_of(to), from, bytes, d->stream);
    }
    return leave_post(d, r);
}

bool taut_driver_fetch(taut_driver* d, void* to, const void* from, size_t bytes)
{
    enter(d);
    CUresult r = carry(d);
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuMemcpyDtoHAsync(to, address_of(from), bytes, d->stream);
    }
    return leave_post(d, r);
}

bool taut_driver_ask(taut_driver* d, void* to, const void* from, size_t bytes)
{
    if (taut_post_ask(&d->post, to, from, bytes)) {
        return true;
    }
    enter(d);
    CUresult r = carry(d);
    if (r == CUDA_SUCCESS && !taut_post_ask(&d->post, to, from, bytes)) {
        r = d->cu.p_cuMemcpyDtoHAsync(to, address_of(from), bytes, d->stream);
    }
    return leave_post(d, r);
}

bool taut_driver_gather(taut_driver* d, const taut_cuda_row* rows, int count, taut_vec3* to)
{
    void* arguments[] = {&rows, &to};
    enter(d);
    CUresult r = carry(d);
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuLaunchKernel(d->gatherer, (unsigned)count, 1, 1, TAUT_CUDA_CARRIERS, 1, 1, 0,
                                   d->stream, arguments, NULL);
    }
    return leave_post(d, r);
}

// A launch that asks for what the device has not leaves it as it was; any other error stays, and
// every call from then on returns it.
static taut_driver_answer answer_to(const taut_driver* d, CUresult r)
{
    bool asks_too_much = r == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES || r == CUDA_ERROR_INVALID_VALUE ||
                         r == CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE ||
                         r == CUDA_ERROR_INVALID_CLUSTER_SIZE || r == CUDA_ERROR_OUT_OF_MEMORY ||
                         r == CUDA_ERROR_NOT_SUPPORTED;
    if (r == CUDA_SUCCESS || !asks_too_much) {
        return r == CUDA_SUCCESS ? TAUT_DRIVER_LAUNCHED : TAUT_DRIVER_LOST;
    }
    CUresult well = d->cu.p_cuStreamQuery(d->stream);
    return well == CUDA_SUCCESS || well == CUDA_ERROR_NOT_READY ? TAUT_DRIVER_REFUSED
                                                                : TAUT_DRIVER_LOST;
}

taut_driver_answer taut_driver_launch(taut_driver* d, const taut_cuda_turn* turns, int count,
                                      int blocks_per_body, taut_driver_shape shape)
{
    void* arguments[] = {&turns, &blocks_per_body};
    unsigned blocks = (unsigned)count * (unsigned)blocks_per_body;
    unsigned threads = (unsigned)shape.threads;
    unsigned room = (unsigned)shape.room;
    CUfunction kernel = d->kernels[shape.kernel];
    enter(d);
    CUresult r = carry(d);
    if (r != CUDA_SUCCESS) {
        (void)leave_post(d, r);
        return TAUT_DRIVER_LOST;
    }
    if (blocks_per_body > 1 && taut_driver_in_cluster(shape)) {
        CUlaunchAttribute cluster;
        CUlaunchConfig how =
            cluster_config(d, count * blocks_per_body, shape, &cluster, blocks_per_body);
        r = d->cu.p_cuLaunchKernelEx(&how, kernel, arguments, NULL);
    } else if (blocks_per_body > 1) {
        r = d->cu.p_cuLaunchCooperativeKernel(kernel, blocks, 1, 1, threads, 1, 1, room, d->stream,
                                              arguments);
    } else {
        r = d->cu.p_cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, room, d->stream, arguments,
                                   NULL);
    }
    taut_driver_answer answer = answer_to(d, r);
    (void)leave(d, CUDA_SUCCESS);
    return answer;
}

bool taut_driver_wait(taut_driver* d)
{
    enter(d);
    CUresult r = carry(d);
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuStreamSynchronize(d->stream);
    }
    if (r == CUDA_SUCCESS) {
        taut_post_deliver(&d->post);
    }
    return leave_post(d, r);
}

void taut_driver_time_from_here(taut_driver* d)
{
    enter(d);
    (void)carry(d);  // before the clock starts
    CUresult r = d->from != NULL ? CUDA_SUCCESS : d->cu.p_cuEventCreate(&d->from, 0);
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuEventRecord(d->from, d->stream);
    }
    (void)leave(d, r);
}

void taut_driver_time_to_here(taut_driver* d)
{
    enter(d);
    CUresult r = d->to != NULL ? CUDA_SUCCESS : d->cu.p_cuEventCreate(&d->to, 0);
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuEventRecord(d->to, d->stream);
    }
    (void)leave(d, r);
}

double taut_driver_ms(taut_driver* d)
{
    float ms = 0.0f;
    if (d->from == NULL || d->to == NULL) {
        return 0.0;
    }
    enter(d);
    return leave(d, d->cu.p_cuEventElapsedTime(&ms, d->from, d->to)) ? (double)ms : 0.0;
}

bool taut_driver_memory(taut_driver* d, size_t* whole, size_t* unused)
{
    enter(d);
    return leave(d, d->cu.p_cuMemGetInfo(unused, whole));
}
