import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { test } from "node:test";

import { TrialMoves } from "../../viewer/components/replay/trial_moves.js";

const MATCH = { match: "m", version: 9, revision: "r", steps: [{ at: 1 }, { at: 4 }, { at: 9 }] };
const LINE = { base: 9, since: 4, events: [{}] };
const LONGER = { base: 9, since: 4, events: [{}, {}] };
const MOVE = { line: "A: 1 blue > 1" };
const answerOf = (line, to) => ({ line, to, live_record: { version: to }, steps: [{ at: to }], rounds: [], lead_changes: [], result: "", is_open: true });

/** Trial moves whose questions wait for `answer`, `refuse` or `lose`, which take the oldest or the one at a place. */
function trialOf(line = null) {
  const done = [], bodies = [], waiting = [];
  const told = (kind) => (...values) => { done.push([kind, ...values]); };
  const page = { ...Object.fromEntries(["change", "follow", "go", "keep", "receive", "notice"].map((kind) => [kind, told(kind)])), at: 4, here: () => page.at };
  page.explore = (body) => {
    bodies.push(body);
    return new Promise((resolve, reject) => { waiting.push({ resolve, reject }); });
  };
  const trial = new TrialMoves(MATCH, page);
  trial.line = line;
  const settle = async (how, value, place = 0) => {
    waiting.splice(place, 1)[0][how](value);
    await setImmediate();
  };
  return {
    trial, page, bodies, lose: () => settle("reject", new Error("away")),
    answer: (next, to, place) => settle("resolve", new Response(JSON.stringify(answerOf(next, to))), place),
    refuse: (place) => settle("resolve", new Response('{"detail": "Not now."}', { status: 409 }), place),
    /** What was done since it was last asked. */
    done: () => done.splice(0),
    kinds: () => done.splice(0).map(([kind]) => kind),
  };
}

test("exploring asks for the table at the step shown, leaving it asks nothing and forgets the answer", async () => {
  const { trial, bodies, kinds, answer } = trialOf(LINE);
  trial.turn(true);
  assert.deepEqual(kinds(), ["change", "follow"]);
  assert.deepEqual(bodies, [{ line: LINE, at: 4, entry: null, whole: false, within: [], preview: null }]);
  await answer(LINE, 10);
  kinds();
  trial.turn(false);
  assert.deepEqual([kinds(), trial.answer, trial.line, bodies.length], [["change", "follow"], null, LINE, 1]);
});

test("a line of another version of the match is answered as a whole", async () => {
  const { trial, bodies, answer } = trialOf({ ...LINE, base: 8 });
  trial.turn(true);
  await answer({ ...LINE, base: 8 }, 10);
  assert.deepEqual([bodies[0].whole, trial.answer.isWhole], [true, true]);
});

test("the live record's query is asked with it, until the reader sees and rests at another step", async (context) => {
  const { trial, page, bodies, answer } = trialOf();
  context.mock.timers.enable({ apis: ["setTimeout"] });
  trial.turn(true);
  trial.ask({ within: ["t"], line: "L" });
  assert.deepEqual([bodies[1].within, bodies[1].preview], [["t"], "L"]);
  await answer(null, 4, 1);
  trial.see();
  context.mock.timers.tick(60);
  assert.equal(bodies.length, 2);
  for (page.at of [5, 9]) trial.see();
  context.mock.timers.tick(60);
  assert.deepEqual([bodies.length, bodies[2].at, bodies[2].within], [3, 9, []]);
});

test("an entry is played at its own version or the step shown, without the query", async () => {
  const { trial, bodies, done, lose } = trialOf();
  trial.ask({ within: ["t"], line: "L" });
  await lose();
  trial.enter(MOVE);
  assert.equal(trial.entry, MOVE);
  assert.deepEqual(bodies[1], { line: null, at: 4, entry: { line: MOVE.line }, whole: false, within: [], preview: null });
  await lose();
  assert.deepEqual([trial.entry, done()], [null, [["receive", [[MOVE, { kind: "refused", says: "The server cannot be reached. Try again." }]]]]]);
  for (const entry of [{ ...MOVE, expected_version: 1 }, { drawn: [["blue"]], line: "x" }, { deal: true }]) trial.enter(entry);
  assert.deepEqual(bodies.slice(2).map(({ at, entry }) => [at, entry]), [[1, { line: MOVE.line }], [4, { drawn: [["blue"]] }], [4, { deal: true }]]);
});

test("an answer to an entry becomes the line, and the reader goes to its end while exploring", async () => {
  const { trial, done, answer, kinds } = trialOf();
  trial.turn(true);
  trial.enter(MOVE);
  kinds();
  await answer(LINE, 10, 1);
  assert.deepEqual(done(), [["change"], ["go", 10, 0], ["follow"], ["receive", [[MOVE, { kind: "done", says: "" }]]]]);
  assert.deepEqual([trial.line, trial.isAbout(10), trial.isAbout(4)], [LINE, true, false]);
  trial.enter(MOVE);
  trial.turn(false);
  kinds();
  await answer(LONGER, 11, 1);
  assert.deepEqual([kinds(), trial.line], [["change", "receive"], LONGER]);
});

test("an answer to a question moves nobody, and counts only if nothing was asked or opened since", async () => {
  const { trial, kinds, answer } = trialOf(LINE);
  trial.turn(true);
  trial.ask();
  kinds();
  await answer(LINE, 10);
  assert.deepEqual(kinds(), []);
  await answer(LINE, 10);
  assert.deepEqual(kinds(), ["change", "follow"]);
  trial.ask();
  trial.open(LONGER);
  await answer(LINE, 10);
  assert.deepEqual([kinds(), trial.line], [[], LONGER]);
});

test("an answer to an entry counts although more was asked, but not once the line is discarded", async () => {
  const { trial, answer } = trialOf();
  trial.enter(MOVE);
  trial.ask();
  await answer(LINE, 10);
  assert.deepEqual(trial.line, LINE);
  trial.enter(MOVE);
  trial.discard();
  await answer(LONGER, 11, 1);
  assert.equal(trial.line, null);
});

test("a line that was opened is shown from its first move on", async () => {
  const { trial, done, kinds, answer } = trialOf();
  trial.open(LINE);
  trial.turn(true);
  kinds();
  await answer(LINE, 10);
  assert.deepEqual(done(), [["change"], ["go", 4, 1], ["follow"]]);
  trial.open(LINE);
  trial.ask();
  await answer(null, 9);
  assert.deepEqual(done()[1], ["go", -1, 1]);
});

test("a line that cannot be played any more is told and discarded", async () => {
  const { trial, bodies, done, refuse } = trialOf(LINE);
  trial.turn(true);
  done();
  await refuse();
  assert.deepEqual([done(), trial.line, bodies.length], [[["notice", "Not now."], ["change"]], null, 2]);
});

test("a refused entry, a question without a line or about another one discards nothing", async () => {
  const { trial, kinds, refuse } = trialOf();
  trial.ask();
  await refuse();
  trial.line = LINE;
  trial.enter(MOVE);
  await refuse();
  trial.ask();
  trial.open(LONGER);
  await refuse();
  assert.deepEqual([kinds(), trial.line], [["receive"], LONGER]);
});

test("a newer version of the match is asked for while exploring", () => {
  const { trial, bodies } = trialOf();
  trial.update({ ...MATCH, version: 10 });
  trial.turn(true);
  trial.update({ ...MATCH, version: 11 });
  trial.update({ ...MATCH, version: 11 });
  assert.deepEqual([bodies.length, trial.recorded.version], [2, 11]);
});

test("a kept line is discarded unless it has gone on meanwhile", () => {
  const { trial, done } = trialOf(LINE);
  trial.keep();
  assert.deepEqual(done(), [["keep", LINE]]);
  trial.open(LONGER);
  trial.kept();
  assert.equal(trial.line, LONGER);
  trial.keep();
  trial.kept();
  assert.equal(trial.line, null);
  done();
  trial.keep();
  assert.deepEqual(done(), []);
});

test("the match has the line in it only while it is explored", async () => {
  const { trial, answer } = trialOf(LINE);
  trial.turn(true);
  await answer(LINE, 10);
  assert.deepEqual(trial.shown().steps.map(({ at }) => at), [1, 4, 10]);
  trial.isOn = false;
  assert.equal(trial.shown().explored, undefined);
});
