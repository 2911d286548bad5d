// In step with a home: the worker carries the bytes of a meeting, which Python makes and reads, and keeps what is known
// of the home.
//
// Laws: one meeting at a time; what a meeting learned is kept before its next request, so that it may end anywhere.

const ROOT = new URL("./", import.meta.url);
const NAME = "partie-pocket";
const TABLE = "kept";
const HOME = "home";
/** The address of the server that showed the pocket. */
const HERE = "../";
/** After a save, so that a sheet goes as one. */
const QUIET_MS = 1500;
const TIMEOUT_MS = 60_000;

/** @returns {Promise<IDBDatabase>} */
const database = () => new Promise((resolve, reject) => {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @param {IDBTransactionMode} mode @param {(table: IDBObjectStore) => IDBRequest} work */
async function inTable(mode, work) {
  const opened = await database();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = opened.transaction(TABLE, mode, { durability: "strict" });
      const request = work(transaction.objectStore(TABLE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    opened.close();
  }
}

/** What is kept of the home; empty if there is none. @returns {Promise<string>} */
export const keptHome = async () => (await inTable("readonly", (table) => table.get(HOME))) ?? "";

/** An answer that is none of an exchange. */
class Refused extends Error {
  /** @param {number} status @param {string} sentence */
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/** The meetings of this phone with its home. */
export class InStep {
  /** @type {Promise<void> | null} */ #meeting = null;
  #language = "";
  #soon = 0;

  /**
   * @param {any} python
   * @param {any} home the `Home` of Python
   * @param {() => void} told called whenever what is known of the home has changed
   */
  constructor(python, home, told) {
    this.python = python;
    this.home = home;
    this.told = told;
  }

  /** Comes in step, unless that is under way. */
  meet = () => (this.#meeting ??= this.#run().finally(() => {
    this.#meeting = null;
  }));

  /** Meets when nothing more is saved for a moment. */
  meetSoon() {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(this.meet, QUIET_MS);
  }

  /** Carries out what a page asked for. @param {string} language that of its reader */
  async carryOut(language) {
    this.#language = language;
    const asked = this.home.asks;
    if (!asked) return;
    this.home.asks = "";
    const { code, root, parted } = JSON.parse(asked);
    if (parted) await this.#keep();
    else if (code === undefined) await this.meet();
    else await this.#pair(root, code);
  }

  async #keep() {
    const text = this.home.text();
    await inTable("readwrite", (table) => table.put(text, HOME));
    this.told();
  }

  /** @param {string} path @param {RequestInit} request */
  async #send(path, request) {
    const { address, token } = JSON.parse(this.home.text());
    const headers = { "Accept-Language": this.#language, ...(token && { Authorization: `Bearer ${token}` }), ...request.headers };
    const how = /** @type {RequestInit} */ ({ method: "POST", credentials: token ? "omit" : "same-origin", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const answer = await fetch(new URL(path, new URL(address, ROOT)), { ...how, ...request, headers });
    if (!answer.ok) throw new Refused(answer.status, (await answer.json().catch(() => ({}))).detail ?? "");
    return answer;
  }

  async #run() {
    try {
      let request = taken(this.home.begin());
      if (request) this.told();
      while (request) {
        const answer = await this.#send("api/exchange", { body: request, headers: { "Content-Type": "application/octet-stream" } });
        request = taken(this.home.go_on(this.python.toPy(new Uint8Array(await answer.arrayBuffer()))));
        await this.#keep();
      }
    } catch (error) {
      this.#stop(error);
      await this.#keep();
    }
  }

  /** @param {unknown} error */
  #stop(error) {
    if (!(error instanceof Refused)) console.warn("The meeting ended:", String(error));
    this.home.stop(error instanceof Refused ? error.status : 0, error instanceof Refused ? error.message : "");
  }

  /** Pairs with a home by the code of its page, and comes in step. @param {string} root @param {string} code */
  async #pair(root, code) {
    try {
      const there = new URL(root ? `${root}/` : HERE, ROOT).href;
      const address = there === new URL(HERE, ROOT).href ? HERE : there;
      this.home.pair(address, "");
      if (code) {
        const answer = await this.#send("pairing", { body: new URLSearchParams({ code }), headers: { Accept: "application/json" }, credentials: "omit" });
        this.home.pair(address, (await answer.json()).token);
        await this.#keep();
      }
      await this.meet();
    } catch (error) {
      this.#stop(error);
    }
    if (!JSON.parse(this.home.text()).at) this.home.unpaired();
    await this.#keep();
  }
}

/** The content of bytes of Python. @param {any} bytes */
function taken(bytes) {
  const content = bytes?.toJs();
  bytes?.destroy();
  return content;
}
