// The rules of trick taking as tables, and the conversion of positions to the Boards that the solver searches.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "double_dummy.hpp"

namespace uka {

constexpr int CARDS = 33, SEATS = 4, SUITS = 4, STRAINS = 5;
constexpr int NOTHING = -1;

// A position in the play.
struct Position {
    std::array<std::uint64_t, SEATS> hands;  // masks of card indexes
    std::array<int, SEATS> plays;            // the cards of the trick in progress, in the order of play
    int played;                              // the number of cards in `plays`
    int leader;                              // the seat that led the trick in progress, or leads the next one
    int trump;
    int sitting;  // the seats that sit out, as a bit mask; their cards are ignored
};

using Rows = std::vector<std::vector<int>>;

// The tables that uka.core.play_tables makes. `suits` is indexed by trump and card, and `strengths` by trump, suit led
// and card.
struct TrickTables {
    std::uint64_t pack;
    int hand_size;
    Rows suits;
    std::vector<Rows> strengths;
    bool must_head, first_lead_trump;
};

class TrickRules {
public:
    // Throws std::invalid_argument if the tables describe a game that the search cannot play.
    explicit TrickRules(const TrickTables& tables);

    // Throws std::invalid_argument if the position is impossible.
    Board board(const Position& position) const;
    int card_at(int trump, int bit) const { return card[trump][bit]; }
    int bit_at(int trump, int c) const { return bit[trump][c]; }

private:
    void place(int trump, const Rows& suits, const std::vector<Rows>& strengths);
    Cards relabelled(std::uint64_t mask, int trump) const;

    std::uint64_t pack;
    int hand_size;
    bool must_head, first_lead_trump;
    // bit[trump][card]: the index of the card's bit on a Board; NOTHING if the card belongs to no suit
    std::int8_t bit[STRAINS][CARDS];
    std::int8_t card[STRAINS][64];
};

}  // namespace uka
