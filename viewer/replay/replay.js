// The replay: everything is told once, then the browser steps by itself.

const replays = new WeakMap();

// Called by Streamlit when the component appears and again whenever its data or the theme changes.
export default function show({ parentElement, data, setStateValue }) {
  let replay = replays.get(parentElement);
  if (replay?.stamp !== data.stamp) {
    replay?.leave();
    replay = open(parentElement, data, (version) => setStateValue("at", version));
    replays.set(parentElement, replay);
  }
  replay.paint();
  return replay.leave;
}

function open(host, data, settle) {
  const root = host.querySelector("template").content.firstElementChild.cloneNode(true);
  const leaving = new AbortController();
  const cursor = makeCursor(data.steps);
  host.append(root);
  root.querySelector(".title").textContent = data.title;
  root.querySelector(".facts").textContent = data.facts;
  root.querySelector(".result").textContent = data.result;

  const boards = makeBoards(root, data, cursor);
  cursor.watch(boards.draw);
  makeMoves(root, data, cursor);
  makeStrip(root, data, cursor);
  makeCurves(root, data, cursor);
  const player = makePlayer(cursor, (playing, seconds) => showPlaying(root, playing, seconds));
  const notice = makeNotice(root);
  const commands = makeCommands(root, data, cursor, player, boards, notice);
  for (const button of root.querySelectorAll("[data-command]")) {
    button.addEventListener("click", () => commands[button.dataset.command]());
  }
  makeTabs(root);
  listenToKeys(root, commands, leaving.signal);
  const address = makeAddress(root, data, cursor, player, settle, leaving.signal);
  cursor.go(address.start(notice));
  cursor.watch(makeVoice(root, data.steps));
  cursor.watch((at) => showPosition(root, data.steps, at));
  cursor.follow(address.follow);
  return {
    stamp: data.stamp,
    paint: () => paint(root, host),
    leave() {
      player.pause();
      address.leave();
      leaving.abort();
      root.remove();
      replays.delete(host);
    },
  };
}

function makeCommands(root, data, cursor, player, boards, notice) {
  const stepping = (move) => () => {
    if (player.playing) player.pause();
    move();
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
    peek: (held) => boards.draw(held ? Math.max(0, cursor.at - 1) : cursor.at),
    nextNote() {
      const noted = new Set(data.notes.map((note) => note.about));
      const next = data.steps.findIndex((step, at) => at > cursor.at && noted.has(step.at));
      if (next > 0) cursor.go(next);
      else notice("There is no note behind this move.");
    },
    async copyLink() {
      const link = addressAt(data.steps[cursor.at].at);
      try {
        await navigator.clipboard.writeText(link.href);
        notice("The link to this moment is copied.");
      } catch {
        notice(link.href);  // No clipboard without a secure connection: people can still copy it by hand.
      }
    },
    help: () => root.querySelector("dialog").showModal(),
    closeHelp: () => root.querySelector("dialog").close(),
  };
}

// The address names the step, replaced and never pushed: stepping leaves no trail in the history. Browsers
// slow down pages that change it too often, so it follows a little behind. Python hears of the step once it settles,
// unless the reader is on the way to another page: that answer would call the reader back.
function makeAddress(root, data, cursor, player, settle, signal) {
  let writing = null;
  let settling = null;
  const write = () => {
    if (isAddressOf(data.match)) history.replaceState(history.state, "", addressAt(data.steps[cursor.at].at));
  };
  document.addEventListener("click", (event) => {
    if (!event.composedPath().includes(root)) clearTimeout(settling);
  }, { signal, capture: true });
  return {
    start(notice) {
      const wanted = versionAsked();
      if (wanted === null) return cursor.last;
      const version = /^\d{1,9}$/.test(wanted) ? Number(wanted) : NaN;
      const found = data.steps.findIndex((step) => step.at === version);
      if (found < 0) notice("The link names a move that is not in this match; here is where the match stands.");
      return found < 0 ? cursor.last : found;
    },
    follow(at) {
      clearTimeout(writing);
      writing = setTimeout(write, 120);
      clearTimeout(settling);
      settling = setTimeout(() => { if (!player.playing) settle(data.steps[at].at); }, 500);
    },
    leave() {
      clearTimeout(writing);
      clearTimeout(settling);
    },
  };
}

// Says where we are, once the reader rests there.
function makeVoice(root, steps) {
  const voice = root.querySelector(".voice");
  let waiting = null;
  return (at) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { voice.textContent = `${told(steps[at])}. Step ${at} of ${steps.length - 1}.`; }, 250);
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
  button.setAttribute("aria-label", playing ? "Pause" : "Play");
  button.classList.toggle("playing", playing);
  root.querySelector(".speed").textContent = `${Number(seconds.toPrecision(2))} s`;
}

function showPosition(root, steps, at) {
  root.querySelector(".position").textContent = `${at} / ${steps.length - 1}`;
  for (const command of ["first", "roundBack", "back"]) setDisabled(root, command, at === 0);
  for (const command of ["last", "roundNext", "next"]) setDisabled(root, command, at === steps.length - 1);
}

// A button that cannot act stays reachable: a disabled one would lose the focus under the reader's fingers.
function setDisabled(root, command, disabled) {
  root.querySelector(`.bar [data-command=${command}]`).setAttribute("aria-disabled", disabled);
}
