// Trains bidding policies by self-play. The method is counterfactual regret minimization (CFR) with external sampling.
// Hands that share a bucket are treated as one.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "bidding_walk.hpp"

namespace uka {

// What the makers score, negative if the defenders score, as [kind][tricks]. The kind of a contract is the makers' side
// (0 for the dealer's) and the code for who plays alone. `tricks` is the number of the makers' tricks.
using Payoffs = std::array<std::array<double, MAX_TRICKS + 1>, 2 * ALONE_KINDS>;

class CfrTrainer {
public:
    CfrTrainer(const RuleTables& rule_tables, const Payoffs& payoffs)
        : rule_tables(rule_tables), info_sets(rule_tables), payoffs(payoffs) {}

    // Returns the number of cells of a policy's table.
    std::size_t cells() const { return info_sets.cells(); }

    // Trains on random deals, and adds the results to two tables with BIDS_PER_ROW cells for each information set:
    // `regrets` holds cumulative regrets, and `sums` the weights of the average strategy, which is the policy. If a
    // policy `fixed` is given, each seat learns a best response to three seats that bid by it.
    void train(std::span<float> regrets, std::span<float> sums, std::span<const float> fixed, std::uint64_t seed,
               long deals) const;

    // Plays `deals` deals in which each seat bids by a policy of its own. Returns the mean score of the dealer's side
    // in a deal, and the mean of its square. `tables` holds the policies, clockwise from the dealer.
    std::array<double, 2> match(const std::array<std::span<const float>, SEATS>& tables, std::uint64_t seed,
                                long deals) const;

private:
    struct Traversal;
    double payoff(const Ending& end) const;

    const RuleTables& rule_tables;
    BiddingInfoSets info_sets;
    Payoffs payoffs;
};

}  // namespace uka
