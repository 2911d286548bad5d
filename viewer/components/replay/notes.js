// The notes on the match. They come and change while the reader looks.

import { find, htmlElement } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { MARKERS, smallSign } from "./signs.js";

/** @param {Store} data */
export function makeNoteStore(data) {
  /** @type {(() => void)[]} */
  const watchers = [];
  /**
   * Versions of the events that stand.
   * @type {Set<number>}
   */
  let standing = new Set();
  /** @type {Map<number, Note[]>} */
  let byEvent = new Map();
  let current = "";
  const noteStore = {
    /** @type {Note[]} */
    all: [],
    author: () => "",  // The reader's name; set by the editor.
    /**
     * @param {number} version
     * @returns {Note[]}
     */
    about: (version) => byEvent.get(version) ?? [],
    /**
     * The notes to show at a step: final scoring leaves them to the move with the same version.
     * @param {Step} step
     */
    at: (step) => (step.scoring ? [] : noteStore.about(step.at)),
    /** Notes on events that were taken back or corrected since. */
    stranded: () => noteStore.all.filter((note) => !standing.has(note.about)),
    /**
     * Calls the watcher at once and after every change.
     * @param {() => void} watcher
     */
    watch(watcher) {
      watchers.push(watcher);
      watcher();
    },
    /** @param {Note[]} notes */
    put(notes) {
      if (current === JSON.stringify(notes)) return;
      current = JSON.stringify(notes);
      noteStore.all = notes;
      byEvent = Map.groupBy(notes, (note) => note.about);
      noteStore.refresh();
    },
    refresh() {
      for (const watcher of watchers) watcher();
    },
  };
  data.watch(() => { standing = new Set(data.steps.map((step) => step.at)); });
  noteStore.put(data.notes);
  return noteStore;
}

/**
 * @param {HTMLElement} row
 * @param {Note[]} notes
 * @param {string} reader
 */
export function showNotes(row, notes, reader) {
  row.querySelector(".notes")?.remove();
  if (!notes.length) return;
  const list = htmlElement("div", "notes");
  list.append(...notes.map((note) => makeNote(note, reader)));
  row.append(list);
}

/**
 * @param {Note} note
 * @param {string} reader
 */
function makeNote({ id, glyph, html, author, bookmark, marks }, reader) {
  const note = htmlElement("div", "note");
  note.dataset.note = id;
  if (bookmark) note.append(bookmarkSign(), " ");
  if (glyph) note.append(htmlElement("b", "glyph", glyph), " ");
  const text = htmlElement("div", "words-of");
  text.innerHTML = html;  // Python made it from Markdown and sanitized it.
  note.append(text);
  if (!html && marks.length) note.append(htmlElement("span", "only-marks", gettext("marks on the board")));
  const isOwn = !author || author === reader;
  if (author) note.append(" ", isOwn ? htmlElement("cite", "", author) : makeOpener(note, author));
  const tools = htmlElement("span", "note-tools");
  tools.append(...(isOwn
    ? [noteTool("edit", gettext("Edit")), noteTool("withdraw", gettext("Withdraw"))]
    : [noteTool("edit", gettext("Edit the note of {name}", { name: author })),
      noteTool("withdraw", gettext("Withdraw the note of {name}", { name: author }))]));
  note.classList.toggle("open", isOwn);
  note.append(tools);
  return note;
}

/**
 * @param {string} tool
 * @param {string} name
 */
function noteTool(tool, name) {
  const button = htmlElement("button", "", name);
  button.type = "button";
  button.dataset.tool = tool;
  return button;
}

/**
 * Without accounts everybody can change the notes of others. So that nobody does it by mistake, the tools of such a
 * note are behind the name of its author.
 * @param {HTMLElement} note
 * @param {string} author
 */
function makeOpener(note, author) {
  const opener = htmlElement("button", "opener");
  opener.type = "button";
  opener.append(htmlElement("cite", "", author));
  opener.setAttribute("aria-expanded", "false");
  opener.title = gettext("Edit or withdraw the note of {name}", { name: author });
  opener.addEventListener("click", () => {
    opener.setAttribute("aria-expanded", String(note.classList.toggle("open")));
  });
  return opener;
}

function bookmarkSign() {
  const sign = htmlElement("span", "bookmark-sign");
  sign.append(smallSign(MARKERS.bookmark[1]));
  sign.setAttribute("role", "img");
  sign.setAttribute("aria-label", gettext("Bookmark"));
  return sign;
}

/**
 * Shows the notes on events that no longer stand below the moves.
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {NoteStore} noteStore
 */
export function makeStranded(root, data, noteStore) {
  const section = find(root, ".stranded");
  noteStore.watch(() => {
    const undone = new Map(data.undone.map((gone) => [gone.at, gone]));
    const notes = noteStore.stranded();
    section.hidden = !notes.length;
    find(root, ".no-notes").hidden = noteStore.all.length > 0;
    find(section, "ul").replaceChildren(...notes.map((note) => {
      const item = htmlElement("li");
      const gone = undone.get(note.about);
      item.append(htmlElement("s", "", gone?.says ?? gettext("Event {version}", { version: note.about })));
      if (gone) item.append(" ", htmlElement("span", "why", gone.why));
      item.append(makeNote(note, noteStore.author()));
      return item;
    }));
  });
}
