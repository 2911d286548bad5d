// Draws of chance entered piece by piece: slots that fill one after the other, and the kinds with how many are left.

import { commandButton, htmlElement, shapeElement, svgElement } from "../elements.js";
import { gettext } from "../language.js";

/**
 * @param {HTMLElement} section
 * @param {LiveRecordData & { draws: Draws }} data
 * @param {(drawn: string[][]) => void} confirm
 * @param {() => void} deal
 */
export function makeChanceInput(section, { draws, match, version }, confirm, deal) {
  const memory = `partie-draw-${match}-${version}`;
  const { slots, pools } = draws;
  const filled = loadDraft(memory, slots.length);
  const isWanted = (/** @type {Slot} */ [, , , needs]) => !needs || filled.some((kinds) => kinds.some((kind) => kind.startsWith(needs)));
  const current = () => slots.findIndex((slot, at) => isWanted(slot) && filled[at].length < slot[2]);

  const task = htmlElement("h2", "task");
  const trays = htmlElement("ol", "trays");
  const kinds = htmlElement("div", "kinds");
  const last = htmlElement("div", "decide");
  const back = commandButton("plain", gettext("Remove the last"), () => {
    const at = filled.findLastIndex((tray) => tray.length);
    if (at >= 0) filled[at] = filled[at].slice(0, -1);
    draw();
  });
  const done = commandButton("confirm", gettext("Confirm the draw"), () => confirm(filled));
  const dealing = commandButton("deal", gettext("Let the app draw"), deal);
  dealing.title = gettext("Only for practice: these are not the draws of your table. The record says that the app drew.");
  last.append(back, done);
  section.replaceChildren(task, trays, kinds, last, dealing);

  const draw = () => {
    const at = current();
    sessionStorage.setItem(memory, JSON.stringify(filled));
    task.textContent = at < 0 ? gettext("The draw is complete") : gettext("{place}: tap what was drawn", { place: slots[at][0] });
    trays.replaceChildren(...slots.flatMap((slot, number) => isWanted(slot)
      ? [makeTray(slot, filled[number], pools[slot[1]], number === at)] : []));
    const pool = at < 0 ? [] : pools[slots[at][1]];
    kinds.replaceChildren(...pool.map((kind) => {
      const left = leftOf(kind, slots, pools, filled, at);
      const button = commandButton("kind", "", () => {
        filled[at] = [...filled[at], kind[0]];
        draw();
      });
      button.disabled = left === 0;
      button.dataset.kind = kind[0];
      button.setAttribute("aria-label", gettext("{kind}, {number} left", { kind: kind[1], number: left }));
      if (kind[4].length) button.append(pieceOf({ label: kind[1], shapes: kind[4] }), htmlElement("span", "left", String(left)));
      else button.append(htmlElement("span", "words", kind[1]));
      return button;
    }));
    done.disabled = at >= 0;
    back.disabled = filled.every((tray) => !tray.length);
    dealing.hidden = filled.some((tray) => tray.length);
  };
  draw();
}

/**
 * @param {string} memory
 * @param {number} slots
 * @returns {string[][]}
 */
function loadDraft(memory, slots) {
  const entered = JSON.parse(sessionStorage.getItem(memory) ?? "null");
  return entered?.length === slots ? entered : Array.from({ length: slots }, () => []);
}

/**
 * @param {Slot} slot
 * @param {string[]} tray
 * @param {Kind[]} kinds
 * @param {boolean} isCurrent
 */
function makeTray([label, , size], tray, kinds, isCurrent) {
  const item = htmlElement("li", isCurrent ? "tray current" : "tray");
  const holes = htmlElement("span", "holes");
  for (let hole = 0; hole < size; hole += 1) {
    const kind = kinds.find(([name]) => name === tray[hole]);
    if (!kind) holes.append(htmlElement("span", "hole"));
    else holes.append(kind[4].length ? pieceOf({ label: kind[1], shapes: kind[4] }) : htmlElement("span", "words", kind[1]));
  }
  item.append(htmlElement("span", "tray-name", label), holes);
  const lying = tray.map((name) => kinds.find(([own]) => own === name)?.[1] ?? name);
  item.setAttribute("aria-label", `${label}: ${lying.join(", ") || gettext("empty")}`);
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
 * the slot where they run out, all that was left of them must lie as well, in any order.
 * @param {Kind} kind
 * @param {Slot[]} slots
 * @param {Record<string, Kind[]>} pools
 * @param {string[][]} filled
 * @param {number} at
 */
export function leftOf(kind, slots, pools, filled, at) {
  const own = pools[slots[at][1]];
  const before = filled.flatMap((tray, slot) => (slot < at && slots[slot][1] === slots[at][1] ? tray : []));
  const here = (/** @type {string} */ name) => filled[at].filter((tapped) => tapped === name).length;
  const used = (/** @type {string} */ name) => before.filter((tapped) => tapped === name).length;
  const total = own.reduce((sum, [, , first]) => sum + first, 0);
  if (before.length >= total) return kind[2] + kind[3] - used(kind[0]) - here(kind[0]);
  const first = kind[2] - used(kind[0]);
  const later = slots[at][2] - (total - before.length);  // Pieces of this slot that come after the first ones are gone.
  if (later <= 0) return first - here(kind[0]);
  const beyond = own.reduce((sum, [name, , number]) => sum + Math.max(0, here(name) - (number - used(name))), 0);
  if (here(kind[0]) < first) return first + Math.min(kind[3], later - beyond) - here(kind[0]);
  return Math.min(kind[3] - (here(kind[0]) - first), later - beyond);
}
