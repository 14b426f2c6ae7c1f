"""A folder is a registry: its file names are the names on the menu.

`names_in("triptych.stores")` lists the choices without importing them; `load("triptych.stores", "sqlite")` imports
one. Files that begin with `_` are a folder's own machinery. Packages outside Triptych add choices through entry
points: the group `triptych.stores`, the name of the choice, and the module that holds it (docs/plugins.md).
"""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType

from triptych.errors import UsageError, unknown_name

_CONNECTED = ("triptych.judges", "triptych.writers", "triptych.models", "triptych.stores")
CONTRACTS: dict[str, tuple[str, ...]] = dict.fromkeys(_CONNECTED, ("connect",))
CONTRACTS |= {"triptych.measures": ("measure",), "triptych.catalog.formats": ("SUFFIXES", "read_rows")}
"""What a module of each kind has."""

# To ask takes a look at every installed package, so it is done once.
_installed = cache(entry_points)


@cache
def names_in(folder: str) -> tuple[str, ...]:
    """The choices a folder offers, its own and those of other packages, in order."""
    spec = find_spec(folder)
    paths = list(spec.submodule_search_locations or ()) if spec else []
    own = [module.name for module in iter_modules(paths) if not module.name.startswith("_")]
    others = [entry.name for entry in _installed().select(group=folder)]
    return tuple(sorted({*own, *others}))


@cache
def load(folder: str, name: str) -> ModuleType:
    """The module behind one choice."""
    kind = folder.rpartition(".")[2].removesuffix("s")
    if name not in names_in(folder):
        raise unknown_name(kind, name, names_in(folder))
    entry = next(iter(_installed().select(group=folder, name=name)), None)
    if entry is None:
        return import_module(f"{folder}.{name}")
    try:
        module = entry.load()
    except Exception as error:
        # Whatever a package of somebody else's does when it is imported.
        why = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise UsageError(f"the {kind} {name!r} cannot be loaded from {entry.value}: {why}") from error
    if not isinstance(module, ModuleType):
        raise UsageError(f"the entry point {folder}:{name} names {entry.value!r}, which is not a module")
    check_has(module, CONTRACTS.get(folder, ()), f"the module {entry.value}", kind)
    return module


def check_has(thing: object, needed: Iterable[str], what: str, kind: str) -> None:
    """UsageError, in one sentence, where something from outside lacks what its kind needs."""
    lacking = [name for name in needed if not hasattr(thing, name)]
    if lacking:
        raise UsageError(f"{what} is no {kind}: it has no {', '.join(lacking)} (docs/plugins.md has the contract)")
