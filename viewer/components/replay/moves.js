// The move list: rounds, one row an event, its gains underneath.

import { find, findAll, ruleLinkView, signView, targetOf } from "../lib/elements.js";
import { formatNumber, gettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { isLoss, placeInMatch, plainNumber, signed } from "./format.js";
import { makeScrolling } from "./list_scroll.js";
import { noteView } from "./notes.js";
import { markView } from "./review.js";

/** @param {ReplayParts} parts */
export function makeMoves({ root, data, cursor, noteStore, review }) {
  const list = find(root, ".list");
  /** @type {HTMLElement[]} */
  let rows = [];
  /** @type {HTMLElement | undefined} */
  let marked;
  let hadFocus = false;
  const draw = () => {
    render(data.steps.map((step, at) => html`${headView(data, at)}${rowView(step, at, data, noteStore, review)}${undoneViews(data, at)}`), list);
    rows = findAll(list, ".move");
  };
  const scrolling = makeScrolling(root, () => rows[cursor.at]);
  makeUndoneToggle(root, data);
  data.watch(() => {
    hadFocus = list.contains(/** @type {Document | ShadowRoot} */ (list.getRootNode()).activeElement);
    draw();
  });
  noteStore.watch(draw);
  review.watch(() => {
    draw();
    scrolling.follow();
  });
  list.addEventListener("click", (event) => {
    const row = /** @type {HTMLElement | null} */ (targetOf(event).closest(".move"));
    if (row && !targetOf(event).closest(".note, a")) cursor.jump(rows.indexOf(row));
  });
  cursor.watch((at) => {
    if (marked) mark(marked, false);
    marked = rows[at];
    const button = mark(marked, true);
    if (hadFocus) button.focus({ preventScroll: true });
    hadFocus = false;
    scrolling.follow();
  });
}

/**
 * Makes a row the current one, whose button and links alone can be reached with the tabulator, or no longer. Returns the
 * button. A step changes two rows: to draw all of them would take longer than a frame on a phone.
 * @param {HTMLElement} row
 * @param {boolean} isCurrent
 */
function mark(row, isCurrent) {
  const button = find(row, ".row");
  row.classList.toggle("current", isCurrent);
  if (isCurrent) button.setAttribute("aria-current", "step");
  else button.removeAttribute("aria-current");
  for (const part of [button, ...findAll(row, "a.chip", HTMLElement)]) part.tabIndex = isCurrent ? 0 : -1;
  return button;
}

/**
 * The head of the round that a step opens. What has a step can be hidden while it is still to be guessed.
 * @param {Store} data
 * @param {number} at
 */
function headView({ steps }, at) {
  const { round } = steps[at];
  return round === (steps[at - 1]?.round ?? 0) ? nothing : html`<li class="round-head" data-step=${at}>${gettext("Round {round}", { round })}</li>`;
}

/**
 * The moves that were undone after a step.
 * @param {Store} data
 * @param {number} at
 */
function undoneViews({ undone, steps, marks }, at) {
  const step = steps[at];
  return undone.filter(({ after }) => after === step.at && !step.scoring).map(({ seat, says, why }) => html`<li class="undone" data-step=${at}><span
    class="when"></span>${signView(marks[seat ?? -1])}<s class="says">${says}</s><span class="why">${why}</span></li>`);
}

/** @type {(root: HTMLElement, data: Store) => void} */
function makeUndoneToggle(root, data) {
  const toggle = find(root, ".show-undone");
  data.watch(() => {
    toggle.hidden = !data.undone.length;
    toggle.textContent = gettext("Undone moves: {count}", { count: formatNumber(data.undone.length) });
  });
  toggle.addEventListener("click", () => toggle.setAttribute("aria-pressed", String(root.classList.toggle("with-undone"))));
}

/**
 * @param {Step} step
 * @param {number} at
 * @param {Store} data
 * @param {NoteStore} noteStore
 * @param {ReviewStore} review
 */
function rowView(step, at, data, noteStore, review) {
  /** @type {[label: string, ...Gain][]} */
  const gains = step.stages.flatMap(([label, all]) => all.map((gain) => /** @type {[string, ...Gain]} */ ([label, ...gain])));
  const own = gains.filter(([, seat]) => seat === step.seat).reduce((sum, [, , points]) => sum + points, 0);
  const isPlain = gains.length === 0 || (gains.length === 1 && gains[0][1] === step.seat);
  const isTried = Boolean(data.explored?.line) && step.at > (data.explored?.base ?? 0);
  const mistake = review.mistakeOf(step);
  const notes = noteStore.at(step);
  return html`<li class=${isTried ? "move tried" : "move"} data-step=${at}><button type="button" class="row" tabindex="-1"
    title=${step.seconds === null ? nothing : gettext("after {seconds} s", { seconds: Math.round(step.seconds) })}><span
    class="when">${placeInMatch(step)}</span>${signView(data.marks[step.seat ?? -1])}<span class="says">${step.says}</span>${
    mistake ? html`<span class="judged">${markView(mistake)} ${mistake.word} ${mistake.lost}</span>` : nothing}<span
    class=${isLoss(own, data) ? "change loss" : "change"}>${own ? signed(own) : ""}</span><span
    class="sum">${step.seat === null ? "" : plainNumber(step.scores[step.seat])}</span></button>${
    isPlain ? nothing : html`<ul class="stages">${gains.map((gain) => stageView(gain, data))}</ul>`}${
    notes.length ? html`<div class="notes">${notes.map((note) => noteView(note, noteStore))}</div>` : nothing}</li>`;
}

/** @param {[label: string, ...Gain]} gain @param {Store} data */
const stageView = ([label, seat, points, source, rulePage], data) => html`<li class="stage" title=${data.names[seat]}>${signView(data.marks[seat])}<span
  class="says">${label}</span>${ruleLinkView("chip", source, rulePage, -1)}<span class=${isLoss(points, data) ? "change loss" : "change"}>${
  points ? signed(points) : formatNumber(0)}</span></li>`;
