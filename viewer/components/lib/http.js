// Requests to the server that served the page.

import { gettext, pageLanguage } from "./language.js";

/** Differences between the clocks below this are not corrected: the header `Date` has whole seconds. */
const CLOCK_TOLERANCE_MS = 2000;
const TIMEOUT_MS = 15_000;
/** A file may take long to send, and the server to answer. */
const UPLOAD_TIMEOUT_MS = 90_000;

/** Header with the name of a principal: of a response, and of a request that no other principal may send. */
export const PRINCIPAL = "Partie-Principal";

let clockOffset = 0;

/**
 * The address of a path on this server; `base` is the way from the page to its root, such as "" or "../".
 * @param {string} base
 * @param {string} path
 */
export const addressOf = (base, path) => new URL(`${base || "./"}${path}`, location.href);

/**
 * Answers and errors come in the language of the page. Rejects when no answer arrives in time.
 * @param {URL} address
 * @param {RequestInit} [init]
 * @param {number} [timeoutMs]
 */
export async function request(address, init = {}, timeoutMs = TIMEOUT_MS) {
  const headers = { "Accept-Language": pageLanguage(), ...init.headers };
  const answer = await fetch(address, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
  const date = Date.parse(answer.headers.get("Date") ?? "");
  if (!Number.isNaN(date)) clockOffset = date + 500 - Date.now();
  return answer;
}

/** The principal of a request, as the server names it in the response. @param {Response} answer */
export const principalOf = (answer) => answer.headers.get(PRINCIPAL);

/** An idempotency key. Not `randomUUID`: browsers have it on secure addresses only, not in a home network without TLS. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends a change, a file or JSON, in the name of the principal that entered it, never of a later login. Returns why it was
 * not saved; empty where it was.
 * @param {"POST" | "PUT" | "DELETE"} method
 * @param {string} path
 * @param {Blob | object | null} body
 * @param {{ principal: string, key?: string, failed?: string }} change `failed` is said where the server cannot be reached
 */
export async function whyNotSaved(method, path, body, { principal, key = newKey(), failed }) {
  const isFile = body instanceof Blob;
  const headers = { "Content-Type": isFile ? body.type : "application/json", "Idempotency-Key": key, [PRINCIPAL]: principal };
  try {
    const init = { method, headers, body: isFile ? body : body && JSON.stringify(body) };
    const answer = await request(addressOf("", path), init, isFile ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS);
    return answer.ok ? "" : await problemOf(answer);
  } catch {
    return failed ?? gettext("The server cannot be reached; nothing was saved. Try again.");
  }
}

/** The time by the server's clock as ISO 8601: the clock of a phone may be wrong. */
export function serverTime() {
  const offset = Math.abs(clockOffset) > CLOCK_TOLERANCE_MS ? clockOffset : 0;
  return new Date(Date.now() + offset).toISOString();
}

/**
 * Whether an answer says that the server can do nothing at the moment: the same request may succeed later.
 * @param {Response} answer
 */
export const isTemporary = ({ status }) => [408, 425, 429, 502, 503, 504].includes(status);

/** The sentence of an error response. @param {Response} answer */
export const problemOf = async (answer) => (await refusalOf(answer)).says;

/**
 * The sentence of an error response, with the address of the text of the rule that refuses; without one it is empty.
 * @param {Response} answer
 * @returns {Promise<{ says: string, rulePage: string }>}
 */
export async function refusalOf(answer) {
  const { detail = answer.statusText, rule_page: rulePage = "" } = await answer.json().catch(() => ({}));
  return { says: detail, rulePage };
}
