// What is filled in, and what becomes of it with each message: pure, without a page.

import { titleNamed } from "./titles.js";

/**
 * `key` is that of a known title, empty for one that is only typed. `since` is the time at which the clock was started and
 * `runs` whether it still does. `roles` and `ranks` are by person.
 * @typedef {Readonly<{ text: string, key: string, how: How, wins: WinRule, options: Readonly<Record<string, Value>>, day: string,
 *   place: string, length: string, since: string, runs: boolean, expansions: string,
 *   roles: Readonly<Record<string, Readonly<Record<string, string>>>>, ranks: Readonly<Record<string, string>> }>} Draft
 */

/**
 * `typed` into the field of the title, `picked` a suggestion; `set` a field; `option`, `role` and `rank` one of several.
 * The clock is `started` at a time and `stopped` after that many minutes.
 * @typedef {{ kind: "typed", text: string } | { kind: "picked", title: NewTitle } | { kind: "preset", preset: FormPreset }
 *   | { kind: "set", values: Partial<Draft> } | { kind: "option", name: string, value: Value }
 *   | { kind: "role", person: string, name: string, value: string } | { kind: "rank", person: string, value: string }
 *   | { kind: "started", at: string } | { kind: "stopped", minutes: number }} DraftMessage
 */

/** The ways to record a title that is not known. */
const OF_ANY = /** @type {How[]} */ (["rounds", "final", "places"]);

/** @type {Draft} */
export const EMPTY_DRAFT = {
  text: "", key: "", how: "final", wins: "highest", options: {}, day: "", place: "", length: "", since: "", runs: false, expansions: "",
  roles: {}, ranks: {},
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
  return { ...draft, text: title.label, key: title.key, how: title.how, wins: title.wins, options: optionsOf(title), roles: {} };
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

/**
 * What is sent to begin the match `id`.
 * @param {Draft} draft
 * @param {readonly ChosenPerson[]} people
 * @param {string} id
 * @param {boolean} drawn whether the first of the people was drawn as the start player
 */
export function requestOf(draft, people, id, drawn = false) {
  const { key, text, how, options, wins, day, place, length, since, expansions, roles, ranks } = draft;
  return {
    id, key, title: text, how, options, wins, people, drawn, day, place, length, since,
    expansions: expansions.split(","),
    roles: people.map((person) => roles[personKey(person)] ?? {}),
    ranks: people.map((person) => wholeNumber(ranks[personKey(person)] ?? "")),
  };
}

/** @param {string} text */
const wholeNumber = (text) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null);
