// The clock of a match that is not recorded yet: kept with the form on this device, as a phone may sleep or reload the page.

/** @import { Draft } from "./draft.js" */

const KEY = "partie-clock";
const LONGEST_MS = 24 * 60 * 60_000;

/** @typedef {{ draft: Draft, chosen: ChosenPerson[] }} KeptForm */

/** The form whose clock runs, if there is one. */
export function keptForm() {
  try {
    const kept = /** @type {KeptForm} */ (JSON.parse(localStorage.getItem(KEY) ?? "null"));
    const ran = Date.now() - Date.parse(kept.draft.since);
    return kept.draft.runs && ran < LONGEST_MS ? kept : null;
  } catch {
    return null;
  }
}

/**
 * Keeps the form while its clock runs.
 * @param {Draft} draft
 * @param {readonly ChosenPerson[]} chosen
 */
export function keepForm(draft, chosen) {
  try {
    if (draft.runs) localStorage.setItem(KEY, JSON.stringify({ draft, chosen }));
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing: the clock runs as long as the page is open.
  }
}

/**
 * The time since then as `0:07:12`.
 * @param {string} since
 * @param {string} now
 */
export function elapsed(since, now) {
  const seconds = Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / 1000));
  const two = (/** @type {number} */ number) => String(number % 60).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60))}:${two(seconds)}`;
}

/** @type {(since: string, now: string) => number} */
export const minutesSince = (since, now) => Math.round((Date.parse(now) - Date.parse(since)) / 60_000);
