// The replay: the browser has the whole match and steps by itself.

import { cloneOf, find, findAll, htmlElement } from "../elements.js";
import { formatNumber, gettext, ngettext, translateElement } from "../language.js";
import { applyTheme } from "../theme.js";
import { makeBoards } from "./boards.js";
import { makeCursor, makePlayer } from "./cursor.js";
import { GLYPHS, makeEditor } from "./editor.js";
import { EXPLORE, makeExplore } from "./explore.js";
import { describeStep } from "./format.js";
import { makeGuess } from "./guess.js";
import { listenToKeys } from "./keys.js";
import { makeModes, initialMode } from "./modes.js";
import { makeMoves } from "./moves.js";
import { makeNoteStore, makeStranded } from "./notes.js";
import { makePhotos } from "./photos.js";
import { makeChanceTable, makeReview } from "./review.js";
import { makeReviewStore } from "./review_store.js";
import { makeScoreChart } from "./score_chart.js";
import { makeScoreSources } from "./score_sources.js";
import { makeStore } from "./store.js";
import { makeTimeline } from "./timeline.js";

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
  const { address: addresses, server } = site;
  const root = cloneOf(find(host, "template", HTMLTemplateElement));
  const leaving = new AbortController();
  const data = makeStore(first);
  const cursor = makeCursor(data);
  translateElement(root);
  host.append(root);
  data.watch(() => {
    for (const line of /** @type {const} */ (["title", "facts", "result"])) find(root, `.${line}`).textContent = data[line];
    showRelated(find(root, ".related"), data);
    root.classList.toggle("read-only", !server || !data.writes);
    root.classList.toggle("unserved", !server);
    root.classList.toggle("unexplored", !server || !data.explorable);
  });

  const boards = makeBoards(root, data, cursor);
  cursor.watch(boards.draw);
  const noteStore = makeNoteStore(data);
  const modes = makeModes(root, emit.mode);
  const review = makeReviewStore(data, modes, server);
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
  const here = () => addresses.addressAt(data.recordedVersion(data.steps[cursor.at].at), modes.now);
  /** @type {Record<string, (argument?: any) => void>} */
  const commands = {
    ...makeSteps(cursor, player, notice),
    ...makeViews(root, data, cursor, boards, noteStore, notice, here),
    ...makeWriting(editor, notice, () => Boolean(server && data.writes), modes),
    ...reviewing,
    reveal: guess.reveal,
    keepLine: explore.keepLine,
    discardLine: explore.discardLine,
  };
  for (const button of findAll(root, "[data-command]")) {
    button.addEventListener("click", () => commands[button.dataset.command ?? ""]());
  }
  makeTabs(root, modes);
  listenToKeys(root, commands, leaving.signal);
  const address = makeAddress(root, data, cursor, player, emit.settle, leaving.signal, addresses, here);
  const mode = initialMode(root, addresses.requestedMode());
  if (mode === "guess" && addresses.requestedVersion() === null) cursor.go(0);
  else cursor.go(address.start(notice));
  modes.choose(mode);
  modes.onChange(address.follow);
  cursor.watch(makeVoice(root, data));
  cursor.watch((at) => showPosition(root, cursor.limit, at));
  cursor.onMove(address.follow);
  applyTheme(root, host);
  return {
    notice,
    applyTheme: () => applyTheme(root, host),
    /** @param {ReplayData} next */
    update(next) {
      explore.update(next);
      showAgain();
      noteStore.put(next.notes);
      photos.put(next.photos ?? []);
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
      player.pause();
      address.leave();
      explore.leave();
      review.leave();
      leaving.abort();
      root.remove();
    },
  };
}

/**
 * @param {HTMLElement} line
 * @param {boolean} isAway
 * @param {number} waiting
 */
function showAway(line, isAway, waiting) {
  line.hidden = !isAway;
  line.textContent = !isAway ? "" : waiting
    ? ngettext("The server cannot be reached. {number} entry is kept here and will be sent.",
      "The server cannot be reached. {number} entries are kept here and will be sent.", waiting)
    : gettext("The server cannot be reached. The match may have gone on.");
}

/**
 * Links to the match this one was forked from and to its own forks.
 * @param {HTMLElement} line
 * @param {ReplayData} data
 */
function showRelated(line, { parent, forks }) {
  /**
   * @param {Link} link
   * @param {string} text
   */
  const link = ([match, version], text) => {
    const query = new URLSearchParams(version === null ? { match } : { match, at: String(version) });
    return Object.assign(htmlElement("a", "", text), { href: `replay?${query}` });
  };
  const links = (forks ?? []).map((fork, place) => link(fork, gettext("Fork {number}", { number: place + 1 })));
  if (parent) links.unshift(link(parent, gettext("The match of which this one is a fork")));
  line.hidden = !links.length;
  line.replaceChildren(...links);
}

/**
 * @param {Cursor} cursor
 * @param {Player} player
 * @param {Notice} notice
 */
function makeSteps(cursor, player, notice) {
  const stepping = (/** @type {() => void} */ move) => () => {
    if (player.playing) player.pause();
    const before = cursor.at;
    move();
    if (cursor.hides && cursor.at === before && before === cursor.limit) notice(gettext("The next move is hidden; press r to reveal it."));
  };
  return {
    first: stepping(() => cursor.go(0)),
    last: stepping(() => cursor.go(cursor.last)),
    back: stepping(() => cursor.go(cursor.at - 1)),
    next: stepping(() => cursor.go(cursor.at + 1)),
    turnBack: stepping(() => cursor.turn(-1)),
    turnNext: stepping(() => cursor.turn(1)),
    roundBack: stepping(() => cursor.round(-1)),
    roundNext: stepping(() => cursor.round(1)),
    tenth: (/** @type {number} */ tenth) => cursor.go((cursor.last * tenth) / 10),
    play: player.toggle,
    faster: () => player.faster(1.5),
    slower: () => player.faster(1 / 1.5),
  };
}

/**
 * @param {ReturnType<typeof makeEditor>} editor
 * @param {Notice} notice
 * @param {() => boolean} isPossible
 * @param {Modes} modes
 */
function makeWriting(editor, notice, isPossible, modes) {
  const writing = (/** @type {(argument?: any) => void} */ write) => (/** @type {any} */ argument) => {
    if (!isPossible()) notice(gettext("Notes can only be read here."));
    else if (modes.now === EXPLORE) notice(gettext("Notes belong to played moves; leave Explore to write one."));
    else write(argument);
  };
  return {
    note: writing(editor.focus),
    bookmark: writing(editor.bookmark),
    judge: writing(editor.judge),
    judging: () => notice(gettext("A judgment: {choice}", { choice: GLYPHS.map((glyph, place) => `${place + 1} ${glyph}`).join("   ") })),
  };
}

/**
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {Cursor} cursor
 * @param {Boards} boards
 * @param {NoteStore} noteStore
 * @param {Notice} notice
 * @param {() => URL} here
 */
function makeViews(root, data, cursor, boards, noteStore, notice, here) {
  let viewpoint = 0;
  return {
    viewpoint() {
      viewpoint = (viewpoint + 1) % (data.names.length + 1);
      boards.view(viewpoint ? viewpoint - 1 : null);
      notice(viewpoint ? gettext("The board of {name} stays large.", { name: data.names[viewpoint - 1] })
        : gettext("The board of the player to move is large."));
    },
    peek: (/** @type {boolean} */ held) => boards.draw(held ? Math.max(0, cursor.at - 1) : cursor.at),
    nextNote() {
      const next = data.steps.findIndex((step, at) => at > cursor.at && noteStore.at(step).length);
      if (next > 0 && next <= cursor.limit) cursor.go(next);
      else notice(gettext("There is no note after this move."));
    },
    async copyLink() {
      const link = here();
      try {
        await navigator.clipboard.writeText(link.href);
        notice(gettext("The link to this moment was copied."));
      } catch {
        notice(link.href);  // Browsers have no clipboard without a secure connection; the reader can copy the text by hand.
      }
    },
    help: () => find(root, ".help", HTMLDialogElement).showModal(),
    closeHelp: () => find(root, ".help", HTMLDialogElement).close(),
  };
}

/**
 * Puts the step into the address and sends it to Python. The address is replaced, never pushed, so that steps leave no
 * entries in the history, and changed with a delay, as browsers throttle pages that change it too often. Python gets the
 * step once it settles, for its links, unless the reader is leaving for another page: the response would bring the reader
 * back.
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {Cursor} cursor
 * @param {Player} player
 * @param {(version: number) => void} settle
 * @param {AbortSignal} signal
 * @param {Addresses} addresses
 * @param {() => URL} here
 */
function makeAddress(root, data, cursor, player, settle, signal, addresses, here) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let writing;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let settling;
  const write = () => {
    if (addresses.isAddressOf(data.match)) history.replaceState(history.state, "", here());
  };
  document.addEventListener("click", (event) => {
    if (!event.composedPath().includes(root)) clearTimeout(settling);
  }, { signal, capture: true });
  return {
    /** @param {Notice} notice */
    start(notice) {
      const requested = addresses.requestedVersion();
      if (requested === null) return cursor.last;
      const version = /^\d{1,9}$/.test(requested) ? Number(requested) : NaN;
      const found = data.indexOfVersion(version);
      if (found < 0) notice(gettext("The link names a move that is not in this match; the current position is shown."));
      return found < 0 ? cursor.last : found;
    },
    follow() {
      clearTimeout(writing);
      writing = setTimeout(write, 120);
      clearTimeout(settling);
      settling = setTimeout(() => { if (!player.playing) settle(data.recordedVersion(data.steps[cursor.at].at)); }, 500);
    },
    leave() {
      clearTimeout(writing);
      clearTimeout(settling);
    },
  };
}

/**
 * Announces the position once the reader rests there.
 * @param {HTMLElement} root
 * @param {Store} data
 */
function makeVoice(root, data) {
  const voice = find(root, ".voice");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  return (/** @type {number} */ at) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const { steps } = data;
      voice.textContent = gettext("{says}. Step {at} of {last}.", { says: describeStep(steps[at]), at, last: steps.length - 1 });
    }, 250);
  };
}

/**
 * @param {HTMLElement} root
 * @returns {Notice}
 */
function makeNotice(root) {
  const notice = find(root, ".notice");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fading;
  return (text) => {
    notice.textContent = text;
    notice.hidden = false;
    clearTimeout(fading);
    fading = setTimeout(() => { notice.hidden = true; }, 6000);
  };
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

/**
 * @param {HTMLElement} root
 * @param {boolean} playing
 * @param {number} seconds
 */
function showPlaying(root, playing, seconds) {
  const button = find(root, "[data-command=play]");
  button.setAttribute("aria-label", String(playing ? gettext("Pause") : gettext("Play")));
  button.classList.toggle("playing", playing);
  find(root, ".speed").textContent = gettext("{seconds} s", { seconds: formatNumber(Number(seconds.toPrecision(2))) });
}

/**
 * @param {HTMLElement} root
 * @param {number} limit
 * @param {number} at
 */
function showPosition(root, limit, at) {
  find(root, ".position").textContent = `${at} / ${limit}`;
  for (const command of ["first", "roundBack", "back"]) setDisabled(root, command, at === 0);
  for (const command of ["last", "roundNext", "next"]) setDisabled(root, command, at === limit);
}

/**
 * A disabled button would lose the focus, so one that cannot act is only marked.
 * @param {HTMLElement} root
 * @param {string} command
 * @param {boolean} disabled
 */
function setDisabled(root, command, disabled) {
  find(root, `.bar [data-command=${command}]`).setAttribute("aria-disabled", String(disabled));
}
