// The photo of a new match: chosen in the form, and sent once the match has begun.

import { PRINCIPAL, addressOf, problemOf, request } from "../lib/http.js";
import { gettext } from "../lib/language.js";
import { html } from "../lib/lit-html/lit-html.js";
import { smallerPicture } from "../photos/smaller.js";

const UPLOAD_TIMEOUT_MS = 90_000;

/** @type {(photo: File | null, onPhoto: (photo: File | null) => void) => unknown} */
export function photoField(photo, onPhoto) {
  const inputBy = (/** @type {Event} */ { currentTarget }) =>
    /** @type {HTMLInputElement} */ (/** @type {Element} */ (currentTarget).parentElement?.querySelector("input"));
  const remove = (/** @type {Event} */ event) => {
    inputBy(event).value = "";
    onPhoto(null);
  };
  return html`<div class="photo-field">
    <input type="file" accept="image/*" hidden @change=${(/** @type {InputOf} */ { target }) => onPhoto(target.files?.[0] ?? null)}>
    <button type="button" class="btn" @click=${(/** @type {Event} */ event) => inputBy(event).click()}>${gettext("Add a photo")}</button>
    <span class="cut soft s14" title=${photo?.name ?? ""}>${photo?.name}</span>
    <button type="button" class="btn bare" ?hidden=${!photo} @click=${remove}>${gettext("Remove the photo")}</button></div>`;
}

/**
 * Sends the photo of a match that has begun; returns why it was not taken.
 * @param {string} match
 * @param {File} photo
 * @param {string} principal
 * @param {string} key
 */
export async function sendPhoto(match, photo, principal, key) {
  const picture = await smallerPicture(photo);
  const headers = { "Content-Type": picture.type, "Idempotency-Key": key, [PRINCIPAL]: principal };
  try {
    const answer = await request(addressOf("", `api/matches/${match}/photos`), { method: "POST", headers, body: picture }, UPLOAD_TIMEOUT_MS);
    return answer.ok ? "" : await problemOf(answer);
  } catch {
    return gettext("The photo could not be sent. Try again, or remove it.");
  }
}
