// Shapes as Python describes them in viewer/boards/scene.py: [id, tag, attributes, text, title].
// Text from people is set as text and never as markup.

const SVG = "http://www.w3.org/2000/svg";

function svgElement(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function htmlElement(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

function drawn([id, tag, attributes, text, title]) {
  const element = svgElement(tag, attributes);
  element.dataset.id = id;
  if (text) element.textContent = text;
  if (title) element.append(Object.assign(svgElement("title"), { textContent: title }));
  return element;
}

// The mark of a seat, a shape one unit wide, as a small picture of its own.
function seatSign(mark) {
  const sign = svgElement("svg", { viewBox: "0 0 1 1", class: "sign", "aria-hidden": "true" });
  if (mark) sign.append(drawn(mark));
  return sign;
}

const SIZE = "";  // In place of a shape's id: the change is the panel's width and height.

// What each step changes, readable both ways: {panel, id, before, after}, undefined where nothing lies.
function changesOf(scene, steps) {
  const sizes = new Map(scene.panels.map((panel) => [panel.id, [panel.width, panel.height]]));
  const tables = new Map(
    scene.panels.map((panel) => [panel.id, new Map(panel.shapes.map((shape) => [shape[0], shape]))]),
  );
  return steps.map((step) => step.patches.flatMap(([panel, put, gone, size]) => {
    const shapes = tables.get(panel);
    const changes = [];
    for (const shape of put) {
      changes.push({ panel, id: shape[0], before: shapes.get(shape[0]), after: shape });
      shapes.set(shape[0], shape);
    }
    for (const id of gone) {
      changes.push({ panel, id, before: shapes.get(id), after: undefined });
      shapes.delete(id);
    }
    if (size) {
      changes.push({ panel, id: SIZE, before: sizes.get(panel), after: size });
      sizes.set(panel, size);
    }
    return changes;
  }));
}

// What must be drawn to get from one step to another, each place once, whatever lies between them.
function difference(changes, from, to) {
  const net = new Map();
  const note = ({ panel, id }, shape) => net.set(`${panel} ${id}`, { panel, id, shape });
  for (let step = from + 1; step <= to; step += 1) {
    for (const change of changes[step]) note(change, change.after);
  }
  for (let step = from; step > to; step -= 1) {
    for (const change of changes[step].toReversed()) note(change, change.before);
  }
  return net.values();
}
