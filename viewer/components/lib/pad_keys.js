// What a key of the number pad makes of a text.

/**
 * A text after a key of the pad; the first digit replaces what stood there.
 * @param {string} text
 * @param {string} key a digit, `+`, `±` or `⌫`
 * @param {boolean} isTyped
 */
export function pressed(text, key, isTyped) {
  if (key === "⌫") return text.slice(0, -1).replace(/^[-−]$/, "");
  if (key === "±") return /^[-−]/.test(text) ? text.slice(1) : `−${text}`;
  return isTyped || key === "+" ? text + key : key;
}
