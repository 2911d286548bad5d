// The score sheet as it will be once the entries on their way are recorded: a whole sheet can be kept without the server.
// In other games the server alone knows what an entry leads to.

import { formatNumber, gettext } from "../lib/language.js";
import { proposedWinners, total } from "./points.js";

const PREDICTED = ["PointsNoted", "WinnersNamed", "EntriesWritten"];

/**
 * Whether the table shows an entry before its response, so that the next one need not wait for it.
 * @param {LiveRecordData | undefined} data
 * @param {RequestBody} request
 */
export const isPredictable = (data, request) => {
  const events = eventsOf(request);
  return Boolean(data?.sheet && events.length && events.every(({ type }) => PREDICTED.includes(type)));
};

/** @param {RequestBody} request @returns {SheetEvent[]} */
const eventsOf = ({ line, lines }) => (lines ?? (line?.startsWith("{") ? [line] : [])).map((event) => JSON.parse(event));

/**
 * @param {LiveRecordData} data
 * @param {RequestBody[]} waiting in the order in which they will be recorded
 * @returns {LiveRecordData}
 */
export function predicted(data, waiting) {
  let next = data;
  for (const request of waiting) {
    if (request.expected_version === next.version && isPredictable(next, request)) next = eventsOf(request).reduce(withEntry, next);
  }
  return next;
}

/**
 * @param {LiveRecordData} data
 * @param {SheetEvent} event
 * @param {number} at its place among those of its request
 * @param {readonly SheetEvent[]} events
 * @returns {LiveRecordData}
 */
function withEntry(data, event, at, events) {
  const sheet = /** @type {Sheet} */ (data.sheet);
  const version = data.version + 1;
  const moved = { ...data, version, revision: `${data.revision}+`, undone: null, unsent: data.unsent ?? 0 };
  const tasks = { says: [""], after: { "": 0 } };
  if (event.type === "WinnersNamed") return { ...moved, tasks, sheet: null, winners: event.seats ?? [], state: "finished", turn: null };
  if (event.type === "EntriesWritten") return moved;
  const label = event.label ?? "";
  const scores = sheet.scores.map((score, seat) => total([score, event.points?.[seat] ?? null]));
  const isFinal = label === sheet.final, written = events[at - 1];
  const line = { row: version, label: isFinal ? "" : label, points: event.points ?? [], entries: written?.label === label ? written.entries ?? [] : [] };
  const lines = [...sheet.lines, line];
  /** @type {LatestEvent} */
  const latest = [version, null, isFinal ? gettext("Final points") : label, "", []];
  return {
    ...moved,
    unsent: moved.unsent + 1,
    points: scores.map(pointsText),
    last: [latest, ...data.last].slice(0, Math.max(5, data.last.length)),
    sheet: {
      ...sheet, scores, lines, label: nextLabel(lines.map((each) => each.label)), final: null, open: sheet.open && !isFinal,
      proposed: proposedWinners(scores, sheet),
    },
  };
}

/** @param {number | null} score */
const pointsText = (score) => (score === null ? "-" : formatNumber(score));

/** @param {string[]} labels */
function nextLabel(labels) {
  for (let number = 1; ; number += 1) {
    const label = gettext("Round {number}", { number });
    if (!labels.includes(label)) return label;
  }
}
