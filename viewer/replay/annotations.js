// Circles and arrows on the boards, in a picture that lies over all panels: an arrow may lead from one to another.

import { svgElement } from "../elements.js";
import { panelWith } from "./boards.js";

export function makeAnnotations(root, boards) {
  const ground = root.querySelector(".boards");
  const picture = svgElement("svg", { class: "marks", "aria-hidden": "true" });
  ground.append(picture);
  let shown = [];
  const placeOf = (id) => {
    const element = panelWith(boards.panels, id)?.elements.get(id);
    if (!element) return null;
    const { left, top, width, height } = element.getBoundingClientRect();
    const frame = ground.getBoundingClientRect();
    return { x: left - frame.left + width / 2, y: top - frame.top + height / 2, radius: Math.max(9, Math.min(width, height) * 0.58) };
  };
  const draw = () => {
    picture.replaceChildren(...shown.flatMap(([at, to]) => {
      const from = placeOf(at);
      const end = to && placeOf(to);
      if (!from || (to && !end)) return [];
      return [end ? arrow(from, end) : svgElement("circle", { cx: from.x, cy: from.y, r: from.radius })];
    }));
  };
  new ResizeObserver(() => shown.length && draw()).observe(ground);
  return {
    show(marks) {
      if (!marks.length && !shown.length) return;
      shown = marks;
      draw();
    },
    // The place a mark belongs to: under a piece that may leave lies a space that stays.
    place(id) {
      const under = id.slice(0, id.lastIndexOf("/"));
      return panelWith(boards.panels, under)?.elements.has(under) ? under : id;
    },
  };
}

function arrow(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [endX, endY] = [to.x - x * 4, to.y - y * 4];
  const wing = (side) => `M${endX} ${endY}L${endX - x * 12 + side * y * 8} ${endY - y * 12 - side * x * 8}`;
  return svgElement("path", { d: `M${from.x} ${from.y}L${endX} ${endY}${wing(1)}${wing(-1)}` });
}

// Marks are drawn with a tool and taps, or at once with the right button: a click circles, a drag is an arrow;
// a finger held still circles too. `add` is given the place and, for an arrow, the other one.
export function makePencil(root, boards, annotations, isDrawing, add) {
  const ground = root.querySelector(".boards");
  const tools = [...root.querySelectorAll("[data-draws]")];
  let tool = null;
  let began = null;
  const choose = (wanted) => {
    tool = wanted === tool ? null : wanted;
    began = null;
    root.classList.toggle("drawing", tool !== null);
    for (const button of tools) button.setAttribute("aria-pressed", button.dataset.draws === tool);
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
  const under = (event) => {
    const id = event.target.closest("[data-id]")?.dataset.id;
    return id && annotations.place(id);
  };
  let pressed = null;
  ground.addEventListener("contextmenu", (event) => { if (isDrawing()) event.preventDefault(); });
  listenForHolding(ground, (touched) => {
    const place = isDrawing() && under({ target: touched });
    if (place) add(place, null);
    return Boolean(place);
  });
  ground.addEventListener("pointerdown", (event) => { pressed = event.button === 2 && isDrawing() ? under(event) : null; });
  ground.addEventListener("pointerup", (event) => {
    const place = under(event);
    if (event.button === 2 && pressed && place) add(pressed, place === pressed ? null : place);
    pressed = null;
  });
  return { rest: () => choose(null) };
}

const HELD = 500;  // Milliseconds a finger rests.
const STILL = 8;  // Pixels it may waver meanwhile.

// A finger held still. Not every browser tells of it, so it is watched here; the tap it ends with is none, if `act`
// answers that it has been used.
function listenForHolding(ground, act) {
  let timer = null;
  let start = null;
  let wasUsed = false;
  const stop = () => clearTimeout(timer);
  ground.addEventListener("pointerdown", (event) => {
    stop();
    wasUsed = false;
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    const { clientX, clientY, target } = event;  // Once told, the event forgets where in here it was.
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
