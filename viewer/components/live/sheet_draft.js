// What is entered on a sheet and not saved: it outlives a drawing anew, a reload, and what other devices save.

import { keep, kept } from "../lib/kept.js";

/** The key of the newest table that this browser has seen. */
export const CACHED_TABLE = "partie-table";
const SHEET_DRAFTS = "partie-sheet-";

/**
 * The texts of a form or row, by seat, and the label under which they are saved. Once `isSent`, they come back only while
 * that label is not on the sheet: they were refused, or taken back.
 * @typedef {Readonly<{ label: string, texts: readonly string[], isSent?: boolean }>} DraftLine
 */

/**
 * `lines` by the place of their form on the page. `winners` were named by hand; null: nobody named them. `isFinal`: the
 * kind of points that was chosen, null for none. `comment` is what will be remembered of the play. `ranks` are the places
 * that were named, by seat: then they are the result.
 * @typedef {Readonly<{ lines: Readonly<Record<string, DraftLine>>, winners: readonly number[] | null, isFinal: boolean | null, comment?: string, ranks?: readonly string[] }>} SheetDraft
 */

/** @type {SheetDraft} */
export const EMPTY_SHEET = { lines: {}, winners: null, isFinal: null, comment: "" };

/** The label of final points. */
const FINAL = "final";

/** The labels of the lines that are recorded. @param {Sheet} sheet */
export const labelsOf = ({ lines }) => lines.map(({ label }) => label || FINAL);

/**
 * The line that goes on in this place; null if nothing was entered there, or it is on the sheet.
 * @param {SheetDraft} draft
 * @param {string} place
 * @param {readonly string[]} labels of the lines on the sheet
 */
export function lineAt({ lines }, place, labels) {
  const line = lines[place];
  return line && !(line.isSent && labels.includes(line.label)) ? line : null;
}

/**
 * @param {SheetDraft} draft
 * @param {string} place
 * @param {DraftLine} line
 * @returns {SheetDraft}
 */
export const withLine = (draft, place, line) => ({ ...draft, lines: { ...draft.lines, [place]: line } });

/**
 * @param {SheetDraft} draft
 * @param {readonly string[]} places whose lines are sent
 * @returns {SheetDraft}
 */
export function withSent(draft, places) {
  const sent = places.filter((place) => draft.lines[place]).map((place) => [place, { ...draft.lines[place], isSent: true }]);
  return { ...draft, lines: { ...draft.lines, ...Object.fromEntries(sent) } };
}

/**
 * The draft without what another device has saved under the same label.
 * @param {SheetDraft} draft
 * @param {readonly string[]} labels of the lines on the sheet
 * @returns {SheetDraft}
 */
export function withoutOvertaken(draft, labels) {
  const left = Object.entries(draft.lines).filter(([, { label, texts, isSent }]) => isSent || !labels.includes(label) || !texts.some(Boolean));
  return left.length === Object.keys(draft.lines).length ? draft : { ...draft, lines: Object.fromEntries(left) };
}

/**
 * The winners to be saved; null while neither a person nor the points have said who won.
 * @param {readonly number[] | null} named
 * @param {readonly number[]} proposed
 */
export const winnersOf = (named, proposed) => named ?? (proposed.length ? proposed : null);

/** The places; null for what is not known. @param {readonly string[]} ranks */
export const ranksOf = (ranks) => ranks.map((rank) => (/^[1-9]\d*$/.test(rank.trim()) ? Number(rank) : null));

/**
 * The winners after a person said that all seats of a side won, or that none did.
 * @param {readonly number[]} winners
 * @param {readonly number[]} side
 * @param {boolean} hasWon
 */
export const withSide = (winners, side, hasWon) => [...winners.filter((seat) => !side.includes(seat)), ...hasWon ? side : []]
  .sort((one, other) => one - other);

/**
 * The draft of a match, kept in the browser's own storage; of null only as long as it is shown.
 * @param {string | null} match
 */
export function makeSheetDraft(match) {
  let draft = match === null ? EMPTY_SHEET : readSheetDraft(match);
  return {
    get now() { return draft; },
    /** @param {SheetDraft} next */
    set(next) {
      draft = next;
      if (match !== null) keepSheetDraft(match, next);
    },
  };
}

/** The draft of a sheet that was saved since the page was loaded, and the version of its first event. @typedef {{ since: number, draft: SheetDraft }} SavedSheet */

/** By match: the way back from the page of a play, as long as it is shown. @type {Map<string, SavedSheet>} */
export const savedSheets = new Map();
/** Matches whose sheet was opened again. @type {Set<string>} */
export const undoneSheets = new Set();

/**
 * Puts the draft of a sheet back that is open again; the table that ended it is forgotten.
 * @param {string} match
 * @param {SheetDraft} draft
 */
export function restoreDraft(match, draft) {
  keepSheetDraft(match, draft);
  keep(CACHED_TABLE, null);
  undoneSheets.add(match);
}

/**
 * Drops what the table of this match has no more room for. Returns whether another device was faster with it.
 * @param {string} match
 * @param {Sheet | null} sheet null: the match is over
 */
export function dropOvertaken(match, sheet) {
  const draft = readSheetDraft(match);
  if (draft === EMPTY_SHEET) return false;
  const left = sheet ? withoutOvertaken(draft, labelsOf(sheet)) : EMPTY_SHEET;
  keepSheetDraft(match, left);
  return sheet !== null && left !== draft;
}

/** @type {(match: string) => SheetDraft} */
const readSheetDraft = (match) => kept(SHEET_DRAFTS + match) ?? EMPTY_SHEET;

/** @type {(match: string, draft: SheetDraft) => void} */
const keepSheetDraft = (match, draft) => keep(SHEET_DRAFTS + match, draft === EMPTY_SHEET ? null : draft);
