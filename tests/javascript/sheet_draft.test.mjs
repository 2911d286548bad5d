// What is entered on a sheet: kept through drawings anew, and never a defeat that nobody said.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  EMPTY_SHEET, dropOvertaken, lineAt, makeSheetDraft, winnersOf, withLine, withSent, withSide, withoutOvertaken,
} from "../../viewer/components/live/sheet_draft.js";

const line = { label: "Round 1", texts: ["12", ""] };
const begun = withLine(EMPTY_SHEET, "", line);

test("nobody has won or lost before the points or a person said it", () => {
  assert.equal(winnersOf(null, []), null);
  assert.deepEqual(winnersOf(null, [1]), [1]);
  assert.deepEqual(winnersOf([], [1]), []);
});

test("a side wins or loses with all its seats, beside those that are named", () => {
  assert.deepEqual(withSide([1], [0, 2], true), [0, 1, 2]);
  assert.deepEqual(withSide([0, 1, 2], [0, 2], false), [1]);
});

test("what is entered is kept until it is on the sheet", () => {
  assert.deepEqual(lineAt(begun, "", []), line);
  const sent = withSent(begun, ["", "other"]);
  assert.equal(lineAt(sent, "", ["Round 1"]), null);
  assert.deepEqual(Object.keys(sent.lines), [""]);
});

test("a line that was refused or taken back comes back as it was entered", () => {
  const sent = withSent(begun, [""]);
  assert.deepEqual(lineAt(sent, "", [])?.texts, line.texts);
  assert.equal(lineAt(withLine(sent, "", { label: "Round 2", texts: ["1", ""] }), "", ["Round 1"])?.label, "Round 2");
});

test("another device overtakes what it saved under the same label, and nothing else", () => {
  const both = withLine(begun, "Coins", { label: "Coins", texts: ["3", ""] });
  assert.deepEqual(withoutOvertaken(both, ["Round 1"]).lines, { Coins: both.lines.Coins });
  assert.equal(withoutOvertaken(both, ["Roads"]), both);
  const sent = withSent(both, [""]);
  assert.equal(withoutOvertaken(sent, ["Round 1"]), sent);
});

test("a draft is kept by match and dropped once it is over", () => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key),
  };
  makeSheetDraft("a").set({ ...begun, winners: [0] });
  assert.deepEqual(makeSheetDraft("a").now, { ...begun, winners: [0] });
  assert.equal(makeSheetDraft("b").now, EMPTY_SHEET);
  assert.equal(dropOvertaken("a", { lines: [] }), false);
  assert.equal(dropOvertaken("a", { lines: [{ label: "Round 1" }] }), true);
  assert.deepEqual(makeSheetDraft("a").now.winners, [0]);
  assert.equal(dropOvertaken("a", null), false);
  assert.equal(kept.size, 0);
  makeSheetDraft(null).set(begun);
  assert.equal(kept.size, 0);
});

test("without storage a draft lasts as long as it is shown", () => {
  globalThis.localStorage = { getItem() { throw new Error("Disabled."); }, setItem() { throw new Error("Full."); } };
  const draft = makeSheetDraft("a");
  draft.set(begun);
  assert.equal(draft.now, begun);
});
