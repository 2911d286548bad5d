// Elements as lists, made into a page. Every text becomes a text node, so it appears literally whatever it contains.

import { find, findAll, isChanged } from "../elements.js";

const DRAWN = new Set(["svg", "path", "rect", "circle"]);

/** @param {Component<{ theme: string, parts: Part[] }>} component */
export default function ({ parentElement, data }) {
  const paper = find(parentElement, ".paper");
  paper.className = `paper partie-${data.theme}`;
  if (!isChanged(paper, data.parts)) return;
  paper.replaceChildren(...data.parts.map(made));
  for (const button of findAll(paper, "button.print")) button.addEventListener("click", () => window.print());
}

/**
 * @param {Part} node
 * @returns {Node}
 */
function made(node) {
  if (typeof node === "string") return document.createTextNode(node);
  const [tag, attributes, children] = node;
  const element = DRAWN.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children.map(made));
  return element;
}
