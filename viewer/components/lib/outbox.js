// Writes on their way to the server: in order, one at a time, kept in the browser until each is acknowledged. Neither a
// reload nor a closed tab nor a server that restarts loses one, and its idempotency key lets it take effect once.
//
// A write belongs to the principal that entered it: the request names it, and the server takes it from nobody else. While
// that principal is not logged in the write waits; so each principal has an outbox of its own for each match.

import { PRINCIPAL, addressOf, isTemporary, newKey, principalOf, problemOf, refusalOf, request } from "./http.js";
import { makeMachine } from "./machine.js";
import { initialOutbox, nextOutbox } from "./outbox_state.js";
import { keepStored, listenForRemoved, removeStored, storedWrites } from "./outbox_store.js";

/** @import { OutboxEffect } from "./outbox_state.js" */

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

/** Sends what earlier pages of this browser left unsent, for any match and any principal. @param {string} base */
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
  const delivery = makeDelivery();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isSending = false;
  const sendFirst = async () => {
    clearTimeout(timer);
    const [first] = machine.state.waiting;
    if (isSending || !first) return;
    isSending = true;
    const response = await attempt(first, base);
    isSending = false;
    machine.send({ kind: "answered", request: first, response });
  };
  /** @param {OutboxEffect} effect */
  const perform = (effect) => {
    if (effect.kind === "keep") effect.requests.forEach(keepStored);
    else if (effect.kind === "remove") effect.requests.forEach(removeStored);
    else if (effect.kind === "deliver") delivery.deliver(effect.exchanges);
    else if (effect.after) timer = setTimeout(sendFirst, effect.after);
    else void sendFirst();
  };
  const machine = makeMachine(initialOutbox(storedWrites().filter((one) => one.match === match && one.owner === owner)), nextOutbox, perform);
  listenForRemoved((isGone) => machine.send({ kind: "removed", isGone }));
  globalThis.addEventListener?.("online", () => machine.send({ kind: "back" }));
  globalThis.addEventListener?.("focus", () => { if (machine.state.held) machine.send({ kind: "back" }); });
  void sendFirst();
  return {
    owner,
    get waiting() { return machine.state.waiting; },
    get isAway() { return machine.state.isAway; },
    get held() { return machine.state.held; },
    /** Sends one more request. @param {Write & { request: RequestBody }} write */
    put({ method, path, body, expected, request: entered }) {
      const request = { match, owner, method, path, body, expected, request: entered, key: newKey(), order: newOrder() };
      machine.send({ kind: "entered", request });
    },
    /** Tries at once, as the server or the principal may be back. */
    retry: () => machine.send({ kind: "back" }),
    /** Removes what waits; nothing of it is sent any more. */
    discard() {
      clearTimeout(timer);
      machine.send({ kind: "discarded" });
    },
    /** Sends what waits as entries of another principal. @param {string} heir */
    giveTo(heir) {
      const { waiting } = machine.state;
      this.discard();
      for (const write of waiting) outboxFor(match, heir, base).put(write);
    },
    listen: delivery.listen,
  };
}

/** The listeners of an outbox, and the exchanges that they have not received or not read yet. */
function makeDelivery() {
  /** @type {Set<OutboxListener>} */
  const listeners = new Set();
  /** @type {Exchange[]} */
  let undelivered = [];
  /** @type {{ exchange: Exchange, until: number }[]} */
  let unread = [];
  /** @param {Exchange[]} exchanges */
  const deliver = (exchanges) => {
    undelivered = [...undelivered, ...exchanges];
    for (const watcher of watchers) watcher();
    if (!listeners.size) return;
    const now = undelivered;
    undelivered = [];
    const until = Date.now() + UNREAD_MS;
    unread = [...unread, ...now.map((exchange) => ({ exchange, until }))].filter((one) => one.until > Date.now());
    for (const listener of listeners) listener(now);
  };
  return {
    deliver,
    /**
     * Calls the listener with every request and its response, also with those that arrived before and are not read yet,
     * and with none when `isAway` or `held` changes. Returns the function that ends this.
     * @param {OutboxListener} listener
     */
    listen(listener) {
      const repeated = unread.filter(({ until }) => until > Date.now()).map(({ exchange }) => exchange);
      if (repeated.length) listener(repeated);
      listeners.add(listener);
      deliver([]);
      return () => { listeners.delete(listener); };
    },
  };
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
    return { kind: answer.status === 412 ? "moved" : "refused", ...await refusalOf(answer) };
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

/** The version of the match that a response is about; notes have none. @param {Response} answer */
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
