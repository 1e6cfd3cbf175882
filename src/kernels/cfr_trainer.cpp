#include "cfr_trainer.hpp"

#include <bit>
#include <memory>
#include <utility>

namespace uka {
namespace {

constexpr int JOKER = CARDS - 1;

// Returns a random deal in which the first seat deals.
DealState dealt(const RuleData& data, Random& random) {
    const Automaton& bidding = data.bidding;
    std::int8_t order[CARDS];
    int size = 0;
    for (Mask left = data.pack; left; left &= left - 1)
        order[size++] = static_cast<std::int8_t>(std::countr_zero(left));
    random.shuffle(std::span(order, static_cast<std::size_t>(size)));
    DealState d{};
    int at = 0;
    for (Mask& hand : d.hands)
        for (int k = 0; k < data.hand_size; k++) hand |= card(order[at++]);
    d.upcard = order[at++];
    if (d.upcard == JOKER && bidding.next_up) d.upcard = order[at++];
    while (at < size) d.kitty[d.kitty_size++] = order[at++];
    d.up = d.upcard == JOKER ? SUITS : static_cast<std::int8_t>(d.upcard / 8);
    d.trump = d.gift = NOTHING;
    d.state = d.upcard == JOKER ? bidding.benny : bidding.start;
    return d;
}

}  // namespace

// Returns the score of the dealer's side at the end of a deal.
double CfrTrainer::payoff(const Ending& end) const {
    if (end.makers == NOTHING) return 0;
    const double made = payoffs[end.makers * ALONE_KINDS + end.alone][end.tricks];
    return end.makers ? -made : made;
}

// Walks through the bidding of a deal for one seat: it tries all bids of that seat, and samples one bid of each other
// seat (external sampling).
struct CfrTrainer::Traversal {
    const CfrTrainer& trainer;
    BiddingWalk& walk;
    Random& random;
    std::span<float> regrets, sums;
    std::span<const float> fixed;
    int place;

    // Returns the expected score of that seat's side from `d` on.
    double worth(DealState d) {
        Decision decision;
        while (walk.advance(d, decision)) {
            const std::size_t at = decision.row * BIDS_PER_ROW;
            if (state_of(walk.bidding, d).turn == place) return explored(d, decision, at);
            const Strategy chances = proportional(fixed.empty() ? &regrets[at] : &fixed[at], decision);
            if (fixed.empty()) add(chances, decision, at);
            step(walk.bidding, d, decision.bids[drawn(chances, decision.size, random)].move);
        }
        const double payoff = trainer.payoff(walk.end(d));
        return place & 1 ? -payoff : payoff;
    }

    double explored(const DealState& d, const Decision& decision, std::size_t at) {
        const Strategy chances = proportional(&regrets[at], decision);
        std::array<double, MAX_EDGES> worths;
        double mean = 0;
        for (int i = 0; i < decision.size; i++) {
            DealState after = d;
            step(walk.bidding, after, decision.bids[i].move);
            mean += chances[i] * (worths[i] = worth(after));
        }
        for (int i = 0; i < decision.size; i++)
            regrets[at + decision.bids[i].column] += static_cast<float>(worths[i] - mean);
        if (!fixed.empty()) add(chances, decision, at);
        return mean;
    }

    void add(const Strategy& chances, const Decision& decision, std::size_t at) {
        for (int i = 0; i < decision.size; i++) sums[at + decision.bids[i].column] += chances[i];
    }
};

void CfrTrainer::train(std::span<float> regrets, std::span<float> sums, std::span<const float> fixed,
                       std::uint64_t seed, long deals) const {
    const auto table = std::make_unique<TranspositionTable>();
    Random random(seed);
    for (long i = 0; i < deals; i++) {
        const DealState start = dealt(rule_tables.data(), random);
        BiddingWalk walk(rule_tables, info_sets, *table);
        for (int place = 0; place < SEATS; place++)
            Traversal{*this, walk, random, regrets, sums, fixed, place}.worth(start);
    }
}

std::array<double, 2> CfrTrainer::match(const std::array<std::span<const float>, SEATS>& tables, std::uint64_t seed,
                                        long deals) const {
    const auto table = std::make_unique<TranspositionTable>();
    std::array<double, 2> sums{};
    for (long i = 0; i < deals; i++) {
        Random random(seed + static_cast<std::uint64_t>(i));  // the deals are the same for all policies
        DealState d = dealt(rule_tables.data(), random);
        BiddingWalk walk(rule_tables, info_sets, *table);
        Decision decision;
        while (walk.advance(d, decision)) {
            const auto& own = tables[state_of(walk.bidding, d).turn];
            const Strategy chances = proportional(&own[decision.row * BIDS_PER_ROW], decision);
            step(walk.bidding, d, decision.bids[drawn(chances, decision.size, random)].move);
        }
        const double got = payoff(walk.end(d));
        sums[0] += got;
        sums[1] += got * got;
    }
    for (double& sum : sums) sum /= static_cast<double>(deals);
    return sums;
}

}  // namespace uka
