import assert from "node:assert/strict";
import { test } from "node:test";

import { OpenEdit, isChanged, isSame, moved, requestOf, ticked } from "../../viewer/components/play/edit_state.js";

const CELL = { kind: "points", row: 3, seat: 1 };
const NEXT = { kind: "points", row: 3, seat: 2 };

/** An edit of a value, and what it asks for: the kind, with the next target for `close`. */
function edited(value = "12", target = CELL) {
  const done = [];
  const page = Object.fromEntries(["show", "ask", "send", "close"].map((kind) => [kind, (next) => { done.push(kind === "close" ? [kind, next] : kind); }]));
  const edit = new OpenEdit(target, value, page);
  return { edit, done: () => done.splice(0), press: (keys) => { for (const key of keys) edit.press(key); } };
}

test("the first digit replaces the value, the others are added", () => {
  const valueAfter = (keys, value) => {
    const { edit, press } = edited(value);
    press(keys);
    return edit.value;
  };
  assert.equal(valueAfter("6"), "6");
  assert.equal(valueAfter("60"), "60");
  assert.equal(valueAfter("⌫5"), "15");
  assert.equal(valueAfter("±"), "\u221212");
  assert.equal(valueAfter("±±"), "12");
  assert.equal(valueAfter("±4", ""), "\u22124");
  assert.equal(valueAfter("⌫", "\u22124"), "");
});

test("each change asks the server, but not for the value that stands or for no number", () => {
  const asks = (value) => {
    const { edit, done } = edited();
    edit.type(value);
    return [done(), edit.asked];
  };
  assert.deepEqual(asks("13"), [["show", "ask"], 1]);
  for (const value of ["12", "12.0", "twelve"]) assert.deepEqual(asks(value)[0], ["show"]);
});

test("only the answer to the last question is shown", () => {
  const { edit, press } = edited();
  press("61");
  edit.answer(1, "Ana then wins.", false);
  assert.equal(edit.says, "");
  edit.answer(2, "Ana then wins.", false);
  assert.equal(edit.says, "Ana then wins.");
  press("0");
  assert.equal(edit.says, "");
});

test("Save sends a change once and closes what was not changed", () => {
  const { edit, done, press } = edited();
  edit.save();
  assert.deepEqual(done(), [["close", null]]);
  press("6");
  done();
  edit.save();
  assert.deepEqual([edit.isSending, done()], [true, ["show", "send"]]);
  edit.save();
  edit.type("7");
  edit.leave();
  assert.deepEqual([edit.value, done()], ["6", []]);
});

test("Next saves and goes on, or goes on at once", () => {
  const { edit, done, press } = edited();
  edit.save(NEXT);
  assert.deepEqual(done(), [["close", NEXT]]);
  press("6");
  edit.save(NEXT);
  assert.equal(edit.next, NEXT);
});

test("what was not saved stays typed, with the reason", () => {
  const { edit, done, press } = edited();
  press("6");
  edit.save();
  edit.fail("No.");
  assert.deepEqual([edit.value, edit.says, edit.isRefused, edit.isSending], ["6", "No.", true, false]);
  done();
  edit.leave();
  assert.deepEqual(done(), [["close", null]]);
});

test("a value becomes the body of a request, or none", () => {
  assert.deepEqual(requestOf(CELL, "\u22124"), { kind: "points", row: 3, seat: 1, points: -4 });
  assert.deepEqual(requestOf(CELL, "12+7"), { kind: "points", row: 3, seat: 1, points: 19 });
  assert.deepEqual(requestOf({ kind: "points", seat: 0 }, ""), { kind: "points", row: null, seat: 0, points: null });
  assert.equal(requestOf(CELL, "x"), null);
  assert.deepEqual(requestOf({ kind: "length" }, "90"), { kind: "length", value: 90 });
  for (const text of ["", "0", "-5", "1.5", "123456"]) assert.equal(requestOf({ kind: "length" }, text), null);
  assert.deepEqual(requestOf({ kind: "name", seat: 1 }, " Ana "), { kind: "name", seat: 1, name: "Ana" });
  assert.deepEqual(requestOf({ kind: "category", row: 3 }, "Grain"), { kind: "category", row: 3, label: "Grain" });
  assert.deepEqual(requestOf({ kind: "place" }, ""), { kind: "place", value: "" });
  assert.deepEqual(requestOf({ kind: "winner" }, [0]), { kind: "winner", seats: [0] });
  assert.deepEqual(requestOf({ kind: "winner" }, null), { kind: "winner", seats: null });
  for (const target of [{ kind: "date" }, { kind: "name", seat: 0 }, { kind: "category", row: 3 }]) assert.equal(requestOf(target, " "), null);
});

test("winners are ticked by side", () => {
  assert.deepEqual(ticked([], 2, [[0, 2], [1]]), [0, 2]);
  assert.deepEqual(ticked([0, 2], 0, [[0, 2], [1]]), []);
  assert.deepEqual(ticked([2], 0, []), [0, 2]);
  const edit = { target: { kind: "winner" }, was: [0], value: [0] };
  assert.equal(isChanged(edit), false);
  assert.equal(isChanged({ ...edit, value: null }), true);
});

test("a line that was edited is found under its new version", () => {
  assert.deepEqual(moved(NEXT, CELL, 7), { ...NEXT, row: 7 });
  assert.deepEqual(moved({ kind: "points", row: 4, seat: 0 }, CELL, 7), { kind: "points", row: 4, seat: 0 });
  assert.deepEqual(moved({ kind: "date" }, CELL, 7), { kind: "date" });
  assert.deepEqual(moved(NEXT, { kind: "place" }, null), NEXT);
  assert.ok(isSame({ kind: "points", row: null, seat: 0 }, { kind: "points", seat: 0 }));
});
