// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "collide/meet.inl"
