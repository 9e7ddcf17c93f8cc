#include <pybind11/native_enum.h>
#include <pybind11/numpy.h>
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <tuple>

#include "bindings.hpp"
#include "niwashi/stone/moves.hpp"
#include "niwashi/stone/notation.hpp"
#include "niwashi/stone/playout.hpp"
#include "niwashi/stone/score.hpp"
#include "niwashi/text.hpp"
#include "with_edition.hpp"

namespace py = pybind11;
using namespace niwashi;
using namespace niwashi::stone;

namespace {

struct PyPlayer {
    EditionPtr edition;
    Player value;
};
struct PyPlayout {
    EditionPtr edition;
    Playout value;
};

using TileTuple = std::tuple<std::string, std::string, int, std::string, std::string, std::string,
                             std::string, std::vector<std::string>>;
using CardTuple = std::tuple<std::string, int, std::vector<std::string>>;
using Source = std::tuple<std::string, std::string, std::vector<TileTuple>, std::vector<CardTuple>>;

EditionText to_edition_text(const std::string& name, const std::string& provenance,
                            const std::vector<TileTuple>& tiles,
                            const std::vector<CardTuple>& cards) {
    EditionText text{name, provenance, {}, {}};
    for (const auto& [id, surface, tile_count, n, e, s, w, arcs] : tiles) {
        text.tiles.push_back({id, surface, tile_count, n, e, s, w, arcs});
    }
    for (const auto& [id, points, layout] : cards)
        text.name_gardens.push_back({id, points, layout});
    return text;
}

Source to_source(const EditionText& text) {
    Source source{text.name, text.provenance, {}, {}};
    for (const TileText& t : text.tiles) {
        std::get<2>(source).emplace_back(t.id, t.surface, t.count, t.north, t.east, t.south, t.west,
                                         t.arcs);
    }
    for (const NameGardenText& card : text.name_gardens) {
        std::get<3>(source).emplace_back(card.id, card.points, card.layout);
    }
    return source;
}

std::vector<Space> to_spaces(Spaces set) {
    std::vector<Space> spaces;
    while (set != 0) spaces.push_back(pop_first(set));
    return spaces;
}

void check_number(int number, int end, const char* name) {
    if (number < 0 || number >= end) {
        throw py::index_error(std::string(name) + " " + std::to_string(number) + " is not 0 to " +
                              std::to_string(end - 1));
    }
}

std::optional<std::string> name_garden_id(const Edition& edition, std::uint8_t card) {
    if (card >= edition.name_gardens().size()) return std::nullopt;
    return edition.name_gardens()[card].id;
}

std::optional<std::string> master_id(std::uint8_t card) {
    if (card >= master_count) return std::nullopt;
    return std::string(master_names[card]);
}

std::optional<std::string> tile_id(const Edition& edition, std::uint8_t tile) {
    if (tile == no_tile) return std::nullopt;
    return edition.tile_id(tile);
}

py::dict count_tiles(const Edition& edition, const std::array<std::uint8_t, max_tiles>& counts) {
    py::dict result;
    for (int tile = 0; tile < edition.tile_kinds(); ++tile) {
        const int here = counts[static_cast<std::size_t>(tile)];
        if (here > 0) result[py::str(edition.tile_id(tile))] = here;
    }
    return result;
}

template <class Value>
std::vector<With<Value>> with_edition(const EditionPtr& edition, const std::vector<Value>& values) {
    std::vector<With<Value>> result;
    result.reserve(values.size());
    for (const Value& value : values) result.push_back({edition, value});
    return result;
}

int find_card(const Edition& edition, const std::optional<std::string>& id) {
    if (!id) return -1;
    const int card = edition.find_name_garden(*id);
    if (card < 0) throw InvalidText("card: unknown Name Garden " + quoted(*id));
    return card;
}

using Bytes = py::array_t<std::uint8_t, py::array::c_style | py::array::forcecast>;
using Shorts = py::array_t<std::int16_t, py::array::c_style | py::array::forcecast>;

template <class Array>
auto span_of(const std::optional<Array>& array) {
    using Value = typename Array::value_type;
    if (!array) return std::span<const Value>();
    return std::span<const Value>(array->data(), static_cast<std::size_t>(array->size()));
}

Shorts score_arrays(const EditionPtr& edition, const Bytes& faces, const Bytes& stones,
                    const std::optional<Shorts>& cards, const std::optional<Bytes>& virtue) {
    if (faces.ndim() != 2 || faces.shape(1) != space_count) {
        throw py::value_error("faces: an array of shape (gardens, 15) is wanted");
    }
    Shorts out({faces.shape(0), static_cast<py::ssize_t>(breakdown_size)});
    const std::span<const std::uint8_t> face_span(faces.data(),
                                                  static_cast<std::size_t>(faces.size()));
    const std::span<const std::uint8_t> stone_span(stones.data(),
                                                   static_cast<std::size_t>(stones.size()));
    const auto card_span = span_of(cards);
    const auto virtue_span = span_of(virtue);
    const std::span<std::int16_t> out_span(out.mutable_data(),
                                           static_cast<std::size_t>(out.size()));
    py::gil_scoped_release release;
    score_batch(*edition, face_span, stone_span, card_span, virtue_span, out_span);
    return out;
}

template <class Type>
py::class_<With<Type>> bind_text_class(py::module_& module, const char* name, const char* doc) {
    using Class = With<Type>;
    const auto represent = [name](const Class& self) {
        return std::string(name) + "('" + self.text() + "')";
    };
    return py::class_<Class>(module, name, doc)
        .def("to_text", &Class::text, "The text of `docs/notation-stone.md`, on one line.")
        .def_property_readonly(
            "edition", [](const Class& self) { return self.edition; }, "What it is read with.")
        .def(py::self == py::self)
        .def("__hash__", [](const Class& self) { return py::hash(py::str(self.text())); })
        .def("__str__", &Class::text)
        .def("__repr__", represent)
        .def("__copy__", [](const Class& self) { return self; })
        .def("__deepcopy__", [](const Class& self, const py::dict&) { return self; });
}

void bind_edition(py::module_& module) {
    const auto arguments = [](auto&& define) {
        define(py::arg("name"), py::arg("provenance"), py::arg("tiles"), py::arg("name_gardens"));
    };
    arguments([&](auto... args) {
        module.def(
            "edition_problems",
            [](const std::string& name, const std::string& provenance,
               const std::vector<TileTuple>& tiles, const std::vector<CardTuple>& cards) {
                return problems(to_edition_text(name, provenance, tiles, cards));
            },
            args...);
        module.def(
            "edition_warnings",
            [](const std::string& name, const std::string& provenance,
               const std::vector<TileTuple>& tiles, const std::vector<CardTuple>& cards) {
                return warnings(to_edition_text(name, provenance, tiles, cards));
            },
            args...);
    });

    py::class_<Face>(
        module, "Face",
        "A tile as it lies. Edges are numbers, equal where the strings of the edition are (S2).")
        .def_readonly("north", &Face::north, "The northern edge.")
        .def_readonly("east", &Face::east, "The eastern edge.")
        .def_readonly("south", &Face::south, "The southern edge.")
        .def_readonly("west", &Face::west, "The western edge.")
        .def_readonly("pattern", &Face::pattern,
                      "Equal if and only if surface, edges and arcs are.")
        .def_property_readonly(
            "arcs",
            [](const Face& face) {
                std::vector<std::string> names;
                for (std::size_t i = 0; i < corner_names.size(); ++i) {
                    if ((face.arcs >> i & 1) != 0) {
                        names.emplace_back(corner_names[i]);
                    }
                }
                return names;
            },
            "The corners with a quarter of a whirlpool: `nw`, `ne`, `sw`, `se`.")
        .def_property_readonly(
            "is_moss", [](const Face& face) { return face.moss != 0; },
            "True for moss, false for sand.");

    py::class_<NameGarden>(module, "NameGarden", "A Name Garden card (S15).")
        .def_readonly("id", &NameGarden::id, "Its name in the edition.")
        .def_readonly("points", &NameGarden::points, "What it is worth.")
        .def_property_readonly(
            "stones",
            [](const NameGarden& card) {
                py::dict stones;
                for (const Stone stone : all_stones) {
                    const auto at = static_cast<std::size_t>(stone);
                    if (card.stones[at] == 0) continue;
                    stones[py::str(std::string(1, stone_letters[at]))] = to_spaces(card.stones[at]);
                }
                if (card.any != 0) stones["*"] = to_spaces(card.any);
                return stones;
            },
            "Spaces by the stone that must stand there, a letter; `*` is any stone.");

    py::class_<Edition, std::shared_ptr<Edition>>(
        module, "Edition",
        "The tiles and Name Gardens a game is played with (S1); raises InvalidText for what is no "
        "edition.\n\n`load_edition` and `read_edition` read the file. Tile t has the faces 2t, as "
        "printed, and 2t + 1, turned.")
        .def(py::init([](const std::string& name, const std::string& provenance,
                         const std::vector<TileTuple>& tiles, const std::vector<CardTuple>& cards) {
                 return std::make_shared<Edition>(to_edition_text(name, provenance, tiles, cards));
             }),
             py::arg("name"), py::arg("provenance"), py::arg("tiles"), py::arg("name_gardens"))
        .def_property_readonly(
            "name", [](const Edition& e) { return e.name(); }, "What it is called.")
        .def_property_readonly(
            "provenance", [](const Edition& e) { return e.text().provenance; },
            "Where its tiles and cards come from, to be shown to the user.")
        .def_property_readonly(
            "source", [](const Edition& e) { return to_source(e.text()); }, "Its four arguments.")
        .def_property_readonly(
            "tile_ids",
            [](const Edition& e) {
                std::vector<std::string> ids;
                for (int i = 0; i < e.tile_kinds(); ++i) {
                    ids.push_back(e.tile_id(i));
                }
                return ids;
            },
            "The tiles, in order.")
        .def_property_readonly(
            "tile_counts",
            [](const Edition& e) {
                std::vector<int> counts;
                for (int i = 0; i < e.tile_kinds(); ++i) {
                    counts.push_back(e.tile_count(i));
                }
                return counts;
            },
            "How many there are of each.")
        .def_property_readonly(
            "tile_count", [](const Edition& e) { return e.tile_count(); },
            "How many tiles there are in all.")
        .def_property_readonly(
            "faces",
            [](const Edition& e) {
                std::vector<Face> faces;
                for (int i = 0; i < e.face_count(); ++i) {
                    faces.push_back(e.face(i));
                }
                return faces;
            },
            "The faces, two for each tile.")
        .def_property_readonly(
            "name_gardens", [](const Edition& e) { return e.name_gardens(); },
            "The cards, in order.")
        .def(
            "canonical",
            [](const Edition& e, int face) {
                check_number(face, e.face_count(), "face");
                return e.canonical(face);
            },
            py::arg("face"), "The face as texts name it: unturned where turning changes nothing.")
        .def(
            "connects_below",
            [](const Edition& e, int upper, int lower) {
                check_number(upper, e.face_count(), "face");
                check_number(lower, e.face_count(), "face");
                return e.connects_below(upper, lower);
            },
            py::arg("upper"), py::arg("lower"),
            "True if the tiles connect, one above the other (S3).")
        .def(
            "connects_beside",
            [](const Edition& e, int left, int right) {
                check_number(left, e.face_count(), "face");
                check_number(right, e.face_count(), "face");
                return e.connects_beside(left, right);
            },
            py::arg("left"), py::arg("right"), "True if the tiles connect, side by side (S3).")
        .def(
            "face_to_text",
            [](const Edition& e, int face) {
                check_number(face, e.face_count(), "face");
                return face_to_text(e, face);
            },
            py::arg("face"), "The tile's id, with `'` if it is turned.")
        .def("face_from_text", &face_from_text, py::arg("text"),
             "The number of a face; raises InvalidText.")
        .def("allows", &Edition::allows, py::arg("players"),
             "True if there are enough tiles and cards for so many players (S1).")
        .def(
            "__eq__",
            [](const Edition& left, const Edition& right) { return left.text() == right.text(); },
            py::is_operator())
        .def("__hash__", [](const Edition& e) { return py::hash(py::cast(e.name())); })
        .def("__repr__", [](const Edition& e) { return "Edition('" + e.name() + "')"; })
        .def("__copy__", [](const std::shared_ptr<Edition>& e) { return e; })
        .def("__deepcopy__", [](const std::shared_ptr<Edition>& e, const py::dict&) { return e; })
        .def(py::pickle([](const Edition& e) { return to_source(e.text()); },
                        [](const Source& s) {
                            return std::make_shared<Edition>(to_edition_text(
                                std::get<0>(s), std::get<1>(s), std::get<2>(s), std::get<3>(s)));
                        }));
}

void bind_garden(py::module_& module) {
    auto garden =
        bind_text_class<Garden>(module, "Garden",
                                "A player's tiles, stones and monk. Spaces are numbers 0 to 14, "
                                "row by row.\n\n`Garden(edition)` is the empty one.");
    garden
        .def(py::init([](const EditionPtr& edition) { return PyGarden{edition, Garden{}}; }),
             py::arg("edition"))
        .def_static(
            "from_text",
            [](const EditionPtr& edition, std::string_view text) {
                return PyGarden{edition, garden_from_text(*edition, text)};
            },
            py::arg("edition"), py::arg("text"),
            "Reads a garden; raises InvalidText, also for stones that S5 never allows.")
        .def_property_readonly(
            "faces",
            [](const PyGarden& g) {
                std::vector<std::optional<int>> faces;
                for (Space space = 0; space < space_count; ++space) {
                    const int face = g.value.face(space);
                    faces.push_back(face == no_face ? std::nullopt : std::optional<int>(face));
                }
                return faces;
            },
            "By space: the number of the face in the edition, or None.")
        .def_property_readonly(
            "stones",
            [](const PyGarden& g) {
                std::vector<std::optional<std::string>> stones(space_count);
                for (const Stone stone : all_stones) {
                    for (const Space space : to_spaces(g.value[stone])) {
                        stones[static_cast<std::size_t>(space)] =
                            std::string(1, stone_letters[static_cast<std::size_t>(stone)]);
                    }
                }
                return stones;
            },
            "By space: one of `HSRLB`, or None.")
        .def_property_readonly(
            "monk",
            [](const PyGarden& g) -> std::optional<int> {
                if (g.value.monk == no_monk) return std::nullopt;
                return g.value.monk;
            },
            "The monk's space, or None.")
        .def_property_readonly(
            "is_full", [](const PyGarden& g) { return g.value.is_full(); },
            "True if all 15 spaces are laid.")
        .def_property_readonly(
            "moss", [](const PyGarden& g) { return to_spaces(moss(*g.edition, g.value)); },
            "The spaces with moss.")
        .def_property_readonly(
            "unconnected",
            [](const PyGarden& g) {
                const Unconnected pairs = unconnected(*g.edition, g.value);
                return std::pair(to_spaces(pairs.beside), to_spaces(pairs.below));
            },
            "Western, and upper, spaces of the pairs of tiles that do not connect (S3).")
        .def_property_readonly(
            "whirlpools",
            [](const PyGarden& g) {
                const Whirlpools pools = whirlpools(*g.edition, g.value);
                return std::pair(to_spaces(pools.circles), to_spaces(pools.semicircles));
            },
            "Vertices 6 · row + column with a circle, and with a semicircle (S4).")
        .def(py::pickle([](const PyGarden& g) { return std::pair(g.edition, g.text()); },
                        [](const std::pair<EditionPtr, std::string>& state) {
                            return PyGarden{state.first,
                                            garden_from_text(*state.first, state.second)};
                        }));

    module.def(
        "score",
        [](const PyGarden& g, const std::optional<std::string>& card, int virtue) {
            if (virtue < 0 || virtue > max_virtue) {
                throw InvalidText("virtue: " + std::to_string(virtue) + " is not 0 to 6");
            }
            return score(*g.edition, g.value, find_card(*g.edition, card), virtue);
        },
        py::arg("garden"), py::arg("card") = py::none(), py::arg("virtue") = 0,
        "The points of a garden, full or not, with one Name Garden or none (S13 to S16).\n\nRaises "
        "InvalidText for an unknown card and for virtue that is not 0 to 6.");
    module.def("score_arrays", &score_arrays, py::arg("edition"), py::arg("faces"),
               py::arg("stones"), py::arg("cards") = py::none(), py::arg("virtue") = py::none(),
               "The points of n gardens, without the GIL: int16 of shape (n, 16), in the order of "
               "`breakdown_names`.\n\n`faces` and `stones` are uint8 of shape (n, 15), 255 for "
               "none; a stone is its place in `HSRLB`. `cards`\nand `virtue` have shape (n,); a "
               "card is its number in the edition, -1 for none.");
}

void bind_score(py::module_& module) {
    py::class_<ScoreBreakdown> breakdown(
        module, "ScoreBreakdown",
        "The points of a garden by rule (S13 to S16); `breakdown_names` names the parts.");
    using Part = int ScoreBreakdown::*;
    static const std::array<std::pair<const char*, Part>, breakdown_size> parts = {{
        {"sand", &ScoreBreakdown::sand},
        {"moss", &ScoreBreakdown::moss},
        {"symmetry", &ScoreBreakdown::symmetry},
        {"whirlpool", &ScoreBreakdown::whirlpool},
        {"pattern", &ScoreBreakdown::pattern},
        {"connected", &ScoreBreakdown::connected},
        {"stone_types", &ScoreBreakdown::stone_types},
        {"knight", &ScoreBreakdown::knight},
        {"diagonal", &ScoreBreakdown::diagonal},
        {"horaisan", &ScoreBreakdown::horaisan},
        {"three_honourable", &ScoreBreakdown::three_honourable},
        {"reclining", &ScoreBreakdown::reclining},
        {"boat", &ScoreBreakdown::boat},
        {"name_garden", &ScoreBreakdown::name_garden},
        {"virtue", &ScoreBreakdown::virtue},
        {"total", &ScoreBreakdown::total},
    }};
    py::list names;
    for (const auto& [name, part] : parts) {
        breakdown.def_readonly(name, part);
        names.append(name);
    }
    module.attr("breakdown_names") = py::tuple(names);
    breakdown
        .def(
            "as_dict",
            [](const ScoreBreakdown& s) {
                py::dict result;
                for (const auto& [name, part] : parts) result[name] = s.*part;
                return result;
            },
            "The parts by name, `total` last.")
        .def(py::self == py::self)
        .def("__repr__", [](const ScoreBreakdown& s) {
            return "ScoreBreakdown(total=" + std::to_string(s.total) + ")";
        });
}

void bind_position(py::module_& module) {
    py::class_<PyPlayer>(module, "Player", "All that belongs to one player.")
        .def_property_readonly(
            "garden", [](const PyPlayer& p) { return PyGarden{p.edition, p.value.garden}; },
            "The garden.")
        .def_property_readonly(
            "storage", [](const PyPlayer& p) { return tile_id(*p.edition, p.value.storage); },
            "The stored tile, or None.")
        .def_property_readonly(
            "virtue", [](const PyPlayer& p) { return int{p.value.virtue}; }, "0 to 6.")
        .def_property_readonly(
            "name_garden",
            [](const PyPlayer& p) { return name_garden_id(*p.edition, p.value.name_garden); },
            "The id of the Name Garden; None if it is not dealt or not known.")
        .def_property_readonly(
            "master", [](const PyPlayer& p) { return master_id(p.value.master); },
            "The id of the Master Gardener card; None if it is not dealt or not known.")
        .def_property_readonly(
            "master_used", [](const PyPlayer& p) { return p.value.master_used != 0; },
            "True once the card is used.");

    auto position = bind_text_class<Position>(
        module, "Position",
        "A state of a game between two decisions: the whole truth, or what one player knows of "
        "it.\n\nIt carries its edition and holds no random number. Immutable and hashable; players "
        "are numbered from 0.");
    position
        .def_static(
            "from_text",
            [](const EditionPtr& edition, std::string_view text) {
                return PyPosition{edition, position_from_text(*edition, text)};
            },
            py::arg("edition"), py::arg("text"), "Reads a state or a view; raises InvalidText.")
        .def_property_readonly(
            "player_count", [](const PyPosition& p) { return int{p.value.player_count}; },
            "2 to 4.")
        .def_property_readonly(
            "decision",
            [](const PyPosition& p) {
                return std::string(decision_names[static_cast<std::size_t>(p.value.decision)]);
            },
            "What is to be decided, one of `decision_names`.")
        .def_property_readonly(
            "active", [](const PyPosition& p) { return int{p.value.active}; }, "Whose turn it is.")
        .def_property_readonly(
            "concerned", [](const PyPosition& p) { return int{p.value.concerned}; },
            "Who decides, or for whom chance does.")
        .def_property_readonly(
            "is_over", [](const PyPosition& p) { return is_over(p.value); },
            "True at the end, when no move is left.")
        .def_property_readonly(
            "is_chance", [](const PyPosition& p) { return is_chance(p.value); },
            "True if a tile is drawn or a card dealt next.")
        .def_property_readonly(
            "players",
            [](const PyPosition& p) {
                std::vector<PyPlayer> players;
                for (int i = 0; i < p.value.player_count; ++i) {
                    players.push_back({p.edition, p.value.player(i)});
                }
                return players;
            },
            "What belongs to each.")
        .def_property_readonly(
            "hand",
            [](const PyPosition& p) {
                std::vector<std::string> tiles;
                for (std::size_t i = 0; i < p.value.hand_size; ++i) {
                    tiles.push_back(p.edition->tile_id(p.value.hand[i]));
                }
                return tiles;
            },
            "The tiles drawn and not yet dealt with.")
        .def_property_readonly(
            "yard",
            [](const PyPosition& p) {
                py::dict yard;
                for (std::size_t i = 0; i < stone_type_count; ++i) {
                    yard[py::str(std::string(1, stone_letters[i]))] = int{p.value.yard[i]};
                }
                return yard;
            },
            "How many stones of each type are left, by letter.")
        .def_property_readonly(
            "discards",
            [](const PyPosition& p) { return count_tiles(*p.edition, p.value.discards); },
            "How many of each tile are discarded.")
        .def_property_readonly(
            "bag", [](const PyPosition& p) { return count_tiles(*p.edition, p.value.bag); },
            "How many of each tile lie in the stack in unknown order.")
        .def_property_readonly(
            "known",
            [](const PyPosition& p) {
                std::vector<std::string> tiles;
                for (std::size_t i = p.value.known_size; i > 0; --i) {
                    tiles.push_back(p.edition->tile_id(p.value.known[i - 1]));
                }
                return tiles;
            },
            "The tiles known to lie on top of the stack, the first one uppermost.")
        .def_property_readonly(
            "stack_size", [](const PyPosition& p) { return p.value.stack_size(); },
            "How many tiles are left to draw.")
        .def(py::pickle([](const PyPosition& p) { return std::pair(p.edition, p.text()); },
                        [](const std::pair<EditionPtr, std::string>& state) {
                            return PyPosition{state.first,
                                              position_from_text(*state.first, state.second)};
                        }));
}

void bind_moves(py::module_& module) {
    auto kinds = py::native_enum<MoveKind>(
        module, "MoveKind", "enum.Enum",
        "What a move or chance outcome is, in the order in which moves are listed.");
    constexpr std::array<const char*, 31> kind_names = {
        "GARDEN", "MASTER", "DRAW",   "PLACE",        "PLACE_STORED", "OFFER",    "DISCARD",
        "STORE",  "DONE",   "ACCEPT", "DECLINE",      "GIVE",         "WITHDRAW", "ROB",
        "PASS",   "REVEAL", "KEEP",   "LAY",          "MEDITATE",     "STEP",     "BUY",
        "CARD",   "STAY",   "TAKE",   "DISCARD_TILE", "DISCARD_ALL",  "MONK",     "MOVE_STONE",
        "SWAP",   "FROM",   "STOP"};
    for (std::size_t i = 0; i < kind_names.size(); ++i) {
        kinds.value(kind_names[i], static_cast<MoveKind>(i));
    }
    kinds.finalize();

    auto move = bind_text_class<Move>(
        module, "Move",
        "A move, or a chance outcome. Moves are ordered as `legal_moves` lists them.");
    move.def_static(
            "from_text",
            [](const EditionPtr& edition, std::string_view text) {
                return PyMove{edition, move_from_text(*edition, text)};
            },
            py::arg("edition"), py::arg("text"), "Reads a move; raises InvalidText.")
        .def_property_readonly(
            "kind", [](const PyMove& m) { return m.value.kind(); }, "What it is.")
        .def(
            "__lt__",
            [](const PyMove& left, const PyMove& right) { return left.value < right.value; },
            py::is_operator())
        .def(py::pickle([](const PyMove& m) { return std::pair(m.edition, m.text()); },
                        [](const std::pair<EditionPtr, std::string>& state) {
                            return PyMove{state.first, move_from_text(*state.first, state.second)};
                        }));

    module.attr("master_names") =
        py::tuple(py::cast(std::vector<std::string>(master_names.begin(), master_names.end())));
    module.attr("decision_names") =
        py::tuple(py::cast(std::vector<std::string>(decision_names.begin(), decision_names.end())));

    module.def(
        "to_move", [](const PyPosition& p) { return to_move(p.value); }, py::arg("position"),
        "Who decides, from 0; -1 for chance, -2 at the end.");
    module.def(
        "legal_moves",
        [](const PyPosition& p) {
            const MoveList moves = legal_moves(*p.edition, p.value);
            return with_edition(p.edition, std::vector<Move>(moves.begin(), moves.end()));
        },
        py::arg("position"),
        "Every legal move, sorted, each once; at a chance node its outcomes. Empty only at the "
        "end.");
    module.def(
        "chance_outcomes",
        [](const PyPosition& p) {
            std::vector<std::pair<PyMove, int>> outcomes;
            for (const ChanceOutcome& o : chance_outcomes(*p.edition, p.value)) {
                outcomes.emplace_back(PyMove{p.edition, o.move}, o.weight);
            }
            return outcomes;
        },
        py::arg("position"),
        "The outcomes of a chance node with their weights; empty where a player decides.");
    module.def(
        "apply",
        [](const PyPosition& p, const PyMove& m) {
            if (!is_same(p.edition, m.edition)) {
                throw py::value_error("move: it belongs to another edition");
            }
            return PyPosition{p.edition, apply(*p.edition, p.value, m.value)};
        },
        py::arg("position"), py::arg("move"),
        "The position after a move or outcome.\n\nRaises IllegalMove with the reason, ValueError "
        "for a move of another edition.");
    module.def(
        "new_game",
        [](const EditionPtr& edition, int players) {
            return PyPosition{edition, new_game(*edition, players)};
        },
        py::arg("edition"), py::arg("players"),
        "A game before the first card is dealt. Raises ValueError if so many cannot play (S1).");
    module.def(
        "deal",
        [](const EditionPtr& edition, int players, std::uint64_t seed) {
            return PyPosition{edition, deal(*edition, players, seed)};
        },
        py::arg("edition"), py::arg("players"), py::arg("seed"),
        "A game with all cards dealt and the stack in a settled order, all from the seed. Raises "
        "as `new_game`.");
    module.def(
        "shuffle_stack",
        [](const PyPosition& p, std::uint64_t seed) {
            search::Rng rng(seed, search::Stream::deal);
            return PyPosition{p.edition, shuffle_stack(p.value, rng)};
        },
        py::arg("position"), py::arg("seed"),
        "The same position with the order of the stack settled.");
    module.def(
        "view",
        [](const PyPosition& p, int viewer) {
            check_number(viewer, p.value.player_count, "player");
            return PyPosition{p.edition, view(p.value, viewer)};
        },
        py::arg("position"), py::arg("viewer"),
        "What a player may know (S17): others' cards and the order of the stack are taken out.");
    module.def(
        "guess_unknown",
        [](const PyPosition& p, std::uint64_t seed) {
            search::Rng rng(seed, search::Stream::search);
            return PyPosition{p.edition, guess_unknown(*p.edition, p.value, rng)};
        },
        py::arg("position"), py::arg("seed"),
        "A view with every unknown card filled in at random with one not seen elsewhere.");
    module.def(
        "scores", [](const PyPosition& p) { return scores(*p.edition, p.value); },
        py::arg("position"), "The points of each player, if the game ended now (S13 to S16).");
    module.def(
        "winners", [](const PyPosition& p) { return winners(*p.edition, p.value); },
        py::arg("position"), "The players with the most points, ascending (S16).");
    module.def(
        "perft",
        [](const PyPosition& p, int depth) {
            py::gil_scoped_release release;
            return perft(*p.edition, p.value, depth);
        },
        py::arg("position"), py::arg("depth"),
        "How many sequences of `depth` moves there are, chance outcomes counted as moves.");
}

void bind_playout(py::module_& module) {
    py::class_<PyPlayout>(module, "Playout", "How a random game went.")
        .def_property_readonly(
            "position", [](const PyPlayout& p) { return PyPosition{p.edition, p.value.position}; },
            "Where it ended or was stopped.")
        .def_property_readonly(
            "turns", [](const PyPlayout& p) { return p.value.turns; }, "How many turns it took.")
        .def_property_readonly(
            "moves", [](const PyPlayout& p) { return p.value.moves; },
            "How many moves and outcomes.")
        .def_property_readonly(
            "capped", [](const PyPlayout& p) { return p.value.capped; },
            "True if it was stopped: the rules set no limit (S12).");

    module.attr("default_max_turns") = default_max_turns;
    module.def(
        "random_games",
        [](const PyPosition& start, std::size_t games, std::uint64_t seed, int max_turns) {
            std::vector<Playout> played(games);
            {
                py::gil_scoped_release release;
                random_games(*start.edition, start.value, seed, played, max_turns);
            }
            std::vector<PyPlayout> result;
            result.reserve(games);
            for (const Playout& game : played) result.push_back({start.edition, game});
            return result;
        },
        py::arg("start"), py::arg("games"), py::arg("seed"),
        py::arg("max_turns") = default_max_turns,
        "Random games from a position; game i depends on the seed and i alone.");
    module.def(
        "random_moves",
        [](const PyPosition& start, std::uint64_t seed, int max_turns) {
            search::Rng rng(seed, search::Stream::playout);
            std::vector<Move> moves;
            playout(*start.edition, start.value, rng, max_turns, &moves);
            return with_edition(start.edition, moves);
        },
        py::arg("start"), py::arg("seed"), py::arg("max_turns") = default_max_turns,
        "One random game, move by move: the same as `random_games(start, 1, seed)`.");
}

}  // namespace

void bind_stone(py::module_& module) {
    module.doc() = "Stone Garden: editions, gardens, positions, moves, scores and their texts.";
    bind_edition(module);
    bind_score(module);
    bind_garden(module);
    bind_position(module);
    bind_moves(module);
    bind_playout(module);
}
