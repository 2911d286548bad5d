// The photo of a new match: chosen in the form, and sent once the match has begun.

import { commandButton, htmlElement } from "../lib/elements.js";
import { PRINCIPAL, addressOf, problemOf, request } from "../lib/http.js";
import { gettext } from "../lib/language.js";
import { smallerPicture } from "../photos/smaller.js";

const UPLOAD_TIMEOUT_MS = 90_000;

/** @param {(photo: File | null) => void} onPhoto */
export function makePhoto(onPhoto) {
  const root = htmlElement("div", "photo-field");
  const input = htmlElement("input");
  Object.assign(input, { type: "file", accept: "image/*", hidden: true });
  const choose = commandButton("btn", gettext("Add a photo"), () => input.click());
  const name = htmlElement("span", "cut soft s14");
  const remove = commandButton("btn bare", gettext("Remove the photo"), () => { input.value = ""; onPhoto(null); });
  input.addEventListener("change", () => onPhoto(input.files?.[0] ?? null));
  root.append(input, choose, name, remove);
  return {
    root,
    /** @param {File | null} photo */
    show(photo) {
      name.textContent = name.title = photo?.name ?? "";
      remove.hidden = !photo;
    },
  };
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
