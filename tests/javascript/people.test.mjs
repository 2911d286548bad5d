// The people picker: what is shown for what is typed, and whom Enter takes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { found, initials, typed, withGuest } from "../../viewer/components/people/choices.js";
import { EMPTY_PICKER, isDrawn, nextPicker } from "../../viewer/components/people/picker_state.js";

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

const DATA = { people: PEOPLE, chosen: [], revision: 1, kind: "several", new: true, most: null };
/** The picker after these messages. */
const after = (data, ...messages) => messages.reduce((state, message) => nextPicker(Object.freeze(state), message, data), EMPTY_PICKER);
const toggled = (...person) => ({ kind: "toggled", person });
const names = ({ chosen }) => chosen.map(([, name]) => name);

test("a tap takes a person or puts the person back, and forgets what was typed", () => {
  const state = after(DATA, { kind: "searched", text: "ri" }, toggled("r", "Rita"));
  assert.deepEqual([names(state), state.search], [["Rita"], ""]);
  assert.deepEqual(names(after(DATA, toggled("r", "Rita"), toggled("r", "Rita"))), []);
  assert.deepEqual(names(after(DATA, toggled("", "Eve"), toggled("", "eve"))), [], "new people are told apart by name");
});

test("where one person is asked for a tap replaces the last one; a limit is told", () => {
  assert.deepEqual(names(after({ ...DATA, kind: "one" }, toggled("r", "Rita"), toggled("m", "Margarita"))), ["Margarita"]);
  const full = after({ ...DATA, most: 1 }, toggled("r", "Rita"), toggled("m", "Margarita"));
  assert.deepEqual([names(full), full.says], [["Rita"], "At most 1 people can be chosen."]);
  assert.equal(nextPicker(full, { kind: "searched", text: "x" }, DATA).says, "");
});

test("Enter takes what is typed, or says why not", () => {
  assert.deepEqual(names(after(DATA, { kind: "searched", text: "rita" }, { kind: "entered" })), ["Rita"]);
  const several = after(DATA, { kind: "searched", text: "Dorota" }, { kind: "entered" });
  assert.deepEqual([names(several), several.says, several.search], [[], "Several people fit; tap the one you mean.", "Dorota"]);
});

test("seats are swapped, turned and cleared", () => {
  const seated = [toggled("r", "Rita"), toggled("m", "Margarita"), { kind: "guest" }];
  assert.deepEqual(names(after(DATA, ...seated, { kind: "swapped", seats: [0, 2] })), ["Guest 1", "Margarita", "Rita"]);
  assert.deepEqual(names(after(DATA, ...seated, { kind: "first", seat: 1 })), ["Margarita", "Guest 1", "Rita"]);
  assert.deepEqual(names(after(DATA, ...seated, { kind: "cleared" })), []);
});

test("the start player is the one that was drawn, as long as it is the first", () => {
  const drawn = [toggled("r", "Rita"), toggled("m", "Margarita"), { kind: "first", seat: 1 }];
  assert.equal(isDrawn(after(DATA, toggled("r", "Rita"))), false);
  assert.equal(isDrawn(after(DATA, ...drawn)), true);
  assert.equal(isDrawn(after(DATA, ...drawn, { kind: "guest" })), true);
  assert.equal(isDrawn(after(DATA, ...drawn, { kind: "swapped", seats: [0, 1] })), false);
  assert.equal(isDrawn(after(DATA, ...drawn, { kind: "cleared" })), false);
});

test("the choice of the page is taken over once for each revision", () => {
  const chosen = [["r", "Rita"]];
  assert.deepEqual(names(after({ ...DATA, chosen }, { kind: "given" })), ["Rita"]);
  assert.deepEqual(names(after({ ...DATA, chosen }, { kind: "given" }, { kind: "cleared" }, { kind: "given" })), []);
});
