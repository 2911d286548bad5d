// Who won: a row of faces, or how it ended for all together. Nobody has lost before that was said.

import { gettext } from "./language.js";
import { html, nothing } from "./lit-html/lit-html.js";

/** A person of the row, and what a tap on the face does. @typedef {{ name: string, face: unknown, isOn: boolean, tap(): void }} Candidate */

const CROWN = html`<svg class="crown" viewBox="0 0 12 10" aria-hidden="true"><path d="M.6 1.8 3.4 4.4 6 .2l2.6 4.2 2.8-2.6L10.5 9.6h-9z"></path></svg>`;

/** @type {(people: readonly Candidate[], words: string) => unknown} */
export const facesView = (people, words) => html`<section class="who-won"><div class="h"><h2>${gettext("Who won?")}</h2><span class="soft s14"
  role="status">${words}</span></div><div class="faces" role="group" aria-label=${gettext("Who won?")}>${people.map(({ name, face, isOn, tap }) => html`<button type="button"
    class="winner ${isOn ? "on" : ""}" aria-pressed=${isOn} aria-label=${name} title=${name} @click=${tap}><span class="ring">${face}${isOn ? CROWN : nothing}</span><span
    class="who">${name}</span></button>`)}</div></section>`;

/**
 * @param {readonly string[]} names
 * @param {boolean | null} hasWon null: that was not said
 * @param {(hasWon: boolean) => void} say
 */
export function endView([name, ...others], hasWon, say) {
  const words = others.length ? [gettext("We won"), gettext("We lost")] : [gettext("{name} won", { name }), gettext("{name} lost", { name })];
  return html`<section class="who-won"><h2>${gettext("How did it end?")}</h2><div class="ends" role="group" aria-label=${gettext("How did it end?")}>${words.map((each, at) => {
    const isOn = hasWon === (at === 0);
    return html`<button type="button" class="ending ${at === 0 ? "won" : "lost"}" aria-pressed=${isOn} @click=${() => say(at === 0)}>${isOn && at === 0 ? CROWN : nothing}${each}</button>`;
  })}</div></section>`;
}
