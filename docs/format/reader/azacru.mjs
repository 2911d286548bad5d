// Level 3 for one game: the rules of Azacru, from docs/rules/azacru.md.

import { Broken } from "./structure.mjs";

const COMPASS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const STEPS = { N: [0, 1], NE: [1, 1], E: [1, 0], SE: [1, -1], S: [0, -1], SW: [-1, -1], W: [-1, 0], NW: [-1, 1] };
const STARTS = {
  A: "a9 SE, g9 S, i5 W, g1 N", B: "i1 NW, c1 N, a5 E, c9 S", a: "g9 S, i5 W, g1 N", b: "c9 S, a5 E, c1 N",
  c: "e9 S, a7 E, i7 W", d: "e1 N, a3 E, i3 W",
};
const SIDES = { 2: ["A", "B"], 3: ["c", "a", "b"], 4: ["c", "a", "d", "b"] };

const isField = (name) => typeof name === "string" && /^[a-i][1-9]$/.test(name);
const place = (name) => [name.charCodeAt(0) - 97, Number(name[1]) - 1];
const named = ([column, rank]) => String.fromCharCode(97 + column) + (rank + 1);
const region = (name) => place(name).map((number) => Math.floor(number / 3)).join();

/** The fields from one to another on a straight line, both included, and the direction; null: there is no such line. */
function way(start, end) {
  const [dx, dy] = place(end).map((number, axis) => number - place(start)[axis]);
  if ((!dx && !dy) || (dx && dy && Math.abs(dx) !== Math.abs(dy))) return null;
  const direction = COMPASS.find((name) => STEPS[name][0] === Math.sign(dx) && STEPS[name][1] === Math.sign(dy));
  const distance = Math.max(Math.abs(dx), Math.abs(dy));
  const fields = Array.from({ length: distance + 1 }, (_, step) => named(place(start).map((number, axis) => number + step * STEPS[direction][axis])));
  return { direction, distance, fields };
}

class Table {
  constructor(seats, sides) {
    this.seats = seats;
    this.markers = new Map();  // By field, the seat whose marker lies there.
    this.chevrons = new Map();  // By field, the seat and the direction of the chevron that stands there.
    sides.forEach((side, seat) => STARTS[side].split(", ").forEach((each) => this.chevrons.set(each.split(" ")[0], { seat, facing: each.split(" ")[1] })));
    this.turns = 0;
    this.left = null;
  }

  get turn() { return this.left === 0 ? null : this.turns % this.seats; }

  points() {
    return Array.from({ length: this.seats }, (_, seat) => [...this.markers.values()].filter((owner) => owner === seat).length);
  }

  /** Whether the chevron on a field can go to another one, and what that does; null: it cannot. */
  move(seat, start, end) {
    const chevron = this.chevrons.get(start);
    const along = chevron?.seat === seat ? way(start, end) : null;
    if (!along) return null;
    const turned = (COMPASS.indexOf(along.direction) - COMPASS.indexOf(chevron.facing) + 8) % 8;
    const own = [...this.markers].filter(([field, owner]) => owner === seat && region(field) === region(start)).length;
    if (![0, 1, 7].includes(turned) || along.distance > Math.max(own, 1)) return null;
    const there = this.markers.get(end);
    if (this.chevrons.has(end) || (there !== undefined && there !== seat)) return null;
    const between = along.fields.slice(1, -1);
    const connects = this.markers.get(start) === seat && there === seat;
    const jumped = between.some((field) => this.chevrons.has(field));
    if (jumped && !connects) return null;
    const filled = connects && !jumped ? between : [];
    const leaves = filled.some((field) => this.markers.has(field) && this.markers.get(field) !== seat);
    return { facing: along.direction, filled, leaves, mayTurn: !leaves && region(start) !== region(end) };
  }

  canMove(seat) {
    const fields = Array.from({ length: 81 }, (_, number) => named([number % 9, Math.floor(number / 9)]));
    return [...this.chevrons].some(([start, chevron]) => chevron.seat === seat && fields.some((end) => this.move(seat, start, end)));
  }

  /** Plays an event; false: it is against the rules. */
  play({ type, fields }) {
    const seat = this.turn;
    if (seat === null || fields.seat !== seat) return false;
    if (type === "Passed") {
      if (this.canMove(seat)) return false;
      this.left ??= this.seats;
    } else {
      const { start, end, turned = null } = fields;
      const move = isField(start) && isField(end) ? this.move(seat, start, end) : null;
      if (!move || (turned && !move.mayTurn)) return false;
      this.chevrons.delete(start);
      for (const field of [...move.filled, end]) this.markers.set(field, seat);
      const aside = turned === "left" ? 7 : turned === "right" ? 1 : 0;
      if (!move.leaves) this.chevrons.set(end, { seat, facing: COMPASS[(COMPASS.indexOf(move.facing) + aside) % 8] });
    }
    this.turns += 1;
    if (this.left !== null) this.left -= 1;
    return true;
  }
}

/** A match of Azacru. */
export class Azacru {
  constructor({ options = {} }, seats, line) {
    const usual = SIDES[seats];
    const sides = options.sides?.length ? options.sides : usual;
    if (!usual || [...sides].sort().join() !== [...usual].sort().join()) throw new Broken("E-HEAD", line);
    this.start = () => new Table(seats, sides);
  }

  /** Plays all entries. Throws Broken for the first that is against the rules. */
  read(entries) {
    const table = this.start();
    const progress = [table.points()];
    const rulings = table.points();
    for (const { type, fields, line } of entries) {
      if (type === "PointsAdjusted") rulings[fields.seat] += fields.points;
      else if (type === "ChevronMoved" || type === "Passed") {
        if (!isEvent(type, fields)) throw new Broken("E-EVENT", line);
        if (!table.play({ type, fields })) throw new Broken("E-RULE", line);
      } else if (type !== "MatchClosed") throw new Broken("E-EVENT", line);
      progress.push(table.points().map((points, seat) => points + rulings[seat]));
    }
    return { table, progress, close: entries.findLast(({ type }) => type === "MatchClosed") };
  }

  result(entries) {
    const { table, progress, close } = this.read(entries);
    const scores = progress.at(-1);
    const isOver = table.turn === null || (close && !["abandoned", "incomplete"].includes(close.fields.reason));
    const byPoints = scores.map((own) => 1 + scores.filter((other) => other > own).length);
    const ranks = isOver ? byPoints : close ? scores.map(() => 1) : null;
    const winners = isOver ? byPoints.flatMap((rank, seat) => (rank === 1 ? [seat] : [])) : close ? [] : null;
    return { scores, ranks, winners, progress };
  }
}

function isEvent(type, { seat, start, end, turned = null, ...others }) {
  const isPass = type === "Passed" && start === undefined && end === undefined && turned === null;
  const isMove = type === "ChevronMoved" && typeof start === "string" && typeof end === "string" && ["left", "right", null].includes(turned);
  return Number.isInteger(seat) && !Object.keys(others).length && (isPass || isMove);
}
