// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// The chapters about things that are more than ropes and cloth.

import type { Chapter } from "./chapter";
import { papers } from "./papers";

export const thingChapters: Chapter[] = [
    {
        id: "wind",
        title: "Wind",
        scene: "flag",
        html: `
<p>Wind pushes on each triangle by how fast the air passes it: ½ ρ v² times area, across it (lift
and drag of a plate) and a little along it. The triangle’s own motion counts: a flag that moves
with the wind feels none.</p>
<p>A steady wind makes a dull flag. Gusts change its strength, and eddies that drift with it,
smooth swirls without sources, make it flap as real ones do.</p>
<p>For a scrap of silk in a gale such a force, worked out beforehand and applied for a whole step,
would throw it back against the wind. So it is taken as it will be at the end of the step: drag
shortens the flow past a triangle and never turns it round.</p>`,
        cites: [papers.hoerner1965, papers.bridson2007],
        steps: [
            {
                label: "A flag at 7 m/s",
                look: "Waves run to the free end and grow.",
                scene: "flag",
            },
            {
                label: "At 15 m/s",
                look: "Stretched out, and trembling.",
                scene: "flag",
                options: { params: { wind: 15 } },
            },
            {
                label: "A sail",
                look: "It bellies between yard and sheets; the sheets carry it.",
                scene: "sail",
                view: "tension",
            },
            {
                label: "A paraglider",
                look: "No wind at all: it makes its own by falling, and flies.",
                scene: "paraglider",
            },
        ],
    },
    {
        id: "tearing",
        title: "Tearing and cutting",
        scene: "tear-curtain",
        html: `
<p>The multiplier of a link is its force, so a limit in newtons is easily kept: what carried more
in the last step breaks. A cloth whose links are switched off one by one would become a net with
long strings. Instead the <b>surface opens</b>: at the end of the overloaded link the particle is
split in two, and the triangles on either side go with one copy or the other.</p>
<p>A tear runs on by itself, because what the broken link carried now pulls at its neighbours. A
notch is where it starts: stress is highest at its tip.</p>
<p>A blade cuts links where its path crosses them and opens surfaces and solids along it. Try the
cutting tool in any scene here; pull with two fingers to tear.</p>`,
        cites: [papers.muller2007],
        steps: [
            {
                label: "Two hands tear a curtain",
                look: "The tension view glows at the tip of the tear.",
                scene: "tear-curtain",
                view: "tension",
            },
            {
                label: "A flag in a gale",
                look: "Rags from the free end, where it whips.",
                scene: "tear-flag",
            },
            {
                label: "Cut a cloth",
                look: "What is below the blade falls in one piece.",
                scene: "cut-cloth",
            },
            {
                label: "Cut a solid",
                look: "Inside are tetrahedra: the cut has two faces.",
                scene: "cut-jelly",
            },
        ],
    },
    {
        id: "soft",
        title: "Soft bodies and pressure",
        scene: "jelly-stack",
        html: `
<p>A jelly is a block of tetrahedra. Links along their edges resist stretching, and each
tetrahedron keeps its <b>volume</b>: squeezed in one direction it bulges in the others. How much
is Poisson’s ratio; stiffness is Young’s modulus in pascals, and finer blocks are the same
material.</p>
<p>A balloon is a skin with gas in it. Its volume is one number, summed over all triangles, and
the pressure pushes each outwards. It follows the gas law, p V = const: press it and it presses
back. A slit lets the gas out, and a tear does it all at once.</p>
<p>In the plane the same is done with a loop of links and its area.</p>`,
        cites: [papers.macklin2016, papers.muller2007],
        steps: [
            {
                label: "Jelly on jelly",
                look: "They squash, spring back and come to rest.",
                scene: "jelly-stack",
            },
            {
                label: "Ten times as stiff",
                look: "Rubber now: it hardly bulges.",
                scene: "jelly-stack",
                options: { params: { stiffness: 200000 } },
            },
            { label: "A balloon", look: "Blown up, squeezed, pricked.", scene: "balloon" },
            {
                label: "Blobs in the plane",
                look: "Two are full of gas, one is solid.",
                scene: "blob-2d",
            },
            {
                label: "One tetrahedron under the microscope",
                look: "The violet bar is the volume: four arrows at once.",
                microscope: { kind: "volume", solver: "xpbd", iterations: 4 },
            },
        ],
    },
    {
        id: "ragdolls",
        title: "Ragdolls",
        scene: "ragdoll",
        html: `
<p>A bone is a handful of particles, each linked to all others of it. A ball joint is one particle
that two bones share, a hinge two, on its axis. No frames, no Euler angles: everything is points
and lengths again.</p>
<p>What makes it a body is what it may <i>not</i> do. Elbows and knees are hinges with a range,
shoulders and hips cones. A limit is a constraint with play: nothing happens inside its range, and
at its end it acts like any other. Dry friction in the joints lets it come to rest as a person
would, not like a puppet on oiled hinges.</p>
<p>Limits move a particle by half of its arm at a time at most, so that a doll keeps together
whatever a hand does to it. Throw it down the stairs.</p>`,
        cites: [papers.jakobsen2001, papers.muller2020],
        steps: [
            {
                label: "Held by one hand",
                look: "It falls into its joints. Grab a foot.",
                scene: "ragdoll",
            },
            {
                label: "As particles and constraints",
                look: "Every bone is a little frame of links; joints are what two frames share.",
                scene: "ragdoll",
                view: "particles",
            },
            {
                label: "Down the stairs",
                look: "Push is a parameter.",
                scene: "ragdoll-stairs",
                options: { params: { push: 4 } },
            },
            {
                label: "Into a net",
                look: "Doll and net touch particle by particle.",
                scene: "ragdoll-net",
            },
        ],
    },
    {
        id: "bridges",
        title: "Bridges: forces you can trust",
        scene: "truss-bridge",
        html: `
<p>If multipliers are forces, a bridge can be read like an engineer’s drawing. Each bar of this
truss has a cross-section, a stiffness from its steel, and a force in newtons from the solver,
push or pull.</p>
<p>A truck rolls over. From what the bars carry meanwhile the scene works out at how many times
its mass the bridge would fail, and where. Then the truck comes again, stops there and is loaded
until a bar reaches its yield stress: it is the one that was foretold.</p>
<p>That works because small steps and the direct solve leave next to nothing undone: errors of
force are errors of stress. With rubber in place of steel no figure would mean anything.</p>`,
        cites: [papers.macklin2019],
        steps: [
            {
                label: "A truck on a truss",
                look: "In the view of tensions, the load wanders with the truck.",
                scene: "truss-bridge",
                view: "tension",
            },
            {
                label: "A suspension bridge",
                look: "Main ropes, hangers, planks; three people walk on.",
                scene: "suspension-bridge",
                view: "tension",
            },
            {
                label: "A crane",
                look: "A tackle halves the force and doubles the way.",
                scene: "crane",
                view: "tension",
            },
        ],
    },
    {
        id: "bits",
        title: "The same bits everywhere",
        scene: "showcase",
        html: `
<p>The sixteen digits at the edge of the page are a hash of every position and velocity. Open the
same scene on another machine, do the same, and they are the same: on a phone, a PC, in the native
library, with one thread or many.</p>
<p>That takes care. Only + − × ÷ and the square root are used, which every processor rounds alike;
no fused operations; no sines from the system. The order in which constraints are solved is data,
made once from positions and links, so that neither threads nor SIMD lanes have a say.</p>
<p>It makes bugs reportable. “Copy link” puts your whole run, each grab and cut, into an address:
whoever opens it sees what you saw, to the last bit, and <code>taut run --replay</code> checks it
on the command line. The microscope counts on it too: a twin that nobody watches must keep the
same hash.</p>`,
        cites: [],
        steps: [
            {
                label: "The fair, again from the start",
                look: "Note the hash at frame 300, reset, and compare.",
                scene: "showcase",
            },
            {
                label: "A watched chain and its twin",
                look: "The last line of the microscope is the proof, for every frame.",
                microscope: { kind: "chain", solver: "xpbd", substeps: 4, iterations: 2 },
            },
        ],
    },
];
