// A photo to be added as a value. One that was not saved stays, and is sent again under the same key.

/** @typedef {Readonly<{ picture: Blob, key: string, at: number | null }>} PhotoDraft */

/** @typedef {Readonly<{ draft: PhotoDraft | null, isSending: boolean }>} AddingState */

/**
 * A photo is chosen, its caption or its moment changed, it is cancelled or submitted; a request for it has ended.
 * @typedef {{ kind: "chosen", draft: PhotoDraft } | { kind: "changed", key: string } | { kind: "cancelled" }
 *   | { kind: "submitted", caption: string, isOfMoment: boolean } | { kind: "ended", isSaved: boolean }} AddingMessage
 */

/**
 * `fill` the form for a photo, `clear` it, or `send` one with its query.
 * @typedef {{ kind: "fill", draft: PhotoDraft } | { kind: "clear" } | { kind: "send", draft: PhotoDraft, query: string }} AddingEffect
 */

/** @type {AddingState} */
export const NOTHING_ADDED = { draft: null, isSending: false };

/**
 * @param {AddingState} state
 * @param {AddingMessage} message
 * @returns {[AddingState, AddingEffect[]]}
 */
export function nextAdding(state, message) {
  const { draft } = state;
  switch (message.kind) {
    case "chosen": return [{ ...state, draft: message.draft }, [{ kind: "fill", draft: message.draft }]];
    case "changed": return [draft ? { ...state, draft: { ...draft, key: message.key } } : state, []];
    case "cancelled": return [{ ...state, draft: null }, [{ kind: "clear" }]];
    case "submitted":
      return draft ? [{ ...state, isSending: true }, [{ kind: "send", draft, query: queryOf(draft, message) }]] : [state, []];
    case "ended":
      return message.isSaved ? [NOTHING_ADDED, [{ kind: "clear" }]] : [{ ...state, isSending: false }, []];
  }
}

/**
 * @param {PhotoDraft} draft
 * @param {{ caption: string, isOfMoment: boolean }} form
 */
function queryOf({ at }, { caption, isOfMoment }) {
  const query = new URLSearchParams({ caption });
  if (isOfMoment && at !== null) query.set("about", String(at));
  return `?${query}`;
}
