// The notes on the match. They come and change while the reader looks.

import { find } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { makeWatched } from "../lib/watched.js";
import { MARKERS, smallSign } from "./signs.js";

/** @param {Store} data */
export function makeNoteStore(data) {
  const { watch, refresh } = makeWatched();
  /** Versions of the events that stand. @type {Set<number>} */
  let standing = new Set();
  /** @type {Map<number, Note[]>} */
  let byEvent = new Map();
  let current = "";
  const noteStore = {
    /** @type {Note[]} */
    all: [],
    author: () => "",  // The reader's name; set by the editor.
    /** @param {number} version @returns {Note[]} */
    about: (version) => byEvent.get(version) ?? [],
    /**
     * The notes to show at a step: final scoring leaves them to the move with the same version.
     * @param {Step} step
     */
    at: (step) => (step.scoring ? [] : noteStore.about(step.at)),
    /** Notes on events that were taken back or corrected since. */
    stranded: () => noteStore.all.filter((note) => !standing.has(note.about)),
    watch,
    refresh,
    /** @param {Note[]} notes */
    put(notes) {
      if (current === JSON.stringify(notes)) return;
      current = JSON.stringify(notes);
      noteStore.all = notes;
      byEvent = Map.groupBy(notes, (note) => note.about);
      refresh();
    },
    /** The note of somebody else whose tools are shown. */
    opened: "",
    /** @param {string} id */
    open(id) {
      noteStore.opened = id;
      refresh();
    },
  };
  data.watch(() => { standing = new Set(data.steps.map((step) => step.at)); });
  noteStore.put(data.notes);
  return noteStore;
}

/**
 * A note with its tools. Without accounts everybody can change the notes of others. So that nobody does it by mistake, the
 * tools of such a note are behind the name of its author.
 * @param {Note} note
 * @param {NoteStore} noteStore
 */
export function noteView({ id, glyph, html: words, author, bookmark, marks }, noteStore) {
  const isOwn = !author || author === noteStore.author();
  const isOpen = isOwn || noteStore.opened === id;
  const [edit, withdraw] = isOwn ? [gettext("Edit"), gettext("Delete")]
    : [gettext("Edit the note of {name}", { name: author }), gettext("Delete the note of {name}", { name: author })];
  const opener = () => html`<button type="button" class="opener" aria-expanded=${isOpen} title=${gettext("Edit or delete the note of {name}", { name: author })}
    @click=${() => noteStore.open(isOpen ? "" : id)}><cite>${author}</cite></button>`;
  return html`<div class=${isOpen ? "note open" : "note"} data-note=${id}>
    ${bookmark ? html`<span class="bookmark-sign" role="img" aria-label=${gettext("Bookmark")}>${smallSign(MARKERS.bookmark[1])}</span>` : nothing}
    ${glyph ? html`<b class="glyph">${glyph}</b>` : nothing}
    <div class="words-of" .innerHTML=${words /* Python made it from Markdown and sanitized it. */}></div>
    ${!words && marks.length ? html`<span class="only-marks">${gettext("marks on the board")}</span>` : nothing}
    ${author ? isOwn ? html`<cite>${author}</cite>` : opener() : nothing}
    <span class="note-tools"><button type="button" data-tool="edit">${edit}</button><button type="button" data-tool="withdraw">${withdraw}</button></span></div>`;
}

/** Shows the notes on events that no longer stand below the moves. @param {ReplayParts} parts */
export function makeStranded({ root, data, noteStore }) {
  const section = find(root, ".stranded");
  noteStore.watch(() => {
    const undone = new Map(data.undone.map((gone) => [gone.at, gone]));
    const notes = noteStore.stranded();
    section.hidden = !notes.length;
    find(root, ".no-notes").hidden = noteStore.all.length > 0;
    render(notes.map((note) => {
      const gone = undone.get(note.about);
      return html`<li><s>${gone?.says ?? gettext("Event {version}", { version: note.about })}</s>
        ${gone ? html`<span class="why">${gone.why}</span>` : nothing}${noteView(note, noteStore)}</li>`;
    }), find(section, "ul"));
  });
}
