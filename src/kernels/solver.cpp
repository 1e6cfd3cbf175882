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

}  // namespace uka
