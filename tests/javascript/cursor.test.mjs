import assert from "node:assert/strict";
import { test } from "node:test";

import { Cursor } from "../../viewer/components/replay/cursor.js";
import { makeStore } from "../../viewer/components/replay/store.js";

// Two rounds after the start, with two turns each; the second turn of the first round has two events.
const STEPS = [[1, 0, 0], [2, 1, 1], [3, 1, 2], [4, 1, 2], [5, 2, 1], [6, 2, 2]].map(([at, round, turn]) => ({ at, round, turn, scoring: null }));
const MATCH = { steps: STEPS };

/** A cursor at a step, after these moves. */
function cursorAt(at, ...moves) {
  const cursor = new Cursor(makeStore(MATCH));
  cursor.go(at);
  for (const move of moves) move(cursor);
  return cursor;
}
const go = (at) => (cursor) => cursor.go(at);
const turn = (direction) => (cursor) => cursor.turn(direction);
const round = (direction) => (cursor) => cursor.round(direction);
const hide = (hides = true) => (cursor) => cursor.hide(hides);
const reveal = (cursor) => cursor.reveal();
const place = (...words) => cursorAt(...words).at;

test("the reader begins at the first step with all of the match open", () => {
  const { at, last, limit, hides } = new Cursor(makeStore(MATCH));
  assert.deepEqual({ at, last, limit, hides }, { at: 0, last: 5, limit: 5, hides: false });
});

test("a step between two is rounded, one outside is the nearest inside", () => {
  assert.deepEqual([2, 2.4, 2.6, -3, 99].map((at) => place(1, go(at))), [2, 2, 3, 0, 5]);
});

test("turns and rounds lead to their first step, or to an end of the match", () => {
  assert.deepEqual([0, 2, 3, 5].map((at) => place(at, turn(1))), [1, 4, 4, 5]);
  assert.deepEqual([0, 1, 3, 5].map((at) => place(at, turn(-1))), [0, 0, 2, 4]);
  assert.deepEqual([0, 1, 4].map((at) => place(at, round(1))), [1, 4, 5]);
  assert.deepEqual([1, 4, 5].map((at) => place(at, round(-1))), [0, 1, 4]);
  assert.deepEqual([0, 1, 3, 4, 5].map(cursorAt(0).isRoundEnd), [true, false, true, false, true]);
});

test("choices made at once are shown together, in both directions", () => {
  const steps = STEPS.map((step) => (step.at === 3 || step.at === 4 ? { ...step, more: true } : step));
  const from = (at, to) => {
    const cursor = new Cursor(makeStore({ steps }));
    cursor.go(at);
    cursor.go(to);
    return cursor.at;
  };
  assert.deepEqual([[1, 2], [1, 3], [4, 3], [4, 2], [5, 4], [1, 4]].map(([at, to]) => from(at, to)), [4, 4, 1, 1, 4, 4]);
});

test("what is hidden cannot be reached until it is revealed, step by step", () => {
  const hidden = cursorAt(2, hide());
  assert.deepEqual([hidden.limit, hidden.hides, place(2, hide(), go(5))], [2, true, 2]);
  assert.equal(cursorAt(2, hide(), reveal).limit, 3);
  assert.equal(cursorAt(4, hide(), reveal, reveal, reveal).limit, 5);
  assert.equal(cursorAt(2, hide(), hide(false)).limit, 5);
  assert.equal(cursorAt(5, hide()).limit, 0, "from the end everything is hidden");
});

/** The cursor of one match at a step, once the match has become another; with a limit what follows it is hidden. */
function again(at, before, now, limit) {
  const store = makeStore({ explored: undefined, ...before });
  const cursor = new Cursor(store);
  cursor.go(at);
  if (limit !== undefined) Object.assign(cursor, { hides: true, limit });
  store.update(now);
  return cursor;
}
const without = (...versions) => ({ steps: STEPS.filter((step) => !versions.includes(step.at)) });

test("at the end the reader stays at the end, else at the same event", () => {
  const longer = { steps: [...STEPS, { at: 7, round: 3, turn: 1, scoring: null }] };
  assert.equal(again(5, MATCH, longer).at, 6);
  assert.equal(again(3, MATCH, longer).at, 3);
  assert.equal(again(3, MATCH, without(2)).at, 2);
});

test("an event that no longer stands leaves the reader at the last one before it", () => {
  assert.equal(again(3, MATCH, without(4)).at, 2);
  assert.equal(again(3, MATCH, without(4, 3)).at, 1);
  assert.equal(again(3, MATCH, without(4, 3, 2)).at, 0);
});

test("final scoring and the last move share a version and keep their steps", () => {
  const scored = { steps: [...STEPS, { ...STEPS[5], scoring: "final" }, { at: 8, round: 3, turn: 1, scoring: null }] };
  assert.equal(again(5, scored, scored).at, 5);
  assert.equal(again(6, scored, scored).at, 6);
});

test("what was hidden stays hidden in a match that goes on, and no step is beyond the limit", () => {
  const longer = { steps: [...STEPS, { at: 7, round: 3, turn: 1, scoring: null }] };
  assert.deepEqual(again(2, MATCH, longer, 3).limit, 3);
  assert.deepEqual(again(2, MATCH, without(6, 5, 4, 3), 3).limit, 1);
  assert.equal(again(5, MATCH, longer, 5).at, 5);
});

test("a line that appears or goes leaves the reader at an event that both have", () => {
  const line = { steps: [...STEPS.slice(0, 3), { at: 7, round: 1, turn: 2, scoring: null }], explored: { base: 6, since: 3, line: 1 } };
  assert.equal(again(5, MATCH, line).at, 2);
  assert.equal(again(3, line, MATCH).at, 2);
  const other = { ...line, explored: { base: 6, since: 3, line: 0 } };
  assert.equal(again(5, MATCH, other).at, 3, "no line is explored in either");
  const fromEarlier = { ...MATCH, explored: { base: 2, since: 1, line: 1 } };
  assert.equal(again(4, MATCH, fromEarlier).at, 1, "versions after the base differ");
  assert.equal(again(4, fromEarlier, MATCH).at, 1);
});
