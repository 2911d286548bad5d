// Values that the browser keeps for the pages of this address. It may keep none: its storage may be full or disabled.

/** @type {(isOfTab: boolean) => Storage} */
const storageOf = (isOfTab) => (isOfTab ? sessionStorage : localStorage);

/**
 * The value of a name; null where none is kept. Those `isOfTab` are of this tab only.
 * @param {string} name
 * @returns {any}
 */
export function kept(name, isOfTab = false) {
  try {
    return JSON.parse(storageOf(isOfTab).getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keeps a value in place of the one before; null removes it.
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value, isOfTab = false) {
  try {
    if (value === null) storageOf(isOfTab).removeItem(name);
    else storageOf(isOfTab).setItem(name, JSON.stringify(value));
  } catch {
    // The value lasts as long as the page.
  }
}
