// The parts of the editor: fields with their labels, and the rows of categories and rounds.

import { iconView } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";

/** @import { CategoryDraft, Problem, RoundDraft } from "./draft.js" */

const SIGNS = {
  up: "m4 10 4-4 4 4",
  down: "m4 6 4 4 4-4",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  close: "m4 4 8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
};

/**
 * What a view of the draft needs: what is wrong, the categories whose way of counting is in sight, and what can be done.
 * `change` makes a change to the draft and draws it.
 * @typedef {{ problems: Problem[], opened: Set<number>, change(change: () => void): void, list: RowList }} Editing
 */
/**
 * A list of rows that can be added to, moved and removed.
 * @typedef {{ add(): void, move(row: CategoryDraft | RoundDraft, step: number): void, remove(row: CategoryDraft | RoundDraft): void,
 *   next(row: CategoryDraft | RoundDraft): void }} RowList
 */

/** @type {(label: string, add: () => void, at: string) => unknown} */
export const addButton = (label, add, at) =>
  html`<button type="button" class="btn add" data-at=${at} @click=${add}>${iconView(SIGNS.plus, "plus")}${label}</button>`;

/** @type {(name: keyof typeof SIGNS, label: string, act: () => void, isExpanded?: boolean) => unknown} */
const signButton = (name, label, act, isExpanded) => html`<button type="button" class="btn sq bare ${name}" aria-label=${label} title=${label}
  aria-expanded=${isExpanded ?? nothing} @click=${act}>${iconView(SIGNS[name], name)}</button>`;

/**
 * What is wrong at the first of these places, beside their fields.
 * @type {(problems: Problem[], ...places: string[]) => unknown}
 */
export function saidView(problems, ...places) {
  const problem = problems.find(({ at }) => places.includes(at));
  return html`<p class="said" id=${problem ? `said-${problem.at}` : nothing}>${problem?.says}</p>`;
}

/**
 * A text field; `at` is its place in what the draft's problems name.
 * @param {Problem[]} problems
 * @param {{ at: string, label: string, value: string, take: (text: string) => void, most?: number, before?: string, isNumber?: boolean,
 *   kind?: string, hint?: string, press?: (event: KeyboardEvent) => void }} field
 */
export function textField(problems, { at, label, value, take, most = 100, before, isNumber, kind = "", hint, press }) {
  const isWrong = problems.some((problem) => problem.at === at);
  return html`<label class="field ${kind}">${before ? html`<span>${before}</span>` : nothing}<input type="text" maxlength=${most} autocomplete="off"
    data-at=${at} aria-label=${label} placeholder=${hint ?? nothing} inputmode=${isNumber ? "decimal" : nothing} aria-invalid=${isWrong || nothing}
    aria-describedby=${isWrong ? `said-${at}` : nothing} .value=${value} @keydown=${press ?? nothing}
    @input=${(/** @type {InputOf} */ { target }) => take(target.value)}></label>`;
}

/**
 * A choice of one of several words.
 * @template {string} Value
 * @param {{ label: string, words: Record<Value, string>, value: Value, take: (value: Value) => void, kind?: string }} choice
 */
function choiceView({ label, words, value, take, kind = "" }) {
  const choose = (/** @type {InputOf<HTMLSelectElement>} */ { target }) => take(/** @type {Value} */ (target.value));
  return html`<label class="field ${kind}"><select aria-label=${label} @change=${choose}>${Object.entries(words).map(([key, word]) =>
    html`<option value=${key} .selected=${key === value}>${word}</option>`)}</select></label>`;
}

/**
 * A box to tick with its words; null is neither on nor off.
 * @type {(words: string, isOn: boolean | null, take: (isOn: boolean) => void, at?: string) => unknown}
 */
export const tickView = (words, isOn, take, at) => html`<label class="switch"><input type="checkbox" data-at=${at ?? nothing} .checked=${isOn === true}
  .indeterminate=${isOn === null} @change=${(/** @type {InputOf} */ { target }) => take(target.checked)}><span>${words}</span></label>`;

/**
 * What each is worth, and the button that turns its sign.
 * @param {CategoryDraft | RoundDraft} row
 * @param {Editing} editing
 */
function pointsView(row, { problems, change }) {
  const words = row.isLost ? gettext("Points are lost") : gettext("Points are won");
  return [
    textField(problems, {
      at: `${row.id}-points`, label: gettext("Points each"), value: row.points, most: 14, before: "\u00d7", isNumber: true, kind: "points",
      take: (text) => change(() => { row.points = text; }),
    }),
    html`<button type="button" class="btn sq plus-minus" aria-label=${words} title=${words}
      @click=${() => change(() => { row.isLost = !row.isLost; })}>${row.isLost ? "\u2212" : "+"}</button>`,
  ];
}

/**
 * The name of a row, from which keys lead on.
 * @param {CategoryDraft | RoundDraft} row
 * @param {Editing} editing
 * @param {string} label
 * @param {string} [hint]
 */
function nameView(row, { problems, change, list }, label, hint) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.isComposing) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.altKey ? event.key : ""];
    if (!step && event.key !== "Enter") return;
    event.preventDefault();
    if (step) list.move(row, step);
    else list.next(row);
  };
  return textField(problems, { at: `${row.id}-name`, label, value: row.name, kind: "name", hint, press, take: (text) => change(() => { row.name = text; }) });
}

/** @type {(row: CategoryDraft | RoundDraft, list: RowList) => unknown} */
const actionsView = (row, list) => html`<div class="acts">
  ${signButton("up", gettext("Move up"), () => list.move(row, -1))}${signButton("down", gettext("Move down"), () => list.move(row, 1))}
  ${signButton("close", gettext("Remove"), () => list.remove(row))}</div>`;

/**
 * The row of a category: its name, what each is worth with its sign, when it is written; how it counts under *More*.
 * @param {CategoryDraft} category
 * @param {Editing} editing
 */
export function categoryView(category, editing) {
  const { problems, opened, change, list } = editing;
  const { id } = category;
  const isOpen = opened.has(id);
  const words = { end: gettext("at the end"), round: gettext("every round") };
  return html`<li class="cat ${isOpen ? "is-open" : ""}">
    ${nameView(category, editing, gettext("Category"))}${pointsView(category, editing)}
    ${choiceView({ label: gettext("Written"), words, value: category.each, kind: "when", take: (each) => change(() => { category.each = each; }) })}
    ${signButton("more", gettext("How it counts"), () => change(() => { if (!opened.delete(id)) opened.add(id); }), isOpen)}
    ${actionsView(category, list)}${howView(category, editing, isOpen)}${saidView(problems, `${id}-name`, `${id}-points`)}</li>`;
}

/**
 * Points each, a majority or sets, with the points of places or sets.
 * @param {CategoryDraft} category
 * @param {Editing} editing
 * @param {boolean} isOpen
 */
function howView(category, { problems, change }, isOpen) {
  const { formula, id } = category;
  const words = { times: gettext("points each"), majority: gettext("majority"), sets: gettext("sets"), bids: gettext("bids") };
  const explained = formula === "majority" ? gettext("Points of the first place, the second, the third, such as 7 3") : gettext("Points of a set of 1, 2, 3, such as 1 3 6");
  return html`<div class="how" ?hidden=${!isOpen}>
    ${choiceView({ label: gettext("How it counts"), words, value: formula, take: (value) => change(() => { category.formula = value; }) })}
    <div class="table" ?hidden=${formula === "times"}><span class="soft s14">${explained}</span>${textField(problems, {
      at: `${id}-table`, label: gettext("Points of places or sets"), value: category.table, most: 400, take: (text) => change(() => { category.table = text; }),
    })}</div>
    ${saidView(problems, `${id}-table`)}
    ${formula === "majority" ? tickView(gettext("Those in a tie share the points of their places"), category.shared, (isOn) => change(() => { category.shared = isOn; })) : nothing}
  </div>`;
}

/**
 * The row of a round: what is special in it, what its points are multiplied by, the categories that are written in it.
 * @param {RoundDraft} round
 * @param {number} number
 * @param {CategoryDraft[]} categories
 * @param {Editing} editing
 */
export function roundView(round, number, categories, editing) {
  const { problems, change, list } = editing;
  const { id, without } = round;
  const special = gettext("What is special");
  const turn = (/** @type {number} */ category) => change(() => {
    round.without = without.includes(category) ? without.filter((other) => other !== category) : [...without, category];
  });
  const chip = (/** @type {CategoryDraft} */ category) => html`<button type="button" class="pp ${without.includes(category.id) ? "" : "on"}"
    aria-pressed=${!without.includes(category.id)} @click=${() => turn(category.id)}>${category.name.trim()}</button>`;
  return html`<li class="cat round"><span class="number soft">${number}</span>
    ${nameView(round, editing, special, special)}${pointsView(round, editing)}${actionsView(round, list)}
    <div class="written ppl" data-at="${id}-without" tabindex="-1" role="group" aria-label=${gettext("Categories of this round")}
      ?hidden=${categories.length < 2}>${categories.map(chip)}</div>
    ${saidView(problems, `${id}-name`, `${id}-points`, `${id}-without`)}</li>`;
}
