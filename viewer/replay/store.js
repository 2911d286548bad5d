// The match as Python told it last: while it goes on, or while moves are tried out, more is told. Whoever shows
// something of it lays that out at once and again whenever it has changed; readers stay where they are.

export function makeStore(first) {
  const watchers = [];
  const store = {
    ...first,
    watch(watcher) {
      watchers.push(watcher);
      watcher();
    },
    update(told) {
      Object.assign(store, told, { explored: told.explored });
      for (const watcher of watchers) watcher();
    },
    // The step of the event with this version; -1: it does not stand.
    indexOfVersion: (version) => store.steps.findIndex((step) => step.at === version),
    // The version a link or a note may name: a move only tried out is named by the one it was tried after.
    recordedVersion: (version) => (store.explored?.line && version > store.explored.base ? store.explored.since : version),
  };
  return store;
}
