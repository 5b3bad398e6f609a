// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The driver's library (libcuda.so.1) on a machine without a GPU: its kernels run on the host, by
// one thread. With it in the way of the real one (LD_LIBRARY_PATH), programs as they are built for
// users go through src/cuda/driver_open.c and driver_cuda.c (tests/tools/cuda_driver_tests.py).
//
//     TAUT_STAND_IN_BYTES=N           memory of the device, 1 GB otherwise
//     TAUT_STAND_IN_FAIL=NAME:N:CODE  the N-th call of that name, from 1 on, and all after it fail
//     TAUT_STAND_IN_REPORT=FILE       is written when the process ends: calls by name, and what was
//                                     not given back
//
// A kernel that fails leaves its error to whoever waits next, as a device does; from then on all
// that asks something of the device has it, too.

#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

// clang-format off
#include "cuda/kernels.cu"
#include "cuda/gather.inl"
// clang-format on

typedef void turns_kernel(const taut_cuda_turn*, int);

static const std::map<std::string, turns_kernel*> turn_kernels = {
    {"taut_cuda_take_step", taut_cuda_take_step},
    {"taut_cuda_take_meeting", taut_cuda_take_meeting},
    {"taut_cuda_take_crowd", taut_cuda_take_crowd},
    {"taut_cuda_take_joined", taut_cuda_take_joined},
    {"taut_cuda_take_sheet", taut_cuda_take_sheet},
    {"taut_cuda_take_fine_sheet", taut_cuda_take_fine_sheet},
    {"taut_cuda_take_staying_sheet", taut_cuda_take_staying_sheet},
    {"taut_cuda_take_large_sheet", taut_cuda_take_large_sheet},
    {"taut_cuda_take_large_fine_sheet", taut_cuda_take_large_fine_sheet},
};

struct CUfunc_st {
    turns_kernel* turns;  // NULL of those with other arguments
    bool gathers;
};

// All there is -----------------------------------------------------------------------------------

struct stand_in {
    std::map<std::string, long> calls;
    std::map<void*, std::size_t> device, host;
    std::size_t used = 0;
    int contexts = 0, pushed = 0, modules = 0, streams = 0, events = 0, pinned = 0;
    CUresult trouble = CUDA_SUCCESS;
    std::map<std::string, CUfunc_st> functions;
    ~stand_in();
};

static stand_in it;

stand_in::~stand_in()
{
    const char* path = std::getenv("TAUT_STAND_IN_REPORT");
    FILE* file = path != nullptr ? std::fopen(path, "w") : nullptr;
    if (file == nullptr) {
        return;
    }
    for (const auto& call : calls) {
        std::fprintf(file, "%s %ld\n", call.first.c_str(), call.second);
    }
    std::fprintf(
        file, "left %zu\n",
        device.size() + host.size() +
            static_cast<std::size_t>(contexts + pushed + modules + streams + events + pinned));
    (void)std::fclose(file);
}

static std::size_t memory()
{
    const char* bytes = std::getenv("TAUT_STAND_IN_BYTES");
    return bytes != nullptr ? std::strtoull(bytes, nullptr, 10) : std::size_t{1} << 30;
}

// Counts a call; what it is told to answer, or CUDA_SUCCESS.
static CUresult count(const char* name)
{
    long number = ++it.calls[name];
    const char* fail = std::getenv("TAUT_STAND_IN_FAIL");
    char which[64];
    long first = 0;
    int code = 0;
    bool fails = fail != nullptr && std::sscanf(fail, "%63[^:]:%ld:%d", which, &first, &code) == 3;
    return fails && std::strcmp(which, name) == 0 && number >= first ? static_cast<CUresult>(code)
                                                                     : CUDA_SUCCESS;
}

#define COUNT()                                                                                    \
    do {                                                                                           \
        CUresult told = count(__func__);                                                           \
        if (told != CUDA_SUCCESS) {                                                                \
            return told;                                                                           \
        }                                                                                          \
    } while (0)

// Of calls that ask something of the device.
#define COUNT_WORK()                                                                               \
    do {                                                                                           \
        COUNT();                                                                                   \
        if (it.trouble != CUDA_SUCCESS) {                                                          \
            return it.trouble;                                                                     \
        }                                                                                          \
    } while (0)

// The device -------------------------------------------------------------------------------------

CUresult CUDAAPI cuInit(unsigned)
{
    COUNT();
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGet(CUdevice* device, int)
{
    COUNT();
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetName(char* name, int size, CUdevice)
{
    COUNT();
    (void)std::snprintf(name, static_cast<std::size_t>(size), "a stand-in for a GPU");
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice)
{
    COUNT();
    *value = attribute == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN ? 227 * 1024
             : attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT            ? 1
                                                                                : 0;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice)
{
    COUNT();
    *context = reinterpret_cast<CUcontext>(&it);
    it.contexts += 1;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxRelease(CUdevice)
{
    COUNT();
    it.contexts -= 1;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxPushCurrent(CUcontext)
{
    COUNT();
    it.pushed += 1;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxPopCurrent(CUcontext* context)
{
    COUNT();
    *context = reinterpret_cast<CUcontext>(&it);
    it.pushed -= 1;
    return CUDA_SUCCESS;
}

// Kernels ----------------------------------------------------------------------------------------

CUresult CUDAAPI cuModuleLoadData(CUmodule* module, const void* image)
{
    COUNT();
    std::uint32_t magic = 0;  // of a fat binary
    std::memcpy(&magic, image, sizeof magic);
    *module = reinterpret_cast<CUmodule>(&it);
    it.modules += 1;
    return magic == 0xba55ed50u ? CUDA_SUCCESS : CUDA_ERROR_INVALID_IMAGE;
}

CUresult CUDAAPI cuModuleUnload(CUmodule)
{
    COUNT();
    it.modules -= 1;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name)
{
    COUNT();
    auto found = turn_kernels.find(name);
    bool gathers = std::strcmp(name, "taut_cuda_gather") == 0;
    bool known =
        found != turn_kernels.end() || gathers || std::strcmp(name, "taut_cuda_carry") == 0;
    if (module == nullptr || !known) {
        return CUDA_ERROR_NOT_FOUND;
    }
    it.functions[name] = {found != turn_kernels.end() ? found->second : nullptr, gathers};
    *function = &it.functions[name];
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction)
{
    COUNT();
    *value = attribute == CU_FUNC_ATTRIBUTE_PTX_VERSION ? 80 : 1024;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuFuncSetAttribute(CUfunction, CUfunction_attribute, int)
{
    COUNT();
    return CUDA_SUCCESS;
}

// Blocks run one after another, so that none may wait for another: one has all there is.
CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction, int,
                                                             std::size_t)
{
    COUNT();
    *blocks = 1;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuOccupancyMaxActiveClusters(int* clusters, CUfunction, const CUlaunchConfig*)
{
    COUNT();
    *clusters = 0;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuLaunchKernel(CUfunction function, unsigned blocks, unsigned, unsigned, unsigned,
                                unsigned, unsigned, unsigned, CUstream, void** arguments, void**)
{
    COUNT_WORK();
    for (blockIdx.x = 0; blockIdx.x < static_cast<int>(blocks); ++blockIdx.x) {
        if (function->turns != nullptr) {
            function->turns(*static_cast<const taut_cuda_turn**>(arguments[0]),
                            *static_cast<int*>(arguments[1]));
        } else if (function->gathers) {
            taut_cuda_gather(*static_cast<const taut_cuda_row**>(arguments[0]),
                             *static_cast<taut_vec3**>(arguments[1]));
        } else {
            taut_cuda_carry(*static_cast<const taut_cuda_parcel*>(arguments[0]));
        }
    }
    blockIdx.x = 0;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuLaunchCooperativeKernel(CUfunction, unsigned, unsigned, unsigned, unsigned,
                                           unsigned, unsigned, unsigned, CUstream, void**)
{
    COUNT_WORK();
    return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
}

CUresult CUDAAPI cuLaunchKernelEx(const CUlaunchConfig*, CUfunction, void**, void**)
{
    COUNT_WORK();
    return CUDA_ERROR_INVALID_CLUSTER_SIZE;
}

// Waiting ----------------------------------------------------------------------------------------

CUresult CUDAAPI cuStreamCreate(CUstream* stream, unsigned)
{
    COUNT();
    *stream = reinterpret_cast<CUstream>(&it);
    it.streams += 1;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamDestroy(CUstream)
{
    COUNT();
    it.streams -= 1;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamSynchronize(CUstream)
{
    CUresult told = count(__func__);
    it.trouble = it.trouble == CUDA_SUCCESS ? told : it.trouble;
    return it.trouble;
}

CUresult CUDAAPI cuStreamQuery(CUstream)
{
    COUNT_WORK();
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuEventCreate(CUevent* event, unsigned)
{
    COUNT();
    *event = reinterpret_cast<CUevent>(&it);
    it.events += 1;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuEventDestroy(CUevent)
{
    COUNT();
    it.events -= 1;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuEventRecord(CUevent, CUstream)
{
    COUNT_WORK();
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuEventElapsedTime(float* ms, CUevent, CUevent)
{
    COUNT_WORK();
    *ms = 0.5f;
    return CUDA_SUCCESS;
}

// Memory -----------------------------------------------------------------------------------------

static CUdeviceptr number_of(const void* at)
{
    return static_cast<CUdeviceptr>(reinterpret_cast<std::uintptr_t>(at));
}

static void* place_of(CUdeviceptr at)
{
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(at));
}

CUresult CUDAAPI cuMemGetInfo(std::size_t* unused, std::size_t* whole)
{
    COUNT_WORK();
    *whole = memory();
    *unused = *whole - it.used;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemAlloc(CUdeviceptr* at, std::size_t bytes)
{
    COUNT_WORK();
    if (bytes == 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (bytes > memory() - it.used) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    void* taken = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (taken == nullptr) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    std::memset(taken, 0xcd, bytes);  // what is not set shows
    it.device[taken] = bytes;
    it.used += bytes;
    *at = number_of(taken);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemFree(CUdeviceptr at)
{
    COUNT();
    auto found = it.device.find(place_of(at));
    if (found == it.device.end()) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    it.used -= found->second;
    std::free(found->first);
    it.device.erase(found);
    return it.trouble;
}

CUresult CUDAAPI cuMemHostAlloc(void** at, std::size_t bytes, unsigned)
{
    COUNT_WORK();
    *at = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (*at == nullptr) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    it.host[*at] = bytes;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemFreeHost(void* at)
{
    COUNT();
    if (it.host.erase(at) == 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    std::free(at);
    return it.trouble;
}

CUresult CUDAAPI cuMemHostRegister(void*, std::size_t, unsigned)
{
    COUNT_WORK();
    it.pinned += 1;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemHostUnregister(void*)
{
    COUNT();
    it.pinned -= 1;
    return CUDA_SUCCESS;
}

// Whether all of it is the device's: the driver would not look.
static bool is_there(CUdeviceptr at, std::size_t bytes)
{
    auto next = it.device.upper_bound(place_of(at));
    if (next == it.device.begin()) {
        return false;
    }
    --next;
    std::size_t offset = static_cast<std::size_t>(at - number_of(next->first));
    return offset + bytes <= next->second;
}

CUresult CUDAAPI cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, std::size_t bytes, CUstream)
{
    COUNT_WORK();
    if (!is_there(to, bytes)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    std::memcpy(place_of(to), from, bytes);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemcpyDtoHAsync(void* to, CUdeviceptr from, std::size_t bytes, CUstream)
{
    COUNT_WORK();
    if (!is_there(from, bytes)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    std::memcpy(to, place_of(from), bytes);
    return CUDA_SUCCESS;
}
