// What waits in an outbox, and what becomes of it with each message: pure, without a server and without storage.

export const FIRST_RETRY_MS = 300;
export const LAST_RETRY_MS = 15_000;
/** Between two attempts for a principal that is not logged in; the server counts them as failures of the address. */
export const HELD_RETRY_MS = 60_000;

/**
 * `waiting` are the requests without a response, the oldest first. `isAway`: the last attempt reached no server that could
 * answer. `held`: why the server took the last attempt from nobody, null where it did not come to that. `delay` is the time
 * until the next attempt in milliseconds, should one more fail.
 * @typedef {Readonly<{ waiting: readonly OutboxRequest[], isAway: boolean, held: Held | null, delay: number }>} OutboxState
 */

/**
 * `answered` with null: no response came, and the request must be repeated. `back`: the server or the principal may be
 * there again. `removed`: another page of the browser removed some.
 * @typedef {{ kind: "entered", request: OutboxRequest } | { kind: "back" } | { kind: "discarded" }
 *   | { kind: "answered", request: OutboxRequest, response: OutboxResponse | Held | null }
 *   | { kind: "removed", isGone: (request: OutboxRequest) => boolean }} OutboxMessage
 */

/**
 * `keep` and `remove` requests in the storage of the browser; `send` the first one that waits, at once or `after` so many
 * milliseconds; `deliver` exchanges to the listeners, none if only the state of the outbox changed.
 * @typedef {{ kind: "keep", requests: readonly OutboxRequest[] } | { kind: "remove", requests: readonly OutboxRequest[] }
 *   | { kind: "send", after: number } | { kind: "deliver", exchanges: Exchange[] }} OutboxEffect
 */

/** @typedef {[state: OutboxState, effects: OutboxEffect[]]} OutboxStep */

/** @param {OutboxRequest[]} waiting @returns {OutboxState} */
export const initialOutbox = (waiting) => ({ waiting, isAway: false, held: null, delay: FIRST_RETRY_MS });

/**
 * @param {OutboxState} state
 * @param {OutboxMessage} message
 * @returns {OutboxStep}
 */
export function nextOutbox(state, message) {
  switch (message.kind) {
    case "entered": return entered(state, message.request);
    case "back": return [{ ...state, delay: FIRST_RETRY_MS }, [{ kind: "send", after: 0 }]];
    case "answered": return answered(state, message.request, message.response);
    case "discarded":
      return [{ ...state, waiting: [] }, [{ kind: "remove", requests: state.waiting }, { kind: "deliver", exchanges: [] }]];
    case "removed":
      if (!state.waiting.some(message.isGone)) return [state, []];
      return [{ ...state, waiting: state.waiting.filter((one) => !message.isGone(one)) }, [{ kind: "deliver", exchanges: [] }]];
  }
}

/**
 * The same request twice in a row, while the first one waits, is a double click.
 * @param {OutboxState} state
 * @param {OutboxRequest} request
 * @returns {OutboxStep}
 */
function entered(state, request) {
  if (JSON.stringify(state.waiting.at(-1)?.request) === JSON.stringify(request.request)) return [state, []];
  const next = { ...state, waiting: [...state.waiting, request], delay: FIRST_RETRY_MS };
  return [next, [{ kind: "keep", requests: [request] }, { kind: "send", after: 0 }]];
}

/**
 * @param {OutboxState} state
 * @param {OutboxRequest} request
 * @param {OutboxResponse | Held | null} response
 * @returns {OutboxStep}
 */
function answered(state, request, response) {
  if (!response || response.kind === "held") {
    const next = { ...state, isAway: !response, held: response, delay: Math.min(2 * state.delay, LAST_RETRY_MS) };
    return [next, [{ kind: "send", after: response ? HELD_RETRY_MS : state.delay }, { kind: "deliver", exchanges: [] }]];
  }
  const gone = goneWith(state, request, response);
  const waiting = state.waiting.filter((one) => !gone.includes(one));
  /** @type {OutboxEffect[]} */
  const effects = [
    { kind: "remove", requests: gone },
    { kind: "deliver", exchanges: gone.map((one) => [one, one === request ? response : { ...response, says: "" }]) },
  ];
  if (waiting.length) effects.push({ kind: "send", after: 0 });
  return [{ waiting, isAway: false, held: null, delay: FIRST_RETRY_MS }, effects];
}

/**
 * The requests that end with this response. What was entered on top of an event that was not written would now be about
 * another table.
 * @param {OutboxState} state
 * @param {OutboxRequest} request
 * @param {OutboxResponse} response
 */
function goneWith({ waiting }, request, response) {
  if (response.kind === "done" || request.expected === null) return [request];
  return waiting.filter((one) => one === request || one.expected !== null);
}
