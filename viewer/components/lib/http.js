// Requests to the server that served the page.

import { pageLanguage } from "./language.js";

/** Differences between the clocks below this are not corrected: the header `Date` has whole seconds. */
const CLOCK_TOLERANCE_MS = 2000;
const TIMEOUT_MS = 15_000;

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

/**
 * The principal of a request, as the server names it in the response.
 * @param {Response} answer
 */
export const principalOf = (answer) => answer.headers.get(PRINCIPAL);

/** An idempotency key. Not `randomUUID`: browsers have it on secure addresses only, not in a home network without TLS. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
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

/**
 * The sentence of an error response.
 * @param {Response} answer
 */
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
