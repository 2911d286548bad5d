// Watch, Review, Explore, Guess: one control. Reviewing shows the editor, exploring a table, guessing hides what is to come.

export function makeModes(root, emit) {
  const buttons = [...root.querySelectorAll("[data-chooses]")];
  const watchers = [];
  const modes = {
    now: null,
    onChange: (watcher) => watchers.push(watcher),
    choose(mode) {
      if (mode === modes.now) return;
      const isFirst = modes.now === null;
      modes.now = mode;
      root.dataset.mode = mode;
      for (const button of buttons) button.setAttribute("aria-pressed", button.dataset.chooses === mode);
      for (const watcher of watchers) watcher(mode);
      if (!isFirst) emit(mode);
    },
  };
  for (const button of buttons) button.addEventListener("click", () => modes.choose(button.dataset.chooses));
  return modes;
}

// A link may ask for guessing, so that who follows it is not told the end first.
export function modeAsked() {
  return new URL(location.href).searchParams.get("mode") === "guess" ? "guess" : "watch";
}
