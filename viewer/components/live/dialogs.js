// Dialogs for a note, a house ruling, the scores as the table wrote them down, and closing the match.

import { find, findAll, htmlElement } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { numberIn, withSignKey } from "./number_field.js";

/**
 * Fills the match into the addresses of links, which hold a star in its place.
 * @param {ParentNode} root
 * @param {string} match
 */
export function linkTo(root, match) {
  for (const link of findAll(root, "a[data-address]", HTMLAnchorElement)) {
    link.setAttribute("href", (link.dataset.address ?? "").replace("*", encodeURIComponent(match)));
  }
}

/**
 * @param {HTMLElement} root
 * @param {() => LiveRecordData} now
 * @param {(event: object) => void} record
 * @param {(note: RequestBody) => void} write
 */
export function makeDialogs(root, now, record, write) {
  const note = find(root, ".note-form", HTMLDialogElement);
  const more = find(root, ".more-form", HTMLDialogElement);
  for (const dialog of [note, more]) {
    for (const button of findAll(dialog, "[data-close]")) button.addEventListener("click", () => dialog.close());
  }
  /** @type {(form: HTMLFormElement, act: (values: FormData) => void) => void} */
  const whenSent = (form, act) => form.addEventListener("submit", (event) => {
    event.preventDefault();
    form.closest("dialog")?.close();
    act(new FormData(form));
    form.reset();
  });
  withSignKey(find(more, "[name=points]", HTMLInputElement), gettext("Points"));
  /** @type {number | null} */
  let about = null;
  whenSent(find(note, "form", HTMLFormElement), (values) => write({ about, text: String(values.get("text")) }));
  whenSent(find(more, ".ruling", HTMLFormElement), (values) => {
    record({ type: "PointsAdjusted", seat: Number(values.get("seat")), points: Number(values.get("points")), why: values.get("why") });
  });
  whenSent(find(more, ".closing", HTMLFormElement), (values) => record({ type: "MatchClosed", reason: values.get("reason") }));
  whenSent(find(more, ".claim", HTMLFormElement), (values) => {
    const scores = findAll(more, ".claims input", HTMLInputElement).map(numberIn);
    record({ type: "ScoresClaimed", scores, why: String(values.get("why")).trim() || null });
  });
  return {
    note() {
      const [version, , says] = now().last[0] ?? [now().version, null, gettext("The match starts"), "", []];
      about = version;
      find(note, ".about").textContent = says;
      note.showModal();
    },
    more() {
      const { names, match, state } = now();
      linkTo(more, match);
      find(more, "[name=seat]").replaceChildren(...names.map((name, seat) => new Option(name, String(seat))));
      find(more, ".claims").replaceChildren(...names.map((name) => {
        const label = htmlElement("label", "", name);
        label.append(withSignKey(Object.assign(htmlElement("input"), { placeholder: gettext("unknown") }), name));
        return label;
      }));
      find(more, ".closing").hidden = state !== "open";
      find(more, ".ruling").hidden = state === "closed";
      more.showModal();
    },
  };
}
