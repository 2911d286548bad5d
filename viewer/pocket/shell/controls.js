// The plain elements of a page: words, fields, buttons, links. They have the classes of the look of all pages.

const HEADINGS = { title: "h1", subheader: "h2" };

/** Words are Markdown in which everything is escaped. @param {string} said */
const plain = (said) => said.replace(/\\(.)/g, "$1");

/**
 * @param {Element} host
 * @param {import("./tree_view.js").TreeNode} node
 * @param {(said: import("./tree_view.js").Said) => void} say
 */
export function controlOf(host, node, say) {
  const { element: kind = "absent", key, text = "" } = node;
  if (JSON.stringify(node) === host.getAttribute("data-node")) return;
  host.setAttribute("data-node", JSON.stringify(node));
  host.className = `element ${kind}`;
  const tell = (/** @type {unknown} */ value) => say({ key, value });
  if (kind === "html") host.innerHTML = text;
  else if (kind === "image") host.replaceChildren(pictureOf(node));
  else if (kind === "link") host.replaceChildren(make("a", { className: "link", href: node.href, textContent: text }));
  else if (kind === "link_button") host.replaceChildren(make("a", { className: "btn", href: node.url, target: "_blank", rel: "noopener", textContent: text }));
  else if (kind === "code") host.replaceChildren(make("pre", { textContent: text }));
  else if (/button|download/.test(kind)) host.replaceChildren(buttonOf(node, tell));
  else if ("value" in node) host.replaceChildren(fieldOf(node, tell));
  else if (kind !== "absent") host.replaceChildren(wordsOf(node));
}

/** @param {import("./tree_view.js").TreeNode} node */
function wordsOf({ element, text, more, href }) {
  const tag = HEADINGS[/** @type {keyof typeof HEADINGS} */ (element)] ?? "p";
  const words = make(tag, { textContent: element === "text" ? text : plain(text) });
  if (more) words.append(" ", make("a", { className: "link", href, textContent: more }));
  return words;
}

/** @param {string} tag @param {object} values */
const make = (tag, values) => Object.assign(document.createElement(tag), values);

/** @param {import("./tree_view.js").TreeNode} node */
const pictureOf = ({ text, width, alt }) => make("img", { src: `data:image/svg+xml,${encodeURIComponent(text)}`, width, alt });

/** @param {import("./tree_view.js").TreeNode} node @param {(value: unknown) => void} tell */
function buttonOf({ element, text, type = "", disabled = false }, tell) {
  const button = make("button", { type: "button", className: type === "primary" ? "btn go" : "btn", textContent: plain(text), disabled });
  button.addEventListener("click", () => {
    // The fields of a form are sent with its button.
    if (element === "form_submit_button") for (const field of button.closest("form")?.querySelectorAll(".field") ?? []) field.dispatchEvent(new Event("send"));
    tell(true);
  });
  return button;
}

/** @param {import("./tree_view.js").TreeNode} node @param {(value: unknown) => void} tell */
function fieldOf(node, tell) {
  const label = make("label", { className: "labeled" });
  const field = node.choices ? choiceOf(node) : inputOf(node);
  const read = () => {
    if (node.choices) return field.value === "" ? null : Number(field.value);
    if (node.element === "checkbox") return field.checked;
    return node.element === "number_input" ? (field.value === "" ? null : Number(field.value)) : field.value;
  };
  field.classList.add("field");
  field.addEventListener("send", () => tell(read()));
  field.addEventListener("change", () => field.closest("form") || tell(read()));
  label.append(make("span", { textContent: plain(node.text) }), field);
  return label;
}

/** @param {import("./tree_view.js").TreeNode} node @returns {any} */
function choiceOf({ choices, value, placeholder = "" }) {
  const options = choices.map((/** @type {string} */ words, /** @type {number} */ at) => make("option", { value: String(at), textContent: words }));
  const field = /** @type {HTMLSelectElement} */ (make("select", {}));
  field.append(...(value === null ? [make("option", { value: "", textContent: placeholder })] : []), ...options);
  field.value = value === null ? "" : String(value);
  return field;
}

/** @param {import("./tree_view.js").TreeNode} node @returns {any} */
function inputOf({ element, value, max_chars: maxLength = -1, placeholder = "" }) {
  if (element === "text_area") return make("textarea", { value, placeholder });
  const type = { checkbox: "checkbox", number_input: "number" }[/** @type {string} */ (element)] ?? "text";
  const field = make("input", { type, placeholder, ...(type === "checkbox" ? { checked: value } : { value: value ?? "" }) });
  if (maxLength > 0) Object.assign(field, { maxLength });
  return field;
}
