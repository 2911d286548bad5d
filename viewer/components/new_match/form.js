// The form of a new match: what is filled in, what is told to Python, and what becomes of it.

import { commandButton, htmlElement, svgElement } from "../lib/elements.js";
import { newKey, serverTime } from "../lib/http.js";
import { gettext } from "../lib/language.js";
import { visit } from "../lib/visit.js";
import { makePicker } from "../people/picker.js";
import { elapsed, keepForm, keptForm, minutesSince } from "./clock.js";
import { EMPTY_DRAFT, nextDraft, requestOf, titleOf } from "./draft.js";
import { makeFolds, today } from "./folds.js";
import { sendPhoto } from "./photo.js";
import { makeTitleField } from "./title_field.js";

/** @import { DraftMessage } from "./draft.js" */

/** Milliseconds after the last change until the page is told, which then shows what is about to be played. */
const PAUSE = 200;
const PLAY = "M5 3.5v9l7-4.500z";
const STOP = "M4.500 4.500h7v7h-7z";
const AGAIN = "M3.2 8a4.8 4.8 0 1 0 1.5-3.500L3 6M3 2.8V6h3.2";

/** @param {HTMLElement} root */
export function makeForm(root) {
  /** @type {NewMatchData} */
  let data;
  let emit = { asked: (/** @type {unknown} */ _) => {}, sent: (/** @type {unknown} */ _) => {} };
  let draft = { ...EMPTY_DRAFT, day: today() };
  let preset = "";
  let id = newKey().slice(0, 10);
  const photoKey = newKey();
  /** @type {File | null} */
  let photo = null;
  let isSending = false;
  let outcome = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;

  const tell = (/** @type {DraftMessage} */ message) => {
    const before = draft;
    draft = nextDraft(draft, message, data.titles);
    if (message.kind === "preset" || message.kind === "typed" || message.kind === "picked" || before.how !== draft.how) changed();
    else draw();
  };
  const title = makeTitleField((text) => tell({ kind: "typed", text }), (picked) => tell({ kind: "picked", title: picked }), () => report());
  const people = htmlElement("div", "people");
  const picker = makePicker(people);
  const folds = makeFolds(tell, (chosen) => { photo = chosen; draw(); });
  const parts = makeParts(root, title.root, people, folds.roots);

  const draw = (/** @type {boolean} */ isChange = true) => {
    const chosen = picker.chosen();
    title.show(data.titles, draft.text);
    folds.show({ draft, titles: data.titles, chosen, places: data.places, photo });
    parts.go.textContent = goWords(draft.how);
    parts.again.hidden = !data.again;
    parts.againWords.title = parts.againWords.textContent = data.again?.label ?? "";
    drawClock();
    if (!isChange) return;
    say("");
    keepForm(draft, chosen);
  };
  const drawClock = () => {
    parts.clockSign.setAttribute("d", draft.runs ? STOP : PLAY);
    const words = draft.runs ? [gettext("Stop the clock"), elapsed(draft.since, serverTime())] : [gettext("Start the clock")];
    parts.clockWords.textContent = words.join(" \u00b7 ");
  };
  const changed = () => {
    showPeople();
    draw();
    report();
  };
  const report = () => {
    clearTimeout(pause);
    if (isSending) return;  // Another message could take the place of what is sent.
    pause = setTimeout(() => {
      const { key, label, how } = title.looked() ?? { key: draft.key, label: draft.text, how: draft.how };
      emit.asked({ key, title: label, how, people: picker.chosen() });
    }, PAUSE);
  };
  const say = (/** @type {string} */ text, at = "") => {
    parts.said.textContent = text;
    if (at === "title") title.input.focus();
    else if (at === "people") people.querySelector("button")?.focus();
    else if (at) folds.open(at);
  };
  const send = (/** @type {object} */ wish) => {
    if (isSending) return;
    isSending = true;
    clearTimeout(pause);
    parts.go.setAttribute("aria-busy", "true");
    emit.sent(wish);
  };
  const answered = async (/** @type {NewOutcome} */ { match, href, says, at }) => {
    if (match && photo) says = await sendPhoto(match, photo, data.principal, photoKey);
    isSending = false;
    parts.go.removeAttribute("aria-busy");
    if (says) {
      report();
      return say(says, at);
    }
    keepForm(EMPTY_DRAFT, []);
    id = newKey().slice(0, 10);
    visit(href);
  };

  parts.go.addEventListener("click", () => send(requestOf(draft, picker.chosen(), id, picker.isDrawn())));
  parts.again.addEventListener("click", () => send({ id, again: data.again?.match ?? "", day: today() }));
  parts.clock.addEventListener("click", () => {
    if (draft.runs) tell({ kind: "stopped", minutes: minutesSince(draft.since, serverTime()) });
    else tell({ kind: "started", at: serverTime() });
  });
  const ticking = setInterval(() => { if (draft.runs) drawClock(); }, 1000);
  const tapped = (/** @type {Event} */ event) => title.tapped(event);
  document.addEventListener("pointerdown", title.pressed, true);
  document.addEventListener("click", tapped);
  const showPeople = () => {
    const title = titleOf(draft, data.titles);
    picker.show({ ...data.people, has_start: draft.how === "moves" && Boolean(title?.has_start) }, changed);
  };

  return {
    /** @type {(next: NewMatchData, to: typeof emit) => void} */
    show(next, to) {
      const isFirst = !data;
      data = next;
      emit = to;
      const kept = isFirst && !data.preset ? keptForm() : null;
      if (kept) {
        draft = kept.draft;
        data = { ...data, people: { ...data.people, chosen: kept.chosen } };
      }
      showPeople();
      const asked = data.preset ? `${data.preset.match} ${data.preset.key}` : "";
      if (asked !== preset || kept) {
        preset = asked;
        const fresh = { ...EMPTY_DRAFT, day: today() };
        if (!kept) draft = data.preset ? nextDraft(fresh, { kind: "preset", preset: data.preset }, data.titles) : fresh;
        changed();
      } else {
        draw(false);
      }
      if (data.outcome && isSending && data.outcome.number !== outcome) {
        outcome = data.outcome.number;
        void answered(data.outcome);
      }
    },
    leave() {
      clearInterval(ticking);
      clearTimeout(pause);
      document.removeEventListener("pointerdown", title.pressed, true);
      document.removeEventListener("click", tapped);
    },
  };
}

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} title
 * @param {HTMLElement} people
 * @param {HTMLElement[]} folds
 */
function makeParts(root, title, people, folds) {
  const again = commandButton("btn again", "", () => {});
  const againWords = htmlElement("span");
  again.append(sign(AGAIN), againWords);
  const part = htmlElement("div", "parts");
  part.append(...folds);
  const go = commandButton("btn go", "", () => {});
  const clock = commandButton("btn clock", "", () => {});
  const clockWords = htmlElement("span");
  const drawn = sign(PLAY);
  drawn.classList.add("play");
  clock.append(drawn, clockWords);
  const buttons = htmlElement("div", "buttons");
  buttons.append(go, clock);
  const said = htmlElement("p", "said");
  said.setAttribute("role", "alert");
  root.append(htmlElement("h1", "", gettext("New match")), again, title, people, part, said, buttons);
  return { again, againWords, go, clock, clockWords, clockSign: /** @type {Element} */ (drawn.firstElementChild), said };
}

/** @param {How} how */
function goWords(how) {
  switch (how) {
    case "sheet": return gettext("Fill in the sheet");
    case "final": return gettext("Enter the points");
    case "places": return gettext("Save the places");
    default: return gettext("Start the match");
  }
}

/** @param {string} path */
function sign(path) {
  const drawing = svgElement("svg", { viewBox: "0 0 16 16", class: "ic", "aria-hidden": "true" });
  drawing.append(svgElement("path", { d: path }));
  return drawing;
}
