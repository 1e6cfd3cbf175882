#include "rules.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace uka {
namespace {

void demand(bool kept, const char* otherwise) {
    if (!kept) throw std::invalid_argument(otherwise);
}

constexpr int LANE_BITS = 16, MOST_CARDS = 8;
constexpr Cards TOP_LANE = Cards{0xFFFF} << 48;

}  // namespace

Rules::Rules(std::uint64_t pack, int hand_size, const Rows& suits, const std::vector<Rows>& strengths, bool must_head,
             bool first_lead_trump)
    : pack(pack), hand_size(hand_size), must_head(must_head), first_lead_trump(first_lead_trump) {
    demand(pack && !(pack >> CARDS), "a pack is a mask of 33 cards at most");
    demand(hand_size > 0 && hand_size <= MOST_CARDS, "a hand is of one to eight cards");
    demand(suits.size() == STRAINS && strengths.size() == STRAINS, "there must be tables for four trumps and no trump");
    for (int trump = 0; trump < STRAINS; trump++) place(trump, suits, strengths);
}

// Every suit gets a lane, trumps the highest; in it the cards stand in the order of their strength.
void Rules::place(int trump, const Rows& suits, const std::vector<Rows>& strengths) {
    demand(suits[trump].size() == CARDS && strengths[trump].size() == SUITS, "a table has too few or too many rows");
    for (const auto& row : strengths[trump]) demand(row.size() == CARDS, "a table has too few or too many cards");
    std::fill_n(bit[trump], CARDS, std::int8_t{NOTHING});
    std::fill_n(card[trump], 64, std::int8_t{NOTHING});
    int lane = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        const auto& strength = strengths[trump][suit];
        std::vector<int> members;
        int weakest_trump = 0, strongest = 0;
        for (int c = 0; c < CARDS; c++) {
            if (!(pack >> c & 1)) continue;
            const int of = suits[trump][c];
            if (of == suit) members.push_back(c), strongest = std::max(strongest, strength[c]);
            else if (of == trump && of < SUITS) weakest_trump = weakest_trump ? std::min(weakest_trump, strength[c]) : strength[c];
            demand(of == suit ? strength[c] > 0 : of < SUITS ? (strength[c] > 0) == (of == trump) : true,
                   "a card can take a trick if it is of the suit led or a trump, and no other can");
        }
        demand(!weakest_trump || weakest_trump > strongest, "every trump must beat every card of the suit led");
        std::ranges::sort(members, {}, [&](int c) { return strength[c]; });
        demand(std::ranges::adjacent_find(members, {}, [&](int c) { return strength[c]; }) == members.end(),
               "two cards of a suit are equally strong");
        demand(members.size() <= LANE_BITS, "a suit has more than 16 cards");
        int at = LANE_BITS * (suit == trump ? SUITS - 1 : lane++);
        for (int c : members) bit[trump][c] = at, card[trump][at] = c, at++;
    }
}

Cards Rules::relabelled(std::uint64_t mask, int trump) const {
    Cards made = 0;
    for (; mask; mask &= mask - 1) {
        const int at = bit[trump][std::countr_zero(mask)];
        demand(at != NOTHING, "a card belongs to no suit with this trump");
        made |= Cards{1} << at;
    }
    return made;
}

Board Rules::board(const Position& p) const {
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
