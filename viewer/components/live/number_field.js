// A field for points with a key for the sign: the number pads of phones have no minus.

import { commandButton, htmlElement } from "../lib/elements.js";
import { gettext } from "../lib/language.js";

/**
 * The sign can be chosen before or after the digits.
 * @param {HTMLInputElement} input
 * @param {string} name
 */
export function withSignKey(input, name) {
  Object.assign(input, { type: "number", step: "any", inputMode: "decimal" });
  input.setAttribute("aria-label", name);
  const field = htmlElement("span", "signed");
  let isNegative = input.value.startsWith("-");
  const key = commandButton("plain sign-key", "\u00b1", () => {
    isNegative = !isNegative;
    input.value = withSign(input.value, isNegative);
    show();
    input.focus();
  });
  key.setAttribute("aria-label", gettext("Negative"));
  const show = () => key.setAttribute("aria-pressed", String(isNegative));
  show();
  let wasEmpty = !input.value;
  input.addEventListener("input", () => {
    if (wasEmpty && isNegative) input.value = withSign(input.value, true);
    wasEmpty = !input.value;
    if (!wasEmpty) isNegative = input.value.startsWith("-");
    show();
  });
  input.replaceWith(field);
  field.append(input, key);  // A label around both is the label of the input.
  return field;
}

/** @param {string} value @param {boolean} isNegative */
export const withSign = (value, isNegative) => (value.trim() && isNegative ? "-" : "") + value.replace(/^-/, "");

/** A blank field is unknown, which is not 0. @param {HTMLInputElement} input */
export const numberIn = (input) => (input.value.trim() === "" ? null : Number(input.value));
