// Where a finger may land for each lit place: around it, up to halfway to the next one.

/** The least size of a target, in pixels. */
const FINGER = 44;
/** How far beside a lit place a finger may land, in pixels. */
const REACH = 26;

/**
 * For each box the part of the whole that belongs to it: the boxes of two taps meet between them, on the axis that parts
 * them more clearly, and where one has more room than the other closer to it.
 * @param {{ tap: string, box: Box }[]} targets
 * @param {Box} whole
 * @returns {Box[]}
 */
export const roomsOf = (targets, whole) => parted(targets, whole, parted(targets, whole, null));

/**
 * @param {{ tap: string, box: Box }[]} targets
 * @param {Box} whole
 * @param {Box[] | null} before the rooms if all boxes meet halfway
 * @returns {Box[]}
 */
function parted(targets, whole, before) {
  const rooms = targets.map(() => ({ x: [whole.x, whole.x + whole.width], y: [whole.y, whole.y + whole.height] }));
  targets.forEach(({ tap, box }, one) => targets.slice(0, one).forEach(({ tap: otherTap, box: other }, two) => {
    if (otherTap === tap) return;
    const across = meeting(box.x, box.width, other.x, other.width, before && before[two].width - before[one].width);
    const down = meeting(box.y, box.height, other.y, other.height, before && before[two].height - before[one].height);
    const axis = across.gap >= down.gap ? "x" : "y";
    const { middle, isFirst } = axis === "x" ? across : down;
    const [lower, upper] = isFirst ? [rooms[one], rooms[two]] : [rooms[two], rooms[one]];
    lower[axis][1] = Math.min(lower[axis][1], middle);
    upper[axis][0] = Math.max(upper[axis][0], middle);
  }));
  return rooms.map(({ x, y }) => ({ x: x[0], y: y[0], width: x[1] - x[0], height: y[1] - y[0] }));
}

/**
 * @param {number} start
 * @param {number} length
 * @param {number} otherStart
 * @param {number} otherLength
 * @param {number | null} lead how much more room the other has
 */
function meeting(start, length, otherStart, otherLength, lead) {
  const isFirst = start + length / 2 < otherStart + otherLength / 2;
  const [end, begin] = isFirst ? [start + length, otherStart] : [otherStart + otherLength, start];
  const halfway = (begin + end) / 2;
  const shifted = halfway + ((lead ?? 0) / 2) * (isFirst ? 1 : -1);
  return { gap: begin - end, middle: begin > end ? Math.min(begin, Math.max(end, shifted)) : halfway, isFirst };
}

/** Pixels per unit of a picture in which each of these rooms is large enough for a finger. @param {Box[]} rooms */
export const scaleFor = (rooms) => Math.max(0, ...rooms.map(({ width, height }) => FINGER / Math.min(width, height)));

/**
 * The area around a box in its room, at this scale in pixels per unit.
 * @param {Box} box
 * @param {Box} room
 * @param {number} scale
 * @returns {Box}
 */
export function hitOf(box, room, scale) {
  const [x, width] = spread(box.x, box.width, room.x, room.width, scale);
  const [y, height] = spread(box.y, box.height, room.y, room.height, scale);
  return { x, y, width, height };
}

/**
 * @param {number} start
 * @param {number} length
 * @param {number} roomStart
 * @param {number} roomLength
 * @param {number} scale
 * @returns {[start: number, length: number]}
 */
function spread(start, length, roomStart, roomLength, scale) {
  const roomEnd = roomStart + roomLength;
  let from = Math.max(roomStart, start - REACH / scale);
  const end = Math.min(roomEnd, Math.max(from + FINGER / scale, start + length + REACH / scale));
  from = Math.max(roomStart, Math.min(from, end - FINGER / scale));
  return [from, end - from];
}
