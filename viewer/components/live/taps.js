// The moves that go on from the taps so far. Taps that begin with + come last and go in any order; a choice in words
// begins with =, everything else is a place on the board.

/** @type {(tap: string) => boolean} */
export const isChoice = (tap) => tap.replace(/^\+/, "").startsWith("=");
/** @type {(tap: string) => string} */
export const placeOf = (tap) => tap.replace(/^\+/, "");
/** @type {(tap: string) => string} */
export const wordsOf = (tap) => tap.replace(/^\+?=/, "");

/**
 * The taps of a move that are left after some of them; null when the move does not go with them.
 * @param {string[]} taps
 * @param {string[]} tapped
 */
export function restOf(taps, tapped) {
  const left = [...taps];
  for (const tap of tapped) {
    const at = left[0]?.startsWith("+") ? left.indexOf(tap) : left[0] === tap ? 0 : -1;
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/**
 * The taps that can come now, each with the move that it completes, if it completes one.
 * @param {{ move: Move, left: string[] }[]} going
 * @param {string[]} openings
 */
function nextTaps(going, openings) {
  /** @type {Choice["next"]} */
  const next = new Map(openings.map((tap) => [tap, null]));
  for (const { move, left } of going) {
    for (const tap of left[0]?.startsWith("+") ? left : left.slice(0, 1)) {
      if (left.length === 1 || !next.has(tap)) next.set(tap, left.length === 1 ? move : null);
    }
  }
  return next;
}

/**
 * The moves of this moment, narrowed tap by tap. `query` fetches moves that were too many to be sent at once.
 * @param {LiveRecordData} data
 * @param {(query: Query) => void} query
 * @param {(choice: Choice) => void} show
 */
export function makeChoice(data, query, show) {
  /** @type {Choice} */
  const choice = {
    tapped: [], moves: data.moves, within: data.within, openings: data.openings, pictures: data.pictures, tasks: data.tasks,
    move: null, next: new Map(), tap() {}, back() {}, pick() {}, update() {},
  };
  const isKnown = () => choice.tapped.length >= choice.within.length
    && choice.within.every((tap, at) => tap === choice.tapped[at])
    && !(choice.tapped.length > choice.within.length && choice.openings.includes(choice.tapped[choice.within.length]));
  const look = () => {
    if (!data.tapped) {  // The moves are picked from a list.
      show(Object.assign(choice, { tapped: [], move: null, next: new Map() }));
      return;
    }
    const known = isKnown();
    const going = choice.moves.flatMap((move) => {
      const left = restOf(move[0], choice.tapped);
      return left ? [{ move, left }] : [];
    });
    const next = nextTaps(going, known && choice.tapped.length === choice.within.length ? choice.openings : []);
    const exact = going.find(({ left }) => left.length === 0)?.move ?? null;
    const only = known && going.length === 1 && next.size <= 1 && !choice.openings.some((tap) => next.has(tap));
    choice.move = exact ?? (only ? going[0].move : null);
    choice.next = only ? new Map() : next;
    if (!known) query({ within: choice.tapped, line: choice.move?.[1] ?? null });
    else if (choice.move) query({ within: choice.within, line: choice.move[1] });
    show(choice);
  };
  choice.tap = (tap) => {
    choice.tapped = [...choice.tapped, tap];
    look();
  };
  choice.back = () => {
    choice.tapped = choice.tapped.slice(0, -1);
    if (choice.tapped.length < choice.within.length) query({ within: choice.tapped, line: null });
    look();
  };
  choice.pick = (move) => {
    choice.tapped = move[0];
    choice.move = move;
    choice.next = new Map();
    query({ within: choice.within, line: move[1] });
    show(choice);
  };
  choice.update = ({ moves, within, openings, pictures, tasks }) => {
    if (within.join() === choice.within.join()) return;
    Object.assign(choice, { moves, within, openings, pictures, tasks });
    look();
  };
  look();
  return choice;
}
