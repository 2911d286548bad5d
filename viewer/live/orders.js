// Orders of the table. Its moves depend on the answer, so their controls are disabled until it arrives. Notes and
// bookmarks are sent at once; undo waits for the answer, as it depends on the last event.

import { find, findAll } from "../elements.js";

/**
 * @param {HTMLElement} root
 * @param {() => TableData} now
 * @param {Outbox} outbox
 */
export function makeOrders(root, now, outbox) {
  /** @type {HTMLElement | null} */
  let focused = null;
  /** @type {(() => void)[]} */
  let following = [];
  /** @type {[kind: Answer["kind"], says: string][]} */
  let said = [];
  const isOurs = (/** @type {Order} */ order) => "after" in order;
  const wait = () => {
    const isWaiting = outbox.waiting.some(isOurs);
    if (isWaiting === orders.isWaiting) return;
    orders.isWaiting = isWaiting;
    if (isWaiting) focused = /** @type {HTMLElement | null} */ (/** @type {Document | ShadowRoot} */ (root.getRootNode()).activeElement);
    root.classList.toggle("waiting", isWaiting);
    for (const part of findAll(root, ".waits, [data-command=more]", HTMLButtonElement)) part.disabled = isWaiting;
    for (const svg of findAll(root, ".surface svg")) svg.setAttribute("aria-disabled", String(isWaiting));
    if (isWaiting || !focused) return;
    const goesOn = focused.isConnected && !focused.matches(":disabled");
    (goesOn ? focused : /** @type {SVGElement | null} */ (root.querySelector(".target")))?.focus({ preventScroll: true });
  };
  const orders = {
    isWaiting: false,
    /**
     * A move while another one waits can only be the second half of a double tap.
     * @param {Content} content
     */
    order(content) {
      if (orders.isWaiting && !content.remark) return;
      outbox.put({ after: now().version, ...content });
      wait();
    },
    /**
     * Runs at once, or after the answer that is waited for; not after a move that was refused.
     * @param {() => void} act
     */
    follow(act) {
      if (orders.isWaiting) following.push(act);
      else act();
    },
    /**
     * Takes orders with their answers. A message stays while more are on their way.
     * @param {Answered[]} heard
     */
    answered(heard) {
      if (!heard.length) return;
      const line = find(root, ".line input", HTMLInputElement);
      for (const [order, { kind, says }] of heard) {
        if (kind === "done" && order.line === line.value.trim()) line.value = "";
        if (kind !== "done" && !order.remark) following = [];
        said.push([kind, says]);
      }
      wait();
      showAnswers(root, said);
      while (following.length && !orders.isWaiting) following.shift()?.();
      if (!orders.isWaiting) said = [];
    },
  };
  wait();  // Streamlit may add the component again while an order is on its way.
  return orders;
}

/**
 * @param {HTMLElement} root
 * @param {[kind: Answer["kind"], says: string][]} said
 */
function showAnswers(root, said) {
  const answer = find(root, ".answer");
  answer.textContent = said.map(([, says]) => says).filter(Boolean).join(" ");
  answer.hidden = !answer.textContent;
  answer.dataset.kind = said.map(([kind]) => kind).find((kind) => kind !== "done") ?? "done";
}
