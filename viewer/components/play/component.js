// The page of a play: what Python drew, with its links, its menu, the stepper of its rounds, photos, notes and editing.

import { awaited } from "../lib/awaited.js";
import { find, findAll, isChanged, setChildren, targetOf } from "../lib/elements.js";
import { follow } from "../lib/follow.js";
import { setCatalog } from "../lib/language.js";
import { dress } from "../lib/look.js";
import { redraw } from "../lib/parts.js";
import { followLinks } from "../lib/visit.js";
import { showPhotos } from "../photos/gallery.js";
import { PlayEditor } from "./editing.js";
import { makeSavedLine } from "./saved.js";
import { makeNotes } from "./notes.js";
import { makeStepper } from "./stepper.js";

/** @typedef {Component<PlayData> & { setTriggerValue: (name: string, value: unknown) => void }} PlayComponent */

/** @type {WeakMap<HTMLElement | ShadowRoot, ReturnType<typeof openPage>>} */
const pages = new WeakMap();

/** Called when the component appears and again whenever its data changes. @param {PlayComponent} component */
export default function (component) {
  const { parentElement } = component;
  setCatalog(component.data.catalog);
  const page = pages.get(parentElement) ?? openPage(parentElement, component);
  pages.set(parentElement, page);
  page.update(component);
  return () => {
    page.leave();
    pages.delete(parentElement);
  };
}

/** @param {HTMLElement | ShadowRoot} host @param {PlayComponent} first */
function openPage(host, first) {
  dress(host);
  const root = find(host, ".play");
  const gallery = find(host, ".gallery");
  let component = first;
  const answer = awaited((count) => component.setStateValue("changed", count));
  const refresh = answer.ask;
  const leaving = new AbortController();
  followLinks(root);
  listen(root, (wish) => component.setTriggerValue("sent", wish), leaving.signal);
  const notes = makeNotes(refresh);
  const showRounds = makeStepper(root);
  const saved = makeSavedLine(first.data, answer);
  /** @type {PlayEditor | null} */
  let editor = null;
  const endFollowing = follow(first.data.match, "", () => component.data.version, {
    entry: (version) => { if (version > component.data.version) refresh(); },
    notes: refresh,
    reset: refresh,
    state: () => {},
  });
  return {
    /** @param {PlayComponent} shown */
    update(shown) {
      answer.came();
      component = shown;
      const { data } = shown;
      if (isChanged(root, data.parts)) {
        redraw(root, data.parts);
        for (const [slot, content] of /** @type {const} */ ([[".notes-here", notes.root], [".photos-here", gallery]])) {
          const place = root.querySelector(slot);
          if (place) setChildren(place, [content]);
        }
        showRounds();
        for (const region of findAll(root, ".scroll")) fadeAtTheEnd(region);
      }
      saved?.show(root, data);
      if (data.editing) (editor ??= new PlayEditor(root, data.editing, refresh)).update(data.editing);
      notes.show(data);
      gallery.hidden = !data.photos;
      if (data.photos) showPhotos({ parentElement: gallery, data: data.photos, setStateValue: refresh });
    },
    leave() {
      leaving.abort();
      saved?.leave();
      endFollowing();
      answer.came();
    },
  };
}

/**
 * A button says to Python what is wanted. The menu closes by itself.
 * @param {HTMLElement} root
 * @param {(wish: string) => void} send
 * @param {AbortSignal} signal ends listening to the rest of the page
 */
function listen(root, send, signal) {
  const closeMenus = () => { for (const menu of findAll(root, "details.more", HTMLDetailsElement)) menu.open = false; };
  root.addEventListener("click", (event) => {
    const target = targetOf(event);
    const button = /** @type {HTMLElement | null} */ (target.closest("[data-send]"));
    if (button) send(button.dataset.send ?? "");
    if (target.closest(".menu")) closeMenus();
  });
  root.addEventListener("keydown", (event) => {
    const menu = targetOf(event).closest("details.more[open]");
    if (event.key !== "Escape" || !menu) return;
    closeMenus();
    find(menu, "summary").focus();
  });
  document.addEventListener("click", (event) => {
    if (!event.composedPath().some((one) => one instanceof HTMLDetailsElement)) closeMenus();
  }, { signal });
}

/** Marks a table that goes on beyond its right edge. @param {HTMLElement} region */
function fadeAtTheEnd(region) {
  const mark = () => region.classList.toggle("goes-on", region.scrollLeft + region.clientWidth < region.scrollWidth - 2);
  if (region.onscroll) return mark();
  region.onscroll = mark;
  new ResizeObserver(mark).observe(region);
}
