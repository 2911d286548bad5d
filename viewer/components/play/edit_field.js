// A field in the place of a value.

import { htmlElement } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { isNumeric } from "./edit_state.js";

/** @import { EditTarget } from "./edit_state.js" */

/**
 * An element over the value of a button, or of the link that the button stands beside; the value keeps its room.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {HTMLElement} button
 * @param {Tag} tag
 * @param {string} [kind] `of-words` for a text
 */
export function inPlace(button, tag, kind = "") {
  const value = (button.matches(".pen, .who") && button.parentElement?.querySelector("a")) || button;
  const holder = /** @type {HTMLElement} */ (value.parentElement);
  const element = htmlElement(tag, `in-place ${kind}`);
  holder.classList.add("holds-edit");
  const isCell = holder.matches("td, th");
  element.classList.toggle("of-cell", isCell);
  if (!isCell) fit(element, value, holder);
  value.classList.add("is-edited");
  holder.append(element);
  return {
    element,
    restore() {
      element.remove();
      value.classList.remove("is-edited");
      holder.classList.remove("holds-edit");
    },
  };
}

/** Least width of a field for words in letters, and least height of any field in pixels: a name and a finger fit in. */
const LEAST = { letters: 15, height: 32 };

const EDGE = 8;

/**
 * The padding and the border of the element stand out of the value's own place. Where the screen ends, a number grows to
 * the left, and a text begins so far to the left that it fits in.
 * @param {HTMLElement} element
 * @param {HTMLElement} value
 * @param {HTMLElement} holder
 */
function fit(element, value, holder) {
  const { offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight } = value;
  const isWords = element.classList.contains("of-words");
  const room = document.documentElement.clientWidth - 2 * EDGE;
  const letters = isWords ? LEAST.letters * parseFloat(getComputedStyle(value).fontSize) : 0;
  const width = Math.min(Math.max(offsetWidth + 20, letters), room);
  const height = Math.max(offsetHeight + 4, LEAST.height);
  const begin = value.getBoundingClientRect().left - 10;
  const beyond = Math.max(begin + width - room - EDGE, 0);
  const isRight = !isWords && beyond > 0;
  Object.assign(element.style, {
    top: `${top - (height - offsetHeight) / 2}px`, height: `${height}px`, minWidth: `${width}px`,
    ...(isRight ? { right: `${holder.clientWidth - left - offsetWidth - 10}px`, textAlign: "right" } : { left: `${left - 10 - beyond}px` }),
  });
}

/**
 * The field for a value, with suggestions for people and places.
 * @param {EditTarget} target
 * @param {EditingData} data
 * @param {HTMLElement} button
 */
export function fieldOf(target, data, button) {
  const { kind } = target;
  const { element: input, restore } = inPlace(button, "input", isNumeric(target) ? "" : "of-words");
  // A month or a year is no value of a date field.
  const isDay = kind === "date" && (!data.date || data.date.length === 10);
  Object.assign(input, { type: isDay ? "date" : "text", autocomplete: "off", enterKeyHint: "done", maxLength: kind === "name" ? 100 : 200 });
  if (isNumeric(target)) input.inputMode = "decimal";
  if (kind === "title") input.placeholder = button.parentElement?.querySelector("a")?.textContent ?? "";
  input.setAttribute("aria-label", labelOf(target, data));
  const detail = detailOf(target, data);
  const words = kind === "name" ? data.people : kind === "place" ? data.places : detail?.words ?? [];
  const list = htmlElement("datalist");
  const suggest = () => {
    const before = detail?.is_list ? input.value.replace(/[^;]*$/, "").replace(/;$/, "; ") : "";
    list.replaceChildren(...words.map((word) => Object.assign(htmlElement("option"), { value: before + word })));
  };
  if (words.length) {
    list.id = "edit-suggestions";
    suggest();
    if (detail?.is_list) input.addEventListener("input", suggest);
    input.setAttribute("list", list.id);
    input.after(list);
  }
  return {
    input,
    restore() {
      list.remove();
      restore();
    },
  };
}

/** @param {EditTarget} target @param {EditingData} data */
export const detailOf = ({ kind, name, seat }, data) => (
  kind === "detail" ? data.details.find((one) => one.name === name && one.seat === (seat ?? null)) : undefined
);

/**
 * What is edited, in words.
 * @param {EditTarget} target
 * @param {EditingData} data
 */
export function labelOf(target, data) {
  const [whose, what] = partsOf(target, data);
  return whose ? `${whose}, ${what}` : what;
}

/**
 * The person whose value is edited, empty if it is nobody's, and the value.
 * @param {EditTarget} target
 * @param {EditingData} data
 * @returns {[string, string]}
 */
export function partsOf(target, data) {
  const { kind, row, seat = 0 } = target;
  switch (kind) {
    case "points": return [data.names[seat] ?? "", data.lines.find((line) => line.row === row)?.label || gettext("points")];
    case "name": return ["", gettext("Who sat here")];
    case "category": return ["", gettext("Category")];
    case "winner": return ["", gettext("Who won?")];
    case "length": return ["", gettext("Length in minutes")];
    case "date": return ["", gettext("Date")];
    case "place": return ["", gettext("Place")];
    case "detail": return [data.names[target.seat ?? -1] ?? "", detailOf(target, data)?.label ?? ""];
    default: return ["", gettext("Title of this play")];
  }
}
