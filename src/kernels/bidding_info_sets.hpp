// The information sets of the bidding. Each is a seat from the dealer's left, a calling round and a bucket of hands,
// with the bids that are possible there.
#pragma once
#include <cstddef>
#include <cstdint>

#include "hand_abstraction.hpp"
#include "rule_tables.hpp"

namespace uka {

// The number of bids: pass, each trump with a partner, and each trump alone. Trumps are relative to the turn-up's suit.
constexpr int BIDS_PER_ROW = 1 + 2 * STRAINS;

// The number of turns to call: four seats from the dealer's left in the first calling round, and four in the second.
constexpr int PLACES = 2 * SEATS;

struct Bid {
    int column;  // the column in the table; the abstraction decides the order of the two suits of the other colour
    Move move;
};

struct Decision {
    std::size_t row;  // the information set; tables have a row for each turn to call and each bucket
    int size;
    Bid bids[MAX_EDGES];
};

class BiddingInfoSets {
public:
    explicit BiddingInfoSets(const RuleTables& rule_tables) : BiddingInfoSets(rule_tables, rule_tables.data().pack) {}

    // Uses the abstraction of another pack. That pack must hold all cards of the ruleset's pack except perhaps the
    // joker, or the constructor throws std::invalid_argument.
    BiddingInfoSets(const RuleTables& rule_tables, std::uint64_t pack);

    std::size_t rows() const { return std::size_t{PLACES} * abstraction.size(); }
    std::size_t cells() const { return rows() * BIDS_PER_ROW; }

    // Returns whether the seat in turn may call trump now. If it may, sets `decision` to the seat's information set and
    // bids.
    bool find(const DealState& deal, Decision& decision) const;

private:
    const Automaton& bidding;
    HandAbstraction abstraction;
};

}  // namespace uka
