import assert from "node:assert/strict";
import { test } from "node:test";

import { isChanged, isSame, moved, nextEdit, requestOf, ticked } from "../../viewer/components/play/edit_state.js";

const CELL = { kind: "points", row: 3, seat: 1 };
const NEXT = { kind: "points", row: 3, seat: 2 };
const opened = (target = CELL, value = "12") => ({ kind: "opened", target, value });
const pressed = (keys) => [...keys].map((key) => ({ kind: "pressed", key }));
const after = (...messages) => messages.reduce(([before], message) => nextEdit(before, message), [null, []]);
const valueAfter = (...messages) => after(...messages)[0].value;
const kinds = ([, effects]) => effects.map(({ kind }) => kind);

test("the first digit replaces the value, the others are added", () => {
  assert.equal(valueAfter(opened(), ...pressed("6")), "6");
  assert.equal(valueAfter(opened(), ...pressed("60")), "60");
  assert.equal(valueAfter(opened(), ...pressed("⌫5")), "15");
  assert.equal(valueAfter(opened(), ...pressed("±")), "\u221212");
  assert.equal(valueAfter(opened(), ...pressed("±±")), "12");
  assert.equal(valueAfter(opened(CELL, ""), ...pressed("±4")), "\u22124");
  assert.equal(valueAfter(opened(CELL, "\u22124"), ...pressed("⌫")), "");
});

test("each change asks the server, but not for the value that stands or for no number", () => {
  assert.deepEqual(after(opened(), { kind: "typed", value: "13" })[1], [{ kind: "show" }, { kind: "ask", asked: 1 }]);
  assert.deepEqual(kinds(after(opened(), { kind: "typed", value: "12" })), ["show"]);
  assert.deepEqual(kinds(after(opened(), { kind: "typed", value: "12.0" })), ["show"]);
  assert.deepEqual(kinds(after(opened(), { kind: "typed", value: "twelve" })), ["show"]);
});

test("only the answer to the last question is shown", () => {
  const typed = [opened(), ...pressed("61")];
  const answer = (asked) => ({ kind: "answered", asked, says: "Ana then wins.", isRefused: false });
  assert.equal(after(...typed, answer(1))[0].says, "");
  assert.equal(after(...typed, answer(2))[0].says, "Ana then wins.");
  assert.equal(after(...typed, answer(2), ...pressed("0"))[0].says, "");
});

test("Save sends a change once and closes what was not changed", () => {
  assert.deepEqual(after(opened(), { kind: "saved" }), [null, [{ kind: "close" }]]);
  const [state, effects] = after(opened(), ...pressed("6"), { kind: "saved" });
  assert.deepEqual([state.isSending, effects.map(({ kind }) => kind)], [true, ["show", "send"]]);
  assert.deepEqual(kinds(nextEdit(state, { kind: "saved" })), []);
  assert.deepEqual(nextEdit(state, { kind: "typed", value: "7" })[0], state);
  assert.deepEqual(nextEdit(state, { kind: "left" })[0], state);
  assert.deepEqual(nextEdit(state, { kind: "done" }), [null, [{ kind: "close" }]]);
});

test("Next saves and goes on, or goes on at once", () => {
  assert.deepEqual(after(opened(), { kind: "saved", next: NEXT })[1], [{ kind: "close" }, { kind: "open", target: NEXT }]);
  const sending = after(opened(), ...pressed("6"), { kind: "saved", next: NEXT })[0];
  assert.deepEqual(nextEdit(sending, { kind: "done" })[1], [{ kind: "close" }, { kind: "open", target: NEXT }]);
});

test("what was not saved stays typed, with the reason", () => {
  const sending = after(opened(), ...pressed("6"), { kind: "saved" })[0];
  const [state] = nextEdit(sending, { kind: "failed", says: "No." });
  assert.deepEqual([state.value, state.says, state.isRefused, state.isSending], ["6", "No.", true, false]);
  assert.deepEqual(after(opened(), ...pressed("6"), { kind: "left" }), [null, [{ kind: "close" }]]);
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
