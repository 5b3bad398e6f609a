// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

import { Play } from "./engine/play";
import { Stage } from "./stage/stage";
import "./style.css";

const canvas = document.getElementById("stage") as HTMLCanvasElement;
const play = await Play.load();
const stage = new Stage(canvas, play);
play.open("showcase");
stage.open();

function fit(): void {
    stage.resize(innerWidth, innerHeight, Math.min(devicePixelRatio, 2));
}

function frame(): void {
    play.step();
    stage.update();
    stage.render();
    requestAnimationFrame(frame);
}

fit();
addEventListener("resize", fit);
requestAnimationFrame(frame);
