// What becomes of the writes that wait with each message, without a server and without storage.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_RETRY_MS, HELD_RETRY_MS, LAST_RETRY_MS, initialOutbox, nextOutbox } from "../../viewer/components/lib/outbox_state.js";

const request = (key, expected = null) => ({ key, expected, request: { line: key } });
const done = { kind: "done", says: "", version: 4 };
const refused = { kind: "refused", says: "No." };
const held = { kind: "held", says: "Log in.", principal: "other" };

/** The outbox after these messages, and the effects of the last one. */
function after(waiting, ...messages) {
  let state = initialOutbox(waiting);
  let effects = [];
  for (const message of messages) [state, effects] = nextOutbox(Object.freeze(state), message);
  return { state, effects, keys: state.waiting.map(({ key }) => key) };
}
const answered = (one, response) => ({ kind: "answered", request: one, response });
const [a, b, c] = [request("a", 3), request("b", 3), request("c")];

test("what is entered is kept before it is sent", () => {
  const { keys, effects } = after([], { kind: "entered", request: a });
  assert.deepEqual(keys, ["a"]);
  assert.deepEqual(effects, [{ kind: "keep", requests: [a] }, { kind: "send", after: 0 }]);
});

test("the same entry twice in a row is a double click; later it is another one", () => {
  const twin = { ...request("z", 3), request: a.request };
  assert.deepEqual(after([a], { kind: "entered", request: twin }).keys, ["a"]);
  assert.deepEqual(after([a, b], { kind: "entered", request: twin }).keys, ["a", "b", "z"]);
});

test("an acknowledged request is removed and delivered, and the next one is sent", () => {
  const { keys, effects } = after([a, b], answered(a, done));
  assert.deepEqual(keys, ["b"]);
  assert.deepEqual(effects, [
    { kind: "remove", requests: [a] }, { kind: "deliver", exchanges: [[a, done]] }, { kind: "send", after: 0 },
  ]);
  assert.deepEqual(after([a], answered(a, done)).effects.map(({ kind }) => kind), ["remove", "deliver"]);
});

test("what was entered on top of a refused event goes with it, and says nothing of its own; notes stay", () => {
  const { keys, effects } = after([a, c, b], answered(a, refused));
  assert.deepEqual(keys, ["c"]);
  assert.deepEqual(effects[1].exchanges, [[a, refused], [b, { kind: "refused", says: "" }]]);
  assert.deepEqual(after([c, a], answered(c, refused)).keys, ["a"]);
});

test("without a response it is tried again, each time later, up to a bound", () => {
  const tries = Array.from({ length: 9 }, () => answered(a, null));
  const { state, effects } = after([a], tries[0]);
  assert.deepEqual(effects, [{ kind: "send", after: FIRST_RETRY_MS }, { kind: "deliver", exchanges: [] }]);
  assert.deepEqual([state.isAway, state.held, state.waiting], [true, null, [a]]);
  assert.equal(after([a], ...tries.slice(0, 2)).effects[0].after, 2 * FIRST_RETRY_MS);
  assert.equal(after([a], ...tries).effects[0].after, LAST_RETRY_MS);
  assert.equal(after([a], ...tries, { kind: "back" }).state.delay, FIRST_RETRY_MS);
  assert.equal(after([a, b], ...tries, answered(a, done)).state.delay, FIRST_RETRY_MS);
});

test("a request that the server takes from nobody waits for its principal", () => {
  const { state, effects } = after([a], answered(a, held));
  assert.deepEqual([state.isAway, state.held, state.waiting], [false, held, [a]]);
  assert.equal(effects[0].after, HELD_RETRY_MS);
  assert.equal(after([a], answered(a, held), answered(a, done)).state.held, null);
});

test("what is discarded is removed from the storage and told", () => {
  const { keys, effects } = after([a, c], { kind: "discarded" });
  assert.deepEqual([keys, effects], [[], [{ kind: "remove", requests: [a, c] }, { kind: "deliver", exchanges: [] }]]);
});

test("what another page removed is gone here too, and nothing is told of others", () => {
  const isGone = ({ key }) => key === "a";
  assert.deepEqual(after([a, c], { kind: "removed", isGone }).keys, ["c"]);
  assert.deepEqual(after([c], { kind: "removed", isGone }).effects, []);
});
