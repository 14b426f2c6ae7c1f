"""Finding and reading rubric files."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.errors import UsageError
from triptych.records import RubricExample
from triptych.rubrics import find_rubrics, load_rubric, save_rubric
from triptych.rubrics._files import BUNDLED, dump_rubric, read_rubric

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
