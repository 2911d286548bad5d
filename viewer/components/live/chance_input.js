// Draws of chance entered piece by piece: slots that fill one after the other, and the kinds with how many are left.

import { commandButton, htmlElement, shapeElement, svgElement } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { loadDraft, saveDraft } from "./draft_store.js";

/**
 * Slots are filled in order; a slot that was tapped comes first, and its pieces can be tapped away.
 * @param {HTMLElement} section
 * @param {LiveRecordData & { draws: Draws }} data
 * @param {(drawn: string[][]) => void} confirm
 * @param {() => void} deal
 * @param {(says: string) => void} say
 */
export function makeChanceInput(section, { draws, match, version, draft = match }, confirm, deal, say) {
  const { slots, pools } = draws;
  const filled = loadDraft(draft, version, slots.length);
  const isWanted = (/** @type {Slot} */ [, , , needs]) => !needs || filled.some((kinds) => kinds.some((kind) => kind.startsWith(needs)));
  const unfilled = () => slots.findIndex((slot, at) => isWanted(slot) && filled[at].length < slot[2]);
  let chosen = -1;  // The slot that was tapped to change it.

  const trays = htmlElement("ol", "trays");
  const kinds = htmlElement("div", "kinds");
  const last = htmlElement("div", "decide");
  const back = commandButton("plain", gettext("Remove the last"), () => remove(chosen < 0 ? filled.findLastIndex((tray) => tray.length) : chosen));
  const done = commandButton("confirm", gettext("Confirm the draw"), () => confirm(slots.map((slot, at) => (isWanted(slot) ? filled[at] : []))));
  const dealing = commandButton("deal", gettext("Let the app draw"), deal);
  dealing.title = gettext("Only for practice: these are not the draws of your table. The record says that the app drew.");
  last.append(back, done);
  section.replaceChildren(trays, kinds, last, dealing);

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
    /** @type {HTMLElement | null} */ (trays.querySelector(".tray.current .whole"))?.focus({ preventScroll: true });
  };
  const draw = () => {
    const at = chosen < 0 ? unfilled() : chosen;
    saveDraft(draft, version, filled);
    say(instruction(slots, filled, at));
    trays.replaceChildren(...slots.flatMap((slot, number) => isWanted(slot) ? [makeTray(slot, filled[number], pools[slot[1]], {
      isCurrent: number === at, choose: () => choose(number), remove: number === chosen ? (hole) => remove(number, hole) : null,
    })] : []));
    const pool = at < 0 ? [] : pools[slots[at][1]];
    kinds.replaceChildren(...pool.map((kind) => {
      const left = filled[at].length < slots[at][2] ? leftOf(kind, slots, pools, filled, at) : 0;
      const button = commandButton("kind", "", () => add(at, kind[0]));
      button.disabled = left <= 0;
      button.dataset.kind = kind[0];
      button.setAttribute("aria-label", gettext("{kind}, {number} left", { kind: kind[1], number: left }));
      if (kind[4].length) button.append(pieceOf({ label: kind[1], shapes: kind[4] }), htmlElement("span", "left", String(left)));
      else button.append(htmlElement("span", "words", kind[1]));
      return button;
    }));
    kinds.hidden = !pool.length;
    done.disabled = unfilled() >= 0;
    back.disabled = filled.every((tray) => !tray.length);
    dealing.hidden = filled.some((tray) => tray.length);
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

/**
 * @param {Slot} slot
 * @param {string[]} tray
 * @param {Kind[]} kinds
 * @param {{ isCurrent: boolean, choose: () => void, remove: ((hole: number) => void) | null }} state `remove`: the slot
 *   is being changed, its pieces are buttons
 */
function makeTray([label, , size], tray, kinds, { isCurrent, choose, remove }) {
  const item = htmlElement("li", isCurrent ? "tray current" : "tray");
  item.classList.toggle("changing", remove !== null);
  const labelOf = (/** @type {string} */ name) => kinds.find(([own]) => own === name)?.[1] ?? name;
  const lying = tray.map(labelOf).join(", ") || gettext("empty");
  const whole = commandButton("whole", "", choose);
  whole.setAttribute("aria-label", `${label}: ${lying}`);
  whole.setAttribute("aria-pressed", String(remove !== null));
  whole.append(htmlElement("span", "tray-name", label));
  item.append(whole);
  const holes = htmlElement("span", "holes");
  for (let hole = 0; hole < size; hole += 1) {
    const kind = kinds.find(([own]) => own === tray[hole]);
    const picture = !kind ? htmlElement("span", "hole")
      : kind[4].length ? pieceOf({ label: kind[1], shapes: kind[4] }) : htmlElement("span", "words", kind[1]);
    if (!kind || !remove) {
      holes.append(picture);
      continue;
    }
    const button = commandButton("filled-hole", "", () => remove(hole));
    button.setAttribute("aria-label", gettext("Remove {piece}", { piece: kind[1] }));
    button.append(picture);
    holes.append(button);
  }
  (remove ? item : whole).append(holes);
  return item;
}

/** @param {{ label: string, shapes: Shape[] }} piece */
export function pieceOf({ label, shapes }) {
  const picture = svgElement("svg", { viewBox: "-.04 -.04 1.08 1.08", class: "piece", role: "img", "aria-label": label });
  picture.append(...shapes.map(shapeElement));
  return picture;
}

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
