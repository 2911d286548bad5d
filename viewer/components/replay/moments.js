// The key moments of the review: each as a card with a small picture of the table, drawn from the steps that the browser
// has, once the card is in sight.

import { signView } from "../lib/elements.js";
import { html, render } from "../lib/lit-html/lit-html.js";
import { placeInMatch } from "./format.js";
import { drawGhost } from "./ghost.js";

/** @param {HTMLElement} list @param {ReplayParts} parts */
export function makeMoments(list, { data, cursor, boards }) {
  /** @type {ReviewData | null} */
  let shown = null;
  const draw = (/** @type {Element} */ card) => {
    const moment = shown?.moments[[...list.children].indexOf(card)];
    const table = card.querySelector(".moment-table");
    if (moment && table && !table.firstChild) drawTable(table, moment, /** @type {ReviewData} */ (shown), data, boards);
  };
  const inSight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      inSight.unobserve(target);
      draw(target);
    }
  });
  const mark = () => {
    for (const [index, card] of [...list.children].entries()) {
      const isHere = data.steps[cursor.at]?.at === shown?.moments[index][0];
      card.firstElementChild?.toggleAttribute("aria-current", isHere);
      if (isHere) list.scrollTo({ left: /** @type {HTMLElement} */ (card).offsetLeft - list.offsetLeft });
    }
  };
  cursor.onMove(mark);
  return {
    /** @param {ReviewData | null} review */
    show(review) {
      if (review === shown) return;
      shown = review;
      inSight.disconnect();
      for (const table of list.querySelectorAll(".moment-table")) table.replaceChildren();
      render(review?.moments.map((moment) => momentView(moment, data, cursor)), list);
      for (const card of list.children) inSight.observe(card);
      mark();
    },
  };
}

/**
 * @param {ReviewData["moments"][number]} moment
 * @param {Store} data
 * @param {Cursor} cursor
 */
function momentView([version, seat, sign, says], data, cursor) {
  const at = data.indexOfEvent(version);
  return html`<li><button type="button" class="moment" @click=${() => cursor.jump(data.indexOfEvent(version))}><span class="moment-table" aria-hidden="true"></span><span
    class="caption"><span class="when">${at < 0 ? "" : placeInMatch(data.steps[at])}</span>${signView(data.marks[seat])}<b class="mark">${sign}</b><span
    class="says">${says}</span></span></button></li>`;
}

/**
 * Before a mistake: the panels that the better move touches, with its ghost. After a draw: the middle of the table.
 * @param {Element} place
 * @param {ReviewData["moments"][number]} moment
 * @param {ReviewData} review
 * @param {Store} data
 * @param {Boards} boards
 */
function drawTable(place, [version, seat], review, data, boards) {
  const at = data.indexOfEvent(version);
  if (at < 1) return;
  const mistake = review.mistakes.find((each) => each.at === version);
  const touched = new Set(mistake?.ghost.map(([panel]) => panel));
  const isShown = (/** @type {PanelData} */ panel) =>
    mistake && touched.size ? touched.has(panel.id) : mistake ? panel.seat === seat : panel.seat === null;
  const pictures = boards.picturesAt(mistake ? at - 1 : at, isShown);
  place.replaceChildren(...[...pictures.values()].map(({ figure }) => figure));
  drawGhost(pictures, mistake);
  for (const shape of place.querySelectorAll("[data-id], [data-panel]")) {
    shape.removeAttribute("data-id");
    shape.removeAttribute("data-panel");
  }
  for (const title of place.querySelectorAll("title")) title.remove();
}
