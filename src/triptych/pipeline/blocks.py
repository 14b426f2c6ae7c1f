"""Blocks and shards: a large input cut into pieces that any worker can read, and what came of each as a Parquet file.

Blocks depend on the input alone, so a second start cuts it alike. A shard has its name from its block's content and
from who did what; it is written whole or not at all. So a shard that is there is done, and a listing says what is not.
"""

import hashlib
import os
import posixpath
import shutil
import tempfile
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from triptych.errors import MissingExtra, TransientError, TriptychError, UsageError

LINES, TABLES = (".jsonl", ".ndjson"), (".parquet", ".pq")
CONTENT = "content"
"""The column of a shard that holds the whole record as a line of JSON."""

_LEAST_BYTES = 4 << 20
# Of a very large input blocks are larger, so that there are never more than about so many.
_MOST_BLOCKS = 10_000
_PREFIX, _OPEN, _SUFFIX = "part-", "-open", ".parquet"


class InputBlock(NamedTuple):
    """A piece of one file: lines that begin within a range of bytes, or one row group of a Parquet file."""

    number: int
    path: str
    """The file, as a URL or a path."""
    start: int
    """First byte, or the row group."""
    end: int | None
    """Where the range ends; None for a row group or a whole file."""


def find_blocks(source: str, block_bytes: int | None = None) -> list[InputBlock]:
    """The blocks of a file or of all files in a folder, in order; UsageError where there is nothing to read."""
    system, root = _open_system(source)
    with _explained(source):
        if not system.exists(root):
            raise UsageError(f"{source} does not exist")
        names = sorted(system.find(root)) if system.isdir(root) else [root]
        files = [name for name in names if _suffix(name) in LINES + TABLES and posixpath.basename(name)[0] not in "._"]
        if not files:
            raise UsageError(f"{source} holds no file that ends in {', '.join(LINES + TABLES)} (lines also with .gz)")
        sizes = {name: int(system.size(name) or 0) for name in files}
        least = block_bytes or max(_LEAST_BYTES, sum(sizes.values()) // _MOST_BLOCKS)
        pieces = [(name, *piece) for name in files for piece in _cut(system, name, sizes[name], least)]
    urls = {name: str(system.unstrip_protocol(name)) if "://" in source else name for name in files}
    return [InputBlock(number, urls[name], start, end) for number, (name, start, end) in enumerate(pieces)]


@contextmanager
def fetched(block: InputBlock) -> Iterator["Fetched"]:
    """A block as a small local file."""
    system, path = _open_system(block.path)
    fetch = _fetch_rows if _suffix(path) in TABLES else _fetch_lines
    with tempfile.TemporaryDirectory(prefix="triptych-block-") as folder:
        with _explained(block.path):
            found = fetch(system, path, block, Path(folder))
        yield found


class Fetched(NamedTuple):
    """A block on this machine."""

    path: Path
    digest: str
    rows: int
    """Lines or rows, wrong and blank ones included."""


class Shards(NamedTuple):
    """The Parquet files of a run in a folder, by path or URL."""

    folder: str

    def check(self) -> None:
        """UsageError where the folder holds something else, or cannot be written to."""
        system, root = _open_system(self.folder)
        with _explained(self.folder):
            system.makedirs(root, exist_ok=True)
            strange = [name for name in self._names() if not name.startswith((_PREFIX, "_", "."))]
        if strange:
            raise UsageError(f"{self.folder} holds {strange[0]}, which is no shard of ours; give a folder of its own")

    def done(self) -> set[str]:
        """The names of shards that are there and complete."""
        return {name for name in self._names() if name.startswith(_PREFIX) and not name.endswith(_open_name(""))}

    def read(self, name: str) -> list[dict[str, Any]] | None:
        """The rows of a shard or, failing that, of what was begun of it."""
        import pyarrow.parquet as pq

        system, root = _open_system(self.folder)
        with _explained(self.folder):
            for found in (name, _open_name(name)):
                if system.exists(f"{root}/{found}"):
                    with system.open(f"{root}/{found}", "rb") as file:
                        rows: list[dict[str, Any]] = pq.read_table(file).to_pylist()
                        return rows
        return None

    def write(self, name: str, rows: Sequence[Mapping[str, Any]], kinds: Mapping[str, str], *, is_open: bool) -> None:
        """Put rows into a shard; an open one is to be finished by another start."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        schema = pa.schema([(column, getattr(pa, kind)()) for column, kind in kinds.items()])
        buffer = pa.BufferOutputStream()
        pq.write_table(pa.Table.from_pylist(list(rows), schema), buffer, compression="zstd")
        system, root = _open_system(self.folder)
        with _explained(f"{self.folder}/{name}"):
            _put(system, f"{root}/{_open_name(name) if is_open else name}", buffer.getvalue().to_pybytes())
            if not is_open:
                with suppress(FileNotFoundError):
                    system.rm_file(f"{root}/{_open_name(name)}")

    def keep_only(self, names: Sequence[str]) -> None:
        """Remove shards of other content or other options, and beginnings of what is complete."""
        system, root = _open_system(self.folder)
        wanted, there = set(names), self.done()
        with _explained(self.folder):
            for name in self._names():
                complete = name.replace(_open_name(""), _SUFFIX)
                if name.startswith(_PREFIX) and (complete not in wanted or (name != complete and complete in there)):
                    system.rm_file(f"{root}/{name}")

    def _names(self) -> list[str]:
        system, root = _open_system(self.folder)
        with _explained(self.folder):
            return [posixpath.basename(name) for name in system.find(root)] if system.exists(root) else []


def shard_name(number: int, key: str) -> str:
    """The name of the shard of a block with this number, made of its content and of what is done to it."""
    return f"{_PREFIX}{number:06d}-{key}{_SUFFIX}"


def _open_name(name: str) -> str:
    return name.removesuffix(_SUFFIX) + _OPEN + _SUFFIX


def _suffix(path: str) -> str:
    return posixpath.splitext(path.lower().removesuffix(".gz"))[1]


def _open_system(url: str) -> tuple[Any, str]:
    """The file system of a URL or path, and the path in it."""
    try:
        import fsspec
    except ImportError:
        raise MissingExtra("a run on a cluster", "ray") from None
    try:
        system, path = fsspec.core.url_to_fs(url)
    except (ValueError, ImportError) as error:
        raise UsageError(f"{url} cannot be used: {error}") from None
    # Others write there as well, so no listing of before is trusted.
    system.invalidate_cache()
    return system, str(path).rstrip("/")


def _cut(system: Any, name: str, size: int, block_bytes: int) -> Iterator[tuple[int, int | None]]:
    """Where the pieces of a file begin and end."""
    if _suffix(name) in TABLES:
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            with system.open(name, "rb") as file:
                groups = pq.ParquetFile(file).num_row_groups
        except pa.ArrowInvalid as error:
            raise UsageError(f"{name} cannot be read as Parquet: {error}") from None
        yield from ((group, None) for group in range(groups))
    elif name.lower().endswith(".gz"):
        yield 0, None
    else:
        yield from ((start, min(start + block_bytes, size)) for start in range(0, size, block_bytes))


def _fetch_lines(system: Any, path: str, block: InputBlock, folder: Path) -> Fetched:
    from fsspec.utils import read_block

    target = folder / f"block{_suffix(path)}{'.gz' if path.lower().endswith('.gz') else ''}"
    with system.open(path, "rb") as source, target.open("wb") as file:
        if block.end is None:
            shutil.copyfileobj(source, file)
        else:
            # Lines that begin in the block: after a break that may be the byte before it.
            before = max(0, block.start - 1)
            file.write(read_block(source, before, block.end - 1 - before, b"\n"))
    with target.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()[:32]
        file.seek(0)
        return Fetched(target, digest, sum(1 for _ in file))


def _fetch_rows(system: Any, path: str, block: InputBlock, folder: Path) -> Fetched:
    import pyarrow.parquet as pq

    with system.open(path, "rb") as source:
        table = pq.ParquetFile(source).read_row_group(block.start)
    if CONTENT in table.column_names:
        # A shard of ours, such as the texts of `triptych write`.
        target = folder / "block.jsonl"
        target.write_text("".join(f"{line}\n" for line in table.column(CONTENT).to_pylist()), encoding="utf-8")
    else:
        target = folder / "block.parquet"
        pq.write_table(table, target)
    return Fetched(target, hashlib.sha256(target.read_bytes()).hexdigest()[:32], table.num_rows)


def _put(system: Any, path: str, content: bytes) -> None:
    """Write a file that appears whole: an object store does that by itself, a disk by renaming."""
    if "file" not in (system.protocol if isinstance(system.protocol, tuple) else (system.protocol,)):
        system.pipe_file(path, content)
        return
    neighbour = Path(path).with_name(f".{uuid.uuid4().hex}.part")
    try:
        with neighbour.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        neighbour.replace(path)
    except BaseException:
        neighbour.unlink(missing_ok=True)
        raise


@contextmanager
def _explained(name: str) -> Iterator[None]:
    """Adds what was read or written to what a file system says went wrong."""
    try:
        yield
    except TriptychError:
        raise
    except PermissionError as error:
        raise UsageError(f"{name} cannot be used: {error}") from None
    except Exception as error:
        # Object stores raise what their own libraries have.
        raise TransientError(f"{name} cannot be read or written now: {error}") from None
