// The fields of the form: texts with their label, rows of choices, and the options of a game.

import { commandButton, findAll, htmlElement } from "../lib/elements.js";

/** @import { Draft, DraftMessage } from "./draft.js" */
/** @typedef {<Kind extends HTMLElement>(key: string, make: () => Kind) => Kind} Keep the element of before, or a new one */
/** @typedef {(message: DraftMessage) => void} Tell */

let fields = 0;

/** Elements by key: what is replaced while one types or taps loses the focus. */
export function makeKeep() {
  /** @type {Map<string, HTMLElement>} */
  const kept = new Map();
  /** @type {Keep} */
  return (key, make) => {
    const element = /** @type {ReturnType<typeof make>} */ (kept.get(key) ?? make());
    kept.set(key, element);
    return element;
  };
}

/**
 * A labelled field of one line.
 * @param {string} label
 * @param {(value: string) => void} onInput
 * @param {{ type?: string, placeholder?: string, inputMode?: string, maxLength?: number }} [more]
 */
export function textField(label, onInput, more = {}) {
  const root = htmlElement("div", "labelled");
  const words = htmlElement("label", "lab", label);
  const frame = htmlElement("div", "field");
  const input = htmlElement("input");
  Object.assign(input, { type: "text", autocomplete: "off", id: `field-${fields += 1}` }, more);
  words.htmlFor = input.id;
  input.addEventListener("input", () => onInput(input.value));
  frame.append(input);
  root.append(words, frame);
  return { root, input, show: (/** @type {string} */ value) => { if (input.value !== value) input.value = value; } };
}

/**
 * Choices of which one is taken.
 * @template {Value} Choice
 * @param {Keep} keep
 * @param {string} label
 * @param {[Choice, string][]} choices
 * @param {Choice} chosen
 * @param {(choice: Choice) => void} choose
 */
export function choiceRow(keep, label, choices, chosen, choose) {
  const row = keep(`choices ${label} ${JSON.stringify(choices)}`, () => {
    const made = htmlElement("div", "ppl");
    made.setAttribute("role", "group");
    made.setAttribute("aria-label", label);
    made.append(...choices.map(([choice, words]) => commandButton("pp bare", words, () => choose(choice))));
    return made;
  });
  findAll(row, "button").forEach((button, at) => {
    const isOn = choices[at][0] === chosen;
    button.classList.toggle("on", isOn);
    button.setAttribute("aria-pressed", String(isOn));
  });
  return row;
}

/**
 * The options of a game with rules.
 * @param {NewTitle} title
 * @param {Draft} draft
 * @param {Tell} tell
 * @param {Keep} keep
 */
export function optionFields({ key, fields: options }, draft, tell, keep) {
  return options.map(({ name, label, kind, choices, value }) => {
    const now = draft.options[name] ?? value;
    const set = (/** @type {Value} */ to) => tell({ kind: "option", name, value: to });
    if (kind === "switch") return choiceSwitch(keep, `${key} ${name}`, label, Boolean(now), set);
    if (kind !== "choice") return writtenOption(keep, `${key} ${name}`, label, kind, String(now), set);
    const row = keep(`option ${key} ${name}`, () => htmlElement("div", "labelled"));
    row.replaceChildren(htmlElement("div", "lab", label), choiceRow(keep, label, choices, now, set));
    return row;
  });
}

/**
 * @param {Keep} keep
 * @param {string} key
 * @param {string} label
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} set
 */
function choiceSwitch(keep, key, label, isOn, set) {
  const row = keep(`switch ${key}`, () => {
    const made = htmlElement("label", "switch");
    const box = Object.assign(htmlElement("input"), { type: "checkbox" });
    box.addEventListener("change", () => set(box.checked));
    made.append(box, label);
    return made;
  });
  const [box] = findAll(row, "input", HTMLInputElement);
  box.checked = isOn;
  return row;
}

/**
 * A text, or a whole number; what is no number is sent as it is, and the game says why it takes none.
 * @param {Keep} keep
 * @param {string} key
 * @param {string} label
 * @param {string} kind
 * @param {string} value
 * @param {(value: Value) => void} set
 */
function writtenOption(keep, key, label, kind, value, set) {
  const row = keep(`written ${key}`, () => {
    const read = (/** @type {string} */ text) => set(kind === "number" && /^-?\d+$/.test(text.trim()) ? Number(text) : text.trim());
    return textField(label, read, { inputMode: kind === "number" ? "numeric" : "text", maxLength: 200 }).root;
  });
  const [input] = findAll(row, "input", HTMLInputElement);
  if (input.value.trim() !== value) input.value = value;
  return row;
}
