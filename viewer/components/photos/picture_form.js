// The form of the picture of a person or a game: a file is made smaller here and sent to the address of the picture.

import { find } from "../lib/elements.js";
import { addressOf, newKey, problemOf, request } from "../lib/http.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { dress } from "../lib/look.js";
import { smallerPicture } from "./smaller.js";

/** A picture may be large, and a network slow. */
const TIMEOUT_MS = 120_000;

/**
 * @param {Component<{ address: string, has_picture: boolean, choose: string, remove: string, failed: string }>
 *   & { setTriggerValue: (name: string, value: string) => void }} component
 */
export default function ({ parentElement, data, setTriggerValue }) {
  dress(parentElement);
  const root = find(parentElement, ".picture");
  /** @param {"PUT" | "DELETE"} method @param {Blob} [body] */
  const send = async (method, body) => {
    show("", true);
    const headers = { "Idempotency-Key": newKey(), ...body && { "Content-Type": body.type } };
    try {
      const answer = await request(addressOf("", data.address), { method, headers, body }, TIMEOUT_MS);
      if (answer.ok) return setTriggerValue("done", method);
      show(await problemOf(answer));
    } catch {
      show(data.failed);
    }
  };
  const chosen = async (/** @type {InputOf} */ { target }) => {
    const [file] = target.files ?? [];
    target.value = "";
    if (file) await send("PUT", await smallerPicture(file));
  };
  const show = (problem = "", isBusy = false) => render(html`
    <input type="file" accept="image/*" hidden @change=${chosen}>
    <button type="button" class="btn" ?disabled=${isBusy} @click=${() => find(root, "input").click()}>${data.choose}</button>
    ${data.has_picture ? html`<button type="button" class="btn bare" ?disabled=${isBusy} @click=${() => send("DELETE")}>${data.remove}</button>` : nothing}
    <p role="alert" class="none">${problem || nothing}</p>`, root);
  show();
}
