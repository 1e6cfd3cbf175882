// A ruleset as the kernels hold it: the rules of trick taking, the bidding automaton, and the scores.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "bidding.hpp"
#include "trick_rules.hpp"

namespace uka {

constexpr int MAX_TRICKS = 8;
constexpr int OUTCOMES = 10;

// The bits of cards on a board with a given trump, in four lanes as double_dummy.hpp describes.
struct SuitLanes {
    Cards of[SUITS][256];  // by the eight bits of a suit in a mask of cards
    Cards joker, all;
    std::int8_t card[64];
};

// A ruleset as plain data, for code that is compiled for more than one processor.
struct RuleData {
    Automaton bidding;
    const SuitLanes* lanes;  // by trump
    const Mask* subsets;     // every hand, ordered so that all hands of the first n cards come before any with card n
    std::uint32_t hands[CARDS + 1];  // the number of hands that can be dealt from so many cards
    Mask pack;
    int cards, hand_size;
    bool must_head, first_lead_trump, joker;
    // By who plays alone (1: a loner, 2: a lone defender) and the makers' tricks; points are negative for the
    // defenders.
    std::int8_t points[4][MAX_TRICKS + 1], outcome[4][MAX_TRICKS + 1];
    std::int8_t thrown_in, redeal;  // outcomes
};

// The bidding automaton as Python passes it. `starts` holds the first state, the first state after a benny is turned
// up, and whether the next card is turned up instead of a benny.
struct BiddingTables {
    Rows states, edges;
    std::vector<std::vector<Mask>> masks;
    Rows relative;
    std::vector<int> starts;
};

// `scores` holds, by who plays alone and the makers' tricks, an outcome and its points, negative for the defenders.
// `ends` holds the outcomes of a deal thrown in and of a redeal.
struct ScoreTables {
    std::vector<Rows> scores;
    std::vector<int> ends;
};

class RuleTables {
public:
    // Throws std::invalid_argument for tables of a game that the kernels cannot play.
    RuleTables(const TrickTables& tricks, const BiddingTables& bidding, const ScoreTables& scores);
    RuleTables(const RuleTables&) = delete;

    // The state of a new deal. The kitty holds the cards under the turn-up, top first. Throws std::invalid_argument.
    DealState start(int dealer, const std::array<Mask, SEATS>& hands, int upcard, const std::vector<int>& kitty) const;

    // The state of a deal at any point of the bidding. Throws std::invalid_argument.
    DealState at(const BiddingPoint& point, const std::array<Mask, SEATS>& hands, const std::vector<int>& kitty,
                 const std::array<Mask, SEATS>& away, int gift) const;

    // Throws std::invalid_argument for hands that cannot arise in the state of the deal.
    void check(const DealState& deal) const;

    // The position at the first lead of a deal in a contract state.
    Position position(const DealState& deal) const;

    const RuleData& data() const { return plain; }
    int size() const { return static_cast<int>(states.size()); }  // the number of states of the automaton

    const TrickRules rules;

private:
    void read_masks(const BiddingTables& tables);
    void read_states(const Rows& rows);
    void read_edges(const Rows& rows, int kinds);
    Edge read_edge(const std::vector<int>& row, int kinds) const;
    void check_edge(const State& from, const State& to, const Edge& edge) const;
    void read_starts(const std::vector<int>& starts);
    void read_scores(const ScoreTables& tables);
    void make_lanes();
    void make_subsets();

    std::vector<State> states;
    std::vector<Edge> edges;
    std::unique_ptr<Mask[][UPS]> masks;
    std::vector<SuitLanes> lanes;
    std::vector<Mask> subsets;
    int most_under = 0;
    RuleData plain{};
};

namespace {
// A mask of card indexes as bits of a board.
inline Cards relabelled(const SuitLanes& l, Mask hand) {
    return l.of[0][hand & 255] | l.of[1][hand >> 8 & 255] | l.of[2][hand >> 16 & 255] | l.of[3][hand >> 24 & 255] |
           (hand >> 32 & 1 ? l.joker : 0);
}
}  // namespace

}  // namespace uka
