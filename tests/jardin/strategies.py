"""Gardens, rolls and games for hypothesis: some that play leads to, some that it never could."""

import random

from hypothesis import strategies as st

from niwashi import jardin
from tests.reference import jardin as reference

#: A season's last turn comes before its pond decision: all clocks in order.
CLOCKS = reference.CLOCKS

POND_CLOCKS = tuple(reference.SEASON_OF_POND_CLOCK)
TURN_CLOCKS = tuple(clock for clock in CLOCKS if clock.isdecimal())

seeds = st.integers(min_value=0, max_value=2**64 - 1)

#: Three dice in any order.
roll_texts = st.text(alphabet="123456", min_size=3, max_size=3)

faces_texts = st.permutations("LBTRM=").map("".join)


def random_pond(
    water: dict[reference.Space, int], rng: random.Random, size: int
) -> set[reference.Space]:
    """A legal pond of at most `size` spaces beside the water there is; empty if there is no room.

    The reference says what is legal, so a core that is too strict would not go unnoticed.
    """
    garden = reference.Garden({}, water, "end", 0)
    seeds = [space for space in sorted(reference.GRID) if reference.is_legal_pond(garden, {space})]
    if not seeds:
        return set()
    pond = {rng.choice(seeds)}
    for _ in range(2 * size):
        shore = sorted({next_to for space in pond for next_to in reference.adjacent(space)} - pond)
        grown = pond | {rng.choice(shore)}
        if len(grown) <= size and reference.is_legal_pond(garden, grown):
            pond = grown
    return pond


@st.composite
def arbitrary_texts(
    draw: st.DrawFn,
    clocks: tuple[str, ...] = CLOCKS,
    max_empty: int = 36,
    max_pond: int = 12,
) -> str:
    """Any readable position: whatever decorations, whatever ponds of seasons that are over."""
    clock = draw(st.sampled_from(clocks))
    prunings = draw(st.integers(0, 3))
    rng = random.Random(draw(seeds))
    now = CLOCKS.index(clock)
    water: dict[reference.Space, int] = {}
    for pond_clock, season in reference.SEASON_OF_POND_CLOCK.items():
        if CLOCKS.index(pond_clock) < now and rng.random() < 0.75:
            pond = random_pond(water, rng, rng.randint(1, max_pond))
            water |= dict.fromkeys(pond, season)
    letters = "LBtTRM=" if now > CLOCKS.index("7") else "LBtRM="
    # Few kinds of decoration are likelier to stand in each other's way than all of them.
    letters = "".join(rng.sample(letters, rng.randint(1, len(letters))))
    spaces = sorted(reference.GRID)
    empty = set(rng.sample(spaces, rng.randint(0, max_empty)))
    decorations = {space: rng.choice(letters) for space in spaces if space not in empty}
    return reference.write(reference.Garden(decorations, water, clock, prunings))


def random_step(position: jardin.Position, rng: random.Random, faces: str) -> jardin.Position:
    """One ply of random play: any legal move at a turn, a pond of some size or none after it."""
    if not position.is_pond_decision:
        roll = jardin.Roll.from_text("".join(rng.choices("123456", k=3)), faces)
        return jardin.apply(position, rng.choice(jardin.legal_moves(position, roll)), roll)
    garden = reference.read(position.to_text())
    pond = random_pond(garden.ponds, rng, rng.randint(1, 10)) if rng.random() < 0.75 else set()
    text = reference.write_move(reference.Pond(frozenset(pond))) if pond else "-"
    return jardin.apply(position, jardin.Move.from_text(text))


@st.composite
def reachable_texts(draw: st.DrawFn, clocks: tuple[str, ...] = CLOCKS) -> str:
    """A position of a random game at one of the clocks."""
    plies = CLOCKS.index(draw(st.sampled_from(clocks)))
    faces = draw(faces_texts)
    rng = random.Random(draw(seeds))
    position = jardin.Position()
    for _ in range(plies):
        position = random_step(position, rng, faces)
    return position.to_text()


def position_texts(clocks: tuple[str, ...] = CLOCKS) -> st.SearchStrategy[str]:
    """Reachable and unreachable positions, half and half."""
    return reachable_texts(clocks) | arbitrary_texts(clocks)


def mutated(text: str, seed: int) -> str:
    """The text with one to three characters dropped, doubled, replaced or exchanged."""
    rng = random.Random(seed)
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(text))
        new = rng.choice("./ 0123457pendLBtTRM=*X~-,:+\0\n\té\u2028x")
        text = rng.choice(
            [
                text[:at] + new + text[at:],
                text[:at] + new + text[at + 1 :],
                text[:at] + text[at + 1 :],
                text[:at] + text[at : at + 7] + text[at:],
                text[:at] + text[at + 7 :],
            ]
        )
    return text
