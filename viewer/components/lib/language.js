// Texts of the components in the language of the page; the English text is the key of a message.

/** @type {Catalog} */
let catalog = { language: "en", words: {} };

/**
 * Adds the words of a component to those of the others on the page; a change of the language replaces them all.
 * @param {Catalog} loaded
 */
export function setCatalog(loaded) {
  const known = loaded.language === catalog.language ? catalog.words : {};
  catalog = { language: loaded.language, words: { ...known, ...loaded.words } };
}

export const pageLanguage = () => catalog.language;

/** @param {string} text @param {Values} [values] */
export function gettext(text, values = {}) {
  return interpolate(String(catalog.words[text] ?? text), values);
}

/**
 * `{number}` stands for the count.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Values} [values]
 */
export function ngettext(one, many, count, values = {}) {
  const form = new Intl.PluralRules(catalog.language).select(count);
  const english = form === "one" ? one : many;
  const place = form === "one" ? 0 : form === "few" ? 1 : 2;
  return interpolate(catalog.words[one]?.[place] ?? english, { number: formatNumber(count), ...values });
}

/** @param {number} number */
export const formatNumber = (number) => formatted(number, true);

/** The same as people type it, without separators of thousands. @param {number} number */
export const typedNumber = (number) => formatted(number, false);

/** @param {number} number @param {boolean} useGrouping */
function formatted(number, useGrouping) {
  // `+ 0` turns -0 into 0.
  const format = new Intl.NumberFormat(catalog.language, { maximumFractionDigits: 2, useGrouping });
  return format.format(number + 0).replace("-", "\u2212");
}

/** @param {string} text @param {Values} values */
function interpolate(text, values) {
  return text.replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));
}

/**
 * Translates the texts and labels of a component's static HTML; called once, before anything else is added to it.
 * @param {Element | ShadowRoot} root
 */
export function translateElement(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    const text = node.data.trim();
    if (text && !node.parentElement?.closest("style, svg, kbd")) node.data = node.data.replace(text, () => gettext(text));
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"]) {
    for (const element of [root, ...root.querySelectorAll(`[${name}]`)]) {
      const text = element instanceof Element && element.getAttribute(name);
      if (text) element.setAttribute(name, gettext(text));
    }
  }
}
