// Note, house ruling, what the table wrote down, and the close.

import { htmlElement } from "../elements.js";
import { gettext } from "../language.js";
import { numberIn } from "./sheet.js";

export function makeDialogs(root, now, order) {
  const note = root.querySelector(".note-form");
  const more = root.querySelector(".more-form");
  for (const dialog of [note, more]) {
    for (const button of dialog.querySelectorAll("[data-close]")) button.addEventListener("click", () => dialog.close());
  }
  const whenSent = (form, act) => form.addEventListener("submit", (event) => {
    event.preventDefault();
    form.closest("dialog").close();
    act(new FormData(form));
    form.reset();
  });
  const record = (event) => order({ line: JSON.stringify(event) });
  let about = null;
  whenSent(note.querySelector("form"), (told) => order({ remark: { about, text: told.get("text") } }));
  whenSent(more.querySelector(".ruling"), (told) => {
    record({ type: "PointsAdjusted", seat: Number(told.get("seat")), points: Number(told.get("points")), why: told.get("why") });
  });
  whenSent(more.querySelector(".closing"), (told) => record({ type: "MatchClosed", reason: told.get("reason") }));
  whenSent(more.querySelector(".claim"), (told) => {
    const scores = [...more.querySelectorAll(".claims input")].map(numberIn);
    record({ type: "ScoresClaimed", scores, why: told.get("why").trim() || null });
  });
  return {
    note() {
      const [version, , says] = now().last[0] ?? [now().version, null, gettext("The match starts")];
      about = version;
      note.querySelector(".about").textContent = says;
      note.showModal();
    },
    more() {
      const { names, match, state } = now();
      more.querySelector(".replay-link").href = `replay?match=${encodeURIComponent(match)}`;
      more.querySelector("[name=seat]").replaceChildren(...names.map((name, seat) =>
        Object.assign(htmlElement("option", "", name), { value: seat })));
      more.querySelector(".claims").replaceChildren(...names.map((name) => {
        const label = htmlElement("label", "", name);
        label.append(Object.assign(htmlElement("input"), { type: "number", step: "any", placeholder: gettext("unknown") }));
        return label;
      }));
      more.querySelector(".closing").hidden = state !== "open";
      more.querySelector(".ruling").hidden = state === "closed";
      more.showModal();
    },
  };
}
