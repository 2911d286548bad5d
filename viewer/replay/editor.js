// The note editor. What is written goes to Python as an order and comes back as a note; the replay stays where it is.

import { gettext } from "../language.js";
import { makeAnnotations, makePencil } from "./annotations.js";
import { placeInMatch } from "./format.js";

export const GLYPHS = ["!!", "!", "!?", "?!", "?", "??"];
const AUTHOR = "partie-author";

export function makeEditor(root, data, cursor, noteStore, modes, boards, outbox) {
  const form = root.querySelector(".editor");
  const [words, author] = [form.querySelector(".words"), form.querySelector(".author")];
  const [bookmark, keep, cancel] = ["bookmark", "keep", "cancel"].map((name) => form.querySelector(`.${name}`));
  const annotations = makeAnnotations(root, boards);
  let draft = emptyDraft();
  const later = [];
  const refused = [];  // Drafts that come back once the editor is free.
  author.value = loadAuthor();
  noteStore.author = () => author.value.trim();
  noteStore.refresh();
  author.addEventListener("change", () => {
    saveAuthor(author.value);
    noteStore.refresh();
  });

  const hasContent = () => words.value.trim() !== "" || draft.glyph || draft.bookmark || draft.marks.length > 0;
  const show = () => {
    const step = data.steps[cursor.at];
    if (!draft.note && !hasContent()) draft.about = step.at;
    const about = data.steps.find((each) => each.at === draft.about);
    form.querySelector(".on").textContent = headOf(draft, about);
    for (const button of form.querySelectorAll("[data-glyph]")) {
      button.setAttribute("aria-pressed", button.dataset.glyph === draft.glyph);
    }
    bookmark.setAttribute("aria-pressed", draft.bookmark);
    keep.setAttribute("aria-disabled", !hasContent());
    cancel.hidden = !draft.note && !hasContent();
    const noted = noteStore.about(step.at).filter((note) => note.id !== draft.note).flatMap((note) => note.marks);
    annotations.show(draft.about === step.at ? [...noted, ...draft.marks] : noted);
  };
  const clear = () => {
    take(refused.shift() ?? { ...emptyDraft(), text: "" });
    pencil.rest();
  };
  const take = ({ text, ...rest }) => {
    draft = rest;
    words.value = text;
    show();
  };
  const pencil = makePencil(root, boards, annotations, () => modes.now === "review", (at, to) => {
    const drawn = draft.marks.filter(([one, other]) => one !== at || other !== to);
    draft.marks = drawn.length < draft.marks.length ? drawn : [...draft.marks, [at, to]];
    show();
  });
  const order = (content) => outbox.put({ author: noteStore.author(), ...content });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!hasContent()) return;
    saveAuthor(author.value);
    order(orderOf(draft, words.value));
    clear();
  });
  form.addEventListener("click", ({ target }) => {
    const glyph = target.closest("[data-glyph]")?.dataset.glyph;
    if (glyph) draft.glyph = draft.glyph === glyph ? null : glyph;
    else if (target.closest(".bookmark")) draft.bookmark = !draft.bookmark;
    else if (target.closest(".cancel")) return clear();
    show();
  });
  words.addEventListener("input", show);
  form.addEventListener("keydown", (event) => {
    event.stopPropagation();  // The page has keys of its own, and cannot see that somebody types in here.
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    if (event.key === "Escape") root.querySelector(".strip").focus();
  });
  root.querySelector(".moves").addEventListener("click", ({ target }) => {
    const tool = target.closest("[data-tool]")?.dataset.tool;
    const note = tool && noteStore.all.find(({ id }) => id === target.closest(".note").dataset.note);
    if (!note) return;
    if (tool === "withdraw") return order({ about: note.about, note: note.id, withdrawn: true });
    const at = data.indexOfVersion(note.about);
    if (at >= 0) cursor.go(at);
    take({ note: note.id, about: note.about, text: note.text, glyph: note.glyph, bookmark: note.bookmark, marks: note.marks });
    words.focus();
  });
  cursor.watch(show);
  noteStore.watch(show);

  // The note of this author here that `fits`, changed; a new one where there is none. Which one it is may only be known
  // when what is on its way has been answered.
  const quick = (fits, change, about = data.steps[cursor.at].at) => {
    if (outbox.waiting.some(isOfNotes)) {
      later.push(() => quick(fits, change, about));
      return;
    }
    const own = noteStore.about(about).find((note) => note.author === noteStore.author() && fits(note));
    const next = { ...emptyDraft(), text: "", ...own, ...change(own), note: own?.id ?? null, about };
    const isEmpty = !next.text && !next.glyph && !next.bookmark && !next.marks.length;
    order(isEmpty ? { about, note: next.note, withdrawn: true } : orderOf(next, next.text));
  };
  return {
    focus() {
      modes.choose("review");
      words.focus();
    },
    bookmark: () => quick((note) => note.bookmark, (own) => ({ bookmark: !own })),
    judge: (place) => quick((note) => note.glyph || note.text, (own) => ({
      glyph: own?.glyph === GLYPHS[place] ? null : GLYPHS[place],
    })),
    // Orders with their answers. What was written and not kept is given back.
    answered(pairs) {
      const lost = pairs.filter(([order, { kind }]) => isOfNotes(order) && kind !== "done").map(([order]) => draftOf(order));
      refused.push(...lost.filter((back) => back.text || back.marks.length));
      if (refused.length && !draft.note && !hasContent()) clear();
      for (const act of later.splice(0)) act();
    },
  };
}

function isOfNotes(order) {
  return "about" in order;
}

function headOf({ note }, step) {
  if (!step) return note ? gettext("Change the note on an event that no longer stands") : gettext("Note on an event that no longer stands");
  const place = `${placeInMatch(step)} ${step.says}`.trim();
  return note ? gettext("Change the note on {place}", { place }) : gettext("Note on {place}", { place });
}

function emptyDraft() {
  return { note: null, about: null, glyph: null, bookmark: false, marks: [] };
}

function orderOf({ note, about, glyph, bookmark, marks }, text) {
  return { note, about, text, glyph, bookmark, marks: marks.map(([at, to]) => ({ at, to })) };
}

function draftOf({ note, about, text = "", glyph = null, bookmark = false, marks = [] }) {
  return { note, about, text, glyph, bookmark, marks: marks.map(({ at, to }) => [at, to]) };
}

// A browser may keep nothing for us; then the name is typed again.
function loadAuthor() {
  try {
    return localStorage.getItem(AUTHOR) ?? "";
  } catch {
    return "";
  }
}

function saveAuthor(name) {
  try {
    localStorage.setItem(AUTHOR, name.trim());
  } catch {
    // See above.
  }
}
