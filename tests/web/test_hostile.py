"""Nothing that is asked makes the server fail."""

from collections import Counter
from itertools import islice

from starlette.routing import Route
from starlette.testclient import TestClient

from niwashi.web.app import create_app
from tests.web.hostile import requests
from tests.web.server import EMPTY

EXPECTED = {200, 400, 403, 404, 405, 413, 415, 503}


def test_hostile_requests_are_answered_and_never_with_a_mistake(client: TestClient) -> None:
    routes = [route for route in create_app().routes if isinstance(route, Route)]
    statuses: Counter[int] = Counter()
    for hostile in islice(requests(11, routes), 400):
        answer = client.request(
            hostile.method, hostile.path, headers=hostile.headers, content=hostile.body
        )
        statuses[answer.status_code] += 1
        assert answer.status_code in EXPECTED, hostile
        assert "made a mistake" not in answer.text, hostile
    assert statuses.keys() >= {200, 400, 403, 404, 405, 415}
    answer = client.post("/api/jardin/score", json={"position": EMPTY})
    assert answer.status_code == 200
    jobs = client.app.state.jobs  # type: ignore[attr-defined]
    assert jobs.taken == 0
