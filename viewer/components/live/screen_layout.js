// How large panels can be in a rectangle, and where each lies: pure, without a page. Sizes are in tiles, all else in pixels.

/** @typedef {Readonly<{ width: number, height: number }>} Size */
/** @typedef {Readonly<{ boxes: readonly Box[], width: number, height: number }>} Laid boxes from 0,0 on, and the size of all */

const HALVINGS = 30;
/** The least share of the size of the main boards that the others have, where the room allows no more. */
const LEAST_SHARE = 0.45;
/** An arrangement that is expected is kept unless another is larger by this factor. */
const CLEARLY = 1.08;

/**
 * Panels in lines, one after another, with lines broken where needed.
 * @param {readonly Size[]} sizes
 * @param {number} width
 * @param {number} gap
 * @param {number} scale
 * @returns {Laid}
 */
function inLines(sizes, width, gap, scale) {
  /** @type {Box[]} */
  const boxes = [];
  let [x, y, line] = [0, 0, 0];
  for (const size of sizes) {
    const [wide, high] = [size.width * scale, size.height * scale];
    if (x > 0 && x + gap + wide > width) [x, y, line] = [0, y + line + gap, 0];
    x += x > 0 ? gap : 0;
    boxes.push({ x, y, width: wide, height: high });
    x += wide;
    line = Math.max(line, high);
  }
  return { boxes, width: Math.max(0, ...boxes.map((box) => box.x + box.width)), height: y + line };
}

/**
 * The largest scale at which panels of these sizes fit, in order and with lines broken where needed; 0 for no space.
 * @param {readonly Size[]} sizes
 * @param {number} width
 * @param {number} height
 * @param {number} gap
 */
export const fittingScale = (sizes, width, height, gap) => largestFitting(Math.max(width, height), (scale) => (
  fitsIn(inLines(sizes, width, gap, scale), width, height)));

/**
 * The boards of a table in one view: that of the seat to move beside what all share, the others smaller in the room left.
 * @param {{ shared: readonly Size[], own: readonly Size[], others: readonly Size[] }} boards
 * @param {number} width
 * @param {number} height
 * @param {number} gap
 * @returns {Laid} the boxes of `shared`, `own` and `others`, in this order
 */
export function tableLayout(boards, width, height, gap) {
  const fitted = ARRANGEMENTS.map((arrange) => fitMain((scale, share) => arrange(boards, width, gap, scale, share), width, height));
  const { laid, scale, share } = fitted.reduce((best, one) => (one.scale > best.scale * CLEARLY ? one : best));
  return laid(scale, share);
}

/**
 * The largest main boards that leave the others their least share of the room; the others then take all that is left.
 * @param {(scale: number, share: number) => Laid} laid
 * @param {number} width
 * @param {number} height
 */
function fitMain(laid, width, height) {
  const scale = largestFitting(Math.max(width, height), (one) => fitsIn(laid(one, LEAST_SHARE), width, height));
  const share = largestFitting(1, (one) => fitsIn(laid(scale, one), width, height));
  return { laid, scale, share: Math.max(LEAST_SHARE, share) };
}

/**
 * Each lays what all share, the own board, and the others at `share` of their scale.
 * @type {((boards: Parameters<typeof tableLayout>[0], width: number, gap: number, scale: number, share: number) => Laid)[]}
 */
const ARRANGEMENTS = [
  ({ shared, own, others }, width, gap, scale, share) => {
    const right = inLines(own, width, gap, scale);
    const left = Math.max(0, width - right.width - gap);
    const laid = oneAbove(inLines(shared, left, gap, scale), inLines(others, left, gap, scale * share), gap);
    const { boxes, ...size } = sideBySide(laid, right, gap);
    return { ...size, boxes: [...boxes.slice(0, shared.length), ...boxes.slice(laid.boxes.length), ...boxes.slice(shared.length, laid.boxes.length)] };
  },
  ({ shared, own, others }, width, gap, scale, share) => {
    const left = inLines(shared, width, gap, scale);
    const right = Math.max(0, width - left.width - gap);
    return sideBySide(left, oneAbove(inLines(own, right, gap, scale), inLines(others, right, gap, scale * share), gap), gap);
  },
  ({ shared, own, others }, width, gap, scale, share) => {
    const right = inLines(own, width, gap, scale);
    const main = sideBySide(inLines(shared, Math.max(0, width - right.width - gap), gap, scale), right, gap);
    return oneAbove(main, inLines(others, width, gap, scale * share), gap);
  },
  ({ shared, own, others }, width, gap, scale, share) => {
    const left = inLines(own, width, gap, scale);
    const rest = inLines(others, Math.max(0, width - left.width - gap), gap, scale * share);
    return oneAbove(inLines(shared, width, gap, scale), sideBySide(left, rest, gap), gap);
  },
];

/** @type {(one: Laid, other: Laid, gap: number) => Laid} */
const oneAbove = (one, other, gap) => together(one, other, 0, one.height && other.height ? one.height + gap : one.height);

/** @type {(one: Laid, other: Laid, gap: number) => Laid} */
const sideBySide = (one, other, gap) => together(one, other, one.width && other.width ? one.width + gap : one.width, 0);

/** @type {(one: Laid, other: Laid, x: number, y: number) => Laid} */
const together = (one, other, x, y) => ({
  boxes: [...one.boxes, ...other.boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y }))],
  width: Math.max(one.width, x + other.width), height: Math.max(one.height, y + other.height),
});

/** @type {(laid: Laid, width: number, height: number) => boolean} */
const fitsIn = (laid, width, height) => laid.width <= width && laid.height <= height;

/**
 * The largest number up to `most` for which it fits, as all smaller ones do.
 * @param {number} most
 * @param {(one: number) => boolean} fits
 */
function largestFitting(most, fits) {
  let [least, end] = [0, most];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (least + end) / 2;
    if (fits(middle)) least = middle;
    else end = middle;
  }
  return least;
}
