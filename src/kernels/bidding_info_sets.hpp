// The information sets of the bidding: what a bidding policy tells apart. An information set is a seat counted from the
// dealer's left, a calling round and a bucket, which holds hands that are treated as one.
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

    // Hands get their buckets as if `pack` were the ruleset's pack. Throws std::invalid_argument unless `pack` holds
    // all cards of the ruleset's pack. Only the joker may be missing.
    BiddingInfoSets(const RuleTables& rule_tables, std::uint64_t pack);

    std::size_t rows() const { return std::size_t{PLACES} * abstraction.size(); }
    std::size_t cells() const { return rows() * BIDS_PER_ROW; }

    // Returns true if the seat whose turn it is may call trump now, and sets `decision` to its information set and its
    // bids.
    bool find(const DealState& deal, Decision& decision) const;

private:
    const Automaton& bidding;
    HandAbstraction abstraction;
};

}  // namespace uka
