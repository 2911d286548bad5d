// Orders to Python. All unanswered orders are sent, in the order they were given, whenever one is added and again
// until they are answered: a page that is just running may miss an event. Each order has an idempotency key, so it is
// carried out once. Transport and display of the answers belong to the components.

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
  /** @type {((orders: Order[]) => void) | null} */
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
    /** @type {Order[]} */
    waiting: [],
    /**
     * Sends one more order. The same order twice in a row, while the first one waits, is a double click.
     * @param {Content} order
     */
    put(order) {
      const { key, ...last } = outbox.waiting.at(-1) ?? { key: "" };
      if (JSON.stringify(last) === JSON.stringify(order)) return;
      outbox.waiting = [...outbox.waiting, { ...order, key: newKey() }];
      delay = FIRST_RETRY_MS;
      sendAll();
    },
    /**
     * Removes the orders that have an answer now and returns them with it; answers to other orders are ignored.
     * @param {Answer[]} answers
     * @returns {Answered[]}
     */
    answered(answers) {
      const byKey = new Map(answers.map((answer) => [answer.key, answer]));
      /** @type {Answered[]} */
      const heard = outbox.waiting.flatMap((order) => {
        const answer = byKey.get(order.key);
        return answer ? [[order, answer]] : [];
      });
      outbox.waiting = outbox.waiting.filter(({ key }) => !byKey.has(key));
      return heard;
    },
    /**
     * Sets the function that sends orders. Orders given while there was none are sent at once.
     * @param {(orders: Order[]) => void} to
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
