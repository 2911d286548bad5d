// The chart that shares the cursor: step lines of points, or of chances to win, with names and final values at their ends,
// and the values of the step at the cursor.
// Lines are in a picture that is stretched to the plot; everything with letters is laid over it in percent.

import { find, findAll, signView } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, nothing, render, svg } from "../lib/lit-html/lit-html.js";
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
 * What stays as it is while the reader steps through the match.
 * @typedef {{ curve: Curve, share(value: number): number, lines: unknown, rounds: unknown, ends: unknown }} Drawn
 */

/** @param {ReplayParts} parts */
export function makeScoreChart({ root, data, cursor, modes, review }) {
  const plot = find(root, ".plot");
  const drawing = plot.appendChild(Object.assign(document.createElement("div"), { className: "drawn-anew" }));
  makeScrubber(plot, data, cursor);
  /** @type {Drawn} */
  let drawn;
  const follow = (/** @type {number} */ at) => {
    plot.classList.toggle("at-end", at === data.steps.length - 1);
    plot.classList.toggle("late", at > data.steps.length / 2);
    render(chartView(drawn, at, data.steps.length), drawing);
  };
  const draw = () => {
    const curve = root.dataset.chart === "wins" ? winsCurve(review) : pointsCurve(data);
    const share = (/** @type {number} */ value) => (value - curve.low) / (curve.high - curve.low);
    drawn = { curve, share, lines: linesView(data, curve, share), rounds: roundLabels(data.rounds, data.steps.length), ends: endViews(data, curve, share) };
    follow(cursor.at);
  };
  data.watch(draw);
  cursor.watch(follow);
  makeQuantities(root, modes, review, draw);
}

/**
 * @param {Drawn} drawn
 * @param {number} at
 * @param {number} steps
 */
function chartView({ curve, share, lines, rounds, ends }, at, steps) {
  const left = percent((at + 0.5) / steps);
  const values = curve.at(at);
  const shares = values.map((value) => share(value ?? 0));
  const heights = apart(shares, VALUE_SHARE);
  return html`${lines}
    ${curve.ticks.map((value) => html`<span class="y-label" .style=${`bottom: ${percent(share(value))}`}>${curve.text(value)}</span>`)}
    ${rounds}
    <span class="now" .style=${`left: ${left}`}></span>
    ${values.map((value, seat) => html`<span class="dot paint-${seat % 4}" ?hidden=${value === null} .style=${`left: ${left}; bottom: ${percent(shares[seat])}`}></span>`)}
    <span class="cover"></span>
    ${values.map((value, seat) => html`<b class="here ink-${seat % 4}" ?hidden=${value === null} .style=${`left: ${left}; bottom: ${percent(heights[seat])}`}>${curve.text(value)}</b>`)}
    ${ends}`;
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

/** @param {Store} data @returns {Curve} */
function pointsCurve({ steps }) {
  const known = steps.flatMap((step) => step.scores).filter((points) => points !== null);
  const [low, high] = [Math.min(0, ...known), Math.max(1, ...known)];
  return { at: (step) => steps[step].scores, low, high, ticks: ticksBetween(low, high), text: plainNumber };
}

/** @param {ReviewStore} review @returns {Curve} */
function winsCurve(review) {
  const text = (/** @type {number | null} */ win) => (win === null ? plainNumber(win) : percentText(win));
  return { at: review.winsAt, low: 0, high: 1, ticks: [0, 0.5, 1], text };
}

/**
 * With the word where there is room for it.
 * @param {Round[]} rounds
 * @param {number} steps
 */
const roundLabels = (rounds, steps) => labeled(rounds).map(([round, first]) => html`<span class="x-label" .style=${`left: ${percent(first / steps)}`}>${
  rounds.length <= 10 ? html`<span class="in-words">${gettext("Round {round}", { round })}</span>` : nothing}<span class="in-figures">${round}</span></span>`);

/**
 * @param {Store} data
 * @param {Curve} curve
 * @param {(value: number) => number} share
 */
function linesView({ steps, names, rounds }, curve, share) {
  const height = 100;
  const y = (/** @type {number} */ value) => (height * (1 - share(value))).toFixed(2);
  const pathOf = (/** @type {number} */ seat) => {
    let path = "";
    steps.forEach((_, at) => {
      const value = curve.at(at)[seat];
      const isDrawing = at > 0 && curve.at(at - 1)[seat] !== null;
      if (value !== null) path += isDrawing ? `V${y(value)}H${at + 1}` : `M${at} ${y(value)}H${at + 1}`;
    });
    return path;
  };
  return html`<svg class="lines" viewBox="0 0 ${steps.length} ${height}" preserveAspectRatio="none" aria-hidden="true">
    ${rounds.map(([number, first, last]) => (number % 2 ? svg`<rect class="band" x=${first} y="0" width=${last - first + 1} height=${height}></rect>` : nothing))}
    ${curve.ticks.filter((tick) => tick === 0 || tick === 0.5).map((value) => svg`<path class="zero" d="M0 ${y(value)}H${steps.length}"></path>`)}
    ${names.map((_, seat) => svg`<path class="line seat-${seat % 4}" d=${pathOf(seat)} stroke-dasharray=${DASHES[seat % DASHES.length]}></path>`)}</svg>`;
}

/**
 * Name and final value at each line's end.
 * @param {Store} data
 * @param {Curve} curve
 * @param {(value: number) => number} share
 */
function endViews({ steps, names, marks }, curve, share) {
  const final = curve.at(steps.length - 1);
  const heights = apart(final.map((value) => share(value ?? 0)), END_SHARE);
  return names.map((name, seat) => html`<span class="line-end" title=${name}
    .style=${`--end: ${percent(heights[seat])}; --by-seat: ${percent(1 - (seat + 0.5) / names.length)}`}>${signView(marks[seat])}<span
    class="line-name">${name}</span><b>${curve.text(final[seat])}</b></span>`);
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

/** @param {number} low @param {number} high */
export function ticksBetween(low, high) {
  const rough = (high - low) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
  return ticks;
}
