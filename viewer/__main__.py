"""`python -m viewer`: the command `partie`, where its script is not on the PATH."""

from viewer.cli import app

if __name__ == "__main__":  # A process for reviews imports this module too.
    app(prog_name="partie")
