// The line above a play that was just saved, with the way back to its sheet: every value stands there again.

import { iconView } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, render } from "../lib/lit-html/lit-html.js";
import { makeMatchWriter } from "../lib/match_writer.js";
import { restoreDraft, savedSheets } from "../live/sheet_draft.js";

const CHECK = "m3 8.5 3.2 3.2L13 4.8";
/** The place of the points of the whole match in a draft. */
const FINAL = "final";

/**
 * The line, as long as the page is shown; null for a play that was not just saved here.
 * @param {PlayData} first
 * @param {{ ask: () => void, hold: (isOn: boolean) => void }} page which would be drawn anew by its own change
 */
export function makeSavedLine({ match, principal, version, editing, result }, page) {
  const saved = savedSheets.get(match);
  if (!saved || !editing || version < saved.since) return null;
  const line = Object.assign(document.createElement("div"), { className: "told just-saved" });
  line.setAttribute("role", "status");
  const undo = (/** @type {Event} */ { currentTarget }) => {
    const button = /** @type {HTMLButtonElement} */ (currentTarget);
    button.disabled = true;
    page.hold(true);
    const { outbox, put } = makeMatchWriter(match, principal, "");
    const request = { expected_version: version, line: JSON.stringify({ type: "TakenBack", since: saved.since }) };
    outbox.listen((exchanges) => {
      const [, response] = exchanges.find(([sent]) => sent.request.line === request.line) ?? [];
      if (!response) return;
      button.disabled = false;
      page.hold(false);
      if (response.kind !== "done") return say(response.says);
      // The address that said so is over.
      restoreDraft(match, { ...saved.draft, isFinal: saved.draft.isFinal ?? (FINAL in saved.draft.lines || null) });
      page.ask();
    });
    put(request);
  };
  const say = (/** @type {string} */ words) => render(html`${iconView(CHECK)}<span class="words">${words || html`<b>${gettext("Saved.")}</b> ${result}`}</span><span
    class="end"><button type="button" class="save" @click=${undo}>${gettext("Undo")}</button></span>`, line);
  return {
    /** Streamlit may add the component again while the play is shown. */
    leave() { if (new URL(location.href).searchParams.get("match") !== match) savedSheets.delete(match); },
    /** @type {(root: HTMLElement, data: PlayData) => void} */
    show(root, data) {
      if (data.version !== version) return line.remove();  // Changed since: the way back would take that too.
      if (line.isConnected) return;
      say("");
      root.prepend(line);
      const story = root.querySelector(".head ~ .answer");
      story?.querySelector(".result")?.remove();  // Said once.
      if (!story?.textContent?.trim()) story?.remove();
      const [next, columns] = [root.querySelector(".shortcuts"), root.querySelector(".two")];
      if (next) columns?.before(next);  // What comes next is near, above the sheet.
    },
  };
}
