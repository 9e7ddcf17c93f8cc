"""The textbook model is the same game: plans of the core are solutions of it, worth the same."""

import pytest
from ortools.sat.python import cp_model

from bench.peers.textbook import LETTERS, Textbook
from niwashi import jardin
from niwashi.jardin import Move
from tests.solver.jardin.positions import random_game


def follow(book: Textbook, moves: list[Move]) -> None:
    """Leaves the model nothing but these moves from its start on: what is drawn, and the water."""
    turn = 13 - book.start.turns_left
    for move in moves:
        if move.to_text()[0] in "~-":
            season = (turn - 1) // 3
            for space in range(36):
                book.model.add(book.water[season, space] == int(space in move.spaces))
            continue
        for die, face in enumerate(book.rolls[turn]):
            if face != move.location:
                book.model.add(book.locates[turn, die] == 0)
        for space in range(36):
            for face in set(book.rolls[turn]):
                dice = [die for die in range(3) if book.rolls[turn][die] == face]
                drawn = sum(book.draws[turn, die, space] for die in dice)
                book.model.add(drawn == int((LETTERS[face - 1], space) in move.placings))
        turn += 1


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("played", [0, 7, 14])
def test_a_random_game_is_a_solution_with_the_score_of_the_core(played: int, seed: int) -> None:
    dice, moves, end = random_game(seed)
    steps = jardin.replay(jardin.Position(), dice, moves)
    start = steps[played].before
    book = Textbook(start, dice[12 - start.turns_left :])
    follow(book, moves[played:])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(book.model) == cp_model.OPTIMAL
    assert solver.objective_value == jardin.score(end).total
    assert book.claim(list(solver.response_proto.solution)) == jardin.score(end).total
    assert book.moves_of(solver.boolean_value) == moves[played:]
