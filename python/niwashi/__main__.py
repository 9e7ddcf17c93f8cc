"""`python -m niwashi` is `niwashi`."""

from niwashi.cli import main

main()
