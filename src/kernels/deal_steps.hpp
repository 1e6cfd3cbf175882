// Deals that are stepped one action at a time, many side by side: random deals, legal actions, and observations as
// arrays. uka.envs.encoding describes the arrays.
#pragma once
#include <cstdint>

#include "rollouts.hpp"
#include "rule_tables.hpp"

namespace uka {

constexpr int ACTIONS = 124;     // the number of actions in uka.core.actions.ACTIONS
constexpr int MAX_HISTORY = 48;  // a deal has at most so many actions: 24 until the first lead, and 20 plays

// The fields of an observation, in the order of uka.envs.encoding.FIELDS.
enum ObservationField {
    F_HAND,
    F_UPCARD,
    F_UP_SUIT,
    F_BURIED,
    F_PHASE,
    F_TURN,
    F_DEALER,
    F_PASSES,
    F_WENT_UNDER,
    F_SHOWN,
    F_DECLINED,
    F_MAKER,
    F_TRUMP,
    F_ORDERED,
    F_LONER,
    F_LONE_DEFENDER,
    F_SITTING_OUT,
    F_PICKED_UP,
    F_GIVEN,
    F_PUT_AWAY,
    F_RECEIVED,
    F_KITTY_TAKEN,
    F_LEADER,
    F_TRICK,
    F_PLAYED,
    F_TAKEN,
    F_SCORE,
    OBSERVATION_FIELDS
};

// Where each field begins in the array of an observation, and the size of the array.
struct ObservationLayout {
    std::int32_t at[OBSERVATION_FIELDS];
    std::int32_t size;
};

// A deal as it is shuffled: the first five cards are north's, the next five east's, and so on; then come the upcard and
// the cards under it.
struct ShuffledDeal {
    std::int8_t order[CARDS];
    std::int8_t dealer;
};

// A deal in progress. Seats and cards are numbered as in uka.core. `bidding` keeps the hands in the play too.
struct SteppedDeal {
    DealState bidding;
    ShuffledDeal start;
    std::uint64_t legal[2];  // the legal actions of the seat whose turn it is, as bits
    Mask shown, kitty_taken;
    std::int8_t turn;
    std::int8_t passes, declined, went_under, picked_up, giver;  // `declined` is a mask; the others may be NOTHING
    bool buried, ordered, playing;
    // In the play only. Hands and cards are the bits of a Board (double_dummy.hpp).
    Cards hands[SEATS];
    Cards led, best;  // the suit lane that was led, or 0, and the card that wins the trick so far
    std::int8_t leader, taker, sitting, tricks;
    std::int8_t trick[SEATS];           // the card that each seat played to the trick in progress, or NOTHING
    std::int8_t taken[2];               // by partnership
    std::uint8_t played[SEATS][CARDS];  // the number of the finished trick, from 1, to which a seat played a card
    std::uint8_t history[MAX_HISTORY], actions;
};

// The points of a deal by partnership, and whether it has ended.
struct StepResult {
    std::int8_t points[2];
    bool ended;
};

// Returns the deal with a number among those of a seed.
ShuffledDeal shuffled_deal(const RuleData& f, std::uint64_t seed, std::uint64_t number);

void start_deal(const RuleData& f, const ShuffledDeal& shuffled, SteppedDeal& into);

inline bool is_legal(const SteppedDeal& d, int action) {
    return action >= 0 && action < ACTIONS && (d.legal[action >> 6] >> (action & 63) & 1);
}

// Makes a legal action of the seat whose turn it is. A deal that has ended must be started again.
StepResult step_deal(const RuleData& f, SteppedDeal& d, int action);

// Writes what the seat whose turn it is knows, and its legal actions.
void observe_deal(const RuleData& f, const ObservationLayout& layout, const SteppedDeal& d, std::uint8_t* observation,
                  std::int8_t* mask);

// Returns a random legal action, with equal probabilities.
int random_action(const SteppedDeal& d, RandomStream& chance);

}  // namespace uka
