// Points as people write them, and the winners they propose. Unknown points are null, which is not 0.

const NUMBER = /^\d+(?:[.,]\d+)?/;

/**
 * The points of a text such as `12+7` or `3×4-2`; null for an empty text, undefined for one that is not a sum.
 * @param {string} text
 * @returns {number | null | undefined}
 */
export function pointsOf(text) {
  let rest = text.replace(/\s/g, "").replace(/[\u2212\u2013]/g, "-").replace(/[*x\u00b7]/g, "\u00d7");
  if (!rest) return null;
  let sum = 0;
  for (let isFirst = true; rest || isFirst; isFirst = false) {
    const sign = /^[+-]/.exec(rest)?.[0] ?? "";
    if (!sign && !isFirst) return undefined;
    rest = rest.slice(sign.length);
    let term = 1;
    for (;;) {
      const number = NUMBER.exec(rest)?.[0];
      if (number === undefined) return undefined;
      term *= Number(number.replace(",", "."));
      rest = rest.slice(number.length);
      if (!rest.startsWith("\u00d7")) break;
      rest = rest.slice(1);
    }
    sum += sign === "-" ? -term : term;
  }
  return Math.round(sum * 1e6) / 1e6;
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
