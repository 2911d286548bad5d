// The live record as a component of the viewer.

import { setCatalog } from "../lib/language.js";
import { resumeAll } from "../lib/outbox.js";
import { openLiveMatch } from "./live_match.js";

/** @type {WeakMap<Component<LiveMatchData>["parentElement"], ReturnType<typeof openLiveMatch>>} */
const liveMatches = new WeakMap();

/**
 * Called when the component appears and again whenever its data or the theme changes.
 * @param {Component<LiveMatchData>} component
 */
export default function ({ parentElement, data }) {
  setCatalog(data.catalog);
  let liveMatch = liveMatches.get(parentElement) ?? null;
  if (liveMatch && liveMatch.match !== data.match) {
    liveMatch.leave();
    liveMatch = null;
  }
  if (!liveMatch) {
    resumeAll("");
    liveMatch = openLiveMatch(parentElement, data.match, "");
    liveMatches.set(parentElement, liveMatch);
  }
  liveMatch.show();
  return () => {
    liveMatch.leave();
    liveMatches.delete(parentElement);
  };
}
