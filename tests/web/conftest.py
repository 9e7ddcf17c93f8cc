from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from niwashi.web.app import create_app


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    """The application, asked as by a page of its own."""
    with TestClient(create_app(), base_url="http://127.0.0.1:8000") as asking:
        yield asking
