// Weighs worlds by how likely the calls were in them, and evaluates the choices before the first lead by their
// outcomes.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bidding_walk.hpp"

namespace uka {

// The terminal states by index: 0 where nobody makes trump, then by the makers' partnership, who plays alone, and the
// makers' double-dummy tricks. ChoiceOutcomes sums the weights of the worlds, and their squares, that end in each.
constexpr int TERMINALS = 1 + 2 * ALONE_KINDS * (MAX_TRICKS + 1);
struct ChoiceOutcomes {
    int action;  // its index in core
    std::vector<double> weights, squares;
};

class BiddingEvaluator {
public:
    // The policy has BIDS_PER_ROW cells for each information set.
    BiddingEvaluator(const RuleTables& rule_tables, const BiddingInfoSets& info_sets, std::span<const float> policy)
        : rule_tables(rule_tables), info_sets(info_sets), policy(policy) {}

    // The actions taken from a point on, the mask of the seats whose choices count, and how often a seat trembles:
    // takes any action at random.
    struct Calls {
        BiddingPoint start;
        std::vector<int> actions;
        unsigned seats;
        double tremble;
    };

    // Multiplies the weights of worlds by the likelihood of the calls. `hands`: four a world, as they were at the
    // calls.
    void weigh(const Calls& calls, std::span<const std::uint64_t> hands, std::span<double> weights) const;

    // Evaluates each choice of the seat in turn. `away`: the cards that seats showed when they went under. With empty
    // `weights` each world counts one.
    std::vector<ChoiceOutcomes> evaluate(const BiddingPoint& point, const std::array<Mask, SEATS>& away,
                                         std::span<const std::uint64_t> hands, std::span<const double> weights,
                                         std::uint64_t seed) const;

private:
    DealState deal_at(const BiddingPoint& point, const std::uint64_t* hands, const std::array<Mask, SEATS>& away = {},
                      const std::vector<int>& kitty = {}) const;

    // The cards under the turn-up in a world, in random order; none where nobody may take them.
    std::vector<int> kitty(const BiddingPoint& point, const std::uint64_t* hands, const std::array<Mask, SEATS>& away,
                           Random& random) const;

    const RuleTables& rule_tables;
    const BiddingInfoSets& info_sets;
    std::span<const float> policy;
};

}  // namespace uka
