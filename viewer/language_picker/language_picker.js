// The language of the page: set for screen readers and spelling, and picked by the reader for a year. As every page has
// this component, it also asks for new charts when the system changes between light and dark, and follows a log out.

import { find, isChanged } from "../elements.js";
import { setCatalog, translateElement } from "../language.js";
import { followLogOut } from "../log_out.js";
import { translateStreamlit } from "./streamlit_words.js";

followLogOut();
const darkScheme = matchMedia("(prefers-color-scheme: dark)");

/**
 * @param {Component<{ cookie: string, languages: Record<string, string>, catalog: Catalog }> & { setTriggerValue: (name: string, value: unknown) => void }} component
 */
export default function show({ parentElement, data, setTriggerValue }) {
  setCatalog(data.catalog);
  translateElement(parentElement);
  document.documentElement.lang = data.catalog.language;
  translateStreamlit();
  // The server draws charts in the colors of the theme; a run after Streamlit has changed the theme draws them anew.
  darkScheme.onchange = () => setTimeout(() => setTriggerValue("theme", true), 100);
  const select = find(parentElement, "select", HTMLSelectElement);
  if (isChanged(select, [data.languages, data.catalog.language])) {
    select.replaceChildren(...Object.entries(data.languages).map(([key, name]) => {
      const option = new Option(name, key, false, key === data.catalog.language);
      option.lang = key;
      return option;
    }));
  }
  select.onchange = () => {
    document.cookie = `${data.cookie}=${select.value}; path=/; max-age=31536000; SameSite=Lax`;
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    location.replace(address);
    if (address.href === location.href) location.reload();
  };
}
