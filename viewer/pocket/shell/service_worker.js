// The service worker: the files of this version, kept on the device; requests of pages, handed to the tab that owns the
// store. `partie pocket` puts `BUILT` before this script: the version, and every file with its digest.
//
// Laws: a version is whole or not there; what an older version has of the same digest is not fetched again; an older
// version is forgotten when a page of this one has opened the store.

/* global BUILT */

const CHANNEL = "partie-pocket";
const CACHES = "partie-pocket-";
const CACHE = `${CACHES}${BUILT.version}`;
const ANSWERED = /^(api|view|pages)\/|^(partie\.db|plays)$/;
const FEED = /^api\/matches\/([\w-]+)\/feed$/;
/** Fetched when it is first used, and kept from then on. */
const LATER = /^zxing\//;
const LANGUAGE = "language";
const SHARED = "shared";
const AGAIN_MS = 1000;
const TRIES = 120;

const scope = /** @type {any} */ (globalThis);
const root = new URL("./", scope.location.href);
const channel = new BroadcastChannel(CHANNEL);
/** @type {Map<string, (answer: any) => void>} */
const waiting = new Map();
/** @type {Set<{ match: string, controller: ReadableStreamDefaultController }>} */
const followers = new Set();

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data.opened) event.waitUntil(forgetOlder());
  if (event.data.language) event.waitUntil(keepLanguage(event.data.language));
});

async function install() {
  const cache = await caches.open(CACHE);
  const files = Object.entries(BUILT.files);
  for (const [at, [path, digest]] of files.entries()) {
    const address = keyOf(path, digest);
    const kept = await caches.match(address);
    if (kept || !LATER.test(path)) await cache.put(address, kept ?? (await fetched(path)));
    channel.postMessage({ fetched: (at + 1) / files.length });
  }
}

/** @param {string} path */
async function fetched(path) {
  const answer = await fetch(new URL(path, root), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** @type {(path: string, digest: string) => string} */
const keyOf = (path, digest) => `${new URL(path, root)}?${digest}`;

/** Not while a newer version is on its way. */
async function forgetOlder() {
  if (scope.registration.installing || scope.registration.waiting) return;
  for (const name of await caches.keys()) if (name.startsWith(CACHES) && name !== CACHE) await caches.delete(name);
}

/** @param {string} language */
async function keepLanguage(language) {
  const cache = await caches.open(CACHE);
  await cache.put(new URL(LANGUAGE, root), new Response(language));
}

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (!url.href.startsWith(root.href)) return;
  const path = url.pathname.slice(root.pathname.length);
  const followed = FEED.exec(path);
  if (followed) event.respondWith(feed(followed[1]));
  else if (request.mode !== "navigate" && ANSWERED.test(path)) event.respondWith(ask(request, path + url.search));
  else if (request.mode === "navigate") event.respondWith(request.method === "POST" ? shared(request) : page());
  else if (BUILT.files[path]) event.respondWith(file(path));
});

/** @param {string} path */
async function file(path) {
  const cache = await caches.open(CACHE);
  const address = keyOf(path, BUILT.files[path]);
  const kept = await cache.match(address);
  if (kept) return kept;
  const answer = await fetched(path);
  if (LATER.test(path)) await cache.put(address, answer.clone());
  return answer;
}

/** A file that another app shares waits until the page that takes it has opened the store. @param {Request} request */
async function shared(request) {
  const file = (await request.formData()).get("file");
  if (file) await (await caches.open(CACHE)).put(new URL(SHARED, root), new Response(file));
  return Response.redirect(new URL("./", root).href, 303);
}

/** The frame of the page in the language that was chosen, else in that of the browser. */
async function page() {
  const cache = await caches.open(CACHE);
  const chosen = await (await cache.match(new URL(LANGUAGE, root)))?.text();
  const wanted = [chosen, ...navigator.languages];
  const language = wanted.map((tag) => (tag ?? "").slice(0, 2)).find((tag) => BUILT.files[`index.${tag}.html`]) ?? "en";
  return file(`index.${language}.html`);
}

/**
 * Ask the owner of the store, and again every second: another tab may become it meanwhile. It answers each once.
 * @param {Request} request
 * @param {string} path
 */
async function ask(request, path) {
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const id = crypto.randomUUID();
  let again = 0;
  const message = { ask: { id, method: request.method, path, headers: Object.fromEntries(request.headers), body } };
  const answer = await new Promise((resolve) => {
    let tries = 0;
    const send = () => ((tries += 1) > TRIES ? resolve({ status: 503, headers: {} }) : channel.postMessage(message));
    waiting.set(id, resolve);
    again = setInterval(send, AGAIN_MS);
    send();
  });
  clearInterval(again);
  waiting.delete(id);
  return new Response([204, 304].includes(answer.status) ? null : answer.body, { status: answer.status, headers: answer.headers });
}

/**
 * The feed of a match: an open stream; the owner says when it has a new version, in whichever tab it was recorded.
 * @param {string} match
 */
function feed(match) {
  /** @type {any} */
  let mine;
  const stream = new ReadableStream({
    start(controller) {
      mine = { match, controller };
      followers.add(mine);
      controller.enqueue(encoded(": open\n\n"));
    },
    cancel: () => void followers.delete(mine),
  });
  return new Response(stream, { headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" } });
}

const encoded = (/** @type {string} */ text) => new TextEncoder().encode(text);

channel.onmessage = ({ data }) => {
  waiting.get(data.answer)?.(data);
  if (!data.recorded) return;
  for (const one of followers) {
    if (one.match !== data.recorded) continue;
    try {
      one.controller.enqueue(encoded(`id: ${data.version}\nevent: entry\ndata: {}\n\n`));
    } catch {
      followers.delete(one);
    }
  }
};
