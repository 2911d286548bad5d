// The service worker of the live page. It keeps the page's own files, so that the page opens without the server; what the
// server answers about a match is never kept. The server puts `SHELL` before this script.

/* global SHELL */

/** After this the kept page comes, although the server may still answer. */
const TIMEOUT_MS = 1500;
const PREFIX = "partie-live-";
const worker = /** @type {any} */ (globalThis);

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  // Where the browser knows such rules, requests about the match do not pass through the worker.
  const around = ["../api/*", "../view/*"].map((path) => new URL(path, worker.location.href).pathname);
  event.waitUntil(event.addRoutes?.(around.map((pathname) => ({ condition: { urlPattern: { pathname } }, source: "network" }))));
  event.waitUntil(caches.open(SHELL.cache).then((cache) => cache.addAll([...SHELL.pages, ...SHELL.files])));
});

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(Promise.all([
  forgetOlder(), worker.registration.navigationPreload?.enable(), worker.clients.claim(),
])));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (SHELL.files.some((file) => isAt(file, request.url))) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});

async function forgetOlder() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== SHELL.cache) await caches.delete(name);
  }
}

/**
 * The page from the server; the kept one where the server is away.
 * @param {{ request: Request, preloadResponse: Promise<Response | undefined> }} event
 */
async function page({ request, preloadResponse }) {
  const answered = preloadResponse.then((preloaded) => preloaded ?? fetch(request));
  answered.catch(() => {});  // The kept page may have been shown before.
  const late = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
  const [live, screen] = SHELL.pages;
  const kept = () => caches.match(new URL(new URL(request.url).pathname.endsWith("/screen") ? screen : live, worker.location.href));
  try {
    const answer = await Promise.race([answered, late]);
    if (answer && answer.status < 500) return answer;
  } catch {
    // The server is away.
  }
  return (await kept()) ?? answered;
}

/** @type {(file: string, address: string) => boolean} */
const isAt = (file, address) => new URL(file, worker.location.href).href === address;
