// Requests of the live record. A move depends on the response to the one before, so the controls are disabled until it
// arrives; a score sheet goes on at once. Notes and bookmarks are sent at once; undo waits for the response, as it depends
// on the last event.

import { find, findAll, ruleLink } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { isPredictable } from "./predicted.js";

/** A response that takes longer is worth a word, in milliseconds. */
const LONG_MS = 400;

/**
 * @param {HTMLElement} root
 * @param {() => LiveRecordData} now
 * @param {Sender} sender
 * @param {(request: RequestBody | null) => void} showUnsent shows what waits to be sent for longer than usual
 */
export function makeRequests(root, now, sender, showUnsent) {
  /** @type {HTMLElement | null} */
  let focused = null;
  /** @type {(() => void)[]} */
  let following = [];
  /** @type {SentExchange[]} */
  let shown = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const isRecording = (/** @type {RequestBody} */ request) => "expected_version" in request;
  const wait = () => {
    const recording = sender.waiting.filter((request) => isRecording(request) && !isPredictable(now(), request));
    const isWaiting = recording.length > 0;
    requests.isSending = recording.some((request) => request.expected_version !== -1);
    clearTimeout(timer);
    if (requests.isSending) timer = setTimeout(showUnsent, LONG_MS, recording[0]);
    else showUnsent(null);
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
    /** Whether what was entered here is on its way; what the table shows then may come of it. */
    isSending: false,
    /**
     * A move while another one waits can only be the second half of a double tap.
     * @param {RequestBody} event
     */
    record(event) {
      if (requests.isWaiting) return;
      sender.put({ expected_version: now().version, ...event });
      wait();
    },
    /** @param {RequestBody} note */
    note(note) {
      sender.put(note);
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
     * @param {SentExchange[]} exchanges
     */
    receive(exchanges) {
      if (!exchanges.length) return wait();
      const line = find(root, ".line input", HTMLInputElement);
      for (const [request, { kind }] of exchanges) {
        if (kind === "done" && request.line === line.value.trim()) line.value = "";
        if (kind !== "done" && isRecording(request)) following = [];
      }
      shown.push(...exchanges);
      wait();
      showMessages(root, shown);
      while (following.length && !requests.isWaiting) following.shift()?.();
      if (!sender.waiting.length) shown = [];
    },
  };
  wait();  // Streamlit may add the component again while a request is on its way.
  return requests;
}

/**
 * @param {HTMLElement} root
 * @param {SentExchange[]} exchanges
 */
function showMessages(root, exchanges) {
  const message = find(root, ".message");
  const failed = exchanges.filter(([, { kind }]) => kind !== "done");
  const says = exchanges.flatMap(([request, response]) => wordsFor(request, response));
  const lost = failed.flatMap(([request, { kind }]) => (kind === "moved" && request.says ? [request.says] : []));
  if (failed.some(([, { kind }]) => kind === "moved")) {
    says.unshift(gettext("Another user recorded something in the meantime. This is the current table; your entry was not saved."));
  }
  if (lost.length) says.push(gettext("Not saved: {entries}.", { entries: lost.join("; ") }));
  message.textContent = says.join(" ");
  message.hidden = !message.textContent;
  const pages = new Set(failed.map(([, { rulePage }]) => rulePage ?? "").filter(Boolean));
  message.append(...[...pages].flatMap((page) => [" ", ruleLink("rule-link", gettext("See the rule."), page)]));
  message.dataset.kind = failed[0]?.[1].kind ?? "done";
}

/**
 * @param {RequestBody} request
 * @param {OutboxResponse} response
 */
function wordsFor(request, { kind, says }) {
  if (kind === "moved") return [];
  if (kind === "refused" || says) return says ? [says] : [];
  if (!("about" in request)) return [];
  return [request.bookmark ? gettext("Bookmark added.") : gettext("Note added.")];
}
