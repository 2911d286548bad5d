// The timeline: a tick for every event on the lane of its seat, taller where a turn begins, lines where rounds do.

import { find } from "../lib/elements.js";
import { html, nothing, render, svg } from "../lib/lit-html/lit-html.js";
import { describeStep, percent, placeInMatch } from "./format.js";
import { MARKERS, smallSign } from "./signs.js";

/** Markers in the order in which they get room; what people wrote comes first. */
const ORDER = ["end", "bookmark", "glyph", "comment", "judgment blunder", "judgment mistake", "lead", "judgment inaccuracy",
  "round"];

/** Width of a marker in pixels. */
const ROOM = 13;

/** @param {ReplayParts} parts */
export function makeTimeline({ root, data, cursor, noteStore, review, modes }) {
  const timeline = find(root, ".strip");
  const drawing = find(timeline, ".drawn-anew");
  const crowd = () => hideCrowded(find(drawing, ".riders"));
  const draw = () => {
    render(html`${ticksView(data, review)}<span class="now"></span><div class="round-labels">${labeled(data.rounds).map(([number, first]) =>
      html`<span class="round-label" .style=${`left: ${percent(first / data.steps.length)}`}>${number}</span>`)}</div>
      <div class="riders">${markersOf(data, noteStore, review).map((marker) => markerView(marker, data.steps.length))}</div><span class="cover"></span>`, drawing);
    crowd();
  };
  const follow = (/** @type {number} */ at) => {
    timeline.setAttribute("aria-valuemax", String(cursor.limit));
    timeline.setAttribute("aria-valuenow", String(at));
    timeline.setAttribute("aria-valuetext", String(describeStep(data.steps[at])));
    find(drawing, ".now").style.left = percent((at + 0.5) / data.steps.length);
  };
  data.watch(draw);
  noteStore.watch(draw);
  review.watch(draw);
  modes.onChange(crowd);
  new ResizeObserver(crowd).observe(timeline);
  cursor.watch(follow);
  makeScrubber(timeline, data, cursor);
}

/**
 * Pointing previews a step in a hint, pressing and dragging goes there; used by the timeline and the chart.
 * @param {HTMLElement} surface
 * @param {Store} data
 * @param {Cursor} cursor
 */
export function makeScrubber(surface, data, cursor) {
  const hint = Object.assign(document.createElement("output"), { className: "hint", hidden: true });
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

/** @typedef {{ kind: string, at: number, text: string, above: number, title: string }} Marker a small sign above the ticks */

/** @type {(marker: Marker, steps: number) => unknown} */
function markerView({ kind, at, above, text, title }, steps) {
  const [usual, path] = MARKERS[kind] ?? [() => "", ""];
  const place = `left: ${percent((at + 0.5) / steps)}; --above: ${above}`;
  return html`<span class="rider ${kind}" title=${title || usual()} .style=${place}>${text}${path ? smallSign(path) : nothing}</span>`;
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
 * Changes of the lead, ends of rounds, notes, mistakes, the end.
 * @param {Store} data
 * @param {NoteStore} noteStore
 * @param {ReviewStore} review
 */
function markersOf({ steps, rounds, lead_changes: changes, is_open: isOpen }, noteStore, review) {
  /** @type {Marker[]} */
  const found = [];
  /** @param {string} kind @param {number} at */
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

/** @type {(data: Store, review: ReviewStore) => unknown} */
function ticksView({ steps, names }, review) {
  const lanes = Math.max(1, names.length);
  return html`<svg class="ticks" viewBox="0 0 ${steps.length} ${lanes}" preserveAspectRatio="none" aria-hidden="true">${steps.map((step, at) => {
    const before = steps[at - 1];
    const isTurn = step.seat !== null && (!before || before.turn !== step.turn || before.seat !== step.seat);
    const height = isTurn ? 0.84 : 0.46;
    const look = `tick seat-${(step.seat ?? 0) % 4}${review.mistakeOf(step) ? " lost" : ""}`;
    return [
      before && before.round !== step.round ? svg`<path class="round-line" d="M${at} 0V${lanes}"></path>` : nothing,
      step.seat === null ? nothing
        : svg`<rect class=${look} data-at=${at} x=${at + 0.14} y=${step.seat + 0.92 - height} width="0.72" height=${height}></rect>`,
    ];
  })}</svg>`;
}

/** The rounds whose numbers there is room for: all, or every n-th from the first. @param {Round[]} rounds */
export function labeled(rounds) {
  const every = Math.ceil(rounds.length / 14);
  return rounds.filter(([number]) => number > 0 && (number - 1) % every === 0);
}
