// Numbers and places in the match as texts.

import { formatNumber, gettext } from "../lib/language.js";

/** @param {Pick<Step, "round" | "turn">} step */
export function placeInMatch({ round, turn }) {
  if (!round) return "";
  return turn ? gettext("R{round}.{turn}", { round, turn }) : gettext("R{round}", { round });
}

/** @param {number | null} points */
export function plainNumber(points) {
  return points === null ? "\u2013" : formatNumber(points);
}

/** @param {number} points */
export function signed(points) {
  return points < 0 ? formatNumber(points) : `+${formatNumber(points)}`;
}

/**
 * Whether points speak against the seat that got them.
 * @param {number} points
 * @param {Pick<ReplayData, "fewest_points_win">} data
 */
export function isLoss(points, { fewest_points_win: fewestWin }) {
  return fewestWin ? points > 0 : points < 0;
}

/** @param {number} share from 0 to 1 */
export function percentText(share) {
  return gettext("{number}%", { number: formatNumber(Math.round(100 * share)) });
}

/** @param {number} part from 0 to 1 */
export function percent(part) {
  return `${(100 * part).toFixed(3)}%`;
}

/** @param {Pick<Step, "round" | "turn" | "says">} step */
export function describeStep(step) {
  const { round, turn, says } = step;
  if (!round) return says;
  return turn ? gettext("Round {round}, turn {turn}: {says}", { round, turn, says }) : gettext("Round {round}: {says}", { round, says });
}
