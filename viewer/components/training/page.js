// Positions in a file of their own: what would you play? The answer is unpacked once a move is chosen.

import { find } from "../lib/elements.js";
import { gettext, setCatalog, translateElement } from "../lib/language.js";
import { openLiveRecord } from "../live/live_record.js";
import { unpacked } from "../share/packed.js";

/** @type {TrainingFile} */
const data = await unpacked(find(document, "#positions").textContent);
setCatalog(data.catalog);
const [head, answer] = [find(document, ".ask"), find(document, ".answer")];
translateElement(document.body);
let at = 0;
let right = 0;
let hasAnswered = false;
/** @type {Sender} */
const sender = { waiting: [], put: ({ line }) => void judge(String(line)) };
const picker = openLiveRecord(find(document, "#table"), sender);
find(picker.root, "[data-command=confirm]").textContent = gettext("Choose this move");
for (const dialog of picker.root.querySelectorAll("dialog")) dialog.remove();

function showPosition() {
  const position = data.positions[at];
  hasAnswered = false;
  answer.hidden = true;
  find(head, ".place").textContent = gettext("Position {number} of {all}", { number: at + 1, all: data.positions.length });
  find(head, "h1").textContent = gettext("What would you play as {name}?", { name: position.name });
  picker.show({ ...position.live_record, preview: null });
}

/** @param {string} event the move as JSON */
async function judge(event) {
  const { accepted, best } = await unpacked(data.positions[at].answer);
  const isRight = accepted.includes(event);
  if (!hasAnswered && isRight) right += 1;
  hasAnswered = true;
  answer.hidden = false;
  answer.classList.toggle("right", isRight);
  find(answer, ".verdict").textContent = isRight ? gettext("Well played.") : gettext("There is a better move.");
  find(answer, ".best").textContent = gettext("Best: {moves}.", { moves: best.join("; ") });
  const isLast = at === data.positions.length - 1;
  find(answer, "button").hidden = isLast;
  find(answer, ".sum").textContent = isLast ? gettext("{number} of {all} found at once.", { number: right, all: data.positions.length }) : "";
  answer.scrollIntoView({ block: "nearest" });
}

find(answer, "button").addEventListener("click", () => {
  at += 1;
  showPosition();
  scrollTo(0, 0);
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => picker.show({ ...data.positions[at].live_record, preview: null }));
showPosition();
