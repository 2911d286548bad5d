// The scrolling of the list of moves: it follows the current row until the reader scrolls away from it.

import { find } from "../lib/elements.js";

/**
 * With `isOwn` the next scrolling that is heard of is that of the list itself.
 * @typedef {Readonly<{ isFollowing: boolean, isOwn: boolean }>} Scrolling
 */

/**
 * The reader or the list scrolled, and the current row is in sight; the reader wants it back; the list sets its scrolling.
 * @typedef {{ kind: "scrolled", isInView: boolean } | { kind: "back" } | { kind: "set" }} ScrollMessage
 */

/** @type {Scrolling} */
export const FOLLOWING = { isFollowing: true, isOwn: false };

/**
 * @param {Scrolling} state
 * @param {ScrollMessage} message
 * @returns {Scrolling}
 */
export function nextScrolling(state, message) {
  if (message.kind === "set") return { ...state, isOwn: true };
  if (message.kind === "back") return { ...state, isFollowing: true };
  return { isFollowing: state.isOwn ? state.isFollowing : message.isInView, isOwn: false };
}

/**
 * How far to scroll for a row to be in sight, with some room around it: no further than needed.
 * @param {{ offsetTop: number, offsetHeight: number }} row
 * @param {{ scrollTop: number, clientHeight: number }} list
 */
export function scrollFor({ offsetTop, offsetHeight }, { scrollTop, clientHeight }) {
  const above = offsetTop - 40;
  const below = offsetTop + Math.min(offsetHeight, clientHeight - 60) + 20 - clientHeight;
  return scrollTop > above ? above : Math.max(scrollTop, below);
}

/** @param {HTMLElement} root @param {() => HTMLElement} current the row */
export function makeScrolling(root, current) {
  const log = find(root, ".log");
  const back = find(root, ".back-to-current");
  let state = FOLLOWING;
  /** @param {ScrollMessage} message */
  const send = (message) => {
    state = nextScrolling(state, message);
    back.hidden = state.isFollowing;
  };
  const reveal = () => {
    const top = scrollFor(current(), log);
    if (Math.abs(top - log.scrollTop) < 1) return;
    send({ kind: "set" });
    log.scrollTop = top;
  };
  log.addEventListener("scroll", () => send({ kind: "scrolled", isInView: isInView(current(), log) }), { passive: true });
  new ResizeObserver(() => state.isFollowing && reveal()).observe(log);
  back.addEventListener("click", () => {
    send({ kind: "back" });
    reveal();
  });
  return {
    /** Brings the current row into sight with the next frame, unless the reader has scrolled away. */
    follow: () => { if (state.isFollowing) requestAnimationFrame(reveal); },
  };
}

/** @param {HTMLElement} row @param {HTMLElement} log */
function isInView(row, log) {
  const { top, bottom } = row.getBoundingClientRect();
  const frame = log.getBoundingClientRect();
  return bottom > frame.top && top < frame.bottom;
}
