// What becomes of a followed match with each message, without a page and without a server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { initialLive, nextLive, shownBy } from "../../viewer/components/live/live_match_state.js";

const table = (version) => ({ version, match: "m", within: [] });
const entry = (version, content = null) => [
  { path: "view/matches/m/entries", expected: 1, request: {} }, { kind: "done", says: "", version, content },
];
const note = [{ path: "api/matches/m/notes", expected: null, request: {} }, { kind: "done", says: "" }];

/** The state after these messages, and the effects of the last one by kind. */
function after(messages, start = initialLive(null)) {
  let state = start;
  let effects = [];
  for (const message of messages) [state, effects] = nextLive(Object.freeze(state), message);
  return { state, effects, kinds: effects.map(({ kind }) => kind) };
}
const opened = (version = 3) => after([{ kind: "reading" }, { kind: "read", table: table(version), principal: "me" }]).state;

test("a table that was read is shown, then kept, and may be entered on", () => {
  const { state, kinds } = after([{ kind: "reading" }, { kind: "read", table: table(3), principal: "me" }]);
  assert.deepEqual(kinds, ["show", "cache"]);
  assert.deepEqual([state.isOld, state.reader, state.table.principal, state.reading], [false, "me", "me", null]);
});

test("an old table is shown at once, and nothing is entered on it", () => {
  const { state, kinds } = after([{ kind: "again" }], initialLive(table(2)));
  assert.deepEqual(kinds, ["show"]);
  assert.ok(state.isOld);
});

test("the table of a response is shown without asking for it", () => {
  const { state, effects } = after([{ kind: "answered", exchanges: [entry(4, table(4))], owner: "me" }], opened());
  assert.deepEqual(effects.map(({ kind }) => kind), ["cache", "show"]);
  assert.deepEqual([state.table.version, state.answered.length, effects[1].exchanges.length], [4, 0, 1]);
});

test("without a table in the response it is asked for, and the response is shown with it", () => {
  const { state, kinds } = after([{ kind: "answered", exchanges: [entry(4)], owner: "me" }], opened());
  assert.deepEqual([kinds, state.answered.length], [["load"], 1]);
  const read = after([{ kind: "reading" }, { kind: "read", table: table(4), principal: "me" }], state);
  assert.deepEqual([read.state.answered.length, read.effects[0].exchanges.length], [0, 1]);
});

test("a table that is read older than that of a response does not replace it", () => {
  const state = after([
    { kind: "reading" }, { kind: "answered", exchanges: [entry(5, table(5))], owner: "me" },
    { kind: "read", table: table(4), principal: "me" },
  ], opened()).state;
  assert.equal(state.table.version, 5);
});

test("while the table is read nothing else asks for it; what came meanwhile asks once more", () => {
  const asked = after([{ kind: "reading" }, { kind: "answered", exchanges: [entry(9)], owner: "me" }], opened());
  assert.deepEqual(asked.kinds, []);
  assert.deepEqual(after([{ kind: "read", table: table(4), principal: "me" }], asked.state).kinds, ["show", "cache", "load"]);
  const announced = after([{ kind: "reading" }, { kind: "announced", version: 7 }, { kind: "read", table: table(4), principal: "me" }], opened());
  assert.ok(announced.kinds.includes("load"));
});

test("an announced version is read once it is time; a known one is not", () => {
  assert.deepEqual(after([{ kind: "announced", version: 4 }, { kind: "behind" }], opened()).kinds, ["load"]);
  assert.deepEqual(after([{ kind: "announced", version: 3 }, { kind: "behind" }], opened()).kinds, []);
});

test("notes do not wait for a table", () => {
  const { state, kinds } = after([{ kind: "answered", exchanges: [note], owner: "me" }], opened());
  assert.deepEqual([kinds, state.answered.length], [["show"], 0]);
  assert.equal(shownBy({ ...opened(), answered: [note, entry(9)] }), 1);
});

test("a server that cannot be reached leaves the table and asks again once it is back", () => {
  const lost = after([{ kind: "reading" }, { kind: "unreachable" }], opened());
  assert.deepEqual([lost.state.isConnected, lost.state.table.version, lost.kinds], [false, 3, ["show"]]);
  const waiting = after([{ kind: "answered", exchanges: [entry(4)], owner: "me" }], lost.state).state;
  assert.deepEqual(after([{ kind: "connection", connected: true }], waiting).kinds, ["load"]);
  assert.deepEqual(after([{ kind: "connection", connected: false }], opened()).kinds, ["load"]);
  assert.deepEqual(after([{ kind: "connection", connected: true }], opened()).kinds, []);
});

test("a reader that is refused sees no table", () => {
  const { state, effects } = after([{ kind: "reading" }, { kind: "refused", reason: "Not yours." }], opened());
  assert.equal(state.table, null);
  assert.deepEqual(effects, [{ kind: "refuse", reason: "Not yours." }]);
  assert.deepEqual(after([{ kind: "again" }], state).kinds, []);
});

test("the page goes on for the principal that it began with", () => {
  assert.equal(after([{ kind: "reading" }, { kind: "read", table: table(4), principal: "other" }], opened()).state.reader, "me");
});

test("taps are asked about once, and forgotten with the next table", () => {
  const tapped = after([{ kind: "tapped", within: ["a"] }], opened());
  assert.deepEqual([tapped.kinds, tapped.state.within], [["load"], ["a"]]);
  assert.deepEqual(after([{ kind: "tapped", within: [] }], opened()).kinds, []);
  assert.deepEqual(after([{ kind: "answered", exchanges: [entry(4, table(4))], owner: "me" }], tapped.state).state.within, []);
});

test("after the page has left nothing is shown", () => {
  const gone = after([{ kind: "left" }], opened()).state;
  assert.deepEqual(after([{ kind: "again" }], gone).kinds, []);
  assert.deepEqual(after([{ kind: "announced", version: 9 }, { kind: "behind" }], gone).kinds, []);
});

test("after a reset an older table replaces the one that is shown, and what was announced before asks for nothing", () => {
  const announced = after([{ kind: "announced", version: 9 }, { kind: "reset" }], opened(8));
  assert.deepEqual([announced.kinds, announced.state.isOld], [["load"], true]);
  const messages = [{ kind: "reading" }, { kind: "announced", version: 3 }, { kind: "read", table: table(3), principal: "me" }];
  const { state, kinds } = after(messages, announced.state);
  assert.deepEqual([kinds, state.table.version, state.isOld], [["show", "cache"], 3, false]);
  assert.deepEqual(after([{ kind: "announced", version: 4 }, { kind: "behind" }], state).kinds, ["load"]);
});

test("responses from before a reset are handed over with the table that is read next", () => {
  const waiting = after([{ kind: "answered", exchanges: [entry(9)], owner: "me" }, { kind: "reset" }], opened(8)).state;
  const { state, kinds } = after([{ kind: "reading" }, { kind: "read", table: table(3), principal: "me" }], waiting);
  assert.deepEqual([kinds, state.answered.length], [["show", "cache"], 0]);
});
