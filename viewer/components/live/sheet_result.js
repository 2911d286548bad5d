// The result of a sheet: proposed from the points until a person says it. Nobody has lost before that was said.

import { htmlElement } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { winnersOf, withSide } from "./sheet_draft.js";

/** @typedef {ReturnType<typeof import("./sheet_draft.js").makeSheetDraft>} HeldDraft */

/**
 * A box for each seat; if all seats play on one side, instead the choice between won and lost.
 * @param {{ sheet: Sheet, names: string[] }} data
 * @param {HeldDraft} draft
 */
export function makeResult({ sheet, names }, draft) {
  const { sides } = sheet;
  /** @type {readonly number[]} */
  let proposed = [];
  const winners = () => winnersOf(draft.now.winners, proposed);
  /** @type {(side: readonly number[], hasWon: boolean) => void} */
  const say = (side, hasWon) => {
    draft.set({ ...draft.now, winners: withSide(winners() ?? [], side, hasWon) });
    show();
  };
  const boxes = sides.length === 1 ? [] : names.map((name, seat) => {
    const side = sides.find((seats) => seats.includes(seat)) ?? [seat];
    const part = makeToggle("checkbox", "won-box", "", (hasWon) => say(side, hasWon));
    part.input.setAttribute("aria-label", gettext("{name} won", { name }));
    return part;
  });
  const both = sides.length > 1 ? [] : wonAndLost(names).map((words, at) => makeToggle("radio", "won-or-lost", words, () => say(sides[0], at === 0)));
  const show = () => {
    const seats = winners();
    boxes.forEach(({ input }, seat) => { input.checked = Boolean(seats?.includes(seat)); });
    both.forEach(({ input }, at) => { input.checked = seats !== null && (at === 0) === seats.length > 0; });
  };
  show();
  const choice = htmlElement("div", "result");
  choice.setAttribute("role", "radiogroup");
  choice.setAttribute("aria-label", gettext("Result"));
  choice.append(...both.map(({ label }) => label));
  return {
    /** The box of each seat; null where there is one choice for all. */
    boxes: both.length ? null : boxes.map(({ label }) => label),
    choice,
    winners,
    /** @param {number[]} seats */
    propose(seats) {
      proposed = seats;
      show();
    },
  };
}

/** @param {string[]} names */
function wonAndLost(names) {
  if (names.length > 1) return [gettext("We won"), gettext("We lost")];
  return [gettext("{name} won", { name: names[0] }), gettext("{name} lost", { name: names[0] })];
}

/**
 * @param {"checkbox" | "radio"} type
 * @param {string} className
 * @param {string} words
 * @param {(isChecked: boolean) => void} whenChosen
 */
function makeToggle(type, className, words, whenChosen) {
  const label = htmlElement("label", className);
  const input = Object.assign(htmlElement("input"), { type, name: "result" });
  // This comes before the form hears of it and proposes anew, which `change` does not.
  input.addEventListener("input", () => whenChosen(input.checked));
  label.append(input, words);
  return { label, input };
}
