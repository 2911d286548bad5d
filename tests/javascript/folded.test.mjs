// Words are compared in one form, in Python and on pages: `tests/core/test_folding.py` reads the same cases.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { folded } from "../../viewer/components/lib/folded.js";

const CASES = JSON.parse(readFileSync(new URL("folded.json", import.meta.url), "utf8"));

test("words have the form that Python gives them", () => {
  for (const [text, form] of CASES) assert.equal(folded(text), form, text);
});
