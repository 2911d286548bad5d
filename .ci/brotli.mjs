// `node brotli.mjs FOLDER [QUALITY]` prints the bytes of its files over the wire at a first visit: of each group, and of all.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const [folder, quality = "11"] = process.argv.slice(2);
const sizes = new Map();
for (const path of readdirSync(folder, { recursive: true })) {
  const file = join(folder, path);
  // A browser takes the first page in one language, and the reader of codes when somebody scans.
  if (!statSync(file).isFile() || /^index\.\w\w\.html$|^zxing/.test(path)) continue;
  const params = { [constants.BROTLI_PARAM_QUALITY]: Number(quality), [constants.BROTLI_PARAM_LGWIN]: 24 };
  const bytes = path.endsWith(".woff2") ? statSync(file).size : brotliCompressSync(readFileSync(file), { params }).length;
  const group = path.endsWith(".woff2") ? "fonts" : path.includes("/") && !path.startsWith("pyodide") ? path.split("/")[0] : path;
  sizes.set(group, (sizes.get(group) ?? 0) + bytes);
}
for (const [group, bytes] of [...sizes].sort(([, one], [, other]) => other - one)) console.log(String(bytes).padStart(9), group);
console.log(String([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)).padStart(9), "all");
