// How long ago a match of today began, in the head of its sheet.

import { serverTime } from "../lib/http.js";
import { gettext } from "../lib/language.js";

/** So often it says how long ago the match began. */
const SAID_MS = 20_000;

/** Says how long ago the match began. Returns the function that ends this. @param {HTMLElement} root */
export function countSince(root) {
  const place = /** @type {HTMLElement | null} */ (root.querySelector("[data-since]"));
  if (!place) return () => {};
  const say = () => {
    const minutes = Math.max(0, Math.floor((Date.parse(serverTime()) - Date.parse(place.dataset.since ?? "")) / 60_000)), hours = Math.floor(minutes / 60);
    const time = hours ? gettext("{hours} h {minutes} min", { hours, minutes: minutes % 60 }) : gettext("{minutes} min", { minutes });
    place.textContent = gettext("started {time} ago", { time });
  };
  say();
  const timer = setInterval(say, SAID_MS);
  return () => clearInterval(timer);
}
