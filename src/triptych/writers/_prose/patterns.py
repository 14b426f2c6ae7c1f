"""The sentences an aspect can be told in. Each has a slot for who, what, a quotation and those who disagree."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from triptych.writers._plan.points import Point
from triptych.writers._plan.quotes import Quote
from triptych.writers._prose.paragraph import Sentence
from triptych.writers._words.topics import Topic
from triptych.writers._words.wording import Wheel, at_head, capital, listed, people, spell, verb

# {Who} nine reviewers, {who} 9 of 33 reviewers, {s} their verb's ending, {the}/{Head} the aspect, {is} its verb,
# {how} what the product is to them, {q…} a quotation in some dress or nothing, {but} those on the other side or none.
_LIKED = (
    "{Who}{also} praise{s} {the}{q_colon}{but}.",
    "{Head} {is}{also} praised by {who}{q_puts}{but}.",
    "{Who} {are}{also} happy with {the}{q_writes}{but}.",
    "{Head} {wins} over {who}{q_paren}{but}.",
    "{Who}{also} speak{s} well of {the}{q_paren}{but}.",
    "There is praise for {the} from {who}{q_puts}{but}.",
    "{Who}{also} like{s} {the}{q_colon}{but}.",
    "{Head} {goes} down well with {who}{q_writes}{but}.",
)
_DISLIKED = (
    "{Who}{also} complain{s} about {the}{q_colon}{but}.",
    "{Head} {draws} criticism from {who}{q_paren}{but}.",
    "{Who} {are}{also} unhappy with {the}{q_writes}{but}.",
    "{Head} {is} a sore point for {who}{q_puts}{but}.",
    "{Who}{also} find{s} fault with {the}{q_paren}{but}.",
    "There are complaints about {the} from {who}{q_writes}{but}.",
    "{Who}{also} criticise{s} {the}{q_colon}{but}.",
    "{Head} {disappoints} {who}{q_paren}{but}.",
)
# Where a word says how the product is.
_FOUND = (
    "{Who}{also} find{s} it {how}{q_colon}{but}.",
    "It is{also} {how}, say{s} {who}{q_paren}{but}.",
    "{Who}{also} call{s} it {how}{q_paren}{but}.",
    "For {who} it is{also} {how}{q_paren}{but}.",
)
_WORST_FOUND = (
    "The most frequent complaint comes from {who} who find it {how}{q_paren}{but}.",
    "What buyers complain about most is that it is {how}: {who} say so{q_paren}{but}.",
)
_BEST_FOUND = (
    "What buyers like most is {how_it_is}, with praise from {who}{q_paren}{but}.",
    "Above all, buyers find it {how}: {who} say so{q_paren}{but}.",
)
_WORST = (
    "The most frequent complaint is about {the}, from {who}{q_puts}{but}.",
    "What buyers complain about most is {the}: {who} {are} unhappy with {it}{q_paren}{but}.",
    "{Head} {draws} the most complaints, with {who} finding fault{q_paren}{but}.",
)
_NOT_OF_HARM = frozenset({_DISLIKED[2], _DISLIKED[4], _DISLIKED[6], _DISLIKED[7], _WORST[1]})
"""Nobody is disappointed by irritation, or unhappy with it."""
_BEST = (
    "{Head} {is} what buyers like most, with praise from {who}{q_paren}{but}.",
    "The warmest praise goes to {the}: {who} speak{s} well of {it}{q_paren}{but}.",
    "Most often praised {is} {the}, by {who}{q_paren}{but}.",
)
RANKED = frozenset((*_WORST, *_BEST, *_WORST_FOUND, *_BEST_FOUND))
"""Sentences that say themselves that they lead their side."""
_SPLIT = (
    "Opinion on {the} is divided, {for_} for and {against} against{q_both}.",
    "{Head} {divides} buyers: {for_} {like} {it}, {against} {do} not{q_both}.",
    "As for {the}, {for_} {are_for} content and {against} {are_against} not{q_both}.",
)
_SPLIT_FOUND = (
    "Whether it is {good} divides buyers: {for_} {say_for} so, {against} {do} not{q_both}.",
    "Opinion is divided on whether it is {good}: {for_} {say_for} so, {against} {do} not{q_both}.",
)
_CLOSE = (
    "Opinion on {the} is divided, with slightly more {more} ({many}) than {less} ({few}){q_both}.",
    "{Head} {divides} buyers: {many} {lean_many}, {few} {lean_few}{q_both}.",
    "{Who} {lean_many} {the}, but {few} {lean_few}{q_both}.",
)
_BUTS = {
    "liked": ("; {f} disagree{fs}", ", though {f} complain{fs}", ", but {f} say{fs} otherwise"),
    "disliked": ("; {f} disagree{fs}", ", though {f} praise{fs} {it}", ", but {f} say{fs} otherwise"),
    "harm": ("; {f} disagree{fs}", ", but {f} say{fs} otherwise"),
    "found": ("; {f} disagree{fs}", ", though {f} find{fs} it {other}"),
}
_PAIRS = ("; one writes {one}, another {other}", " ({one} on one side, {other} on the other)")
# Several points of one side in one sentence; the items carry their counts.
_GROUPS = {
    "liked": (
        "Fewer reviewers praise {items}.",
        "Some reviewers like {items}.",
        "Some reviewers also speak well of {items}.",
    ),
    "disliked": (
        "Fewer reviewers complain about {items}.",
        "Some reviewers complain about {items}.",
        "Some reviewers also criticise {items}.",
    ),
    "split": (
        "Opinion is divided on {items}.",
        "Reviewers disagree about {items}.",
        "There is no agreement on {items}.",
    ),
}
_EACH = {"liked": "{Items} are each praised by {who}.", "disliked": "{Items} are each criticised by {who}."}
_ONE_BY_ONE = ("One reviewer", "another", "a third")
_ONE_EACH = {
    "liked": ((" praises", ""), (" likes", "")),
    "disliked": ((" complains about", " about"), (" objects to", " to")),
}
_SINGLES = {
    "liked": ("Single reviewers like {items}.", "Single reviewers praise {items}."),
    "disliked": ("Single reviewers object to {items}.", "Single reviewers complain about {items}."),
}
STARTS_WITH_COUNT = "{Who}"
"""How a pattern begins that begins with people."""
_COUNT_FIRST = frozenset(each for each in (*_LIKED, *_DISLIKED) if each.startswith(STARTS_WITH_COUNT))
_COUNT_INSIDE = frozenset((*_LIKED, *_DISLIKED)) - _COUNT_FIRST
_SINGULAR = {
    "is": "is", "wins": "wins", "goes": "goes", "draws": "draws", "disappoints": "disappoints", "divides": "divides",
}  # fmt: skip
_PLURAL = {"is": "are", "wins": "win", "goes": "go", "draws": "draw", "disappoints": "disappoint", "divides": "divide"}
"""The verbs of an aspect."""
_MOST_SPELLED = 10


@dataclass(slots=True)
class Teller:
    """Words points so that no two neighbours sound alike and no quotation comes twice."""

    wheel: Wheel
    among: int
    turns: dict[str, int] = field(default_factory=dict)
    quoted: list[Quote] = field(default_factory=list)
    last: str = ""
    """The last pattern."""
    count: int = 0
    """How many reviewers the last sentence began with."""
    told: int = 0
    """Points told of the side that is being told; the first gives all reviewers beside its count."""

    def begin_side(self) -> None:
        """From here on another side is told."""
        self.told = 0

    def tell(self, point: Point, *, quotes: int, rank: str = "") -> Sentence:
        """A sentence about a point with so many quotations; `rank` is `best` or `worst` for what leads its side."""
        quoted = self._quotes(point, quotes) if quotes else ()
        pattern = self._pattern(point, rank)
        fields = self._fields(point, quoted, pattern)
        text = pattern.format_map(fields)
        self.last, self.count = pattern, point.many
        self.told += 1
        return Sentence(capital(text), "counted", (), pattern, quoted, (point,))

    def tell_group(self, points: Sequence[Point], quotes: Collection[str] = ()) -> Sentence:
        """A sentence about several points of one side, with a quotation of those that are named in `quotes`."""
        side = points[0].side
        is_single = all(point.many == 1 for point in points) and side != "split"
        used: list[Quote] = []
        items = []
        for point in points:
            # "the value for money (“Value for money”)" says it twice.
            telling = [each for each in point.quotes if each.words.lower() != point.topic.noun]
            quote = self.unused(telling) if point.name in quotes and side != "split" else None
            used += [quote] if quote else []
            notes = [] if is_single else [_counts(point)]
            notes += [quote.text] if quote else []
            items.append(f"{point.topic.the} ({', '.join(notes)})" if notes else point.topic.the)
        counts = {point.many for point in points}
        if side != "split" and len(counts) == 1 and not is_single and not used and not any(p.few for p in points):
            plain = listed([point.topic.the for point in points])
            text = _EACH[side].format(Items=capital(plain), who=people(points[0].many))
        else:
            told = self._tell_singles(points, items) if is_single else ""
            text = told or self.next(_GROUPS[side], f"group {side}").format(items=listed(items))
        self.last = f"group {side}"
        self.told += len(points)
        return Sentence(text, "counted", (), f"group {side} {is_single}", tuple(used), tuple(points))

    def _tell_singles(self, points: Sequence[Point], items: Sequence[str]) -> str:
        """What single reviewers say: one, another and a third where they are different people."""
        side = points[0].side
        writers = {span.source_id for point in points for span in point.evidence[:1]}
        if len(points) > len(_ONE_BY_ONE) or len(writers) < len(points):
            return self.next(_SINGLES[side], f"singles {side}").format(items=listed(items))
        does, about = self.wheel.pick(_ONE_EACH[side], points[0].name)
        said = [
            f"{who}{does if not n else about} {item}"
            for n, (who, item) in enumerate(zip(_ONE_BY_ONE, items, strict=False))
        ]
        return f"{listed(said)}."

    def next(self, options: Sequence[str], slot: str, avoid: Collection[str] = ()) -> str:
        """The next of some wordings in turn."""
        first = self.turns.get(slot, self.wheel.number(slot))
        for place in range(first, first + len(options)):
            self.turns[slot] = place + 1
            chosen = options[place % len(options)]
            if chosen not in avoid:
                return chosen
        return self.wheel.pick(options, slot)

    def _pattern(self, point: Point, rank: str) -> str:
        harmless = _NOT_OF_HARM if point.is_harm else frozenset()
        if rank and not point.is_close and point.lean != "split" and point.many > 1:
            if point.how:
                return self.next(_BEST_FOUND if rank == "best" else _WORST_FOUND, f"{rank} found")
            return self.next(_BEST if rank == "best" else _WORST, rank, harmless)
        if point.side == "split" and point.both_ways:
            return self.next(_SPLIT_FOUND, "split found", self._alike(_SPLIT_FOUND))
        if point.lean == "split":
            return self.next(_SPLIT, "split", self._alike(_SPLIT))
        if point.is_close and point.many > 1:
            return self.next(_CLOSE, "close", self._alike(_CLOSE))
        if point.how:
            return self._pattern_found(point)
        options = _LIKED if point.lean == "liked" else _DISLIKED
        avoid = {self.last} | harmless
        is_again = self.last.startswith(STARTS_WITH_COUNT) and self.count == point.many
        if point.many > 1 and (is_again or (point.many > _MOST_SPELLED and point.many != self.among)):
            avoid |= _COUNT_FIRST
        elif point.many == 1:
            # "Complaints from one reviewer, writing …" would have the complaints write.
            avoid |= _COUNT_INSIDE
        return self.next(options, point.lean, avoid)

    def _pattern_found(self, point: Point) -> str:
        """How it is told of a product that it is quiet, or noisy."""
        after_count = self.last.startswith(STARTS_WITH_COUNT)
        avoid = self._alike(_FOUND)
        if point.many > _MOST_SPELLED or (after_count and self.count == point.many):
            avoid |= {option for option in _FOUND if option.startswith(STARTS_WITH_COUNT)}
        return self.next(_FOUND, "found", avoid)

    def _alike(self, options: Sequence[str]) -> set[str]:
        """The patterns that begin as the last sentence did."""
        return {option for option in options if option.split()[:1] == self.last.split()[:1]} | {self.last}

    def _fields(self, point: Point, quotes: Sequence[Quote], pattern: str) -> dict[str, str]:
        many = point.many
        who = self._who(many, point)
        but = self._but(point, pattern)
        fields = {
            "who": who,
            "Who": at_head(who),
            "s": "s" if many == 1 else "",
            "are": verb(many, "is", "are"),
            "also": " also" if self.told and self.told % 2 else "",
            "but": but,
            **_about(point.topic),
            **_dress([quote.text for quote in quotes], alone=not but, one=many == 1),
        }
        if point.how:
            fields |= {"how": point.how, "how_it_is": _how_it_is(point.how)}
        return fields | _divided(point, self._both(quotes), pattern) if point.side == "split" else fields

    def _who(self, count: int, point: Point) -> str:
        """The crowd, with all reviewers beside it once a side and wherever it is all of them."""
        full = not self.told or count == self.among
        return people(count, self.among if full else None)

    def _but(self, point: Point, pattern: str) -> str:
        few = point.few
        if point.is_clear or point.side == "split":
            return ""
        forms = _BUTS["found" if "{how" in pattern and few > 1 else "harm" if point.is_harm else point.lean]
        form = self.next(forms, "but")
        return form.format(f=spell(few), fs=verb(few, "s", ""), it=point.topic.it, other=point.how_else)

    def _both(self, quotes: Sequence[Quote]) -> str:
        """A quotation of each side."""
        if len(quotes) != 2:
            return ""
        return self.next(_PAIRS, "pair").format(one=quotes[0].text, other=quotes[1].text)

    def _quotes(self, point: Point, count: int) -> tuple[Quote, ...]:
        if point.side == "split":
            sides = (point.for_quotes, point.against_quotes)
            is_in_order = point.lean != "disliked" or point.both_ways
            pair = [self.unused(side) for side in (sides if is_in_order else sides[::-1])]
            return tuple(quote for quote in pair if quote) if all(pair) else ()
        if point.many == 1:
            count = 1
        found: list[Quote] = []
        for _ in range(count):
            quote = self.unused([each for each in point.quotes if not any(map(each.repeats, found))])
            found += [quote] if quote else []
        return tuple(found)

    def unused(self, quotes: Sequence[Quote]) -> Quote | None:
        """The best quotation that nothing printed before overlaps, of a reviewer not yet quoted if there is one."""
        used = {quote.review_id for quote in self.quoted}
        fresh = (quote for quote in quotes if quote.review_id not in used)
        free = (quote for quote in quotes if not any(map(quote.overlaps, self.quoted)))
        chosen = next(fresh, None) or next(free, None)
        if chosen:
            self.quoted.append(chosen)
        return chosen


@lru_cache(maxsize=1024)
def _about(topic: Topic) -> dict[str, str]:
    """How sentences name an aspect, and its verbs."""
    verbs = _PLURAL if topic.is_plural else _SINGULAR
    return {"the": topic.the, "Head": topic.head, "it": topic.it, **verbs}


def _divided(point: Point, both: str, pattern: str) -> dict[str, str]:
    """What only the sentences speak of that tell both sides."""
    many, few, liked, it = point.many, point.few, point.lean == "liked", point.topic.it
    return {
        "q_both": both,
        "good": point.both_ways[0] if point.both_ways else "",
        "say_for": verb(point.liked, "says", "say"),
        "for_": spell(point.liked),
        "against": spell(point.disliked),
        "like": verb(point.liked, "likes", "like"),
        "do": verb(point.disliked, "does", "do"),
        "are_for": verb(point.liked, "is", "are"),
        "are_against": verb(point.disliked, "is", "are"),
        "more": "praise" if liked else "complaint",
        "less": "complaint" if liked else "praise",
        "many": spell(many),
        "few": spell(few),
        "lean_many": _leaning(many, liked, pattern, it),
        "lean_few": _leaning(few, not liked, "", it),
    }


def _counts(point: Point) -> str:
    """How many, inside brackets: "four", "three to one", "three for, three against"."""
    if point.side == "split":
        return f"{spell(point.liked)} for, {spell(point.disliked)} against"
    return f"{spell(point.many)} to {spell(point.few)}" if point.few else spell(point.many)


def _dress(quotes: Sequence[str], *, alone: bool, one: bool) -> dict[str, str]:
    """Quotations in each of their dresses; in brackets wherever others still have their say in the sentence."""
    if not quotes:
        return {"q_colon": "", "q_paren": "", "q_writes": "", "q_puts": ""}
    first, more = quotes[0], quotes[1:2]
    paren = f" ({'; '.join(quotes)})"
    another = f", another {more[0]}" if more else ""
    return {
        "q_colon": f": {' and '.join(quotes)}" if alone else paren,
        "q_paren": paren,
        "q_writes": (f", writing {first}" if one else f", one writing {first}{another}") if alone else paren,
        "q_puts": (f": {first}" if one else f"; as one puts it, {first}{another}") if alone else paren,
    }


def _how_it_is(how: str) -> str:
    """ "how quiet it is", "how easy it is to clean"."""
    if how == "good value":
        return "the value for money"
    word, _, rest = how.partition(" ")
    return f"how {word} it is {rest}".rstrip()


def _leaning(count: int, liked: bool, pattern: str, it: str) -> str:
    """What so many do: "like it", "complain"; before the aspect's name "like" and "complain about"."""
    if pattern.startswith(STARTS_WITH_COUNT):
        return verb(count, "likes", "like") if liked else verb(count, "complains about", "complain about")
    return verb(count, f"likes {it}", f"like {it}") if liked else verb(count, "complains", "complain")
