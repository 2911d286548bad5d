// The replay: the browser has the whole match and steps by itself.

import { cloneOf, find, findAll } from "../lib/elements.js";
import { translateElement } from "../lib/language.js";
import { applyTheme } from "../lib/theme.js";
import { makeAddress } from "./address_bar.js";
import { makeVoice, showPlaying, showPosition } from "./bar.js";
import { makeBoards } from "./boards.js";
import { makeSteps, makeViews, makeWriting } from "./commands.js";
import { Cursor, makePlayer } from "./cursor.js";
import { makeEditor } from "./editor.js";
import { makeExplore } from "./explore.js";
import { makeGuess } from "./guess.js";
import { makeHeader } from "./header.js";
import { listenToKeys } from "./keys.js";
import { makeModes, initialMode } from "./modes.js";
import { makeMoves } from "./moves.js";
import { makeNoteStore, makeStranded } from "./notes.js";
import { makeNotice } from "./notices.js";
import { makePhotos } from "./photos.js";
import { makeChanceTable, makeReview } from "./review.js";
import { makeReviewStore } from "./review_store.js";
import { makeScoreChart } from "./score_chart.js";
import { makeScoreSources } from "./score_sources.js";
import { makeStore } from "./store.js";
import { makeTimeline } from "./timeline.js";
import { makeTryAgain } from "./try_again.js";

/** @type {Sender} */
const NOWHERE = { waiting: [], put() {} };

/**
 * Adds the replay to an element that holds its HTML. Without a server notes can be read but not written, and no moves
 * tried out.
 * @param {HTMLElement | ShadowRoot} host
 * @param {ReplayData} first
 * @param {Site} site
 * @param {Emit} emit
 */
export function openReplay(host, first, site, emit) {
  const root = cloneOf(find(host, "template", HTMLTemplateElement));
  const leaving = new AbortController();
  const parts = makeParts(root, host, first, site, emit);
  const { data, cursor, modes, notice, noteStore, editor, explore } = parts;
  const here = () => site.address.addressAt(data.recordedVersion(data.steps[cursor.at].at), modes.now);
  listenToCommands(root, makeCommands(parts, site.server, here), leaving.signal);
  makeTabs(root, modes);
  const address = makeAddress(root, parts, site.address, here, emit.settle, leaving.signal);
  begin(root, parts, site.address, address);
  applyTheme(root, host);
  return {
    root, notice,
    applyTheme: () => applyTheme(root, host),
    /** @param {ReplayData} next */
    update(next) {
      explore.trial.update(next);
      parts.showAgain();
      noteStore.put(next.notes);
      parts.photos.put(next.photos ?? []);
    },
    /** Takes requests with their responses, once their effect is shown. @param {SentExchange[]} exchanges */
    receive(exchanges) {
      editor.receive(exchanges);
      for (const [sent, { kind, says }] of exchanges) {
        if (sent.action === "keep" && kind === "done") explore.kept();
        else if (says) notice(says);
      }
    },
    leave() {
      parts.player.pause();
      address.leave();
      explore.leave();
      parts.review.leave();
      parts.again.leave();
      leaving.abort();
      root.remove();
    },
  };
}

/**
 * What the parts of the replay share, in the order in which they hear of changes.
 * @param {HTMLElement} root
 * @param {ReplayData} first
 * @param {Pick<ReplayServer, "review"> | null} reviewer
 * @param {Emit} emit
 * @returns {ReplayParts}
 */
function makeShared(root, first, reviewer, emit) {
  const data = makeStore(first);
  const cursor = new Cursor(data);
  const boards = makeBoards(root, data, cursor);
  cursor.watch(boards.draw);
  const modes = makeModes(root, emit.mode);
  return { root, data, cursor, boards, modes, noteStore: makeNoteStore(data), review: makeReviewStore(data, modes, reviewer), notice: makeNotice(root) };
}

/**
 * @param {HTMLElement} root
 * @param {HTMLElement | ShadowRoot} host
 * @param {ReplayData} first
 * @param {Site} site
 * @param {Emit} emit
 */
function makeParts(root, host, first, site, emit) {
  const { server, reviewer = server } = site;
  translateElement(root);
  host.append(root);
  const shared = makeShared(root, first, reviewer, emit);
  const { data, cursor, noteStore, review } = shared;
  makeHeader(root, data, server !== null);
  data.watch(() => showRights(root, data, server !== null));
  root.classList.toggle("unreviewed", !reviewer);
  makeMoves(shared);
  makeStranded(shared);
  makeTimeline(shared);
  makeScoreChart(shared);
  makeChanceTable(shared);
  makeScoreSources(shared);
  const photos = makePhotos(shared);
  const player = makePlayer(cursor, (playing, seconds) => showPlaying(root, playing, seconds));
  const editor = makeEditor(shared, server ?? NOWHERE);
  const guess = makeGuess(shared);
  const showAgain = () => {
    const shown = explore.trial.shown();
    if (shown.revision === data.revision) return;
    data.update(shown);
    noteStore.refresh();
    review.refresh();
    cursor.refresh();
  };
  const explore = makeExplore(shared, site, showAgain);
  const reviewing = makeReview(shared, explore.openLine);
  const again = makeTryAgain(shared, server);
  return { ...shared, photos, player, editor, guess, explore, reviewing, again, showAgain };
}

/**
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {boolean} isServed
 */
function showRights(root, { writes, explorable }, isServed) {
  root.classList.toggle("read-only", !isServed || !writes);
  root.classList.toggle("unserved", !isServed);
  root.classList.toggle("unexplored", !isServed || !explorable);
}

/**
 * @param {ReturnType<typeof makeParts>} parts
 * @param {ReplayServer | null} server
 * @param {() => URL} here
 * @returns {Record<string, (argument?: any) => void>}
 */
function makeCommands(parts, server, here) {
  const { data, cursor, modes, player, notice, editor, guess, explore, reviewing } = parts;
  return {
    ...makeSteps(cursor, player, notice),
    ...makeViews(parts, here),
    ...makeWriting(editor, notice, () => Boolean(server && data.writes), modes),
    ...reviewing,
    reveal: guess.reveal,
    keepLine: explore.keepLine,
    discardLine: explore.discardLine,
  };
}

/**
 * @param {HTMLElement} root
 * @param {Record<string, (argument?: any) => void>} commands
 * @param {AbortSignal} signal
 */
function listenToCommands(root, commands, signal) {
  for (const button of findAll(root, "[data-command]")) {
    button.addEventListener("click", () => commands[button.dataset.command ?? ""]());
  }
  listenToKeys(root, commands, signal);
}

/**
 * Shows the step and the mode that the address asks for, and follows the reader from there.
 * @param {HTMLElement} root
 * @param {ReturnType<typeof makeParts>} parts
 * @param {Addresses} addresses
 * @param {ReturnType<typeof makeAddress>} address
 */
function begin(root, { data, cursor, modes }, addresses, address) {
  const mode = initialMode(root, addresses.requestedMode());
  if (mode === "guess" && addresses.requestedVersion() === null) cursor.go(0);
  else cursor.go(address.requestedStep());
  modes.choose(mode);
  modes.onChange(() => address.follow());
  cursor.watch(makeVoice(root, data));
  cursor.watch((at) => showPosition(root, cursor.limit, at));
  cursor.onMove((_, isJump) => address.follow(isJump));
}

/**
 * On a phone list, chart, notes and the boards of the others share one place.
 * @param {HTMLElement} root
 * @param {Modes} modes
 */
function makeTabs(root, modes) {
  const tabs = findAll(root, "[data-shows]");
  const choose = (/** @type {HTMLElement} */ chosen) => {
    root.dataset.tab = chosen.dataset.shows;
    for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab === chosen));
  };
  for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
  modes.onChange((mode) => choose(find(root, `[data-shows=${mode === "review" ? "notes" : "moves"}]`)));
}
