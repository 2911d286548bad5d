// The head of the replay: title, facts and result of the match, and its relatives.

import { find } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";

/**
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {boolean} isServed
 */
export function makeHeader(root, data, isServed) {
  const related = find(root, ".related");
  data.watch(() => {
    const { game: [shown, title], facts, parent, forks } = data;
    for (const line of /** @type {const} */ (["title", "result"])) find(root, `.${line}`).textContent = data[line];
    // The game leads to its page where there is one.
    render(isServed ? html`<a href="game?${new URLSearchParams({ game: title })}">${shown}</a>${facts.slice(shown.length)}` : facts, find(root, ".facts"));
    related.hidden = !parent && !forks?.length;
    render([
      parent ? matchLink(parent, gettext("The match of which this one is a fork")) : nothing,
      forks?.map((fork, place) => matchLink(fork, gettext("Fork {number}", { number: place + 1 }))),
    ], related);
  });
}

/** @type {(link: Link, text: string) => unknown} */
function matchLink([match, version], text) {
  const query = new URLSearchParams(version === null ? { match } : { match, at: String(version) });
  return html`<a href="replay?${query}">${text}</a>`;
}
