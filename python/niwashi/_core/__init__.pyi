from . import bench as bench
from . import exact as exact
from . import jardin as jardin
from . import search as search
from . import stone as stone

__version__: str
compiler: str
build_type: str

class InvalidText(ValueError): ...
class IllegalMove(ValueError): ...
