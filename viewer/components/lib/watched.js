// The watchers of something that changes, called in the order in which they were added.

export function makeWatched() {
  /** @type {(() => void)[]} */
  const watchers = [];
  return {
    refresh() {
      for (const watcher of watchers) watcher();
    },
    /** Calls the watcher at once and after every change. @param {() => void} watcher */
    watch(watcher) {
      watchers.push(watcher);
      watcher();
    },
  };
}
