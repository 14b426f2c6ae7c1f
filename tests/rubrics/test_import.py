"""Importing templates as people keep them, without running them."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from prompted_cases import TEXTS, fence_of, make_case, render
from triptych.errors import UsageError
from triptych.records import RUBRIC_INPUTS, TASKS, Task
from triptych.rubrics import (
    import_template,
    load_rubric,
    read_template,
    save_rubric,
)
from triptych.rubrics._files import read_rubric
from triptych.rubrics._import import Imported

OURS = Path(__file__).parent / "templates"
SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
TEMPLATES: dict[str, tuple[Task, bool]] = {
    "comparison_no_slot.txt": ("comparison", False),
    "comparison_slots.txt": ("comparison", True),
    "explanation_no_slot.txt": ("explanation", False),
    "explanation_composed.txt": ("explanation", True),
    "opinion_slots.txt": ("opinion", True),
}
ADDED = "the template has no slot for the text it judges: the case block is put before it"


def imported(text: str, task: Task = "comparison") -> Imported:
    return import_template(text, task, "mine")


def check_whole_way(path: Path, task: Task, has_slot: bool, folder: Path) -> None:
    """A file becomes a rubric file, and that a prompt with the case in it and every other word as it was."""
    outcome = import_template(read_template(str(path)), task, "mine")
    assert outcome.rubric.case_block_added is not has_slot
    assert (ADDED in outcome.notes) is not has_slot
    rubric = read_rubric(save_rubric(outcome.rubric, folder))
    assert rubric == outcome.rubric
    case = make_case(task)
    content = render(rubric, case, fence_of(case)).messages[-1].content
    assert content.count(case.text) == 1
    assert case.products[0].title in content or "product" not in (rubric.template or "")
    assert not re.search(r"(?<!\{)\{[A-Za-z_]+\}(?!\})", content)
    fixed = re.split(r"(?<!\{)\{\w+\}(?!\})", (rubric.template or "").replace("{{", "{").replace("}}", "}"))
    assert all(part in content for part in fixed)


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_like_the_users_go_the_whole_way(name: str, tmp_path: Path) -> None:
    task, has_slot = TEMPLATES[name]
    check_whole_way(OURS / name, task, has_slot, tmp_path)


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the user's own templates are not beside this checkout")
@pytest.mark.parametrize(
    ("number", "task", "has_slot"),
    [
        (0, "comparison", False),
        (1, "comparison", False),
        (2, "explanation", False),
        (3, "comparison", True),
        (4, "opinion", True),
    ],
)
def test_the_users_own_templates_go_the_whole_way(number: int, task: Task, has_slot: bool, tmp_path: Path) -> None:
    path = sorted(SEEDS.glob("*.txt"))[number]
    check_whole_way(path, task, has_slot, tmp_path)


def test_a_system_message_is_kept_apart_and_put_in_its_slot() -> None:
    rubric = import_template(read_template(str(OURS / "comparison_no_slot.txt")), "comparison", "mine").rubric
    assert rubric.system is not None
    assert rubric.system.endswith("<score>4</score>.\n\n")
    case = make_case("comparison")
    system, user = render(rubric, case, fence_of(case)).messages
    assert "You check tables" in user.content
    assert "You check tables" not in system.content
    assert rubric.inputs == RUBRIC_INPUTS["comparison"]


def test_a_prompt_put_together_from_others_is_put_together() -> None:
    outcome = import_template(read_template(str(OURS / "explanation_composed.txt")), "explanation", "mine")
    case = make_case("explanation")
    content = render(outcome.rubric, case, fence_of(case)).messages[-1].content
    order = ["You mark how well", "Query: [[query ", "Note: [[query_summary ", TEXTS["explanation"], '{"praise": true}']
    places = [content.index(part) for part in order]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("text", "template"),
    [
        ("p = 'Judge {text}'", "Judge {text}"),
        ('p = "It\'s \\"so\\"\\n{text}"', 'It\'s "so"\n{text}'),
        ("p = '''Judge\n{text} '''", "Judge\n{text} "),
        ("p: str = r'''\\n {text}'''", "\\n {text}"),
        ("p = u'Judge {text}'", "Judge {text}"),
        ("p = ('Judge '\n     \"{text} \"\n     '''now''')", "Judge {text} now"),
        ("p = 'Judge ' + '{text}'", "Judge {text}"),
        ("p = f'Judge {text} {{x}}'", "Judge {text} {{x}}"),
        ("def f():\n    p = 'Judge {text}'\n    return p", "Judge {text}"),
        ("p = 'old {query}'\np = 'new {text}'", "new {text}"),
        ("model = 'some-model'\nclear_prompt = 'Judge {text}'", "Judge {text}"),
        ("a_prompt = 'no {text}'\nmine_prompt = 'Judge {text}'", "Judge {text}"),
        ("'''Judge {text}'''", "Judge {text}"),
        ("\ufeffp = 'Judge {text}'\r\n", "Judge {text}"),
        ("p = '''a\r\nb {text}'''", "a\nb {text}"),
        ("```python\np = 'Judge {text}'\n```", "Judge {text}"),
        ("# Title\n\nSome words.\n\np = '''Judge {text}'''.strip()\nprint(p", "Judge {text}"),
        ("oops\np = ('Judge ' \n  '{text}' # why\n", "Judge {text}"),
        ("Judge {text} in plain words.\nkind = 'of'\nIt is long enough to be the prompt itself, is it not?", None),
        ("Judge {text}.", "Judge {text}."),
        ("import os\nos.system('echo {text}')", None),
    ],
)
def test_strings_are_read_as_python_would_read_them(text: str, template: str | None) -> None:
    outcome = imported(text)
    assert outcome.rubric.template == (text if template is None else template)
    if template is None:
        assert "no assignment found: the whole file is the prompt" in outcome.notes


def test_a_known_name_in_double_braces_is_noted() -> None:
    note = "in double braces these are text and not filled in: query, text"
    assert note in imported("Judge {{ query }}, {{text}} and {{text}}.").notes
    assert not any("double braces" in said for said in imported("Judge {text} as {{score}}.").notes)


def test_a_template_is_never_run(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    text = f"open({str(trace)!r}, 'w').write('ran')\np = f'Judge {{text}} {{open({str(trace)!r}, \"w\")}}'"
    with pytest.raises(UsageError, match="is an expression"):
        imported(text)
    assert not trace.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds no prompt"),
        ("   \n", "holds no prompt"),
        ("p = ''", "holds no prompt"),
        ("p = '''Judge {text}\nand so on", "the quotes of p are not closed"),
        ("p = 'Judge {text}\nprint(", "the quotes of p are not closed"),
        ('p = "Judge {text}"\nsystem_msg = """Be good.', "the quotes of system_msg are not closed"),
        ("system_msg = 'Be good.'", "assigns only system_msg; it needs a prompt beside the system message"),
        ("a = 'x {text}'\nb = 'y {text}'", "several prompts (a, b); keep one in a file"),
        ("prompt = '{part}'\npart = '{prompt}'", "contains itself"),
        ("p = '{text} {weather}'", "unknown placeholder {weather}; known: query, product_titles"),
        ("system_msg = 'for {weather}'\np = '{text}'", "unknown placeholder {weather}"),
    ],
)
def test_what_is_no_template_is_reported(text: str, message: str) -> None:
    with pytest.raises(UsageError) as raised:
        imported(text)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("task", "metric"), [("poem", "mine"), ("opinion", "Not Snake"), ("opinion", "../up"), ("opinion", "")]
)
def test_a_wrong_task_or_metric_is_reported(task: str, metric: str) -> None:
    with pytest.raises(UsageError, match=r"unknown task 'poem'|should be a snake_case name such as my_clarity"):
        import_template("Judge {text}", task, metric)


def test_files_that_cannot_be_read_are_reported(tmp_path: Path) -> None:
    (tmp_path / "latin.txt").write_bytes("prompt = 'é'".encode("latin-1"))
    (tmp_path / "huge.txt").write_bytes(b"x" * 1_000_001)
    for name, message in {
        "latin.txt": "is not UTF-8",
        "huge.txt": "is larger than 1,000,000 bytes",
        "none.txt": "No such file",
        ".": "cannot read",
    }.items():
        with pytest.raises(UsageError, match=message):
            read_template(str(tmp_path / name))


def test_a_rubric_to_be_like_is_looked_up() -> None:
    for name in ("clarity", "comparison/clarity"):
        rubric = import_template("Judge {text}", "comparison", "mine", like=name).rubric
        assert rubric.like == "comparison/clarity"
    with pytest.raises(UsageError, match="unknown rubric 'comparison/charm'"):
        import_template("Judge {text}", "comparison", "mine", like="charm")


def test_a_template_without_measures_is_nothing_to_be_like(tmp_path: Path) -> None:
    save_rubric(imported("Judge {text}").rubric, tmp_path)
    with pytest.raises(UsageError, match="a template without measures itself"):
        import_template("Judge {text}", "comparison", "more", like="mine", rubrics=tmp_path)


def test_what_was_added_or_assumed_is_said() -> None:
    notes = import_template("Judge {system_message}", "opinion", "mine", verbatim=True).notes
    joined = " | ".join(notes)
    for words in (
        "no assignment found",
        "no slot for the text",
        "score line is added",
        "it stays empty",
        "as they are",
    ):
        assert words in joined
    assert any("--like" in note for note in notes)
    quiet = import_template("p = 'Judge {text} <score>'", "opinion", "mine", like=load_rubric("opinion/fluency").name)
    assert quiet.notes == ()


PIECES = st.sampled_from(
    (
        *"'\"{}=()\n\\#+ ,:[]rfu",
        *(
            "'''",
            '"""',
            "prompt",
            "system_msg",
            " = ",
            "{text}",
            "{query}",
            "{{",
            "}}",
            "{system_message}",
            "p = ",
            "{p}",
        ),
        *("<score>", "\\x", "\\N{DASH}", "\\ud800", "\x00", "```", "def f():\n ", "é", "{a.b}", "{0}", "f'", "r'"),
    )
)


@given(st.lists(PIECES, max_size=40).map("".join) | st.text(), st.sampled_from(TASKS))
@example("p = " + "(" * 500 + "'x'", "opinion")
@example("p = " + "-" * 5000 + "1", "opinion")
@example("p = '\\ud800 {text}'", "opinion")
def test_any_text_is_imported_or_a_usage_error(text: str, task: Task) -> None:
    check_import(text, task)


@given(
    st.sampled_from(sorted(TEMPLATES)),
    st.lists(st.tuples(st.integers(0, 900), st.integers(0, 30), PIECES), min_size=1, max_size=4),
)
def test_a_damaged_template_is_imported_or_a_usage_error(name: str, damages: list[tuple[int, int, str]]) -> None:
    text = (OURS / name).read_text(encoding="utf-8")
    for place, length, piece in damages:
        text = text[:place] + piece + text[place + length :]
    check_import(text, TEMPLATES[name][0])


def check_import(text: str, task: Task) -> None:
    try:
        rubric = import_template(text, task, "mine").rubric
    except UsageError as error:
        assert str(error)
        return
    case = make_case(task)
    prompt = render(rubric, case, fence_of(case))
    assert any(case.text in message.content for message in prompt.messages)
    assert all(message.content.encode() for message in prompt.messages)
