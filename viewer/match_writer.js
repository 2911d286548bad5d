// What people record and note on a match, as requests to the record service; what needs the board goes to the viewer.

import { serverTime } from "./http.js";
import { outboxFor } from "./outbox.js";

/**
 * @param {string} match
 * @param {string} base see `addressOf`
 */
export function makeMatchWriter(match, base) {
  const outbox = outboxFor(match, base);
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
  const events = lines ?? (line?.startsWith("{") ? [line] : []);
  if (events.length) {
    const body = { events: events.map((event) => JSON.parse(event)), times: events.map(() => time) };
    return { method: "POST", path: `api/matches/${match}/events`, body, expected };
  }
  const entry = drawn ? { drawn } : deal ? { deal } : { line };
  return { method: "POST", path: `view/matches/${match}/entries`, body: { ...entry, time }, expected };
}

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
