// All that the kernels know of a ruleset: its tables, its calls, what its outcomes are worth.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "calls.hpp"
#include "rules.hpp"

namespace uka {

constexpr int MOST_TRICKS = 8;
constexpr int OUTCOMES = 10;

// Where cards stand on a board with one trump; four lanes, as search.hpp has them.
struct Lanes {
    Cards of[SUITS][256];  // by the bits of a suit's byte
    Cards joker, all;
    std::int8_t card[64];
};

// A ruleset as plain data, for code that is compiled for more than one processor.
struct Facts {
    Automaton calls;
    const Lanes* lanes;    // by trump
    const Mask* subsets;   // every hand of the lowest cards first: those of n cards come before any with card n
    std::uint32_t hands[CARDS + 1];  // how many hands there are of so many cards
    Mask pack;
    int cards, hand_size;
    bool must_head, first_lead_trump, joker;
    // By who plays alone (1: a loner, 2: a lone defender) and the makers' tricks: points, the defenders' below zero.
    std::int8_t points[4][MOST_TRICKS + 1], outcome[4][MOST_TRICKS + 1];
    std::int8_t thrown_in, redeal;  // outcomes
};

class Book {
public:
    using Rows = Rules::Rows;

    // Throws std::invalid_argument for what is not of a game that the kernels know how to play.
    // `starts`: the first state, that of a benny turned up, whether the next card is turned up in its stead. `scores`: by
    // who plays alone and the makers' tricks, an outcome and its points, the defenders' below zero. `ends`: the outcomes
    // of a deal thrown in and of one to be dealt again.
    Book(Mask pack, int hand_size, const Rows& suits, const std::vector<Rows>& strengths, bool must_head,
         bool first_lead_trump, const Rows& states, const Rows& edges, const std::vector<std::vector<Mask>>& masks,
         const Rows& relative, const std::vector<int>& starts, const std::vector<Rows>& scores,
         const std::vector<int>& ends);
    Book(const Book&) = delete;

    // A deal just dealt; the kitty is what lies under the turn-up, top first. Throws std::invalid_argument.
    Hold start(int dealer, const std::array<Mask, SEATS>& hands, int upcard, const std::vector<int>& kitty) const;

    // A deal in any state; `up` 4 for a benny whose suit is not named, `trump` NOTHING before it is made.
    Hold at(int state, int dealer, const std::array<Mask, SEATS>& hands, int upcard, int up, int trump,
            const std::vector<int>& kitty, const std::array<Mask, SEATS>& away, int gift) const;

    // Throws std::invalid_argument for hands that cannot be held where a deal stands.
    void check(const Hold& hold) const;

    // The position at the first lead of a deal whose state is a contract.
    Position position(const Hold& hold) const;

    const Facts& facts() const { return plain; }
    int size() const { return static_cast<int>(states.size()); }  // of the automaton

    const Rules rules;

private:
    void read_calls(const Rows& states, const Rows& edges, const std::vector<std::vector<Mask>>& masks,
                    const Rows& relative, const std::vector<int>& starts);
    void read_scores(const std::vector<Rows>& scores, const std::vector<int>& ends);
    void make_lanes();
    void make_subsets();

    std::vector<State> states;
    std::vector<Edge> edges;
    std::unique_ptr<Mask[][UPS]> masks;
    std::vector<Lanes> lanes;
    std::vector<Mask> subsets;
    int most_under = 0;
    Facts plain{};
};

// The cards of a hand as they stand on a board.
namespace {
inline Cards relabelled(const Lanes& l, Mask hand) {
    return l.of[0][hand & 255] | l.of[1][hand >> 8 & 255] | l.of[2][hand >> 16 & 255] | l.of[3][hand >> 24 & 255] |
           (hand >> 32 & 1 ? l.joker : 0);
}
}  // namespace

}  // namespace uka
