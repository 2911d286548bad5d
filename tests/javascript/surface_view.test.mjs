// How the boards show the places that can be tapped, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { aimOf, isJustTapped, partsOf } from "../../viewer/components/live/surface_view.js";

const panel = { stays: false, isNarrow: true, isCrowded: true, isShared: true, hasCloseView: false };

test("taps that are too close for a finger are shown closer, on a narrow screen only", () => {
  assert.equal(aimOf(panel), "beside");
  assert.equal(aimOf({ ...panel, isShared: false }), "closer");
  assert.equal(aimOf({ ...panel, isCrowded: false }), "whole");
  assert.equal(aimOf({ ...panel, isNarrow: false }), "whole");
});

test("the place that was just tapped stays where it is shown", () => {
  assert.equal(aimOf({ ...panel, stays: true }), "as before");
  assert.equal(aimOf({ ...panel, stays: true, isCrowded: false, hasCloseView: true }), "beside");
  assert.ok(isJustTapped([["display/3/blue", null]], ["display/3/blue"]));
  assert.ok(!isJustTapped([["display/3/blue", null]], []));
  assert.ok(!isJustTapped([["a", null], ["b", null]], ["a"]));
});

test("taps go by the nearest place around them; where one has none there are no parts", () => {
  const isPlace = (place) => ["display", "display/3", "line"].includes(place);
  const parts = partsOf([["display/3/blue", null], ["display/3/red", "red"], ["line/1", null]], isPlace);
  assert.deepEqual([...parts], [
    ["display/3", [["display/3/blue", null], ["display/3/red", "red"]]], ["line", [["line/1", null]]],
  ]);
  assert.equal(partsOf([["display/3/blue", null], ["pass", null]], isPlace), null);
});
