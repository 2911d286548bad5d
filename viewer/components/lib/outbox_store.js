// Where the browser keeps the writes that wait. It may store nothing for the page; then they wait in memory only.

import { keep, kept } from "./kept.js";

const PREFIX = "partie-outbox/";

/**
 * The owner of writes that no principal entered: where nobody logs in, and in versions before writes had an owner. The
 * server takes them only where nobody logs in.
 */
export const NOBODY = "local";

/** All that waits in this browser, in order within a match; parts of other pages as well. */
export function storedWrites() {
  return storedKeys().map(readStored).filter((one) => one !== null);
}

/** @param {OutboxRequest} one */
export const keepStored = (one) => keep(storageKey(one), one);

/** @param {OutboxRequest} one */
export const removeStored = (one) => keep(storageKey(one), null);

/**
 * Calls the listener when another page of this browser removes writes: they were sent there, or discarded.
 * @param {(isGone: (one: OutboxRequest) => boolean) => void} listener
 */
export function listenForRemoved(listener) {
  globalThis.addEventListener?.("storage", ({ key, newValue }) => {
    if (newValue === null) listener((one) => key === null || storageKey(one) === key);
  });
}

/** @param {OutboxRequest} one */
const storageKey = ({ match, order, key }) => `${PREFIX}${match}/${order}-${key}`;

function storedKeys() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)).sort();
  } catch {
    return [];
  }
}

/** @param {string} name @returns {OutboxRequest | null} */
function readStored(name) {
  const stored = kept(name);
  return stored && { ...stored, owner: stored.owner ?? NOBODY };
}
