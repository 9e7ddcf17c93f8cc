"""Moves in small steps: each is there, none is there that is not legal."""

import random

import pytest

from niwashi import IllegalMove, jardin
from niwashi.adapters.jardin_steps import (
    ACTIONS,
    END,
    LETTERS,
    LOCATION,
    SPACES,
    Step,
    action_to_text,
    actions_of,
    mask_of,
    observe,
)
from niwashi.jardin import Move, Position, Roll, legal_moves

NONE = "/".join(["......"] * 6)
EMPTY = Position()
#: Two prunings are used, one cross is nearly full, ponds lie.
MIDDLE = Position.from_text(
    "LBtRM=/BtR=M./tL..../R...../=...../M..... ....../....../...1../...1../....../2..... 7 2"
)
#: No roll allows anything but the skip.
FULL = Position.from_text("/".join(["LBtRM="] * 6) + f" {NONE} 9 3")
#: A pond decision where 12 spaces may become water: 4 of each of the last 3 rows.
SMALL = Position.from_text(f"{NONE} 111111/111111/1...../1...../1...../1..... 12p 0")


def moves_in_steps(step: Step) -> list[Move]:
    """The moves that the actions lead to, one for each sequence."""
    found = []
    for action in step.legal_actions():
        after = step.after(action)
        if after.begun:
            found += moves_in_steps(after)
        else:
            found += [
                move
                for move in legal_moves(step.position, step.roll)
                if actions_of(move) == (*step.begun, action)
            ]
            assert jardin.apply(step.position, found[-1], step.roll) == after.position
    return found


@pytest.mark.parametrize("position", [EMPTY, MIDDLE, FULL], ids=["empty", "middle", "full"])
@pytest.mark.parametrize("roll", ["125", "112", "444"])
def test_every_move_of_a_turn_has_exactly_one_sequence(position: Position, roll: str) -> None:
    step = Step(position, Roll.from_text(roll))
    assert sorted(moves_in_steps(step)) == list(legal_moves(position, step.roll))


def test_every_pond_can_be_traced_and_nothing_else() -> None:
    traced: set[frozenset[int]] = {frozenset()}
    frontier = [Step(SMALL)]
    while frontier:
        step = frontier.pop()
        for action in step.legal_actions():
            if action != END and (pond := frozenset((*step.begun, action))) not in traced:
                traced.add(pond)
                frontier.append(step.after(action))
    ponds = {frozenset(move.spaces) for move in legal_moves(SMALL)}
    assert len(ponds) > 1000
    assert traced == ponds


def test_any_pond_of_the_empty_garden_can_be_traced() -> None:
    start = Position.from_text(f"{NONE} {NONE} 3p 0")
    ponds, random_ = legal_moves(start), random.Random(0)
    for _ in range(200):
        pond = ponds[random_.randrange(len(ponds))]
        step = Step(start)
        for action in actions_of(pond):
            step = step.after(action)
        assert step.position == jardin.apply(start, pond)


def test_a_pond_may_end_anywhere_and_no_pond_is_an_end_at_once() -> None:
    step = Step(SMALL)
    assert step.after(END).position == jardin.apply(SMALL, Move.from_text("-"))
    for action in actions_of(legal_moves(SMALL)[-1])[:-1]:
        step = step.after(action)
        pond = Move.pond(sorted(step.begun))
        assert step.after(END).position == jardin.apply(SMALL, pond)


def test_two_decorations_alike_are_placed_in_one_order_only() -> None:
    step = Step(EMPTY, Roll.from_text("122")).after(LOCATION)
    spaces = step.legal_actions()
    assert len(spaces) == 10  # 11 in the cross, but the last leaves none for the second
    for space in spaces:
        assert min(step.after(space).legal_actions()) > space


def test_an_action_that_is_not_legal_is_refused() -> None:
    for step in (Step(), Step(EMPTY, Roll.from_text("125")), Step(SMALL)):
        for action in {-1, *range(ACTIONS + 1)} - set(step.legal_actions()):
            with pytest.raises(IllegalMove):
                step.after(action)


def played(seed: int) -> list[Step]:
    """A random game in steps."""
    random_ = random.Random(seed)
    rolls = [roll for roll, _ in jardin.chance_outcomes()]
    steps = [Step()]
    while not steps[-1].position.is_over:
        step = steps[-1]
        if step.needs_roll:
            assert step.legal_actions() == []
            steps.append(step.thrown(random_.choice(rolls)))
        else:
            steps.append(step.after(random_.choice(step.legal_actions())))
    return steps


@pytest.mark.parametrize("seed", range(5))
def test_a_game_in_steps_ends_and_its_mask_is_never_empty_before(seed: int) -> None:
    steps = played(seed)
    assert sum(step.needs_roll for step in steps) == 12
    for step in steps[:-1]:
        assert step.needs_roll or mask_of(step).sum() == len(step.legal_actions()) > 0
    assert mask_of(steps[-1]).sum() == 0


def test_what_is_seen_tells_the_whole_step() -> None:
    steps = played(7)
    boards, numbers = observe(steps)
    assert boards.shape == (len(steps), 12, 6, 6)
    for step, board, row in zip(steps, boards, numbers, strict=True):
        planes = board.reshape(12, 36)
        for letter, plane in zip(LETTERS, planes[:6], strict=True):
            assert list(plane.nonzero()[0]) == step.position.spaces_of(letter)
        assert list(planes[6].nonzero()[0]) == step.position.late_trees
        assert [list(plane.nonzero()[0]) for plane in planes[7:11]] == step.position.ponds
        assert list(planes[11].nonzero()[0]) == sorted(a for a in step.begun if a < SPACES)
        assert row[:17].sum() == row[17:21].sum() == 1
        assert row[17 + step.position.prunings] == 1
        dice = {letter: round(3 * share) for letter, share in zip(LETTERS, row[21:27], strict=True)}
        shown = "" if step.roll is None else step.roll.decorations
        assert dice == {letter: shown.count(letter) for letter in LETTERS}
        assert [LOCATION + n for n in row[27:].nonzero()[0]] == [
            action for action in step.begun if action >= SPACES
        ]
    clocks = [int(row[:17].argmax()) for row in numbers]
    assert clocks == sorted(clocks)
    assert set(clocks) == set(range(17))


def test_every_action_has_a_name_of_its_own() -> None:
    names = [action_to_text(action) for action in range(ACTIONS)]
    assert len(set(names)) == ACTIONS
    assert names[:2] == ["11", "12"]
    assert names[-2:] == ["skip", "end"]
