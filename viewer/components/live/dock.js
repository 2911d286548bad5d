// The footer of the live record: what to do next, and the room it takes at the bottom of the page.

import { find } from "../lib/elements.js";
import { gettext } from "../lib/language.js";

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

/** Keeps as much room below the boards as the footer takes, however much it says. @param {HTMLElement} root */
export function followDock(root) {
  const dock = find(root, ".dock");
  // Once the boards are drawn, as it styles all of them anew.
  const keep = () => root.style.setProperty("--footer", `${dock.offsetHeight}px`);
  new ResizeObserver(() => { requestAnimationFrame(keep); }).observe(dock);
}

/**
 * What was entered and waits to be sent, as a ghost on the boards and in words; null: nothing does.
 * @param {HTMLElement} root
 * @param {ReturnType<typeof import("./surface.js").makeSurface>} surface
 * @param {RequestBody | null} request
 */
export function showUnsent(root, surface, request) {
  const line = find(root, ".dock > .unsent");
  const isOther = line.hidden === Boolean(request);
  root.classList.toggle("has-unsent", Boolean(request));
  line.hidden = !request;
  if (request) find(line, ".says").textContent = request.says ?? gettext("Your entry");
  if (request?.preview && isOther) surface.ghost(request.preview, true);
}

/**
 * Says that another device was faster than the taps of this one, which are about a table that is no more.
 * @param {HTMLElement} root
 * @param {LiveRecordData} data the table now
 */
export function showOvertaken(root, { last, undone }) {
  const message = find(root, ".message");
  const words = undone || !last.length
    ? gettext("Meanwhile another device took back a move. What you had begun to tap was dropped.")
    : gettext("Meanwhile another device recorded: {event}. What you had begun to tap was dropped.", { event: last[0][2] });
  Object.assign(message, { textContent: words, hidden: false });
  message.dataset.kind = "moved";
}
