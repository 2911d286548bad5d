// The form of a new match as a component of the viewer.

import { find } from "../lib/elements.js";
import { setCatalog } from "../lib/language.js";
import { dress } from "../lib/look.js";
import { followLinks } from "../lib/visit.js";
import { NewMatchForm } from "./form.js";
import { withEmblems } from "./titles.js";

/** @type {WeakMap<Component<NewMatchData>["parentElement"], NewMatchForm>} */
const forms = new WeakMap();

/** @param {Component<NewMatchData> & { setTriggerValue: (name: string, value: unknown) => void }} component */
export default function ({ parentElement, data, setStateValue, setTriggerValue }) {
  setCatalog(data.catalog);
  dress(parentElement);
  const root = find(parentElement, ".new-match");
  followLinks(root);
  const form = forms.get(parentElement) ?? new NewMatchForm(root);
  forms.set(parentElement, form);
  form.show({ ...data, titles: withEmblems(data) }, { asked: (form) => setStateValue("asked", form), sent: (wish) => setTriggerValue("sent", wish) });
  return () => form.leave();
}
