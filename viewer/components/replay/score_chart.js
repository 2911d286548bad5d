// The chart that shares the cursor: step lines of points, or of chances to win, with names and final values at their ends,
// and the values of the step at the cursor.
// Lines are in a picture that is stretched to the plot; everything with letters is laid over it in percent.

import { find, findAll, htmlElement, seatSign, svgElement } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { percent, percentText, plainNumber } from "./format.js";
import { REVIEW } from "./modes.js";
import { labeled, makeScrubber } from "./timeline.js";

const DASHES = ["", "7 3", "2 3", "9 3 2 3"];
/** Height of the label of an end and of a value at the cursor, as shares of the plot. */
const END_SHARE = 0.115;
const VALUE_SHARE = 0.08;

/**
 * What the lines show: a value by step and seat, the ends and the marks of the scale.
 * @typedef {{ at(step: number): (number | null)[], low: number, high: number, ticks: number[], text(value: number | null): string }} Curve
 */

/**
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {Cursor} cursor
 * @param {Modes} modes
 * @param {ReviewStore} review
 */
export function makeScoreChart(root, data, cursor, modes, review) {
  const plot = find(root, ".plot");
  const line = htmlElement("span", "now");
  const hint = makeScrubber(plot, data, cursor);
  let curve = pointsCurve(data);
  /** @type {HTMLElement[]} */
  let dots = [];
  /** @type {HTMLElement[]} */
  let values = [];
  const share = (/** @type {number} */ value) => (value - curve.low) / (curve.high - curve.low);
  const draw = () => {
    const { steps, names, rounds } = data;
    curve = root.dataset.chart === "wins" ? winsCurve(review) : pointsCurve(data);
    dots = names.map((_, seat) => htmlElement("span", `dot paint-${seat % 4}`));
    values = names.map((_, seat) => htmlElement("b", `here ink-${seat % 4}`));
    plot.replaceChildren(
      makeLines(data, curve, share), ...makeScale(curve, share), ...makeRoundLabels(rounds, steps.length), line, ...dots,
      htmlElement("span", "cover"), ...values, ...makeEnds(data, curve, share), hint,
    );
  };
  /** @param {number} at */
  const follow = (at) => {
    const left = percent((at + 0.5) / data.steps.length);
    line.style.left = left;
    plot.classList.toggle("at-end", at === data.steps.length - 1);
    plot.classList.toggle("late", at > data.steps.length / 2);
    const shares = curve.at(at).map((value) => share(value ?? 0));
    const heights = apart(shares, VALUE_SHARE);
    curve.at(at).forEach((value, seat) => {
      dots[seat].hidden = values[seat].hidden = value === null;
      dots[seat].style.left = values[seat].style.left = left;
      dots[seat].style.bottom = percent(shares[seat]);
      values[seat].style.bottom = percent(heights[seat]);
      values[seat].textContent = curve.text(value);
    });
  };
  data.watch(draw);
  cursor.watch(follow);
  makeQuantities(root, modes, review, () => {
    draw();
    follow(cursor.at);
  });
}

/**
 * The choice between points and chances to win, where a review is shown; chances come first.
 * @param {HTMLElement} root
 * @param {Modes} modes
 * @param {ReviewStore} review
 * @param {() => void} redraw
 */
function makeQuantities(root, modes, review, redraw) {
  const buttons = findAll(root, "[data-charts]");
  let chosen = "wins";
  const show = () => {
    const isOffered = modes.now === REVIEW && review.state.now !== null;
    root.dataset.chart = isOffered ? chosen : "points";
    find(root, ".quantities").hidden = !isOffered;
    for (const name of [".chances", ".chance-table"]) find(root, name).hidden = root.dataset.chart !== "wins";
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.charts === root.dataset.chart));
    redraw();
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      chosen = button.dataset.charts ?? chosen;
      show();
    });
  }
  modes.onChange(show);
  review.watch(show);
}

/**
 * @param {Store} data
 * @returns {Curve}
 */
function pointsCurve({ steps }) {
  const known = steps.flatMap((step) => step.scores).filter((points) => points !== null);
  const [low, high] = [Math.min(0, ...known), Math.max(1, ...known)];
  return { at: (step) => steps[step].scores, low, high, ticks: ticksBetween(low, high), text: plainNumber };
}

/**
 * @param {ReviewStore} review
 * @returns {Curve}
 */
function winsCurve(review) {
  const text = (/** @type {number | null} */ win) => (win === null ? plainNumber(win) : percentText(win));
  return { at: review.winsAt, low: 0, high: 1, ticks: [0, 0.5, 1], text };
}

/**
 * @param {Curve} curve
 * @param {(value: number) => number} share
 */
function makeScale({ ticks, text }, share) {
  return ticks.map((value) => {
    const label = htmlElement("span", "y-label", text(value));
    label.style.bottom = percent(share(value));
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
 * @param {Curve} curve
 * @param {(value: number) => number} share
 */
function makeLines({ steps, names, rounds }, curve, share) {
  const height = 100;
  const picture = svgElement("svg", {
    viewBox: `0 0 ${steps.length} ${height}`, preserveAspectRatio: "none", class: "lines", "aria-hidden": "true",
  });
  rounds.forEach(([number, first, last]) => {
    if (number % 2) {
      picture.append(svgElement("rect", { class: "band", x: first, y: 0, width: last - first + 1, height }));
    }
  });
  for (const value of curve.ticks.filter((tick) => tick === 0 || tick === 0.5)) {
    picture.append(svgElement("path", { class: "zero", d: `M0 ${height * (1 - share(value))}H${steps.length}` }));
  }
  names.forEach((_, seat) => {
    let path = "";
    let isDrawing = false;
    steps.forEach((_step, at) => {
      const value = curve.at(at)[seat];
      if (value === null) {
        isDrawing = false;
        return;
      }
      const y = (height * (1 - share(value))).toFixed(2);
      path += isDrawing ? `V${y}H${at + 1}` : `M${at} ${y}H${at + 1}`;
      isDrawing = true;
    });
    const look = `line seat-${seat % 4}`;
    picture.append(svgElement("path", { class: look, d: path, "stroke-dasharray": DASHES[seat % DASHES.length] }));
  });
  return picture;
}

/**
 * Name and final value at each line's end.
 * @param {Store} data
 * @param {Curve} curve
 * @param {(value: number) => number} share
 */
function makeEnds({ steps, names, marks }, curve, share) {
  const final = curve.at(steps.length - 1);
  const heights = apart(final.map((value) => share(value ?? 0)), END_SHARE);
  return names.map((name, seat) => {
    const end = htmlElement("span", "line-end");
    end.append(seatSign(marks[seat]), htmlElement("span", "line-name", name), htmlElement("b", "", curve.text(final[seat])));
    end.title = name;
    end.style.setProperty("--end", percent(heights[seat]));
    end.style.setProperty("--by-seat", percent(1 - (seat + 0.5) / names.length));
    return end;
  });
}

/**
 * The heights of labels, moved apart where they would cover each other.
 * @param {number[]} shares
 * @param {number} height
 */
function apart(shares, height) {
  const order = shares.map((_, seat) => seat).sort((one, other) => shares[one] - shares[other]);
  const heights = [...shares];
  order.forEach((seat, place) => {
    if (place) heights[seat] = Math.max(heights[seat], heights[order[place - 1]] + height);
  });
  const excess = Math.max(0, (heights[order[order.length - 1]] ?? 0) - 1);
  return heights.map((label) => label - excess);
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
