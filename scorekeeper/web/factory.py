"""`create_app` puts the app together: settings, extensions, headers, errors, blueprints, commands."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from flask import Blueprint
from flask_babel import Babel
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.models.engine import prepare_engine
from scorekeeper.web import (
    access,
    actor,
    board,
    builds,
    chronicle,
    cli,
    deals,
    erasure,
    errors,
    evenings,
    formatting,
    groups,
    headers,
    health,
    history,
    home,
    imports,
    install,
    invites,
    kept_sheets,
    languages,
    live,
    locale,
    logs,
    offline,
    offline_panels,
    paper,
    payments,
    players,
    printing,
    records,
    rules,
    schema,
    settle,
    sheet_chart,
    sheet_setup,
    sheets,
    sheets_new,
    static_files,
    table_end,
    table_people,
    takeaway,
    twin_words,
    waiting,
)
from scorekeeper.web.application import Application
from scorekeeper.web.catalogues import offered_languages
from scorekeeper.web.config import (
    INSTANCE_VARIABLE,
    STATIC,
    TEMPLATES,
    flask_config,
    instance_folder,
    read_settings,
)
from scorekeeper.web.extensions import babel, compress, csrf, db, limiter

# Every blueprint of the app, in the order of its URLs.
BLUEPRINTS: tuple[Blueprint, ...] = (
    health.bp,
    home.bp,
    install.bp,
    languages.bp,
    offline.bp,
    offline_panels.bp,
    twin_words.bp,
    rules.bp,
    imports.bp,
    groups.bp,
    takeaway.bp,
    paper.bp,
    erasure.bp,
    players.bp,
    chronicle.bp,
    access.bp,
    invites.bp,
    evenings.bp,
    history.bp,
    records.bp,
    settle.bp,
    payments.bp,
    sheets_new.bp,
    sheet_setup.bp,
    waiting.bp,
    table_end.bp,
    table_people.bp,
    sheets.bp,
    live.bp,
    printing.bp,
    sheet_chart.bp,
    board.bp,
    deals.bp,
)


def create_app(config: Mapping[str, object] | None = None) -> Application:
    """Make the app. `config` overrides any setting or Flask key; ``SCOREKEEPER_INSTANCE`` names its folder."""
    given = dict(config or {})
    named = given.pop(INSTANCE_VARIABLE, None)
    instance = Path(str(named)) if named else instance_folder()
    app = Application("scorekeeper.web", TEMPLATES, instance)
    app.config.update(flask_config({**read_settings(instance), **given}, instance))
    _bind_extensions(app)
    static_files.init_app(app, STATIC, instance / "static")
    _trust_proxies(app, app.config["TRUSTED_PROXIES"])
    headers.init_app(app)
    errors.init_app(app)
    formatting.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    live.init_app(app)
    kept_sheets.init_app(app)
    actor.init_app(app)
    builds.init_app(app)
    cli.init_app(app)
    return app


def _bind_extensions(app: Application) -> None:
    """Bind the extensions; a request passes their checks in this order."""
    logs.init_app(app)
    db.init_app(app)
    with app.app_context():
        prepare_engine(db.engine)
    schema.init_app(app)
    csrf.init_app(app)
    limiter.init_app(app)
    compress.init_app(app)
    _bind_babel(app, babel)


def _bind_babel(app: Application, extension: Babel) -> None:
    extension.init_app(app, locale_selector=locale.select_locale)
    app.config[locale.LANGUAGES] = offered_languages(app.config["SCOREKEEPER_LANGUAGES"])
    app.context_processor(locale.page_language)
    app.jinja_env.globals["page_address"] = languages.page_address


def _trust_proxies(app: Application, hops: int) -> None:
    """Believe the forwarded headers of exactly as many proxies as the settings name; none by default."""
    if hops:
        app.outermost = ProxyFix(app.outermost, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops)
