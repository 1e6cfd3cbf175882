// The information sets of the bidding: which place decides, with a hand of which bucket, and which bids it has.
#pragma once
#include <cstddef>
#include <cstdint>

#include "hand_abstraction.hpp"
#include "rule_tables.hpp"

namespace uka {

// The bids, with suits relative to the turn-up's: pass, then each trump with a partner and alone.
constexpr int BIDS_PER_ROW = 1 + 2 * STRAINS;

// The places that decide: four from the dealer's left in the first round, and four in the second.
constexpr int PLACES = 2 * SEATS;

struct Bid {
    int column;  // among BIDS_PER_ROW; the two suits of the other colour in the order of the bucket
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

    // With the abstraction of another pack, which has all cards of this one but perhaps the joker. Throws
    // std::invalid_argument for a smaller pack.
    BiddingInfoSets(const RuleTables& rule_tables, std::uint64_t pack);

    std::size_t rows() const { return std::size_t{PLACES} * abstraction.size(); }
    std::size_t cells() const { return rows() * BIDS_PER_ROW; }

    // Whether the seat in turn may call trump now; if so, fills in its information set and its bids.
    bool find(const DealState& deal, Decision& decision) const;

private:
    const Automaton& bidding;
    HandAbstraction abstraction;
};

}  // namespace uka
