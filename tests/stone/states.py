"""States and gardens for tests, written by what matters in them."""

from collections import Counter

from niwashi.stone import Edition, Garden, Move, Position, apply, default_edition, legal_moves

SUPPLY = {2: (4, 5, 2, 3, 1), 3: (5, 6, 3, 4, 2), 4: (6, 7, 4, 5, 3)}
LETTERS = "HSRLB"
SPACES = [f"{row}{column}" for row in (1, 2, 3) for column in (1, 2, 3, 4, 5)]

EMPTY = ""
ALL_BUT_35 = "11=plain@ " + " ".join(f"{space}=plain" for space in SPACES[1:-1])
FULL = ALL_BUT_35 + " 35=plain"


def full(*tiles: str) -> str:
    """The cells of a full garden of these tiles, one after another and round again."""
    cells = enumerate(FULL.split())
    return " ".join(cell.replace("plain", tiles[number % len(tiles)]) for number, cell in cells)


def garden_text(cells: str) -> str:
    """The garden text of `11=plain@ 12=nw':R`, all other spaces empty."""
    laid = dict(cell.split("=", 1) for cell in cells.split())
    assert set(laid) <= set(SPACES), cells
    rows = [SPACES[i : i + 5] for i in (0, 5, 10)]
    return "/".join(",".join(laid.get(space, "_") for space in row) for row in rows)


def garden(cells: str, edition: Edition | None = None) -> Garden:
    return Garden.from_text(edition or default_edition(), garden_text(cells))


def player(
    cells: str = EMPTY,
    *,
    stored: str = "-",
    virtue: int = 0,
    card: str | None = None,
    master: str | None = None,
) -> dict[str, str]:
    """One player's part of a state; cards that are not named become some that nobody else has."""
    fields = {"garden": garden_text(cells), "stored": stored, "virtue": str(virtue)}
    if card is not None:
        fields["card"] = card
    if master is not None:
        fields["master"] = master
    return fields


def state(
    decision: str,
    *players: dict[str, str],
    active: int = 1,
    concerned: int | None = None,
    hand: str = "-",
    declared: str = "-",
    marks: str = "-",
    answers: str = "-",
    discards: str = "-",
    edition: Edition | None = None,
) -> Position:
    """The state with these players, all other tiles in the bag and all other stones in the yard."""
    edition = edition or default_edition()
    left = Counter(dict(zip(edition.tile_ids, edition.tile_counts, strict=True)))
    stones = Counter(dict(zip(LETTERS, SUPPLY[len(players)], strict=True)))
    for fields in players:
        for cell in fields["garden"].replace("/", ",").split(","):
            if cell != "_":
                tile, _, stone = cell.rstrip("@").partition(":")
                left[tile.rstrip("'")] -= 1
                stones[stone] -= 1
        left[fields["stored"]] -= 1
    for tile in hand.split(","):
        left[tile] -= 1
    if discards != "-":
        for part in discards.split(","):
            tile, _, count = part.partition("=")
            left[tile] -= int(count)
    bag = ",".join(f"{tile}={left[tile]}" for tile in edition.tile_ids if left[tile] > 0)
    yard = "".join(f"{letter}{stones[letter]}" for letter in LETTERS)

    masters = ["kobori-enshu", "kanamori-sowa", "ishikawa-jozan", "sen-no-rikyu", "kentei"]
    taken = {fields.get("master", "").rstrip("!") for fields in players}
    free_masters = iter(master for master in masters if master not in taken)
    taken_cards = {fields.get("card", "") for fields in players}
    free_cards = iter(c.id for c in edition.name_gardens if c.id not in taken_cards)
    parts = [
        ";".join(
            (
                *(fields["garden"], fields["stored"], fields["virtue"]),
                fields.get("card") or next(free_cards),
                fields.get("master") or next(free_masters),
            )
        )
        for fields in players
    ]
    concerned = active if concerned is None else concerned
    head = [decision, str(active), str(concerned), hand, declared, marks, answers, yard]
    return Position.from_text(edition, " ".join([*head, discards, bag or "-", *parts]))


def empty_stack(position: Position, left: str | None = None) -> Position:
    """The same state with the whole bag among the discards, but for one tile `left`."""
    edition = position.edition
    discards = Counter(position.bag) + Counter(position.discards)
    if left:
        discards[left] -= 1
    fields = position.to_text().split(" ")
    fields[8] = ",".join(f"{tile}={discards[tile]}" for tile in edition.tile_ids if discards[tile])
    fields[9] = f"{left}=1" if left else "-"
    return Position.from_text(edition, " ".join(fields))


def texts(position: Position) -> list[str]:
    """The legal moves as texts."""
    return [move.to_text() for move in legal_moves(position)]


def play(position: Position, moves: str) -> Position:
    """The state after moves and chance outcomes, given as texts."""
    for text in moves.split():
        position = apply(position, Move.from_text(position.edition, text))
    return position


def allows(position: Position, move: str) -> bool:
    return move in texts(position)
