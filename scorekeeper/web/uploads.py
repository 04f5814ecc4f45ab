"""Files that are sent to the app: which pages take larger ones than a form, and how much they may hold."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, request
from werkzeug.datastructures import FileStorage

# What stands around the file in the request: the other fields, and the lines that part them.
AROUND = 64 * 1024


def take_files(blueprint: Blueprint, most: Mapping[str, int]) -> None:
    """Let these endpoints of a blueprint take so many bytes; the check of the form's token reads them first."""

    def widen(endpoint: str | None, _values: object) -> None:
        name = (endpoint or "").rpartition(".")[2]
        if name in most:
            request.max_content_length = most[name] + AROUND
            request.max_form_memory_size = most[name] + AROUND

    blueprint.url_value_preprocessor(widen)


def content(file: object, most: int) -> bytes:
    """Give what a file field holds, one byte more than allowed at most; nothing if no file was chosen."""
    return file.stream.read(most + 1) if isinstance(file, FileStorage) else b""
