"""Finding and reading rubric files. And templates imported as rubrics."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from prompted_cases import TEXTS, fence_of, make_case, render
from triptych.errors import UsageError
from triptych.records import RUBRIC_INPUTS, TASKS, RubricExample, Task
from triptych.rubrics import (
    find_rubrics,
    import_template,
    load_rubric,
    read_template,
    save_rubric,
)
from triptych.rubrics._files import BUNDLED, Imported, dump_rubric, read_rubric

CLARITY = (BUNDLED / "comparison" / "clarity.yaml").read_text(encoding="utf-8")


def put(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_rubric_is_loaded_by_its_name() -> None:
    rubric = load_rubric("comparison/clarity")
    assert rubric.name == "comparison/clarity"
    assert rubric.definition is not None
    assert rubric.definition.startswith("Clarity is how easily")


def test_a_users_file_comes_before_the_bundled_one(tmp_path: Path) -> None:
    put(tmp_path, "comparison/clarity", CLARITY.replace("version: 1", "version: 7"))
    fluency = (BUNDLED / "opinion" / "fluency.yaml").read_text(encoding="utf-8")
    put(tmp_path, "opinion/charm", fluency.replace("metric: fluency", "metric: charm"))
    put(tmp_path, "opinion/.hidden", "not: ours")
    assert load_rubric("comparison/clarity", tmp_path).version == 7
    assert load_rubric("explanation/clarity", tmp_path).version == 1
    names = [rubric.name for rubric in find_rubrics(folder=tmp_path)]
    assert len(names) == 26
    assert names.index("opinion/charm") == 1
    assert load_rubric("comparison/clarity").version == 1


def test_rubrics_come_in_the_order_of_the_tasks() -> None:
    names = [rubric.name for rubric in find_rubrics()]
    assert names == sorted(names, key=lambda name: (["o", "e", "c"].index(name[0]), name))
    assert [rubric.name for rubric in find_rubrics(task="explanation")] == [n for n in names if n.startswith("expl")]


@pytest.mark.parametrize(
    ("patterns", "task", "names"),
    [
        (["comparison/clarity"], None, ["comparison/clarity"]),
        (["clarity"], None, ["explanation/clarity", "comparison/clarity"]),
        (["clarity"], "comparison", ["comparison/clarity"]),
        (["clarity"], "opinion", []),
        (["comparison/clarity"], "opinion", []),
        (["prevalence", "opinion/prevalence"], None, ["opinion/prevalence"]),
        (["explanation/c*"], None, ["explanation/clarity", "explanation/conciseness"]),
    ],
)
def test_metrics_are_found_by_pattern(patterns: list[str], task: str | None, names: list[str]) -> None:
    assert [rubric.name for rubric in find_rubrics(patterns, task)] == names


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("comparison/claritty", "did you mean comparison/clarity"),
        ("opinion/clarity", "did you mean explanation/clarity or comparison/clarity?"),
        ("faithfullness", "did you mean opinion/faithfulness or"),
        ("nothing_like_it", "known: opinion/aspect_coverage"),
    ],
)
def test_an_unknown_name_lists_what_there_is(name: str, near: str) -> None:
    for look in (load_rubric, lambda name: find_rubrics([name])):
        with pytest.raises(UsageError, match="unknown rubric") as raised:
            look(name)
        assert near in str(raised.value)
        assert "opinion/prevalence" in str(raised.value)
    with pytest.raises(UsageError, match="unknown task 'poem'; known: comparison, explanation, opinion"):
        find_rubrics(task="poem")


def test_a_bare_metric_is_no_name_to_load() -> None:
    with pytest.raises(UsageError, match="did you mean explanation/clarity or comparison/clarity"):
        load_rubric("clarity")


def test_an_imported_rubric_is_hinted_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "rubrics", "opinion/charm", CLARITY)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=r"there is one in ./rubrics: give --rubrics rubrics"):
        load_rubric("opinion/charm")


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder of rubrics at"):
        find_rubrics(folder=tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("version: 1", "version: [1", "line 4: not valid YAML: did not find expected"),
        ("version: 1", "version: one", "line 3: field version: "),
        ("version: 1", "version: 0", "line 3: field version: "),
        ("version: 1", "version: 1\nmood: merry", "line 4: field mood: "),
        ("  3: >-", "  6: >-", "line 1: anchors are for 1, 2, 3, 4 and 5; these are for [1, 2, 4, 5, 6]"),
        ("  3: >-", "  x: >-", "line 21: field anchors.x: "),
        ("inputs: [query, products]", "inputs: [products]", "inputs are a leading part of query, products, opinions"),
        ("inputs: [query, products]", "inputs: [weather]", "field inputs.0: "),
        ("task: comparison", "task: poem", "line 1: field task: "),
        (
            "metric: clarity",
            "metric: charm",
            "line 2: it says comparison/charm, so it belongs in comparison/charm.yaml",
        ),
        ("metric: clarity", "metric: Clear As Day", "line 2: field metric: "),
        ("steps:", "hops:", "field hops: "),
        (CLARITY, "- a\n- b", "line 1: a rubric is a mapping"),
        (CLARITY, "", "line 1: a rubric is a mapping"),
        (CLARITY, "task: !!python/object/apply:os.system [ls]", "not valid YAML: could not determine a constructor"),
        (CLARITY, "a: " + "[" * 3000, "not valid YAML"),
        (CLARITY, "a: \x07", "not valid YAML"),
    ],
)
def test_a_broken_file_is_reported_with_line_and_field(tmp_path: Path, before: str, after: str, message: str) -> None:
    assert before in CLARITY
    path = put(tmp_path, "comparison/clarity", CLARITY.replace(before, after))
    with pytest.raises(UsageError) as raised:
        load_rubric("comparison/clarity", tmp_path)
    assert str(path) in str(raised.value)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_is_not_utf8_is_reported(tmp_path: Path) -> None:
    path = put(tmp_path, "comparison/clarity", b"task: \xff\xfe")
    with pytest.raises(UsageError, match="cannot read"):
        read_rubric(path)


def test_a_byte_order_mark_is_no_trouble(tmp_path: Path) -> None:
    put(tmp_path, "comparison/clarity", b"\xef\xbb\xbf" + CLARITY.encode())
    assert load_rubric("comparison/clarity", tmp_path) == load_rubric("comparison/clarity")


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_any_file_is_a_rubric_or_a_usage_error(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = put(tmp_path_factory.mktemp("rubrics"), "opinion/any", content)
    with pytest.raises(UsageError):
        read_rubric(path)


@pytest.mark.parametrize("name", ["opinion/prevalence", "comparison/clarity"])
def test_a_saved_rubric_reads_back(tmp_path: Path, name: str) -> None:
    example = RubricExample(case="rare_complaint_inflated", expect=(1, 2))
    rubric = load_rubric(name).model_copy(update={"metric": "mine", "measures": ("counts",), "examples": (example,)})
    path = save_rubric(rubric, tmp_path)
    assert path == tmp_path / rubric.task / "mine.yaml"
    assert read_rubric(path) == rubric
    assert [path] == [file for file in tmp_path.rglob("*") if file.is_file()]


def test_a_name_that_is_taken_needs_force(tmp_path: Path) -> None:
    rubric = load_rubric("comparison/clarity")
    with pytest.raises(UsageError, match="comes with Triptych"):
        save_rubric(rubric, tmp_path)
    assert not list(tmp_path.rglob("*.yaml"))
    save_rubric(rubric, tmp_path, force=True)
    mine = rubric.model_copy(update={"metric": "mine"})
    save_rubric(mine, tmp_path)
    with pytest.raises(UsageError, match="is there already"):
        save_rubric(mine.model_copy(update={"version": 2}), tmp_path)
    save_rubric(mine.model_copy(update={"version": 2}), tmp_path, force=True)
    assert load_rubric("comparison/mine", tmp_path).version == 2


def test_a_place_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "comparison").write_text("in the way")
    with pytest.raises(UsageError, match="cannot write"):
        save_rubric(load_rubric("comparison/clarity"), tmp_path, force=True)


@given(st.text(max_size=80) | st.text("ab \n\t:#'\"{}-|>\\", max_size=80))
def test_any_text_survives_the_file(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    storable = text.encode("utf-8", "replace").decode()
    rubric = load_rubric("opinion/fluency").model_copy(
        update={
            "metric": "m",
            "definition": f"x{storable}",
            "steps": (storable, "b"),
            "anchors": dict.fromkeys(range(1, 6), storable),
        }
    )
    path = put(tmp_path_factory.mktemp("rubrics"), "opinion/m", dump_rubric(rubric))
    assert read_rubric(path) == rubric


def test_long_text_is_written_in_blocks() -> None:
    rubric = load_rubric("opinion/fluency").model_copy(
        update={
            "metric": "mine",
            "definition": None,
            "anchors": {},
            "steps": (),
            "measures": (),
            "template": "Judge: {text} \n\n yes\n",
        }
    )
    assert dump_rubric(rubric) == (
        "task: opinion\nmetric: mine\nversion: 1\ntemplate: |2\n  Judge: {text} \n\n   yes\n"
    )


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
