"""Anything at all may be sent to any address: never a 500, never half a row, never another group's data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from scorekeeper.models import Role
from tests.conftest import ON_POSTGRESQL
from tests.databases import Databases
from tests.spoiling import Spoilt, spoilings
from tests.web.fuzz import ANEW, body, form_fields, wishes
from tests.web.fuzzed import Fuzzed
from tests.web.world import made_world

pytestmark = pytest.mark.skipif(ON_POSTGRESQL, reason="SQLite tells whether anything was written")

FEW, MANY, BATCHES = 150, 4_200, 24
# What a failing request leaves behind is not there when it is sent again: so it is shown as it was found.
ONCE = settings(
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
    print_blob=False,
    backend=ANEW,
)


@contextmanager
def fuzzed(databases: Databases, instance: Path) -> Iterator[Fuzzed]:
    with made_world(databases, instance) as world:
        made = Fuzzed(world)
        yield made
        made.close()


def send_anything(world: Fuzzed, number: int, requests: int) -> None:
    @seed(number)
    @settings(ONCE, max_examples=requests)
    @given(wanted=wishes(form_fields()))
    def one(wanted) -> None:
        world.send(wanted)

    one()
    world.check()


def test_form_classes_are_found() -> None:
    assert {"key", "where", "names-0", "confirmed", "position", "limit"} <= set(form_fields())


def test_anything_sent_anywhere_is_answered_and_nothing_is_half_written(
    databases: Databases, shared_instance: Path
) -> None:
    with fuzzed(databases, shared_instance) as world:
        send_anything(world, 1, FEW)
        assert {200, 404, 422} <= set(world.statuses), "all kinds of answers are met"


@pytest.fixture(scope="module")
def heard() -> tuple[Counter[int], set[str]]:
    """Give what all batches heard, and which addresses they met."""
    return Counter(), set()


@pytest.mark.drill
@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_hundred_thousand_requests_find_nothing(
    databases: Databases,
    shared_instance: Path,
    heard: tuple[Counter[int], set[str]],
    capsys: pytest.CaptureFixture[str],
    batch: int,
) -> None:
    """Each batch has a world of its own: in one that was fuzzed for long everything is discarded."""
    statuses, met = heard
    with fuzzed(databases, shared_instance) as world:
        send_anything(world, 1_000 + batch, MANY)
        assert sum(world.statuses.values()) * BATCHES >= 100_000
        statuses += world.statuses
        met |= world.met
        everywhere = {rule.rule for rule in world.rules}
    failed = sum(times for status, times in statuses.items() if status >= 500)
    with capsys.disabled():
        print(f"\n{sum(statuses.values())} requests, {failed} of them 5xx: {dict(sorted(statuses.items()))}")
    if batch == BATCHES - 1:
        assert met == everywhere or sum(statuses.values()) < 50_000, "every address was met"


@pytest.mark.parametrize("number", [40, pytest.param(3_000, marks=pytest.mark.drill)])
def test_a_malformed_file_of_a_group_makes_no_group_and_half_of_none(
    databases: Databases, shared_instance: Path, number: int
) -> None:
    ways: Counter[str] = Counter()
    with fuzzed(databases, shared_instance) as world:
        owner = world.world.phone(world.world.here["group_id"], Role.OWNER)
        with owner.get(f"/g/{world.world.here['group_id']}/data/group.json") as answer:
            whole = answer.get_json(force=True)
        token = world.world.token(owner)

        @seed(7)
        @settings(ONCE, max_examples=number)
        @given(spoilt=spoilings)
        def one(spoilt: Spoilt) -> None:
            ways[spoilt.how] += 1
            text = spoilt.of(whole)
            data, kind = body("multipart", [("csrf_token", token), ("key", f"k{ways.total():020}"), ("file", text)], 0)
            before = world.groups()
            with owner.post("/import", data=data, content_type=kind) as answer:
                status = answer.status_code
            world.statuses[status] += 1
            assert status in {303, 409, 422}, (spoilt, text[:2_000])
            assert world.groups() - before == (status == 303)
            for page in world.pages_of(answer.headers["Location"]) if status == 303 else ():
                with owner.get(page) as shown:
                    assert shown.status_code in {200, 303}, (page, spoilt)

        one()
        assert 422 in world.statuses
        world.check()
    print(f"{number} files, {dict(ways)}: {dict(sorted(world.statuses.items()))}")
