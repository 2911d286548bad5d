// The move list: rounds, one row an event, its gains underneath.

import { find, findAll, htmlElement, ruleLink, seatSign, targetOf } from "../lib/elements.js";
import { formatNumber, gettext } from "../lib/language.js";
import { isLoss, placeInMatch, plainNumber, signed } from "./format.js";
import { makeScrolling } from "./list_scroll.js";
import { showNotes } from "./notes.js";
import { markOf } from "./review.js";

/**
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {Cursor} cursor
 * @param {NoteStore} noteStore
 * @param {ReviewStore} review
 */
export function makeMoves(root, data, cursor, noteStore, review) {
  const list = find(root, ".list");
  /** @type {HTMLElement[]} */
  let rows = [];
  let hadFocus = false;
  data.watch(() => {
    hadFocus = list.contains(/** @type {Document | ShadowRoot} */ (list.getRootNode()).activeElement);
    rows = data.steps.map((step, at) => dated(makeRow(step, data), at));
    list.replaceChildren(...rows.flatMap((row, at) => aroundRow(row, data, at)));
    offerUndone(root, data.undone.length);
  });
  makeUndoneToggle(root);
  noteStore.watch(() => data.steps.forEach((step, at) => showNotes(rows[at], noteStore.at(step), noteStore.author())));

  const scrolling = makeScrolling(root, () => rows[cursor.at]);
  list.addEventListener("click", (event) => {
    const row = /** @type {HTMLElement | null} */ (targetOf(event).closest(".move"));
    if (row && !targetOf(event).closest(".note, a")) cursor.jump(rows.indexOf(row));
  });

  review.watch(() => {
    data.steps.forEach((step, at) => showMark(rows[at], review.mistakeOf(step)));
    scrolling.follow();
  });

  /** @type {HTMLElement | undefined} */
  let marked;
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
 * button.
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
 * A row with the head of the round it opens before it, and the moves undone there behind it.
 * @param {HTMLElement} row
 * @param {Store} data
 * @param {number} at
 */
function aroundRow(row, data, at) {
  const step = data.steps[at];
  const opens = step.round !== (data.steps[at - 1]?.round ?? 0);
  const gone = data.undone.filter(({ after }) => after === step.at && !step.scoring).map((one) => makeUndone(one, data, at));
  if (data.explored?.line && step.at > data.explored.base) row.classList.add("tried");
  if (!opens) return [row, ...gone];
  return [dated(htmlElement("li", "round-head", gettext("Round {round}", { round: step.round })), at), row, ...gone];
}

/**
 * Marks an element with its step, so that it can be hidden while the step is still to be guessed.
 * @param {HTMLElement} element
 * @param {number} at
 */
function dated(element, at) {
  element.dataset.step = String(at);
  return element;
}

/**
 * @param {Undone} undone
 * @param {Store} data
 * @param {number} at
 */
function makeUndone({ seat, says, why }, { marks }, at) {
  const row = dated(htmlElement("li", "undone"), at);
  row.append(htmlElement("span", "when"), seatSign(marks[seat ?? -1]), htmlElement("s", "says", says), htmlElement("span", "why", why));
  return row;
}

/**
 * @param {HTMLElement} root
 * @param {number} count
 */
function offerUndone(root, count) {
  const toggle = find(root, ".show-undone");
  toggle.hidden = !count;
  toggle.textContent = gettext("Undone moves: {count}", { count: formatNumber(count) });
}

/** @param {HTMLElement} root */
function makeUndoneToggle(root) {
  const toggle = find(root, ".show-undone");
  toggle.addEventListener("click", () => {
    const isPressed = root.classList.toggle("with-undone");
    toggle.setAttribute("aria-pressed", String(isPressed));
  });
}

/**
 * @param {Step} step
 * @param {Store} data
 */
function makeRow(step, data) {
  const row = htmlElement("li", "move");
  const button = htmlElement("button", "row");
  button.type = "button";
  button.tabIndex = -1;
  /** @type {[label: string, ...Gain][]} */
  const gains = step.stages.flatMap(([label, all]) => all.map((gain) => /** @type {[string, ...Gain]} */ ([label, ...gain])));
  const own = gains.filter(([, seat]) => seat === step.seat).reduce((sum, [, , points]) => sum + points, 0);
  const sum = step.seat === null ? "" : plainNumber(step.scores[step.seat]);
  if (step.seconds !== null) button.title = gettext("after {seconds} s", { seconds: Math.round(step.seconds) });
  button.append(
    htmlElement("span", "when", placeInMatch(step)),
    seatSign(data.marks[step.seat ?? -1]),
    htmlElement("span", "says", step.says),
    htmlElement("span", isLoss(own, data) ? "change loss" : "change", own ? signed(own) : ""),
    htmlElement("span", "sum", sum),
  );
  row.append(button);
  const isPlain = gains.length === 0 || (gains.length === 1 && gains[0][1] === step.seat);
  if (!isPlain) row.append(makeStages(gains, data));
  return row;
}

/**
 * @param {HTMLElement} row
 * @param {Mistake | undefined} mistake
 */
function showMark(row, mistake) {
  row.querySelector(".judged")?.remove();
  if (!mistake) return;
  const judged = htmlElement("span", "judged");
  judged.append(markOf(mistake), ` ${mistake.word} ${mistake.lost}`);
  find(row, ".says").after(judged);
}

/**
 * @param {[label: string, ...Gain][]} gains
 * @param {Store} data
 */
function makeStages(gains, data) {
  const stages = htmlElement("ul", "stages");
  for (const [label, seat, points, source, rulePage] of gains) {
    const stage = htmlElement("li", "stage");
    const chip = ruleLink("chip", source, rulePage);
    if (rulePage) chip.tabIndex = -1;
    stage.title = data.names[seat];
    stage.append(
      seatSign(data.marks[seat]),
      htmlElement("span", "says", label),
      chip,
      htmlElement("span", isLoss(points, data) ? "change loss" : "change", points ? signed(points) : formatNumber(0)),
    );
    stages.append(stage);
  }
  return stages;
}
