// Whole deals from shuffle to score, and deals played on from where they stand, by chance or by the cheap player.
#pragma once
#include <cstdint>

#include "book.hpp"

namespace uka {

enum Policy : std::int8_t { RANDOM, CHEAP, POLICIES };

// A stream of random numbers: splitmix64, of which any place can be started from.
struct Chance {
    std::uint64_t state;
};

// A deal in play, on a board; seats are as everywhere, what sits out holds nothing.
struct Play {
    Cards hands[SEATS];
    Cards plays[SEATS - 1];  // to the trick in progress, in order
    Cards gone;              // what was played to tricks that are done
    std::int8_t played, leader, trump, sitting, maker;
    std::int8_t alone;  // 1: a loner, 2: a lone defender
    std::int8_t taken;  // the makers' tricks
};

// How a deal ended; sides and seats as everywhere, tricks of all the deal. The maker is NOTHING where trump was not made,
// the outcome where a seat could do nothing or hands are not of one size, which cannot be under rules that are sound.
struct Result {
    std::int8_t points[2], tricks[2], outcome, maker;
};

// One way of running them; on every machine the same numbers give the same deals.
struct Playouts {
    // Deals `begin` to `end` of a seed, which are the same however they are shared out.
    void (*deals)(const Facts&, int dealer, Policy calls, Policy play, std::uint64_t seed, std::uint64_t begin,
                  std::uint64_t end, Result* into);
    // A deal that Book::at or a step made, and one in play, to the end. They must be sound: nothing is checked.
    Result (*from_calls)(const Facts&, const Hold&, Policy calls, Policy play, Chance&);
    Result (*from_play)(const Facts&, const Play&, Policy, Chance&);
};

// The best for this machine.
const Playouts& playouts();

// A deal in play made ready, from the state of its contract and its position. `gone`: the cards of the tricks that are
// done, by index; `taken`: how many of them the makers took. Throws std::invalid_argument.
Play in_play(const Book& book, int state, int dealer, const Position& position, Mask gone, int taken);

// The cheap player's card for the seat in turn, by index; and what it does in the calls.
int cheap_play(const Book& book, const Play& play);
Move cheap_call(const Book& book, const Hold& hold);

namespace {

// Stream i of a seed.
inline Chance chance(std::uint64_t seed, std::uint64_t i) {
    constexpr std::uint64_t STEP = 0x9E3779B97F4A7C15u;
    std::uint64_t z = (seed + 1) * STEP;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return {(z ^ z >> 31) + (i << 8) * STEP};  // 256 numbers for each
}

}  // namespace
}  // namespace uka
