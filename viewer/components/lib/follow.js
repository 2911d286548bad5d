// New events and notes of a match, as the server sends them.

import { addressOf } from "./http.js";

const FIRST_PAUSE_MS = 1000;
const LAST_PAUSE_MS = 15_000;

/**
 * Follows a match until the function it returns is called. A hidden page does not follow: browsers allow few connections
 * to one server, and a phone sleeps; once it is visible again it gets what it has missed.
 * @param {string} match
 * @param {string} base see `addressOf`
 * @param {() => number} version the newest version the page has
 * @param {FollowListener} listener
 */
export function follow(match, base, version, { entry, notes, reset, state }) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let pause = FIRST_PAUSE_MS;
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    if (document.hidden) return;
    source = new EventSource(addressOf(base, `api/matches/${match}/feed?notes=1&after=${version()}`));
    source.addEventListener("open", () => {
      pause = FIRST_PAUSE_MS;
      state(true);
    });
    source.addEventListener("entry", ({ lastEventId }) => entry(Number(lastEventId)));
    source.addEventListener("notes", notes);
    source.addEventListener("reset", reset);
    // Not left to the browser, which gives up for good after an error response and waits as long as it likes otherwise.
    source.addEventListener("error", () => {
      close();
      state(false);
      timer = setTimeout(open, pause);
      pause = Math.min(2 * pause, LAST_PAUSE_MS);
    });
  };
  const ending = new AbortController();
  document.addEventListener("visibilitychange", open, { signal: ending.signal });
  globalThis.addEventListener("online", open, { signal: ending.signal });
  open();
  return () => {
    ending.abort();
    close();
  };
}
