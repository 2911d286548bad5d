// The form in which words are compared where people look for something, as `core/folding.py` gives it.

/** Letters that Unicode does not take apart, and those of which `toLowerCase` leaves several forms. @type {Record<string, string>} */
const BASE = { ł: "l", ø: "o", đ: "d", æ: "ae", œ: "oe", ı: "i", ß: "ss", ς: "σ" };

/**
 * The text without letter case, accents and apostrophes, other punctuation as one space. A text of signs alone keeps them.
 * @param {string} text
 */
export function folded(text) {
  const letters = text.replace(/['\u2018\u2019\u02bc\u00b4`]/gu, "").normalize("NFKD").toLowerCase();
  const plain = letters.replace(/[łøđæœıßς]/gu, (letter) => BASE[letter]).normalize("NFKD").replace(/\p{M}/gu, "");
  return plain.replace(/[^\p{L}\p{N}]+/gu, " ").trim() || text.trim();
}
