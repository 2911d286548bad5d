// Circles and arrows on the boards, in a picture that lies over all panels: an arrow may lead from one to another.

import { find, findAll, svgElement, targetOf } from "../lib/elements.js";
import { idUnder, panelWith } from "./boards.js";

/** @param {HTMLElement} root @param {Boards} boards */
export function makeAnnotations(root, boards) {
  const ground = find(root, ".sheet");
  const picture = svgElement("svg", { class: "marks", "aria-hidden": "true" });
  ground.append(picture);
  /** @type {Note["marks"]} */
  let current = [];
  /** @param {string} id */
  const placeOf = (id) => {
    const element = panelWith(boards.panels, id)?.elements.get(id);
    if (!element) return null;
    const { left, top, width, height } = element.getBoundingClientRect();
    if (!width) return null;  // On a phone the other boards may be hidden.
    const frame = ground.getBoundingClientRect();
    return { x: left - frame.left + width / 2, y: top - frame.top + height / 2, radius: Math.max(9, Math.min(width, height) * 0.58) };
  };
  const draw = () => {
    picture.replaceChildren(...current.flatMap(([at, to]) => {
      const from = placeOf(at);
      const end = to ? placeOf(to) : null;
      if (!from || (to && !end)) return [];
      return [end ? arrow(from, end) : svgElement("circle", { cx: from.x, cy: from.y, r: from.radius })];
    }));
  };
  new ResizeObserver(() => current.length && draw()).observe(ground);
  return {
    /** @param {Note["marks"]} marks */
    show(marks) {
      if (!marks.length && !current.length) return;
      current = marks;
      draw();
    },
    /** The place an annotation belongs to: the cell under a piece, as the piece may leave. @param {string} id */
    place(id) {
      const under = id.slice(0, id.lastIndexOf("/"));
      return panelWith(boards.panels, under)?.elements.has(under) ? under : id;
    },
  };
}

/** @param {Point} from @param {Point} to */
function arrow(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [endX, endY] = [to.x - x * 4, to.y - y * 4];
  const wing = (/** @type {number} */ side) => `M${endX} ${endY}L${endX - x * 12 + side * y * 8} ${endY - y * 12 - side * x * 8}`;
  return svgElement("path", { d: `M${from.x} ${from.y}L${endX} ${endY}${wing(1)}${wing(-1)}` });
}

/**
 * Annotations are drawn with a tool and taps, or with the right button: a click circles, a drag is an arrow; a finger
 * held still circles too. `add` gets the place and, for an arrow, the other one.
 * @param {HTMLElement} root
 * @param {Boards} boards
 * @param {ReturnType<typeof makeAnnotations>} annotations
 * @param {() => boolean} isDrawing
 * @param {(at: string, to: string | null) => void} add
 */
export function makePencil(root, boards, annotations, isDrawing, add) {
  const ground = find(root, ".boards");
  const tools = findAll(root, "[data-draws]");
  /** @type {string | null} */
  let tool = null;
  /** @type {string | null} */
  let began = null;
  /** @param {string | null | undefined} name */
  const choose = (name) => {
    tool = !name || name === tool ? null : name;
    began = null;
    root.classList.toggle("drawing", tool !== null);
    for (const button of tools) button.setAttribute("aria-pressed", String(button.dataset.draws === tool));
  };
  for (const button of tools) button.addEventListener("click", () => choose(button.dataset.draws));
  boards.onTap((id) => {
    if (!isDrawing() || !tool) return false;
    const place = annotations.place(id);
    if (tool === "circle") add(place, null);
    else if (began === null) began = place;
    else {
      if (began !== place) add(began, place);
      began = null;
    }
    return true;
  });
  /** @param {Element} element */
  const under = (element) => {
    const id = idUnder(element);
    return id && annotations.place(id);
  };
  /** @type {string | undefined | null} */
  let pressed = null;
  ground.addEventListener("contextmenu", (event) => { if (isDrawing()) event.preventDefault(); });
  listenForHolding(ground, (touched) => {
    const place = isDrawing() && under(touched);
    if (place) add(place, null);
    return Boolean(place);
  });
  ground.addEventListener("pointerdown", (event) => { pressed = event.button === 2 && isDrawing() ? under(targetOf(event)) : null; });
  ground.addEventListener("pointerup", (event) => {
    const place = under(targetOf(event));
    if (event.button === 2 && pressed && place) add(pressed, place === pressed ? null : place);
    pressed = null;
  });
  return { rest: () => choose(null) };
}

/** Milliseconds a finger rests. */
const HELD = 500;
/** Pixels it may move meanwhile. */
const STILL = 8;

/**
 * A finger held still. Not every browser has an event for it. The tap it ends with is suppressed if `act` returns true.
 * @param {HTMLElement} ground
 * @param {(touched: Element) => boolean} act
 */
function listenForHolding(ground, act) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {{ clientX: number, clientY: number } | null} */
  let start = null;
  let wasUsed = false;
  const stop = () => clearTimeout(timer);
  ground.addEventListener("pointerdown", (event) => {
    stop();
    wasUsed = false;
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    const { clientX, clientY } = event;
    const target = targetOf(event);  // Outside of the listener the event names the component's host.
    start = { clientX, clientY };
    timer = setTimeout(() => { wasUsed = act(target); }, HELD);
  });
  ground.addEventListener("pointermove", (event) => {
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > STILL) stop();
  });
  for (const end of ["pointerup", "pointercancel"]) ground.addEventListener(end, stop);
  ground.addEventListener("click", (event) => {
    if (wasUsed) event.stopPropagation();
    wasUsed = false;
  }, { capture: true });
}
