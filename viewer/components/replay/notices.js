// What the replay tells its reader: a notice for some seconds, and a line while the server is away.

import { find } from "../lib/elements.js";
import { gettext, ngettext } from "../lib/language.js";

/**
 * @param {HTMLElement} root
 * @returns {Notice}
 */
export function makeNotice(root) {
  const notice = find(root, ".notice");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fading;
  return (text) => {
    notice.textContent = text;
    notice.hidden = false;
    clearTimeout(fading);
    fading = setTimeout(() => { notice.hidden = true; }, 6000);
  };
}

/**
 * @param {HTMLElement} line
 * @param {boolean} isAway
 * @param {number} waiting
 */
export function showAway(line, isAway, waiting) {
  line.hidden = !isAway;
  line.textContent = !isAway ? "" : waiting
    ? ngettext("The server cannot be reached. {number} entry is kept here and will be sent.",
      "The server cannot be reached. {number} entries are kept here and will be sent.", waiting)
    : gettext("The server cannot be reached. The match may have gone on.");
}
