// The editor of a template. The browser holds all that is typed, whatever Python draws meanwhile, until it is saved.

import { find, isChanged, partView } from "../lib/elements.js";
import { gettext, pageLanguage, setCatalog } from "../lib/language.js";
import { html, render } from "../lib/lit-html/lit-html.js";
import { dress } from "../lib/look.js";
import { followLinks } from "../lib/visit.js";
import { draftOf, templateOf } from "./draft.js";
import { makeForm } from "./form.js";

/** @import { Draft, TemplateFile } from "./draft.js" */
/**
 * @typedef {{ template: TemplateFile | null, title: string, is_open: boolean, is_saved: boolean, titles: string[],
 *   saved: string, problem: string, aside: Part[], catalog: Catalog }} EditorData
 */
/** @typedef {(action: "save" | "start" | "file" | "remove", value: unknown) => void} Send */
/** What is on the page: a draft under the title it was opened by, and the title that it was sent with. */
/** @typedef {{ of: string, sentAs: string | null, language: string, draft: Draft, form: ReturnType<typeof makeForm> }} Opened */

/** Changed drafts by title: one comes back to them from other sheets. @type {Map<string, Draft>} */
const drafts = new Map();
/** @type {WeakMap<Element, Opened>} */
const opened = new WeakMap();

/** @param {Component<EditorData> & { setTriggerValue: (name: string, value: unknown) => void }} component */
export default function ({ parentElement, data, setTriggerValue }) {
  dress(parentElement);
  setCatalog(data.catalog);
  const root = find(parentElement, ".template-editor");
  followLinks(root);
  if (isChanged(root, data)) show(root, data, (action, value) => setTriggerValue("sent", [action, value]));
}

/**
 * @param {HTMLElement} root
 * @param {EditorData} data
 * @param {Send} send
 */
function show(root, data, send) {
  const of = keyOf(data.template?.title ?? data.title);
  const before = opened.get(root);
  const isSame = before && before.language === pageLanguage() && (before.of === of || before.sentAs === of);
  const present = isSame ? before : open(root, data, of, send);
  if (present.sentAs === of || data.problem) present.sentAs = null;
  present.of = of;
  present.draft.of = data.template;  // It was saved meanwhile, and one may have typed on.
  root.classList.toggle("is-open", data.is_open);
  present.form.show(data);
  render(html`<div class="head"><h1>${gettext("Score sheets")}</h1><a class="btn end another" href="templates?new=1">${gettext("New score sheet")}</a>
      <a class="link all-sheets" href="templates">${gettext("All score sheets")}</a></div>
    ${present.form.element}<aside class="known">${data.aside.map((part) => partView(part))}</aside>`, root);
}

/**
 * @param {HTMLElement} root
 * @param {EditorData} data
 * @param {string} of
 * @param {Send} send
 */
function open(root, data, of, send) {
  const draft = drafts.get(of) ?? draftOf(data.template, data.title);
  /** @type {Opened} */
  const present = {
    of, sentAs: null, language: pageLanguage(), draft,
    form: makeForm(draft, {
      changed: () => drafts.set(present.of, draft),
      save: (isStart) => {
        drafts.delete(present.of);
        present.sentAs = keyOf(draft.title);
        send(isStart ? "start" : "save", templateOf(draft));
      },
      add: (text) => send("file", text),
      remove: () => {
        drafts.delete(present.of);
        send("remove", draft.of?.title);
      },
    }),
  };
  opened.set(root, present);
  return present;
}

/** @param {string} title */
const keyOf = (title) => title.trim().toLowerCase();
