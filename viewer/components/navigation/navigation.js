// The frame of every page: the navigation before the page, the choice of the language at its end. Streamlit
// would draw a navigation within <main>. As every page has this component, it also asks for new charts
// when the system changes between light and dark, and follows a log out.

import { iconView, isChanged } from "../lib/elements.js";
import { gettext, setCatalog } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { followLogOut } from "../lib/log_out.js";
import { dress } from "../lib/look.js";
import { followLinks } from "../lib/visit.js";
import { leaveFrame } from "./frame.js";
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
  render(languageMenu(data), foot.root);
  leaveFrame();
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
  if (!root.firstChild) root.append(document.createElement("div"));
  dress(/** @type {HTMLElement} */ (root.firstChild));
  return { host, root: /** @type {HTMLElement} */ (root.firstChild) };
}

/** @param {HTMLElement} root @param {Frame} data */
function drawBar(root, data) {
  let width = 0;
  fit = () => {
    if (innerWidth === width) return;  // It is the height that has changed: a menu that is open stays so.
    width = innerWidth;
    let room = ROOM.find(({ from }) => width >= from)?.words ?? 1;
    drawWords(root, data, room);
    // The menu bears the name of the page, which may be long, the more so in another language.
    while (room > 1 && isTight(root)) drawWords(root, data, room -= 1);
  };
  fit();
  document.fonts.ready.then(() => {
    width = 0;
    if (isTight(root)) fit();
  });
}

/** Whether the words have no room, so that the name in the menu is cut. @param {HTMLElement} line */
function isTight(line) {
  return [...line.querySelectorAll(".cut")].some((name) => name.scrollWidth > name.clientWidth);
}

/**
 * @param {HTMLElement} root
 * @param {Frame} data
 * @param {number} room
 */
function drawWords(root, { words, more }, room) {
  root.className = "nav";
  render(html`<a class="skip" href="#main" @click=${goToMain}>${gettext("Skip to main content")}</a>
    <div><a class="brand" href=".">${MARK}<span>Partie</span></a>${words.slice(0, room).map((link) => linkView(link, "to"))}${
      words.length > room || more.length ? menu([...words.slice(room), ...more]) : nothing}<span class="end"></span></div>`, root);
  followLinks(root);
}

/** @param {Event} event */
function goToMain(event) {
  event.preventDefault();
  const main = /** @type {HTMLElement | null} */ (document.querySelector("main"));
  main?.setAttribute("tabindex", "-1");
  main?.focus();
}

/** @param {Link} page @param {string} className */
const linkView = ({ href, label, is_here }, className) => html`<a class=${className} href=${href} aria-current=${is_here ? "page" : nothing}>${label}</a>`;

/**
 * The pages that have no room in the bar. The menu bears the name of the present page if it is one of them.
 * @param {Link[]} pages
 */
function menu(pages) {
  const here = pages.find((page) => page.is_here);
  const boxOf = (/** @type {Event} */ { currentTarget }) => /** @type {HTMLDetailsElement} */ (/** @type {Element} */ (currentTarget).closest("details"));
  const leave = (/** @type {FocusEvent} */ event) => {
    if (event.relatedTarget && !boxOf(event).contains(/** @type {Node} */ (event.relatedTarget))) boxOf(event).open = false;
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    const box = boxOf(event);
    if (event.key !== "Escape" || !box.open) return;
    box.open = false;
    box.querySelector("summary")?.focus();
  };
  const toggle = (/** @type {Event} */ event) => {
    const box = boxOf(event);
    const close = (/** @type {Event} */ tap) => { if (!tap.composedPath().includes(box)) box.open = false; };
    if (box.open) addEventListener("pointerdown", close, { once: true });
  };
  return html`<details class="menu" @focusout=${leave} @keydown=${press} @toggle=${toggle}>
    <summary class=${here ? "to here" : "to"}><span class="cut">${here?.label ?? gettext("More")}</span>${iconView("m4 6 4 4 4-4")}</summary>
    <div class="pop" @click=${(/** @type {Event} */ event) => { boxOf(event).open = false; }}>${pages.map((page) => linkView(page, "item"))}</div>
  </details>`;
}

const MARK = html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
  <rect width="20" height="20" rx="4.5" fill="var(--accent)"></rect>
  <path d="M4 16v-3.5h4V9h4V5.5h4V16z" fill="var(--on-accent)"></path></svg>`;

/** @param {Frame} data */
function languageMenu({ cookie, languages, catalog }) {
  const choose = (/** @type {InputOf<HTMLSelectElement>} */ { target }) => {
    document.cookie = `${cookie}=${target.value}; path=/; max-age=31536000; SameSite=Lax`;
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    location.replace(address);
    if (address.href === location.href) location.reload();
  };
  return html`<select class="language" aria-label=${gettext("Language")} @change=${choose}>${Object.entries(languages).map(([key, name]) =>
    html`<option value=${key} lang=${key} .selected=${key === catalog.language}>${name}</option>`)}</select>`;
}
