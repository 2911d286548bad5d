import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { test } from "node:test";

import { makeReviewStore } from "../../viewer/components/replay/review_store.js";

const REVIEW = { effort: "normal", wins: [[3, [0.4, 0.6]]], mistakes: [{ at: 3, grade: "blunder" }] };
const RUNNING = { done: 2, all: 9 };
const STEPS = [{ at: 3, scoring: null }, { at: 4, scoring: null }];
const refusal = (seconds) => new Response('{"detail": "Too many."}', { status: 429, headers: seconds ? { "Retry-After": seconds } : {} });

/** The store over a server that gives these answers, one after the other, and what it was asked for; null is not reached. */
function storeOf(context, ...answers) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const data = { version: 7, steps: STEPS, names: ["Ana", "Ben"] }, asked = [];
  let shown = -1, choose = () => {};
  const answer = (next) => (next instanceof Response ? next : new Response(JSON.stringify(next)));
  const review = async (effort) => {
    asked.push(effort);
    const next = answers.shift();
    if (next === null) throw new Error("not reached");
    return answer(await next);
  };
  const store = makeReviewStore(data, { onChange: (watcher) => { choose = watcher; } }, { review });
  store.watch(() => { shown += 1; });
  return {
    store, data, asked, state: store.state, shown: () => shown,
    choose: (mode) => { choose(mode); return setImmediate(); },
    after: (ms) => { context.mock.timers.tick(ms); return setImmediate(); },
  };
}

test("opening the review asks for it once for each version of the match, with the effort of the one shown", async (context) => {
  const { state, data, asked, choose } = storeOf(context, REVIEW, REVIEW);
  assert.deepEqual(state, { now: null, progress: null, problem: "", isOffered: false });
  for (const mode of ["review", "watch", "review"]) await choose(mode);
  assert.deepEqual([asked, state.now], [[null], REVIEW]);
  data.version = 8;
  await choose("review");
  assert.deepEqual(asked, [null, "normal"]);
});

test("a review under way, or one not reached, is asked for again until it is there", async (context) => {
  const { state, asked, choose, after, shown } = storeOf(context, null, RUNNING, REVIEW);
  await choose("review");
  assert.deepEqual([state.progress, shown()], [null, 0]);
  await after(1000);
  assert.deepEqual([state.progress, shown()], [RUNNING, 1]);
  await after(1000);
  assert.deepEqual([state.progress, state.now, shown(), asked.length], [null, REVIEW, 2, 3]);
});

test("an older review stays while a deeper one is computed or offered", async (context) => {
  const { store, state, asked, choose, after } = storeOf(context, REVIEW, RUNNING, refusal(0));
  await choose("review");
  store.ask("deep");
  await after(0);
  assert.deepEqual([asked, state.now, state.progress], [[null, "deep"], REVIEW, RUNNING]);
  await after(1000);
  assert.deepEqual([state.now, state.isOffered, state.problem], [REVIEW, false, "Too many."]);
});

test("answers to an earlier question change nothing, nor those after the mode was left", async (context) => {
  let finish = () => {};
  const late = new Promise((resolve) => { finish = () => resolve(REVIEW); });
  const { store, state, choose, after, asked } = storeOf(context, late, RUNNING);
  await choose("review");
  store.ask("deep");
  finish();
  await after(0);
  assert.deepEqual([state.now, state.progress], [null, RUNNING]);
  await choose("watch");
  await after(5000);
  assert.deepEqual([state.progress, asked.length], [null, 2]);
});

test("a refusal is a sentence; after a time that the server names it is asked again, else offered", async (context) => {
  const { state, asked, choose, after } = storeOf(context, refusal(4), refusal(0));
  await choose("review");
  assert.deepEqual([state.problem, state.isOffered], ["Too many.", false]);
  await after(3999);
  assert.equal(asked.length, 1);
  await after(1);
  assert.deepEqual([asked.length, state.problem, state.progress, state.isOffered], [2, "Too many.", null, true]);
});

test("the reader is told why there is no review, or has to ask for it", async (context) => {
  const { store, state, choose, after } = storeOf(context, { why_not: "A score sheet." }, { offered: true }, RUNNING);
  await choose("review");
  assert.deepEqual([state.problem, state.isOffered, state.now], ["A score sheet.", false, null]);
  store.ask(null);
  await after(0);
  assert.deepEqual([state.problem, state.isOffered], ["", true]);
  store.ask(null);
  assert.equal(state.isOffered, false);
});

test("chances and mistakes belong to the move, not to the final scoring with its version", async (context) => {
  const { store, choose } = storeOf(context, REVIEW);
  assert.equal(store.mistakeOf(STEPS[0]), undefined);
  await choose("review");
  assert.deepEqual([store.winsAt(0), store.winsAt(1)], [[0.4, 0.6], [null, null]]);
  assert.deepEqual(store.mistakeOf(STEPS[0]), REVIEW.mistakes[0]);
  assert.equal(store.mistakeOf({ at: 3, scoring: "final" }), undefined);
});
