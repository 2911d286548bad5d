// The titles that fit what is typed, and the typed letters within them.

import { folded } from "../lib/folded.js";

/**
 * The titles with the elements of their emblems, each made when it is shown of its shape, pair of colors and letters.
 * @param {NewMatchData} data
 * @returns {NewTitle[]}
 */
export const withEmblems = ({ titles, shapes }) => titles.map((title) => ({ ...title, get emblem() { return emblemOf(title.emblem, shapes); } }));

/** @type {(emblem: unknown, shapes: unknown[]) => unknown} */
function emblemOf(emblem, shapes) {
  const [shape, pair, letters] = /** @type {[number, number, string]} */ (emblem);
  if (typeof shape !== "number") return emblem;
  return JSON.parse(JSON.stringify(shapes[shape]).replaceAll("{pair}", String(pair)).replaceAll("{letters}", letters));
}

/** Titles shown before anything is typed, and for what is typed. */
const FEW = 5;
const MANY = 7;

/**
 * The title that is typed in full, then those whose label has a word that begins with the text, then those that contain it. Those played
 * stand before those that are only known. A title is found by its other names too.
 * @param {NewTitle[]} titles
 * @param {string} text
 */
export function foundTitles(titles, text) {
  const typed = folded(text);
  if (!typed) return titles.slice(0, FEW);
  const rank = (/** @type {NewTitle} */ { label, names, is_played }) => {
    const name = [label, ...names].map(folded).find((name) => name.includes(typed));
    if (name === undefined) return 0;
    if (name === typed) return 5;
    const begins = name.split(" ").some((word) => word.startsWith(typed));
    return (is_played ? 2 : 0) + (begins ? 2 : 1);
  };
  const ranked = titles.map((title) => ({ title, rank: rank(title) })).filter((one) => one.rank);
  return ranked.sort((one, other) => other.rank - one.rank).slice(0, MANY).map(({ title }) => title);
}

/**
 * The title that is typed in full.
 * @param {NewTitle[]} titles
 * @param {string} text
 */
export const titleNamed = (titles, text) => titles.find(({ label }) => folded(label) === folded(text) && folded(text) !== "");

/**
 * A label in parts; those typed are the second, fourth and so on.
 * @param {string} label
 * @param {string} text
 * @returns {string[]}
 */
export function pieces(label, text) {
  const typed = folded(text);
  for (let start = 0; typed && start < label.length; start += 1) {
    const first = folded(label[start]);
    if (!first || !typed.startsWith(first)) continue;
    for (let end = start + 1; end <= label.length; end += 1) {
      const part = folded(label.slice(start, end));
      if (part === typed) return [label.slice(0, start), label.slice(start, end), label.slice(end)];
      if (part.length > typed.length) break;
    }
  }
  return [label];
}
