// Bidding policies trained by self-play: external-sampling counterfactual regret minimization over an abstraction.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "bidding_walk.hpp"

namespace uka {

// The makers' scores by the kind of contract (partnership, 0 for the dealer's, and who plays alone) and by tricks;
// negative where the defenders score.
using Payoffs = std::array<std::array<double, MAX_TRICKS + 1>, 2 * ALONE_KINDS>;

class CfrTrainer {
public:
    CfrTrainer(const RuleTables& rule_tables, const Payoffs& payoffs)
        : rule_tables(rule_tables), info_sets(rule_tables), payoffs(payoffs) {}

    // The number of cells in a table.
    std::size_t cells() const { return info_sets.cells(); }

    // Walks each deal once for each seat. The tables have BIDS_PER_ROW cells for each information set: `regrets` the
    // cumulative regret of a bid, `sums` its average-strategy weight. With a `fixed` policy each seat learns a best
    // response to three seats that follow it.
    void train(std::span<float> regrets, std::span<float> sums, std::span<const float> fixed, std::uint64_t seed,
               long deals) const;

    // The mean score a deal of the dealer's side, and the mean of its square. Each seat, from the dealer on, follows
    // its own policy.
    std::array<double, 2> match(const std::array<std::span<const float>, SEATS>& tables, std::uint64_t seed,
                                long deals) const;

private:
    struct Traversal;
    double payoff(const Terminal& end) const;

    const RuleTables& rule_tables;
    BiddingInfoSets info_sets;
    Payoffs payoffs;
};

}  // namespace uka
