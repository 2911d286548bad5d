// Trying out: from the step shown, other moves are played in a live record of its own. The browser keeps the line; the
// server only says what it leads to. Nothing of it is recorded until the reader keeps it.

import { find } from "../elements.js";
import { problemOf } from "../http.js";
import { gettext, ngettext } from "../language.js";
import { placeInMatch } from "./format.js";
import { loadLine, saveLine, withLine } from "./line.js";

export const EXPLORE = "explore";
/** A reader who steps on quickly needs no live record for the steps passed. */
const REST_MS = 60;

/**
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {Cursor} cursor
 * @param {Boards} boards
 * @param {Modes} modes
 * @param {Site} site
 * @param {Notice} notice
 * @param {() => void} changed called when the line has changed
 */
export function makeExplore(root, data, cursor, boards, modes, { server, openLiveRecord }, notice, changed) {
  const says = find(root, ".explore .tries");
  const [keep, discard] = ["keepLine", "discardLine"].map((name) => find(root, `[data-command=${name}]`));
  /** @type {ReplayData} */
  let recorded = { ...data };
  let line = loadLine(data.match);
  /** @type {ExploreAnswer | null} */
  let answer = null;
  /** @type {LiveRecord | null} */
  let liveRecord = null;
  /** @type {ExploreAnswer | null} */
  let shown = null;
  /**
   * The entry on its way.
   * @type {RequestBody | null}
   */
  let entry = null;
  /** @type {Promise<void>} */
  let entering = Promise.resolve();
  /** @type {Query} */
  let query = { within: [], line: null };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  let asked = 0;
  let discarded = 0;
  /**
   * The line that is being kept.
   * @type {Line | null}
   */
  let keeping = null;
  let isOpening = false;

  /**
   * Asks for the table at the step shown, and plays the request there.
   * @param {RequestBody | null} [request]
   * @returns {Promise<OutboxResponse>}
   */
  const ask = async (request = null) => {
    clearTimeout(resting);
    asked += 1;
    const [own, from, since] = [asked, line, discarded];
    const body = {
      line, at: request?.expected_version ?? data.steps[cursor.at].at, entry: request && entryOf(request),
      whole: Boolean(line && line.base !== recorded.version), within: request ? [] : query.within, preview: request ? null : query.line,
    };
    try {
      const response = await /** @type {ReplayServer} */ (server).explore(body);
      if (!response.ok) return refused(await problemOf(response), request, from);
      const next = await response.json();
      const isCurrent = request ? since === discarded : own === asked && line === from;
      if (isCurrent) take({ ...next, isWhole: body.whole }, request !== null);
      return { kind: "done", says: "" };
    } catch {
      return { kind: "refused", says: gettext("The server cannot be reached. Try again.") };
    }
  };
  /**
   * A line that cannot be played any more is dropped.
   * @param {string} why
   * @param {RequestBody | null} request
   * @param {Line | null} from
   * @returns {OutboxResponse}
   */
  const refused = (why, request, from) => {
    if (!request && from && line === from) {
      notice(why);
      dropLine();
    }
    return { kind: "refused", says: why };
  };
  /**
   * @param {ExploreAnswer} next
   * @param {boolean} isPlayed
   */
  const take = (next, isPlayed) => {
    line = next.line;
    saveLine(data.match, line);
    answer = next;
    changed();
    const since = data.indexOfVersion(line?.since ?? -1);
    const to = isOpening ? since + 1 : isPlayed && modes.now === EXPLORE ? data.indexOfVersion(next.to) : -1;
    isOpening = false;
    if (to >= 0) cursor.go(to);
    if (modes.now === EXPLORE) follow();
  };
  const dropLine = () => {
    discarded += 1;  // An entry on its way belongs to the line before.
    line = answer = null;
    saveLine(data.match, null);
    changed();
    if (modes.now === EXPLORE) void ask();
  };
  const sender = {
    get waiting() { return entry ? [entry] : []; },
    /** @param {RequestBody} request */
    put(request) {
      entry = request;
      entering = ask(request).then((response) => {
        entry = null;
        liveRecord?.receive([[request, response]]);
      });
    },
  };
  const openAtStep = () => {
    if (!openLiveRecord) throw new Error("no live record to try moves out in");
    const place = find(root, ".explored-record");
    const host = place.shadowRoot ?? place.attachShadow({ mode: "open" });
    const style = new CSSStyleSheet();
    const parts = find(/** @type {ParentNode} */ (root.parentNode), "template.live-record-parts", HTMLTemplateElement).content;
    style.replaceSync(find(parts, "style").textContent);
    host.adoptedStyleSheets = [style];
    host.replaceChildren(find(parts, "template").cloneNode(true));
    liveRecord = openLiveRecord(host, sender);
    find(host, ".line button").textContent = gettext("Try it");
    liveRecord.query = (next) => {
      query = next;
      void ask();
    };
    return liveRecord;
  };
  const close = () => {
    clearTimeout(resting);
    liveRecord?.leave();
    liveRecord = shown = null;
  };
  /** Shows the live record where it is visible, as it measures itself, or where nothing of it can be tapped. */
  const show = () => {
    const isHere = answer?.live_record.version === data.steps[cursor.at].at;
    root.classList.toggle("lit", isHere && answer?.live_record.turn !== null);
    if (!answer || !isHere) return;
    const open = liveRecord ?? openAtStep();
    if (shown !== answer) open.show({ ...answer.live_record, draft: `explore ${answer.live_record.match}` });
    shown = answer;
  };
  const follow = () => {
    const moves = data.explored?.line ?? 0;
    discard.hidden = !moves;
    keep.hidden = !moves || !data.keeps;
    says.textContent = moves ? tried(moves, data) : invitation(data, cursor.at);
    boards.view(modes.now === EXPLORE ? data.steps[cursor.at + 1]?.seat ?? null : null);
    if (modes.now !== EXPLORE) return close();
    show();
    if (answer?.live_record.version === data.steps[cursor.at].at) return;
    query = { within: [], line: null };
    clearTimeout(resting);
    resting = setTimeout(ask, REST_MS);
  };
  cursor.onMove(() => { if (modes.now === EXPLORE) follow(); });
  modes.onChange((mode) => {
    answer = null;
    changed();
    follow();
    if (mode === EXPLORE) void ask();
  });
  return {
    /** With the entry on its way. */
    async keepLine() {
      await entering;
      keeping = line;
      if (line) server?.keep(line);
    },
    discardLine: dropLine,
    /**
     * Shows a line from its first move on.
     * @param {Line} next
     */
    openLine(next) {
      line = next;
      isOpening = true;
      saveLine(data.match, line);
      cursor.go(data.indexOfVersion(line.since));
      modes.choose(EXPLORE);
    },
    /** The match as recorded, with the line while it is explored. */
    shown: () => withLine(recorded, modes.now === EXPLORE ? answer : null),
    /** @param {ReplayData} next */
    update(next) {
      const isNew = next.version !== recorded.version;
      recorded = next;
      if (isNew && modes.now === EXPLORE) void ask();
    },
    /** The line was kept as a match of its own. */
    kept() {
      notice(gettext("Saved as a separate match; the link is above."));
      if (!keeping || keeping === line) dropLine();  // Else it has gone on meanwhile.
    },
    leave: close,
  };
}

/** @param {RequestBody} request */
function entryOf({ line, drawn, deal }) {
  return drawn ? { drawn } : deal ? { deal } : { line };
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
