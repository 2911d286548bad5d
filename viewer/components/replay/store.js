// The match as it is shown now. It changes while it goes on and while moves are tried out; readers stay where they are.

import { makeWatched } from "../lib/watched.js";

/** @param {ReplayData} first */
export function makeStore(first) {
  const { watch, refresh } = makeWatched();
  const store = {
    ...first,
    watch,
    /** @param {ReplayData} next */
    update(next) {
      Object.assign(store, next, { explored: next.explored });
      refresh();
    },
    /**
     * The step with the table after the event with this version, its scoring included; -1 where it does not stand.
     * @param {number} version
     */
    indexOfVersion: (version) => store.steps.findLastIndex((step) => step.at === version),
    /** The step of the event itself. @param {number} version */
    indexOfEvent: (version) => store.steps.findIndex((step) => step.at === version),
    /**
     * The version for links and notes: a move tried out is named by the recorded event the line started from.
     * @param {number} version
     */
    recordedVersion: (version) => (store.explored?.line && version > store.explored.base ? store.explored.since : version),
  };
  return store;
}
