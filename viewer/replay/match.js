// The match as Python told it last: while it goes on, or while moves are tried out, more is told. Whoever shows
// something of it lays that out at once and again whenever it has changed; readers stay where they are.

function makeMatch(first) {
  const layers = [];
  const match = {
    ...first,
    lay(layer) {
      layers.push(layer);
      layer();
    },
    again(told) {
      Object.assign(match, told, { explored: told.explored });
      for (const layer of layers) layer();
    },
    // The step of the event with this version; -1: it does not stand.
    stepOf: (version) => match.steps.findIndex((step) => step.at === version),
    // The version a link or a note may name: a move only tried out is named by the one it was tried after.
    kept: (version) => (match.explored?.line && version > match.explored.base ? match.explored.since : version),
  };
  return match;
}
