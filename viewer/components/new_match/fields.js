// The fields of the form: texts with their label, rows of choices, and the options of a game.

import { html, nothing } from "../lib/lit-html/lit-html.js";

/** @import { Draft, DraftMessage } from "./draft.js" */
/** @typedef {(message: DraftMessage) => void} Tell */

/**
 * A labelled field of one line; `name` tells it from the others of the form.
 * @param {{ name: string, label: string, value: string, take: (value: string) => void, type?: string, hint?: string, mode?: string, most?: number, kind?: string }} field
 */
export function textField({ name, label, value, take, type = "text", hint, mode, most, kind = "" }) {
  const id = `field-${name}`;
  return html`<div class="labelled ${kind}"><label class="lab" for=${id}>${label}</label><div class="field"><input id=${id} type=${type} autocomplete="off"
    placeholder=${hint ?? nothing} inputmode=${mode ?? nothing} maxlength=${most ?? nothing} .value=${value}
    @input=${(/** @type {InputOf} */ { target }) => take(target.value)}></div></div>`;
}

/** @type {(words: string, isOn: boolean, choose: () => void) => unknown} */
export const chip = (words, isOn, choose) =>
  html`<button type="button" class="pp bare ${isOn ? "on" : ""}" aria-pressed=${isOn} @click=${choose}>${words}</button>`;

/**
 * Choices of which one is taken.
 * @template {Value} Choice
 * @param {string} label
 * @param {[Choice, string][]} choices
 * @param {Choice} chosen
 * @param {(choice: Choice) => void} choose
 */
export const choiceRow = (label, choices, chosen, choose) => html`<div class="ppl" role="group" aria-label=${label}>${choices.map(([choice, words]) =>
  chip(words, choice === chosen, () => choose(choice)))}</div>`;

/**
 * The options of a game with rules. What is no number is sent as it is, and the game says why it takes none.
 * @param {NewTitle} title
 * @param {Draft} draft
 * @param {Tell} tell
 */
export function optionFields({ key, fields: options }, draft, tell) {
  return options.map(({ name, label, kind, choices, value }) => {
    const now = draft.options[name] ?? value;
    const set = (/** @type {Value} */ to) => tell({ kind: "option", name, value: to });
    if (kind === "choice") return html`<div class="labelled"><div class="lab">${label}</div>${choiceRow(label, choices, now, set)}</div>`;
    if (kind === "switch") {
      return html`<label class="switch"><input type="checkbox" .checked=${Boolean(now)}
        @change=${(/** @type {InputOf} */ { target }) => set(target.checked)}>${label}</label>`;
    }
    const isNumber = kind === "number";
    const take = (/** @type {string} */ text) => set(isNumber && /^-?\d+$/.test(text.trim()) ? Number(text) : text.trim());
    return textField({ name: `${key}-${name}`, label, value: String(now), take, mode: isNumber ? "numeric" : "text", most: 200 });
  });
}
