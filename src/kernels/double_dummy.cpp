#include "double_dummy.hpp"

#ifdef UKA_V3
#include <immintrin.h>
#endif

namespace uka {
namespace {

constexpr int LANES = 4;
constexpr Cards LANE = 0xFFFF;

inline int count(Cards c) { return __builtin_popcountll(c); }
inline int index(Cards c) { return __builtin_ctzll(c); }
inline Cards lowest(Cards c) { return c & -c; }
inline Cards highest(Cards c) { return Cards{1} << (63 - __builtin_clzll(c)); }
inline Cards lane_of(Cards card) { return LANE << (index(card) & 48); }
inline Cards above(Cards card) { return -(card << 1); }  // the bits above `card`; 0 if `card` is the highest bit
inline int larger(int a, int b) { return a > b ? a : b; }
inline int smaller(int a, int b) { return a < b ? a : b; }
inline Cards greater(Cards a, Cards b) { return a > b ? a : b; }

// Returns the number of cards in `mine` that are higher than all cards in `theirs`. All cards must be of one suit.
inline int run(Cards mine, Cards theirs) { return count(theirs ? mine & above(highest(theirs)) : mine); }

// Returns a lower bound of the tricks that a side takes with the trumps that are higher than all trumps of the other
// side. Each such trump takes a trick, unless both partners play such trumps to the same trick.
inline int most_alone(Cards one, Cards partner, Cards ours, Cards theirs) {
    const Cards best = theirs ? ours & above(highest(theirs)) : ours;
    return larger(count(best & one), count(best & partner));
}

// Returns the highest card of each sequence in `some`, which is a part of `hand`. A sequence is a run of cards of one
// suit with no card of another hand in between. `live` holds the cards of all hands. The other cards of a sequence are
// equivalent to its highest card.
inline Cards distinct(Cards some, Cards hand, Cards live) {
    Cards kept = 0;
    for (Cards left = some; left; left &= left - 1) {
        Cards card = lowest(left);
        Cards next = lowest(live & lane_of(card) & above(card));
        if (!(next & hand)) kept |= card;
    }
    return kept;
}

// Moves the bits of a hand that are set in `live` to the lowest positions, without gaps (PEXT).
inline Cards squeezed(Cards hand, Cards live) {
#ifdef UKA_V3
    return _pext_u64(hand, live);
#else
    Cards out = 0;
    for (Cards bit = 1; live; live &= live - 1, bit <<= 1)
        if (hand & lowest(live)) out |= bit;
    return out;
#endif
}

template <bool TRUMP, bool HEAD>
class AlphaBeta {
    static constexpr Cards TRUMPS = TRUMP ? TOP_LANE : 0;
    static constexpr int PLAIN = TRUMP ? LANES - 1 : LANES;
    static constexpr int NONE = 64;  // a number greater than any number of tricks

    struct Trick {
        Cards hands[4];
        Cards live;  // all cards that the hands held when the trick began
        Cards led;   // the mask of all 16 bits of the suit led
        Cards best;  // the card that is winning the trick
        int taker;   // the seat that played `best`: 0 for the leader, 1 for the next seat, and so on
        int left;    // the number of tricks left, including the current trick
    };

    TranspositionTable& table;

    // Returns the value of a position between two tricks. The value is exact if it lies between alpha and beta.
    int trick(int left, Cards h0, Cards h1, Cards h2, Cards h3, Cards live, int alpha, int beta) {
        if (left == 1) return last(h0, h1, h2, h3);
        int low = 0, high = left;
        bounds(left, h0, h1, h2, h3, live, low, high);
        if (low >= beta || low >= high) return low;
        if (high <= alpha) return high;

        TranspositionTable::Entry* entry = nullptr;
        std::uint64_t key = 0;
        if (count(live) <= 16) {
            key = squeezed(h0, live) | squeezed(h1, live) << 16 | squeezed(h2, live) << 32 | shape(live) << 48;
            entry = &table.entries[key * 0x9E3779B97F4A7C15u >> (64 - TranspositionTable::BITS)];
            if (entry->key == key) {
                low = larger(low, entry->low);
                high = smaller(high, entry->high);
                if (low >= beta || low >= high) return low;
                if (high <= alpha) return high;
            }
        }
        const int from = larger(alpha, low), to = smaller(beta, high);
        int value = smaller(larger(lead(left, h0, h1, h2, h3, live, from, to), low), high);
        if (entry) {
            if (value > from) low = value;
            if (value < to) high = value;
            *entry = {key, static_cast<std::int8_t>(low), static_cast<std::int8_t>(high)};
        }
        return value;
    }

    UKA_INLINE int lead(int left, Cards h0, Cards h1, Cards h2, Cards h3, Cards live, int alpha, int beta) {
        Cards tops = 0;
        for (int i = 0; i < LANES; i++)
            if (Cards lane = live & LANE << 16 * i) tops |= highest(lane);
        const Cards moves = distinct(h0, h0, live);
        Cards winners = moves & tops, plain = moves & ~tops & ~TRUMPS, trumps = moves & ~tops & TRUMPS;
        const Trick begun{{h0, h1, h2, h3}, live, 0, 0, 0, left};
        int value = -1;
        while (winners | plain | trumps) {
            Cards card;
            if (winners)
                winners ^= card = highest(winners);
            else if (plain)
                plain ^= card = lowest(plain);
            else
                trumps ^= card = lowest(trumps);
            value = larger(value, play<0>(begun, card, alpha, beta));
            alpha = larger(alpha, value);
            if (alpha >= beta) break;
        }
        return value;
    }

    // Returns the value of a position before the last trick, in which no seat has a choice.
    static int last(Cards h0, Cards h1, Cards h2, Cards h3) {
        const Cards can = lane_of(h0) | TRUMPS;
        return greater(h0, h2 & can) > greater(h1 & can, h3 & can);
    }

    // Computes bounds on the value without a search.
    static void bounds(int left, Cards h0, Cards h1, Cards h2, Cards h3, Cards live, int& low, int& high) {
        int sure = 0;
        if (const Cards trumps = live & TRUMPS) {
            const Cards ours = trumps & (h0 | h2), theirs = trumps & (h1 | h3);
            if (ours > theirs)
                low = most_alone(h0, h2, ours, theirs);
            else
                high = left - most_alone(h1, h3, theirs, ours);
            sure = trumps & h0 ? run(trumps & h0, trumps & ~h0) : 0;
        }
        const int n1 = count(h1 & TRUMPS), n3 = count(h3 & TRUMPS);
        if (n1 <= sure && n3 <= sure) {  // the leader draws the opponents' trumps, then cashes trumps and top cards
            sure = count(h0 & TRUMPS);
            for (int i = 0; i < PLAIN; i++) {
                const Cards lane = live & LANE << 16 * i;
                if (lane & h0) sure += run(lane & h0, lane & ~h0);
            }
        } else if (sure < left) {  // the leader can cash a top card that nobody can ruff
            for (int i = 0; i < PLAIN; i++) {
                const Cards suit = LANE << 16 * i, lane = live & suit;
                if ((lane & h0) && (highest(lane) & h0) && ((h1 & suit) || !n1) && ((h3 & suit) || !n3)) {
                    sure++;
                    break;
                }
            }
        }
        low = larger(low, smaller(sure, left));
    }

    static std::uint64_t shape(Cards live) {
        std::uint64_t all = 0;
        for (int i = 0; i < LANES; i++) all = all << 4 | count(live >> 16 * i & LANE);
        return all;
    }

    // Plays a card for seat P, counted from the leader, and returns the value after it.
    template <int P>
    UKA_INLINE int play(Trick t, Cards card, int alpha, int beta) {
        t.hands[P] ^= card;
        if constexpr (P == 0) {
            t.led = lane_of(card);
            t.best = card;
            t.taker = 0;
        } else if ((card & (t.led | TRUMPS)) > t.best) {
            t.best = card;
            t.taker = P;
        }
        return after<P>(t, alpha, beta);
    }

    template <int P>
    UKA_INLINE int after(const Trick& t, int alpha, int beta) {
        if constexpr (P < 3)
            return reply<P + 1>(t, alpha, beta);
        else
            return taken(t, alpha, beta);
    }

    UKA_INLINE int taken(const Trick& t, int alpha, int beta) {
        const int left = t.left - 1;
        const bool ours = !(t.taker & 1);
        if (!left) return ours;
        const Cards *h = t.hands, live = h[0] | h[1] | h[2] | h[3];
        switch (t.taker) {
            case 0: return 1 + trick(left, h[0], h[1], h[2], h[3], live, alpha - 1, beta - 1);
            case 1: return left - trick(left, h[1], h[2], h[3], h[0], live, left - beta, left - alpha);
            case 2: return 1 + trick(left, h[2], h[3], h[0], h[1], live, alpha - 1, beta - 1);
            default: return left - trick(left, h[3], h[0], h[1], h[2], live, left - beta, left - alpha);
        }
    }

    template <int P>
    UKA_INLINE int reply(const Trick& t, int alpha, int beta) {
        const Cards hand = t.hands[P];
        if (!hand) return after<P>(t, alpha, beta);  // the hand of a seat that sits out is empty
        Cards moves = lawful(hand, t.led, t.best);
        if (!(moves & (moves - 1))) return play<P>(t, moves, alpha, beta);
        moves = distinct(moves, hand, t.live);
        const bool held = (t.taker ^ P) % 2 == 0;  // whether the partner is winning the trick
        Cards winning = moves & (t.led | TRUMPS) & above(t.best), losing = moves ^ winning;
        const bool duck = held && (P == 3 || (winning && !(winning & ~TRUMPS)));
        int value = P % 2 ? NONE : -1;
        while (winning | losing) {
            Cards card;
            if (winning && !(duck && losing))
                winning ^= card = P == 3 ? lowest(winning) : highest(winning);
            else
                losing ^= card = lowest(losing);
            const int found = play<P>(t, card, alpha, beta);
            if constexpr (P % 2) {
                value = smaller(value, found);
                beta = smaller(beta, value);
            } else {
                value = larger(value, found);
                alpha = larger(alpha, value);
            }
            if (alpha >= beta) break;
        }
        return value;
    }

    static Cards lawful(Cards hand, Cards led, Cards best) {
        const Cards following = hand & led;
        if (!following) return hand;
        if constexpr (HEAD) {
            if (const Cards heading = following & above(best)) return heading;
        }
        return following;
    }

    Trick begun(const Board& b) const {
        Trick t{{b.hands[0], b.hands[1], b.hands[2], b.hands[3]}, 0, 0, 0, 0, 0};
        for (int p = 0; p < 4; p++) t.live |= b.hands[p] | b.played[p];
        t.left = count(b.hands[0] | b.played[0]);
        if (b.mover) t.led = lane_of(b.played[0]);
        for (int p = 0; p < b.mover; p++)
            if (!p || (b.played[p] & (t.led | TRUMPS)) > t.best) t.best = b.played[p], t.taker = p;
        return t;
    }

    int play_by(int mover, const Trick& t, Cards card, int alpha, int beta) {
        switch (mover) {
            case 0: return play<0>(t, card, alpha, beta);
            case 1: return play<1>(t, card, alpha, beta);
            case 2: return play<2>(t, card, alpha, beta);
            default: return play<3>(t, card, alpha, beta);
        }
    }

public:
    explicit AlphaBeta(TranspositionTable& t) : table(t) {}

    int tricks(const Board& b) {
        const Trick t = begun(b);
        const bool ours = !(b.mover & 1);
        if (b.mover == 0 && b.lawful == b.hands[0])
            return trick(t.left, b.hands[0], b.hands[1], b.hands[2], b.hands[3], t.live, -1, t.left + 1);
        int alpha = -1, beta = t.left + 1, value = ours ? -1 : NONE;
        for (Cards left = distinct(b.lawful, b.hands[b.mover], t.live); left; left &= left - 1) {
            const int found = play_by(b.mover, t, lowest(left), alpha, beta);
            if (ours)
                alpha = value = larger(value, found);
            else
                beta = value = smaller(value, found);
        }
        return value;
    }

    void values(const Board& b, std::int8_t (&by_bit)[64]) {
        const Trick t = begun(b);
        const Cards moves = distinct(b.lawful, b.hands[b.mover], t.live);
        for (Cards left = moves; left; left &= left - 1)
            by_bit[index(left)] = static_cast<std::int8_t>(play_by(b.mover, t, lowest(left), -1, t.left + 1));
        // A card that was not searched has the same value as the next higher card of its sequence.
        for (Cards left = b.lawful & ~moves; left;) {
            const Cards card = highest(left);
            left ^= card;
            by_bit[index(card)] = by_bit[index(t.live & lane_of(card) & above(card))];
        }
    }
};

template <class Use>
auto with_solver(const Board& b, TranspositionTable& table, Use use) {
    const int kind = 1 + b.trumps + 2 * b.must_head;
    if (table.kind != kind) {
        __builtin_memset(&table, 0, sizeof table);
        table.kind = kind;
    }
    if (b.trumps) {
        if (b.must_head) return use(AlphaBeta<true, true>(table));
        return use(AlphaBeta<true, false>(table));
    }
    if (b.must_head) return use(AlphaBeta<false, true>(table));
    return use(AlphaBeta<false, false>(table));
}

int tricks(const Board& b, TranspositionTable& table) {
    return with_solver(b, table, [&](auto solver) { return solver.tricks(b); });
}

void values(const Board& b, TranspositionTable& table, std::int8_t (&by_bit)[64]) {
    with_solver(b, table, [&](auto solver) { solver.values(b, by_bit); });
}

}  // namespace

#ifdef UKA_V3
extern const SearchFunctions V3;
const SearchFunctions V3{tricks, values};
#else
extern const SearchFunctions PLAIN;
const SearchFunctions PLAIN{tricks, values};
#endif

}  // namespace uka
