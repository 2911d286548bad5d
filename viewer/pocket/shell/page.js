// The pages of a pocket in one document: asks the store for the tree of the page at its address, and shows it.

import { gettext, setCatalog } from "../../components/lib/language.js";
import { followFiles, save } from "./files.js";
import { own, prepareStart } from "./owner.js";
import { keepWhenSaved, roomNow, troubleOf, warningOfRoom } from "./room.js";
import { followScans } from "./scan.js";
import { fetchScript, showTree } from "./tree_view.js";

const { dataset } = document.documentElement;
const version = dataset.version ?? "";
const root = new URL("./", import.meta.url);
const main = /** @type {HTMLElement} */ (document.querySelector("#page"));
const bar = /** @type {HTMLElement} */ (document.querySelector("#bar"));
/** What the snapshot is made after: the first page is drawn, and its reader looks at it. */
const IDLE_MS = 3000;
/** Fetched while Python starts. */
const OF_MOST_PAGES = ["navigation/navigation.js", "html_block/html_block.js"];

setCatalog(JSON.parse(/** @type {HTMLElement} */ (document.querySelector("#catalog")).textContent ?? ""));
// The state of a page is that of a tab.
const visitor = (sessionStorage.visitor ??= crypto.randomUUID());

/** @type {import("./tree_view.js").Said[]} */
const said = [];
let isDrawing = false;
let isStale = false;
/** The address whose code was told: what the page reads afterwards is newer. */
let told = "";

/** Draws the page anew with what was said meanwhile; once more if more is said while it is drawn. */
async function draw() {
  isStale = true;
  if (isDrawing) return;
  isDrawing = true;
  try {
    while (isStale) {
      isStale = false;
      await drawOnce();
    }
  } finally {
    isDrawing = false;
  }
}

/** @param {import("./tree_view.js").Said} one */
function say(one) {
  said.push(one);
  queueMicrotask(draw);
}

async function drawOnce() {
  const { href, search } = location;
  const name = location.pathname.slice(root.pathname.length) || ".";
  const address = Object.fromEntries([...new URLSearchParams(search).keys()].map((key) => [key, new URLSearchParams(search).getAll(key)]));
  const room = name === "keeping" ? await roomNow() : {};
  const asked = { room, code: location.hash.slice(1), isOpened: href !== told, address, events: said.splice(0), visitor, theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light", zone: -new Date().getTimezoneOffset() };
  const answer = await fetch(new URL(`pages/${name === "." ? "" : name}`, root), {
    method: "POST", body: JSON.stringify(asked), headers: { "Accept-Language": chosenLanguage() },
  });
  const page = await answer.json();
  if (location.href !== href) return; // Another page was asked for meanwhile.
  if (!answer.ok) return fail(page.detail);
  told = href;
  document.title = page.title;
  followAddress(page.address);
  await showTree(bar, [{ component: "navigation", key: "frame", data: page.navigation }], { navigation: { html: "<span></span>", css: "", script: "navigation/navigation.js" } }, say);
  await showTree(main, page.nodes, page.components, say);
  page.downloads.forEach((/** @type {{ name: string, content: string }} */ { name, content }) => save(name, Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))));
  leaveFirstPage();
  dataset.drawn = name;
}

/** The page may have changed its parameters. @param {Record<string, string[]>} address */
function followAddress(address) {
  const wanted = new URLSearchParams(Object.entries(address).flatMap(([key, values]) => values.map((value) => [key, value])));
  if (String(wanted) !== String(new URLSearchParams(location.search))) history.replaceState(null, "", `${location.pathname}${wanted.size ? `?${wanted}` : ""}`);
}

/** @param {string} why */
function fail(why) {
  main.replaceChildren(Object.assign(document.createElement("p"), { className: "failed", textContent: why }));
  leaveFirstPage();
  dataset.drawn = "";
}

function leaveFirstPage() {
  document.documentElement.classList.remove("framed");
  document.querySelector("#partie-frame")?.remove();
}

/** That of the choice at the end of a page, which is a cookie, else that of the browser. */
const chosenLanguage = () => /partie-language=(\w+)/.exec(document.cookie)?.[1] ?? navigator.language;

/** @param {import("./owner.js").Owned} state */
async function opened(state) {
  Object.assign(dataset, { store: state.ready ? "open" : state.why, by: state.by, heap: state.heap });
  if (!state.ready) return fail(troubleOf(state.name));
  navigator.serviceWorker.controller?.postMessage({ opened: true, language: chosenLanguage() });
  if (state.by === "plain") setTimeout(async () => {
    dataset.snapshot = JSON.stringify(await prepareStart(version));
  }, IDLE_MS);
  warn(await warningOfRoom());
  followFiles(root, chosenLanguage, warn);
  followScans(root, say);
}

/** @param {string} said */
function warn(said) {
  document.querySelector(".warned")?.remove();
  if (said) main.before(Object.assign(document.createElement("p"), { className: "warned", role: "status", textContent: said }));
}

async function serviceWorker() {
  if (!("serviceWorker" in navigator)) throw new Error(gettext("Partie needs an https address to stay on this device."));
  await navigator.serviceWorker.register(new URL("service_worker.js", root));
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}

try {
  await serviceWorker();
  own(version, opened);
  for (const script of OF_MOST_PAGES) void fetchScript(script);
  keepWhenSaved();
  new BroadcastChannel("partie-pocket").addEventListener("message", ({ data }) => {
    if (data.home && [".", "keeping"].includes(dataset.drawn ?? "")) void draw();
  });
  for (const moved of ["popstate", "hashchange"]) addEventListener(moved, draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  await draw();
} catch (error) {
  fail(String(/** @type {Error} */ (error).message));
}
