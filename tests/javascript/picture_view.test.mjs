// Which part of a picture is shown, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AIR, closeView, everything, isCrowded, leastWidth } from "../../viewer/components/live/picture_view.js";

const box = (x, y, width = 1, height = 1) => ({ x, y, width, height });
const WHOLE = box(0, 0, 20, 20);
const picture = (targets, whole = WHOLE) => ({ whole, view: whole ?? box(0, 0), targets: new Map(Object.entries(targets)) });

test("without targets the whole panel is shown; targets beside it are shown too", () => {
  assert.deepEqual(everything(picture({})), WHOLE);
  assert.deepEqual(everything(picture({ a: [box(22, 3)] })), box(0, 0, 23, 20));
  assert.deepEqual(everything(picture({ a: [box(2, 3)], b: [box(5, 3)] }, null)), box(2, 3, 4, 1));
});

test("targets that lie close need a wider picture", () => {
  const close = picture({ a: [box(3, 3)], b: [box(4, 3)] });
  const far = picture({ a: [box(1, 1)], b: [box(15, 15)] });
  assert.ok(leastWidth(close, WHOLE) > leastWidth(far, WHOLE));
  assert.deepEqual([close, far].map((one) => isCrowded(one, 200)), [true, false]);
  assert.equal(isCrowded(picture({}), 1), false, "nothing to tell apart");
});

test("the close view shows the targets with air, within the panel, and less air where that saves scrolling", () => {
  const targets = { a: [box(9, 9)], b: [box(12, 9)] };
  const wide = closeView(picture(targets), 10_000);
  assert.ok(wide.x <= 9 - AIR && wide.x + wide.width >= 13 + AIR, JSON.stringify(wide));
  const corner = closeView(picture({ a: [box(0, 0)] }), 10_000);
  assert.deepEqual([corner.x, corner.y], [0, 0]);
  assert.ok(closeView(picture({ a: [box(0, 0)], b: [box(11, 0)] }), 1).width <= closeView(picture({ a: [box(0, 0)], b: [box(11, 0)] }), 10_000).width);
});

test("a close view is no wider than the page at the size of fingers, where its targets allow it", () => {
  const crowded = picture({ a: [box(9, 9, 0.5, 0.5)], b: [box(9.7, 9, 0.5, 0.5)], c: [box(10.4, 9, 0.5, 0.5)] });
  const view = closeView(crowded, 300);
  assert.ok(view.width < 7 && leastWidth(crowded, view) <= 300.5, JSON.stringify(view));
});
