// One of many whole numbers: a field, and a button that says what the number means once it is one of them.

import { commandButton, htmlElement } from "../lib/elements.js";

/** Fewer numbers are buttons. */
export const MIN_NUMBERS = 20;

/**
 * @param {number[]} values in order
 * @param {(value: number) => string} says
 * @param {(value: number) => void} pick
 */
export function numberChoice(values, says, pick) {
  const [least, most] = [values[0], values[values.length - 1]];
  const input = Object.assign(htmlElement("input"), {
    type: "number", inputMode: "numeric", step: "1", min: String(least), max: String(most), placeholder: `${least}\u2013${most}`,
  });
  const entered = () => (input.value === "" ? NaN : Number(input.value));
  const button = commandButton("row", "", () => pick(entered()));
  const show = () => {
    button.disabled = !values.includes(entered());
    button.textContent = button.disabled ? "" : says(entered());
  };
  input.setAttribute("aria-label", says(least).replace(String(least), `${least}\u2013${most}`));
  input.addEventListener("input", show);
  input.addEventListener("keydown", ({ key }) => {
    if (key === "Enter" && !button.disabled) button.click();
  });
  show();
  const choice = htmlElement("div", "number-choice");
  choice.append(input, button);
  return choice;
}
