import assert from "node:assert/strict";
import { test } from "node:test";

import { initialReview, mistakeAt, nextReview, winsAfter } from "../../viewer/components/replay/review_state.js";

const REVIEW = { effort: "normal", wins: [[3, [0.4, 0.6]]], mistakes: [{ at: 3, grade: "blunder" }] };
const asking = (asked, effort, ms = 0) => ({ kind: "ask", question: { asked, effort }, ms });
const answered = (asked, answer, about = 7) => ({ kind: "answered", question: { asked, effort: null }, about, answer });
const lead = (state, ...messages) => messages.reduce(([before], message) => nextReview(before, message), [state, []]);
const opened = () => lead(initialReview(), { kind: "opened", version: 7 })[0];

test("at first nothing is known, under way or offered", () => {
  const { now, progress, problem, isOffered } = initialReview();
  assert.deepEqual({ now, progress, problem, isOffered }, { now: null, progress: null, problem: "", isOffered: false });
});

test("opening the review asks for it once for each version of the match, with the effort of the one shown", () => {
  const [first, effects] = lead(initialReview(), { kind: "opened", version: 7 });
  assert.deepEqual(effects, [asking(1, null)]);
  const [known] = lead(first, answered(1, REVIEW));
  assert.deepEqual(lead(known, { kind: "opened", version: 7 }), [known, []]);
  assert.deepEqual(lead(known, { kind: "opened", version: 8 })[1], [asking(2, "normal")]);
});

test("a review under way is asked for again until it is there, and shown each time", () => {
  const [running, effects] = lead(opened(), answered(1, { done: 2, all: 9 }));
  assert.deepEqual(running.progress, { done: 2, all: 9 });
  assert.deepEqual(effects, [{ ...asking(1, null, 1000) }, { kind: "show" }]);
  const [known, last] = lead(running, answered(1, REVIEW));
  assert.deepEqual([known.progress, known.now, known.version, last], [null, REVIEW, 7, [{ kind: "show" }]]);
});

test("an older review stays while a deeper one is computed or offered", () => {
  const [known] = lead(opened(), answered(1, REVIEW));
  const [deeper, effects] = lead(known, { kind: "asked", effort: "deep" });
  assert.deepEqual(effects, [asking(2, "deep")]);
  const [running] = lead(deeper, answered(2, { done: 0, all: 9 }, 8));
  assert.deepEqual([running.now, running.version], [REVIEW, 7]);
});

test("answers to an earlier question change nothing", () => {
  const [later] = lead(opened(), { kind: "asked", effort: "deep" });
  for (const message of [answered(1, REVIEW), { kind: "lost", question: { asked: 1 } }, { kind: "refused", question: { asked: 1 } }]) {
    assert.deepEqual(lead(later, message), [later, []]);
  }
  const [left, effects] = lead(opened(), answered(1, { done: 0, all: 9 }), { kind: "left" });
  assert.deepEqual([left.progress, effects], [null, [{ kind: "stop" }]]);
  assert.deepEqual(lead(left, answered(1, REVIEW)), [left, []]);
  assert.equal(lead(opened(), answered(1, REVIEW), { kind: "left" })[0].now, REVIEW);
});

test("a question that was lost is asked again and shows nothing", () => {
  const question = { asked: 1, effort: null };
  assert.deepEqual(lead(opened(), { kind: "lost", question })[1], [{ kind: "ask", question, ms: 1000 }]);
});

test("a refusal is a sentence; after a time that the server names it is asked again, else offered", () => {
  const refusal = { kind: "refused", question: { asked: 1, effort: null }, problem: "Too many.", seconds: 4 };
  const [waiting, effects] = lead(opened(), refusal);
  assert.deepEqual([waiting.problem, waiting.isOffered, effects], ["Too many.", false, [asking(1, null, 4000), { kind: "show" }]]);
  const [ended, last] = lead(opened(), answered(1, { done: 1, all: 2 }), { ...refusal, seconds: 0 });
  assert.deepEqual([ended.problem, ended.progress, ended.isOffered, last], ["Too many.", null, true, [{ kind: "show" }]]);
  const [known] = lead(opened(), answered(1, REVIEW), { ...refusal, seconds: 0 });
  assert.equal(known.isOffered, false);
});

test("the reader is told why there is no review, or has to ask for it", () => {
  const [none] = lead(opened(), answered(1, { why_not: "A score sheet." }));
  assert.deepEqual([none.problem, none.isOffered, none.now], ["A score sheet.", false, null]);
  const [offered] = lead(none, answered(1, { offered: true }));
  assert.deepEqual([offered.problem, offered.isOffered], ["", true]);
  assert.equal(lead(offered, { kind: "asked", effort: null })[0].isOffered, false);
});

test("chances and mistakes belong to the move, not to the final scoring with its version", () => {
  const [known] = lead(opened(), answered(1, REVIEW));
  assert.deepEqual([winsAfter(known, 3, 2), winsAfter(known, 4, 2)], [[0.4, 0.6], [null, null]]);
  assert.equal(mistakeAt(known, { at: 3, scoring: null }), REVIEW.mistakes[0]);
  assert.equal(mistakeAt(known, { at: 3, scoring: "final" }), undefined);
  assert.equal(mistakeAt(initialReview(), { at: 3, scoring: null }), undefined);
});
