// The information sets of the bidding. An information set is a seat counted from the dealer's left, a calling round and
// a bucket of hands. Each information set has its possible bids.
#pragma once
#include <cstddef>
#include <cstdint>

#include "hand_abstraction.hpp"
#include "rule_tables.hpp"

namespace uka {

// The number of bids: pass, each trump with a partner, and each trump alone. Trumps are numbered relative to the suit
// of the upcard.
constexpr int BIDS_PER_ROW = 1 + 2 * STRAINS;

// The number of turns to bid: four seats from the dealer's left in the first calling round, and four in the second.
constexpr int PLACES = 2 * SEATS;

struct Bid {
    // The column of the bid in the policy table. HandAbstraction may exchange the two suits whose colour differs from
    // the upcard's. If it does so for this hand, a bid of one of these suits has the column of the other suit.
    int column;
    Move move;
};

struct Decision {
    std::size_t row;  // the index of the information set; a table has a row for each turn to bid and each bucket
    int size;
    Bid bids[MAX_EDGES];
};

class BiddingInfoSets {
public:
    explicit BiddingInfoSets(const RuleTables& rule_tables) : BiddingInfoSets(rule_tables, rule_tables.data().pack) {}

    // Assigns hands to buckets as if `pack` were the ruleset's pack. It must hold all cards of the ruleset's pack; only
    // the joker may be missing. Otherwise the constructor throws std::invalid_argument.
    BiddingInfoSets(const RuleTables& rule_tables, std::uint64_t pack);

    std::size_t rows() const { return std::size_t{PLACES} * abstraction.size(); }
    std::size_t cells() const { return rows() * BIDS_PER_ROW; }

    // Returns true if the seat whose turn it is may call trump now. In that case, sets `decision` to the information
    // set and the bids of that seat.
    bool find(const DealState& deal, Decision& decision) const;

private:
    const Automaton& bidding;
    HandAbstraction abstraction;
};

}  // namespace uka
