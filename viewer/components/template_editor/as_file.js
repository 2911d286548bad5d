// A template as a file: the one that is edited, another one to add, and the end of a saved one.

import { commandButton, htmlElement } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { templateOf } from "./draft.js";

/** @import { Draft } from "./draft.js" */

/**
 * @param {Draft} draft
 * @param {{ add(text: string): void, remove(): void }} act
 */
export function asFile(draft, act) {
  const fold = htmlElement("details", "more-fields");
  const inside = htmlElement("div", "inside ways");
  const input = Object.assign(htmlElement("input"), { type: "file", accept: ".json,application/json", hidden: true });
  input.addEventListener("change", async () => {
    const text = await input.files?.[0]?.text();
    input.value = "";
    if (text !== undefined) act.add(text);
  });
  const remove = commandButton("btn", gettext("Remove this score sheet"), act.remove);
  inside.append(
    commandButton("btn", gettext("Download"), () => download(draft)),
    commandButton("btn", gettext("Open a file"), () => input.click()),
    input,
    remove,
  );
  fold.append(htmlElement("summary", "fold", gettext("As a file")), inside);
  return {
    element: fold,
    show(/** @type {boolean} */ isSaved) { remove.hidden = !isSaved; },
  };
}

/** @param {Draft} draft */
function download(draft) {
  const file = { $schema: "https://partie.dev/template.schema.json", ...templateOf(draft) };
  const link = htmlElement("a");
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: "application/json" }));
  link.download = "template.json";
  link.click();
  URL.revokeObjectURL(link.href);
}
