// The note editor. What is written goes to the server as a request and comes back as a note; the replay stays where it is.

import { find, findAll, targetOf } from "../lib/elements.js";
import { keep, kept } from "../lib/kept.js";
import { gettext } from "../lib/language.js";
import { makeAnnotations, makePencil } from "./annotations.js";
import { placeInMatch } from "./format.js";
import { REVIEW } from "./modes.js";
import { GLYPHS, NoteDrafts, isOfNotes } from "./note_drafts.js";

const AUTHOR = "partie-author";

/** @param {ReplayParts} parts @param {Sender} outbox */
export function makeEditor({ root, data, cursor, noteStore, modes, boards }, outbox) {
  const form = find(root, ".editor", HTMLFormElement);
  const words = find(form, ".words", HTMLTextAreaElement);
  const annotations = makeAnnotations(root, boards);
  const here = () => data.steps[cursor.at].at;
  const put = (/** @type {RequestBody} */ body) => outbox.put({ author: noteStore.author(), ...body });
  const drafts = new NoteDrafts({
    sign: makeAuthor(form, noteStore), author: () => noteStore.author(), send: put, isWaiting: () => outbox.waiting.some(isOfNotes),
    notesAbout: (version) => noteStore.about(version), write: (text) => { words.value = text; }, rest: () => pencil.rest(),
  });
  const show = () => {
    drafts.see(here());
    showDraft(form, drafts, data.steps.find(({ at }) => at === drafts.draft.about));
    annotations.show(drafts.marksAt(here()));
  };
  /** @param {(drafts: NoteDrafts) => void} make */
  const change = (make) => {
    make(drafts);
    show();
  };
  const isDrawing = () => modes.now === REVIEW && !root.classList.contains("read-only");
  const pencil = makePencil(root, boards, annotations, isDrawing, (at, to) => change(() => drafts.mark(at, to)));
  listenToForm(root, form, words, change);
  listenToTools(root, noteStore, put, (edited) => {
    const at = data.indexOfEvent(edited.about);
    if (at >= 0) cursor.jump(at);
    change(() => drafts.edit(edited));
    words.focus();
  });
  cursor.watch(show);
  noteStore.watch(show);
  return {
    focus() {
      modes.choose("review");
      words.focus();
    },
    bookmark: () => drafts.quick({ about: here() }),
    /** @param {number} place */
    judge: (place) => drafts.quick({ about: here(), glyph: GLYPHS[place] }),
    /** Takes requests with their responses. @param {SentExchange[]} exchanges */
    receive: (exchanges) => change(() => drafts.receive(exchanges)),
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
 * @param {(make: (drafts: NoteDrafts) => void) => void} change
 */
function listenToForm(root, form, words, change) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    change((drafts) => drafts.submit(words.value));
  });
  form.addEventListener("click", (event) => {
    const target = targetOf(event);
    const glyph = /** @type {HTMLElement | null} */ (target.closest("[data-glyph]"))?.dataset.glyph;
    if (glyph) change((drafts) => drafts.judge(glyph));
    else if (target.closest(".bookmark")) change((drafts) => drafts.bookmark());
    else if (target.closest(".cancel")) change((drafts) => drafts.cancel());
  });
  words.addEventListener("input", () => change(({ draft }) => { draft.text = words.value; }));
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
 * @param {NoteDrafts} drafts
 * @param {Step | undefined} about
 */
function showDraft(form, { draft, hasContent }, about) {
  find(form, ".on").textContent = headOf(draft, about);
  for (const button of findAll(form, "[data-glyph]")) {
    button.setAttribute("aria-pressed", String(button.dataset.glyph === draft.glyph));
  }
  find(form, ".bookmark").setAttribute("aria-pressed", String(draft.bookmark));
  find(form, ".keep").setAttribute("aria-disabled", String(!hasContent));
  find(form, ".cancel").hidden = !draft.note && !hasContent;
}

/** @param {Draft} draft @param {Step | undefined} step */
function headOf({ note }, step) {
  if (!step) return note ? gettext("Change the note on an event that no longer counts") : gettext("Note on an event that no longer counts");
  const place = `${placeInMatch(step)} ${step.says}`.trim();
  return note ? gettext("Change the note on {place}", { place }) : gettext("Note on {place}", { place });
}
