// The button that opens a form of filters. A change of a field goes to the address, from which Python reads it.

import { find, htmlElement, isChanged } from "../lib/elements.js";
import { dress } from "../lib/look.js";
import { made, redraw } from "../lib/parts.js";
import { visit } from "../lib/visit.js";

/** Milliseconds after the last key in a date until it counts: its year is typed digit by digit. */
const PAUSE = 700;

/** @typedef {{ label: string, icon: Part, form: Part }} FilterData */

/** @type {WeakMap<Component<FilterData>["parentElement"], ReturnType<typeof makePanel>>} */
const panels = new WeakMap();

/** @param {Component<FilterData>} component */
export default function ({ parentElement, data }) {
  dress(parentElement);
  const panel = panels.get(parentElement) ?? makePanel(find(parentElement, ".filter"));
  panels.set(parentElement, panel);
  panel.show(data);
  return () => panel.close();
}

/** @param {HTMLElement} root */
function makePanel(root) {
  const button = htmlElement("button", "btn");
  const form = htmlElement("div", "pop");
  /** @type {FilterData} */
  let data;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;
  button.type = "button";
  form.hidden = true;
  form.setAttribute("role", "group");
  root.replaceChildren(button, form);

  const draw = () => {
    if (isChanged(button, [data.label, data.icon])) {
      button.replaceChildren(made(data.icon), htmlElement("span", "", data.label));
      button.setAttribute("aria-label", data.label);
      form.setAttribute("aria-label", data.label);
    }
    // Not while a person is in it: the field with the focus would be another one.
    if (form.hidden && isChanged(form, data.form)) redraw(form, [data.form]);
    button.setAttribute("aria-expanded", String(!form.hidden));
  };
  const open = () => {
    form.hidden = false;
    form.classList.toggle("left", root.getBoundingClientRect().left + form.offsetWidth < innerWidth - 16);
    draw();
    addEventListener("pointerdown", closeOutside);
    /** @type {HTMLElement | null} */ (form.querySelector("select, input"))?.focus();
  };
  const close = () => {
    form.hidden = true;
    removeEventListener("pointerdown", closeOutside);
    draw();
  };
  const closeOutside = (/** @type {Event} */ event) => {
    if (!event.composedPath().includes(root)) close();
  };

  button.addEventListener("click", () => (form.hidden ? open() : close()));
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || form.hidden) return;
    close();
    button.focus();
  });
  form.addEventListener("change", (event) => {
    const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
    clearTimeout(pause);
    pause = setTimeout(() => write(field), field.type === "date" ? PAUSE : 0);
  });
  return {
    /** @param {FilterData} next */
    show(next) {
      data = next;
      draw();
    },
    close,
  };
}

/** Puts the value of a field into the address. @param {HTMLInputElement | HTMLSelectElement} field */
function write(field) {
  const address = new URL(location.href);
  const parameters = address.searchParams;
  if (field instanceof HTMLSelectElement && "several" in field.dataset) {
    const before = parameters.getAll(field.name).flatMap((words) => words.split(",")).filter(Boolean);
    parameters.set(field.name, [...new Set([...before, field.value])].join(","));
    field.value = "";
  } else if (field.type === "checkbox" ? /** @type {HTMLInputElement} */ (field).checked : field.value) {
    parameters.set(field.name, field.value);
  } else {
    parameters.delete(field.name);
  }
  if (address.href !== location.href) visit(`?${parameters}`);
}
