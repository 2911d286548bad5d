// The sheet of a match with a template: a row for each category, a column for each seat, totals below.

import { htmlElement, seatSign } from "../lib/elements.js";
import { formatNumber, gettext } from "../lib/language.js";
import { makeKeys, pointsField } from "./number_pad.js";
import { categoriesOf, categoryPoints, missing, writtenSum, pointsOf, proposedWinners, total } from "./points.js";
import { lineAt, withLine, withSent } from "./sheet_draft.js";
import { makeResult } from "./sheet_result.js";

/** @import { HeldDraft } from "./sheet_result.js" */
/** @typedef {LiveRecordData & { sheet: Sheet & { template: Template } }} TemplateData */

/**
 * @param {TemplateData} data
 * @param {HeldDraft} draft
 * @param {(events: SheetEvent[]) => void} record
 */
export function makeTemplateSheet(data, draft, record) {
  const { template } = data.sheet;
  const { categories, rounds } = template;
  const forms = htmlElement("div", "forms");
  const perRound = categories.filter(({ each }) => each === "round");
  const round = nextRound(perRound, data.sheet.labels);
  if (perRound.length && !(rounds.length && round > rounds.length)) {
    const rows = categoriesOf(template, round).map((category) => ({ category, label: `${category.name} ${round}`, round }));
    const grid = makeGrid(data, draft, rows, roundTitle(template, round), gettext("Save the round"), record);
    // A phone hides this heading, but not what a round is about.
    grid.firstElementChild?.classList.toggle("with-rule", round <= rounds.length);
    forms.append(grid);
  }
  const left = categories.filter(({ each, name }) => each !== "round" && !data.sheet.labels.includes(name));
  forms.append(makeGrid(data, draft, left.map((category) => ({ category, label: category.name })), gettext("Final points"), gettext("Save"), record, true));
  return forms;
}

/**
 * @param {Template} template
 * @param {number} round
 */
function roundTitle({ rounds }, round) {
  const rule = rounds[round - 1];
  if (!rule) return gettext("Round {number}", { number: round });
  return gettext("Round {number} of {of}: {rule}", { number: round, of: rounds.length, rule: rule.name });
}

/**
 * @param {Category[]} categories
 * @param {string[]} labels
 */
function nextRound(categories, labels) {
  const noted = new Set(labels);
  for (let round = 1; ; round += 1) {
    if (!categories.some(({ name }) => noted.has(`${name} ${round}`))) return round;
  }
}

/**
 * @param {TemplateData} data
 * @param {HeldDraft} draft
 * @param {{ category: Category, label: string, round?: number }[]} rows
 * @param {string} title
 * @param {string} action
 * @param {(events: SheetEvent[]) => void} record
 * @param {boolean} [isEnd] whether saving ends the match
 */
function makeGrid(data, draft, rows, title, action, record, isEnd = false) {
  const { sheet, names } = data;
  const form = htmlElement("form", "points template");
  form.append(htmlElement("h2", "", title));
  const scroll = htmlElement("div", "grid-scroll");
  const table = htmlElement("table", "grid");
  const begun = rows.map(({ label }) => lineAt(draft.now, label, sheet.labels)?.texts ?? []);
  const cells = rows.map(({ category }, row) => names.map((name, seat) => pointsField(`${category.name}, ${name}`, begun[row][seat] ?? "")));
  const worth = rows.map(() => names.map(() => htmlElement("span", "worth")));
  const sums = names.map(() => htmlElement("b", "sum"));
  table.append(headRow(data), ...rows.map(({ category }, row) =>
    gridRow(categoryHead(category), cells[row].map(({ input }, seat) => [input, worth[row][seat]]))));
  table.append(gridRow(gettext("Total"), sums.map((sum) => [sum])));
  const save = htmlElement("button", "confirm", action);
  const result = makeResult(data, draft);
  if (isEnd) table.append(resultRow(result, names.length));
  scroll.append(table);
  const unpaid = htmlElement("p", "unpaid");
  unpaid.setAttribute("role", "status");
  form.append(scroll, unpaid);
  const typed = () => cells.map((row) => row.map(({ input }) => input.value));
  const entries = () => typed().map((row, place) => (rows[place].category.zero_sum ? paid(row, sheet.sides) : row));
  const show = () => {
    const written = entries();
    const left = written.map((row, place) => (rows[place].category.zero_sum ? missing(row) : null));
    unpaid.textContent = left.flatMap((number, row) => (number ? [leftToPay(rows[row].category, number)] : [])).join(" ");
    // What the last one pays is shown before it is saved.
    cells.forEach((row, place) => row.forEach(({ input }, seat) => { input.placeholder = input.value ? "" : written[place][seat].replace("-", "\u2212"); }));
    const points = rows.map(({ category, round }, row) => categoryPoints(category, written[row], written[row - 1], round));
    points.forEach((line, row) => line.forEach((number, seat) => {
      const isPlain = number === null || String(number) === writtenSum(written[row][seat]);
      worth[row][seat].textContent = isPlain ? "" : formatNumber(/** @type {number} */ (number));
    }));
    const totals = names.map((_, seat) => total([sheet.scores[seat], ...points.map((line) => line[seat])]));
    totals.forEach((number, seat) => { sums[seat].textContent = number === null ? "-" : formatNumber(number); });
    if (isEnd) result.propose(afterTieBreak(proposedWinners(totals, sheet), rows, written, sheet));
    const isBlank = written.flat().every((text) => !text.trim());
    const isBidMissing = rows.some(({ category }, row) => category.formula === "bids"
      && written[row].some((text, seat) => text.trim() && !written[row - 1][seat].trim()));
    save.disabled = left.some(Boolean) || isBidMissing || (isEnd ? !result.winners() && (sheet.together || isBlank) : isBlank);
  };
  form.addEventListener("input", () => {
    draft.set(rows.reduce((next, { label }, row) => withLine(next, label, { label, texts: typed()[row] }), draft.now));
    show();
  });
  show();
  const inputs = cells.flat().map(({ input }) => input);
  form.append(inputs.length ? makeKeys(inputs, save) : save);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const written = entries();
    const lines = rows.flatMap(({ category, label, round }, row) => lineEvents(category, label, written[row], written[row - 1], round));
    const seats = result.winners();
    if (isEnd && !seats) return;
    draft.set(withSent(draft.now, rows.map(({ label }) => label)));
    record(isEnd && seats ? [...lines, { type: "WinnersNamed", seats: [...seats] }] : lines);
  });
  return form;
}

/**
 * What is written for a row that the others pay: the only one that wrote nothing pays the rest.
 * @param {string[]} entries
 * @param {number[][]} sides the seats that win together
 */
export function paid(entries, sides) {
  const empty = sides.filter((side) => side.every((seat) => !entries[seat].trim()));
  const rest = missing(entries);
  if (rest === null || empty.length !== 1 || sides.length < 2) return entries;
  return entries.map((entry, seat) => (seat === empty[0][0] ? String(rest) : entry));
}

/**
 * @param {Category} category
 * @param {number} number
 */
function leftToPay({ name }, number) {
  return gettext("{name}: still {points} to enter, as the others pay what one wins.", { name, points: formatNumber(number) });
}

/**
 * What is recorded of a row: its points, before them what was written if that was more than the points; nothing of an
 * empty row.
 * @param {Category} category
 * @param {string} label
 * @param {string[]} entries
 * @param {string[]} [bids] of the row before
 * @param {number} [round]
 * @returns {SheetEvent[]}
 */
export function lineEvents(category, label, entries, bids, round) {
  const points = categoryPoints(category, entries, bids, round);
  if (points.every((number) => number === null)) return [];
  const written = entries.map((entry) => writtenSum(entry) ?? "");
  const isPlain = points.every((number, seat) => (number === null ? "" : String(number)) === written[seat]);
  return [...(isPlain ? [] : [{ type: "EntriesWritten", label, entries: written }]), { type: "PointsNoted", label, points }];
}

/**
 * The winners that have more in the first category of the tie-break, then in the second.
 * @param {number[]} winners
 * @param {{ category: Category }[]} rows
 * @param {string[][]} written
 * @param {TemplateData["sheet"]} sheet
 */
function afterTieBreak(winners, rows, written, { template, sides }) {
  let best = sides.filter((side) => side.some((seat) => winners.includes(seat)));
  for (const name of template.tie_break) {
    const row = rows.findIndex(({ category }) => category.name === name);
    if (row < 0 || best.length < 2) continue;
    const numbers = best.map((side) => side.reduce((sum, seat) => sum + (pointsOf(written[row][seat]) ?? 0), 0));
    best = best.filter((_, at) => numbers[at] === Math.max(...numbers));
  }
  return best.flat();
}

/** @param {Category} category */
function categoryHead({ name, formula = "times", factor = 1, table = [] }) {
  const words = { times: factor === 1 ? "" : `\u00d7 ${formatNumber(factor)}`, majority: table.map(formatNumber).join(" / "), sets: gettext("sets"), bids: "" };
  const head = htmlElement("span", "category", name);
  if (words[formula]) head.append(htmlElement("small", "", words[formula]));
  return head;
}

/** @param {TemplateData} data */
function headRow({ names, marks }) {
  const row = htmlElement("tr");
  row.append(htmlElement("td"), ...names.map((name, seat) => {
    const cell = htmlElement("th", "head-of-seat");
    cell.append(seatSign(marks[seat]), htmlElement("span", "who", name));
    cell.scope = "col";
    cell.title = name;
    return cell;
  }));
  return row;
}

/**
 * @param {string | HTMLElement} head
 * @param {Node[][]} cells
 */
function gridRow(head, cells) {
  const row = htmlElement("tr");
  const title = htmlElement("th");
  title.scope = "row";
  title.append(head);
  row.append(title, ...cells.map((parts) => {
    const cell = htmlElement("td");
    cell.append(...parts);
    return cell;
  }));
  return row;
}

/**
 * @param {ReturnType<typeof makeResult>} result
 * @param {number} seats
 */
function resultRow({ boxes, choice }, seats) {
  if (boxes) return gridRow(gettext("won"), boxes.map((box) => [box]));
  const row = gridRow(gettext("Result"), [[choice]]);
  row.cells[1].colSpan = seats;
  return row;
}
