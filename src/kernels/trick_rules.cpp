#include "trick_rules.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <stdexcept>

namespace uka {
namespace {

void demand(bool kept, const char* otherwise) {
    if (!kept) throw std::invalid_argument(otherwise);
}

constexpr int LANE_BITS = 16, MAX_HAND = 8;

}  // namespace

TrickRules::TrickRules(const TrickTables& tables)
    : pack(tables.pack),
      hand_size(tables.hand_size),
      must_head(tables.must_head),
      first_lead_trump(tables.first_lead_trump) {
    demand(pack && !(pack >> CARDS), "a pack is a mask of 33 cards at most");
    demand(hand_size > 0 && hand_size <= MAX_HAND, "a hand is of one to eight cards");
    demand(tables.suits.size() == STRAINS && tables.strengths.size() == STRAINS,
           "there must be tables for four trumps and no trump");
    for (int trump = 0; trump < STRAINS; trump++) place(trump, tables.suits, tables.strengths);
}

// Assigns a lane of the Board to every suit. The cards of a suit are ordered by strength.
void TrickRules::place(int trump, const Rows& suits, const std::vector<Rows>& strengths) {
    demand(suits[trump].size() == CARDS && strengths[trump].size() == SUITS, "a table has too few or too many rows");
    for (const auto& row : strengths[trump]) demand(row.size() == CARDS, "a table has too few or too many cards");
    std::array<std::vector<int>, SUITS> members;
    for (int c = 0; c < CARDS; c++)
        if (const int suit = suits[trump][c]; pack >> c & 1 && suit >= 0 && suit < SUITS) members[suit].push_back(c);

    // Trumps get the highest lane. The other suits are ordered by their number of cards, so that positions of the same
    // shape share entries of the transposition table.
    std::array<int, SUITS> lanes{0, 1, 2, 3};
    std::ranges::stable_sort(lanes, {}, [&](int suit) { return suit == trump ? CARDS : std::ssize(members[suit]); });
    std::fill_n(bit[trump], CARDS, std::int8_t{NOTHING});
    std::fill_n(card[trump], 64, std::int8_t{NOTHING});
    for (int lane = 0; lane < SUITS; lane++) {
        const int suit = lanes[lane];
        const auto& strength = strengths[trump][suit];
        auto& cards = members[suit];
        const auto by_strength = [&](int c) { return strength[c]; };
        std::ranges::sort(cards, {}, by_strength);
        demand(cards.size() <= LANE_BITS, "a suit has more than 16 cards");
        demand(std::ranges::adjacent_find(cards, {}, by_strength) == cards.end(),
               "two cards of a suit are equally strong");
        for (int other = 0; other < SUITS; other++)
            for (int c : members[other]) {
                if (other == suit)
                    demand(strength[c] > 0, "a card of the suit led must be able to take a trick");
                else if (other != trump)
                    demand(strength[c] == 0, "a card of another suit can take no trick");
                else if (!cards.empty())
                    demand(strength[c] > strength[cards.back()], "every trump must beat the suit led");
            }
        for (int at = LANE_BITS * lane; int c : cards) bit[trump][c] = at, card[trump][at] = c, at++;
    }
    // The ranking of the trumps must not depend on the suit led.
    if (trump < SUITS)
        for (const auto& row : strengths[trump])
            demand(std::ranges::is_sorted(members[trump], {}, [&](int c) { return row[c]; }),
                   "trumps must rank one way");
}

Cards TrickRules::relabelled(std::uint64_t mask, int trump) const {
    Cards made = 0;
    for (; mask; mask &= mask - 1) {
        const int at = bit[trump][std::countr_zero(mask)];
        demand(at != NOTHING, "a card belongs to no suit with this trump");
        made |= Cards{1} << at;
    }
    return made;
}

Board TrickRules::board(const Position& p) const {
    demand(p.trump >= 0 && p.trump < STRAINS, "trump must be 0 to 4");
    demand(p.leader >= 0 && p.leader < SEATS, "the leader must be 0 to 3");
    demand(p.sitting >= 0 && p.sitting < 1 << SEATS, "the seats that sit out must be a mask of four");
    demand(!(p.sitting >> p.leader & 1), "the leader may not sit out");
    demand((p.sitting & 5) != 5 && (p.sitting & 10) != 10, "both seats of a side sit out");
    const int active = SEATS - std::popcount(static_cast<unsigned>(p.sitting));
    demand(p.played >= 0 && p.played < active, "a trick in progress has a card at most of each but the last seat");

    Board made{};
    std::uint64_t seen = 0;
    const auto add = [&](std::uint64_t cards) {
        demand(!(cards & ~pack), "a card is not in the pack");
        demand(!(cards & seen), "a card is in two places");
        seen |= cards;
        return relabelled(cards, p.trump);
    };
    const int size = std::popcount(p.hands[p.leader]) + (p.played > 0);
    demand(size > 0 && size <= hand_size, "the leader holds no card, or more than are dealt");
    made.mover = SEATS;
    for (int place = 0, played = 0; place < SEATS; place++) {
        const int seat = (p.leader + place) % SEATS;
        if (p.sitting >> seat & 1) continue;
        const bool has_played = played < p.played;
        demand(std::popcount(p.hands[seat]) + has_played == size, "the hands are not of one size");
        made.hands[place] = add(p.hands[seat]);
        if (has_played) {
            const int c = p.plays[played++];
            demand(c >= 0 && c < CARDS, "a card's index must be 0 to 32");
            made.played[place] = add(std::uint64_t{1} << c);
        } else {
            made.mover = std::min(made.mover, place);
        }
    }
    made.trumps = p.trump < SUITS;
    made.must_head = must_head;

    const Cards hand = made.hands[made.mover];
    made.lawful = hand;
    if (!p.played) {
        const bool first = size == hand_size;
        if (first && made.trumps && !first_lead_trump && (hand & ~TOP_LANE)) made.lawful = hand & ~TOP_LANE;
        return made;
    }
    const Cards led = Cards{0xFFFF} << (std::countr_zero(made.played[0]) & 48);
    const Cards following = hand & led;
    if (!following) return made;
    made.lawful = following;
    if (must_head) {
        Cards best = 0;
        for (Cards c : made.played) best = std::max(best, c & (led | (made.trumps ? TOP_LANE : 0)));
        const Cards heading = following & -(best << 1);
        if (heading) made.lawful = heading;
    }
    return made;
}

}  // namespace uka
