"""A folder is a registry: its file names are the names on the menu.

`names_in("triptych.stores")` lists the choices without importing them; `load("triptych.stores", "sqlite")` imports
one. Files that begin with `_` are a folder's own machinery. Packages outside Triptych add choices through entry
points: the group `triptych.stores`, the name of the choice, and the module that holds it.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType

from triptych.errors import UsageError, unknown_name

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


def load(folder: str, name: str) -> ModuleType:
    """The module behind one choice."""
    if name not in names_in(folder):
        raise unknown_name(folder.rpartition(".")[2].removesuffix("s"), name, names_in(folder))
    for entry in _installed().select(group=folder, name=name):
        module = entry.load()
        if not isinstance(module, ModuleType):
            raise UsageError(f"the entry point {folder}:{name} names {entry.value!r}, which is not a module")
        return module
    return import_module(f"{folder}.{name}")
