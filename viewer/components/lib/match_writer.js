// What people record and note on a match, as requests to the record service. A single entry goes to the viewer, which knows
// the board and the notation, and answers with the table after it.

import { serverTime } from "./http.js";
import { ngettext } from "./language.js";
import { outboxFor } from "./outbox.js";

/**
 * @param {string} match
 * @param {string} owner the principal that records and notes
 * @param {string} base see `addressOf`
 */
export function makeMatchWriter(match, owner, base) {
  const outbox = outboxFor(match, owner, base);
  return {
    outbox,
    /** @param {RequestBody} request */
    put(request) {
      outbox.put({ ...("about" in request ? noteWrite(match, request) : entryWrite(match, request)), request });
    },
  };
}

/**
 * @param {string} match
 * @param {RequestBody} request
 * @returns {Write}
 */
function entryWrite(match, { expected_version: version, line, lines, drawn, deal }) {
  const expected = version ?? null;
  const time = serverTime();
  if (lines) {
    const body = { events: lines.map((event) => JSON.parse(event)), times: lines.map(() => time) };
    return { method: "POST", path: `api/matches/${match}/events`, body, expected };
  }
  const entry = drawn ? { drawn } : deal ? { deal } : { line };
  return { method: "POST", path: `view/matches/${match}/entries`, body: { ...entry, time }, expected };
}

/**
 * The table after an entry, if its response has one.
 * @param {Exchange} exchange
 * @returns {LiveRecordData | null}
 */
export const tableOf = ([{ path }, { content }]) => (
  path.endsWith("/entries") ? /** @type {LiveRecordData | null} */ (content ?? null) : null
);

/**
 * @param {string} match
 * @param {RequestBody} request
 * @returns {Write}
 */
function noteWrite(match, { about, note, withdrawn, author = "", text = "", glyph = null, bookmark = false, marks = [] }) {
  const path = `api/matches/${match}/notes`;
  const content = { text, glyph, marks, bookmark };
  if (!note) return { method: "POST", path, body: { about, author, ...content }, expected: null };
  if (withdrawn) return { method: "DELETE", path: `${path}/${note}`, body: null, expected: null };
  return { method: "PUT", path: `${path}/${note}`, body: content, expected: null };
}

/**
 * Says while the server is away how many entries wait, or what that means for a reader without any.
 * @param {HTMLElement} line
 * @param {boolean} isAway
 * @param {number} waiting
 * @param {string} nothingWaits
 */
export function showAway(line, isAway, waiting, nothingWaits) {
  line.hidden = !isAway;
  line.textContent = !isAway ? "" : waiting
    ? ngettext("The server cannot be reached. {number} entry is kept here and will be sent.",
      "The server cannot be reached. {number} entries are kept here and will be sent.", waiting) : nothingWaits;
}
