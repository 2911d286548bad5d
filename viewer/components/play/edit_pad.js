// The number pad of an edited value.

import { find, findAll } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { padView } from "../lib/number_pad.js";
import { labelOf, partsOf } from "./edit_field.js";
import { requestOf } from "./edit_state.js";

/** @import { EditContext } from "./edit_view.js" */
/** @import { OpenEdit } from "./edit_state.js" */

/** @param {HTMLElement} root @param {EditContext} context */
export function makeNumberPad(root, context) {
  const host = root.appendChild(document.createElement("div"));
  const [whose] = partsOf(context.edit.target, context.data);
  const face = whose ? findAll(root, ".stand .n, .head-of-seat, .of-seat").find((each) => each.textContent?.includes(whose))?.querySelector(".face")?.cloneNode(true) : undefined;
  host.addEventListener("keydown", (event) => press(event, context.edit));
  return {
    show() {
      const isFirst = !host.firstElementChild;
      // The page scrolls so far that its last value stands above the pad, which keeps the focus, and with it the keyboard.
      render([html`<div class="pad-room"></div>`, viewOf(context, face)], host);
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

/** @param {EditContext} context @param {Node | undefined} face */
function viewOf({ edit, data, next: neighbor }, face) {
  const { target } = edit;
  const [whose, what] = partsOf(target, data), next = neighbor(1), isPoints = target.kind === "points";
  return padView({
    name: labelOf(target, data), whose, what, face: face ?? nothing, was: String(edit.was ?? ""), value: String(edit.value ?? ""),
    says: edit.says, isRefused: edit.isRefused, isBusy: edit.isSending, sums: isPoints, isSigned: isPoints,
    press: (key) => edit.press(key), leave: () => edit.leave(),
    go: { word: gettext("Save"), isOff: edit.isSending || !requestOf(target, edit.value), act: () => edit.save() },
    corner: { label: gettext("Next"), sign: gettext("Next"), isOff: !next || !isPoints, act: () => edit.save(next) },
  });
}

/**
 * The keys of a keyboard beside a touch screen.
 * @param {KeyboardEvent} event
 * @param {OpenEdit} edit
 */
function press(event, edit) {
  const { key, target } = event;
  if (/^[0-9+]$/.test(key)) edit.press(key);
  else if (key === "Backspace") edit.press("\u232b");
  else if (key === "-") edit.press("\u00b1");
  else if (key === "Escape") edit.leave();
  else if (key === "Enter" && target instanceof Element && target.matches(".number-pad")) edit.save();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
