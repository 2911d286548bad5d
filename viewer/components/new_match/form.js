// The form of a new match: what is filled in, what is told to Python, and what becomes of it.

import { find, iconView } from "../lib/elements.js";
import { newKey, serverTime } from "../lib/http.js";
import { gettext } from "../lib/language.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { visit } from "../lib/visit.js";
import { makePicker } from "../people/picker.js";
import { elapsed, keepForm, keptForm, minutesSince } from "./clock.js";
import { EMPTY_DRAFT, nextDraft, requestOf, titleOf } from "./draft.js";
import { foldViews, today } from "./folds.js";
import { sendPhoto } from "./photo.js";
import { TitleField } from "./title_field.js";

/** @import { DraftMessage } from "./draft.js" */

/** Milliseconds after the last change until the page is told, which then shows what is about to be played. */
const PAUSE = 200;
const PLAY = "M5 3.5v9l7-4.500z";
const STOP = "M4.500 4.500h7v7h-7z";
const AGAIN = "M3.2 8a4.8 4.8 0 1 0 1.5-3.500L3 6M3 2.8V6h3.2";

/** @typedef {{ asked(form: unknown): void, sent(wish: unknown): void }} Emit to Python */

export class NewMatchForm {
  /** @type {NewMatchData | undefined} */
  #data;
  /** @type {Emit} */
  #emit = { asked() {}, sent() {} };
  #draft = freshDraft();
  #preset = "";
  #id = newKey().slice(0, 10);
  #photoKey = newKey();
  /** @type {File | null} */
  #photo = null;
  #says = "";
  #isSending = false;
  #outcome = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pause;
  #people = Object.assign(document.createElement("div"), { className: "people" });
  #picker = makePicker(this.#people);
  #title = new TitleField({
    typed: (text) => this.#tell({ kind: "typed", text }), picked: (title) => this.#tell({ kind: "picked", title }), looked: () => this.#report(),
  });
  #ticking = setInterval(() => { if (this.#draft.runs) this.#draw(); }, 1000);

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    document.addEventListener("pointerdown", this.#title.pressed, true);
    document.addEventListener("click", this.#title.tapped);
  }

  leave() {
    clearInterval(this.#ticking);
    clearTimeout(this.#pause);
    document.removeEventListener("pointerdown", this.#title.pressed, true);
    document.removeEventListener("click", this.#title.tapped);
  }

  /** @type {(data: NewMatchData, emit: Emit) => void} */
  show(data, emit) {
    const kept = !this.#data && !data.preset ? keptForm() : null;
    this.#data = kept ? { ...data, people: { ...data.people, chosen: kept.chosen } } : data;
    this.#emit = emit;
    this.#showPeople();
    const preset = data.preset ? `${data.preset.match} ${data.preset.key}` : "";
    if (kept) this.#draft = kept.draft;
    else if (preset !== this.#preset) {
      this.#draft = data.preset ? nextDraft(freshDraft(), { kind: "preset", preset: data.preset }, data.titles) : freshDraft();
    }
    if (kept || preset !== this.#preset) this.#changed();
    else this.#draw();
    this.#preset = preset;
    if (data.outcome && this.#isSending && data.outcome.number !== this.#outcome) {
      this.#outcome = data.outcome.number;
      void this.#answered(data.outcome);
    }
  }

  /** @param {DraftMessage} message */
  #tell(message) {
    const before = this.#draft;
    this.#draft = nextDraft(before, message, this.#data?.titles ?? []);
    if (message.kind === "typed" || message.kind === "picked" || before.how !== this.#draft.how) this.#changed();
    else this.#edited();
  }

  /** The page is told of what it shows beside the form. */
  #changed = () => {
    this.#showPeople();
    this.#edited();
    this.#report();
  };

  #edited() {
    this.#says = "";
    keepForm(this.#draft, this.#picker.chosen());
    this.#draw();
  }

  #showPeople() {
    if (!this.#data) return;
    const title = titleOf(this.#draft, this.#data.titles);
    this.#picker.show({ ...this.#data.people, has_start: this.#draft.how === "moves" && Boolean(title?.has_start) }, this.#changed);
  }

  #report() {
    clearTimeout(this.#pause);
    if (this.#isSending) return;  // Another message could take the place of what is sent.
    this.#pause = setTimeout(() => {
      const { key, label, how } = this.#title.looked() ?? { key: this.#draft.key, label: this.#draft.text, how: this.#draft.how };
      this.#emit.asked({ key, title: label, how, people: this.#picker.chosen() });
    }, PAUSE);
  }

  /** @param {object} wish */
  #send(wish) {
    if (this.#isSending) return;
    this.#isSending = true;
    clearTimeout(this.#pause);
    this.#draw();
    this.#emit.sent(wish);
  }

  /** @param {NewOutcome} outcome */
  async #answered({ match, href, says, at }) {
    const why = match && this.#photo ? await sendPhoto(match, this.#photo, this.#data?.principal ?? "", this.#photoKey) : says;
    this.#isSending = false;
    if (why) {
      this.#report();
      this.#says = why;
      this.#draw();
      return this.#reveal(at);
    }
    keepForm(EMPTY_DRAFT, []);
    this.#id = newKey().slice(0, 10);
    this.#draw();
    visit(href);
  }

  /** @param {string} at what a sentence is about */
  #reveal(at) {
    if (at === "title") this.#title.focus();
    else if (at === "people") this.#people.querySelector("button")?.focus();
    const fold = at && /** @type {HTMLDetailsElement | null} */ (this.root.querySelector(`.part.${CSS.escape(at)}`));
    if (!fold) return;
    fold.open = true;
    if (at === "length") find(fold, "input").focus();
  }

  #draw() {
    if (!this.#data) return;
    this.#title.show(this.#data.titles, this.#draft.text);
    render(this.#view(this.#data), this.root);
  }

  /** @param {NewMatchData} data */
  #view({ titles, places, again }) {
    const draft = this.#draft;
    const clock = draft.runs ? [gettext("Stop the clock"), elapsed(draft.since, serverTime())] : [gettext("Start the clock")];
    const turn = () => this.#tell(draft.runs ? { kind: "stopped", minutes: minutesSince(draft.since, serverTime()) } : { kind: "started", at: serverTime() });
    const start = () => this.#send(requestOf(draft, this.#picker.chosen(), this.#id, this.#picker.isDrawn()));
    const repeat = () => this.#send({ id: this.#id, again: again?.match ?? "", day: today() });
    const photograph = (/** @type {File | null} */ photo) => {
      this.#photo = photo;
      this.#edited();
    };
    return html`<h1>${gettext("New match")}</h1>
      <button type="button" class="btn again" ?hidden=${!again} @click=${repeat}>${iconView(AGAIN)}<span title=${again?.label ?? ""}>${again?.label}</span></button>
      ${this.#title.root}${this.#people}
      <div class="parts">${foldViews({ draft, titles, chosen: this.#picker.chosen(), places, photo: this.#photo }, (message) => this.#tell(message), photograph)}</div>
      <p class="said" role="alert">${this.#says}</p>
      <div class="buttons"><button type="button" class="btn go" aria-busy=${this.#isSending || nothing} @click=${start}>${goWords(draft.how)}</button><button type="button"
        class="btn clock" @click=${turn}>${iconView(draft.runs ? STOP : PLAY, "play")}<span>${clock.join(" \u00b7 ")}</span></button></div>`;
  }
}

const freshDraft = () => ({ ...EMPTY_DRAFT, day: today() });

/** @param {How} how */
function goWords(how) {
  switch (how) {
    case "sheet": return gettext("Fill in the sheet");
    case "final": return gettext("Enter the points");
    case "places": return gettext("Save the places");
    default: return gettext("Start the match");
  }
}
