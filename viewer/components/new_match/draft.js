// What is filled in, and what becomes of it with each message: pure, without a page.

import { gettext } from "../lib/language.js";
import { titleNamed } from "./titles.js";

/**
 * `key` is that of a known title, empty for one that is only typed. `since` is the time at which the clock was started and
 * `runs` whether it still does. `roles` and `ranks` are by person, `winners` are people.
 * `end` is how it ended for all: where they win together, or that nobody won.
 * @typedef {Readonly<{ text: string, key: string, how: How, wins: WinRule, options: Readonly<Record<string, Value>>, day: string,
 *   place: string, length: string, since: string, runs: boolean, expansions: string,
 *   roles: Readonly<Record<string, Readonly<Record<string, string>>>>, ranks: Readonly<Record<string, string>>,
 *   winners: readonly string[], end: "" | "won" | "lost", comment: string }>} Draft
 */

/**
 * `typed` into the field of the title, `picked` a suggestion; `set` a field; `option`, `role` and `rank` one of several.
 * `winner`: a person was tapped. The clock is `started` at a time and `stopped` after that many minutes.
 * @typedef {{ kind: "typed", text: string } | { kind: "picked", title: NewTitle } | { kind: "preset", preset: FormPreset }
 *   | { kind: "set", values: Partial<Draft> } | { kind: "option", name: string, value: Value }
 *   | { kind: "role", person: string, name: string, value: string } | { kind: "rank", person: string, value: string }
 *   | { kind: "winner", person: string }
 *   | { kind: "started", at: string } | { kind: "stopped", minutes: number }} DraftMessage
 */

/** The ways to record a title that is not known. */
const OF_ANY = /** @type {How[]} */ (["winner", "rounds", "final", "places"]);

/** @type {Draft} */
export const EMPTY_DRAFT = {
  text: "", key: "", how: "final", wins: "highest", options: {}, day: "", place: "", length: "", since: "", runs: false, expansions: "",
  roles: {}, ranks: {}, winners: [], end: "", comment: "",
};

/**
 * @param {Draft} draft
 * @param {DraftMessage} message
 * @param {NewTitle[]} titles
 * @returns {Draft}
 */
export function nextDraft(draft, message, titles) {
  switch (message.kind) {
    case "typed": {
      const known = titleNamed(titles, message.text);
      if (known) return { ...picked(draft, known), text: message.text };
      return { ...draft, text: message.text, key: "", how: OF_ANY.includes(draft.how) ? draft.how : "final", options: {} };
    }
    case "picked": return picked(draft, message.title);
    case "preset": {
      const { key, how, options } = message.preset;
      const known = titles.find((title) => title.key === key);
      return known ? { ...picked(draft, known), how, options: { ...optionsOf(known), ...options } } : draft;
    }
    case "set": return { ...draft, ...message.values };
    case "option": return { ...draft, options: { ...draft.options, [message.name]: message.value } };
    case "role": {
      const { person, name, value } = message;
      return { ...draft, roles: { ...draft.roles, [person]: { ...draft.roles[person], [name]: value } } };
    }
    case "rank": return { ...draft, ranks: { ...draft.ranks, [message.person]: message.value } };
    case "winner": {
      const { person } = message, { winners } = draft;
      return { ...draft, end: "", winners: winners.includes(person) ? winners.filter((other) => other !== person) : [...winners, person] };
    }
    case "started": return { ...draft, since: message.at, runs: true, length: "" };
    case "stopped": return { ...draft, runs: false, length: String(Math.max(1, message.minutes)) };
  }
}

/**
 * @param {Draft} draft
 * @param {NewTitle} title
 * @returns {Draft}
 */
function picked(draft, title) {
  if (draft.key === title.key) return { ...draft, text: title.label };
  return { ...draft, text: title.label, key: title.key, how: title.how, wins: title.wins, options: optionsOf(title), roles: {}, end: "" };
}

/** @param {NewTitle} title */
const optionsOf = ({ fields }) => Object.fromEntries(fields.map(({ name, value }) => [name, value]));

/**
 * The known title, if it is one.
 * @param {Draft} draft
 * @param {NewTitle[]} titles
 */
export const titleOf = ({ key }, titles) => titles.find((title) => key && title.key === key);

/** @param {NewTitle | undefined} title */
export const howsOf = (title) => title?.hows ?? OF_ANY;

/** @type {(person: ChosenPerson) => string} */
export const personKey = ([id, name]) => id || name.trim().toLowerCase();

/** Whether the result is said in the form, so that the match is saved from there. @param {Draft} draft */
export const isSavedHere = ({ how }) => how === "winner" || how === "places";

/**
 * Whether it is said how it ended, not who won: by people who play as one side.
 * @param {Draft} draft
 * @param {readonly ChosenPerson[]} people
 */
export const isOneSide = ({ wins }, people) => wins === "together" || people.length === 1;

/**
 * The seats that won; null while nobody said so.
 * @param {Draft} draft
 * @param {readonly ChosenPerson[]} people
 * @returns {number[] | null}
 */
export function winnersOf(draft, people) {
  const { end, winners } = draft, all = people.map((_, seat) => seat);
  if (draft.how === "places") return all.filter((seat) => rankOf(draft, people[seat]) === 1);
  if (end) return end === "won" ? all : [];
  const won = isOneSide(draft, people) ? [] : all.filter((seat) => winners.includes(personKey(people[seat])));
  return won.length ? won : null;
}

/**
 * Why the match cannot be saved yet; empty if it can.
 * @param {Draft} draft
 * @param {readonly ChosenPerson[]} people
 */
export function missing(draft, people) {
  if (!draft.text.trim()) return gettext("Choose the game first");
  if (!people.length) return gettext("Choose the people first");
  if (draft.how === "places") return people.some((person) => rankOf(draft, person)) ? "" : gettext("Give somebody a place");
  if (winnersOf(draft, people)) return "";
  return isOneSide(draft, people) ? gettext("Say first how it ended.") : gettext("Tap who won");
}

/** @type {(draft: Draft, person: ChosenPerson) => number | null} */
const rankOf = ({ ranks }, person) => wholeNumber(ranks[personKey(person)] ?? "") || null;

/**
 * What is sent to begin the match `id`.
 * @param {Draft} draft
 * @param {readonly ChosenPerson[]} people
 * @param {string} id
 * @param {boolean} drawn whether the first of the people was drawn as the start player
 * @param {boolean} hasPhoto
 */
export function requestOf(draft, people, id, drawn = false, hasPhoto = false) {
  const { key, text, how, options, wins, day, place, length, since, expansions, roles, comment } = draft;
  return {
    id, key, title: text, how, options, wins, people, drawn, day, place, length, since,
    expansions: expansions.split(","),
    roles: people.map((person) => roles[personKey(person)] ?? {}),
    ranks: people.map((person) => rankOf(draft, person)),
    winners: winnersOf(draft, people), comment,
    at_once: !["sheet", "final", "rounds"].includes(how) || hasPhoto || Boolean(comment.trim() || since),
  };
}

/** @param {string} text */
const wholeNumber = (text) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null);
