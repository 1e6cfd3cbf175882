// A cheap player: counts for calls, rules of thumb for cards. It knows what its seat may know, and no more.
//
// Cards are on a board (search.hpp); worths are in hundredths of a trick. Functions of each file's own, as in calls.hpp.
#pragma once
#include "book.hpp"

namespace uka {
namespace {

constexpr Cards LANE = 0xFFFF, TRUMPS = LANE << 48;

inline int count(Cards c) { return __builtin_popcountll(c); }
inline Cards lowest(Cards c) { return c & -c; }
inline Cards highest(Cards c) { return c ? Cards{1} << (63 - __builtin_clzll(c)) : 0; }
inline Cards lane_of(Cards one) { return LANE << (__builtin_ctzll(one) & 48); }
inline Cards above(Cards one) { return -(one << 1); }  // all there is if there is none
inline int rank(Cards one) { return __builtin_ctzll(one) & 15; }

// What a seat goes by when it plays a card.
struct Sight {
    Cards hand, lawful;
    Cards led;     // the lane; 0: it leads
    Cards best;    // the card that takes the trick so far
    Cards trumps;  // their lane; 0 at no trump
    Cards unseen;  // all it has not seen played, and does not hold
    bool ours;     // its partner takes the trick so far
    bool last;     // nobody plays after it
    bool third;    // its partner led
    bool makers;   // its side made trump
};

// Of some cards of a hand the one that is missed least: a low one, rather that of a short suit than a trump.
inline Cards cheap_loss(Cards some, Cards hand, Cards trumps) {
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

inline Cards cheap_lead(const Sight& s) {
    const Cards trumps = s.lawful & s.trumps, theirs = s.unseen & s.trumps;
    if (s.makers && trumps && theirs && (highest(trumps) > theirs || count(trumps) > 2)) return highest(trumps);
    Cards sure = 0;
    int most = -1;
    for (Cards left = s.lawful & ~s.trumps; left;) {
        const Cards lane = lane_of(lowest(left)), best = highest(left & lane), other = s.unseen & lane;
        if (best > other && count(other) > most) most = count(other), sure = best;
        left &= ~lane;
    }
    return sure ? sure : cheap_loss(s.lawful, s.hand, s.trumps);
}

// The card to be played: high ones and trumps are led by makers, tricks taken cheaply, a partner's trick is left alone,
// second hand plays low unless the card is sure.
inline Cards cheap_card(const Sight& s) {
    if (!(s.lawful & (s.lawful - 1))) return s.lawful;
    if (!s.led) return cheap_lead(s);
    const Cards can = s.led | s.trumps, winning = s.lawful & can & above(s.best);
    if (!winning || s.ours) return cheap_loss(s.lawful, s.hand, s.trumps);
    if (s.last || !(s.lawful & s.led)) return lowest(winning);
    const Cards best = highest(winning);
    if (s.third || best > (s.unseen & s.led)) return best;
    return cheap_loss(s.lawful, s.hand, s.trumps);
}

// The card to be laid away, of those that may be: one that leaves a suit empty, but no ace; else a low one.
inline Cards cheap_discard(Cards hand, Cards may, Cards trumps, Cards all) {
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

// The best card for a partner who plays alone: the highest trump, else the card with the fewest above it.
inline Cards cheap_gift(Cards may, Cards trumps, Cards all) {
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

// What a hand is worth by itself.
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

// From which worth on the cheap player calls, goes alone, defends alone.
constexpr int CALLS_FIRST = 235, CALLS_SECOND = 220, GOES_ALONE = 340, DEFENDS_ALONE = 420;
constexpr int MUST_MARCH = 60;  // how much more it takes where a loner who loses one trick loses the deal
constexpr int UPCARD_OF_SIDE = 45;  // what the turn-up adds to a side whose partner takes it, and takes from the other

inline Cards trumps_of(int trump) { return trump < SUITS ? TRUMPS : 0; }

inline int alone_from(const Facts& f) { return GOES_ALONE + (f.points[1][f.hand_size - 1] < 0 ? MUST_MARCH : 0); }

// What a hand is worth to its seat if an edge makes trump.
inline int call_worth(const Facts& f, const Hold& h, const Edge& e, int turn, Mask hand) {
    const int trump = f.calls.suits[h.up][e.trump];
    const Lanes& l = f.lanes[trump];
    const Cards trumps = trumps_of(trump);
    Cards held = relabelled(l, hand);
    if (e.upcard == turn) {
        held |= relabelled(l, card(h.upcard));
        held &= ~cheap_discard(held, held, trumps, l.all);
    }
    int sum = worth(held, trumps, l.all);
    if (e.upcard >= 0 && e.upcard != turn) sum += (e.upcard ^ turn) & 1 ? -UPCARD_OF_SIDE : UPCARD_OF_SIDE;
    return sum;
}

// The call of the cheap player; the first edge that is open to it if none is worth the while.
inline Move cheap_call(const Facts& f, const Hold& h, const State& state, Mask hand) {
    const Automaton& a = f.calls;
    int best = state.stage == FIRST ? CALLS_FIRST - 1 : state.stage == SECOND ? CALLS_SECOND - 1 : -(1 << 10);
    bool alone = false;
    std::int16_t chosen = NOTHING, other = NOTHING;
    for (int i = state.first; i < state.first + state.edges; i++) {
        const Edge& e = a.edges[i];
        if (e.cards >= 0 || !passes(a, h, e, hand)) continue;
        if (other < 0) other = static_cast<std::int16_t>(i);
        if (e.trump < 0) continue;
        const bool lone = a.states[e.next].loner >= 0;
        const int found = call_worth(f, h, e, state.turn, hand);
        if (lone && found < alone_from(f)) continue;
        if (found > best || (found == best && lone > alone)) {
            best = found, alone = lone;
            chosen = static_cast<std::int16_t>(i);
        }
    }
    return {chosen < 0 ? other : chosen, NOTHING};
}

// Which of an edge's cards the cheap player chooses, by the stage.
inline int cheap_choice(const Facts& f, const Hold& h, const State& state, Mask hand, Mask may) {
    const int trump = h.trump >= 0 ? h.trump : h.up < SUITS ? h.up : 0;
    const Lanes& l = f.lanes[trump];
    const Cards held = relabelled(l, hand), some = relabelled(l, may), trumps = trumps_of(trump);
    const Cards one = state.stage == GIVING    ? cheap_gift(some, trumps, l.all)
                      : state.stage == SHOWING ? cheap_loss(some, held, trumps)
                                               : cheap_discard(held, some, trumps, l.all);
    return l.card[__builtin_ctzll(one)];
}

// What the cheap player does in the calls; no edge if it can do nothing. A hand is looked at only where its seat may.
inline Move cheap_move(const Facts& f, const Hold& h) {
    const Automaton& a = f.calls;
    const State& state = state_of(a, h);
    const Mask hand = h.hands[seat_of(h, state.turn)];
    const auto first = state.first, last = static_cast<std::int16_t>(state.first + state.edges - 1);
    if (const Edge& e = a.edges[first]; e.cards >= 0) {
        const Mask may = choices(a, h, e, hand);
        if (!may) return {NOTHING, NOTHING};
        return {first, static_cast<std::int8_t>(cheap_choice(f, h, state, hand, may))};
    }
    switch (state.stage) {
        case NAMING: {
            std::int16_t best = first;
            for (std::int16_t i = first, most = -1; state.sees && i <= last; i++) {
                const Lanes& l = f.lanes[a.edges[i].names];
                const auto found = static_cast<std::int16_t>(worth(relabelled(l, hand), TRUMPS, l.all));
                if (found > most) most = found, best = i;
            }
            return {best, NOTHING};
        }
        case CLAIMING: return {passes(a, h, a.edges[last], hand) ? last : first, NOTHING};
        case ALONE:
        case DEFENDING: {
            const Lanes& l = f.lanes[h.trump];
            const int found = worth(relabelled(l, hand), trumps_of(h.trump), l.all);
            return {found >= (state.stage == ALONE ? alone_from(f) : DEFENDS_ALONE) ? last : first, NOTHING};
        }
        default: return cheap_call(f, h, state, hand);
    }
}

}  // namespace
}  // namespace uka
