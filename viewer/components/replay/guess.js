// Guessing: what comes after the last known step is hidden until the reader taps a place it touches, or reveals it.

import { find, findAll } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { SIZE } from "./changes.js";
import { percent } from "./format.js";

/** @param {ReplayParts} parts */
export function makeGuess({ root, data, cursor, boards, modes }) {
  const says = find(root, ".guess .asks");
  const count = find(root, ".guess .tally");
  let tries = 0;
  let guessed = 0;
  let questions = 0;
  const showQuestion = (answer = "") => {
    const next = data.steps[cursor.limit + 1];
    root.style.setProperty("--known", percent((cursor.limit + 1) / data.steps.length));
    for (const element of findAll(root, ".log [data-step]")) {
      element.classList.toggle("ahead", Number(element.dataset.step) > cursor.limit);
    }
    find(root, "[data-command=reveal]").hidden = !next;
    says.textContent = [answer, question(next, data.names)].filter(Boolean).join(" ");
    count.textContent = questions ? gettext("{guessed} of {asked} guessed", { guessed, asked: questions }) : "";
  };
  const reveal = (answer = "") => {
    if (modes.now !== "guess" || cursor.limit === cursor.last) return;
    if (data.steps[cursor.limit + 1].seat !== null) questions += 1;
    tries = 0;
    cursor.reveal();
    showQuestion(answer);
    cursor.go(cursor.limit);
  };
  boards.onTap((id) => {
    if (modes.now !== "guess") return false;
    if (cursor.limit === cursor.last || data.steps[cursor.limit + 1].seat === null) return true;
    if (cursor.at !== cursor.limit) cursor.go(cursor.limit);
    else if (touches(boards.changesAt(cursor.limit + 1), id)) {
      if (!tries) guessed += 1;
      reveal(gettext("Correct."));
    } else {
      tries += 1;
      showQuestion(gettext("Not there."));
    }
    return true;
  });
  modes.onChange((mode) => {
    cursor.hide(mode === "guess");
    tries = guessed = questions = 0;
    showQuestion();
    if (cursor.at > cursor.limit) cursor.go(cursor.limit);
    else cursor.refresh();
  });
  data.watch(() => { if (cursor.hides) showQuestion(); });
  return { reveal };
}

/** @param {Step | undefined} next @param {string[]} names */
function question(next, names) {
  if (!next) return gettext("That was the last move; Watch shows the whole match.");
  if (next.seat === null) return gettext("The next event cannot be guessed.");
  return gettext("What does {name} do? Tap a place that the move touches, or reveal the move.", { name: names[next.seat] });
}

/**
 * Whether the event changes a place or piece: pieces first, signs only where no piece moves.
 * @param {Change[]} changes
 * @param {string} id
 */
function touches(changes, id) {
  const isPiece = (/** @type {Shape | undefined} */ shape) => shape?.[1] === "use";
  const pieces = changes.filter(({ before, after }) => isPiece(before) || isPiece(after));
  const isSame = (/** @type {string} */ other) => other === id || other.startsWith(`${id}/`) || id.startsWith(`${other}/`);
  return (pieces.length ? pieces : changes).some((change) => change.id !== SIZE && isSame(change.id));
}
