// JSON as the format wants it (T-LINE-3): no field twice, no NaN, finite numbers, no half of a surrogate pair.

/** Thrown for text that is not one JSON value; `JSON.parse` accepts a field twice, so it is not used. */
export class NotJson extends Error {}

/** @param {string} text */
export function parse(text) {
  let at = 0;
  const fail = () => { throw new NotJson(`at character ${at + 1}`); };
  const skip = () => { while (" \t\n\r".includes(text[at] ?? "x")) at += 1; };
  const take = (/** @type {string} */ token) => { if (!text.startsWith(token, at)) fail(); at += token.length; };

  function value() {
    skip();
    const first = text[at];
    if (first === "{") return object();
    if (first === "[") return array();
    if (first === '"') return string();
    for (const [word, meaning] of [["true", true], ["false", false], ["null", null]]) {
      if (text.startsWith(word, at)) { at += word.length; return meaning; }
    }
    const digits = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    digits.lastIndex = at;
    const found = digits.exec(text);
    if (!found) fail();
    at += found[0].length;
    const number = Number(found[0]);
    if (!Number.isFinite(number)) fail();
    return number;
  }

  function object() {
    const fields = Object.create(null);
    take("{"); skip();
    if (text[at] === "}") { at += 1; return fields; }
    for (;;) {
      skip();
      const name = string();
      if (name in fields) fail();
      skip(); take(":");
      fields[name] = value();
      skip();
      if (text[at] === "}") { at += 1; return fields; }
      take(",");
    }
  }

  function array() {
    const items = [];
    take("["); skip();
    if (text[at] === "]") { at += 1; return items; }
    for (;;) {
      items.push(value());
      skip();
      if (text[at] === "]") { at += 1; return items; }
      take(",");
    }
  }

  function string() {
    const token = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found) fail();
    at += found[0].length;
    const said = JSON.parse(found[0]);
    if (!said.isWellFormed()) fail();
    return said;
  }

  const result = value();
  skip();
  if (at < text.length) fail();
  return result;
}
