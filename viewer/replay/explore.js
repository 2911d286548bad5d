// Trying out: from the step shown, other moves are played in a live record of its own. Python keeps the line and sends a match
// that holds it; nothing of it is recorded until the reader keeps it.

import { find } from "../elements.js";
import { gettext, ngettext } from "../language.js";
import { placeInMatch } from "./format.js";

export const EXPLORE = "explore";

/**
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {Cursor} cursor
 * @param {Boards} boards
 * @param {Modes} modes
 * @param {TriggerOutbox} outbox
 * @param {(query: object) => void} query
 * @param {Site["openLiveRecord"]} openLiveRecord
 */
export function makeExplore(root, data, cursor, boards, modes, outbox, query, openLiveRecord) {
  const says = find(root, ".explore .tries");
  const [keep, discard] = ["keepLine", "discardLine"].map((name) => find(root, `[data-command=${name}]`));
  /** @type {LiveRecord | null} */
  let liveRecord = null;
  /**
   * The exploration Python sent last, and the one the live record shows.
   * @type {Explored | undefined | null}
   */
  let explored = null;
  /** @type {Explored | undefined | null} */
  let current = null;
  /**
   * Requests of the live record with their responses: it goes on once it shows their effect.
   * @type {SentExchange[]}
   */
  let exchanges = [];
  const openAtStep = () => {
    if (!openLiveRecord) throw new Error("no live record to try moves out in");
    const place = find(root, ".explored-record");
    const host = place.shadowRoot ?? place.attachShadow({ mode: "open" });
    const style = new CSSStyleSheet();
    const parts = find(/** @type {ParentNode} */ (root.parentNode), "template.live-record-parts", HTMLTemplateElement).content;
    style.replaceSync(find(parts, "style").textContent);
    host.adoptedStyleSheets = [style];
    host.replaceChildren(find(parts, "template").cloneNode(true));
    liveRecord = openLiveRecord(host, outbox);
    find(host, ".line button").textContent = gettext("Try it");
    liveRecord.query = query;
    return liveRecord;
  };
  const close = () => {
    liveRecord?.leave();
    liveRecord = current = null;
    exchanges = [];
  };
  const passOn = () => {
    liveRecord?.receive(exchanges);
    exchanges = [];
  };
  /** Shows the live record where it is visible, as it measures itself, or where nothing of it can be tapped. */
  const show = () => {
    if (!explored || modes.now !== EXPLORE) return close();
    const isHere = explored.live_record.version === data.steps[cursor.at].at;
    root.classList.toggle("lit", isHere && explored.live_record.turn !== null);
    if (!isHere) return;
    const open = liveRecord ?? openAtStep();
    if (current !== explored) open.show({ ...explored.live_record, draft: `explore ${explored.live_record.match}` });
    current = explored;
    passOn();
  };
  const follow = () => {
    const moves = data.explored?.line ?? 0;
    discard.hidden = !moves;
    keep.hidden = !moves || !data.keeps;
    says.textContent = moves ? tried(moves, data) : invitation(data, cursor.at);
    boards.view(modes.now === EXPLORE ? data.steps[cursor.at + 1]?.seat ?? null : null);
    show();
  };
  cursor.onMove(() => { if (modes.now === EXPLORE) follow(); });
  modes.onChange((mode) => {
    if (mode !== EXPLORE) explored = null;
    follow();
  });
  return {
    keepLine: () => outbox.put({ action: "keep" }),
    discardLine: () => outbox.put({ action: "discard" }),
    /** @param {Explored | undefined} now */
    update(now) {
      explored = now;
      if (modes.now === EXPLORE) follow();
    },
    /**
     * Returns those of the exchanges that the live record does not show.
     * @param {SentExchange[]} received
     */
    receive(received) {
      const moves = liveRecord ? received.filter(([request]) => "expected_version" in request) : [];
      const isPlayed = moves.some(([, { kind }]) => kind === "done");
      const to = isPlayed ? data.indexOfVersion(explored?.to ?? -1) : -1;
      exchanges.push(...moves);
      if (to >= 0) cursor.go(to);
      if (isPlayed) show();
      else passOn();
      return received.filter((exchange) => !moves.includes(exchange));
    },
    leave: close,
  };
}

/**
 * @param {number} moves
 * @param {Store} data
 */
function tried(moves, data) {
  const from = data.steps[data.indexOfVersion(data.explored?.since ?? -1)];
  return ngettext("{number} trial move from {place}", "{number} trial moves from {place}", moves,
    { place: placeInMatch(from) || gettext("the start") });
}

/**
 * @param {Store} data
 * @param {number} at
 */
function invitation({ steps }, at) {
  return at === steps.length - 1 ? gettext("Continue from here, or step back to try another move.")
    : gettext("Play another move from here; nothing is saved.");
}
