// The frame of every page: the navigation before the page, the choice of the language at its end. Streamlit
// would draw a navigation within <main>. As every page has this component, it also asks for new charts
// when the system changes between light and dark, and follows a log out.

import { htmlElement, isChanged, svgElement } from "../lib/elements.js";
import { gettext, setCatalog } from "../lib/language.js";
import { followLogOut } from "../lib/log_out.js";
import { dress } from "../lib/look.js";
import { followLinks } from "../lib/visit.js";
import { translateStreamlit } from "./streamlit_words.js";

/** @typedef {{ href: string, label: string, is_here: boolean }} Link */
/** @typedef {{ cookie: string, languages: Record<string, string>, words: Link[], more: Link[], catalog: Catalog }} Frame */

/** Words in the bar from this width on; the menu has the others. */
const ROOM = [{ from: 1100, words: 7 }, { from: 768, words: 5 }, { from: 0, words: 3 }];

followLogOut();
let scheme = "";
let fit = () => {};
addEventListener("resize", () => fit());

/**
 * Called when the component appears and again whenever its data or the theme changes.
 * @param {Component<Frame> & { setTriggerValue: (name: string, value: unknown) => void }} component
 */
export default function show({ data, setTriggerValue }) {
  setCatalog(data.catalog);
  document.documentElement.lang = data.catalog.language;
  translateStreamlit();
  // The server draws charts in the colors of the theme; a run after Streamlit has changed the theme draws them anew.
  if (followTheme()) setTriggerValue("theme", true);
  const bar = frameOf("nav", "partie-nav", gettext("Pages"));
  // To put it where it is already would take the focus from it.
  if (document.body.firstElementChild !== bar.host) document.body.prepend(bar.host);
  const foot = frameOf("div", "partie-language");
  const main = document.querySelector("main") ?? document.body;
  if (foot.host.parentElement !== main) main.append(foot.host);  // The last stop of the Tab key.
  bar.host.hidden = !data.words.length;
  if (isChanged(bar.host, [data.words, data.more, data.catalog.language])) drawBar(bar.root, data);
  if (isChanged(foot.host, [data.languages, data.catalog.language])) foot.root.replaceChildren(languageMenu(data));
}

/** Streamlit sets light or dark on its own root only. Returns whether that has changed since the page was drawn. */
function followTheme() {
  const app = document.querySelector(".stApp");
  if (!app) return false;
  const [before, now] = [scheme, getComputedStyle(app).colorScheme];
  document.documentElement.style.colorScheme = scheme = now;
  return Boolean(before) && before !== now;
}

/**
 * The element of the page with this id, made where it is missing, and its shadow root in the look of all pages.
 * @param {"nav" | "div"} tag
 * @param {string} id
 * @param {string} [label]
 */
function frameOf(tag, id, label) {
  const host = document.getElementById(id) ?? Object.assign(document.createElement(tag), { id });
  if (label) host.setAttribute("aria-label", label);
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  if (!root.firstChild) root.append(htmlElement("div"));
  dress(/** @type {HTMLElement} */ (root.firstChild));
  return { host, root: /** @type {HTMLElement} */ (root.firstChild) };
}

/**
 * @param {HTMLElement} root
 * @param {Frame} data
 */
function drawBar(root, data) {
  let width = 0;
  fit = () => {
    if (innerWidth === width) return;  // It is the height that has changed: a menu that is open stays so.
    width = innerWidth;
    let room = ROOM.find(({ from }) => width >= from)?.words ?? 1;
    let line = drawWords(root, data, room);
    // The menu bears the name of the page, which may be long, the more so in another language.
    while (room > 1 && isTight(line)) line = drawWords(root, data, room -= 1);
  };
  fit();
  document.fonts.ready.then(() => {
    width = 0;
    if (isTight(root)) fit();
  });
}

/**
 * Whether the words have no room, so that the name in the menu is cut.
 * @param {HTMLElement} line
 */
function isTight(line) {
  return [...line.querySelectorAll(".cut")].some((name) => name.scrollWidth > name.clientWidth);
}

/**
 * @param {HTMLElement} root
 * @param {Frame} data
 * @param {number} room
 */
function drawWords(root, { words, more }, room) {
  const shown = words.slice(0, room);
  const hidden = [...words.slice(room), ...more];
  root.className = "nav";
  const line = htmlElement("div");
  const brand = htmlElement("a", "brand");
  brand.href = ".";
  brand.append(mark(), htmlElement("span", "", "Partie"));
  line.append(brand, ...shown.map((link) => pageLink(link, "to")), menu(hidden), htmlElement("span", "end"));
  root.replaceChildren(skipLink(), line);
  followLinks(root);
  return line;
}

/** The first link of the page, shown while it has the focus. */
function skipLink() {
  const link = htmlElement("a", "skip", gettext("Skip to main content"));
  link.href = "#main";
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const main = /** @type {HTMLElement | null} */ (document.querySelector("main"));
    main?.setAttribute("tabindex", "-1");
    main?.focus();
  });
  return link;
}

/**
 * @param {Link} page
 * @param {string} className
 */
function pageLink({ href, label, is_here }, className) {
  const link = htmlElement("a", className, label);
  link.href = href;
  if (is_here) link.setAttribute("aria-current", "page");
  return link;
}

/**
 * The pages that have no room in the bar. The menu bears the name of the present page if it is one of them.
 * @param {Link[]} pages
 */
function menu(pages) {
  const here = pages.find((page) => page.is_here);
  const box = htmlElement("details", "menu");
  const head = htmlElement("summary", here ? "to here" : "to");
  head.append(htmlElement("span", "cut", here?.label ?? gettext("More")));
  const chevron = svgElement("svg", { viewBox: "0 0 16 16", class: "ic", "aria-hidden": "true" });
  chevron.append(svgElement("path", { d: "m4 6 4 4 4-4" }));
  head.append(chevron);
  const list = htmlElement("div", "pop");
  list.append(...pages.map((page) => pageLink(page, "item")));
  box.append(head, list);
  list.addEventListener("click", () => { box.open = false; });
  box.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !box.contains(/** @type {Node} */ (event.relatedTarget))) box.open = false;
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !box.open) return;
    box.open = false;
    head.focus();
  });
  box.addEventListener("toggle", () => {
    const close = (/** @type {PointerEvent} */ event) => {
      if (!event.composedPath().includes(box)) box.open = false;
    };
    if (box.open) addEventListener("pointerdown", close, { once: true });
  });
  return box;
}

function mark() {
  const tile = svgElement("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" });
  tile.append(
    svgElement("rect", { width: 20, height: 20, rx: 4.5, fill: "var(--accent)" }),
    svgElement("path", { d: "M4 16v-3.5h4V9h4V5.5h4V16z", fill: "var(--on-accent)" }),
  );
  return tile;
}

/** @param {Frame} data */
function languageMenu({ cookie, languages, catalog }) {
  const select = htmlElement("select", "language");
  select.setAttribute("aria-label", gettext("Language"));
  select.append(...Object.entries(languages).map(([key, name]) => {
    const option = new Option(name, key, false, key === catalog.language);
    option.lang = key;
    return option;
  }));
  select.onchange = () => {
    document.cookie = `${cookie}=${select.value}; path=/; max-age=31536000; SameSite=Lax`;
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    location.replace(address);
    if (address.href === location.href) location.reload();
  };
  return select;
}
