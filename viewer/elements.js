// Shapes as Python describes them in viewer/boards/scene.py: [id, tag, attributes, text, title].
// Text from people is set as text and never as markup.

const SVG = "http://www.w3.org/2000/svg";

export function svgElement(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export function htmlElement(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

export function shapeElement([id, tag, attributes, text, title]) {
  const element = svgElement(tag, attributes);
  element.dataset.id = id;
  if (text) element.textContent = text;
  if (title) element.append(Object.assign(svgElement("title"), { textContent: title }));
  return element;
}

// The mark of a seat, a shape one unit wide, as a small picture of its own.
export function seatSign(mark) {
  const sign = svgElement("svg", { viewBox: "0 0 1 1", class: "sign", "aria-hidden": "true" });
  if (mark) sign.append(shapeElement(mark));
  return sign;
}

export function commandButton(className, text, act) {
  const button = htmlElement("button", className, text);
  button.type = "button";
  button.addEventListener("click", act);
  return button;
}
