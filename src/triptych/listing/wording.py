"""What sort of statement a phrase of shop copy is: praise, address, a hard fact, a negative, service talk."""

import re


def _any_of(words: str) -> re.Pattern[str]:
    """A pattern of whole words; `_` is a blank, `*` the rest of a word."""
    spelt = [word.replace("*", r"\w*").replace("_", "[- ]") for word in words.split()]
    return re.compile(rf"\b(?:{'|'.join(spelt)})\b", re.IGNORECASE)


PRAISE = _any_of(
    "best more_than perfect* great excellent premium superior stylish elegant sleek beautiful* attractive amazing "
    "awesome ideal* easy easily easier effortless* convenien* comfort* comfy durab* sturdy strong powerful smooth* "
    "quick* high_quality top_quality quality favou?rite unique advanced innovative enhanced efficient* reliable "
    "long_lasting soft luxur* modern trendy cute fun delight* enjoy* experience seamless* immersive crystal_clear "
    "crisp rich deep ultra super exceptional* outstanding flawless* incredible hassle worry versatile responsive "
    "fresh* clean safe* secure* better optimal maximum precise* accurate* gentle lightweight compact portable "
    "breathable functional friendly wide_range buttery"
)
"""Words that recommend rather than state."""
ADDRESS = _any_of("you your yours yourself we our us i my let say imagine")
"""Words that speak to the shopper."""
NEGATIVE = re.compile(
    r"\b(?:no(?![.\d]| \d)|not(?! only)|never|cannot|(?:ca|do|does|wo|is)n['’]?t|(?<!not )only|separately|excluded|"
    r"non[- ]\w+|"
    r"except|unsuitable|incompatible)\b",
    re.IGNORECASE,
)
"""Words that say what a product is not, or lacks."""
EXCLUDES = _any_of(
    "(?:not|never)_(?:included|for|suitable|compatible|recommended|required|supported|use) no separately only"
)
"""Words that exclude something, whomever they address."""
HARD = _any_of(
    r"\w+_?(?:proof|free|resistant|safe|certified|approved|compatible|washable) included includes? made_(?:of|from|"
    r"in|with) "
    "built_in adjustable detachable removable foldable rechargeable automatic auto anti_* dual double triple single "
    r"\d* \w*\d\w*"
)
"""Words that can be looked up or tried."""
SERVICE = _any_of(
    "please kindly contact_us call_(?:us|our|on) customer_(?:care|service|support) toll_?free click refund "
    "replacement_within e-?mail visit reach_out feel_free refer_to eligible_for before_(?:purchase|buying|ordering) "
    "seller (?:the|your|product)_images? disclaimer photograph* easy_returns satisf* happy_to_help "
    "years_of_experience committed_to millions_of requested_to follow_the_instructions www https? in_case_of_any "
    "note_that subject_to_change may_vary slight_variations? do_not_worry don['’]?t_worry mentioned_on"
)
"""What a shop says about buying rather than about the product."""
MADE_OF = _any_of("(?:made|built|crafted|constructed|engineered)_(?:up_)?(?:of|from|with|using|in)")
MADE_FOR = re.compile(
    r"(?:suitable|ideal|perfect|great|best|designed|useful|made|gifts?|suited|good|recommended|"
    r"suits?)\s+(?:gifts?\s+)?for\b"
    r"|for\b",
    re.IGNORECASE,
)
"""The beginning of a phrase that says what or whom a product is for."""
ASIDE = _any_of(
    "if when since once after before like such_as for_any in_case unless whenever wherever as whether because "
    "no_matter in_addition moreover so without with_over"
)
"""The beginning of a clause that cannot be read alone."""
LEAD = re.compile(
    r"(?:(?:it['’]?s|it|they|that|which|also|and|while|where|plus|features?|there (?:is|are)) )*"
    r"(?:(?:is|are|has|have|had|comes?|features?|includes?|offers?|provides?|supports?|boasts?|contains?|equipped|"
    r"engineered|"
    r"designed|built|crafted|constructed|made up|made|consists?|gives?|having|featuring|offering|including|providing|"
    r"with|"
    r"using|uses?|delivers?|being)\s+)+(?:(?:with|of|from|in|to|for|by|up|an?|the|its|both|also|you|us)\s+)*",
    re.IGNORECASE,
)
""" "comes with a", "is made of": what a cell leaves out."""
OPENING = re.compile(
    r"(?:(?:an?|the|its|our|your|this|these|and|or|also|that|it['’]?s|as well as|besides|plus|moreover|even|thanks "
    r"to)\s+)+",
    re.IGNORECASE,
)
"""Small words at the beginning of a clause that a cell leaves out."""
DANGLING = re.compile(r"[\s,&/-]+(?:and|or|with|for|the|an?|of|to|in|&|,)$|[\s,&/-]+$", re.IGNORECASE)
"""Small words left over at an end."""
