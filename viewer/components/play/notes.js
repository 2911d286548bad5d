// The notes of a play: read as text, written in place.

import { whyNotSaved } from "../lib/http.js";
import { gettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";

/** What a note asks for: to write it (empty: a new one; null: none), to save its text, to delete it.
 * @typedef {{ edit(id: string | null): void, save(of: Note | null, text: string): void, remove(id: string): void }} NoteActs
 */

/** @param {() => void} refresh asks the page for the notes as they are now */
export function makeNotes(refresh) {
  const root = Object.assign(document.createElement("section"), { className: "sec" });
  /** @type {PlayData | null} */
  let data = null;
  let message = "";
  /** The id of the note that is being written; empty for a new one, null for none. */
  let written = /** @type {string | null} */ (null);
  const draw = () => {
    if (!data) return;
    root.hidden = !data.notes.length && !data.writes;
    render(notesView(data, written, message, acts), root);
  };
  const say = (/** @type {string} */ text) => {
    message = text;
    draw();
  };
  /** @type {(method: "POST" | "PUT" | "DELETE", path: string, body: object | null) => Promise<void>} */
  const send = async (method, path, body) => {
    if (!data) return;
    const why = await whyNotSaved(method, `api/matches/${data.match}/notes${path}`, body, data);
    if (why) return say(why);
    written = null;
    refresh();
  };
  /** @type {NoteActs} */
  const acts = {
    edit(id) {
      written = id;
      say("");
      root.querySelector("textarea")?.focus();
    },
    save(of, text) {
      if (of) void send("PUT", `/${of.id}`, { text, glyph: of.glyph, marks: of.marks, bookmark: of.bookmark });
      else void send("POST", "", { about: data?.version, text });
    },
    remove: (id) => void send("DELETE", `/${id}`, null),
  };
  return {
    root,
    /** @param {PlayData} shown */
    show(shown) {
      data = shown;
      if (written === null) draw();  // What is being written stays.
    },
  };
}

/**
 * @param {PlayData} data
 * @param {string | null} written
 * @param {string} message
 * @param {NoteActs} acts
 */
function notesView({ notes, writes }, written, message, acts) {
  return html`
    <div class="h"><h2>${notes.length > 1 ? gettext("Notes") : gettext("Note")}</h2>${writes && written === null
      ? html`<button type="button" class="quiet" @click=${() => acts.edit("")}>${gettext("Add a note")}</button>` : nothing}</div>
    ${notes.map((note) => (note.id === written ? editorView(note, acts) : html`<div class="note">
      <div class="words" .innerHTML=${note.html /* Cleaned by the server. */}></div>
      ${note.author ? html`<span class="soft s14">${note.author}</span>` : nothing}
      ${writes ? html`<button type="button" class="quiet" @click=${() => acts.edit(note.id)}>${gettext("Edit")}</button>` : nothing}
    </div>`))}
    ${written === "" ? editorView(null, acts) : nothing}
    <p class="message soft s14" role="status">${message}</p>`;
}

/** @param {Note | null} of @param {NoteActs} acts */
function editorView(of, acts) {
  const submit = (/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => {
    event.preventDefault();
    const text = event.currentTarget.querySelector("textarea")?.value.trim();
    if (text) acts.save(of, text);
  };
  return html`<form class="editor" @submit=${submit} @keydown=${(/** @type {KeyboardEvent} */ { key }) => { if (key === "Escape") acts.edit(null); }}>
    <textarea class="field" rows="3" aria-label=${gettext("Note")} .value=${of?.text ?? ""}></textarea>
    <div class="buttons">
      <button class="btn">${gettext("Save")}</button>
      <button type="button" class="btn bare" @click=${() => acts.edit(null)}>${gettext("Leave")}</button>
      ${of ? html`<button type="button" class="btn bare" @click=${() => acts.remove(of.id)}>${gettext("Delete")}</button>` : nothing}
    </div>
  </form>`;
}
