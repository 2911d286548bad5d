"""The pages of the app, one module each.

The folder is not called `pages`: Streamlit takes a folder of that name beside its script for its own multi-page mode.
"""
