// The replay: everything is told once, then the browser steps by itself.

import { htmlElement } from "../elements.js";
import { formatNumber, gettext, setCatalog, translateElement } from "../language.js";
import { outboxFor } from "../outbox.js";
import { applyTheme } from "../theme.js";
import { makeBoards } from "./boards.js";
import { makeCursor, makePlayer } from "./cursor.js";
import { GLYPHS, makeEditor } from "./editor.js";
import { EXPLORE, makeExplore } from "./explore.js";
import { describeStep } from "./format.js";
import { makeGuess } from "./guess.js";
import { listenToKeys } from "./keys.js";
import { makeModes, modeAsked } from "./modes.js";
import { makeMoves } from "./moves.js";
import { makeNoteStore, makeStranded } from "./notes.js";
import { makeScoreChart } from "./score_chart.js";
import { makeScoreSources } from "./score_sources.js";
import { makeStore } from "./store.js";
import { makeTimeline } from "./timeline.js";

const replays = new WeakMap();

// Called by Streamlit when the component appears and again whenever its data or the theme changes.
// Where nobody takes orders (`setTriggerValue`), notes can be read but not written, and no moves tried out; nor are notes
// written, or tried moves kept, by who may not.
export function showReplay({ parentElement, data, setStateValue, setTriggerValue }, site) {
  setCatalog(data.spoken);
  let replay = replays.get(parentElement);
  if (replay && (replay.match !== data.match || replay.language !== data.spoken.language)) {
    replay.leave();
    replay = null;
  }
  if (!replay) {
    replay = openReplay(parentElement, data, site, {
      settle: (version) => setStateValue("at", version),
      mode: (mode) => setStateValue("mode", mode),
      asked: (asked) => setStateValue("asked", asked),
      writes: Boolean(setTriggerValue && data.writes),
      explores: Boolean(setTriggerValue),
    });
    replays.set(parentElement, replay);
  }
  if (setTriggerValue) outboxFor(data.match).connect((orders) => setTriggerValue("orders", JSON.stringify(orders)));
  replay.update(data);
  replay.applyTheme();
  return replay.leave;
}

function openReplay(host, first, { address: addresses, openTable }, emit) {
  const root = host.querySelector("template").content.firstElementChild.cloneNode(true);
  const leaving = new AbortController();
  const data = makeStore(first);
  const cursor = makeCursor(data);
  translateElement(root);
  host.append(root);
  data.watch(() => {
    for (const line of ["title", "facts", "result"]) root.querySelector(`.${line}`).textContent = data[line];
    showRelated(root.querySelector(".kin"), data);
    root.classList.toggle("read-only", !emit.writes);
    root.classList.toggle("unexplored", !emit.explores || !data.explorable);
  });

  const boards = makeBoards(root, data, cursor);
  cursor.watch(boards.draw);
  const noteStore = makeNoteStore(data);
  makeMoves(root, data, cursor, noteStore);
  makeStranded(root, data, noteStore);
  makeTimeline(root, data, cursor, noteStore);
  makeScoreChart(root, data, cursor);
  makeScoreSources(root, data, cursor);
  const player = makePlayer(cursor, (playing, seconds) => showPlaying(root, playing, seconds));
  const notice = makeNotice(root);
  const modes = makeModes(root, emit.mode);
  const outbox = outboxFor(data.match);
  const editor = makeEditor(root, data, cursor, noteStore, modes, boards, outbox);
  const guess = makeGuess(root, data, cursor, boards, modes);
  const explore = makeExplore(root, data, cursor, boards, modes, outbox, emit.asked, openTable);
  const answered = makeAnswered(outbox, editor, explore, notice);
  const commands = {
    ...makeSteps(cursor, player, notice),
    ...makeViews(root, data, cursor, boards, noteStore, notice, addresses),
    ...makeWriting(editor, notice, emit.writes, modes),
    reveal: guess.reveal,
    keepLine: explore.keepLine,
    discardLine: explore.discardLine,
  };
  for (const button of root.querySelectorAll("[data-command]")) {
    button.addEventListener("click", () => commands[button.dataset.command]());
  }
  makeTabs(root);
  listenToKeys(root, commands, leaving.signal);
  const address = makeAddress(root, data, cursor, player, modes, emit.settle, leaving.signal, addresses);
  const asked = modeAsked();
  if (asked === "guess" && addresses.versionAsked() === null) cursor.go(0);
  else cursor.go(address.start(notice));
  modes.choose(asked);
  modes.onChange(() => address.follow(cursor.at));
  cursor.watch(makeVoice(root, data));
  cursor.watch((at) => showPosition(root, cursor.limit, at));
  cursor.onMove(address.follow);
  return {
    match: data.match,
    language: first.spoken.language,
    applyTheme: () => applyTheme(root, host),
    update(told) {
      if (told.stamp !== data.stamp) {
        data.update(told);
        noteStore.refresh();
        cursor.refresh();
      }
      noteStore.put(told.notes);
      explore.update(told.explored);
      answered(told.answers ?? []);
    },
    leave() {
      player.pause();
      address.leave();
      outbox.disconnect();
      explore.leave();
      leaving.abort();
      root.remove();
      replays.delete(host);
    },
  };
}

// Every answer is told to the reader, by the table where moves are tried out or in a notice. What is said stays while
// more is on its way.
function makeAnswered(outbox, editor, explore, notice) {
  let said = [];
  return (answers) => {
    const heard = outbox.answered(answers);
    if (!heard.length) return;
    editor.answered(heard);
    const untold = explore.answered(heard).map(([, { says }]) => says).filter(Boolean);
    said.push(...untold);
    if (untold.length) notice(said.join(" "));
    if (!outbox.waiting.length) said = [];
  };
}

// Links to the match this one was forked from and to its own forks, each [match, version or null].
function showRelated(line, { parent, forks }) {
  const link = ([match, version], text) => {
    const asked = new URLSearchParams(version === null ? { match } : { match, at: version });
    return Object.assign(htmlElement("a", "", text), { href: `replay?${asked}` });
  };
  const links = (forks ?? []).map((fork, place) => link(fork, gettext("Fork {number}", { number: place + 1 })));
  if (parent) links.unshift(link(parent, gettext("The match this one was forked from")));
  line.hidden = !links.length;
  line.replaceChildren(...links);
}

function makeSteps(cursor, player, notice) {
  const stepping = (move) => () => {
    if (player.playing) player.pause();
    const before = cursor.at;
    move();
    if (cursor.hides && cursor.at === before && before === cursor.limit) notice(gettext("The next move is hidden: r reveals it."));
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
    tenth: (tenth) => cursor.go((cursor.last * tenth) / 10),
    play: player.toggle,
    faster: () => player.faster(1.5),
    slower: () => player.faster(1 / 1.5),
  };
}

function makeWriting(editor, notice, isPossible, modes) {
  const writing = (write) => (order) => {
    if (!isPossible) notice(gettext("Notes can be read here, not written."));
    else if (modes.now === EXPLORE) notice(gettext("Notes belong to moves that were played: leave Explore to write one."));
    else write(order);
  };
  return {
    note: writing(editor.focus),
    bookmark: writing(editor.bookmark),
    judge: writing(editor.judge),
    judging: () => notice(gettext("A judgment: {choice}", { choice: GLYPHS.map((glyph, place) => `${place + 1} ${glyph}`).join("   ") })),
  };
}

function makeViews(root, data, cursor, boards, noteStore, notice, addresses) {
  let seen = 0;
  return {
    viewpoint() {
      seen = (seen + 1) % (data.names.length + 1);
      boards.view(seen ? seen - 1 : null);
      notice(seen ? gettext("The board of {name} stays large.", { name: data.names[seen - 1] })
        : gettext("The board of whoever moves is large."));
    },
    peek: (held) => boards.draw(held ? Math.max(0, cursor.at - 1) : cursor.at),
    nextNote() {
      const next = data.steps.findIndex(({ at: version }, at) => at > cursor.at && noteStore.about(version).length);
      if (next > 0 && next <= cursor.limit) cursor.go(next);
      else notice(gettext("There is no note behind this move."));
    },
    async copyLink() {
      const link = addresses.addressAt(data.recordedVersion(data.steps[cursor.at].at));
      try {
        await navigator.clipboard.writeText(link.href);
        notice(gettext("The link to this moment is copied."));
      } catch {
        notice(link.href);  // No clipboard without a secure connection: people can still copy it by hand.
      }
    },
    help: () => root.querySelector(".help").showModal(),
    closeHelp: () => root.querySelector(".help").close(),
  };
}

// The address names the step, replaced and never pushed: stepping leaves no trail in the history. Browsers
// slow down pages that change it too often, so it follows a little behind. Python hears of the step once it settles,
// unless the reader is on the way to another page: that answer would call the reader back. Who explores waits for what
// can be played at the step, so then Python hears of it at once.
function makeAddress(root, data, cursor, player, modes, settle, signal, addresses) {
  let writing = null;
  let settling = null;
  const write = () => {
    if (addresses.isAddressOf(data.match)) history.replaceState(history.state, "", addresses.addressAt(data.recordedVersion(data.steps[cursor.at].at)));
  };
  document.addEventListener("click", (event) => {
    if (!event.composedPath().includes(root)) clearTimeout(settling);
  }, { signal, capture: true });
  return {
    start(notice) {
      const wanted = addresses.versionAsked();
      if (wanted === null) return cursor.last;
      const version = /^\d{1,9}$/.test(wanted) ? Number(wanted) : NaN;
      const found = data.indexOfVersion(version);
      if (found < 0) notice(gettext("The link names a move that is not in this match; here is where the match stands."));
      return found < 0 ? cursor.last : found;
    },
    follow() {
      clearTimeout(writing);
      writing = setTimeout(write, 120);
      clearTimeout(settling);
      const delay = modes.now === EXPLORE ? 60 : 500;
      settling = setTimeout(() => { if (!player.playing) settle(data.steps[cursor.at].at); }, delay);
    },
    leave() {
      clearTimeout(writing);
      clearTimeout(settling);
    },
  };
}

// Says where we are, once the reader rests there.
function makeVoice(root, data) {
  const voice = root.querySelector(".voice");
  let waiting = null;
  return (at) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const { steps } = data;
      voice.textContent = gettext("{says}. Step {at} of {last}.", { says: describeStep(steps[at]), at, last: steps.length - 1 });
    }, 250);
  };
}

function makeNotice(root) {
  const notice = root.querySelector(".notice");
  let fading = null;
  return (text) => {
    notice.textContent = text;
    notice.hidden = false;
    clearTimeout(fading);
    fading = setTimeout(() => { notice.hidden = true; }, 6000);
  };
}

// On a phone list and chart share one place.
function makeTabs(root) {
  const tabs = [...root.querySelectorAll("[data-shows]")];
  const choose = (chosen) => {
    root.dataset.tab = chosen.dataset.shows;
    for (const tab of tabs) tab.setAttribute("aria-pressed", tab === chosen);
  };
  for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
}

function showPlaying(root, playing, seconds) {
  const button = root.querySelector("[data-command=play]");
  button.setAttribute("aria-label", playing ? gettext("Pause") : gettext("Play"));
  button.classList.toggle("playing", playing);
  root.querySelector(".speed").textContent = gettext("{seconds} s", { seconds: formatNumber(Number(seconds.toPrecision(2))) });
}

function showPosition(root, limit, at) {
  root.querySelector(".position").textContent = `${at} / ${limit}`;
  for (const command of ["first", "roundBack", "back"]) setDisabled(root, command, at === 0);
  for (const command of ["last", "roundNext", "next"]) setDisabled(root, command, at === limit);
}

// A button that cannot act stays reachable: a disabled one would lose the focus under the reader's fingers.
function setDisabled(root, command, disabled) {
  root.querySelector(`.bar [data-command=${command}]`).setAttribute("aria-disabled", disabled);
}
