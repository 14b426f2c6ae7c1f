"""What a text quotes: found word for word, noticed where it is not, and never taken for the writer's own words."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from triptych.measures import Analysis
from triptych.measures._quotes import Quote, leads_up_to, own_words, side_of
from triptych.measures.attribution import measure as attribution
from triptych.records import Evidence

Make = Callable[..., Analysis]
QUOTING = "Two reviewers dislike the weight (“It is heavy, my shoulder hurts”), and four praise the battery."
_SOMEWHERE = Evidence(product_id="p", source="review", source_id="1", start=0, end=1, text="x")


def test_a_true_quote_points_to_its_source(opinion: Make) -> None:
    analysis = opinion(QUOTING)
    (quote,) = analysis.quotes
    assert quote.evidence is not None and quote.evidence.source_id == "4"
    assert quote.evidence.resolves_in(analysis.case.products[0])


def test_case_marks_and_omissions_do_not_hide_a_quote(opinion: Make) -> None:
    text = 'One says "the SPEAKERS are terrible … my shoulder hurts!", another “battery is great though”.'
    assert all(quote.evidence for quote in opinion(text).quotes)


def test_a_reviewers_own_voice_and_slips_are_not_the_writers(opinion: Make) -> None:
    text = "Four reviewers praise the battery (“The battery lasts ten hours and I love it”). They call it good."
    assert attribution(opinion(text)).own_voice == 0
    assert attribution(opinion(text.replace("“", "").replace("”", ""))).own_voice > 0


def test_the_words_of_the_query_may_be_quoted(explanation: Make) -> None:
    assert explanation("Neither the listing nor the reviews speak of “light to carry”.").quotes == ()


def test_a_paste_of_quotes_is_read_as_it_stands(opinion: Make) -> None:
    text = "“The battery lasts ten hours and I love it. The screen is bright.” “Speakers sound bad.”"
    assert opinion(text).prose == text


@given(st.text(alphabet="ab .!?“”", max_size=60))
def test_own_words_keep_every_place(text: str) -> None:
    start = text.find("“")
    end = text.find("”", start + 1) + 1 if start >= 0 else 0
    quotes = (Quote(start, end, text[start + 1 : end - 1], _SOMEWHERE),) if end > start + 5 else ()
    shown = own_words(text, quotes)
    assert len(shown) == len(text) and shown[end:] == text[end:]


def test_what_leads_up_to_a_quote_tells_its_side(opinion: Make) -> None:
    text = "Buyers praise the battery (“Battery life is excellent”) and complain of the sound (“Speakers sound bad”)."
    analysis = opinion(text)
    sides = [side_of(leads_up_to(analysis.prose, analysis.quotes, quote)) for quote in analysis.quotes]
    assert sides == [1, -1]
    assert side_of("The battery divides those who like it: ") == 0
