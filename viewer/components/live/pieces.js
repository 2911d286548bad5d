// The shapes of a picture, found by their ids: their boxes and names, and the ghosts of what a move would change.

import { setChildren, shapeElement, svgElement } from "../lib/elements.js";
import { boxOf, isSameBox } from "./boxes.js";
import { isNegative } from "./points.js";

/** The shapes themselves, found by their ids; a place is everything whose id begins with it. */
export class Pieces {
  /** @type {Map<string, { shape: Shape, text: string, element: SVGGraphicsElement, box: Box | null }>} */
  #elements = new Map();
  #group = svgElement("g");

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    svg.append(this.#group);
  }

  /** Shows these shapes; the elements of those that did not change stay. @param {Shape[]} shapes */
  put(shapes) {
    const before = this.#elements;
    this.#elements = new Map(shapes.map((shape) => {
      const text = JSON.stringify(shape);
      const known = before.get(shape[0]);
      return [shape[0], known?.text === text ? known : { shape, text, element: shapeElement(shape), box: null }];
    }));
    setChildren(this.#group, [...this.#elements.values()].map(({ element }) => element));
  }

  /** @type {(id: string) => boolean} */
  has = (id) => this.#elements.has(id);

  /** @type {(id: string) => string | undefined} */
  titleOf = (id) => this.#elements.get(id)?.shape[4];

  /** @type {(place: string) => Shape[]} */
  shapesOf = (place) => this.#idsOf(place).map((id) => this.#known(id).shape);

  /** @type {(place: string) => string} */
  nameOf = (place) => nameOf(place, this.#elements);

  /** @param {string} id */
  boxOf(id) {
    const piece = this.#known(id);
    const box = piece.box ?? boxOf(piece.element);
    if (box.width) piece.box = box;  // Measured once, as it costs a layout; what is hidden has no size.
    return box;
  }

  /** @param {string} place */
  boxes(place) {
    const boxes = this.#idsOf(place).filter((id) => this.#known(id).shape[1] !== "text").map((id) => this.boxOf(id)).filter((box) => box.width > 0.05);
    return boxes.filter((box, at) => boxes.findIndex((other) => isSameBox(other, box)) === at);
  }

  /** @param {string} id */
  leaving(id) {
    if (this.#elements.get(id)?.shape[1] !== "use") return [];
    const { x, y, width, height } = this.boxOf(id);
    return [svgElement("rect", { class: "leaving", x, y, width, height, rx: 0.24 })];
  }

  /** @param {Shape} shape */
  arriving(shape) {
    const old = this.#elements.get(shape[0])?.shape;
    if (shape[1] !== "use" || JSON.stringify(old) === JSON.stringify(shape)) return [];
    const ghost = shapeElement(shape);
    ghost.classList.add("ghost");
    delete ghost.dataset.id;
    return [ghost];
  }

  /** @type {(cell: string, points: string) => SVGElement[]} */
  floating(cell, points) {
    if (!this.has(cell)) return [];
    const { x, y, width, height } = this.boxOf(cell);
    const text = svgElement("text", { class: isNegative(points) ? "float loss" : "float", x: x + width / 2, y: y + height / 2 + 0.25 });
    text.textContent = points;
    return [text];
  }

  /** @param {string} id */
  #known(id) {
    const piece = this.#elements.get(id);
    if (!piece) throw new Error(`no shape ${id}`);
    return piece;
  }

  /** @param {string} place */
  #idsOf = (place) => [...this.#elements.keys()].filter((id) => id === place || id.startsWith(`${place}/`));
}

/**
 * The name of a place: its own title, that of the place around it, and the number of pieces it holds.
 * @param {string} place
 * @param {Map<string, { shape: Shape, element: SVGGraphicsElement }>} elements
 */
function nameOf(place, elements) {
  const own = [...elements.values()].filter(({ shape }) => shape[4] && shape[1] !== "text"
    && (shape[0] === place || shape[0].startsWith(`${place}/`)));
  const steps = place.split("/");
  const wider = elements.get(steps.slice(0, -1).join("/"))?.shape[4];
  const number = own.length > 1 ? `${own.length} ` : "";
  return [`${number}${own[0]?.shape[4] ?? place}`, wider].filter(Boolean).join(", ");
}
