// Points as people write them, and the winners they propose. Unknown points are null, which is not 0.

// As core/games/scoresheet/arithmetic.py reads the same text: digits are 0 to 9, and spaces are listed.
const SUM = /^[+-]?[0-9]+(?:\.[0-9]+)?(?:\u00d7[0-9]+(?:\.[0-9]+)?)*(?:[+-][0-9]+(?:\.[0-9]+)?(?:\u00d7[0-9]+(?:\.[0-9]+)?)*)*$/;
const SPACES = /[ \t\u00a0\u2009\u202f]/g;
const THOUSANDS = /[0-9],[0-9]{3}(?![0-9])/;
const MAX_ENTRY = 60;

/**
 * The points of a text such as `12+7` or `3×4-2`; null for an empty text, undefined for one that is not a sum.
 * @param {string} text
 * @returns {number | null | undefined}
 */
export function pointsOf(text) {
  const entry = writtenSum(text);
  if (entry === undefined) return undefined;
  return entry ? rounded(termsOf(entry).reduce((sum, term) => sum + term, 0)) : null;
}

/**
 * A sum in the one form in which it is recorded; undefined for a text that is no sum, or may be `1200` or `1.2`.
 * @param {string} text
 */
export function writtenSum(text) {
  if (THOUSANDS.test(text)) return undefined;
  const entry = text.replace(SPACES, "").replace(/[\u2212\u2013]/g, "-").replace(/[*x\u00b7]/g, "\u00d7").replaceAll(",", ".");
  return !entry || (SUM.test(entry) && entry.length <= MAX_ENTRY) ? entry : undefined;
}

/** The terms of a sum, with their signs. @param {string} entry */
function termsOf(entry) {
  return (writtenSum(entry)?.match(/[+-]?[^+-]+/g) ?? []).map((term) => {
    const product = term.replace(/^[+-]/, "").split("\u00d7").reduce((found, factor) => found * Number(factor), 1);
    return term.startsWith("-") ? -product : product;
  });
}

/** @param {(number | null)[]} points */
export function total(points) {
  const known = points.filter((number) => number !== null);
  return known.length ? known.reduce((sum, number) => sum + number, 0) : null;
}

/**
 * The seats of the best sides by points; nobody while no points are known, or if all seats win or lose together.
 * @param {(number | null)[]} points
 * @param {{ sides: number[][], lowest: boolean, together: boolean }} rule
 */
export function proposedWinners(points, { sides, lowest, together }) {
  const scores = sides.map((side) => total(side.map((seat) => points[seat])));
  const known = scores.filter((score) => score !== null);
  if (together || !known.length) return [];
  const best = lowest ? Math.min(...known) : Math.max(...known);
  return sides.filter((_, at) => scores[at] === best).flat().sort((one, other) => one - other);
}

/** Whether a signed text such as `\u22124` speaks of points lost. @param {string} text */
export const isNegative = (text) => text.startsWith("\u2212");

/**
 * The points of one category by seat, as core/games/scoresheet/arithmetic.py computes them; null where nothing is written.
 * Tricks need the bids of their round.
 * @param {Category} category
 * @param {string[]} entries
 * @param {string[]} [bids]
 * @param {number} [round]
 * @returns {(number | null)[]}
 */
export function categoryPoints({ formula = "times", factor = 1, table = [], shared = false }, entries, bids = [], round = 0) {
  const counts = entries.map((entry) => pointsOf(entry) ?? null);
  if (formula === "bids") return counts.map((taken, seat) => bidPoints(table, factor, pointsOf(bids[seat] ?? "") ?? null, taken, round));
  if (formula === "majority") return majorityPoints(table.map((points) => points * factor), shared, counts);
  if (formula === "sets") {
    const setPoints = (/** @type {number} */ size) => (size >= 1 ? table[Math.min(Math.trunc(size), table.length) - 1] * factor : 0);
    return entries.map((entry, seat) => (counts[seat] === null ? null : rounded(termsOf(entry).reduce((sum, size) => sum + setPoints(size), 0))));
  }
  return counts.map((number) => (number === null ? null : rounded(number * factor)));
}

/**
 * @param {number[]} table
 * @param {number} factor
 * @param {number | null} bid
 * @param {number | null} taken
 * @param {number} round
 */
function bidPoints([right, each, off, nothing], factor, bid, taken, round) {
  if (bid === null || taken === null) return null;
  const points = bid === taken ? right + each * taken : -off * Math.abs(bid - taken);
  const ofNothing = taken === 0 ? nothing * round : -nothing * round;
  return rounded((bid === 0 && nothing ? ofNothing : points) * factor);
}

/**
 * The categories that are written in a round, counted from 1, with the factor of that round.
 * @param {Template} template
 * @param {number} round
 * @returns {Category[]}
 */
export function categoriesOf({ categories, rounds }, round) {
  const rule = rounds[round - 1];
  const written = categories.filter(({ each, name }) => each === "round" && (!rule?.categories.length || rule.categories.includes(name)));
  return rule ? written.map((category) => ({ ...category, factor: category.factor * rule.factor })) : written;
}

/**
 * The number that is missing until what all sides write sums to 0, which the others pay; null where nothing is written,
 * or not all of it is a sum.
 * @param {string[]} entries
 */
export function missing(entries) {
  const counts = entries.map(pointsOf);
  if (counts.includes(undefined)) return null;
  const sum = total(/** @type {(number | null)[]} */ (counts));
  return sum === null ? null : rounded(-sum);
}

/**
 * @param {number[]} table
 * @param {boolean} shared
 * @param {(number | null)[]} counts
 */
function majorityPoints(table, shared, counts) {
  return counts.map((number) => {
    if (number === null) return null;
    const place = counts.filter((other) => other !== null && other > number).length;
    const tied = counts.filter((other) => other === number).length;
    const places = number > 0 ? table.slice(place, place + tied) : [];
    if (shared && tied > 1) return Math.floor(rounded(places.reduce((sum, points) => sum + points, 0)) / tied);
    return places.length ? rounded(places[0]) : 0;
  });
}

/** An integer as it is; decimal fractions to six digits, half away from zero. @param {number} number */
const rounded = (number) => (Number.isInteger(number) ? number : Number(number.toFixed(6))) + 0;
