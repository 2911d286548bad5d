// A pad of keys for points: phones' own pads have no minus and no sum. It writes into the field that has the focus.

import { commandButton, htmlElement } from "../lib/elements.js";
import { formatNumber, gettext } from "../lib/language.js";
import { pointsOf } from "./points.js";

const KEYS = ["7", "8", "9", "+", "4", "5", "6", "\u2212", "1", "2", "3", "\u00d7", ",", "0", "\u232b"];

/**
 * A field for points that the pad fills; beside a sum it shows what it comes to.
 * @param {string} label
 * @param {string | number} [value]
 */
export function pointsField(label, value = "") {
  const field = htmlElement("span", "points-field");
  const input = Object.assign(htmlElement("input"), { type: "text", value: String(value), autocomplete: "off", enterKeyHint: "next" });
  // A phone shows its own keyboard only where the pad of the page is not at hand.
  input.inputMode = matchMedia("(pointer: coarse)").matches ? "none" : "text";
  input.setAttribute("aria-label", label);
  const comes = htmlElement("output", "comes");
  const show = () => {
    const points = pointsOf(input.value);
    const isSum = points !== undefined && points !== null && /\d\s*[+\-\u2212*x\u00d7]/.test(input.value);
    comes.textContent = isSum ? `= ${formatNumber(points)}` : "";
    input.setCustomValidity(points === undefined ? gettext("Write points as a number or a sum, such as 12+7.") : "");
  };
  input.addEventListener("input", show);
  show();
  field.append(comes, input);
  return { field, input };
}

/**
 * The pad for the fields of a form and its button, in reach of the thumb wherever the form is scrolled to.
 * @param {HTMLInputElement[]} inputs
 * @param {HTMLButtonElement} button
 */
export function makeKeys(inputs, button) {
  const keys = htmlElement("div", "pad-and-button");
  keys.append(makeNumberPad(inputs, button), button);
  return keys;
}

/**
 * Opens the pad of this field, where pads open at all, and closes the others.
 * @param {Element} field
 */
function openPad(field) {
  for (const form of field.closest("section")?.querySelectorAll("form") ?? []) form.classList.toggle("with-pad", form.contains(field));
}

/**
 * Draws a section anew; the field with the focus, and its pad, stay.
 * @param {HTMLElement} section
 * @param {() => void} draw
 */
export function drawKeepingFocus(section, draw) {
  const { activeElement } = /** @type {Document | ShadowRoot} */ (section.getRootNode());
  const label = section.contains(activeElement) ? activeElement?.getAttribute("aria-label") : null;
  const isOpen = Boolean(section.querySelector(".with-pad"));
  draw();
  const field = label ? [...section.querySelectorAll("input")].find((input) => input.getAttribute("aria-label") === label) : null;
  field?.focus({ preventScroll: true });
  if (field && isOpen) openPad(field);
}

/**
 * The last key goes to the next field, and from the last one to `button`.
 * @param {HTMLInputElement[]} inputs
 * @param {HTMLButtonElement} button
 */
function makeNumberPad(inputs, button) {
  const pad = htmlElement("div", "number-pad");
  pad.setAttribute("role", "group");
  pad.setAttribute("aria-label", gettext("Number pad"));
  let current = inputs[0];
  const focus = (/** @type {HTMLInputElement} */ input) => {
    current = input;
    for (const each of inputs) each.classList.toggle("written", each === input);
  };
  const reveal = () => current.scrollIntoView({ block: "nearest" });  // Above the pad, which covers the end of the form.
  const next = () => {
    const following = inputs[inputs.indexOf(current) + 1];
    (following ?? button).focus();
    if (following) reveal();
  };
  for (const input of inputs) {
    input.addEventListener("focus", () => focus(input));
    // Not between press and release: the release would meet something else.
    input.addEventListener("click", () => {
      openPad(input);
      reveal();
    });
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || input === inputs.at(-1)) return;
      event.preventDefault();
      next();
    });
  }
  for (const sign of KEYS) {
    const key = commandButton("pad-key", sign, () => {
      press(current, sign);
      reveal();
    });
    if (sign === "\u232b") key.setAttribute("aria-label", gettext("Delete the last character"));
    pad.append(key);
  }
  pad.append(Object.assign(commandButton("pad-key next", "\u21e5", next), { ariaLabel: gettext("Next") }));
  pad.addEventListener("pointerdown", (event) => event.preventDefault());  // The field keeps the focus.
  focus(current);
  return pad;
}

/**
 * @param {HTMLInputElement} input
 * @param {string} sign
 */
function press(input, sign) {
  input.value = sign === "\u232b" ? input.value.slice(0, -1) : input.value + sign;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
