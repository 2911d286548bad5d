// Elements of the page. Shapes are those of viewer/boards/scene.py: [id, tag, attributes, text, title].
// Text from people is set as text and never as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | null | undefined>} [attributes]
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svgElement(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} [className]
 * @param {string | number} [text]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function htmlElement(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = String(text);
  return element;
}

/**
 * A link to the text of a rule, which opens beside the page; the words alone where the rule has no text.
 * @param {string} className
 * @param {string} text
 * @param {string} rulePage
 */
export function ruleLink(className, text, rulePage) {
  if (!rulePage) return htmlElement("span", className, text);
  return Object.assign(htmlElement("a", className, text), { href: rulePage, target: "_blank", rel: "noopener" });
}

/**
 * @param {Shape} shape
 * @returns {SVGGraphicsElement}
 */
export function shapeElement([id, tag, attributes, text, title]) {
  const element = /** @type {SVGGraphicsElement} */ (svgElement(/** @type {"use"} */ (tag), attributes));
  element.dataset.id = id;
  if (text) element.textContent = text;
  if (title) element.append(Object.assign(svgElement("title"), { textContent: title }));
  return element;
}

/**
 * The mark of a seat, a shape one unit wide, as a small picture of its own.
 * @param {Shape | undefined} mark
 */
export function seatSign(mark) {
  const sign = svgElement("svg", { viewBox: "0 0 1 1", class: "sign", "aria-hidden": "true" });
  if (mark) sign.append(shapeElement(mark));
  return sign;
}

/**
 * @param {string} className
 * @param {string} text
 * @param {() => void} act
 */
export function commandButton(className, text, act) {
  const button = htmlElement("button", className, text);
  button.type = "button";
  button.addEventListener("click", act);
  return button;
}

/** @type {WeakMap<Node, string>} */
const drawn = new WeakMap();

/**
 * Whether `element` was last asked this with other data: each run of a page draws its components again, and a tap on an
 * element that is replaced meanwhile would be lost.
 * @param {Node} element
 * @param {unknown} data
 */
export function isChanged(element, data) {
  const words = JSON.stringify(data);
  if (drawn.get(element) === words) return false;
  drawn.set(element, words);
  return true;
}

/**
 * Makes these the children of `parent`. Those that it has already, in this order, are not touched: a tap or the focus on
 * one would be lost, and each new one costs the browser another layout.
 * @param {Element} parent
 * @param {Element[]} children
 */
export function setChildren(parent, children) {
  const wanted = new Set(/** @type {ChildNode[]} */ (children));
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  let at = parent.firstChild;
  for (const child of children) {
    if (child === at) at = at.nextSibling;
    else parent.insertBefore(child, at);
  }
}

/**
 * The element that matches `selector` below `root`. The component's own HTML holds it; a missing one is a bug.
 * @template {Element} [Kind=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => Kind} [kind]
 * @returns {Kind}
 */
export function find(root, selector, kind) {
  const found = root.querySelector(selector);
  if (!(found instanceof (kind ?? HTMLElement))) throw new Error(`${selector} is missing`);
  return /** @type {Kind} */ (found);
}

/**
 * The target of an event as an element.
 * @param {Event} event
 */
export function targetOf({ target }) {
  return /** @type {HTMLElement} */ (target);
}

/**
 * All elements that match `selector` below `root`.
 * @template {Element} [Kind=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => Kind} [_kind]
 */
export function findAll(root, selector, _kind) {
  return [.../** @type {NodeListOf<Kind>} */ (root.querySelectorAll(selector))];
}

/**
 * A copy of the one element in a template.
 * @param {HTMLTemplateElement} template
 */
export function cloneOf(template) {
  return /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
}
