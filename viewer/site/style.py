"""CSS changes to Streamlit's own layout: less space at the top, a header that is part of the page."""

from typing import Final

STYLE: Final = """
<style>
html, body { background: light-dark(#f3eee6, #171413); }
#partie-nav { position: fixed; inset: 0 0 auto; z-index: 999; }
#partie-language { position: fixed; z-index: 1000; top: 0; right: max(2rem, calc(50vw - 600px)); }
body:has(#partie-nav:not([hidden])) { --partie-top: 57px; }
:root .stApp { top: var(--partie-top, 0px); }
/* Streamlit makes it as high as the screen: its end would lie below it. */
@media screen { .stApp .stMain { height: calc(100dvh - var(--partie-top, 0px)); } }
body:has(#partie-nav[hidden]) #partie-language { right: .5rem; }
.stApp .stMainBlockContainer { padding: 1.5rem 2rem 3rem; max-width: 1264px; margin: 0 auto; position: relative; }
.stApp header.stAppHeader { height: 0; min-height: 0; }
[data-testid="stSkipToContent"], [data-testid="stLayoutWrapper"]:has(> .st-key-navigation) { display: none; }
.stApp :is(h1, h2, h3) { letter-spacing: -.008em; }
.stApp h1 { line-height: 36px; padding: 0 0 .5rem; }
.stApp h2 { line-height: 28px; padding: .75rem 0 .25rem; }
.stApp h3 { line-height: 24px; padding: .5rem 0 .25rem; }
.stApp [data-testid="stCaptionContainer"] { color: light-dark(#74685f, #a99f96); opacity: 1; }
/* Controls: one height, one line; the primary button is the one green thing. */
.stApp :is(button[data-testid^="stBaseButton-secondary"], button[data-testid^="stBaseButton-primary"],
  [data-testid="stPopoverButton"], .stDownloadButton button) { min-height: 2.25rem; padding: 0 1rem; }
.stApp button[data-testid^="stBaseButton"] p { font-weight: 600; }
.stApp button[data-variant="segmented_control"][data-selected] { color: inherit !important;
  background: light-dark(#dde8df, #1d3a30); }
.stApp [data-testid^="stBaseButton-primary"]:enabled { color: light-dark(#fff, #0b241b); }
/* Streamlit's arrow of a popover would load its font of signs. */
.stApp [data-testid="stPopoverButton"] div[aria-hidden] { display: none; }
.stApp [data-testid="stPopoverButton"]::after { content: ""; width: 7px; height: 7px; margin: -4px 2px 0 12px;
  border: solid currentColor; border-width: 0 1.6px 1.6px 0; transform: rotate(45deg); }
.stApp [data-testid="stWidgetLabel"] p { font-size: 14px; font-weight: 600; }
.stApp [data-testid="stExpander"] details { border-width: 1px 0; border-radius: 0;
  border-color: light-dark(#e0d5c5, #352f2d); }
.stApp [data-testid="stExpander"] summary { padding-inline: 0; }
.stApp [data-testid="stExpanderDetails"] { padding-inline: 0; }
.stApp [data-testid="stAlertContainer"] { border-radius: 8px; color: inherit;
  background: light-dark(#dde8df, #1d3a30); }
.stApp [data-testid="stAlertContainer"]:has([data-testid="stAlertContentError"]) {
  background: light-dark(#f6dedd, #43211f); }
.stApp [data-testid="stAlertContainer"]:has([data-testid="stAlertContentWarning"]) {
  background: light-dark(#f9ecc8, #332a17); }
.stApp [data-testid="stAlertContainer"] * { color: inherit; }
.stApp [data-testid="stMetric"] label p { font-size: 14px; }
.stApp [data-testid="stPageLink-NavLink"] { padding: 0; background: none; min-height: 2.25rem; }
/* Streamlit uses white text on the accent color, which is illegible on a light accent. */
.stApp [data-testid="stMultiSelectTagsContainer"] > span > span { color: inherit;
  background-color: light-dark(#dde8df, #1d3a30); border-radius: 999px; }
.stApp [data-testid="stMultiSelectTagsContainer"] > span > span * { color: inherit; }
.partie-away { position: fixed; z-index: 999999; left: 50%; top: .6rem; transform: translateX(-50%); margin: 0;
  width: max-content; max-width: calc(100% - 2rem); padding: .5rem 1rem; border-radius: .5rem; font-size: .9rem;
  background: light-dark(#2b2320, #f3ece4); color: light-dark(#f3eee6, #171413); pointer-events: none; }
.partie-away:empty { display: none; }
/* The table says it itself. */
.stApp .st-key-links [data-testid="stPopoverButton"] { padding-inline: 0; }
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
/* On paper: light, and nothing to press or to fill in. */
@media print {
  :root:root, :root:root .stApp { color-scheme: light !important; }
  html, body, .stApp, .stApp > *, .stMain { background: #fff !important; }
  html, body, #root, .stApp, .stApp div, .stApp section { overflow: visible !important; }
  .stApp, .stAppViewContainer, .stMain { position: static !important; display: block !important;
    height: auto !important; }
  :root .stApp, :root .stApp * { color: #2b2320 !important; }
  #partie-nav, #partie-language, .stApp :is(.stButton, .stDownloadButton, .stPopover, .stPageLink, .stExpander,
    .stSelectbox, .stMultiSelect, .stTextInput, .stTextArea, .stNumberInput, .stDateInput, .stCheckbox, .stRadio,
    .stButtonGroup, .stFileUploader, .stForm, .stToolbar, .stElementToolbar) { display: none !important; }
  body:has(#partie-nav:not([hidden])) { --partie-top: 0px; }
}
/* Without a mouse, the tools of a table are always there, above it: over what is there, unless there is room. */
@media (hover: none) {
  .stApp [data-testid="stElementContainer"]:has([data-testid="stDataFrame"]) { margin-top: 2rem; }
}
@media (hover: none), (max-width: 767px) {
  .stApp :is(button[data-testid^="stBaseButton"], [data-testid="stPageLink-NavLink"], [data-testid="stPopoverButton"],
    [data-baseweb="input"], [data-baseweb="select"] > div, .stDownloadButton button) { min-height: 2.75rem; }
}
@media (max-width: 767px) {
  body:has(#partie-nav:not([hidden])) { --partie-top: 49px; }
  #partie-language { position: static; margin: 0 1rem 1rem; text-align: right; }
  body:has(.st-key-sheet-links) #partie-language { margin-bottom: 80px; }  /* Above the foot of the sheet. */
  .stApp .stMainBlockContainer { padding: .75rem 1rem 1rem; }
  .stApp h1 { font-size: 24px; line-height: 28px; }
  .stVerticalBlock:has(.st-key-links) { gap: .5rem; }
  .stApp .st-key-links { gap: 0 .75rem; }
}
</style>
"""
