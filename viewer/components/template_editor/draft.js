// A template as it is typed, what is wrong with it, and the template that it becomes.

import { gettext } from "../lib/language.js";

const MAX_FACTOR = 10_000;
const NUMBER = /^[+\-\u2212]?[0-9]{1,5}(?:[.,][0-9]{1,6})?$/;

/** @typedef {{ name: string, formula?: Category["formula"], factor?: number, table?: number[], shared?: boolean, each?: Category["each"], zero_sum?: boolean }} CategoryFile */
/** @typedef {{ name: string, factor?: number, categories?: string[] }} RoundFile */
/**
 * A template as in a file, where a text stands for a category or a round of this name.
 * @typedef {{ title: string, categories: (string | CategoryFile)[], wins?: "highest" | "lowest" | "together", bgg_id?: number | null, tie_break?: string[], teams?: number, roles?: string[], rounds?: (string | RoundFile)[] }} TemplateFile
 */
/** @typedef {{ id: number, name: string, points: string, isLost: boolean, each: Category["each"], formula: Category["formula"], table: string, shared: boolean, isPaid: boolean }} CategoryDraft */
/**
 * A round; `without` are the ids of the categories that are not written in it.
 * @typedef {{ id: number, name: string, points: string, isLost: boolean, without: number[] }} RoundDraft
 */
/** @typedef {{ title: string, wins: "highest" | "lowest" | "together", categories: CategoryDraft[], hasRounds: boolean, rounds: RoundDraft[], tieBreak: string, roles: string, teams: string, of: TemplateFile | null }} Draft */
/**
 * What is wrong at a field: the id of a category or a round with the name of its field, or the name of a field.
 * @typedef {{ at: string, says: string }} Problem
 */

let newest = 0;

/** @returns {CategoryDraft} */
export function newCategory(name = "") {
  newest += 1;
  return { id: newest, name, points: "1", isLost: false, each: "end", formula: "times", table: "", shared: false, isPaid: false };
}

/** @returns {RoundDraft} */
export function newRound(name = "") {
  newest += 1;
  return { id: newest, name, points: "1", isLost: false, without: [] };
}

/**
 * @param {TemplateFile | null} template
 * @param {string} title of a new one
 * @returns {Draft}
 */
export function draftOf(template, title = "") {
  const given = template ?? { title, categories: [""] };
  const categories = given.categories.map((each) => categoryDraft(typeof each === "string" ? { name: each } : each));
  const rounds = (given.rounds ?? []).map((each) => roundDraft(typeof each === "string" ? { name: each } : each, categories));
  return {
    title: given.title,
    wins: given.wins ?? "highest",
    categories,
    hasRounds: rounds.length > 0,
    rounds,
    tieBreak: (given.tie_break ?? []).join("; "),
    roles: (given.roles ?? []).join("; "),
    teams: String(given.teams ?? 0),
    of: template,
  };
}

/** @param {CategoryFile} given */
function categoryDraft({ name, formula = "times", factor = 1, table = [], shared = false, each = "end", zero_sum = false }) {
  return { ...newCategory(name), points: String(Math.abs(factor)), isLost: factor < 0, each, formula, table: table.join(" "), shared, isPaid: zero_sum };
}

/** @param {RoundFile} given @param {CategoryDraft[]} categories */
function roundDraft({ name, factor = 1, categories: written = [] }, categories) {
  const without = written.length ? categories.filter((each) => !written.includes(each.name)).map(({ id }) => id) : [];
  return { ...newRound(name), points: String(Math.abs(factor)), isLost: factor < 0, without };
}

/** The categories that count: a row that was never filled in does not, if there are others. @param {Draft} draft */
function namedCategories({ categories }) {
  const filled = categories.filter(({ name, points, table, formula }) => clean(name) || points.trim() !== "1" || table.trim() || formula !== "times");
  return filled.length ? filled : categories.slice(0, 1);
}

/** @param {Draft} draft */
export const roundCategories = (draft) => namedCategories(draft).filter(({ each }) => each === "round");

/**
 * All that is wrong, in the order of the fields.
 * @param {Draft} draft
 * @returns {Problem[]}
 */
export function problemsOf(draft) {
  return [
    ...(clean(draft.title) ? [] : [{ at: "title", says: gettext("Say which game this sheet is for.") }]),
    ...categoryProblems(draft),
    ...(draft.hasRounds ? roundProblems(draft) : []),
    ...(/^(10|[0-9])?$/.test(draft.teams.trim()) ? [] : [{ at: "teams", says: gettext("A sheet has 0 to 10 teams.") }]),
  ];
}

/** @param {Draft} draft */
function categoryProblems(draft) {
  /** @type {Problem[]} */
  const problems = [];
  const named = namedCategories(draft);
  if (!named.length) return [{ at: "categories", says: gettext("A sheet needs at least one category.") }];
  const names = named.map(({ name }) => clean(name));
  named.forEach(({ id, points, formula, table }, place) => {
    const name = names[place];
    if (!name) problems.push({ at: `${id}-name`, says: named.length > 1 ? gettext("This category has no name.") : gettext("Name at least one category.") });
    else if (names.indexOf(name) < place) problems.push({ at: `${id}-name`, says: gettext("There is already a category of this name.") });
    else if (name === "final") problems.push({ at: `${id}-name`, says: gettext("A category cannot have this name.") });
    if (factorOf(points, false) === undefined) problems.push({ at: `${id}-points`, says: gettext("Points each are a number, such as 4.") });
    if (formula !== "times" && !tableOf(table)) problems.push({ at: `${id}-table`, says: gettext("Write the points as numbers with spaces between, such as 7 3.") });
  });
  if (draft.wins === "together" && named.some(isPaid)) {
    problems.push({ at: "paid", says: gettext("Where all win or lose together, nobody takes points from the others.") });
  }
  return problems;
}

/** @param {Draft} draft */
function roundProblems(draft) {
  const written = roundCategories(draft);
  if (!written.length) return [{ at: "rounds", says: gettext("Rounds need a category that is written every round.") }];
  /** @type {Problem[]} */
  const problems = [];
  for (const { id, name, points, without } of draft.rounds) {
    if (!clean(name)) problems.push({ at: `${id}-name`, says: gettext("Say what is special in this round, or remove it.") });
    if (factorOf(points, false) === undefined) problems.push({ at: `${id}-points`, says: gettext("Points each are a number, such as 4.") });
    if (written.every((category) => without.includes(category.id))) problems.push({ at: `${id}-without`, says: gettext("A round needs at least one category.") });
  }
  return problems;
}

/** Whether the others pay: a majority and sets are computed, so that nobody does. @param {CategoryDraft} category */
export const isPaid = ({ formula, isPaid: is }) => is && formula === "times";

/**
 * The template as in a file; of a draft without problems.
 * @param {Draft} draft
 * @returns {TemplateFile}
 */
export function templateOf(draft) {
  const categories = namedCategories(draft);
  const title = clean(draft.title);
  const isSame = draft.of?.title.toLowerCase() === title.toLowerCase();
  return {
    title,
    categories: categories.map(categoryOf),
    ...changed({
      wins: draft.wins,
      // The number at BoardGameGeek is that of the game: another title is another game.
      bgg_id: isSame ? draft.of?.bgg_id : null,
      tie_break: partsOf(draft.tieBreak),
      roles: partsOf(draft.roles),
      teams: Number(draft.teams.trim()),
      rounds: draft.hasRounds ? draft.rounds.map((round) => roundOf(round, roundCategories(draft))) : [],
    }, { wins: "highest" }),
  };
}

/** @param {CategoryDraft} category */
function categoryOf(category) {
  const { name, points, isLost, each, formula, table, shared } = category;
  return textOr({ name: clean(name), ...changed({
    formula,
    factor: factorOf(points, isLost),
    table: formula === "times" ? [] : tableOf(table),
    shared: formula === "majority" && shared,
    each,
    zero_sum: isPaid(category),
  }, { formula: "times", factor: 1, each: "end" }) });
}

/** @param {RoundDraft} round @param {CategoryDraft[]} categories */
function roundOf({ name, points, isLost, without }, categories) {
  const written = categories.filter(({ id }) => !without.includes(id));
  return textOr({ name: clean(name), ...changed({
    factor: factorOf(points, isLost),
    categories: written.length < categories.length ? written.map((category) => clean(category.name)) : [],
  }, { factor: 1 }) });
}

/**
 * The values that differ from their defaults; without a default they differ if they are true, a number or a full list.
 * @template {object} Values
 * @param {Values} values
 * @param {Record<string, string | number>} defaults
 * @returns {Partial<Values>}
 */
function changed(values, defaults) {
  const differs = (/** @type {[string, unknown]} */ [name, value]) =>
    name in defaults ? value !== defaults[name] : Array.isArray(value) ? value.length > 0 : Boolean(value);
  return /** @type {Partial<Values>} */ (Object.fromEntries(Object.entries(values).filter(differs)));
}

/**
 * The text that stands for an object with a name only.
 * @template {{ name: string }} Named
 * @param {Named} named
 * @returns {string | Named}
 */
const textOr = (named) => (Object.keys(named).length > 1 ? named : named.name);

/**
 * The number of a text with a sign beside it; undefined for no number. An empty text is 1.
 * @param {string} text
 * @param {boolean} isLost
 */
export function factorOf(text, isLost) {
  const word = text.trim();
  if (word && !NUMBER.test(word)) return undefined;
  const number = word ? Number(word.replace(",", ".").replace("\u2212", "-")) : 1;
  if (Math.abs(number) > MAX_FACTOR) return undefined;
  return (isLost ? -number : number) + 0;
}

/** The numbers of a text; undefined if it has none or something else. @param {string} text */
function tableOf(text) {
  const words = text.replaceAll("\u2212", "-").split(/[\s,;/]+/).filter(Boolean);
  return words.length && words.every((word) => /^[+-]?[0-9]{1,5}(\.[0-9]{1,6})?$/.test(word)) ? words.map(Number) : undefined;
}

/** As core/readable.py: what is invisible, but for that which joins emoji, flags, and Persian and Indic letters. */
const HIDDEN = /[\p{Cc}\p{Co}\p{Cs}]|(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu;

/** A text without signs that nobody sees, which come with what is copied from elsewhere. @param {string} text */
const clean = (text) => text.replace(HIDDEN, "").trim();

/** @param {string} text */
function partsOf(text) {
  return text.split(";").map(clean).filter(Boolean);
}
