// Photos as buttons that open a full view, which shows one after the other.

import { commandButton, htmlElement } from "../lib/elements.js";
import { gettext } from "../lib/language.js";

/**
 * The words that stand for a photo.
 * @param {Photo} photo
 */
export const photoWords = ({ caption, moment }) => caption || (moment ? gettext("Photo: {moment}", { moment }) : gettext("Photo of the match"));

/**
 * A button with the small picture.
 * @param {Photo} photo
 * @param {() => void} open
 */
export function photoButton(photo, open) {
  const button = commandButton("photo", "", open);
  button.dataset.photo = photo.id;
  button.append(Object.assign(htmlElement("img"), {
    src: photo.small, alt: photoWords(photo), width: photo.width, height: photo.height, loading: "lazy", decoding: "async",
  }));
  return button;
}

/**
 * The full view, added below `root`. Arrow keys lead to the other photos, Escape closes it.
 * @param {HTMLElement} root
 */
export function makePhotoView(root) {
  const dialog = htmlElement("dialog", "photo-view");
  const picture = htmlElement("img");
  const words = htmlElement("p", "photo-words");
  const tools = htmlElement("div", "photo-tools");
  /** @type {Photo[]} */
  let photos = [];
  let at = 0;
  const show = () => {
    const photo = photos[at];
    Object.assign(picture, { src: photo.full, alt: photoWords(photo), width: photo.width, height: photo.height });
    words.textContent = [photo.caption, photo.moment].filter(Boolean).join(" \u00b7 ");
    for (const button of [back, next]) button.hidden = photos.length < 2;
  };
  const step = (/** @type {number} */ by) => {
    at = (at + by + photos.length) % photos.length;
    show();
  };
  const back = commandButton("", gettext("Previous photo"), () => step(-1));
  const next = commandButton("", gettext("Next photo"), () => step(1));
  tools.append(back, next, commandButton("", gettext("Close"), () => dialog.close()));
  dialog.append(picture, words, tools);
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "ArrowRight") step(1);
    else return;
    event.preventDefault();
  });
  root.append(dialog);
  /**
   * @param {Photo[]} shown
   * @param {Photo} first
   */
  return (shown, first) => {
    photos = shown;
    at = shown.indexOf(first);
    dialog.setAttribute("aria-label", gettext("Photo"));
    show();
    dialog.showModal();
  };
}
