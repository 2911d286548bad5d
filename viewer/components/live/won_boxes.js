// The boxes that name the winners: proposed from the points until somebody names them by hand.

import { htmlElement } from "../lib/elements.js";
import { gettext } from "../lib/language.js";

/** @param {{ sheet: Sheet, names: string[] }} data */
export function makeWonBoxes({ sheet, names }) {
  let isNamed = false;
  const boxes = names.map((name, seat) => {
    const label = htmlElement("label", "won-box");
    const box = Object.assign(htmlElement("input"), { type: "checkbox" });
    box.setAttribute("aria-label", sheet.together ? gettext("Everybody won") : gettext("{name} won", { name }));
    box.addEventListener("change", () => {
      isNamed = true;
      for (const other of sheet.sides.find((side) => side.includes(seat)) ?? [seat]) boxes[other].box.checked = box.checked;
    });
    label.append(box);
    return { label, box };
  });
  return {
    boxes,
    /** @param {number[]} winners */
    propose(winners) {
      if (!isNamed && !sheet.together) boxes.forEach(({ box }, seat) => { box.checked = winners.includes(seat); });
    },
  };
}

/** @param {{ box: HTMLInputElement }[]} boxes */
export const chosenSeats = (boxes) => boxes.flatMap(({ box }, seat) => (box.checked ? [seat] : []));
