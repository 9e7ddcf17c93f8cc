from . import exact as exact
from . import jardin as jardin
from . import search as search

__version__: str

class InvalidText(ValueError): ...
class IllegalMove(ValueError): ...
