// The photo of a new match: chosen in the form, and sent once the match has begun.

import { find } from "../lib/elements.js";
import { whyNotSaved } from "../lib/http.js";
import { gettext } from "../lib/language.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { smallerPicture } from "../photos/smaller.js";

/** @typedef {(photo: File | null) => void} OnPhoto */

/** @type {(onPhoto: OnPhoto) => unknown} */
export function photoField(onPhoto) {
  const take = (/** @type {InputOf} */ { target }) => {
    onPhoto(target.files?.[0] ?? null);
    target.value = "";  // The same file can be chosen again.
  };
  const ask = (/** @type {Event} */ { currentTarget }) => find(/** @type {Element} */ (/** @type {Element} */ (currentTarget).parentElement), "input").click();
  return html`<div class="photo-field"><input type="file" accept="image/*" hidden @change=${take}><button type="button" class="btn" @click=${ask}>${gettext("Add a photo")}</button></div>`;
}

/** @type {WeakMap<File, string>} */
const addresses = new WeakMap();

/** @type {(photo: File | null, onPhoto: OnPhoto) => unknown} */
export function photoView(photo, onPhoto) {
  if (!photo) return nothing;
  const address = addresses.get(photo) ?? URL.createObjectURL(photo);
  addresses.set(photo, address);
  return html`<div class="photo-of"><img src=${address} alt="" width="64" height="64"><span class="cut soft s14" title=${photo.name}>${photo.name}</span>
    <button type="button" class="btn bare" @click=${() => onPhoto(null)}>${gettext("Remove the photo")}</button></div>`;
}

/**
 * Sends the photo of a match that has begun; returns why it was not taken.
 * @param {string} match
 * @param {File} photo
 * @param {string} principal
 * @param {string} key
 */
export async function sendPhoto(match, photo, principal, key) {
  const failed = gettext("The photo could not be sent. Try again, or remove it.");
  return whyNotSaved("POST", `api/matches/${match}/photos`, await smallerPicture(photo), { principal, key, failed });
}
