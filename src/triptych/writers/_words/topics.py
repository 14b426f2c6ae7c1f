"""How a sentence speaks of an aspect: nobody praises "the noise", they praise "the low noise"."""

from dataclasses import dataclass
from functools import lru_cache

from triptych.writers._words.wording import is_plural, title_name


@dataclass(frozen=True, slots=True)
class Topic:
    """An aspect as a noun phrase."""

    noun: str
    """Without article."""
    is_bare: bool
    """True where it needs no article at the head of a sentence."""

    @property
    def the(self) -> str:
        """Inside a sentence: "the sound quality", "leaks"."""
        return self.noun if self.noun in _UNMARKED else f"the {self.noun}"

    @property
    def head(self) -> str:
        """At the head of a sentence, in lower case: "sound quality", "the app"."""
        return self.noun if self.is_bare else self.the

    @property
    def is_plural(self) -> bool:
        """True where its verb is plural."""
        return is_plural(self.noun)

    @property
    def it(self) -> str:
        """The pronoun for it."""
        return "them" if self.is_plural else "it"


# Where what is liked and what is disliked have different names: liked, disliked.
_TWO_SIDED = {
    "noise": ("low noise", "noise"),
    "weight": ("low weight", "weight"),
    "price": ("value for money", "high price"),
    "cleaning": ("ease of cleaning", "awkward cleaning"),
    "back pain": ("relief from back pain", "back pain in use"),
    "transfer": ("lack of transfer", "transfer"),
    "heating": ("cool running", "heat"),
    "leaking": ("lack of leaks", "leaks"),
    "breakouts": ("lack of breakouts", "breakouts"),
    "redness": ("effect on redness", "redness"),
    "gentleness": ("gentleness", "irritation"),
    "pain relief": ("pain relief", "pain in use"),
    "smell of new": ("smell when new", "smell when new"),
    "small batches": ("handling of small batches", "handling of small batches"),
    "wait": ("short wait", "wait"),
    "white cast": ("lack of a white cast", "white cast"),
    "hair fall": ("effect on hair fall", "hair fall"),
    "hair loss": ("effect on hair loss", "hair loss"),
    "dandruff": ("effect on dandruff", "dandruff"),
    "frizz": ("effect on frizz", "frizz"),
    "oiliness": ("lack of oil", "oiliness"),
    "paper jams": ("lack of paper jams", "paper jams"),
    "ads": ("lack of ads", "ads"),
    "skin reaction": ("gentleness on skin", "skin reactions"),
    "clumping": ("clumping", "clumping"),
}
_PLAIN = {
    "heating": "heat",
    "leaking": "leaks",
    "small batches": "handling of small batches",
    "pain relief": "effect on aches",
    "back pain": "effect on back pain",
    "smell of new": "smell when new",
    "hair fall": "effect on hair fall",
    "hair loss": "effect on hair loss",
    "dandruff": "effect on dandruff",
    "frizz": "effect on frizz",
}
# What a product is to those who like an aspect of it, and to those who do not.
_ADJECTIVES = {
    "noise": ("quiet", "noisy"),
    "weight": ("light", "heavy"),
    "cleaning": ("easy to clean", "hard to clean"),
    "ease of use": ("easy to use", "hard to use"),
    "comfort": ("comfortable", "uncomfortable"),
    "setup": ("easy to set up", "hard to set up"),
    "assembly": ("easy to assemble", "hard to assemble"),
    "installation": ("easy to install", "hard to install"),
    "portability": ("easy to carry", "awkward to carry"),
    "price": ("good value", "too dear"),
    "fun": ("fun", "dull"),
}
# How a table says that some like an aspect, and that some do not; "praised" and "criticised" for all others.
_SAID = {
    "noise": ("quiet for", "too loud for"),
    "weight": ("light for", "too heavy for"),
    "price": ("good value for", "too dear for"),
    "heating": ("runs cool for", "runs hot for"),
    "leaking": ("no leaks for", "leaks for"),
    "cleaning": ("easy for", "awkward for"),
    "ease of use": ("easy for", "hard for"),
    "assembly": ("easy for", "awkward for"),
    "setup": ("easy for", "awkward for"),
    "installation": ("easy for", "awkward for"),
    "white cast": ("none for", "seen by"),
    "comfort": ("comfortable for", "uncomfortable for"),
    "breakouts": ("none for", "seen by"),
    "gentleness": ("gentle for", "irritates"),
    "pain relief": ("helps", "hurts"),
    "back pain": ("helps", "hurts"),
}
_HEADINGS = {
    "price": "Value for Money",
    "cleaning": "Ease of Cleaning",
    "gentleness": "Gentleness on Skin",
}
# What there should be nothing of takes no article anywhere.
_UNMARKED = frozenset(
    {"leaks", "breakouts", "irritation", "skin reactions", "paper jams", "ads", "heat", "redness", "dandruff"}
)
_BARE_ENDINGS = ("ity", "ness", "ance", "tion", "ility", "ort", "life", "power", "support", "service", "quality")
_BARE = frozenset(
    {
        *(
            "noise",
            "heat",
            "leaks",
            "breakouts",
            "redness",
            "ease of use",
            "value for money",
            "low noise",
            "low weight",
            "ease of cleaning",
        ),
        *("cleaning", "cushioning", "packaging", "charging", "cooling", "awkward cleaning", "sizing"),
        *("relief from back pain", "back pain in use"),
    }
)


@lru_cache(maxsize=1024)
def topic(aspect: str, lean: str = "plain") -> Topic:
    """The noun phrase for an aspect that is `liked`, `disliked`, liked for being `absent`, or neither."""
    if lean == "absent":
        noun = f"lack of {aspect}"
    elif lean != "plain" and aspect in _TWO_SIDED:
        noun = _TWO_SIDED[aspect][lean == "disliked"]
    else:
        noun = _PLAIN.get(aspect, aspect)
    bare = noun in _BARE or noun in _UNMARKED or (noun.endswith(_BARE_ENDINGS) and " of " not in noun)
    return Topic(noun, bare)


def adjectives(aspect: str) -> tuple[str, str] | None:
    """What a product is to those who like an aspect, and to those who do not: "quiet" and "noisy"; None for most."""
    return _ADJECTIVES.get(aspect)


def said_of(aspect: str) -> tuple[str, str]:
    """How a table says that reviewers like an aspect, and that they do not: "quiet for" and "too loud for"."""
    return _SAID.get(aspect, ("praised by", "criticised by"))


def heading(aspect: str) -> str:
    """What a table's row about an aspect is called: "Battery Life"."""
    return _HEADINGS.get(aspect) or title_name(topic(aspect).noun)


def is_two_sided(aspect: str) -> bool:
    """True where liked and disliked have different names: "low noise" and "noise"."""
    return aspect in _TWO_SIDED and _TWO_SIDED[aspect][0] != _TWO_SIDED[aspect][1]
