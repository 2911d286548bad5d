import assert from "node:assert/strict";
import { test } from "node:test";

import { triggerOutboxFor } from "../../viewer/replay/trigger_outbox.js";

const connected = (name) => {
  const outbox = triggerOutboxFor(name);
  const sent = [];
  outbox.connect((requests) => sent.push(requests.map(({ line }) => line)));
  return { outbox, sent };
};

test("a match has one outbox", () => {
  assert.equal(triggerOutboxFor("one"), triggerOutboxFor("one"));
  assert.notEqual(triggerOutboxFor("one"), triggerOutboxFor("another"));
});

test("all requests without a response are sent again, in their order, until it arrives", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { outbox, sent } = connected("again");
  outbox.put({ line: "a" });
  outbox.put({ line: "b" });
  assert.deepEqual(sent, [["a"], ["a", "b"]]);
  t.mock.timers.tick(2000);
  assert.deepEqual(sent.at(-1), ["a", "b"]);
  t.mock.timers.tick(3999);
  assert.equal(sent.length, 3);
  t.mock.timers.tick(1);
  assert.equal(sent.length, 4);
  const responses = outbox.waiting.map(({ key }) => ({ key, kind: "done", says: "" }));
  assert.deepEqual(outbox.receive([...responses, { key: "unknown", kind: "done", says: "" }]).map(([{ line }]) => line), ["a", "b"]);
  t.mock.timers.tick(60_000);
  assert.equal(sent.length, 4);
  assert.deepEqual(outbox.waiting, []);
});

test("the same request twice in a row is sent once, with a key of its own for each request", () => {
  const { outbox } = connected("double");
  outbox.put({ line: "a" });
  outbox.put({ line: "a" });
  outbox.put({ line: "b" });
  outbox.put({ line: "a" });
  assert.deepEqual(outbox.waiting.map(({ line }) => line), ["a", "b", "a"]);
  assert.equal(new Set(outbox.waiting.map(({ key }) => key)).size, 3);
  assert.match(outbox.waiting[0].key, /^[0-9a-f]{24}$/);
  outbox.receive(outbox.waiting.map(({ key }) => ({ key, kind: "done", says: "" })));
  outbox.disconnect();
});

test("requests made while disconnected are sent on connection", () => {
  const outbox = triggerOutboxFor("later");
  outbox.put({ line: "a" });
  const sent = [];
  outbox.connect((requests) => sent.push(requests.length));
  assert.deepEqual(sent, [1]);
  outbox.receive(outbox.waiting.map(({ key }) => ({ key, kind: "done", says: "" })));
  outbox.disconnect();
});
