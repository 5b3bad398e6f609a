// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "support.h"
#include "test.h"

TEST(x)
{
    CHECK(true);
}
