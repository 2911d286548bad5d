// The edits of a play over HTTP: one request at a time, so that each names the version that the one before it has made.

import { PRINCIPAL, addressOf, newKey, problemOf, request } from "../lib/http.js";
import { gettext } from "../lib/language.js";

/** @typedef {{ version: number, change: string, consequence: string, row: number | null, undo: Record<string, unknown> | null }} EditAnswer */

/** @param {() => EditingData} now @param {() => void} changed brings the play as it is now */
export function makeEdits(now, changed) {
  let key = newKey();
  /** The version that the last edit made: the page may be drawn once more as it was before that. */
  let made = { match: "", version: 0 };
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** @type {(body: Record<string, unknown>, isTrial: boolean) => Promise<EditAnswer | string>} */
  const answerTo = async (body, isTrial) => {
    const { principal, match, version: drawn } = now();
    const version = made.match === match ? Math.max(made.version, drawn) : drawn;
    const headers = {
      "Content-Type": "application/json", "If-Match": `"${version}"`, [PRINCIPAL]: principal,
      ...(isTrial ? {} : { "Idempotency-Key": key }),
    };
    try {
      const answer = await request(addressOf("", `api/matches/${match}/edits`), { method: "POST", headers, body: JSON.stringify({ ...body, dry_run: isTrial }) });
      if (answer.ok) {
        /** @type {EditAnswer} */
        const found = await answer.json();
        if (!isTrial) made = { match, version: found.version };
        return found;
      }
      if (answer.status !== 412) return await problemOf(answer);
      made = { match: "", version: 0 };
      changed();
      return gettext("Somebody else changed this play in the meantime: here it is as it is now. Nothing was saved.");
    } catch {
      return gettext("The server cannot be reached; nothing was saved. Try again.");
    }
  };
  return {
    /** Another edit begins: what is sent again before that is one edit for the server. */
    begin() {
      key = newKey();
    },
    /**
     * The answer to a request; a sentence where it was refused or got none.
     * @param {Record<string, unknown>} body
     * @param {boolean} isTrial
     */
    post(body, isTrial) {
      const answer = last.then(() => answerTo(body, isTrial));
      last = answer;
      return answer;
    },
  };
}
