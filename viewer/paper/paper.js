// Elements as lists, made into a page. Every text becomes a text node, so it shows literally whatever it holds.

const DRAWN = new Set(["svg", "path", "rect", "circle"]);

export default function ({ parentElement, data }) {
  const paper = parentElement.querySelector(".paper");
  paper.className = `paper partie-${data.theme}`;
  paper.replaceChildren(...data.parts.map(made));
  for (const button of paper.querySelectorAll("button.print")) button.addEventListener("click", () => window.print());
}

function made(node) {
  if (typeof node === "string") return document.createTextNode(node);
  const [tag, attributes, children] = node;
  const element = DRAWN.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.map(made));
  return element;
}
