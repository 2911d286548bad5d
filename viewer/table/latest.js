// The latest events: shown newest first, each with a way to correct it; the last one taken back and put back by key.

import { htmlElement, seatSign } from "../elements.js";
import { gettext } from "../language.js";

export function showLast(root, { last, marks, match }) {
  root.querySelector("[data-command=undo]").disabled = last.length === 0;
  root.querySelector("[data-command=undo]").title = last.length ? gettext("Take back: {event}", { event: last[0][2] }) : "";
  root.querySelector(".last").hidden = last.length === 0;
  root.querySelector(".last ol").replaceChildren(...last.map(([version, seat, says, points]) => {
    const row = htmlElement("li");
    const correct = Object.assign(htmlElement("a", "correct", gettext("Correct")), {
      href: `correct?match=${encodeURIComponent(match)}&at=${version}`,
    });
    correct.setAttribute("aria-label", gettext("Correct: {event}", { event: says }));
    row.append(seatSign(marks[seat]), htmlElement("span", "says", says), htmlElement("b", "change", points), correct);
    return row;
  }));
}

const WRITING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true]";

// Ctrl+Z and Ctrl+Y, with Cmd on a Mac; somebody who writes undoes what they wrote.
export function listenForUndo(root, undo, putBack, signal) {
  const keys = { z: undo, y: putBack };
  document.addEventListener("keydown", (event) => {
    const act = keys[event.key.toLowerCase()];
    if (!act || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    const target = event.composedPath()[0];
    if ((target instanceof Element && target.closest(WRITING)) || root.querySelector("dialog[open]")) return;
    event.preventDefault();
    if (!event.repeat) act();
  }, { signal });
}
