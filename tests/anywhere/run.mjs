// Runs digests.py in Pyodide: `node run.mjs PYODIDE TREE STORE VECTORS` prints its answer. The tree is read where it
// is; the store is copied into memory. No package can be imported.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, tree, store, vectors] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ stderr: (line) => process.stderr.write(`${line}\n`) });
const { FS } = python;
FS.mkdirTree("/tree");
FS.mount(FS.filesystems.NODEFS, { root: tree }, "/tree");
FS.writeFile("/store.db", readFileSync(store));
const program = `
import json, sys
from pathlib import Path
sys.dont_write_bytecode = True
sys.path.insert(0, "/tree")
from tests.anywhere.digests import digests
json.dumps(digests(Path("/store.db"), vectors=${vectors}))
`;
try {
  process.stdout.write(python.runPython(program));
} catch (error) {
  process.stderr.write(error.message); // Node would print the script of Pyodide, which is one line.
  process.exitCode = 1;
}
