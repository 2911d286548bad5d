// The forms of a sheet as values: what can be entered now, what it comes to, what is recorded of it.

import { formatNumber, gettext } from "../lib/language.js";
import { categoriesOf, categoryPoints, missing, pointsOf, proposedWinners, total, writtenSum } from "./points.js";
import { labelsOf, lineAt } from "./sheet_draft.js";

/** @import { SheetDraft } from "./sheet_draft.js" */

/** A row to fill in: `label` is recorded, `place` is that of its draft, `cards` the tricks of its round. @typedef {Readonly<{ category: Category, label: string, place: string, round?: number, cards?: number | null }>} SheetRow */

/** Rows that are saved together; those of the `end` with the winners. @typedef {Readonly<{ kind: "round" | "line" | "end", title: string, action: string, rows: readonly SheetRow[] }>} SheetForm */

/** What is written in each row of a form, by seat. @typedef {readonly (readonly string[])[]} Written */

/** @type {(name: string) => Category} */
const plainCategory = (name) => ({ name, formula: "times", factor: 1, table: [], shared: false, each: "end", zero_sum: false });

/**
 * @param {Sheet} sheet
 * @param {SheetDraft} draft
 * @param {boolean} isFinal whether the points of the whole match are noted, where no template says what is
 * @returns {SheetForm[]}
 */
export function formsOf(sheet, draft, isFinal) {
  const { template, final, open } = sheet, labels = labelsOf(sheet);
  const [byRound, atEnd] = [gettext("Save the round"), gettext("Save")];
  /** @type {(rows: SheetRow[]) => SheetForm} */
  const end = (rows) => ({ kind: "end", title: "", action: atEnd, rows });
  if (!open) return [end([])];
  if (!template) {
    if (isFinal && final) return [end([{ category: plainCategory(gettext("Points")), label: final, place: final }])];
    const label = lineAt(draft, "", labels)?.label ?? sheet.label;
    return [{ kind: "line", title: "", action: gettext("Save these points"), rows: [{ category: plainCategory(gettext("Points")), label, place: "" }] }, end([])];
  }
  const { categories, rounds } = template;
  const perRound = categories.filter(({ each }) => each === "round");
  const round = nextRound(perRound, labels);
  const left = categories.filter(({ each, name }) => each !== "round" && !labels.includes(name));
  const last = end(left.map((category) => ({ category, label: category.name, place: category.name })));
  if (!perRound.length || (rounds.length && round > rounds.length)) return [last];
  const rows = categoriesOf(template, round).map((category) => {
    const label = `${category.name} ${round}`;
    return { category, label, place: label, round, cards: cardsOf(rounds[round - 1]) };
  });
  return [{ kind: "round", title: roundTitle(template, round), action: byRound, rows }, last];
}

/** The cards of each person in a round whose name counts them; null for others. @param {RoundRule | undefined} rule */
const cardsOf = (rule) => Number(/^[0-9]+(?= )/.exec(rule?.name ?? "")?.[0] ?? 0) || null;

/** @param {Template} template @param {number} round */
export function roundTitle({ rounds }, round) {
  const rule = rounds[round - 1];
  if (!rule) return gettext("Round {number}", { number: round });
  if (cardsOf(rule)) return gettext("Round {number} of {of}", { number: round, of: rounds.length });
  return gettext("Round {number} of {of}: {rule}", { number: round, of: rounds.length, rule: rule.name });
}

/** @param {Category[]} categories @param {string[]} labels */
export function nextRound(categories, labels) {
  const noted = new Set(labels);
  for (let round = 1; ; round += 1) {
    if (!categories.some(({ name }) => noted.has(`${name} ${round}`))) return round;
  }
}

/**
 * What the texts of a form come to: with what the last one pays or takes, the points of each row, the sentences about
 * what is missing, those about what can hardly be, and whether it can be saved.
 * @param {SheetForm} form
 * @param {Written} texts
 * @param {Sheet} sheet
 */
export function reckoned({ rows }, texts, { sides }) {
  const written = texts.map((row, at) => (rows[at].category.zero_sum ? paid(row, sides) : rows[at].category.formula === "bids" ? taken(row, rows[at].cards) : row));
  const points = rows.map(({ category, round }, at) => categoryPoints(category, [...written[at]], written[at - 1] && [...written[at - 1]], round));
  const unpaid = rows.flatMap(({ category }, at) => {
    const left = category.zero_sum ? missing([...written[at]]) : null;
    return left ? [leftToPay(category, left)] : [];
  });
  const isBidMissing = rows.some(({ category }, at) => category.formula === "bids" && written[at].some((text, seat) => text.trim() && !written[at - 1][seat].trim()));
  const isWrong = written.flat().some((text) => pointsOf(text) === undefined);
  const doubts = rows.flatMap(({ category, cards }, at) => {
    const named = category.formula === "bids" && cards && written[at].every((text) => text.trim()) ? total(written[at].map((text) => pointsOf(text) ?? null)) : null;
    return named === null || named === cards ? [] : [gettext("{category} do not add up: {named} named, {cards} cards.", { category: category.name, named, cards: Number(cards) })];
  });
  return { written, points, unpaid, doubts, isBlank: written.flat().every((text) => !text.trim()), isDone: !unpaid.length && !isBidMissing && !isWrong };
}

/**
 * What is written for a row that the others pay: the only one that wrote nothing pays the rest.
 * @param {readonly string[]} entries
 * @param {number[][]} sides the seats that win together
 */
export function paid(entries, sides) {
  const empty = sides.filter((side) => side.every((seat) => !entries[seat].trim()));
  const rest = missing([...entries]);
  if (rest === null || empty.length !== 1 || sides.length < 2) return entries;
  return entries.map((entry, seat) => (seat === empty[0][0] ? String(rest) : entry));
}

/**
 * What is written of the tricks: the only one that wrote nothing took those that are left.
 * @param {readonly string[]} entries
 * @param {number | null | undefined} cards
 */
export function taken(entries, cards) {
  const left = Number(cards) - (total(entries.map((entry) => pointsOf(entry) ?? null)) ?? 0);
  if (!cards || left < 0 || entries.filter((entry) => !entry.trim()).length !== 1) return entries;
  return entries.map((entry) => (entry.trim() ? entry : String(left)));
}

/** @param {Category} category @param {number} number */
function leftToPay({ name }, number) {
  return gettext("{name}: still {points} to enter, as the others pay what one wins.", { name, points: formatNumber(number) });
}

/**
 * What is recorded of a form. A round of several rows is recorded whole, so that what was left out of it can be added.
 * @param {SheetForm} form
 * @param {Written} written
 */
export function eventsOf({ kind, rows }, written) {
  const events = rows.map(({ category, label, round }, at) => lineEvents(category, label, written[at], written[at - 1], round));
  if (kind !== "round" || !events.some((each) => each.length)) return events.flat();
  return events.flatMap((each, at) => (each.length ? each : [{ type: "PointsNoted", label: rows[at].label, points: written[at].map(() => null) }]));
}

/**
 * What is recorded of a row: its points, before them what was written if that was more than the points; nothing of an
 * empty row.
 * @param {Category} category
 * @param {string} label
 * @param {readonly string[]} entries
 * @param {readonly string[]} [bids] of the row before
 * @param {number} [round]
 * @returns {SheetEvent[]}
 */
export function lineEvents(category, label, entries, bids, round) {
  const points = categoryPoints(category, [...entries], bids && [...bids], round);
  if (points.every((number) => number === null)) return [];
  const written = entries.map((entry) => writtenSum(entry) ?? "");
  const isPlain = points.every((number, seat) => (number === null ? "" : String(number)) === written[seat]);
  return [...(isPlain ? [] : [{ type: "EntriesWritten", label, entries: written }]), { type: "PointsNoted", label, points }];
}

/**
 * The winners by these totals; where they are equal, those that have more in the first category of the tie-break, then
 * in the second.
 * @param {Sheet} sheet
 * @param {(number | null)[]} totals
 * @param {SheetForm} form
 * @param {Written} written
 */
export function winnersBy(sheet, totals, { rows }, written) {
  const winners = proposedWinners(totals, sheet);
  let best = sheet.sides.filter((side) => side.some((seat) => winners.includes(seat)));
  for (const name of sheet.template?.tie_break ?? []) {
    const row = rows.findIndex(({ category }) => category.name === name);
    if (row < 0 || best.length < 2) continue;
    const numbers = best.map((side) => side.reduce((sum, seat) => sum + (pointsOf(written[row][seat]) ?? 0), 0));
    best = best.filter((_, at) => numbers[at] === Math.max(...numbers));
  }
  return best.flat();
}

/**
 * The totals of the seats with what is written.
 * @param {Sheet} sheet
 * @param {(number | null)[][]} points
 */
export const totalsOf = ({ scores }, points) => scores.map((score, seat) => total([score, ...points.map((line) => line[seat])]));
