#include "learner.hpp"

#include <bit>
#include <memory>
#include <utility>

namespace uka {
namespace {

constexpr int JOKER = CARDS - 1;

// A shuffled deal; the first seat deals.
Hold dealt(const Facts& facts, Random& random) {
    const Automaton& calls = facts.calls;
    std::int8_t order[CARDS];
    int size = 0;
    for (Mask left = facts.pack; left; left &= left - 1) order[size++] = static_cast<std::int8_t>(std::countr_zero(left));
    random.shuffle(std::span(order, static_cast<std::size_t>(size)));
    Hold h{};
    int at = 0;
    for (Mask& hand : h.hands)
        for (int k = 0; k < facts.hand_size; k++) hand |= card(order[at++]);
    h.upcard = order[at++];
    if (h.upcard == JOKER && calls.next_up) h.upcard = order[at++];
    while (at < size) h.kitty[h.kitty_size++] = order[at++];
    h.up = h.upcard == JOKER ? SUITS : static_cast<std::int8_t>(h.upcard / 8);
    h.trump = h.gift = NOTHING;
    h.state = h.upcard == JOKER ? calls.benny : calls.start;
    return h;
}

}  // namespace

// What the dealer's side gets; the dealer is the first seat.
double Learner::paid(const End& end) const {
    if (end.makers == NOTHING) return 0;
    const double made = pay[end.makers * KINDS + end.alone][end.tricks];
    return end.makers ? -made : made;
}

// One deal as one seat learns from it: its own choices are all tried, the others' are drawn.
struct Learner::Traversal {
    const Learner& learner;
    Walk& walk;
    Random& random;
    std::span<float> regrets, sums;
    std::span<const float> fixed;
    int place;

    // What the seat's side gets.
    double worth(Hold h) {
        Question question;
        while (walk.go_on(h, question)) {
            const std::size_t at = question.row * WORDS;
            if (state_of(walk.calls, h).turn == place) return explored(h, question, at);
            const Strategy chances = proportional(fixed.empty() ? &regrets[at] : &fixed[at], question);
            if (fixed.empty()) add(chances, question, at);
            step(walk.calls, h, question.words[drawn(chances, question.size, random)].move);
        }
        const double paid = learner.paid(walk.end(h));
        return place & 1 ? -paid : paid;
    }

    double explored(const Hold& h, const Question& question, std::size_t at) {
        const Strategy chances = proportional(&regrets[at], question);
        std::array<double, MOST_EDGES> worths;
        double mean = 0;
        for (int i = 0; i < question.size; i++) {
            Hold after = h;
            step(walk.calls, after, question.words[i].move);
            mean += chances[i] * (worths[i] = worth(after));
        }
        for (int i = 0; i < question.size; i++) regrets[at + question.words[i].word] += static_cast<float>(worths[i] - mean);
        if (!fixed.empty()) add(chances, question, at);
        return mean;
    }

    void add(const Strategy& chances, const Question& question, std::size_t at) {
        for (int i = 0; i < question.size; i++) sums[at + question.words[i].word] += chances[i];
    }
};

void Learner::learn(std::span<float> regrets, std::span<float> sums, std::span<const float> fixed, std::uint64_t seed,
                    long deals) const {
    const auto table = std::make_unique<Table>();
    Random random(seed);
    for (long i = 0; i < deals; i++) {
        const Hold start = dealt(book.facts(), random);
        Walk walk(book, bids, *table);
        for (int place = 0; place < SEATS; place++) Traversal{*this, walk, random, regrets, sums, fixed, place}.worth(start);
    }
}

std::array<double, 2> Learner::match(const std::array<std::span<const float>, SEATS>& tables, std::uint64_t seed,
                                     long deals) const {
    const auto table = std::make_unique<Table>();
    std::array<double, 2> sums{};
    for (long i = 0; i < deals; i++) {
        Random random(seed + static_cast<std::uint64_t>(i));  // so that the same deals are met whatever is called
        Hold h = dealt(book.facts(), random);
        Walk walk(book, bids, *table);
        Question question;
        while (walk.go_on(h, question)) {
            const auto& own = tables[state_of(walk.calls, h).turn];
            const Strategy chances = proportional(&own[question.row * WORDS], question);
            step(walk.calls, h, question.words[drawn(chances, question.size, random)].move);
        }
        const double got = paid(walk.end(h));
        sums[0] += got;
        sums[1] += got * got;
    }
    for (double& sum : sums) sum /= static_cast<double>(deals);
    return sums;
}

}  // namespace uka
