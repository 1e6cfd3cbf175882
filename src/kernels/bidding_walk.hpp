// Plays the bidding of one deal by a bidding policy, and solves the resulting contract double-dummy. The rollout policy
// makes all choices that are not bids.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "bidding_info_sets.hpp"
#include "random.hpp"
#include "solver.hpp"

namespace uka {

using Strategy = std::array<float, MAX_EDGES>;

// Returns the probabilities of the bids of `decision`, in proportion to the positive cells of `row` (regret matching).
// If no cell is positive, the probabilities are equal.
Strategy proportional(const float* row, const Decision& decision);

// The number of codes for who plays alone: 0 nobody, 1 a loner, 2 a lone defender, 3 both of them.
constexpr int ALONE_KINDS = 4;

// The end of the bidding in a deal. `makers` is the makers' partnership, or NOTHING if nobody makes trump; the other
// fields are then 0. `alone` is the code for who plays alone, and `tricks` the number of the makers' double-dummy
// tricks. However all seats play, the makers take from `least` to `most` tricks.
struct Ending {
    int makers, alone, trump, tricks, least, most;

    auto operator<=>(const Ending&) const = default;
};

class BiddingWalk {
public:
    BiddingWalk(const RuleTables& rule_tables, const BiddingInfoSets& info_sets, TranspositionTable& table)
        : bidding(rule_tables.data().bidding), rule_tables(rule_tables), info_sets(info_sets), table(table) {}

    // Advances the deal until a seat may call trump. Returns false if the bidding ends first.
    bool advance(DealState& d, Decision& decision) const;

    // Plays the bidding of `d` to its end by `policy`, and returns how it ended.
    Ending finish(DealState& d, std::span<const float> policy, Random& random);

    Ending end(const DealState& d);

    const Automaton& bidding;

private:
    struct Solved {
        Position position;
        int makers;
        TricksWithBounds found;
    };

    TricksWithBounds solved(const Position& position, int makers);

    const RuleTables& rule_tables;
    const BiddingInfoSets& info_sets;
    TranspositionTable& table;
    std::vector<Solved> contracts;  // the contracts of this deal that are already solved
};

// Returns a random index from 0 to `size` - 1, drawn with the probabilities `chances`.
int drawn(const Strategy& chances, int size, Random& random);

}  // namespace uka
