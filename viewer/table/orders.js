// One order at a time, sent until it is answered; its key lets it be written once however often it is sent.

const PATIENCE = 5000;  // Milliseconds after which an unanswered order is sent again.

function makeOrders(root, now, send) {
  let timer = null;
  let focused = null;
  let following = [];
  // What everything offers depends on what is being written, so it all waits for the answer, and is seen to.
  const wait = (isWaiting) => {
    if (isWaiting) focused = root.getRootNode().activeElement;
    root.classList.toggle("waiting", isWaiting);
    root.querySelector(".desk-and-dock").disabled = isWaiting;
    for (const svg of root.querySelectorAll(".surface svg")) svg.setAttribute("aria-disabled", isWaiting);
    if (isWaiting || !focused) return;
    const goesOn = focused.isConnected && !focused.matches(":disabled");
    (goesOn ? focused : root.querySelector(".target"))?.focus({ preventScroll: true });
  };
  const orders = {
    pending: null,
    order(told) {
      if (orders.pending) return;
      orders.pending = { key: newKey(), after: now().version, ...told };
      wait(true);
      const again = () => {
        send(orders.pending);
        timer = setTimeout(again, PATIENCE);
      };
      again();
    },
    // At once, or after the answer that is waited for; not after one that says no.
    follow(act) {
      if (orders.pending) following.push(act);
      else act();
    },
    answered({ key, kind, says }) {
      if (orders.pending?.key !== key) return;
      clearTimeout(timer);
      const line = root.querySelector(".line input");
      if (kind === "done" && orders.pending.line === line.value.trim()) line.value = "";
      orders.pending = null;
      wait(false);
      tell(root, says, kind);
      if (kind !== "done") following = [];
      while (following.length && !orders.pending) following.shift()();
    },
    leave: () => clearTimeout(timer),
  };
  return orders;
}

// Pages without a secure connection have no randomUUID.
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function tell(root, says, kind) {
  const answer = root.querySelector(".answer");
  answer.textContent = says;
  answer.hidden = !says;
  answer.dataset.kind = kind;
}
