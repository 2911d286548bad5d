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

/** What says which thing an element is about. One about another thing is another element: it gets no tap meant for the first. */
const ABOUT = ["href", "id", "name", "data-edit", "data-menu", "data-send", "data-sent", "data-value"];

/**
 * Makes the children of `root` those of the parts. An element that is drawn as before, or is about the same thing, stays:
 * a press, a tick, an open fold, or the focus on it would be lost. The content of a `slot` is not of the parts.
 * @param {HTMLElement} root
 * @param {Part[]} parts
 */
export function redraw(root, parts) {
  const { activeElement } = /** @type {Document | ShadowRoot} */ (root.getRootNode());
  const fresh = /** @type {Element} */ (root.cloneNode());
  fresh.append(...parts.map((part) => made(part)));
  adjust(root, fresh);
  if (!(activeElement instanceof HTMLElement) || activeElement.isConnected) return;
  const name = ["id", "data-menu", "data-edit"].find((each) => activeElement.hasAttribute(each));
  const again = name && root.querySelector(`[${name}="${CSS.escape(activeElement.getAttribute(name) ?? "")}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** @param {Element} there @param {Element} fresh */
function adjust(there, fresh) {
  const old = [...there.childNodes], wanted = [...fresh.childNodes];
  while (old.length && wanted.length && old[0].isEqualNode(wanted[0])) [old, wanted].forEach((nodes) => nodes.shift());
  /** @type {ChildNode | null} */
  let after = null;
  while (old.length && old.at(-1)?.isEqualNode(wanted.at(-1) ?? null)) {
    after = old.pop() ?? null;
    wanted.pop();
  }
  for (const node of wanted) {
    const at = old.findIndex((each) => isSameThing(each, node));
    for (const gone of old.splice(0, Math.max(at, 0))) gone.remove();
    if (at < 0) there.insertBefore(node, old[0] ?? after);
    else patch(/** @type {Element} */ (old.shift()), /** @type {Element} */ (node));
  }
  for (const gone of old) gone.remove();
}

/** @param {Node} one @param {Node} other */
function isSameThing(one, other) {
  if (!(one instanceof Element && other instanceof Element) || one.nodeName !== other.nodeName) return false;
  return one.classList[0] === other.classList[0] && ABOUT.every((name) => one.getAttribute(name) === other.getAttribute(name));
}

/** @param {Element} there @param {Element} fresh */
function patch(there, fresh) {
  for (const name of there.getAttributeNames()) if (!fresh.hasAttribute(name) && name !== "open") there.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (there.getAttribute(name) !== value) there.setAttribute(name, value);
  if (there.matches(".slot")) return;
  const chosen = fresh instanceof HTMLSelectElement ? fresh.value : null;
  adjust(there, fresh);
  if (chosen !== null) /** @type {HTMLSelectElement} */ (there).value = chosen;
}
