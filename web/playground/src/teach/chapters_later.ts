// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The chapters about what makes constraints good ropes and cloth.

import type { Chapter } from "./chapter";
import { papers } from "./papers";

export const laterChapters: Chapter[] = [
    {
        id: "springs",
        title: "Springs explode, constraints do not",
        scene: "springs-vs-constraints",
        html: `
<p>The obvious way to make a rope is springs: a force of k times the extension, then F = m a. A
spring pulls with a force that is right at one moment and is applied for a whole step. If the step
is too long the particle flies past its rest place farther than it came from, and the next step is
worse.</p>
<p>With explicit Euler every step adds energy, large or small. Symplectic Euler, which moves by
the new velocity, holds as long as h stays below 2 / ω, where ω is the fastest vibration: stiffer
means smaller steps.</p>
<p>A constraint asks instead where things should be <i>after</i> the step. It may be too soft, it
does not explode. Six chains of the same stiffness: watch which are gone after a second.</p>`,
        cites: [papers.hairer2003],
        steps: [
            {
                label: "Six chains",
                look: "The first three fly apart. Single-step from the start to see how.",
                scene: "springs-vs-constraints",
            },
            {
                label: "Four ways to explode, two that hold",
                look: "Too stiff, corrected too far, and a cloth that boils because of the order of its links alone.",
                scene: "explosions",
            },
        ],
    },
    {
        id: "shape",
        title: "Links that keep a cloth in shape",
        scene: "structural-only",
        html: `
<p>A cloth made of rows and columns alone keeps lengths, not angles. Each of its cells is four
rods with free hinges, and nothing stops it from folding flat like a garden gate. Held by one
corner, the left cloth becomes a line.</p>
<p>Links along the diagonals, <b>shear</b> links, keep cells from leaning over. A third family,
links across two cells or angles between triangles, resists <b>bending</b> and decides whether it
is silk or cardboard.</p>
<p>Real cloth is stiff along its threads, gives easily in shear, and bends with almost no force.
Materials here have these three in N/m and N m, and links get their compliance from them, whatever
the resolution.</p>`,
        cites: [papers.bridson2003, papers.vanGelder1998],
        steps: [
            {
                label: "Without and with diagonals",
                look: "Grab a corner of each and pull sideways.",
                scene: "structural-only",
                view: "wireframe",
            },
            {
                label: "The tutorials' cloth, with diagonals",
                look: "Pull it sideways: it keeps its squares.",
                scene: "cloth-25x18",
                options: { params: { diagonals: 1 } },
            },
            {
                label: "A patch under the microscope",
                look: "Structural and shear links in turn, each undoing a little of the others' work.",
                microscope: { kind: "patch", solver: "xpbd", iterations: 4 },
            },
        ],
    },
    {
        id: "damping",
        title: "Damping, and where energy goes",
        scene: "damping-energy",
        figures: "energy",
        html: `
<p>Five ropes are let go level. Without damping the first swings on and on; its energy, in the
plot, never rises above what it began with.</p>
<p>There are two honest ways to take energy out. <b>Drag</b> slows every motion, as air does, by a
rate per second. <b>Damping along links</b> calms the stretching, a rope's ringing, and hardly
touches its swing. The tutorials multiply the velocity by 0.99 in each frame: that is drag of 0.6
per second at 60 Hz, and another one at any other rate.</p>
<p>It is often said that Verlet gains energy. None of the four on still pins does. The fifth hangs
from a hand that shakes it: that is where energy comes from.</p>`,
        cites: [papers.muller2020],
        steps: [
            {
                label: "Five ropes",
                look: "Open the energy plot. In turn: none, along links, drag, 0.99 a frame, shaken.",
                scene: "damping-energy",
            },
            {
                label: "A thousand particles, no drag",
                look: "It swings for minutes at 8 substeps.",
                scene: "rope-1000",
            },
        ],
    },
    {
        id: "direct",
        title: "A truck on a rope: tethers and the direct solve",
        scene: "truck-on-a-rope",
        html: `
<p>A truck of 10,000 times the mass of a link is the worst case of a sweep: each link at its top
would have to be corrected thousands of times before the load arrives at the pin. With a few
sweeps the rope is rubber.</p>
<p>But the links of a rope meet only their neighbours. Written down together they are a
tridiagonal system that is solved exactly in one pass, from the end up and back; the same goes for
trees of links. Taut does that for whatever hangs together without rings.</p>
<p>Cloth has rings everywhere. There each particle gets <b>tethers</b>: one-sided constraints that
keep it within reach of the pins, as long as the way over the cloth. They say nothing to slack
cloth. Then rows and columns are solved as whole lines.</p>`,
        cites: [papers.tournier2015, papers.kim2012],
        steps: [
            {
                label: "The ropes, solved directly",
                look: "They do not stretch: see the largest stretch in the figures.",
                scene: "truck-on-a-rope",
            },
            {
                label: "The same, swept",
                look: "Now the ropes give, single links by half of their length; the heavier truck hangs lowest.",
                scene: "truck-on-a-rope",
                options: { direct: 0 },
            },
            {
                label: "Cloth of 100 × 100 without tethers",
                look: "Long cells beside the pins. Reset it with tethers = 1 to compare.",
                scene: "cloth-100",
                options: { params: { tethers: 0 } },
                view: "wireframe",
            },
            {
                label: "The direct solve under the microscope",
                look: "A last weight of 100: one green bar, and the error is gone. Switch to “swept”.",
                microscope: { kind: "chain", solver: "direct", iterations: 1, heavy: 100 },
            },
        ],
    },
    {
        id: "contacts",
        title: "Contacts and friction",
        scene: "rope-around-post",
        html: `
<p>A contact is a constraint with one side: the gap may be open, it must not be negative. Its
multiplier can push and never pull. What could touch within a frame is found once; every substep
looks where the paths meet, so that nothing passes through however fast it is.</p>
<p>Friction works on places too. What slid since the substep began is put back, as far as the
coefficient times the normal multiplier allows. Less than that sticks, more slides.</p>
<p>Two ropes are wound one and a half times around beams. Friction adds up along the turn as
e<sup>μφ</sup>, Euler’s capstan: the rough one holds ten times the weight of its light end, the
smooth one slips.</p>`,
        cites: [papers.macklin2014, papers.muller2020],
        steps: [
            {
                label: "Rough and smooth",
                look: "In the view of contacts, forces shrink along the turn.",
                scene: "rope-around-post",
                view: "contacts",
            },
            {
                label: "Rough, but less so",
                look: "At 0.12 it slips as well.",
                scene: "rope-around-post",
                options: { params: { rough: 0.12 } },
                view: "contacts",
            },
            {
                label: "A cloth folded on itself",
                look: "Four layers keep their thickness: particles touch particles.",
                scene: "cloth-fold",
                view: "contacts",
            },
            {
                label: "A landing under the microscope",
                look: "Green bars are contacts. They come after the sweep, which then comes again.",
                microscope: { kind: "volume", solver: "xpbd", iterations: 2 },
            },
        ],
    },
];
