// The information sets of the bidding: the place that decides, the bucket of its hand, and its bids.
#pragma once
#include <cstddef>
#include <cstdint>

#include "hand_abstraction.hpp"
#include "rule_tables.hpp"

namespace uka {

// The number of bids: pass, then each trump with a partner and alone; suits are relative to the turn-up's.
constexpr int BIDS_PER_ROW = 1 + 2 * STRAINS;

// The number of places that decide: four from the dealer's left in the first calling round, and four in the second.
constexpr int PLACES = 2 * SEATS;

struct Bid {
    int column;  // below BIDS_PER_ROW; the abstraction decides the order of the two suits of the other colour
    Move move;
};

struct Decision {
    std::size_t row;  // the information set: tables have a row for every place and bucket
    int size;
    Bid bids[MAX_EDGES];
};

class BiddingInfoSets {
public:
    explicit BiddingInfoSets(const RuleTables& rule_tables) : BiddingInfoSets(rule_tables, rule_tables.data().pack) {}

    // Uses the abstraction of another pack, which must hold all cards of the ruleset's pack except perhaps the joker;
    // otherwise throws std::invalid_argument.
    BiddingInfoSets(const RuleTables& rule_tables, std::uint64_t pack);

    std::size_t rows() const { return std::size_t{PLACES} * abstraction.size(); }
    std::size_t cells() const { return rows() * BIDS_PER_ROW; }

    // Whether the seat in turn may call trump now; if so, sets `decision` to its information set and its bids.
    bool find(const DealState& deal, Decision& decision) const;

private:
    const Automaton& bidding;
    HandAbstraction abstraction;
};

}  // namespace uka
