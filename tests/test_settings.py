"""Options win over the environment, the environment over the file, the file over the default."""

from pathlib import Path

import pytest

from triptych.errors import UsageError
from triptych.settings import JudgeOptions, WriteOptions, load_proxies, load_settings, load_store_patience


def test_defaults(tmp_path: Path) -> None:
    settings = load_settings(directory=tmp_path, environ={})
    assert settings.store == ".triptych/store.db"
    assert settings.openai_api_key is None


def test_each_level_wins_over_the_one_below(tmp_path: Path) -> None:
    (tmp_path / "triptych.toml").write_text('[triptych]\nstore = "file.db"\nworkers = 3\nconcurrency = 5\n')
    environ = {"TRIPTYCH_STORE": "env.db", "TRIPTYCH_WORKERS": "2"}
    settings = load_settings(directory=tmp_path, environ=environ, store="option.db", workers=None)
    assert (settings.store, settings.workers, settings.concurrency) == ("option.db", 2, 5)


def test_the_key_is_never_shown(tmp_path: Path) -> None:
    settings = load_settings(directory=tmp_path, environ={"OPENAI_API_KEY": "sk-very-secret"})
    assert "very-secret" not in repr(settings) + settings.model_dump_json()
    assert settings.openai_api_key is not None
    assert settings.openai_api_key.get_secret_value() == "sk-very-secret"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[triptych]\nstroe = 1\n", "unknown setting 'stroe'; known: store"),
        ("[triptych\n", "not valid TOML"),
        ("triptych = 3\n", r"\[triptych\] holds settings"),
        ('[triptych]\nworkers = "many"\n', "workers in .*triptych.toml: Input should be a valid integer"),
        ("[triptych]\nconcurrency = 0\n", "concurrency in .*greater than or equal to 1"),
        ("[judge]\nsample = 3\n", "unknown setting 'sample'; known: .*samples"),
        ("[judge]\nsamples = 0\n", r"samples of \[judge\] in .*triptych.toml: .*greater than or equal to 1"),
        ("[write]\nwriter = 3\n", r"writer of \[write\] in .*valid string"),
        ("judge = 3\n", "judge in .*triptych.toml"),
        ("[judge]\nmodel_option = { stream = true }\n", "stream is not yours to set"),
    ],
)
def test_a_wrong_file_is_told_by_name(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "triptych.toml").write_text(content)
    with pytest.raises(UsageError, match=message):
        load_settings(directory=tmp_path, environ={})


def test_a_wrong_variable_is_told_by_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="environment variable TRIPTYCH_WORKERS"):
        load_settings(directory=tmp_path, environ={"TRIPTYCH_WORKERS": "none"})


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "triptych.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match=r"cannot read .*triptych\.toml"):
        load_settings(directory=tmp_path, environ={})


def test_proxies_in_small_letters_go_before_capitals_and_may_be_empty() -> None:
    environ = {
        "HTTP_PROXY": "http://a",
        "http_proxy": "",
        "HTTPS_PROXY": "http://me:hidden@b",
        "no_proxy": "c",
        "NO_PROXY": "d",
    }
    proxies = load_proxies(environ)
    said = {kind: value.get_secret_value() for kind, value in proxies.items()}
    assert said == {"http": "", "https": "http://me:hidden@b", "all": "", "no": "c"}
    assert "hidden" not in repr(proxies)


def test_a_wrong_option_is_told_by_its_flag(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--budget-cost: an amount of money above 0 is needed; this is '-1'"):
        load_settings(directory=tmp_path, environ={}, judge={"budget_cost": "-1"})
    with pytest.raises(UsageError, match="--model-option: a field is written K=V; this is 'top_p'"):
        load_settings(directory=tmp_path, environ={}, write={"model_option": ["top_p"]})
    with pytest.raises(UsageError, match="stop_at_stderr looks at three samples or more"):
        load_settings(directory=tmp_path, environ={}, judge={"stop_at_stderr": 0.1})


def test_options_take_endpoint_key_and_concurrency_from_the_settings(tmp_path: Path) -> None:
    environ = {"OPENAI_API_KEY": "sk-1", "OPENAI_BASE_URL": "http://h/v1", "TRIPTYCH_CONCURRENCY": "5"}
    settings = load_settings(directory=tmp_path, environ=environ)
    options = settings.judge.with_settings(settings)
    assert (options.base_url, options.concurrency) == ("http://h/v1", 5)
    assert options.api_key and options.api_key.get_secret_value() == "sk-1"
    own = WriteOptions(base_url="http://other/v1", concurrency=9).with_settings(settings)
    assert (own.base_url, own.concurrency) == ("http://other/v1", 9)


@pytest.mark.parametrize(("samples", "said", "degree"), [(1, None, 0.0), (3, None, 0.7), (3, 0.2, 0.2), (1, 0.5, 0.5)])
def test_several_samples_are_asked_for_at_some_temperature(samples: int, said: float | None, degree: float) -> None:
    assert JudgeOptions(samples=samples, temperature=said).degree == degree


KEY = {"OPENAI_API_KEY": "sk-very-secret"}


@pytest.mark.parametrize(
    ("content", "environ", "judge", "keyless"),
    [
        ('openai_base_url = "http://thief/v1"', {}, {}, {"http://thief:80"}),
        ('[judge]\njudge = "openai:m@HTTPS://Thief/v1"', {}, {}, {"https://thief:443"}),
        ('[judge]\njudge = ["openai:a", "openai:m@http://thief:1/v1"]', {}, {}, {"http://thief:1"}),
        ('[judge]\nbase_url = "http://thief/v1"', {}, {}, {"http://thief:80"}),
        ('[write]\nwriter = "openai:m@http://thief/http://mine/v1"', {"OPENAI_BASE_URL": "http://mine/v1"}, {}, None),
        ('openai_base_url = "http://mine/v1"', {"OPENAI_BASE_URL": "http://mine/other"}, {}, set()),
        ('openai_base_url = "http://mine/v1"', {}, {"judge": ["openai:m@http://mine/v1"]}, set()),
        ('openai_base_url = "https://api.openai.com/v1"', {}, {}, set()),
        ('openai_api_key = "sk-of-the-file"\nopenai_base_url = "http://mine/v1"', {"OPENAI_API_KEY": ""}, {}, set()),
        ('keyless = []\nopenai_base_url = "http://thief/v1"', {}, {}, {"http://thief:80"}),
    ],
)
def test_no_key_of_the_environment_for_a_server_that_the_file_chose(
    tmp_path: Path,
    content: str,
    environ: dict[str, str],
    judge: dict[str, object],
    keyless: set[str] | None,
) -> None:
    (tmp_path / "triptych.toml").write_text(content)
    settings = load_settings(directory=tmp_path, environ=KEY | environ, judge=judge)
    assert settings.judge.with_settings(settings).keyless == ({"http://thief:80"} if keyless is None else keyless)


def test_an_option_with_its_own_key_may_use_the_address_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "triptych.toml").write_text('[judge]\napi_key = "sk-own"\nbase_url = "http://mine/v1"')
    settings = load_settings(directory=tmp_path, environ=KEY)
    assert settings.judge.with_settings(settings).keyless == set()
    assert settings.write.with_settings(settings).keyless == {"http://mine:80"}


def test_what_the_file_decides_is_named_without_passwords_and_only_where_it_holds(tmp_path: Path) -> None:
    (tmp_path / "triptych.toml").write_text(
        'store = "postgresql://me:hidden@db/x"\nrubrics = "theirs"\nworkers = 2\n'
        '[judge]\njudge = ["openai:m@http://sk-hidden@h/v1?key=hidden", "embedded"]\nsamples = 2\n'
    )
    settings = load_settings(directory=tmp_path, environ={"TRIPTYCH_RUBRICS": "mine"})
    assert settings.picked_up == (
        "store = postgresql://db/x",
        "judge.judge = openai:m@http://h/v1, embedded",
    )
    said = load_settings(directory=tmp_path, environ={}, store="x.db", judge={"judge": ["embedded"]})
    assert said.picked_up == ("rubrics = theirs",)


def test_a_store_is_waited_for_half_a_minute_or_as_the_environment_says() -> None:
    assert load_store_patience({}) == 30
    assert load_store_patience({"TRIPTYCH_STORE_PATIENCE": "2.5"}) == 2.5


@pytest.mark.parametrize("given", ["soon", "-1", "inf", "nan"])
def test_a_patience_that_is_no_number_of_seconds_is_said(given: str) -> None:
    with pytest.raises(UsageError, match=f"TRIPTYCH_STORE_PATIENCE is a number of seconds; this is '{given}'"):
        load_store_patience({"TRIPTYCH_STORE_PATIENCE": given})
