// The bidding of a deal, which is all before the first lead: the automaton that uka.kernels.automaton_builder builds,
// the state of a deal in it, and the legal moves.
//
// The automaton numbers seats clockwise from the dealer, and suits relative to the suit of the upcard. A DealState
// numbers seats and suits as uka.core does. All types are plain data and all functions have internal linkage, because a
// source file may be compiled several times, for different processors.
#pragma once
#include <cstdint>

#include "trick_rules.hpp"

namespace uka {

using Mask = std::uint64_t;  // a set of cards; bit i is the card with index i

constexpr int UPS = SUITS + 1;  // the possible suits of the upcard; the last is a joker for which no suit is named yet
constexpr int PASS = 99;        // the index of the action `Pass` in uka.core.actions.ACTIONS
constexpr int MAX_EDGES = 32, MAX_MOVES = 96;
constexpr int MAX_KITTY = CARDS - SEATS;

enum Stage : std::int8_t {
    NAMING,
    CLAIMING,
    SHOWING,
    FIRST,
    SECOND,
    STUCK,
    DISCARDING,
    ALONE,
    DEFENDING,
    GIVING,
    CONTRACT,
    THROWN_IN,
    REDEAL,
    STAGES
};

// An edge of the automaton: a choice of the seat whose turn it is. A choice that needs a card is one edge, whichever
// card is chosen. automaton.BiddingEdge in Python describes the fields. NOTHING means that a field does not apply.
struct Edge {
    std::int16_t action;
    std::int8_t suit, cards, keeps, guard, least, most, trump, names, upcard, under, given;
    std::int16_t next;
};

// A state of the automaton. automaton.BiddingState in Python describes the fields, but for these: `first` is the index
// of the state's first edge, and `edges` the number of its edges.
struct State {
    std::int8_t stage, turn, sees, maker, loner, lone_defender, sitting, leader;
    std::int16_t first, edges;
    bool open;  // whether every edge is legal with any hand, and no edge requires the choice of a card
};

struct Automaton {
    const State* states;
    const Edge* edges;
    const Mask (*masks)[UPS];  // masks[kind][up]: the cards of a kind if `up` is the suit of the upcard
    std::int8_t suits[UPS][STRAINS];
    std::int16_t start, benny;
    bool next_up;  // whether a joker that is turned up is replaced by the next card
    bool under;    // whether the rules let a seat take the cards under the upcard
};

// The state of a deal during the bidding. It is small enough to copy.
struct DealState {
    Mask hands[SEATS];
    Mask away[SEATS];              // the cards that each seat has discarded or shown
    std::int8_t kitty[MAX_KITTY];  // the cards under the upcard, from the top
    std::int8_t kitty_size, dealer, upcard, up, trump, gift;
    std::int16_t state;
};

// The public part of a deal during the bidding. `up` is the suit of the upcard, or 4 for a joker for which no suit is
// named yet. `trump` is NOTHING before trump is made.
struct BiddingPoint {
    int state, dealer, upcard, up, trump;
};

struct Move {
    std::int16_t edge;
    std::int8_t card;  // the chosen card, or NOTHING if the edge needs no card
};

namespace {

inline int seat_of(const DealState& d, int counted) { return (d.dealer + counted) & (SEATS - 1); }
inline const State& state_of(const Automaton& a, const DealState& d) { return a.states[d.state]; }
inline int turn_of(const Automaton& a, const DealState& d) { return seat_of(d, state_of(a, d).turn); }
inline Mask card(int index) { return Mask{1} << index; }

// Returns true if a seat with the hand `hand` may take the edge `e`.
inline bool passes(const Automaton& a, const DealState& d, const Edge& e, Mask hand) {
    if (e.guard < 0) return true;
    const int held = __builtin_popcountll(hand & a.masks[e.guard][d.up]);
    return held >= e.least && held <= e.most;
}

// Returns the cards of `hand` from which the seat chooses one if it takes the edge `e`.
inline Mask choices(const Automaton& a, const DealState& d, const Edge& e, Mask hand) {
    return hand & a.masks[e.cards][d.up] & ~(e.keeps ? card(d.upcard) : 0);
}

// Writes the legal moves of the seat whose turn it is to `into`, and returns their number.
inline int moves(const Automaton& a, const DealState& d, Move (&into)[MAX_MOVES]) {
    const State& state = state_of(a, d);
    const Mask hand = d.hands[seat_of(d, state.turn)];
    int count = 0;
    for (int i = state.first; i < state.first + state.edges; i++) {
        const Edge& e = a.edges[i];
        const auto edge = static_cast<std::int16_t>(i);
        if (e.cards < 0) {
            if (passes(a, d, e, hand)) into[count++] = {edge, NOTHING};
        } else {
            for (Mask left = choices(a, d, e, hand); left; left &= left - 1)
                into[count++] = {edge, static_cast<std::int8_t>(__builtin_ctzll(left))};
        }
    }
    return count;
}

// Returns the index in uka.core.actions.ACTIONS of the action by which a seat makes the move `m`.
inline int action_of(const Automaton& a, const DealState& d, Move m) {
    const Edge& e = a.edges[m.edge];
    return e.action + (e.suit < 0 ? 0 : a.suits[d.up][e.suit]) + (e.cards < 0 ? 0 : m.card);
}

inline void step(const Automaton& a, DealState& d, Move m) {
    const Edge& e = a.edges[m.edge];
    const int turn = turn_of(a, d);
    if (e.trump >= 0) d.trump = a.suits[d.up][e.trump];
    if (e.names >= 0) d.up = e.names;
    if (e.cards >= 0) {
        d.hands[turn] &= ~card(m.card);
        if (e.given >= 0)
            d.hands[seat_of(d, e.given)] |= card(m.card), d.gift = m.card;
        else
            d.away[turn] |= card(m.card);
    }
    if (e.upcard >= 0) d.hands[seat_of(d, e.upcard)] |= card(d.upcard);
    if (e.under > 0) {
        for (int i = 0; i < e.under; i++) d.hands[turn] |= card(d.kitty[i]);
        for (int i = e.under; i < d.kitty_size; i++) d.kitty[i - e.under] = d.kitty[i];
        d.kitty_size -= e.under;
    }
    d.state = e.next;
}

// Returns the bit mask of the seats that sit out.
inline int sitting_of(const Automaton& a, const DealState& d) {
    const int counted = state_of(a, d).sitting << d.dealer;
    return (counted | counted >> SEATS) & ((1 << SEATS) - 1);
}

}  // namespace
}  // namespace uka
