import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { formatNumber, gettext, ngettext, setCatalog, typedNumber } from "../../viewer/components/lib/language.js";

const CZECH = { "{number} move": ["{number} tah", "{number} tahy", "{number} tahů"], "Round {round}": "Kolo {round}" };

afterEach(() => setCatalog({ language: "en", words: {} }));

test("a text without a translation stays English, its values filled in", () => {
  assert.equal(gettext("Round {round}", { round: 3 }), "Round 3");
  assert.equal(gettext("{unknown} stays"), "{unknown} stays");
});

test("a text of the catalog is translated", () => {
  setCatalog({ language: "cs", words: CZECH });
  assert.equal(gettext("Round {round}", { round: 3 }), "Kolo 3");
});

test("plural forms follow the language", () => {
  const forms = (counts) => counts.map((count) => ngettext("{number} move", "{number} moves", count));
  assert.deepEqual(forms([1, 2, 5]), ["1 move", "2 moves", "5 moves"]);
  setCatalog({ language: "cs", words: CZECH });
  assert.deepEqual(forms([1, 2, 5]), ["1 tah", "2 tahy", "5 tahů"]);
});

test("numbers have the separators of the language and a real minus sign; typed ones have none of thousands", () => {
  assert.deepEqual([formatNumber(-1234.5), typedNumber(-1234.5)], ["\u22121,234.5", "\u22121234.5"]);
  setCatalog({ language: "cs", words: {} });
  assert.deepEqual([formatNumber(1234.5), typedNumber(1234.5)], ["1\u00a0234,5", "1234,5"]);
});

test("the components of a page add their words to each other's; another language replaces them", () => {
  setCatalog({ language: "cs", words: CZECH });
  setCatalog({ language: "cs", words: { Undo: "Zpět" } });
  assert.deepEqual([gettext("Round {round}", { round: 3 }), gettext("Undo")], ["Kolo 3", "Zpět"]);
  setCatalog({ language: "ro", words: { Undo: "Anulează" } });
  assert.deepEqual([gettext("Round {round}", { round: 3 }), gettext("Undo")], ["Round 3", "Anulează"]);
});
