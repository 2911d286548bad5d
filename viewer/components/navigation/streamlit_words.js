// Streamlit's own words in the reader's language, and its connection error as a quiet line that blocks nothing.

import { htmlElement } from "../lib/elements.js";
import { gettext } from "../lib/language.js";

const AWAY_MS = 1500;  // A lost connection shorter than this is not reported.

/** @type {Array<[RegExp, (found: string[]) => string]>} */
const WORDS = [
  [/^Skip to main content$/, () => gettext("Skip to main content")],
  [/^Upload$/, () => gettext("Choose files")],
  [/^Add files$/, () => gettext("Add files")],
  [/^file upload$/, () => gettext("Choose files")],
  [/^Drag and drop (a file|files|directories) here$/, () => gettext("Drop files here")],
  [/^(\d+)MB per file$/, ([, number]) => gettext("{number} MB per file", { number })],
  [/^No results$/, () => gettext("No matching entry")],
  [/^Add: (.*)$/, ([, name]) => gettext("Add: {name}", { name })],
  [/^Remove (.*)$/, ([, name]) => gettext("Remove {name}", { name })],
  [/^Open$/, () => gettext("Show the list")],
  [/^Clear all$/, () => gettext("Clear the selection")],
  [/^Clear value$/, () => gettext("Clear")],
  [/^Pagination$/, () => gettext("Pages")],
  [/^Previous page$/, () => gettext("Previous page")],
  [/^Next page$/, () => gettext("Next page")],
  [/^Page (\d+)$/, ([, number]) => gettext("Page {number}", { number })],
  [/^Help for (.*)$/, ([, name]) => gettext("Help for {name}", { name })],
  [/^Increment$/, () => gettext("One more")],
  [/^Decrement$/, () => gettext("One less")],
  [/^Fullscreen(?:: (.*))?$/, () => gettext("Full screen")],
  [/^Close fullscreen(?:: (.*))?$/, () => gettext("Leave full screen")],
];

const TEXTS = [
  "[data-testid=stSkipToContent]", "[data-testid=stFileUploaderDropzone] p",
  "[data-testid=stFileUploaderDropzone] span", "[data-testid=stSelectboxVirtualDropdown] span",
  "[data-testid=stTooltipContent] p",
].join();
const LABELS = [
  ".stFileUploader", ".stSelectbox", ".stNumberInput", "[data-testid=stPagination]",
  "[data-testid=stElementToolbar]", "[data-testid=stMetric]",
].map((place) => `${place} [aria-label]`).join();

/** @type {MutationObserver | undefined} */
let observer;

/** Translate Streamlit's words now, and again whenever the page changes. */
export function translateStreamlit() {
  observer?.disconnect();
  let isDue = false;
  const change = () => {
    isDue = false;
    unescapeLabels();
    if (document.documentElement.lang !== "en") translateNow();
    dismissConnectionError();
  };
  observer = new MutationObserver(() => {
    if (!isDue) requestAnimationFrame(change);
    isDue = true;
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-label"] });
  change();
  watchConnection();
}

/** Labels are escaped for the Markdown in which they are shown; Streamlit says them to screen readers as they are. */
function unescapeLabels() {
  for (const element of document.querySelectorAll('[aria-label*="\\\\"], [aria-label*="\u2060"]')) {
    const label = element.getAttribute("aria-label") ?? "";
    const words = label.replace(/\\([!-/:-@[-`{-~])/g, "$1").replaceAll("\u2060", "");
    if (words !== label) element.setAttribute("aria-label", words);
  }
}

function translateNow() {
  for (const element of document.querySelectorAll(TEXTS)) {
    const text = element.childNodes.length === 1 ? element.firstChild : null;
    // React keeps the node; a new one would be lost to it.
    if (text?.nodeType === Node.TEXT_NODE) replace(text.nodeValue ?? "", (words) => { text.nodeValue = words; });
  }
  for (const element of document.querySelectorAll(LABELS)) {
    replace(element.getAttribute("aria-label") ?? "", (words) => element.setAttribute("aria-label", words));
  }
}

/** @param {string} text @param {(words: string) => void} set */
function replace(text, set) {
  for (const [pattern, words] of WORDS) {
    const found = pattern.exec(text);
    if (!found) continue;
    const translated = words(found);
    if (translated !== text) set(translated);
    return;
  }
}

/** Close Streamlit's dialog about the connection: it would block a page that goes on without the server. */
function dismissConnectionError() {
  for (const dialog of document.querySelectorAll("[data-testid=stDialog]")) {
    if (!dialog.textContent?.includes("Connection error")) continue;
    const close = dialog.querySelector("button[aria-label=Close], button");
    if (close instanceof HTMLElement) close.click();
  }
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let watch;

/** A quiet line while the server cannot be reached. */
function watchConnection() {
  clearInterval(watch);
  const line = document.querySelector(".partie-away") ?? htmlElement("p", "partie-away");
  line.setAttribute("role", "status");
  document.body.append(line);
  let since = 0;
  watch = setInterval(() => {
    const state = document.querySelector("[data-test-connection-state]")?.getAttribute("data-test-connection-state");
    if (state === "CONNECTED" || !state) since = 0;
    else since ||= performance.now();
    const isAway = since > 0 && performance.now() - since > AWAY_MS;
    const words = isAway ? gettext("Partie cannot be reached. This page goes on when the connection is back.") : "";
    if (line.textContent !== words) line.textContent = words;
  }, AWAY_MS / 3);
}
