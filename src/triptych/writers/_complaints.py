"""Complaints: what each reviewer minds most, quoted so far that the point is in it."""

import re
from collections.abc import Container, Iterator
from itertools import islice

from triptych.aspects.lexicon import value_of
from triptych.aspects.opinion_words import judgings_in
from triptych.aspects.remarks import parts_of
from triptych.english.clauses import CONTRAST, clause_numbers
from triptych.english.sentences import Sentence, kept_sentences, spoken_sentences
from triptych.english.words import denies, stem_of
from triptych.records import Evidence, Mention, Product, Reading, Review
from triptych.writers._grammar import stem_list, word_list
from triptych.writers._phrases import clip, headline, quote
from triptych.writers._sayings import blames, core_of, grumbles_of
from triptych.writers._voices import (
    Voice,
    breaks_off,
    can_be_read_alone,
    is_canned,
    is_danger,
    is_readable,
    is_real,
    is_under,
    names_thing,
    stems_of,
    told_in,
    worth_of,
)

_FEWEST, _LONGEST, LONGEST_WHOLE = 2, 16, 26
"""Words of a complaint that is quoted, and of one that is a whole sentence."""
_LIKELY, _MILD, _STRONG = 0.7, 0.6, 0.55
"""How sure the reading must be of a complaint that the learnt opinion shares, of one that is put mildly, and of one
that the learnt opinion is sure of."""
_SURE = 0.85
_DOUBTED, _BAD, _CLEARLY_BAD = 0.3, -0.4, -0.9
"""What the learnt opinion may make of a complaint, the less sure it is."""
_PLEASANT = 1.0
_BAD_TITLE = -0.55
_SOFTENED = re.compile(
    r"\b(?:a (?:little|bit|tad)|little bit|bit|slightly|too|only (?:issue|con|complaint|downside))\b"
)
"""Marks of a complaint in praise: "a little heavier", "the only issue"."""
_A_LITTLE = re.compile(r"\b(?:a (?:little|bit|tad|touch)|little bit|slightly|too) (\w+)")
_GOOD_WORD, _HAILED = 0.5, 2.0
_FAULT = "issue|complaint|con|problem|downside|drawback|negative|gripe"
_CALLED_SO = re.compile(
    rf"\b(?:only|one|main|biggest) (?:{_FAULT})\b|\bonly thing\b(?! i (?:like|love))|\bsmall thing to note\b"
    r"|\bi (?:dislike|do(?:n['’]?t| not) like|did(?:n['’]?t| not) like|hate(?! to))\b"
)
_CONS = re.compile(r"\bcons? ?[-:]+ ?", re.IGNORECASE)
"""Marks of what a reviewer calls a complaint."""
_HEADINGS = {stem_of("cons"), stem_of("pros")}
_PRAISING = 2.5
"""What the learnt opinion makes of praise that no mild word turns round."""
_UPSET, _DELIGHTED = 3, 5
"""Fewer stars than the first are given by who is not content; who gives the second has no title that complains."""
_CONTENT = 2.0
"""What the learnt opinion makes of a whole review by somebody who is content."""
_NEAR = 3
_FAILS = re.compile(
    r"\b(?:stop(?:s|ped)?|not|never|no longer|n['’]t) (?:\w+ )?(?:work|charg|turn|switch|start)\w*"
    r"|(?<!n't )(?<!n’t )(?<!not )(?<!never )(?<!no )(?<!without )"
    r"\b(?:dead|died|dies|broke\w*|fail\w*|defect\w*|faulty|leak\w*|lag\w*|crack\w*|burn\w*|torn|peel\w*|rust\w*|damaged?)\b"
)
"""Words of what does not do what it is for."""
_FEWEST_OF_CLAUSE, _FEWEST_OF_STATED = 4, 6
_SHORT_TITLE = 4
"""Words of a title that says one thing though nobody took care of it."""
_NOT_BAD = re.compile(
    r"(?:n['’]t|\bnot|\bno) (?:\w+ )?(?:bad|terrible|complain)|\bshould be\b|\b(?:concerned|worried|afraid)\b"
    r"|\btoo (?:early|soon)\b"
    r"|(?:can['’]?t|cannot|couldn['’]?t) (?:\w+ )?(?:find|get|ask|beat|go)\b.*\b(?:better|more|wrong)\b"
)
"""Marks of what only sounds like a complaint, or only advises."""
_BEFORE = re.compile(
    r"\bto replace\b|\b(?:the|my|our) (?:first|last|old) (?:one |pair )?(?:served|lasted|worked|broke|died)\b"
)
_WORDS = re.compile(r"\w")


def complaints_of(product: Product, reading: Reading, known: Container[str], it: str) -> tuple[Voice, ...]:
    """What each reviewer minds most, dangers first, then of those who gave the fewest stars; then what some mind too.

    A title that is plainly bad news comes before what the reading hears, one that turns round ("nice but …") after it,
    since it often names no fault; of who gave few stars and is not understood the worst sentence is quoted. `known` are
    words that say nothing of their own, `it` is the product's pronoun.
    """
    heard: dict[str, dict[tuple[int, int, bool], Mention]] = {}
    for aspect in reading.aspects:
        for mention in aspect.mentions:
            if "negative" in mention.polarity and _is_likely(mention):
                # What is said of several aspects at once is heard once.
                key = mention.start, mention.end, mention.sureness >= _SURE
                heard.setdefault(mention.review_id, {}).setdefault(key, mention)
    names = stems_of(product.title)
    found: list[tuple[Review, Voice]] = []
    more: list[Voice] = []
    for review in product.reviews:
        mentions = heard.get(review.id, {}).values()
        clips = [voice for mention in mentions for voice in _clips(product.id, review, mention, it)]
        clips = [
            voice
            for voice in clips
            if _says_something(voice.span.text, known) and is_real(voice.span, names, may_wish=True)
            if not breaks_off(voice.span.end, review.text) and not is_under("pro", voice.span, review.text)
            if word_list("unsure").isdisjoint(voice.span.text.lower().split())
            if not voice.is_cut or (can_be_read_alone(voice.span) and worth_of(voice.span.text) < 0)
        ]
        # Nobody sees where a clause of a run-on sentence begins and ends.
        is_cut = any(voice.is_cut for voice in clips)
        is_run_on = is_cut and spoken_sentences(review.text) != kept_sentences(review.text)
        clips.sort(key=lambda voice: (voice.is_cut and is_run_on, *_weakness(voice)))
        stated, mild = _stated(product.id, review, names, it), _stated(product.id, review, names, it, is_mild=True)
        titles = list(_title(product.id, review, known))
        bad_titles = [title for title in titles if CONTRAST.isdisjoint(title.span.text.lower().split())]
        worst = sorted(_worst(product.id, review, known), key=_weakness)
        voices = [*stated, *bad_titles, *clips, *mild, *titles, *worst]
        voices.sort(key=lambda voice: not is_danger(voice.span.text))
        is_content = review.stars > _UPSET if review.stars is not None else worth_of(review.text) > _CONTENT
        is_upset = review.stars is not None and not is_content
        fit = (
            voice
            for voice in voices
            if not _is_no_complaint(voice.span.text, names)
            if voice in (*stated, *mild)
            or is_upset
            or (review.stars is None and voice.sureness >= _SURE)
            or _blames_itself(voice.span.text)
            or (not is_content and blames(voice.span.text))
        )
        cores = [_core(voice, review, it) for voice in islice(fit, 1)]
        told_already = {stem for core in cores for stem in told_in(core.span.text)}
        plain = (
            voice
            for voice in grumbles_of(product, review, it)
            if _says_something(voice.span.text, known) and told_already.isdisjoint(told_in(voice.span.text))
        )
        found += [(review, voice) for voice in (cores or islice(plain, 1))]
        more += islice(plain, 1)
    told = {voice: told_in(voice.span.text) - stem_list("canned") for _, voice in found}
    shared = {
        voice: sum(not stems.isdisjoint(other) for who, other in told.items() if who is not voice)
        for voice, stems in told.items()
    }
    found.sort(key=lambda each: _order(each[0], each[1], shared[each[1]]))
    # What several put in the same words is told once.
    last_first = reversed([*(voice for _, voice in found), *more])
    return tuple({voice.span.text.casefold(): voice for voice in last_first}.values())[::-1]


def _core(voice: Voice, review: Review, it: str) -> Voice:
    """The core of a complaint, as long as it does not lose the danger."""
    core = core_of(voice, review, it)
    return core if is_danger(core.span.text) == is_danger(voice.span.text) else voice


def _is_no_complaint(text: str, names: frozenset[str]) -> bool:
    """True for praise ("superb, and when it broke they mended it"), faults denied or of before, a title's own words."""
    judgings = judgings_in(text)
    is_denied = any(each.is_turned and each.worth > 0 for each in judgings) and not any(j.worth < 0 for j in judgings)
    is_denied = is_denied and text.lower().split()[0] not in ("while", "although", "though", "despite")
    words = text.lower().split()
    is_hailed = any(value_of(word.strip(","), "J", word) > _HAILED for word in words[:2])
    is_hailed = is_hailed and CONTRAST.isdisjoint(words) and not any(map(denies, words))
    # "I am 80 kg, not an elephant" is about who speaks.
    is_own = words[0] in word_list("speaking") and word_list("product").isdisjoint(words)
    return is_denied or is_hailed or is_own or bool(_BEFORE.search(text.lower())) or stems_of(text) <= names


def _blames_itself(text: str) -> bool:
    """True where a word blames, negation worked in, or something fails: happy reviews deny much that is bad."""
    is_bad = any(each.worth < 0 for each in judgings_in(text))
    is_marked = _FAILS.search(text.lower()) or _SOFTENED.search(text.lower()) or is_danger(text)
    return is_bad or bool(is_marked) or worth_of(text) < _CLEARLY_BAD


def _order(review: Review, voice: Voice, shared: int) -> tuple[bool, bool, bool, bool, int, float, float]:
    """Dangers first, then what fails; what the shop did and what is put mildly last; then what others mind too."""
    text = voice.span.text.lower()
    fails, is_mild = bool(_FAILS.search(text)), bool(_SOFTENED.search(text))
    is_empty = not word_list("shop").isdisjoint(text.split()) or not (fails or names_thing(text))
    is_grave = is_danger(f"{review.title or ''} {text}")
    return not is_grave, is_empty, is_mild, not fails, -shared, review.stars or _UPSET, -voice.sureness


def _weakness(voice: Voice) -> tuple[bool, bool, float]:
    """What is spelt well first, of that what is sure, then what is the worst news."""
    return not is_readable(voice.span.text, slips=0), voice.sureness < _SURE, worth_of(voice.span.text)


def _is_likely(mention: Mention) -> bool:
    """True where both opinions hear a complaint, or one of them surely, or a mild one."""
    if mention.sureness < _STRONG or mention.text.lower().split()[0] in ("wish", "reserving"):
        return False
    worth = worth_of(mention.text)
    if mention.sureness >= _MILD and _SOFTENED.search(mention.text.lower()):
        return worth < _PRAISING
    bar = _DOUBTED if mention.sureness >= _SURE else _BAD if mention.sureness >= _LIKELY else _CLEARLY_BAD
    return worth < bar


def _clips(product_id: str, review: Review, mention: Mention, it: str) -> Iterator[Voice]:
    """The sentences of a complaint that are short, and of long ones the clauses that read alone, best first."""
    worth = worth_of(mention.text)
    # The words that are quoted are those that are bad news; who gave few stars praises little.
    is_upset = review.stars is not None and review.stars < _UPSET
    bar = _DOUBTED if is_upset else max(worth / 2, _CLEARLY_BAD) if worth < 0 else min(worth, _DOUBTED)
    for sentence in spoken_sentences(review.text):
        first, last = sentence.starts[0], sentence.ends[-1]
        if first >= mention.end or last <= mention.start or sentence.is_question:
            continue
        for start, end in dict.fromkeys(_stretches(sentence)):
            is_whole = (start, end) == (first, last)
            if not is_whole and 2 * (min(end, mention.end) - max(start, mention.start)) <= end - start:
                continue
            text = review.text[start:end]
            turns = is_whole and not CONTRAST.isdisjoint(sentence.words)
            is_it = turns or worth_of(text) <= bar or is_danger(text) or _SOFTENED.search(text.lower())
            if is_it and _is_sound(span := clip(product_id, review, start, end), sentence, it):
                is_cut = bool(_WORDS.search(review.text, end, last))
                yield Voice(span, "-", "", mention.sureness, is_cut=is_cut)
                if is_whole:
                    break


def _stated(product_id: str, review: Review, names: frozenset[str], it: str, *, is_mild: bool = False) -> list[Voice]:
    """Whole sentences that a reviewer calls a complaint ("the only thing I dislike"), or puts as a mild one."""
    found = []
    fewest = _FEWEST_OF_CLAUSE if is_mild else _FEWEST_OF_STATED
    for sentence in spoken_sentences(review.text):
        if len(sentence) <= fewest or sentence.is_question:
            continue
        start, end = sentence.starts[0], sentence.ends[-1]
        heading = _CONS.search(review.text, start, end)
        start = heading.end() if heading else start
        text = review.text[start:end]
        if not (_is_mild(sentence) if is_mild else heading or _CALLED_SO.search(text.lower())):
            continue
        span = clip(product_id, review, start, end)
        is_sound = (
            is_readable(text) and quote(span, LONGEST_WHOLE) is not None if heading else _is_sound(span, sentence, it)
        )
        if is_sound:
            found += [Voice(span, "-", "", _LIKELY)] * is_real(span, names | _HEADINGS, may_wish=True)
    return found


def _is_mild(sentence: Sentence) -> bool:
    """True for "a little tedious": a quality that nobody praises, a little of it or too much."""
    words, text = sentence.words, " ".join(sentence.words)
    for match in _A_LITTLE.finditer(text):
        n = text[: match.start(1)].count(" ")
        word, before = words[n], words[max(0, n - _NEAR - 1) : n]
        value = value_of(word, "J", word)
        is_bad = value < 0 or (sentence.kinds[n] == "J" and word not in ("many", "much") and value < _GOOD_WORD)
        turn = next((k for k in range(n, len(words)) if words[k] in CONTRAST), len(words))
        if is_bad and not any(map(denies, before)):
            bar = _PRAISING if value < 0 else _PLEASANT
            return worth_of(" ".join(words[:turn])) < bar
    return False


def _stretches(sentence: Sentence) -> Iterator[tuple[int, int]]:
    """Where the sentence is, each clause with all that follows, with the next one, and alone."""
    last = sentence.ends[-1]
    parts = list(parts_of(sentence, clause_numbers(sentence)[0]))
    starts, ends = [sentence.starts[part.start] for part in parts], [sentence.ends[part.end - 1] for part in parts]
    yield sentence.starts[0], last
    for start, *more in zip(starts, ends, [*ends[1:], last], strict=True):
        yield from ((start, end) for end in (last, more[1], more[0]))


def _is_sound(span: Evidence, sentence: Sentence, it: str) -> bool:
    """True for words that can be quoted: short, about this product, and nothing behind takes them back."""
    words, text = span.text.lower().split(), span.text.lower()
    behind = sentence.text[span.end : sentence.ends[-1]].lower().split()[:_NEAR]
    is_whole = (span.start, span.end) == (sentence.starts[0], sentence.ends[-1])
    longest = LONGEST_WHOLE if is_whole else _LONGEST
    if not _FEWEST <= len(words) <= longest or not CONTRAST.isdisjoint(behind) or _NOT_BAD.search(text):
        return False
    if words[0] in ("they", "they're", "they’re") and it != "they":
        return False
    if (words[0] in word_list("openers") or text.startswith(("no matter", "due"))) and "," not in text:
        return False  # "if you need it often" is half a sentence.
    if span.start > sentence.starts[0]:
        is_begun = words[0] not in word_list("openers", "speaking") and len(words) >= _FEWEST_OF_CLAUSE
        if not is_begun or not can_be_read_alone(span):
            return False
    return is_readable(span.text) and quote(span, longest) is not None


def _says_something(text: str, known: Container[str]) -> bool:
    return any(stem not in known for stem in stems_of(text, "NPVDGJ") - stem_list("canned"))


def _title(product_id: str, review: Review, known: Container[str]) -> Iterator[Voice]:
    """What stands over a review, where it is bad news and says something: "Does not support 4 hours"."""
    title = review.title or ""
    words = title.lower().replace("’", "'").rstrip(".! ").split()
    but = next((n for n, word in enumerate(words) if word in CONTRAST), None)
    is_content = review.stars is not None and review.stars > _UPSET
    if is_canned(title) or (review.stars is not None and review.stars >= _DELIGHTED) or (is_content and but is None):
        return
    worth = worth_of(" ".join(words if but is None else words[but + 1 :]))
    is_bad = worth < _BAD_TITLE or is_danger(title) or (but is not None and review.stars is not None and not is_content)
    span = headline(product_id, review)
    is_plain = (title[:1].isupper() or len(words) <= _SHORT_TITLE) and word_list("wishes").isdisjoint(words)
    if is_bad and is_plain and _says_something(title, known) and is_readable(title) and quote(span, _LONGEST):
        yield Voice(span, "-", "", 1.0)


def _worst(product_id: str, review: Review, known: Container[str]) -> Iterator[Voice]:
    """What is worst in the review of who gave few stars, in a sentence that is short."""
    if review.stars is None or review.stars >= _UPSET:
        return
    for sentence in spoken_sentences(review.text):
        span = clip(product_id, review, sentence.starts[0], sentence.ends[-1])
        if worth_of(span.text) < _BAD and _is_sound(span, sentence, "") and _says_something(span.text, known):
            yield Voice(span, "-", "", 1.0)
