#include "niwashi/search/stone_hint.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "niwashi/search/stone_policy.hpp"
#include "niwashi/stone/score.hpp"

namespace niwashi::search {

using namespace stone;

namespace {

constexpr std::size_t first_samples = 4;
constexpr std::size_t unit_samples = 4;
// Standard errors of fewer samples are not trusted.
constexpr std::size_t least_samples = 16;
constexpr std::size_t least_clear_samples = 64;

// Turns of each player after which a sampled game is judged as it stands. A garden takes 15.
constexpr int most_rounds = 60;

// The logistic function with a scale of 8 points. It won more games than the points of lead, or
// victories with a little lead; docs/hints-stone.md.
int worth_of(int lead) {
    return static_cast<int>(std::lround(1000 / (1 + std::exp(-lead / 8.0))));
}

struct Mean {
    double mean = 0;
    double sd = 0;
    double error = 0;
};

// Exact sums of whole numbers: the same on every machine, in whatever order they came.
template <class Value>
Mean mean_of(std::size_t size, const Value& value) {
    if (size == 0) return {};
    long long sum = 0;
    long long squares = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const long long number = value(i);
        sum += number;
        squares += number * number;
    }
    const auto n = static_cast<double>(size);
    const double mean = static_cast<double>(sum) / n;
    if (size == 1) return {mean, 0, 0};
    const double variance =
        std::max(0.0, static_cast<double>(squares) - mean * static_cast<double>(sum)) / (n - 1);
    return {mean, std::sqrt(variance), std::sqrt(variance / n)};
}

}  // namespace

StoneHintSearch::StoneHintSearch(const Edition& edition, const Position& position,
                                 std::uint64_t seed, std::optional<Move> asked)
    : edition_(edition),
      view_(view(position, position.concerned)),
      player_(to_move(position)),
      seed_(seed) {
    if (is_over(position)) throw std::invalid_argument("hint: the game is over");
    if (is_chance(position)) {
        throw std::invalid_argument(
            "hint: chance decides at '" +
            std::string(decision_names[static_cast<std::size_t>(position.decision)]) +
            "', no player");
    }
    if (asked) check_move(edition, view_, *asked);
    Rng rng(seed, Stream::playout);
    const Move favourite = choose_move(edition, view_, StonePolicy::planner, rng);
    for (const Move move : legal_moves(edition, view_)) {
        if (asked && move == *asked) asked_ = candidates_.size();
        if (move == favourite) favourite_ = candidates_.size();
        candidates_.push_back({move, {}});
    }
    best_ = favourite_;
}

StoneOutcome StoneHintSearch::play(Move move, std::size_t sample) const {
    Rng rng(seed_ + 0x9E3779B97F4A7C15ULL * sample, Stream::search);
    Position now = shuffle_stack(guess_unknown(edition_, view_, rng), rng);
    make(now, move);
    for (int turns = 0; !is_over(now) && turns < most_rounds * now.player_count;) {
        const int active = now.active;
        make(now, choose_move(edition_, now, StonePolicy::planner, rng));
        turns += now.active != active;
    }

    const auto total = [&](int player) { return score(edition_, now.player(player)).total; };
    const int own = total(player_);
    int best_other = total(player_ == 0 ? 1 : 0);
    int sharing = 1;
    for (int i = 0; i < now.player_count; ++i) {
        if (i == player_) continue;
        best_other = std::max(best_other, total(i));
        sharing += total(i) == own;
    }
    return {static_cast<std::int16_t>(own), static_cast<std::int16_t>(own - best_other),
            static_cast<std::int16_t>(own >= best_other ? 12 / sharing : 0),
            static_cast<std::int16_t>(worth_of(own - best_other))};
}

bool StoneHintSearch::is_settled(const Candidate& candidate, double errors) const {
    const auto& own = candidate.outcomes;
    const auto& best = candidates_[best_].outcomes;
    if (own.size() < least_samples) return false;
    const Mean difference =
        mean_of(own.size(), [&](std::size_t i) { return own[i].worth - best[i].worth; });
    if (difference.error == 0 && own.size() >= least_clear_samples) return true;
    return difference.mean + errors * difference.error < 0;
}

std::size_t StoneHintSearch::prepare() {
    units_.clear();
    found_.clear();
    next_unit_ = units_done_ = 0;
    stopped_ = false;
    if (clear_) return 0;

    const std::size_t most = candidates_[best_].outcomes.size();
    const std::size_t target = most + std::max(first_samples, most / 8);
    std::size_t planned = 0;
    const auto plan = [&](std::size_t index) {
        // A move that was paused for long comes back by doubling what it has.
        const std::size_t begin = candidates_[index].outcomes.size();
        const std::size_t end = std::min(target, std::max(2 * begin, first_samples));
        for (std::size_t at = begin; at < end; at += unit_samples) {
            units_.push_back({index, at, std::min(at + unit_samples, end)});
        }
        planned += end - begin;
    };
    bool is_open = most < least_clear_samples;
    for (const double errors : {pausing_errors, clear_errors}) {
        units_.clear();
        planned = 0;
        bool any = false;
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            const bool open = i != best_ && !is_settled(candidates_[i], errors);
            if (open || i == best_ || i == favourite_ || i == asked_) plan(i);
            any |= open;
        }
        is_open |= any;
        if (any) break;
    }
    if (!is_open) {
        clear_ = true;
        return 0;
    }
    found_.resize(units_.size());
    return planned;
}

void StoneHintSearch::work() {
    while (!stopped_) {
        const std::size_t at = next_unit_++;
        if (at >= units_.size()) return;
        const Unit& unit = units_[at];
        for (std::size_t i = unit.begin; i < unit.end; ++i) {
            found_[at].push_back(play(candidates_[unit.candidate].move, i));
        }
        ++units_done_;
    }
}

bool StoneHintSearch::finish() {
    if (units_done_ != units_.size()) return false;
    for (std::size_t i = 0; i < units_.size(); ++i) {
        auto& outcomes = candidates_[units_[i].candidate].outcomes;
        outcomes.insert(outcomes.end(), found_[i].begin(), found_[i].end());
        games_ += found_[i].size();
    }
    units_.clear();
    units_done_ = 0;
    best_ = choose_best();
    return true;
}

std::size_t StoneHintSearch::choose_best() const {
    const auto& favoured = candidates_[favourite_].outcomes;
    std::size_t best = favourite_;
    double most = 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const auto& own = candidates_[i].outcomes;
        if (own.size() < favoured.size()) continue;
        const Mean ahead =
            mean_of(own.size(), [&](std::size_t at) { return own[at].worth - favoured[at].worth; });
        if (own.size() < least_samples || ahead.mean <= doubting_errors * ahead.error) continue;
        if (ahead.mean <= most) continue;
        best = i;
        most = ahead.mean;
    }
    return best;
}

StoneHint StoneHintSearch::hint(const Candidate& candidate) const {
    const auto& own = candidate.outcomes;
    const auto& best = candidates_[best_].outcomes;
    const std::size_t size = own.size();
    const Mean points = mean_of(size, [&](std::size_t i) { return own[i].points; });
    const Mean lead = mean_of(size, [&](std::size_t i) { return own[i].lead; });
    const Mean win = mean_of(size, [&](std::size_t i) { return own[i].win; });
    const Mean diff = mean_of(size, [&](std::size_t i) { return own[i].points - best[i].points; });
    const Mean win_diff = mean_of(size, [&](std::size_t i) { return own[i].win - best[i].win; });
    Position after = view_;
    make(after, candidate.move);

    StoneHint hint;
    hint.move = candidate.move;
    hint.score_now = score(edition_, after.player(player_)).total;
    hint.samples = size;
    hint.expected = points.mean;
    hint.sd = points.sd;
    hint.error = points.error;
    hint.lead = lead.mean;
    hint.win = win.mean / 12;
    hint.win_error = win.error / 12;
    hint.diff = diff.mean;
    hint.diff_error = diff.error;
    hint.win_diff = win_diff.mean / 12;
    hint.win_diff_error = win_diff.error / 12;
    return hint;
}

std::vector<StoneHint> StoneHintSearch::ranking() const {
    struct Place {
        double behind;
        std::size_t index;
    };
    const auto& best = candidates_[best_].outcomes;
    std::vector<Place> places;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const auto& own = candidates_[i].outcomes;
        const Mean difference =
            mean_of(own.size(), [&](std::size_t at) { return own[at].worth - best[at].worth; });
        places.push_back({difference.mean, i});
    }
    // The best stays first whatever a move with few samples seems to be worth.
    std::stable_sort(places.begin(), places.end(), [&](const Place& left, const Place& right) {
        if ((left.index == best_) != (right.index == best_)) return left.index == best_;
        return left.behind > right.behind;
    });
    std::vector<StoneHint> result;
    for (const Place& place : places) result.push_back(hint(candidates_[place.index]));
    return result;
}

}  // namespace niwashi::search
