// The number pad of an edited value.

import { find, findAll } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { padView } from "../lib/number_pad.js";
import { labelOf, partsOf } from "./edit_field.js";
import { requestOf } from "./edit_state.js";

/** @import { EditContext } from "./edit_view.js" */
/** @import { EditMessage, OpenEdit } from "./edit_state.js" */

/**
 * @param {HTMLElement} root
 * @param {EditContext} context
 */
export function makeNumberPad(root, context) {
  const host = root.appendChild(document.createElement("div"));
  const [whose] = partsOf(context.target, context.data);
  const face = whose ? findAll(root, ".stand .n, .head-of-seat, .of-seat").find((each) => each.textContent?.includes(whose))?.querySelector(".face")?.cloneNode(true) : undefined;
  host.addEventListener("keydown", (event) => press(event, context.send));
  return {
    /** @param {OpenEdit} edit */
    show(edit) {
      const isFirst = !host.firstElementChild;
      // The page scrolls so far that its last value stands above the pad, which keeps the focus, and with it the keyboard.
      render([html`<div class="pad-room"></div>`, viewOf(edit, context, face)], host);
      if (!isFirst) return;
      const pad = find(host, ".number-pad");
      find(host, ".pad-room").style.height = `${pad.offsetHeight}px`;
      pad.focus({ preventScroll: true });
    },
    /** @param {HTMLElement} value */
    reveal(value) {
      value.style.scrollMarginBottom = `${find(host, ".number-pad").offsetHeight + 16}px`;
      value.scrollIntoView({ block: "nearest", inline: "nearest" });
    },
    close: () => host.remove(),
  };
}

/**
 * @param {OpenEdit} edit
 * @param {EditContext} context
 * @param {Node | undefined} face
 */
function viewOf(edit, { target, data, send, next: neighbor }, face) {
  const [whose, what] = partsOf(target, data), next = neighbor(1), isPoints = target.kind === "points";
  return padView({
    name: labelOf(target, data), whose, what, face: face ?? nothing, was: String(edit.was ?? ""), value: String(edit.value ?? ""),
    says: edit.says, isRefused: edit.isRefused, isBusy: edit.isSending, sums: isPoints, isSigned: isPoints,
    press: (key) => send({ kind: "pressed", key }), leave: () => send({ kind: "left" }),
    go: { word: gettext("Save"), isOff: edit.isSending || !requestOf(edit.target, edit.value), act: () => send({ kind: "saved" }) },
    corner: { label: gettext("Next"), sign: gettext("Next"), isOff: !next || !isPoints, act: () => send({ kind: "saved", next }) },
  });
}

/**
 * The keys of a keyboard beside a touch screen.
 * @param {KeyboardEvent} event
 * @param {(message: EditMessage) => void} send
 */
function press(event, send) {
  const { key, target } = event;
  if (/^[0-9+]$/.test(key)) send({ kind: "pressed", key });
  else if (key === "Backspace") send({ kind: "pressed", key: "\u232b" });
  else if (key === "-") send({ kind: "pressed", key: "\u00b1" });
  else if (key === "Escape") send({ kind: "left" });
  else if (key === "Enter" && target instanceof Element && target.matches(".number-pad")) send({ kind: "saved" });
  else return;
  event.preventDefault();
  event.stopPropagation();
}
