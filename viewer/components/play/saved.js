// The line above a play that was just saved, with the way back to its sheet: every value stands there again.

import { gettext } from "../lib/language.js";
import { html, render } from "../lib/lit-html/lit-html.js";
import { makeMatchWriter } from "../lib/match_writer.js";
import { visit } from "../lib/visit.js";
import { restoreDraft, takeSaved } from "../live/sheet_draft.js";

/**
 * The line, as long as the page is shown; null for a play that was not just saved here.
 * @param {PlayData} first
 */
export function makeSavedLine({ match, principal, version, editing }) {
  const saved = takeSaved(match);
  if (!saved || !editing || version < saved.since) return null;
  const line = Object.assign(document.createElement("div"), { className: "told just-saved" });
  line.setAttribute("role", "status");
  const undo = (/** @type {Event} */ { currentTarget }) => {
    /** @type {HTMLButtonElement} */ (currentTarget).disabled = true;
    const { outbox, put } = makeMatchWriter(match, principal, "");
    const request = { expected_version: version, line: JSON.stringify({ type: "TakenBack", since: saved.since }) };
    outbox.listen((exchanges) => {
      if (!exchanges.some(([sent, { kind }]) => kind === "done" && sent.request.line === request.line)) return;
      restoreDraft(match, saved.draft);
      visit(`table?match=${encodeURIComponent(match)}`);
    });
    put(request);
  };
  return {
    /** @type {(root: HTMLElement, data: PlayData) => void} */
    show(root, data) {
      if (data.version !== version) return line.remove();  // Changed since: the way back would take that too.
      render(html`<span class="words"><b>${gettext("Saved.")}</b> ${data.result}</span><span class="end"><button type="button" class="save" @click=${undo}>${gettext("Undo")}</button></span>`, line);
      if (line.isConnected) return;
      root.prepend(line);
      const story = root.querySelector(".head ~ .answer");
      if (story?.textContent?.startsWith(data.result)) story.textContent = story.textContent.slice(data.result.length).trim();  // Said once.
    },
  };
}
