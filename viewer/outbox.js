// Writes on their way to the server: in order, one at a time, kept in the browser until each is acknowledged. Neither a
// reload nor a closed tab nor a server that restarts loses one, and its idempotency key lets it take effect once.

import { addressOf, isTemporary, newKey, problemOf, request } from "./http.js";

const PREFIX = "partie-outbox/";
const FIRST_RETRY_MS = 300;
const LAST_RETRY_MS = 15_000;
/** For so long a response is repeated to a component that is added again, as nobody may have read its message before. */
const UNREAD_MS = 3000;
/** Browsers refuse larger bodies (64 KiB in all); in characters, each of at most 3 bytes. */
const MAX_KEEPALIVE = 16_000;

/** @type {Map<string, ReturnType<typeof makeOutbox>>} */
const outboxes = new Map();

/**
 * The outbox of a match. It outlives the component, which Streamlit may remove and add again at any time.
 * @param {string} match
 * @param {string} base see `addressOf`
 */
export function outboxFor(match, base) {
  const outbox = outboxes.get(match) ?? makeOutbox(match, base);
  outboxes.set(match, outbox);
  return outbox;
}

/**
 * Sends what earlier pages of this browser left unsent, for any match.
 * @param {string} base
 */
export function resumeAll(base) {
  const matches = new Set(storedKeys().map((name) => name.slice(PREFIX.length).split("/")[0]));
  for (const match of matches) outboxFor(match, base);
}

/**
 * @param {string} match
 * @param {string} base
 */
function makeOutbox(match, base) {
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
      if (!response) {
        timer = setTimeout(sendAll, delay);
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
    /** @type {OutboxRequest[]} */
    waiting: loadStored(match),
    /** Whether the last attempt reached no server that could answer. */
    isAway: false,
    /**
     * Sends one more request. The same request twice in a row, while the first one waits, is a double click.
     * @param {Write & { request: RequestBody }} write
     */
    put(write) {
      if (JSON.stringify(outbox.waiting.at(-1)?.request) === JSON.stringify(write.request)) return;
      const added = { match, ...write, key: newKey(), order: newOrder() };
      outbox.waiting = [...outbox.waiting, added];
      keepStored(added);
      outbox.retry();
    },
    /** Tries at once, as the server may be back. */
    retry() {
      delay = FIRST_RETRY_MS;
      void sendAll();
    },
    /**
     * Calls the listener with every request and its response, also with those that arrived before and are not read yet,
     * and with none when `isAway` changes. Returns the function that ends this.
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
  globalThis.addEventListener?.("online", () => outbox.retry());
  void sendAll();
  return outbox;
}

/**
 * The response to a request; null where none came and the request must be repeated.
 * @param {OutboxRequest} waiting
 * @param {string} base
 * @returns {Promise<OutboxResponse | null>}
 */
async function attempt({ method, path, body, expected, key }, base) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
  if (expected !== null) headers["If-Match"] = `"${expected}"`;
  try {
    const text = body && JSON.stringify(body);
    const keepalive = (text ?? "").length < MAX_KEEPALIVE;  // A request on its way arrives when the tab is closed.
    const answer = await request(addressOf(base, path), { method, headers, body: text, keepalive });
    if (answer.ok) return { kind: "done", says: "", version: versionOf(answer), content: await contentOf(answer) };
    if (isTemporary(answer)) return null;
    return { kind: answer.status === 412 ? "moved" : "refused", says: await problemOf(answer) };
  } catch {
    return null;
  }
}

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

// A browser may store nothing for the page; then requests wait in memory only.

function storedKeys() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)).sort();
  } catch {
    return [];
  }
}

/**
 * @param {string} match
 * @returns {OutboxRequest[]}
 */
function loadStored(match) {
  return storedKeys().filter((name) => name.startsWith(`${PREFIX}${match}/`)).map((name) => JSON.parse(localStorage.getItem(name) ?? "null"));
}

/** @param {OutboxRequest} one */
const storageKey = ({ match, order, key }) => `${PREFIX}${match}/${order}-${key}`;

/** @param {OutboxRequest} one */
function keepStored(one) {
  try {
    localStorage.setItem(storageKey(one), JSON.stringify(one));
  } catch {
    // Full or disabled.
  }
}

/** @param {OutboxRequest} one */
function removeStored(one) {
  try {
    localStorage.removeItem(storageKey(one));
  } catch {
    // As above.
  }
}
