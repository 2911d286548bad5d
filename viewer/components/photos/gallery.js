// The photos of a match as a component of the viewer. It sends new photos and captions over HTTP, then asks the page to
// run again, which brings the photos as they are now.

import { find, targetOf } from "../lib/elements.js";
import { addressOf, newKey, request, whyNotSaved } from "../lib/http.js";
import { gettext, setCatalog } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { applyTheme } from "../lib/theme.js";
import { smallerPicture } from "./smaller.js";
import { makePhotoView, photoButton, photoWords } from "./view.js";

/** @type {WeakMap<HTMLElement | ShadowRoot, Gallery>} */
const galleries = new WeakMap();

/** @param {Component<GalleryData>} component */
export function showPhotos(component) {
  const { parentElement } = component;
  const gallery = galleries.get(parentElement) ?? new Gallery(parentElement, component);
  galleries.set(parentElement, gallery);
  gallery.show(component);
}

export default showPhotos;

/** A photo to be added; `at` is the event that it may be of. @typedef {{ picture: Blob, address: string, key: string, at: number | null }} ChosenPhoto */

/** The photo that is added. One that was not saved stays, and is sent again under the same key unless the form has changed. */
export class PhotoDraft {
  /** @type {ChosenPhoto | null} */
  photo = null;
  isSending = false;

  /** @param {(query: string, photo: ChosenPhoto) => Promise<boolean>} send whether it was saved */
  constructor(send) {
    this.send = send;
  }

  /** @type {(picture: Blob, at: number | null) => void} */
  choose(picture, at) {
    this.photo = { picture, address: URL.createObjectURL(picture), key: newKey(), at };
  }

  /** The form has changed. */
  change() {
    if (this.photo) this.photo.key = newKey();
  }

  leave() {
    URL.revokeObjectURL(this.photo?.address ?? "");
    this.photo = null;
  }

  /** @type {(caption: string, isOfMoment: boolean) => Promise<void>} */
  async save(caption, isOfMoment) {
    const { photo } = this;
    if (!photo || this.isSending) return;
    const query = new URLSearchParams({ caption });
    if (isOfMoment && photo.at !== null) query.set("about", String(photo.at));
    this.isSending = true;
    const isSaved = await this.send(`?${query}`, { ...photo });
    if (isSaved && this.photo === photo) this.leave();  // Another one may have been chosen meanwhile.
    this.isSending = false;
  }
}

class Gallery {
  #changes = 0;
  #message = "";
  /** The photo in the dialog, and whether its removal was asked for once. @type {{ photo: Photo, isSure: boolean } | null} */
  #edited = null;
  #draft = new PhotoDraft((query, { picture, key }) => this.#send("POST", query, picture, key));

  /** @param {HTMLElement | ShadowRoot} host @param {Component<GalleryData>} component */
  constructor(host, component) {
    this.host = host;
    this.component = component;
    this.principal = component.data.principal;
    this.root = find(host, ".photos");
    this.open = makePhotoView(this.root);
    addEventListener("partie-photo", () => { if (this.root.isConnected) find(this.root, "[type=file]").click(); });  // A button of the sheet above.
  }

  /** @param {Component<GalleryData>} component */
  show(component) {
    setCatalog(component.data.catalog);
    this.component = component;
    applyTheme(this.root, this.host);
    this.root.classList.toggle("above-footer", component.data.at === "latest");
    this.#draw();
  }

  /**
   * Whether a change was saved. A file may be sent again under the same key.
   * @param {"POST" | "PUT" | "DELETE"} method
   * @param {string} path
   * @param {Blob | object | null} body
   * @param {string} [key]
   */
  async #send(method, path, body, key) {
    this.#say(gettext("Saving …"));
    this.#say(await whyNotSaved(method, `api/matches/${this.component.data.match}/photos${path}`, body, { principal: this.principal, key }));
    if (!this.#message) this.component.setStateValue("changed", ++this.#changes);
    return !this.#message;
  }

  /** @param {string} message */
  #say(message) {
    this.#message = message;
    this.#draw();
  }

  #draw() {
    const { data: { photos, match, title, writes } } = this.component;
    render(html`<h2>${title}</h2>
      <ul class="pictures">${photos.map((photo) => html`<li>${photoButton(photo, () => this.open(photos, photo))}${photo.caption ? html`<p class="caption">${photo.caption}</p>` : nothing}
        ${photo.about === null ? nothing : html`<p class="moment"><a href="replay?${new URLSearchParams({ match, at: String(photo.about) })}">${photo.moment}</a></p>`}
        ${writes ? html`<button type="button" class="quiet" aria-label=${gettext("Edit: {photo}", { photo: photoWords(photo) })} @click=${() => this.#edit(photo)}>${gettext("Edit")}</button>` : nothing}</li>`)}</ul>
      ${this.#draftView()}
      <p class="message" role="status">${this.#message}</p>
      ${this.#dialogView()}`, this.root);
  }

  #draftView() {
    const { photo, isSending } = this.#draft, { writes, at } = this.component.data;
    const choose = async (/** @type {InputOf} */ { target }) => {
      const [file] = target.files ?? [];
      if (!file) return;
      const picture = await smallerPicture(file);
      this.#draft.choose(picture, at === "latest" ? await latestEvent(this.component.data.match) : at);
      this.#draw();
      find(this.root, ".draft [name=caption]").focus();
    };
    const leave = () => {
      this.#draw();
      if (this.#draft.photo) return;
      find(this.root, "[type=file]", HTMLInputElement).value = "";
      find(this.root, ".choose").focus();
    };
    const save = async (/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => {
      event.preventDefault();
      const form = new FormData(event.currentTarget);
      await this.#draft.save(String(form.get("caption")), form.has("moment"));
      leave();
    };
    return html`<form class="add" ?hidden=${!writes} @submit=${save}>
      <input type="file" accept="image/*" hidden @change=${choose}>
      <button type="button" class="choose" ?hidden=${Boolean(photo)} @click=${() => find(this.root, "[type=file]").click()}>${gettext("Add a photo")}</button>
      ${photo ? html`<div class="draft" @change=${() => this.#draft.change()}><img class="preview" src=${photo.address} alt=${gettext("The chosen photo")}>
        <div class="fields">${captionField()}
          <label class="of-moment" ?hidden=${at === null}><input type="checkbox" name="moment" .checked=${photo.at !== null}><span>${gettext("It shows the move shown now")}</span></label>
          <div class="buttons"><button type="submit" class="main" ?disabled=${isSending}>${gettext("Save the photo")}</button>
            <button type="button" @click=${() => { this.#draft.leave(); leave(); }}>${gettext("Cancel")}</button></div></div></div>` : nothing}</form>`;
  }

  /** @param {Photo} photo */
  #edit(photo) {
    this.#edited = { photo, isSure: false };
    this.#draw();
    const dialog = find(this.root, "dialog.edit", HTMLDialogElement);
    find(dialog, "input", HTMLInputElement).value = photo.caption;
    dialog.showModal();
  }

  /** The dialog of one photo: its caption, and its removal, which a second press confirms. */
  #dialogView() {
    const { photo: { id }, isSure } = this.#edited ?? { photo: { id: "" }, isSure: false };
    const close = () => find(this.root, "dialog.edit", HTMLDialogElement).close();
    const remove = () => {
      if (!isSure && this.#edited) {
        this.#edited.isSure = true;
        return this.#draw();
      }
      close();
      void this.#send("DELETE", `/${id}`, null);
    };
    return html`<dialog class="edit" aria-label=${gettext("Photo")} @click=${(/** @type {Event} */ event) => { if (targetOf(event).matches("dialog")) close(); }}>
      <form method="dialog" @submit=${(/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ { currentTarget }) => {
        void this.#send("PUT", `/${id}`, { caption: new FormData(currentTarget).get("caption") });
      }}>${captionField()}<div class="buttons"><button type="submit" class="main">${gettext("Save")}</button>
        <button type="button" ?hidden=${!this.component.data.removes} @click=${remove}>${isSure ? gettext("Delete it for ever") : gettext("Remove the photo")}</button>
        <button type="button" @click=${close}>${gettext("Cancel")}</button></div></form></dialog>`;
  }
}

const captionField = () => html`<label>${gettext("Caption")} <input name="caption" maxlength="500" placeholder=${gettext("What the photo shows")}></label>`;

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
