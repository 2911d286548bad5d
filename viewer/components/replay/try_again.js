// Try again: the link to the key moments of the match as questions, once they are proved.

import { find } from "../lib/elements.js";
import { isTemporary } from "../lib/http.js";
import { gettext, ngettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { REVIEW } from "./modes.js";

const TRY_AGAIN_POLL_MS = 3000;

/** @param {ReplayParts} parts @param {Pick<ReplayServer, "again"> | null} server */
export function makeTryAgain({ root, data, modes, review }, server) {
  const place = find(root, ".verdict .again");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {ReviewData | null} The review that was asked about. */
  let about = null;
  const ask = async () => {
    const asked = about;
    const answer = await tryAgainAnswer(server);
    if (asked !== about) return;
    if (answer) render(tryAgainView(answer, data.match), place);
    if (!answer || answer[1]) timer = setTimeout(ask, TRY_AGAIN_POLL_MS);
  };
  const follow = () => {
    const now = modes.now === REVIEW ? review.state.now : null;
    if (now === about) return;
    about = now;
    clearTimeout(timer);
    render(nothing, place);
    if (now && server) void ask();
  };
  modes.onChange(follow);
  review.watch(follow);
  return {
    leave() {
      about = null;
      clearTimeout(timer);
    },
  };
}

/**
 * Null where the server cannot answer at the moment.
 * @param {Pick<ReplayServer, "again"> | null} server
 * @returns {Promise<TryAgain | null>}
 */
async function tryAgainAnswer(server) {
  try {
    const response = await server?.again();
    if (!response || isTemporary(response)) return null;
    return response.ok ? await response.json() : [0, 0];
  } catch {
    return null;
  }
}

/** @type {(answer: TryAgain, match: string) => unknown} */
function tryAgainView([moments, left], match) {
  if (!moments) return left ? gettext("Moments to try again are being looked for.") : nothing;
  const words = ngettext("Try again: {number} moment", "Try again: {number} moments", moments);
  return html`<a href="replay?${new URLSearchParams({ match, mode: "again" })}">${words}</a>`;
}
