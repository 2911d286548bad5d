import assert from "node:assert/strict";
import { test } from "node:test";

import { formatNumber } from "../../viewer/components/lib/language.js";
import { changesOf, difference, SIZE } from "../../viewer/components/replay/changes.js";
import { Cursor } from "../../viewer/components/replay/cursor.js";
import { describeStep, isLoss, percent, placeInMatch, plainNumber, signed } from "../../viewer/components/replay/format.js";
import { ticksBetween } from "../../viewer/components/replay/score_chart.js";
import { sumsByStep } from "../../viewer/components/replay/score_sources.js";
import { withLine } from "../../viewer/components/replay/trial_moves.js";
import { makeStore } from "../../viewer/components/replay/store.js";

const steps = (...versions) => versions.map((at, place) => ({
  at, round: Math.ceil(place / 3), turn: place, seat: 0, says: "", scores: [0], patches: [], stages: [],
}));

const SCENE = { panels: [{ id: "p", width: 4, height: 2, shapes: [["a", "use", { x: 0 }], ["b", "rect", {}]] }] };
const MOVED = [
  { patches: [] },
  { patches: [["p", [["a", "use", { x: 1 }]], ["b"]]] },
  { patches: [["p", [["a", "use", { x: 2 }], ["c", "use", {}]], [], [4, 3]]] },
];
const drawn = (changes, from, to) => [...difference(changes, from, to)].map(({ id, shape }) => [id, shape]);

test("a difference names every changed place once", () => {
  const changes = changesOf(SCENE, MOVED);
  assert.deepEqual(drawn(changes, 0, 2), [
    ["a", ["a", "use", { x: 2 }]], ["b", undefined], ["c", ["c", "use", {}]], [SIZE, [SIZE, "size", { width: 4, height: 3 }]],
  ]);
  assert.deepEqual(drawn(changes, 1, 1), []);
});

test("a difference backwards restores what was replaced, removed and resized", () => {
  assert.deepEqual(new Map(drawn(changesOf(SCENE, MOVED), 2, 0)), new Map([
    [SIZE, [SIZE, "size", { width: 4, height: 2 }]], ["c", undefined], ["a", ["a", "use", { x: 0 }]], ["b", ["b", "rect", {}]],
  ]));
});

test("the cursor stays within the match and steps by turns and rounds", () => {
  const cursor = new Cursor(makeStore({ steps: steps(1, 2, 3, 4, 5, 6, 7) }));
  const seen = [];
  cursor.watch((at) => seen.push(at));
  cursor.go(99);
  cursor.round(-1);
  cursor.round(-1);
  cursor.turn(1);
  cursor.go(-4);
  assert.deepEqual(seen, [0, 6, 4, 1, 2, 0]);
  assert.ok(cursor.isRoundEnd(3));
  assert.ok(!cursor.isRoundEnd(2));
});

test("the cursor stays at the end of a match that goes on", () => {
  const store = makeStore({ steps: steps(1, 2, 3) });
  const cursor = new Cursor(store);
  cursor.go(2);
  store.update({ steps: steps(1, 2, 3, 4) });
  assert.equal(cursor.at, 3);
});

test("the cursor stays at its event, or at the last one before it that still stands", () => {
  const store = makeStore({ steps: steps(1, 2, 3, 4, 5) });
  const cursor = new Cursor(store);
  cursor.go(3);
  store.update({ steps: steps(1, 2, 3, 6, 7) });
  assert.equal(store.steps[cursor.at].at, 3);
});

test("a version tried out is linked by the recorded one it started from", () => {
  const store = makeStore({ steps: steps(1, 2), explored: { base: 5, since: 2, line: 1 } });
  assert.equal(store.recordedVersion(6), 2);
  assert.equal(store.recordedVersion(4), 4);
  assert.equal(store.indexOfVersion(2), 1);
  assert.equal(store.indexOfVersion(9), -1);
});

test("points speak against a seat by their sign, and by the rules of the game", () => {
  const [most, fewest] = [{ fewest_points_win: false }, { fewest_points_win: true }];
  assert.deepEqual([-2, 0, 2].map((points) => isLoss(points, most)), [true, false, false]);
  assert.deepEqual([-2, 0, 2].map((points) => isLoss(points, fewest)), [false, false, true]);
});

test("points and places as texts", () => {
  assert.equal(signed(3), "+3");
  assert.equal(signed(-3), "\u22123");
  assert.equal(plainNumber(null), "\u2013");
  assert.equal(percent(1 / 3), "33.333%");
  assert.equal(placeInMatch({ round: 2, turn: 5 }), "R2.5");
  assert.equal(placeInMatch({ round: 0, turn: 0 }), "");
  assert.equal(describeStep({ round: 2, turn: 0, says: "Tiles" }), "Round 2: Tiles");
});

test("the scale has a few round numbers", () => {
  assert.deepEqual(ticksBetween(0, 100), [0, 50, 100]);
  assert.deepEqual(ticksBetween(-4, 7).map(formatNumber), ["0", "5"]);
});

test("points by source add up from step to step", () => {
  const gains = (...all) => ({ stages: [["", all]] });
  const sums = sumsByStep([gains(), gains([0, 3, "wall"], [1, -2, "floor"]), gains([0, 2, "wall"])], 2, ["wall", "floor"]);
  assert.deepEqual(sums, [[[0, 0], [0, 0]], [[3, 0], [0, -2]], [[5, 0], [0, -2]]]);
});

const RECORDED = { revision: "r", version: 9, steps: steps(1, 2, 3), rounds: [], lead_changes: [], result: "", is_open: true };
const answered = (line, more = {}) => ({ line, steps: steps(10, 11), rounds: [], lead_changes: [], result: "", is_open: true, to: 11, ...more });

test("a line stands in for the steps after the one it starts from", () => {
  const line = { base: 9, since: 2, events: [{}, {}] };
  const shown = withLine(RECORDED, answered(line));
  assert.deepEqual(shown.steps.map(({ at }) => at), [1, 2, 10, 11]);
  assert.deepEqual(shown.explored, { base: 9, since: 2, line: 2, to: 11 });
  assert.notEqual(shown.revision, RECORDED.revision);
});

test("without a line the match is as recorded", () => {
  for (const answer of [null, answered(null)]) {
    assert.deepEqual(withLine(RECORDED, answer), { ...RECORDED, explored: undefined });
  }
});

test("a line of another version of the match is shown only with all of its steps", () => {
  const line = { base: 8, since: 2, events: [{}] };
  assert.equal(withLine(RECORDED, answered(line)).explored, undefined);
  const whole = withLine(RECORDED, answered(line, { isWhole: true }));
  assert.deepEqual(whole.steps.map(({ at }) => at), [10, 11]);
});

test("the last version names the table after final scoring, and its event the move", () => {
  const [one, move] = steps(1, 2);
  const store = makeStore({ steps: [one, move, { ...move, scoring: "final" }] });
  assert.deepEqual([store.indexOfVersion(2), store.indexOfEvent(2)], [2, 1]);
});
