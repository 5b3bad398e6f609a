// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// A cloth in a gusty wind, and a balloon that is blown up and let go.

#include "guide.h"

#define SIZE 15

static taut_body_id hang_cloth(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_cloth_def cloth = taut_cloth_def_default();
    cloth.columns = cloth.rows = SIZE;
    cloth.v = (taut_vec3){0.0f, -1.0f, 0.0f};
    taut_make_cloth(builder, &cloth, NULL);
    for (int i = 0; i < SIZE; ++i) {
        taut_builder_pin(builder, i);
    }
    return guide_put(world, builder, taut_body_def_default());
}

static taut_body_id make_balloon(taut_world* world)
{
    taut_builder* builder = guide_builder();
    taut_balloon_def def = taut_balloon_def_default();
    def.centre = (taut_vec3){3.0f, 0.0f, 0.0f};
    def.frequency = 5;
    def.gauge = 500.0f;  // Pa above the air around it
    taut_make_balloon(builder, &def, NULL);
    taut_body_def body = taut_body_def_default();
    body.gravity_scale = 0.0f;
    taut_body_id id = guide_put(world, builder, body);
    taut_air_def lee = taut_air_def_default();
    lee.enabled = false;
    taut_body_set_air(world, id, &lee);
    return id;
}

int main(void)
{
    taut_world_def def = taut_world_def_default();
    taut_world* world = guide_world(&def);
    taut_body_id cloth = hang_cloth(world);
    taut_body_id balloon = make_balloon(world);

    taut_wind_def winds[2] = {taut_wind_def_default(TAUT_WIND_GUST),
                              taut_wind_def_default(TAUT_WIND_TURBULENCE)};
    winds[0].velocity = (taut_vec3){0.0f, 0.0f, 6.0f};  // m/s
    winds[0].strength = 0.4f;                           // 3.6 to 8.4 m/s
    winds[1].velocity = winds[0].velocity;              // eddies travel with the wind
    winds[1].speed = 1.0f;
    if (taut_world_set_winds(world, winds, 2) != TAUT_OK) {
        printf("no wind: %s\n", taut_world_last_error(world));
    }

    taut_air_def air = taut_air_def_default();
    air.friction = 0.05f;  // rougher than most
    taut_body_set_air(world, cloth, &air);

    guide_run(world, 120);
    taut_vec3 hem = taut_vec3_at(taut_body_positions(world, cloth), SIZE * SIZE - 1);
    taut_vec3 here = taut_world_wind_at(world, hem);
    printf("the hem is blown %.2f m out; there it blows with %.1f m/s\n", (double)hem.z,
           (double)here.z);
    int wrong = guide_expect(hem.z > 0.1f, "the cloth is blown out");

    taut_gas_state gas;
    taut_body_gas(world, balloon, 0, &gas);
    printf("%.4f m^3 at %.0f Pa\n", gas.volume, gas.gauge);
    double before = gas.volume;

    taut_body_inflate(world, balloon, 0, 0.002f);  // two litres more
    guide_run(world, 60);
    taut_body_gas(world, balloon, 0, &gas);
    printf("%.4f m^3 at %.0f Pa\n", gas.volume, gas.gauge);
    wrong += guide_expect(gas.volume > before, "it has grown");

    taut_body_set_leak(world, balloon, 0, 4e-4f);  // a hole of 4 cm^2
    guide_run(world, 120);
    taut_body_gas(world, balloon, 0, &gas);
    printf("%.4f m^3 at %.0f Pa\n", gas.volume, gas.gauge);
    wrong += guide_expect(fabs(gas.gauge) < 5.0, "it is empty");
    taut_world_destroy(world);
    return wrong;
}
