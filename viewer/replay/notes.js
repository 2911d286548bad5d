// The notes on the match, which come and change while the reader looks.

import { htmlElement } from "../elements.js";
import { gettext } from "../language.js";
import { MARKERS, smallSign } from "./signs.js";

export function makeNoteStore(data) {
  const watchers = [];
  let standing = new Set();
  let byEvent = new Map();
  let told = "";
  const noteStore = {
    all: [],
    author: () => "",  // The reader's own name, as the editor knows it.
    about: (version) => byEvent.get(version) ?? [],
    // Notes on events that were taken back or corrected since.
    stranded: () => noteStore.all.filter((note) => !standing.has(note.about)),
    watch(watcher) {
      watchers.push(watcher);
      watcher();
    },
    put(notes) {
      if (told === JSON.stringify(notes)) return;
      told = JSON.stringify(notes);
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

export function showNotes(row, notes, reader) {
  row.querySelector(".notes")?.remove();
  if (!notes.length) return;
  const list = htmlElement("div", "notes");
  list.append(...notes.map((note) => makeNote(note, reader)));
  row.append(list);
}

function makeNote({ id, glyph, html, author, bookmark, marks }, reader) {
  const note = htmlElement("div", "note");
  note.dataset.note = id;
  if (bookmark) note.append(bookmarkSign(), " ");
  if (glyph) note.append(htmlElement("b", "glyph", glyph), " ");
  const text = htmlElement("div", "words-of");
  text.innerHTML = html;  // Python made it from Markdown and let nothing through but simple tags.
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

function noteTool(tool, name) {
  const button = htmlElement("button", "", name);
  button.type = "button";
  button.dataset.tool = tool;
  return button;
}

// Nobody logs in, so nobody can be kept from changing what others wrote; but nobody does it by mistake either: the
// tools of such a note lie behind its author's name, and name the author.
function makeOpener(note, author) {
  const opener = htmlElement("button", "opener");
  opener.type = "button";
  opener.append(htmlElement("cite", "", author));
  opener.setAttribute("aria-expanded", "false");
  opener.title = gettext("Edit or withdraw the note of {name}", { name: author });
  opener.addEventListener("click", () => {
    opener.setAttribute("aria-expanded", note.classList.toggle("open"));
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

// Under the moves: what was said about events that are not among them any more.
export function makeStranded(root, data, noteStore) {
  const section = root.querySelector(".stranded");
  noteStore.watch(() => {
    const said = new Map(data.undone.map((gone) => [gone.at, gone]));
    const notes = noteStore.stranded();
    section.hidden = !notes.length;
    section.querySelector("ul").replaceChildren(...notes.map((note) => {
      const item = htmlElement("li");
      const gone = said.get(note.about);
      item.append(htmlElement("s", "", gone?.says ?? gettext("Event {version}", { version: note.about })));
      if (gone) item.append(" ", htmlElement("span", "why", gone.why));
      item.append(makeNote(note, noteStore.author()));
      return item;
    }));
  });
}
