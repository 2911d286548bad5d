// Asks Python for the page as it is now.

const TRIES = 6;
const PAUSE_MS = 4000;

/**
 * Asks once, and again until the page comes: Streamlit drops what is asked while its connection is being restored, as
 * after a restart of the server. Not forever, since a page that stays the same does not come again.
 * @param {(count: number) => void} send
 */
export function awaited(send) {
  let count = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isHeld = false;
  const ask = (tries = TRIES) => {
    clearTimeout(timer);
    if (isHeld) return;
    send(++count);
    if (tries > 1) timer = setTimeout(() => ask(tries - 1), PAUSE_MS);
  };
  /** Asks for nothing meanwhile: more is to be done before the page comes. @param {boolean} isOn */
  const hold = (isOn) => {
    isHeld = isOn;
    clearTimeout(timer);
  };
  return { ask: () => ask(), came: () => clearTimeout(timer), hold };
}
