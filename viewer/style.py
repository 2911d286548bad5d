"""What the pages change about Streamlit's own look: less air above, a header that is part of the page."""

from typing import Final

STYLE: Final = """
<style>
.stApp .stMainBlockContainer { padding: 1.4rem 2rem 1rem; max-width: 1480px; margin: 0 auto; }
.stApp header.stAppHeader { height: 0; min-height: 0; }
.stApp h1 { font-size: 1.9rem; padding: .2rem 0 .6rem; }
.stApp h3 { font-size: 1.25rem; }
@media (max-width: 640px) {
  .stApp .stMainBlockContainer { padding: 1rem .9rem 1rem; }
  .st-key-filters .stHorizontalBlock { flex-direction: row; gap: .4rem .8rem; }
  .st-key-filters .stColumn { min-width: calc(50% - .4rem); flex: 1 1 calc(50% - .4rem); }
}
</style>
"""
