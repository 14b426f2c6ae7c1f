"""The strings that a Python-like file assigns, read without running it.

Prompts are handed around as Python files with a string or two in them, often pasted through Markdown on the way. Where
the file is valid Python its syntax tree is read; where it is not, a scanner looks for `name = "…"`; where there is no
assignment at all, the whole file is the prompt.
"""

import ast
import re
import warnings
from dataclasses import dataclass

_ASSIGNMENT = re.compile(
    r"^[ \t\\]*([A-Za-z_]\w*)[ \t]*(?::[ \t]*\w+[ \t]*)?=(?!=)[ \t]*\(?\s*(?=[rRuUfFbB]{0,2}['\"])", re.M
)
_OPENING = re.compile(r"([rRuUfFbB]{0,2})('''|\"\"\"|'|\")")
_BETWEEN = re.compile(r"[ \t]*(?:\\?\r?\n[ \t]*)?\+?[ \t]*(?=[rRuUfFbB]{0,2}['\"])")
# A prompt in plain words may have a line that looks like an assignment; strings that make up less are such lines.
_LEAST_SHARE = 0.3
_CODE_FENCE = re.compile(r"\A\s*```[\w-]*[ \t]*\n(.*?)\n?```\s*\Z", re.S)


@dataclass(frozen=True, slots=True)
class FoundStrings:
    """What a file assigns."""

    by_name: dict[str, str]
    """Name to string, in the file's order; the name is empty for a file that is a prompt and nothing else."""
    notes: tuple[str, ...] = ()
    """What a user should know about how it was read."""


def read_strings(text: str) -> FoundStrings:
    """The strings a file assigns; a file without any is itself the prompt."""
    fenced = _CODE_FENCE.match(text)
    source = fenced[1] if fenced else text
    found = _from_python(source)
    if found and found.by_name:
        return found
    scanned = _from_scan(source)
    share = sum(map(len, scanned.by_name.values())) / max(len(source), 1)
    if scanned.by_name and (share >= _LEAST_SHARE or "'''" in source or '"""' in source):
        return scanned
    return FoundStrings({"": source.strip("\n")}, ("no assignment found: the whole file is the prompt",))


def _from_python(source: str) -> FoundStrings | None:
    """The strings of valid Python, or None where it is not valid."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "\\#" and the like in a prompt are no concern of ours
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    strings: dict[str, str] = {}
    notes: list[str] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        value = _string(node.value)
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        if value is None or not names:
            continue
        if any(isinstance(part, ast.JoinedStr) for part in ast.walk(node.value)):
            notes.append(f"{names[0]} is an f-string: it was not run, its braces are read as placeholders")
        strings |= dict.fromkeys(names, value)
    bare = [node.value for node in tree.body if isinstance(node, ast.Expr)]
    if not strings and len(bare) == len(tree.body) == 1 and (value := _string(bare[0])) is not None:
        strings = {"": value}
    return FoundStrings(strings, tuple(notes))


def _string(node: ast.expr) -> str | None:
    """The string an expression stands for, where that can be told without running it."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _string(node.left), _string(node.right)
        return left + right if left is not None and right is not None else None
    if isinstance(node, ast.JoinedStr):
        # Literal braces of an f-string were written double; they are doubled again for the template.
        return "".join(
            f"{{{ast.unparse(part.value)}}}"
            if isinstance(part, ast.FormattedValue)
            else (_string(part) or "").replace("{", "{{").replace("}", "}}")
            for part in node.values
        )
    return None


def _from_scan(source: str) -> FoundStrings:
    """The strings of something that only looks like Python."""
    strings: dict[str, str] = {}
    notes: list[str] = []
    position = 0
    while assignment := _ASSIGNMENT.search(source, position):
        pieces: list[str] = []
        position = assignment.end()
        while opening := _OPENING.match(source, position):
            piece, position, is_closed = _read_quoted(source, opening)
            pieces.append(piece)
            if not is_closed:
                notes.append(f"the quotes of {assignment[1]} are not closed: it was read to the end")
            between = _BETWEEN.match(source, position)
            if not between:
                break
            position = between.end()
        strings[assignment[1]] = "".join(pieces)
    return FoundStrings(strings, tuple(notes))


def _read_quoted(source: str, opening: re.Match[str]) -> tuple[str, int, bool]:
    """A quoted string, where it ends, and whether its quotes are closed."""
    prefix, quote = opening[1].casefold(), opening[2]
    inside = r"(?:\\.|[^\\])" if len(quote) == 3 else r"(?:\\.|[^\\\n])"
    found = re.compile(rf"({inside}*?){quote}", re.S).match(source, opening.end())
    if found:
        return _unescape(found[1], quote, prefix), found.end(), True
    end = len(source) if len(quote) == 3 else (source + "\n").index("\n", opening.end())
    return source[opening.end() : end].strip(quote), end, False


def _unescape(inside: str, quote: str, prefix: str) -> str:
    if "r" in prefix:
        return inside
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = ast.literal_eval(f"{quote}{inside}{quote}")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return inside
    return value if isinstance(value, str) else inside
