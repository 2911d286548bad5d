// The score sheet as it will be once the entries on their way are recorded: a whole sheet can be kept without the server.
// In other games the server alone knows what an entry leads to.

import { formatNumber, gettext } from "../language.js";

const PREDICTED = ["PointsNoted", "WinnersNamed"];

/**
 * Whether the table shows an entry before its response, so that the next one need not wait for it.
 * @param {LiveRecordData | undefined} data
 * @param {RequestBody} request
 */
export const isPredictable = (data, { line }) => Boolean(data?.sheet && line?.startsWith("{") && PREDICTED.includes(JSON.parse(line).type));

/**
 * @param {LiveRecordData} data
 * @param {RequestBody[]} waiting in the order in which they will be recorded
 * @returns {LiveRecordData}
 */
export function predicted(data, waiting) {
  let next = data;
  for (const request of waiting) {
    if (request.expected_version === next.version && isPredictable(next, request)) next = withEntry(next, JSON.parse(request.line ?? ""));
  }
  return next;
}

/**
 * @param {LiveRecordData} data
 * @param {{ type: string, label?: string, points?: (number | null)[], seats?: number[] }} event
 * @returns {LiveRecordData}
 */
function withEntry(data, event) {
  const sheet = /** @type {Sheet} */ (data.sheet);
  const version = data.version + 1;
  const moved = { ...data, version, revision: `${data.revision}+`, undone: null };
  const tasks = { says: [""], after: { "": 0 } };
  if (event.type === "WinnersNamed") return { ...moved, tasks, sheet: null, winners: event.seats ?? [], state: "finished", turn: null };
  const label = event.label ?? "";
  const scores = sheet.scores.map((score, seat) => sum(score, event.points?.[seat] ?? null));
  const labels = [...sheet.labels, label];
  const isFinal = label === sheet.final;
  /** @type {LatestEvent} */
  const latest = [version, null, isFinal ? gettext("Final points") : label, ""];
  return {
    ...moved,
    points: scores.map(pointsText),
    last: [latest, ...data.last].slice(0, Math.max(5, data.last.length)),
    sheet: {
      ...sheet, scores, labels, label: nextLabel(labels), final: null, open: sheet.open && !isFinal,
      proposed: sheet.teams ? [] : best(scores, sheet.lowest),
    },
  };
}

/**
 * Unknown points are not 0.
 * @param {number | null} one
 * @param {number | null} other
 */
const sum = (one, other) => (one === null && other === null ? null : (one ?? 0) + (other ?? 0));

/** @param {number | null} score */
const pointsText = (score) => (score === null ? "-" : formatNumber(score));

/** @param {string[]} labels */
function nextLabel(labels) {
  for (let number = 1; ; number += 1) {
    const label = gettext("Round {number}", { number });
    if (!labels.includes(label)) return label;
  }
}

/**
 * The seats with the best known score.
 * @param {(number | null)[]} scores
 * @param {boolean} lowest
 */
function best(scores, lowest) {
  const known = scores.filter((score) => score !== null);
  const top = lowest ? Math.min(...known) : Math.max(...known);
  return scores.flatMap((score, seat) => (score === top ? [seat] : []));
}
