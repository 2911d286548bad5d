// The frame of the page in its first bytes (viewer/site/frame.py): it stands until the page stands in its place.

const PAUSE_MS = 30;
/** Milliseconds after the run of the page in which a part of it may still fail to draw. */
const PATIENCE_MS = 5000;

let isLeaving = false;

/** Takes the frame away as soon as all that the screen has room for is drawn. What comes later stands below it. */
export function leaveFrame() {
  const frame = document.getElementById("partie-frame");
  if (!frame || isLeaving) return;
  isLeaving = true;
  frame.addEventListener("click", (event) => {
    if (event.target instanceof Element && !event.target.closest("details")) frame.querySelector("details")?.removeAttribute("open");
  });
  let since = 0;
  let before = "";
  const look = () => {
    const now = performance.now();
    if (hasEnded()) since ||= now;
    const drawn = isDrawn() && (since || isFull()) ? places() : "";
    const isRead = frame.querySelector("details[open]") !== null;  // No menu goes under a finger.
    if (!isRead && ((drawn && drawn === before && keepsKeys(frame)) || (since && now - since > PATIENCE_MS))) leave(frame);
    else setTimeout(look, PAUSE_MS);
    before = drawn;
  };
  look();
}

const hasEnded = () => document.querySelector("[data-test-script-state=notRunning]") !== null;

/** @param {string} selector */
const seen = (selector) => [...document.querySelectorAll(selector)].filter((part) => part.getBoundingClientRect().top < innerHeight);

function isDrawn() {
  const parts = seen("main [data-testid=stBidiComponentIsolated], main [data-testid=stBidiComponentRegular]");
  return parts.every((part) => part.matches("[data-drawn]")) && !seen("main [data-testid=stSkeleton]").length && document.fonts.status === "loaded";
}

const PARTS = "main [data-testid=stElementContainer]";

const isFull = () => [...document.querySelectorAll(PARTS)].some((part) => part.getBoundingClientRect().bottom > innerHeight);

/** The places of the parts in sight: two looks at them are the same once they have come to rest. */
const places = () => JSON.stringify(seen(PARTS).map((part) => part.getBoundingClientRect()));

/** What was typed into the field of the frame, and what has the focus there.
 * @param {HTMLElement} frame
 */
function used(frame) {
  const field = frame.querySelector("input");
  return {
    typed: field && field.value !== field.defaultValue ? field : null,
    focused: frame.contains(document.activeElement) ? document.activeElement : null,
  };
}

/** What takes over from the frame is there: without it the keys would be lost.
 * @param {HTMLElement} frame
 */
function keepsKeys(frame) {
  const { typed, focused } = used(frame);
  const part = typed ?? focused?.closest("a, input, summary") ?? null;
  return !part || twinOf(part) !== null;
}

/** @param {HTMLElement} frame */
function leave(frame) {
  const { typed, focused } = used(frame);
  document.documentElement.classList.remove("framed");
  frame.remove();
  const twin = twinOf(typed ?? focused);
  twin?.focus({ preventScroll: true });
  if (!typed || !(twin instanceof HTMLInputElement) || twin.value === typed.value) return;
  twin.value = typed.value;
  twin.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
}

/**
 * The same link, menu or field of the page: what had the focus in the frame has it there, and no key is lost.
 * @param {Element | null} part
 */
function twinOf(part) {
  if (!part) return null;
  const name = part.localName;
  const selector = name === "a" ? `a[href="${CSS.escape(part.getAttribute("href") ?? "")}"]` : name === "input" ? "input[type=search]" : name;
  const roots = [...document.querySelectorAll("#partie-nav, main [data-drawn]")].map((each) => each.shadowRoot ?? each);
  const twin = roots.map((root) => root.querySelector(selector)).find(Boolean);
  return twin instanceof HTMLElement ? twin : null;
}
