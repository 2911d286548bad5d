// Cards of matches. Every text is set as text, so names show literally whatever they hold.

const SVG = "http://www.w3.org/2000/svg";
const CROWN = "M2 5l3.4 3L8 3l2.6 5L14 5l-1.2 8H3.2z";
const LEAD_HEIGHT = 28;

export default function ({ parentElement, data, setTriggerValue }) {
  speak(data.spoken);
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
  link.append(makePicture(card), words);
  item.append(link);
  return item;
}

function makePicture({ picture, lead }) {
  const frame = made("div", "picture");
  if (!picture) {
    frame.append(made("span", "missing", say("No picture: the match cannot be read")));
    return frame;
  }
  const image = made("img");
  image.alt = "";
  image.src = picture;
  frame.append(image);
  if (lead.length) frame.append(makeLead(lead));
  return frame;
}

// The line of the lead: above the rule while the winner was ahead.
function makeLead(lead) {
  const top = Math.max(0, ...lead), bottom = Math.min(0, ...lead);
  const at = (points) => (LEAD_HEIGHT - 2) * (top - points) / (top - bottom || 1) + 1;
  const across = lead.length - 1;
  const drawing = drawn("svg", { viewBox: `0 0 ${across} ${LEAD_HEIGHT}`, preserveAspectRatio: "none", class: "lead", "aria-hidden": "true" });
  const steps = lead.slice(1).map((points, index) => `H${index + 1}V${at(points)}`).join("");
  drawing.append(
    drawn("path", { class: "level", d: `M0 ${at(0)}H${across}` }),
    drawn("path", { class: "line", d: `M0 ${at(lead[0])}${steps}` }),
  );
  return drawing;
}

function makePlayer({ name, points, won }) {
  const player = made("li", won ? "player won" : "player");
  const crown = drawn("svg", { viewBox: "0 0 16 16", class: "crown", "aria-hidden": "true" });
  crown.append(drawn("path", { d: CROWN }));
  player.append(crown, made("span", "name", name), made("span", "points", points));
  return player;
}

function spoken({ name, points, won }) {
  return won ? say("{name} {points}, winner", { name, points }) : `${name} ${points}`;
}

function drawn(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function made(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}
