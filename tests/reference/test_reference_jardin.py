"""The reference itself, checked on gardens small enough to score by hand."""

import random
from itertools import combinations, islice, product

import pytest

from . import jardin
from .jardin import Garden, Space, apply, count_ponds, legal_moves, perft, read, score, write

BARE = "....../....../....../....../....../......"
FULL = "RRRRRR/RRRRRR/RRRRRR/RRRRRR/RRRRRR/RRRRRR"


def garden(
    decorations: str = BARE, ponds: str = BARE, clock: str = "end", prunings: int = 0
) -> Garden:
    return read(f"{decorations} {ponds} {clock} {prunings}")


def points(criterion: str, decorations: str = BARE, ponds: str = BARE) -> int:
    return score(garden(decorations, ponds))[criterion]


def spaces(text: str) -> set[Space]:
    return {(int(name[0]), int(name[1])) for name in text.split()}


def corner(size: int) -> set[Space]:
    return set(product(range(1, size + 1), range(1, size + 1)))


# --- Position text -------------------------------------------------------------------------------

SAMPLE = "....../.L..=./..R.../....../.t..B./.....M ....../...11./....../....../....../...... 4 0"


def test_the_start_is_bare_at_turn_one() -> None:
    assert write(jardin.start()) == f"{BARE} {BARE} 1 0"
    assert read(f"{BARE} {BARE} 1 0") == jardin.start()


def test_a_position_is_read_space_by_space_and_written_back() -> None:
    assert read(SAMPLE) == Garden(
        decorations={
            (2, 2): "L",
            (2, 5): "=",
            (3, 3): "R",
            (5, 2): "t",
            (5, 5): "B",
            (6, 6): "M",
        },
        ponds={(2, 4): 1, (2, 5): 1},
        clock="4",
        prunings=0,
    )
    assert write(read(SAMPLE)) == SAMPLE


@pytest.mark.parametrize("clock", jardin.CLOCKS)
def test_every_clock_is_read(clock: str) -> None:
    assert read(f"{BARE} {BARE} {clock} 3").clock == clock


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"{BARE} {BARE} 1",
        f"{BARE} {BARE} 1 0 0",
        f"{BARE}  {BARE} 1 0",
        f" {BARE} {BARE} 1 0",
        f"{BARE} {BARE} 1 0 ",
        f"{BARE} {BARE} 1 0\n",
        f"{BARE}\t{BARE} 1 0",
        f"{BARE[:-7]} {BARE} 1 0",
        f"{BARE}/...... {BARE} 1 0",
        f"{BARE}. {BARE} 1 0",
        f".{BARE[2:]} {BARE} 1 0",
        f"X{BARE[1:]} {BARE} 1 0",
        f"l{BARE[1:]} {BARE} 1 0",
        f"{BARE} 5{BARE[1:]} end 0",
        f"{BARE} 0{BARE[1:]} end 0",
        f"{BARE} ¹{BARE[1:]} end 0",
        f"{BARE} {BARE} 0 0",
        f"{BARE} {BARE} 01 0",
        f"{BARE} {BARE} 13 0",
        f"{BARE} {BARE} 4p 0",
        f"{BARE} {BARE} END 0",
        f"{BARE} {BARE} 1 4",
        f"{BARE} {BARE} 1 -1",
        f"{BARE} {BARE} 1 00",
        f"{BARE} {BARE} 1 ٣",
    ],
)
def test_a_wrong_shape_or_letter_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match=r"\A[^\n]+\Z"):
        read(text)


@pytest.mark.parametrize(
    ("number", "first_clock"), [("1", "4"), ("2", "7"), ("3", "10"), ("4", "end")]
)
def test_j5_a_pond_is_refused_until_its_season_is_decided(number: str, first_clock: str) -> None:
    first = jardin.CLOCKS.index(first_clock)
    for index, clock in enumerate(jardin.CLOCKS):
        text = f"{BARE} {number}{BARE[1:]} {clock} 0"
        if index >= first:
            assert read(text).ponds == {(1, 1): int(number)}
        else:
            with pytest.raises(ValueError, match="not over"):
                read(text)


def test_j5_a_season_may_have_been_left_without_a_pond() -> None:
    assert garden(ponds="4.2.../....../....../....../....../......").ponds == {(1, 1): 4, (1, 3): 2}


def test_j9_a_marked_tree_is_refused_until_turn_seven_is_drawn() -> None:
    for index, clock in enumerate(jardin.CLOCKS):
        assert read(f"t{BARE[1:]} {BARE} {clock} 0").decorations == {(1, 1): "t"}
        text = f"T{BARE[1:]} {BARE} {clock} 0"
        if index >= jardin.CLOCKS.index("8"):
            assert read(text).decorations == {(1, 1): "T"}
        else:
            with pytest.raises(ValueError, match="tree"):
                read(text)


@pytest.mark.parametrize(
    "ponds",
    [
        "1.1.../....../....../....../....../......",  # two pieces
        "1...../.1..../....../....../....../......",  # joined only diagonally
        "12..../....../....../....../....../......",  # two ponds side by side
        "1...../.2..../....../....../....../......",  # two ponds corner to corner
        "111.../1.1.../111.../....../....../......",  # a ring
        "....../.111../.1.1../..11../....../......",  # enclosing without the ring's last corner
        "111111/1....1/1....1/1....1/1....1/111111",  # the ring along the edge
    ],
)
def test_j6_water_that_breaks_the_pond_rule_is_refused(ponds: str) -> None:
    with pytest.raises(ValueError, match="pond"):
        garden(ponds=ponds)


@pytest.mark.parametrize(
    "ponds",
    [
        ".1..../11..../....../....../....../......",  # cuts a corner off
        "...1../...1../...1../...1../...1../...1..",  # parts the garden
        "....../.1111./.1..1./.1..1./.1..../......",  # a hook
        "111111/111111/111111/111111/111111/111111",  # no earth left
        "1.2.../....../3.4.../....../....../......",  # one space between
    ],
)
def test_j6_other_water_is_read(ponds: str) -> None:
    assert write(garden(ponds=ponds)) == f"{BARE} {ponds} end 0"


# --- Scoring -------------------------------------------------------------------------------------


def test_the_score_names_its_criteria_in_order() -> None:
    assert list(score(jardin.start()).items()) == [
        ("lantern", 0),
        ("bamboo", 0),
        ("tree", 0),
        ("rock", 0),
        ("moss", 0),
        ("bridge", 0),
        ("pond", 0),
        ("penalty", -36),
        ("total", -36),
    ]


@pytest.mark.parametrize(
    ("decorations", "expected"),
    [
        ("L...../....../....../....../....../......", 3),  # a lantern alone
        ("L...L./....../....../....../....../......", 6),  # three spaces between
        ("L...L./....../....L./....../....../......", 3),  # a third spoils the one it is near
        ("L..L../....../....../....../....../......", 0),  # two between
        ("L...../....../..L.../....../....../......", 6),  # four steps round a corner
        ("L...../..L.../....../....../....../......", 0),  # three steps round a corner
        ("LBRM=./....L./....../....../....../......", 6),  # decorations between do not matter
    ],
)
def test_j7_lanterns_on_earth(decorations: str, expected: int) -> None:
    assert points("lantern", decorations) == expected


def test_j7_a_wet_lantern_scores_nothing_and_still_spoils_its_neighbour() -> None:
    ponds = "1...../....../....../....../....../......"
    assert points("lantern", "L...../....../....../....../....../......", ponds) == 0
    assert points("lantern", "L..L../....../....../....../....../......", ponds) == 0
    assert points("lantern", "L...L./....../....../....../....../......", ponds) == 3


def test_j7_a_pond_between_lanterns_changes_no_distance() -> None:
    ponds = ".1..../.1..../....../....../....../......"
    assert points("lantern", "L..L../....../....../....../....../......", ponds) == 0
    assert points("lantern", "L...L./....../....../....../....../......", ponds) == 6


@pytest.mark.parametrize(
    ("decorations", "expected"),
    [
        ("B...../....../....../....../....../......", 0),
        ("BB..../....../....../....../....../......", 4),
        ("BB..../..B.../....../....../....../......", 4),  # only diagonal
        ("BBB.../..B.../....../....../....../......", 8),  # the fourth joins all
        ("B....B/B....B/....../....../....../......", 8),  # two pairs
        (".....B/B...../....../....../....../......", 0),  # a row's end is not the next one's start
    ],
)
def test_j8_bamboo_on_earth(decorations: str, expected: int) -> None:
    assert points("bamboo", decorations) == expected


def test_j8_a_wet_bamboo_helps_its_neighbour_only() -> None:
    decorations = "BB..../....../....../....../....../......"
    assert points("bamboo", decorations, "1...../....../....../....../....../......") == 2
    assert points("bamboo", decorations, "11..../....../....../....../....../......") == 0


def test_j9_trees_score_by_season_and_only_on_earth() -> None:
    decorations = "ttT.../....../....../....../....../......"
    assert points("tree", decorations) == 4
    assert points("tree", decorations, "1...../....../....../....../....../......") == 3
    assert points("tree", decorations, "..1.../....../....../....../....../......") == 2


@pytest.mark.parametrize(
    ("decorations", "ponds", "expected"),
    [
        ("....../.R..../....../....../....../......", BARE, 1),
        ("....../.R.R../....../....../....../......", BARE, 2),
        (
            "....../.R.R../....../....../....../......",
            "....../.11.../....../....../....../......",
            3,
        ),
        (
            "....../.RRR../....../....../....../......",
            "....../.11.../....../....../....../......",
            0,
        ),
        (
            "....../.R..../..R..R/....../....../......",
            "....../.11.../....../....../....../......",
            1,
        ),
    ],
)
def test_j10_rocks_score_when_no_other_is_around(
    decorations: str, ponds: str, expected: int
) -> None:
    assert points("rock", decorations, ponds) == expected


def test_j11_moss_scores_each_adjacent_water_space() -> None:
    ponds = ".111../.1.1../....../....../....../......"
    for space, expected in {
        "66": 0,
        "31": 0,  # water only diagonally
        "11": 1,
        "32": 1,
        "21": 1,
        "33": 0,
        "23": 3,
        "12": 0,  # on water itself
    }.items():
        row, column = int(space[0]), int(space[1])
        planted = Garden({(row, column): "M"}, garden(ponds=ponds).ponds, "end", 0)
        assert score(planted)["moss"] == expected, space


def test_j11_moss_counts_water_of_different_ponds() -> None:
    assert (
        points(
            "moss",
            ".M..../....../....../....../....../......",
            "1.2.../....../....../....../....../......",
        )
        == 2
    )


#     123456
#   1 .=....   Pond 1 is an upright strip, 12 to 42, with a foot on 43.
#   2 .=....
BRIDGE_PONDS = ".1..../.1..../.1..../.11.../....../......"


@pytest.mark.parametrize(
    ("bridges", "expected"),
    [
        ("12", 1),  # at the edge of the grid, earth left and right
        ("22", 1),
        ("42", 0),  # a bend: no axis has earth at both ends
        ("43", 1),  # the foot's end: earth above and below
        ("55", 0),  # on earth
        ("12 32", 4),
        ("12 32 43", 9),
        ("22 32", 0),  # both spoilt
        ("12 22 43", 1),
        ("22 23", 0),  # a dry bridge spoils as well
        ("32 42", 0),  # one that does not score spoils as well
        ("32 43", 4),  # diagonal neighbours do not disturb
    ],
)
def test_j12_bridges(bridges: str, expected: int) -> None:
    water = garden(ponds=BRIDGE_PONDS).ponds
    built = Garden(dict.fromkeys(spaces(bridges), "="), water, "end", 0)
    assert score(built)["bridge"] == expected


def test_j12_beyond_the_grid_is_no_earth() -> None:
    assert points("bridge", f"={BARE[1:]}", f"1{BARE[1:]}") == 0


def test_j12_both_ends_of_one_axis_are_earth() -> None:
    # One free end on each axis, as 33 has, is not enough.
    ponds = "....../..1.../.11.../....../....../......"
    assert points("bridge", "....../....../..=.../....../....../......", ponds) == 0
    assert points("bridge", "....../..=.../....../....../....../......", ponds) == 1


def test_j12_more_than_four_bridges_give_fifteen() -> None:
    ponds = "....../11111./....../22222./....../......"
    four = "....../=.=.=./....../=...../....../......"
    five = "....../=.=.=./....../=.=.../....../......"
    six = "....../=.=.=./....../=.=.=./....../......"
    assert [points("bridge", bridges, ponds) for bridges in (four, five, six)] == [15, 15, 15]


def test_j13_each_pond_gives_three_whatever_its_size() -> None:
    assert points("pond", ponds="1.2.../....../3.4444/...444/....../......") == 12
    assert points("pond", ponds="1...../....../....../....../....../......") == 3


def test_j14_bare_earth_and_decorations_out_of_place_cost_one_each() -> None:
    ponds = "111111/1...../....../....../....../......"
    assert points("penalty", BARE, ponds) == -29
    assert points("penalty", "LBtTM./=...../....../....../....../......", ponds) == -29 - 5
    assert points("penalty", "R=..../R...../....../....../....../......", ponds) == -29
    assert points("penalty", "....../.=.L../....../....../....../......", ponds) == -29 + 1


def test_j14_failing_a_condition_costs_nothing() -> None:
    assert score(garden(FULL))["total"] == 0


def test_a_garden_like_the_final_example_of_the_rulebook_adds_up() -> None:
    text = "t.B..L/R=.M=./LBB..T/BBB=.T/.=.MR./MR.L.M"
    final = garden(text, "....2./111.2./....2./....../333.44/....4.", prunings=1)
    assert len(final.decorations) == 23
    assert score(final) == {
        "lantern": 9,
        "bamboo": 10,
        "tree": 5,
        "rock": 5,
        "moss": 7,
        "bridge": 9,
        "pond": 12,
        "penalty": -7,
        "total": 50,
    }


def test_j15_ties_are_broken_by_unpruned_leaves_and_then_shared() -> None:
    assert jardin.standings([(40, 0)]) == [1]
    assert jardin.standings([(40, 3), (41, 3), (40, 2)]) == [3, 1, 2]
    assert jardin.standings([(40, 1), (40, 1), (39, 0)]) == [1, 1, 3]
    assert jardin.standings([(-5, 0), (-4, 3)]) == [2, 1]
    assert jardin.standings([]) == []


def test_j16_solo_ranks_change_where_the_table_says() -> None:
    ranks = {-36: 0, 19: 0, 20: 1, 30: 1, 31: 2, 40: 2, 41: 3, 50: 3, 51: 4, 60: 4, 61: 5, 99: 5}
    assert {rank: jardin.solo_rank(rank) for rank in ranks} == ranks


# --- Dice and moves ------------------------------------------------------------------------------


def test_j1_there_are_56_rolls_weighing_216() -> None:
    rolls = jardin.rolls()
    assert len(rolls) == 56
    assert sum(rolls.values()) == 216
    assert (rolls["111"], rolls["112"], rolls["122"], rolls["456"]) == (1, 3, 3, 6)
    assert all("".join(sorted(roll)) == roll for roll in rolls)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("5:L53+B25", "5:L53+B25"),
        ("5:B25+L53", "5:L53+B25"),
        ("5:B55+B25", "5:B25+B55"),
        ("1:=11+M12", "1:M12+=11"),
        ("1:R11+T12", "1:T12+R11"),
        ("*L66", "*L66"),
        ("X", "X"),
        ("-", "-"),
        ("~22,12,11", "~11,12,22"),
        ("~66", "~66"),
    ],
)
def test_moves_are_written_in_one_order(text: str, canonical: str) -> None:
    assert jardin.canonical_move(text) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "L66",
        "*L67",
        "*L06",
        "*l66",
        "*t66",
        "*L66 ",
        "*",
        "~",
        "~11,",
        "~11,11",
        "~11, 12",
        "~1",
        "--",
        "5:L53",
        "5:L53+",
        "5:L53+B53",
        "7:L53+B25",
        "5:L53+B25+M55",
        "5:L53 B25",
        "5;L53+B25",
        "5:.53+B25",
        "5:t53+B25",
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\A[^\n]+\Z"):
        jardin.canonical_move(text)


@pytest.mark.parametrize("roll", ["", "12", "1234", "017", "12 ", "1a2", "¹23"])
def test_what_is_no_roll_is_refused(roll: str) -> None:
    with pytest.raises(ValueError, match="roll"):
        legal_moves(jardin.start(), roll)


def test_a_roll_and_a_move_are_accepted_in_any_order() -> None:
    expected = apply(jardin.start(), "125", "5:L53+B25")
    assert apply(jardin.start(), "521", "5:B25+L53") == expected
    assert legal_moves(jardin.start(), "521") == legal_moves(jardin.start(), "125")


def test_j1_the_worked_examples_of_the_rulebook_are_legal() -> None:
    after_a = apply(jardin.start(), "125", "5:L53+B25")
    assert write(after_a) == f"....../....B./....../....../..L.../...... {BARE} 2 0"
    after_b = apply(after_a, "166", "*L66")
    assert write(after_b) == f"....../....B./....../....../..L.../.....L {BARE} 3 1"


def test_j1_other_faces_change_the_decorations_and_not_the_locations() -> None:
    moves = legal_moves(jardin.start(), "125", faces="=MRTBL")
    assert {move[0] for move in moves} == set("125*")
    # Face 5 shows bamboo here, and face 1 a bridge; the letters keep their own order.
    assert "2:B21+=22" in moves
    assert {move[1] for move in moves if move[0] == "*"} == {"=", "M", "B"}
    assert apply(jardin.start(), "125", "2:=22+B21", "=MRTBL").decorations == {
        (2, 1): "B",
        (2, 2): "=",
    }


@pytest.mark.parametrize("faces", ["", "LBTRM", "LBTRMM", "LBTRM==", "lbtrm="])
def test_j1_faces_are_the_six_decorations_in_some_order(faces: str) -> None:
    with pytest.raises(ValueError, match="faces"):
        legal_moves(jardin.start(), "125", faces)


def test_j2_both_decorations_go_to_the_cross_of_the_location() -> None:
    draws = {move for move in legal_moves(jardin.start(), "125") if move[0] == "5"}
    assert len(draws) == 11 * 10
    assert {"5:L51+B52", "5:L15+B25", "5:L15+B51", "5:L55+B65"} <= draws
    assert all("5" in move[3:5] and "5" in move[7:9] for move in draws)


def test_j2_two_equal_decorations_are_drawn_once_per_pair_of_spaces() -> None:
    draws = {move for move in legal_moves(jardin.start(), "225") if move[0] == "5"}
    assert len(draws) == 11 * 10 // 2
    assert "5:B51+B52" in draws
    assert "5:B52+B51" not in draws


def test_j2_equal_dice_do_not_give_a_move_twice() -> None:
    # Three different: 3 * 110 draws and 3 * 36 prunings. One pair: location of the pair 110,
    # the other 55, prunings 2 * 36. Three alike: 55 and 36.
    assert len(legal_moves(jardin.start(), "125")) == 438
    assert len(legal_moves(jardin.start(), "255")) == 237
    assert len(legal_moves(jardin.start(), "555")) == 91


def test_j2_occupied_spaces_are_left_alone_and_water_is_not() -> None:
    position = garden(
        "RRRRRR/R...../R...../R...../R...../.....R",
        "....../....../....../....../....../11....",
        clock="4",
        prunings=3,
    )
    # Of the cross of 1 only 61 is empty, so location 1 cannot be chosen; that of 2 has 22 to 26
    # and 32 to 62, nine spaces.
    moves = legal_moves(position, "112")
    assert {move[0] for move in moves} == {"2"}
    assert len(moves) == 9 * 8 // 2
    assert "2:L61+L62" not in moves
    assert "2:L52+L62" in moves


def test_j3_a_pruning_draws_one_die_anywhere_and_is_counted() -> None:
    for prunings in range(3):
        position = garden(clock="2", prunings=prunings)
        prunes = {move for move in legal_moves(position, "446") if move[0] == "*"}
        assert len(prunes) == 2 * 36
        after = apply(position, "446", "*=31")
        assert (after.decorations, after.clock, after.prunings) == (
            {(3, 1): "="},
            "3",
            prunings + 1,
        )
    used = garden(clock="2", prunings=3)
    assert not [move for move in legal_moves(used, "446") if move[0] == "*"]
    with pytest.raises(ValueError, match="illegal"):
        apply(used, "446", "*=31")


ONE_EMPTY = "." + FULL[1:]
TWO_EMPTY = ".." + FULL[2:]


def test_j4_a_full_garden_skips_even_with_prunings_left() -> None:
    full = garden(FULL, clock="12", prunings=0)
    assert legal_moves(full, "123") == {"X"}
    assert apply(full, "123", "X") == garden(FULL, clock="12p", prunings=0)


def test_j4_one_space_in_the_cross_counts_as_none() -> None:
    assert legal_moves(garden(ONE_EMPTY, clock="5", prunings=3), "111") == {"X"}
    assert legal_moves(garden(ONE_EMPTY, clock="5", prunings=2), "112") == {"*L11", "*B11"}


def test_j4_a_turn_is_skipped_only_if_no_location_die_helps() -> None:
    # 11 and 12 lie together in the cross of 1 alone.
    position = garden(TWO_EMPTY, clock="5", prunings=3)
    assert legal_moves(position, "123") == {"1:B11+T12", "1:B12+T11"}
    assert legal_moves(position, "122") == {"1:B11+B12"}
    assert legal_moves(position, "112") == {"1:L11+B12", "1:L12+B11"}
    assert legal_moves(position, "111") == {"1:L11+L12"}
    assert legal_moves(position, "234") == {"X"}


def test_j4_a_skip_is_never_voluntary() -> None:
    with pytest.raises(ValueError, match="illegal"):
        apply(jardin.start(), "123", "X")
    with pytest.raises(ValueError, match="illegal"):
        apply(garden(ONE_EMPTY, clock="5", prunings=2), "123", "X")


@pytest.mark.parametrize(
    "move",
    [
        "5:L11+B55",  # a space outside the cross
        "5:L55+T53",  # no die shows a tree
        "5:L55+L53",  # only one die shows a lantern
        "5:M55+L53",  # the location die is spent
        "6:L65+B66",  # no die names the location
        "5:L22+B55",
        "*T11",
        "*B33",  # occupied
        "5:L35+B55",  # occupied
        "-",
        "~11",
    ],
)
def test_an_illegal_move_is_refused(move: str) -> None:
    position = garden("....../....../..L.L./....../....../......", clock="2")
    with pytest.raises(ValueError, match="illegal"):
        apply(position, "125", move)


def test_j5_the_calendar_asks_for_a_pond_after_each_season() -> None:
    position = jardin.start()
    clocks = []
    while position.clock != "end":
        clocks.append(position.clock)
        if position.clock.endswith("p"):
            position = apply(position, None, "-")
        else:
            position = apply(position, "666", min(legal_moves(position, "666")))
    assert " ".join(clocks) == "1 2 3 3p 4 5 6 6p 7 8 9 9p 10 11 12 12p"


@pytest.mark.parametrize(("clock", "number"), [("3p", "1"), ("6p", "2"), ("9p", "3"), ("12p", "4")])
def test_j5_a_pond_bears_the_number_of_its_season(clock: str, number: str) -> None:
    after = apply(garden(clock=clock), None, "~12,11,22")
    grid = f"{number}{number}..../.{number}..../....../....../....../......"
    following = {"3p": "4", "6p": "7", "9p": "10", "12p": "end"}[clock]
    assert write(after) == f"{BARE} {grid} {following} 0"


def test_a_turn_needs_a_roll_and_a_pond_decision_takes_none() -> None:
    with pytest.raises(ValueError, match="roll"):
        legal_moves(jardin.start(), None)
    with pytest.raises(ValueError, match="roll"):
        apply(jardin.start(), None, "-")
    with pytest.raises(ValueError, match="roll"):
        legal_moves(garden(clock="3p"), "123")
    with pytest.raises(ValueError, match="roll"):
        apply(garden(clock="3p"), "123", "*L11")
    for move in ("X", "*L11", "1:L11+B12"):
        with pytest.raises(ValueError, match="illegal"):
            apply(garden(clock="3p"), None, move)


def test_after_the_end_nothing_is_legal() -> None:
    assert legal_moves(garden(), None) == set()
    for move in ("-", "~11", "X"):
        with pytest.raises(ValueError, match="over"):
            apply(garden(), None, move)


@pytest.mark.parametrize(("clock", "letter"), [("1", "t"), ("6", "t"), ("7", "T"), ("12", "T")])
def test_j9_a_tree_remembers_when_it_was_drawn(clock: str, letter: str) -> None:
    drawn = apply(garden(clock=clock), "134", "1:T11+R12")
    pruned = apply(garden(clock=clock), "134", "*T11")
    assert drawn.decorations == {(1, 1): letter, (1, 2): "R"}
    assert pruned.decorations == {(1, 1): letter}


def test_applying_a_move_leaves_the_garden_before_it_alone() -> None:
    before = garden(clock="3p")
    apply(before, None, "~11")
    assert before == garden(clock="3p")
    first = jardin.start()
    apply(first, "123", "*L11")
    assert first == Garden({}, {}, "1", 0)


# --- Ponds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "expected"), [(1, 1), (2, 13), (3, 213), (4, 9349)])
def test_j6_ponds_of_the_upper_left_corner_are_counted(size: int, expected: int) -> None:
    assert count_ponds(jardin.start(), corner(size)) == expected


def test_j6_growing_finds_what_trying_every_set_finds() -> None:
    position = garden(ponds="..1.../....../....../....../....../......", clock="6p")
    allowed = sorted(set(product((1, 2, 3, 4), (1, 2, 3))))
    tried = {
        frozenset(candidate)
        for size in range(len(allowed) + 1)
        for candidate in combinations(allowed, size)
        if jardin.is_legal_pond(position, frozenset(candidate))
    }
    grown = list(jardin.legal_ponds_within(position, set(allowed)))
    assert len(grown) == len(set(grown)) == count_ponds(position, set(allowed))
    assert set(grown) == tried


def test_j6_ponds_can_be_taken_one_by_one_from_an_open_garden() -> None:
    some = list(islice(jardin.legal_ponds(jardin.start()), 500))
    assert len(set(some)) == 500
    assert all(jardin.is_legal_pond(jardin.start(), pond) for pond in some)


@pytest.mark.parametrize(
    ("pond", "legal"),
    [
        ("", False),
        ("33", True),
        ("33 44", False),  # not connected
        ("11 12 21", True),
        ("12 22 21", True),  # cuts a corner off
        ("22 23 24 32 34 42 43 44", False),  # a ring
        ("22 23 24 32 42 43 44", True),  # the ring opened
        ("22 23 24 32 34 42 43", False),  # closed by its corners alone
        ("12 22 32 31", True),  # earth behind it still touches the edge
        ("07", False),
        ("16 17", False),  # beyond the grid
    ],
)
def test_j6_a_first_pond(pond: str, legal: bool) -> None:
    assert jardin.is_legal_pond(garden(clock="3p"), spaces(pond)) is legal


@pytest.mark.parametrize(
    ("pond", "legal"),
    [
        ("33", False),  # the other pond itself
        ("34", False),  # beside it
        ("44", False),  # corner to corner
        ("35", True),
        ("35 34", False),
        ("55 54 53", True),
        ("13 12 11 21 31 41 51 52 53", True),  # around the other at a distance, open to the edge
        ("11 12 13 14 15 25 35 45 55 54 53 52 51 41 31 21", False),  # a ring around the other
    ],
)
def test_j6_a_pond_with_another_one_in_the_garden(pond: str, legal: bool) -> None:
    position = garden(ponds="....../....../..1.../....../....../......", clock="6p")
    assert jardin.is_legal_pond(position, spaces(pond)) is legal
    if pond:
        text = "~" + ",".join(pond.split())
        if legal:
            assert read(write(apply(position, None, text))).clock == "7"
        else:
            with pytest.raises(ValueError, match="illegal"):
                apply(position, None, text)


def test_j6_decorated_spaces_may_be_outlined_and_are_kept() -> None:
    position = garden("RM..../....../....../....../....../......", clock="3p")
    after = apply(position, None, "~11,21")
    assert after.decorations == position.decorations
    assert (score(after)["rock"], score(after)["moss"]) == (2, 1)


# Water over the four upper rows leaves row 6 alone for another pond: 21 strips.
FLOODED = "111111/111111/111111/111111/....../......"


def test_j6_the_pond_decision_lists_every_pond_and_none() -> None:
    moves = legal_moves(garden(ponds=FLOODED, clock="6p"), None)
    assert len(moves) == 1 + 21
    assert {"-", "~61", "~61,62", "~61,62,63,64,65,66"} <= moves


# --- Counting ------------------------------------------------------------------------------------


def test_the_first_turn_has_16416_outcomes() -> None:
    # 20 rolls of three different, 30 with a pair, 6 of three alike.
    assert perft(jardin.start(), 0) == 1
    assert perft(jardin.start(), 1) == 20 * 438 + 30 * 237 + 6 * 91 == 16416


def test_counting_goes_through_skips_prunings_and_draws() -> None:
    assert perft(garden(FULL, clock="1"), 2) == 56 * 56
    # One space left: each different die may be pruned, 20 * 3 + 30 * 2 + 6; then all is full.
    assert perft(garden(ONE_EMPTY, clock="1", prunings=2), 2) == 126 * 56
    assert perft(garden(ONE_EMPTY, clock="1", prunings=3), 1) == 56
    # 11 and 12 left: the 21 rolls with a 1 give 36 draws, the other 35 are skipped.
    two_left = garden(TWO_EMPTY, clock="1", prunings=3)
    assert perft(two_left, 1) == 36 + 35
    assert perft(two_left, 2) == 36 * 56 + 35 * (36 + 35)


def test_counting_goes_through_pond_decisions_and_stops_at_the_end() -> None:
    position = garden(FULL, FLOODED, clock="6p", prunings=3)
    assert perft(position, 1) == 22
    assert perft(position, 2) == 22 * 56
    last = garden(FULL, FLOODED, clock="12p")
    assert perft(last, 1) == 22
    assert perft(last, 2) == 0
    assert perft(garden(), 0) == 1
    assert perft(garden(), 1) == 0


# --- Whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_game_at_random_stays_readable_and_ends(seed: int) -> None:
    choice = random.Random(seed)
    position = jardin.start()
    plies = 0
    while position.clock != "end":
        roll: str | None = None
        if jardin.is_pond_clock(position):
            block = {(row, column) for row, column in corner(6) if choice.random() < 0.35}
            ponds = list(islice(jardin.legal_ponds_within(position, block), 200))
            texts = [",".join(f"{row}{column}" for row, column in pond) for pond in ponds]
            move = choice.choice(["-", *("~" + text for text in texts)])
        else:
            roll = "".join(choice.choices("123456", k=3))
            moves = sorted(legal_moves(position, roll))
            assert moves
            assert all(jardin.canonical_move(move) == move for move in moves)
            move = choice.choice(moves)
        drawn_before = len(position.decorations) + position.prunings
        position = apply(position, roll, move)
        assert read(write(position)) == position
        if roll is not None and move != "X":
            assert len(position.decorations) + position.prunings == drawn_before + 2
        plies += 1
    assert plies == 16
    assert score(position)["total"] == sum(
        value for criterion, value in score(position).items() if criterion != "total"
    )
