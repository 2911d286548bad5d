// The table as it lies now: places that can be tapped are lit, what a move would change is shown as ghosts.
// On a narrow screen only the parts of the boards where something can be tapped are shown, as large as they can be.

const NARROW = 640;
const REACH = 26;  // How far beside a lit place a finger may land, in pixels.
const LEAST = 7;  // Tiles across that are shown at least, so that a place is seen among its neighbors.
const AIR = 0.55;  // Around what a close-up shows, in tiles.

function makeSurface(root, pick) {
  const surface = root.querySelector(".surface");
  const closeUps = surface.querySelector(".close-ups");
  let panels = [];
  let pictures = [];

  const lay = (data) => {
    const spots = { null: surface.querySelector(".shared"), seat: surface.querySelector(".seats") };
    for (const spot of Object.values(spots)) spot.replaceChildren();
    closeUps.replaceChildren();
    panels = data.scene.panels.map((panel) => {
      const picture = makePicture(panel.shapes, panel.title, panel);
      spots[panel.seat === null ? "null" : "seat"].append(picture.figure);
      picture.figure.classList.toggle("mine", panel.seat !== null && panel.seat === data.turn);
      return picture;
    });
  };

  // `next` maps every tap that can come now to what it is called; null: the place says it itself.
  const light = (next, tapped) => {
    closeUps.replaceChildren();
    pictures = [];
    const isNarrow = root.clientWidth < NARROW;
    for (const picture of panels) {
      picture.clear();
      const taps = [...next].filter(([tap]) => !isChoice(tap) && picture.shapesOf(placeOf(tap)).length);
      const parts = isNarrow && taps.length ? partsOf(picture, taps) : null;
      picture.figure.classList.toggle("lit", taps.length > 0);
      picture.figure.classList.toggle("replaced", Boolean(parts));
      for (const part of parts ?? []) pictures.push(closeUp(closeUps, picture, part));
      if (!parts) pictures.push(picture);
      if (!parts) for (const [tap, name] of taps) picture.target(tap, name);
      for (const tap of tapped) picture.choose(placeOf(tap));
      // The place just tapped stays where it is under the finger: a second tap on it confirms.
      if (!parts && !(taps.length === 1 && taps[0][0] === tapped.at(-1))) picture.zoom(isNarrow && taps.length > 0);
    }
    surface.classList.toggle("choosing", pictures.some((picture) => picture.targets.size > 0));
  };

  const ghost = (preview) => {
    for (const picture of [...new Set([...panels, ...pictures])]) picture.ghost(preview);
  };

  surface.addEventListener("click", (event) => {
    const svg = event.target.closest("svg");
    const picture = pictures.find((one) => one.svg === svg);
    const tap = picture?.nearest(event.clientX, event.clientY);
    if (tap) pick(tap);
  });
  surface.addEventListener("keydown", (event) => {
    const target = event.target.closest(".target");
    if (!target) return;
    const all = [...surface.querySelectorAll(".target")];
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) all[(all.indexOf(target) + step + all.length) % all.length].focus();
    else if (event.key === "Enter" || event.key === " ") pick(target.dataset.tap, true);
    else return;
    event.preventDefault();
  });
  const focus = () => surface.querySelector(".target")?.focus();
  return { lay, light, ghost, focus };
}

// Taps by the place they belong to (`display/3` for `display/3/blue`); null where one belongs to none.
function partsOf(picture, taps) {
  const parts = new Map();
  for (const [tap, name] of taps) {
    const steps = placeOf(tap).split("/");
    let place = null;
    for (let length = steps.length - 1; length > 0 && !place; length -= 1) {
      const wider = steps.slice(0, length).join("/");
      if (picture.has(wider)) place = wider;
    }
    if (!place) return null;
    parts.set(place, [...(parts.get(place) ?? []), [tap, name]]);
  }
  return parts;
}

function closeUp(closeUps, whole, [place, taps]) {
  const shapes = whole.shapesWithin(place);
  const picture = makePicture(shapes, whole.titleOf(place) ?? place);
  closeUps.append(picture.figure);
  for (const [tap, name] of taps) picture.target(tap, name);
  const ground = picture.boxes(place, true)[0];
  const isSpacious = ground.width * ground.height > 24;  // Then it is shown only where something can be tapped.
  picture.figure.classList.toggle("crop", isSpacious);
  picture.show(isSpacious ? picture.around() : ground, isSpacious ? AIR : 0.08);
  return picture;
}

function makePicture(shapes, title, size) {
  const figure = htmlElement("figure", "panel");
  const svg = svgElement("svg", { role: "group", "aria-label": title });
  const pieces = svgElement("g");
  const marks = svgElement("g", { class: "targets" });
  const effects = svgElement("g", { class: "effects" });
  const elements = new Map();
  const targets = new Map();
  svg.append(pieces, effects, marks);
  figure.append(svg);
  for (const shape of shapes) {
    const element = drawn(shape);
    pieces.append(element);
    elements.set(shape[0], { element, shape });
  }
  const whole = size ? { x: 0, y: 0, width: size.width, height: size.height } : null;
  const frame = ({ x, y, width, height }) => {
    svg.setAttribute("viewBox", [x, y, width, height].map((n) => n.toFixed(2)).join(" "));
    figure.style.setProperty("--units", width.toFixed(2));
  };
  if (whole) frame(whole);

  const shapesOf = (place) => [...elements.keys()].filter((id) => id === place || id.startsWith(`${place}/`));
  const boxes = (place, alone = false) => (alone ? [place] : shapesOf(place))
    .filter((id) => alone || elements.get(id).shape[1] !== "text")
    .map((id) => boxOf(elements.get(id).element))
    .filter((box) => box.width > 0.05)
    .filter((box, at, all) => all.findIndex((other) => isSameBox(other, box)) === at);
  const around = () => union([...targets.values()].flatMap((target) => target.boxes));
  const picture = {
    figure, svg, targets, shapesOf, boxes, around,
    has: (id) => elements.has(id),
    titleOf: (id) => elements.get(id)?.shape[4],
    shapesWithin: (place) => shapesOf(place).map((id) => elements.get(id).shape),
    target(tap, name) {
      const place = placeOf(tap);
      const found = boxes(place);
      if (!found.length) return;
      const called = name ?? nameOf(place, elements);
      const target = svgElement("g", { class: "target", role: "button", tabindex: "0", "aria-label": called });
      target.dataset.tap = tap;
      const shown = merged(found);
      target.append(...shown.map((box) => outlineOf(box)));
      marks.append(target);
      targets.set(tap, { boxes: shown });
    },
    choose(place) {
      for (const box of merged(boxes(place))) marks.append(outlineOf(box, "chosen"));
    },
    clear() {
      targets.clear();
      marks.replaceChildren();
      effects.replaceChildren();
      svg.classList.remove("ghosted");
    },
    show: (box, air) => frame({ x: box.x - air, y: box.y - air, width: box.width + 2 * air, height: box.height + 2 * air }),
    zoom(close) {
      const all = targets.size ? union([whole, around()]) : whole;
      if (!close) {
        frame(all);
        return;
      }
      const box = around();
      const width = Math.min(all.width, Math.max(LEAST, box.width + 2 * AIR));
      const height = Math.min(all.height, Math.max(0.6 * LEAST, box.height + 2 * AIR));
      const x = Math.min(Math.max(all.x, box.x + box.width / 2 - width / 2), all.x + all.width - width);
      const y = Math.min(Math.max(all.y, box.y + box.height / 2 - height / 2), all.y + all.height - height);
      frame({ x, y, width, height });
    },
    // The tap whose lit place is nearest to a point on the screen, if a finger may have meant it.
    nearest(clientX, clientY) {
      const matrix = svg.getScreenCTM();
      const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
      let [best, least] = [null, REACH / matrix.a];
      for (const [tap, target] of targets) {
        for (const box of target.boxes) {
          const away = distance(box, point);
          if (away < least || (away === 0 && best === null)) [best, least] = [tap, away];
        }
      }
      return best;
    },
    ghost(preview) {
      effects.replaceChildren();
      for (const [panel, put, gone] of preview?.patches ?? []) {
        if (size && panel !== size.id) continue;
        for (const id of gone) leave(id);
        for (const shape of put) if (shape[1] === "use" && (size || isNear(shape[0]))) arrive(shape);
      }
      for (const [cell, points] of preview?.gains ?? []) float(cell, points);
    },
  };
  const isNear = (id) => shapes.some(([own]) => id.startsWith(`${own}/`));
  const leave = (id) => {
    const found = elements.get(id);
    if (!found || found.shape[1] !== "use") return;
    const { x, y, width, height } = boxOf(found.element);
    effects.append(svgElement("rect", { class: "leaving", x, y, width, height, rx: 0.24 }));
  };
  const arrive = (shape) => {
    if (elements.has(shape[0]) && JSON.stringify(elements.get(shape[0]).shape) === JSON.stringify(shape)) return;
    const ghost = drawn(shape);
    ghost.classList.add("ghost");
    delete ghost.dataset.id;
    effects.append(ghost);
  };
  const float = (cell, points) => {
    if (!elements.has(cell)) return;
    const { x, y, width, height } = boxOf(elements.get(cell).element);
    const text = svgElement("text", { class: "float", x: x + width / 2, y: y + height / 2 + 0.25 });
    text.textContent = points;
    effects.append(text);
  };
  return picture;
}

// What a place is called: its own title, that of what it lies in, and how many pieces it holds.
function nameOf(place, elements) {
  const own = [...elements.values()].filter(({ shape }) => shape[4] && shape[1] !== "text"
    && (shape[0] === place || shape[0].startsWith(`${place}/`)));
  const steps = place.split("/");
  const wider = elements.get(steps.slice(0, -1).join("/"))?.shape[4];
  const number = own.length > 1 ? `${own.length} ` : "";
  return [`${number}${own[0]?.shape[4] ?? place}`, wider].filter(Boolean).join(", ");
}

// The box around a shape in its picture's own coordinates.
function boxOf(element) {
  const { x, y, width, height } = element.getBBox();
  const matrix = element.transform.baseVal.consolidate()?.matrix;
  if (!matrix) return { x, y, width, height };
  const isSlender = element.tagName === "use" && Math.max(width, height) > 1.5 * Math.min(width, height);
  if (matrix.b || isSlender) {
    // A piece that is slender or lies askew fills its box badly: what counts is the middle part, and the outline leans with it.
    const middle = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(matrix);
    const scale = Math.hypot(matrix.a, matrix.b);
    const [rx, ry] = [width * scale * 0.36, height * scale * 0.4];
    const least = Math.min(rx, ry);
    const angle = (Math.atan2(matrix.b, matrix.a) * 180) / Math.PI;
    return { x: middle.x - least, y: middle.y - least, width: 2 * least, height: 2 * least, lean: { middle, rx, ry, angle } };
  }
  const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]]
    .map(([left, top]) => new DOMPoint(left, top).matrixTransform(matrix));
  return union(corners.map((corner) => ({ x: corner.x, y: corner.y, width: 0, height: 0 })));
}

function outlineOf({ x, y, width, height, lean }, className = "") {
  if (!lean) return svgElement("rect", { class: className, x, y, width, height, rx: 0.24 });
  const { middle, rx, ry, angle } = lean;
  const turn = `rotate(${angle.toFixed(1)} ${middle.x.toFixed(2)} ${middle.y.toFixed(2)})`;
  return svgElement("ellipse", { class: className, cx: middle.x, cy: middle.y, rx, ry, transform: turn });
}

function union(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

// One box in place of several that fill it; pieces in a row are one target, not many with gaps between them.
function merged(boxes) {
  if (boxes.some((box) => box.lean)) return boxes;
  const whole = union(boxes);
  const filled = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
  return whole.width * whole.height < 1.3 * filled ? [whole] : boxes;
}

const isSameBox = (one, other) => Math.abs(one.x - other.x) + Math.abs(one.y - other.y) < 0.1;

function distance({ x, y, width, height }, point) {
  const across = Math.max(x - point.x, 0, point.x - x - width);
  const down = Math.max(y - point.y, 0, point.y - y - height);
  return Math.hypot(across, down);
}
