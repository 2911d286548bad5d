// All that is shown of a sheet as one value: its rows, written and recorded, by people or by steps, and who leads.

import { gettext } from "../lib/language.js";
import { categoriesOf, total } from "./points.js";
import { formsOf, nextRound, reckoned, roundTitle, totalsOf, winnersBy } from "./sheet_forms.js";
import { labelsOf, lineAt, ranksOf, winnersOf } from "./sheet_draft.js";

/** @import { SheetForm } from "./sheet_forms.js" */
/** @typedef {LiveRecordData & { sheet: Sheet }} SheetData */
/** A column: the seat whose points stand in it. @typedef {{ seat: number, name: string }} Column */
/** A row that is shown: of a recorded line, or the one at this place among those that are written; of neither, it was left out. @typedef {Readonly<{ category: Category, name: string, line?: SheetLine, at?: number }>} ShownRow */
/** Rows that are shown together. @typedef {Readonly<{ title: string, form: SheetForm | null, rows: readonly ShownRow[], round?: number }>} Block */
/** @typedef {ReturnType<typeof stateOf>} SheetState */

/** Most people that are columns on a phone and on a wide screen. */
const MOST = { phone: 5, wide: 6 };
/** Most recorded rounds that all are rows of the sheet; of more only the last two are, as all stand behind a line below it. */
const MOST_ROUNDS = 4;

/**
 * @param {SheetData} data
 * @param {import("./sheet_draft.js").SheetDraft} draft
 * @param {{ step: number | null, isPhone: boolean, isFinal: boolean }} view `step` is the one chosen to be shown
 */
export function stateOf(data, draft, view) {
  const { sheet, names } = data, labels = labelsOf(sheet);
  const isFinal = draft.isFinal ?? view.isFinal;
  let first = 0;
  const forms = formsOf(sheet, draft, isFinal).map((form) => {
    const texts = form.rows.map(({ place }) => names.map((_, seat) => lineAt(draft, place, labels)?.texts[seat] ?? ""));
    const from = first;
    first += form.rows.length;
    return { form, from, texts, ...reckoned(form, texts, sheet) };
  });
  const rows = forms.flatMap(({ form, texts, written, points }) => form.rows.map((row, at) => ({ row, texts: texts[at], written: written[at], points: points[at] })));
  const isGroup = sheet.together && names.length > 1 && sheet.sides.length === 1;
  const columns = isGroup ? [{ seat: 0, name: gettext("All") }] : names.map((name, seat) => ({ seat, name }));
  const totals = totalsOf(sheet, rows.map(({ points }) => points));
  const end = forms[forms.length - 1];
  const isCompared = isGroup || names.length === 1 || sheet.sides.filter((side) => side.some((seat) => totals[seat] !== null)).length > 1;
  const proposed = !sheet.open ? sheet.proposed : isCompared ? winnersBy(sheet, totals, end.form, end.written) : [];
  const winners = winnersOf(draft.winners, proposed);
  const blocks = blocksOf(sheet, forms, Boolean(data.so_far?.length));
  const steps = isGroup ? null : stepsOf(sheet, blocks, names.length, view.isPhone);
  const last = steps ? Math.max(steps.findLastIndex(({ form }) => form?.kind === "round"), 0) : 0;
  const step = steps ? Math.min(view.step ?? last, steps.length - 1) : 0;
  const shown = steps ? [steps[step]] : blocks;
  return {
    data, forms, rows, columns, totals, isGroup, isFinal, proposed, winners, steps, step, shown,
    /** The places of the rows that are written now, in their order. */
    path: shown.flatMap((block) => block.rows.flatMap(({ at }) => (at === undefined ? [] : [at]))),
    leaders: isGroup || names.length === 1 ? [] : proposed,
    isReady: (draft.ranks ? ranksOf(draft.ranks).some(Boolean) : winners !== null) && forms.every(({ isBlank, isDone }) => isBlank || isDone),
  };
}

/**
 * The recorded lines that are no categories of the end, then what is written; the categories of the end in their order.
 * @param {Sheet} sheet
 * @param {readonly { form: SheetForm, from: number }[]} forms
 * @param {boolean} hasRounds whether all recorded rounds are shown below
 * @returns {Block[]}
 */
function blocksOf({ template, lines }, forms, hasRounds) {
  const categories = template?.categories ?? [], ends = categories.filter(({ each }) => each !== "round");
  const before = lines.filter(({ label }) => !ends.some(({ name }) => name === label));
  /** @type {Block} */
  const recorded = { title: "", form: null, rows: before.slice(hasRounds && before.length > MOST_ROUNDS ? -2 : 0).map((line) => ({ category: { ...plain, name: line.label || gettext("Final points") }, name: line.label || gettext("Final points"), line })) };
  return [recorded, ...forms.map(({ form, from }) => {
    /** @type {ShownRow[]} */
    const written = form.rows.map(({ category }, at) => ({ category, name: category.name, at: from + at }));
    const rows = form.kind !== "end" || !template ? written : ends.flatMap((category) => {
      const line = lines.find(({ label }) => label === category.name);
      return line ? [{ category, name: category.name, line }] : written.filter(({ name }) => name === category.name);
    });
    return { title: form.title, form, rows };
  })];
}

const plain = { name: "", formula: /** @type {const} */ ("times"), factor: 1, table: [], shared: false, each: /** @type {const} */ ("end"), zero_sum: false };

/**
 * The steps of a sheet that has people as rows: its rounds where several things are written in one, or its categories
 * where people are too many to be columns; null for others.
 * @param {Sheet} sheet
 * @param {Block[]} blocks
 * @param {number} people
 * @param {boolean} isPhone
 * @returns {Block[] | null}
 */
function stepsOf({ template, lines }, blocks, people, isPhone) {
  const perRound = template?.categories.filter(({ each }) => each === "round") ?? [];
  const end = blocks[blocks.length - 1];
  if (template && perRound.length > 1) {
    const current = blocks.find(({ form }) => form?.kind === "round");
    const rounds = nextRound(perRound, lines.map(({ label }) => label)) - 1;
    const done = Array.from({ length: rounds }, (_, at) => ({
      title: roundTitle(template, at + 1), form: null, round: at + 1, rows: categoriesOf(template, at + 1).map((category) => (
        { category, name: category.name, line: lines.find(({ label }) => label === `${category.name} ${at + 1}`) })),
    }));
    return [...done, ...current ? [{ ...current, round: rounds + 1 }] : [], ...end.rows.length || !current ? [{ ...end, title: gettext("At the end") }] : []];
  }
  if (people <= (isPhone ? MOST.phone : MOST.wide)) return null;
  const rows = blocks.flatMap((block) => block.rows);
  return isPhone ? rows.map((row, at) => ({ title: gettext("{category}, {number} of {of}", { category: row.name, number: at + 1, of: rows.length }), form: null, rows: [row] }))
    : [{ title: "", form: null, rows }];
}

/**
 * What the rows of a block have brought a seat.
 * @param {SheetState} now
 * @param {Block} block
 * @param {number} seat
 */
export const gainOf = ({ rows }, block, seat) => total(block.rows.map(({ line, at }) => (line ? line.points[seat] : at === undefined ? null : rows[at].points[seat])));

/**
 * Whether nothing is written in a cell: a bonus is for a bid that came true.
 * @param {SheetState} now
 * @param {number} at
 * @param {number} seat
 */
export function isClosed({ rows }, at, seat) {
  const before = rows[at - 1];
  return before?.row.category.formula === "bids" && before.row.round === rows[at].row.round && (before.points[seat] ?? 0) < 0;
}

/** @typedef {Readonly<{ row: number, column: number }>} Cell */

/**
 * The cell after this one in the way of typing, along the row or down the column; null after the last.
 * @param {SheetState} now
 * @param {Cell} cell
 * @param {boolean} isDown
 * @param {number} [step]
 * @returns {Cell | null}
 */
export function cellAfter(now, { row, column }, isDown, step = 1) {
  const { path, columns: { length: columns } } = now, rows = path.length, place = path.indexOf(row);
  const at = (isDown ? column * rows + place : place * columns + column) + step;
  if (at < 0 || at >= rows * columns) return null;
  const next = isDown ? { row: path[at % rows], column: Math.floor(at / rows) } : { row: path[Math.floor(at / columns)], column: at % columns };
  return isClosed(now, next.row, now.columns[next.column].seat) ? cellAfter(now, next, isDown, step) : next;
}

/**
 * The cell beside this one; itself at the edge.
 * @param {SheetState} now
 * @param {Cell} cell
 * @param {number} rows
 * @param {number} columns
 * @returns {Cell}
 */
export function cellBeside({ path, columns: { length } }, { row, column }, rows, columns) {
  const place = Math.min(Math.max(path.indexOf(row) + rows, 0), path.length - 1);
  return { row: path[place], column: Math.min(Math.max(column + columns, 0), length - 1) };
}
