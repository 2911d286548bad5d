import assert from "node:assert/strict";
import { test } from "node:test";

import { fittingScale, tableLayout } from "../../viewer/components/live/screen_layout.js";

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

const SIZES = { width: 13.1, height: 9.8 };
const overlap = (one, other) => one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

test("all boards of a table are in one view, apart, and that of the seat to move is the largest", () => {
  for (const others of [1, 2, 3]) {
    for (const [width, height] of [[900, 500], [1000, 640], [700, 700], [1600, 900]]) {
      const boards = { shared: [{ width: 28.4, height: 8.4 }], own: [SIZES], others: Array.from({ length: others }, () => SIZES) };
      const { boxes } = tableLayout(boards, width, height, 10);
      assert.equal(boxes.length, 2 + others);
      boxes.forEach((box, at) => {
        assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 0.01 && box.y + box.height <= height + 0.01, JSON.stringify(box));
        assert.ok(boxes.slice(0, at).every((other) => !overlap(box, other)));
        assert.ok(at < 2 || box.width <= boxes[1].width + 0.01);
      });
    }
  }
});

test("a table without boards of seats, or without one to move, fills the view too", () => {
  const alone = tableLayout({ shared: [{ width: 10, height: 10 }], own: [], others: [] }, 800, 500, 10);
  assert.ok(Math.abs(alone.boxes[0].height - 500) < 1);
  const ended = tableLayout({ shared: [{ width: 20, height: 8 }], own: [], others: [SIZES, SIZES] }, 800, 500, 10);
  assert.ok(ended.boxes.every((box) => box.width > 100 && box.y + box.height <= 500.01));
});
