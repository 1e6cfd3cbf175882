// Plays the bidding of one deal by a policy; the rollout policy makes the other decisions, and a contract is solved.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "bidding_info_sets.hpp"
#include "random.hpp"
#include "solver.hpp"

namespace uka {

using Strategy = std::array<float, MAX_EDGES>;

// Regret matching: chances in proportion to the positive cells of a row; equal chances where there are none.
Strategy proportional(const float* row, const Decision& decision);

// Who plays alone: 0 nobody, 1 a loner, 2 a lone defender, 3 both.
constexpr int ALONE_KINDS = 4;

// The end of a deal: the makers' partnership, NOTHING where nobody makes trump, who plays alone, and the makers'
// double-dummy tricks.
struct Terminal {
    int makers, alone, tricks;
};

class BiddingWalk {
public:
    BiddingWalk(const RuleTables& rule_tables, const BiddingInfoSets& info_sets, TranspositionTable& table)
        : bidding(rule_tables.data().bidding), rule_tables(rule_tables), info_sets(info_sets), table(table) {}

    // Goes on until a seat may call trump; false where the bidding ends first.
    bool advance(DealState& d, Decision& decision) const;

    // Goes on to the end by a policy.
    Terminal finish(DealState d, std::span<const float> policy, Random& random);

    Terminal end(const DealState& d);

    const Automaton& bidding;

private:
    struct Solved {
        Position position;
        int makers, tricks;
    };

    int solved(const Position& position, int makers);

    const RuleTables& rule_tables;
    const BiddingInfoSets& info_sets;
    TranspositionTable& table;
    std::vector<Solved> contracts;  // of this deal
};

int drawn(const Strategy& chances, int size, Random& random);

}  // namespace uka
