// Text of the boards at the size at which it is shown: no smaller than people can read, and not drawn at all where that
// leaves no room for it. A board that small has its pieces and the total.

/** The least size of a text in pixels, on a phone and elsewhere. */
const ON_PHONE = 11;
const ELSEWHERE = 9;
const PHONE = "(max-width: 720px)";

/**
 * For the classes of texts in boards.css: the size in tiles, and up to how many tiles it has room.
 * @type {Record<string, [size: number, room: number]>}
 */
const ROOMS = {
  tiny: [0.36, 0.45], small: [0.46, 0.58], digit: [0.46, 0.86], name: [0.68, 0.78], entry: [0.6, 0.7], "azacru-name": [0.44, 0.5],
};

/** @type {WeakMap<SVGSVGElement, { width: number, height: number }>} */
const shownSizes = new WeakMap();
/** @type {Set<WeakRef<SVGSVGElement>>} */
const boards = new Set();
/** @type {ResizeObserver | null} */
let resizes = null;

/** Keeps the text of a board legible whatever its size becomes. @param {SVGSVGElement} svg */
export function followLegible(svg) {
  resizes ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      const board = /** @type {SVGSVGElement} */ (target);
      shownSizes.set(board, contentRect);
      keepLegible(board);
    }
  });
  resizes.observe(svg);
  if (!boards.size) matchMedia(PHONE).addEventListener("change", keepAllLegible);
  boards.add(new WeakRef(svg));
}

/** A phone that is turned may show a board at the size that it had before. */
function keepAllLegible() {
  for (const board of boards) {
    const svg = board.deref();
    if (svg) keepLegible(svg);
    else boards.delete(board);
  }
}

/** The same at once, after its view box was changed. @param {SVGSVGElement} svg */
export function keepLegible(svg) {
  const size = shownSizes.get(svg);
  const view = svg.viewBox.baseVal;
  if (!size?.width || !view?.width) return;
  const scale = Math.min(size.width / view.width, size.height / view.height);
  const least = `${Math.ceil((100 * (matchMedia(PHONE).matches ? ON_PHONE : ELSEWHERE)) / scale) / 100}px`;
  if (svg.style.getPropertyValue("--least") === least || !svg.querySelector("text")) return;  // A change styles all pieces anew.
  svg.style.setProperty("--least", least);
  svg.dataset.hides = Object.keys(ROOMS).filter((name) => ROOMS[name][1] < parseFloat(least)).join(" ");
}
