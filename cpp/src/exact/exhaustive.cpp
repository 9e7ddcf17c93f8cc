#include "niwashi/exact/exhaustive.hpp"

#include <limits>
#include <stdexcept>
#include <string>

#include "niwashi/jardin/ponds.hpp"
#include "niwashi/jardin/score.hpp"

namespace niwashi::exact {

using namespace jardin;

namespace {

class Search {
 public:
    Search(const std::vector<Roll>& dice, std::uint64_t max_leaves)
        : dice_(dice), max_leaves_(max_leaves) {
        result_.best.score = std::numeric_limits<int>::min();
        result_.complete = true;
    }

    void visit(const Position& position, std::size_t turn) {
        if (!result_.complete) return;
        if (is_over(position)) {
            if (result_.leaves == max_leaves_) {
                result_.complete = false;
                return;
            }
            ++result_.leaves;
            const int total = score(position).total;
            if (total > result_.best.score) result_.best = {line_, total};
            return;
        }
        if (is_pond_decision(position)) {
            follow(position, Move::no_pond(), turn);
            const PondTable ponds(pondable(position.water()));
            for (std::uint64_t i = 0; i < ponds.size() && result_.complete; ++i) {
                follow(position, Move::pond(ponds.at(i)), turn);
            }
            return;
        }
        for (const Move move : legal_moves(position, dice_[turn])) follow(position, move, turn + 1);
    }

    Exhaustive result() const { return result_; }

 private:
    void follow(const Position& position, Move move, std::size_t turn) {
        line_.push_back(move);
        visit(apply_unchecked(position, move), turn);
        line_.pop_back();
    }

    const std::vector<Roll>& dice_;
    std::uint64_t max_leaves_;
    std::vector<Move> line_;
    Exhaustive result_;
};

}  // namespace

Exhaustive exhaustive_search(const Position& start, const std::vector<Roll>& dice,
                             std::uint64_t max_leaves) {
    if (dice.size() != static_cast<std::size_t>(turns_left(start))) {
        throw std::invalid_argument("dice: " + std::to_string(dice.size()) + " rolls, " +
                                    std::to_string(turns_left(start)) + " to come");
    }
    if (max_leaves == 0) throw std::invalid_argument("max_leaves: at least 1 is needed");
    Search search(dice, max_leaves);
    search.visit(start, 0);
    return search.result();
}

}  // namespace niwashi::exact
