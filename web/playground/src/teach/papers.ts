// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Those of docs/algorithm.md that the chapters cite.

export const papers = {
    bridson2003:
        "Bridson, Marino, Fedkiw. Simulation of clothing with folds and wrinkles. SCA 2003.",
    bridson2007:
        "Bridson, Hourihan, Nordenstam. Curl-noise for procedural fluid flow. " +
        "ACM Transactions on Graphics 26(3), 2007.",
    hairer2003:
        "Hairer, Lubich, Wanner. Geometric numerical integration illustrated by the " +
        "Störmer–Verlet method. Acta Numerica 12, 2003.",
    hoerner1965: "Hoerner. Fluid-dynamic drag. 1965.",
    jakobsen2001: "Jakobsen. Advanced character physics. Game Developers Conference 2001.",
    kim2012:
        "Kim, Chentanez, Müller-Fischer. Long range attachments: a method to simulate " +
        "inextensible clothing in computer games. SCA 2012.",
    macklin2014:
        "Macklin, Müller, Chentanez, Kim. Unified particle physics for real-time applications. " +
        "ACM Transactions on Graphics 33(4), 2014.",
    macklin2016:
        "Macklin, Müller, Chentanez. XPBD: position-based simulation of compliant constrained " +
        "dynamics. MIG 2016.",
    macklin2019:
        "Macklin, Storey, Lu, Terdiman, Chentanez, Jeschke, Müller. Small steps in physics " +
        "simulation. SCA 2019.",
    muller2007:
        "Müller, Heidelberger, Hennix, Ratcliff. Position based dynamics. Journal of Visual " +
        "Communication and Image Representation 18(2), 2007.",
    muller2020:
        "Müller, Macklin, Chentanez, Jeschke, Kim. Detailed rigid body simulation with extended " +
        "position based dynamics. SCA 2020.",
    tournier2015:
        "Tournier, Nesme, Gilles, Faure. Stable constrained dynamics. ACM Transactions on " +
        "Graphics 34(4), 2015.",
    vanGelder1998:
        "Van Gelder. Approximate simulation of elastic membranes by triangulated spring meshes. " +
        "Journal of Graphics Tools 3(2), 1998.",
    verlet1967: "Verlet. Computer “experiments” on classical fluids. Physical Review 159, 1967.",
} as const;
