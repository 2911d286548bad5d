// Requests of the live record. A move depends on the response to the one before, so the controls are disabled until it
// arrives. Notes and bookmarks are sent at once; undo waits for the response, as it depends on the last event.

import { find, findAll } from "../elements.js";

/**
 * @param {HTMLElement} root
 * @param {() => LiveRecordData} now
 * @param {Outbox} outbox
 */
export function makeRequests(root, now, outbox) {
  /** @type {HTMLElement | null} */
  let focused = null;
  /** @type {(() => void)[]} */
  let following = [];
  /** @type {[kind: OutboxResponse["kind"], says: string][]} */
  let messages = [];
  const isRecording = (/** @type {OutboxRequest} */ request) => "expected_version" in request;
  // In the replay the note editor shares the outbox; its requests name their author.
  const isOurs = (/** @type {OutboxRequest} */ request) => isRecording(request) || ("about" in request && !("author" in request));
  const wait = () => {
    const isWaiting = outbox.waiting.some(isOurs);
    if (isWaiting === requests.isWaiting) return;
    requests.isWaiting = isWaiting;
    if (isWaiting) focused = /** @type {HTMLElement | null} */ (/** @type {Document | ShadowRoot} */ (root.getRootNode()).activeElement);
    root.classList.toggle("waiting", isWaiting);
    for (const part of findAll(root, ".waits, [data-command=more]", HTMLButtonElement)) part.disabled = isWaiting;
    for (const svg of findAll(root, ".surface svg")) svg.setAttribute("aria-disabled", String(isWaiting));
    if (isWaiting || !focused) return;
    const goesOn = focused.isConnected && !focused.matches(":disabled");
    (goesOn ? focused : /** @type {SVGElement | null} */ (root.querySelector(".target")))?.focus({ preventScroll: true });
  };
  const requests = {
    isWaiting: false,
    /**
     * A move while another one waits can only be the second half of a double tap.
     * @param {RequestBody} event
     */
    record(event) {
      if (requests.isWaiting) return;
      outbox.put({ expected_version: now().version, ...event });
      wait();
    },
    /** @param {RequestBody} note */
    note(note) {
      outbox.put(note);
      wait();
    },
    /**
     * Runs at once, or after the response that is waited for; not after a move that was refused.
     * @param {() => void} act
     */
    follow(act) {
      if (requests.isWaiting) following.push(act);
      else act();
    },
    /**
     * Takes requests with their responses. A message stays while more are on their way.
     * @param {Exchange[]} exchanges
     */
    receive(exchanges) {
      if (!exchanges.length) return;
      const line = find(root, ".line input", HTMLInputElement);
      for (const [request, { kind, says }] of exchanges) {
        if (kind === "done" && request.line === line.value.trim()) line.value = "";
        if (kind !== "done" && isRecording(request)) following = [];
        messages.push([kind, says]);
      }
      wait();
      showMessages(root, messages);
      while (following.length && !requests.isWaiting) following.shift()?.();
      if (!requests.isWaiting) messages = [];
    },
  };
  wait();  // Streamlit may add the component again while a request is on its way.
  return requests;
}

/**
 * @param {HTMLElement} root
 * @param {[kind: OutboxResponse["kind"], says: string][]} messages
 */
function showMessages(root, messages) {
  const message = find(root, ".message");
  message.textContent = messages.map(([, says]) => says).filter(Boolean).join(" ");
  message.hidden = !message.textContent;
  message.dataset.kind = messages.map(([kind]) => kind).find((kind) => kind !== "done") ?? "done";
}
