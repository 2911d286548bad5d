// What is known besides title and people, each behind one line that says it: scoring, date, place, length, and the rest.

import { iconView } from "../lib/elements.js";
import { formatNumber, gettext, pageLanguage } from "../lib/language.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { isOneSide, isSavedHere, personKey, titleOf } from "./draft.js";
import { chip, textField } from "./fields.js";
import { photoField } from "./photo.js";
import { otherWay, scoringFields, scoringWords } from "./scoring.js";

/** @import { Draft } from "./draft.js" */
/** @import { Tell } from "./fields.js" */
/**
 * `place` is the one proposed; `isMore`: what is seldom needed is shown too.
 * @typedef {{ draft: Draft, titles: NewTitle[], chosen: readonly ChosenPerson[], place: string, places: string[], photo: File | null, isMore: boolean }} Shown
 */

const ICONS = {
  how: "M3 4.5h10M3 8h10M3 11.5h6",
  date: "M3 4.5h10v9H3zM3 7.500h10M5.500 2.500v3M10.500 2.500v3",
  place: "M8 14s4.5-4.3 4.5-7.5a4.5 4.5 0 0 0-9 0C3.5 9.7 8 14 8 14zM9.4 6.5a1.4 1.4 0 1 1-2.8 0a1.4 1.4 0 0 1 2.8 0z",
  length: "M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM8 5v3l2 1.5",
  note: "M3.5 2.5h9v11h-9zM6 6h4M6 9h4",
  more: "M5 3h6a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z",
};

/** Places that are offered with one tap. */
const MAX_PLACES = 6;

/**
 * @param {Shown} shown
 * @param {Tell} tell
 * @param {(photo: File | null) => void} onPhoto
 */
export function foldViews(shown, tell, onPhoto) {
  const { draft, titles, chosen, place, places, isMore } = shown;
  const title = titleOf(draft, titles), scored = { draft, chosen, title };
  const isHere = isSavedHere(draft), isRest = isHere && !isMore;
  const set = (/** @type {keyof Draft} */ name) => (/** @type {string} */ value) => tell({ kind: "set", values: { [name]: value } });
  return [
    foldView("how", scoringWords(scored), otherWay(scored), scoringFields(scored, tell), isHere),
    foldView("date", dayWords(draft.day), gettext("date"), textField({ name: "day", label: gettext("Played on"), value: draft.day, take: set("day"), type: "date" })),
    foldView("place", draft.place.trim() || gettext("No place"), place && draft.place === place ? gettext("as last time") : gettext("place"), [
      textField({ name: "place", label: gettext("Place"), value: draft.place, take: set("place"), most: 200 }),
      html`<div class="ppl">${places.slice(0, MAX_PLACES).map((name) => chip(name, name === draft.place, () => set("place")(name)))}</div>`,
    ]),
    foldView("length", draft.runs ? gettext("The clock runs") : lengthWords(draft.length), gettext("length"), textField({
      name: "length", label: gettext("Length"), value: draft.length, take: set("length"), hint: gettext("minutes, or 1:30"), mode: "text", most: 20,
    }), isRest),
    foldView("more", moreWords(shown), gettext("add"), [
      textField({ name: "expansions", label: gettext("Expansions, with commas between them"), value: draft.expansions, take: set("expansions"), most: 1000 }),
      html`<div class="roles">${chosen.map((person) => roleFields(person, title, draft, tell))}</div>`,
      photoField(onPhoto),
    ], isRest),
    foldView("note", draft.comment.trim() || gettext("What will you remember?"), gettext("note"), commentField(draft, set("comment")), isRest && !draft.comment),
    isHere && isMore ? html`<div class="ppl">${draft.how === "winner" ? rareResults(scored, tell) : nothing}</div>` : nothing,
  ];
}

/** @type {(draft: Draft, take: (text: string) => void) => unknown} */
const commentField = ({ comment }, take) => html`<textarea class="field" rows="3" maxlength="4000" placeholder=${gettext("A line for later, if you like")}
  aria-label=${gettext("What will you remember?")} .value=${comment} @input=${(/** @type {InputOf} */ { target }) => take(target.value)}></textarea>`;

/**
 * That nobody won, and that a title without a sheet is won by all together.
 * @type {(scored: { draft: Draft, chosen: readonly ChosenPerson[] }, tell: Tell) => unknown}
 */
function rareResults({ draft, chosen }, tell) {
  const isTogether = draft.wins === "together", isNobody = draft.end === "lost";
  return [
    isOneSide(draft, chosen) ? nothing : chip(gettext("Nobody won"), isNobody, () => tell({ kind: "set", values: { end: isNobody ? "" : "lost", winners: [] } })),
    chip(gettext("All win or lose together"), isTogether, () => tell({ kind: "set", values: { wins: isTogether ? "highest" : "together", end: "" } })),
  ];
}

/** @type {(name: keyof typeof ICONS, words: string, end: string, inside: unknown, isHidden?: boolean) => unknown} */
const foldView = (name, words, end, inside, isHidden = false) => html`<details class="part ${name}" ?hidden=${isHidden}>
  <summary class="fold">${iconView(ICONS[name])}<span class="cut" title=${words}>${words}</span><span class="end">${end}</span></summary>
  <div class="inside">${inside}</div></details>`;

/**
 * @param {ChosenPerson} person
 * @param {NewTitle | undefined} title
 * @param {Draft} draft
 * @param {Tell} tell
 */
function roleFields(person, title, draft, tell) {
  const key = personKey(person);
  return (title?.roles.length ? title.roles : [["", ""]]).map(([kind, role]) => textField({
    name: `role-${kind}-${key}`,
    label: kind ? gettext("{role} of {name}", { role, name: person[1] }) : gettext("Role of {name}", { name: person[1] }),
    value: draft.roles[key]?.[kind] ?? "", take: (value) => tell({ kind: "role", person: key, name: kind, value }), most: 200,
  }));
}

/** @param {Shown} shown */
function moreWords({ draft, chosen, photo }) {
  const count = draft.expansions.split(",").filter((name) => name.trim()).length;
  const has = chosen.some((person) => Object.values(draft.roles[personKey(person)] ?? {}).some((name) => name.trim()));
  const said = [...(count ? [draft.expansions.trim()] : []), ...(has ? [gettext("roles")] : []), ...(photo ? [gettext("a photo")] : [])];
  return said.join(", ") || gettext("Expansions, roles, photo");
}

/** @param {string} text */
function lengthWords(text) {
  if (!text.trim()) return gettext("Length not known");
  return /^\d+$/.test(text.trim()) ? gettext("{minutes} min", { minutes: formatNumber(Number(text)) }) : text.trim();
}

/** @param {string} day */
function dayWords(day) {
  if (!day) return gettext("No date");
  if (day === today()) return gettext("Today, now");
  return new Date(`${day}T12:00`).toLocaleDateString(pageLanguage(), { dateStyle: "medium" });
}

/** The day by the clock of this device, as it is called where it is. */
export function today() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
