// The modes Watch, Review, Explore and Guess: reviewing shows the editor, exploring a table, guessing hides what is to come.

/**
 * @param {HTMLElement} root
 * @param {(mode: string) => void} emit
 */
export function makeModes(root, emit) {
  const buttons = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-chooses]"))];
  /** @type {((mode: string) => void)[]} */
  const watchers = [];
  const modes = {
    /** @type {string | null} */
    now: null,
    /** @param {(mode: string) => void} watcher */
    onChange: (watcher) => watchers.push(watcher),
    /** @param {string | undefined} mode */
    choose(mode) {
      if (!mode || mode === modes.now) return;
      const isFirst = modes.now === null;
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

/** A link may ask for guessing, so that its reader does not see the end first. */
export function initialMode() {
  return new URL(location.href).searchParams.get("mode") === "guess" ? "guess" : "watch";
}
