// The one position in the match that boards, list, strip, chart and address share.

function makeCursor(steps) {
  const watchers = [];
  const last = steps.length - 1;
  const changesAt = (key) => steps.flatMap((step, at) => (at && key(step) !== key(steps[at - 1]) ? [at] : []));
  const turns = changesAt((step) => `${step.round} ${step.turn}`);
  const rounds = changesAt((step) => step.round);
  const cursor = {
    at: 0,
    last,
    limit: last,  // Where the reader cannot go beyond: what comes after it is still to be guessed.
    // Watchers are told after every move, in the order they came.
    follow(watcher) {
      watchers.push(watcher);
    },
    // The same, and at once.
    watch(watcher) {
      cursor.follow(watcher);
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
    isRoundEnd: (at) => at === last || rounds.includes(at + 1),
  };
  const next = (starts, direction) => direction > 0
    ? starts.find((start) => start > cursor.at) ?? last
    : starts.findLast((start) => start < cursor.at) ?? 0;
  return cursor;
}

// Steps by itself; a pause at the end of a round is twice as long.
function makePlayer(cursor, show) {
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
