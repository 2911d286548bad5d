"""Routes of the viewer beside Streamlit's pages."""
