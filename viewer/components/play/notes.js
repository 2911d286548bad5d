// The notes of a play: read as text, written in place.

import { commandButton, htmlElement } from "../lib/elements.js";
import { PRINCIPAL, addressOf, newKey, problemOf, request } from "../lib/http.js";
import { gettext } from "../lib/language.js";

/** @param {() => void} refresh asks the page for the notes as they are now */
export function makeNotes(refresh) {
  const root = htmlElement("section", "sec");
  const message = htmlElement("p", "message soft s14");
  message.setAttribute("role", "status");
  /** @type {PlayData | null} */
  let data = null;
  /** The id of the note that is being written; empty for a new one, null for none. */
  let written = /** @type {string | null} */ (null);
  const draw = () => {
    if (!data) return;
    root.replaceChildren(head(), ...data.notes.map(note), ...(written === "" ? [editor(null)] : []), message);
    root.hidden = !data.notes.length && !data.writes;
  };
  const edit = (/** @type {string | null} */ id) => {
    written = id;
    message.textContent = "";
    draw();
    root.querySelector("textarea")?.focus();
  };
  /** @type {(method: string, path: string, body: object | null) => Promise<void>} */
  const send = async (method, path, body) => {
    if (!data) return;
    const headers = { "Content-Type": "application/json", "Idempotency-Key": newKey(), [PRINCIPAL]: data.principal };
    const init = { method, headers, body: body && JSON.stringify(body) };
    try {
      const answer = await request(addressOf("", `api/matches/${data.match}/notes${path}`), init);
      if (answer.ok) {
        written = null;
        refresh();
      } else message.textContent = await problemOf(answer);
    } catch {
      message.textContent = gettext("The server cannot be reached; nothing was saved. Try again.");
    }
  };
  const head = () => {
    const row = htmlElement("div", "h");
    row.append(htmlElement("h2", "", data && data.notes.length > 1 ? gettext("Notes") : gettext("Note")));
    if (data?.writes && written === null) row.append(commandButton("quiet", gettext("Add a note"), () => edit("")));
    return row;
  };
  /** @param {Note} of */
  const note = (of) => {
    if (of.id === written) return editor(of);
    const item = htmlElement("div", "note");
    const words = htmlElement("div", "words");
    words.innerHTML = of.html;  // Cleaned by the server.
    item.append(words);
    if (of.author) item.append(htmlElement("span", "soft s14", of.author));
    if (data?.writes) item.append(commandButton("quiet", gettext("Edit"), () => edit(of.id)));
    return item;
  };
  /** @param {Note | null} of */
  const editor = (of) => {
    const form = htmlElement("form", "editor");
    const words = htmlElement("textarea", "field");
    Object.assign(words, { value: of?.text ?? "", rows: 3 });
    words.setAttribute("aria-label", gettext("Note"));
    const save = htmlElement("button", "btn", gettext("Save"));
    const buttons = htmlElement("div", "buttons");
    buttons.append(save, commandButton("btn bare", gettext("Leave"), () => edit(null)));
    if (of) buttons.append(commandButton("btn bare", gettext("Delete"), () => void send("DELETE", `/${of.id}`, null)));
    form.append(words, buttons);
    form.addEventListener("keydown", (event) => { if (event.key === "Escape") edit(null); });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = words.value.trim();
      if (!text) return;
      if (of) void send("PUT", `/${of.id}`, { text, glyph: of.glyph, marks: of.marks, bookmark: of.bookmark });
      else void send("POST", "", { about: data?.version, text });
    });
    return form;
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
