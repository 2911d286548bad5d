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
