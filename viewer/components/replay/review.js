// The review of the match beside the boards: what the current move cost, the better move as a ghost, the key moments.

import { find } from "../lib/elements.js";
import { formatNumber, gettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { percentText } from "./format.js";
import { drawGhost } from "./ghost.js";
import { REVIEW } from "./modes.js";
import { makeMoments } from "./moments.js";

/** @param {ReplayParts} parts @param {(line: Line) => void} openLine */
export function makeReview(parts, openLine) {
  const { root, data, cursor, boards, modes, review } = parts;
  const part = (/** @type {string} */ name) => find(root, `.verdict .${name}`);
  const moments = makeMoments(part("key-moments"), parts);
  const better = () => review.mistakeOf(data.steps[cursor.at]);
  const showMove = () => {
    const step = data.steps[cursor.at];
    const mistake = better();
    const says = mistake ? null : verdictOn(step, review.state.now);
    part("of-move").hidden = !mistake && !says;
    render(html`${mistake ? markView(mistake) : nothing}<span>${mistake?.word ?? says?.title}</span>`, part("judged-as"));
    show(part("cost"), mistake?.cost ?? says?.text ?? "");
    show(part("better"), mistake ? gettext("Better: {move}.", { move: mistake.best }) : "");
    show(part("because"), mistake?.reason ?? "");
    find(root, "[data-command=openBetter]").hidden = !mistake;
  };
  boards.onDraw((step) => {
    if (modes.now === REVIEW && step === cursor.at) drawGhost(boards.panels, better());
  });
  const showState = () => {
    const { now, progress, problem, isOffered } = review.state;
    show(part("under-way"), progress ? underWay(progress, now !== null) : "");
    show(part("no-review"), problem);
    part("ask-review").hidden = !isOffered;
    show(part("not-judged"), now?.why ?? "");
    part("ask-deeper").hidden = !now?.deeper || progress !== null || Boolean(now.why);
    part("turning").hidden = !now;
    part("no-moments").hidden = Boolean(now?.moments.length);
    moments.show(now);
  };
  review.watch(() => {
    showState();
    showMove();
    if (modes.now === REVIEW) boards.draw(cursor.at);
  });
  cursor.onMove(showMove);
  modes.onChange(() => boards.draw(cursor.at));
  return {
    askReview: () => review.ask("normal"),
    lookDeeper: () => review.ask(review.state.now?.deeper ?? null),
    openBetter() {
      const mistake = better();
      if (mistake) openLine(mistake.line);
    },
  };
}

/** @param {HTMLElement} line @param {string} text */
function show(line, text) {
  line.textContent = text;
  line.hidden = !text;
}

/** @type {(progress: { done: number, all: number }, isKnown: boolean) => string} */
function underWay({ done, all }, isKnown) {
  const share = percentText(all ? done / all : 0);
  return isKnown ? gettext("Looking deeper: {share}", { share }) : gettext("The match is being reviewed: {share}", { share });
}

/**
 * What is said of a step without a mistake.
 * @param {Step} step
 * @param {ReviewData | null} now
 */
function verdictOn(step, now) {
  if (!now || step.scoring) return null;
  const luck = now.lucks.find(([version]) => version === step.at);
  if (luck) return { title: luck[2] || gettext("Chance"), text: luck[1] };
  if (now.judged.includes(step.at)) return { title: gettext("Good move"), text: gettext("As good as the best move.") };
  return step.at === now.wins[0][0] ? { title: gettext("The review"), text: now.sentence } : null;
}

/** @param {Mistake} mistake */
export const markView = ({ sign, grade }) => html`<b class="mark ${grade}">${sign}</b>`;

/** The chances at the end of every round, as a table. @param {ReplayParts} parts */
export function makeChanceTable({ root, data, review }) {
  const [says, table] = [find(root, ".chances"), find(root, ".chance-table table")];
  review.watch(() => {
    says.textContent = review.state.now?.sentence ?? "";
    render(html`<tbody><tr>${[gettext("After"), ...data.names].map((name) => html`<th scope="col">${name}</th>`)}</tr>${data.rounds.map(([number, , last]) =>
      html`<tr><th scope="row">${number ? gettext("Round {round}", { round: formatNumber(number) }) : gettext("Start")}</th>${
        review.winsAt(last).map((win) => html`<td>${win === null ? "\u2013" : percentText(win)}</td>`)}</tr>`)}</tbody>`, table);
  });
}
