// The note being written, those that were refused and come back, and the quick notes by a key: without a page.

export const GLYPHS = ["!!", "!", "!?", "?!", "?", "??"];

/** A bookmark, or with a glyph a judgment, by a key, about the event with a version. @typedef {{ about: number, glyph?: string }} QuickNote */

/**
 * What the notes need: the reader's name, which `sign` saves, what is on its way, the notes about an event; `write` puts a
 * text into the field, `rest` lays the pencil down.
 * @typedef {{ sign(): void, author(): string, send(body: RequestBody): void, isWaiting(): boolean, notesAbout(version: number): Note[],
 *   write(text: string): void, rest(): void }} NotePage
 */

export class NoteDrafts {
  draft = emptyDraft();
  /** Drafts that come back once the editor is free. @type {Draft[]} */
  #refused = [];
  /** Quick notes that wait for the requests on their way: only their responses tell which note they change. @type {QuickNote[]} */
  #later = [];

  /** @param {NotePage} page */
  constructor(page) {
    this.page = page;
  }

  get hasContent() {
    const { text, glyph, bookmark, marks } = this.draft;
    return text.trim() !== "" || glyph !== null || bookmark || marks.length > 0;
  }

  get #isFree() {
    return !this.draft.note && !this.hasContent;
  }

  /** An empty draft is about the step that is shown. @param {number} version */
  see(version) {
    if (this.#isFree) this.draft.about = version;
  }

  /** @param {string} glyph */
  judge(glyph) {
    this.draft.glyph = this.draft.glyph === glyph ? null : glyph;
  }

  bookmark() {
    this.draft.bookmark = !this.draft.bookmark;
  }

  /** @type {(at: string, to: string | null) => void} */
  mark(at, to) {
    const { marks } = this.draft;
    const others = marks.filter(([one, other]) => one !== at || other !== to);
    this.draft.marks = others.length < marks.length ? others : [...marks, [at, to]];
  }

  /** @param {Note} note */
  edit(note) {
    this.#take(draftOf(note));
  }

  cancel() {
    this.#take(this.#refused.shift() ?? emptyDraft());
    this.page.rest();
  }

  /** @param {string} text */
  submit(text) {
    this.draft.text = text;
    if (!this.hasContent) return;
    this.page.sign();
    this.page.send(bodyOf({ ...this.draft, text: text.trim() }));
    this.cancel();
  }

  /**
   * Changes the reader's note that fits, or writes a new one; a note with nothing left is withdrawn.
   * @param {QuickNote} quick
   */
  quick(quick) {
    if (this.page.isWaiting()) return void this.#later.push(quick);
    const { about, glyph } = quick, author = this.page.author();
    const note = this.page.notesAbout(about).find((each) => each.author === author && (glyph ? each.glyph || each.text : each.bookmark));
    const before = note ? draftOf(note) : emptyDraft();
    const draft = { ...before, about, ...glyph ? { glyph: before.glyph === glyph ? null : glyph } : { bookmark: !note } };
    const isEmpty = !draft.text && !draft.glyph && !draft.bookmark && !draft.marks.length;
    this.page.send(isEmpty ? { about, note: draft.note, withdrawn: true } : bodyOf(draft));
  }

  /** The text of a refused note is given back. @param {SentExchange[]} exchanges */
  receive(exchanges) {
    const lost = exchanges.filter(([request, { kind }]) => isOfNotes(request) && kind !== "done").map(([request]) => draftOfRequest(request));
    this.#refused.push(...lost.filter(({ text, marks }) => text || marks.length));
    if (this.#refused.length && this.#isFree) this.cancel();
    for (const quick of this.#later.splice(0)) this.quick(quick);
  }

  /** The marks to show at a step: of the note being changed those of the draft. @param {number} version */
  marksAt(version) {
    const { note, about, marks } = this.draft;
    const noted = this.page.notesAbout(version).filter(({ id }) => id !== note).flatMap((each) => each.marks);
    return about === version ? [...noted, ...marks] : noted;
  }

  /** @param {Draft} draft */
  #take(draft) {
    this.draft = draft;
    this.page.write(draft.text);
  }
}

/** @returns {Draft} */
const emptyDraft = () => ({ note: null, about: null, text: "", glyph: null, bookmark: false, marks: [] });

/** @param {RequestBody} request */
export const isOfNotes = (request) => "about" in request;

/** @type {(note: Note) => Draft} */
const draftOf = ({ id, about, text, glyph, bookmark, marks }) => ({ note: id, about, text, glyph, bookmark, marks });

/** @type {(request: RequestBody) => Draft} */
const draftOfRequest = ({ note = null, about = null, text = "", glyph = null, bookmark = false, marks = [] }) => (
  { note, about, text, glyph, bookmark, marks: marks.map(({ at, to }) => [at, to]) });

/** @type {(draft: Draft) => RequestBody} */
const bodyOf = ({ marks, ...draft }) => ({ ...draft, marks: marks.map(([at, to]) => ({ at, to })) });
