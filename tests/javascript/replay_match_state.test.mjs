import assert from "node:assert/strict";
import { test } from "node:test";

import { initialFollow, nextFollow, withRights } from "../../viewer/components/replay/replay_match_state.js";

const [FIRST, SECOND] = ["a", "b"].map((key) => [{ key, request: {} }, { kind: "done", says: "" }]);
const MATCH = { version: 8, revision: "r" };
const AWAY = { kind: "away" };
const after = (...messages) => messages.reduce(([before], message) => nextFollow(before, message), [initialFollow(7), []]);
const responded = (...exchanges) => ({ kind: "responded", exchanges });
const READING = { kind: "reading" };
const read = (reading = { kind: "known" }) => ({ kind: "read", reading });
const connected = (isConnected) => ({ kind: "connected", isConnected });

test("responses wait until a reading that began after them is shown", () => {
  const [waiting, load] = after(responded(FIRST));
  assert.deepEqual([waiting.answered, load], [[FIRST], [{ kind: "load" }]]);
  const [state, effects] = after(responded(FIRST), READING, responded(SECOND), read());
  assert.deepEqual([state, effects], [{ ...initialFollow(7), answered: [SECOND] }, [{ kind: "receive", exchanges: [FIRST] }, AWAY]]);
  assert.deepEqual(nextFollow(state, READING)[0].settled, 1);
  assert.deepEqual(after(responded(FIRST), READING, read(), responded(SECOND), read())[1], [{ kind: "receive", exchanges: [] }, AWAY]);
});

test("a change of what waits alone shows whether the server is away", () => {
  assert.deepEqual(after(responded())[1], [AWAY]);
});

test("a new reading is shown before the responses, and is known from then on", () => {
  const [state, effects] = after(responded(FIRST), READING, read({ kind: "new", tag: "t", match: MATCH }));
  assert.deepEqual(effects, [{ kind: "show", match: MATCH }, { kind: "receive", exchanges: [FIRST] }, AWAY]);
  assert.deepEqual([state.tag, state.version], ["t", 8]);
});

test("a refused reading ends the following with its reason, and hands over the responses", () => {
  const [, effects] = after(responded(FIRST), READING, read({ kind: "refused", why: "No." }));
  assert.deepEqual(effects, [{ kind: "end", why: "No." }, { kind: "receive", exchanges: [FIRST] }, AWAY]);
});

test("a reading that does not reach the server keeps the responses and tells it until the next one", () => {
  const [state, effects] = after(responded(FIRST), READING, { kind: "lost" });
  assert.deepEqual([state.isConnected, state.answered, effects], [false, [FIRST], [AWAY]]);
  assert.equal(after({ kind: "lost" }, READING, read())[0].isConnected, true);
});

test("only newer versions are read, notes always", () => {
  assert.deepEqual(after({ kind: "announced", version: 8 })[1], [{ kind: "load" }]);
  assert.deepEqual(after({ kind: "announced", version: 7 })[1], []);
  assert.deepEqual(after({ kind: "noted" })[1], [{ kind: "load" }]);
});

test("after a reset the older match is read, and is known from then on", () => {
  assert.deepEqual(after({ kind: "reset" })[1], [{ kind: "load" }]);
  const older = { ...MATCH, version: 3 };
  const [state] = after({ kind: "reset" }, READING, read({ kind: "new", tag: "t", match: older }));
  assert.equal(state.version, 3);
  assert.deepEqual(nextFollow(state, { kind: "announced", version: 4 })[1], [{ kind: "load" }]);
});

test("a connection sends what waits and reads; one that is lost reads once", () => {
  assert.deepEqual(after(connected(true))[1], [{ kind: "retry" }, { kind: "load" }]);
  const [lost, effects] = after(connected(false));
  assert.deepEqual([lost.isConnected, effects], [false, [AWAY, { kind: "load" }]]);
  assert.deepEqual(after(responded(FIRST), connected(false), connected(false))[1], [AWAY]);
  assert.deepEqual(after(responded(FIRST), connected(false))[0].answered, [FIRST]);
});

test("nothing is shown once the reader has left", () => {
  const [state, effects] = after(responded(FIRST), { kind: "left" }, read({ kind: "new", tag: "t", match: MATCH }));
  assert.deepEqual([state.hasLeft, state.version, state.answered, effects], [true, 7, [FIRST], []]);
});

test("the revision changes with the forks and the rights, and the match read stays as it is", () => {
  const revision = (more) => withRights({ ...MATCH, ...more }).revision;
  assert.equal(revision({ writes: true }), revision({ writes: true }));
  const all = [{}, { forks: [["m", null]] }, { writes: true }, { keeps: true }, { revision: "s" }].map(revision);
  assert.equal(new Set(all).size, 5);
  assert.deepEqual([withRights(MATCH).version, MATCH.revision], [8, "r"]);
});
