// The note editor. What is written goes to the server as a request and comes back as a note; the replay stays where it is.

import { find, findAll, targetOf } from "../elements.js";
import { gettext } from "../language.js";
import { makeAnnotations, makePencil } from "./annotations.js";
import { placeInMatch } from "./format.js";
import { REVIEW } from "./modes.js";

export const GLYPHS = ["!!", "!", "!?", "?!", "?", "??"];
const AUTHOR = "partie-author";

/**
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {Cursor} cursor
 * @param {NoteStore} noteStore
 * @param {Modes} modes
 * @param {Boards} boards
 * @param {Sender} outbox
 */
export function makeEditor(root, data, cursor, noteStore, modes, boards, outbox) {
  const form = find(root, ".editor", HTMLFormElement);
  const words = find(form, ".words", HTMLTextAreaElement);
  const author = find(form, ".author", HTMLInputElement);
  const [bookmark, keep, cancel] = ["bookmark", "keep", "cancel"].map((name) => find(form, `.${name}`));
  const annotations = makeAnnotations(root, boards);
  let draft = emptyDraft();
  /** @type {(() => void)[]} */
  const later = [];
  /**
   * Drafts that come back once the editor is free.
   * @type {FullDraft[]}
   */
  const refused = [];
  author.value = loadAuthor();
  noteStore.author = () => author.value.trim();
  noteStore.refresh();
  author.addEventListener("change", () => {
    saveAuthor(author.value);
    noteStore.refresh();
  });

  const hasContent = () => words.value.trim() !== "" || draft.glyph || draft.bookmark || draft.marks.length > 0;
  const show = () => {
    const step = data.steps[cursor.at];
    if (!draft.note && !hasContent()) draft.about = step.at;
    const about = data.steps.find((each) => each.at === draft.about);
    find(form, ".on").textContent = headOf(draft, about);
    for (const button of findAll(form, "[data-glyph]")) {
      button.setAttribute("aria-pressed", String(button.dataset.glyph === draft.glyph));
    }
    bookmark.setAttribute("aria-pressed", String(draft.bookmark));
    keep.setAttribute("aria-disabled", String(!hasContent()));
    cancel.hidden = !draft.note && !hasContent();
    const noted = noteStore.about(step.at).filter((note) => note.id !== draft.note).flatMap((note) => note.marks);
    annotations.show(draft.about === step.at ? [...noted, ...draft.marks] : noted);
  };
  const clear = () => {
    take(refused.shift() ?? { ...emptyDraft(), text: "" });
    pencil.rest();
  };
  /** @param {FullDraft} full */
  const take = ({ text, ...rest }) => {
    draft = rest;
    words.value = text;
    show();
  };
  const pencil = makePencil(root, boards, annotations, () => modes.now === REVIEW && !root.classList.contains("read-only"), (at, to) => {
    const drawn = draft.marks.filter(([one, other]) => one !== at || other !== to);
    draft.marks = drawn.length < draft.marks.length ? drawn : [...draft.marks, [at, to]];
    show();
  });
  /** @param {RequestBody} body */
  const send = (body) => outbox.put({ author: noteStore.author(), ...body });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!hasContent()) return;
    saveAuthor(author.value);
    send(bodyOf(draft, words.value.trim()));
    clear();
  });
  form.addEventListener("click", (event) => {
    const target = targetOf(event);
    const glyph = /** @type {HTMLElement | null} */ (target.closest("[data-glyph]"))?.dataset.glyph;
    if (glyph) draft.glyph = draft.glyph === glyph ? null : glyph;
    else if (target.closest(".bookmark")) draft.bookmark = !draft.bookmark;
    else if (target.closest(".cancel")) return clear();
    show();
  });
  words.addEventListener("input", show);
  form.addEventListener("keydown", (event) => {
    event.stopPropagation();  // Streamlit's page has keyboard commands and cannot see that this is an input.
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    if (event.key === "Escape") find(root, ".strip").focus();
  });
  find(root, ".moves").addEventListener("click", (event) => {
    const target = targetOf(event);
    const tool = /** @type {HTMLElement | null} */ (target.closest("[data-tool]"))?.dataset.tool;
    const id = /** @type {HTMLElement | null} */ (target.closest(".note"))?.dataset.note;
    const note = tool ? noteStore.all.find((each) => each.id === id) : undefined;
    if (!note) return;
    if (tool === "withdraw") return send({ about: note.about, note: note.id, withdrawn: true });
    const at = data.indexOfEvent(note.about);
    if (at >= 0) cursor.go(at);
    take({ note: note.id, about: note.about, text: note.text, glyph: note.glyph, bookmark: note.bookmark, marks: note.marks });
    words.focus();
  });
  cursor.watch(show);
  noteStore.watch(show);

  /**
   * Changes the reader's note that `fits`, or writes a new one. Which one it is may only be known once the requests on
   * their way have responses.
   * @param {(note: Note) => unknown} fits
   * @param {(own: Note | undefined) => Partial<FullDraft>} change
   */
  const quick = (fits, change, about = data.steps[cursor.at].at) => {
    if (outbox.waiting.some(isOfNotes)) {
      later.push(() => quick(fits, change, about));
      return;
    }
    const own = noteStore.about(about).find((note) => note.author === noteStore.author() && fits(note));
    const next = { ...emptyDraft(), text: "", ...own, ...change(own), note: own?.id ?? null, about };
    const isEmpty = !next.text && !next.glyph && !next.bookmark && !next.marks.length;
    send(isEmpty ? { about, note: next.note, withdrawn: true } : bodyOf(next, next.text));
  };
  return {
    focus() {
      modes.choose("review");
      words.focus();
    },
    bookmark: () => quick((note) => note.bookmark, (own) => ({ bookmark: !own })),
    /** @param {number} place */
    judge: (place) => quick((note) => note.glyph || note.text, (own) => ({
      glyph: own?.glyph === GLYPHS[place] ? null : GLYPHS[place],
    })),
    /**
     * Takes requests with their responses; the text of a refused note is given back.
     * @param {SentExchange[]} exchanges
     */
    receive(exchanges) {
      const lost = exchanges.filter(([request, { kind }]) => isOfNotes(request) && kind !== "done").map(([request]) => draftOf(request));
      refused.push(...lost.filter((back) => back.text || back.marks.length));
      if (refused.length && !draft.note && !hasContent()) clear();
      for (const act of later.splice(0)) act();
    },
  };
}

/** @param {RequestBody} request */
function isOfNotes(request) {
  return "about" in request;
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

/** @returns {Draft} */
function emptyDraft() {
  return { note: null, about: null, glyph: null, bookmark: false, marks: [] };
}

/**
 * @param {Draft} draft
 * @param {string} text
 * @returns {RequestBody}
 */
function bodyOf({ note, about, glyph, bookmark, marks }, text) {
  return { note, about, text, glyph, bookmark, marks: marks.map(([at, to]) => ({ at, to })) };
}

/**
 * @param {RequestBody} request
 * @returns {FullDraft}
 */
function draftOf({ note = null, about = null, text = "", glyph = null, bookmark = false, marks = [] }) {
  return { note, about, text, glyph, bookmark, marks: marks.map(({ at, to }) => [at, to]) };
}

/** A browser may store nothing for the page; then the name is typed again. */
function loadAuthor() {
  try {
    return localStorage.getItem(AUTHOR) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name */
function saveAuthor(name) {
  try {
    localStorage.setItem(AUTHOR, name.trim());
  } catch {
    // Storage is disabled.
  }
}
