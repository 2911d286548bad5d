"""Charts of many matches, drawn with Plotly or as SVG, and the words they share."""
