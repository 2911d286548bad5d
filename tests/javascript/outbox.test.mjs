// The outbox against a real server, with the browser's storage stood in for by a map.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, beforeEach, test } from "node:test";
import { heldOutboxes, outboxFor, resumeAll } from "../../viewer/components/lib/outbox.js";

const ME = "token me";

/** @type {{ key: string, expected: string | undefined, body: unknown, principal: string }[]} */
let received = [];
/** The principal that the server knows. */
let loggedIn = ME;
/** What the server does with each request, in order; then it answers 200. */
let answers = [];
const server = createServer((request, response) => {
  let text = "";
  request.on("data", (part) => { text += part; });
  request.on("end", () => {
    const { "idempotency-key": key, "if-match": expected, "partie-principal": principal } = request.headers;
    received.push({ key, expected, principal, body: JSON.parse(text || "null") });
    const [status, detail] = answers.shift() ?? [200, ""];
    if (status === "cut") return request.socket.destroy();
    if (status === "half") return response.writeHead(200, { "Content-Length": 9 }).write("{", () => request.socket.destroy());
    if (loggedIn) response.setHeader("Partie-Principal", loggedIn);
    response.writeHead(status, { "Content-Type": "application/problem+json" }).end(JSON.stringify({ detail, rule: detail ? "R-X" : null }));
  });
});

class Storage extends Map {
  getItem(name) { return this.get(name) ?? null; }
  setItem(name, value) { this.set(name, value); }
  removeItem(name) { this.delete(name); }
}

before(async () => {
  await new Promise((listening) => { server.listen(0, "127.0.0.1", listening); });
  globalThis.location = { href: `http://127.0.0.1:${server.address().port}/table?match=m` };
});
after(() => server.close());
beforeEach(() => {
  const stored = new Storage();
  // `Object.keys(localStorage)` names the stored items.
  globalThis.localStorage = new Proxy(stored, {
    get: (target, name) => (typeof target[name] === "function" ? target[name].bind(target) : target[name]),
    ownKeys: (target) => [...target.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  received = [];
  answers = [];
  loggedIn = ME;
});

const write = (word, expected = null) => ({ method: "POST", path: "api/x", body: { word }, expected, request: { line: word } });

/** Resolves with the first `number` exchanges. */
function exchangesOf(outbox, number) {
  return new Promise((done) => {
    const all = [];
    outbox.listen((exchanges) => {
      all.push(...exchanges);
      if (all.length >= number) done(all.map(([{ body }, { kind, says }]) => [body.word, kind, says]));
    });
  });
}

test("requests are sent one at a time in order, each with its key and version", async () => {
  const outbox = outboxFor("order", ME, "");
  for (const [place, word] of ["a", "b", "c"].entries()) outbox.put(write(word, place + 3));
  assert.deepEqual(await exchangesOf(outbox, 3), [["a", "done", ""], ["b", "done", ""], ["c", "done", ""]]);
  assert.deepEqual(received.map(({ body, expected }) => [body.word, expected]), [["a", '"3"'], ["b", '"4"'], ["c", '"5"']]);
  assert.equal(new Set(received.map(({ key }) => key)).size, 3);
  assert.equal(localStorage.size, 0);
});

test("a request whose answer is lost is sent again under the same key", async () => {
  answers = [["cut"], [503]];
  const outbox = outboxFor("lost", ME, "");
  const arrived = exchangesOf(outbox, 1);
  outbox.put(write("a", 1));
  assert.equal(localStorage.size, 1);
  assert.deepEqual(await arrived, [["a", "done", ""]]);
  assert.deepEqual(received.map(({ key }) => key), Array(3).fill(received[0].key));
});

test("what a response says comes with it, and nothing if the connection breaks in the middle", async () => {
  answers = [[200, "first"], ["half"]];
  const outbox = outboxFor("content", ME, "");
  const contents = new Promise((done) => {
    const all = [];
    outbox.listen((exchanges) => {
      all.push(...exchanges.map(([, { kind, content }]) => [kind, content]));
      if (all.length >= 2) done(all);
    });
  });
  outbox.put(write("a", 1));
  outbox.put(write("b", 2));
  assert.deepEqual(await contents, [["done", { detail: "first", rule: "R-X" }], ["done", null]]);
  assert.equal(received.length, 2);
});

test("after a conflict nothing that was entered on top of it is sent, notes are", async () => {
  answers = [[412, "moved on"]];
  const outbox = outboxFor("conflict", ME, "");
  outbox.put(write("a", 1));
  outbox.put(write("b", 2));
  outbox.put(write("note"));
  assert.deepEqual(await exchangesOf(outbox, 3), [["a", "moved", "moved on"], ["b", "moved", ""], ["note", "done", ""]]);
  assert.deepEqual(received.map(({ body }) => body.word), ["a", "note"]);
  assert.equal(localStorage.size, 0);
});

test("a later page sends what an earlier one left, in order, before its own", async () => {
  const left = (word, order) => ["partie-outbox/left/" + order, JSON.stringify({ ...write(word), match: "left", owner: ME, key: word.repeat(9), order })];
  for (const [name, value] of [left("b", "000000000000002"), left("a", "000000000000001")]) localStorage.setItem(name, value);
  localStorage.setItem("partie-outbox/another/1", "null");
  const outbox = outboxFor("left", ME, "");
  outbox.put(write("c"));
  assert.deepEqual((await exchangesOf(outbox, 3)).map(([word]) => word), ["a", "b", "c"]);
});

test("a double click is one request, the same again later is another", async () => {
  const outbox = outboxFor("double", ME, "");
  outbox.put(write("a", 1));
  outbox.put(write("a", 1));
  await exchangesOf(outbox, 1);
  outbox.put(write("a", 1));
  await exchangesOf(outbox, 2);
  assert.equal(received.length, 2);
});

test("a component that is added again receives what the one before it has just received", async () => {
  answers = [[422, "no such tile"]];
  const outbox = outboxFor("again", ME, "");
  outbox.put(write("a", 1));
  const expected = [["a", "refused", "no such tile"]];
  assert.deepEqual(await exchangesOf(outbox, 1), expected);
  assert.deepEqual(await exchangesOf(outbox, 1), expected);
});

/** Resolves when what the outbox says of its held writes fits. */
const until = (outbox, fits) => new Promise((done) => {
  outbox.listen(() => { if (fits(outbox)) done(undefined); });
});

for (const status of [401, 403, 404]) {
  test(`a write that its principal may not send now (${status}) waits, also over a reload, and is sent when it may`, async () => {
    answers = [[status, "Log in."]];
    const outbox = outboxFor(`held-${status}`, ME, "");
    outbox.put(write("a", 1));
    outbox.put(write("b", 2));
    await until(outbox, ({ held }) => held);
    assert.deepEqual([outbox.waiting.length, localStorage.size, received.length], [2, 2, 1]);
    assert.ok(heldOutboxes().includes(outbox));
    outbox.retry();
    assert.deepEqual(await exchangesOf(outbox, 2), [["a", "done", ""], ["b", "done", ""]]);
    assert.deepEqual(received.map(({ principal }) => principal), [ME, ME, ME]);
    assert.deepEqual([localStorage.size, heldOutboxes().length], [0, 0]);
  });
}

test("a note that is not there any more is refused: it was withdrawn", async () => {
  answers = [[404, "No such note."]];
  const outbox = outboxFor("withdrawn", ME, "");
  outbox.put({ ...write("a"), method: "PATCH" });
  assert.deepEqual(await exchangesOf(outbox, 1), [["a", "refused", "No such note."]]);
});

test("another principal sends nothing of the first one, and is not kept waiting by it", async () => {
  answers = [[403, "Entered under another login."]];
  loggedIn = "token other";
  const first = outboxFor("shared", ME, "");
  first.put(write("mine", 1));
  await until(first, ({ held }) => held?.principal === "token other");
  const other = outboxFor("shared", "token other", "");
  other.put(write("theirs", 1));
  assert.deepEqual(await exchangesOf(other, 1), [["theirs", "done", ""]]);
  assert.deepEqual(received.map(({ body, principal }) => [body.word, principal]), [["mine", ME], ["theirs", "token other"]]);
  assert.equal(first.waiting.length, 1);
  first.discard();
  assert.deepEqual([first.waiting.length, localStorage.size, heldOutboxes().length], [0, 0, 0]);
});

test("what a former version left without an owner is sent under no login but by hand", async () => {
  answers = [[403, "Entered under another login."]];
  const stored = { ...write("old"), match: "former", key: "k".repeat(9), order: "000000000000001" };
  localStorage.setItem("partie-outbox/former/1", JSON.stringify(stored));
  resumeAll("");
  const [outbox] = heldOutboxes().length ? heldOutboxes() : await new Promise((done) => {
    const timer = setInterval(() => { if (heldOutboxes().length) { clearInterval(timer); done(heldOutboxes()); } }, 5);
  });
  assert.deepEqual([outbox.owner, received[0].principal], ["local", "local"]);
  outbox.giveTo(ME);
  assert.deepEqual(await exchangesOf(outboxFor("former", ME, ""), 1), [["old", "done", ""]]);
  assert.equal(received[1].principal, ME);
  assert.equal(outbox.waiting.length, 0);
});
