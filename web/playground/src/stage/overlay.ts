// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What lies over the picture in pixels: labels of worlds, hands, the stroke of a knife, a sketch.

import type { Theme } from "./kinds";

const SVG = "http://www.w3.org/2000/svg";

export interface Spot {
    x: number;
    y: number;
}

const pathOf = (points: readonly Spot[]): string =>
    points.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(" ");

export class Overlay {
    private readonly root: SVGSVGElement;
    private readonly labels: HTMLDivElement;
    private readonly stroke: SVGPolylineElement;
    private readonly sketch: SVGPolylineElement;
    private readonly hands = new Map<number, { ring: SVGCircleElement; line: SVGLineElement }>();

    constructor(private readonly canvas: HTMLCanvasElement) {
        this.root = document.createElementNS(SVG, "svg");
        this.labels = document.createElement("div");
        this.root.setAttribute("aria-hidden", "true");
        this.root.style.cssText = "position:absolute;pointer-events:none;overflow:hidden";
        this.labels.className = "stage-labels";
        this.labels.style.cssText = "position:absolute;pointer-events:none;overflow:hidden";
        this.stroke = this.addLine("#e5484d", 2.5);
        this.sketch = this.addLine("#2f7fd6", 3);
        this.sketch.setAttribute("stroke-dasharray", "7 5");
        canvas.after(this.root, this.labels);
    }

    private addLine(colour: string, width: number): SVGPolylineElement {
        const line = document.createElementNS(SVG, "polyline");
        line.setAttribute("fill", "none");
        line.setAttribute("stroke", colour);
        line.setAttribute("stroke-width", String(width));
        line.setAttribute("stroke-linecap", "round");
        line.setAttribute("stroke-linejoin", "round");
        this.root.append(line);
        return line;
    }

    resize(width: number, height: number): void {
        for (const element of [this.root, this.labels]) {
            element.style.left = `${this.canvas.offsetLeft}px`;
            element.style.top = `${this.canvas.offsetTop}px`;
            element.style.width = `${width}px`;
            element.style.height = `${height}px`;
        }
    }

    setTheme(theme: Theme): void {
        this.labels.style.color = theme.ink;
        this.labels.style.setProperty("--halo", theme.halo);
    }

    // A line of figures stands under each label: see setFigures().
    setLabels(labels: readonly { text: string; x: number; y: number; width: number }[]): void {
        const figures = [...this.labels.children].map((label) => label.lastChild?.textContent);
        this.labels.replaceChildren(...labels.map(({ text, x, y, width }, i) => {
            const label = document.createElement("div");
            const under = document.createElement("div");
            under.className = "figure";
            under.textContent = figures[i] ?? "";
            label.append(text, under);
            label.style.cssText = `position:absolute;left:${x}px;top:${y}px;width:${width}px;` +
                "box-sizing:border-box;padding:8px 4px;text-align:center;" +
                `font:600 ${width < 150 ? 11 : 13}px/1.25 system-ui,sans-serif;` +
                "text-shadow:0 0 4px var(--halo),0 0 4px var(--halo),0 0 8px var(--halo)";
            return label;
        }));
    }

    setFigures(figures: readonly string[]): void {
        [...this.labels.children].forEach((label, i) => {
            label.lastChild!.textContent = figures[i] ?? "";
        });
    }

    setStroke(points: readonly Spot[] | null): void {
        this.stroke.setAttribute("points", points ? pathOf(points) : "");
    }

    setSketch(points: readonly Spot[] | null): void {
        this.sketch.setAttribute("points", points ? pathOf(points) : "");
    }

    // A ring where a hand is, and a line to what it holds.
    setHand(hand: number, at: Spot | null, held: Spot | null): void {
        let marks = this.hands.get(hand);
        if (!at) {
            marks?.ring.remove();
            marks?.line.remove();
            this.hands.delete(hand);
            return;
        }
        marks ??= this.addHand(hand);
        const from = held ?? at;
        marks.ring.setAttribute("cx", from.x.toFixed(1));
        marks.ring.setAttribute("cy", from.y.toFixed(1));
        marks.line.setAttribute("x1", from.x.toFixed(1));
        marks.line.setAttribute("y1", from.y.toFixed(1));
        marks.line.setAttribute("x2", at.x.toFixed(1));
        marks.line.setAttribute("y2", at.y.toFixed(1));
    }

    private addHand(hand: number) {
        const ring = document.createElementNS(SVG, "circle");
        const line = document.createElementNS(SVG, "line");
        for (const mark of [line, ring]) {
            mark.setAttribute("stroke", "#f76808");
            mark.setAttribute("stroke-width", "2.5");
            mark.setAttribute("stroke-linecap", "round");
            this.root.append(mark);
        }
        ring.setAttribute("r", "9");
        ring.setAttribute("fill", "#f7680840");
        const marks = { ring, line };
        this.hands.set(hand, marks);
        return marks;
    }

    clear(): void {
        this.setStroke(null);
        this.setSketch(null);
        for (const hand of [...this.hands.keys()]) {
            this.setHand(hand, null, null);
        }
    }

    dispose(): void {
        this.root.remove();
        this.labels.remove();
    }
}
