import assert from "node:assert/strict";
import { test } from "node:test";

import { hasContent, initialEditor, isOfNotes, nextEditor, shownMarks } from "../../viewer/components/replay/editor_state.js";

const EMPTY = { note: null, about: 4, text: "", glyph: null, bookmark: false, marks: [] };
const NOTE = { id: "n", about: 9, text: "hm", html: "<p>hm</p>", glyph: "?", bookmark: false, author: "Anna", marks: [["a", null]] };
const DRAFT = { note: "n", about: 9, text: "hm", glyph: "?", bookmark: false, marks: [["a", null]] };
const after = (state, ...messages) => messages.reduce(([before], message) => nextEditor(before, message), [state, []]);
const seen = (version = 4) => ({ kind: "seen", version });
const typed = (text) => ({ kind: "typed", text });
const draftAfter = (...messages) => after(initialEditor(), seen(), ...messages)[0].draft;
const quick = (note, more = {}) => ({ kind: "quick", quick: { about: 4, ...note }, isWaiting: false, notes: [], author: "Anna", ...more });
const sent = (state, message) => after(state, message)[1];

test("an empty draft follows the reader, one with content or of a note stays at its event", () => {
  assert.deepEqual(draftAfter(), EMPTY);
  assert.equal(draftAfter(seen(9)).about, 9);
  for (const message of [typed("x"), { kind: "judged", glyph: "!" }, { kind: "bookmarked" }, { kind: "drawn", at: "a", to: null }]) {
    assert.equal(draftAfter(message, seen(9)).about, 4);
  }
  assert.equal(draftAfter(typed("  "), seen(9)).about, 9);
  const edited = { ...NOTE, text: "", glyph: null, marks: [] };
  assert.equal(draftAfter({ kind: "edited", note: edited }, seen(5)).about, 9);
});

test("glyph, bookmark and marks are taken back by the same choice", () => {
  assert.equal(draftAfter({ kind: "judged", glyph: "!" }).glyph, "!");
  assert.equal(draftAfter({ kind: "judged", glyph: "!" }, { kind: "judged", glyph: "?" }).glyph, "?");
  assert.equal(draftAfter({ kind: "judged", glyph: "!" }, { kind: "judged", glyph: "!" }).glyph, null);
  assert.equal(draftAfter({ kind: "bookmarked" }).bookmark, true);
  assert.equal(draftAfter({ kind: "bookmarked" }, { kind: "bookmarked" }).bookmark, false);
  const [circle, arrow, other] = [{ at: "a", to: null }, { at: "a", to: "b" }, { at: "c", to: "b" }].map((mark) => ({ kind: "drawn", ...mark }));
  assert.deepEqual(draftAfter(circle, arrow, other).marks, [["a", null], ["a", "b"], ["c", "b"]]);
  assert.deepEqual(draftAfter(circle, arrow, other, arrow).marks, [["a", null], ["c", "b"]]);
});

test("a note is sent with its text trimmed and signed, and the editor is empty again", () => {
  const [written] = after(initialEditor(), seen(), { kind: "drawn", at: "a", to: "b" });
  const [state, effects] = after(written, { kind: "submitted", text: " hm " });
  const body = { note: null, about: 4, text: "hm", glyph: null, bookmark: false, marks: [{ at: "a", to: "b" }] };
  assert.deepEqual(effects, [{ kind: "sign" }, { kind: "send", body }, { kind: "write", text: "" }, { kind: "rest" }]);
  assert.deepEqual(state.draft, { ...EMPTY, about: null });
  assert.deepEqual(after(initialEditor(), typed("x"), { kind: "submitted", text: " " })[1], []);
});

test("a note is changed under its id until it is cancelled", () => {
  const [state, effects] = after(initialEditor(), { kind: "edited", note: NOTE });
  assert.deepEqual([state.draft, effects], [DRAFT, [{ kind: "write", text: "hm" }]]);
  assert.equal(after(state, { kind: "submitted", text: "hm" })[1][1].body.note, "n");
  const [cancelled, rest] = after(state, { kind: "cancelled" });
  assert.deepEqual([cancelled.draft, rest], [{ ...EMPTY, about: null }, [{ kind: "write", text: "" }, { kind: "rest" }]]);
});

const REFUSED = { about: 4, text: "lost", note: null };
const received = (...exchanges) => ({ kind: "received", exchanges });

test("a refused note comes back to a free editor, others one after the other", () => {
  const back = { ...EMPTY, text: "lost" };
  const marked = { about: 5, marks: [{ at: "a", to: null }] };
  const [state, effects] = after(initialEditor(), received([REFUSED, { kind: "refused" }], [marked, { kind: "moved" }]));
  assert.deepEqual([state.draft, state.refused.length, effects], [back, 1, [{ kind: "write", text: "lost" }, { kind: "rest" }]]);
  assert.deepEqual(after(state, { kind: "submitted", text: "x" })[0].draft, { ...EMPTY, about: 5, marks: [["a", null]] });
});

test("nothing comes back of what is done, of moves, of mere signs, or into an editor in use", () => {
  for (const [request, kind] of [[REFUSED, "done"], [{ line: "A: x", text: "no note" }, "refused"], [{ about: 4, glyph: "!" }, "refused"]]) {
    assert.deepEqual(after(initialEditor(), received([request, { kind }])), [initialEditor(), []]);
  }
  const unsigned = after(initialEditor(), received([{ about: 4, text: "lost" }, { kind: "refused" }]))[0].draft;
  assert.equal(unsigned.note, null);
  const [busy] = after(initialEditor(), typed("x"));
  const [state, effects] = after(busy, received([REFUSED, { kind: "refused" }]));
  assert.deepEqual([state.draft.text, state.refused.length, effects], ["x", 1, []]);
  const [editing] = after(initialEditor(), { kind: "edited", note: { ...NOTE, text: "", glyph: null, marks: [] } });
  assert.equal(after(editing, received([REFUSED, { kind: "refused" }]))[0].draft.note, "n");
});

test("a quick note waits for the requests on their way, then is made anew", () => {
  const bookmark = { kind: "bookmark", about: 4 };
  const judgment = { kind: "judge", glyph: "!", about: 5 };
  const [state, effects] = after(initialEditor(), quick(bookmark, { isWaiting: true }), quick(judgment, { isWaiting: true }));
  assert.deepEqual([state.later, effects], [[bookmark, judgment], []]);
  const [free, later] = after(state, received());
  assert.deepEqual([free.later, later], [[], [{ kind: "quick", quick: bookmark }, { kind: "quick", quick: judgment }]]);
  const [, both] = after(state, received([REFUSED, { kind: "refused" }]));
  assert.deepEqual(after(state, { kind: "cancelled" })[0].later, [bookmark, judgment]);
  assert.deepEqual(both.map(({ kind }) => kind), ["write", "rest", "quick", "quick"]);
});

test("a bookmark is a note of its own, or the reader's note that has one loses it", () => {
  const [effect] = sent(initialEditor(), quick({ kind: "bookmark" }));
  assert.deepEqual(effect, { kind: "send", body: { note: null, about: 4, text: "", glyph: null, bookmark: true, marks: [] } });
  const marked = { ...NOTE, bookmark: true };
  const [changed] = sent(initialEditor(), quick({ kind: "bookmark", about: 9 }, { notes: [NOTE, marked] }));
  assert.deepEqual(changed.body, { note: "n", about: 9, text: "hm", glyph: "?", bookmark: false, marks: [{ at: "a", to: null }] });
  const [other] = sent(initialEditor(), quick({ kind: "bookmark" }, { notes: [{ ...marked, author: "Ben" }] }));
  assert.equal(other.body.note, null);
});

test("a judgment changes the reader's note with a text or another judgment, and the same one is taken back", () => {
  const judged = (note, glyph = "!") => sent(initialEditor(), quick({ kind: "judge", glyph }, { notes: [note] }))[0].body;
  assert.deepEqual([judged(NOTE).note, judged(NOTE).glyph], ["n", "!"]);
  assert.equal(judged({ ...NOTE, glyph: null }).note, "n");
  assert.equal(judged({ ...NOTE, text: "" }).note, "n");
  assert.equal(judged({ ...NOTE, glyph: null, text: "" }).note, null);
  assert.deepEqual([judged(NOTE, "?").note, judged(NOTE, "?").glyph], ["n", null]);
});

test("a note with nothing left is withdrawn", () => {
  const bare = { ...NOTE, text: "", marks: [] };
  const takenBack = (note) => sent(initialEditor(), quick({ kind: "judge", glyph: "?" }, { notes: [note] }))[0].body;
  assert.deepEqual(takenBack(bare), { about: 4, note: "n", withdrawn: true });
  for (const rest of [{ text: "hm" }, { bookmark: true }, { marks: [["a", null]] }]) {
    assert.equal(takenBack({ ...bare, ...rest }).withdrawn, undefined);
  }
  const pinned = { ...bare, bookmark: true };
  assert.equal(sent(initialEditor(), quick({ kind: "bookmark" }, { notes: [pinned] }))[0].body.glyph, "?");
});

test("the marks of a note being changed are those of the draft", () => {
  const notes = [NOTE, { ...NOTE, id: "o", marks: [["b", "c"]] }];
  const draft = { ...DRAFT, marks: [["d", null]] };
  assert.deepEqual(shownMarks(draft, 9, notes), [["b", "c"], ["d", null]]);
  assert.deepEqual(shownMarks(draft, 4, notes), [["b", "c"]]);
});

test("requests of notes name the event they are about", () => {
  assert.ok(isOfNotes({ about: null }));
  assert.ok(!isOfNotes({ line: "A: x" }));
  assert.ok(!hasContent(EMPTY));
});
