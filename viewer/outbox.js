// Orders on their way to Python. All that are not answered yet are sent, in the order they were given, whenever one is
// added and again until they are answered: a page that is just running may miss what it is sent. The key lets each be
// carried out once, however often it is sent. What carries the orders, and who shows the answers, is not known here.

const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;  // Every attempt interrupts the run under way, so a slow page gets more and more time.

const outboxes = new Map();

// One for each match. It outlives the component, which may be taken down and put up again at any time.
export function outboxFor(match) {
  if (!outboxes.has(match)) outboxes.set(match, makeOutbox());
  return outboxes.get(match);
}

function makeOutbox() {
  let send = null;
  let timer = null;
  let delay = FIRST_RETRY_MS;
  const sendAll = () => {
    clearTimeout(timer);
    if (!send || !outbox.waiting.length) return;
    send(outbox.waiting);
    timer = setTimeout(sendAll, delay);
    delay = Math.min(2 * delay, LAST_RETRY_MS);
  };
  const outbox = {
    waiting: [],
    // The same order twice in a row, while the first one waits, is a double click.
    put(order) {
      const { key, ...last } = outbox.waiting.at(-1) ?? {};
      if (JSON.stringify(last) === JSON.stringify(order)) return;
      outbox.waiting = [...outbox.waiting, { ...order, key: newKey() }];
      delay = FIRST_RETRY_MS;
      sendAll();
    },
    // The orders that have their answer now, each with it; answers to other orders may be among those given.
    answered(answers) {
      const byKey = new Map(answers.map((answer) => [answer.key, answer]));
      const heard = outbox.waiting.filter(({ key }) => byKey.has(key)).map((order) => [order, byKey.get(order.key)]);
      outbox.waiting = outbox.waiting.filter(({ key }) => !byKey.has(key));
      return heard;
    },
    // From now on `to(orders)` sends; what waited for a way to be sent goes at once.
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

// Not randomUUID: browsers refuse that one on addresses without a certificate, as in a home network.
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
