// The difference between two steps of the match, as changes of single shapes.

/** In place of a shape's id: the change is the panel's width and height. */
export const SIZE = "";

/**
 * The changes of each step, readable forwards and backwards; `before` and `after` are undefined where nothing lies.
 * @param {Scene} scene
 * @param {{ patches: Patch[] }[]} steps
 * @returns {Change[][]}
 */
export function changesOf(scene, steps) {
  const sizes = new Map(scene.panels.map((panel) => [panel.id, sizeShape([panel.width, panel.height])]));
  const tables = new Map(
    scene.panels.map((panel) => [panel.id, new Map(panel.shapes.map((shape) => [shape[0], shape]))]),
  );
  return steps.map((step) => step.patches.flatMap(([panel, put, gone, size]) => {
    const shapes = tables.get(panel);
    if (!shapes) throw new Error(`no panel ${panel}`);
    /** @type {Change[]} */
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
      const after = sizeShape(size);
      changes.push({ panel, id: SIZE, before: sizes.get(panel), after });
      sizes.set(panel, after);
    }
    return changes;
  }));
}

/**
 * The places that differ between two steps, each once, with the shape to draw there.
 * @param {Change[][]} changes
 * @param {number} from
 * @param {number} to
 */
export function difference(changes, from, to) {
  /** @type {Map<string, { panel: string, id: string, shape: Shape | undefined }>} */
  const net = new Map();
  /** @type {(place: { panel: string, id: string }, shape: Shape | undefined) => void} */
  const note = ({ panel, id }, shape) => net.set(`${panel} ${id}`, { panel, id, shape });
  for (let step = from + 1; step <= to; step += 1) {
    for (const change of changes[step]) note(change, change.after);
  }
  for (let step = from; step > to; step -= 1) {
    for (const change of changes[step].toReversed()) note(change, change.before);
  }
  return net.values();
}

/** @param {Size} size @returns {Shape} */
function sizeShape([width, height]) {
  return [SIZE, "size", { width, height }];
}
