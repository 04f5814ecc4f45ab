"""The baseline: a string, a template with three indexed queries, a conditional answer after one, an insert, a file.

It has the app's Flask, SQLAlchemy, settings of SQLite and of gunicorn, and nothing in between: no session, no check,
no language, no compression of what it renders. ``BENCH_FOLDER`` names where its database and static files live.
"""

from __future__ import annotations

import os
import uuid
from pathlib import Path

from flask import Flask, Response, redirect, render_template, request
from sqlalchemy import ForeignKey, create_engine, func, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from werkzeug.wrappers import Response as BaseResponse
from whitenoise import WhiteNoise

from scorekeeper.models.engine import prepare_engine

TABLE = 1
PEOPLE = 4
ROWS = 30


class Base(DeclarativeBase):
    """What all tables share."""


class Table(Base):
    """A table to play at."""

    __tablename__ = "game"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    version: Mapped[int]


class Person(Base):
    """Somebody at a table."""

    __tablename__ = "person"
    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("game.id"), index=True)
    name: Mapped[str]


class Line(Base):
    """A row of a table."""

    __tablename__ = "line"
    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("game.id"), index=True)
    key: Mapped[str] = mapped_column(unique=True)
    text: Mapped[str]
    points: Mapped[int]


def make_tables(folder: Path) -> None:
    """Make the database: a table with its people and rows, and another one that takes the inserts."""
    engine = create_engine(_url(folder))
    prepare_engine(engine)
    Base.metadata.create_all(engine)
    with Session(engine) as session, session.begin():
        session.add_all([Table(id=TABLE, name="Thursday table", version=7), Table(id=TABLE + 1, name="", version=1)])
        session.flush()
        session.add_all(Person(table_id=TABLE, name=name) for name in ("Anna", "Bernd", "Clara", "Dieter")[:PEOPLE])
        for number in range(ROWS):
            text = f"66 × 2 (Kontra: Anna) × 2 (Clara without a trick) = {number * 4} → {number * 4 // 10 * 10}"
            session.add(Line(table_id=TABLE, key=uuid.uuid4().hex, text=text, points=number * 4))
    engine.dispose()


def _url(folder: Path) -> str:
    return f"sqlite:///{folder / 'baseline.sqlite3'}"


def create_app(folder: Path) -> Flask:
    """Make the app."""
    app = Flask(__name__, static_folder=None)
    engine = create_engine(_url(folder))
    prepare_engine(engine)

    @app.get("/string")
    def string() -> str:
        return "Hello"

    @app.get("/page")
    def page() -> str:
        with Session(engine) as session:
            table = session.get_one(Table, TABLE)
            people = session.scalars(select(Person).where(Person.table_id == TABLE).order_by(Person.id)).all()
            lines = session.scalars(select(Line).where(Line.table_id == TABLE).order_by(Line.id)).all()
            return render_template("page.html", table=table, people=people, lines=lines)

    @app.get("/conditional")
    def conditional() -> Response:
        with Session(engine) as session:
            version = session.scalar(select(Table.version).where(Table.id == TABLE))
        answer = Response("Hello")
        answer.set_etag(str(version), weak=True)
        answer.make_conditional(request)
        return answer

    @app.post("/insert")
    def insert() -> BaseResponse:
        with Session(engine) as session:
            session.connection(execution_options={"immediate": True})
            form = request.form
            line = Line(table_id=TABLE + 1, key=form["key"], text=form["text"], points=int(form["points"]))
            session.add(line)
            session.commit()
        return redirect("/page", 303)

    @app.get("/count")
    def count() -> str:
        with Session(engine) as session:
            return str(session.scalar(select(func.count()).select_from(Line).where(Line.table_id == TABLE + 1)))

    files = folder / "files"
    if files.is_dir():
        app.wsgi_app = WhiteNoise(app.wsgi_app, root=str(files), prefix="static", max_age=0)  # type: ignore[method-assign]
    return app


application = create_app(Path(os.environ["BENCH_FOLDER"])) if "BENCH_FOLDER" in os.environ else None
