// The people picker: what is shown for what is typed, and whom Enter takes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { found, initials, typed, withGuest } from "../../viewer/people/choices.js";

const PEOPLE = [
  ["r", "Rita", "Rita"], ["d1", "Dorota", "Dorota, 535 plays"], ["m", "Margarita", "Margarita"],
  ["d2", "Dorota", "Dorota, 2 plays"], ["z", "Zo\u00eb Rich", "Zo\u00eb Rich"],
];

test("a search finds the beginnings of words first, with or without accents", () => {
  assert.deepEqual(found(PEOPLE, [], "ri").shown.map(([id]) => id), ["r", "z", "m"]);
  assert.deepEqual(found(PEOPLE, [], "zoe").shown.map(([id]) => id), ["z"]);
});

test("Enter takes one person: the one of this name, or a new one", () => {
  assert.deepEqual(typed(PEOPLE, [], "rita", true).person, ["r", "Rita"]);
  assert.deepEqual(typed(PEOPLE, [], "Rit", true).person, ["", "Rit"]);
  assert.deepEqual(typed(PEOPLE, [], "marg", false).person, ["m", "Margarita"]);
});

test("of several people Enter takes none", () => {
  assert.equal(typed(PEOPLE, [], "Dorota", true).person, null);
  assert.equal(typed(PEOPLE, [], "ri", false).person, null);
  assert.equal(typed(PEOPLE, [["r", "Rita"]], "Rita", true).person, null);
});

test("people are chosen beyond the recent ones, and guests are numbered", () => {
  assert.deepEqual(found([], [["", "Eve"]], "").shown, [["", "Eve", "Eve"]]);
  assert.deepEqual(withGuest([["", "Guest 1"]]).map(([, name]) => name), ["Guest 1", "Guest 2"]);
});

test("a face shows the first letters of the first and the last word", () => {
  assert.deepEqual(["Anna", "anna maria k.", "***"].map(initials), ["A", "AK", "?"]);
});
