// Goes to another page of the viewer without loading it anew.

/**
 * Adds one entry to the history and tells Streamlit in the same way as the browser's Back button does. A page switched by
 * Python would add two entries, and the first of them would be the old page with the new query.
 * @param {string} href relative to the current page
 */
export function visit(href) {
  history.pushState(null, "", href);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** @type {WeakSet<Element>} */
const followed = new WeakSet();

/**
 * Makes the relative links below `root` open their page without loading it anew. With a modifier key the browser opens a tab.
 * @param {HTMLElement} root
 */
export function followLinks(root) {
  if (followed.has(root)) return;
  followed.add(root);
  root.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("a[href]");
    const href = link?.getAttribute("href") ?? "";
    if (!href || /^(\w+:|\/|#)/.test(href) || link?.hasAttribute("target") || link?.hasAttribute("download")) return;
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    visit(href);
  });
}
