"""Collect the messages of the code and the templates, and hand them to every catalogue: `make messages`.

Nothing in these files changes but words: no dates, no line numbers, and the order is that of the files. A message that
is new to a catalogue stands there untranslated; one whose English changed is new as well, since a translation guessed
by likeness is wrong more often than it helps.
"""

from __future__ import annotations

import tempfile
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po, write_po

from scorekeeper.web.catalogues import TEMPLATE, catalogue_path, read_catalogue

LANGUAGES = ("de", "nl", "ru", "sk", "uk")
WIDTH = 120
NOTE = "# Words of the scorekeeper. `make messages` writes this file; docs/translating.md says how to translate.\n"


def extracted() -> Catalog:
    """Give what the code and the templates say now."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "messages.pot"
        asked = [
            "-q",
            "extract",
            "-F",
            "pyproject.toml",
            "-k",
            "_l lazy_gettext",
            "--sort-by-file",
            "-o",
            str(found),
            ".",
        ]
        CommandLineInterface().run(["pybabel", *asked])
        return read_catalogue(found)


def template_text(catalogue: Catalog) -> bytes:
    """Write the template."""
    return _text(catalogue, {})


def catalogue_text(language: str, template: Catalog) -> bytes:
    """Write a language's catalogue with exactly the messages of the template."""
    path = catalogue_path(language)
    catalogue = read_catalogue(path, language) if path.exists() else Catalog(locale=language)
    catalogue.update(template, no_fuzzy_matching=True)
    return _text(catalogue, {"Language": language, "Plural-Forms": Catalog(locale=language).plural_forms})


def _text(catalogue: Catalog, more: dict[str, str]) -> bytes:
    headers = {
        "Project-Id-Version": "scorekeeper",
        **more,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
    }
    head = NOTE + 'msgid ""\nmsgstr ""\n' + "".join(f'"{name}: {value}\\n"\n' for name, value in headers.items())
    body = BytesIO()
    write_po(body, catalogue, width=WIDTH, omit_header=True, ignore_obsolete=True, include_lineno=False)
    return head.encode() + b"\n" + body.getvalue()


def main() -> None:
    """Write the template and every catalogue anew."""
    template = extracted()
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(template_text(template))
    for language in LANGUAGES:
        path = catalogue_path(language)
        text = catalogue_text(language, read_po(BytesIO(template_text(template))))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
        catalogue = read_catalogue(path, language)
        missing = sum(not message.string or not all(message.string) for message in catalogue if message.id)
        print(f"{Locale.parse(language).english_name}: {missing} of {len(catalogue)} messages are not translated")


if __name__ == "__main__":
    main()
