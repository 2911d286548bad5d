// How a match is recorded: every move with the options of its game, points with who wins, or places alone.

import { gettext } from "../lib/language.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { howsOf, personKey } from "./draft.js";
import { choiceRow, optionFields, textField } from "./fields.js";

/** @import { Draft } from "./draft.js" */
/** @import { Tell } from "./fields.js" */

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
 */
export function scoringFields(draft, chosen, title, tell) {
  const words = howWords();
  const hows = /** @type {[How, string][]} */ (howsOf(title).map((how) => [how, words[how]]));
  const wins = /** @type {[WinRule, string][]} */ (Object.entries(winsWords()));
  return [
    choiceRow(gettext("Recorded"), hows, draft.how, (how) => tell({ kind: "set", values: { how } })),
    draft.how === "moves" && title ? optionFields(title, draft, tell) : nothing,
    isFree(draft, title) ? choiceRow(gettext("Winner"), wins, draft.wins, (won) => tell({ kind: "set", values: { wins: won } })) : nothing,
    draft.how === "places" ? [
      html`<p class="soft s14">${gettext("1 is the winner; players who tie have the same place. All places end the match.")}</p>`,
      chosen.map((person) => rankField(person, draft, tell)),
    ] : nothing,
    html`<a class="link s14" href="templates">${gettext("Score sheets")}</a>`,
  ];
}

/** @type {(person: ChosenPerson, draft: Draft, tell: Tell) => unknown} */
function rankField(person, draft, tell) {
  const key = personKey(person);
  return textField({
    name: `rank-${key}`, label: person[1], value: draft.ranks[key] ?? "", mode: "numeric", most: 4, kind: "short",
    take: (value) => tell({ kind: "rank", person: key, value }),
  });
}
