// The form of a template: its title and who wins, categories, special rules, and the buttons.

import { findAll, targetOf } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { isPaid, newCategory, newRound, problemsOf, roundCategories, templateOf } from "./draft.js";
import { addButton, categoryView, roundView, saidView, textField, tickView } from "./fields.js";

/** @import { CategoryDraft, Draft, RoundDraft } from "./draft.js" */
/** @import { Editing, RowList } from "./fields.js" */
/** @import { EditorData } from "./template_editor.js" */
/** @typedef {{ changed(): void, save(isStart: boolean): void, add(text: string): void, remove(): void }} Act */
/** @typedef {Pick<EditorData, "titles" | "saved" | "problem" | "is_saved">} Answer */
/**
 * All that the form shows, and what it does.
 * @typedef {Omit<Editing, "list"> & { draft: Draft, answer: Answer, act: Act, save(isStart: boolean): void, categories: RowList, rounds: RowList }} FormState
 */

/** @param {Draft} draft @param {Act} act */
export function makeForm(draft, act) {
  const element = Object.assign(document.createElement("div"), { className: "form" });
  /** @type {Answer} */
  let answer = { titles: [], saved: "", problem: "", is_saved: false };
  let isTried = false;
  const opened = new Set(draft.categories.filter(({ formula }) => formula !== "times").map(({ id }) => id));

  const draw = () => render(formView({ draft, answer, problems: isTried ? problemsOf(draft) : [], opened, act, change, save, categories, rounds }), element);
  /** @param {() => void} make */
  const change = (make) => {
    make();
    act.changed();
    answer = { ...answer, saved: "", problem: "" };
    draw();
  };
  const save = (/** @type {boolean} */ isStart) => {
    isTried = true;
    const [problem] = problemsOf(draft);
    if (!problem) return act.save(isStart);
    if (problem.at.endsWith("-table")) opened.add(Number.parseInt(problem.at, 10));
    draw();
    reveal(element, problem.at);
  };
  // Where the others pay for all categories, they do for a new one.
  const categories = rowList(element, draft.categories, () => ({ ...newCategory(), isPaid: draft.categories.length > 0 && draft.categories.every(isPaid) }), change);
  const rounds = rowList(element, draft.rounds, newRound, change);
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing && !event.defaultPrevented) goOn(element, targetOf(event));
  });
  return {
    element,
    /** @param {Answer} next */
    show(next) {
      answer = next;
      draw();
    },
  };
}

/**
 * The focus follows a row that is moved, and goes to the name of one that is added.
 * @template {CategoryDraft | RoundDraft} Row
 * @param {HTMLElement} form
 * @param {Row[]} rows
 * @param {() => Row} fresh
 * @param {Editing["change"]} change
 * @returns {RowList}
 */
function rowList(form, rows, fresh, change) {
  const focus = (/** @type {Row | RoundDraft} */ { id }) => fieldAt(form, `${id}-name`)?.focus();
  const indexOf = (/** @type {CategoryDraft | RoundDraft} */ row) => rows.indexOf(/** @type {Row} */ (row));
  const add = () => {
    change(() => rows.push(fresh()));
    focus(rows[rows.length - 1]);
  };
  return {
    add,
    next: (row) => (rows[indexOf(row) + 1] ? focus(rows[indexOf(row) + 1]) : add()),
    move(row, step) {
      const from = indexOf(row);
      if (!rows[from + step]) return;
      const held = /** @type {Document | ShadowRoot} */ (form.getRootNode()).activeElement;
      change(() => rows.splice(from + step, 0, ...rows.splice(from, 1)));
      const line = fieldAt(form, `${row.id}-name`)?.closest("li");
      /** @type {HTMLElement | null | undefined} */ (line?.querySelector(`[aria-label="${CSS.escape(held?.ariaLabel ?? "")}"]`))?.focus();
    },
    remove(row) {
      const at = indexOf(row);
      change(() => {
        rows.splice(at, 1);
        if (!rows.length) rows.push(fresh());
      });
      focus(rows[Math.min(at, rows.length - 1)]);
    },
  };
}

/** @type {(draft: Draft, titles: string[]) => boolean} */
function isOfAnother(draft, titles) {
  const title = draft.title.trim().toLowerCase();
  return title !== draft.of?.title.toLowerCase() && titles.some((known) => known.toLowerCase() === title);
}

/**
 * From a text field to the next one, and from the last one to the buttons.
 * @param {HTMLElement} form
 * @param {HTMLElement} field
 */
function goOn(form, field) {
  const fields = findAll(form, "input[type=text], .go").filter((each) => each.checkVisibility());
  const place = fields.indexOf(field);
  if (place >= 0) fields[place + 1]?.focus();
}

/** @type {(form: HTMLElement, at: string) => HTMLElement | null} */
const fieldAt = (form, at) => form.querySelector(`[data-at="${CSS.escape(at)}"]`);

/** @type {(form: HTMLElement, at: string) => void} */
function reveal(form, at) {
  const field = fieldAt(form, at);
  const fold = field?.closest("details");
  if (fold) fold.open = true;
  field?.focus();
}

/** @param {FormState} state */
function formView(state) {
  const { draft, answer, problems, change, save, act } = state;
  return html`
    <p class="told" role="status" ?hidden=${!answer.saved}>${answer.saved}</p>
    ${partView(gettext("Game"), "", [
      textField(problems, { at: "title", label: gettext("Game"), value: draft.title, take: (text) => change(() => { draft.title = text; }) }),
      saidView(problems, "title"),
      html`<p class="soft s14 replaces">${isOfAnother(draft, answer.titles) ? gettext("There is a sheet for this game. Saving replaces it.") : ""}</p>`,
    ])}
    ${winsView(state)}${categoriesView(state)}${rulesView(state)}${moreView(state)}
    <p class="said" role="alert">${answer.problem}</p>
    <div class="buttons">
      <button type="button" class="btn go" @click=${() => save(true)}>${gettext("Save and start")}</button>
      <button type="button" class="btn" @click=${() => save(false)}>${gettext("Save")}</button>
    </div>
    ${fileView(draft, act, answer.is_saved)}`;
}

/** @type {(label: string, kind: string, content: unknown) => unknown} */
const partView = (label, kind, content) => html`<div class="part ${kind}"><div class="lab">${label}</div>${content}</div>`;

/** @param {FormState} state */
function winsView({ draft, change }) {
  const words = { highest: gettext("Most points"), lowest: gettext("Fewest points"), together: gettext("All together") };
  return partView(gettext("Who wins"), "", html`<div class="seg" role="group" aria-label=${gettext("Who wins")}>${Object.entries(words).map(([key, word]) =>
    html`<button type="button" aria-pressed=${key === draft.wins} @click=${() => change(() => { draft.wins = /** @type {Draft["wins"]} */ (key); })}>${word}</button>`)}</div>`);
}

/** @param {FormState} state */
function categoriesView(state) {
  const { draft, problems, categories: list } = state;
  return partView(gettext("Categories"), "of-categories", html`
    <div class="cat heads" aria-hidden="true"><span class="lab">${gettext("Categories")}</span><span>${gettext("Points each")}</span><span>\u00b1</span><span>${gettext("Written")}</span></div>
    <ol class="cats">${draft.categories.map((category) => categoryView(category, { ...state, list }))}</ol>
    ${addButton(gettext("Add category"), list.add, "categories")}${saidView(problems, "categories")}`);
}

/** The two quiet switches: the others pay, and rounds with rules of their own. @param {FormState} state */
function rulesView(state) {
  const { draft, problems, change, rounds: list } = state;
  const paid = draft.categories.filter(isPaid).length;
  const written = roundCategories(draft);
  const pay = (/** @type {boolean} */ isOn) => change(() => { for (const category of draft.categories) category.isPaid = isOn; });
  const turn = (/** @type {boolean} */ isOn) => {
    change(() => { draft.hasRounds = isOn; });
    if (isOn && !draft.rounds.length) list.add();
  };
  return html`<div class="rules">
    <div class="part">${tickView(gettext("Points are taken from the others (all sum to 0)"), paid ? paid === draft.categories.length || null : false, pay, "paid")}
      ${saidView(problems, "paid")}</div>
    ${tickView(gettext("Rounds with rules of their own"), draft.hasRounds, turn)}
    <div class="part of-rounds" ?hidden=${!draft.hasRounds}>
      <ol class="cats rounds">${draft.rounds.map((round, at) => roundView(round, at + 1, written, { ...state, list }))}</ol>
      ${addButton(gettext("Add round"), list.add, "rounds")}${saidView(problems, "rounds")}
    </div>
  </div>`;
}

/** @param {FormState} state */
function moreView({ draft, problems, change }) {
  /** @type {(at: "tieBreak" | "roles" | "teams", label: string, words: string, more: object) => unknown} */
  const part = (at, label, words, more) => partView(label, "", [
    textField(problems, { at, label, value: draft[at], take: (text) => change(() => { draft[at] = text; }), ...more }),
    html`<p class="soft s14">${words}</p>`, saidView(problems, at),
  ]);
  return html`<details class="more-fields"><summary class="fold">${gettext("Tie-break, roles, teams")}</summary><div class="inside">
    ${part("tieBreak", gettext("Tie-break"), gettext("Categories in which more wins, such as: Coins; Cards"), { most: 4000 })}
    ${part("roles", gettext("Roles"), gettext("Kinds of roles, such as: Clan; Color"), { most: 2000 })}
    ${part("teams", gettext("Teams"), gettext("The number of teams that sit alternately; 0 for none"), { most: 2, isNumber: true, kind: "points" })}
  </div></details>`;
}

/**
 * The template as a file: the one that is edited, another one to add, and the end of a saved one.
 * @param {Draft} draft
 * @param {Act} act
 * @param {boolean} isSaved
 */
function fileView(draft, act, isSaved) {
  const choose = (/** @type {Event} */ { currentTarget }) =>
    /** @type {HTMLInputElement} */ (/** @type {Element} */ (currentTarget).nextElementSibling).click();
  const add = async (/** @type {InputOf} */ { target }) => {
    const text = await target.files?.[0]?.text();
    target.value = "";
    if (text !== undefined) act.add(text);
  };
  return html`<details class="more-fields"><summary class="fold">${gettext("As a file")}</summary><div class="inside ways">
    <button type="button" class="btn" @click=${() => download(draft)}>${gettext("Download")}</button>
    <button type="button" class="btn" @click=${choose}>${gettext("Open a file")}</button><input type="file" accept=".json,application/json" hidden @change=${add}>
    ${isSaved ? html`<button type="button" class="btn" @click=${act.remove}>${gettext("Remove this score sheet")}</button>` : nothing}
  </div></details>`;
}

/** @param {Draft} draft */
function download(draft) {
  const file = { $schema: "https://partie.dev/template.schema.json", ...templateOf(draft) };
  const content = new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(content), download: "template.json" });
  link.click();
  URL.revokeObjectURL(link.href);
}
