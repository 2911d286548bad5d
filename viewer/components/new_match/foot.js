// The buttons that end the form: Save where it says the result, else the way to the table and the clock.

import { iconView } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { isSavedHere, missing } from "./draft.js";

/** @import { Draft } from "./draft.js" */

const PLAY = "M5 3.5v9l7-4.500z";
const STOP = "M4.500 4.500h7v7h-7z";
const CHECK = "m3 8.5 3.2 3.2L13 4.8";
const CAMERA = "M2.5 5.3h2.7l1.1-1.8h3.4l1.1 1.8h2.7v7.4h-11zM10.3 8.8a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0z";
const NOTE = "M3.5 2.5h9v11h-9zM6 6h4M6 9h4";
const MORE = "M3 8h.01M8 8h.01M13 8h.01";

/**
 * `hint`: why it cannot be saved, once that was tried. `clock`: the time it has run.
 * @typedef {{ draft: Draft, chosen: readonly ChosenPerson[], isSending: boolean, isMore: boolean, hint: string, clock: string }} Foot
 */

/** @typedef {{ start(): void, hint(why: string): void, turn(): void, photo(): void, note(): void, more(): void }} FootActs */

/** @type {(foot: Foot, acts: FootActs) => unknown} */
export function footView({ draft, chosen, isSending, isMore, hint, clock }, acts) {
  const busy = isSending || nothing;
  if (!isSavedHere(draft)) {
    return html`<div class="buttons"><button type="button" class="btn go" aria-busy=${busy} @click=${acts.start}>${goWords(draft.how)}</button><button type="button"
      class="btn clock" @click=${acts.turn}>${iconView(draft.runs ? STOP : PLAY, "play")}<span>${[draft.runs ? gettext("Stop the clock") : gettext("Start the clock"), clock].filter(Boolean).join(" \u00b7 ")}</span></button></div>`;
  }
  const why = missing(draft, chosen);
  return html`<div class="buttons here"><button type="button" class="btn go ${why ? "is-off" : ""}" aria-disabled=${Boolean(why)} aria-busy=${busy}
      @click=${() => (why ? acts.hint(why) : acts.start())}>${why && hint ? html`<span role="status">${hint}</span>` : [iconView(CHECK), gettext("Save")]}</button>
    ${tool(CAMERA, gettext("Photo"), acts.photo)}${tool(NOTE, gettext("Note"), acts.note)}
    <button type="button" class="btn bare tool" aria-expanded=${isMore} @click=${acts.more}>${iconView(MORE, "more")}<span>${gettext("More")}</span></button></div>`;
}

/** @type {(path: string, words: string, act: () => void) => unknown} */
const tool = (path, words, act) => html`<button type="button" class="btn bare tool" @click=${act}>${iconView(path)}<span>${words}</span></button>`;

/** @param {How} how */
function goWords(how) {
  switch (how) {
    case "sheet": return gettext("Fill in the sheet");
    case "final": return gettext("Enter the points");
    default: return gettext("Start the match");
  }
}
