// The draw that is being entered, kept in the browser's own storage: a closed tab or a sleeping phone loses nothing.

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

/**
 * @param {string} match
 * @param {number} version
 * @param {string[][]} filled
 */
export function saveDraft(match, version, filled) {
  if (filled.some((tray) => tray.length)) localStorage.setItem(DRAFTS + match, JSON.stringify({ version, filled }));
  else localStorage.removeItem(DRAFTS + match);
}

/**
 * Drops a draft for another version than the one shown. Returns whether there was one.
 * @param {string} match
 * @param {number} version
 */
export function forgetOtherDrafts(match, version) {
  const kept = readDraft(match);
  if (!kept || kept.version === version) return false;
  localStorage.removeItem(DRAFTS + match);
  return true;
}

/**
 * @param {string} match
 * @returns {{ version: number, filled: string[][] } | null}
 */
function readDraft(match) {
  try {
    return JSON.parse(localStorage.getItem(DRAFTS + match) ?? "null");
  } catch {
    return null;
  }
}
