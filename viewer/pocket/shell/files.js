// Files that come to the pocket and go from it: chosen on a page, opened with the installed app, shared by another app.

import { gettext } from "../../components/lib/language.js";
import { visit } from "../../components/lib/visit.js";

/** @param {string} name @param {Uint8Array<ArrayBuffer> | ArrayBuffer} bytes */
export function save(name, bytes) {
  Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([bytes])), download: name }).click();
}

/**
 * Takes files from now on; the store is open.
 * @param {URL} root
 * @param {() => string} language
 * @param {(said: string) => void} say
 */
export function followFiles(root, language, say) {
  /** @param {Blob} file */
  const take = async (file) => {
    const answer = await fetch(new URL("plays", root), { method: "POST", body: await file.arrayBuffer(), headers: { "Accept-Language": language() } });
    const { href, said, detail } = await answer.json();
    if (href) visit(new URL(href, root).href);
    say(said ?? detail);
  };
  const choose = () => {
    const field = Object.assign(document.createElement("input"), { type: "file", accept: ".jsonl,.txt,application/jsonl" });
    field.addEventListener("change", () => field.files?.[0] && void take(field.files[0]));
    field.click();
  };
  const copy = async () => save("partie.db", await (await fetch(new URL("partie.db", root))).arrayBuffer());
  document.addEventListener("click", (event) => {
    const pressed = event.composedPath().find((each) => each instanceof HTMLElement && each.dataset.shell);
    const asked = pressed instanceof HTMLElement ? pressed.dataset.shell : "";
    if (asked === "bring") choose();
    if (asked === "copy") void copy();
  });
  const { launchQueue } = /** @type {any} */ (window);
  launchQueue?.setConsumer(async (/** @type {{ files: { getFile(): Promise<File> }[] }} */ { files }) => {
    for (const file of files) await take(await file.getFile());
  });
  void takeShared(root, take);
}

/** The file that the service worker kept when another app shared it. @param {URL} root @param {(file: Blob) => Promise<void>} take */
async function takeShared(root, take) {
  const address = new URL("shared", root);
  const kept = await caches.match(address);
  if (!kept) return;
  for (const name of await caches.keys()) await (await caches.open(name)).delete(address);
  // Any page can send a form here; people share on purpose.
  if (confirm(gettext("Add the plays of the shared file?"))) await take(await kept.blob());
}
