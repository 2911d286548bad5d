// The replay: the browser has the whole match and steps by itself.

import { cloneOf, find, findAll } from "../lib/elements.js";
import { translateElement } from "../lib/language.js";
import { applyTheme } from "../lib/theme.js";
import { makeAddress } from "./address_bar.js";
import { makeVoice, showPlaying, showPosition } from "./bar.js";
import { makeBoards } from "./boards.js";
import { makeSteps, makeViews, makeWriting } from "./commands.js";
import { makeCursor, makePlayer } from "./cursor.js";
import { makeEditor } from "./editor.js";
import { makeExplore } from "./explore.js";
import { makeGuess } from "./guess.js";
import { makeHeader } from "./header.js";
import { listenToKeys } from "./keys.js";
import { makeModes, initialMode } from "./modes.js";
import { makeMoves } from "./moves.js";
import { makeNoteStore, makeStranded } from "./notes.js";
import { makeNotice, showAway } from "./notices.js";
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
  listenToCommands(root, makeCommands(root, parts, site.server, here), leaving.signal);
  makeTabs(root, modes);
  const address = makeAddress(root, parts, site.address, here, emit.settle, leaving.signal);
  begin(root, parts, site.address, address);
  applyTheme(root, host);
  return {
    notice,
    applyTheme: () => applyTheme(root, host),
    /** @param {ReplayData} next */
    update(next) {
      explore.update(next);
      parts.showAgain();
      noteStore.put(next.notes);
      parts.photos.put(next.photos ?? []);
    },
    /**
     * Takes requests with their responses, once their effect is shown.
     * @param {SentExchange[]} exchanges
     */
    receive(exchanges) {
      editor.receive(exchanges);
      for (const [sent, { kind, says }] of exchanges) {
        if (sent.action === "keep" && kind === "done") explore.kept();
        else if (says) notice(says);
      }
    },
    /** @type {(isAway: boolean, waiting: number) => void} */
    showAway: (isAway, waiting) => showAway(find(root, ".away"), isAway, waiting),
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
 * The parts that share a match, a cursor and a mode, in the order in which they hear of changes.
 * @param {HTMLElement} root
 * @param {HTMLElement | ShadowRoot} host
 * @param {ReplayData} first
 * @param {Site} site
 * @param {Emit} emit
 */
function makeParts(root, host, first, site, emit) {
  const { server } = site;
  const data = makeStore(first);
  const cursor = makeCursor(data);
  translateElement(root);
  host.append(root);
  makeHeader(root, data, server !== null);
  const reviewer = site.reviewer ?? server;
  data.watch(() => showRights(root, data, server !== null));
  root.classList.toggle("unreviewed", !reviewer);
  const boards = makeBoards(root, data, cursor);
  cursor.watch(boards.draw);
  const noteStore = makeNoteStore(data);
  const modes = makeModes(root, emit.mode);
  const review = makeReviewStore(data, modes, reviewer);
  makeMoves(root, data, cursor, noteStore, review);
  makeStranded(root, data, noteStore);
  makeTimeline(root, data, cursor, noteStore, review, modes);
  makeScoreChart(root, data, cursor, modes, review);
  makeChanceTable(root, data, review);
  makeScoreSources(root, data, cursor);
  const photos = makePhotos(root, data, cursor);
  const player = makePlayer(cursor, (playing, seconds) => showPlaying(root, playing, seconds));
  const notice = makeNotice(root);
  const editor = makeEditor(root, data, cursor, noteStore, modes, boards, server ?? NOWHERE);
  const guess = makeGuess(root, data, cursor, boards, modes);
  const showAgain = () => {
    const shown = explore.shown();
    if (shown.revision === data.revision) return;
    data.update(shown);
    noteStore.refresh();
    review.refresh();
    cursor.refresh();
  };
  const explore = makeExplore(root, data, cursor, boards, modes, site, notice, showAgain);
  const reviewing = makeReview(root, data, cursor, boards, modes, review, explore.openLine);
  const again = makeTryAgain(root, data, modes, review, server);
  return { data, cursor, boards, noteStore, modes, review, photos, player, notice, editor, guess, explore, reviewing, again, showAgain };
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
 * @param {HTMLElement} root
 * @param {ReturnType<typeof makeParts>} parts
 * @param {ReplayServer | null} server
 * @param {() => URL} here
 * @returns {Record<string, (argument?: any) => void>}
 */
function makeCommands(root, { data, cursor, boards, noteStore, modes, player, notice, editor, guess, explore, reviewing }, server, here) {
  return {
    ...makeSteps(cursor, player, notice),
    ...makeViews(root, data, cursor, boards, noteStore, notice, here),
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
