// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What to look for in each scene, and what to try.

export const hints: Record<string, string> = {
    showcase:
        "Everything at once: a banner, bunting, lanterns and a hammock in a breeze. Grab a lantern and throw it, cut the bunting, and turn the wind up to a storm.",
    "chain-12":
        "The top link carries eleven weights, the lowest one: the tension view shows the steps between them. Raise the compliance and each link grows by compliance times its force. At a length of 1,000 weights it still hangs right.",
    "cloth-25x18":
        "The cloth of countless tutorials, with their solver. “Iterations” is its only stiffness: try 2, then 40. Tear it with a fast pull once a tear limit is set, and give it diagonals to see what they do.",
    "cloth-100":
        "Ten thousand particles, all links rigid, let go flat. Switch tethers off and watch cells beside the two pins grow long; on again, they hold. Wireframe shows it best.",
    rope: "It starts level and swings down to hang straight. Look at the largest stretch in the plot while it whips. Divide it into 500 links: the motion is the same.",
    grapple:
        "Eighty kilograms on a light line: the line must not give. Take the tether away, or sweep it with another solver, and see the line turn to rubber.",
    "grapple-swing":
        "A ray is shot at a beam, a rope sticks where it hits, and the hero swings on. Change when he lets go and how far ahead he aims: he may miss the platform.",
    "web-line":
        "The line wraps around the edges of boxes and unwraps again, by contacts alone. Friction decides whether it slides over an edge. Look at the view of contacts.",
    "weight-2d":
        "Three ropes share one weight in the plane; then one lets go. Watch the forces jump in the tension view. Cut another rope yourself.",
    "puzzle-2d":
        "Ropes are cut in an order so that the weight lands in the cup. Try the other order, cut earlier or later, or take the blade yourself.",
    cables: "Steel cables of different lengths hang as catenaries, whose shape is known on paper. Pull one down and let go: waves run to the poles and back.",
    net: "A net carries a load. Forces flow to the four posts: see them in the tension view. Put more on it, and cut single strings near a corner.",
    flag: "Waves start at the mast and grow towards the free end, as in real flags. Slow the wind down to 2 m/s and it hangs in folds. Cut a strip and watch it flutter.",
    banner: "Silk on five hooks that come together: folds form between them. Grab a fold and pull it straight. More gathering makes deeper folds.",
    tablecloth:
        "Lifted by its corners it sags between them. The tension view shows that the load runs along the diagonals to the corners. Pull at its middle.",
    hammock:
        "Somebody light sleeps in it. Make him 80 kg and look at the strings in the tension view: the outer ones carry least. Swing it by its edge.",
    trampoline:
        "A sheet in a frame of springs. Stiffer springs throw higher; without drag it bounces on and on. Pull the sheet down with a hand and let go.",
    sail: "It bellies between the yard and two sheets, which carry all of it. Raise the turbulence and see the sheets jerk. Cut a sheet at your own risk.",
    paraglider:
        "No wind here: falling makes the air flow, and the wing flies on it. Move the pilot forward or back and it dives or stalls. Lines are shown best as particles and constraints.",
    balloon:
        "Blown up, squeezed between plates, pricked: the slit runs and it bursts. Less air leaves a limp bag. Make the skin stronger and it only hisses.",
    "tear-curtain":
        "Two hands pull at a notch in the hem, and the tear runs from its tip, where tension is highest. Raise the strength and the cloth wins. Tear another one by hand.",
    "tear-flag":
        "The gale grows until the free end comes off in rags: it whips fastest there. A stronger cloth lasts longer, a lower wind lets it be.",
    "cut-ropes":
        "A blade goes through ropes with weights on them, then through a banner. Cut the rest yourself: the weights keep the speed they have.",
    "cut-cloth":
        "The cut opens the surface along the blade, through triangles and links alike. What is below falls in one piece. Cut it into strips, then cut one strip short of its end.",
    "cut-jelly":
        "A solid of tetrahedra is parted by two cuts and its middle drops out. Both faces of a cut are closed surfaces. Softer jelly sags before it is cut.",
    "jelly-stack":
        "Blocks fall on each other, squash and come to rest. Try 2,000 Pa for pudding and 200,000 for rubber; Poisson’s ratio says how much they bulge. Throw one at the others.",
    "blob-2d":
        "Loops full of gas and a solid blob squeeze between pegs. Each keeps its area. Narrow the gap, or pump them up: some get stuck.",
    "cloth-fold":
        "The cloth is folded twice and its four layers keep their thickness, particle against particle. Look at the contacts. Grab the upper layer and pull it away.",
    "tablecloth-drop":
        "It falls on a table, slides a little and drapes over the edges. With friction 0 it slides off. Lift a corner and pull: the table holds it by friction alone.",
    "cloth-on-sphere":
        "Folds form below the ball’s equator and do not pass through each other. With little friction it slides down one side. Pull it off quickly, then slowly.",
    cape: "The figure is made of moving capsules; the cape stays outside of them at every step. More friction lets it cling to the shoulders.",
    ghost: "Nothing holds the sheet but friction on head and arms. With none it slides off within a few seconds. Folds under the arms keep their thickness.",
    "rope-around-post":
        "One and a half turns hold ten times the weight of the light end: friction adds up along the turn (Euler’s capstan). Lower the rough one’s friction until it slips. Contacts show how the force falls.",
    "chain-curtain":
        "A ball sweeps through, chains part and close again behind it. Move slowly through them with the hand, then fast: nothing passes through.",
    "truck-on-a-rope":
        "Trucks of 1,000 and 10,000 times the mass of a link. The ropes do not stretch, because all links are solved together. Choose a ratio of a million, or grab a truck and lift it.",
    "tug-of-war":
        "The ends are pulled further apart than the rope is long. It shares out what is missing evenly and does not tremble. In the tension view all of it has one colour.",
    "wrecking-ball":
        "Two tonnes fall into a slack chain and jerk it straight without gaining anything. Sway the hook to see the chain whip. Cut it and step aside.",
    chandelier:
        "Chains that branch are a tree of links, solved as one. Push it and lamps swing around each other. Take one lamp off with a cut: it tilts.",
    "truss-bridge":
        "The truck crosses, comes again and is loaded until one bar fails, where and when the forces foretold. The tension view shows chords, posts and diagonals at work.",
    "suspension-bridge":
        "Planks hang on ropes; three people walk to the middle and it sags under them. Make them elephants. Cut a hanger and see its neighbours take over.",
    crane: "A winch lifts a crate, and a tackle lifts a weight half as far with half the force. Too heavy a crate stretches nothing: the rope is solved directly.",
    ragdoll:
        "Held by one hand it falls into its joints and comes to rest: limits and dry friction. Pull an elbow the wrong way; it will not go. Hang it up by a foot.",
    "ragdoll-stairs":
        "It tumbles down and comes to rest. A harder push makes it fly over the first steps. Throw it up again by an arm.",
    "ragdoll-net":
        "The net gives, slows the fall and throws it back a little. Drop it from 10 m; heavier knots make the net sluggish. Cut a mesh below it.",
    "rope-1000":
        "A thousand particles swing as one rope at only 8 substeps a frame. Plain sweeps would need thousands. Crack it like a whip by its end.",
    "heavy-curtain":
        "Lead in the hem pulls folds straight as the curtain is drawn. Without lead it billows. Look at the rings in the tension view: each carries its fold.",
    "cloth-256":
        "65,536 particles: slow on a phone. Tethers and whole lines keep it from stretching at its two pins. Try fewer particles first.",
    "frame-rate":
        "Left PBD, middle XPBD with as many sweeps, right XPBD in small steps. Set the rate to 15: two of them turn to rubber. At 240 the left one is wire, the others are as asked.",
    "stiffness-meter":
        "One rigid cloth at 5 to 160 substeps: the fewer, the longer it gets beside its pins. Somewhere between them the stretch passes one per cent.",
    "stiffness-vs-rate":
        "Six chains of one material. The three on the left are PBD, and each has its own length; those on the right are XPBD, and hang alike.",
    "substeps-vs-iterations":
        "The first three do the same number of sweeps, in 25, 5 and 1 steps of a frame; the fourth does four times as many. Compare how low the last beads hang.",
    propagation:
        "One tug at the top of five ropes, without gravity. Reset and single-step: the number of links that have moved after one frame is what sweeps and their order can do.",
    "half-correction":
        "Left and middle give each end half of a correction, right goes by mass. Compare the topmost links: the halves leave twice the gap. Then lift the lowest beads and drop them.",
    "structural-only":
        "Without diagonals a cloth held by one corner becomes a line. The right one keeps its squares. Grab both at the same corner and pull them sideways.",
    "damping-energy":
        "In turn: no damping, damping along links, drag, the tutorials’ 0.99 a frame, and one that is shaken. Watch the energy plot: only the shaken one gains.",
    "springs-vs-constraints":
        "Three chains of springs fly apart, one holds with small steps, and both chains of constraints hang calmly. Single-step from the start to see the first overshoot.",
    explosions:
        "Explicit springs, springs too stiff, corrections too large, and a cloth that boils only because of the order of its links. Beside them the same things done right.",
};

/** Two or three sentences for a scene; empty for one that is not known. */
export function hintFor(scene: string): string {
    return hints[scene] ?? "";
}
