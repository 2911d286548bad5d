// One call of an asynchronous function at a time.

/**
 * Calls during a call are answered by one more after it; each promise resolves after the last of them.
 * @param {() => Promise<void>} act
 */
export function coalesced(act) {
  /** @type {Promise<void> | null} */
  let running = null;
  let isWanted = false;
  const run = async () => {
    while (isWanted) {
      isWanted = false;
      await act();
    }
    running = null;
  };
  return () => {
    isWanted = true;
    running ??= run();
    return running;
  };
}
