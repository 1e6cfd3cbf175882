// Rollouts: deals that are played to the end, from the shuffle or from any later moment, at random or by the rollout
// policy.
#pragma once
#include <cstdint>

#include "rule_tables.hpp"

namespace uka {

enum RolloutPolicy : std::int8_t { RANDOM, HEURISTIC, POLICIES };

// How rollouts are played: the policies for the bidding and the play, the random seed, and the number of threads.
struct RolloutOptions {
    RolloutPolicy bidding, play;
    std::uint64_t seed;
    int threads;
};

// A stream of random numbers (splitmix64). Any state is a valid start.
struct RandomStream {
    std::uint64_t state;
};

// A deal in play. Cards are the bits of a Board (double_dummy.hpp). A seat that sits out has an empty hand.
struct DealInPlay {
    Cards hands[SEATS];
    Cards plays[SEATS - 1];  // the cards of the trick in progress, in playing order
    Cards gone;              // the cards of finished tricks
    std::int8_t played, leader, trump, sitting, maker;
    std::int8_t alone;  // the code for who plays alone: 0 nobody, 1 a loner, 2 a lone defender, 3 both of them
    std::int8_t taken;  // the number of tricks that the makers have taken
};

// The result of a whole deal. `maker` is NOTHING if nobody made trump. `outcome` is NOTHING if a seat had no move or if
// hands differ in size, which valid rules exclude.
struct DealResult {
    std::int8_t points[2], tricks[2], outcome, maker;
};

// The rollout functions, compiled for one kind of processor. All versions give the same deals for the same seed.
struct RolloutFunctions {
    // Plays the deals with the numbers `begin` to `end` - 1. The seed and its number determine a deal, so several calls
    // may share the deals.
    void (*deals)(const RuleData&, int dealer, const RolloutOptions&, std::uint64_t begin, std::uint64_t end,
                  DealResult* into);
    // Both play a deal to its end, from the bidding or from the play, and do not check their arguments.
    DealResult (*from_bidding)(const RuleData&, const DealState&, const RolloutOptions&, RandomStream&);
    DealResult (*from_play)(const RuleData&, const DealInPlay&, RolloutPolicy, RandomStream&);
};

// Returns the fastest version of the rollout functions that this machine can run.
const RolloutFunctions& rollouts();

// Returns the deal in play at `position`. `state` is the index of its contract's state in the automaton, `gone` holds
// the cards of finished tricks, and `taken` is the number of these that the makers took. Throws std::invalid_argument
// if the arguments contradict each other.
DealInPlay in_play(const RuleTables& rule_tables, int state, int dealer, const Position& position, Mask gone,
                   int taken);

// Returns the index of the card that the rollout policy plays for the seat whose turn it is.
int policy_card(const RuleTables& rule_tables, const DealInPlay& play);

namespace {

// Returns the i-th random stream that belongs to a seed.
inline RandomStream stream(std::uint64_t seed, std::uint64_t i) {
    constexpr std::uint64_t STEP = 0x9E3779B97F4A7C15u;
    std::uint64_t z = (seed + 1) * STEP;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return {(z ^ z >> 31) + (i << 8) * STEP};  // each stream starts 256 numbers after the previous stream
}

// Returns the next number of a stream.
UKA_INLINE std::uint64_t next(RandomStream& chance) {
    std::uint64_t z = (chance.state += 0x9E3779B97F4A7C15u);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

// Returns a number from 0 to n - 1, computed from the low half of a random number. It is uniform up to a relative error
// of n / 2^32.
UKA_INLINE std::uint32_t below(std::uint64_t number, std::uint32_t n) {
    return static_cast<std::uint32_t>((number & 0xFFFFFFFFu) * n >> 32);
}

}  // namespace
}  // namespace uka
