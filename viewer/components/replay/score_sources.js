// The sources of the points up to the cursor: one bar a seat, one part a source.

import { find, signView } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, render } from "../lib/lit-html/lit-html.js";
import { percent, plainNumber, signed } from "./format.js";

/** @param {ReplayParts} parts */
export function makeScoreSources({ root, data, cursor }) {
  const section = find(root, ".sources");
  /** @type {string[]} */
  let kinds = [];
  /** @type {number[][][]} */
  let sums = [];
  let scale = 1;
  data.watch(() => {
    const sources = data.steps.flatMap((step) => step.stages.flatMap(([, gains]) => gains.map(([, , source]) => source)));
    const size = (/** @type {number[]} */ parts) => parts.reduce((sum, points) => sum + Math.abs(points), 0);
    kinds = [...new Set(sources)];
    sums = sumsByStep(data.steps, data.names.length, kinds);
    scale = Math.max(1, ...sums.flatMap((seats) => seats.map(size)));
    section.hidden = !kinds.length;
    render(kinds.map((kind, place) => html`<li><i class="part source-${place % 8}"></i>${kind}</li>`), find(section, ".legend"));
  });
  cursor.watch((at) => render(data.names.map((name, seat) => barView(name, data.marks[seat], kinds, sums[at][seat], scale)), find(section, ".stacks")));
}

/** @type {(name: string, mark: Shape, kinds: string[], points: number[], scale: number) => unknown} */
function barView(name, mark, kinds, points, scale) {
  const texts = kinds.flatMap((kind, place) => (points[place] ? [`${kind} ${signed(points[place])}`] : []));
  return html`<div class="bar-row">${signView(mark)}<span class="bar-name">${name}</span><div class="stack" role="img"
    aria-label="${name}: ${texts.join(", ") || gettext("no points yet")}">${kinds.map((kind, place) => {
    const share = Math.abs(points[place]) / scale;
    return html`<span class="part source-${place % 8} ${points[place] < 0 ? "lost" : ""}" title="${kind} ${signed(points[place])}"
      .style=${`width: ${percent(share)}`}>${share > 0.05 ? plainNumber(points[place]) : ""}</span>`;
  })}</div></div>`;
}

/**
 * Signed points by step, seat and source, added up to the step.
 * @param {Pick<Step, "stages">[]} steps
 * @param {number} seats
 * @param {string[]} kinds
 * @returns {number[][][]}
 */
export function sumsByStep(steps, seats, kinds) {
  let now = Array.from({ length: seats }, () => kinds.map(() => 0));
  return steps.map((step) => {
    for (const [, gains] of step.stages) {
      for (const [seat, points, source] of gains) {
        now = now.with(seat, now[seat].with(kinds.indexOf(source), now[seat][kinds.indexOf(source)] + points));
      }
    }
    return now;
  });
}
