#include "solver.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace uka {

extern const SearchFunctions PLAIN;
#ifdef UKA_V3
extern const SearchFunctions V3;
#endif

namespace {

const SearchFunctions& search() {
#ifdef UKA_V3
    static const bool v3 = !std::getenv("UKA_PORTABLE") && __builtin_cpu_supports("avx2") &&
                           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                           __builtin_cpu_supports("fma");
    if (v3) return V3;
#endif
    return PLAIN;
}

int to_come(const Position& p) { return std::popcount(p.hands[p.leader]) + (p.played > 0); }

// Converts a number of tricks of the leader's side to the number of tricks of `side`.
int of_side(int value, const Position& p, int side) { return (p.leader ^ side) & 1 ? to_come(p) - value : value; }

// Returns how many tricks the trumps of one seat take at least. `own` and `theirs` are the trumps of the seat and of
// the opponents. Each trump of the opponents beats at most one trump of the seat, and only a lower one.
int certain_tricks(Cards own, Cards theirs) {
    int certain = 0, beaten = 0;  // from the highest trump down; `beaten` trumps of the opponents are still to be used
    for (Cards left = own | theirs; own & left;) {
        const Cards highest = Cards{1} << (std::bit_width(left) - 1);
        if (!(own & highest)) {
            beaten++;
        } else if (beaten) {
            beaten--;
        } else {
            certain++;
        }
        left ^= highest;
    }
    return certain;
}

}  // namespace

bool on_v3() { return &search() != &PLAIN; }

int tricks(const TrickRules& rules, const Position& p, int side, TranspositionTable& table) {
    const Board b = rules.board(p);
    return of_side(search().tricks(b, table), p, side);
}

void values(const TrickRules& rules, const Position& p, int side, TranspositionTable& table, std::int8_t* row) {
    const Board b = rules.board(p);
    std::int8_t by_bit[64];
    search().values(b, table, by_bit);
    std::fill_n(row, CARDS, std::int8_t{NOTHING});
    for (Cards left = b.lawful; left; left &= left - 1) {
        const int at = std::countr_zero(left);
        row[rules.card_at(p.trump, at)] = static_cast<std::int8_t>(of_side(by_bit[at], p, side));
    }
}

TricksWithBounds tricks_with_bounds(const TrickRules& rules, const Position& p, int side, TranspositionTable& table) {
    const Board b = rules.board(p);
    const int found = of_side(search().tricks(b, table), p, side);
    if (!b.trumps) return {found, 0, to_come(p)};
    int certain[2] = {};
    for (int place = 0; place < SEATS; place++) {
        const Cards theirs = b.hands[(place + 1) % SEATS] | b.hands[(place + 3) % SEATS];
        int& most = certain[(p.leader + place) & 1];
        most = std::max(most, certain_tricks(b.hands[place] & TOP_LANE, theirs & TOP_LANE));
    }
    return {found, certain[side], to_come(p) - certain[1 - side]};
}

}  // namespace uka
