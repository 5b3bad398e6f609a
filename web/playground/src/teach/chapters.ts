// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Short chapters, each beside a scene, with buttons that open scenes as the text needs them. Papers
// are those of docs/algorithm.md.

import { laterChapters } from "./chapters_later";
import { thingChapters } from "./chapters_things";
import type { Chapter } from "./chapter";
import { papers } from "./papers";

const first: Chapter[] = [
    {
        id: "constraint",
        title: "What a constraint is",
        scene: "chain-12",
        view: "tension",
        html: `
<p>A rope here is particles, points with a mass, and <b>constraints</b> between them. A constraint
is a number C that is zero when it is content. For a link of length L between two particles it is
C = |x₁ − x₂| − L: positive when the link is too long, negative when it is too short. Other kinds
measure an angle, an area, a volume.</p>
<p>In every small step each particle first goes where it would go alone, falling. Then constraints
are asked one after another, and each moves its own few particles along its gradient, just so far
that its C becomes zero. That is called <b>projection</b>.</p>
<p>How hard it had to push is kept as a multiplier, λ. It is not only bookkeeping: λ / h² is the
force of the link in newtons, and the tension view shows it.</p>`,
        cites: [papers.muller2007, papers.macklin2016],
        steps: [
            {
                label: "Let the chain hang, in the view of tensions",
                look: "The top link carries eleven weights, the lowest one.",
                scene: "chain-12",
                view: "tension",
            },
            {
                label: "Twelve weights on soft links",
                look: "Each link is longer by compliance × force: the top ones most.",
                scene: "chain-12",
                options: { params: { compliance: 0.002 } },
                view: "tension",
            },
            {
                label: "See single projections",
                look: "Step with the arrow keys. C of the link at hand goes to zero, that of its neighbours does not.",
                microscope: { kind: "chain", solver: "xpbd", iterations: 2 },
            },
        ],
    },
    {
        id: "verlet",
        title: "Verlet: motion without velocity",
        scene: "cloth-25x18",
        html: `
<p>Many demos of cloth begin with one line: the new place is the place, plus what it moved in the
last step, plus gravity. x′ = 2x − p + g h². Nobody stores a velocity; it is the difference of two
places. So when a constraint moves a particle it changes the velocity as well, and nothing has to
be told twice. Størmer used the rule in 1907, Verlet in 1967, and Jakobsen brought it to games,
with the projection of distances, in 2001.</p>
<p>It is simple and hard to blow up. What it lacks is a stiffness: how much the cloth gives
depends on how often the constraints are swept, the <i>iterations</i>, which such demos call
“Stiffness”.</p>
<p>This cloth has 25 × 18 particles and three pins. Drag it about, then change its iterations.</p>`,
        cites: [papers.verlet1967, papers.jakobsen2001],
        steps: [
            {
                label: "3 iterations",
                look: "It is rubber: far below the pins the error of many links adds up.",
                scene: "cloth-25x18",
                options: { iterations: 3 },
            },
            {
                label: "40 iterations",
                look: "The same rule, and now it is nearly canvas.",
                scene: "cloth-25x18",
                options: { iterations: 40 },
            },
            {
                label: "Verlet under the microscope",
                look: "Corrections move places alone; the last moment has nothing to do.",
                microscope: { kind: "chain", solver: "verlet", iterations: 4 },
            },
        ],
    },
    {
        id: "weights",
        title: "Who moves: mass, and half of a correction",
        scene: "half-correction",
        view: "particles",
        figures: "none",
        html: `
<p>A link that is too long pulls at both ends with the same force, so the light end gives way
more: each moves by its inverse mass w over the sum of both. A pinned particle has w = 0. It takes
nothing, and the free end takes <b>all</b> of the correction.</p>
<p>Many tutorials say so and then give each end half, pin or no pin. The link at the pin then keeps
half of its error in every sweep, and is stretched about twice as far as it need be.</p>
<p>Three ropes hang here. The left two take halves, the right one goes by inverse mass; the middle
and the right one differ in nothing else. Look at the topmost link, between the pin and the first
bead: it should be 100 mm long, and is 110 mm on the left and 105 mm on the right.</p>`,
        cites: [papers.muller2007, papers.jakobsen2001],
        steps: [
            {
                label: "The three ropes",
                look: "Compare the gaps between the pins and the first particles below them.",
                scene: "half-correction",
                view: "particles",
            },
            {
                label: "Half of it, step by step",
                look: "The link at the pin: C goes from some millimetres to half of that, and stays there.",
                microscope: { kind: "chain", solver: "legacy", iterations: 2 },
            },
            {
                label: "By mass, 1 to 3",
                look: "The light weight moves three times as far as the heavy one.",
                microscope: { kind: "link", solver: "xpbd", iterations: 1, heavy: 3 },
            },
        ],
    },
    {
        id: "propagation",
        title: "Iterations: how far a pull travels",
        scene: "propagation",
        view: "particles",
        pauseAfter: 1,
        figures: "none",
        html: `
<p>A projection knows its own link and nothing else. When a hand pulls at one end of a rope, the
first link becomes right, the second wrong; the next projection passes the news on. One sweep over
all links carries it only so far.</p>
<p>Here five straight ropes are pulled up by half a link, and you see one frame. Swept colour by
colour (links that share no particle at once) news gets two links per sweep. In the order of a
list that runs away from the hand it goes on and on, halving at each link; in a list that runs the
other way, one link per sweep.</p>
<p>So plain sweeps need about as many iterations as a rope has links, and a heavy end makes it
worse. The next chapters are about better ways.</p>`,
        cites: [papers.muller2007],
        steps: [
            {
                label: "One frame of a tug",
                look: "Count the gaps between particles below each hand: so far the tug has come. Single-step from there.",
                scene: "propagation",
                view: "particles",
                pauseAfter: 1,
            },
            {
                label: "Watch it travel",
                look: "Each bar of the timeline is a projection; the curve is what is left of the error.",
                microscope: { kind: "chain", solver: "xpbd", iterations: 8, heavy: 10 },
            },
        ],
    },
    {
        id: "substeps",
        title: "Substeps beat iterations",
        scene: "substeps-vs-iterations",
        html: `
<p>You can afford 25 sweeps in a frame. Spend them all on one step of 1/60 s, or cut the frame
into 25 substeps with one sweep each?</p>
<p>What a sweep leaves undone grows with how far things fell before it: g h². In 25 substeps that
is 625 times less, while 25 sweeps divide the error by about 25. So the same work, spent on small
steps, is worth some 25 times as much.</p>
<p>Four ropes of 60 weights with rigid links hang side by side. All but the last do 25 sweeps in a
frame. The last does 100 and still hangs lower than the first.</p>`,
        cites: [papers.macklin2019],
        steps: [
            {
                label: "Four ropes, the same work",
                look: "Left: 25 substeps. Third: 25 sweeps of one step. Compare where the lowest beads are.",
                scene: "substeps-vs-iterations",
            },
            {
                label: "1 substep × 8 sweeps",
                look: "The curve falls slowly, and starts high in every frame.",
                microscope: {
                    kind: "chain",
                    solver: "xpbd",
                    substeps: 1,
                    iterations: 8,
                    heavy: 10,
                },
            },
            {
                label: "8 substeps × 1 sweep",
                look: "As many projections, but the error never gets as high.",
                microscope: {
                    kind: "chain",
                    solver: "xpbd",
                    substeps: 8,
                    iterations: 1,
                    heavy: 10,
                },
            },
            {
                label: "A meter of stiffness",
                look: "One cloth at 5, 10, 20, 40, 80 and 160 substeps: where does it stop to stretch?",
                scene: "stiffness-meter",
            },
        ],
    },
    {
        id: "rate",
        title: "PBD against XPBD when the frame rate drops",
        scene: "frame-rate",
        html: `
<p>In plain position-based dynamics (PBD) a rigid constraint that is swept a few times
<i>looks</i> elastic. That elasticity is an accident of frame length and sweeps: on a slow
machine, or in a slow frame, the same cloth is another material.</p>
<p>XPBD writes the stiffness into the constraint, as a compliance α in metres per newton, and
divides it by h²: Δλ = −(C + α̃ λ) / (Σ w |∇C|² + α̃). Now there is a right answer, in newtons,
that does not depend on the frame, and sweeps only have to come near it.</p>
<p>Left: PBD, ten sweeps. Middle: XPBD, ten sweeps. Right: XPBD in substeps of 1/1440 s. Drag the
rate: at 60 Hz they are much alike. At 15 Hz ten sweeps are too few for both, and only the small
steps hold. At 240 Hz PBD has turned to wire, and both XPBD cloths agree.</p>`,
        cites: [papers.macklin2016, papers.macklin2019],
        control: {
            key: "rate",
            label: "Frames per second",
            values: [10, 15, 20, 30, 60, 120, 240],
            initial: 60,
        },
        steps: [
            {
                label: "60 Hz",
                look: "Three cloths, one material.",
                scene: "frame-rate",
                options: { params: { rate: 60 } },
            },
            {
                label: "15 Hz",
                look: "The right one has not changed.",
                scene: "frame-rate",
                options: { params: { rate: 15 } },
            },
            {
                label: "240 Hz",
                look: "PBD does not stretch any more; XPBD does, as asked.",
                scene: "frame-rate",
                options: { params: { rate: 240 } },
            },
            {
                label: "Six chains, with figures",
                look: "PBD: three different lengths. XPBD: one.",
                scene: "stiffness-vs-rate",
            },
        ],
    },
];

export const chapters: Chapter[] = [...first, ...laterChapters, ...thingChapters];
