"""The migrations make exactly the models' schema, go down and up again, and lose no row on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask_migrate import Migrate

from scorekeeper.models import Base
from scorekeeper.web.extensions import db

if TYPE_CHECKING:
    from scorekeeper.web.application import Application

PEOPLE = 4


@pytest.fixture
def app(empty_database_url: str, make_app: Callable[..., Application]) -> Iterator[Application]:
    """Give the app on a database without tables, inside its context."""
    made = make_app(empty_database_url)
    with made.app_context():
        yield made
        db.engine.dispose()


@pytest.fixture
def config(app: Application) -> Config:
    """Give Alembic's configuration as `flask db` has it."""
    migrate: Migrate = app.extensions["migrate"].migrate
    return migrate.get_config()


def tables() -> set[str]:
    """Give the names of the tables that exist, without Alembic's own."""
    return set(sa.inspect(db.engine).get_table_names()) - {"alembic_version"}


def test_migrations_have_one_head(config: Config) -> None:
    assert len(ScriptDirectory.from_config(config).get_heads()) == 1


def test_migrations_all_run_equal_the_models(config: Config) -> None:
    command.upgrade(config, "head")
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    assert tables() == set(Base.metadata.tables)


def test_migrations_down_and_up_again_end_where_they_began(config: Config) -> None:
    command.upgrade(config, "head")
    command.downgrade(config, "base")
    assert tables() == set()
    command.upgrade(config, "head")
    assert tables() == set(Base.metadata.tables)


def test_an_index_carries_the_name_that_the_convention_gives_it(config: Config) -> None:
    command.upgrade(config, "head")
    inspector = sa.inspect(db.engine)
    for name, table in Base.metadata.tables.items():
        found = {index["name"] for index in inspector.get_indexes(name)}
        assert {str(index.name) for index in table.indexes} <= found


def test_a_batch_migration_of_a_parent_keeps_its_children(
    config: Config, app: Application, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Rebuild the table `group` through the project's own env.py and count what points at it."""
    command.upgrade(config, "head")
    with db.engine.begin() as connection:
        connection.execute(
            sa.insert(Base.metadata.tables["group"]).values(name="Thursday", zone="UTC", currency="EUR", version=0)
        )
        group_id = connection.scalar(sa.select(Base.metadata.tables["group"].c.id))
        for number in range(PEOPLE):
            connection.execute(
                sa.insert(Base.metadata.tables["player"]).values(
                    group_id=group_id, name=f"P{number}", folded=f"p{number}"
                )
            )
    versions = tmp_path_factory.mktemp("versions")
    head = ScriptDirectory.from_config(config).get_current_head()
    (versions / "9999_rebuild.py").write_text(REBUILD.replace("HEAD", str(head)))
    config.set_main_option("version_locations", f"{config.get_main_option('script_location')}/versions {versions}")
    config.set_main_option("path_separator", "space")
    command.upgrade(config, "9999")
    with db.engine.connect() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(Base.metadata.tables["player"])) == PEOPLE
        columns = {column["name"] for column in sa.inspect(connection).get_columns("group")}
        assert "motto" in columns
        if connection.dialect.name == "sqlite":
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


REBUILD = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "HEAD"


def upgrade():
    recreate = "always" if op.get_bind().dialect.name == "sqlite" else "auto"
    with op.batch_alter_table("group", recreate=recreate) as batch:
        batch.add_column(sa.Column("motto", sa.String(40), nullable=True))


def downgrade():
    with op.batch_alter_table("group") as batch:
        batch.drop_column("motto")
"""
