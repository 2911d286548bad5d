// The score sheet while its entries are on their way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isPredictable, predicted } from "../../viewer/components/live/predicted.js";

const SHEET = { label: "Round 1", final: "final", open: true, proposed: [], together: false, scores: [null, null], lines: [], lowest: false, sides: [[0], [1]] };
const EMPTY = { version: 1, revision: "r", points: ["-", "-"], last: [], sheet: SHEET, state: "open" };

const noted = (version, label, points) => ({ expected_version: version, line: JSON.stringify({ type: "PointsNoted", label, points }) });
const named = (version, seats) => ({ expected_version: version, line: JSON.stringify({ type: "WinnersNamed", seats }) });

test("lines add up as if they were recorded, unknown points are not 0", () => {
  const two = predicted(EMPTY, [noted(1, "Round 1", [4, null]), noted(2, "Round 2", [-6.5, null])]);
  assert.deepEqual(two.points, ["\u22122.5", "-"]);
  assert.deepEqual([two.version, two.sheet.label, two.sheet.final, two.sheet.proposed], [3, "Round 3", null, [0]]);
  assert.deepEqual(two.last.map(([version, , label]) => [version, label]), [[3, "Round 2"], [2, "Round 1"]]);
  assert.deepEqual(EMPTY.points, ["-", "-"]);
});

test("the lowest score wins where it does, and teams win together", () => {
  const lines = [noted(1, "Round 1", [4, 1])];
  assert.deepEqual(predicted({ ...EMPTY, sheet: { ...SHEET, lowest: true } }, lines).sheet.proposed, [1]);
  assert.deepEqual(predicted({ ...EMPTY, sheet: { ...SHEET, sides: [[0, 1]] } }, lines).sheet.proposed, [0, 1]);
});

test("the points and the winners of one write are seen at once", () => {
  const [points, winners] = [noted(1, "final", [4, 1]), named(1, [0])];
  const saved = predicted(EMPTY, [{ expected_version: 1, lines: [points.line, winners.line] }]);
  assert.deepEqual([saved.version, saved.state, saved.winners, saved.points], [3, "finished", [0], ["4", "1"]]);
});

test("after final points only the winners are left, and then nothing", () => {
  const last = predicted(EMPTY, [noted(1, "final", [40, 38])]);
  assert.equal(last.sheet.open, false);
  const over = predicted(EMPTY, [noted(1, "final", [40, 38]), named(2, [0]), noted(3, "Round 1", [1, 1])]);
  assert.deepEqual([over.version, over.state, over.winners, over.sheet], [3, "finished", [0], null]);
});

test("an entry on another table, a note and an undo change nothing", () => {
  const undo = { expected_version: 1, line: '{"type": "TakenBack", "since": 1}' };
  assert.equal(predicted(EMPTY, [noted(7, "Round 1", [1, 1]), { about: 1, bookmark: true }, undo]), EMPTY);
  assert.equal(isPredictable(EMPTY, undo), false);
  assert.equal(isPredictable({ ...EMPTY, sheet: null }, noted(1, "Round 1", [1, 1])), false);
});
