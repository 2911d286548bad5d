// The address of the page, which names the step that is shown.

import { gettext } from "../lib/language.js";
import { initialMode } from "./modes.js";

/**
 * Puts the step into the address and sends it to Python. A jump is an entry of the history, so that Back returns to where
 * the reader was. Steps leave none: the address is replaced, with a delay, as browsers throttle pages that change it too
 * often. Python gets the step once it settles, for its links, unless the reader is leaving for another page: the response
 * would bring the reader back.
 * @param {HTMLElement} root
 * @param {{ data: Store, cursor: Cursor, modes: Modes, player: Player, notice: Notice }} parts
 * @param {Addresses} addresses
 * @param {() => URL} here
 * @param {(version: number) => void} settle
 * @param {AbortSignal} signal
 */
export function makeAddress(root, { data, cursor, modes, player, notice }, addresses, here, settle, signal) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let writing;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let settling;
  /** @type {URL | null} The address of what is shown, once it is another than the reader came with. */
  let shown = null;
  const write = () => {
    if (shown && addresses.isAddressOf(data.match)) history.replaceState(history.state, "", shown);
  };
  /** The step that the address names, or the last one. */
  const requestedStep = () => {
    const requested = addresses.requestedVersion();
    const at = requested === null ? cursor.last : data.indexOfVersion(versionIn(requested));
    if (at < 0) notice(gettext("The link names a move that is not in this match; the current position is shown."));
    return at < 0 ? cursor.last : at;
  };
  document.addEventListener("click", (event) => {
    if (!event.composedPath().includes(root)) clearTimeout(settling);
  }, { signal, capture: true });
  addEventListener("popstate", () => {
    clearTimeout(writing);
    if (!addresses.isAddressOf(data.match)) return;
    player.pause();
    modes.choose(initialMode(root, addresses.requestedMode()));
    cursor.go(requestedStep());
  }, { signal });
  return {
    requestedStep,
    follow(isJump = false) {
      clearTimeout(writing);
      if (isJump) write();
      shown = here();
      if (!isJump) writing = setTimeout(write, 120);
      else if (addresses.isAddressOf(data.match)) history.pushState(history.state, "", shown);
      clearTimeout(settling);
      settling = setTimeout(() => { if (!player.playing) settle(data.recordedVersion(data.steps[cursor.at].at)); }, 500);
    },
    leave() {
      clearTimeout(writing);
      clearTimeout(settling);
    },
  };
}

/** The version that the text of an address names; NaN for anything else. @param {string} text */
export const versionIn = (text) => (/^\d{1,9}$/.test(text) ? Number(text) : NaN);
