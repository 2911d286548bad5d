// The latest events: newest first, each with a link to correct it; keys to undo and redo the last one.

import { find, htmlElement, seatSign } from "../lib/elements.js";
import { gettext } from "../lib/language.js";

/**
 * @param {HTMLElement} root
 * @param {LiveRecordData} data
 */
export function showLast(root, { last, marks, match, undone, unsent = 0 }) {
  find(root, "[data-command=redo]", HTMLButtonElement).disabled = !undone;
  find(root, "[data-command=undo]", HTMLButtonElement).disabled = last.length === 0;
  find(root, "[data-command=undo]").title = last.length ? gettext("Take back: {event}", { event: last[0][2] }) : "";
  find(root, ".last").hidden = last.length === 0;
  find(root, ".last ol").replaceChildren(...last.flatMap(([version, seat, sentence, points, scored], at) => {
    const row = htmlElement("li", at < unsent ? "is-unsent" : "");
    const correct = Object.assign(htmlElement("a", "correct", gettext("Correct")), {
      href: `replay?match=${encodeURIComponent(match)}&at=${version}&mode=correct`,
    });
    correct.setAttribute("aria-label", gettext("Correct: {event}", { event: sentence }));
    const waits = at < unsent ? [htmlElement("small", "waits-word", gettext("waiting to be sent"))] : [correct];
    row.append(seatSign(marks[seat ?? -1]), htmlElement("span", "says", sentence), htmlElement("b", "change", points), ...waits);
    return [...scored.toReversed().map(scoringRow), row];
  }));
}

/** @param {string} says */
function scoringRow(says) {
  const row = htmlElement("li");
  row.append(seatSign(undefined), htmlElement("span", "says", says));
  return row;
}

const WRITING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true]";

/**
 * Ctrl+Z and Ctrl+Y, with Cmd on a Mac; in an input they undo the typing.
 * @param {HTMLElement} root
 * @param {() => void} undo
 * @param {() => void} redo
 * @param {AbortSignal} signal
 */
export function listenForUndo(root, undo, redo, signal) {
  /** @type {Record<string, () => void>} */
  const keys = { z: undo, y: redo };
  document.addEventListener("keydown", (event) => {
    const act = keys[event.key.toLowerCase()];
    if (!act || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    const target = event.composedPath()[0];
    if ((target instanceof Element && target.closest(WRITING)) || root.querySelector("dialog[open]")) return;
    if (root.classList.contains("read-only")) return;
    event.preventDefault();
    if (!event.repeat) act();
  }, { signal });
}
