// Requests of the live record. A move depends on the response to the one before, so the controls are disabled until it
// arrives; a score sheet goes on at once. Notes and bookmarks are sent at once; undo waits for the response, as it depends
// on the last event.

import { find, findAll, ruleLink } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { isPredictable } from "./predicted.js";

/** A response that takes longer is worth a word, in milliseconds. */
const LONG_MS = 400;

const isRecording = (/** @type {RequestBody} */ request) => "expected_version" in request;

export class Requests {
  isWaiting = false;
  /** Whether what was entered here is on its way; what the table shows then may come of it. */
  isSending = false;
  /** @type {HTMLElement | null} */
  #focused = null;
  /** @type {(() => void)[]} */
  #following = [];
  /** @type {SentExchange[]} */
  #shown = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} root
   * @param {() => LiveRecordData} now
   * @param {Sender} sender
   * @param {(request: RequestBody | null) => void} showUnsent shows what waits to be sent for longer than usual
   */
  constructor(root, now, sender, showUnsent) {
    this.root = root;
    this.now = now;
    this.sender = sender;
    this.showUnsent = showUnsent;
    this.#wait();  // Streamlit may add the component again while a request is on its way.
  }

  /** A move while another one waits can only be the second half of a double tap. */
  record = (/** @type {RequestBody} */ event) => {
    if (this.isWaiting) return;
    this.sender.put({ expected_version: this.now().version, ...event });
    this.#wait();
  };

  /**
   * Runs at once, or after the response that is waited for; not after a move that was refused.
   * @param {() => void} act
   */
  follow(act) {
    if (this.isWaiting) this.#following.push(act);
    else act();
  }

  /**
   * Takes requests with their responses. A message stays while more are on their way.
   * @param {SentExchange[]} exchanges
   */
  receive(exchanges) {
    if (!exchanges.length) return this.#wait();
    const line = find(this.root, ".line input", HTMLInputElement);
    for (const [request, { kind }] of exchanges) {
      if (kind === "done" && request.line === line.value.trim()) line.value = "";
      if (kind !== "done" && isRecording(request)) this.#following = [];
    }
    this.#shown.push(...exchanges);
    this.#wait();
    showMessages(this.root, this.#shown);
    while (this.#following.length && !this.isWaiting) this.#following.shift()?.();
    if (!this.sender.waiting.length) this.#shown = [];
  }

  #wait() {
    const { root } = this;
    const recording = this.sender.waiting.filter((request) => isRecording(request) && !isPredictable(this.now(), request));
    const isWaiting = recording.length > 0;
    this.isSending = recording.some((request) => request.expected_version !== -1);
    clearTimeout(this.#timer);
    if (this.isSending) this.#timer = setTimeout(this.showUnsent, LONG_MS, recording[0]);
    else this.showUnsent(null);
    if (isWaiting === this.isWaiting) return;
    this.isWaiting = isWaiting;
    if (isWaiting) this.#focused = /** @type {HTMLElement | null} */ (/** @type {Document | ShadowRoot} */ (root.getRootNode()).activeElement);
    root.classList.toggle("waiting", isWaiting);
    for (const part of findAll(root, ".waits, [data-command=more]", HTMLButtonElement)) part.disabled = isWaiting;
    for (const svg of findAll(root, ".surface svg")) svg.setAttribute("aria-disabled", String(isWaiting));
    const focused = this.#focused;
    if (isWaiting || !focused) return;
    const goesOn = focused.isConnected && !focused.matches(":disabled");
    (goesOn ? focused : /** @type {SVGElement | null} */ (root.querySelector(".target")))?.focus({ preventScroll: true });
  }
}

/** @param {HTMLElement} root @param {SentExchange[]} exchanges */
function showMessages(root, exchanges) {
  const message = find(root, ".message");
  const failed = exchanges.filter(([, { kind }]) => kind !== "done");
  const says = exchanges.flatMap(([request, response]) => wordsFor(request, response));
  const lost = failed.flatMap(([request, { kind }]) => (kind === "moved" && request.says ? [request.says] : []));
  if (failed.some(([, { kind }]) => kind === "moved")) {
    says.unshift(gettext("Another user recorded something in the meantime. This is the current table; your entry was not saved."));
  }
  if (lost.length) says.push(gettext("Not saved: {entries}.", { entries: lost.join("; ") }));
  const pages = new Set(failed.map(([, { rulePage }]) => rulePage ?? "").filter(Boolean));
  message.textContent = says.join(" ");
  message.hidden = !message.textContent;
  message.append(...[...pages].flatMap((page) => [" ", ruleLink("rule-link", gettext("See the rule."), page)]));
  message.dataset.kind = failed[0]?.[1].kind ?? "done";
}

/** @param {RequestBody} request @param {OutboxResponse} response */
function wordsFor(request, { kind, says }) {
  if (kind === "moved") return [];
  if (kind === "refused" || says) return says ? [says] : [];
  if (!("about" in request)) return [];
  return [request.bookmark ? gettext("Bookmark added.") : gettext("Note added.")];
}
