// How a match is recorded: every move with the options of its game, who won, points with who wins, or places.

import { partView } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { endView, facesView } from "../lib/who_won.js";
import { initials } from "../people/choices.js";
import { howsOf, isOneSide, personKey } from "./draft.js";
import { choiceRow, optionFields, textField } from "./fields.js";

/** @import { Draft } from "./draft.js" */
/** @import { Tell } from "./fields.js" */
/** @typedef {{ draft: Draft, chosen: readonly ChosenPerson[], title: NewTitle | undefined }} Scored */

/** The ways that note points, as they are proposed: by the sheet of the title, else the final points. */
const WITH_POINTS = /** @type {How[]} */ (["sheet", "final", "rounds"]);

/** @returns {Record<How, string>} */
const howWords = () => ({
  moves: gettext("Every move"), winner: gettext("Only who won"), sheet: gettext("By category"), rounds: gettext("Rounds or categories"),
  final: gettext("Final points"), places: gettext("Places"),
});

/** @returns {Record<WinRule, string>} */
const winsWords = () => ({ highest: gettext("Most points win"), lowest: gettext("Fewest points win"), together: gettext("All win or lose together") });

/**
 * The ways to keep a match; of those with points one, as the rest is a detail of it.
 * @type {(scored: Scored, tell: Tell) => unknown}
 */
export function segmentsView({ draft, title }, tell) {
  const hows = howsOf(title), words = howWords(), isTogether = draft.wins === "together";
  const points = WITH_POINTS.filter((how) => hows.includes(how));
  const segments = /** @type {[How, string, boolean][]} */ ([
    ...hows.includes("moves") ? [["moves", words.moves, draft.how === "moves"]] : [],
    ["winner", isTogether ? gettext("Won or lost") : words.winner, draft.how === "winner"],
    [points[0], gettext("Points"), points.includes(draft.how)],
    ...isTogether ? [] : [["places", words.places, draft.how === "places"]],
  ]);
  const label = gettext("What do you keep?"), isAsLast = title?.is_played && title.how === draft.how;
  return html`<div class="kept"><div class="lab"><b>${label}</b><span class="soft">${isAsLast ? gettext("as last time") : ""}</span></div>
    <div class="seg" role="group" aria-label=${label}>${segments.map(([how, word, isOn]) => html`<button type="button" aria-pressed=${isOn}
      @click=${() => { if (!isOn) tell({ kind: "set", values: { how } }); }}>${word}</button>`)}</div></div>`;
}

/**
 * The result, where it is said in the form.
 * @type {(scored: Scored & { faces: Record<string, unknown> }, tell: Tell) => unknown}
 */
export function resultView({ draft, chosen, faces }, tell) {
  if (!chosen.length) return nothing;
  if (draft.how === "winner") return winnersView(draft, chosen, faces, tell);
  if (draft.how !== "places") return nothing;
  return html`<div class="places"><p class="soft s14">${gettext("1 is the winner; players who tie have the same place. What is not known stays empty.")}</p>${
    chosen.map((person) => rankField(person, draft, tell))}</div>`;
}

/**
 * @param {Draft} draft
 * @param {readonly ChosenPerson[]} chosen
 * @param {Record<string, unknown>} faces of known people, by id
 * @param {Tell} tell
 */
function winnersView(draft, chosen, faces, tell) {
  const { end, winners } = draft, names = chosen.map(([, name]) => name);
  if (isOneSide(draft, chosen)) {
    return endView(names, end ? end === "won" : null, (hasWon) => {
      const said = hasWon ? "won" : "lost";
      tell({ kind: "set", values: { end: end === said ? "" : said } });
    });
  }
  return facesView(chosen.map((person) => {
    const [id, name] = person, key = personKey(person), known = faces[id];
    const face = known ? partView(/** @type {Part} */ (known)) : html`<span class="face new" aria-hidden="true">${initials(name)}</span>`;
    return { name, face, isOn: !end && winners.includes(key), tap: () => tell({ kind: "winner", person: key }) };
  }), end ? gettext("Nobody won") : gettext("tap several if they share it"));
}

/** Whether it can be said who wins: no rules and no template say so. @type {(scored: Scored) => boolean} */
const isFree = ({ draft: { how }, title }) => !howsOf(title).includes("moves") && (how === "rounds" || how === "final");

/** @type {(scored: Scored) => string} */
export const scoringWords = (scored) => [howWords()[scored.draft.how], ...isFree(scored) ? [winsWords()[scored.draft.wins]] : []].join(" \u00b7 ");

/**
 * What stands at the end of the line: that there is a sheet, if it is not the way that is taken.
 * @type {(scored: Scored) => string}
 */
export const otherWay = ({ draft: { how }, title }) => (how === "final" && title?.hows.includes("sheet") ? gettext("or by category") : gettext("scoring"));

/** @type {(scored: Scored, tell: Tell) => unknown} */
export function scoringFields(scored, tell) {
  const { draft, title } = scored, words = howWords();
  if (draft.how === "moves" && title) return optionFields(title, draft, tell);
  const hows = /** @type {[How, string][]} */ (WITH_POINTS.filter((how) => howsOf(title).includes(how)).map((how) => [how, words[how]]));
  return [
    choiceRow(gettext("Recorded"), hows, draft.how, (how) => tell({ kind: "set", values: { how } })),
    isFree(scored) ? winsRow(draft, tell) : nothing,
    html`<a class="link s14" href="templates">${gettext("Score sheets")}</a>`,
  ];
}

/** @type {(draft: Draft, tell: Tell) => unknown} */
function winsRow({ wins }, tell) {
  const choices = /** @type {[WinRule, string][]} */ (Object.entries(winsWords()));
  return choiceRow(gettext("Winner"), choices, wins, (won) => tell({ kind: "set", values: { wins: won, end: "" } }));
}

/** @type {(person: ChosenPerson, draft: Draft, tell: Tell) => unknown} */
function rankField(person, draft, tell) {
  const key = personKey(person);
  return textField({
    name: `rank-${key}`, label: person[1], value: draft.ranks[key] ?? "", mode: "numeric", most: 4, kind: "short",
    take: (value) => tell({ kind: "rank", person: key, value }),
  });
}
