// The language of the page: set for screen readers and spelling, and picked by the reader for a year.

import { find } from "../elements.js";
import { setCatalog, translateElement } from "../language.js";
import { translateStreamlit } from "./streamlit_words.js";

/** @param {Component<{ cookie: string, languages: Record<string, string>, catalog: Catalog }>} component */
export default function show({ parentElement, data }) {
  setCatalog(data.catalog);
  translateElement(parentElement);
  document.documentElement.lang = data.catalog.language;
  translateStreamlit();
  const select = find(parentElement, "select", HTMLSelectElement);
  select.replaceChildren(...Object.entries(data.languages).map(([key, name]) => {
    const option = new Option(name, key, false, key === data.catalog.language);
    option.lang = key;
    return option;
  }));
  select.onchange = () => {
    document.cookie = `${data.cookie}=${select.value}; path=/; max-age=31536000; SameSite=Lax`;
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    location.replace(address);
    if (address.href === location.href) location.reload();
  };
}
