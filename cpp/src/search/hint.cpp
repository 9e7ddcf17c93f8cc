#include "niwashi/search/hint.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "niwashi/jardin/playout.hpp"
#include "niwashi/jardin/score.hpp"

namespace niwashi::search {

using namespace jardin;

HintSearch::HintSearch(const ValueNetwork& network, const Position& position,
                       std::optional<Roll> roll, std::uint64_t seed, std::optional<Move> asked,
                       const Faces& faces, Options options)
    : network_(network), position_(position), seed_(seed), faces_(faces), options_(options) {
    if (is_over(position)) throw std::invalid_argument("the game is over");
    const bool pond = is_pond_decision(position);
    if (pond == roll.has_value()) {
        throw std::invalid_argument(pond ? "roll: none is drawn at a pond decision"
                                         : "roll: one is needed at a turn");
    }
    const std::vector<Choice> choices =
        pond ? rank_ponds(network, position) : rank_turns(network, position, *roll);
    bool listed = !asked;
    for (std::size_t i = 0; i < std::min(choices.size(), options.candidates); ++i) {
        Candidate& candidate = candidates_.emplace_back();
        candidate.move = choices[i].move;
        candidate.guess = choices[i].value;
        candidate.asked = asked == candidate.move;
        listed |= candidate.asked;
    }
    if (!listed) {
        Candidate& candidate = candidates_.emplace_back();
        candidate.move = *asked;
        candidate.guess = network.value(apply_unchecked(position, *asked));
        candidate.asked = true;
    }
}

struct HintSearch::Playout {
    std::size_t candidate;
    std::size_t sample;
    bool to_the_end;
    float value = 0;
    ScoreBreakdown end{};
};

void HintSearch::play(Playout& playout) const {
    Rng dice(seed_ + 0x9E3779B97F4A7C15ULL * (playout.sample + 1), Stream::dice);
    Position position = apply_unchecked(position_, candidates_[playout.candidate].move);
    for (int ply = 0;; ++ply) {
        if (ply == options_.depth || is_over(position)) {
            if (ply <= options_.depth) playout.value = network_.value(position);
            if (is_over(position) || !playout.to_the_end) break;
        }
        const Move move = is_pond_decision(position)
                              ? choose_pond(network_, position).move
                              : choose_turn(network_, position, random_roll(dice, faces_)).move;
        position = apply_unchecked(position, move);
    }
    if (playout.to_the_end) playout.end = score(position);
}

void HintSearch::round(std::size_t samples, unsigned threads) {
    std::vector<Playout> playouts;
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
        const Candidate& candidate = candidates_[c];
        if (!candidate.active && !candidate.asked) continue;
        const std::size_t done = candidate.values.size();
        const std::size_t wanted = is_dice_left() ? done + samples : 1;
        for (std::size_t i = done; i < wanted; ++i) {
            playouts.push_back({c, i, i % options_.final_every == 0});
        }
    }
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < playouts.size(); i = next++) play(playouts[i]);
    };
    std::vector<std::thread> team;
    for (unsigned i = 1; i < threads; ++i) team.emplace_back(work);
    work();
    for (std::thread& thread : team) thread.join();

    for (const Playout& playout : playouts) {
        Candidate& candidate = candidates_[playout.candidate];
        candidate.values.push_back(playout.value);
        if (!playout.to_the_end) continue;
        candidate.finals.push_back(playout.end.total);
        candidate.sums += playout.end;
    }
    drop();
}

double HintSearch::expected(std::size_t index) const {
    const Candidate& candidate = candidates_[index];
    const auto guess = static_cast<double>(candidate.guess);
    if (!is_dice_left() && !candidate.values.empty())
        return static_cast<double>(candidate.values[0]);
    double sum = options_.guess_weight * guess;
    for (const float value : candidate.values) sum += static_cast<double>(value);
    const double weight = options_.guess_weight + static_cast<double>(candidate.values.size());
    return weight > 0 ? sum / weight : guess;
}

HintSearch::Lead HintSearch::lead(std::size_t ahead, std::size_t behind) const {
    const std::vector<float>& first = candidates_[ahead].values;
    const std::vector<float>& second = candidates_[behind].values;
    const std::size_t common = std::min(first.size(), second.size());
    if (common == 0) return {};
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < common; ++i) {
        const double difference = static_cast<double>(first[i]) - static_cast<double>(second[i]);
        sum += difference;
        squares += difference * difference;
    }
    const auto n = static_cast<double>(common);
    const double mean = sum / n;
    const double variance = common < 2 ? 0 : std::max(squares - n * mean * mean, 0.0) / (n - 1);
    return {mean, std::sqrt(variance / n)};
}

std::size_t HintSearch::leader() const {
    std::size_t best = candidates_.size();
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (!candidates_[i].active) continue;
        if (best == candidates_.size() || expected(i) > expected(best)) best = i;
    }
    return best;
}

std::size_t HintSearch::active() const {
    return static_cast<std::size_t>(std::count_if(candidates_.begin(), candidates_.end(),
                                                  [](const Candidate& c) { return c.active; }));
}

bool HintSearch::is_dice_left() const {
    return turns_left(position_) > (is_pond_decision(position_) ? 0 : 1);
}

bool HintSearch::is_decided() const {
    return active() == 1 || (!is_dice_left() && !candidates_[0].values.empty());
}

void HintSearch::drop() {
    // A few samples that happen to agree say little: the spread is taken to be at least this, and
    // nothing is dropped too early.
    constexpr double least_variance = 0.5;  // points squared, of one sample
    constexpr std::size_t least_samples = 16;
    const std::size_t first = leader();
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        Candidate& candidate = candidates_[i];
        if (i == first || !candidate.active) continue;
        if (is_dice_left() && candidate.values.size() < least_samples) continue;
        const auto samples = static_cast<double>(candidate.values.size());
        const double seen = lead(first, i).error;
        // Not std::hypot, whose last bit differs between libraries.
        const double error =
            std::sqrt(seen * seen + least_variance / (samples + options_.guess_weight));
        if (expected(first) - expected(i) > options_.drop_at * error) candidate.active = false;
    }
}

}  // namespace niwashi::search
