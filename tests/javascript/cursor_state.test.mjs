import assert from "node:assert/strict";
import { test } from "node:test";

import { firstPlace, isRoundEnd, nextPlace, placeAgain } from "../../viewer/components/replay/cursor_state.js";

// Two rounds after the start, with two turns each; the second turn of the first round has two events.
const STEPS = [[1, 0, 0], [2, 1, 1], [3, 1, 2], [4, 1, 2], [5, 2, 1], [6, 2, 2]].map(([at, round, turn]) => ({ at, round, turn, scoring: null }));
const MATCH = { steps: STEPS };
const place = (at, ...messages) => messages.reduce(nextPlace, { ...firstPlace(MATCH), at });
const go = (at) => ({ kind: "go", at });
const turn = (direction) => ({ kind: "turn", direction });
const round = (direction) => ({ kind: "round", direction });
const hide = (hides = true) => ({ kind: "hide", hides });

test("the reader begins at the first step with all of the match open", () => {
  assert.deepEqual(firstPlace(MATCH), { at: 0, last: 5, limit: 5, hides: false, turns: [1, 2, 4, 5], rounds: [1, 4], partial: new Set() });
});

test("a step between two is rounded, one outside is the nearest inside", () => {
  assert.deepEqual([2, 2.4, 2.6, -3, 99].map((at) => place(1, go(at)).at), [2, 2, 3, 0, 5]);
});

test("turns and rounds lead to their first step, or to an end of the match", () => {
  assert.deepEqual([0, 2, 3, 5].map((at) => place(at, turn(1)).at), [1, 4, 4, 5]);
  assert.deepEqual([0, 1, 3, 5].map((at) => place(at, turn(-1)).at), [0, 0, 2, 4]);
  assert.deepEqual([0, 1, 4].map((at) => place(at, round(1)).at), [1, 4, 5]);
  assert.deepEqual([1, 4, 5].map((at) => place(at, round(-1)).at), [0, 1, 4]);
  assert.deepEqual([0, 1, 3, 4, 5].map((at) => isRoundEnd(firstPlace(MATCH), at)), [true, false, true, false, true]);
});

test("choices made at once are shown together, in both directions", () => {
  const steps = STEPS.map((step) => (step.at === 3 || step.at === 4 ? { ...step, more: true } : step));
  const from = (at, to) => nextPlace({ ...firstPlace({ steps }), at }, go(to)).at;
  assert.deepEqual([[1, 2], [1, 3], [4, 3], [4, 2], [5, 4], [1, 4]].map(([at, to]) => from(at, to)), [4, 4, 1, 1, 4, 4]);
});

test("what is hidden cannot be reached until it is revealed, step by step", () => {
  const hidden = place(2, hide());
  assert.deepEqual([hidden.limit, hidden.hides, nextPlace(hidden, go(5)).at], [2, true, 2]);
  assert.deepEqual(nextPlace(hidden, { kind: "reveal" }), { ...hidden, limit: 3 });
  assert.equal(place(4, hide(), { kind: "reveal" }, { kind: "reveal" }, { kind: "reveal" }).limit, 5);
  assert.deepEqual(place(2, hide(), hide(false)), place(2));
  assert.equal(place(5, hide()).limit, 0, "from the end everything is hidden");
});

const again = (at, before, now, more = {}) => placeAgain({ ...firstPlace(before), at, ...more }, before, now);
const without = (...versions) => ({ steps: STEPS.filter((step) => !versions.includes(step.at)) });

test("at the end the reader stays at the end, else at the same event", () => {
  const longer = { steps: [...STEPS, { at: 7, round: 3, turn: 1, scoring: null }] };
  assert.deepEqual(again(5, MATCH, longer), { ...firstPlace(longer), at: 6 });
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
  assert.deepEqual(again(2, MATCH, longer, { hides: true, limit: 3 }).limit, 3);
  assert.deepEqual(again(2, MATCH, without(6, 5, 4, 3), { hides: true, limit: 3 }).limit, 1);
  assert.equal(again(5, MATCH, longer, { hides: true, limit: 5 }).at, 5);
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
