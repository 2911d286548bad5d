// The files of one store on this device: a file system of Emscripten over the synchronous handles of the browser.
//
// SQLite makes its journal in the middle of a synchronous call, and to open a file of the device is asynchronous. So
// every file that may ever exist is opened ahead, under its own name; one of 0 bytes is missing, as it is for SQLite.
// The file on the device is the SQLite file, byte for byte.
//
// Laws: `fsync` returns after `flush`; to remove a file is to empty it and flush; a write that fails is an error code.

/**
 * What a `FileSystemSyncAccessHandle` does.
 * @typedef {{
 *   read(into: Uint8Array, at: { at: number }): number, write(from: Uint8Array, at: { at: number }): number,
 *   truncate(size: number): void, getSize(): number, flush(): void, close(): void,
 * }} Handle
 * @typedef {Map<string, Handle>} Handles
 */

const STORE = "partie.db";
export const NAMES = [STORE, `${STORE}-journal`, `${STORE}-wal`];

const CODES = { missing: 44, failed: 29, full: 51, invalid: 28, readOnly: 69 };
const FILE = 0o100644;
const FOLDER = 0o040755;
const BLOCK = 4096;

/**
 * Opens the files. Rejects with a `NoModificationAllowedError` while another worker has them.
 * @param {string} folder
 * @returns {Promise<Handles>}
 */
export async function openHandles(folder = "store") {
  const root = await navigator.storage.getDirectory();
  const place = await root.getDirectoryHandle(folder, { create: true });
  /** @type {Handles} */
  const handles = new Map();
  try {
    for (const name of NAMES) {
      const file = /** @type {any} */ (await place.getFileHandle(name, { create: true }));
      handles.set(name, await file.createSyncAccessHandle());
    }
  } catch (error) {
    for (const handle of handles.values()) handle.close();
    throw error;
  }
  return handles;
}

/** The files by name, with errors as SQLite understands them. */
class Files {
  /** @type {any} */ #FS;
  /** @type {Handles} */ #handles;

  /** @param {any} FS @param {Handles} handles */
  constructor(FS, handles) {
    this.#FS = FS;
    this.#handles = handles;
    this.present = new Set([...handles.keys()].filter((name) => this.size(name) > 0));
    this.times = new Map([...handles.keys()].map((name) => [name, new Date()]));
  }

  /** @param {number} code @returns {never} */
  fail(code) {
    throw new this.#FS.ErrnoError(code);
  }

  /** @param {string} name */
  number = (name) => [...this.#handles.keys()].indexOf(name) + 2;

  /** @param {string} name @param {number} size */
  truncate(name, size) {
    this.#on(name, (handle) => handle.truncate(size));
    this.times.set(name, new Date());
  }

  /** @param {string} name @param {Uint8Array} bytes @param {number} at */
  write(name, bytes, at) {
    this.times.set(name, new Date());
    return this.#on(name, (handle) => handle.write(bytes, { at }));
  }

  /** @param {string} name @param {Uint8Array} into @param {number} at */
  read = (name, into, at) => this.#on(name, (handle) => handle.read(into, { at }));
  /** @param {string} name */
  flush = (name) => this.#on(name, (handle) => handle.flush());
  /** @param {string} name @returns {number} */
  size = (name) => this.#on(name, (handle) => handle.getSize());

  /** @param {string} name @param {(handle: Handle) => any} work */
  #on(name, work) {
    const handle = this.#handles.get(name) ?? this.fail(CODES.readOnly);
    try {
      return work(handle);
    } catch (error) {
      return this.fail(/** @type {Error} */ (error).name === "QuotaExceededError" ? CODES.full : CODES.failed);
    }
  }
}

/**
 * Mounts the files at `path` of the file system of a Python.
 * @param {{ FS: any }} python
 * @param {string} path
 * @param {Handles} handles
 */
export function mountHandles({ FS }, path, handles) {
  const files = new Files(FS, handles);
  const nodes = nodeOperations(FS, files, (parent, name, mode) => newNode(parent, name, mode));
  const streams = streamOperations(files, nodes);
  /** @type {(parent: any, name: string, mode: number) => any} */
  function newNode(parent, name, mode) {
    const node = FS.createNode(parent, name, mode, 0);
    return Object.assign(node, { node_ops: nodes, stream_ops: FS.isDir(mode) ? {} : streams });
  }
  FS.mkdirTree(path);
  FS.mount({ mount: () => newNode(null, "/", FOLDER) }, {}, path);
}

/**
 * @param {any} FS
 * @param {Files} files
 * @param {(parent: any, name: string, mode: number) => any} newNode
 */
function nodeOperations(FS, files, newNode) {
  const refuse = () => files.fail(CODES.readOnly);
  /** @param {any} node */
  const getattr = (node) => {
    const isFolder = FS.isDir(node.mode);
    const size = isFolder ? 0 : files.size(node.name);
    const time = (!isFolder && files.times.get(node.name)) || new Date(0);
    // The number of a file stays: the store notices by it that its file was replaced.
    return {
      dev: 7, ino: isFolder ? 1 : files.number(node.name), mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size,
      atime: time, mtime: time, ctime: time, blksize: BLOCK, blocks: Math.ceil(size / BLOCK),
    };
  };
  return {
    getattr,
    /** @param {any} node @param {{ size?: number }} attributes */
    setattr(node, { size }) {
      if (size !== undefined) files.truncate(node.name, size);
    },
    /** @param {any} parent @param {string} name */
    lookup: (parent, name) => (files.present.has(name) ? newNode(parent, name, FILE) : files.fail(CODES.missing)),
    /** @param {any} parent @param {string} name @param {number} mode */
    mknod(parent, name, mode) {
      if (!FS.isFile(mode)) refuse();
      files.size(name); // Another name than those that were opened ahead is refused.
      files.present.add(name);
      return newNode(parent, name, mode);
    },
    /** @param {any} _parent @param {string} name */
    unlink(_parent, name) {
      files.truncate(name, 0);
      files.flush(name);
      files.present.delete(name);
    },
    rename: refuse, rmdir: refuse, symlink: refuse,
    readdir: () => [".", "..", ...files.present],
  };
}

/** @param {Files} files @param {ReturnType<typeof nodeOperations>} nodes */
const streamOperations = (files, nodes) => ({
  open() {},
  close() {},
  /** @param {any} stream */
  getattr: (stream) => nodes.getattr(stream.node),
  /** @param {any} stream @param {{ size?: number }} attributes */
  setattr: (stream, attributes) => nodes.setattr(stream.node, attributes),
  /** @param {any} stream @param {Uint8Array} buffer @param {number} offset @param {number} length @param {number} at */
  read: ({ node }, buffer, offset, length, at) => files.read(node.name, buffer.subarray(offset, offset + length), at),
  /** @param {any} stream @param {Uint8Array} buffer @param {number} offset @param {number} length @param {number} at */
  write: ({ node }, buffer, offset, length, at) => files.write(node.name, buffer.subarray(offset, offset + length), at),
  /** @param {any} stream @param {number} offset @param {number} whence */
  llseek(stream, offset, whence) {
    const from = whence === 1 ? stream.position : whence === 2 ? files.size(stream.node.name) : 0;
    return from + offset < 0 ? files.fail(CODES.invalid) : from + offset;
  },
  /** @param {any} stream */
  fsync({ node }) {
    files.flush(node.name);
    return 0;
  },
});
