// The tree of a page (viewer/surface/tree.py) as elements: what is there already stays, so that it keeps its focus.

/**
 * A node of the tree, and what a component, a field or a button says.
 * @typedef {Record<string, any> & { children?: TreeNode[] }} TreeNode
 * @typedef {{ key: string, name?: string, value: unknown, stays?: boolean }} Said
 * @typedef {Record<string, { html: string, css: string, script: string }>} Parts
 */

import { controlOf } from "./controls.js";

/** @type {WeakMap<Element, { id: string, leave?: () => void, run?: (part: object) => (() => void) | void }>} */
const known = new WeakMap();

/**
 * Shows the nodes in `parent`, in their order.
 * @param {Element} parent
 * @param {TreeNode[]} nodes
 * @param {Parts} parts
 * @param {(said: Said) => void} say
 * @returns {Promise<unknown>} when all components have been drawn
 */
export function showTree(parent, nodes, parts, say) {
  const before = new Map([...parent.children].map((element) => [known.get(element)?.id, element]));
  const drawn = [];
  let at = parent.firstElementChild;
  for (const [place, node] of nodes.entries()) {
    const id = idOf(node, place);
    const element = before.get(id) ?? made(node, id, parts);
    before.delete(id);
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
    drawn.push(filled(element, node, parts, say));
  }
  for (const element of before.values()) remove(element);
  return Promise.all(drawn);
}

/** @type {(node: TreeNode, place: number) => string} */
const idOf = (node, place) => [node.component ?? node.holder ?? node.element ?? "absent", node.key ?? place].join(" ");

/** @param {Element} element */
function remove(element) {
  for (const inner of [element, ...element.querySelectorAll("*")]) known.get(inner)?.leave?.();
  element.remove();
}

const HOLDERS = { expander: "details", popover: "details", form: "form", dialog: "dialog" };

/** @param {TreeNode} node @param {string} id @param {Parts} parts */
function made(node, id, parts) {
  const kind = /** @type {keyof typeof HOLDERS} */ (node.holder);
  const element = document.createElement(HOLDERS[kind] ?? "div");
  known.set(element, { id });
  if (node.component) {
    const { html, css } = parts[node.component];
    const style = Object.assign(document.createElement("style"), { textContent: css });
    const content = document.createElement("template");
    content.innerHTML = html;
    element.attachShadow({ mode: "open" }).append(style, content.content);
  } else if (node.holder) {
    const label = Object.assign(document.createElement(kind === "dialog" ? "h2" : "summary"), { textContent: node.text });
    element.append(...(node.text ? [label] : []), document.createElement("div"));
  }
  return element;
}

/**
 * @param {Element} element
 * @param {TreeNode} node
 * @param {Parts} parts
 * @param {(said: Said) => void} say
 */
async function filled(element, node, parts, say) {
  /** @type {HTMLElement} */ (element).dataset.width = String(node.width ?? "");
  if (node.component) return drawComponent(/** @type {HTMLElement} */ (element), node, parts[node.component].script, say);
  if (!node.holder) return controlOf(element, node, say);
  // The styles of pages know a wrapper around each container.
  element.className = "holder";
  const inside = /** @type {Element} */ (element.lastElementChild);
  inside.className = [node.holder === "columns" ? "columns" : "container", node.class, node.horizontal && "row"].filter(Boolean).join(" ");
  if (element instanceof HTMLDialogElement && !element.open) {
    element.addEventListener("close", () => say({ key: node.key, value: false }), { once: true });
    queueMicrotask(() => element.isConnected && element.showModal());
  }
  return showTree(inside, node.children ?? [], parts, say);
}

/** @param {string} script of a component */
// eslint-disable-next-line no-restricted-syntax -- The tree names the module.
export const fetchScript = (script) => import(new URL(`scripts/${script}`, import.meta.url).href);

/**
 * @param {HTMLElement} element
 * @param {TreeNode} node
 * @param {string} script
 * @param {(said: Said) => void} say
 */
async function drawComponent(element, node, script, say) {
  const own = known.get(element);
  if (!own) return;
  own.run ??= (await fetchScript(script)).default;
  const { key } = node;
  own.leave = own.run?.({
    data: node.data,
    key,
    parentElement: element.shadowRoot,
    setTriggerValue: (/** @type {string} */ name, /** @type {unknown} */ value) => say({ key, name, value }),
    setStateValue: (/** @type {string} */ name, /** @type {unknown} */ value) => say({ key, name, value, stays: true }),
  }) ?? own.leave;
  element.dataset.drawn = "";
}
