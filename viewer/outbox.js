// Requests to Python. All requests without a response are sent, in the order they were made, whenever one is added and
// again until the responses arrive: a page that is just running may miss an event. Each request has an idempotency key,
// so it runs once. Transport and display of the responses belong to the components.

const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;  // Every attempt interrupts the current run, so a slow page gets more and more time.

/** @type {Map<string, ReturnType<typeof makeOutbox>>} */
const outboxes = new Map();

/**
 * The outbox of a match. It outlives the component, which Streamlit may remove and add again at any time.
 * @param {string} match
 */
export function outboxFor(match) {
  const outbox = outboxes.get(match) ?? makeOutbox();
  outboxes.set(match, outbox);
  return outbox;
}

function makeOutbox() {
  /** @type {((requests: OutboxRequest[]) => void) | null} */
  let send = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let delay = FIRST_RETRY_MS;
  const sendAll = () => {
    clearTimeout(timer);
    if (!send || !outbox.waiting.length) return;
    send(outbox.waiting);
    timer = setTimeout(sendAll, delay);
    delay = Math.min(2 * delay, LAST_RETRY_MS);
  };
  const outbox = {
    /** @type {OutboxRequest[]} */
    waiting: [],
    /**
     * Sends one more request. The same request twice in a row, while the first one waits, is a double click.
     * @param {RequestBody} body
     */
    put(body) {
      const { key, ...last } = outbox.waiting.at(-1) ?? { key: "" };
      if (JSON.stringify(last) === JSON.stringify(body)) return;
      outbox.waiting = [...outbox.waiting, { ...body, key: newKey() }];
      delay = FIRST_RETRY_MS;
      sendAll();
    },
    /**
     * Removes the requests that have a response now and returns them with it; other responses are ignored.
     * @param {OutboxResponse[]} responses
     * @returns {Exchange[]}
     */
    receive(responses) {
      const byKey = new Map(responses.map((response) => [response.key, response]));
      /** @type {Exchange[]} */
      const exchanges = outbox.waiting.flatMap((request) => {
        const response = byKey.get(request.key);
        return response ? [[request, response]] : [];
      });
      outbox.waiting = outbox.waiting.filter(({ key }) => !byKey.has(key));
      return exchanges;
    },
    /**
     * Sets the function that sends requests. Requests made while there was none are sent at once.
     * @param {(requests: OutboxRequest[]) => void} to
     */
    connect(to) {
      const wasCut = !send;
      send = to;
      if (!wasCut) return;
      delay = FIRST_RETRY_MS;
      sendAll();
    },
    disconnect() {
      send = null;
    },
  };
  return outbox;
}

/** Not `randomUUID`: browsers have it on secure addresses only, not in a home network without a certificate. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
