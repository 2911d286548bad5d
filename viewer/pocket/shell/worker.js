// The worker that owns the store of this device: Python, the files, and the answers.
//
// Requests come over a BroadcastChannel from the service worker, so that every tab asks the one worker that has the files.

import { mountHandles, openHandles } from "./device_files.js";
import { InStep, keptHome } from "./in_step.js";
import { startPython } from "./start.js";

const CHANNEL = "partie-pocket";
const FOLDER = "/device";
const FILE = "partie.db";
/** Requests whose answers are kept: the service worker asks again what was not answered in a second. */
const KEPT = 50;
const MATCH = /^(?:api|view)\/matches\/([\w-]+)/;

const version = self.name;
const channel = new BroadcastChannel(CHANNEL);
/** @type {Map<string, Promise<object>>} */
const answers = new Map();

/**
 * @typedef {{ id: string, method: string, path: string, headers: Record<string, string>, body: ArrayBuffer | null }} Asked
 */

/** @type {(day: string, looks: string, language: string) => string} */
const writeDate = (day, looks, language) =>
  new Intl.DateTimeFormat(language, { ...JSON.parse(looks), timeZone: "UTC" }).format(new Date(`${day}T12:00:00Z`));

async function open() {
  const { python, by } = await startPython(version);
  const handles = await openHandles();
  mountHandles(python, FOLDER, handles);
  const host = python.pyimport("viewer.pocket.host");
  const home = host.open_store(`${FOLDER}/${FILE}`, writeDate, await keptHome());
  const step = new InStep(python, home, () => channel.postMessage({ home: true }));
  return { python, by, handles, host, home, step };
}

const opened = open();

/** @param {Asked} asked */
async function answer({ id, method, path, headers, body }) {
  const { python, handles, host, home, step } = await opened;
  if (path === FILE) {
    host.empty_journal();
    const handle = /** @type {import("./device_files.js").Handle} */ (handles.get(FILE));
    const bytes = new Uint8Array(handle.getSize());
    handle.read(bytes, { at: 0 });
    const named = { "Content-Type": "application/vnd.sqlite3", "Content-Disposition": `attachment; filename="${FILE}"` };
    return { answer: id, status: 200, headers: named, body: bytes };
  }
  const before = method === "GET" ? "" : home.end();
  const said = host.answer(method, path, JSON.stringify(headers), body ? python.toPy(new Uint8Array(body)) : null);
  const [status, fields, content] = said.toJs();
  said.destroy();
  const reply = { answer: id, status, headers: JSON.parse(fields), body: content };
  if (before && home.end() !== before) step.meetSoon();
  void step.carryOut(headers["accept-language"] ?? "");
  const match = method !== "GET" && status < 300 ? MATCH.exec(path) : null;
  return match ? { ...reply, recorded: match[1], version: Number((reply.headers.ETag ?? "").replaceAll('"', "")) } : reply;
}

channel.onmessage = async ({ data }) => {
  const asked = /** @type {Asked | undefined} */ (data.ask);
  if (!asked) return;
  if (!answers.has(asked.id)) {
    answers.set(asked.id, answer(asked).catch((error) => ({ answer: asked.id, status: 500, headers: {}, body: String(error) })));
    if (answers.size > KEPT) answers.delete(/** @type {string} */ (answers.keys().next().value));
  }
  channel.postMessage(await answers.get(asked.id));
};

opened.then(
  ({ python, by, step }) => {
    postMessage({ ready: true, by, heap: python._module.HEAP8.length });
    addEventListener("online", step.meet);
    void step.meet();
  },
  (error) => postMessage({ ready: false, name: error.name, why: String(error.message ?? error).slice(-1500) }),
);
