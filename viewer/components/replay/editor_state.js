// The note editor as a value: the note being written, and what follows from what the reader does and the server says.

export const GLYPHS = ["!!", "!", "!?", "?!", "?", "??"];

/**
 * A bookmark or a judgment by a key, about the event with a version.
 * @typedef {{ kind: "bookmark", about: number } | { kind: "judge", glyph: string, about: number }} QuickNote
 */

/**
 * `refused` are drafts that come back once the editor is free, `later` the quick notes that wait for the requests on
 * their way: only their responses tell which note they change.
 * @typedef {Readonly<{ draft: Draft, refused: readonly Draft[], later: readonly QuickNote[] }>} EditorState
 */

/**
 * What happens: the step with this version is shown; the draft changes, is cancelled or submitted; a note is to be
 * changed; a quick note is made, beside the `notes` about its event; requests have responses.
 * @typedef {{ kind: "seen", version: number }
 *   | { kind: "typed", text: string }
 *   | { kind: "judged", glyph: string }
 *   | { kind: "bookmarked" }
 *   | { kind: "drawn", at: string, to: string | null }
 *   | { kind: "cancelled" }
 *   | { kind: "submitted", text: string }
 *   | { kind: "edited", note: Note }
 *   | { kind: "quick", quick: QuickNote, isWaiting: boolean, notes: Note[], author: string }
 *   | { kind: "received", exchanges: SentExchange[] }} EditorMessage
 */

/**
 * What is to be done: save the reader's name; send a request; write a text into the field; lay the pencil down; make a
 * quick note.
 * @typedef {{ kind: "sign" } | { kind: "send", body: RequestBody } | { kind: "write", text: string } | { kind: "rest" }
 *   | { kind: "quick", quick: QuickNote }} EditorEffect
 */

/** @returns {Draft} */
const emptyDraft = () => ({ note: null, about: null, text: "", glyph: null, bookmark: false, marks: [] });

/** @returns {EditorState} */
export const initialEditor = () => ({ draft: emptyDraft(), refused: [], later: [] });

/**
 * @param {EditorState} state
 * @param {EditorMessage} message
 * @returns {[EditorState, EditorEffect[]]}
 */
export function nextEditor(state, message) {
  const { draft } = state;
  switch (message.kind) {
    case "seen":
      return [isFree(draft) ? withDraft(state, { about: message.version }) : state, []];
    case "typed":
      return [withDraft(state, { text: message.text }), []];
    case "judged":
      return [withDraft(state, { glyph: draft.glyph === message.glyph ? null : message.glyph }), []];
    case "bookmarked":
      return [withDraft(state, { bookmark: !draft.bookmark }), []];
    case "drawn":
      return [withDraft(state, { marks: withMark(draft.marks, message) }), []];
    case "cancelled":
      return clearedDraft(state);
    case "submitted":
      return submittedDraft(withDraft(state, { text: message.text }));
    case "edited":
      return takenDraft(state, draftOf(message.note));
    case "quick":
      return message.isWaiting ? [{ ...state, later: [...state.later, message.quick] }, []] : [state, [quickRequest(message)]];
    case "received":
      return receivedExchanges(state, message.exchanges);
  }
}

/** @param {Draft} draft */
export const hasContent = ({ text, glyph, bookmark, marks }) => text.trim() !== "" || glyph !== null || bookmark || marks.length > 0;

/**
 * The marks to show at a step with these notes: of the note being changed those of the draft.
 * @param {Draft} draft
 * @param {number} version
 * @param {Note[]} notes
 */
export function shownMarks({ note, about, marks }, version, notes) {
  const noted = notes.filter(({ id }) => id !== note).flatMap((each) => each.marks);
  return about === version ? [...noted, ...marks] : noted;
}

/** @param {RequestBody} request */
export const isOfNotes = (request) => "about" in request;

/** @param {Draft} draft */
const isFree = (draft) => !draft.note && !hasContent(draft);

/**
 * @param {EditorState} state
 * @param {Partial<Draft>} change
 * @returns {EditorState}
 */
const withDraft = (state, change) => ({ ...state, draft: { ...state.draft, ...change } });

/**
 * @param {Note["marks"]} marks
 * @param {{ at: string, to: string | null }} mark
 * @returns {Note["marks"]}
 */
function withMark(marks, { at, to }) {
  const others = marks.filter(([one, other]) => one !== at || other !== to);
  return others.length < marks.length ? others : [...marks, [at, to]];
}

/**
 * @param {EditorState} state
 * @param {Draft} draft
 * @returns {[EditorState, EditorEffect[]]}
 */
const takenDraft = (state, draft) => [{ ...state, draft }, [{ kind: "write", text: draft.text }]];

/**
 * @param {EditorState} state
 * @returns {[EditorState, EditorEffect[]]}
 */
function clearedDraft(state) {
  const [draft = emptyDraft(), ...refused] = state.refused;
  const [next, effects] = takenDraft({ ...state, refused }, draft);
  return [next, [...effects, { kind: "rest" }]];
}

/**
 * @param {EditorState} state
 * @returns {[EditorState, EditorEffect[]]}
 */
function submittedDraft(state) {
  if (!hasContent(state.draft)) return [state, []];
  const [next, effects] = clearedDraft(state);
  return [next, [{ kind: "sign" }, { kind: "send", body: bodyOf({ ...state.draft, text: state.draft.text.trim() }) }, ...effects]];
}

/**
 * The text of a refused note is given back.
 * @param {EditorState} state
 * @param {SentExchange[]} exchanges
 * @returns {[EditorState, EditorEffect[]]}
 */
function receivedExchanges(state, exchanges) {
  const lost = exchanges.filter(([request, { kind }]) => isOfNotes(request) && kind !== "done").map(([request]) => draftOfRequest(request));
  const refused = [...state.refused, ...lost.filter(({ text, marks }) => text || marks.length)];
  const later = state.later.map((quick) => /** @type {EditorEffect} */ ({ kind: "quick", quick }));
  const next = { ...state, refused, later: [] };
  if (!refused.length || !isFree(state.draft)) return [next, later];
  const [free, effects] = clearedDraft(next);
  return [free, [...effects, ...later]];
}

/**
 * Changes the reader's note that fits, or writes a new one; a note with nothing left is withdrawn.
 * @param {Extract<EditorMessage, { kind: "quick" }>} message
 * @returns {EditorEffect}
 */
function quickRequest({ quick, notes, author }) {
  const isBookmark = quick.kind === "bookmark";
  const note = notes.find((each) => each.author === author && (isBookmark ? each.bookmark : each.glyph || each.text));
  const before = note ? draftOf(note) : emptyDraft();
  const change = isBookmark ? { bookmark: !note } : { glyph: before.glyph === quick.glyph ? null : quick.glyph };
  const draft = { ...before, ...change, about: quick.about };
  const isEmpty = !draft.text && !draft.glyph && !draft.bookmark && !draft.marks.length;
  const body = isEmpty ? { about: draft.about, note: draft.note, withdrawn: true } : bodyOf(draft);
  return { kind: "send", body };
}

/**
 * @param {Note} note
 * @returns {Draft}
 */
const draftOf = ({ id, about, text, glyph, bookmark, marks }) => ({ note: id, about, text, glyph, bookmark, marks });

/**
 * @param {RequestBody} request
 * @returns {Draft}
 */
function draftOfRequest({ note = null, about = null, text = "", glyph = null, bookmark = false, marks = [] }) {
  return { note, about, text, glyph, bookmark, marks: marks.map(({ at, to }) => [at, to]) };
}

/**
 * @param {Draft} draft
 * @returns {RequestBody}
 */
function bodyOf({ marks, ...draft }) {
  return { ...draft, marks: marks.map(([at, to]) => ({ at, to })) };
}
