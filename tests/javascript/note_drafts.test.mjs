import assert from "node:assert/strict";
import { test } from "node:test";

import { NoteDrafts, isOfNotes } from "../../viewer/components/replay/note_drafts.js";

const EMPTY = { note: null, about: 4, text: "", glyph: null, bookmark: false, marks: [] };
const NOTE = { id: "n", about: 9, text: "hm", html: "<p>hm</p>", glyph: "?", bookmark: false, author: "Anna", marks: [["a", null]] };
const DRAFT = { note: "n", about: 9, text: "hm", glyph: "?", bookmark: false, marks: [["a", null]] };

/** Drafts of Anna after these steps, and what they ask for. */
function draftsAfter(...steps) {
  const done = [], page = { notes: [], waits: false };
  const drafts = new NoteDrafts({
    sign: () => done.push("sign"), send: (body) => done.push(body), write: (text) => done.push(["write", text]), rest: () => done.push("rest"),
    author: () => "Anna", isWaiting: () => page.waits, notesAbout: () => page.notes,
  });
  for (const step of steps) step(drafts);
  return { drafts, page, done: () => done.splice(0), get draft() { return drafts.draft; } };
}
const see = (version = 4) => (drafts) => drafts.see(version);
const type = (text) => ({ draft }) => { draft.text = text; };
const judge = (glyph) => (drafts) => drafts.judge(glyph);
const bookmark = (drafts) => drafts.bookmark();
const mark = (at, to = null) => (drafts) => drafts.mark(at, to);
const edit = (note = NOTE) => (drafts) => drafts.edit(note);
const receive = (...exchanges) => (drafts) => drafts.receive(exchanges);
const draftAfter = (...steps) => draftsAfter(see(), ...steps).draft;
/** What is sent of a quick note beside these notes. */
function sent(quick, ...notes) {
  const { drafts, page, done } = draftsAfter();
  page.notes = notes;
  drafts.quick({ about: 4, ...quick });
  return done()[0];
}

test("an empty draft follows the reader, one with content or of a note stays at its event", () => {
  assert.deepEqual(draftAfter(), EMPTY);
  assert.equal(draftAfter(see(9)).about, 9);
  for (const step of [type("x"), judge("!"), bookmark, mark("a")]) assert.equal(draftAfter(step, see(9)).about, 4);
  assert.equal(draftAfter(type("  "), see(9)).about, 9);
  assert.equal(draftAfter(edit({ ...NOTE, text: "", glyph: null, marks: [] }), see(5)).about, 9);
});

test("glyph, bookmark and marks are taken back by the same choice", () => {
  assert.equal(draftAfter(judge("!")).glyph, "!");
  assert.equal(draftAfter(judge("!"), judge("?")).glyph, "?");
  assert.equal(draftAfter(judge("!"), judge("!")).glyph, null);
  assert.equal(draftAfter(bookmark).bookmark, true);
  assert.equal(draftAfter(bookmark, bookmark).bookmark, false);
  const all = [mark("a"), mark("a", "b"), mark("c", "b")];
  assert.deepEqual(draftAfter(...all).marks, [["a", null], ["a", "b"], ["c", "b"]]);
  assert.deepEqual(draftAfter(...all, mark("a", "b")).marks, [["a", null], ["c", "b"]]);
});

test("a note is sent with its text trimmed and signed, and the editor is empty again", () => {
  const { drafts, done } = draftsAfter(see(), mark("a", "b"));
  drafts.submit(" hm ");
  const body = { note: null, about: 4, text: "hm", glyph: null, bookmark: false, marks: [{ at: "a", to: "b" }] };
  assert.deepEqual(done(), ["sign", body, ["write", ""], "rest"]);
  assert.deepEqual(drafts.draft, { ...EMPTY, about: null });
  drafts.submit(" ");
  assert.deepEqual(done(), []);
});

test("a note is changed under its id until it is cancelled", () => {
  const { drafts, done } = draftsAfter(edit());
  assert.deepEqual([drafts.draft, done()], [DRAFT, [["write", "hm"]]]);
  drafts.submit("hm");
  assert.equal(done()[1].note, "n");
  drafts.edit(NOTE);
  drafts.cancel();
  assert.deepEqual([drafts.draft, done().slice(1)], [{ ...EMPTY, about: null }, [["write", ""], "rest"]]);
});

const REFUSED = { about: 4, text: "lost", note: null };

test("a refused note comes back to a free editor, others one after the other", () => {
  const marked = { about: 5, marks: [{ at: "a", to: null }] };
  const { drafts, done } = draftsAfter(receive([REFUSED, { kind: "refused" }], [marked, { kind: "moved" }]));
  assert.deepEqual([drafts.draft, done()], [{ ...EMPTY, text: "lost" }, [["write", "lost"], "rest"]]);
  drafts.submit("x");
  assert.deepEqual(drafts.draft, { ...EMPTY, about: 5, marks: [["a", null]] });
});

test("nothing comes back of what is done, of moves, of mere signs, or into an editor in use", () => {
  for (const [request, kind] of [[REFUSED, "done"], [{ line: "A: x", text: "no note" }, "refused"], [{ about: 4, glyph: "!" }, "refused"]]) {
    const { draft, done } = draftsAfter(receive([request, { kind }]));
    assert.deepEqual([draft.text, done()], ["", []]);
  }
  assert.equal(draftsAfter(receive([{ about: 4, text: "lost" }, { kind: "refused" }])).draft.note, null);
  const { drafts, done } = draftsAfter(type("x"), receive([REFUSED, { kind: "refused" }]));
  assert.deepEqual([drafts.draft.text, done()], ["x", []]);
  drafts.cancel();
  assert.equal(drafts.draft.text, "lost");
  const bare = { ...NOTE, text: "", glyph: null, marks: [] };
  assert.equal(draftsAfter(edit(bare), receive([REFUSED, { kind: "refused" }])).draft.note, "n");
});

test("a quick note waits for the requests on their way, then is made anew", () => {
  const { drafts, page, done } = draftsAfter();
  page.waits = true;
  for (const quick of [{ about: 4 }, { about: 5, glyph: "!" }]) drafts.quick(quick);
  drafts.cancel();
  assert.deepEqual(done(), [["write", ""], "rest"]);
  drafts.receive([]);
  assert.deepEqual(done(), []);
  page.waits = false;
  drafts.receive([[REFUSED, { kind: "refused" }]]);
  assert.deepEqual(done().map((one) => one.about ?? one[0]), ["write", "r", 4, 5]);
});

test("a bookmark is a note of its own, or the reader's note that has one loses it", () => {
  assert.deepEqual(sent({}), { note: null, about: 4, text: "", glyph: null, bookmark: true, marks: [] });
  const marked = { ...NOTE, bookmark: true };
  assert.deepEqual(sent({ about: 9 }, NOTE, marked), { note: "n", about: 9, text: "hm", glyph: "?", bookmark: false, marks: [{ at: "a", to: null }] });
  assert.equal(sent({}, { ...marked, author: "Ben" }).note, null);
});

test("a judgment changes the reader's note with a text or another judgment, and the same one is taken back", () => {
  const judged = (note, glyph = "!") => sent({ glyph }, note);
  assert.deepEqual([judged(NOTE).note, judged(NOTE).glyph], ["n", "!"]);
  assert.equal(judged({ ...NOTE, glyph: null }).note, "n");
  assert.equal(judged({ ...NOTE, text: "" }).note, "n");
  assert.equal(judged({ ...NOTE, glyph: null, text: "" }).note, null);
  assert.deepEqual([judged(NOTE, "?").note, judged(NOTE, "?").glyph], ["n", null]);
});

test("a note with nothing left is withdrawn", () => {
  const bare = { ...NOTE, text: "", marks: [] };
  const takenBack = (note) => sent({ glyph: "?" }, note);
  assert.deepEqual(takenBack(bare), { about: 4, note: "n", withdrawn: true });
  for (const rest of [{ text: "hm" }, { bookmark: true }, { marks: [["a", null]] }]) {
    assert.equal(takenBack({ ...bare, ...rest }).withdrawn, undefined);
  }
  const pinned = { ...bare, bookmark: true };
  assert.equal(sent({}, pinned).glyph, "?");
});

test("the marks of a note being changed are those of the draft", () => {
  const notes = [NOTE, { ...NOTE, id: "o", marks: [["b", "c"]] }];
  const { drafts, page } = draftsAfter(edit({ ...NOTE, marks: [["d", null]] }));
  page.notes = notes;
  assert.deepEqual(drafts.marksAt(9), [["b", "c"], ["d", null]]);
  assert.deepEqual(drafts.marksAt(4), [["b", "c"]]);
});

test("requests of notes name the event they are about", () => {
  assert.ok(isOfNotes({ about: null }));
  assert.ok(!isOfNotes({ line: "A: x" }));
});
