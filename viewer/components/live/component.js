// The live record as a component of the viewer.

import { awaited } from "../lib/awaited.js";
import { find } from "../lib/elements.js";
import { setCatalog } from "../lib/language.js";
import { dress } from "../lib/look.js";
import { resumeAll } from "../lib/outbox.js";
import { redraw } from "../lib/parts.js";
import { followLinks } from "../lib/visit.js";
import { openLiveMatch } from "./live_match.js";
import { openLiveRecord } from "./live_record.js";
import { savedSheets, undoneSheets } from "./sheet_draft.js";
import { countSince } from "./since.js";

/** @typedef {Component<LiveMatchData> & { setStateValue: (name: string, value: unknown) => void }} LiveComponent */

/** @type {WeakMap<LiveComponent["parentElement"], ReturnType<typeof openLiveMatch>>} */
const liveMatches = new WeakMap();

/** What asks that the match of an empty sheet begins. @type {WeakMap<LiveComponent["parentElement"], ReturnType<typeof awaited>>} */
const beginnings = new WeakMap();

/**
 * Called when the component appears and again whenever its data or the theme changes.
 * @param {LiveComponent} component
 */
export default function ({ parentElement, data, setStateValue }) {
  setCatalog(data.catalog);
  let liveMatch = liveMatches.get(parentElement) ?? null;
  if (liveMatch && liveMatch.match !== data.match) {
    liveMatch.leave();
    liveMatch = null;
  }
  if (!liveMatch) {
    resumeAll("");
    const beginning = awaited((count) => setStateValue("begin", count));
    beginnings.set(parentElement, beginning);
    liveMatch = openLiveMatch(parentElement, data.match, "", (host, sender) => (data.head.length ? openSheet(host, sender, data, beginning.ask, (count) => setStateValue("changed", count)) : openLiveRecord(host, sender, true)), data.table && { ...data.table, principal: data.principal });
    liveMatches.set(parentElement, liveMatch);
  }
  if (!data.table) {
    beginnings.get(parentElement)?.came();
    liveMatch.begin();
    leaveForm();
  }
  liveMatch.show();
  return () => {
    liveMatch.leave();
    liveMatches.delete(parentElement);
  };
}

/** The form in the address has become a match. */
function leaveForm() {
  const address = new URL(location.href);
  if (!address.searchParams.has("begin")) return;
  for (const name of ["begin", "again"]) address.searchParams.delete(name);
  history.replaceState(history.state, "", address);
}

/**
 * A sheet is the page of its play while it is filled in, which is drawn as a play once it is saved.
 * @param {HTMLElement} host
 * @param {Sender} sender
 * @param {LiveMatchData} data
 * @param {() => void} begin asks for the match, with the first entry
 * @param {(count: number) => void} ask for the page of the play
 */
function openSheet(host, sender, { match, head, faces, before, table }, begin, ask) {
  dress(host);
  const liveRecord = openLiveRecord(host, sender, true);
  liveRecord.frame(head, faces);
  redraw(find(liveRecord.root, ".before"), before);
  liveRecord.sheet.saving = (since, draft) => savedSheets.set(match, { since, draft: { ...draft, comment: "" } });
  followLinks(find(liveRecord.root, ".sheet-aside"));
  const endCount = countSince(liveRecord.root);
  const page = awaited(ask), leave = liveRecord.leave.bind(liveRecord);
  liveRecord.ended = page.ask;
  if (table) liveRecord.sheet.begin = begin;
  liveRecord.leave = () => {
    page.came();
    endCount();
    leave();
  };
  liveRecord.sheet.isUndone = undoneSheets.delete(match);
  return liveRecord;
}
