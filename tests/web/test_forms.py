"""Forms: fields as text, choices among those offered, and where a visitor is led."""

import asyncio

import pytest
from starlette.datastructures import FormData

from triptych.errors import UsageError
from triptych.web import forms
from triptych.web.forms import choice, lead_to, lead_to_result, word
from triptych.web.state import Site, WebOptions


def test_fields_are_text_and_choices_are_offered() -> None:
    form = FormData([("a", " x "), ("writer", "gguf:/etc/passwd")])
    assert (word(form, "a"), word(form, "b")) == ("x", "")
    assert choice(FormData(), "writer", ("embedded", "y")) == "embedded"
    with pytest.raises(UsageError, match="choose one of embedded"):
        choice(form, "writer", ("embedded",))


def test_a_place_keeps_what_was_asked() -> None:
    assert lead_to("/x", query="a & b", other="").headers["location"] == "/x?query=a+%26+b"


def test_long_work_leads_to_a_page_that_waits(options: WebOptions, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(seconds: float) -> str:
        await asyncio.sleep(seconds)
        return "/result"

    async def check() -> None:
        site = Site(options)
        assert (await lead_to_result(site, "x", work(0))).headers["location"] == "/result"
        monkeypatch.setattr(forms, "_PATIENCE_SECONDS", 0.01)
        place = (await lead_to_result(site, "x", work(60))).headers["location"]
        job = site.workshop.jobs.get(place.removeprefix("/jobs/"))
        assert job
        assert job.status == "running"
        job.task.cancel()

    asyncio.run(check())
