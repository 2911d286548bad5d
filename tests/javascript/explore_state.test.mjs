import assert from "node:assert/strict";
import { test } from "node:test";

import { exploredMatch, initialExplore, isAbout, nextExplore } from "../../viewer/components/replay/explore_state.js";

const MATCH = { version: 9, revision: "r", steps: [{ at: 1 }, { at: 4 }, { at: 9 }] };
const LINE = { base: 9, since: 4, events: [{}] };
const LONGER = { base: 9, since: 4, events: [{}, {}] };
const MOVE = { line: "A: 1 blue > 1" };
const answerOf = (line, to) => ({ line, to, live_record: { version: to }, steps: [{ at: to }], rounds: [], lead_changes: [], result: "", is_open: true });

/** The state after these messages, and the effects of the last one; a function makes a message of the last question. */
function after(state, ...messages) {
  let effects = [];
  let question = null;
  for (const message of messages) {
    [state, effects] = nextExplore(state, typeof message === "function" ? message(question) : message);
    question = effects.find(({ kind }) => kind === "send")?.question ?? question;
  }
  return { state, effects, question, kinds: effects.map(({ kind }) => kind) };
}
const on = { kind: "switched", isOn: true };
const asked = (version = 4) => ({ kind: "asked", version });
const entered = (version = 4, entry = MOVE) => ({ kind: "entered", entry, version });
const answered = (line, to) => (question) => ({ kind: "answered", question, answer: answerOf(line, to) });
const refused = (question) => ({ kind: "refused", question, why: "Not now." });
const start = (line = null) => initialExplore(MATCH, line);

test("nothing is explored, asked or on its way at first", () => {
  assert.deepEqual(start(LINE), {
    recorded: MATCH, isOn: false, line: LINE, answer: null, query: { within: [], line: null }, entry: null, asked: 0, discarded: 0,
    keeping: null, isOpening: false,
  });
});

test("exploring asks for the table at the step shown, leaving it asks nothing and forgets the answer", () => {
  const opened = after(start(LINE), on);
  assert.deepEqual(opened.kinds, ["change", "follow", "ask"]);
  const { question } = after(opened.state, asked());
  assert.deepEqual(question.body, { line: LINE, at: 4, entry: null, whole: false, within: [], preview: null });
  const left = after(opened.state, asked(), answered(LINE, 10), { kind: "switched", isOn: false });
  assert.deepEqual([left.kinds, left.state.answer, left.state.line], [["change", "follow"], null, LINE]);
});

test("a line of another version of the match is answered as a whole", () => {
  const { state, question } = after(start({ ...LINE, base: 8 }), on, asked(), answered({ ...LINE, base: 8 }, 10));
  assert.deepEqual([question.body.whole, state.answer.isWhole], [true, true]);
  assert.equal(after(start(), on, asked()).question.body.whole, false);
});

test("the live record's query is asked with it, until the reader sees another step", () => {
  const query = { within: ["t"], line: "L" };
  const { state, question } = after(start(), on, { kind: "queried", query, version: 4 });
  assert.deepEqual([question.body.within, question.body.preview], [["t"], "L"]);
  const there = after(state, (last) => ({ kind: "answered", question: last ?? question, answer: answerOf(null, 4) }), { kind: "seen", version: 4 });
  assert.deepEqual([there.kinds, there.state.query], [[], query]);
  const away = after(there.state, { kind: "seen", version: 9 });
  assert.deepEqual([away.kinds, away.state], [["rest"], { ...there.state, query: { within: [], line: null } }]);
});

test("an entry is played at its own version or the step shown, without the query", () => {
  const { state } = after(start(), on, { kind: "queried", query: { within: ["t"], line: "L" }, version: 4 });
  const { state: entering, question } = after(state, entered());
  assert.equal(entering.entry, MOVE);
  assert.deepEqual(question.body, { line: null, at: 4, entry: { line: MOVE.line }, whole: false, within: [], preview: null });
  assert.equal(after(state, entered(4, { ...MOVE, expected_version: 1 })).question.body.at, 1);
  assert.deepEqual(after(state, entered(4, { drawn: [["blue"]], line: "x" })).question.body.entry, { drawn: [["blue"]] });
  assert.deepEqual(after(state, entered(4, { deal: true })).question.body.entry, { deal: true });
  assert.deepEqual(after(entering, { kind: "settled" }).state, { ...entering, entry: null });
});

test("an answer to an entry becomes the line, and the reader goes to its end while exploring", () => {
  const played = after(start(), on, entered(), answered(LINE, 10));
  assert.deepEqual(played.effects, [
    { kind: "save", line: LINE }, { kind: "change" }, { kind: "go", version: 10, steps: 0 }, { kind: "follow" },
  ]);
  assert.equal(played.state.line, LINE);
  assert.ok(isAbout(played.state, 10));
  assert.ok(!isAbout(played.state, 4));
  const away = after(start(), on, entered(), { kind: "switched", isOn: false });
  const question = after(start(), on, entered()).question;
  assert.deepEqual(after(away.state, { kind: "answered", question, answer: answerOf(LINE, 10) }).kinds, ["save", "change"]);
});

test("an answer to a question moves nobody, and counts only if nothing was asked since", () => {
  const { state, question } = after(start(LINE), on, asked());
  const late = (last) => ({ kind: "answered", question: last, answer: answerOf(LINE, 10) });
  assert.deepEqual(after(state, late(question)).kinds, ["save", "change", "follow"]);
  assert.deepEqual(after(state, asked(9), late(question)).kinds, []);
  const longer = after(state, { kind: "opened", line: LONGER }).state;
  assert.deepEqual(after(longer, late(question)), { state: longer, effects: [], question: null, kinds: [] });
});

test("an answer to an entry counts although more was asked, but not once the line is discarded", () => {
  const { state, question } = after(start(), on, entered());
  const late = () => ({ kind: "answered", question, answer: answerOf(LINE, 10) });
  assert.equal(after(state, asked(9), late()).state.line, LINE);
  assert.equal(after(state, { kind: "discarded" }, late()).state.line, null);
});

test("a line that was opened is shown from its first move on", () => {
  const opened = after(start(), { kind: "opened", line: LINE });
  assert.deepEqual(opened.effects, [{ kind: "save", line: LINE }]);
  const shown = after(opened.state, on, asked(), answered(LINE, 10));
  assert.deepEqual(shown.effects[2], { kind: "go", version: 4, steps: 1 });
  assert.deepEqual(after(shown.state, asked(), answered(LINE, 10)).kinds, ["save", "change", "follow"]);
  const gone = after(opened.state, on, asked(), answered(null, 9));
  assert.deepEqual(gone.effects[2], { kind: "go", version: -1, steps: 1 });
});

test("a line that cannot be played any more is told and discarded", () => {
  const { state, effects } = after(start(LINE), on, asked(), refused);
  assert.deepEqual(effects, [{ kind: "tell", why: "Not now." }, { kind: "save", line: null }, { kind: "change" }, { kind: "ask" }]);
  assert.deepEqual(state, { ...after(start(LINE), on, asked()).state, line: null, discarded: 1 });
});

test("a refused entry, a question without a line or about another one discards nothing", () => {
  assert.deepEqual(after(start(LINE), on, entered(), refused).kinds, []);
  assert.deepEqual(after(start(), on, asked(), refused).kinds, []);
  const { question } = after(start(LINE), on, asked());
  assert.equal(after(start(LONGER), on, () => refused(question)).state.line, LONGER);
});

test("a newer version of the match is asked for while exploring", () => {
  const newer = { ...MATCH, version: 10 };
  const { state, kinds } = after(start(), on, { kind: "recorded", match: newer });
  assert.deepEqual([kinds, state], [["ask"], { ...after(start(), on).state, recorded: newer }]);
  assert.deepEqual(after(state, { kind: "recorded", match: { ...newer } }).kinds, []);
  assert.deepEqual(after(start(), { kind: "recorded", match: newer }).kinds, []);
});

test("a kept line is discarded unless it has gone on meanwhile", () => {
  const keeping = after(start(LINE), on, { kind: "keeping" });
  assert.deepEqual([keeping.effects, keeping.state.keeping], [[{ kind: "keep", line: LINE }], LINE]);
  assert.equal(after(keeping.state, { kind: "kept" }).state.line, null);
  assert.equal(after(keeping.state, { kind: "opened", line: LONGER }, { kind: "kept" }).state.line, LONGER);
  assert.equal(after(start(LINE), { kind: "kept" }).state.line, null);
  assert.deepEqual(after(start(), { kind: "keeping" }).effects, []);
  assert.deepEqual(after(start(LINE), { kind: "discarded" }).kinds, ["save", "change"]);
});

test("the match has the line in it only while it is explored", () => {
  const { state } = after(start(LINE), on, asked(), answered(LINE, 10));
  assert.deepEqual(exploredMatch(state).steps.map(({ at }) => at), [1, 4, 10]);
  assert.equal(exploredMatch({ ...state, isOn: false }).explored, undefined);
});
