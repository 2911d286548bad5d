// A store on the files of the device, in memory, as `node on_a_disk.mjs POCKET APPENDS SEED`: prints what reaches the
// disk, and what was acknowledged, as JSON lines.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pocket, appends, seed] = process.argv.slice(2);
const { mountHandles, NAMES } = await import(pathToFileURL(`${pocket}/device_files.js`).href);
const { unpack } = await import(pathToFileURL(`${pocket}/start.js`).href);
const { loadPyodide } = await import(pathToFileURL(`${pocket}/pyodide/pyodide.mjs`).href);

/** As the synchronous handle of a browser; `room` is what the device has left. */
class Handle {
  static room = Infinity;
  static lines = [];
  #bytes = new Uint8Array(1 << 22);
  #size = 0;

  constructor(name) {
    this.name = name;
  }

  #note(step, values = {}) {
    Handle.lines.push(JSON.stringify({ name: this.name, step, ...values }));
  }

  getSize() {
    return this.#size;
  }

  read(into, { at }) {
    const found = this.#bytes.subarray(at, Math.min(this.#size, at + into.length));
    into.set(found);
    return found.length;
  }

  write(from, { at }) {
    if ((Handle.room -= from.length) < 0) throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
    this.#bytes.set(from, at);
    this.#size = Math.max(this.#size, at + from.length);
    this.#note("write", { at, bytes: Buffer.from(from).toString("base64") });
    return from.length;
  }

  truncate(size) {
    if (size < this.#size) this.#bytes.fill(0, size, this.#size);
    this.#size = size;
    this.#note("truncate", { at: size });
  }

  flush() {
    this.#note("flush");
  }

  close() {}
}

const python = await loadPyodide({ stderr: (line) => process.stderr.write(`${line}\n`) });
unpack(python.FS, readFileSync(`${pocket}/partie.tar`), "/lib/partie");
mountHandles(python, "/device", new Map(NAMES.map((name) => [name, new Handle(name)])));
python.globals.set("acknowledge", (stream, version) => Handle.lines.push(JSON.stringify({ acknowledged: [stream, version] })));
python.globals.set("fill_up", () => { Handle.room = 5000; });
const run = python.runPython(`
import sys
sys.path.insert(0, "/lib/partie")
from pathlib import Path
from random import Random
from eventstore.store.sqlite_exclusive import ExclusiveStore
from eventstore.store.store import Append, NewEvent

def run(appends, seed):
    store, rng, versions = ExclusiveStore(Path("/device/partie.db")), Random(seed), [0] * 4
    for number in range(appends):
        stream = number % 4
        events = [NewEvent("Rolled", "x" * rng.randrange(900)) for _ in range(rng.choice((1, 1, 2, 5)))]
        store.append(Append(f"stream {stream}", events, expected_version=versions[stream], by="test", at="2026"))
        versions[stream] += len(events)
        acknowledge(f"stream {stream}", versions[stream])
    fill_up()
    try:
        for number in range(9):
            events = [NewEvent("Rolled", "x" * 900)]
            store.append(Append(f"late {number}", events, expected_version=0, by="test", at="2026"))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
run`);
const said = run(Number(appends), Number(seed));
process.stdout.write(`${Handle.lines.join("\n")}\n${JSON.stringify({ said })}\n`);
