// The form of a template: its title and who wins, categories, special rules, and the buttons.

import { commandButton, find, findAll, htmlElement, targetOf } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { asFile } from "./as_file.js";
import { isPaid, newCategory, newRound, problemsOf, roundCategories } from "./draft.js";
import { categoryRow, drawRound, roundRow, said, textField, tick } from "./fields.js";
import { addButton, rowList } from "./row_list.js";

/** @import { Draft } from "./draft.js" */
/** @import { EditorData } from "./template_editor.js" */
/** @typedef {{ changed(): void, save(isStart: boolean): void, add(text: string): void, remove(): void }} Act */

/**
 * @param {Draft} draft
 * @param {Act} act
 */
export function makeForm(draft, act) {
  const form = htmlElement("div", "form");
  const { saved, problem, replaces } = sentences();
  /** @type {string[]} */
  let titles = [];
  let isTried = false;

  const changed = () => {
    act.changed();
    saved.hidden = true;
    problem.textContent = "";
    draw();
  };
  const rows = categoryRows(draft, changed);
  const rules = specialRules(draft, changed);
  const files = asFile(draft, act);
  const draw = () => {
    replaces.textContent = isOfAnother(draft, titles) ? gettext("There is a sheet for this game. Saving replaces it.") : "";
    rules.draw();
    if (isTried) showProblems(form, problemsOf(draft));
  };
  const save = (/** @type {boolean} */ isStart) => {
    isTried = true;
    const problems = problemsOf(draft);
    showProblems(form, problems);
    if (problems.length) return reveal(form, problems[0].at);
    act.save(isStart);
  };
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing && !event.defaultPrevented) goOn(form, targetOf(event));
  });
  form.append(saved, titleField(draft, changed, replaces), whoWins(draft, changed), rows, rules.element, moreFields(draft, changed), problem, saveButtons(save), files.element);
  return {
    element: form,
    /** @param {EditorData} data */
    show(data) {
      titles = data.titles;
      saved.textContent = data.saved;
      saved.hidden = !data.saved;
      problem.textContent = data.problem;
      files.show(data.is_saved);
      draw();
    },
  };
}

/** What was saved, why it was not, and that another sheet has this title. */
function sentences() {
  const saved = htmlElement("p", "told");
  const problem = said();
  saved.setAttribute("role", "status");
  problem.setAttribute("role", "alert");
  return { saved, problem, replaces: htmlElement("p", "soft s14 replaces") };
}

/**
 * Whether another of the known sheets has the title of the draft.
 * @param {Draft} draft
 * @param {string[]} titles
 */
function isOfAnother(draft, titles) {
  const title = draft.title.trim().toLowerCase();
  return title !== draft.of?.title.toLowerCase() && titles.some((known) => known.toLowerCase() === title);
}

/** @param {(isStart: boolean) => void} save */
function saveButtons(save) {
  const buttons = htmlElement("div", "buttons");
  buttons.append(commandButton("btn go", gettext("Save and start"), () => save(true)), commandButton("btn", gettext("Save"), () => save(false)));
  return buttons;
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

/**
 * What is wrong stands beside its field, which says so to screen readers too.
 * @param {HTMLElement} form
 * @param {{ at: string, says: string }[]} problems
 */
function showProblems(form, problems) {
  for (const place of findAll(form, ".said[data-id]")) {
    place.textContent = "";
    delete place.dataset.id;
  }
  for (const field of findAll(form, "[aria-invalid]")) field.removeAttribute("aria-invalid");
  for (const { at, says } of problems) {
    const field = fieldAt(form, at);
    const place = field && sentenceBeside(field);
    if (!field || !place || place.textContent) continue;
    place.textContent = says;
    place.dataset.id = place.id = `said-${at}`;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", place.id);
  }
}

/** @param {Element} field */
const sentenceBeside = (field) => /** @type {HTMLElement | null} */ (field.closest("li, .part, .how")?.querySelector(":scope > .said") ?? null);

/**
 * @param {HTMLElement} form
 * @param {string} at
 */
const fieldAt = (form, at) => /** @type {HTMLElement | null} */ (form.querySelector(`[data-at="${CSS.escape(at)}"]`));

/**
 * Opens what hides a field and puts the focus into it.
 * @param {HTMLElement} form
 * @param {string} at
 */
function reveal(form, at) {
  const field = fieldAt(form, at);
  const fold = field?.closest("details");
  if (fold) fold.open = true;
  const how = field?.closest(".how");
  if (how instanceof HTMLElement) {
    how.hidden = false;
    how.closest("li")?.classList.add("is-open");
  }
  field?.focus();
}

/**
 * @param {Draft} draft
 * @param {() => void} changed
 * @param {HTMLElement} replaces
 */
function titleField(draft, changed, replaces) {
  const field = textField({ at: "title", label: gettext("Game"), value: draft.title, take: (text) => { draft.title = text; changed(); } });
  return part(gettext("Game"), field, said(), replaces);
}

/**
 * @param {string} label
 * @param {HTMLElement[]} content
 */
function part(label, ...content) {
  const element = htmlElement("div", "part");
  element.append(htmlElement("div", "lab", label), ...content);
  return element;
}

/**
 * @param {Draft} draft
 * @param {() => void} changed
 */
function whoWins(draft, changed) {
  const words = { highest: gettext("Most points"), lowest: gettext("Fewest points"), together: gettext("All together") };
  const bar = htmlElement("div", "seg");
  bar.setAttribute("role", "group");
  bar.ariaLabel = gettext("Who wins");
  const buttons = Object.entries(words).map(([key, word]) => commandButton("", word, () => {
    draft.wins = /** @type {Draft["wins"]} */ (key);
    mark();
    changed();
  }));
  const mark = () => buttons.forEach((button, at) => { button.ariaPressed = String(Object.keys(words)[at] === draft.wins); });
  mark();
  bar.append(...buttons);
  return part(gettext("Who wins"), bar);
}

/**
 * @param {Draft} draft
 * @param {() => void} changed
 */
function categoryRows(draft, changed) {
  const list = htmlElement("ol", "cats");
  const add = rowList(list, draft.categories, categoryRow, changed, (name) => {
    // Where the others pay for all categories, they do for a new one.
    return { ...newCategory(name), isPaid: draft.categories.length > 0 && draft.categories.every(isPaid) };
  });
  const heads = htmlElement("div", "cat heads");
  heads.ariaHidden = "true";
  heads.append(htmlElement("span", "lab", gettext("Categories")));
  heads.append(...[gettext("Points each"), "\u00b1", gettext("Written")].map((word) => htmlElement("span", "", word)));
  const button = addButton(gettext("Add category"), add);
  button.dataset.at = "categories";
  const element = part(gettext("Categories"), heads, list, button, said());
  element.classList.add("of-categories");
  return element;
}

/**
 * The two quiet switches: the others pay, and rounds with rules of their own.
 * @param {Draft} draft
 * @param {() => void} changed
 */
function specialRules(draft, changed) {
  const paid = tick(gettext("Points are taken from the others (all sum to 0)"), draft.categories.every(isPaid), (isOn) => {
    for (const category of draft.categories) category.isPaid = isOn;
    changed();
  });
  const box = find(paid, "input", HTMLInputElement);
  box.dataset.at = "paid";
  const list = htmlElement("ol", "cats rounds");
  const add = rowList(list, draft.rounds, roundRow, changed, newRound);
  const button = addButton(gettext("Add round"), add);
  button.dataset.at = "rounds";
  const rounds = htmlElement("div", "part of-rounds");
  rounds.append(list, button, said());
  const own = tick(gettext("Rounds with rules of their own"), draft.hasRounds, (isOn) => {
    draft.hasRounds = isOn;
    if (isOn && !draft.rounds.length) add();
    else changed();
  });
  const element = htmlElement("div", "rules");
  const first = htmlElement("div", "part");
  first.append(paid, said());
  element.append(first, own, rounds);
  return {
    element,
    draw() {
      const some = draft.categories.filter(isPaid).length;
      box.checked = some > 0 && some === draft.categories.length;
      box.indeterminate = some > 0 && !box.checked;
      rounds.hidden = !draft.hasRounds;
      const written = roundCategories(draft);
      findAll(list, "li").forEach((row, at) => drawRound(row, draft.rounds[at], at + 1, written, changed));
    },
  };
}

/**
 * @param {Draft} draft
 * @param {() => void} changed
 */
function moreFields(draft, changed) {
  const fold = htmlElement("details", "more-fields");
  const summary = htmlElement("summary", "fold", gettext("Tie-break, roles, teams"));
  const inside = htmlElement("div", "inside");
  const tieBreak = textField({ at: "tieBreak", label: gettext("Tie-break"), value: draft.tieBreak, most: 4000, take: (text) => { draft.tieBreak = text; changed(); } });
  const roles = textField({ at: "roles", label: gettext("Roles"), value: draft.roles, most: 2000, take: (text) => { draft.roles = text; changed(); } });
  const teams = textField({ at: "teams", label: gettext("Teams"), value: draft.teams, most: 2, isNumber: true, take: (text) => { draft.teams = text; changed(); } });
  teams.classList.add("points");
  inside.append(
    part(gettext("Tie-break"), tieBreak, htmlElement("p", "soft s14", gettext("Categories in which more wins, such as: Coins; Cards")), said()),
    part(gettext("Roles"), roles, htmlElement("p", "soft s14", gettext("Kinds of roles, such as: Clan; Color")), said()),
    part(gettext("Teams"), teams, htmlElement("p", "soft s14", gettext("The number of teams that sit alternately; 0 for none")), said()),
  );
  fold.append(summary, inside);
  return fold;
}
