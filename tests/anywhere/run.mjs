// Runs digests.py in Pyodide: `node run.mjs PYODIDE TREE STORE PACKAGE...` prints its answer. The tree and the packages
// are read where they are; the store is copied into memory. Only these packages can be imported.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, tree, store, ...packages] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ stderr: (line) => process.stderr.write(`${line}\n`) });
const { FS } = python;
for (const [folder, at] of [[tree, "/tree"], ...packages.map((path) => [path, `/packages/${basename(path)}`])]) {
  FS.mkdirTree(at);
  FS.mount(FS.filesystems.NODEFS, { root: folder }, at);
}
FS.writeFile("/store.db", readFileSync(store));
const program = `
import json, sys
from pathlib import Path
sys.dont_write_bytecode = True
sys.path[:0] = ["/tree", "/packages"]
from tests.anywhere.digests import digests
json.dumps(digests(Path("/store.db")))
`;
try {
  process.stdout.write(python.runPython(program));
} catch (error) {
  process.stderr.write(error.message); // Node would print the script of Pyodide, which is one line.
  process.exitCode = 1;
}
