// The sources of the points up to the cursor: one bar a seat, one part a source.

import { find, htmlElement, seatSign } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { percent, plainNumber, signed } from "./format.js";

/**
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {Cursor} cursor
 */
export function makeScoreSources(root, data, cursor) {
  const section = find(root, ".sources");
  /** @type {string[]} */
  let kinds = [];
  /** @type {number[][][]} */
  let sums = [];
  /** @type {ReturnType<typeof makeBar>[]} */
  let bars = [];
  let scale = 1;
  data.watch(() => {
    const { steps, names, marks } = data;
    const sources = steps.flatMap((step) => step.stages.flatMap(([, gains]) => gains.map(([, , source]) => source)));
    kinds = [...new Set(sources)];
    sums = sumsByStep(steps, names.length, kinds);
    const size = (/** @type {number[]} */ parts) => parts.reduce((sum, points) => sum + Math.abs(points), 0);
    scale = Math.max(1, ...sums.flatMap((seats) => seats.map(size)));
    bars = names.map((name, seat) => makeBar(name, marks[seat], kinds));
    section.hidden = !kinds.length;
    find(section, ".stacks").replaceChildren(...bars.map(({ row }) => row));
    find(section, ".legend").replaceChildren(...kinds.map((kind, place) => {
      const entry = htmlElement("li", "", kind);
      entry.prepend(htmlElement("i", `part source-${place % 8}`));
      return entry;
    }));
  });
  cursor.watch((at) => {
    bars.forEach(({ bar, parts, drawn }, seat) => {
      const points = sums[at][seat];
      if (points.every((number, kind) => number === drawn[kind])) return;
      parts.forEach((part, kind) => {
        if (points[kind] === drawn[kind]) return;
        drawn[kind] = points[kind];
        part.style.width = percent(Math.abs(points[kind]) / scale);
        part.classList.toggle("lost", points[kind] < 0);
        part.textContent = Math.abs(points[kind]) / scale > 0.05 ? plainNumber(points[kind]) : "";
        part.title = `${kinds[kind]} ${signed(points[kind])}`;
      });
      const texts = kinds.flatMap((kind, place) => (points[place] ? [`${kind} ${signed(points[place])}`] : []));
      bar.setAttribute("aria-label", `${data.names[seat]}: ${texts.join(", ") || gettext("no points yet")}`);
    });
  });
}

/**
 * @param {string} name
 * @param {Shape} mark
 * @param {string[]} kinds
 */
function makeBar(name, mark, kinds) {
  const row = htmlElement("div", "bar-row");
  const bar = htmlElement("div", "stack");
  const parts = kinds.map((kind, place) => htmlElement("span", `part source-${place % 8}`));
  bar.append(...parts);
  bar.setAttribute("role", "img");
  row.append(seatSign(mark), htmlElement("span", "bar-name", name), bar);
  return { row, bar, parts, drawn: kinds.map(() => /** @type {number | null} */ (null)) };
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
