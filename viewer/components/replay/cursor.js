// The one position in the match that boards, list, timeline, chart and address share.

import { firstPlace, isRoundEnd, nextPlace, placeAgain } from "./cursor_state.js";

/** @import { PlaceMessage } from "./cursor_state.js" */

/** @param {Store} data */
export function makeCursor(data) {
  /** @type {((at: number, isJump?: boolean) => void)[]} */
  const watchers = [];
  let place = firstPlace(data);
  let { steps, explored } = data;
  /**
   * @param {PlaceMessage} message
   * @param {boolean} [isJump]
   */
  const send = (message, isJump = false) => {
    const before = place;
    place = nextPlace(before, message);
    const { at } = place;
    if (at !== before.at) for (const watcher of watchers) watcher(at, isJump);
  };
  const cursor = {
    get at() { return place.at; },
    get last() { return place.last; },
    get limit() { return place.limit; },
    get hides() { return place.hides; },
    /**
     * Calls the watcher after every move; watchers are called in the order they were added.
     * @param {(at: number, isJump?: boolean) => void} watcher
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
      watcher(place.at);
    },
    /** Calls all watchers although the position is the same: what is known has changed. */
    refresh() {
      for (const watcher of watchers) watcher(place.at);
    },
    send,
    /** @param {number} at */
    go: (at) => send({ kind: "go", at }),
    /**
     * To a step that the reader pointed at, and can come back from.
     * @param {number} at
     */
    jump: (at) => send({ kind: "go", at }, true),
    /** @param {number} at */
    isRoundEnd: (at) => isRoundEnd(place, at),
  };
  data.watch(() => {
    place = placeAgain(place, { steps, explored }, data);
    ({ steps, explored } = data);
  });
  return cursor;
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
