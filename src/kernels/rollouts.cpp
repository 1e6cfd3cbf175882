#include "rollouts.hpp"

#include "rollout_policy.hpp"

#ifdef UKA_V3
#include <immintrin.h>
#endif

namespace uka {
namespace {

// Moves the low bits of `bits` to the positions of the bits that are set in `over` (PDEP).
UKA_INLINE Mask laid(Mask bits, Mask over) {
#ifdef UKA_V3
    return _pdep_u64(bits, over);
#else
    Mask out = 0;
    for (; bits; bits >>= 1, over &= over - 1)
        if (bits & 1) out |= over & -over;
    return out;
#endif
}

// Returns the n-th set bit of a mask, counted from 0.
UKA_INLINE Mask nth(Mask mask, std::uint32_t n) {
#ifdef UKA_V3
    return _pdep_u64(Mask{1} << n, mask);
#else
    for (; n; n--) mask &= mask - 1;
    return mask & -mask;
#endif
}

// Returns a random set bit of a mask.
UKA_INLINE Mask any(Mask mask, std::uint64_t number) { return nth(mask, below(number, count(mask))); }

// The play

template <bool HEAD, RolloutPolicy PLAY>
struct Tricks {
    Cards hands[SEATS];
    Cards gone, all, trumps;
    int leader, makers, taken;

    template <bool FIRST>
    UKA_INLINE Cards lawful(Cards hand, Cards led, Cards best, bool bound) const {
        if constexpr (FIRST) return bound && (hand & ~trumps) ? hand & ~trumps : hand;
        const Cards following = hand & led;
        if constexpr (HEAD) {
            if (const Cards heading = following & above(best)) return heading;
        }
        return following ? following : hand;
    }

    // Plays a trick. The first seat to play is `from` seats after the leader. If `from` is 0, the whole trick is
    // played. If `bound` is true, the leader may lead a trump only if the hand has no other card.
    UKA_INLINE void trick(RandomStream& chance, int from, Cards led, Cards best, int taker, bool bound) {
        std::uint64_t number = 0;
#if defined(__GNUC__)
#pragma GCC unroll 4
#endif
        for (int place = 0; place < SEATS; place++) {
            if (place < from) continue;
            const int seat = (leader + place) & (SEATS - 1);
            const Cards hand = hands[seat];
            // The hand of a seat that sits out is empty. RANDOM needs no test: it chooses no card from an empty hand.
            if (PLAY == HEURISTIC && !hand) continue;
            const Cards may = place ? lawful<false>(hand, led, best, false) : lawful<true>(hand, led, best, bound);
            Cards one;
            if constexpr (PLAY == RANDOM) {
                number = place == from || place == 2 ? next(chance) : number >> 32;
                one = any(may, number);
            } else {
                const bool ours = !((taker ^ seat) & 1), partner_led = place == 2;
                bool last = true;
                for (int later = place + 1; later < SEATS; later++)
                    last = last && !hands[(leader + later) & (SEATS - 1)];
                one = policy_play({hand, may, place ? led : 0, best, trumps, all & ~gone & ~hand, ours, last,
                                   partner_led, !((seat ^ makers) & 1)});
                gone |= one;
            }
            hands[seat] = hand ^ one;
            if (place == 0) {
                led = lane_of(one), best = one, taker = seat;
            } else {
                const Cards worth = one & (led | trumps);
                taker = worth > best ? seat : taker;
                best = worth > best ? worth : best;
            }
        }
        taken += !((taker ^ makers) & 1);
        leader = taker;
    }

    UKA_INLINE void last_trick() {
        const Cards can = lane_of(hands[leader]) | trumps;
        Cards best = 0;
        int taker = leader;
        for (int seat = 0; seat < SEATS; seat++) {
            const Cards worth = hands[seat] & can;
            taker = worth > best ? seat : taker;
            best = worth > best ? worth : best;
        }
        taken += !((taker ^ makers) & 1);
    }
};

// Plays a deal to its end, and returns the number of tricks that the makers take.
template <bool HEAD, RolloutPolicy PLAY>
UKA_INLINE int played_out(const RuleData& f, const DealInPlay& p, RandomStream& chance) {
    Tricks<HEAD, PLAY> t{{p.hands[0], p.hands[1], p.hands[2], p.hands[3]},
                         p.gone,
                         f.lanes[p.trump].all,
                         trumps_of(p.trump),
                         p.leader,
                         p.maker,
                         p.taken};
    int left = count(p.hands[p.leader]);
    bool bound = !f.first_lead_trump && left == f.hand_size && !p.played;
    if (p.played) {
        int place = 0, taker = p.leader;
        const Cards led = lane_of(p.plays[0]), can = led | t.trumps;
        Cards best = 0;
        for (int done = 0; done < p.played; place++) {
            const int seat = (p.leader + place) & (SEATS - 1);
            if (p.sitting >> seat & 1) continue;
            const Cards one = p.plays[done++];
            t.gone |= one;
            if ((one & can) > best) best = one, taker = seat;
        }
        t.trick(chance, place, led, best, taker, false);
    }
    for (; left > 1; left--) {
        t.trick(chance, 0, 0, 0, t.leader, bound);
        bound = false;
    }
    if (left) t.last_trick();
    return t.taken;
}

template <RolloutPolicy PLAY>
UKA_INLINE DealResult finished(const RuleData& f, const DealInPlay& p, RandomStream& chance) {
    const int taken = f.must_head ? played_out<true, PLAY>(f, p, chance) : played_out<false, PLAY>(f, p, chance);
    const std::int8_t points = f.points[static_cast<int>(p.alone)][taken];
    const int makers = p.maker & 1, to = points < 0 ? 1 - makers : makers;
    DealResult r{};
    r.points[to] = points < 0 ? static_cast<std::int8_t>(-points) : points;
    r.tricks[makers] = static_cast<std::int8_t>(taken);
    r.tricks[1 - makers] = static_cast<std::int8_t>(f.hand_size - taken);
    r.outcome = f.outcome[static_cast<int>(p.alone)][taken];
    r.maker = p.maker;
    return r;
}

// The bidding

UKA_INLINE Move random_move(const RuleData& f, const DealState& d, const State& state, RandomStream& chance) {
    const std::uint64_t number = next(chance);
    if (state.open) return {static_cast<std::int16_t>(state.first + below(number, state.edges)), NOTHING};
    const Edge& only = f.bidding.edges[state.first];
    const Mask hand = d.hands[seat_of(d, state.turn)];
    if (state.edges == 1 && only.cards >= 0) {
        const Mask may = choices(f.bidding, d, only, hand);
        if (!may) return {NOTHING, NOTHING};
        return {state.first, static_cast<std::int8_t>(__builtin_ctzll(any(may, number)))};
    }
    Move found[MAX_MOVES];
    const int count = moves(f.bidding, d, found);
    return count ? found[below(number, static_cast<std::uint32_t>(count))] : Move{NOTHING, NOTHING};
}

template <RolloutPolicy CALLS, RolloutPolicy PLAY>
UKA_INLINE DealResult called(const RuleData& f, DealState& d, RandomStream& chance) {
    const State* state = &state_of(f.bidding, d);
    while (state->stage < CONTRACT) {
        const Move move = CALLS == RANDOM ? random_move(f, d, *state, chance) : policy_move(f, d);
        if (move.edge < 0) return {{}, {}, NOTHING, NOTHING};
        step(f.bidding, d, move);
        state = &state_of(f.bidding, d);
    }
    if (state->stage != CONTRACT) return {{}, {}, state->stage == THROWN_IN ? f.thrown_in : f.redeal, NOTHING};
    DealInPlay p{};
    p.sitting = static_cast<std::int8_t>(sitting_of(f.bidding, d));
    const SuitLanes& l = f.lanes[static_cast<int>(d.trump)];
    bool sound = true;
    for (int seat = 0; seat < SEATS; seat++) {
        const bool sits = p.sitting >> seat & 1;
        p.hands[seat] = sits ? 0 : relabelled(l, d.hands[seat]);
        sound = sound & (sits | (count(p.hands[seat]) == f.hand_size));
    }
    if (!sound) return {{}, {}, NOTHING, NOTHING};
    p.leader = static_cast<std::int8_t>(seat_of(d, state->leader));
    p.trump = d.trump;
    p.maker = static_cast<std::int8_t>(seat_of(d, state->maker));
    p.alone = static_cast<std::int8_t>((state->loner >= 0) + 2 * (state->lone_defender >= 0));
    return finished<PLAY>(f, p, chance);
}

// Deals a shuffled pack: each hand is drawn from the table of all possible hands, then the upcard and the cards under
// it are drawn one by one.
UKA_INLINE void deal(const RuleData& f, DealState& d, int dealer, RandomStream& chance) {
    Mask left = f.pack;
    int cards = f.cards;
    std::uint64_t number = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        number = seat & 1 ? number >> 32 : next(chance);
        const Mask hand = laid(f.subsets[below(number, f.hands[cards])], left);
        d.hands[seat] = hand;
        d.away[seat] = 0;
        left ^= hand;
        cards -= f.hand_size;
    }
    Mask up = any(left, next(chance));
    left ^= up;
    if (f.bidding.next_up && up >> 32) {
        up = any(left, next(chance));
        left ^= up;
    }
    d.kitty_size = 0;
    while (f.bidding.under && left) {
        const Mask one = any(left, next(chance));
        left ^= one;
        d.kitty[d.kitty_size++] = static_cast<std::int8_t>(__builtin_ctzll(one));
    }
    d.upcard = static_cast<std::int8_t>(__builtin_ctzll(up));
    d.up = d.upcard >> 3;  // the suit of the upcard; 4 for the joker
    d.dealer = static_cast<std::int8_t>(dealer);
    d.trump = d.gift = NOTHING;
    d.state = d.up < SUITS ? f.bidding.start : f.bidding.benny;
}

template <RolloutPolicy CALLS, RolloutPolicy PLAY>
void deals_by(const RuleData& f, int dealer, std::uint64_t seed, std::uint64_t begin, std::uint64_t end,
              DealResult* into) {
    for (std::uint64_t i = begin; i < end; i++) {
        RandomStream own = stream(seed, i);
        DealState d;
        deal(f, d, dealer, own);
        *into++ = called<CALLS, PLAY>(f, d, own);
    }
}

void deals(const RuleData& f, int dealer, const RolloutOptions& options, std::uint64_t begin, std::uint64_t end,
           DealResult* into) {
    const RolloutPolicy bidding = options.bidding, play = options.play;
    const auto by = bidding == RANDOM ? play == RANDOM ? deals_by<RANDOM, RANDOM> : deals_by<RANDOM, HEURISTIC>
                    : play == RANDOM  ? deals_by<HEURISTIC, RANDOM>
                                      : deals_by<HEURISTIC, HEURISTIC>;
    by(f, dealer, options.seed, begin, end, into);
}

DealResult from_bidding(const RuleData& f, const DealState& from, const RolloutOptions& options, RandomStream& chance) {
    DealState d = from;
    const RolloutPolicy play = options.play;
    if (options.bidding == RANDOM)
        return play == RANDOM ? called<RANDOM, RANDOM>(f, d, chance) : called<RANDOM, HEURISTIC>(f, d, chance);
    return play == RANDOM ? called<HEURISTIC, RANDOM>(f, d, chance) : called<HEURISTIC, HEURISTIC>(f, d, chance);
}

DealResult from_play(const RuleData& f, const DealInPlay& play, RolloutPolicy policy, RandomStream& chance) {
    return policy == RANDOM ? finished<RANDOM>(f, play, chance) : finished<HEURISTIC>(f, play, chance);
}

}  // namespace

#ifdef UKA_V3
extern const RolloutFunctions ROLLOUTS_V3;
const RolloutFunctions ROLLOUTS_V3{deals, from_bidding, from_play};
#else
extern const RolloutFunctions ROLLOUTS_PLAIN;
const RolloutFunctions ROLLOUTS_PLAIN{deals, from_bidding, from_play};
#endif

}  // namespace uka
