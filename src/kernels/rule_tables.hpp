// Everything that the kernels know of a ruleset: the rules of trick taking, the bidding automaton, the scores.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "bidding.hpp"
#include "trick_rules.hpp"

namespace uka {

constexpr int MAX_TRICKS = 8;
constexpr int OUTCOMES = 10;

// The bits of cards on a board with one trump: four lanes, as double_dummy.hpp describes.
struct SuitLanes {
    Cards of[SUITS][256];  // by the bits of a suit's byte
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
    // By who plays alone (1: a loner, 2: a lone defender) and the makers' tricks: points, the defenders' below zero.
    std::int8_t points[4][MAX_TRICKS + 1], outcome[4][MAX_TRICKS + 1];
    std::int8_t thrown_in, redeal;  // outcomes
};

// The bidding automaton as uka.kernels.automaton has it. `starts`: the first state, the first state of a benny turned
// up, and whether the next card is turned up instead of a benny.
struct BiddingTables {
    Rows states, edges;
    std::vector<std::vector<Mask>> masks;
    Rows relative;
    std::vector<int> starts;
};

// `scores`: by who plays alone and the makers' tricks, an outcome and its points, the defenders' below zero. `ends`:
// the outcomes of a deal thrown in and of one to be dealt again.
struct ScoreTables {
    std::vector<Rows> scores;
    std::vector<int> ends;
};

class RuleTables {
public:
    // Throws std::invalid_argument for tables of a game that the kernels cannot play.
    RuleTables(const TrickTables& tricks, const BiddingTables& bidding, const ScoreTables& scores);
    RuleTables(const RuleTables&) = delete;

    // A deal just dealt. The kitty holds the cards under the turn-up, top first. Throws std::invalid_argument.
    DealState start(int dealer, const std::array<Mask, SEATS>& hands, int upcard, const std::vector<int>& kitty) const;

    // A deal at any point of the bidding. Throws std::invalid_argument.
    DealState at(const BiddingPoint& point, const std::array<Mask, SEATS>& hands, const std::vector<int>& kitty,
                 const std::array<Mask, SEATS>& away, int gift) const;

    // Throws std::invalid_argument for hands that nobody can hold in the state of the deal.
    void check(const DealState& deal) const;

    // The position at the first lead of a deal whose state is a contract.
    Position position(const DealState& deal) const;

    const RuleData& data() const { return plain; }
    int size() const { return static_cast<int>(states.size()); }  // of the automaton

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

// A hand by card index as bits of a board.
namespace {
inline Cards relabelled(const SuitLanes& l, Mask hand) {
    return l.of[0][hand & 255] | l.of[1][hand >> 8 & 255] | l.of[2][hand >> 16 & 255] | l.of[3][hand >> 24 & 255] |
           (hand >> 32 & 1 ? l.joker : 0);
}
}  // namespace

}  // namespace uka
