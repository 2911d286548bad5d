// How the boards show the places that can be tapped, on a wide and on a narrow screen: pure, without a page.

import { placeOf } from "./taps.js";

/** @typedef {[tap: string, name: string | null]} NamedTap a tap that can come next; null: the name is that of its place */

/**
 * How a panel shows its taps. `as before`: nothing moves; `whole`; `closer`: only its part with the taps; `beside`: whole,
 * with a picture of this part beside it.
 * @typedef {"as before" | "whole" | "closer" | "beside"} Aim
 */

/**
 * Whether these are the one place that was just tapped: it stays under the finger, as a second tap on it confirms.
 * @param {readonly NamedTap[]} taps
 * @param {readonly string[]} tapped
 */
export const isJustTapped = (taps, tapped) => taps.length === 1 && taps[0][0] === tapped.at(-1);

/**
 * A seat's panel shows only the part where the taps are too close for a finger; a shared panel stays whole.
 * @param {{ stays: boolean, isNarrow: boolean, isCrowded: boolean, isShared: boolean, hasCloseView: boolean }} panel `stays`:
 *   see `isJustTapped`; `hasCloseView`: the part was shown beside it so far
 * @returns {Aim}
 */
export function aimOf({ stays, isNarrow, isCrowded, isShared, hasCloseView }) {
  if (stays && !hasCloseView) return "as before";
  if (!isNarrow || !(stays || isCrowded)) return "whole";
  return isShared ? "beside" : "closer";
}

/**
 * Taps by the place they belong to (`display/3` for `display/3/blue`); null where one belongs to none.
 * @param {readonly NamedTap[]} taps
 * @param {(place: string) => boolean} isPlace
 */
export function partsOf(taps, isPlace) {
  /** @type {Map<string, NamedTap[]>} */
  const parts = new Map();
  for (const [tap, name] of taps) {
    const steps = placeOf(tap).split("/");
    const wider = steps.slice(1).map((_, at) => steps.slice(0, steps.length - 1 - at).join("/"));
    const place = wider.find(isPlace);
    if (!place) return null;
    parts.set(place, [...(parts.get(place) ?? []), [tap, name]]);
  }
  return parts;
}
