// The rollout policy: a fast player for deals that are played to the end. It bids by the value of its hand, and plays
// cards by rules of thumb. It uses only what its seat may know.
//
// Cards are the bits of a Board, as in double_dummy.hpp. Hand values are in hundredths of a trick. Functions have
// internal linkage, as in bidding.hpp.
#pragma once
#include "rule_tables.hpp"

namespace uka {
namespace {

constexpr Cards LANE = 0xFFFF, TRUMPS = LANE << 48;

inline int count(Cards c) { return __builtin_popcountll(c); }
inline Cards lowest(Cards c) { return c & -c; }
inline Cards highest(Cards c) { return c ? Cards{1} << (63 - __builtin_clzll(c)) : 0; }
inline Cards lane_of(Cards one) { return LANE << (__builtin_ctzll(one) & 48); }
inline Cards above(Cards one) { return -(one << 1); }  // the bits above `one`; 0 if `one` is 0 or the highest bit
inline int rank(Cards one) { return __builtin_ctzll(one) & 15; }

// What a seat knows when it must play a card.
struct SeatView {
    Cards hand, lawful;
    Cards led;     // a mask of the suit lane that was led; 0 if the seat leads
    Cards best;    // the card that is winning the trick
    Cards trumps;  // a mask of the suit lane that holds the trumps; 0 if there is no trump
    Cards unseen;  // the unplayed cards that the seat does not hold
    bool ours;     // whether the partner is winning the trick
    bool last;     // whether the seat plays last to the trick
    bool third;    // whether the partner led to the trick
    bool makers;   // whether the seat's side made trump
};

// Returns the card of `some`, a part of `hand`, that the hand can best do without: a low card, from a short suit if
// possible, and a trump only if `some` holds no other card.
inline Cards least_loss(Cards some, Cards hand, Cards trumps) {
    const Cards plain = some & ~trumps;
    if (!plain) return lowest(some);
    Cards found = 0;
    int least = 1 << 10;
    for (Cards left = plain; left;) {
        const Cards one = lowest(left), lane = lane_of(one);
        const int loss = 2 * rank(one) + (count(hand & lane) > 1);
        if (loss < least) least = loss, found = one;
        left &= ~lane;
    }
    return found;
}

inline Cards policy_lead(const SeatView& s) {
    const Cards trumps = s.lawful & s.trumps, theirs = s.unseen & s.trumps;
    if (s.makers && trumps && theirs && (highest(trumps) > theirs || count(trumps) > 2)) return highest(trumps);
    Cards sure = 0;
    int most = -1;
    for (Cards left = s.lawful & ~s.trumps; left;) {
        const Cards lane = lane_of(lowest(left)), best = highest(left & lane), other = s.unseen & lane;
        if (best > other && count(other) > most) most = count(other), sure = best;
        left &= ~lane;
    }
    return sure ? sure : least_loss(s.lawful, s.hand, s.trumps);
}

// Returns the card to play. The makers lead high trumps. A seat wins a trick as cheaply as possible, and does not beat
// its partner's card. The second player plays low unless one of its cards is certain to win.
inline Cards policy_play(const SeatView& s) {
    if (!(s.lawful & (s.lawful - 1))) return s.lawful;
    if (!s.led) return policy_lead(s);
    const Cards can = s.led | s.trumps, winning = s.lawful & can & above(s.best);
    if (!winning || s.ours) return least_loss(s.lawful, s.hand, s.trumps);
    if (s.last || !(s.lawful & s.led)) return lowest(winning);
    const Cards best = highest(winning);
    if (s.third || best > (s.unseen & s.led)) return best;
    return least_loss(s.lawful, s.hand, s.trumps);
}

// Returns the card to discard after the pick-up. It prefers a card that empties a suit and is not an ace, or else a low
// card.
inline Cards policy_discard(Cards hand, Cards may, Cards trumps, Cards all) {
    Cards found = 0;
    int least = 1 << 10;
    for (Cards left = may; left; left &= left - 1) {
        const Cards one = lowest(left), lane = lane_of(one);
        const bool trump = one & trumps, ace = !(all & lane & above(one)), single = !(hand & lane & ~one);
        const int loss = rank(one) + 64 * trump + 24 * ace + (single ? 0 : 12);
        if (loss < least) least = loss, found = one;
    }
    return found;
}

// Returns the card to pass to a partner who plays alone. This is the highest trump, or else the card with the fewest
// cards above it.
inline Cards policy_gift(Cards may, Cards trumps, Cards all) {
    if (may & trumps) return highest(may & trumps);
    Cards found = 0;
    int least = 1 << 10;
    for (Cards left = may; left; left &= left - 1) {
        const Cards one = lowest(left);
        const int over = count(all & lane_of(one) & above(one));
        if (over < least) least = over, found = one;
    }
    return found;
}

// Returns the value of a hand for a call, in hundredths of a trick, without that of the upcard.
inline int worth(Cards hand, Cards trumps, Cards all) {
    constexpr int BY_PLACE[] = {100, 95, 80, 70, 65, 55, 50, 45, 45, 40, 40, 40};
    int sum = 0;
    for (Cards left = hand & trumps; left; left &= left - 1) {
        const int place = count(all & trumps & above(lowest(left)));
        sum += BY_PLACE[place < 12 ? place : 11];
    }
    const bool can_ruff = hand & trumps;
    for (int i = 0; i < SUITS; i++) {
        const Cards lane = LANE << 16 * i & ~trumps, held = hand & lane;
        if (!lane) continue;
        if (!held) {
            sum += 20 * can_ruff;
            continue;
        }
        const Cards top = highest(all & lane);
        if (held & top) sum += trumps ? 50 : 80;
        if (held & highest(all & lane & ~top)) sum += held & top ? (trumps ? 10 : 70) : (trumps ? 10 : 25);
    }
    return sum;
}

// The least values of a hand with which the policy calls trump in each round, goes alone and defends alone.
constexpr int CALLS_FIRST = 235, CALLS_SECOND = 220, GOES_ALONE = 340, DEFENDS_ALONE = 420;
constexpr int MUST_MARCH = 60;  // added to GOES_ALONE if a loner scores only by taking every trick
// the value of the upcard to a seat that does not take it: added if the seat's partner takes it, subtracted if an
// opponent takes it
constexpr int UPCARD_OF_SIDE = 45;

inline Cards trumps_of(int trump) { return trump < SUITS ? TRUMPS : 0; }

inline int alone_from(const RuleData& f) { return GOES_ALONE + (f.points[1][f.hand_size - 1] < 0 ? MUST_MARCH : 0); }

// Returns the value of `hand` if the seat whose turn it is makes trump by the edge `e`.
inline int call_worth(const RuleData& f, const DealState& d, const Edge& e, int turn, Mask hand) {
    const int trump = f.bidding.suits[d.up][e.trump];
    const SuitLanes& l = f.lanes[trump];
    const Cards trumps = trumps_of(trump);
    Cards held = relabelled(l, hand);
    if (e.upcard == turn) {
        held |= relabelled(l, card(d.upcard));
        held &= ~policy_discard(held, held, trumps, l.all);
    }
    int sum = worth(held, trumps, l.all);
    if (e.upcard >= 0 && e.upcard != turn) sum += (e.upcard ^ turn) & 1 ? -UPCARD_OF_SIDE : UPCARD_OF_SIDE;
    return sum;
}

// Returns the policy's bid. If no bid is good enough, returns the first legal move, which is a pass if passing is
// legal.
inline Move policy_call(const RuleData& f, const DealState& d, const State& state, Mask hand) {
    const Automaton& a = f.bidding;
    int best = state.stage == FIRST ? CALLS_FIRST - 1 : state.stage == SECOND ? CALLS_SECOND - 1 : -(1 << 10);
    bool alone = false;
    std::int16_t chosen = NOTHING, other = NOTHING;
    for (int i = state.first; i < state.first + state.edges; i++) {
        const Edge& e = a.edges[i];
        if (e.cards >= 0 || !passes(a, d, e, hand)) continue;
        if (other < 0) other = static_cast<std::int16_t>(i);
        if (e.trump < 0) continue;
        const bool lone = a.states[e.next].loner >= 0;
        const int found = call_worth(f, d, e, state.turn, hand);
        if (lone && found < alone_from(f)) continue;
        if (found > best || (found == best && lone > alone)) {
            best = found, alone = lone;
            chosen = static_cast<std::int16_t>(i);
        }
    }
    return {chosen < 0 ? other : chosen, NOTHING};
}

// Returns a card from `may`, chosen by the policy. The seat discards that card, shows it, or passes it to a loner.
inline int policy_choice(const RuleData& f, const DealState& d, const State& state, Mask hand, Mask may) {
    const int trump = d.trump >= 0 ? d.trump : d.up < SUITS ? d.up : 0;
    const SuitLanes& l = f.lanes[trump];
    const Cards held = relabelled(l, hand), some = relabelled(l, may), trumps = trumps_of(trump);
    const Cards one = state.stage == GIVING    ? policy_gift(some, trumps, l.all)
                      : state.stage == SHOWING ? least_loss(some, held, trumps)
                                               : policy_discard(held, some, trumps, l.all);
    return l.card[__builtin_ctzll(one)];
}

// Returns the policy's move in the bidding. If no move is legal, its edge is NOTHING. The policy reads the seat's hand
// only if the seat may look at it.
inline Move policy_move(const RuleData& f, const DealState& d) {
    const Automaton& a = f.bidding;
    const State& state = state_of(a, d);
    const Mask hand = d.hands[seat_of(d, state.turn)];
    const auto first = state.first, last = static_cast<std::int16_t>(state.first + state.edges - 1);
    if (const Edge& e = a.edges[first]; e.cards >= 0) {
        const Mask may = choices(a, d, e, hand);
        if (!may) return {NOTHING, NOTHING};
        return {first, static_cast<std::int8_t>(policy_choice(f, d, state, hand, may))};
    }
    switch (state.stage) {
        case NAMING: {
            std::int16_t best = first;
            for (std::int16_t i = first, most = -1; state.sees && i <= last; i++) {
                const SuitLanes& l = f.lanes[a.edges[i].names];
                const auto found = static_cast<std::int16_t>(worth(relabelled(l, hand), TRUMPS, l.all));
                if (found > most) most = found, best = i;
            }
            return {best, NOTHING};
        }
        case CLAIMING: return {passes(a, d, a.edges[last], hand) ? last : first, NOTHING};
        case ALONE:
        case DEFENDING: {
            const SuitLanes& l = f.lanes[d.trump];
            const int found = worth(relabelled(l, hand), trumps_of(d.trump), l.all);
            return {found >= (state.stage == ALONE ? alone_from(f) : DEFENDS_ALONE) ? last : first, NOTHING};
        }
        default: return policy_call(f, d, state, hand);
    }
}

}  // namespace
}  // namespace uka
