// Cards of matches. Every text is set as text, so names show literally whatever they hold.

const SVG = "http://www.w3.org/2000/svg";
const CROWN = "M2 5l3.4 3L8 3l2.6 5L14 5l-1.2 8H3.2z";

export default function ({ parentElement, data, setTriggerValue }) {
  const list = parentElement.querySelector(".cards");
  list.replaceChildren(...data.cards.map((card) => makeCard(card, setTriggerValue)));
}

function makeCard(card, setTriggerValue) {
  const item = document.createElement("li");
  const link = made("a", "card");
  link.href = `replay?match=${encodeURIComponent(card.id)}`;
  link.setAttribute("aria-label", [card.title, ...card.players.map(spoken)].join(", "));
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;  // A new tab is the browser's own business.
    event.preventDefault();
    setTriggerValue("chosen", card.id);
  });
  const words = made("div", "words");
  const players = made("ul", "players");
  players.append(...card.players.map(makePlayer));
  words.append(made("h3", "title", card.title), made("p", "facts", card.facts), players);
  if (card.state) words.append(made("span", "state", card.state));
  link.append(makePicture(card.picture), words);
  item.append(link);
  return item;
}

function makePicture(picture) {
  const frame = made("div", "picture");
  if (!picture) {
    frame.append(made("span", "missing", "No picture: the match cannot be read"));
    return frame;
  }
  const image = made("img");
  image.alt = "";
  image.src = picture;
  frame.append(image);
  return frame;
}

function makePlayer({ name, points, won }) {
  const player = made("li", won ? "player won" : "player");
  const crown = document.createElementNS(SVG, "svg");
  crown.setAttribute("viewBox", "0 0 16 16");
  crown.setAttribute("class", "crown");
  crown.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("d", CROWN);
  crown.append(shape);
  player.append(crown, made("span", "name", name), made("span", "points", points));
  return player;
}

function spoken({ name, points, won }) {
  return `${name} ${points}${won ? ", winner" : ""}`;
}

function made(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}
