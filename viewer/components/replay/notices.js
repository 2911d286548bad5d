// What the replay tells its reader for some seconds.

import { find } from "../lib/elements.js";
/** @param {HTMLElement} root @returns {Notice} */
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
