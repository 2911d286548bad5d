// The line below a value: what follows from the edit, Leave and Save; after that what was saved, with Undo.

import { gettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { detailOf, labelOf } from "./edit_field.js";
import { isChanged, requestOf, ticked } from "./edit_state.js";

/** @import { EditContext, EditView } from "./edit_view.js" */
/** @import { EditTarget, EditValue, OpenEdit } from "./edit_state.js" */

/**
 * For the winner it holds a box for each person too, for a value of a few one for each of these.
 * @param {EditContext} context
 * @returns {EditView}
 */
export function makeEditBar(context) {
  const { button, edit, say } = context;
  const line = document.createElement("div");
  line.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    edit.leave();
  });
  say(line);
  return {
    show() {
      const isFirst = !line.className;
      line.className = edit.isRefused ? "told editing-line is-refused" : "told editing-line";
      line.setAttribute("aria-busy", String(edit.isSending));
      render(barView(context), line);
      if (isFirst) /** @type {HTMLElement | null} */ (line.querySelector(".pp"))?.focus();
    },
    close() {
      const hadFocus = line.contains(/** @type {ShadowRoot | Document} */ (line.getRootNode()).activeElement);
      line.remove();
      if (hadFocus) button.focus();
    },
  };
}

/** @param {EditContext} context */
function barView({ edit, data }) {
  const { target } = edit;
  /** @type {(text: string, key: string, className: string, isOff: boolean, act: () => void) => unknown} */
  const action = (text, key, className, isOff, act) =>
    html`<button type="button" class=${className} ?disabled=${isOff} @click=${act}>${text}<kbd class="only-l" aria-hidden="true">${key}</kbd></button>`;
  const choose = (/** @type {EditValue} */ value) => edit.type(value);
  const { choices = [] } = detailOf(target, data) ?? {};
  return html`
    ${choices.length ? choicesView(edit, choices, choose) : target.kind === "winner" ? boxesView(edit, data, choose) : nothing}
    <span class="words" aria-live="polite">${wordsView(edit, labelOf(target, data), new Map(choices))}</span>
    <span class="end">
      ${action(gettext("Leave"), "Esc", "", false, () => edit.leave())}
      ${action(gettext("Save"), "Enter", "save", edit.isSending || !requestOf(target, edit.value), () => edit.save())}
    </span>`;
}

/**
 * @param {OpenEdit} edit
 * @param {string} label
 * @param {Map<string, string>} words of the values that are chosen
 */
function wordsView(edit, label, words) {
  const { was, value } = edit;
  const says = requestOf(edit.target, value) ? edit.says : hintOf(edit.target);
  const shown = (/** @type {EditValue} */ each) => words.get(String(each)) ?? String(each);
  const values = { label, before: shown(was), after: shown(value).replace("-", "\u2212") };
  const isText = typeof value === "string" && isChanged(edit);
  const change = !isText ? label : was ? gettext("{label}: {before} to {after}", values) : `${label}: ${values.after}`;
  return html`<b>${isText ? `${change}.` : change}</b> ${says}`;
}

/** What can be typed, where it is something else. @param {EditTarget} target */
function hintOf({ kind }) {
  if (kind === "points") return gettext("Write points as a number or a sum, such as 12+7.");
  return kind === "length" ? gettext("Write a number of minutes.") : "";
}

/** @type {(words: string, isOn: boolean, act: () => void) => unknown} */
const boxView = (words, isOn, act) =>
  html`<button type="button" class="pp ${isOn ? "on" : ""}" aria-pressed=${isOn} @click=${act}>${words}</button>`;

/**
 * A button for each value, of which one is pressed.
 * @param {OpenEdit} edit
 * @param {[string, string][]} choices
 * @param {(value: EditValue) => void} choose
 */
const choicesView = (edit, choices, choose) =>
  html`<span class="ppl" role="group">${choices.map(([value, words]) => boxView(words, value === edit.value, () => choose(value)))}</span>`;

/**
 * A button for each person that is pressed for a winner, and one that gives the decision back to the points, unless all
 * win or lose together.
 * @param {OpenEdit} edit
 * @param {EditingData} data
 * @param {(value: EditValue) => void} choose
 */
function boxesView({ value }, { names, sides, lines }, choose) {
  const seats = Array.isArray(value) ? value : [];
  return html`<span class="ppl" role="group" aria-label=${gettext("Who won?")}>
    ${names.map((name, seat) => boxView(name, seats.includes(seat), () => choose(ticked(seats, seat, sides))))}
    ${lines.length && sides.length > 1 ? boxView(gettext("By the points"), value === null, () => choose(null)) : nothing}</span>`;
}

/**
 * What was done, and the way back.
 * @param {string} done
 * @param {string} change
 * @param {(() => void) | null} undo
 * @param {string} history the address of what was changed before
 */
export function makeToldLine(done, change, undo, history) {
  const line = Object.assign(document.createElement("div"), { className: "told", role: "status" });
  const once = (/** @type {Event} */ { currentTarget }) => {
    /** @type {HTMLButtonElement} */ (currentTarget).disabled = true;
    undo?.();
  };
  render(html`<span class="words"><b>${done}</b>${change ? ` ${change}.` : ""}</span>
    <span class="end"><a href=${history}>${gettext("History")}</a>${undo
      ? html`<button type="button" class="save" @click=${once}>${gettext("Undo")}</button>` : nothing}</span>`, line);
  return line;
}
