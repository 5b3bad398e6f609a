// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// MuJoCo's flex: another method (few implicit steps a frame, conjugate gradients over edges, one
// diagonal per cell), so that no count of projections compares. Its compiler takes seconds.

import loadMujoco from "@mujoco/mujoco";

import { DT, SPACING } from "./grid.mjs";

const STEPS = 4;
const ITERATIONS = 20;

function model(size) {
    return `<mujoco>
  <option timestep="${DT / STEPS}" solver="CG" iterations="${ITERATIONS}" tolerance="0" gravity="0 0 -9.81"/>
  <size memory="1500M"/>
  <worldbody>
    <flexcomp name="cloth" type="grid" dim="2" count="${size} ${size} 1" mass="${size * size}"
              spacing="${SPACING} ${SPACING} ${SPACING}" radius="0.001">
      <pin id="0 ${size * (size - 1)}"/>
      <edge equality="true"/>
      <contact contype="0" conaffinity="0" selfcollide="none"/>
    </flexcomp>
  </worldbody>
</mujoco>`;
}

export async function open(cloth) {
    const mujoco = await loadMujoco();
    const loaded = mujoco.MjModel.from_xml_string(model(cloth.size));
    const data = new mujoco.MjData(loaded);
    const n = cloth.size;
    const x = new Float32Array(3 * cloth.count);
    return {
        name: "MuJoCo flex",
        version: "@mujoco/mujoco 3.14.0",
        step: () => {
            for (let i = 0; i < STEPS; ++i) {
                mujoco.mj_step(loaded, data);
            }
        },
        positions: () => {
            const from = data.flexvert_xpos;  // columns and rows change places: grids run along y
            for (let i = 0; i < n * n; ++i) {
                const j = (i % n) * n + Math.floor(i / n);
                for (let k = 0; k < 3; ++k) {
                    x[3 * i + k] = from[3 * j + k];
                }
            }
            return x;
        },
        projections: null,
        note: `${STEPS} steps a frame, CG ${ITERATIONS}, edges only`,
    };
}
