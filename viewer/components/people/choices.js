// The people a picker shows for what is typed, and the one person that Enter takes.

import { folded } from "../lib/folded.js";
import { gettext } from "../lib/language.js";

/** People shown before anything is typed. */
const RECENT = 12;
/** Maximum people shown for a search. */
const MAX_FOUND = 24;

/** @type {(one: string, other: string) => boolean} */
export const sameName = (one, other) => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * The people to show: those whose name has a word that begins with the search first, then those that contain it; without
 * a search the most recent ones, then the others that are chosen.
 * @param {PersonChoice[]} people
 * @param {readonly ChosenPerson[]} chosen
 * @param {string} search
 * @returns {{ shown: PersonChoice[], hasExact: boolean }}
 */
export function found(people, chosen, search) {
  const text = folded(search);
  if (!text) {
    const recent = people.slice(0, RECENT);
    /** @type {PersonChoice[]} */
    const others = chosen.flatMap(([id, name]) => {
      if (recent.some(([other]) => other === id)) return [];
      return [people.find(([other]) => id && other === id) ?? /** @type {PersonChoice} */ ([id, name, name])];
    });
    return { shown: [...recent, ...others], hasExact: false };
  }
  const fits = people.filter(([, name]) => folded(name).includes(text));
  const begins = fits.filter(([, name]) => folded(name).split(" ").some((word) => word.startsWith(text)));
  const rest = fits.filter((person) => !begins.includes(person));
  return { shown: [...begins, ...rest].slice(0, MAX_FOUND), hasExact: people.some(([, name]) => sameName(name, search)) };
}

/**
 * The person that a typed name means: the one of this name, else the only one it fits, else a new one where names may be
 * new; of several people none, with a sentence.
 * @param {PersonChoice[]} people
 * @param {readonly ChosenPerson[]} chosen
 * @param {string} search
 * @param {boolean} isNew
 * @returns {{ person: ChosenPerson | null, says: string }}
 */
export function typed(people, chosen, search, isNew) {
  const isFree = (/** @type {PersonChoice} */ [id]) => !chosen.some(([other]) => other === id);
  const exact = people.filter(([, name]) => sameName(name, search));
  const fits = exact.length || isNew ? exact : found(people, [], search).shown;
  const [free] = fits.filter(isFree);
  const name = search.trim();
  if (fits.length > 1) return { person: null, says: gettext("Several people fit; tap the one you mean.") };
  if (free) return { person: [free[0], free[1]], says: "" };
  if (fits.length || chosen.some(([, other]) => sameName(other, name))) return { person: null, says: gettext("{name} is chosen already.", { name }) };
  if (isNew) return { person: ["", name], says: "" };
  return { person: null, says: gettext("There is nobody called {name}.", { name }) };
}

/** @param {readonly ChosenPerson[]} chosen */
export function withGuest(chosen) {
  for (let number = 1; ; number += 1) {
    const name = gettext("Guest {number}", { number });
    if (!chosen.some(([, other]) => other === name)) return [...chosen, /** @type {ChosenPerson} */ (["", name])];
  }
}

/** @param {string} name */
export function initials(name) {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letters = (words.length > 1 ? [words[0], words[words.length - 1]] : words).map((word) => (/[\p{L}\p{N}]/u.exec(word) ?? [""])[0]);
  return letters.join("").toUpperCase() || "?";
}
