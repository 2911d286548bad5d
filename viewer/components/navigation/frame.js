// The frame of the page in its first bytes (viewer/site/frame.py): it stands until the page stands in its place.

const PAUSE_MS = 30;
/** Milliseconds after the run of the page in which a part of it may still fail to draw. */
const PATIENCE_MS = 5000;

let isLeaving = false;

/** Takes the frame away as soon as all that the page has asked for is drawn. */
export function leaveFrame() {
  const frame = document.getElementById("partie-frame");
  if (!frame || isLeaving) return;
  isLeaving = true;
  let since = 0;
  let before = "";
  const look = () => {
    const now = performance.now();
    since = isRunning() ? 0 : since || now;
    const drawn = isDrawn() ? places() : "";
    if (since && ((drawn && drawn === before) || now - since > PATIENCE_MS)) leave(frame);
    else setTimeout(look, PAUSE_MS);
    before = drawn;
  };
  look();
}

const isRunning = () => !document.querySelector("[data-test-script-state=notRunning]");

function isDrawn() {
  const parts = [...document.querySelectorAll("main [data-testid=stBidiComponentIsolated], main [data-testid=stBidiComponentRegular]")];
  return parts.every((part) => part.matches("[data-drawn]")) && !document.querySelector("main [data-testid=stSkeleton]") && document.fonts.status === "loaded";
}

/** The places of the parts of the page: two looks at them are the same once it has come to rest. */
const places = () => JSON.stringify([...document.querySelectorAll("main [data-testid=stElementContainer]")].map((part) => part.getBoundingClientRect()));

/** @param {HTMLElement} frame */
function leave(frame) {
  const field = frame.querySelector("input");
  const hadFocus = field !== null && document.activeElement === field;
  document.documentElement.classList.remove("framed");
  frame.remove();
  if (field && (hadFocus || field.value !== field.defaultValue)) goOnTyping(field);
}

/**
 * Puts what was typed before the page was there into its own field.
 * @param {HTMLInputElement} typed
 */
function goOnTyping(typed) {
  const roots = [...document.querySelectorAll("main [data-drawn]")].map((part) => part.shadowRoot ?? part);
  const field = roots.map((root) => root.querySelector("input[type=search]")).find((found) => found instanceof HTMLInputElement);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  if (field.value === typed.value) return;
  field.value = typed.value;
  field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
}
