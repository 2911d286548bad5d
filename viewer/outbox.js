// Writes on their way to the server: in order, one at a time, kept in the browser until each is acknowledged. Neither a
// reload nor a closed tab nor a server that restarts loses one, and its idempotency key lets it take effect once.
//
// A write belongs to the principal that entered it: the request names it, and the server takes it from nobody else. While
// that principal is not logged in the write waits; so each principal has an outbox of its own for each match.

import { PRINCIPAL, addressOf, isTemporary, newKey, principalOf, problemOf, request } from "./http.js";
import { keepStored, listenForRemoved, removeStored, storedWrites } from "./outbox_store.js";

const FIRST_RETRY_MS = 300;
const LAST_RETRY_MS = 15_000;
/** Between two attempts for a principal that is not logged in; the server counts them as failures of the address. */
const HELD_RETRY_MS = 60_000;
/** For so long a response is repeated to a component that is added again, as nobody may have read its message before. */
const UNREAD_MS = 3000;
/** Browsers refuse larger bodies (64 KiB in all); in characters, each of at most 3 bytes. */
const MAX_KEEPALIVE = 16_000;

/** @type {Map<string, ReturnType<typeof makeOutbox>>} */
const outboxes = new Map();
/** @type {Set<() => void>} */
const watchers = new Set();

/**
 * The outbox of a principal for a match. It outlives the component, which Streamlit may remove and add again at any time.
 * @param {string} match
 * @param {string} owner the principal, as the server names it
 * @param {string} base see `addressOf`
 */
export function outboxFor(match, owner, base) {
  const name = `${match} ${owner}`;
  const outbox = outboxes.get(name) ?? makeOutbox(match, owner, base);
  outboxes.set(name, outbox);
  return outbox;
}

/**
 * Sends what earlier pages of this browser left unsent, for any match and any principal.
 * @param {string} base
 */
export function resumeAll(base) {
  for (const { match, owner } of storedWrites()) outboxFor(match, owner, base);
}

/** The outboxes whose writes wait for their principal. */
export const heldOutboxes = () => [...outboxes.values()].filter((outbox) => outbox.held && outbox.waiting.length);

/**
 * Calls the watcher at once and when something waits, or waits no longer. Returns the function that ends this.
 * @param {() => void} watcher
 */
export function watchOutboxes(watcher) {
  watchers.add(watcher);
  watcher();
  return () => { watchers.delete(watcher); };
}

/**
 * @param {string} match
 * @param {string} owner
 * @param {string} base
 */
function makeOutbox(match, owner, base) {
  /** @type {Set<OutboxListener>} */
  const listeners = new Set();
  /**
   * Exchanges that no listener has received yet.
   * @type {Exchange[]}
   */
  let undelivered = [];
  /**
   * Exchanges that listeners received, each until its response counts as read.
   * @type {{ exchange: Exchange, until: number }[]}
   */
  let unread = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let delay = FIRST_RETRY_MS;
  let isSending = false;
  const deliver = () => {
    for (const watcher of watchers) watcher();
    if (!listeners.size) return;
    const exchanges = undelivered;
    undelivered = [];
    const until = Date.now() + UNREAD_MS;
    unread = [...unread, ...exchanges.map((exchange) => ({ exchange, until }))].filter((one) => one.until > Date.now());
    for (const listener of listeners) listener(exchanges);
  };
  const sendAll = async () => {
    clearTimeout(timer);
    if (isSending) return;
    isSending = true;
    while (outbox.waiting.length) {
      const [first] = outbox.waiting;
      const response = await attempt(first, base);
      outbox.isAway = !response;
      outbox.held = response?.kind === "held" ? response : null;
      if (!response || response.kind === "held") {
        timer = setTimeout(sendAll, response ? HELD_RETRY_MS : delay);
        delay = Math.min(2 * delay, LAST_RETRY_MS);
        deliver();
        break;
      }
      delay = FIRST_RETRY_MS;
      settle(first, response);
      deliver();
    }
    isSending = false;
  };
  /**
   * Removes an acknowledged request. What was entered on top of an event that was not written would now be about another table.
   * @param {OutboxRequest} first
   * @param {OutboxResponse} response
   */
  const settle = (first, response) => {
    const isLost = response.kind !== "done" && first.expected !== null;
    const gone = isLost ? outbox.waiting.filter(({ key, expected }) => key === first.key || expected !== null) : [first];
    for (const one of gone) removeStored(one);
    outbox.waiting = outbox.waiting.filter((one) => !gone.includes(one));
    undelivered.push(...gone.map((one) => /** @type {Exchange} */ ([one, one === first ? response : { ...response, says: "" }])));
  };
  const outbox = {
    owner,
    /** @type {OutboxRequest[]} */
    waiting: storedWrites().filter((one) => one.match === match && one.owner === owner),
    /** Whether the last attempt reached no server that could answer. */
    isAway: false,
    /**
     * Why the server took the last attempt from nobody, and the principal that it knew; null where it did not come to that.
     * @type {Held | null}
     */
    held: null,
    /**
     * Sends one more request. The same request twice in a row, while the first one waits, is a double click.
     * @param {Write & { request: RequestBody }} write
     */
    put({ method, path, body, expected, request: entered }) {
      if (JSON.stringify(outbox.waiting.at(-1)?.request) === JSON.stringify(entered)) return;
      const added = { match, owner, method, path, body, expected, request: entered, key: newKey(), order: newOrder() };
      outbox.waiting = [...outbox.waiting, added];
      keepStored(added);
      outbox.retry();
    },
    /** Tries at once, as the server or the principal may be back. */
    retry() {
      delay = FIRST_RETRY_MS;
      void sendAll();
    },
    /** Removes what waits; nothing of it is sent any more. */
    discard() {
      clearTimeout(timer);
      for (const one of outbox.waiting) removeStored(one);
      outbox.waiting = [];
      deliver();
    },
    /**
     * Sends what waits as entries of another principal.
     * @param {string} heir
     */
    giveTo(heir) {
      const { waiting } = outbox;
      outbox.discard();
      for (const write of waiting) outboxFor(match, heir, base).put(write);
    },
    /**
     * Calls the listener with every request and its response, also with those that arrived before and are not read yet,
     * and with none when `isAway` or `held` changes. Returns the function that ends this.
     * @param {OutboxListener} listener
     */
    listen(listener) {
      const repeated = unread.filter(({ until }) => until > Date.now()).map(({ exchange }) => exchange);
      if (repeated.length) listener(repeated);
      listeners.add(listener);
      deliver();
      return () => { listeners.delete(listener); };
    },
  };
  listenForRemoved((isGone) => {
    if (!outbox.waiting.some(isGone)) return;
    outbox.waiting = outbox.waiting.filter((one) => !isGone(one));
    deliver();
  });
  globalThis.addEventListener?.("online", () => outbox.retry());
  globalThis.addEventListener?.("focus", () => { if (outbox.held) outbox.retry(); });
  void sendAll();
  return outbox;
}

/**
 * The response to a request; null where none came and the request must be repeated.
 * @param {OutboxRequest} waiting
 * @param {string} base
 * @returns {Promise<OutboxResponse | Held | null>}
 */
async function attempt({ method, path, body, expected, key, owner }, base) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json", "Idempotency-Key": key, [PRINCIPAL]: owner };
  if (expected !== null) headers["If-Match"] = `"${expected}"`;
  try {
    const text = body && JSON.stringify(body);
    const keepalive = (text ?? "").length < MAX_KEEPALIVE;  // A request on its way arrives when the tab is closed.
    const answer = await request(addressOf(base, path), { method, headers, body: text, keepalive });
    if (answer.ok) return { kind: "done", says: "", version: versionOf(answer), content: await contentOf(answer) };
    if (isTemporary(answer)) return null;
    if (isHeld(answer, method)) return { kind: "held", says: await problemOf(answer), principal: principalOf(answer) };
    return { kind: answer.status === 412 ? "moved" : "refused", says: await problemOf(answer) };
  } catch {
    return null;
  }
}

/**
 * Whether the server took a request from this principal only, and not for what it says. A hidden match is a match that does
 * not exist; a note that does not exist was withdrawn.
 * @param {Response} answer
 * @param {Write["method"]} method
 */
const isHeld = ({ status }, method) => status === 401 || status === 403 || (status === 404 && method === "POST");

/**
 * The version of the match that a response is about; notes have none.
 * @param {Response} answer
 */
function versionOf(answer) {
  const version = Number((answer.headers.get("ETag") ?? "").replaceAll('"', ""));
  return Number.isInteger(version) && version > 0 ? version : null;
}

/**
 * What the response says beyond that the request was written; null if nothing, or if the connection broke while it came.
 * @param {Response} answer
 * @returns {Promise<unknown>}
 */
const contentOf = (answer) => answer.json().catch(() => null);

let lastOrder = 0;

/** Sorts after all orders made before, also by earlier pages. */
function newOrder() {
  lastOrder = Math.max(lastOrder + 1, Date.now());
  return String(lastOrder).padStart(15, "0");
}
