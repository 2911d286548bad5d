// The score chart that shares the cursor: step lines over the events, names and points at their ends.
// Lines are in a picture that is stretched to the plot; everything with letters is laid over it in percent.

import { find, htmlElement, seatSign, svgElement } from "../elements.js";
import { gettext } from "../language.js";
import { percent, plainNumber } from "./format.js";
import { labeled, makeScrubber } from "./timeline.js";

const DASHES = ["", "7 3", "2 3", "9 3 2 3"];
/** Height of a label at a line's end, as a share of the plot. */
const LABEL_SHARE = 0.115;

/**
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {Cursor} cursor
 */
export function makeScoreChart(root, data, cursor) {
  const plot = find(root, ".plot");
  const line = htmlElement("span", "now");
  const hint = makeScrubber(plot, data, cursor);
  /** @type {(points: number) => number} */
  let share = () => 0;
  /** @type {HTMLElement[]} */
  let dots = [];
  /** @type {ReturnType<typeof makeEnds>} */
  let ends = [];
  data.watch(() => {
    const { steps, names, rounds } = data;
    const known = steps.flatMap((step) => step.scores).filter((points) => points !== null);
    const [low, high] = [Math.min(0, ...known), Math.max(1, ...known)];
    share = (points) => (points - low) / (high - low);
    dots = names.map((_, seat) => htmlElement("span", `dot paint-${seat % 4}`));
    ends = makeEnds(data, share);
    plot.replaceChildren(
      makeLines(data, share), ...makeScale(low, high, share), ...makeRoundLabels(rounds, steps.length), line, ...dots,
      htmlElement("span", "cover"), ...ends.map(({ element }) => element), hint,
    );
  });
  cursor.watch((at) => {
    const left = percent((at + 0.5) / data.steps.length);
    line.style.left = left;
    data.steps[at].scores.forEach((points, seat) => {
      dots[seat].hidden = points === null;
      dots[seat].style.left = left;
      dots[seat].style.bottom = percent(share(points ?? 0));
      ends[seat].points.textContent = plainNumber(points);
    });
  });
}

/**
 * @param {number} low
 * @param {number} high
 * @param {(points: number) => number} share
 */
function makeScale(low, high, share) {
  return ticksBetween(low, high).map((points) => {
    const label = htmlElement("span", "y-label", plainNumber(points));
    label.style.bottom = percent(share(points));
    return label;
  });
}

/**
 * With the word where there is room for it.
 * @param {Round[]} rounds
 * @param {number} steps
 */
function makeRoundLabels(rounds, steps) {
  return labeled(rounds).map(([round, first]) => {
    const label = htmlElement("span", "x-label");
    if (rounds.length <= 10) label.append(htmlElement("span", "in-words", gettext("Round {round}", { round })));
    label.append(htmlElement("span", "in-figures", round));
    label.style.left = percent(first / steps);
    return label;
  });
}

/**
 * @param {Store} data
 * @param {(points: number) => number} share
 */
function makeLines({ steps, names, rounds }, share) {
  const height = 100;
  const picture = svgElement("svg", {
    viewBox: `0 0 ${steps.length} ${height}`, preserveAspectRatio: "none", class: "lines", "aria-hidden": "true",
  });
  rounds.forEach(([number, first, last]) => {
    if (number % 2) {
      picture.append(svgElement("rect", { class: "band", x: first, y: 0, width: last - first + 1, height }));
    }
  });
  const zero = height * (1 - share(0));
  picture.append(svgElement("path", { class: "zero", d: `M0 ${zero}H${steps.length}` }));
  names.forEach((_, seat) => {
    let path = "";
    let isDrawing = false;
    steps.forEach((step, at) => {
      const points = step.scores[seat];
      if (points === null) {
        isDrawing = false;
        return;
      }
      const y = (height * (1 - share(points))).toFixed(2);
      path += isDrawing ? `V${y}H${at + 1}` : `M${at} ${y}H${at + 1}`;
      isDrawing = true;
    });
    const look = `line seat-${seat % 4}`;
    picture.append(svgElement("path", { class: look, d: path, "stroke-dasharray": DASHES[seat % DASHES.length] }));
  });
  return picture;
}

/**
 * Name and points at each line's end, moved apart where lines end close to each other.
 * @param {Store} data
 * @param {(points: number) => number} share
 */
function makeEnds({ steps, names, marks }, share) {
  const final = steps[steps.length - 1].scores.map((points) => share(points ?? 0));
  const order = names.map((_, seat) => seat).sort((one, other) => final[one] - final[other]);
  const heights = [...final];
  order.forEach((seat, place) => {
    if (place) heights[seat] = Math.max(heights[seat], heights[order[place - 1]] + LABEL_SHARE);
  });
  const excess = Math.max(0, (heights[order[order.length - 1]] ?? 0) - 1);
  return names.map((name, seat) => {
    const element = htmlElement("span", "line-end");
    const points = htmlElement("b", "", "");
    element.append(seatSign(marks[seat]), htmlElement("span", "line-name", name), points);
    element.title = name;
    element.style.setProperty("--end", percent(heights[seat] - excess));
    element.style.setProperty("--by-seat", percent(1 - (seat + 0.5) / names.length));
    return { element, points };
  });
}

/**
 * @param {number} low
 * @param {number} high
 */
export function ticksBetween(low, high) {
  const rough = (high - low) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
  return ticks;
}
