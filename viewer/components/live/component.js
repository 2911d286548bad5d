// The live record as a component of the viewer.

import { find } from "../lib/elements.js";
import { setCatalog } from "../lib/language.js";
import { dress } from "../lib/look.js";
import { resumeAll } from "../lib/outbox.js";
import { made } from "../lib/parts.js";
import { followLinks, visit } from "../lib/visit.js";
import { openLiveMatch } from "./live_match.js";
import { openLiveRecord } from "./live_record.js";
import { keepSaved } from "./sheet_draft.js";

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
    liveMatch = openLiveMatch(parentElement, data.match, "", (host, sender) => (data.head.length ? openSheet(host, sender, data) : openLiveRecord(host, sender, true)));
    liveMatches.set(parentElement, liveMatch);
  }
  liveMatch.show();
  return () => {
    liveMatch.leave();
    liveMatches.delete(parentElement);
  };
}

/**
 * A sheet is the page of its play while it is filled in, and leads there once it is saved.
 * @param {HTMLElement} host
 * @param {Sender} sender
 * @param {LiveMatchData} data
 */
function openSheet(host, sender, { match, head, faces, before }) {
  dress(host);
  const liveRecord = openLiveRecord(host, sender, true);
  find(liveRecord.root, ".sheet-head").replaceChildren(...head.map((part) => made(part)));
  find(liveRecord.root, ".before").replaceChildren(...before.map((part) => made(part)));
  liveRecord.root.classList.add("framed");
  liveRecord.sheet.faces = faces;
  liveRecord.sheet.saving = (since, draft) => keepSaved(match, { since, draft: { ...draft, comment: "" } });
  followLinks(find(liveRecord.root, ".sheet-aside"));
  liveRecord.ended = () => visit(`replay?match=${encodeURIComponent(match)}`);
  return liveRecord;
}
