// Elements as lists (viewer/look/element.py) made into elements of the page. Every text becomes a text node, so it appears
// literally whatever it contains.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Part} node
 * @param {boolean} [isDrawn] within a drawing
 * @returns {Node}
 */
export function made(node, isDrawn = false) {
  if (typeof node === "string") return document.createTextNode(node);
  const [tag, attributes, children] = node;
  const drawn = isDrawn || tag === "svg";
  const element = drawn ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "style") element.style.cssText = String(value);  // No policy of a page stops this.
    else element.setAttribute(name, String(value));
  }
  element.append(...children.map((child) => made(child, drawn)));
  return element;
}
