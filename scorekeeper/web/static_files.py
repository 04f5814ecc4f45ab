"""Static files under an address that changes with their content, compressed once, kept by browsers for a year.

The hash covers the whole folder and stands in front of the path (``/static/<hash>/css/app.css``): a script
that imports its neighbour and a style sheet that names a picture stay within the same version, and an app of
this size loses nothing by naming all files anew when one changes.
"""

from __future__ import annotations

import gzip
import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from wsgiref.headers import Headers

import brotli
from flask import has_request_context, request
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise import WhiteNoise

from scorekeeper.web.application import Application
from scorekeeper.web.headers import FIXED_OF_FILES

ONE_YEAR_SECONDS = 365 * 24 * 60 * 60
COMPRESSIBLE = {".css", ".js", ".svg", ".json", ".webmanifest", ".txt", ".html", ".map"}
# What is written for who reads the source is a sixth of a first visit. What others wrote stays as it is.
MINIFIED: Mapping[str, Callable[[str], str]] = {".css": cssmin, ".js": jsmin}
OTHERS = "vendor"
KEPT_VERSIONS = 5
DEVELOPMENT = "dev"


def init_app(app: Application, source: Path, cache: Path) -> None:
    """Serve `source` and give templates ``static_url(path)``. The compressed copies live in `cache`.

    The versions before it that are still in `cache` are served as well: a page that came before an update may ask for
    more of its own. In debug mode the files themselves are served, uncompressed and uncached, so that an edit shows.
    """
    version = DEVELOPMENT if app.debug else content_hash(source)
    folder = source if app.debug else compressed_copy(source, cache, version)

    def static_url(path: str) -> str:
        root = request.script_root if has_request_context() else ""
        return f"{root}/static/{version}/{path}"

    app.jinja_env.globals["static_url"] = static_url
    app.extensions["static_url"] = static_url
    files = WhiteNoise(
        app.outermost,
        root=str(folder),
        prefix=f"static/{version}",
        autorefresh=app.debug,
        max_age=0,
        allow_all_origins=False,
        add_headers_function=None if app.debug else _never_changes,
        mimetypes={".webmanifest": "application/manifest+json"},
    )
    if not app.debug:
        for before in set(_versions(cache)[:KEPT_VERSIONS]) - {folder}:
            files.add_files(str(before), prefix=f"static/{before.name}")
    app.outermost = files


def content_hash(source: Path) -> str:
    """Give a short hash of every file's path and content."""
    digest = hashlib.sha256()
    for path in files_of(source):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(source).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:12]


def compressed_copy(source: Path, cache: Path, version: str) -> Path:
    """Give the folder of this version's files with ``.br`` and ``.gz`` beside them; make it if it is missing.

    Style sheets and scripts are without comments and layout there.

    It is made under another name and then renamed, so that workers starting at once never see half of it.
    """
    target = cache / version
    if target.is_dir():
        return target
    cache.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=cache))
    draft.chmod(0o755)
    for path in files_of(source):
        name = path.relative_to(source)
        copy = draft / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix in MINIFIED and OTHERS not in name.parts:
            copy.write_text(MINIFIED[path.suffix](path.read_text(encoding="utf-8")), encoding="utf-8")
        else:
            shutil.copyfile(path, copy)
        if path.suffix in COMPRESSIBLE:
            _compress(copy)
    try:
        draft.rename(target)
    except OSError:
        shutil.rmtree(draft)
        if not target.is_dir():
            raise
    _forget_old_versions(cache)
    return target


def files_of(source: Path) -> Iterator[Path]:
    """Give the files below a folder in a fixed order, hidden ones left out."""
    for path in sorted(source.rglob("*")):
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(source).parts):
            yield path


def _compress(path: Path) -> None:
    content = path.read_bytes()
    for suffix, smaller in (
        (".br", brotli.compress(content, mode=brotli.MODE_TEXT)),
        (".gz", gzip.compress(content, mtime=0)),
    ):
        if len(smaller) < len(content):
            path.with_name(path.name + suffix).write_bytes(smaller)


def _forget_old_versions(cache: Path) -> None:
    """Keep the newest few, since another process may still serve the one before."""
    for folder in _versions(cache)[KEPT_VERSIONS:]:
        shutil.rmtree(folder, ignore_errors=True)


def _versions(cache: Path) -> list[Path]:
    return sorted(cache.glob("[0-9a-f]*"), key=_made_at, reverse=True)


def _made_at(folder: Path) -> float:
    """Give when a folder was made; one that another process has just deleted is the oldest."""
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _never_changes(headers: Headers, _path: str, _url: str) -> None:
    headers["Cache-Control"] = f"public, max-age={ONE_YEAR_SECONDS}, immutable"
    for name, value in FIXED_OF_FILES.items():
        headers[name] = value
