"""What tests of the games' forms share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask_babel import Babel


@pytest.fixture
def language() -> Iterator[None]:
    """Give the sentences a language."""
    app = Flask(__name__)
    Babel(app)
    with app.test_request_context():
        yield
