// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "draw.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

// The one file that compiles stb_image_write. Its code is not held to our warnings.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wcast-qual"
#pragma GCC diagnostic ignored "-Wcast-align"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#pragma GCC diagnostic ignored "-Wundef"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wnull-dereference"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#define STBI_WRITE_NO_STDIO
#ifndef __clang_analyzer__  // it takes a product of checked sizes to be zero
#define STB_IMAGE_WRITE_IMPLEMENTATION
#endif
#include <stb/stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

// The header declares it only along with its body.
unsigned char* stbi_write_png_to_mem(const unsigned char* pixels, int stride_bytes, int x, int y,
                                     int n, int* out_len);

#define MAX_SIDE 16384

static bool write_bytes(const char* path, const unsigned char* bytes, size_t size)
{
    FILE* file = fopen(path, "wb");
    if (!file) {
        return false;
    }
    bool written = fwrite(bytes, 1, size, file) == size;
    int why = errno;
    // A full disk may only show when the last buffer is flushed.
    if (fclose(file) != 0 && written) {
        return false;
    }
    errno = why;
    return written;
}

bool taut_write_png(const char* path, int width, int height, const uint8_t* rgb)
{
    // Larger ones would overflow the int in which stb counts bytes.
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) {
        errno = EINVAL;
        return false;
    }
    int size = 0;
    unsigned char* png = stbi_write_png_to_mem(rgb, width * 3, width, height, 3, &size);
    if (!png) {
        errno = ENOMEM;
        return false;
    }
    bool written = write_bytes(path, png, (size_t)size);
    int why = errno;
    free(png);
    errno = why;
    return written;
}
