import assert from "node:assert/strict";
import { test } from "node:test";

import { FollowedMatch, withRights } from "../../viewer/components/replay/replay_match.js";

const [FIRST, SECOND] = ["a", "b"].map((key) => [{ key, request: {} }, { kind: "done", says: "" }]);
const MATCH = { version: 8, revision: "r" };
const KNOWN = { kind: "known" };
const LOST = null;

/** A followed match, and what it asks for; a reading that is LOST does not reach the server. */
function followed() {
  const done = [];
  const page = Object.fromEntries(["load", "show", "receive", "away", "retry", "end"].map((kind) => [kind, (...values) => { done.push([kind, ...values]); }]));
  const match = new FollowedMatch(7, page);
  return {
    match, done: () => done.splice(0),
    /** Reads, with what happens meanwhile. */
    read: (reading = KNOWN, meanwhile = () => {}) => match.read(async () => {
      meanwhile();
      if (reading === LOST) throw new Error("away");
      return reading;
    }),
  };
}

test("responses wait until a reading that began after them is shown", async () => {
  const { match, done, read } = followed();
  match.respond([FIRST]);
  assert.deepEqual([match.answered, done()], [[FIRST], [["load"]]]);
  await read(KNOWN, () => match.respond([SECOND]));
  assert.deepEqual([match.answered, done().slice(1)], [[SECOND], [["receive", [FIRST]], ["away", false]]]);
  await read();
  assert.deepEqual(done()[0], ["receive", [SECOND]]);
});

test("a change of what waits alone shows whether the server is away", () => {
  const { match, done } = followed();
  match.respond([]);
  assert.deepEqual(done(), [["away", false]]);
});

test("a new reading is shown before the responses, and is known from then on, also an older one", async () => {
  const { match, done, read } = followed();
  match.respond([FIRST]);
  await read({ kind: "new", tag: "t", match: MATCH });
  assert.deepEqual(done().slice(1), [["show", MATCH], ["receive", [FIRST]], ["away", false]]);
  assert.equal(match.version, 8);
  await match.read(async (tag) => ({ kind: "new", tag: `${tag}u`, match: { ...MATCH, version: 3 } }));
  assert.equal(match.version, 3);
  await match.read(async (tag) => {
    assert.equal(tag, "tu");
    return KNOWN;
  });
});

test("a refused reading ends the following with its reason, and hands over the responses", async () => {
  const { match, done, read } = followed();
  match.respond([FIRST]);
  await read({ kind: "refused", why: "No." });
  assert.deepEqual(done().slice(1), [["end", "No."], ["receive", [FIRST]], ["away", false]]);
});

test("a reading that does not reach the server keeps the responses and tells it until the next one", async () => {
  const { match, done, read } = followed();
  match.respond([FIRST]);
  await read(LOST);
  assert.deepEqual([match.answered, done().slice(1)], [[FIRST], [["away", true]]]);
  await read();
  assert.deepEqual(done(), [["receive", [FIRST]], ["away", false]]);
});

test("a connection sends what waits and reads; one that is lost reads once", () => {
  const { match, done } = followed();
  match.connect(true);
  assert.deepEqual(done(), [["retry"], ["load"]]);
  match.connect(false);
  assert.deepEqual(done(), [["away", true], ["load"]]);
  match.connect(false);
  assert.deepEqual(done(), [["away", true]]);
});

test("nothing is shown once the reader has left", async () => {
  const { match, done, read } = followed();
  await read({ kind: "new", tag: "t", match: MATCH }, () => { match.hasLeft = true; });
  assert.deepEqual([match.version, done()], [7, []]);
});

test("the revision changes with the forks and the rights, and the match read stays as it is", () => {
  const revision = (more) => withRights({ ...MATCH, ...more }).revision;
  assert.equal(revision({ writes: true }), revision({ writes: true }));
  const all = [{}, { forks: [["m", null]] }, { writes: true }, { keeps: true }, { revision: "s" }].map(revision);
  assert.equal(new Set(all).size, 5);
  assert.deepEqual([withRights(MATCH).version, MATCH.revision], [8, "r"]);
});
