"""Turns of phrase that measures look for: joins, filler, jargon."""

from triptych.english.wordings import Wording

JOIN = Wording(
    r"\b(?:however|but|although|though|still|yet|nevertheless|on the other hand|by contrast|in contrast|"
    r"also|too|as well|"
    r"likewise|similarly|equally|moreover|furthermore|in addition|besides|besides that|because|since|so|therefore|thus|"
    r"hence|as a result|for that reason|overall|in short|in sum|all in all|in conclusion|to sum up|meanwhile|while|"
    r"whereas|unfortunately|on the downside|on the plus side|on the bright side|against|despite|instead|otherwise|"
    r"another|other|others|same|such|more|one more|second|first|finally|next|then|main|apart from|thanks to|given|for "
    r"example|as for|when it comes to|in terms of|that said|worse|better|best|most|even|both|among)\b",
)
"""Words that show how a sentence relates to the one before."""
REFERENCE = Wording(r"^\W*(?:\w+\W+){0,4}?(?:this|that|these|those|it|its|they|their|them|both|he|she)\b")
"""A word near the beginning of a sentence that takes up what was said before."""
CONTRAST = Wording(
    r"\b(?:but|however|although|though|while|whereas|yet|despite|some|others?|a few|several|mixed|divided|split|one|"
    r"opinions|not everyone|on the other hand|still|except|unless|only|for many|reviewers|against|two|three|depends)\b",
)
"""Words that make two opposite statements two sides and no contradiction."""
CLOSING = Wording(r"^\W*(?:in conclusion|in summary|to sum up|overall|all in all|in short|finally)\b")
OPENING = Wording(r"^\W*(?:first of all|firstly|to begin with|first)\b")
NEEDS_BEFORE = Wording(
    r"^\W*(?:(?:therefore|however|secondly|for that reason|as a result|because of (?:this|that)|furthermore|moreover|"
    r"in addition|also|likewise|thus|hence|consequently|against (?:this|that|these|those)|on the other hand|"
    r"apart from (?:this|that)|besides|worse|so|but|still|yet|that said|others?|another|all in all|in conclusion|"
    r"to sum up|in short|finally)\b|"
    r"(?:[\w'-]+\W+){0,4}?(?:also|too(?=\s*[,.;])|equally|the same|one more|adds? to|the other|as well)\b|"
    r"(?:that|such) [a-z]+\b)",
)
"""What cannot open a text."""
ALSO = Wording(r"\b(?:also|too(?=\s*[,.;])|as well(?! as)|likewise|similarly|equally|just as|one more)\b")
"""Words that put a point beside one of the same kind."""
OVERVIEW = Wording(
    r"\b(?:like[sd]? (?:best|most)|most often|above all|most (?:frequent|common|praised|discussed)|the warmest|"
    r"no part draws|complain about most|what wins|wins? \w+ over first|first of all|the main)\b",
)
"""Words with which one begins to praise or to complain."""
CROWD = Wording(
    r"\b(?:reviewers?|users?|customers?|buyers?|owners?|people|runners|wearers|shoppers|everyone|many|most|some|several|"
    r"a few|reviews|they|\w+ (?:out )?of (?:the )?(?:\d+|ten|twelve|twenty))\b",
)
"""Words that say whose views are told."""
FIRST_PERSON = Wording(r"\b(?:i|i'm|i've|i'd|my|me|mine|we|our|us)\b")
REPORTING = Wording(r"\b(?:reviewers?|users?|customers?|buyers?|owners?)\b")
"""How a text speaks that reports what others say."""
FILLER = Wording(
    r"\b(?:in today's|fast[- ](?:moving|paced)|it goes without saying|needless to say|at the end of the "
    r"day|when it comes "
    r"to|as you might expect|it is (?:important|worth|fair) to|which is to say|with that in mind|we are "
    r"happy to|look no "
    r"further|whatever you are looking for|for everyone|something for everyone|highly recommended|must[- "
    r"]have|five stars|"
    r"go for it|simply (?:amazing|the best)|perfect for (?:any|every)|in many ways|and much more|and so "
    r"much more|of course|"
    r"what are you waiting for|don't miss|game[- ]changer|take your \w+ to the next level|think of the possibilities|"
    r"may well|one can say|as is always the case|in certain (?:situations|areas)|in general|all in all|on "
    r"the whole|strengths "
    r"and weaknesses|pros and cons|advantages and disadvantages|each and every|to be considered|proud of|"
    r"experience the|"
    r"elevate|unparalleled|seamless|delightful|joy of|lovely gift|whatever your|for any occasion|on any "
    r"occasion|a pleasure to "
    r"use|nice and handy|made with care|pleasant experience|popular choice|many good reasons)\b",
)
"""Empty phrases."""
JARGON = Wording(
    r"\b(?:hybrid anc|\d+ ?db ?\(a\)|acoustic emission|impeller|copolyester|soc|tdp|nvme|lpddr\d?|ddr\d|"
    r"tensile|rheolog\w+|"
    r"transepidermal|tewl|occlusive|emollient|humectant|viscosity|polymer\w*|durometer|midfoot shank|stack height|"
    r"latency codec|aptx|ldac|codec|thd|snr|frequency response|impedance|ohms?|spl|ipx\d rating protocol|"
    r"pwm|srgb|ntsc|delta e|"
    r"geometry|torque|rpm|wattage curve|kinematic\w*|synchro\w*|pneumatic class|lumbar lordosis|lordosis|ergonomically|"
    r"proprioception|pronation|supination|heel-to-toe drop|ethylene|eva compound|tpu|elastomer\w*|"
    r"articulat\w+|actuat\w+|"
    r"utili[sz]e[sd]?|leverag\w+|facilitat\w+|paradigm|synerg\w+|modalit\w+|thermal (?:throttling|"
    r"envelope|headroom)|throttl\w+|"
    r"peripheral\w*|form factor|interfac\w+|substrate|amphiphilic|lamellar|stratum corneum|comedogenic|lipid\w*)\b",
)
"""Technical terms for which plain words exist."""
ABSENT = Wording(
    r"\bneither\b.{1,40}\bnor\b.{1,40}\b(?:speaks?|says?|mentions?)\b|"
    r"\bno (?:reviewers?|reviews?|one|body|source|word|mention|buyers?|owners?)\b.{0,30}"
    r"\b(?:mentions?|speaks?|says? anything|on|of|about)\b|"
    r"\b(?:is|are|was) not (?:mentioned|given|stated|listed|said)\b|\b(?:does|do) not (?:say|mention|speak)\b|"
    r"\bno [\w -]{3,30}(?:is|are) (?:given|listed|stated|known|mentioned)\b|"
    r"\bhas no (?:average )?(?:rating|reviews?)\b",
)
"""How a text says that the sources say nothing of a thing."""
FOR_WHOM = Wording(
    r"\b(?:suits? (?:those|anyone|people|whoever)|whoever|(?:a|the) (?:\w+ )?choice for|for (?:those|anyone) who|"
    r"look (?:further|elsewhere)|on balance|comes? down to|speaks? against it)\b",
)
"""How a text says who should take a product: advice, and no statement about it."""
DISSENT = Wording(
    r"\b(?:disagrees?|of another mind|of a different mind|divided|divides|disputed|split|mixed|think otherwise|"
    r"though (?:\w+ ){1,2}(?:complains?|praises?|likes?|dislikes?)|\w+ (?:does|do|is|are) not$|"
    r"\w+ (?:does|do|are) not(?=[,:;.]))\b",
)
"""How a text says that some think otherwise."""
