import assert from "node:assert/strict";
import { test } from "node:test";

import { fittingScale } from "../../viewer/live/screen_layout.js";

const scale = (sizes, width, height, gap = 0) =>
  Math.round(fittingScale(sizes.map(([wide, high]) => ({ width: wide, height: high })), width, height, gap) * 100) / 100;

test("one panel is as large as the narrower side allows", () => {
  assert.equal(scale([[10, 5]], 1000, 1000), 100);
  assert.equal(scale([[10, 5]], 1000, 400), 80);
});

test("panels share a line while that is larger than two lines", () => {
  assert.equal(scale([[10, 10], [10, 10]], 2000, 1000), 100);
  assert.equal(scale([[10, 10], [10, 10]], 1000, 2000), 100);
  assert.equal(scale([[10, 10], [10, 10], [10, 10], [10, 10]], 1000, 1000), 50);
});

test("gaps take space between panels and between lines", () => {
  assert.equal(scale([[10, 10], [10, 10]], 2010, 1000, 10), 100);
  assert.equal(scale([[10, 10], [10, 10]], 1000, 2010, 10), 100);
});

test("without space or panels nothing breaks", () => {
  assert.equal(scale([[10, 10]], 0, 0), 0);
  assert.ok(scale([], 100, 100) >= 0);
});
