// Photos as buttons that open a full view, which shows one after the other.

import { gettext } from "../lib/language.js";
import { html, render } from "../lib/lit-html/lit-html.js";

/** The words that stand for a photo. @param {Photo} photo */
export const photoWords = ({ caption, moment }) => caption || (moment ? gettext("Photo: {moment}", { moment }) : gettext("Photo of the match"));

/**
 * A button with the small picture.
 * @param {Photo} photo
 * @param {() => void} open
 */
export const photoButton = (photo, open) => html`<button type="button" class="photo" data-photo=${photo.id} @click=${open}><img
  src=${photo.small} alt=${photoWords(photo)} width=${photo.width} height=${photo.height} loading="lazy" decoding="async"></button>`;

/**
 * The full view, added below `root`. Arrow keys lead to the other photos, Escape closes it.
 * @param {HTMLElement} root
 */
export function makePhotoView(root) {
  const dialog = root.appendChild(Object.assign(document.createElement("dialog"), { className: "photo-view" }));
  /** @type {Photo[]} */
  let photos = [];
  const show = (/** @type {number} */ at) => {
    const photo = photos[at];
    const isAlone = photos.length < 2;
    const step = (/** @type {number} */ by) => show((at + by + photos.length) % photos.length);
    dialog.onkeydown = (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      step(by);
      event.preventDefault();
    };
    render(html`<img src=${photo.full} alt=${photoWords(photo)} width=${photo.width} height=${photo.height}>
      <p class="photo-words">${[photo.caption, photo.moment].filter(Boolean).join(" \u00b7 ")}</p>
      <div class="photo-tools"><button type="button" ?hidden=${isAlone} @click=${() => step(-1)}>${gettext("Previous photo")}</button><button type="button"
        ?hidden=${isAlone} @click=${() => step(1)}>${gettext("Next photo")}</button><button type="button" @click=${() => dialog.close()}>${gettext("Close")}</button></div>`, dialog);
  };
  /** @type {(shown: Photo[], first: Photo) => void} */
  return (shown, first) => {
    photos = shown;
    dialog.setAttribute("aria-label", gettext("Photo"));
    show(shown.indexOf(first));
    dialog.showModal();
  };
}
