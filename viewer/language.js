// What a component says, in the language its page speaks: English is the key of every message.

let tongue = { language: "en", words: {} };

function speak(spoken) {
  tongue = spoken;
}

function say(text, values = {}) {
  return filled(tongue.words[text] ?? text, values);
}

// `{number}` stands for the count.
function sayMany(one, many, count, values = {}) {
  const form = new Intl.PluralRules(tongue.language).select(count);
  const english = form === "one" ? one : many;
  const place = { one: 0, few: 1 }[form] ?? 2;
  return filled(tongue.words[one]?.[place] ?? english, { number: sayNumber(count), ...values });
}

function sayNumber(number) {
  const format = new Intl.NumberFormat(tongue.language, { maximumFractionDigits: 2, useGrouping: false });
  return format.format(number).replace("-", "\u2212");
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole);
}

// The texts and labels of a component's static HTML, once, before anything else is shown in it.
function sayAll(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.data.trim();
    if (text && !node.parentElement?.closest("style, svg, kbd")) node.data = node.data.replace(text, () => say(text));
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"]) {
    for (const element of [root, ...root.querySelectorAll(`[${name}]`)]) {
      if (element.hasAttribute?.(name)) element.setAttribute(name, say(element.getAttribute(name)));
    }
  }
}
