// A field for points with a key for the sign: the number pads of phones have no minus.

import { commandButton, htmlElement } from "../elements.js";
import { gettext } from "../language.js";

/**
 * The sign can be chosen before or after the digits.
 * @param {HTMLInputElement} input
 * @param {string} name
 */
export function withSignKey(input, name) {
  Object.assign(input, { type: "number", step: "any", inputMode: "decimal" });
  const field = htmlElement("span", "signed");
  let isNegative = false;
  const key = commandButton("plain sign-key", "\u00b1", () => {
    isNegative = !isNegative;
    input.value = withSign(input.value, isNegative);
    show();
    input.focus();
  });
  key.setAttribute("aria-label", gettext("Negative"));
  input.setAttribute("aria-label", name);
  const show = () => key.setAttribute("aria-pressed", String(isNegative));
  show();
  input.addEventListener("input", () => {
    if (input.value.startsWith("-")) isNegative = true;
    else input.value = withSign(input.value, isNegative);
    show();
  });
  input.replaceWith(field);
  field.append(input, key);  // A label around both is the label of the input.
  return field;
}

/**
 * @param {string} value
 * @param {boolean} isNegative
 */
export const withSign = (value, isNegative) => (value.trim() && isNegative ? "-" : "") + value.replace(/^-/, "");
