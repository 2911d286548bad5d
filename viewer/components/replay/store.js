// The match as it is shown now. It changes while it goes on and while moves are tried out; readers stay where they are.

/** @param {ReplayData} first */
export function makeStore(first) {
  /** @type {(() => void)[]} */
  const watchers = [];
  const store = {
    ...first,
    /**
     * Calls the watcher at once and after every update.
     * @param {() => void} watcher
     */
    watch(watcher) {
      watchers.push(watcher);
      watcher();
    },
    /** @param {ReplayData} next */
    update(next) {
      Object.assign(store, next, { explored: next.explored });
      for (const watcher of watchers) watcher();
    },
    /**
     * The step with the table after the event with this version, its scoring included; -1 where it does not stand.
     * @param {number} version
     */
    indexOfVersion: (version) => store.steps.findLastIndex((step) => step.at === version),
    /**
     * The step of the event itself.
     * @param {number} version
     */
    indexOfEvent: (version) => store.steps.findIndex((step) => step.at === version),
    /**
     * The version for links and notes: a move tried out is named by the recorded event the line started from.
     * @param {number} version
     */
    recordedVersion: (version) => (store.explored?.line && version > store.explored.base ? store.explored.since : version),
  };
  return store;
}
