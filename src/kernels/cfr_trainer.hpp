// Trains bidding policies by self-play. The method is external-sampling counterfactual regret minimization (CFR) over
// an abstraction of hands.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "bidding_walk.hpp"

namespace uka {

// The makers' scores, which are negative if the defenders score. The first index is the kind of contract: the makers'
// partnership (0 for the dealer's) and the code for who plays alone. The second index is the makers' tricks.
using Payoffs = std::array<std::array<double, MAX_TRICKS + 1>, 2 * ALONE_KINDS>;

class CfrTrainer {
public:
    CfrTrainer(const RuleTables& rule_tables, const Payoffs& payoffs)
        : rule_tables(rule_tables), info_sets(rule_tables), payoffs(payoffs) {}

    // Returns the number of cells in a policy table.
    std::size_t cells() const { return info_sets.cells(); }

    // Trains on random deals. Each deal is traversed once for every seat. The tables have BIDS_PER_ROW cells for each
    // information set: `regrets` holds cumulative regrets, and `sums` average-strategy weights. If a `fixed` policy is
    // given, each seat learns a best response to three seats that follow the fixed policy.
    void train(std::span<float> regrets, std::span<float> sums, std::span<const float> fixed, std::uint64_t seed,
               long deals) const;

    // Returns the mean score of the dealer's side per deal, and the mean of the squared score. Each seat follows its
    // own policy. `tables` holds the policies clockwise from the dealer.
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
