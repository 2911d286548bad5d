// The number pad of a sheet: the person, the row and what stood there, what follows from what is typed, and the next cell.

import { formatNumber, gettext } from "../lib/language.js";
import { nothing } from "../lib/lit-html/lit-html.js";
import { padView } from "../lib/number_pad.js";
import { cellAfter } from "./sheet_state.js";

/** @import { Cell, SheetState } from "./sheet_state.js" */
/** @typedef {{ face(seat: number): unknown, press(text: string, key: string): void, leave(): void, next(): void, turn(): void }} SheetPadActs */

/**
 * The pad over a cell, with the value that `was` in it. `isDown` is the way of typing; a round that is written ends with Done.
 * @param {SheetState} now
 * @param {{ at: Cell, was: string, isDown: boolean, isInRound: boolean }} typing
 * @param {SheetPadActs} acts
 */
export function sheetPadView(now, { at, was, isDown, isInRound }, acts) {
  const { rows, columns, isGroup, steps } = now, { row, texts } = rows[at.row] ?? {}, column = columns[at.column];
  if (!row || !column) return nothing;
  const next = cellAfter(now, at, isDown), isOver = !next && Boolean(steps && now.step < steps.length - 1 && !isInRound);
  const text = texts[column.seat];
  return padView({
    name: gettext("Number pad"), whose: column.name, what: row.category.name, face: isGroup ? nothing : acts.face(column.seat), was, value: text,
    says: sayings(now, at).join(" "), press: (key) => acts.press(text, key), leave: acts.leave,
    go: {
      word: next || isOver ? gettext("Next") : gettext("Done"), act: acts.next,
      next: next ? (next.column === at.column ? rows[next.row].row.category.name : columns[next.column].name) : isOver ? (steps ?? [])[now.step + 1].rows[0]?.name : "",
    },
    // People that are rows turn the table, and with it the arrow.
    corner: { label: isDown === !steps ? gettext("Down the column") : gettext("Along the row"), sign: isDown === !steps ? "\u2193" : "\u2192", act: acts.turn },
  });
}

/**
 * What follows from a cell, in sentences.
 * @param {SheetState} now
 * @param {Cell} at
 */
function sayings({ rows, columns, totals, proposed, data, isGroup, forms }, at) {
  const { row, points, written, texts } = rows[at.row], { seat, name } = columns[at.column];
  const of = forms.find(({ form }) => form.rows.includes(row));
  if (of?.doubts.length) return of.doubts;
  if (row.category.formula === "bids") {
    const came = points[seat], last = written.findIndex((text, each) => text && !texts[each]);
    return [
      came === null || !texts[seat] ? "" : came >= 0 ? gettext("Bid and tricks agree: +{points}.", { points: formatNumber(came) }) : gettext("Bid and tricks differ: {points}.", { points: formatNumber(came) }),
      last < 0 ? "" : gettext("Left for {name}: {tricks}.", { name: data.names[last], tricks: written[last] }),
    ].filter(Boolean);
  }
  const total = totals[seat], [other] = proposed;
  if (total === null || isGroup) return [];
  const lead = other === undefined || proposed.includes(seat) || data.sheet.sides.length < data.names.length ? 0 : Math.abs((totals[other] ?? 0) - total);
  return [
    gettext("{name} comes to {total}.", { name, total: formatNumber(total) }),
    ...lead ? [gettext("{name} leads by {points}.", { name: data.names[other], points: formatNumber(lead) })] : [],
  ];
}
