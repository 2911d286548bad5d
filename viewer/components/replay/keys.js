// Keyboard commands. They work wherever the page has the focus, except in inputs and in elements that use the arrow keys.

import { find } from "../lib/elements.js";

const OTHERS = "input, textarea, select, canvas, iframe, [contenteditable=true], [role=grid], [role=listbox], "
  + "[role=combobox], [role=radiogroup], [role=menu], .target";

/**
 * @param {HTMLElement} root
 * @param {Record<string, (argument?: any) => void>} commands
 * @param {AbortSignal} signal
 */
export function listenToKeys(root, commands, signal) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: commands.back, k: commands.back, ArrowRight: commands.next, j: commands.next,
    ArrowUp: commands.roundBack, ArrowDown: commands.roundNext, Home: commands.first, End: commands.last,
    " ": commands.play, "+": commands.faster, "-": commands.slower, c: commands.nextNote,
    y: commands.copyLink, "?": commands.help, d: commands.note, b: commands.bookmark, f: commands.viewpoint,
    r: commands.reveal,
  };
  /** @type {Record<string, () => void>} */
  const shifted = { ArrowLeft: commands.turnBack, ArrowRight: commands.turnNext };
  let isJudging = false;
  /** @param {KeyboardEvent} event */
  const isOurs = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    // A closed dialog keeps the focus until the next frame: a key pressed at once is meant for the replay.
    if (event.composedPath().some((part) => part instanceof HTMLDialogElement && part.open)) return false;
    const target = event.composedPath()[0];
    return !(target instanceof Element) || !target.closest(OTHERS);
  };
  document.addEventListener("keydown", (event) => {
    if (!isOurs(event) || find(root, "dialog", HTMLDialogElement).open) return;
    const command = event.shiftKey && shifted[event.key] ? shifted[event.key] : keys[event.key];
    const judges = isJudging && /^[1-6]$/.test(event.key);
    isJudging = event.key === "g";
    if (judges) {
      commands.judge(Number(event.key) - 1);
    } else if (isJudging) {
      commands.judging();
    } else if (event.key === "p") {
      if (!event.repeat) commands.peek(true);
    } else if (/^[0-9]$/.test(event.key)) {
      commands.tenth(Number(event.key));
    } else if (!command || (event.key === " " && pressesButton(event))) {
      return;
    } else {
      command();
    }
    event.preventDefault();
    event.stopPropagation();
  }, { signal, capture: true });
  document.addEventListener("keyup", (event) => {
    if (event.key === "p") commands.peek(false);
  }, { signal, capture: true });
}

/**
 * Space presses a button that was reached by the keyboard; after a click with the mouse it plays.
 * @param {KeyboardEvent} event
 */
function pressesButton(event) {
  const target = event.composedPath()[0];
  return target instanceof Element && target.matches("button:focus-visible, a:focus-visible, summary");
}
