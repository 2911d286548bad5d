// The bar of the replay: where the reader is, in figures and aloud, and whether it plays.

import { find } from "../lib/elements.js";
import { formatNumber, gettext } from "../lib/language.js";
import { describeStep } from "./format.js";

/**
 * Announces the position once the reader rests there.
 * @param {HTMLElement} root
 * @param {Store} data
 */
export function makeVoice(root, data) {
  const voice = find(root, ".voice");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  return (/** @type {number} */ at) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const { steps } = data;
      voice.textContent = gettext("{says}. Step {at} of {last}.", { says: describeStep(steps[at]), at, last: steps.length - 1 });
    }, 250);
  };
}

/**
 * @param {HTMLElement} root
 * @param {boolean} playing
 * @param {number} seconds
 */
export function showPlaying(root, playing, seconds) {
  const button = find(root, "[data-command=play]");
  button.setAttribute("aria-label", String(playing ? gettext("Pause") : gettext("Play")));
  button.classList.toggle("playing", playing);
  find(root, ".speed").textContent = gettext("{seconds} s", { seconds: formatNumber(Number(seconds.toPrecision(2))) });
}

/**
 * @param {HTMLElement} root
 * @param {number} limit
 * @param {number} at
 */
export function showPosition(root, limit, at) {
  find(root, ".position").textContent = `${at} / ${limit}`;
  for (const command of ["first", "roundBack", "back"]) setDisabled(root, command, at === 0);
  for (const command of ["last", "roundNext", "next"]) setDisabled(root, command, at === limit);
}

/**
 * A disabled button would lose the focus, so one that cannot act is only marked.
 * @param {HTMLElement} root
 * @param {string} command
 * @param {boolean} disabled
 */
function setDisabled(root, command, disabled) {
  find(root, `.bar [data-command=${command}]`).setAttribute("aria-disabled", String(disabled));
}
