// The timeline: a tick for every event on the lane of its seat, taller where a turn begins, lines where rounds do.

import { find, htmlElement, svgElement } from "../lib/elements.js";
import { describeStep, percent, placeInMatch } from "./format.js";
import { MARKERS, smallSign } from "./signs.js";

/** Markers in the order in which they get room; what people wrote comes first. */
const ORDER = ["end", "bookmark", "glyph", "comment", "judgment blunder", "judgment mistake", "lead", "judgment inaccuracy",
  "round"];

/** Width of a marker in pixels. */
const ROOM = 13;

/**
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {Cursor} cursor
 * @param {NoteStore} noteStore
 * @param {ReviewStore} review
 * @param {Modes} modes
 */
export function makeTimeline(root, data, cursor, noteStore, review, modes) {
  const timeline = find(root, ".strip");
  const now = find(timeline, ".now");
  const labels = htmlElement("div", "round-labels");
  const riders = htmlElement("div", "riders");
  timeline.append(labels, riders, htmlElement("span", "cover"));
  data.watch(() => {
    find(timeline, ".ticks", SVGElement).replaceWith(makeTicks(data));
    labels.replaceChildren(...labeled(data.rounds).map(([number, first]) => {
      const label = htmlElement("span", "round-label", number);
      label.style.left = percent(first / data.steps.length);
      return label;
    }));
  });
  const showMarkers = () => {
    riders.replaceChildren(...markerElements(data, noteStore, review));
    for (const tick of timeline.querySelectorAll(".tick")) {
      tick.classList.toggle("lost", Boolean(review.mistakeOf(data.steps[Number(tick.getAttribute("data-at"))])));
    }
    hideCrowded(riders);
  };
  noteStore.watch(showMarkers);
  review.watch(showMarkers);
  modes.onChange(() => hideCrowded(riders));
  new ResizeObserver(() => hideCrowded(riders)).observe(riders);
  cursor.watch((at) => {
    timeline.setAttribute("aria-valuemax", String(cursor.limit));
    now.style.left = percent((at + 0.5) / data.steps.length);
    timeline.setAttribute("aria-valuenow", String(at));
    timeline.setAttribute("aria-valuetext", String(describeStep(data.steps[at])));
  });
  makeScrubber(timeline, data, cursor);
}

/**
 * Pointing previews a step in a hint, pressing and dragging goes there; used by the timeline and the chart.
 * @param {HTMLElement} surface
 * @param {Store} data
 * @param {Cursor} cursor
 */
export function makeScrubber(surface, data, cursor) {
  const hint = htmlElement("output", "hint");
  hint.hidden = true;
  surface.append(hint);
  /** @param {PointerEvent} event */
  const stepAt = (event) => {
    const { left, width } = surface.getBoundingClientRect();
    return Math.min(Math.max(Math.floor(((event.clientX - left) / width) * data.steps.length), 0), cursor.limit);
  };
  surface.addEventListener("pointerdown", (event) => {
    surface.setPointerCapture(event.pointerId);
    cursor.jump(stepAt(event));
  });
  surface.addEventListener("pointermove", (event) => {
    const at = stepAt(event);
    if (surface.hasPointerCapture(event.pointerId)) cursor.go(at);
    const where = percent((at + 0.5) / data.steps.length);
    hint.hidden = false;
    hint.textContent = `${placeInMatch(data.steps[at])} ${data.steps[at].says}`;
    hint.style.left = where;
    hint.style.translate = `-${where} 0`;
    surface.style.setProperty("--hover", where);
  });
  surface.addEventListener("pointerleave", () => { hint.hidden = true; });
  return hint;
}

/**
 * Small signs above the ticks: changes of the lead, ends of rounds, notes, the end.
 * @param {Store} data
 * @param {NoteStore} noteStore
 * @param {ReviewStore} review
 */
function markerElements(data, noteStore, review) {
  return markersOf(data, noteStore, review).map(({ kind, at, above, text, title }) => {
    const [usual, path] = MARKERS[kind] ?? [() => "", ""];
    const rider = htmlElement("span", `rider ${kind}`, text);
    if (path) rider.append(smallSign(path));
    rider.title = title || usual();
    rider.style.left = percent((at + 0.5) / data.steps.length);
    rider.style.setProperty("--above", String(above));
    return rider;
  });
}

/** @param {string} look */
const orderOf = (look) => ORDER.findIndex((kind) => look.includes(kind));

/**
 * Hides markers that would cover a more important one; the list of moves shows all of them.
 * @param {HTMLElement} riders
 */
function hideCrowded(riders) {
  const shown = /** @type {HTMLElement[]} */ ([...riders.children]).filter((rider) => rider.offsetWidth > 0)
    .map((rider) => ({ rider, left: rider.getBoundingClientRect().left, order: orderOf(rider.className) }))
    .sort((one, other) => one.order - other.order);
  /** @type {number[]} */
  const taken = [];
  for (const { rider, left } of shown) {
    const isCrowded = taken.some((other) => Math.abs(other - left) < ROOM);
    rider.classList.toggle("crowded", isCrowded);
    if (!isCrowded) taken.push(left);
  }
}

/**
 * @param {Store} data
 * @param {NoteStore} noteStore
 * @param {ReviewStore} review
 */
function markersOf({ steps, rounds, lead_changes: changes, is_open: isOpen }, noteStore, review) {
  /** @type {{ kind: string, at: number, text: string, above: number, title: string }[]} */
  const found = [];
  /**
   * @param {string} kind
   * @param {number} at
   */
  const ride = (kind, at, text = "", title = "") => {
    found.push({ kind, at, text, title, above: found.filter((one) => one.at === at).length });
  };
  for (const at of changes) ride("lead", at);
  for (const [number, , last] of rounds.slice(0, -1)) if (number) ride("round", last);
  steps.forEach((step, at) => {
    const mistake = review.mistakeOf(step);
    if (mistake) ride(`judgment ${mistake.grade}`, at, mistake.sign, `${mistake.word} ${mistake.lost}`);
    const notes = noteStore.at(step);
    const glyph = notes.find((note) => note.glyph)?.glyph;
    if (notes.some((note) => note.bookmark)) ride("bookmark", at);
    if (glyph) ride("glyph", at, glyph);
    else if (notes.some((note) => note.text || note.marks.length)) ride("comment", at);
  });
  if (!isOpen) ride("end", steps.length - 1);
  return found;
}

/** @param {Store} data */
function makeTicks({ steps, names }) {
  const lanes = Math.max(1, names.length);
  const ticks = svgElement("svg", {
    class: "ticks", viewBox: `0 0 ${steps.length} ${lanes}`, preserveAspectRatio: "none", "aria-hidden": "true",
  });
  steps.forEach((step, at) => {
    const before = steps[at - 1];
    const isRound = before && before.round !== step.round;
    const isTurn = step.seat !== null && (!before || before.turn !== step.turn || before.seat !== step.seat);
    if (isRound) ticks.append(svgElement("path", { class: "round-line", d: `M${at} 0V${lanes}` }));
    if (step.seat === null) return;
    const height = isTurn ? 0.84 : 0.46;
    const y = step.seat + 0.92 - height;
    const look = `tick seat-${step.seat % 4}`;
    ticks.append(svgElement("rect", { class: look, "data-at": at, x: at + 0.14, y, width: 0.72, height }));
  });
  return ticks;
}

/**
 * The rounds whose numbers there is room for: all, or every n-th from the first.
 * @param {Round[]} rounds
 */
export function labeled(rounds) {
  const every = Math.ceil(rounds.length / 14);
  return rounds.filter(([number]) => number > 0 && (number - 1) % every === 0);
}
