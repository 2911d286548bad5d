import assert from "node:assert/strict";
import { test } from "node:test";

import { versionIn } from "../../viewer/components/replay/address_bar.js";
import { actorAt, arrival } from "../../viewer/components/replay/boards.js";
import { FOLLOWING, nextScrolling, scrollFor } from "../../viewer/components/replay/list_scroll.js";

const scrolled = (isInView) => ({ kind: "scrolled", isInView });
const after = (...messages) => messages.reduce(nextScrolling, FOLLOWING);

test("the list follows until the reader scrolls the current row out of sight", () => {
  assert.deepEqual(after(), { isFollowing: true, isOwn: false });
  assert.deepEqual(after(scrolled(false)), { isFollowing: false, isOwn: false });
  assert.equal(after(scrolled(true)).isFollowing, true);
  assert.equal(after(scrolled(false), scrolled(true)).isFollowing, true);
  assert.equal(after(scrolled(false), { kind: "back" }).isFollowing, true);
});

test("its own scrolling says nothing about the reader, the next one does", () => {
  assert.deepEqual(after({ kind: "set" }, scrolled(false)), { isFollowing: true, isOwn: false });
  assert.equal(after({ kind: "set" }, scrolled(false), scrolled(false)).isFollowing, false);
  assert.equal(after(scrolled(false), { kind: "set" }, scrolled(true)).isFollowing, false);
  assert.equal(after({ kind: "set" }, { kind: "back" }).isOwn, true);
});

test("a row is scrolled to no further than needed, a high one to its beginning", () => {
  const list = { scrollTop: 100, clientHeight: 200 };
  assert.equal(scrollFor({ offsetTop: 200, offsetHeight: 20 }, list), 100);
  assert.equal(scrollFor({ offsetTop: 120, offsetHeight: 20 }, list), 80);
  assert.equal(scrollFor({ offsetTop: 300, offsetHeight: 20 }, list), 140);
  assert.equal(scrollFor({ offsetTop: 300, offsetHeight: 900 }, list), 260);
});

test("the board of the seat that acted last is large, draws of chance leave it", () => {
  const steps = [null, 1, null, 0].map((seat) => ({ seat }));
  assert.deepEqual([0, 1, 2, 3].map((step) => actorAt(steps, step)), [0, 1, 1, 0]);
});

test("a tap leads to the step at which the piece arrived", () => {
  const piece = [undefined, "use"];
  const changes = [[], [{ id: "a", after: piece }], [{ id: "b", after: piece }, { id: "a", after: [undefined, "text"] }], [{ id: "a" }]];
  assert.deepEqual([1, 2, 3].map((now) => arrival(changes, "a", now)), [1, 1, 1]);
  assert.deepEqual([arrival(changes, "b", 3), arrival(changes, "b", 1), arrival(changes, "c", 3)], [2, 0, 0]);
});

test("an address names a version in digits only", () => {
  assert.deepEqual([versionIn("12"), versionIn("0")], [12, 0]);
  for (const text of ["", "-1", "1.5", "1e3", " 7", "1234567890"]) assert.ok(Number.isNaN(versionIn(text)));
});
