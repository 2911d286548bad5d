// The replay as a component of the viewer.

import { find } from "../lib/elements.js";
import { pageLanguage, setCatalog } from "../lib/language.js";
import { openLiveRecord } from "../live/live_record.js";
import { resumeAll } from "../lib/outbox.js";
import { followLinks } from "../lib/visit.js";
import { viewerAddress } from "./address.js";
import { openReplayMatch } from "./replay_match.js";

/** @type {WeakMap<HTMLElement | ShadowRoot, ReturnType<typeof openReplayMatch> & { language: string, principal: string }>} */
const replays = new WeakMap();
const site = { address: viewerAddress, openLiveRecord };

/**
 * Called when the component appears and again whenever its data or the theme changes.
 * @param {Component<FirstReplayData>} component
 */
export default function ({ parentElement, data, setStateValue }) {
  setCatalog(data.catalog);
  let replay = replays.get(parentElement) ?? null;
  if (replay && (replay.match !== data.match || replay.language !== pageLanguage() || replay.principal !== data.principal)) {
    replay.leave();
    replay = null;
  }
  if (!replay) {
    resumeAll("");
    const emit = {
      settle: (/** @type {number} */ version) => setStateValue("at", version),
      mode: (/** @type {string} */ mode) => setStateValue("mode", mode),
    };
    const { principal } = data;
    replay = { ...openReplayMatch(parentElement, data.first, principal, "", site, emit), language: pageLanguage(), principal };
    replays.set(parentElement, replay);
    followLinks(find(parentElement, ".replay"));
  }
  replay.applyTheme();
  return () => {
    replay.leave();
    replays.delete(parentElement);
  };
}
