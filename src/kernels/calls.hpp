// From the turn-up to the first lead: an automaton that uka.kernels.automaton made by walking the rules, and a deal in it.
//
// Seats of the automaton are counted from the dealer, suits from the turn-up's; those of a Hold are as everywhere else.
// All of it is plain data and functions of each file's own, since a file may be compiled for more than one processor.
#pragma once
#include <cstdint>

#include "rules.hpp"

namespace uka {

using Mask = std::uint64_t;  // cards by their index

constexpr int UPS = SUITS + 1;            // turn-ups by suit, and one whose suit is not named yet
constexpr int PASS = 99;                  // its index among core's actions
constexpr int MOST_EDGES = 32, MOST_MOVES = 96;
constexpr int MOST_KITTY = CARDS - SEATS;

enum Stage : std::int8_t {
    NAMING, CLAIMING, SHOWING, FIRST, SECOND, STUCK, DISCARDING, ALONE, DEFENDING, GIVING, CONTRACT, THROWN_IN, REDEAL, STAGES
};

// One choice, or one for each card of a kind: the fields of automaton.Edge, NOTHING where there is nothing of a sort.
struct Edge {
    std::int16_t action;
    std::int8_t suit, cards, keeps, guard, least, most, trump, names, upcard, under, given;
    std::int16_t next;
};

// The fields of automaton.State, and its edges from `first` on.
struct State {
    std::int8_t stage, turn, sees, maker, loner, lone_defender, sitting, leader;
    std::int16_t first, edges;
    bool open;  // every edge is one choice, whatever is held
};

struct Automaton {
    const State* states;
    const Edge* edges;
    const Mask (*masks)[UPS];  // by kind
    std::int8_t suits[UPS][STRAINS];
    std::int16_t start, benny;
    bool next_up;  // a benny is not turned up: the card under it is
    bool under;    // what lies under the turn-up may be taken
};

// A deal on its way: small enough to copy and go back to.
struct Hold {
    Mask hands[SEATS];
    Mask away[SEATS];  // what each seat laid away or showed
    std::int8_t kitty[MOST_KITTY];  // what lies under the turn-up, top first
    std::int8_t kitty_size, dealer, upcard, up, trump, gift;
    std::int16_t state;
};

struct Move {
    std::int16_t edge;
    std::int8_t card;  // NOTHING where none is chosen
};

namespace {

inline int seat_of(const Hold& h, int counted) { return (h.dealer + counted) & (SEATS - 1); }
inline const State& state_of(const Automaton& a, const Hold& h) { return a.states[h.state]; }
inline int turn_of(const Automaton& a, const Hold& h) { return seat_of(h, state_of(a, h).turn); }
inline Mask card(int index) { return Mask{1} << index; }

// Whether a hand passes an edge's guard; and the cards that the edge lets it choose among.
inline bool passes(const Automaton& a, const Hold& h, const Edge& e, Mask hand) {
    if (e.guard < 0) return true;
    const int held = __builtin_popcountll(hand & a.masks[e.guard][h.up]);
    return held >= e.least && held <= e.most;
}

inline Mask choices(const Automaton& a, const Hold& h, const Edge& e, Mask hand) {
    return hand & a.masks[e.cards][h.up] & ~(e.keeps ? card(h.upcard) : 0);
}

// What the seat in turn may do; returns how many moves there are.
inline int moves(const Automaton& a, const Hold& h, Move (&into)[MOST_MOVES]) {
    const State& state = state_of(a, h);
    const Mask hand = h.hands[seat_of(h, state.turn)];
    int count = 0;
    for (int i = state.first; i < state.first + state.edges; i++) {
        const Edge& e = a.edges[i];
        const auto edge = static_cast<std::int16_t>(i);
        if (e.cards < 0) {
            if (passes(a, h, e, hand)) into[count++] = {edge, NOTHING};
        } else {
            for (Mask left = choices(a, h, e, hand); left; left &= left - 1)
                into[count++] = {edge, static_cast<std::int8_t>(__builtin_ctzll(left))};
        }
    }
    return count;
}

// The index of a move among core's actions.
inline int action_of(const Automaton& a, const Hold& h, Move m) {
    const Edge& e = a.edges[m.edge];
    return e.action + (e.suit < 0 ? 0 : a.suits[h.up][e.suit]) + (e.cards < 0 ? 0 : m.card);
}

inline void step(const Automaton& a, Hold& h, Move m) {
    const Edge& e = a.edges[m.edge];
    const int turn = turn_of(a, h);
    if (e.trump >= 0) h.trump = a.suits[h.up][e.trump];
    if (e.names >= 0) h.up = e.names;
    if (e.cards >= 0) {
        h.hands[turn] &= ~card(m.card);
        if (e.given >= 0) h.hands[seat_of(h, e.given)] |= card(m.card), h.gift = m.card;
        else h.away[turn] |= card(m.card);
    }
    if (e.upcard >= 0) h.hands[seat_of(h, e.upcard)] |= card(h.upcard);
    if (e.under > 0) {
        for (int i = 0; i < e.under; i++) h.hands[turn] |= card(h.kitty[i]);
        for (int i = e.under; i < h.kitty_size; i++) h.kitty[i - e.under] = h.kitty[i];
        h.kitty_size -= e.under;
    }
    h.state = e.next;
}

// The seats that sit out, as a mask.
inline int sitting_of(const Automaton& a, const Hold& h) {
    const int counted = state_of(a, h).sitting << h.dealer;
    return (counted | counted >> SEATS) & ((1 << SEATS) - 1);
}

}  // namespace
}  // namespace uka
