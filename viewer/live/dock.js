// The footer of the live record: what to do next, and the room it takes at the bottom of the page.

import { find } from "../elements.js";
import { gettext } from "../language.js";

/**
 * Shows an instruction; null keeps the last one, while the moves that follow are being fetched.
 * @param {HTMLElement} root
 * @param {string | null} says
 */
export function showTask(root, says) {
  const task = find(root, ".dock > .task");
  if (says !== null && says !== task.textContent) task.textContent = says;
  task.hidden = !task.textContent;
}

/**
 * The instruction after these taps; null if it is not known yet.
 * @param {Tasks} tasks
 * @param {string[]} taps
 * @param {boolean} isComplete whether nothing is left but to confirm
 */
export function taskAfter({ says, after } = { says: [], after: {} }, taps, isComplete) {
  if (isComplete) return taps.length ? gettext("Confirm the move, or go back") : gettext("Confirm the move");
  return says[after[taps.filter((tap) => !tap.startsWith("+")).join("\n")]] ?? null;
}

/**
 * Keeps as much room below the boards as the footer takes, however much it says.
 * @param {HTMLElement} root
 */
export function followDock(root) {
  const dock = find(root, ".dock");
  new ResizeObserver(() => root.style.setProperty("--footer", `${dock.offsetHeight}px`)).observe(dock);
}
