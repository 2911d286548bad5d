// The parts of the editor: fields with their labels, and the rows of categories and rounds.

import { commandButton, find, htmlElement, isChanged } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { made } from "../lib/parts.js";

const SIGNS = {
  up: "m4 10 4-4 4 4",
  down: "m4 6 4 4 4-4",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  close: "m4 4 8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
};

/** @import { CategoryDraft, RoundDraft } from "./draft.js" */
/**
 * What a row asks of the editor: to draw anew, to move or remove the row, and to go on after its name.
 * @typedef {{ changed(): void, move(step: number): void, remove(): void, next(): void }} Editing
 */

/** @param {keyof typeof SIGNS} name */
export function sign(name) {
  return made(["svg", { viewBox: "0 0 16 16", class: `ic ${name}`, "aria-hidden": "true" }, [["path", { d: SIGNS[name] }, []]]]);
}

/**
 * A button with a sign for a label.
 * @param {keyof typeof SIGNS} name
 * @param {string} label
 * @param {() => void} act
 */
function signButton(name, label, act) {
  const button = commandButton(`btn sq bare ${name}`, "", act);
  button.append(sign(name));
  button.ariaLabel = button.title = label;
  return button;
}

/**
 * A text field; `at` is its place in what the draft's problems name.
 * @param {{ at: string, label: string, value: string, take: (text: string) => void, most?: number, before?: string, isNumber?: boolean }} field
 */
export function textField({ at, label, value, take, most = 100, before, isNumber }) {
  const input = Object.assign(htmlElement("input"), { type: "text", value, maxLength: most, autocomplete: "off" });
  input.dataset.at = at;
  input.ariaLabel = label;
  if (isNumber) input.inputMode = "decimal";
  input.addEventListener("input", () => take(input.value));
  const frame = htmlElement("label", "field");
  if (before) frame.append(htmlElement("span", "", before));
  frame.append(input);
  return frame;
}

/**
 * A choice of one of several words.
 * @template {string} Value
 * @param {string} label
 * @param {Record<Value, string>} words
 * @param {Value} value
 * @param {(value: Value) => void} take
 */
function choice(label, words, value, take) {
  const select = htmlElement("select");
  select.ariaLabel = label;
  for (const [key, word] of Object.entries(words)) select.add(new Option(/** @type {string} */ (word), key, false, key === value));
  select.addEventListener("change", () => take(/** @type {Value} */ (select.value)));
  const frame = htmlElement("label", "field");
  frame.append(select);
  return frame;
}

/**
 * A box to tick with its words.
 * @param {string} words
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} take
 */
export function tick(words, isOn, take) {
  const label = htmlElement("label", "switch");
  const input = Object.assign(htmlElement("input"), { type: "checkbox", checked: isOn });
  input.addEventListener("change", () => take(input.checked));
  label.append(input, htmlElement("span", "", words));
  return label;
}

/** What is wrong beside a field. */
export function said() {
  return htmlElement("p", "said");
}

/**
 * The sign of the points, a button that turns it.
 * @param {CategoryDraft | RoundDraft} row
 * @param {() => void} changed
 */
function plusOrMinus(row, changed) {
  const button = commandButton("btn sq plus-minus", "", () => {
    row.isLost = !row.isLost;
    draw();
    changed();
  });
  const draw = () => {
    button.textContent = row.isLost ? "\u2212" : "+";
    button.ariaLabel = button.title = row.isLost ? gettext("Points are lost") : gettext("Points are won");
  };
  draw();
  return button;
}

/**
 * The row of a category: its name, what each is worth with its sign, when it is written; how it counts under *More*.
 * @param {CategoryDraft} category
 * @param {Editing} editing
 */
export function categoryRow(category, editing) {
  const row = htmlElement("li", "cat");
  const points = textField({
    at: `${category.id}-points`, label: gettext("Points each"), value: category.points, most: 14, before: "\u00d7", isNumber: true,
    take: (text) => { category.points = text; editing.changed(); },
  });
  points.classList.add("points");
  const each = choice(gettext("Written"), { end: gettext("at the end"), round: gettext("every round") }, category.each, (value) => {
    category.each = value;
    editing.changed();
  });
  each.classList.add("when");
  const how = howItCounts(category, editing);
  const more = signButton("more", gettext("How it counts"), () => {
    how.hidden = !how.hidden;
    row.classList.toggle("is-open", !how.hidden);
    more.ariaExpanded = String(!how.hidden);
  });
  how.hidden = category.formula === "times";
  row.classList.toggle("is-open", !how.hidden);
  more.ariaExpanded = String(!how.hidden);
  row.append(nameField(category, gettext("Category"), editing), points, plusOrMinus(category, editing.changed), each, more, actions(editing), how, said());
  return row;
}

/**
 * @param {CategoryDraft | RoundDraft} row
 * @param {string} label
 * @param {Editing} editing
 */
function nameField(row, label, editing) {
  const name = textField({ at: `${row.id}-name`, label, value: row.name, take: (text) => { row.name = text; editing.changed(); } });
  name.classList.add("name");
  name.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.altKey ? event.key : ""];
    if (!step && event.key !== "Enter") return;
    event.preventDefault();
    if (step) editing.move(step);
    else editing.next();
  });
  return name;
}

/** @param {Editing} editing */
function actions(editing) {
  const bar = htmlElement("div", "acts");
  bar.append(
    signButton("up", gettext("Move up"), () => editing.move(-1)),
    signButton("down", gettext("Move down"), () => editing.move(1)),
    signButton("close", gettext("Remove"), editing.remove),
  );
  return bar;
}

/**
 * Points each, a majority or sets, with the points of places or sets.
 * @param {CategoryDraft} category
 * @param {Editing} editing
 */
function howItCounts(category, editing) {
  const how = htmlElement("div", "how");
  const words = { times: gettext("points each"), majority: gettext("majority"), sets: gettext("sets"), bids: gettext("bids") };
  const draw = () => {
    table.hidden = category.formula === "times";
    shared.hidden = category.formula !== "majority";
    label.textContent = category.formula === "majority" ? gettext("Points of the first place, the second, the third, such as 7 3") : gettext("Points of a set of 1, 2, 3, such as 1 3 6");
  };
  const formula = choice(gettext("How it counts"), words, category.formula, (value) => {
    category.formula = value;
    draw();
    editing.changed();
  });
  const label = htmlElement("span", "soft s14");
  const points = textField({ at: `${category.id}-table`, label: gettext("Points of places or sets"), value: category.table, most: 400, take: (text) => { category.table = text; editing.changed(); } });
  const table = htmlElement("div", "table");
  table.append(label, points);
  const shared = tick(gettext("Those in a tie share the points of their places"), category.shared, (isOn) => { category.shared = isOn; });
  how.append(formula, table, said(), shared);
  draw();
  return how;
}

/**
 * The row of a round: what is special in it, what its points are multiplied by.
 * @param {RoundDraft} round
 * @param {Editing} editing
 */
export function roundRow(round, editing) {
  const row = htmlElement("li", "cat round");
  const name = nameField(round, gettext("What is special"), editing);
  find(name, "input", HTMLInputElement).placeholder = gettext("What is special");
  const points = textField({
    at: `${round.id}-points`, label: gettext("Points each"), value: round.points, most: 14, before: "\u00d7", isNumber: true,
    take: (text) => { round.points = text; editing.changed(); },
  });
  points.classList.add("points");
  const written = htmlElement("div", "written ppl");
  written.dataset.at = `${round.id}-without`;
  written.tabIndex = -1;
  written.setAttribute("role", "group");
  written.ariaLabel = gettext("Categories of this round");
  row.append(htmlElement("span", "number soft"), name, points,
    plusOrMinus(round, editing.changed), actions(editing), written, said());
  return row;
}

/**
 * The number of a round, and the categories that are written in it, where there are several.
 * @param {HTMLElement} row
 * @param {RoundDraft} round
 * @param {number} number
 * @param {CategoryDraft[]} categories
 * @param {() => void} changed
 */
export function drawRound(row, round, number, categories, changed) {
  const [head, , , , , written] = /** @type {HTMLElement[]} */ ([...row.children]);
  head.textContent = String(number);
  written.hidden = categories.length < 2;
  // Not anew with each letter: the chip that was pressed keeps the focus.
  if (isChanged(written, categories.map(({ id, name }) => [id, name]))) {
    written.replaceChildren(...categories.map(({ id, name }) => commandButton("pp", name.trim(), () => {
      round.without = round.without.includes(id) ? round.without.filter((other) => other !== id) : [...round.without, id];
      changed();
    })));
  }
  [...written.children].forEach((chip, at) => {
    const isOn = !round.without.includes(categories[at].id);
    chip.ariaPressed = String(isOn);
    chip.classList.toggle("on", isOn);
  });
}
