// The key moments of the review: each as a card with a small picture of the table, drawn from the steps that the browser
// has, once the card is in sight.

import { htmlElement, seatSign } from "../lib/elements.js";
import { placeInMatch } from "./format.js";
import { drawGhost } from "./ghost.js";

/**
 * @param {HTMLElement} list
 * @param {Store} data
 * @param {Cursor} cursor
 * @param {Boards} boards
 */
export function makeMoments(list, data, cursor, boards) {
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
      list.replaceChildren(...(review?.moments ?? []).map((moment) => momentCard(moment, data, cursor)));
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
function momentCard([version, seat, sign, says], data, cursor) {
  const at = data.indexOfEvent(version);
  const card = htmlElement("li");
  const button = htmlElement("button", "moment");
  const table = htmlElement("span", "moment-table");
  const caption = htmlElement("span", "caption");
  button.type = "button";
  table.setAttribute("aria-hidden", "true");
  caption.append(
    htmlElement("span", "when", at < 0 ? "" : placeInMatch(data.steps[at])), seatSign(data.marks[seat]),
    htmlElement("b", "mark", sign), htmlElement("span", "says", says),
  );
  button.append(table, caption);
  button.addEventListener("click", () => cursor.jump(data.indexOfEvent(version)));
  card.append(button);
  return card;
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
