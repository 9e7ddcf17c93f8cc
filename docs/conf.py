"""The documentation site: these pages, and the Python API from the docstrings.

    sphinx-build -W --keep-going docs build/docs

A page is read as plain Markdown on a forge too, so pages use little else: the only directives are
the table of contents, `automodule` and `include`.
"""

import re
from importlib.metadata import version as installed_version
from typing import Any

import msgspec
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

project = "niwashi"
release = version = installed_version("niwashi")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 3  # as forges make them, so that links to sections are checked
html_theme = "furo"
html_title = f"niwashi {release}"
html_copy_source = False
html_show_copyright = False

nitpicky = True  # a name in a signature or docstring must lead somewhere
nitpick_ignore_regex = [
    ("py:class", r"(collections|contextlib|numpy|os|pathlib|sqlite3|types)\..*"),
    ("py:class", r"niwashi\.solver\.result\.[MP]"),  # type variables
]
default_role = "code"  # docstrings are written like Markdown: `this` is code
autodoc_member_order = "groupwise"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

#: Fences of texts of the games, which the tests read; nothing in them is coloured.
NOTATIONS = ["dice", "faces", "move", "not-a-pond", "pond", "position", "record", "roll", "score"]


def readable(
    _app: Sphinx, _kind: str, _name: str, item: object, _options: Any, *texts: str | None
) -> tuple[str | None, ...]:
    """Signatures with the names by which one imports, and without what cannot be parsed."""
    if isinstance(item, type) and issubclass(item, msgspec.Struct):
        return f"({', '.join(item.__struct_fields__)})", None  # the types are full of constraints
    return tuple(
        text
        and re.sub(r"niwashi\._core\.(?=jardin|stone)", "niwashi.", text).replace(
            "<factory>", "..."
        )
        for text in texts
    )


def setup(app: Sphinx) -> None:
    """Registers what Sphinx does not know."""
    app.connect("autodoc-process-signature", readable)
    for notation in NOTATIONS:
        app.add_lexer(notation, TextLexer)
