// What waits in the browser, on a page of the viewer that records nothing itself. What may be sent is sent.

import { find } from "../lib/elements.js";
import { setCatalog } from "../lib/language.js";
import { resumeAll } from "../lib/outbox.js";
import { showHeldWrites } from "./held_writes.js";

/** @type {WeakSet<HTMLElement | ShadowRoot>} */
const begun = new WeakSet();

/** @param {Component<{ catalog: Catalog }>} component */
export default function ({ parentElement, data }) {
  if (begun.has(parentElement)) return;
  begun.add(parentElement);
  setCatalog(data.catalog);
  resumeAll("");
  showHeldWrites(find(parentElement, ".held-writes"));
}
