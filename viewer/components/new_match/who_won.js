// Who won, said in the form: a row of faces, or how it ended for all together.

import { partView } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { initials } from "../people/choices.js";
import { isOneSide, personKey } from "./draft.js";

/** @import { Draft } from "./draft.js" */
/** @import { Tell } from "./fields.js" */

const CROWN = html`<svg class="crown" viewBox="0 0 12 10" aria-hidden="true"><path d="M.6 1.8 3.4 4.4 6 .2l2.6 4.2 2.8-2.6L10.5 9.6h-9z"></path></svg>`;

/**
 * @param {Draft} draft
 * @param {readonly ChosenPerson[]} chosen
 * @param {Record<string, unknown>} faces of known people, by id
 * @param {Tell} tell
 */
export function whoWonView(draft, chosen, faces, tell) {
  if (!chosen.length) return nothing;
  if (isOneSide(draft, chosen)) return endView(draft, chosen, tell);
  const words = draft.end ? gettext("Nobody won") : gettext("tap several if they share it");
  return html`<section class="won"><div class="h"><h2>${gettext("Who won?")}</h2><span role="status">${words}</span></div>
    <div class="faces" role="group" aria-label=${gettext("Who won?")}>${chosen.map((person) => {
      const [id, name] = person, key = personKey(person), isOn = !draft.end && draft.winners.includes(key);
      const face = faces[id] ? partView(/** @type {Part} */ (faces[id])) : html`<span class="face new" aria-hidden="true">${initials(name)}</span>`;
      return html`<button type="button" class="wf ${isOn ? "on" : ""}" aria-pressed=${isOn} aria-label=${name} title=${name}
        @click=${() => tell({ kind: "winner", person: key })}><span class="ring">${face}${isOn ? CROWN : nothing}</span><span class="nm">${name}</span></button>`;
    })}</div></section>`;
}

/** @type {(draft: Draft, chosen: readonly ChosenPerson[], tell: Tell) => unknown} */
function endView({ end }, [[, name], ...others], tell) {
  const [won, lost] = others.length ? [gettext("We won"), gettext("We lost")] : [gettext("{name} won", { name }), gettext("{name} lost", { name })];
  const ends = /** @type {["won" | "lost", string][]} */ ([["won", won], ["lost", lost]]);
  return html`<section class="won"><h2>${gettext("How did it end?")}</h2><div class="ends" role="group" aria-label=${gettext("How did it end?")}>${ends.map(([value, words]) => html`<button
    type="button" class="ending ${value}" aria-pressed=${end === value} @click=${() => tell({ kind: "set", values: { end: end === value ? "" : value } })}>${
    end === value && value === "won" ? CROWN : nothing}${words}</button>`)}</div></section>`;
}
