// Computes, for worlds (sampled layouts of the hidden cards), how likely the bids made are in each of them, and how the
// deal ends in them after each choice before the first lead.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "bidding_walk.hpp"

namespace uka {

// The sum of the weights of the worlds that end alike, and the sum of the squares of these weights.
using Mass = std::pair<double, double>;

// How the worlds end after one choice. `action` is the index of the choice in uka.core.actions.ACTIONS.
struct ChoiceOutcomes {
    int action;
    std::map<Ending, Mass> endings;
};

class BiddingEvaluator {
public:
    // `policy` has BIDS_PER_ROW cells for each information set. All arguments must outlive the evaluator.
    BiddingEvaluator(const RuleTables& rule_tables, const BiddingInfoSets& info_sets, std::span<const float> policy)
        : rule_tables(rule_tables), info_sets(info_sets), policy(policy) {}

    // The calls made since `start`, bids and passes. `seats` is the bit mask of the seats whose calls are weighed.
    // `tremble` is the probability that a seat makes a random call in place of one by the policy.
    struct Calls {
        BiddingPoint start;
        std::vector<int> actions;
        unsigned seats;
        double tremble;
    };

    // Multiplies the weight of each world by the probability of `calls` in that world. `hands` holds four masks for
    // each world: the hands during the bidding.
    void weigh(const Calls& calls, std::span<const std::uint64_t> hands, std::span<double> weights) const;

    // Returns how the worlds end after each choice of the seat whose turn it is. `away` holds the cards that each seat
    // showed to exchange a farmer's hand. If `weights` is empty, each world has the weight 1.
    std::vector<ChoiceOutcomes> evaluate(const BiddingPoint& point, const std::array<Mask, SEATS>& away,
                                         std::span<const std::uint64_t> hands, std::span<const double> weights,
                                         std::uint64_t seed) const;

private:
    // Returns the ending of a deal that ended as `end` in the state `d`.
    DealState deal_at(const BiddingPoint& point, const std::uint64_t* hands, const std::array<Mask, SEATS>& away = {},
                      const std::vector<int>& kitty = {}) const;

    // Returns the cards under the upcard in a world, in random order, or nothing if no seat may take them.
    std::vector<int> kitty(const BiddingPoint& point, const std::uint64_t* hands, const std::array<Mask, SEATS>& away,
                           Random& random) const;

    const RuleTables& rule_tables;
    const BiddingInfoSets& info_sets;
    std::span<const float> policy;
};

}  // namespace uka
