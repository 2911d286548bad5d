import assert from "node:assert/strict";
import { test } from "node:test";

import { PhotoDraft } from "../../viewer/components/photos/gallery.js";

const PICTURE = new Blob(["jpeg"]);

/** A draft with a photo of this event, and what was sent of it, each with the keys of its photo; it is saved or not. */
function draftOf(at, ...saved) {
  const sent = [];
  const draft = new PhotoDraft(async (query, { key }) => {
    sent.push([query, key]);
    return saved.shift() ?? true;
  });
  draft.choose(PICTURE, at);
  return { draft, sent };
}

test("a chosen photo stays until it is left", async () => {
  const { draft, sent } = draftOf(4);
  assert.equal(draft.photo.picture, PICTURE);
  draft.leave();
  draft.change();
  await draft.save("", true);
  assert.deepEqual([draft.photo, sent], [null, []]);
});

test("a photo is sent with its caption, and with its event where it is of that moment", async () => {
  const query = async (at, isOfMoment) => {
    const { draft, sent } = draftOf(at);
    await draft.save("a & b", isOfMoment);
    return sent[0][0];
  };
  assert.equal(await query(4, true), "?caption=a+%26+b&about=4");
  assert.equal(await query(4, false), "?caption=a+%26+b");
  assert.equal(await query(null, true), "?caption=a+%26+b");
  assert.equal(await query(0, true), "?caption=a+%26+b&about=0");
});

test("nothing is sent twice, and a photo that was saved leaves the form", async () => {
  const { draft, sent } = draftOf(4);
  const saving = draft.save("", true);
  assert.ok(draft.isSending);
  await draft.save("", true);
  await saving;
  assert.deepEqual([sent.length, draft.photo, draft.isSending], [1, null, false]);
});

test("a photo that was not saved stays, and is sent again under its key unless the form has changed", async () => {
  const { draft, sent } = draftOf(4, false, false, false);
  await draft.save("", true);
  await draft.save("", true);
  draft.change();
  await draft.save("", true);
  const [first, again, changed] = sent.map(([, key]) => key);
  assert.deepEqual([first === again, first === changed, draft.isSending], [true, false, false]);
});
