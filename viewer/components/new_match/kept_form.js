// The form as it is kept on this device: a phone may sleep or reload the page, and a clock goes on meanwhile.

import { keep, kept } from "../lib/kept.js";

/** @import { Draft } from "./draft.js" */

const KEY = "partie-form";
const LONGEST_MS = 24 * 60 * 60_000;

/**
 * `preset` is what the address asked for, `at` the time of the last change.
 * @typedef {{ draft: Draft, chosen: readonly ChosenPerson[], preset: string, at: number }} KeptForm
 */

/** The form of this address, if it was left within a day. @param {string} preset */
export function keptForm(preset) {
  const form = /** @type {KeptForm | null} */ (kept(KEY));
  return form && form.preset === preset && Date.now() - form.at < LONGEST_MS ? form : null;
}

/** @param {Omit<KeptForm, "at"> | null} form null: it is sent */
export const keepForm = (form) => keep(KEY, form && { ...form, at: Date.now() });

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
