// The people of the row of a play: as many whole names as there is room for, then how many are left out.

import { findAll } from "../lib/elements.js";

/** Pixels of a column of a wide row, in which names stand below each other; a longer name takes several. */
const SLOT = 76;
/** Pixels by which a name may reach into the next column, whose name begins after 16. */
const REACH = 8;
/** Pixels of how many are left out, in a wide row after the 16 that a column begins with. */
const PLUS = 24;
const WIDE = matchMedia("(min-width: 768px)");

/** @type {WeakSet<Element>} */
const watched = new WeakSet();

/** Fits the names below `block` now, and whenever its width changes. @param {HTMLElement} block */
export function fitNames(block) {
  fit(block);
  if (watched.has(block)) return;
  watched.add(block);
  let width = block.clientWidth;
  new ResizeObserver(() => {
    if (block.clientWidth !== width) fit(block);
    width = block.clientWidth;
  }).observe(block);
  void document.fonts.ready.then(() => fit(block));
}

/** @param {HTMLElement} block */
function fit(block) {
  const groups = findAll(block, ".row .names");
  for (const group of groups) measured(group);
  // All are measured before one is changed: a change between two measures would lay out the page once more each.
  const plans = groups.map((group) => ({ group, ...plan(group) }));
  for (const { group, shown, fits, slots } of plans) lay(group, shown, fits, slots);
}

/** @param {HTMLElement} group */
const namesOf = (group) => findAll(group, ".one");

/** Shows all names in their whole width. @param {HTMLElement} group */
function measured(group) {
  group.classList.remove("laid");
  for (const name of namesOf(group)) {
    name.hidden = false;
    name.style.gridColumn = name.style.minWidth = "";
  }
}

/** The names that have room, and the columns of each in a wide row. @param {HTMLElement} group */
function plan(group) {
  const names = namesOf(group), hasSlots = WIDE.matches && group.classList.contains("who");
  const gap = hasSlots ? 0 : parseFloat(getComputedStyle(group).columnGap) || 0;
  const end = /** @type {HTMLElement} */ (group.closest(".who")).getBoundingClientRect().right;
  let room = end + gap - group.getBoundingClientRect().left;
  const widths = names.map((name) => name.getBoundingClientRect().width + gap).map((width) => (hasSlots ? Math.ceil((width - REACH) / SLOT) * SLOT : width));
  const all = [...names.keys()], me = names.findIndex((name) => name.classList.contains("me"));
  let shown = within(widths, all, room);
  if (shown.length < names.length) {
    room -= PLUS + (hasSlots ? 16 : gap);
    shown = within(widths, me > 0 ? [me, ...all] : all, room);  // The page is about this one.
  }
  const fits = shown.map((at) => widths[at] <= room);
  return { shown: shown.map((at) => names[at]), fits, slots: hasSlots ? shown.map((at, n) => (fits[n] ? widths[at] / SLOT : Math.floor(room / SLOT))) : [] };
}

/**
 * Those of these that have room together, the first in any case, in the order of all.
 * @param {number[]} widths
 * @param {number[]} order
 * @param {number} room
 */
function within(widths, order, room) {
  const shown = /** @type {Set<number>} */ (new Set());
  for (const at of order) {
    if (shown.has(at) || (shown.size && widths[at] > room)) continue;
    room -= widths[at];
    shown.add(at);
  }
  return [...shown].sort((one, other) => one - other);
}

/**
 * @param {HTMLElement} group
 * @param {HTMLElement[]} shown
 * @param {boolean[]} fits
 * @param {number[]} slots
 */
function lay(group, shown, fits, slots) {
  const names = namesOf(group), plus = group.querySelector(".plus");
  group.classList.add("laid");
  for (const name of names) {
    const place = shown.indexOf(name);
    name.hidden = place < 0;
    name.style.gridColumn = slots[place] ? `span ${slots[place]}` : "";
    name.style.minWidth = fits[place] ? "max-content" : "";
  }
  if (plus) plus.textContent = shown.length < names.length ? `+${names.length - shown.length}` : "";
}
