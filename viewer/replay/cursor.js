// The one position in the match that boards, list, strip, chart and address share.

export function makeCursor(data) {
  const watchers = [];
  let turns = [];
  let rounds = [];
  const cursor = {
    at: 0,
    last: 0,
    limit: 0,  // Where the reader cannot go beyond: what comes after it is still to be guessed.
    hides: false,
    // Watchers are told after every move, in the order they came.
    onMove(watcher) {
      watchers.push(watcher);
    },
    // The same, and at once.
    watch(watcher) {
      cursor.onMove(watcher);
      watcher(cursor.at);
    },
    go(at) {
      const to = Math.min(Math.max(Math.round(at), 0), cursor.limit);
      if (to === cursor.at) return;
      cursor.at = to;
      for (const watcher of watchers) watcher(to);
    },
    // Tells everybody where the cursor is once more: what is known has changed.
    refresh() {
      for (const watcher of watchers) watcher(cursor.at);
    },
    turn: (direction) => cursor.go(next(turns, direction)),
    round: (direction) => cursor.go(next(rounds, direction)),
    isRoundEnd: (at) => at === cursor.last || rounds.includes(at + 1),
  };
  const next = (starts, direction) => direction > 0
    ? starts.find((start) => start > cursor.at) ?? cursor.last
    : starts.findLast((start) => start < cursor.at) ?? 0;
  let before = null;
  data.watch(() => {
    const { steps } = data;
    turns = startsOf(steps, (step) => `${step.round} ${step.turn}`);
    rounds = startsOf(steps, (step) => step.round);
    if (before) cursor.at = placeAgain(before, data, cursor.at);
    cursor.last = steps.length - 1;
    cursor.limit = cursor.hides ? Math.min(cursor.limit, cursor.last) : cursor.last;
    cursor.at = Math.min(cursor.at, cursor.limit);
    before = { steps, explored: data.explored };
  });
  return cursor;
}

function startsOf(steps, key) {
  return steps.flatMap((step, at) => (at && key(step) !== key(steps[at - 1]) ? [at] : []));
}

// Where a reader who stood at a step stands when the match has changed: at the end, if it was the end and the match
// went on; else at the same event, or at the last one before it that still stands.
function placeAgain(before, data, at) {
  const isSame = Boolean(before.explored?.line) === Boolean(data.explored?.line);
  if (isSame && at === before.steps.length - 1) return data.steps.length - 1;
  const known = Math.min(before.explored?.base ?? Infinity, data.explored?.base ?? Infinity);
  const standing = new Map(data.steps.map((step, place) => [step.at, place]));
  for (let step = at; step > 0; step -= 1) {
    const version = before.steps[step].at;
    if (standing.has(version) && (isSame || version <= known)) return standing.get(version);
  }
  return 0;
}

// Steps by itself; a pause at the end of a round is twice as long.
export function makePlayer(cursor, show) {
  let seconds = 1.6;
  let timer = null;
  const player = {
    get playing() { return timer !== null; },
    toggle() { player.playing ? player.pause() : player.play(); },
    play() {
      if (cursor.at === cursor.limit) cursor.go(0);
      wait();
      show(true, seconds);
    },
    pause() {
      clearTimeout(timer);
      timer = null;
      show(false, seconds);
    },
    faster(factor) {
      seconds = Math.min(Math.max(seconds / factor, 0.1), 10);
      show(player.playing, seconds);
    },
  };
  const wait = () => {
    timer = setTimeout(() => {
      cursor.go(cursor.at + 1);
      if (cursor.at === cursor.limit) player.pause();
      else wait();
    }, seconds * 1000 * (cursor.isRoundEnd(cursor.at) ? 2 : 1));
  };
  show(false, seconds);
  return player;
}
