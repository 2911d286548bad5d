// Who won, under the totals: a row of faces, or how it ended for all together. Nobody has lost before that was said.

import { gettext } from "../lib/language.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";

const crown = html`<svg class="crown" viewBox="0 0 12 10" aria-hidden="true"><path d="M.6 1.8 3.4 4.4 6 .2l2.6 4.2 2.8-2.6L10.5 9.6h-9z"></path></svg>`;

/**
 * @param {{ data: LiveRecordData & { sheet: Sheet }, face(seat: number): unknown, winners: readonly number[] | null, proposed: readonly number[], isNamed: boolean,
 *   say(side: readonly number[], hasWon: boolean): void, nobody(): void }} view
 */
export function winnersView({ data, face, winners, proposed, isNamed, say, nobody }) {
  const { sides, lowest } = data.sheet;
  const isTie = sides.filter((side) => side.some((seat) => proposed.includes(seat))).length > 1;
  const words = isNamed ? gettext("named by you") : !proposed.length ? "" : isTie ? gettext("tie: tap who won")
    : lowest ? gettext("proposed: fewest points") : gettext("proposed: most points");
  return html`<section class="who-won"><div class="h"><h2>${gettext("Who won?")}</h2><span class="soft s14" role="status">${words}</span></div>
    <div class="faces" role="group" aria-label=${gettext("Who won?")}>${data.names.map((name, seat) => {
      const isOn = Boolean(winners?.includes(seat));
      const side = sides.find((seats) => seats.includes(seat)) ?? [seat];
      return html`<button type="button" class="winner ${isOn ? "on" : ""}" aria-pressed=${isOn} @click=${() => say(side, !isOn)}><span
        class="ring">${face(seat)}${isOn ? crown : nothing}</span><span class="who">${name}</span></button>`;
    })}</div>
    <button type="button" class="nobody" aria-pressed=${winners?.length === 0} @click=${nobody}>${gettext("Nobody won")}</button></section>`;
}

/** @type {(winners: readonly number[] | null, names: string[], say: (hasWon: boolean) => void) => unknown} */
export function endView(winners, names, say) {
  const [name] = names;
  const words = names.length > 1 ? [gettext("We won"), gettext("We lost")] : [gettext("{name} won", { name }), gettext("{name} lost", { name })];
  return html`<section class="who-won"><h2>${gettext("How did it end?")}</h2><div class="ends" role="group" aria-label=${gettext("How did it end?")}>${words.map((each, at) => {
    const isOn = winners !== null && (at === 0) === winners.length > 0;
    return html`<button type="button" class="ending ${at === 0 ? "won" : "lost"}" aria-pressed=${isOn} @click=${() => say(at === 0)}>${isOn && at === 0 ? crown : nothing}${each}</button>`;
  })}</div></section>`;
}

/** @type {(names: string[], face: (seat: number) => unknown) => unknown} */
export const groupView = (names, face) => html`<p class="group">${names.map((name, seat) => html`<span>${face(seat)}${name}</span>`)}</p>`;
