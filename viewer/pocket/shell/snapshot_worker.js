// Makes the snapshot beside the worker that owns the store, which goes on answering.

import { hasSnapshot, makeSnapshot } from "./start.js";

const version = self.name;
try {
  if (!(await hasSnapshot(version))) await makeSnapshot(version);
  postMessage({ made: true });
} catch (error) {
  postMessage({ made: false, why: String(error).slice(-500) });
}
self.close();
