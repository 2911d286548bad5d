// Trying out: from the step shown, other moves are played in a live record of its own. The browser keeps the line; the
// server only says what it leads to. Nothing of it is recorded until the reader keeps it.

import { find } from "../lib/elements.js";
import { gettext, ngettext } from "../lib/language.js";
import { placeInMatch } from "./format.js";
import { TrialMoves } from "./trial_moves.js";

export const EXPLORE = "explore";

/**
 * @param {ReplayParts} parts
 * @param {Site} site
 * @param {() => void} change shows the match again
 */
export function makeExplore({ root, data, cursor, boards, modes, notice }, { server, openLiveRecord }, change) {
  const here = () => data.steps[cursor.at].at;
  const leave = () => {
    trial.stop();
    table.leave();
  };
  const follow = () => {
    showLine(root, data, cursor.at);
    boards.view(trial.isOn ? data.steps[cursor.at + 1]?.seat ?? null : null);
    if (!trial.isOn) return leave();
    table.show(trial.isAbout(here()) ? trial.answer : null);
    trial.see();
  };
  const trial = new TrialMoves({ ...data }, {
    here, change, follow, notice, explore: (body) => /** @type {ReplayServer} */ (server).explore(body), keep: (line) => server?.keep(line),
    receive: (exchanges) => table.receive(exchanges),
    go(version, steps) {
      const at = data.indexOfVersion(version) + steps;
      if (at >= 0) cursor.go(at);
    },
  });
  const table = makeTrialTable(root, openLiveRecord, trial);
  cursor.onMove(() => { if (trial.isOn) follow(); });
  modes.onChange((mode) => trial.turn(mode === EXPLORE));
  return {
    trial, leave,
    /** With the entry on its way. */
    keepLine: () => trial.entering.then(() => trial.keep()),
    discardLine: () => trial.discard(),
    /** Shows a line from its first move on. @param {Line} line */
    openLine(line) {
      trial.open(line);
      cursor.go(data.indexOfVersion(line.since));
      modes.choose(EXPLORE);
    },
    /** The line was kept as a match of its own. */
    kept() {
      notice(gettext("Saved as a separate match; the link is above."));
      trial.kept();
    },
  };
}

/**
 * The live record in which moves are tried out. It is opened where it is shown first, as it measures itself.
 * @param {HTMLElement} root
 * @param {Site["openLiveRecord"]} openLiveRecord
 * @param {TrialMoves} trial
 */
function makeTrialTable(root, openLiveRecord, trial) {
  /** @type {LiveRecord | null} */
  let liveRecord = null;
  /** @type {ExploreAnswer | null} */
  let drawn = null;
  const open = () => {
    if (!openLiveRecord) throw new Error("no live record to try moves out in");
    const host = hostIn(root);
    const opened = openLiveRecord(host, { get waiting() { return trial.entry ? [trial.entry] : []; }, put: (entry) => trial.enter(entry) });
    find(host, ".line button").textContent = gettext("Try it");
    opened.query = (query) => trial.ask(query);
    return opened;
  };
  return {
    /** @param {ExploreAnswer | null} answer about the step shown */
    show(answer) {
      root.classList.toggle("lit", answer !== null && answer.live_record.turn !== null);
      if (!answer) return;
      liveRecord ??= open();
      if (drawn !== answer) liveRecord.show({ ...answer.live_record, draft: `explore ${answer.live_record.match}` });
      drawn = answer;
    },
    /** @param {SentExchange[]} exchanges */
    receive: (exchanges) => liveRecord?.receive(exchanges),
    leave() {
      liveRecord?.leave();
      liveRecord = drawn = null;
    },
  };
}

/**
 * The element of the live record, with a shadow root of its own, which isolates its styles.
 * @param {HTMLElement} root
 */
function hostIn(root) {
  const place = find(root, ".explored-record");
  const host = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  const style = new CSSStyleSheet();
  const parts = find(/** @type {ParentNode} */ (root.parentNode), "template.live-record-parts", HTMLTemplateElement).content;
  style.replaceSync(find(parts, "style").textContent);
  host.adoptedStyleSheets = [style];
  host.replaceChildren(find(parts, "template").cloneNode(true));
  return host;
}

/**
 * The line in words, with its buttons.
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {number} at
 */
function showLine(root, data, at) {
  const moves = data.explored?.line ?? 0;
  find(root, "[data-command=discardLine]").hidden = !moves;
  find(root, "[data-command=keepLine]").hidden = !moves || !data.keeps;
  find(root, ".explore .tries").textContent = moves ? tried(moves, data) : invitation(data, at);
}

/** @param {number} moves @param {Store} data */
function tried(moves, data) {
  const from = data.steps[data.indexOfVersion(data.explored?.since ?? -1)];
  return ngettext("{number} trial move from {place}", "{number} trial moves from {place}", moves,
    { place: placeInMatch(from) || gettext("the start") });
}

/** @param {Store} data @param {number} at */
function invitation({ steps }, at) {
  return at === steps.length - 1 ? gettext("Continue from here, or step back to try another move.")
    : gettext("Play another move from here; nothing is saved.");
}
