// Trains the value network of Jardín by self-play: temporal differences with eligibility,
// TD(lambda) on afterstates (Sutton 1988; Tesauro 1995 for a game with dice), Adam (Kingma and Ba
// 2015).
//
//     train_value OUT --games N [--seed S] [--from WEIGHTS] [--threads T] [--rate R]
//
// Every 100 batches it plays test games without exploration, prints their mean and writes OUT.

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "niwashi/jardin/playout.hpp"
#include "niwashi/jardin/score.hpp"
#include "niwashi/search/policy.hpp"
#include "niwashi/search/value.hpp"

using namespace niwashi;
using namespace niwashi::jardin;
using namespace niwashi::search;

namespace {

struct Sample {
    Position position;
    float target = 0;
};

constexpr int games_a_batch = 64;
constexpr double exploration = 0.02;

Bitboard transposed(Bitboard set) {
    Bitboard result = 0;
    while (set != 0) {
        const Space space = pop_first(set);
        result |= bit(side * (space % side) + space / side);
    }
    return result;
}

Position transposed(Position position) {
    for (Bitboard& set : position.decorations) set = transposed(set);
    for (Bitboard& set : position.ponds) set = transposed(set);
    position.late_trees = transposed(position.late_trees);
    return position;
}

// One game of the network against the dice; a sample for each position after a move.
void self_play(const ValueNetwork& network, std::uint64_t seed, double lambda,
               std::vector<Sample>& samples) {
    Rng dice(seed, Stream::dice);
    Rng rng(seed, Stream::search);
    struct Ply {
        Position after;
        float best = 0;  // value of the best move of this ply
        bool explored = false;
    };
    std::array<Ply, end_of_game> plies;
    Position position;
    for (Ply& ply : plies) {
        const bool pond = is_pond_decision(position);
        const Roll roll = pond ? Roll{} : random_roll(dice);
        Choice choice =
            pond ? choose_pond(network, position) : choose_turn(network, position, roll);
        ply.best = choice.value;
        if (rng.uniform() < exploration) {
            choice.move = pond ? random_pond_move(position, rng) : random_move(position, roll, rng);
            ply.explored = true;
        }
        position = apply_unchecked(position, choice.move);
        ply.after = position;
    }
    double later = 0;
    for (std::size_t i = end_of_game - 1; i-- > 0;) {
        const Ply& next = plies[i + 1];
        const bool last = i + 2 == end_of_game;
        const double best = next.best;
        later = (next.explored || last) ? best : (1 - lambda) * best + lambda * later;
        samples.push_back({plies[i].after, static_cast<float>(later)});
    }
}

// What the network scores by itself on dice of a seed.
int test_game(const ValueNetwork& network, std::uint64_t seed) {
    Rng dice(seed, Stream::dice);
    Position position;
    while (!is_over(position)) {
        const Move move = is_pond_decision(position)
                              ? choose_pond(network, position).move
                              : choose_turn(network, position, random_roll(dice)).move;
        position = apply_unchecked(position, move);
    }
    return score(position).total;
}

// Adam over all weights, seen as one row of numbers.
class Trainer {
 public:
    explicit Trainer(ValueWeights& weights)
        : weights_(weights),
          gradient_(sizeof(ValueWeights) / sizeof(float)),
          mean_(gradient_.size()),
          square_(gradient_.size()) {}

    // Returns the mean squared error before the step.
    double step(std::span<const Sample> samples, double rate) {
        std::fill(gradient_.begin(), gradient_.end(), 0.0F);
        auto& gradient = *reinterpret_cast<ValueWeights*>(gradient_.data());
        double squares = 0;
        for (const Sample& sample : samples) {
            squares += descend(sample, static_cast<float>(samples.size()), gradient);
        }
        ++steps_;
        const double first = 1 - std::pow(0.9, steps_);
        const double second = 1 - std::pow(0.999, steps_);
        const auto speed = static_cast<float>(rate * std::sqrt(second) / first);
        auto* weight = reinterpret_cast<float*>(&weights_);
        for (std::size_t i = 0; i < gradient_.size(); ++i) {
            const float g = gradient_[i];
            mean_[i] = 0.9F * mean_[i] + 0.1F * g;
            square_[i] = 0.999F * square_[i] + 0.001F * g * g;
            weight[i] -= speed * mean_[i] / (std::sqrt(square_[i]) + 1e-7F);
        }
        return squares / static_cast<double>(samples.size());
    }

 private:
    static constexpr std::size_t width = ValueWeights::width;
    static constexpr std::size_t second_width = ValueWeights::second_width;

    // Adds a sample's share to the gradient; returns its squared error.
    double descend(const Sample& sample, float batch_size, ValueWeights& gradient) const {
        const FeatureList list(sample.position);
        const auto clock = static_cast<std::size_t>(sample.position.clock);
        const ValueWeights::Head& head = weights_.heads[clock];
        ValueWeights::Head& to = gradient.heads[clock];

        std::array<float, width> first = head.first_bias;
        for (const std::uint16_t feature : list) {
            const auto& row = weights_.first[feature];
            for (std::size_t i = 0; i < width; ++i) first[i] += row[i];
        }
        float gain = head.output_bias;
        std::array<float, second_width> second = head.second_bias;
        for (std::size_t i = 0; i < width; ++i) {
            first[i] = std::max(first[i], 0.0F);
            gain += head.direct[i] * first[i];
            for (std::size_t j = 0; j < second_width; ++j)
                second[j] += first[i] * head.second[i][j];
        }
        for (std::size_t j = 0; j < second_width; ++j) {
            second[j] = std::max(second[j], 0.0F);
            gain += head.output[j] * second[j];
        }

        const float error = gain + static_cast<float>(list.score()) - sample.target;
        const float slope = error / batch_size;
        std::array<float, second_width> inner{};
        to.output_bias += slope;
        for (std::size_t j = 0; j < second_width; ++j) {
            to.output[j] += slope * second[j];
            inner[j] = second[j] > 0 ? slope * head.output[j] : 0;
            to.second_bias[j] += inner[j];
        }
        std::array<float, width> back{};
        for (std::size_t i = 0; i < width; ++i) {
            if (first[i] <= 0) continue;
            to.direct[i] += slope * first[i];
            back[i] = slope * head.direct[i];
            for (std::size_t j = 0; j < second_width; ++j) {
                to.second[i][j] += inner[j] * first[i];
                back[i] += inner[j] * head.second[i][j];
            }
            to.first_bias[i] += back[i];
        }
        for (const std::uint16_t feature : list) {
            auto& row = gradient.first[feature];
            for (std::size_t i = 0; i < width; ++i) row[i] += back[i];
        }
        return static_cast<double>(error) * error;
    }

    ValueWeights& weights_;
    std::vector<float> gradient_, mean_, square_;
    int steps_ = 0;
};

void initialise(ValueWeights& weights, std::uint64_t seed) {
    Rng rng(seed);
    const auto draw = [&](double scale) {
        return static_cast<float>(scale * (2 * rng.uniform() - 1));
    };
    for (auto& row : weights.first) {
        for (float& x : row) x = draw(0.1);
    }
    for (std::size_t clock = 0; clock < weights.heads.size(); ++clock) {
        auto& head = weights.heads[clock];
        head.first_bias.fill(0.1F);
        for (auto& row : head.second) {
            for (float& x : row) x = draw(0.2);
        }
        head.second_bias.fill(0);
        for (float& x : head.direct) x = draw(0.2);
        for (float& x : head.output) x = draw(0.3);
        head.output_bias = 5.0F * static_cast<float>(end_of_game - clock);
    }
}

template <class Work>
void in_parallel(int threads, int count, const Work& work) {
    std::atomic<int> next = 0;
    std::vector<std::thread> pool;
    for (int t = 0; t < threads; ++t) {
        pool.emplace_back([&] {
            for (int i = next++; i < count; i = next++) work(i);
        });
    }
    for (std::thread& thread : pool) thread.join();
}

}  // namespace

int main(int argc, char** argv) {
    std::string out;
    std::string from;
    std::uint64_t seed = 1;
    int games = 100'000;
    int threads = 2;
    double rate = 1e-3;
    for (int i = 1; i < argc; ++i) {
        const std::string_view name = argv[i];
        const auto value = [&] { return i + 1 < argc ? argv[++i] : ""; };
        if (name == "--games")
            games = std::atoi(value());
        else if (name == "--seed")
            seed = static_cast<std::uint64_t>(std::atoll(value()));
        else if (name == "--from")
            from = value();
        else if (name == "--threads")
            threads = std::atoi(value());
        else if (name == "--rate")
            rate = std::atof(value());
        else
            out = name;
    }
    if (out.empty()) {
        std::fputs("train_value OUT [--games N] [--seed S] [--from F] [--threads T] [--rate R]\n",
                   stderr);
        return 2;
    }
    auto weights = std::make_unique<ValueWeights>();
    initialise(*weights, seed);
    if (!from.empty()) {
        std::ifstream file(from, std::ios::binary);
        const std::vector<std::uint8_t> bytes((std::istreambuf_iterator<char>(file)), {});
        weights = ValueWeights::from_bytes(bytes);
    }
    const auto save = [&] {
        const auto bytes = weights->to_bytes();
        std::ofstream(out, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
    };
    Trainer trainer(*weights);
    const int batches = games / games_a_batch;
    const auto begin = std::chrono::steady_clock::now();
    double error = 0;
    for (int batch = 0; batch < batches; ++batch) {
        const double progress = static_cast<double>(batch) / batches;
        const double now = rate * std::pow(0.03, progress);
        const double lambda = 0.8 - 0.6 * progress;
        const ValueNetwork network(*weights);
        std::vector<std::vector<Sample>> played(games_a_batch);
        in_parallel(threads, games_a_batch, [&](int i) {
            const auto game =
                static_cast<std::uint64_t>(batch) * games_a_batch + static_cast<std::uint64_t>(i);
            self_play(network, seed * 1'000'000'007ULL + game, lambda,
                      played[static_cast<std::size_t>(i)]);
        });
        std::vector<Sample> samples;
        Rng rng(seed + static_cast<std::uint64_t>(batch), Stream::deal);
        for (auto& list : played) {
            for (Sample& sample : list) {
                if (rng.below(2) == 0) sample.position = transposed(sample.position);
                samples.push_back(sample);
            }
        }
        for (std::size_t i = samples.size(); i > 1; --i) {
            std::swap(samples[i - 1], samples[rng.below(static_cast<std::uint32_t>(i))]);
        }
        const std::size_t half = samples.size() / 2;
        error += trainer.step(std::span(samples).first(half), now) / 2;
        error += trainer.step(std::span(samples).subspan(half), now) / 2;
        if ((batch + 1) % 100 == 0 || batch + 1 == batches) {
            constexpr int tests = 200;
            const ValueNetwork trained(*weights);
            std::vector<int> scores(tests);
            in_parallel(threads, tests, [&](int i) {
                scores[static_cast<std::size_t>(i)] =
                    test_game(trained, static_cast<std::uint64_t>(i) + 900'000'000ULL);
            });
            double sum = 0;
            for (const int points : scores) sum += points;
            const double seconds =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            std::printf("%8d games %6.0f s  rate %.1e  error %6.2f  mean of %d games %.2f\n",
                        (batch + 1) * games_a_batch, seconds, now, error / 100, tests, sum / tests);
            std::fflush(stdout);
            error = 0;
            save();
        }
    }
}
