"""The ASGI app of the viewer: the Streamlit script, the routes, the sessions, the policy and the style."""
