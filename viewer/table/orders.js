// Orders of the table. Its moves depend on the answer, so their controls are disabled until it arrives. Notes and
// bookmarks are sent at once; undo waits for the answer, as it depends on the last event.

export function makeOrders(root, now, outbox) {
  let focused = null;
  let following = [];
  let said = [];
  const isOurs = (order) => "after" in order;
  const wait = () => {
    const isWaiting = outbox.waiting.some(isOurs);
    if (isWaiting === orders.isWaiting) return;
    orders.isWaiting = isWaiting;
    if (isWaiting) focused = root.getRootNode().activeElement;
    root.classList.toggle("waiting", isWaiting);
    for (const part of root.querySelectorAll(".waits, [data-command=more]")) part.disabled = isWaiting;
    for (const svg of root.querySelectorAll(".surface svg")) svg.setAttribute("aria-disabled", isWaiting);
    if (isWaiting || !focused) return;
    const goesOn = focused.isConnected && !focused.matches(":disabled");
    (goesOn ? focused : root.querySelector(".target"))?.focus({ preventScroll: true });
  };
  const orders = {
    isWaiting: false,
    // A move while another one waits can only be the second half of a double tap.
    order(told) {
      if (orders.isWaiting && !told.remark) return;
      outbox.put({ after: now().version, ...told });
      wait();
    },
    // At once, or after the answer that is waited for; not after a move that was refused.
    follow(act) {
      if (orders.isWaiting) following.push(act);
      else act();
    },
    // `heard` are orders, each with its answer. What is said stays while more is on its way.
    answered(heard) {
      if (!heard.length) return;
      const line = root.querySelector(".line input");
      for (const [order, { kind, says }] of heard) {
        if (kind === "done" && order.line === line.value.trim()) line.value = "";
        if (kind !== "done" && !order.remark) following = [];
        said.push([kind, says]);
      }
      wait();
      showAnswers(root, said);
      while (following.length && !orders.isWaiting) following.shift()();
      if (!orders.isWaiting) said = [];
    },
  };
  wait();  // The component may come back while an order is on its way.
  return orders;
}

function showAnswers(root, said) {
  const answer = root.querySelector(".answer");
  answer.textContent = said.map(([, says]) => says).filter(Boolean).join(" ");
  answer.hidden = !answer.textContent;
  answer.dataset.kind = said.map(([kind]) => kind).find((kind) => kind !== "done") ?? "done";
}
