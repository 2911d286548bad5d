// Parts of a printed page.

import { find, findAll, isChanged } from "../lib/elements.js";
import { made } from "../lib/parts.js";
import { followLinks } from "../lib/visit.js";

/** @param {Component<{ theme: string, parts: Part[] }>} component */
export default function ({ parentElement, data }) {
  const paper = find(parentElement, ".paper");
  paper.className = `paper partie-${data.theme}`;
  followLinks(paper);
  if (!isChanged(paper, data.parts)) return;
  paper.replaceChildren(...data.parts.map((part) => made(part)));
  for (const button of findAll(paper, "button.print")) button.addEventListener("click", () => window.print());
}
