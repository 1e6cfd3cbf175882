// Rollouts: whole deals from shuffle to score, and deals played on from any point, at random or by the rollout policy.
#pragma once
#include <cstdint>

#include "rule_tables.hpp"

namespace uka {

enum RolloutPolicy : std::int8_t { RANDOM, HEURISTIC, POLICIES };

// Who chooses in the bidding and in the play, from which seed, on how many threads.
struct RolloutOptions {
    RolloutPolicy bidding, play;
    std::uint64_t seed;
    int threads;
};

// A stream of random numbers: splitmix64, which can start anywhere.
struct RandomStream {
    std::uint64_t state;
};

// A deal in play, on a board. A seat that sits out holds nothing.
struct DealInPlay {
    Cards hands[SEATS];
    Cards plays[SEATS - 1];  // to the trick in progress, in order
    Cards gone;              // the cards of finished tricks
    std::int8_t played, leader, trump, sitting, maker;
    std::int8_t alone;  // 1: a loner, 2: a lone defender
    std::int8_t taken;  // the makers' tricks
};

// The result of a deal; tricks of the whole deal. The maker is NOTHING where trump was not made. The outcome is NOTHING
// where a seat had no move or hands differ in size, which sound rules exclude.
struct DealResult {
    std::int8_t points[2], tricks[2], outcome, maker;
};

// Rollouts as compiled for one kind of processor; all give the same deals for the same seed.
struct RolloutFunctions {
    // Deals `begin` to `end` of a seed; deal i is the same however they are divided.
    void (*deals)(const RuleData&, int dealer, const RolloutOptions&, std::uint64_t begin, std::uint64_t end,
                  DealResult* into);
    // Plays to the end a deal that RuleTables::at or a step made, and a deal in play. Nothing is checked.
    DealResult (*from_bidding)(const RuleData&, const DealState&, const RolloutOptions&, RandomStream&);
    DealResult (*from_play)(const RuleData&, const DealInPlay&, RolloutPolicy, RandomStream&);
};

// The fastest that this machine can run.
const RolloutFunctions& rollouts();

// A deal in play, from the state of its contract and its position. `gone`: the cards of finished tricks, by index;
// `taken`: how many of those the makers took. Throws std::invalid_argument.
DealInPlay in_play(const RuleTables& rule_tables, int state, int dealer, const Position& position, Mask gone,
                   int taken);

// What the rollout policy does: the card of the seat in turn, by index, and its move in the bidding.
int policy_card(const RuleTables& rule_tables, const DealInPlay& play);
Move policy_call(const RuleTables& rule_tables, const DealState& deal);

namespace {

// Stream i of a seed.
inline RandomStream stream(std::uint64_t seed, std::uint64_t i) {
    constexpr std::uint64_t STEP = 0x9E3779B97F4A7C15u;
    std::uint64_t z = (seed + 1) * STEP;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return {(z ^ z >> 31) + (i << 8) * STEP};  // 256 numbers for each
}

}  // namespace
}  // namespace uka
