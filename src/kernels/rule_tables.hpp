// A ruleset as tables for the kernels: the rules of trick taking, the bidding automaton, and the scores.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "bidding.hpp"
#include "trick_rules.hpp"

namespace uka {

constexpr int MAX_TRICKS = 8;
constexpr int OUTCOMES = 10;

// Converts card indexes to the bits of a Board for one trump. double_dummy.hpp describes a Board and its lanes.
struct SuitLanes {
    Cards of[SUITS][256];  // the bits of a set of cards, by its suit and by the mask of its eight cards
    Cards joker, all;
    std::int8_t card[64];
};

// A ruleset as plain data, for code that is compiled for more than one processor.
struct RuleData {
    Automaton bidding;
    const SuitLanes* lanes;  // one item for each trump
    // All hands that can be dealt from a pack or from the rest of a pack, as masks. Bit i stands for the i-th card of
    // the pack or rest. The first hands[n] masks are the hands that can be dealt from n cards: they use only the n
    // lowest bits.
    const Mask* subsets;
    std::uint32_t hands[CARDS + 1];  // hands[n]: the number of different hands that can be chosen from n cards
    Mask pack;
    int cards, hand_size;
    bool must_head, first_lead_trump, joker;
    // The makers' points, negative if the defenders score, and the index of the outcome. Both are indexed by the code
    // for who plays alone (0 nobody, 1 a loner, 2 a lone defender, 3 both of them) and by the makers' tricks.
    std::int8_t points[4][MAX_TRICKS + 1], outcome[4][MAX_TRICKS + 1];
    std::int8_t thrown_in, redeal;  // the indexes of the outcomes "thrown in" and "redeal"
};

// The bidding automaton in the form that Python passes. `starts` holds three numbers: the first state, the first state
// after a joker is turned up as the benny, and 1 if the next card is turned up instead of the joker, else 0.
struct BiddingTables {
    Rows states, edges;
    std::vector<std::vector<Mask>> masks;
    Rows relative;
    std::vector<int> starts;
};

// The scores in the form that Python passes. `scores` holds the index of an outcome and the makers' points, negative if
// the defenders score, by the code for who plays alone and by the makers' tricks. `ends` holds the indexes of the
// outcomes "thrown in" and "redeal".
struct ScoreTables {
    std::vector<Rows> scores;
    std::vector<int> ends;
};

class RuleTables {
public:
    // Throws std::invalid_argument if the tables describe a game that the kernels cannot play.
    RuleTables(const TrickTables& tricks, const BiddingTables& bidding, const ScoreTables& scores);
    RuleTables(const RuleTables&) = delete;

    // Returns the state of a new deal. `kitty` lists the cards under the upcard from the top. Throws
    // std::invalid_argument if the deal is impossible.
    DealState start(int dealer, const std::array<Mask, SEATS>& hands, int upcard, const std::vector<int>& kitty) const;

    // Returns the state of a deal at any point of the bidding. Throws std::invalid_argument if the deal is impossible.
    DealState at(const BiddingPoint& point, const std::array<Mask, SEATS>& hands, const std::vector<int>& kitty,
                 const std::array<Mask, SEATS>& away, int gift) const;

    // Throws std::invalid_argument if the hands of `deal` are impossible in its state.
    void check(const DealState& deal) const;

    // Returns the position at the first lead. The deal must be in a contract state.
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
// Converts a mask of card indexes to the bits of a Board (double_dummy.hpp).
inline Cards relabelled(const SuitLanes& l, Mask hand) {
    return l.of[0][hand & 255] | l.of[1][hand >> 8 & 255] | l.of[2][hand >> 16 & 255] | l.of[3][hand >> 24 & 255] |
           (hand >> 32 & 1 ? l.joker : 0);
}
}  // namespace

}  // namespace uka
