// Goes to another page as soon as the component appears.

import { visit } from "../lib/visit.js";

/** @type {WeakMap<Component<{ href: string }>["parentElement"], string>} */
const visited = new WeakMap();

/** @param {Component<{ href: string }>} component */
export default function ({ parentElement, data }) {
  if (visited.get(parentElement) === data.href) return;  // Called again, as after a second click on the button.
  visited.set(parentElement, data.href);
  visit(data.href);
}
