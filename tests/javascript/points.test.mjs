// Points as people write them, and who wins by them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { categoriesOf, categoryPoints, isNegative, missing, pointsOf, proposedWinners, total, writtenSum } from "../../viewer/components/live/points.js";
import { lineEvents, paid } from "../../viewer/components/live/sheet_forms.js";

test("points are a number or a sum", () => {
  const written = ["52", "-3", "\u22123", "12+7", "12 + 7 - 4", "3\u00d74+2", "2*3*4", "7,5", "0.1+0.2", "-2\u00d73+10"];
  assert.deepEqual(written.map(pointsOf), [52, -3, -3, 19, 15, 14, 24, 7.5, 0.3, 4]);
});

test("a minus at the beginning says that points are lost", () => {
  assert.deepEqual(["\u22124", "+4", "", "0"].map(isNegative), [true, false, false, false]);
});

test("an empty field is unknown, which is not 0", () => {
  assert.equal(pointsOf("  "), null);
  assert.equal(pointsOf("0"), 0);
  assert.equal(total([null, null]), null);
  assert.equal(total([null, 0]), 0);
});

test("what is no sum is refused", () => {
  for (const text of ["12+", "+", "a", "1..2", "3 4x", "--2", "1e3", "\u00d73"]) assert.equal(pointsOf(text), undefined, text);
});

test("a text means the same as on the server", () => {
  for (const [text, entry, points] of JSON.parse(readFileSync("tests/core/games/scoresheet/entries.json", "utf-8"))) {
    assert.equal(writtenSum(text) ?? null, entry, JSON.stringify(text));
    assert.equal(pointsOf(text), entry === null ? undefined : points, JSON.stringify(text));
  }
});

test("tricks are points as on the server", () => {
  for (const [table, round, bids, tricks, points] of JSON.parse(readFileSync("tests/core/games/scoresheet/bids.json", "utf-8"))) {
    assert.deepEqual(categoryPoints({ name: "Tricks", formula: "bids", table, each: "round" }, tricks, bids, round), points);
  }
});

test("no other character is a digit or a space", () => {
  const letters = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff).map((code) => String.fromCodePoint(code));
  assert.equal(letters.filter((letter) => writtenSum(letter)).join(""), "0123456789");
  assert.equal(letters.filter((letter) => /^\s$/.test(letter) && writtenSum(`1${letter}2`)).join(""), "\t \u00a0\u2009\u202f");
});

const alone = [[0], [1], [2]];

test("the best points win, a tie is shared, and unknown points do not win", () => {
  assert.deepEqual(proposedWinners([4, 9, 9], { sides: alone, lowest: false, together: false }), [1, 2]);
  assert.deepEqual(proposedWinners([4, 9, null], { sides: alone, lowest: true, together: false }), [0]);
  assert.deepEqual(proposedWinners([null, null, null], { sides: alone, lowest: false, together: false }), []);
});

test("the points of a team are those of its seats, and all win or lose together in a cooperative match", () => {
  assert.deepEqual(proposedWinners([4, 9, 6], { sides: [[0, 2], [1]], lowest: false, together: false }), [0, 2]);
  assert.deepEqual(proposedWinners([4, 9, 6], { sides: [[0, 1, 2]], lowest: false, together: true }), []);
});

test("categories are worth the same as on the server", () => {
  const cases = JSON.parse(readFileSync("tests/core/games/scoresheet/arithmetic.json", "utf-8"));
  for (const [category, entries, points] of cases) assert.deepEqual(categoryPoints(category, entries), points, category.name);
});

test("a row records its points, and what was written where that was more", () => {
  assert.deepEqual(lineEvents({ name: "Roads" }, "Roads", ["12", ""]), [{ type: "PointsNoted", label: "Roads", points: [12, null] }]);
  assert.deepEqual(lineEvents({ name: "Meeples", factor: 4 }, "Meeples 2", [" 3 ", ""]), [
    { type: "EntriesWritten", label: "Meeples 2", entries: ["3", ""] }, { type: "PointsNoted", label: "Meeples 2", points: [12, null] },
  ]);
  assert.deepEqual(lineEvents({ name: "Roads" }, "Roads", ["", ""]), []);
});

test("a round has its own categories and multiplies them, those after the rules are as they are", () => {
  const categories = [{ name: "Tricks", each: "round", factor: 1 }, { name: "Hearts", each: "round", factor: 2 }, { name: "Bonus", each: "end", factor: 1 }];
  const rounds = [{ name: "No tricks", factor: -20, categories: ["Tricks"] }, { name: "All", factor: 25, categories: [] }];
  const written = [1, 2, 3].map((round) => categoriesOf({ categories, rounds, tie_break: [] }, round).map(({ name, factor }) => [name, factor]));
  assert.deepEqual(written, [[["Tricks", -20]], [["Tricks", 25], ["Hearts", 50]], [["Tricks", 1], ["Hearts", 2]]]);
});

test("the last one pays what is missing", () => {
  assert.equal(missing(["6", "-2", ""]), -4);
  assert.equal(missing(["0.1", "0.2", "-0.3"]), 0);
  assert.equal(missing(["", "", ""]), null);
  assert.equal(missing(["6", "a", ""]), null);
  assert.deepEqual(paid(["6", "-2", ""], alone), ["6", "-2", "-4"]);
  assert.deepEqual(paid(["6", "", ""], alone), ["6", "", ""]);
  assert.deepEqual(paid(["6", "-2", "-3"], alone), ["6", "-2", "-3"]);
  assert.deepEqual(paid(["6", "", "", ""], [[0, 2], [1, 3]]), ["6", "-6", "", ""]);
});
