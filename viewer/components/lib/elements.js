// Elements of the page. Shapes are those of viewer/boards/scene.py: [id, tag, attributes, text, title].
// Text from people is set as text and never as markup.

import { html, nothing, svg } from "./lit-html/lit-html.js";

/** @import { Template } from "./lit-html/lit-html.js" */

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

/** @type {(className: string, text: string, rulePage: string, tabIndex?: number) => Template} */
export const ruleLinkView = (className, text, rulePage, tabIndex) => (rulePage
  ? html`<a class=${className} href=${rulePage} target="_blank" rel="noopener" tabindex=${tabIndex ?? nothing}>${text}</a>` : html`<span class=${className}>${text}</span>`);

/** @param {Shape} shape @returns {SVGGraphicsElement} */
export function shapeElement([id, tag, attributes, text, title]) {
  const element = /** @type {SVGGraphicsElement} */ (svgElement(/** @type {"use"} */ (tag), attributes));
  element.dataset.id = id;
  if (text) element.textContent = text;
  if (title) element.append(Object.assign(svgElement("title"), { textContent: title }));
  return element;
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

/** The target of an event as an element. @param {Event} event */
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

/** A copy of the one element in a template. @param {HTMLTemplateElement} template */
export function cloneOf(template) {
  return /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
}

/** Templates of elements whose names and attributes are data. @type {Map<string, TemplateStringsArray>} */
const templates = new Map();

/**
 * A view of one element whose name and attributes are data; text is text whatever it contains. A style is set as a property,
 * since the policy of the pages without Streamlit lets no attribute set it.
 * @param {typeof html} draw `svg` within a drawing
 * @param {string} tag
 * @param {Record<string, unknown>} attributes
 * @param {unknown} [content]
 */
function elementView(draw, tag, attributes, content = nothing) {
  const opening = `<${tag}${Object.keys(attributes).map((name) => ` ${name === "style" ? ".style" : name}="\n"`).join("")}>`;
  const isVoid = tag === "img" || tag === "input" || tag === "br";
  let strings = templates.get(opening);
  if (!strings) {
    const parts = (isVoid ? opening : `${opening}\n</${tag}>`).split("\n");
    strings = Object.assign(parts, { raw: parts });
    templates.set(opening, strings);
  }
  return draw(strings, ...Object.values(attributes), ...isVoid ? [] : [content]);
}

/** @type {(shape: Shape) => Template} */
export const shapeView = ([id, tag, attributes, text, title]) =>
  elementView(svg, tag, { "data-id": id, ...attributes }, [text ?? nothing, title ? svg`<title>${title}</title>` : nothing]);

/** @type {(part: Part, isDrawn?: boolean) => Template | string} */
export function partView(part, isDrawn = false) {
  if (typeof part === "string") return part;
  const [tag, attributes, children] = part;
  return elementView(isDrawn ? svg : html, tag, attributes, children.map((child) => partView(child, isDrawn || tag === "svg")));
}

/** The mark of a seat, a shape one unit wide, as a small picture of its own. @param {Shape | undefined} mark */
export const signView = (mark) => html`<svg class="sign" viewBox="0 0 1 1" aria-hidden="true">${mark ? shapeView(mark) : nothing}</svg>`;

/** A line drawing of 16 units. @param {string} path */
export const iconView = (path, name = "") => html`<svg viewBox="0 0 16 16" class="ic ${name}" aria-hidden="true"><path d=${path}></path></svg>`;
