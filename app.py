"""The entry point: what gunicorn and the flask command start."""

from scorekeeper.web.factory import create_app

app = create_app()
