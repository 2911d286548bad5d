// Which part of a picture is shown, for fingers that must tell its targets apart: pure, without a page.

import { union, withAir, within } from "./boxes.js";
import { roomsOf, scaleFor } from "./hits.js";

/** Margin around a close-up, in tiles. */
export const AIR = 0.55;
/** The same where there is no room for more. */
const LITTLE_AIR = 0.2;

/**
 * `whole` is the panel that is drawn, null for a part of one; `view` the part that is shown; `targets` the boxes that each
 * tap lights.
 * @typedef {Readonly<{ whole: Box | null, view: Box, targets: ReadonlyMap<string, Box[]> }>} PictureView
 */

/** @param {PictureView} picture */
export const around = ({ targets }) => union([...targets.values()].flat());

/** The whole panel, with targets that lie beside it. @param {PictureView} picture */
export function everything(picture) {
  const { whole, targets } = picture;
  return whole && targets.size ? union([whole, around(picture)]) : whole ?? around(picture);
}

/** @param {PictureView} picture */
export const aimed = ({ targets }) => [...targets].flatMap(([tap, boxes]) => boxes.map((box) => ({ tap, box })));

/**
 * Width in pixels at which a finger can tell the targets of a part of the picture apart.
 * @param {PictureView} picture
 * @param {Box} part
 */
export const leastWidth = (picture, part) => part.width * scaleFor(roomsOf(aimed(picture), part));

/**
 * Whether a finger cannot tell the targets of the whole panel apart at this width in pixels.
 * @param {PictureView} picture
 * @param {number} width
 */
export const isCrowded = (picture, width) => picture.targets.size > 0 && leastWidth(picture, everything(picture)) > width;

/**
 * The part of the panel with the targets, with less around it where that saves scrolling at this width in pixels.
 * @param {PictureView} picture
 * @param {number} width
 */
export function closeView(picture, width) {
  const parts = [AIR, LITTLE_AIR].map((air) => within(everything(picture), withAir(around(picture), air)));
  const fitting = parts.find((part) => leastWidth(picture, part) <= width);
  if (fitting) return fitting;
  const scale = leastWidth(picture, parts[1]) / parts[1].width;
  return within(everything(picture), withAir(around(picture), LITTLE_AIR), width / scale);
}
