// The note editor. What is written goes to the server as a request and comes back as a note; the replay stays where it is.

import { find, findAll, targetOf } from "../lib/elements.js";
import { keep, kept } from "../lib/kept.js";
import { gettext } from "../lib/language.js";
import { makeMachine } from "../lib/machine.js";
import { makeAnnotations, makePencil } from "./annotations.js";
import { GLYPHS, hasContent, initialEditor, isOfNotes, nextEditor, shownMarks } from "./editor_state.js";
import { placeInMatch } from "./format.js";
import { REVIEW } from "./modes.js";

/** @import { EditorEffect, EditorMessage, QuickNote } from "./editor_state.js" */

const AUTHOR = "partie-author";

/**
 * @param {ReplayParts} parts
 * @param {Sender} outbox
 */
export function makeEditor({ root, data, cursor, noteStore, modes, boards }, outbox) {
  const form = find(root, ".editor", HTMLFormElement);
  const words = find(form, ".words", HTMLTextAreaElement);
  const saveName = makeAuthor(form, noteStore);
  const annotations = makeAnnotations(root, boards);
  const here = () => data.steps[cursor.at].at;
  const machine = makeMachine(initialEditor(), nextEditor, (effect) => perform(effect));
  const show = () => {
    machine.send({ kind: "seen", version: here() });
    const { draft } = machine.state;
    showDraft(form, draft, data.steps.find(({ at }) => at === draft.about));
    annotations.show(shownMarks(draft, here(), noteStore.about(here())));
  };
  /** @param {EditorMessage} message */
  const send = (message) => {
    machine.send(message);
    show();
  };
  const isDrawing = () => modes.now === REVIEW && !root.classList.contains("read-only");
  const pencil = makePencil(root, boards, annotations, isDrawing, (at, to) => send({ kind: "drawn", at, to }));
  const put = (/** @type {RequestBody} */ body) => outbox.put({ author: noteStore.author(), ...body });
  /** @param {QuickNote} quick */
  const note = (quick) => {
    const isWaiting = outbox.waiting.some(isOfNotes);
    machine.send({ kind: "quick", quick, isWaiting, notes: noteStore.about(quick.about), author: noteStore.author() });
  };
  /** @param {EditorEffect} effect */
  const perform = (effect) => {
    if (effect.kind === "sign") saveName();
    else if (effect.kind === "send") put(effect.body);
    else if (effect.kind === "write") words.value = effect.text;
    else if (effect.kind === "rest") pencil.rest();
    else note(effect.quick);
  };
  listenToForm(root, form, words, send);
  listenToTools(root, noteStore, put, (edited) => {
    const at = data.indexOfEvent(edited.about);
    if (at >= 0) cursor.jump(at);
    send({ kind: "edited", note: edited });
    words.focus();
  });
  cursor.watch(show);
  noteStore.watch(show);
  return {
    focus() {
      modes.choose("review");
      words.focus();
    },
    bookmark: () => note({ kind: "bookmark", about: here() }),
    /** @param {number} place */
    judge: (place) => note({ kind: "judge", glyph: GLYPHS[place], about: here() }),
    /**
     * Takes requests with their responses.
     * @param {SentExchange[]} exchanges
     */
    receive: (exchanges) => send({ kind: "received", exchanges }),
  };
}

/**
 * The field for the reader's name; the result saves it.
 * @param {HTMLElement} form
 * @param {NoteStore} noteStore
 */
function makeAuthor(form, noteStore) {
  const author = find(form, ".author", HTMLInputElement);
  const save = () => keep(AUTHOR, author.value.trim());
  author.value = kept(AUTHOR) ?? "";
  noteStore.author = () => author.value.trim();
  noteStore.refresh();
  author.addEventListener("change", () => {
    save();
    noteStore.refresh();
  });
  return save;
}

/**
 * @param {HTMLElement} root
 * @param {HTMLFormElement} form
 * @param {HTMLTextAreaElement} words
 * @param {(message: EditorMessage) => void} send
 */
function listenToForm(root, form, words, send) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send({ kind: "submitted", text: words.value });
  });
  form.addEventListener("click", (event) => {
    const target = targetOf(event);
    const glyph = /** @type {HTMLElement | null} */ (target.closest("[data-glyph]"))?.dataset.glyph;
    if (glyph) send({ kind: "judged", glyph });
    else if (target.closest(".bookmark")) send({ kind: "bookmarked" });
    else if (target.closest(".cancel")) send({ kind: "cancelled" });
  });
  words.addEventListener("input", () => send({ kind: "typed", text: words.value }));
  form.addEventListener("keydown", (event) => {
    event.stopPropagation();  // Streamlit's page has keyboard commands and cannot see that this is an input.
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    if (event.key === "Escape") find(root, ".strip").focus();
  });
}

/**
 * The tools of the notes in the list of moves.
 * @param {HTMLElement} root
 * @param {NoteStore} noteStore
 * @param {(body: RequestBody) => void} put
 * @param {(note: Note) => void} edit
 */
function listenToTools(root, noteStore, put, edit) {
  find(root, ".moves").addEventListener("click", (event) => {
    const target = targetOf(event);
    const tool = /** @type {HTMLElement | null} */ (target.closest("[data-tool]"))?.dataset.tool;
    const id = /** @type {HTMLElement | null} */ (target.closest(".note"))?.dataset.note;
    const note = tool ? noteStore.all.find((each) => each.id === id) : undefined;
    if (!note) return;
    if (tool === "withdraw") put({ about: note.about, note: note.id, withdrawn: true });
    else edit(note);
  });
}

/**
 * @param {HTMLElement} form
 * @param {Draft} draft
 * @param {Step | undefined} about
 */
function showDraft(form, draft, about) {
  find(form, ".on").textContent = headOf(draft, about);
  for (const button of findAll(form, "[data-glyph]")) {
    button.setAttribute("aria-pressed", String(button.dataset.glyph === draft.glyph));
  }
  find(form, ".bookmark").setAttribute("aria-pressed", String(draft.bookmark));
  find(form, ".keep").setAttribute("aria-disabled", String(!hasContent(draft)));
  find(form, ".cancel").hidden = !draft.note && !hasContent(draft);
}

/**
 * @param {Draft} draft
 * @param {Step | undefined} step
 */
function headOf({ note }, step) {
  if (!step) return note ? gettext("Change the note on an event that no longer counts") : gettext("Note on an event that no longer counts");
  const place = `${placeInMatch(step)} ${step.says}`.trim();
  return note ? gettext("Change the note on {place}", { place }) : gettext("Note on {place}", { place });
}
