// The one position in the match that boards, list, timeline, chart and address share.

/** @typedef {Pick<ReplayData, "steps" | "explored">} Steps */

export class Cursor {
  at = 0;
  last = 0;
  /** The last step the reader can go to: with `hides` the steps after it are still to be guessed. */
  limit = 0;
  hides = false;
  /** The steps at which turns and rounds begin. @type {number[]} */
  #turns = [];
  /** @type {number[]} */
  #rounds = [];
  /** At these steps others of the choices made at once follow. @type {Set<number>} */
  #partial = new Set();
  /** @type {((at: number, isJump?: boolean) => void)[]} */
  #watchers = [];

  /** @param {Steps & Pick<Store, "watch">} data */
  constructor(data) {
    let before = { ...data };
    data.watch(() => {
      this.#take(before, data);
      before = { ...data };
    });
  }

  /**
   * Takes the match as it is now. The reader stays at the end, if it was the end and the match went on; else at the same
   * event, or at the last one before it that still stands.
   * @param {Steps} before
   * @param {Steps} now
   */
  #take(before, now) {
    const { steps } = now;
    this.last = steps.length - 1;
    this.limit = this.hides ? Math.min(this.limit, this.last) : this.last;
    this.at = Math.min(stepAgain(this.at, before, now), this.limit);
    this.#turns = startsOf(steps, (step) => `${step.round} ${step.turn}`);
    this.#rounds = startsOf(steps, (step) => step.round);
    this.#partial = new Set(steps.flatMap((step, at) => (step.more ? [at] : [])));
  }

  /**
   * Calls the watcher after every move; watchers are called in the order they were added.
   * @param {(at: number, isJump?: boolean) => void} watcher
   */
  onMove(watcher) {
    this.#watchers.push(watcher);
  }

  /** The same, and at once. @param {(at: number) => void} watcher */
  watch(watcher) {
    this.onMove(watcher);
    watcher(this.at);
  }

  /** Calls all watchers although the position is the same: what is known has changed. */
  refresh(isJump = false) {
    for (const watcher of this.#watchers) watcher(this.at, isJump);
  }

  /**
   * To the nearest step inside; choices made at once are shown together: forwards at the last of them, backwards before the first.
   * @param {number} to
   */
  go(to, isJump = false) {
    const before = this.at;
    let step = Math.min(Math.max(Math.round(to), 0), this.limit);
    const direction = step < before ? -1 : 1;
    while (this.#partial.has(step) && step + direction >= 0 && step + direction <= this.limit) step += direction;
    this.at = step;
    if (step !== before) this.refresh(isJump);
  }

  /** To a step that the reader pointed at, and can come back from. @param {number} at */
  jump(at) {
    this.go(at, true);
  }

  /** To the next turn, or backwards to the one before. @param {1 | -1} direction */
  turn(direction) {
    this.go(this.#beside(this.#turns, direction));
  }

  /** @param {1 | -1} direction */
  round(direction) {
    this.go(this.#beside(this.#rounds, direction));
  }

  /** Hides what comes after the step, from the end all of it; or shows all. @param {boolean} hides */
  hide(hides) {
    this.hides = hides;
    this.limit = !hides ? this.last : this.at === this.last ? 0 : this.at;
  }

  /** One more step can be reached. */
  reveal() {
    this.limit = Math.min(this.limit + 1, this.last);
  }

  /** @param {number} at */
  isRoundEnd = (at) => at === this.last || this.#rounds.includes(at + 1);

  /** @type {(starts: number[], direction: number) => number} */
  #beside = (starts, direction) => (
    direction > 0 ? starts.find((start) => start > this.at) ?? this.last : starts.findLast((start) => start < this.at) ?? 0);
}

/** @param {Step[]} steps @param {(step: Step) => unknown} key */
const startsOf = (steps, key) => steps.flatMap((step, at) => (at && key(step) !== key(steps[at - 1]) ? [at] : []));

/**
 * @param {number} at
 * @param {Steps} before
 * @param {Steps} now
 */
function stepAgain(at, before, now) {
  const isSame = Boolean(before.explored?.line) === Boolean(now.explored?.line);
  if (isSame && at === before.steps.length - 1) return now.steps.length - 1;
  const known = Math.min(before.explored?.base ?? Infinity, now.explored?.base ?? Infinity);
  for (let step = at; step > 0; step -= 1) {
    const { at: version, scoring } = before.steps[step];
    const place = now.steps.findIndex((other) => other.at === version && other.scoring === scoring);
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
