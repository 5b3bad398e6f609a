// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Memory of the device, copies and launches, by way of its driver (driver_open.c).

#include "cuda/driver_calls.h"

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
    bool ok = taut_driver_enter(d) &&
              taut_driver_leave(d, d->cu.p_cuMemAlloc(&at, bytes > 0 ? bytes : 1));
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
    return taut_driver_leave(d, r);
}

// Nothing is under way to memory that is given back.
void taut_driver_give(taut_driver* d, void* memory)
{
    if (memory != NULL) {
        taut_driver_enter(d);
        (void)carry(d);
        (void)taut_driver_leave(d, d->cu.p_cuMemFree(address_of(memory)));
    }
}

void* taut_driver_take_host(taut_driver* d, size_t bytes)
{
    void* at = NULL;
    bool ok = taut_driver_enter(d) &&
              taut_driver_leave(d, d->cu.p_cuMemHostAlloc(&at, bytes > 0 ? bytes : 1, 0));
    return ok ? at : NULL;
}

void taut_driver_give_host(taut_driver* d, void* memory)
{
    if (memory != NULL) {
        taut_driver_enter(d);
        (void)taut_driver_leave(d, d->cu.p_cuMemFreeHost(memory));
    }
}

bool taut_driver_pin(taut_driver* d, void* memory, size_t bytes)
{
    return taut_driver_enter(d) &&
           taut_driver_leave(d, d->cu.p_cuMemHostRegister(memory, bytes, 0));
}

void taut_driver_unpin(taut_driver* d, void* memory)
{
    taut_driver_enter(d);
    (void)taut_driver_leave(d, d->cu.p_cuMemHostUnregister(memory));
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
    taut_driver_enter(d);
    CUresult r = carry(d);
    if (r == CUDA_SUCCESS && !taut_post_send(&d->post, to, from, bytes)) {
        r = d->cu.p_cuMemcpyHtoDAsync(address_of(to), from, bytes, d->stream);
    }
    return leave_post(d, r);
}

bool taut_driver_fetch(taut_driver* d, void* to, const void* from, size_t bytes)
{
    taut_driver_enter(d);
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
    taut_driver_enter(d);
    CUresult r = carry(d);
    if (r == CUDA_SUCCESS && !taut_post_ask(&d->post, to, from, bytes)) {
        r = d->cu.p_cuMemcpyDtoHAsync(to, address_of(from), bytes, d->stream);
    }
    return leave_post(d, r);
}

bool taut_driver_gather(taut_driver* d, const taut_cuda_row* rows, int count, taut_vec3* to)
{
    void* arguments[] = {&rows, &to};
    taut_driver_enter(d);
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
    taut_driver_enter(d);
    CUresult r = carry(d);
    if (r != CUDA_SUCCESS) {
        (void)leave_post(d, r);
        return TAUT_DRIVER_LOST;
    }
    if (blocks_per_body > 1 && taut_driver_in_cluster(shape)) {
        CUlaunchAttribute cluster;
        CUlaunchConfig how =
            taut_driver_config(d, count * blocks_per_body, shape, &cluster, blocks_per_body);
        r = d->cu.p_cuLaunchKernelEx(&how, kernel, arguments, NULL);
    } else if (blocks_per_body > 1) {
        r = d->cu.p_cuLaunchCooperativeKernel(kernel, blocks, 1, 1, threads, 1, 1, room, d->stream,
                                              arguments);
    } else {
        r = d->cu.p_cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, room, d->stream, arguments,
                                   NULL);
    }
    taut_driver_answer answer = answer_to(d, r);
    (void)taut_driver_leave(d, CUDA_SUCCESS);
    return answer;
}

bool taut_driver_wait(taut_driver* d)
{
    taut_driver_enter(d);
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
    taut_driver_enter(d);
    (void)carry(d);  // before the clock starts
    CUresult r = d->from != NULL ? CUDA_SUCCESS : d->cu.p_cuEventCreate(&d->from, 0);
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuEventRecord(d->from, d->stream);
    }
    (void)taut_driver_leave(d, r);
}

void taut_driver_time_to_here(taut_driver* d)
{
    taut_driver_enter(d);
    CUresult r = d->to != NULL ? CUDA_SUCCESS : d->cu.p_cuEventCreate(&d->to, 0);
    if (r == CUDA_SUCCESS) {
        r = d->cu.p_cuEventRecord(d->to, d->stream);
    }
    (void)taut_driver_leave(d, r);
}

double taut_driver_ms(taut_driver* d)
{
    float ms = 0.0f;
    if (d->from == NULL || d->to == NULL) {
        return 0.0;
    }
    taut_driver_enter(d);
    return taut_driver_leave(d, d->cu.p_cuEventElapsedTime(&ms, d->from, d->to)) ? (double)ms : 0.0;
}

bool taut_driver_memory(taut_driver* d, size_t* whole, size_t* unused)
{
    taut_driver_enter(d);
    return taut_driver_leave(d, d->cu.p_cuMemGetInfo(unused, whole));
}
