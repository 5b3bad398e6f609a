// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The kernel that gathers, in an image by itself: what is in one with others changes how these are
// translated.

#include "cuda/post.h"
#include "cuda/team.inl"

// clang-format off
#include "cuda/gather.inl"
// clang-format on
