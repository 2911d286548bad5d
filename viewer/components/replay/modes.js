// The modes Watch, Review, Explore and Guess: reviewing shows the editor, exploring a table, guessing hides what is to come.

import { findAll } from "../lib/elements.js";

export const WATCH = "watch";
export const REVIEW = "review";

/** @param {HTMLElement} root @param {(mode: string) => void} emit */
export function makeModes(root, emit) {
  const buttons = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-chooses]"))];
  /** @type {((mode: string) => void)[]} */
  const watchers = [];
  const modes = {
    /** @type {string} */
    now: "",
    /** @param {(mode: string) => void} watcher */
    onChange: (watcher) => watchers.push(watcher),
    /** @param {string | undefined} mode */
    choose(mode) {
      if (!mode || mode === modes.now) return;
      const isFirst = !modes.now;
      modes.now = mode;
      root.dataset.mode = mode;
      for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.chooses === mode));
      for (const watcher of watchers) watcher(mode);
      if (!isFirst) emit(mode);
    },
  };
  for (const button of buttons) button.addEventListener("click", () => modes.choose(button.dataset.chooses));
  return modes;
}

/**
 * The mode that the address asks for, if it is offered.
 * @param {HTMLElement} root
 * @param {string | null} requested
 */
export function initialMode(root, requested) {
  const button = findAll(root, "[data-chooses]").find(({ dataset }) => dataset.chooses === requested);
  return button && getComputedStyle(button).display !== "none" ? requested ?? WATCH : WATCH;
}
