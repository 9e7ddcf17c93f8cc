#include <pybind11/native_enum.h>
#include <pybind11/numpy.h>
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "niwashi/jardin/moves.hpp"
#include "niwashi/jardin/notation.hpp"
#include "niwashi/jardin/playout.hpp"
#include "niwashi/jardin/ponds.hpp"
#include "niwashi/jardin/score.hpp"

namespace py = pybind11;
using namespace niwashi;
using namespace niwashi::jardin;

namespace {

std::vector<Space> to_spaces(Bitboard set) {
    std::vector<Space> spaces;
    while (set != 0) spaces.push_back(pop_first(set));
    return spaces;
}

Bitboard to_bitboard(const std::vector<Space>& spaces) {
    Bitboard set = 0;
    for (const Space space : spaces) {
        if (space < 0 || space >= space_count) {
            throw py::value_error("a space is 0 to 35, not " + std::to_string(space));
        }
        set |= bit(space);
    }
    return set;
}

// The bytes of a str, also of one that no encoding can hold (a lone surrogate becomes '?'), so that
// the readers get to refuse it.
std::string bytes_of(const py::str& text) {
    return text.attr("encode")("utf-8", "replace").cast<std::string>();
}

Decoration to_decoration(char letter) {
    const std::size_t at = decoration_letters.find(letter);
    if (letter == '\0' || at == std::string_view::npos) {
        throw py::value_error(std::string("a decoration is one of LBTRM=, not ") + letter);
    }
    return static_cast<Decoration>(at);
}

std::string represent(const char* name, const std::string& text) {
    return std::string(name) + "('" + text + "')";
}

// Which spaces score, as lists, in the order of ScoringSpaces.
py::dict scoring_spaces_as_dict(const Position& position) {
    const ScoringSpaces spaces = scoring_spaces(position);
    py::dict result;
    result["lantern"] = to_spaces(spaces.lantern);
    result["bamboo"] = to_spaces(spaces.bamboo);
    result["tree"] = to_spaces(spaces.tree);
    result["rock"] = to_spaces(spaces.rock);
    result["moss"] = to_spaces(spaces.moss);
    result["bridge"] = to_spaces(spaces.bridge);
    result["empty_earth"] = to_spaces(spaces.empty_earth);
    result["misplaced"] = to_spaces(spaces.misplaced);
    return result;
}

using PositionArray = py::array_t<Position, py::array::c_style>;
using ScoreArray = py::array_t<ScoreBreakdown, py::array::c_style>;

// niwashi.jardin.batch hands over arrays of the right dtype, aligned and contiguous.
void check_one_dimensional(const PositionArray& positions) {
    if (positions.ndim() != 1) {
        throw py::value_error("positions: a one-dimensional array is wanted");
    }
}

ScoreArray score_batch(const PositionArray& positions) {
    check_one_dimensional(positions);
    ScoreArray scores(positions.size());
    const Position* in = positions.data();
    ScoreBreakdown* out = scores.mutable_data();
    const auto n = static_cast<std::size_t>(positions.size());
    py::gil_scoped_release release;
    for (std::size_t i = 0; i < n; ++i) out[i] = score(in[i]);
    return scores;
}

PositionArray positions_from(const std::vector<Position>& positions) {
    PositionArray array(static_cast<py::ssize_t>(positions.size()));
    std::copy(positions.begin(), positions.end(), array.mutable_data());
    return array;
}

PositionArray random_games_array(const Position& start, py::ssize_t games, std::uint64_t seed,
                                 const py::str& faces) {
    if (games < 0) throw py::value_error("games: a negative number");
    const Faces table = faces_from_text(bytes_of(faces));
    validate(start);
    PositionArray array(games);
    const std::span<Position> out(array.mutable_data(), static_cast<std::size_t>(games));
    py::gil_scoped_release release;
    random_games(start, seed, out, table);
    return array;
}

}  // namespace

void bind_jardin(py::module_& module) {
    module.doc() = "Jardín Japonés: positions, moves, ponds, scores and their texts.";
    module.attr("standard_faces") = to_text(standard_faces);

    py::class_<Position>(
        module, "Position",
        "One player's sheet between two decisions; `Position()` is the empty sheet at turn "
        "1.\n\nIt holds no roll. Immutable and hashable; spaces are numbers 0 to 35, row by row.")
        .def(py::init<>())
        .def_static(
            "from_text", [](const py::str& text) { return position_from_text(bytes_of(text)); },
            py::arg("text"), "Reads a position; raises InvalidText for what is none.")
        .def(
            "to_text", [](const Position& p) { return to_text(p); }, "The position on one line.")
        .def_property_readonly(
            "clock", &clock_to_text,
            "What comes next: `1` to `12`, `3p`, `6p`, `9p`, `12p` or `end` (J5).")
        .def_property_readonly(
            "prunings", [](const Position& p) { return p.prunings; }, "Prunings used, 0 to 3 (J3).")
        .def_property_readonly(
            "turn", [](const Position& p) { return turn(p); },
            "The turn that is next or was drawn last, 1 to 12; 13 at the end.")
        .def_property_readonly(
            "season", [](const Position& p) { return season(p); },
            "Of that turn: 0 autumn, 1 winter, 2 spring, 3 summer; 4 at the end.")
        .def_property_readonly(
            "turns_left", [](const Position& p) { return turns_left(p); },
            "Rolls still to come, 0 to 12.")
        .def_property_readonly(
            "ponds_left", [](const Position& p) { return ponds_left(p); },
            "Pond decisions still to come, 0 to 4.")
        .def_property_readonly(
            "is_over", [](const Position& p) { return is_over(p); },
            "True at the end, when no move is left.")
        .def_property_readonly(
            "is_pond_decision", [](const Position& p) { return is_pond_decision(p); },
            "True if a pond may be traced now; false if a roll comes next, and at the end.")
        .def(
            "decoration_at",
            [](const Position& p, Space space) -> std::optional<std::string> {
                const Bitboard here = to_bitboard({space});
                if ((p.late_trees & here) != 0) return "T";
                if ((p[Decoration::tree] & here) != 0) return "t";
                for (std::size_t i = 0; i < decoration_count; ++i) {
                    if ((p.decorations[i] & here) != 0)
                        return std::string(1, decoration_letters[i]);
                }
                return std::nullopt;
            },
            py::arg("space"),
            "The letter on a space, `t` for a tree of autumn or winter; None if it is empty.")
        .def(
            "spaces_of",
            [](const Position& p, char letter) { return to_spaces(p[to_decoration(letter)]); },
            py::arg("letter"),
            "The spaces with a decoration, one of `LBTRM=`; `T` means every tree.")
        .def_property_readonly(
            "late_trees", [](const Position& p) { return to_spaces(p.late_trees); },
            "The spaces with trees of spring and summer.")
        .def_property_readonly(
            "ponds",
            [](const Position& p) {
                std::vector<std::vector<Space>> ponds;
                for (const Bitboard pond : p.ponds) ponds.push_back(to_spaces(pond));
                return ponds;
            },
            "The spaces of the pond of each season, autumn first; empty where none was traced.")
        .def_property_readonly(
            "water", [](const Position& p) { return to_spaces(p.water()); },
            "The spaces of all ponds.")
        .def_property_readonly(
            "pondable", [](const Position& p) { return to_spaces(pondable(p.water())); },
            "The spaces that a further pond may cover: dry, with no water around (J6).")
        .def(py::self == py::self)
        .def("__hash__", [](const Position& p) { return py::hash(py::str(to_text(p))); })
        .def("__str__", [](const Position& p) { return to_text(p); })
        .def("__repr__", [](const Position& p) { return represent("Position", to_text(p)); })
        .def("__copy__", [](const Position& p) { return p; })
        .def("__deepcopy__", [](const Position& p, const py::dict&) { return p; })
        .def(py::pickle([](const Position& p) { return to_text(p); },
                        [](const std::string& text) { return position_from_text(text); }));

    py::class_<Roll>(module, "Roll",
                     "Three dice, a multiset: `521` and `125` are the same roll (J1).")
        .def_static(
            "from_text",
            [](const py::str& text, const py::str& faces) {
                return roll_from_text(bytes_of(text), faces_from_text(bytes_of(faces)));
            },
            py::arg("text"), py::arg("faces") = "LBTRM=",
            "Reads three digits 1 to 6. `faces` says which decoration each face gives.\n\nRaises "
            "InvalidText.")
        .def(
            "to_text", [](const Roll& r) { return to_text(r); }, "Three digits, ascending.")
        .def_property_readonly(
            "locations",
            [](const Roll& r) {
                return std::array<int, 3>{r.dice[0].location, r.dice[1].location,
                                          r.dice[2].location};
            },
            "The three locations, ascending, 1 to 6.")
        .def_property_readonly(
            "decorations",
            [](const Roll& r) {
                std::string letters;
                for (const Die& die : r.dice) {
                    letters += decoration_letters[static_cast<std::size_t>(die.decoration)];
                }
                return letters;
            },
            "Their decorations, three letters in the same order.")
        .def(py::self == py::self)
        .def("__hash__",
             [](const Roll& r) {
                 std::string key;
                 for (const Die& die : r.dice) {
                     key += static_cast<char>(die.location * 8 + static_cast<int>(die.decoration));
                 }
                 return py::hash(py::str(key));
             })
        .def("__str__", [](const Roll& r) { return to_text(r); })
        .def("__repr__", [](const Roll& r) { return represent("Roll", to_text(r)); })
        .def(py::pickle(
            [](const Roll& r) {
                py::list state;
                for (const Die& die : r.dice) {
                    state.append(py::make_tuple(die.location, static_cast<int>(die.decoration)));
                }
                return py::tuple(state);
            },
            [](const py::tuple& state) {
                Roll roll;
                for (std::size_t i = 0; i < 3; ++i) {
                    const auto die = state[i].cast<std::pair<int, int>>();
                    if (die.first < 1 || die.first > 6 || die.second < 0 ||
                        die.second >= decoration_count) {
                        throw py::value_error("no such die");
                    }
                    roll.dice[i] = {static_cast<std::uint8_t>(die.first),
                                    static_cast<Decoration>(die.second)};
                }
                return roll;
            }));

    py::native_enum<MoveKind>(
        module, "MoveKind", "enum.Enum",
        "What a move does: draws (J2), prunes (J3), skips (J4), traces a pond or none (J5).")
        .value("NO_POND", MoveKind::no_pond)
        .value("POND", MoveKind::pond)
        .value("DRAW", MoveKind::draw)
        .value("PRUNE", MoveKind::prune)
        .value("SKIP", MoveKind::skip)
        .finalize();

    py::class_<Move>(module, "Move",
                     "A move: what is drawn and where, or which pond is traced.\n\nMoves are "
                     "ordered as `legal_moves` lists them.")
        .def_static(
            "from_text", [](const py::str& text) { return move_from_text(bytes_of(text)); },
            py::arg("text"), "Reads a move, in any order of its parts; raises InvalidText.")
        .def_static(
            "pond",
            [](const std::vector<Space>& spaces) {
                if (spaces.empty()) throw py::value_error("a pond has at least one space");
                return Move::pond(to_bitboard(spaces));
            },
            py::arg("spaces"),
            "The pond of these spaces; whether it may be traced is for `apply` to say.")
        .def(
            "to_text", [](const Move& m) { return to_text(m); },
            "The move in its one canonical text.")
        .def_property_readonly("kind", &Move::kind, "What the move does.")
        .def_property_readonly(
            "location",
            [](const Move& m) -> std::optional<int> {
                if (m.kind() != MoveKind::draw) return std::nullopt;
                return m.location();
            },
            "Of a draw: the location that was chosen, 1 to 6. None otherwise.")
        .def_property_readonly(
            "spaces", [](const Move& m) { return to_spaces(m.spaces()); },
            "The spaces that are decorated or become water, ascending.")
        .def_property_readonly(
            "placings",
            [](const Move& m) {
                std::vector<std::pair<std::string, Space>> placings;
                const auto add = [&](Decoration decoration, Space space) {
                    placings.emplace_back(
                        std::string(1, decoration_letters[static_cast<std::size_t>(decoration)]),
                        space);
                };
                if (m.kind() == MoveKind::draw || m.kind() == MoveKind::prune) {
                    add(m.first(), m.first_space());
                }
                if (m.kind() == MoveKind::draw) add(m.second(), m.second_space());
                return placings;
            },
            "Pairs of letter and space: two of a draw, one of a pruning, otherwise none.")
        .def(py::self == py::self)
        .def(py::self < py::self)
        .def("__hash__", [](const Move& m) { return py::hash(py::int_(m.code())); })
        .def("__str__", [](const Move& m) { return to_text(m); })
        .def("__repr__", [](const Move& m) { return represent("Move", to_text(m)); })
        .def(py::pickle([](const Move& m) { return to_text(m); },
                        [](const std::string& text) { return move_from_text(text); }));

    py::class_<ScoreBreakdown>(module, "ScoreBreakdown",
                               "The points of a garden by rule (J7 to J14).")
        .def_readonly("lantern", &ScoreBreakdown::lantern, "Points of lanterns (J7).")
        .def_readonly("bamboo", &ScoreBreakdown::bamboo, "Points of bamboo (J8).")
        .def_readonly("tree", &ScoreBreakdown::tree, "Points of trees (J9).")
        .def_readonly("rock", &ScoreBreakdown::rock, "Points of rocks (J10).")
        .def_readonly("moss", &ScoreBreakdown::moss, "Points of moss (J11).")
        .def_readonly("bridge", &ScoreBreakdown::bridge, "Points of bridges (J12).")
        .def_readonly("pond", &ScoreBreakdown::pond, "Points of ponds (J13).")
        .def_readonly("penalty", &ScoreBreakdown::penalty, "Penalties, 0 or less (J14).")
        .def_readonly("total", &ScoreBreakdown::total, "The sum of all parts.")
        .def(
            "as_dict",
            [](const ScoreBreakdown& s) {
                py::dict d;
                d["lantern"] = s.lantern;
                d["bamboo"] = s.bamboo;
                d["tree"] = s.tree;
                d["rock"] = s.rock;
                d["moss"] = s.moss;
                d["bridge"] = s.bridge;
                d["pond"] = s.pond;
                d["penalty"] = s.penalty;
                d["total"] = s.total;
                return d;
            },
            "The parts by name, `total` last.")
        .def(py::self == py::self)
        .def("__repr__", [](const ScoreBreakdown& s) {
            return "ScoreBreakdown(total=" + std::to_string(s.total) + ")";
        });

    py::class_<PondTable>(
        module, "PondTable",
        "Every pond within a set of spaces, in order, none of them listed: a lazy sequence of "
        "moves.\n\nWithout `allowed`, of the whole garden: 487,150,371 ponds.")
        .def(py::init([](const std::optional<std::vector<Space>>& allowed) {
                 return PondTable(allowed ? to_bitboard(*allowed) : whole_garden);
             }),
             py::arg("allowed") = py::none())
        .def("__len__", &PondTable::size)
        .def(
            "__getitem__",
            [](const PondTable& ponds, py::ssize_t index) {
                const auto size = static_cast<py::ssize_t>(ponds.size());
                if (index < 0) index += size;
                if (index < 0 || index >= size) throw py::index_error("pond number out of range");
                return Move::pond(ponds.at(static_cast<std::uint64_t>(index)));
            },
            py::arg("index"))
        .def("__iter__",
             [](const py::object& self) {
                 return py::reinterpret_steal<py::iterator>(PySeqIter_New(self.ptr()));
             })
        .def(
            "index_of",
            [](const PondTable& ponds, const Move& pond) {
                if (pond.kind() != MoveKind::pond) throw IllegalMove("this move is no pond");
                return ponds.index_of(pond.pond_spaces());
            },
            py::arg("pond"),
            "The number of a pond in the table; IllegalMove for a move that is none of them.");

    module.def(
        "is_pond_shape",
        [](const std::vector<Space>& spaces) { return is_pond_shape(to_bitboard(spaces)); },
        py::arg("spaces"), "True if the spaces form a pond in a garden without another (J6).");
    module.def(
        "is_legal_pond",
        [](const Position& p, const std::vector<Space>& spaces) {
            return is_legal_pond(p, to_bitboard(spaces));
        },
        py::arg("position"), py::arg("spaces"),
        "True if the spaces may be traced beside the ponds there are (J6), whatever the clock.");

    module.def(
        "to_move", [](const Position& p) { return to_move(p); }, py::arg("position"),
        "Who decides: 0, the player, at a pond decision; -1, the dice, at a turn; -2 at the end.");
    module.def("score", &score, py::arg("position"),
               "The points of a garden, finished or not (J7 to J14).");
    module.def("scoring_spaces", &scoring_spaces_as_dict, py::arg("position"),
               "The spaces that score by each rule, and those that cost a point.\n\nThe keys are "
               "the rules from `lantern` to `bridge`, then `empty_earth` and `misplaced` (J14).");
    module.def(
        "solo_rank", &solo_rank, py::arg("total"),
        "The rank of a solo game with this total, 0 to 5 (J16); its name is in `solo_rank_names`.");
    module.attr("solo_rank_names") =
        py::cast(std::vector<std::string>(solo_rank_names.begin(), solo_rank_names.end()));
    module.def("ranks_before", &ranks_before, py::arg("first"), py::arg("second"),
               "True if the first sheet ranks before the second: points, then leaves (J15).");

    module.def(
        "legal_draws",
        [](const Position& p, const Roll& roll) {
            if (to_move(p) != chance_player) throw IllegalMove("no roll is drawn now");
            const MoveList moves = legal_moves(p, roll);
            return std::vector<Move>(moves.begin(), moves.end());
        },
        py::arg("position"), py::arg("roll"), "The moves of a turn with this roll, sorted.");
    module.def(
        "count_draws",
        [](const Position& p, const Roll& roll) {
            if (to_move(p) != chance_player) throw IllegalMove("no roll is drawn now");
            return count_moves(p, roll);
        },
        py::arg("position"), py::arg("roll"), "How many moves a turn with this roll allows.");
    module.def(
        "apply",
        [](const Position& p, const Move& move, const std::optional<Roll>& roll) {
            return roll ? apply(p, *roll, move) : apply(p, move);
        },
        py::arg("position"), py::arg("move"), py::arg("roll") = py::none(),
        "The position after a move; at a turn the roll must be given.\n\nRaises IllegalMove with "
        "the reason.");
    module.def(
        "chance_outcomes",
        [](const py::str& faces) {
            std::vector<std::pair<Roll, int>> outcomes;
            for (const ChanceOutcome& o : chance_outcomes(faces_from_text(bytes_of(faces)))) {
                outcomes.emplace_back(o.roll, o.weight);
            }
            return outcomes;
        },
        py::arg("faces") = "LBTRM=",
        "The 56 rolls, each with how many of the 216 throws give it (J1).");
    module.def(
        "perft",
        [](const Position& p, int depth, const py::str& faces) {
            if (depth < 0) throw py::value_error("depth: a negative number");
            const Faces table = faces_from_text(bytes_of(faces));
            py::gil_scoped_release release;
            return perft(p, depth, table);
        },
        py::arg("position"), py::arg("depth"), py::arg("faces") = "LBTRM=",
        "How many ways there are to play `depth` plies on.\n\nA ply is a pond decision, or a turn: "
        "each of the 56 rolls with each of its moves.");
    module.def(
        "dice_from_text",
        [](const py::str& text, const py::str& faces) {
            return dice_from_text(bytes_of(text), faces_from_text(bytes_of(faces)));
        },
        py::arg("text"),
        py::arg("faces") = "LBTRM=", "Reads rolls separated by blanks; raises InvalidText.");
    module.def(
        "random_dice",
        [](std::uint64_t seed, int rolls, const py::str& faces) {
            if (rolls < 0) throw py::value_error("rolls: a negative number");
            const Faces table = faces_from_text(bytes_of(faces));
            search::Rng rng(seed, search::Stream::dice);
            std::vector<Roll> dice;
            for (int i = 0; i < rolls; ++i) dice.push_back(random_roll(rng, table));
            return dice;
        },
        py::arg("seed"), py::arg("rolls") = turn_count,
        py::arg("faces") = "LBTRM=", "A dice sequence that depends on the seed alone.");

    // Importing NumPy takes longer than everything else here, so it waits until a batch is wanted.
    module.def(
        "register_dtypes",
        [] {
            static bool registered = false;
            if (registered) return;
            registered = true;
            PYBIND11_NUMPY_DTYPE(Position, decorations, late_trees, ponds, clock, prunings);
            PYBIND11_NUMPY_DTYPE(ScoreBreakdown, lantern, bamboo, tree, rock, moss, bridge, pond,
                                 penalty, total);
        },
        "Must be called before anything else here that has to do with arrays.");
    module.def(
        "position_dtype", [] { return py::dtype::of<Position>(); },
        "The dtype of an array of positions.");
    module.def(
        "score_dtype", [] { return py::dtype::of<ScoreBreakdown>(); },
        "The dtype of an array of scores.");
    module.def("positions_array", &positions_from, py::arg("positions"),
               "Positions as an array, shape (n,).");
    module.def(
        "positions_from_array",
        [](const PositionArray& array) {
            check_one_dimensional(array);
            std::vector<Position> positions(array.data(), array.data() + array.size());
            for (std::size_t i = 0; i < positions.size(); ++i) {
                try {
                    validate(positions[i]);
                } catch (const InvalidText& error) {
                    throw InvalidText("array[" + std::to_string(i) + "]: " + error.what());
                }
            }
            return positions;
        },
        py::arg("array").noconvert(),
        "The positions of an array, each checked; raises InvalidText.");
    module.def("score_batch", &score_batch, py::arg("positions").noconvert(),
               "The points of an array of positions, shape (n,), without the GIL.");
    module.def("random_games", &random_games_array, py::arg("start"), py::arg("games"),
               py::arg("seed"), py::arg("faces") = "LBTRM=",
               "The ends of random games, shape (games,); game i depends on the seed and i alone.");
}
