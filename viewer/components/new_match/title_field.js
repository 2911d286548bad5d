// The field of the title: a combobox that suggests while one types.

import { find, iconView, partView } from "../lib/elements.js";
import { gettext, ngettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { foundTitles, pieces, titleNamed } from "./titles.js";

const PLUS = "M8 3v10M3 8h10";

/**
 * What the field does: something was typed, a suggestion picked, another suggestion is the one that Enter would take.
 * @typedef {{ typed(text: string): void, picked(title: NewTitle): void, looked(): void }} TitleActs
 */

export class TitleField {
  root = Object.assign(document.createElement("div"), { className: "title-field" });
  /** @type {NewTitle[]} */
  #titles = [];
  /** @type {NewTitle[]} */
  #found = [];
  #text = "";
  /** Before a letter is typed all titles are offered, whatever stands in the field. */
  #searched = "";
  #isOpen = true;
  #active = -1;
  #isPointing = false;

  /** @param {TitleActs} acts */
  constructor(acts) {
    this.acts = acts;
    // The list moves what is below it: it closes after a tap there, not before its click has arrived.
    this.root.addEventListener("focusout", () => { if (!this.#isPointing) this.#open(false); });
  }

  pressed = () => { this.#isPointing = true; };

  /** A tap anywhere has ended. */
  tapped = (/** @type {Event} */ event) => {
    this.#isPointing = false;
    if (this.#isOpen && !event.composedPath().includes(this.root)) this.#open(false);
  };

  focus() {
    find(this.root, "input").focus();
  }

  /** The suggestion that Enter would take. */
  looked() {
    return this.#isOpen ? this.#found[this.#active] : undefined;
  }

  /** @type {(titles: NewTitle[], text: string) => void} */
  show(titles, text) {
    this.#titles = titles;
    if (text !== this.#text) {
      this.#text = text;
      this.#isOpen = !text;
      this.#searched = "";
    }
    this.#draw();
  }

  /** @param {boolean} isOpen */
  #open(isOpen) {
    this.#isOpen = isOpen || !this.#text.trim();
    if (!isOpen) this.#searched = "";
    if (!isOpen) this.#active = -1;
    this.#draw();
    this.acts.looked();
  }

  /** @param {number} at */
  #pick(at) {
    const title = this.#found[at];
    if (title) {
      this.#text = title.label;
      this.acts.picked(title);
    }
    this.#open(false);
  }

  /** @param {string} text */
  #type(text) {
    this.#text = this.#searched = text;
    this.#isOpen = true;
    this.#active = text.trim() ? 0 : -1;
    this.#draw();
    this.acts.typed(text);
  }

  #isNew = () => Boolean(this.#searched.trim()) && !titleNamed(this.#titles, this.#searched);

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key } = event;
    if (key === "Escape" && this.#isOpen) return this.#open(false);
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (!step && (key !== "Enter" || event.isComposing)) return;
    event.preventDefault();
    if (!step) return this.#isOpen && this.#pick(this.#active);
    if (!this.#isOpen) return this.#open(true);
    const count = this.#found.length + (this.#isNew() ? 1 : 0);
    this.#active = this.#active < 0 && step < 0 ? count - 1 : (this.#active + step + count) % count;
    this.#draw();
    this.acts.looked();
  }

  #draw() {
    this.#found = foundTitles(this.#titles, this.#searched);
    const isNew = this.#isNew();
    if (this.#active > this.#found.length - (isNew ? 0 : 1)) this.#active = -1;
    render(this.#view(isNew), this.root);
  }

  /** @param {boolean} isNew */
  #view(isNew) {
    const [found, searched, active] = [this.#found, this.#searched, this.#active];
    const isListed = this.#isOpen && (isNew || found.length > 0);
    const status = this.#isOpen && searched ? ngettext("{number} suggestion", "{number} suggestions", found.length) : "";
    const known = isListed ? undefined : titleNamed(this.#titles, this.#text);
    const clear = () => {
      this.#type("");
      this.focus();
    };
    /** @type {(at: number, kind: string, content: unknown) => unknown} */
    const option = (at, kind, content) => html`<div class="opt ${at === active ? "on" : ""} ${kind}" id="title-${at}" role="option" aria-selected=${at === active}
      @click=${() => this.#pick(at)}>${content}</div>`;
    return html`<label class="lab" for="title">${gettext("Game")}</label>
      <div class="field">${known ? partView(/** @type {Part} */ (known.emblem)) : nothing}<input id="title" type="text" autocomplete="off" spellcheck="false" maxlength="100" enterkeyhint="done" placeholder=${gettext("What is played")}
        role="combobox" aria-autocomplete="list" aria-controls="titles" aria-expanded=${isListed} aria-activedescendant=${this.#isOpen && active >= 0 ? `title-${active}` : nothing}
        .value=${this.#text} @input=${(/** @type {InputOf} */ { target }) => this.#type(target.value)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.#press(event)} @click=${() => this.#open(true)}><button type="button" class="clear s14"
        aria-label=${known ? gettext("another game") : gettext("Clear the title")} ?hidden=${!this.#text} @click=${clear}>${known ? gettext("change") : gettext("clear")}</button></div>
      <div class="pop" id="titles" role="listbox" aria-label=${gettext("Games")} ?hidden=${!isListed} @pointerdown=${(/** @type {Event} */ event) => event.preventDefault()}>${isListed ? [
        found.map((title, at) => option(at, "", suggestionView(title, searched))),
        isNew ? option(found.length, found.length ? "new apart" : "new", html`${iconView(PLUS)}<span class="t">${gettext("\u201c{title}\u201d as a new title", { title: searched.trim() })}</span>`) : nothing,
      ] : nothing}</div>
      <span class="sr" role="status">${status}</span>`;
  }
}

/** @type {(title: NewTitle, text: string) => unknown} */
const suggestionView = ({ emblem, label, about, end }, text) => html`${partView(/** @type {Part} */ (emblem))}<span><span class="t">${
  pieces(label, text).map((part, place) => (place % 2 ? html`<b>${part}</b>` : part))}</span><span class="d">${about}</span></span><span class="k">${end}</span>`;
