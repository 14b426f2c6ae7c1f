"""What queries ask."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triptych.needs import read_needs


def told(query: str, category: str | None = None) -> list[tuple[str, str]]:
    """Kind and words of each need."""
    return [(need.kind, need.text) for need in read_needs(query, category)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            "wireless earbuds for gym and office calls under 3000, sweat proof with good battery backup",
            [
                ("feature", "wireless"),
                ("category", "earbuds"),
                ("use", "gym"),
                ("use", "office calls"),
                ("budget", "under 3000"),
                ("feature", "sweat proof"),
                ("feature", "good battery backup"),
            ],
        ),
        (
            "headphones with ANC below $50 for kids",
            [("category", "headphones"), ("feature", "ANC"), ("budget", "below $50"), ("audience", "kids")],
        ),
        ("fan quiet enough to sleep", [("category", "fan"), ("feature", "quiet"), ("use", "sleep")]),
        (
            "tent, big enough to hold two bikes",
            [("category", "tent"), ("feature", "big"), ("use", "hold two bikes")],
        ),
        ("mixer, easy to use and fast", [("category", "mixer"), ("feature", "easy to use"), ("feature", "fast")]),
        ("bag, zips that don't break", [("category", "bag"), ("feature", "zips that don't break")]),
        ("lamp that works with a timer", [("category", "lamp"), ("feature", "works with a timer")]),
        (
            "bottle with straw that keeps water cold, doesn't sweat",
            [
                ("category", "bottle"),
                ("feature", "straw"),
                ("feature", "keeps water cold"),
                ("exclusion", "doesn't sweat"),
            ],
        ),
        ("shoes for everyday wear", [("category", "shoes"), ("use", "everyday wear")]),
        (
            "gloves comfortable for long shifts",
            [("category", "gloves"), ("feature", "comfortable for long shifts")],
        ),
        ("best blender easy to clean", [("category", "blender"), ("feature", "easy to clean")]),
        (
            "ergonomic office chair under 12000 for work from home, lower back pain, should suit a 6 foot person",
            [
                ("feature", "ergonomic"),
                ("category", "office chair"),
                ("budget", "under 12000"),
                ("use", "work from home"),
                ("feature", "lower back pain"),
                ("audience", "a 6 foot person"),
            ],
        ),
        (
            "women's running shoes for marathon training",
            [("audience", "women's"), ("category", "running shoes"), ("use", "marathon training")],
        ),
        ("40 hour battery headphones", [("figure", "40 hour battery"), ("category", "headphones")]),
        ("gift for my wife", [("category", "gift"), ("audience", "my wife")]),
        (
            "I need a quiet vacuum cleaner for pet hair, budget $200",
            [("feature", "quiet"), ("category", "vacuum cleaner"), ("use", "pet hair"), ("budget", "budget $200")],
        ),
        ("phone without ads", [("category", "phone"), ("exclusion", "without ads")]),
        ("earphones", [("category", "earphones")]),
        (
            "quiet dual band router 2m cord easy to set up",
            [
                ("feature", "quiet"),
                ("feature", "dual band"),
                ("category", "router"),
                ("figure", "2m cord"),
                ("feature", "easy to set up"),
            ],
        ),
        ("keyboard and mouse combo", [("category", "keyboard and mouse combo")]),
        ("slim and light laptop", [("feature", "slim"), ("feature", "light"), ("category", "laptop")]),
        (
            "shirt for men wrinkle free slim fit",
            [("category", "shirt"), ("audience", "men"), ("feature", "wrinkle free"), ("feature", "slim fit")],
        ),
        (
            "insulated water bottle for gym and school bag",
            [("feature", "insulated"), ("category", "water bottle"), ("use", "gym"), ("use", "school bag")],
        ),
        ("tent for family of 4", [("category", "tent"), ("audience", "family of 4")]),
        (
            "lamp that stays cool, battery that lasts",
            [("category", "lamp"), ("feature", "stays cool"), ("feature", "battery that lasts")],
        ),
        ("socks not too tight", [("category", "socks"), ("exclusion", "not too tight")]),
        ("no subscription camera", [("exclusion", "no subscription"), ("category", "camera")]),
        ("usb c to usb c cable", [("feature", "usb c"), ("category", "cable")]),
        (
            "sunscreen spf 50 no white cast non greasy",
            [
                ("category", "sunscreen"),
                ("figure", "spf 50"),
                ("exclusion", "no white cast"),
                ("feature", "non greasy"),
            ],
        ),
        ("suitcase under 2 kg", [("category", "suitcase"), ("figure", "under 2 kg")]),
        ("", []),
        ("?!", []),
    ],
)
def test_needs_are_told_apart(query: str, expected: list[tuple[str, str]]) -> None:
    assert told(query) == expected


KINDS = {"c": "category", "b": "budget", "n": "figure", "f": "feature", "u": "use", "a": "audience", "x": "exclusion"}
SHOPPED = """
face cream that isn't greasy and absorbs quickly => c:face cream | x:isn't greasy | f:absorbs quickly
running belt that holds phone and keys => c:running belt | f:holds phone and keys
pant for men cotton regular fit with 4 pockets => c:pant | a:men | f:cotton | f:regular fit | n:4 pockets
white board marker pens refillable pack of 10 => c:white board marker pens | f:refillable | n:pack of 10
noise free ceiling fan for bedroom under 3500 => f:noise free | c:ceiling fan | u:bedroom | b:under 3500
wall mounted shelves for books, can hold 20 kg => f:wall mounted | c:shelves | u:books | f:can hold 20 kg
juicer mixer grinder with 3 jars and good motor => c:juicer mixer grinder | n:3 jars | f:good motor
gym gloves with wrist support breathable => c:gym gloves | f:wrist support | f:breathable
cooler box 20 litre that keeps ice for 2 days => c:cooler box | n:20 litre | f:keeps ice for 2 days
electric shaver for sensitive skin wet and dry => c:electric shaver | u:sensitive skin | f:wet and dry
foldable study table for bed with cup holder => f:foldable | c:study table | u:bed | f:cup holder
badminton shoes for women non marking sole => c:badminton shoes | a:women | f:non marking sole
wifi camera outdoor weatherproof with solar panel => c:wifi camera | f:outdoor | f:weatherproof | f:solar panel
portable charger for iphone small enough for pocket => c:portable charger | u:iphone | f:small | u:pocket
pen drive 64gb metal body fast transfer => c:pen drive | n:64gb | f:metal body | f:fast transfer
baby bath tub with thermometer non slip foldable => c:baby bath tub | f:thermometer | f:non slip | f:foldable
hair colour for grey coverage ammonia free black => c:hair colour | u:grey coverage | f:ammonia free | f:black
garden gloves thorn proof for women => c:garden gloves | f:thorn proof | a:women
laptop sleeve 15.6 inch with extra pocket => c:laptop sleeve | n:15.6 inch | f:extra pocket
cordless leaf blower light weight and powerful => f:cordless | c:leaf blower | f:light weight | f:powerful
running shorts with liner that don't ride up => c:running shorts | f:liner | x:don't ride up
salwar suit for women cotton ready made => c:salwar suit | a:women | f:cotton | f:ready made
plastic storage box with wheels to store toys => f:plastic | c:storage box | f:wheels | u:store toys
car cleaning kit with foam gun and brushes => c:car cleaning kit | f:foam gun | f:brushes
mini fridge for bedroom that is quiet => f:mini | c:fridge | u:bedroom | f:quiet
travel pillow that supports neck and packs small => c:travel pillow | f:supports neck | f:packs small
lipstick shades for dusky skin, matte => c:lipstick shades | u:dusky skin | f:matte
hard disk case shockproof 2.5 inch => c:hard disk case | f:shockproof | n:2.5 inch
bedside table with drawer white small => c:bedside table | f:drawer | f:white | f:small
bottle warmer for car that heats milk quickly => c:bottle warmer | u:car | f:heats milk quickly
hot water bag for back pain electric => c:hot water bag | u:back pain | f:electric
wooden dining chairs set of 4 easy to assemble => f:wooden | c:dining chairs | n:set of 4 | f:easy to assemble
sewing kit for travel => c:sewing kit | u:travel
smart lock for wooden door with fingerprint => c:smart lock | u:wooden door | f:fingerprint
ceiling light for living room warm white dimmable => c:ceiling light | u:living room | f:warm white | f:dimmable
wireless doorbell with long range and loud sound => f:wireless | c:doorbell | f:long range | f:loud sound
bluetooth tracker for keys that works with android => f:bluetooth | c:tracker | u:keys | f:works with android
blanket for winter heavy and warm double bed => c:blanket | u:winter | f:heavy | f:warm | f:double bed
curtain rods 6 feet adjustable heavy duty => c:curtain rods | n:6 feet | f:adjustable | f:heavy duty
cookware set for induction without coating => c:cookware set | u:induction | x:without coating
anti dandruff shampoo that does not dry out hair => f:anti dandruff | c:shampoo | x:does not dry out hair
camera bag that fits two lenses and a tripod => c:camera bag | f:fits two lenses and a tripod
study chair for kids adjustable height under 4000 => c:study chair | a:kids | f:adjustable height | b:under 4000
hair clipper for home haircut with quiet motor => c:hair clipper | u:home haircut | f:quiet motor
steel tiffin box leak proof for school => f:steel | c:tiffin box | f:leak proof | u:school
vacuum flask 1 litre keeps water hot 24 hours => c:vacuum flask | n:1 litre | f:keeps water hot 24 hours
air mattress queen size that stays inflated overnight => c:air mattress | f:queen size | f:stays inflated overnight
pillow for neck pain not too soft not too hard => c:pillow | u:neck pain | x:not too soft | x:not too hard
cat tree tall and stable for big cats => c:cat tree | f:tall | f:stable | a:big cats
toy kitchen set for 4 year old girl with sound => c:toy kitchen set | a:4 year old girl | f:sound
outdoor bench that can stay in the rain => f:outdoor | c:bench | f:can stay in the rain
protein bars low sugar high fibre => c:protein bars | f:low sugar | f:high fibre
dishwasher safe plates set of 6 unbreakable => f:dishwasher safe | c:plates | n:set of 6 | f:unbreakable
nasal spray for blocked nose safe for children => c:nasal spray | u:blocked nose | f:safe for children
coffee grinder manual with adjustable settings => c:coffee grinder | f:manual | f:adjustable settings
cheap bluetooth earphones with good mic for calls => b:cheap | f:bluetooth | c:earphones | f:good mic | u:calls
orthopedic slippers for ladies with arch support => f:orthopedic | c:slippers | a:ladies | f:arch support
trolley bag medium size with 8 wheels => c:trolley bag | f:medium size | n:8 wheels
kitchen weighing scale digital with battery => c:kitchen weighing scale | f:digital | f:battery
tent for two people light enough to carry on a bike => c:tent | a:two people | f:light | u:carry on a bike
reusable grocery bags strong and washable => f:reusable | c:grocery bags | f:strong | f:washable
soundproof curtains for studio black 8 feet => f:soundproof | c:curtains | u:studio | f:black | n:8 feet
tea kettle for gas stove which whistles loudly => c:tea kettle | u:gas stove | f:whistles loudly
bird netting for balcony uv resistant 10x10 feet => c:bird netting | u:balcony | f:uv resistant | n:10x10 feet
cheap tablet for drawing, under $100 => c:tablet | u:drawing | b:under $100
cotton shirts that do not shrink and stay tucked in => f:cotton | c:shirts | x:do not shrink | f:stay tucked in
""".strip().splitlines()
"""Queries as shoppers type them, each need behind the first letter of its kind (n for a figure, x for an exclusion)."""


@pytest.mark.parametrize("line", SHOPPED)
def test_queries_as_shoppers_type_them(line: str) -> None:
    query, needs = line.split(" => ")
    expected = [(KINDS[need[0]], need[2:]) for need in needs.split(" | ")]
    assert told(query) == expected


def test_the_shops_category_says_where_the_category_ends() -> None:
    assert told("laptop backpack grey", "Bags > Backpacks") == [("category", "laptop backpack"), ("feature", "grey")]


@settings(deadline=None)
@given(
    st.text(max_size=80)
    | st.lists(
        st.sampled_from(["for", "with", "under", "3000", "$50", "kids", "gym", ",", "and", "easy", "to", "clean"])
    ).map(" ".join)
)
def test_spans_are_exact_and_apart(query: str) -> None:
    last = 0
    for need in read_needs(query):
        # What two needs share stands with one of them only.
        assert need.text.startswith(written := query[need.start : need.end]) or need.text.endswith(written)
        assert need.start >= last
        last = need.end


@pytest.mark.parametrize("query", [".0\x0c", "\u2003blue kettle\u2003.", "kettle;\x0b for\u00a0kids\u00a0,"])
def test_no_kind_of_blank_is_part_of_a_need(query: str) -> None:
    for need in read_needs(query):
        assert query[need.start : need.end] == need.text == need.text.strip()


@pytest.mark.parametrize(
    ("query", "category", "expected"),
    [
        ("robot vaccum for pet hair", "Robot vacuums", [("category", "robot vaccum"), ("use", "pet hair")]),
        ("quiet vaccum cleaner", "Vacuums", [("feature", "quiet"), ("category", "vaccum cleaner")]),
        ("moisturizer light", "Moisturisers", [("category", "moisturizer"), ("feature", "light")]),
    ],
)
def test_the_shops_word_is_known_misspelt_and_with_what_goes_with_it(
    query: str, category: str, expected: list[tuple[str, str]]
) -> None:
    assert told(query, category) == expected


@pytest.mark.parametrize(
    "query",
    [
        "headphones with good mic, no budget limit",
        "headphones no price limit with good mic",
        "any budget, headphones with good mic",
        "headphones with good mic, money no object",
        "headphones with good mic, budget is not an issue",
    ],
)
def test_that_the_price_does_not_matter_asks_for_nothing(query: str) -> None:
    assert told(query) == [("category", "headphones"), ("feature", "good mic")]


@pytest.mark.parametrize(
    "query", ["leak proof " * 500, "🎧" * 50, "наушники для бега", "耳机 防水", "\x00", ", , , and"]
)
def test_no_query_is_too_odd(query: str) -> None:
    for need in read_needs(query):
        assert query[need.start : need.end] == need.text


def test_a_price_that_something_lacks_is_asked_for() -> None:
    assert told("laptop with no cost EMI") == [("category", "laptop"), ("exclusion", "no cost EMI")]


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("juicer for daily carrot and orange juice", ["juicer", "daily use", "carrot juice", "orange juice"]),
        ("shampoo for dry and damaged hair", ["shampoo", "dry hair", "damaged hair"]),
        ("kettle easy to use and clean", ["kettle", "easy to use", "easy to clean"]),
        ("bottle for gym and school bag", ["bottle", "gym", "school bag"]),
        ("belt for neck and back pain", ["belt", "neck pain", "back pain"]),
        ("soap with no parabens or sulphates", ["soap", "no parabens", "no sulphates"]),
        ("heater silent and low power consumption", ["heater", "silent", "low power consumption"]),
    ],
)
def test_what_two_needs_share_both_get(query: str, texts: list[str]) -> None:
    assert [need.text for need in read_needs(query)] == texts
