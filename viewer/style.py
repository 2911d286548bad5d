"""CSS changes to Streamlit's own layout: less space at the top, a header that is part of the page."""

from typing import Final

STYLE: Final = """
<style>
.stApp .stMainBlockContainer { padding: 1.4rem 2rem 1rem; max-width: 1480px; margin: 0 auto; position: relative; }
.stApp header.stAppHeader { height: 0; min-height: 0; }
.stApp .st-key-navigation { margin: -1rem 0 -.6rem -.5rem; }
.st-key-navigation > :has(> .st-key-language) { order: 1; margin-left: auto; width: auto; }
.st-key-navigation:not(:has(a)) { position: absolute; right: 2rem; width: auto; z-index: 1; }
.st-key-navigation [data-testid="stPageLink-NavLink"] { min-height: 2.75rem; padding: 0 .5rem; background: none; }
.st-key-navigation [data-testid="stPageLink-NavLink"] p { font-size: .9rem; white-space: nowrap; }
.stApp .st-key-new-match-link a, .stApp .st-key-open-match a, .stApp .st-key-first-steps a { width: fit-content;
  min-height: 2.75rem; padding: 0 1.1rem 0 .8rem; border-radius: .5rem;
  border: 1px solid light-dark(#17705a, #3ecf9f); }
.stApp .st-key-new-match-link a { background: light-dark(#17705a, #3ecf9f); }
.stApp .st-key-new-match-link a * { color: light-dark(#fff, #0b241b); font-weight: 600; }
.stApp .st-key-new-match-link a:hover { filter: brightness(1.08); }
.stApp .st-key-open-match { padding: .8rem 1rem; border-radius: 1rem; gap: .5rem; max-width: 100%;
  background: light-dark(#fffdf9, #242020); border: 1px solid light-dark(#e4dacb, #3a3433); }
.st-key-open-match p { overflow-wrap: anywhere; }
.stApp .st-key-simulated { gap: 0 1rem; }
.st-key-simulated button, .st-key-go-on button, .st-key-first-steps button { min-height: 2.75rem; }
.stApp h1 { font-size: 1.9rem; padding: .2rem 0 .6rem; }
.stApp h2 { font-size: 1.45rem; padding: .8rem 0 .4rem; }
.stApp h3 { font-size: 1.25rem; }
.stApp [data-testid="stCaptionContainer"] { opacity: .8; }
.stApp button[data-variant="segmented_control"][data-selected] { color: inherit !important; }
.stApp [data-testid^="stBaseButton-primary"]:enabled { color: light-dark(#fff, #0b241b); }
/* Streamlit uses white text on the accent color, which is illegible on a light accent. */
.stApp [data-testid="stMultiSelectTagsContainer"] > span > span { color: inherit;
  background-color: color-mix(in srgb, currentColor 14%, transparent); }
.stApp [data-testid="stMultiSelectTagsContainer"] > span > span * { color: inherit; }
.partie-away { position: fixed; z-index: 999999; left: 50%; top: .6rem; transform: translateX(-50%); margin: 0;
  width: max-content; max-width: calc(100% - 2rem); padding: .5rem 1rem; border-radius: .5rem; font-size: .9rem;
  background: light-dark(#2b2320, #f3ece4); color: light-dark(#f3eee6, #171413); pointer-events: none; }
.partie-away:empty { display: none; }
/* The table says it itself. */
body:has(.st-key-links) .partie-away { display: none; }
.partie-failed h2 { padding: 0 0 .4rem; }
.partie-failed p { overflow-wrap: anywhere; }
.partie-failed .links { display: flex; gap: 1.5rem; }
.partie-failed a { display: inline-flex; align-items: center; min-height: 2.75rem; color: inherit; }
/* Streamlit's ring has too little contrast, and its links and text fields have none. */
:root :is(a, button, summary, textarea, [tabindex], [role="spinbutton"]):focus-visible,
:root label:has(input:is([type="checkbox"], [type="radio"]):focus-visible),
:root [data-testid] :has(> input[type="text"]:focus-visible),
:root [data-testid] :has(> input:is([type="number"], [type="password"]):focus-visible),
:root .stMultiSelect :has(> * > input:focus-visible), :root [data-testid="stDataFrame"]:has(canvas:focus-visible) {
  outline: 2px solid light-dark(#17705a, #3ecf9f); outline-offset: 2px; box-shadow: none; }
:root .stMultiSelect :has(> input[type="text"]:focus-visible) { outline: none; }
:root .stApp :is(input, canvas):focus-visible { outline: none; }
:root .stMain:focus-visible { outline-offset: -2px; }
@media print {
  .st-key-language, .stMain .stMainBlockContainer .st-key-navigation.stHorizontalBlock { display: none !important; }
}
/* Without a mouse, the tools of a table are always there, above it: over what is there, unless there is room. */
@media (hover: none) {
  .stApp [data-testid="stElementContainer"]:has([data-testid="stDataFrame"]) { margin-top: 2rem; }
}
@media (max-width: 640px) {
  .stApp .stMainBlockContainer { padding: 1rem .9rem 1rem; }
  .stApp .st-key-navigation { margin-top: -.8rem; }
  .st-key-navigation:not(:has(a)) { right: .9rem; top: 3.5rem; }
  .stVerticalBlock:has(.st-key-links) { gap: .5rem; }
  .stApp .st-key-links { gap: 0 .25rem; }
  .st-key-filters .stHorizontalBlock { flex-direction: row; gap: .4rem .8rem; }
  .st-key-filters .stColumn { min-width: calc(50% - .4rem); flex: 1 1 calc(50% - .4rem); }
}
</style>
"""
