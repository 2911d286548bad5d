// The one position in the match that boards, list, timeline, chart and address share.

/** @param {Store} data */
export function makeCursor(data) {
  /** @type {((at: number) => void)[]} */
  const watchers = [];
  /** @type {number[]} */
  let turns = [];
  /** @type {number[]} */
  let rounds = [];
  const cursor = {
    at: 0,
    last: 0,
    limit: 0,  // Last step the reader can go to; the steps after it are still to be guessed.
    hides: false,
    /**
     * Calls the watcher after every move; watchers are called in the order they were added.
     * @param {(at: number) => void} watcher
     */
    onMove(watcher) {
      watchers.push(watcher);
    },
    /**
     * The same, and at once.
     * @param {(at: number) => void} watcher
     */
    watch(watcher) {
      cursor.onMove(watcher);
      watcher(cursor.at);
    },
    /** @param {number} at */
    go(at) {
      const to = Math.min(Math.max(Math.round(at), 0), cursor.limit);
      if (to === cursor.at) return;
      cursor.at = to;
      for (const watcher of watchers) watcher(to);
    },
    /** Calls all watchers although the position is the same: what is known has changed. */
    refresh() {
      for (const watcher of watchers) watcher(cursor.at);
    },
    /** @param {number} direction */
    turn: (direction) => cursor.go(next(turns, direction)),
    /** @param {number} direction */
    round: (direction) => cursor.go(next(rounds, direction)),
    /** @param {number} at */
    isRoundEnd: (at) => at === cursor.last || rounds.includes(at + 1),
  };
  /** @type {(starts: number[], direction: number) => number} */
  const next = (starts, direction) => direction > 0
    ? starts.find((start) => start > cursor.at) ?? cursor.last
    : starts.findLast((start) => start < cursor.at) ?? 0;
  /** @type {Pick<Store, "steps" | "explored"> | null} */
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

/**
 * @param {Step[]} steps
 * @param {(step: Step) => unknown} key
 */
function startsOf(steps, key) {
  return steps.flatMap((step, at) => (at && key(step) !== key(steps[at - 1]) ? [at] : []));
}

/**
 * The new place of a reader when the match has changed: at the end, if it was the end and the match went on; else at
 * the same event, or at the last one before it that still stands.
 * @param {Pick<Store, "steps" | "explored">} before
 * @param {Store} data
 * @param {number} at
 */
function placeAgain(before, data, at) {
  const isSame = Boolean(before.explored?.line) === Boolean(data.explored?.line);
  if (isSame && at === before.steps.length - 1) return data.steps.length - 1;
  const known = Math.min(before.explored?.base ?? Infinity, data.explored?.base ?? Infinity);
  for (let step = at; step > 0; step -= 1) {
    const { at: version, final } = before.steps[step];
    const place = final ? data.indexOfVersion(version) : data.indexOfEvent(version);
    if (place >= 0 && (isSame || version <= known)) return place;
  }
  return 0;
}

/**
 * Steps at intervals; a pause at the end of a round is twice as long.
 * @param {Cursor} cursor
 * @param {(isPlaying: boolean, seconds: number) => void} show
 */
export function makePlayer(cursor, show) {
  let seconds = 1.6;
  /** @type {ReturnType<typeof setTimeout> | null} */
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
      clearTimeout(timer ?? undefined);
      timer = null;
      show(false, seconds);
    },
    /** @param {number} factor */
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
