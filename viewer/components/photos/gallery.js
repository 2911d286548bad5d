// The photos of a match as a component of the viewer. It sends new photos and captions over HTTP, then asks the page to
// run again, which brings the photos as they are now.

import { cloneOf, find, findAll, targetOf } from "../lib/elements.js";
import { PRINCIPAL, addressOf, newKey, problemOf, request } from "../lib/http.js";
import { gettext, setCatalog, translateElement } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { makeMachine } from "../lib/machine.js";
import { applyTheme } from "../lib/theme.js";
import { NOTHING_ADDED, nextAdding } from "./draft_state.js";
import { smallerPicture } from "./smaller.js";
import { makePhotoView, photoButton, photoWords } from "./view.js";

/** @import { AddingEffect, AddingMessage, PhotoDraft } from "./draft_state.js" */

/** A photo may take long to send, and the server to answer. */
const UPLOAD_TIMEOUT_MS = 90_000;

/** @type {WeakMap<HTMLElement | ShadowRoot, (component: Component<GalleryData>) => void>} */
const galleries = new WeakMap();

/** @param {Component<GalleryData>} component */
export function showPhotos(component) {
  const { parentElement } = component;
  const update = galleries.get(parentElement) ?? openGallery(parentElement, component.data);
  galleries.set(parentElement, update);
  update(component);
}

export default showPhotos;

/**
 * @param {HTMLElement | ShadowRoot} host
 * @param {GalleryData} first
 */
function openGallery(host, first) {
  setCatalog(first.catalog);
  const root = cloneOf(find(host, "template", HTMLTemplateElement));
  translateElement(root);
  host.append(root);
  const open = makePhotoView(root);
  let data = first;
  let changes = 0;
  let changed = () => {};
  const message = find(root, ".message");
  /** @type {(path: string, init: RequestInit) => Promise<boolean>} */
  const send = async (path, init) => {
    message.textContent = gettext("Saving …");
    const entered = { ...init, headers: { ...init.headers, [PRINCIPAL]: first.principal } };  // Never sent under a later login.
    try {
      const answer = await request(addressOf("", `api/matches/${data.match}/photos${path}`), entered, UPLOAD_TIMEOUT_MS);
      message.textContent = answer.ok ? "" : await problemOf(answer);
      if (answer.ok) changed();
      return answer.ok;
    } catch {
      message.textContent = gettext("The server cannot be reached; nothing was saved. Try again.");
      return false;
    }
  };
  const showDraft = makeDraft(root, () => data, send);
  const edit = makeEditDialog(root, () => data, send);
  return (/** @type {Component<GalleryData>} */ component) => {
    data = component.data;
    changed = () => component.setStateValue("changed", ++changes);
    applyTheme(root, host);
    root.classList.toggle("above-footer", data.at === "latest");
    find(root, "h2").textContent = data.title;
    find(root, ".add").hidden = !data.writes;
    find(root, ".of-moment").hidden = data.at === null;
    render(data.photos.map((photo) => itemView(photo, data, open, edit)), find(root, ".pictures"));
    showDraft();
  };
}

/** @type {(photo: Photo, data: GalleryData, open: (shown: Photo[], first: Photo) => void, edit: (photo: Photo) => void) => unknown} */
function itemView(photo, { photos, match, writes }, open, edit) {
  const { about, caption, moment } = photo;
  const query = new URLSearchParams({ match, at: String(about) });
  return html`<li>${photoButton(photo, () => open(photos, photo))}${caption ? html`<p class="caption">${caption}</p>` : nothing}
    ${about === null ? nothing : html`<p class="moment"><a href="replay?${query}">${moment}</a></p>`}
    ${writes ? html`<button type="button" class="quiet" aria-label=${gettext("Edit: {photo}", { photo: photoWords(photo) })} @click=${() => edit(photo)}>${gettext("Edit")}</button>` : nothing}</li>`;
}

/**
 * The form to add a photo.
 * @param {HTMLElement} root
 * @param {() => GalleryData} now
 * @param {(path: string, init: RequestInit) => Promise<boolean>} send
 */
function makeDraft(root, now, send) {
  const form = find(root, ".add", HTMLFormElement);
  const chooser = find(form, "input[type=file]", HTMLInputElement);
  addEventListener("partie-photo", () => { if (chooser.isConnected) chooser.click(); });  // A button of the sheet above.
  const moment = find(form, "[name=moment]", HTMLInputElement);
  const machine = makeMachine(NOTHING_ADDED, nextAdding, (effect) => perform(effect));
  const show = () => {
    const { draft, isSending } = machine.state;
    find(form, ".draft").hidden = !draft;
    find(form, ".choose").hidden = Boolean(draft);
    find(form, "[type=submit]", HTMLButtonElement).disabled = isSending;
  };
  /** @param {AddingMessage} message */
  const tell = (message) => {
    machine.send(message);
    show();
  };
  /** @param {AddingEffect} effect */
  const perform = (effect) => {
    show();
    if (effect.kind === "fill") fill(form, effect.draft);
    else if (effect.kind === "clear") clear(form);
    else void sendPhoto(effect.draft, effect.query, send).then((isSaved) => tell({ kind: "ended", isSaved }));
  };
  find(form, ".choose").addEventListener("click", () => chooser.click());
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files ?? [];
    if (!file) return;
    const { match, at } = now();
    const picture = await smallerPicture(file);
    tell({ kind: "chosen", draft: { picture, key: newKey(), at: at === "latest" ? await latestEvent(match) : at } });
  });
  for (const field of findAll(form, "[name]")) field.addEventListener("change", () => tell({ kind: "changed", key: newKey() }));
  find(form, "[data-does=cancel]").addEventListener("click", () => tell({ kind: "cancelled" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    tell({ kind: "submitted", caption: String(new FormData(form).get("caption")), isOfMoment: moment.checked });
  });
  return show;
}

/**
 * @param {HTMLFormElement} form
 * @param {PhotoDraft} draft
 */
function fill(form, { picture, at }) {
  find(form, ".preview", HTMLImageElement).src = URL.createObjectURL(picture);
  find(form, "[name=moment]", HTMLInputElement).checked = at !== null;
  find(form, "[name=caption]").focus();
}

/** @param {HTMLFormElement} form */
function clear(form) {
  const preview = find(form, ".preview", HTMLImageElement);
  URL.revokeObjectURL(preview.src);
  preview.removeAttribute("src");
  form.reset();
  find(form, ".choose").focus();
}

/**
 * @param {PhotoDraft} draft
 * @param {string} query
 * @param {(path: string, init: RequestInit) => Promise<boolean>} send
 */
function sendPhoto({ picture, key }, query, send) {
  return send(query, { method: "POST", headers: { "Content-Type": picture.type, "Idempotency-Key": key }, body: picture });
}

/**
 * The version of the latest event of a match that goes on; null where the server cannot be reached.
 * @param {string} match
 */
async function latestEvent(match) {
  try {
    const { last } = await (await request(addressOf("", `view/matches/${match}/live`))).json();
    return Number(last[0]?.[0] ?? 1);
  } catch {
    return null;
  }
}

/**
 * The dialog of one photo: its caption, and its removal, which a second press confirms.
 * @param {HTMLElement} root
 * @param {() => GalleryData} now
 * @param {(path: string, init: RequestInit) => Promise<boolean>} send
 */
function makeEditDialog(root, now, send) {
  const dialog = find(root, ".edit", HTMLDialogElement);
  const caption = find(dialog, "[name=caption]", HTMLInputElement);
  const remove = find(dialog, "[data-does=remove]");
  let edited = "";
  let isSure = false;
  const doubt = () => {
    isSure = false;
    remove.textContent = gettext("Remove the photo");
  };
  find(dialog, "[data-does=close]").addEventListener("click", () => dialog.close());
  find(dialog, "form").addEventListener("submit", () => {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": newKey() };
    void send(`/${edited}`, { method: "PUT", headers, body: JSON.stringify({ caption: caption.value }) });
  });
  remove.addEventListener("click", () => {
    if (isSure) {
      dialog.close();
      void send(`/${edited}`, { method: "DELETE", headers: { "Idempotency-Key": newKey() } });
    } else {
      isSure = true;
      remove.textContent = gettext("Delete it for ever");
    }
  });
  dialog.addEventListener("click", (event) => { if (targetOf(event) === dialog) dialog.close(); });
  return (/** @type {Photo} */ photo) => {
    edited = photo.id;
    caption.value = photo.caption;
    remove.hidden = !now().removes;
    doubt();
    dialog.showModal();
  };
}
