// Requests to Python. All requests without a response are sent, in the order they were made, whenever one is added and
// again until the responses arrive: a page that is just running may miss an event. Each request has an idempotency key,
// so it runs once. Transport and display of the responses belong to the components.

const FIRST_REPEAT_MS = 2000;
const LAST_REPEAT_MS = 30_000;  // Every attempt interrupts the current run, so a slow page gets more and more time.

/** @type {Map<string, ReturnType<typeof makeTriggerOutbox>>} */
const triggerOutboxes = new Map();

/**
 * The outbox of a match. It outlives the component, which Streamlit may remove and add again at any time.
 * @param {string} match
 */
export function triggerOutboxFor(match) {
  const outbox = triggerOutboxes.get(match) ?? makeTriggerOutbox();
  triggerOutboxes.set(match, outbox);
  return outbox;
}

function makeTriggerOutbox() {
  /** @type {((requests: TriggerRequest[]) => void) | null} */
  let send = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let delay = FIRST_REPEAT_MS;
  const sendAll = () => {
    clearTimeout(timer);
    if (!send || !outbox.waiting.length) return;
    send(outbox.waiting);
    timer = setTimeout(sendAll, delay);
    delay = Math.min(2 * delay, LAST_REPEAT_MS);
  };
  const outbox = {
    /** @type {TriggerRequest[]} */
    waiting: [],
    /**
     * Sends one more request. The same request twice in a row, while the first one waits, is a double click.
     * @param {RequestBody} body
     */
    put({ says, ...body }) {
      const { key, ...last } = outbox.waiting.at(-1) ?? { key: "" };
      if (JSON.stringify(last) === JSON.stringify(body)) return;
      outbox.waiting = [...outbox.waiting, { ...body, key: newTriggerKey() }];
      delay = FIRST_REPEAT_MS;
      sendAll();
    },
    /**
     * Removes the requests that have a response now and returns them with it; other responses are ignored.
     * @param {(OutboxResponse & { key: string })[]} responses
     * @returns {SentExchange[]}
     */
    receive(responses) {
      const byKey = new Map(responses.map((response) => [response.key, response]));
      /** @type {SentExchange[]} */
      const exchanges = outbox.waiting.flatMap((request) => {
        const response = byKey.get(request.key);
        return response ? [[request, response]] : [];
      });
      outbox.waiting = outbox.waiting.filter(({ key }) => !byKey.has(key));
      return exchanges;
    },
    /**
     * Sets the function that sends requests. Requests made while there was none are sent at once.
     * @param {(requests: TriggerRequest[]) => void} to
     */
    connect(to) {
      const wasCut = !send;
      send = to;
      if (!wasCut) return;
      delay = FIRST_REPEAT_MS;
      sendAll();
    },
    disconnect() {
      send = null;
    },
  };
  return outbox;
}

/** Not `randomUUID`: browsers have it on secure addresses only, not in a home network without a certificate. */
function newTriggerKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
