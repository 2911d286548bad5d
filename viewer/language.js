// What a component says, in the language its page speaks: English is the key of every message.

let catalog = { language: "en", words: {} };

export function setCatalog(loaded) {
  catalog = loaded;
}

export function gettext(text, values = {}) {
  return interpolate(catalog.words[text] ?? text, values);
}

// `{number}` stands for the count.
export function ngettext(one, many, count, values = {}) {
  const form = new Intl.PluralRules(catalog.language).select(count);
  const english = form === "one" ? one : many;
  const place = { one: 0, few: 1 }[form] ?? 2;
  return interpolate(catalog.words[one]?.[place] ?? english, { number: formatNumber(count), ...values });
}

export function formatNumber(number) {
  // `+ 0` turns -0 into 0.
  const format = new Intl.NumberFormat(catalog.language, { maximumFractionDigits: 2, useGrouping: false });
  return format.format(number + 0).replace("-", "\u2212");
}

function interpolate(text, values) {
  return text.replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole);
}

// The texts and labels of a component's static HTML, once, before anything else is shown in it.
export function translateElement(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.data.trim();
    if (text && !node.parentElement?.closest("style, svg, kbd")) node.data = node.data.replace(text, () => gettext(text));
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"]) {
    for (const element of [root, ...root.querySelectorAll(`[${name}]`)]) {
      if (element.hasAttribute?.(name)) element.setAttribute(name, gettext(element.getAttribute(name)));
    }
  }
}
