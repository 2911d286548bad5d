// The draw that is being entered, kept in the browser's own storage: a closed tab or a sleeping phone loses nothing.

import { keep, kept } from "../lib/kept.js";

const DRAFTS = "partie-draw-";

/**
 * The pieces entered so far; empty slots if nothing is kept for this version of the match. A draft for another version
 * is dropped.
 * @param {string} match
 * @param {number} version
 * @param {number} slots
 * @returns {string[][]}
 */
export function loadDraft(match, version, slots) {
  forgetOtherDrafts(match, version);
  const entered = readDraft(match)?.filled;
  return entered?.length === slots ? entered : Array.from({ length: slots }, () => []);
}

/** @type {(match: string, version: number, filled: string[][]) => void} */
export const saveDraft = (match, version, filled) => keep(DRAFTS + match, filled.some((tray) => tray.length) ? { version, filled } : null);

/**
 * Drops a draft for another version than the one shown. Returns whether there was one.
 * @param {string} match
 * @param {number} version
 */
export function forgetOtherDrafts(match, version) {
  const draft = readDraft(match);
  if (!draft || draft.version === version) return false;
  keep(DRAFTS + match, null);
  return true;
}

/** @type {(match: string) => { version: number, filled: string[][] } | null} */
const readDraft = (match) => kept(DRAFTS + match);
