#include "hand_abstraction.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace uka {
namespace {

constexpr int JOKER = CARDS - 1, LOWS = 4, JACK = 4;

// Returns the highest card of a suit, without the cards in the mask `but`. The jack counts as the right bower, so it is
// higher than the ace.
int highest(std::uint64_t but, int suit) {
    const unsigned left = ~static_cast<unsigned>(but >> 8 * suit) & 0xFF;
    return 8 * suit + (left >> JACK & 1 ? JACK : static_cast<int>(std::bit_width(left)) - 1);
}

}  // namespace

HandAbstraction::HandAbstraction(std::uint64_t pack, int hand_size) : hand_size(hand_size) {
    if (hand_size < 1 || hand_size > MOST) throw std::invalid_argument("a hand is of one to eight cards");
    const unsigned ranks = pack & 0xFF;
    const int lows = std::popcount(ranks & 0xFu);
    std::array<std::array<int, LOWS + 1>, 1 << HONOURS> places{};
    for (unsigned honours = 0; honours < 1 << HONOURS; honours++)
        for (int low = 0; low <= lows; low++)
            if (const int size = std::popcount(honours) + low; size <= hand_size) places[honours][low] = kinds[size]++;
    for (unsigned mask = 0; mask < 1 << RANKS; mask++) {
        const unsigned honours = mask >> LOWS;
        const int low = std::min(std::popcount(mask & 0xFu), lows), size = std::popcount(honours) + low;
        holdings[mask] = {static_cast<std::int8_t>(size),
                          static_cast<std::int16_t>(size <= hand_size ? places[honours][low] : 0)};
    }
    joker = pack >> JOKER & 1;
    first.assign(2 * (hand_size + 1) * (hand_size + 1) * (hand_size + 1), 0);
    for (int j = 0; j <= joker; j++)
        for (int a = 0; a <= hand_size - j; a++)
            for (int b = 0; a + b <= hand_size - j; b++)
                for (int c = 0; a + b + c <= hand_size - j; c++) {
                    const int d = hand_size - j - a - b - c;
                    if (c < d) continue;
                    first[shape(j, a, b, c)] = total;
                    const int pairs = c == d ? kinds[c] * (kinds[c] + 1) / 2 : kinds[c] * kinds[d];
                    total += kinds[a] * kinds[b] * pairs * UPCARDS;
                }
}

HandAbstraction::Bucket HandAbstraction::of(std::uint64_t hand, int upcard, int up) const {
    if (!joker && upcard == JOKER) upcard = highest(hand, up);
    if (!joker && hand >> JOKER & 1)
        hand =
            (hand | std::uint64_t{1} << highest(hand | std::uint64_t{1} << upcard, up)) & ~(std::uint64_t{1} << JOKER);
    std::array<Holding, SUITS> held;
    for (int suit = 0; suit < SUITS; suit++) held[relative(suit, up)] = holdings[hand >> RANKS * suit & 0xFF];
    auto [a, b, c, d] = held;
    const bool swapped = std::pair(c.size, c.place) < std::pair(d.size, d.place);
    if (swapped) std::swap(c, d);
    const int pair = c.size == d.size ? c.place * (c.place + 1) / 2 + d.place : c.place * kinds[d.size] + d.place;
    const int pairs = c.size == d.size ? kinds[c.size] * (kinds[c.size] + 1) / 2 : kinds[c.size] * kinds[d.size];
    const int rank = upcard % RANKS;
    const int turned = upcard == JOKER ? HONOURS + 1 : rank < LOWS ? HONOURS : rank - LOWS;
    const int benny = hand >> JOKER & 1;
    const int number = ((a.place * kinds[b.size] + b.place) * pairs + pair) * UPCARDS + turned;
    return {first[shape(benny, a.size, b.size, c.size)] + number, swapped};
}

}  // namespace uka
