// The head of the replay: title, facts and result of the match, and its relatives.

import { find, htmlElement } from "../lib/elements.js";
import { gettext } from "../lib/language.js";

/**
 * @param {HTMLElement} root
 * @param {Store} data
 * @param {boolean} isServed
 */
export function makeHeader(root, data, isServed) {
  data.watch(() => {
    for (const line of /** @type {const} */ (["title", "result"])) find(root, `.${line}`).textContent = data[line];
    showFacts(find(root, ".facts"), data, isServed);
    showRelated(find(root, ".related"), data);
  });
}

/**
 * Links to the match this one was forked from and to its own forks.
 * @param {HTMLElement} line
 * @param {ReplayData} data
 */
function showRelated(line, { parent, forks }) {
  /**
   * @param {Link} link
   * @param {string} text
   */
  const link = ([match, version], text) => {
    const query = new URLSearchParams(version === null ? { match } : { match, at: String(version) });
    return Object.assign(htmlElement("a", "", text), { href: `replay?${query}` });
  };
  const links = (forks ?? []).map((fork, place) => link(fork, gettext("Fork {number}", { number: place + 1 })));
  if (parent) links.unshift(link(parent, gettext("The match of which this one is a fork")));
  line.hidden = !links.length;
  line.replaceChildren(...links);
}

/**
 * The facts, whose game leads to its page where there is one.
 * @param {HTMLElement} line
 * @param {ReplayData} data
 * @param {boolean} isServed
 */
function showFacts(line, { game: [shown, title], facts }, isServed) {
  const link = Object.assign(htmlElement("a", "", shown), { href: `game?${new URLSearchParams({ game: title })}` });
  line.replaceChildren(...(isServed ? [link, facts.slice(shown.length)] : [facts]));
}
