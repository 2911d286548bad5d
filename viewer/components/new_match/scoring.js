// How a match is recorded: every move with the options of its game, points with who wins, or places alone.

import { htmlElement } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { howsOf, personKey } from "./draft.js";
import { choiceRow, optionFields, textField } from "./fields.js";

/** @import { Draft } from "./draft.js" */
/** @import { Keep, Tell } from "./fields.js" */

/** @returns {Record<How, string>} */
const howWords = () => ({
  moves: gettext("Every move"), sheet: gettext("By category"), rounds: gettext("Rounds or categories"), final: gettext("Final points"),
  places: gettext("Places without points"),
});

/** @returns {Record<WinRule, string>} */
const winsWords = () => ({ highest: gettext("Most points win"), lowest: gettext("Fewest points win"), together: gettext("All win or lose together") });

/**
 * Whether it can be said who wins: no rules and no template say so.
 * @param {Draft} draft
 * @param {NewTitle | undefined} title
 */
const isFree = ({ how }, title) => !howsOf(title).includes("moves") && (how === "rounds" || how === "final");

/**
 * @param {Draft} draft
 * @param {NewTitle | undefined} title
 */
export function scoringWords(draft, title) {
  const { how, wins } = draft;
  return [howWords()[how], ...(isFree(draft, title) ? [winsWords()[wins]] : [])].join(" \u00b7 ");
}

/**
 * What stands at the end of the line: that there is a sheet, if it is not the way that is taken.
 * @param {Draft} draft
 * @param {NewTitle | undefined} title
 */
export const otherWay = ({ how }, title) => (how === "final" && title?.hows.includes("sheet") ? gettext("or by category") : gettext("scoring"));

/**
 * @param {Draft} draft
 * @param {readonly ChosenPerson[]} chosen
 * @param {NewTitle | undefined} title
 * @param {Tell} tell
 * @param {Keep} keep
 */
export function scoringFields(draft, chosen, title, tell, keep) {
  const words = howWords();
  const hows = /** @type {[How, string][]} */ (howsOf(title).map((how) => [how, words[how]]));
  /** @type {HTMLElement[]} */
  const parts = [choiceRow(keep, gettext("Recorded"), hows, draft.how, (how) => tell({ kind: "set", values: { how } }))];
  if (draft.how === "moves" && title) parts.push(...optionFields(title, draft, tell, keep));
  if (isFree(draft, title)) {
    const wins = /** @type {[WinRule, string][]} */ (Object.entries(winsWords()));
    parts.push(choiceRow(keep, gettext("Winner"), wins, draft.wins, (won) => tell({ kind: "set", values: { wins: won } })));
  }
  if (draft.how === "places") {
    const law = gettext("1 is the winner; players who tie have the same place. All places end the match.");
    parts.push(keep("law", () => htmlElement("p", "soft s14", law)), ...chosen.map((person) => rankField(person, draft, tell, keep)));
  }
  return [...parts, keep("sheets", () => Object.assign(htmlElement("a", "link s14", gettext("Score sheets")), { href: "templates" }))];
}

/**
 * @param {ChosenPerson} person
 * @param {Draft} draft
 * @param {Tell} tell
 * @param {Keep} keep
 */
function rankField(person, draft, tell, keep) {
  const key = personKey(person);
  return keep(`rank ${key}`, () => {
    const field = textField(person[1], (value) => tell({ kind: "rank", person: key, value }), { inputMode: "numeric", maxLength: 4 });
    field.show(draft.ranks[key] ?? "");
    field.root.classList.add("short");
    return field.root;
  });
}
