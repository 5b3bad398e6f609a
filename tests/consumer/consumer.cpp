// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// consumer.c once more, the way a C++ program would put it.

#include <taut/taut.h>

#include <cstdio>
#include <memory>

namespace
{

struct destroy {
    void operator()(taut_world* world) const
    {
        taut_world_destroy(world);
    }
    void operator()(taut_builder* builder) const
    {
        taut_builder_destroy(builder);
    }
    void operator()(taut_blueprint* blueprint) const
    {
        taut_blueprint_release(blueprint);
    }
};

template <typename T> using owned = std::unique_ptr<T, destroy>;

int complain(const char* what, const char* why)
{
    std::fprintf(stderr, "%s: %s\n", what, why);
    return 1;
}

owned<taut_blueprint> make_rope(taut_part& part)
{
    taut_builder* builder = nullptr;
    if (taut_builder_create(nullptr, &builder, nullptr) != TAUT_OK) {
        return nullptr;
    }
    owned<taut_builder> guard(builder);
    taut_rope_def rope = taut_rope_def_default();
    rope.pin_start = true;
    taut_blueprint* blueprint = nullptr;
    if (taut_make_rope(builder, &rope, &part) != TAUT_OK ||
        taut_builder_bake(builder, &blueprint) != TAUT_OK) {
        return nullptr;
    }
    return owned<taut_blueprint>(blueprint);
}

}  // namespace

int main()
{
    taut_world_def def = taut_world_def_default();
    taut_world* raw = nullptr;
    taut_error error = {};
    if (taut_world_create(&def, &raw, &error) != TAUT_OK) {
        return complain("world", error.text);
    }
    owned<taut_world> world(raw);

    taut_part part = {};
    owned<taut_blueprint> rope = make_rope(part);
    if (!rope) {
        return complain("rope", "was not made");
    }
    taut_body_def body_def = taut_body_def_default();
    body_def.blueprint = rope.get();
    taut_body_id body = {};
    taut_result result = taut_body_create(world.get(), &body_def, &body);
    for (int frame = 0; frame < 60 && result == TAUT_OK; ++frame) {
        result = taut_world_step(world.get(), 1.0f / 60.0f, 20, nullptr);
    }
    if (result != TAUT_OK) {
        return complain(taut_result_name(result), taut_world_last_error(world.get()));
    }
    int last = part.first_particle + part.particle_count - 1;
    float height = taut_vec3_at(taut_body_positions(world.get(), body), last).y;
    std::printf("the end of the rope is at %.6f m\n", static_cast<double>(height));
    return 0;
}
