"""A real small model in this process, and over llama.cpp's own HTTP server."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from judged_cases import make_case, read_lines
from triptych.cli import main
from triptych.errors import UsageError
from triptych.models import Completion, Connection, Message, Rejected, Request, open_model
from triptych.records import Judgement

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("gguf")]

# A model of 135 million parameters does not keep to our protocol: a grammar makes it, and examples make a digit likely.
GRAMMAR = 'root ::= "Score- <score>" [1-5] "</score>"'
TEMPLATE = """Text: good. Score- <score>4</score>
Text: bad. Score- <score>2</score>
Text: fine. Score- <score>4</score>
Text: poor. Score- <score>1</score>
Text: {text}"""


def ask(path: Path, request: Request, **options: int) -> Completion:
    """One answer of the model."""

    async def once() -> Completion:
        model = open_model(f"gguf:{path}", Connection(options=options))
        try:
            return await model.ask(request)
        finally:
            await model.close()

    return asyncio.run(once())


def test_it_answers_with_probabilities_and_counts_tokens(small_gguf: Path) -> None:
    messages = (Message("user", "Say hello."),)
    answer = ask(small_gguf, Request(messages, temperature=0.0, max_tokens=4, choices=2, alternatives=3, seed=1))
    assert answer.usage.prompt_tokens > 0
    assert 0 < answer.usage.completion_tokens <= 4
    (choice,) = answer.choices  # one slot gives one reply, whatever was asked
    assert "".join(token for token, _ in choice.logprobs).startswith(choice.text)
    assert all(1 <= len(alternatives) <= 3 for _, alternatives in choice.logprobs)


def test_a_prompt_that_does_not_fit_is_rejected_with_the_limit(small_gguf: Path) -> None:
    with pytest.raises(Rejected) as caught:
        ask(small_gguf, Request((Message("user", "word " * 2000),), max_tokens=5), n_ctx=512)
    assert caught.value.context_tokens == 512


def test_what_is_no_gguf_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    with pytest.raises(UsageError, match="no GGUF file"):
        open_model(f"gguf:{path}", Connection())
    path.write_text("words")
    with pytest.raises(UsageError, match="not a GGUF file"):
        open_model(f"gguf:{path}", Connection())


@pytest.fixture(params=["in this process", "over HTTP"])
def judge(request: pytest.FixtureRequest, small_gguf: Path) -> Iterator[str]:
    """A judge string for the model, either way."""
    if request.param == "in this process":
        yield f"gguf:{small_gguf}"
        return
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(small_gguf)
    parameters.n_ctx, parameters.n_parallel, parameters.verbosity = 2048, 1, -1
    server = xllamacpp.Server(parameters)
    yield f"openai:{small_gguf.name}@{server.listening_address}/v1"
    del server


def run_judge(folder: Path, judge: str, *words: str) -> Judgement:
    """`triptych judge` on one case with a rubric of the user's own."""
    cases, out = folder / "cases.jsonl", folder / "out.jsonl"
    cases.write_text(make_case().to_json() + "\n")
    rubric = folder / "rubrics" / "opinion" / "scale.yaml"
    rubric.parent.mkdir(parents=True)
    rubric.write_text(yaml.safe_dump({"task": "opinion", "metric": "scale", "template": TEMPLATE, "verbatim": True}))
    command = ["judge", str(cases), "--judge", judge, "-o", str(out), "--store", str(folder / "s.db")]
    command += ["--rubrics", str(folder / "rubrics"), "--metric", "opinion/scale", "--model-option", "n_ctx=2048"]
    with pytest.raises(SystemExit) as ended:
        main([*command, *words])
    (row,) = read_lines(out)
    judgement = Judgement.model_validate(row)
    # A run without any score has failed, and only such a run.
    assert (ended.value.code or 0) == (1 if judgement.score is None else 0)
    return judgement


def test_it_judges_end_to_end_with_the_expectation_of_the_score(judge: str, tmp_path: Path) -> None:
    judgement = run_judge(tmp_path, judge, "--model-option", f"grammar={json.dumps(GRAMMAR)}")
    assert judgement.method == "logprobs", judgement.failure
    assert judgement.value is not None
    assert judgement.value != int(judgement.value), "an expectation, not the digit that was said"
    assert judgement.usage.prompt_tokens > 50


def test_its_nonsense_without_a_grammar_is_a_score_or_a_reason(judge: str, tmp_path: Path) -> None:
    judgement = run_judge(tmp_path, judge, "--model-option", "max_tokens=8")
    assert (judgement.score is None) != (judgement.failure is None)
    assert judgement.usage.calls >= 1
