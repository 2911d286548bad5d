// Who won, under the totals of a sheet: its people with what is proposed, or the places that were named.

import { gettext } from "../lib/language.js";
import { html } from "../lib/lit-html/lit-html.js";
import { facesView } from "../lib/who_won.js";

/**
 * @param {{ data: LiveRecordData & { sheet: Sheet }, face(seat: number): unknown, winners: readonly number[] | null, proposed: readonly number[], isNamed: boolean,
 *   say(side: readonly number[], hasWon: boolean): void }} view
 */
export function winnersView({ data, face, winners, proposed, isNamed, say }) {
  const { sides, lowest } = data.sheet;
  const isTie = sides.filter((side) => side.some((seat) => proposed.includes(seat))).length > 1;
  const words = winners?.length === 0 ? gettext("Nobody won") : isNamed ? gettext("named by you") : !proposed.length ? "" : isTie ? gettext("tie: tap who won")
    : lowest ? gettext("proposed: fewest points") : gettext("proposed: most points");
  const people = data.names.map((name, seat) => {
    const isOn = Boolean(winners?.includes(seat)), side = sides.find((seats) => seats.includes(seat)) ?? [seat];
    return { name, face: face(seat), isOn, tap: () => say(side, !isOn) };
  });
  return facesView(people, words);
}

/** @type {(names: string[], face: (seat: number) => unknown, ranks: readonly string[], tell: (ranks: string[]) => void) => unknown} */
export const placesView = (names, face, ranks, tell) => html`<section class="who-won"><h2>${gettext("Places")}</h2><p class="soft s14">${
  gettext("1 is the winner; players who tie have the same place. What is not known stays empty.")}</p><div class="places">${names.map((name, seat) => html`<label>${face(seat)}<span
    class="who">${name}</span><input class="well" inputmode="numeric" maxlength="4" autocomplete="off" .value=${ranks[seat]} @input=${(/** @type {InputOf} */ { target }) =>
      tell(ranks.map((rank, at) => (at === seat ? target.value : rank)))}></label>`)}</div></section>`;

/** @type {(names: string[], face: (seat: number) => unknown) => unknown} */
export const groupView = (names, face) => html`<p class="group">${names.map((name, seat) => html`<span>${face(seat)}${name}</span>`)}</p>`;
