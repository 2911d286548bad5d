// The difference between two steps of the match, as changes of single shapes.

export const SIZE = "";  // In place of a shape's id: the change is the panel's width and height.

// What each step changes, readable both ways: {panel, id, before, after}, undefined where nothing lies.
export function changesOf(scene, steps) {
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
export function difference(changes, from, to) {
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
