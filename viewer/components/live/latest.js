// The latest events: newest first, each with a link to correct it; keys to undo and redo the last one.

import { find } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, render } from "../lib/lit-html/lit-html.js";
import { eventRow } from "./seats_now.js";

/** @param {HTMLElement} root @param {LiveRecordData} data */
export function showLast(root, { last, marks, match, undone, unsent = 0 }) {
  find(root, "[data-command=redo]", HTMLButtonElement).disabled = !undone;
  find(root, "[data-command=undo]", HTMLButtonElement).disabled = last.length === 0;
  find(root, "[data-command=undo]").title = last.length ? gettext("Take back: {event}", { event: last[0][2] }) : "";
  find(root, ".last").hidden = last.length === 0;
  render(last.map(([version, seat, sentence, points, scored], at) => {
    const isUnsent = at < unsent;
    const end = isUnsent ? html`<small class="waits-word">${gettext("waiting to be sent")}</small>`
      : html`<a class="correct" href="replay?match=${encodeURIComponent(match)}&at=${version}&mode=correct" aria-label=${gettext("Correct: {event}", { event: sentence })}>${gettext("Correct")}</a>`;
    return [...scored.toReversed().map((says) => eventRow(undefined, says)), eventRow(marks[seat ?? -1], sentence, points, isUnsent ? "is-unsent" : "", end)];
  }), find(root, ".last ol"));
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
