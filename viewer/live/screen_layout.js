// How large panels can be that are set in lines, one after another, in a rectangle.

const HALVINGS = 30;

/**
 * The largest scale at which panels of these sizes fit, in order and with lines broken where needed; 0 for no space.
 * @param {{ width: number, height: number }[]} sizes in tiles
 * @param {number} width in pixels
 * @param {number} height in pixels
 * @param {number} gap in pixels
 */
export function fittingScale(sizes, width, height, gap) {
  let [least, most] = [0, Math.max(width, height)];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (least + most) / 2;
    if (fits(sizes, width, height, gap, middle)) least = middle;
    else most = middle;
  }
  return least;
}

/** @type {(sizes: { width: number, height: number }[], width: number, height: number, gap: number, scale: number) => boolean} */
function fits(sizes, width, height, gap, scale) {
  let [x, y, line] = [0, 0, 0];
  for (const size of sizes) {
    const [wide, high] = [size.width * scale, size.height * scale];
    if (x > 0 && x + gap + wide > width) [x, y, line] = [0, y + line + gap, 0];
    x += (x > 0 ? gap : 0) + wide;
    line = Math.max(line, high);
    if (x > width || y + line > height) return false;
  }
  return true;
}
