// Cards of matches. Every text is set as text, so names appear literally whatever they contain.

import { find, htmlElement, isChanged, svgElement } from "../elements.js";
import { gettext, setCatalog } from "../language.js";
import { visit } from "../visit.js";

const CROWN = "M2 5l3.4 3L8 3l2.6 5L14 5l-1.2 8H3.2z";
const LEAD_HEIGHT = 28;

/** @param {Component<{ cards: CardData[], catalog: Catalog }>} component */
export default function ({ parentElement, data }) {
  setCatalog(data.catalog);
  const list = find(parentElement, ".cards");
  if (isChanged(list, data)) list.replaceChildren(...data.cards.map(makeCard));
}

/** @param {CardData} card */
function makeCard(card) {
  const item = document.createElement("li");
  const link = htmlElement("a", "card");
  const href = `replay?match=${encodeURIComponent(card.id)}`;
  link.href = href;
  link.setAttribute("aria-label", [card.title, ...card.players.map(playerLabel)].join(", "));
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;  // The browser opens a new tab.
    event.preventDefault();
    visit(href);
  });
  const words = htmlElement("div", "words");
  const players = htmlElement("ul", "players");
  players.append(...card.players.map(makePlayer));
  words.append(htmlElement("h3", "title", card.title), htmlElement("p", "facts", card.facts), players);
  if (card.state) words.append(htmlElement("span", "state", card.state));
  link.append(makePicture(card), words);
  item.append(link);
  return item;
}

/** @param {CardData} card */
function makePicture({ picture, lead }) {
  const frame = htmlElement("div", "picture");
  if (!picture) {
    frame.append(htmlElement("span", "missing", gettext("No picture: the match cannot be read")));
    return frame;
  }
  const image = htmlElement("img");
  image.alt = "";
  image.src = picture;
  frame.append(image);
  if (lead.length) frame.append(makeLead(lead));
  return frame;
}

/**
 * The line of the lead: above the rule while the winner was ahead.
 * @param {number[]} lead
 */
function makeLead(lead) {
  const top = Math.max(0, ...lead), bottom = Math.min(0, ...lead);
  const at = (/** @type {number} */ points) => (LEAD_HEIGHT - 2) * (top - points) / (top - bottom || 1) + 1;
  const across = lead.length - 1;
  const drawing = svgElement("svg", { viewBox: `0 0 ${across} ${LEAD_HEIGHT}`, preserveAspectRatio: "none", class: "lead", "aria-hidden": "true" });
  const steps = lead.slice(1).map((points, index) => `H${index + 1}V${at(points)}`).join("");
  drawing.append(
    svgElement("path", { class: "level", d: `M0 ${at(0)}H${across}` }),
    svgElement("path", { class: "line", d: `M0 ${at(lead[0])}${steps}` }),
  );
  return drawing;
}

/** @param {CardPlayer} player */
function makePlayer({ name, points, won }) {
  const player = htmlElement("li", won ? "player won" : "player");
  const crown = svgElement("svg", { viewBox: "0 0 16 16", class: "crown", "aria-hidden": "true" });
  crown.append(svgElement("path", { d: CROWN }));
  player.append(crown, htmlElement("span", "name", name), htmlElement("span", "points", points));
  return player;
}

/** @param {CardPlayer} player */
function playerLabel({ name, points, won }) {
  return won ? gettext("{name} {points}, winner", { name, points }) : `${name} ${points}`;
}
