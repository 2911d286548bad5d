// The number pad from below: the value, what follows from it, the keys.

import { commandButton, findAll, htmlElement, svgElement } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { labelOf, partsOf } from "./edit_field.js";
import { requestOf } from "./edit_state.js";

/** @import { EditContext } from "./edit_view.js" */
/** @import { OpenEdit } from "./edit_state.js" */

const BACK = "M6 3.5h8v9H6L2 8zM8.5 6.2l3.4 3.6m0-3.6L8.5 9.8";

/**
 * @param {HTMLElement} root
 * @param {EditContext} context
 */
export function makeNumberPad(root, context) {
  const { target, data } = context;
  const pad = htmlElement("div", "number-pad");
  pad.setAttribute("role", "dialog");
  pad.setAttribute("aria-label", labelOf(target, data));
  pad.tabIndex = -1;
  const now = htmlElement("b");
  const was = htmlElement("s", "soft");
  const says = htmlElement("p", "says soft s14");
  says.setAttribute("aria-live", "polite");
  const next = context.next(1);
  const { keys, save } = makeKeys(context, next);
  pad.append(head(root, context, was, now), says, keys);
  pad.addEventListener("keydown", (event) => press(event, context));
  pad.addEventListener("pointerdown", (event) => event.preventDefault());  // The pad keeps the focus, and with it the keyboard.
  const room = htmlElement("div", "pad-room");  // The page scrolls so far that its last value stands above the pad.
  root.append(room, pad);
  room.style.height = `${pad.offsetHeight}px`;
  pad.focus({ preventScroll: true });
  return {
    /** @param {OpenEdit} edit */
    show(edit) {
      now.textContent = String(edit.value ?? "").replace("-", "\u2212");
      was.textContent = edit.value === edit.was ? "" : String(edit.was ?? "");
      says.textContent = edit.says || "\u00a0";
      says.classList.toggle("is-refused", edit.isRefused);
      save.disabled = edit.isSending || !requestOf(edit.target, edit.value);
      pad.setAttribute("aria-busy", String(edit.isSending));
    },
    /** @param {HTMLElement} value */
    reveal(value) {
      value.style.scrollMarginBottom = `${pad.offsetHeight + 16}px`;
      value.scrollIntoView({ block: "nearest", inline: "nearest" });
    },
    close() {
      pad.remove();
      room.remove();
    },
  };
}

/**
 * @param {HTMLElement} root
 * @param {EditContext} context
 * @param {HTMLElement} was
 * @param {HTMLElement} now
 */
function head(root, { target, data }, was, now) {
  const [whose, what] = partsOf(target, data);
  const line = htmlElement("div", "pad-head");
  const title = htmlElement("span", "whose", whose ? `${whose}, ` : "");
  title.append(htmlElement("b", "", what));
  const value = htmlElement("span", "pad-value");
  value.append(was, now, htmlElement("i", "caret"));
  const face = whose ? findAll(root, ".stand .face").find((each) => each.closest(".n")?.textContent?.includes(whose)) : null;
  line.append(...(face ? [face.cloneNode(true)] : []), title, value);
  return line;
}

/**
 * @param {EditContext} context
 * @param {import("./edit_state.js").EditTarget | null} next
 */
function makeKeys({ send, target }, next) {
  const keys = htmlElement("div", "keys");
  const key = (/** @type {string} */ sign, label = sign) => {
    const button = commandButton("key", sign, () => send({ kind: "pressed", key: sign }));
    button.setAttribute("aria-label", label);
    return button;
  };
  const back = key("\u232b", gettext("Delete the last character"));
  const icon = svgElement("svg", { viewBox: "0 0 16 16", class: "ic", "aria-hidden": "true" });
  icon.append(svgElement("path", { d: BACK }));
  back.replaceChildren(icon);
  const sign = key("\u00b1", gettext("Negative"));
  sign.textContent = "+/\u2212";
  sign.classList.add("s");
  sign.disabled = target.kind !== "points";
  const save = commandButton("key go", gettext("Save"), () => send({ kind: "saved" }));
  const leave = commandButton("key s", gettext("Leave"), () => send({ kind: "left" }));
  const further = commandButton("key s", gettext("Next"), () => send({ kind: "saved", next }));
  further.disabled = !next || target.kind !== "points";
  const digits = (/** @type {string} */ row) => [...row].map((digit) => key(digit));
  keys.append(...digits("123"), back, ...digits("456"), sign, ...digits("789"), save, leave, key("0"), further);
  return { keys, save };
}

/**
 * The keys of a keyboard beside a touch screen.
 * @param {KeyboardEvent} event
 * @param {EditContext} context
 */
function press(event, { send }) {
  const { key } = event;
  if (/^[0-9]$/.test(key)) send({ kind: "pressed", key });
  else if (key === "Backspace") send({ kind: "pressed", key: "\u232b" });
  else if (key === "-") send({ kind: "pressed", key: "\u00b1" });
  else if (key === "Escape") send({ kind: "left" });
  else if (key === "Enter" && event.target === event.currentTarget) send({ kind: "saved" });
  else return;
  event.preventDefault();
  event.stopPropagation();
}
