// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "base/error.h"

#include <math.h>
#include <stdio.h>

const char* taut_result_name(taut_result result)
{
    static const char* const names[TAUT_RESULT_COUNT] = {"TAUT_OK",
                                                         "TAUT_ERROR_INVALID",
                                                         "TAUT_ERROR_OUT_OF_MEMORY",
                                                         "TAUT_ERROR_BACKEND_UNAVAILABLE",
                                                         "TAUT_ERROR_BAD_DATA",
                                                         "TAUT_ERROR_THREADS_UNAVAILABLE"};
    bool known = (int)result >= 0 && result < TAUT_RESULT_COUNT;
    return known ? names[result] : "an unknown result";
}

int taut_version(void)
{
    return TAUT_VERSION_MAJOR * 10000 + TAUT_VERSION_MINOR * 100 + TAUT_VERSION_PATCH;
}

taut_result taut_error_set_list(taut_error* error, taut_result result, const char* format,
                                va_list arguments)
{
    if (error != NULL) {
        error->result = result;
        (void)vsnprintf(error->text, sizeof error->text, format, arguments);
    }
    return result;
}

taut_result taut_error_set(taut_error* error, taut_result result, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)taut_error_set_list(error, result, format, arguments);
    va_end(arguments);
    return result;
}

void taut_error_clear(taut_error* error)
{
    if (error != NULL) {
        error->result = TAUT_OK;
        error->text[0] = '\0';
    }
}

bool taut_vec3_finite(taut_vec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}
