// The people picker: one tap takes a person or puts the person back; Enter takes the name as typed, never several people.

import { commandButton, find, htmlElement, setChildren } from "../elements.js";
import { gettext, setCatalog } from "../language.js";
import { applyTheme } from "../theme.js";
import { found, initials, sameName, typed, withGuest } from "./choices.js";

/** @type {WeakMap<Component<PeopleData>["parentElement"], ReturnType<typeof makePicker>>} */
const peoplePickers = new WeakMap();

/**
 * Called when the component appears and again whenever its data or the theme changes.
 * @param {Component<PeopleData>} component
 */
export default function ({ parentElement, data, setStateValue }) {
  setCatalog(data.catalog);
  const root = find(parentElement, ".people");
  applyTheme(root, parentElement);
  const picker = peoplePickers.get(parentElement) ?? makePicker(root);
  peoplePickers.set(parentElement, picker);
  picker.show(data, (chosen) => setStateValue("chosen", chosen));
}

/** @typedef {<Kind extends HTMLElement>(key: unknown[], make: () => Kind) => Kind} Keep the element of before, or a new one */

/** @param {HTMLElement} root */
function makePicker(root) {
  /** @type {PeopleData} */
  let data;
  /** @type {ChosenPerson[]} */
  let chosen = [];
  let revision = -1;
  let emit = (/** @type {ChosenPerson[]} */ _) => {};
  const search = Object.assign(htmlElement("input", "search"), { type: "search", autocomplete: "off", spellcheck: false });
  const chips = htmlElement("div", "chips");
  chips.setAttribute("role", "group");
  const tools = htmlElement("div", "tools");
  const said = htmlElement("p", "said");
  said.setAttribute("role", "status");
  const seats = htmlElement("ol", "seats-of-people");
  const label = htmlElement("p", "asked");
  root.replaceChildren(label, chips, search, said, tools, seats);

  /** @param {ChosenPerson[]} next */
  const set = (next) => {
    chosen = next;
    say("");
    emit(chosen);
    draw();
  };
  /** @param {ChosenPerson} person */
  const take = (person) => {
    if (data.kind === "one") return set([person]);
    if (data.most && chosen.length >= data.most) return say(gettext("At most {number} people can be chosen.", { number: data.most }));
    set([...chosen, person]);
  };
  /** @param {ChosenPerson} person */
  const toggle = (person) => {
    const rest = chosen.filter((one) => !isSame(one, person));
    if (rest.length < chosen.length) set(rest);
    else take(person);
    if (search.value) {
      search.value = "";
      draw();
    }
  };
  const say = (/** @type {string} */ words) => { said.textContent = words; };
  /** @type {Map<string, HTMLElement>} */
  let kept = new Map();
  // The page draws the picker again after each choice: what a finger is on stays, or the tap would be lost.
  const draw = () => {
    /** @type {typeof kept} */
    const next = new Map();
    /** @type {Keep} */
    const keep = (key, make) => {
      const words = JSON.stringify(key);
      const element = /** @type {ReturnType<typeof make>} */ (kept.get(words) ?? make());
      next.set(words, element);
      return element;
    };
    setChildren(chips, chipsNow(keep));
    setChildren(tools, toolsNow(keep));
    if (data.kind === "seats") setChildren(seats, seatsNow(keep));
    kept = next;
  };
  const chipsNow = (/** @type {Keep} */ keep) => {
    const { shown, hasExact } = found(data.people, chosen, search.value);
    const buttons = shown.map(([id, name, called]) => {
      const chip = keep(["chip", id, name, called], () => {
        const button = commandButton("person", "", () => toggle([id, name]));
        button.append(faceOf(id, name), htmlElement("span", "person-name", called));
        return button;
      });
      chip.setAttribute("aria-pressed", String(chosen.some((one) => isSame(one, [id, name]))));
      return chip;
    });
    const name = search.value.trim();
    if (data.new && name && !hasExact && !chosen.some(([, other]) => sameName(name, other))) {
      const words = gettext("Add {name}", { name });
      buttons.push(keep(["add", words], () => commandButton("person add", words, () => toggle(["", name]))));
    }
    return buttons;
  };
  const toolsNow = (/** @type {Keep} */ keep) => {
    /** @type {(words: string, act: () => void) => HTMLButtonElement} */
    const tool = (words, act) => keep(["tool", words], () => commandButton("person-tool", words, act));
    const buttons = [];
    if (data.new) buttons.push(tool(gettext("Add a guest"), () => set(withGuest(chosen))));
    if (data.kind === "seats") {
      const dice = tool(gettext("Draw the start player"), () => {
        const first = crypto.getRandomValues(new Uint32Array(1))[0] % chosen.length;
        set([...chosen.slice(first), ...chosen.slice(0, first)]);
      });
      dice.disabled = chosen.length < 2;
      buttons.push(dice);
    }
    if (chosen.length && data.kind !== "one") buttons.push(tool(gettext("Clear"), () => set([])));
    return buttons;
  };
  const seatsNow = (/** @type {Keep} */ keep) => chosen.map((person, seat) => {
    const [id, name] = person;
    const words = [`${seat + 1}.  ${name}`, ...seat === 0 ? [gettext("starts")] : []].join("  \u00b7  ");
    const remove = gettext("Remove {name}", { name });
    return keep(["seat", id, words, remove, chosen.length], () => {
      const row = htmlElement("li", "person-seat");
      row.append(faceOf(id, name), htmlElement("span", "person-name", words),
        moveButton(gettext("Move seat {seat} up", { seat: seat + 1 }), "\u2191", seat, seat - 1),
        moveButton(gettext("Move seat {seat} down", { seat: seat + 1 }), "\u2193", seat, seat + 1),
        named(commandButton("person-tool", "\u00d7", () => toggle(person)), remove));
      return row;
    });
  });
  /** @type {(label: string, sign: string, seat: number, other: number) => HTMLButtonElement} */
  const moveButton = (words, sign, seat, other) => {
    const button = named(commandButton("person-tool", sign, () => {
      const next = [...chosen];
      [next[seat], next[other]] = [next[other], next[seat]];
      set(next);
    }), words);
    button.disabled = other < 0 || other >= chosen.length;
    return button;
  };
  search.addEventListener("input", () => {
    say("");
    draw();
  });
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !search.value.trim()) return;
    event.preventDefault();
    const { person, says } = typed(data.people, chosen, search.value, data.new);
    if (person) toggle(person);
    else say(says);
  });
  return {
    /** @type {(next: PeopleData, send: typeof emit) => void} */
    show(next, send) {
      data = next;
      emit = send;
      if (revision !== data.revision) chosen = data.chosen;
      revision = data.revision;
      label.textContent = data.label;
      chips.setAttribute("aria-label", data.label);
      search.placeholder = data.new ? gettext("Names, known or new") : gettext("Search for a name");
      search.setAttribute("aria-label", data.new ? gettext("Names, known or new") : gettext("Search for a name"));
      search.hidden = !data.new && data.people.length < 4;
      draw();
    },
  };
}

/** @type {(one: ChosenPerson, other: ChosenPerson) => boolean} */
const isSame = ([id, name], [otherId, otherName]) => (id || otherId ? id === otherId : sameName(name, otherName));

/** @type {(button: HTMLButtonElement, label: string) => HTMLButtonElement} */
function named(button, label) {
  button.setAttribute("aria-label", label);
  return button;
}

/**
 * @param {string} id
 * @param {string} name
 */
function faceOf(id, name) {
  const face = htmlElement("span", "person-face", initials(name));
  const hue = [...(id || name)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  face.style.setProperty("--hue", String(hue));
  face.setAttribute("aria-hidden", "true");
  return face;
}
