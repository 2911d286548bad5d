// The form of a new match: what is filled in, what is sent to Python, and the answer.

import { find } from "../lib/elements.js";
import { newKey, serverTime } from "../lib/http.js";
import { gettext } from "../lib/language.js";
import { html, render } from "../lib/lit-html/lit-html.js";
import { visit } from "../lib/visit.js";
import { EMPTY_SHEET, savedSheets } from "../live/sheet_draft.js";
import { makePicker } from "../people/picker.js";
import { EMPTY_DRAFT, isSavedHere, nextDraft, requestOf, titleOf } from "./draft.js";
import { foldViews, today } from "./folds.js";
import { footView } from "./foot.js";
import { elapsed, keepForm, keptForm, minutesSince } from "./kept_form.js";
import { photoView, sendPhoto } from "./photo.js";
import { resultView, segmentsView } from "./scoring.js";
import { TitleField } from "./title_field.js";

/** @import { DraftMessage } from "./draft.js" */

/** Milliseconds after the last change until the page gets it, and then shows what is about to be played. */
const PAUSE = 200;

/** @typedef {{ asked(form: unknown): void, sent(wish: unknown): void }} Emit to Python */

export class NewMatchForm {
  /** @type {NewMatchData | undefined} */
  #data;
  /** @type {Emit} */
  #emit = { asked() {}, sent() {} };
  #draft = EMPTY_DRAFT;
  /** What the address asked for; null before the page has said so. @type {string | null} */
  #preset = null;
  #id = newKey().slice(0, 10);
  #photoKey = newKey();
  /** @type {File | null} */
  #photo = null;
  #says = "";
  #hint = "";
  #isMore = false;
  /** How the result that was sent comes back, if its Save is undone. */
  #saved = EMPTY_SHEET;
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
    const preset = data.preset ? `${data.preset.match} ${data.preset.key}` : "";
    const kept = this.#data ? null : keptForm(preset);
    this.#data = kept ? { ...data, people: { ...data.people, chosen: [...kept.chosen] } } : data;
    this.#emit = emit;
    this.#showPeople();
    const isOther = preset !== this.#preset;
    this.#preset = preset;
    if (isOther) {
      const fresh = { ...EMPTY_DRAFT, day: today(), place: data.place };
      this.#draft = kept ? kept.draft : data.preset ? nextDraft(fresh, { kind: "preset", preset: data.preset }, data.titles) : fresh;
    }
    if (isOther && (kept || preset)) this.#changed();
    else this.#draw();
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

  /** Sends the page what it shows beside the form. */
  #changed = () => {
    this.#showPeople();
    this.#edited();
    this.#report();
  };

  #edited() {
    this.#says = this.#hint = "";
    keepForm({ draft: this.#draft, chosen: this.#picker.chosen(), preset: this.#preset ?? "" });
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

  #start = () => {
    if (this.#isSending) return;
    const request = requestOf(this.#draft, this.#picker.chosen(), this.#id, this.#picker.isDrawn(), Boolean(this.#photo));
    this.#saved = { ...EMPTY_SHEET, isFinal: true, ...request.how === "places" ? { ranks: request.ranks.map((rank) => String(rank ?? "")) } : { winners: request.winners } };
    this.#isSending = true;
    clearTimeout(this.#pause);
    this.#draw();
    this.#emit.sent(request);
  };

  /** @param {NewOutcome} outcome */
  async #answered({ match, href, since, says, at }) {
    const why = match && this.#photo ? await sendPhoto(match, this.#photo, this.#data?.principal ?? "", this.#photoKey) : says;
    this.#isSending = false;
    if (why) {
      this.#report();
      this.#says = why;
      this.#draw();
      return this.#reveal(at);
    }
    if (since) savedSheets.set(match, { since, draft: this.#saved });
    keepForm(null);
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
    this.#people.classList.toggle("unordered", isSavedHere(this.#draft) && !this.#isMore);
    render(this.#view(this.#data), this.root);
  }

  /** @type {import("./foot.js").FootActs} */
  #acts = {
    start: this.#start,
    hint: (why) => {
      this.#hint = why;
      this.#draw();
    },
    turn: () => this.#tell(this.#draft.runs ? { kind: "stopped", minutes: minutesSince(this.#draft.since, serverTime()) } : { kind: "started", at: serverTime() }),
    photo: () => find(this.root, ".photo-field input").click(),
    note: () => {
      this.#isMore = true;
      this.#draw();
      const fold = find(this.root, ".part.note", HTMLDetailsElement);
      fold.open = true;
      find(fold, "textarea").focus();
    },
    more: () => {
      this.#isMore = !this.#isMore;
      this.#draw();
      if (this.#isMore) find(this.root, ".part.note").scrollIntoView({ block: "nearest" });
    },
  };

  /** @param {NewMatchData} data */
  #view({ titles, place, places, people: { faces } }) {
    const draft = this.#draft, chosen = this.#picker.chosen(), title = titleOf(draft, titles), photo = this.#photo, isMore = this.#isMore;
    const tell = (/** @type {DraftMessage} */ message) => this.#tell(message), scored = { draft, chosen, title, faces };
    const photograph = (/** @type {File | null} */ taken) => {
      this.#photo = taken;
      this.#edited();
    };
    return html`<h1>${gettext("New match")}</h1>
      ${this.#title.root}${this.#people}${segmentsView(scored, tell)}${resultView(scored, tell)}
      ${photoView(photo, photograph)}
      <div class="parts">${foldViews({ draft, titles, chosen, place, places, photo, isMore }, tell, photograph)}</div>
      <p class="said" role="alert">${this.#says}</p>
      ${footView({ draft, chosen, isSending: this.#isSending, isMore, hint: this.#hint, clock: draft.runs ? elapsed(draft.since, serverTime()) : "" }, this.#acts)}`;
  }
}
