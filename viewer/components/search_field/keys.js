// The keys of a searched list: `/` goes to the field, arrows go from it through the rows and back.

const BLOCKS = ".st-key-home-rows, .st-key-home-rest-rows";
const TEXT = "input, textarea, select, [contenteditable]";

/** The rows of plays on the page, each in the shadow root of its block.
 * @returns {HTMLElement[]}
 */
const rows = () => [...document.querySelectorAll(BLOCKS)]
  .flatMap((block) => [...block.querySelectorAll("*")])
  .flatMap((element) => [...(element.shadowRoot?.querySelectorAll("a.row") ?? [])])
  .map((row) => /** @type {HTMLElement} */ (row));

/** The element with the focus, within shadow roots. */
function focused() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** @param {() => HTMLElement | null} field */
export function makeKeys(field) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = focused();
    if (event.key === "/" && !at?.matches(TEXT)) field()?.focus();
    else if (["ArrowDown", "ArrowUp"].includes(event.key)) {
      const all = rows(), place = at === field() ? -1 : all.findIndex((row) => row === at);
      if (place < 0 && at !== field()) return;
      const next = place + (event.key === "ArrowDown" ? 1 : -1);
      (next < 0 ? field() : all[next])?.focus();
    } else return;
    event.preventDefault();
  };
  addEventListener("keydown", press);
  return { leave: () => removeEventListener("keydown", press) };
}
