// The editor of a template. The browser holds all that is typed, whatever Python draws meanwhile, until it is saved.

import { find, htmlElement, isChanged } from "../lib/elements.js";
import { gettext, pageLanguage, setCatalog } from "../lib/language.js";
import { dress } from "../lib/look.js";
import { made } from "../lib/parts.js";
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
  find(root, ".known").replaceChildren(...data.aside.map((part) => made(part)));
  present.form.show(data);
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
  root.replaceChildren(head(), present.form.element, htmlElement("aside", "known"));
  return present;
}

function head() {
  const row = htmlElement("div", "head");
  const another = htmlElement("a", "btn end another", gettext("New score sheet"));
  const all = htmlElement("a", "link all-sheets", gettext("All score sheets"));
  another.href = "templates?new=1";
  all.href = "templates";
  row.append(htmlElement("h1", "", gettext("Score sheets")), another, all);
  return row;
}

/** @param {string} title */
const keyOf = (title) => title.trim().toLowerCase();
