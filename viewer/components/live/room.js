// The room of the live record on its page.

import { find } from "../lib/elements.js";
import { WIDE } from "./surface.js";

/** The least height for the boards of a wide page, and the space below them, in pixels. */
const LEAST_ROOM = 320;
const AROUND = 14;

/**
 * The width of the page in pixels, and a call after each change of it or of the height of the window.
 * @param {HTMLElement} root
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function followSize(root, changed, signal) {
  const width = { now: root.clientWidth };
  let height = innerHeight;
  addEventListener("resize", () => {
    if (height === innerHeight || !root.clientWidth) return;
    height = innerHeight;
    if (width.now >= WIDE) changed();  // A phone's keyboard changes nothing.
  }, { signal });
  new ResizeObserver(([{ contentRect }]) => {
    const now = Math.round(contentRect.width);  // To measure it would force another layout.
    if (!now || now === width.now) return;  // Hidden: nothing can be measured, and it is observed again once it shows.
    width.now = now;
    changed();
  }).observe(root);
  return width;
}

/**
 * The room for the boards between what lies above them and the dock, of a page that is not scrolled.
 * @param {HTMLElement} root
 */
export function roomOf(root) {
  const surface = find(root, ".surface");
  let { top } = find(root, ".layout").getBoundingClientRect();
  /** @type {Element | null} */
  let around = root;
  while (around) {
    top += around.scrollTop;
    const parent = /** @type {ParentNode | null} */ (around.parentNode);
    around = parent instanceof ShadowRoot ? parent.host : /** @type {Element | null} */ (parent instanceof Element ? parent : null);
  }
  return { width: surface.clientWidth, height: Math.max(LEAST_ROOM, innerHeight - top - find(root, ".dock").offsetHeight - AROUND) };
}
