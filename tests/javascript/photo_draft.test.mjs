import assert from "node:assert/strict";
import { test } from "node:test";

import { NOTHING_ADDED, nextAdding } from "../../viewer/components/photos/draft_state.js";

const DRAFT = { picture: "jpeg", key: "k", at: 4 };
const after = (...messages) => messages.reduce(([before], message) => nextAdding(before, message), [NOTHING_ADDED, []]);
const chosen = (draft = DRAFT) => ({ kind: "chosen", draft });
const submitted = (isOfMoment = true) => ({ kind: "submitted", caption: "a & b", isOfMoment });
const ended = (isSaved) => ({ kind: "ended", isSaved });

test("a chosen photo fills the form until it is cancelled", () => {
  assert.deepEqual(after(chosen()), [{ draft: DRAFT, isSending: false }, [{ kind: "fill", draft: DRAFT }]]);
  assert.deepEqual(after(chosen(), { kind: "cancelled" }), [NOTHING_ADDED, [{ kind: "clear" }]]);
  assert.deepEqual(after(), [{ draft: null, isSending: false }, []]);
});

test("a photo is sent with its caption, and with its event where it is of that moment", () => {
  const query = (draft, message) => after(chosen(draft), message)[1][0].query;
  assert.equal(query(DRAFT, submitted()), "?caption=a+%26+b&about=4");
  assert.equal(query(DRAFT, submitted(false)), "?caption=a+%26+b");
  assert.equal(query({ ...DRAFT, at: null }, submitted()), "?caption=a+%26+b");
  assert.equal(query({ ...DRAFT, at: 0 }, submitted()), "?caption=a+%26+b&about=0");
  assert.deepEqual(after(submitted()), [NOTHING_ADDED, []]);
});

test("nothing is sent twice, and a photo that was saved leaves the form", () => {
  const [sending, [effect]] = after(chosen(), submitted());
  assert.deepEqual([sending, effect.kind, effect.draft], [{ draft: DRAFT, isSending: true }, "send", DRAFT]);
  assert.deepEqual(after(chosen(), submitted(), ended(true)), [NOTHING_ADDED, [{ kind: "clear" }]]);
});

test("a photo that was not saved stays, and is sent again under its key unless the form has changed", () => {
  assert.deepEqual(after(chosen(), submitted(), ended(false)), [{ draft: DRAFT, isSending: false }, []]);
  assert.deepEqual(after(chosen(), submitted(), { kind: "changed", key: "l" })[0], { draft: { ...DRAFT, key: "l" }, isSending: true });
  assert.equal(after({ kind: "changed", key: "l" })[0], NOTHING_ADDED);
  assert.equal(after(chosen(), submitted(), { kind: "cancelled" })[0].isSending, true);
  assert.equal(after(chosen(), submitted(), chosen())[0].isSending, true);
});
