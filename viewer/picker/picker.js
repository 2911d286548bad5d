// The language of the page: told to the browser for screen readers and spelling, picked by the reader for a year.

import { setCatalog, translateElement } from "../language.js";

export default function show({ parentElement, data }) {
  setCatalog(data.spoken);
  translateElement(parentElement);
  document.documentElement.lang = data.spoken.language;
  const select = parentElement.querySelector("select");
  select.replaceChildren(...Object.entries(data.languages).map(([key, name]) => {
    const option = new Option(name, key, false, key === data.spoken.language);
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
