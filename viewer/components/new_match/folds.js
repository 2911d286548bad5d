// What is known besides title and people, each behind one line that says it: scoring, date, place, length, and the rest.

import { commandButton, htmlElement, setChildren, svgElement } from "../lib/elements.js";
import { formatNumber, gettext, pageLanguage } from "../lib/language.js";
import { personKey, titleOf } from "./draft.js";
import { makeKeep, textField } from "./fields.js";
import { makePhoto } from "./photo.js";
import { otherWay, scoringFields, scoringWords } from "./scoring.js";

/** @import { Draft } from "./draft.js" */
/** @import { Keep, Tell } from "./fields.js" */
/** @typedef {{ draft: Draft, titles: NewTitle[], chosen: readonly ChosenPerson[], places: string[], photo: File | null }} Shown */

const ICONS = {
  how: "M3 4.5h10M3 8h10M3 11.5h6",
  date: "M3 4.5h10v9H3zM3 7.500h10M5.500 2.500v3M10.500 2.500v3",
  place: "M8 14s4.5-4.3 4.5-7.5a4.5 4.5 0 0 0-9 0C3.5 9.7 8 14 8 14zM9.4 6.5a1.4 1.4 0 1 1-2.8 0a1.4 1.4 0 0 1 2.8 0z",
  length: "M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM8 5v3l2 1.5",
  more: "M5 3h6a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z",
};

/** Places that are offered with one tap. */
const PLACES = 6;

/**
 * @param {Tell} tell
 * @param {(photo: File | null) => void} onPhoto
 */
export function makeFolds(tell, onPhoto) {
  const keep = makeKeep();
  const how = makeFold("how", gettext("scoring"));
  const date = makeFold("date", gettext("date"));
  const place = makeFold("place", gettext("place"));
  const length = makeFold("length", gettext("length"));
  const more = makeFold("more", gettext("add"));
  const set = (/** @type {keyof Draft} */ name) => (/** @type {string} */ value) => tell({ kind: "set", values: { [name]: value } });
  const day = textField(gettext("Played on"), set("day"), { type: "date" });
  const where = textField(gettext("Place"), set("place"), { maxLength: 200 });
  const before = htmlElement("div", "ppl");
  const minutes = textField(gettext("Length"), set("length"), { placeholder: gettext("minutes, or 1:30"), inputMode: "text", maxLength: 20 });
  const expansions = textField(gettext("Expansions, with commas between them"), set("expansions"), { maxLength: 1000 });
  const roles = htmlElement("div", "roles");
  const photo = makePhoto(onPhoto);
  date.inside.append(day.root);
  place.inside.append(where.root, before);
  length.inside.append(minutes.root);
  more.inside.append(expansions.root, roles, photo.root);
  return {
    roots: [how.root, date.root, place.root, length.root, more.root],
    /** Opens the fold that a sentence is about. */
    open: (/** @type {string} */ name) => {
      const fold = { how, length, place, date }[name];
      if (fold) fold.root.open = true;
      if (name === "length") minutes.input.focus();
    },
    /** @param {Shown} shown */
    show(shown) {
      const { draft, titles, chosen, places } = shown;
      const title = titleOf(draft, titles);
      how.say(scoringWords(draft, title), otherWay(draft, title));
      setChildren(how.inside, scoringFields(draft, chosen, title, tell, keep));
      date.say(dayWords(draft.day));
      day.show(draft.day);
      place.say(draft.place.trim() || gettext("No place"));
      where.show(draft.place);
      setChildren(before, places.slice(0, PLACES).map((name) => placeChip(name, name === draft.place, set("place"), keep)));
      length.say(draft.runs ? gettext("The clock runs") : lengthWords(draft.length));
      minutes.show(draft.length);
      more.say(moreWords(shown));
      expansions.show(draft.expansions);
      setChildren(roles, chosen.flatMap((person) => roleFields(person, title, draft, tell, keep)));
      photo.show(shown.photo);
    },
  };
}

/**
 * @param {keyof typeof ICONS} name
 * @param {string} about
 */
function makeFold(name, about) {
  const root = htmlElement("details", `part ${name}`);
  const summary = htmlElement("summary", "fold");
  const words = htmlElement("span", "cut");
  const inside = htmlElement("div", "inside");
  const icon = svgElement("svg", { viewBox: "0 0 16 16", class: "ic", "aria-hidden": "true" });
  icon.append(svgElement("path", { d: ICONS[name] }));
  const end = htmlElement("span", "end");
  summary.append(icon, words, end);
  root.append(summary, inside);
  return {
    root,
    inside,
    say(/** @type {string} */ text, more = about) {
      words.title = text;
      words.textContent = text;
      end.textContent = more;
    },
  };
}

/**
 * @param {ChosenPerson} person
 * @param {NewTitle | undefined} title
 * @param {Draft} draft
 * @param {Tell} tell
 * @param {Keep} keep
 */
function roleFields(person, title, draft, tell, keep) {
  const key = personKey(person);
  return (title?.roles.length ? title.roles : [["", ""]]).map(([kind, role]) => keep(`role ${kind} ${key} ${title?.key}`, () => {
    const words = kind ? gettext("{role} of {name}", { role, name: person[1] }) : gettext("Role of {name}", { name: person[1] });
    const field = textField(words, (value) => tell({ kind: "role", person: key, name: kind, value }), { maxLength: 200 });
    field.show(draft.roles[key]?.[kind] ?? "");
    return field.root;
  }));
}

/**
 * @param {string} name
 * @param {boolean} isOn
 * @param {(name: string) => void} choose
 * @param {Keep} keep
 */
function placeChip(name, isOn, choose, keep) {
  const chip = keep(`place ${name}`, () => commandButton("pp bare", name, () => choose(name)));
  chip.classList.toggle("on", isOn);
  chip.setAttribute("aria-pressed", String(isOn));
  return chip;
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
  if (day === today()) return gettext("Today");
  return new Date(`${day}T12:00`).toLocaleDateString(pageLanguage(), { dateStyle: "medium" });
}

/** The day by the clock of this device, as it is called where it is. */
export function today() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
