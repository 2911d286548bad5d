// The notes on the match, which come and change while the reader looks.

function makeRemarks(data) {
  const watchers = [];
  const standing = new Set(data.steps.map((step) => step.at));
  let byEvent = new Map();
  let told = "";
  const remarks = {
    all: [],
    about: (version) => byEvent.get(version) ?? [],
    // Notes on events that were taken back or corrected since.
    stranded: () => remarks.all.filter((note) => !standing.has(note.about)),
    watch(watcher) {
      watchers.push(watcher);
      watcher();
    },
    put(notes) {
      if (told === JSON.stringify(notes)) return;
      told = JSON.stringify(notes);
      remarks.all = notes;
      byEvent = Map.groupBy(notes, (note) => note.about);
      for (const watcher of watchers) watcher();
    },
  };
  remarks.put(data.notes);
  return remarks;
}

function showNotes(row, notes) {
  row.querySelector(".notes")?.remove();
  if (!notes.length) return;
  const list = htmlElement("div", "notes");
  list.append(...notes.map(makeNote));
  row.append(list);
}

function makeNote({ id, glyph, html, author, bookmark, marks }) {
  const note = htmlElement("div", "note");
  note.dataset.note = id;
  if (bookmark) note.append(bookmarkSign(), " ");
  if (glyph) note.append(htmlElement("b", "glyph", glyph), " ");
  const text = htmlElement("div", "words-of");
  text.innerHTML = html;  // Python made it from Markdown and let nothing through but simple tags.
  note.append(text);
  if (!html && marks.length) note.append(htmlElement("span", "only-marks", "marks on the board"));
  if (author) note.append(" ", htmlElement("cite", "", author));
  const tools = htmlElement("span", "note-tools");
  for (const [tool, name] of [["edit", "Edit"], ["withdraw", "Withdraw"]]) {
    const button = htmlElement("button", "", name);
    button.type = "button";
    button.dataset.tool = tool;
    tools.append(button);
  }
  note.append(tools);
  return note;
}

function bookmarkSign() {
  const sign = htmlElement("span", "bookmark-sign");
  sign.append(smallSign(RIDERS.bookmark[1]));
  sign.setAttribute("role", "img");
  sign.setAttribute("aria-label", "Bookmark");
  return sign;
}

// Under the moves: what was said about events that are not among them any more.
function makeStranded(root, data, remarks) {
  const section = root.querySelector(".stranded");
  const said = new Map(data.undone.map((gone) => [gone.at, gone]));
  remarks.watch(() => {
    const notes = remarks.stranded();
    section.hidden = !notes.length;
    section.querySelector("ul").replaceChildren(...notes.map((note) => {
      const item = htmlElement("li");
      const gone = said.get(note.about);
      item.append(htmlElement("s", "", gone?.says ?? `Event ${note.about}`));
      if (gone) item.append(" ", htmlElement("span", "why", gone.why));
      item.append(makeNote(note));
      return item;
    }));
  });
}
