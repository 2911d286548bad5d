// Draws of chance entered piece by piece: slots that fill one after the other, and the kinds with how many are left.

import { shapeView } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { loadDraft, saveDraft } from "./draft_store.js";

/** @typedef {{ confirm(drawn: string[][]): void, deal(): void, say(says: string): void }} ChanceActs */

/** @type {(deal: () => void, isHidden?: boolean) => unknown} */
export const dealButton = (deal, isHidden = false) => html`<button type="button" class="deal" ?hidden=${isHidden} @click=${deal}
  title=${gettext("Only for practice: these are not the draws of your table. The record says that the app drew.")}>${gettext("Let the app draw")}</button>`;

/**
 * Slots are filled in order; a slot that was tapped comes first, and its pieces can be tapped away.
 * @param {HTMLElement} section
 * @param {LiveRecordData & { draws: Draws }} data
 * @param {ChanceActs} acts
 */
export function makeChanceInput(section, { draws, match, version, draft = match }, acts) {
  const { slots, pools } = draws;
  const filled = loadDraft(draft, version, slots.length);
  const isWanted = (/** @type {Slot} */ [, , , needs]) => !needs || filled.some((kinds) => kinds.some((kind) => kind.startsWith(needs)));
  const unfilled = () => slots.findIndex((slot, at) => isWanted(slot) && filled[at].length < slot[2]);
  let chosen = -1;  // The slot that was tapped to change it.

  const remove = (/** @type {number} */ at, hole = -1) => {
    if (at < 0 || !filled[at].length) return;
    filled[at] = filled[at].filter((_, place) => place !== (hole < 0 ? filled[at].length - 1 : hole));
    draw();
  };
  const add = (/** @type {number} */ at, /** @type {string} */ kind) => {
    filled[at] = [...filled[at], kind];
    if (filled[at].length >= slots[at][2]) chosen = -1;
    draw();
  };
  const choose = (/** @type {number} */ at) => {
    chosen = chosen === at ? -1 : at;
    draw();
    /** @type {HTMLElement | null} */ (section.querySelector(".tray.current .whole"))?.focus({ preventScroll: true });
  };
  const draw = () => {
    const at = chosen < 0 ? unfilled() : chosen;
    const pool = at < 0 ? [] : pools[slots[at][1]];
    saveDraft(draft, version, filled);
    acts.say(instruction(slots, filled, at));
    const left = (/** @type {Kind} */ kind) => (filled[at].length < slots[at][2] ? leftOf(kind, slots, pools, filled, at) : 0);
    render(html`
      <ol class="trays">${slots.map((slot, number) => (isWanted(slot) ? trayView(slot, filled[number], pools[slot[1]], {
        isCurrent: number === at, choose: () => choose(number), remove: number === chosen ? (hole) => remove(number, hole) : null,
      }) : nothing))}</ol>
      <div class="kinds" ?hidden=${!pool.length}>${pool.map((kind) => kindView(kind, left(kind), () => add(at, kind[0])))}</div>
      <div class="decide">
        <button type="button" class="plain" ?disabled=${filled.every((tray) => !tray.length)}
          @click=${() => remove(chosen < 0 ? filled.findLastIndex((tray) => tray.length) : chosen)}>${gettext("Remove the last")}</button>
        <button type="button" class="confirm" ?disabled=${unfilled() >= 0}
          @click=${() => acts.confirm(slots.map((slot, number) => (isWanted(slot) ? filled[number] : [])))}>${gettext("Confirm the draw")}</button>
      </div>
      ${dealButton(acts.deal, filled.some((tray) => tray.length))}`, section);
  };
  draw();
}

/**
 * @param {Slot[]} slots
 * @param {string[][]} filled
 * @param {number} at
 */
function instruction(slots, filled, at) {
  if (at < 0) return gettext("The draw is complete: confirm it");
  if (filled[at].length < slots[at][2]) return slots[at][4];
  return gettext("{place}: tap what is wrong", { place: slots[at][0] });
}

/** @type {(kind: Kind, left: number, add: () => void) => unknown} */
const kindView = ([name, label, , , shapes], left, add) => html`<button type="button" class="kind" data-kind=${name} ?disabled=${left <= 0}
  aria-label=${gettext("{kind}, {number} left", { kind: label, number: left })} @click=${add}>${shapes.length
  ? html`${pieceView(label, shapes)}<span class="left">${left}</span>` : html`<span class="words">${label}</span>`}</button>`;

/**
 * @param {Slot} slot
 * @param {string[]} tray
 * @param {Kind[]} kinds
 * @param {{ isCurrent: boolean, choose: () => void, remove: ((hole: number) => void) | null }} state `remove`: the slot
 *   is being changed, its pieces are buttons
 */
function trayView([label, , size], tray, kinds, { isCurrent, choose, remove }) {
  const kindOf = (/** @type {string} */ name) => kinds.find(([own]) => own === name);
  const lying = tray.map((name) => kindOf(name)?.[1] ?? name).join(", ") || gettext("empty");
  const holes = html`<span class="holes">${Array.from({ length: size }, (_, hole) => holeView(kindOf(tray[hole]), remove && (() => remove(hole))))}</span>`;
  return html`<li class="tray ${isCurrent ? "current" : ""} ${remove ? "changing" : ""}"><button type="button" class="whole" aria-label="${label}: ${lying}"
    aria-pressed=${remove !== null} @click=${choose}><span class="tray-name">${label}</span>${remove ? nothing : holes}</button>${remove ? holes : nothing}</li>`;
}

/** @type {(kind: Kind | undefined, remove: (() => void) | null) => unknown} */
function holeView(kind, remove) {
  if (!kind) return html`<span class="hole"></span>`;
  const [, label, , , shapes] = kind;
  const picture = shapes.length ? pieceView(label, shapes) : html`<span class="words">${label}</span>`;
  if (!remove) return picture;
  return html`<button type="button" class="filled-hole" aria-label=${gettext("Remove {piece}", { piece: label })} @click=${remove}>${picture}</button>`;
}

/** @type {(label: string, shapes: Shape[]) => unknown} */
export const pieceView = (label, shapes) => html`<svg viewBox="-.04 -.04 1.08 1.08" class="piece" role="img" aria-label=${label}>${shapes.map(shapeView)}</svg>`;

/**
 * How many of a kind may still come into the current slot. All pieces drawn first are gone before any others come: so in
 * the slot where they run out, all that was left of them must lie as well, in any order. Slots after the current one
 * may be filled already.
 * @param {Kind} kind
 * @param {Slot[]} slots
 * @param {Record<string, Kind[]>} pools
 * @param {string[][]} filled
 * @param {number} at
 */
export function leftOf(kind, slots, pools, filled, at) {
  const [name, , inBag, afterwards] = kind;
  const [, wanted, size] = slots[at];
  const own = pools[wanted];
  const ofPool = slots.flatMap((slot, number) => (slot[1] === wanted ? [number] : []));
  const count = (/** @type {number[]} */ trays, /** @type {string} */ which) =>
    trays.reduce((sum, number) => sum + filled[number].filter((tapped) => tapped === which).length, 0);
  const all = inBag + afterwards - count(ofPool, name);
  const total = own.reduce((sum, [, , first]) => sum + first, 0);
  const before = ofPool.filter((number) => number < at);
  const placesBefore = before.reduce((sum, number) => sum + slots[number][2], 0);
  if (placesBefore >= total) return all;
  const later = placesBefore + size - total;  // Pieces of this slot that come after the first ones are gone.
  if (later <= 0) {
    let places = 0;
    const fromBag = ofPool.filter((number) => (places += slots[number][2]) <= total);
    return Math.min(all, inBag - count(fromBag, name));
  }
  const here = (/** @type {string} */ which) => count([at], which);
  const beyond = own.reduce((sum, [other, , number]) => sum + Math.max(0, here(other) - (number - count(before, other))), 0);
  const first = inBag - count(before, name);
  const more = here(name) < first ? first + Math.min(afterwards, later - beyond) - here(name)
    : Math.min(afterwards - (here(name) - first), later - beyond);
  return Math.min(all, more);
}
