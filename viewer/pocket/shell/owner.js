// One tab owns the store: the one with the lock starts the worker. When that tab goes, the next one takes over.
// A worker knows the version by its name: the address of a file that is kept on the device has no parameters.

const LOCK = "partie-pocket";

/**
 * `ready` is false where the store cannot be opened; `name` is then that of the error.
 * @typedef {{ ready: boolean, by?: string, heap?: number, name?: string, why?: string }} Owned
 */

/**
 * @param {string} version
 * @param {(state: Owned) => void} told called when this tab has opened the store, or cannot
 */
export function own(version, told) {
  void navigator.locks.request(LOCK, () => held(version, told));
  // A page that comes back from the history of the browser is alive again, without its worker.
  addEventListener("pageshow", ({ persisted }) => persisted && void navigator.locks.request(LOCK, () => held(version, told)));
}

/**
 * Holds the store until the page goes. A page that the browser freezes gives it back, or all others would wait for it.
 * @param {string} version
 * @param {(state: Owned) => void} told
 */
function held(version, told) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: version });
  worker.onmessage = ({ data }) => told(data);
  worker.onerror = ({ message }) => told({ ready: false, why: message });
  return new Promise((resolve) => addEventListener("pagehide", () => {
    worker.terminate();
    resolve(undefined);
  }, { once: true }));
}

/** Lets the device make its snapshot, so that the next start is fast. One tab at a time. @param {string} version */
export const prepareStart = (version) => navigator.locks.request("partie-pocket-snapshot", () => new Promise((resolve) => {
  const worker = new Worker(new URL("snapshot_worker.js", import.meta.url), { type: "module", name: version });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => resolve({ made: false, why: message });
}));
