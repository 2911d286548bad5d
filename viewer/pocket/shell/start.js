// Python on this device: from the memory snapshot that the device made for itself, or plainly.
//
// Laws: a snapshot is used only by the version that made it, and only if its digest is right: Pyodide itself notices no
// flipped byte, and one that was cut off ends the tab. It is made before a store is open, and while nothing else is: a
// descriptor that Python believes open is, after the restart, that of the database.

const ROOT = new URL("./", import.meta.url);
const SOURCES = "/lib/partie";
const DIGEST_BYTES = 32;
const STANDARD_STREAMS = 2;

/** In a snapshot the module is loaded, and its state is that of the moment when it was made. */
const BEGIN = `import sys
if "${SOURCES}" not in sys.path:
    sys.path.insert(0, "${SOURCES}")
    sys.dont_write_bytecode = True
import random
random.seed()
import viewer.pocket.host`;

/** @param {string} version @returns {Promise<{ python: any, by: "snapshot" | "plain" }>} */
export async function startPython(version) {
  const parts = fetchParts();  // Meanwhile the snapshot is read and checked.
  const snapshot = await readSnapshot(version);
  if (snapshot) {
    try {
      return { python: await begun(parts, { _loadSnapshot: snapshot }), by: "snapshot" };
    } catch (error) {
      console.warn("The snapshot cannot be used:", String(error).slice(-200));
      await forgetSnapshots();
    }
  }
  return { python: await begun(parts, {}), by: "plain" };
}

/** Makes the snapshot by a Python of its own, which never opens a store. @param {string} version */
export async function makeSnapshot(version) {
  const python = await begun(fetchParts(), { _makeSnapshot: true });
  python.runPython("viewer.pocket.host.preload()");
  const open = python.FS.streams.filter((/** @type {any} */ each) => each && each.fd > STANDARD_STREAMS);
  if (open.length) throw new Error(`Open files cannot be in a snapshot: ${open.map((/** @type {any} */ each) => each.path)}`);
  await forgetSnapshots();
  await writeSnapshot(version, python.makeMemorySnapshot());
}

/** @param {string} version */
export const hasSnapshot = async (version) => (await readSnapshot(version)) !== null;

/** @param {string} path of a module in this folder */
// eslint-disable-next-line no-restricted-syntax -- Pyodide comes as it is.
const module = (path) => import(new URL(path, ROOT).href);

/** Pyodide, the module that it asks for, and the sources of Partie. */
const fetchParts = () => Promise.all([
  module("pyodide/pyodide.mjs"),
  module("pyodide/pyodide.asm.mjs"),
  fetch(new URL("partie.tar", ROOT)).then((answer) => answer.arrayBuffer()),
]);

/** @param {ReturnType<typeof fetchParts>} parts @param {object} options */
async function begun(parts, options) {
  const [{ loadPyodide }, , sources] = await parts;
  const python = await loadPyodide({ indexURL: new URL("pyodide/", ROOT).href, ...options });
  // Files are not in a snapshot. They are a folder: an archive on the path is kept open by `importlib.resources`.
  unpack(python.FS, new Uint8Array(sources), SOURCES);
  python.runPython(BEGIN);
  return python;
}

/**
 * Writes the files of a tar archive (ustar, names below 100 bytes).
 * @param {any} FS
 * @param {Uint8Array} archive
 * @param {string} root
 */
export function unpack(FS, archive, root) {
  const text = new TextDecoder();
  const folders = new Set();
  for (let at = 0; archive[at]; ) {
    const field = (/** @type {number} */ from, /** @type {number} */ length) =>
      text.decode(archive.subarray(at + from, at + from + length)).split("\0")[0];
    const path = `${root}/${field(0, 100)}`;
    const size = parseInt(field(124, 12), 8);
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    FS.writeFile(path, archive.subarray(at + 512, at + 512 + size), { canOwn: true });
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

const place = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("start", { create: true });
const nameOf = (/** @type {string} */ version) => `snapshot-${version}`;
const digestOf = async (/** @type {Uint8Array<ArrayBuffer>} */ bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** The snapshot of a version; null if there is none, or a damaged one. @param {string} version */
async function readSnapshot(version) {
  try {
    const kept = await contentOf(await (await place()).getFileHandle(nameOf(version)));
    const bytes = kept.subarray(DIGEST_BYTES);
    const digest = await digestOf(bytes);
    return bytes.length && digest.every((byte, at) => byte === kept[at]) ? bytes : null;
  } catch {
    return null;
  }
}

/** Read in half the time of a `File`, whose bytes go through another process. @param {any} file */
async function contentOf(file) {
  const handle = await file.createSyncAccessHandle({ mode: "read-only" });
  try {
    const content = new Uint8Array(handle.getSize());
    handle.read(content, { at: 0 });
    return content;
  } finally {
    handle.close();
  }
}

/**
 * The digest last: a write that is cut off does not look whole.
 * @param {string} version
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
async function writeSnapshot(version, bytes) {
  const file = /** @type {any} */ (await (await place()).getFileHandle(nameOf(version), { create: true }));
  const handle = await file.createSyncAccessHandle();
  try {
    handle.truncate(0);
    handle.write(bytes, { at: DIGEST_BYTES });
    handle.flush();
    handle.write(await digestOf(bytes), { at: 0 });
    handle.flush();
  } finally {
    handle.close();
  }
}

/** Those of older versions too. */
async function forgetSnapshots() {
  const folder = /** @type {any} */ (await place());
  for await (const name of folder.keys()) await folder.removeEntry(name);
}
