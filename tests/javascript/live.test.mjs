import assert from "node:assert/strict";
import { test } from "node:test";

import { isSameBox, merged, union, within } from "../../viewer/components/live/boxes.js";
import { leftOf } from "../../viewer/components/live/chance_input.js";
import { taskAfter } from "../../viewer/components/live/dock.js";
import { forgetOtherDrafts, loadDraft, saveDraft } from "../../viewer/components/live/draft_store.js";
import { hitOf, roomsOf, scaleFor } from "../../viewer/components/live/hits.js";
import { withSign } from "../../viewer/components/live/number_field.js";
import { isChoice, makeChoice, placeOf, restOf, wordsOf } from "../../viewer/components/live/taps.js";

const move = (name, ...taps) => [taps, name, name, ""];
const choiceOf = (moves, more = {}) => {
  const queries = [];
  const data = { tapped: true, moves, within: [], openings: [], pictures: {}, ...more };
  return { queries, choice: makeChoice(data, (query) => queries.push(query), () => {}) };
};

test("a tap is a place or a choice in words, free in its order with a plus", () => {
  assert.deepEqual(["+=left", "=left", "display/1"].map(isChoice), [true, true, false]);
  assert.equal(placeOf("+display/1"), "display/1");
  assert.equal(wordsOf("+=left"), "left");
});

test("taps go in their order, those with a plus in any order", () => {
  assert.deepEqual(restOf(["a", "+b", "+c"], ["a", "+c"]), ["+b"]);
  assert.equal(restOf(["a", "b"], ["b"]), null);
  assert.deepEqual(restOf(["a"], []), ["a"]);
});

test("a move is chosen tap by tap and previewed once it is complete", () => {
  const { choice, queries } = choiceOf([move("ax", "a", "x"), move("ay", "a", "y"), move("b", "b")]);
  assert.deepEqual([...choice.next.keys()], ["a", "b"]);
  choice.tap("a");
  assert.deepEqual([...choice.next.keys()], ["x", "y"]);
  assert.equal(choice.move, null);
  choice.tap("y");
  assert.equal(choice.move[1], "ay");
  assert.deepEqual(queries, [{ within: [], line: "ay" }]);
  choice.back();
  assert.equal(choice.move, null);
});

test("the only move that is left is chosen at once", () => {
  const { choice } = choiceOf([move("ax", "a", "x"), move("b", "b")]);
  choice.tap("a");
  assert.equal(choice.move[1], "ax");
  assert.equal(choice.next.size, 0);
});

test("moves behind an opening are queried", () => {
  const { choice, queries } = choiceOf([], { openings: ["a"] });
  choice.tap("a");
  assert.deepEqual(queries, [{ within: ["a"], line: null }]);
  choice.update({ moves: [move("ax", "a", "x"), move("ay", "a", "y")], within: ["a"], openings: [], pictures: {} });
  assert.deepEqual([...choice.next.keys()], ["x", "y"]);
});

const box = (x, y, width = 1, height = 1) => ({ x, y, width, height });

test("boxes in a row are one target, boxes apart are not", () => {
  assert.deepEqual(union([box(0, 0), box(2, 1)]), box(0, 0, 3, 2));
  assert.deepEqual(merged([box(0, 0), box(1, 0)]), [box(0, 0, 2, 1)]);
  assert.equal(merged([box(0, 0), box(5, 5)]).length, 2);
  assert.ok(isSameBox(box(0, 0), box(0.05, 0)));
});

test("two boxes with the same room meet halfway, and a finger has room on their other sides", () => {
  const targets = [{ tap: "a", box: box(0, 0) }, { tap: "b", box: box(2, 0) }, { tap: "b", box: box(2, 0.5) }];
  const rooms = roomsOf(targets, box(-5, -5, 13, 10));
  assert.deepEqual(rooms[0], box(-5, -5, 6.5, 10));
  assert.deepEqual(rooms[1], box(1.5, -5, 6.5, 10));
  assert.deepEqual(hitOf(box(0, 0), rooms[0], 26), box(-1, -1, 2.5, 3));
});

test("a box between others gets room from those with more, up to their edge", () => {
  const rooms = roomsOf([-2, 0, 2].map((x) => ({ tap: String(x), box: box(x, 0) })), box(-9, 0, 19, 1));
  assert.deepEqual(rooms.map(({ x, width }) => [x, width]), [[-9, 8], [-1, 3], [2, 8]]);
});

test("a target with a neighbor on one side reaches farther on the other, up to the size of a finger", () => {
  assert.deepEqual(hitOf(box(0, 0, 0, 0), box(-0.5, -5, 10, 10), 44), box(-0.5, -26 / 44, 1.5 + 26 / 44 - 1, 52 / 44));
});

test("a picture is as large as fingers need it", () => {
  const row = [0, 1, 2].map((x) => ({ tap: String(x), box: box(x, 0) }));
  assert.equal(scaleFor(roomsOf(row, box(0, 0, 3, 3))), 44);
  assert.equal(scaleFor([]), 0);
});

test("a close view is not too small and stays within the whole", () => {
  assert.deepEqual(within(box(0, 0, 20, 20), box(19, 19)), box(13, 15.8, 7, 4.2));
});

// Kinds are [name, label, number left in the bag, number after it is refilled, picture].
const POOLS = { bag: [["red", "red", 2, 5, []], ["blue", "blue", 1, 4, []]] };

test("a slot that the bag fills holds no more of a kind than the bag has", () => {
  const slots = [["one", "bag", 2, ""]];
  assert.equal(leftOf(POOLS.bag[0], slots, POOLS, [[]], 0), 2);
  assert.equal(leftOf(POOLS.bag[0], slots, POOLS, [["red"]], 0), 1);
});

test("a slot that empties the bag goes on with the refill", () => {
  const slots = [["one", "bag", 4, ""]];
  assert.equal(leftOf(POOLS.bag[0], slots, POOLS, [[]], 0), 3);
  assert.equal(leftOf(POOLS.bag[0], slots, POOLS, [["red", "red", "red"]], 0), 0);
  assert.equal(leftOf(POOLS.bag[1], slots, POOLS, [["red", "red", "red"]], 0), 1);
});

test("a slot that is changed later counts what lies in the slots after it", () => {
  const slots = [["one", "bag", 1, "", ""], ["two", "bag", 1, "", ""]];
  assert.equal(leftOf(POOLS.bag[1], slots, POOLS, [[], ["blue"]], 0), 0);
  assert.equal(leftOf(POOLS.bag[0], slots, POOLS, [[], ["blue"]], 0), 2);
});

test("an instruction depends on the taps that are not free in their order", () => {
  const tasks = { says: ["Anna places", "Choose the tiles you keep"], after: { "": 0, "=Pass": 1 } };
  assert.equal(taskAfter(tasks, [], false), "Anna places");
  assert.equal(taskAfter(tasks, ["=Pass", "+0/hand/red"], false), "Choose the tiles you keep");
  assert.equal(taskAfter(tasks, ["0/hand/red"], false), null);
  assert.equal(taskAfter(tasks, ["0/hand/red"], true), "Confirm the move, or go back");
});

test("a sign is chosen before or after the digits", () => {
  assert.deepEqual([withSign("3", true), withSign("-3", false), withSign("", true)], ["-3", "3", ""]);
});

test("a draft is kept for its version of the match and dropped with the next one", () => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key),
  };
  saveDraft("a", 4, [["red"], []]);
  assert.deepEqual(loadDraft("a", 4, 2), [["red"], []]);
  forgetOtherDrafts("b", 5);
  assert.deepEqual(loadDraft("a", 4, 2), [["red"], []]);
  forgetOtherDrafts("a", 5);
  assert.deepEqual(loadDraft("a", 4, 2), [[], []]);
  saveDraft("a", 4, [["red"], []]);
  saveDraft("a", 4, [[], []]);
  assert.equal(kept.size, 0);
  delete globalThis.localStorage;
});
