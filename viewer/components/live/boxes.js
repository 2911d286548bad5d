// Boxes: positions and sizes of shapes in the coordinates of their picture.

import { svgElement } from "../lib/elements.js";

/** Tiles across that are shown at least, so that a place is seen among its neighbors. */
const LEAST = 7;

/**
 * The box around a shape in its picture's own coordinates.
 * @param {SVGGraphicsElement} element
 * @returns {Box}
 */
export function boxOf(element) {
  const { x, y, width, height } = element.getBBox();
  const matrix = element.transform.baseVal.consolidate()?.matrix;
  if (!matrix) return { x, y, width, height };
  const isSlender = element.tagName === "use" && Math.max(width, height) > 1.5 * Math.min(width, height);
  if (matrix.b || isSlender) {
    // A slender or rotated piece fills little of its box: the middle part is the target, and the outline is rotated too.
    const middle = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(matrix);
    const scale = Math.hypot(matrix.a, matrix.b);
    const [rx, ry] = [width * scale * 0.36, height * scale * 0.4];
    const least = Math.min(rx, ry);
    const angle = (Math.atan2(matrix.b, matrix.a) * 180) / Math.PI;
    return { x: middle.x - least, y: middle.y - least, width: 2 * least, height: 2 * least, lean: { middle, rx, ry, angle } };
  }
  const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]]
    .map(([left, top]) => new DOMPoint(left, top).matrixTransform(matrix));
  return union(corners.map((corner) => ({ x: corner.x, y: corner.y, width: 0, height: 0 })));
}

/** @param {Box} box @param {string} [className] */
export function outlineOf({ x, y, width, height, lean }, className = "") {
  if (!lean) return svgElement("rect", { class: className, x, y, width, height, rx: 0.24 });
  const { middle, rx, ry, angle } = lean;
  const turn = `rotate(${angle.toFixed(1)} ${middle.x.toFixed(2)} ${middle.y.toFixed(2)})`;
  return svgElement("ellipse", { class: className, cx: middle.x, cy: middle.y, rx, ry, transform: turn });
}

/** @param {Box[]} boxes @returns {Box} */
export function union(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * One box in place of several that fill it; pieces in a row are one target, not many with gaps between them.
 * @param {Box[]} boxes
 */
export function merged(boxes) {
  if (boxes.some((box) => box.lean)) return boxes;
  const whole = union(boxes);
  const filled = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
  return whole.width * whole.height < 1.3 * filled ? [whole] : boxes;
}

/** @type {(one: Box, other: Box) => boolean} */
export const isSameBox = (one, other) => Math.abs(one.x - other.x) + Math.abs(one.y - other.y) < 0.1;

/** @type {(box: Box, air: number) => Box} */
export const withAir = ({ x, y, width, height }, air) => ({ x: x - air, y: y - air, width: width + 2 * air, height: height + 2 * air });

/**
 * A view of a box that is not too small and does not leave the whole.
 * @param {Box} whole
 * @param {Box} box
 * @returns {Box}
 */
export function within(whole, box, least = LEAST) {
  const width = Math.min(whole.width, Math.max(least, box.width));
  const height = Math.min(whole.height, Math.max(0.6 * least, box.height));
  const x = Math.min(Math.max(whole.x, box.x + box.width / 2 - width / 2), whole.x + whole.width - width);
  const y = Math.min(Math.max(whole.y, box.y + box.height / 2 - height / 2), whole.y + whole.height - height);
  return { x, y, width, height };
}
